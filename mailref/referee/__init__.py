"""The referee: what is decided about a mail, at a deadline and for the game master.

```text
answer           findings to a decision
asking           who is asked back, and why
consider         a mail to findings, entry by entry; whether the words around a move name another player
contents         what one mail tells, as a value: what all have, and those of any game
deadline         every question about a ZAT
findings         what the referee makes of a mail, and what it sees
gm_order_lines   his mail, read as orders line by line; these carried out together, and answered
gm_orders        what the game master may order, why it is refused, what became of it
identity         who writes: players, tokens, what a game demands as proof
lots             words of players that are mixed into draws: when they are asked for, and from whom
mails            decisions, and the mails they owe; what of one a reader may see who may see only what all may
new_addresses    a new address of a player: who is told, how long it waits, what his old one says
notices          what the game master must know beside the games
player_commands  HILFE, STAND, ANMELDEN ... carried out
policy           the settings of a game that concern decisions; games with them, and who is at which address
register         players and rulings kept in step with the settings; players excluded, renamed, told, as results
reports          what a step needs beside the game; a mail to all
shown            what commands show of a running game, whatever its kind
```
"""
