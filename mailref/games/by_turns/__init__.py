"""One after another, with a clock: what games in turns have in common (docs/classic.md).

```text
contents     what its mails tell, as values that hold nothing secret but in types for it; REVANCHE
course       how a game goes on: what a mail, a ruling, a time-out does, who is told what, what an export tells
proving      what is decided again in every game of players at a table; what `judge --json` and old exports say
demo         such games that play themselves: who is to move, what he answers, how time passes
events       what happens, in the past tense
family       the referee of games in turns: what an entry does, what time and the settings bring about, how one begins
files        one for others: a line for each turn
figures      what lies, as mails and pages show it: on a board, where a kind says nothing else
game         what every game of players at a table has, and what its events change
history      what may be told of a game: its turns one by one, the score sheet
judged       an entry as `judge --json` says it, where a kind says nothing else
kind         what kinds in turns have in common
mails        the mails of a game in turns with what is attached, such a game as templates see it, its archive
policy       the settings of a game in turns; a game with them: every question about the ZAT of a turn
published    what an export tells, and how it is decided again, where a kind says nothing else
reading      how lines are read: as orders, of which plays are one; or each order on a line of its own
settings     [[game]] of a game in turns: clock, seats, house rules
shown        what status and preview show of one
statistics   what a game comes to for each player, from its turns
switches     the switches of all, house rules included; what fits the theme
```
"""
