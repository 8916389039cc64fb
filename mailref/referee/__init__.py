"""The referee: what is decided about a mail, at a deadline and for the game master.

```text
asking            who is asked back, and why; findings to a decision
asked_beside      what a mail asks of a person beside its move
consider          a mail to findings, entry by entry; whether the words around a move name another player
contents          what one mail tells, as a value: what all have, and those of any game; what the game master must know
gm_order_lines    his mail, read as orders line by line; these carried out together, and answered
gm_orders         what the game master may order, the table of it, why it is refused, what became of it
identity          who writes: players, tokens, what a game demands as proof; a new address, and what his old one says
mails             decisions, and the mails they owe; what of one a reader may see; what commands show of a game
messages          what players write to each other through the referee
my_games          MEINE SPIELE: all games of somebody, with what is wanted of him
order_results     what orders have led to, where it is the same in any game
player_commands   HILFE, STAND, ANMELDEN ... carried out
player_names      how somebody may be called, anywhere and in a club
policy            settings that concern decisions, rulings in step with them; what the referee makes of a mail
reports           what a step needs beside the game; a mail to all; words of players that are mixed into draws
ruling_sentences  what the game master says of a word in a sentence of his own
shown_names       what a player says in one game and holds in all his: whether pages show his name, his language
```
"""
