"""The servers: mail fetched by IMAP, mail handed over by SMTP; what they do wrong ends here.

```text
ports            what a tick asks of a mailbox and an outbox
imap_mailbox     the inbox as a tick sees it
imap_connection  a connection made, its clock, waiting for mail, hung up
imap_listing     what lies in the inbox
imap_mark        which installation has the mailbox
imap_filing      where a mail goes when it is done with, and what lies there
spool            a folder into which mail is delivered, for those without IMAP
meaning          what a failed connection means, in words
smtp             the outbox, and how long to wait before trying again
oauth            tokens in place of a password
dkim             DKIM signatures, where dkimpy is installed
```
"""
