"""A game that plays itself: embedded mail server and simulated players.

```text
stage    folder, record, server, clock
play     the game from its opening to its end, with what the game master does
seats    a game in turns that plays itself: who is to move, what he answers
turns    the classic game: players who know no more than their mails
taking_turns  Un-Scrabble: a full board taken down by two
bingo_rounds  Scrabble-Bingo: words sent, tiles called
solo_league  Solitaire: each plays for himself, and at the ZAT all get the table
table_turns  WORT-Rummikub played by two who know their mails
table_moves  the moves that a player of WORT-Rummikub finds
gallery  what is left to look at: the game told round by round or turn by turn, every mail
players  who plays, how well, in which way of writing, with which mail program
server/  the embedded mail server
```
"""
