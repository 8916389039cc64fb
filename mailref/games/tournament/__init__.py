"""Tournaments: who meets whom, what a meeting is worth, who leads, ratings (docs/table-games.md).

```text
club_page   a tournament: its page with table, meetings, ratings; its mails
contents    what its mails tell
mails       who writes them
news        who is told what of it; challenges
pairing     who meets whom in a round: round robin, Swiss, league, ladder
published   a tournament as JSON, and the check of it
standings   what a finished game says; the table of a tournament, with what decides between equals; Elo
tournament  what happens, the state, and the step that comes next
```
"""
