"""The rules of the game; no I/O, no clock, no chance but from a seed that is given.

```text
board         squares and their names, directions, premium layout, what lies where; the 102 tiles
vocabulary    how a play is written: the words of each language, and the patterns made of them
when_used     patterns of many words, compiled when a mail first needs them
variant       the switches of a game as one value
switches      switches from a table and back; which do not go together
table_reader  a table that people wrote, read to all its faults
moves         what a player asks for: plays, swaps, moves; each fault that one may have, with its facts
legality      a move in a position: its faults, or the scored move; a place right beside that would do
scoring       how a play lies on the board, and its words, points, bonus
chance        draws and lots from one secret seed (docs/chance.md)
schedule      when the next ZAT is
game          the state of a game, as far as every family has it, and what the common events change
events        what happens in it, in the past tense
replay        `apply`, the one function that changes a game
rounds/       games in rounds: their state, closing, ties, results, what follows
turns/        games in turns: private racks, one after another, challenges
table/        WORT-Rummikub: words on a table, tiles on stacks
bingo/        Scrabble-Bingo: tiles called, crossed out in words of one's own
tournament/   who meets whom, tables, ratings
lexicon/      words to verdicts
top/          the best possible moves (docs/top.md)
```
"""
