"""The referee: what is decided about a mail, at a deadline and at the game master's desk."""
