"""Bytes to entries, below the referee: who wrote, what the person wrote, what it asks for.

```text
read_mail       bytes to a mail value: the way in, and the border for hostile mail
incoming_mail   that value, and what the installation tells the reader
mime            the parts of a mail, and which hold its text
headers         fields, encoded words, addresses
characters      bytes to characters as they were meant
plain_to_lines  a text part to lines
html_to_lines   an HTML part to lines, without what nobody sees
quote_phrases   how mail programs say "quoted", "forwarded", "sent from"
quotes          what the person wrote, above, below and inside quotes
robots          whether a program wrote it
robot_subjects  what programs write as a subject, language by language
gist            what a mail says but for dates and numbers
bounces         what a bounce says: whom it could not reach, which mail of ours, for good or not
authentication  what a mail proves about its sender
authentication_results  the fields in which servers say so
read_entries    lines to entries: the reader that the referee calls
entries         what comes out of it
fields          place and word on lines of their own, joined
sections        what stands under one heading
second_thoughts  what of it a later line replaces or puts in doubt
move_lines      one line to its rows
sentences       a play inside a sentence, and what the words around it make of it
shapes          what a play looks like from afar: what the grammar is asked about at all
grammar         one line by the grammar
ordinals        jokers named by their order in a word
plays           a line of the grammar to a play with its faults
names           names of games and players, read loosely
subject_line    the tag of a game and its round, or a game named in words
commands        names of commands
times           times as people write them
printing        an entry as a player would write it
```
"""
