"""Games in rounds: everybody has the same letters, the best move is laid.

```text
round_game         the state of a game in rounds
apply              what events change in it
in_force           which of a player's moves counts, as rulings stand now
closing            who counts, who wins, what is laid, totals and ranks
results            what was decided at the close of a round
ties               which of several equal best moves is laid
closed_round       a closed round as it stands now, with later corrections and renamings
past_rounds        all closed rounds of a game, told event by event
past_scores        scores of rounds that are no longer kept whole, and corrections of them
told               what reports told, round by round
next_round         letters, the next round, the end
draw               the rack filled from the bag
record             a whole game, as the export and the archive tell it
```
"""
