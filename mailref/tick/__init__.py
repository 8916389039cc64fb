"""The parts of one tick of the machine; `service.tick` puts them in order.

```text
machine       what a tick works with, and how a decision is written down
read_mailbox  each mail taken up, decided once, filed away
begun_before  no game begun anew because its record is gone
answering     what a mail changes, or who is asked first; yes and no to such a question
receipts      what the record knows of the mails that a mail answers
spared        how often mails are answered in which nothing can be read
returned      mail that came back
adopting      the game master's orders, and mails of strangers that shall count
server_clock  our clock compared before a close
taking_up     what was done since the copy, after the database was put back
progress      games opened, closed at their ZAT, gone on with
limits        how much is sent at once
daily_lists   what is told in one mail a day
send          what is owed sent, old bytes forgotten
```
"""
