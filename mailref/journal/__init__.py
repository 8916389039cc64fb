"""The record: append-only events, mails seen and mails owed, one transaction for each decision.

```text
journal               the record as the shell sees it
schema                its tables; read and written in transactions
packing               long texts as SQLite keeps them
prepared              statements that come again and again, put to SQLite itself
parts                 those of the tables that grow with each mail, on PostgreSQL
migrations/           how the tables came to be
recorded_club         a club: what its members begin
recorded_games        games: events, snapshots, and the values that go in and come out
recorded_tournaments  tournaments: their events and seeds
recorded_mails        mails seen and mails owed, their bytes; whom they concern: who was asked back, what is held back
installation          the secret, the baseline, what was put back; which process works; a database opened
forgetting            a person taken out, results kept
putting_back          a copy takes the place of the database
```
"""
