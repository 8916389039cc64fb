"""Decisions to mails, above the referee: the only place, with templates/, that has sentences for people.

```text
compose       owed mails to composed ones
scene         what the templates of one mail have at hand
document      a template's text to headings, facts and figures
to_text       a document as text of 72 columns
to_html       a document as HTML
mail_bytes    a composed mail as bytes, what many share once
own_headers   From, Message-ID, References and their kin
phrasing      dates, plurals, lists
views         moves and faults as templates see them
never_a_move  our sentences kept from being read as moves
answer_mails  answers to entries
notice_mails  mails about a mail, about many, about a date
report_mail   reports and openings
archive       a whole game as pages
```
"""
