"""The best possible moves of a position (docs/top.md).

```text
search     TopSearch: what the rest of the program calls; found: what it gives
tables     the word list as sets of words (kept on disk by mailref.toptables); keys: words as numbers
words      the words of one game: the list less excluded words, plus extra ones
geometry   lines, cells and slots as index arrays; factors: what tiles and squares are worth
grid       a board: what lies on each cell, which letters fit there
slots      where a rack could lay a play, and what that could score at most
counters   which words a rack goes far enough for; slotwords: which of them fit a slot
best       the best plays: slots by falling bound; blanks: where blanks may stand
fillings   all words in all slots at once; plays, ranked: all moves, best first
swaps      Jokertausch; sets: several plays in a move
```
"""
