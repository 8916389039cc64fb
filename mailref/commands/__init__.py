"""The commands, a module each; cli.py imports only the one that is called.

```text
init     a first settings file, and what it asks
check    every fault of the settings; both servers with --online
service  the daemon as a service of systemd
run      `run` and `once`
deliver  one mail from a mail server, for those without IMAP
login    agreed once in a browser, for OAuth 2
restore  `backup`, `restore`, `proceed`, and `resend`
forget   a person taken out of the record
judge    what the referee would answer
status   how games stand
decide   what the game master decides
preview  the report as it would go out; `print`, that of a closed round on paper
unsubscribe  reports ended for whom a token names, for the page of one click
top      the best possible moves
export   a whole game
site     pages that anybody may read, written now
verify   a game replayed; the receipt of a rack
demo     a game that plays itself
club     a recorded tournament for export and verify; challenges on a ladder
ordered  what a mail orders in a club, for judge
options  the options of commands, as data
sources  what is told on the line of a command, the office and the record it looks into
```
"""
