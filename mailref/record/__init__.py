"""A whole game for others, and the proof from that file alone that it was refereed by the rules.

```text
game_json        a game as JSON (contract 4), with the hash that each report carries
round_json       moves and rounds as JSON (contract 3 and 4)
tournament_json  a tournament as JSON, and the check of it
gcg              the moves of a game as GCG
export           the whole game as one object: how it began, its public events, what they tell
public           the public form of events; the kinds of games, each loaded when it is asked for
verify           the check: what is recorded is decided again, what it tells compared
script           the recorded events, gone through while they are decided again
compare          two exports value by value
codec            events and games as they are written, and read again
of_rounds        a game in rounds: its public events, what they tell, the same decided again
of_turns, of_table, of_taking, of_solo, of_bingo
                 a classic game, WORT-Rummikub, Un-Scrabble, a league of soloists, Scrabble-Bingo, the same
closed_again     a closed round judged again from the moves in its result
ordered          what must be so for an order to be carried out, in games with rounds
seated           what is decided again in every game of players at a table; what all may know of it
seated_told      what an export tells of every such game
first_rounds, old_seated, old_turns, old_table, old_solo
                 what an export of the first form tells, which holds no events, as causes
read_export      such an export of a game in rounds to values, every fault named by its place
order_json       what a mail asks for in any game in turns, as `judge --json` has it
```

The check believes nothing of an export: points, ranks, totals, lots and letters are derived from the
moves and the seed, by the same rules as in play.
"""
