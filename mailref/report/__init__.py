"""Pictures, tables and charts of a game: values in, text and bytes out.

```text
attachments     what is printed and entered in calendars, as values; who makes files of them
board_view      the board as it is shown, as text, and its colours
calendar        the next ZAT as a calendar event
chart           totals over the rounds
gcg             what every file in GCG has
maker           makes them in the process that asks
pdf             as PDF, fit to be bound; a game in turns, too; empty forms to print and copy
picture         the board as a picture
sheet           a score sheet as values, as text and CSV; the letters left
```
"""
