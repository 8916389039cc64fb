"""Pictures, tables and charts of a game: values in, text and bytes out.

```text
attachments     what is printed and entered in calendars, as values; who makes files of them
board_on_paper  the board and the table in lines, for a PDF
board_view      the board as it is shown, as text, and its colours
calendar        the next ZAT as a calendar event
chart           totals over the rounds
gcg             what every file in GCG has
maker           makes them in the process that asks
pdf             as PDF, fit to be bound; a game in turns, too; empty forms to print and copy
pdf_page        paper and fonts, and what stands on each printed page: title, board, facts, letters, ruled tables
picture         the board as a picture
sheet           a score sheet as values, and the letters left
sheet_text      as text and CSV
```
"""
