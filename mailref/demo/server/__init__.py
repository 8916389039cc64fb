"""The embedded mail server: for the demo, and as a peer that fails on request for tests.

```text
embedded       both servers in one thread: what the program talks to
misbehaviour   what can be asked to go wrong
imap_server    IMAP4rev1 with UIDPLUS, MOVE, IDLE, LITERAL+: commands in, answers out
imap_session   what one connection has open and is told
imap_commands  commands about mails
imap_syntax    commands as they come, and what a SEARCH asks for
smtp_server    SMTP (aiosmtpd)
mail_store     the mails, in memory
```
"""

from mailref.demo.server.embedded import EmbeddedServer
from mailref.demo.server.misbehaviour import Effect, Fault, Faults, Moment
from mailref.demo.server.smtp_server import Parcel

__all__ = ["Effect", "EmbeddedServer", "Fault", "Faults", "Moment", "Parcel"]
