"""A whole game for others, and the proof from that file alone that it was refereed by the rules.

```text
export           the whole game as one object: how it began, its public events, what they tell
public           the public form of events; the kinds of games, each loaded when it is asked for
verify           the check: what is recorded is decided again, and what it tells is compared
script           the recorded events, gone through while they are decided again
compare          two exports value by value
codec            events and games as they are written, and read again
of_rounds        a game in rounds: its public events, what they tell, the same decided again
closed_again     a closed round judged again from the moves in its result
ordered          what must be so for an order to be carried out, in games with rounds
of_bingo         a game of Scrabble-Bingo: what all may know, what is told, how it is decided again
of_turns         a classic game, the same
of_table         a game of WORT-Rummikub, the same
of_taking        a game of Un-Scrabble, the same
of_solo          a league of soloists, the same
seated           what is decided again in every game of players at a table; what all may know of it
seated_told      what an export tells of every such game
game_json        what an export tells of a game in rounds, with the hash that each report carries
round_json       moves and rounds as JSON (contract 3 and 4)
order_json       what a mail asks for in any game in turns, as `judge --json` has it
tournament_json  a tournament as JSON, and the check of it
gcg              the moves of a game as GCG
first_rounds     what an export of the first form, which holds no events, tells of a game in rounds
read_export      the shapes of such exports, every fault named by its place
old_seated       the same of games at a table
old_turns        of a classic game
old_table        of WORT-Rummikub
old_solo         of soloists
```
"""
