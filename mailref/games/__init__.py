"""The games: what all have, the two ways in which time passes, and a folder for each kind.

```text
chance        draws and lots from one secret seed (docs/chance.md); what is kept from all but one reader
events        what happens in it, in the past tense
family        what the referee asks of a game; its kind says who answers
worth         what an entry of a mail is worth: each kind says it in values of its own
game          the state of a game, as far as every kind has it; the common events; when the next ZAT is; places
in_hand       a game as a list of somebody's games shows it
kind          what a kind of game is to all others, the list of kinds; `apply`, the one function that changes a game
naming        a player under another name, wherever a field says that names of players stand
recollection  what was made of the events of a game last, so that only what is new is made
statistics    what a game, or a season of them, comes to for each player
switches      switches from a table and back; which do not go together
table_reader  a table that people wrote, read to all its faults
bingo/        Scrabble-Bingo
by_rounds/    all at once until a ZAT: what all such games share
by_turns/     one after another, with a clock: what all such games share
classic/      the classic game
club/         games that members begin by mail
rounds/       games in rounds
rummikub/     WORT-Rummikub
solitaire/    leagues of soloists
tournament/   games of games
unscrabble/   Un-Scrabble
```
"""
