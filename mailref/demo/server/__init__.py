"""The embedded mail server of the demo; for tests it is made to fail in `tests/servers/faulty.py`.

```text
embedded      both servers in one thread: what the program talks to
imap_server   of IMAP4rev1 with UIDPLUS, MOVE, LITERAL+ what a tick of the program uses
mail_store    the mails, in memory
```
"""
