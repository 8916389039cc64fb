"""WORT-Rummikub: words on a table, laid, extended and robbed for (docs/table-games.md).

```text
table_orders  the switches; what a player asks for, as written, and what may be wrong with it
table_switches  the switches as a table: what the variant's file and `[game.rules]` say
forming       one word on the table as it is: its faults, or what it is made of
table_events  what happens, in the past tense
table_game    the state, and what each event changes in it
table_history  what may be told of a game: its turns, its table after each
table_book    what WORT-Rummikub does in its own way; tiles open and hidden: dealt, taken, wished for
```
"""
