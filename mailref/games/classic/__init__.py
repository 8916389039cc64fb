"""The classic game: a rack of one's own, plays on a board, challenges (docs/classic.md).

```text
book         what the classic game does in its own way: an order judged, carried out, the end
demo         one that plays itself: two with racks, who challenge, exchange and pass
files        one for others: CSV, GCG, archive
game         the classic game: board, bag, the opening word; who begins, the draws, their receipts
gcg          the moves of a game as GCG
kind         the classic game as a kind of game
old_exports  of a classic game
published    a classic game, the same
settings     [[game]] of a classic game: house rules, a game under way
steward      the classic game there: dealt, shown, what was possible; the table of a soloist
```
"""
