"""Lines of a mail to what they ask for: plays, commands, orders; for all kinds of game.

```text
commands      names of commands
entries       what comes out of it: entries, and the rows of which they are made
grammar       one line by the grammar
habits        how the players of a game write, as its kind says
move_lines    one line to its rows; a line of the grammar to a play with its faults
names         names of games and players, and times, read loosely; the tag in a subject
order_lines   a line, or a clause of a sentence, to what it asks for in a game at a table, but for a play
order_words   how orders in games in turns are written: the words of each language
read_entries  lines to entries: the reader that the referee calls
ready         what takes long to work out of a grammar, as text made beforehand
sections      what several lines say together; what stands under one heading
sentences     where a play stands in a line that is more than that, and what the words around it make of it
shapes        what a play looks like from afar: what the grammar is asked about at all
table         every order of players: its words, what stands behind it, who may give it
turn_orders   lines to the orders of a game in turns; conditions of moves in advance
written       what a player asks for beside plays, as written; what somebody may have meant
yes_and_no    whether a line says yes or no
```
"""
