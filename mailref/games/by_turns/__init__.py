"""One after another, with a clock: what games in turns have in common (docs/classic.md).

It still knows some of its kinds by their names; which ones, `STILL_KNOWN` in tests/test_architecture.py says.

```text
beginning      words mixed in, seats and tiles drawn: what happens before anybody moves
clock          every question about the ZAT of a turn
contents       what its mails tell
course         how a game goes on: whose turn it is, what stands, what was kept, the end; what comes of a mail
decided_again  what is decided again in every game of players at a table; what all may know of it
decisions      the game master's orders carried out
demo           such games that play themselves: who is to move, what he answers, how time passes
draws          where tiles come from: from the seed, or as it was recorded
events         what happens, in the past tense; in a league of soloists, too
faces          what may be shown of it, as values
faults         what may be wrong with a move, beside what is wrong with a play
family         the referee of games in turns: what an entry does, what is recorded and told
files          what is kept of one: files attached to its mails; its archive, told turn by turn
history        what may be told of a game: its turns one by one, the score sheet
judged         an entry as `judge --json` says it
kind           what kinds in turns have in common
lots           words of players mixed into its draws: until when one counts
mails          the mails of a game in turns
meant          what orders may have meant where their answer asks
old_exports    what exports of the first form tell of games at a table
opening        seats, who begins, the first racks
play           a mail or a clock moves a game: its course, what it records, who is told what
policy         the settings of a game in turns, and a game with them
rematch        the same game once more, where all who played want it
respond        what a mail does, and a ruling, a time-out; the open play challenged or accepted
rules          the switches, house rules included; what only its owner may see
seated_game    what every game of players at a table has, and what its events change
settings       [[game]] of a game in turns: clock, seats, house rules
showing        such a game shown: to all, to one player; what has just happened
shown          what status and preview show of one
steps          what time and the settings bring about in it
stewards       what is asked of one kind of game in turns; its module `steward` answers
switches       the switches, as a variant's file and `[game.rules]` say them
theme          what is said to fit the theme of a game
told           what an export tells of every such game
views          a game in turns as templates see it
```
"""
