"""Whatever has letters on squares: board, plays, legality, scoring, words, the search for the top.

```text
tile_set    letters as tiles: which there are, in which order, worth what; how they are written, and blanks
board       squares and their names, directions, premium layout, what lies where; switches of a game
moves       what a player asks for: plays, swaps, moves, with their faults; how a play is written in each language
scoring     how a play lies on the board, its words, points, bonus; a move: its faults, or what it scores
remembered  what was told of short texts last, kept
when_used   patterns of many words, compiled when a mail first needs them
ready_patterns  what `re` works out of them, kept: they are compiled when the wheel is built
lexicon/    words to verdicts
top/        the best possible moves (docs/top.md)
```
"""
