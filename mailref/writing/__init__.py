"""Decisions to mails, above the referee: the only place, with templates/, that has sentences for people.

```text
compose        owed mails to composed ones
scene          what the templates of one mail have at hand
document       a template's text to headings, facts and figures
rendering      a document as text of 72 columns, and as HTML
mail_bytes     a composed mail as bytes under our headers, what many share once
views          moves and faults as templates see them; dates, plurals, lists
never_a_move   our lines kept from being read as moves
answer_mails   answers to entries; notices about mails and dates
desk_mails     questions about words, and how a game stands, for who runs it
report_mail    reports and openings
turn_views     a game in turns as templates see it
table_views    the table of WORT-Rummikub as templates and figures see it
turn_mails     the mails of a game in turns
turn_files     what is kept of one: files attached to its mails; its archive, told turn by turn
bingo_mails    the mails of Scrabble-Bingo
archive        a game in rounds, or of Scrabble-Bingo, as pages
club_page      a tournament: its page with table, meetings, ratings; its mails
```
"""
