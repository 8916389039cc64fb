"""Decisions to mails: the only place, with templates/, that has sentences for people."""
