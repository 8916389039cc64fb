"""The referee: what is decided about a mail, at a deadline and for the game master.

```text
policy             the settings of a game that concern decisions
findings           what the referee makes of a mail, and what it sees
identity           who writes: players, tokens, what a game demands as proof
deadline           every question about a ZAT
asking             who is asked back, and why
consider           a mail to findings, entry by entry
answer             findings to a decision
family             what is asked of a game, and which family answers
rounds_family      the family of games in rounds: what an entry is worth, what is recorded
player_commands    HILFE, STAND, ANMELDEN ... carried out
gm_orders          what the game master may order
gm_results         what became of each, what he should know of it; his last order taken back
gm_order_lines     his mail, read as orders line by line
gm_orders_by_mail  his orders by mail, carried out and answered
gm_decisions       his orders carried out
letters            letters that he gives, replaces or has drawn anew
corrections        scores and words corrected; what follows computed anew, what is kept
rounds             closing a round and going on
reports            who is told what when a game is opened and when a round has been closed
register           games opened, kept in step with the settings; players excluded, renamed, told
reminders          what is mailed because time passes; how a game stands, for who runs it
notices            what the game master must know, and what players are told about a ZAT
contents           what one mail tells, as a value
turn_faces         what may be shown of a game in turns, to all and to one player
turn_contents      what the mails of a game in turns tell
mails              decisions, and the mails they owe
```
"""
