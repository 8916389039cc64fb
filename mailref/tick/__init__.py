"""The parts of one tick of the machine; `service.tick` puts them in order.

```text
machine       what a tick works with, its mailboxes among it, and how a decision is written down
read_mailbox  each mail taken up, decided once, filed away; how often in vain
boxes         several mailboxes: who reads which, up to when all were read, the wait for mail
answering     what a mail changes, or who is asked first; the game master's orders
begun_before  a game that the mailbox knows and the record does not: it waits
taking_up     a record that was put back
progress      games opened, closed at their ZAT, gone on with; our clock compared
pairing_up    tournaments begun, results taken, rounds paired
holding       one installation on one mailbox
standing      how the machine stands, as commands beside it say it
health        what keeps the machine from its work: noted, told, over; how it does, for Prometheus
limits        how much is sent at once
daily_lists   what is told in one mail a day or a week
send          what is owed sent, old bytes forgotten; what a mail answers, and mail that came back
```
"""
