"""Pictures, tables and charts of a game: values in, text and bytes out.

```text
board_view  the board as it is shown, and as text
picture     the board as PNG
tile_faces  single squares of it
look        its colours
sheet       the score sheet as rows
sheet_text  as text and CSV
pdf         as PDF, fit to be bound
paper       what it is printed on: formats, fonts, broken lines
chart       totals over the rounds
calendar    the next ZAT as a calendar event
labels      the words of tables, from a template
```
"""
