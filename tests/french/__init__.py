"""Two games by mail in French, by their mails alone."""
