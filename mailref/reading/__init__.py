"""Bytes to what a person wrote: who wrote, which lines are his own, whether it was a person at all.

What those lines ask for is read in `orders`.

```text
attention       how much one mail is looked at
authentication  what a mail proves about its sender, by the fields in which servers say so
echoes          what a mail says that neither we nor its sender said before
html_to_lines   a text or HTML part to lines, without what nobody sees
incoming_mail   that value, and what the installation tells the reader
mail_programs   what mail programs say, as data of each language
mime            a mail taken apart: fields, encoded words, addresses, its parts; bytes to characters as they were meant
our_sentences   our own sentences, known again by their words: what stands in one is no move
quotes          what the person wrote, above, below and inside quotes
read_mail       bytes to a mail value: which parts hold its text; the way in, and the border for hostile mail
robots          whether a program wrote it: headers, subjects; what a bounce says
```
"""
