"""WORT-Rummikub: words on a table, laid, extended and robbed for (docs/table-games.md).

```text
book         what WORT-Rummikub does in its own way: tiles dealt, taken, wished for; what may be told of a game
demo         a game that plays itself: words laid, extended and robbed for by two
events       what happens, in the past tense
files        one for others: CSV and archive
forming      one word on the table as it is: its faults, or what it is made of
game         the state, and what each event changes in it
kind         wORT-Rummikub as a kind of game
lines        lines to the orders of WORT-Rummikub
old_exports  of WORT-Rummikub
orders       the switches, also as a table; what a player asks for, as written, and what may be wrong with it
picture      the table of WORT-Rummikub, as PNG and as text
published    a game of WORT-Rummikub, the same
settings     [[game]] of a game of WORT-Rummikub
trees        what a line that rummikub.lark has read asks for there
views        the table of WORT-Rummikub as templates and figures see it
```
"""
