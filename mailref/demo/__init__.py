"""A game that plays itself: embedded mail server and simulated players.

```text
stage     folder, record, server, clock
shows     how a kind of game plays itself, with default answers; each kind says more in its part `demo`
play      the game from its opening to its end
players   who plays, how well, in which way of writing, with which mail program; an entry as he writes it
chapters  a mail as the index lists it, and those that belong together there
gallery   what is left to look at: the game as its kind tells it, every mail
server/   the embedded mail server
```
"""
