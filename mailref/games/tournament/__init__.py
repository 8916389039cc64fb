"""Tournaments: who meets whom, what a meeting is worth, who leads, ratings (docs/table-games.md).

```text
standings   what a finished game says; the table of a tournament, with what decides between equals; Elo
pairing     who meets whom in a round: round robin, Swiss, league, ladder
tournament  what happens, the state, and the step that comes next
```
"""
