"""The embedded mail server: for the demo, and as a peer that fails on request for tests.

```text
embedded       both servers in one thread: what the program talks to
misbehaviour   what can be asked to go wrong
imap_server    of IMAP4rev1 with UIDPLUS, MOVE, IDLE, LITERAL+ what the program and its tests use
imap_session   what one connection has open and is told
imap_commands  commands about folders and mails
imap_syntax    commands as they come
smtp_server    SMTP (aiosmtpd)
mail_store     the mails, in memory
```
"""

from mailref.demo.server.embedded import EmbeddedServer
from mailref.demo.server.misbehaviour import Effect, Faults, Misstep, Moment
from mailref.demo.server.smtp_server import Parcel

__all__ = ["Effect", "EmbeddedServer", "Faults", "Misstep", "Moment", "Parcel"]
