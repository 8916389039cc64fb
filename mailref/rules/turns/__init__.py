"""Games in turns: private racks, one after another; a play may be challenged (docs/classic.md).

```text
turn_rules       the switches, house rules included
turn_vocabulary  the words of each language
orders           what a player asks for, as written
secret           what only its owner may see
turn_events      what happens, in the past tense
seated_game      what every game of players at a table has, and what its events change
turn_game        the classic game: board, bag, the opening word
start            who begins, the draws and their receipts
judging          one order in a position: its faults, or what it is worth
course           how a game goes on: whose turn it is, what stands, what was kept, the end
classic_book     what the classic game does in its own way
unscrabble       tiles taken from a full board
respond          what a mail does, and a ruling, a time-out
```
"""
