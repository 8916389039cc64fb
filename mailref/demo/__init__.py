"""A game that plays itself: embedded mail server and simulated players."""
