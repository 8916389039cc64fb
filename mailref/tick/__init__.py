"""The parts of one tick of the machine; `service.tick` puts them in order.

```text
machine       what a tick works with, and how a decision is written down
read_mailbox  each mail taken up, decided once, filed away
adopting      the game master's mail: orders, and mails of strangers that shall count
progress      games opened, closed at their ZAT, gone on with
news          what the game master is told beside the games
daily_lists   how often one sender may occupy the game master
limits        how much we answer
send          what is owed sent, old bytes forgotten
```
"""
