"""The parts of one tick of the machine; `service.tick` puts them in order.

```text
machine       what a tick works with, how a decision is written down, how much is sent; troubles told
read_mailbox  several mailboxes; each mail taken up, decided once, filed away; who is asked first; a record put back
begun_before  a game that the mailbox knows and the record does not: it waits
club          orders by which members of a club begin games
deadlines     games opened, closed at their ZAT, gone on with; tournaments; what is told once a day or a week
pages         when pages for all are written anew
holding       one installation on one mailbox
send          what is owed sent, old bytes forgotten; what a mail answers, and mail that came back
```
"""
