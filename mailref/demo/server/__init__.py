"""The embedded mail server: for the demo, and as a peer that fails on request for tests.

```text
embedded      both servers in one thread: what the program talks to
imap_server   of IMAP4rev1 with UIDPLUS, MOVE, IDLE, LITERAL+ what the program and its tests use
imap_session  commands as they come; what one connection has open and is told
mail_store    the mails, in memory, and what can be asked to go wrong
```
"""

from mailref.demo.server.embedded import EmbeddedServer, Parcel
from mailref.demo.server.mail_store import Effect, Faults, Misstep, Moment

__all__ = ["Effect", "EmbeddedServer", "Faults", "Misstep", "Moment", "Parcel"]
