"""Un-Scrabble: tiles are taken from a full board (table games, other games 1).

```text
book       what Un-Scrabble does in its own way; what may be told of its turns
demo       a game that plays itself: a full board taken down by two
files      one for others: CSV and archive
game       the state of Un-Scrabble, and what each event changes in it
kind       un-Scrabble as a kind of game
lines      lines to its orders
published  a game of Un-Scrabble, the same
rules      tiles taken from a full board: what is asked for, what may be taken, what happens
settings   [[game]] of a game of Un-Scrabble: the board that is taken down
switches   the switches, as a variant's file and `[game.rules]` say them
```
"""
