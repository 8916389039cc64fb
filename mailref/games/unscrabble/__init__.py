"""Un-Scrabble: tiles are taken from a full board (table games, other games 1).

```text
book       what Un-Scrabble does in its own way
demo       a game that plays itself: a full board taken down by two
events     what happens, in the past tense
figures    the board, and what was just taken off it, as mails and pages show them
files      one for others: CSV and archive
game       the state, and what each event changes in it
history    what is told of one: its turns, what each took, what lies still
judged     an entry as `judge --json` says it
kind       Un-Scrabble as a kind of game
published  what all may know of a game, what an export tells, how it is decided again
reading    lines of a mail to orders: tiles to be taken, by squares or by letters
rules      what is asked for, and what may be taken
settings   [[game]] of a game of Un-Scrabble: the board that is taken down
switches   its switches
```
"""
