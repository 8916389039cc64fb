"""The classic game: a rack of one's own, plays on a board, challenges (docs/classic.md).

```text
book         what the classic game does in its own way: an order judged, carried out, what is shown, the end
demo         one that plays itself: two with racks, who challenge, exchange and pass
files        one for others: CSV, GCG, archive
game         the classic game: board, bag, the opening word; who begins, the draws, their receipts
history      what is told of one: its turns, what was drawn, the board after each
judged       an entry as `judge --json` says it
kind         the classic game as a kind of game
published    what all may know of a classic game, what an export tells, how it is decided again
settings     [[game]] of a classic game: house rules, a game under way
switches     its switches; their fields are those of all games in turns
```
"""
