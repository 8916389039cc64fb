"""Games in rounds: everybody has the same letters, the best move is laid.

```text
round_game         the state of a game in rounds
in_force           which of a player's moves and alternates is in force
apply              what events change in it
closing            who counts, who wins, what is laid, totals and ranks
ties               which of several equal best moves is laid
results            what was decided at the close of a round
closed_round       a closed round as it stands now, with later corrections and renamings
past_rounds        all closed rounds of a game, as they stand and as reports told them
past_scores        scores of rounds that are no longer kept whole, and corrections of them
next_round         letters, the next round, the end
done_again         what follows where a round is done again
draw               the rack filled from the bag
record             a whole game, as the export and the archive tell it
```
"""
