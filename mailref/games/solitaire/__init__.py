"""Leagues of soloists: each at a table of his own, all with the same tiles (other games 3).

```text
book         how the table of a soloist goes on, and what of it may be shown to whom
contents     what a soloist has done, and the mail to all, as values
demo         a league that plays itself, told player by player
events       what happens, in the past tense
family       a league of soloists: its tables as games in turns see each, what players write, its ZAT, the totals
files        one for others: CSV and archive
game         a league of soloists: each at a table of his own
judged       an entry as `judge --json` says it
kind         leagues of soloists as a kind of game
mails        the mail to all in a league
policy       its settings, and a league with them
published    what all may know of a league, what an export tells, how it is decided again
reading      lines of a mail to the orders of who chooses his letters himself
rules        what who chooses his letters himself asks for, and what may be wrong with it
settings     [[game]] of a league of soloists
shown        what status and preview show of one
switches     its switches
```
"""
