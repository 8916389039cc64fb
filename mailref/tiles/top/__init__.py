"""The best possible moves of a position (docs/top.md).

```text
search        TopSearch, what the rest of the program calls; the best plays by falling bound
all_moves     all moves, ranked; Jokertausch
any_order     the search where letters may lie in any order
words         letters and words as numbers, the list as sets; the words of one game
found         positions of rounds, and what was found for them
slots         the board as lines of cells; where a rack could lay a play, its bound, and the words that might fit
```
"""
