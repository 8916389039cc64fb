"""Mail: from bytes to entries and from decisions to mails (core); IMAP and SMTP (shell)."""
