"""Scrabble-Bingo: words crossed out as tiles are called (table games, other games 2).

```text
bingo_rules   the switches, as a value and as a table; two words of seven letters: faults, crossed out, who wins
bingo_events  what happens, in the past tense
bingo_game    the state of a game, and what its events change
bingo_course  words judged, and what a ZAT brings: tiles drawn, winners, the end; a whole game as it is told
```
"""
