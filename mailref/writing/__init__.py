"""Decisions to mails, above the referee: the only place, with templates/, that has sentences for people.

```text
archive       what the pages of a recorded game are made with
compose       owed mails to composed ones; a document as text and as HTML
document      a template's text to headings, facts and figures, each with its lines of text
mails         notices, summaries, and what else is about no game, or about any
mail_bytes    a composed mail as bytes under our headers, what many share once
never_a_move  our lines kept from being read as moves
site          the front page of a club, pages of players, news and dates
scene         what the templates of one mail have at hand, and who writes it: moves, faults, dates, plurals, lists
```
"""
