"""Games in rounds: everybody has the same letters, the best move is laid.

```text
in_force    which of a player's moves counts, as rulings stand now
closing     who counts, who wins, what is laid, totals and ranks
results     what a closed round says
ties        which of several equal best moves is laid
next_round  letters, the next round, the end
record      closed rounds with what was decided about them later
```
"""
