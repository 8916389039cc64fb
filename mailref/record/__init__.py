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
script           the recorded events, gone through while they are decided again
seated           what is decided again in every game of players at a table; what all may know of it
seated_told      what an export tells of every such game
of_turns         a classic game: what all may know, what is told, how it is decided again
of_table         a game of WORT-Rummikub, the same
of_taking        a game of Un-Scrabble, the same
of_solo          a league of soloists, the same
old_seated       what exports of format 1 tell of games at a table, as rough events
old_turns        of a classic game
old_table        of WORT-Rummikub
old_solo         of soloists
table_json, taking_json, turns_json, solo_json, verify_turns
                 the exports of those games as commands ask for them, and their checks
compare          two exports value by value
bingo_json       a game of Scrabble-Bingo as JSON, the words of a mail, and the check: tiles drawn again, letters left
order_json       what a mail asks for in any game in turns, as `judge --json` has it
again            what every check has in common that plays an export again
```

The check believes nothing of an export: points, ranks, totals, lots and letters are derived from the
moves and the seed, by the same rules as in play.
"""
