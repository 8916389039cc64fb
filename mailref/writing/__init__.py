"""Decisions to mails, above the referee: the only place, with templates/, that has sentences for people.

```text
answer_mails  answers to entries; notices about mails and dates
archive       a game in rounds, or of Scrabble-Bingo, as pages
compose       owed mails to composed ones
desk_mails    questions about words, and how a game stands, for who runs it
document      a template's text to headings, facts and figures
mail_bytes    a composed mail as bytes under our headers, what many share once
never_a_move  our lines kept from being read as moves
rendering     a document as text of 72 columns, and as HTML
scene         what the templates of one mail have at hand
views         moves and faults as templates see them; dates, plurals, lists
```
"""
