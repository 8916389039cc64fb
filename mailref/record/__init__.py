"""A whole game for others, and the proof from that file alone that it was refereed by the rules.

```text
codec        events and games as they are written, and read again
compare      two exports value by value
export       the whole game as one object: how it began, its public events, what they tell
game_json    what an export tells of a game in rounds, with the hash that each report carries
order_json   what a mail asks for in any game in turns, as `judge --json` has it
ordered      what must be so for an order to be carried out, in games with rounds
public       the public form of events; the kinds of games, each loaded when it is asked for
read_export  such an export to values, every fault named by its place
round_json   moves and rounds as JSON (contract 3 and 4)
script       the recorded events, gone through while they are decided again
verify       the check: what is recorded is decided again, and what it tells is compared
```
"""
