"""The embedded mail server: for the demo, and as a peer that fails on request for tests.

embedded    both servers in one thread: what the program talks to
faults      what can be asked to go wrong
imap        IMAP4rev1 with UIDPLUS, MOVE, IDLE, LITERAL+: commands in, answers out
session     what one connection has open and is told
folders     commands about folders
mails       commands about mails
search      which mails are asked for
fetch       what is shown of them
wire        IMAP's syntax
post        SMTP (aiosmtpd)
store       the mails, in memory
loop        an event loop in a thread
"""

from mailref.demo.server.embedded import EmbeddedServer
from mailref.demo.server.misbehaviour import Effect, Fault, Faults, Moment
from mailref.demo.server.smtp_server import Parcel

__all__ = ["Effect", "EmbeddedServer", "Fault", "Faults", "Moment", "Parcel"]
