"""The record: append-only events, mails seen and mails owed, one transaction for each decision."""
