"""A game of which each round sets a task: everybody sends one answer, at the ZAT each has its points.

For a kind that needs nothing else it is whole: the kind says what is asked, what a line answers and what
that is worth, in its `kind.py`, with a few templates and a variant beside it (CONTRIBUTING, a kind of game).

```text
kind        what such a kind says
events      what happens, in the past tense
game        the state of a game, and what its events change
course      how a game goes on: answers judged, rounds closed
family      the referee of such a game: what mails, time and orders come to; how it stands, as its mails tell
reading     a line of a mail to the answer that it gives
judged      an entry as `judge --json` says it
mails       figures of its mails, and which template writes them
published   what all may know of a game, what an export tells, how it is decided again
files       one for others: CSV and archive
statistics  what a game comes to for each player
settings    [[game]] of such a game: its switches are the fields of its rules
```
"""
