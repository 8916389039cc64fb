"""The record: append-only events, mails seen and mails owed, one transaction for each decision.

```text
journal       the record as the shell sees it
schema        its tables
migrations/   how the tables came to be
database      brought to the schema of this program
records       the values that go in and come out
codec         events and games to JSON and back
history       games: events, snapshots
inbox         mails seen
outbox        mails owed
installation  facts, the baseline, the lease
```
"""
