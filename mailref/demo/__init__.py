"""A game that plays itself: embedded mail server and simulated players.

```text
stage    folder, record, server, clock
play     the game from its opening to its end
players  who plays, how well, in which way of writing
clients  mails as mail programs make them
gallery  what is left to look at
server/  the embedded mail server
```
"""
