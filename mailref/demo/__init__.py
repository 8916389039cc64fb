"""A game that plays itself: embedded mail server and simulated players.

```text
stage    folder, record, server, clock
play     the game from its opening to its end, with what the game master does
turns    games in turns: who is to move, what he answers; the classic game, by players who know their mails
other_turns  WORT-Rummikub, and Un-Scrabble: a full board taken down by two
zat_games  Scrabble-Bingo: words sent, tiles called; Solitaire: at the ZAT all get the table
gallery  what is left to look at: the game told round by round or turn by turn, every mail
players  who plays, how well, in which way of writing, with which mail program; an entry as he writes it
server/  the embedded mail server
```
"""
