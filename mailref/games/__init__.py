"""The games: what all have, and a folder for each kind.

```text
chance        draws and lots from one secret seed (docs/chance.md)
events        what happens in it, in the past tense
family        what is asked of a game, and which family answers
game          the state of a game, as far as every family has it, and what the common events change
kind          what a kind of game is to all others; the list of kinds
replay        `apply`, the one function that changes a game
schedule      when the next ZAT is
switches      switches from a table and back; which do not go together
table_reader  a table that people wrote, read to all its faults
bingo/        Scrabble-Bingo
by_turns/     one after another, with a clock: what all such games share
classic/      the classic game
rounds/       games in rounds
rummikub/     WORT-Rummikub
solitaire/    leagues of soloists
tournament/   games of games
unscrabble/   Un-Scrabble
```
"""
