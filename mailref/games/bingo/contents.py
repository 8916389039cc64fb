"""What the mails of Scrabble-Bingo tell, as values without a sentence (other games 2).

Each has a public part, the same for all, and, for a player, his own words, which he alone may see.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.bingo.course import (
    completed_at,
    has_passed_uncalled,
    letters_left,
    words_in_force,
    words_undecided,
)
from mailref.games.bingo.events import BingoReached
from mailref.games.bingo.game import BingoGame, CalledTiles
from mailref.games.bingo.policy import BingoPolicy, RunningBingo
from mailref.games.bingo.rules import BingoRules, Call, Crossed, crossed_out, words_in
from mailref.games.game import Press, unread_note
from mailref.games.secret import Secret
from mailref.referee.contents import Answer, AnswerToCommands, AnswerToEntry, Content
from mailref.referee.findings import Office, Unread
from mailref.referee.notices import ZatChange
from mailref.tiles.lexicon.verdicts import WordBook

FIRST_ROUND = 1
"""Until its ZAT words may come."""


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


class BingoFace(Struct, frozen=True):
    """How a game stands, as everybody may see it."""

    title: str
    rules: BingoRules
    number: int
    """Of the round that is open, or comes next."""
    is_open: bool
    opened: datetime | None
    deadline: datetime | None
    is_paused: bool
    takes_words: bool
    draws: tuple[CalledTiles, ...]
    rows: tuple[LeftRow, ...]
    """Who plays, in the order they joined; nobody before the first ZAT."""
    silent: tuple[str, ...]
    """Who takes part and sent no words in time."""
    unread: tuple[str, ...]
    """Of those, whose mail could not be read."""
    bag: int
    first_call_wins: bool
    """Whether a ZAT has passed at which somebody could have called, and nobody did."""
    commitment: str
    lexicon: str
    outcome: BingoReached | None
    revealed: tuple[RevealedWords, ...]
    ended: str
    seed: str | None

    @property
    def drawn(self) -> int:
        """Return how many tiles have been drawn."""
        return sum(len(each.tiles) for each in self.draws)


def bingo_face(game: BingoGame) -> BingoFace:
    """Return how a game stands: of anybody's words only numbers, as long as it is not over."""
    playing = game.round
    fixed = game.words.value if game.words is not None else ()
    names = [name for name, _ in fixed]
    calls = game.rules.call is Call.PLAYER and not game.is_over
    silent = tuple(player.name for player in game.active if player.name not in names)
    return BingoFace(
        title=game.title,
        rules=game.rules,
        number=game.round_number,
        is_open=playing is not None,
        opened=playing.opened if playing is not None else None,
        deadline=playing.deadline if playing is not None else None,
        is_paused=game.is_paused,
        takes_words=game.takes_words,
        draws=game.draws,
        rows=tuple(
            LeftRow(name, letters_left(game, name) or 0, game.players[name].has_left)
            for name in names
        ),
        silent=silent if game.words is not None else (),
        unread=tuple(name for name in silent if unread_note(game, FIRST_ROUND, name) in game.noted),
        bag=len(game.bag),
        first_call_wins=calls and has_passed_uncalled(game),
        commitment=game.commitment,
        lexicon=game.lexicon,
        outcome=game.outcome,
        revealed=tuple(_revealed(game)) if game.is_over else (),
        ended=game.ended,
        seed=game.seed,
    )


def _revealed(game: BingoGame) -> Iterator[RevealedWords]:
    won = game.outcome.players if game.outcome is not None else ()
    for name, words in game.words.value if game.words is not None else ():
        crossed = crossed_out(words, game.drawn, blanks=game.rules.blanks)
        tile = completed_at(game, name, game.drawn)
        yield RevealedWords(name, crossed, tile, name in won)


class BingoOwn(Struct, frozen=True):
    """What a player alone may see: his words."""

    player: str
    crossed: Secret[Crossed]
    undecided: tuple[str, ...] = ()
    """Those of them that wait for a ruling."""
    is_complete: bool = False
    has_called: bool = False


def own_words(game: BingoGame, player: str | None, lexicon: WordBook) -> BingoOwn | None:
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
    return BingoOwn(
        player,
        Secret(crossed_out(words, game.drawn, blanks=game.rules.blanks)),
        undecided,
        is_complete=completed_at(game, player, game.drawn) is not None,
        has_called=any(call.player == player for call in game.calls),
    )


class BingoDesk(Struct, frozen=True):
    """What the game master is told beside what all see: who has sent words, never which."""

    sent: tuple[str, ...]
    missing: tuple[str, ...]
    undecided: int
    """How many words wait for his ruling."""
    press: int
    """Texts that wait for their release."""
    unread: tuple[Unread, ...] = ()
    """Mails that were set aside unread and may hold words; said before the first ZAT alone."""


