"""The best possible moves of a position (docs/top.md).

```text
search        TopSearch, what the rest of the program calls; the best plays by falling bound
all_moves     all moves, ranked; Jokertausch
tables        letters and words as numbers, the list as sets (kept on disk by mailref.tops)
words         the words of one game: the list less excluded words, plus extra ones
found         positions of rounds, and what was found for them
board_arrays  the board as 30 lines of cells, and which letters fit there
slots         where a rack could lay a play, its bound, and the words that might fit
```
"""
