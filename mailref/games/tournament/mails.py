"""The mails about a tournament: what has happened in it, or why nobody was challenged."""

from mailref.games.tournament.club_page import club_scene as scene

__all__ = ["scene"]