def bingo_desk(running: RunningBingo, office: Office) -> BingoDesk:
    """Return who has sent words as long as they may come, and what waits for the game master."""
    game = running.game
    sent = tuple(words_in_force(game, office.lexicon)) if game.takes_words else ()
    names = [player.name for player in game.active] if game.takes_words else []
    return BingoDesk(
        sent=sent,
        missing=tuple(name for name in names if name not in sent),
        undecided=len(words_undecided(game, office.lexicon)),
        press=sum(not item.is_released for item in game.press),
    )


class BingoOpening(Content, frozen=True):
    """The first mail of a game, and what each new player gets."""

    is_report: ClassVar[bool] = True
    face: BingoFace
    own: BingoOwn | None
    policy: BingoPolicy
    comment: str = ""
    for_game_master: bool = False
    is_trial: bool = False

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return replace(self, own=None)

    def for_the_desk(self) -> Self:
        return replace(self, for_game_master=True)


class BingoReport(Content, frozen=True):
    """What everybody is told after a ZAT."""

    is_report: ClassVar[bool] = True
    face: BingoFace
    own: BingoOwn | None
    policy: BingoPolicy
    number: int
    """The round that is over."""
    drawn: str
    """What was drawn at its ZAT; "" where somebody won by his call."""
    press: tuple[Press, ...] = ()
    comment: str = ""
    because: str = ""
    """The game master's reason, where he ended the game or closed the round early."""
    fresh: int = 0
    """How many letters of the reader these tiles crossed out, a blank for one."""
    is_preview: bool = False

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return replace(self, own=None, fresh=0)


class BingoAnswer(AnswerToEntry, frozen=True, kw_only=True):
    """Confirmation, question or rejection of words or of a call."""

    face: BingoFace
    own: BingoOwn | None
    """What is in force after it; None where the game master wrote for a player, in his copy."""
    policy: BingoPolicy
    is_registered_now: bool = False
    by_game_master: bool = False
    """Whether the game master has entered for the recipient what this answers."""
    was_in_time: bool = False
    """Whether words came before the first ZAT, and surfaced when tiles had been drawn."""

    @property
    def is_private(self) -> bool:
        return True

    def copy_for_game_master(self) -> Answer:
        unsaid = replace(self.considered, entry=None, found=None)
        return replace(self, own=None, considered=unsaid, for_game_master=True)

    def entered_by_game_master(self) -> Answer:
        return replace(self, by_game_master=True)

    @property
    def withheld(self) -> tuple[str, str]:
        written = words_in(self.considered.entry)
        if written is None:
            return self.policy.title, ""
        return self.policy.title, ", ".join(written.words) or written.span.text.strip()


class BingoRuled(Content, frozen=True):
    """A ruling changed which words of a player are in force, or whether they wait."""

    word: str
    accepted: bool | None
    because: str
    face: BingoFace
    own: BingoOwn | None
    policy: BingoPolicy

    @property
    def is_private(self) -> bool:
        return True

    @property
    def joins(self) -> tuple[str, ...]:
        return ("BingoAnswer",)


class BingoNotice(Content, frozen=True):
    """The ZAT was moved, the game paused or resumed, or nobody had sent words at the ZAT."""

    change: ZatChange
    face: BingoFace
    own: BingoOwn | None
    policy: BingoPolicy
    before: datetime | None
    """The ZAT until then."""
    because: str
    nobody: bool = False
    """Whether it was moved because nobody had sent words."""

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return replace(self, own=None)

    @property
    def joins(self) -> tuple[str, ...]:
        return ("BingoReport", "BingoOpening")


class BingoReminder(Content, frozen=True):
    """The first ZAT is near and no words of this player are in force; or he has still to call."""

    face: BingoFace
    own: BingoOwn | None
    policy: BingoPolicy

    @property
    def is_private(self) -> bool:
        return self.own is not None

    @property
    def joins(self) -> tuple[str, ...]:
        return ("BingoReport", "BingoOpening")


class BingoDigest(Content, frozen=True):
    """How a game stands before its ZAT, for the game master."""

    face: BingoFace
    desk: BingoDesk
    policy: BingoPolicy


class BingoCommandAnswer(AnswerToCommands, frozen=True, kw_only=True):
    """The answer to commands about one game of Scrabble-Bingo."""

    is_reply: ClassVar[bool] = False
    face: BingoFace
    own: BingoOwn | None
    policy: BingoPolicy
    desk: BingoDesk | None = None
    """For STAND of the game master."""

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return replace(self, own=None)

    def copy_for_game_master(self) -> Answer:
        return replace(self, own=None)

    def entered_by_game_master(self) -> Answer:
        return replace(self, desk=None)

    def with_desk(self, desk: Struct) -> AnswerToCommands:
        assert isinstance(desk, BingoDesk)  # noqa: S101  states the promise to mypy
        return replace(self, desk=desk, own=None)
