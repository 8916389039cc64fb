"""mailref: an email bot that referees play-by-mail Scrabble; docs/house.md shows the rooms."""

__version__ = "0.2.0"
