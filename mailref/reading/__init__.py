"""Bytes to what a person wrote: who wrote, which lines are his own, whether it was a person at all.

What those lines ask for is read in `orders`.

```text
html_to_lines   a text or HTML part to lines, without what nobody sees
incoming_mail   that value, and what the installation tells the reader; how much one mail is looked at
mail_programs   what mail programs say, as data of each language
mime            a mail taken apart: fields, encoded words, addresses, its parts; bytes to characters as they were meant
our_runs        runs of our words, by which a sentence of ours is known where nothing is filled in
quotes          what the person wrote, above, below and inside quotes; our own sentences, known again by their words
read_mail       bytes to a mail value, and what proves its sender; the border
robots          whether a program wrote a mail, and what a bounce says
```
"""
