"""The record: append-only events, mails seen and mails owed, one transaction for each decision.

```text
journal               the record as the shell sees it
schema                its tables
migrations/           how the tables came to be
database              read and written in transactions
opening               made private, copied, brought to the schema of this program
recorded_games        games: events, snapshots, and the values that go in and come out
recorded_tournaments  tournaments: their events and seeds
inbox                 mails seen
outgoing              mails owed, and their bytes, what many share stored once
installation          the secret, the baseline, its troubles, what was put back
lease                 which process has the mailbox, and which ones work
forgetting            a person taken out, results kept
putting_back          a copy takes the place of the database
senders               who was asked back, what is held back for a daily list, what came back
```
"""
