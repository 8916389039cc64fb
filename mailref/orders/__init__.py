"""Lines of a mail to what they ask for: plays, commands, orders; for all kinds of game.

```text
absences      whose absence a sentence tells of, and what takes a noted one back
as_laid       what is said of tiles that are taken, in the words of a play
at_odds       whether a mail says of the parts of its play what that does not have
bare          a mail that says its moves and nothing else, of which no rule for what stands beside them has a say
beside        what a sentence beside a play makes of it: whose it is, for when, whether it counts
by_neighbours  a play whose place its mail tells by the words beside it: `DAUERT senkrecht, das T kommt an WINTER`
chosen        the move that is meant of two or three that a mail names, by what is said around each
clearly_meant  the one play of a mail that all its sentences leave as it is, though a rule would ask
club_lines    lines by which members of a club begin games
commands      names of commands
decided       the move that a mail decides on, beside others that it names
disowned      what a sentence says that takes a mail from its writer, or its move from the mail
drawn_tables  a table drawn with bars, each row as the field or the order that it is
entries       what comes out of it: entries, the rows of which they are made, what a player asks for beside plays
explained     what a mail explains of the letters of a play, which is left out
fields        a play on several lines, or in the cells of a row, as one line
games_apart   which part of a sentence is for which game
grammar       one line by the grammar; what takes long, made beforehand
in_small_letters  a mail without capitals that names several plays, as one with them
jokers_said   which letter is a blank, said in plain words, as the grammar reads it
kind_words    whether a mail says nothing but thanks, praise, wishes and good-byes
known_words   what a sentence says of words on the board, of those that a play forms there, and of its game's title
letter_by_letter  a play whose letters stand apart, or one below another
move_lines    one line to its rows; a line of the grammar to a play with its faults
name_wishes   whether pages are to show its writer's name, in words of his own
named         whether a sentence makes an order at a table of what it names in words of its own
order_lines   lines, and clauses of sentences, to orders beside plays, and their conditions: one pass for all kinds
free_words    a play in words of its writer's own, where nothing else is read; booked or asked about
order_words   the words of orders in games in turns, in patterns
other_matters  whether words right before a short order answer another matter, say a habit or a hope
other_things  whether a sentence takes or numbers something that is none of a table's
read_entries  lines to entries: the reader that the referee calls; how the players of a game write, as its kind says
reckoned      the one play that can be meant by the words, squares and points that a mail names
remarks       how a sentence beside a play is weighed, by what people wrote
requests      what a sentence asks of the person who runs the game, and no robot can do
roles         what a sentence is about, by the words in it: rows of small talk, the roles of words
said_at_table  whether what stands around an order at a table says that it is not meant, or whose it is
said_of_word  a challenge, or that a play is accepted, in a sentence of its writer's own
sections      what several lines say together, under one heading; what the words around a play make of it
sent_earlier  a move told as sent before, and the one that takes its place
set_aside     what a mail says around an order at a table and nothing of it: its turn, brackets, a try broken off
shapes        what a play looks like from afar; names of games and players, and times, read loosely; tags
square_by_square  a play told square by square: `O8 F, O9 A, O10 L`, `A on A12, H on B12`, `| H | A12 |`
stand_ins     orders at a table as plays of a round, so that their mails are read as those of rounds are
taken_back    what a mail takes back of earlier mails: what is left of it without that
slips         one slip of the keys in the word of an order at a table
spoken        in which language somebody writes who has chosen none
table         every order of players: its words, what stands behind it, who may give it
table_forms   fields of a form at a table, as the lines that ask for the same
true_of_play  what a mail says of the parts of its play that is true, and is left out where it is asked about
turn_said     a pass or an exchange in words of its writer's own: which tiles go, and whether it is meant
whole_mail    what a mail as a whole says of the move in it: whose it is, that it was corrected below
written_for   whether a mail's writer makes its move for another, or tells another to make it
whether_to_play  whether who is asked says that he plays, in words of his own
yes_and_no    whether a line says yes or no
```
"""
