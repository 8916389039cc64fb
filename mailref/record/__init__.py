"""A whole game for others, and the proof from that file alone that it was refereed by the rules.

```text
game_json        a game as JSON (contract 4), with the hash that each report carries
round_json       moves and rounds as JSON (contract 3 and 4)
tournament_json  a tournament as JSON, and the check of it
gcg              the moves of a game as GCG
of_rounds        a game in rounds: its public events, what they tell, the same decided again
closed_again     a closed round judged again from the moves in its result
ordered          what must be so for an order to be carried out, in games with rounds
first_rounds     a game in rounds as an export of the first form tells it, which holds no events
read_export      such an export to values, every fault named by its place
compare          two exports value by value
script           recorded events, gone through while they are decided again
verify           the check of an export of the first form
table_json       a game of WORT-Rummikub as JSON
solo_json        a league of soloists as JSON and CSV, and the check: every table dealt and played again
taking_json      a game of Un-Scrabble as JSON, and the check: the board taken down again
of_bingo         a game of Scrabble-Bingo: its public events, what they tell, the same decided again
bingo_json       its export in the first form
order_json       what a mail asks for in any game in turns, as `judge --json` has it
turns_json       a game in turns as JSON, secrets null until its end; what such an export shows, read again
verify_turns     the check of a classic game, two exports compared; of WORT-Rummikub, tiles counted after each turn
turns_retold     a game in turns played again from its export
again            what every check has in common that plays an export again
```

The check believes nothing of an export: points, ranks, totals, lots and letters are derived from the
moves and the seed, by the same rules as in play.
"""
