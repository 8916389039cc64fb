"""Games in rounds: everybody has the same letters, the best move is laid.

```text
closing        who counts, who wins, what is laid, ranks; letters, the next round, the end; a round done again
contents       what its mails tell; what the game master must know of letters, ties and a ZAT that is missing
demo           a game that plays itself: players with habits, a stranger, a robot, a game master
events         what happens in them, in the past tense
family         the referee of games in rounds: what an entry is worth; what the game master is asked and shown
files          one for others: CSV, GCG, archive, a printed report
first_exports  what an export of the first form, which holds no events, tells of a game in rounds
judged         an entry as `judge --json` says it
kind           games in rounds as a kind of game
mails          who writes its mails: answers, reminders, reports, openings; board, moves and score sheet
policy         the settings of a game in rounds, and a game with them
published      a game in rounds: its public events, what they tell, the same decided again
reading        how its lines are read: each by itself, as a play
referee        what time, the game master and the settings bring about: closing, going on, orders, corrections
game           the state of a game in rounds, what events change in it; which move is in force; the closed rounds
rules          the rack filled; which of several best moves is laid; what a player has in a round
settings       [[game]] of a game in rounds: ZATs, letters, switches, a game under way
shown          what status, preview and top show of one
statistics     what one comes to for each player
switches       its switches; a variant is a named set of them
told           a whole game, as reports, export and archive tell it, the hash of each report; who is told what
```
"""
