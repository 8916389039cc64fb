"""WORT-Rummikub: words on a table, laid, extended and robbed for (docs/table-games.md).

```text
table_orders  the switches, also as a table; what a player asks for, as written, and what may be wrong with it
forming       one word on the table as it is: its faults, or what it is made of
table_events  what happens, in the past tense
table_game    the state, and what each event changes in it
table_book    what WORT-Rummikub does in its own way: tiles dealt, taken, wished for; what may be told of a game
```
"""
