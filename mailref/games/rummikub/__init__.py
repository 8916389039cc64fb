"""WORT-Rummikub: words on a table, laid, extended and robbed for (docs/table-games.md).

```text
book         what WORT-Rummikub does in its own way: tiles dealt, taken, wished for; what may be shown of it
demo         a game that plays itself: words laid, extended and robbed for by two
events       what happens, in the past tense
files        one for others: CSV and archive
figures      the table of WORT-Rummikub as mails and pages show it, as PNG and as text
game         the state, and what each event changes in it
history      what is told of one: its turns, the table after each, what lies now
judged       an entry as `judge --json` says it
kind         WORT-Rummikub as a kind of game
published    what all may know of a game, what an export tells, how it is decided again
reading      lines of a mail to orders: words laid, extended, robbed for; tiles
rules        what a player asks for; one word on the table as it is: its faults, or what it is made of
settings     [[game]] of a game of WORT-Rummikub
switches     its switches
```
"""
