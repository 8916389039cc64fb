"""Pictures, tables and charts of a game: values in, text and bytes out.

```text
board_view  the board as it is shown, as text, and its colours
picture     the board as PNG
tile_faces  single squares of it
table_picture  the table of WORT-Rummikub, as PNG and as text
sheet       the score sheet as rows, and the letters left
sheet_text  as text and CSV
pdf         as PDF, fit to be bound
pdf_page    what stands on each printed page: title, board, facts, letters, ruled tables
forms       an empty score sheet and the list of letters, to print and copy
turn_pdf    a game in turns as PDF
paper       what it is printed on: formats, fonts, broken lines
chart       totals over the rounds
calendar    the next ZAT as a calendar event
```
"""
