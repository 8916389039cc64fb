"""Whatever has letters on squares: board, plays, legality, scoring, words, the search for the top.

```text
board       squares and their names, directions, premium layout, what lies where; the 102 tiles
legality    a move in a position: its faults, or the scored move; a place right beside that would do
moves       what a player asks for: plays, swaps, moves; each fault that one may have, with its facts
scoring     how a play lies on the board, and its words, points, bonus
variant     the switches of a game as one value
vocabulary  how a play is written: the words of each language, and the patterns made of them
when_used   patterns of many words, compiled when a mail first needs them
lexicon/    words to verdicts
top/        the best possible moves (docs/top.md)
```
"""
