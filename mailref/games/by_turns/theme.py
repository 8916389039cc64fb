"""What is said to fit the theme of a game (classic 8.2)."""

from mailref.structs import OnRecord


class ThemeClaim(OnRecord, frozen=True):
    """A word that its player says fits the theme (classic 8.2)."""

    number: int
    player: str
    word: str
