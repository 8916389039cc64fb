"""Bytes to entries, below the referee: who wrote, what the person wrote, what it asks for.

```text
read_mail       bytes to a mail value: which parts hold its text; the way in, and the border for hostile mail
incoming_mail   that value, and what the installation tells the reader
mime            a mail taken apart: fields, encoded words, addresses; its parts
characters      bytes to characters as they were meant
html_to_lines   a text or HTML part to lines, without what nobody sees
quotes          what the person wrote, above, below and inside quotes
robots          whether a program wrote it: headers, subjects; what a bounce says
echoes          what a mail says that neither we nor its sender said before
authentication  what a mail proves about its sender, by the fields in which servers say so
read_entries    lines to entries: the reader that the referee calls
entries         what comes out of it
several_lines   a play on several lines joined; what a later line replaces, takes back, puts in doubt
our_sentences   our own sentences, known again by their words: what stands in one is no move
sections        what stands under one heading
table_lines     lines to the orders of WORT-Rummikub
table_trees     what a line that table.lark has read asks for there
attention       how much one mail is looked at
ready           what takes long to work out of a grammar, as text made beforehand
order_readers   who reads the orders of each kind of game; those of Un-Scrabble and of chosen letters
bingo_lines     lines to the words of Scrabble-Bingo, and to a call
order_lines     one line to what it asks for in a game at a table, but for a play
left_over       what stands beside an exchange: more tiles, or words that say nothing of tiles
order_sentences  an order inside a sentence, and what the clauses around it make of it
conditions      on what a move in advance depends, before it or behind it
turn_orders     lines to the orders of a game in turns
move_lines      one line to its rows
found_plays     where a play stands in a line that is more than that
sentences       what the words around a play in a sentence make of it
shapes          what a play looks like from afar: what the grammar is asked about at all
grammar         one line by the grammar
plays           a line of the grammar to a play with its faults
names           names of games and players, and times, read loosely
subject_line    the tag of a game and its round, or a game named in words
commands        names of commands
yes_and_no      whether a line says yes or no
```
"""
