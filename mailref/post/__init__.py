"""The servers: mail fetched by IMAP, mail handed over by SMTP; what they do wrong ends here.

```text
ports         what a tick asks of a mailbox and an outbox; what their faults mean, in words
imap_mailbox  the inbox as a tick sees it, its connection, its folders; where a mail goes when it is done with
spool         a folder into which mail is delivered, for those without IMAP
smtp          the outbox, and how long to wait before trying again
oauth         tokens in place of a password
dkim_check    whether a DKIM signature holds, where dkimpy is installed; we sign nothing
```
"""
