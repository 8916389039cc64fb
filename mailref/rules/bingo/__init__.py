"""Scrabble-Bingo: words crossed out as tiles are called (table games, other games 2).

```text
bingo_words   two words of seven letters: what is wrong with them, when they are crossed out, who wins
bingo_rules   the switches, as a value and as a table
bingo_events  what happens, in the past tense
bingo_game    the state of a game, and what its events change
bingo_record  a whole game, as the export and the archive tell it
bingo_course  words judged, and what a ZAT brings: tiles drawn, winners, the end
```
"""
