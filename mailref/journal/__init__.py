"""The record: append-only events, mails seen and mails owed, one transaction for each decision.

```text
journal         the record as the shell sees it
schema          its tables
migrations/     how the tables came to be
database        read and written in transactions
opening         made private, copied, brought to the schema of this program
copies          one consistent file of a database in use
records         the values that go in and come out
codec           events and games to JSON and back
recorded_games  games: events, snapshots
inbox           mails seen
outgoing        mails owed
questions       who was asked back, and what was ordered in answer to which mail
backlog         what was not sent at once, and is told a day later
in_vain         mails in which nothing could be read, in a row
came_back       mails that came back, and to whom no more goes
installation    the secret, the baseline
restorations    that the database was put back from a copy
putting_back    a copy takes the place of the database
lease           which process runs the machine
```
"""
