"""A game that plays itself: embedded mail server and simulated players.

```text
stage     folder, record, server, clock
shows     how a kind of game plays itself (it says more in its part `demo`), and the mails of its index
play      the game from its opening to its end
speech    what the people of the demo write in each language, and how they read our mails
players   who plays, how well, in which way of writing, with which mail program; an entry as he writes it
gallery   what is left to look at: the game as its kind tells it, every mail
server/   the embedded mail server
```
"""
