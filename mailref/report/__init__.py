"""Pictures, tables and charts of a game: values in, text and bytes out.

```text
chart           totals over the rounds
gcg             what every file in GCG has
pdf             as PDF, fit to be bound; empty forms to print and copy; the next ZAT as a calendar event
picture         the board as it is shown, as text and as a picture, and its colours
sheet           a score sheet as values, as text and CSV; the letters left; what is printed, and who makes files of it
```
"""
