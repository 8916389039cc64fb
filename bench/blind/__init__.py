"""Mails written without sight of the program, and how they are read (`__main__.py`)."""
