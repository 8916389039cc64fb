"""Scrabble-Bingo: words crossed out as tiles are called (table games, other games 2).

```text
as_meant   words as their writer means them, before they are looked for
course     words judged, and what a ZAT brings: tiles drawn, winners, the end
demo       a game that plays itself: words sent, tiles called
events     what happens, in the past tense
family     the referee of Scrabble-Bingo: what words and calls are worth; how a game stands, as its mails tell it
files      one for others: CSV and archive
game       the state of a game, and what its events change
judged     an entry as `judge --json` says it
kind       Scrabble-Bingo as a kind of game
mails      figures of its mails, and which template writes them
published  a game of Scrabble-Bingo: what all may know, what is told, how it is decided again
reading    lines of a mail to words, and to a call of BINGO
rules      two words of seven letters: faults, crossed out, who wins
settings   [[game]] of a game of Scrabble-Bingo
switches   its switches
```
"""
