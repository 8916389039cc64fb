"""Leagues of soloists: each at a table of his own, all with the same tiles (other games 3).

```text
family       a league of soloists: what its players write, its ZAT, the table of totals
game         a league of soloists: each at a table of his own
kind         leagues of soloists as a kind of game
old_exports  of soloists
published    a league of soloists, the same
rules        one player for himself: tiles in a fixed order, or chosen
settings     [[game]] of a league of soloists
switches     the switches, as a variant's file and `[game.rules]` say them
tables       its tables as the family of turns sees each; several moves of a mail; what may be told of the league
```
"""
