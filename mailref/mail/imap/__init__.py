"""The mailbox on an IMAP server.

mailbox     the inbox as a turn of the machine sees it; foreign exceptions end here
connection  a client that is connected, logged in and has the inbox open
listing     which mails there are, and the mails themselves
filing      where a mail goes when it is done
waiting     IDLE, and how a wait is ended from outside
clock       the server's clock
"""

from mailref.mail.imap.mailbox import ImapMailbox

__all__ = ["ImapMailbox"]
