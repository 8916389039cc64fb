"""Leagues of soloists: each at a table of his own, all with the same tiles (other games 3).

```text
contents     what the mails about a whole league tell
demo         a league that plays itself, told player by player
family       a league of soloists: what its players write, its ZAT, the table of totals
files        one for others: CSV and archive
game         a league of soloists: each at a table of his own
kind         leagues of soloists as a kind of game
lines        lines to the choice of letters
mails        the mail to all in a league
old_exports  of soloists
policy       its settings, and a league with them
published    a league of soloists, the same
rules        one player for himself: tiles in a fixed order, or chosen
settings     [[game]] of a league of soloists
shown        what status and preview show of one
switches     the switches, as a variant's file and `[game.rules]` say them
tables       its tables as the family of turns sees each; several moves of a mail; what may be told of the league
```
"""
