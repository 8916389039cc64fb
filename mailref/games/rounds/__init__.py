"""Games in rounds: everybody has the same letters, the best move is laid.

```text
closing        who counts, who wins, what is laid, totals and ranks; judged again from the moves in its result
contents       what its mails tell; what the game master must know of letters, ties and a ZAT that is missing
demo           a game that plays itself: players with habits, a stranger, a robot, a game master
draw           the rack filled from the bag
events         what happens in them, in the past tense
family         the referee of games in rounds: what an entry is worth; what the game master is asked and shown
files          one for others: CSV, GCG, archive, a printed report
first_exports  what an export of the first form, which holds no events, tells of a game in rounds
in_force       which of a player's moves and alternates is in force
judged         an entry as `judge --json` says it
kind           games in rounds as a kind of game
mails          who writes its mails: answers, reminders, reports, openings; board and moves as templates see them
next_round     letters, words of players mixed into their draw, the next round, the end; what follows a round done again
past_rounds    the closed rounds of a game, each as it stands now; scores of those not kept whole
policy         the settings of a game in rounds, and a game with them
published      a game in rounds: its public events, what they tell, the same decided again
reading        how its lines are read: each by itself, as a play
referee        what time, the game master and the settings bring about: closing, going on, orders, corrections
reports        who is told what: that a game is opened, what a closed round came to
results        what was decided at the close of a round; which of several equal best moves is laid
game           the state of a game in rounds, and what events change in it
rules          the switches as one value, and as a table; a variant is a named set of them
settings       [[game]] of a game in rounds: ZATs, letters, switches, a game under way
sheet          closed rounds as rows of the score sheet
shown          what status, preview and top show of one
told           a whole game, as reports, export and archive tell it: moves, rounds, the hash that each report carries
```
"""
