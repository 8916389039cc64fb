"""A whole game for others, and the proof from that file alone that it was refereed by the rules.

```text
game_json        a game as JSON (contract 4), with the hash that each report carries
round_json       moves and rounds as JSON (contract 3 and 4)
tournament_json  a tournament as JSON, and the check of it
gcg              the moves of a game as GCG
read_export      an export to values, every fault named by its place
verify           the check: rules, tiles, draws, lots
verify_rounds    closed rounds judged again
verify_moves     moves, words and the top judged again
table_json       a game of WORT-Rummikub as JSON
solo_json        a league of soloists as JSON and CSV, and the check: every table dealt and played again
taking_json      a game of Un-Scrabble as JSON, and the check: the board taken down again
bingo_json       a game of Scrabble-Bingo as JSON, the words of a mail, and the check: tiles drawn again, letters left
order_json       what a mail asks for in any game in turns, as `judge --json` has it
turns_json       a game in turns as JSON, secrets null until its end; what such an export shows, read again
verify_turns     the check of a classic game, two exports compared; of WORT-Rummikub, tiles counted after each turn
turns_retold     a game in turns played again from its export
again            what every check has in common that plays an export again
```

The check believes nothing of an export: points, ranks, totals, lots and letters are derived from the
moves and the seed, by the same rules as in play.
"""
