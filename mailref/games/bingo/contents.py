"""What the mails of Scrabble-Bingo tell: how a game stands, and a player's own words (other games 2)."""

from collections.abc import Iterator

from msgspec import Struct

from mailref.games.bingo.course import completed_at, words_in_force
from mailref.games.bingo.events import BingoReached
from mailref.games.bingo.game import BingoGame, CalledTiles
from mailref.games.bingo.rules import Crossed, crossed_out
from mailref.games.by_rounds.contents import FaceByRounds
from mailref.games.secret import Secret
from mailref.tiles.lexicon.verdicts import Lexicon


class LeftRow(Struct, frozen=True):
    """How far a player is, as everybody is told."""

    player: str
    left: int
    has_left: bool
    """Whether he plays no more."""


class RevealedWords(Struct, frozen=True):
    """A player's words after the end."""

    player: str
    crossed: Crossed
    tile: int | None
    """With which tile he was complete; None: he was not."""
    is_winner: bool


class BingoFace(FaceByRounds, frozen=True, kw_only=True):
    """How a game stands: of anybody's words only numbers, as long as it is not over."""

    takes_words: bool
    draws: tuple[CalledTiles, ...]
    rows: tuple[LeftRow, ...]
    """Who plays, in the order they joined; nobody before the first ZAT."""
    silent: tuple[str, ...]
    """Who takes part and sent no words in time."""
    bag: int
    first_call_wins: bool
    """Whether a ZAT has passed at which somebody could have called, and nobody did."""
    outcome: BingoReached | None
    revealed: tuple[RevealedWords, ...]

    @property
    def drawn(self) -> int:
        """Return how many tiles have been drawn."""
        return sum(len(each.tiles) for each in self.draws)


def revealed_words(game: BingoGame) -> Iterator[RevealedWords]:
    """Yield the words of all who play."""
    won = game.outcome.players if game.outcome is not None else ()
    for name, words in game.words.value if game.words is not None else ():
        crossed = crossed_out(words, game.drawn, blanks=game.rules.blanks)
        tile = completed_at(game, name, game.drawn)
        yield RevealedWords(name, crossed, tile, name in won)


class BingoOwn(Struct, frozen=True):
    """What a player alone may see: his words."""

    crossed: Secret[Crossed]
    undecided: tuple[str, ...] = ()
    """Those of them that wait for a ruling."""
    is_complete: bool = False
    fresh: int = 0
    """How many of their letters the tiles drawn last crossed out, a blank for one."""


def own_words(game: BingoGame, player: str | None, lexicon: Lexicon) -> BingoOwn | None:
    """Return a player's words as they are in force; None where he has none."""
    if player is None or player not in game.players:
        return None
    undecided: tuple[str, ...] = ()
    words = game.words_of(player)
    if game.takes_words:
        found = words_in_force(game, lexicon).get(player)
        words = found.judged.words if found is not None else None
        undecided = found.judged.undecided if found is not None else ()
    if words is None:
        return None
    blanks = game.rules.blanks
    before = "".join(each.tiles for each in game.draws[:-1])
    now = crossed_out(words, game.drawn, blanks=blanks)
    return BingoOwn(
        Secret(now),
        undecided,
        is_complete=completed_at(game, player, game.drawn) is not None,
        fresh=crossed_out(words, before, blanks=blanks).left - now.left,
    )
