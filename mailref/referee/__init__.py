"""The referee: what is decided about a mail, at a deadline and for the game master.

```text
policy             the settings of a game that concern decisions; games with them, and who is at which address
findings           what the referee makes of a mail, and what it sees
identity           who writes: players, tokens, what a game demands as proof
deadline           every question about a ZAT
asking             who is asked back, and why
meant              what a mail may have meant, as it should have been written
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
corrections        scores and words corrected; what follows computed anew, what is kept
rounds             closing a round and going on; letters that the game master gives, replaces or has drawn anew
reports            who is told what: of a game that is opened, a round that has been closed, a tournament
lots               words of players that are mixed into draws: until when one counts, and from whom
register           games opened, kept in step with the settings; players excluded, renamed, told
new_addresses      a new address of a player: who is told, how long it waits, what his old one says
public_part        what of a mail a reader is shown who may see only what all may
reminders          what is mailed because time passes; how a game stands, for who runs it
notices            what the game master must know, and what players are told about a ZAT
contents           what one mail tells, as a value
mails              decisions, and the mails they owe
turns_family       the family of games in turns: what an entry does, what is recorded and told
turn_play          a course of such a game; what it records, who is told what
turn_opening       seats, who begins, the first racks
turn_clock         every question about the ZAT of a turn
turn_steps         what time and the settings bring about in it
turn_gm_orders     what the game master may order in games in turns alone
turn_decisions     his orders carried out there
turn_showing       such a game shown: to all, to one player; what has just happened
turn_faces         what may be shown of it, as values
turn_stewards      what is asked of one kind of game in turns, and who answers; WORT-Rummikub, Un-Scrabble
solo_family        a league of soloists: what its players write, its ZAT, the table of totals
solo_tables        its tables as the family of turns sees each; several moves of a mail; what may be told of the league
turn_classic       the classic game there: dealt, shown, what was possible; the table of a soloist
bingo_family       the family of Scrabble-Bingo: what words and calls are worth; the game master's orders
bingo_steps        what time and the settings bring about there: ZATs, tiles, questions, reminders
bingo_contents     what its mails tell
rematch            the same game once more, where all who played want it
turn_contents      what its mails tell, and those about a tournament
```
"""
