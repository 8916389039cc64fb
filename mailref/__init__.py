"""mailref: an email bot that referees play-by-mail Scrabble.

```text
rules/    the game: tiles, board, moves, scoring, legality, draws, adjudication   (core)
mail/     incoming, entries, replies (core); imap, smtp (shell)
report/   board picture, score sheet, chart: values in, text and bytes out        (core)
referee/  what is decided about a mail and at a deadline                          (core)
service, journal, daemon, settings, assets, cli                                   (shell)
demo/     an embedded mail server and simulated players
```
"""

__version__ = "0.1.0"
