"""One after another, with a clock: what games in turns have in common (docs/classic.md).

It still knows some of its kinds by their names; which ones, `STILL_KNOWN` in tests/test_architecture.py says.

```text
contents       what its mails tell, as values that hold nothing secret but in types for it; REVANCHE
course         how a game goes on, and what is asked of its kind; what a mail does in it, and a ruling, a time-out
decided_again  what is decided again in every game of players at a table; what all may know of it
demo           such games that play themselves: who is to move, what he answers, how time passes
events         what happens, in the past tense; in a league of soloists, too
family         the referee of games in turns: what an entry does, what time and the settings bring about, how one begins
history        what may be told of a game: its turns one by one, the score sheet
judged         an entry as `judge --json` says it
kind           what kinds in turns have in common
mails          the mails of a game in turns with what is attached, such a game as templates see it, its archive
old_exports    what exports of the first form tell of games at a table
play           a mail or a clock moves a game: its course, what it records, what is shown and told to whom
policy         the settings of a game in turns; a game with them: every question about the ZAT of a turn
rules          the switches, house rules included, also as a table; what fits the theme; what only its owner may see
seated_game    what every game of players at a table has, and what its events change
settings       [[game]] of a game in turns: clock, seats, house rules
shown          what status and preview show of one
told           what an export tells of every such game
```
"""
