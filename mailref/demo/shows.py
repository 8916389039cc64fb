"""How a kind of game plays itself: what the demo asks of it, with default answers; its mails in the index.

Each kind that can be shown says so in its part `demo`, by a `SHOW`; it is loaded when it is shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Self, cast

from msgspec import Struct

from mailref.demo.stage import Plan, RunningDemo
from mailref.errors import MailrefError
from mailref.games.events import Event
from mailref.games.game import Game
from mailref.games.kind import Kind, kind_named
from mailref.languages import read
from mailref.orders.shapes import subject_tag
from mailref.settings.load import families
from mailref.writing.archive import ArchiveMeans

TO_THE_END = 200
"""More rounds or turns than a game can have that ends by itself."""
SEE_ALSO = "A classic game, each player with a rack of his own: mailref demo --variant classic"
"""What is said to whoever saw a game in which players do not sit at one table."""


class ListedMail(Struct, frozen=True):
    """A mail as the index lists it."""

    number: int
    eml: str
    page: str
    sender: str
    recipient: str
    subject: str
    when: str
    received: datetime
    to_referee: bool
    pdf: str
    """The score sheet that it carries; "" if none."""
    text: str
    shows: str
    """What is remarkable about it: `ruling`, `press` ...; "" if nothing."""


class Chapter(Struct, frozen=True, kw_only=True):
    """What belongs together in the index: the mails of a round, of a turn, of a player."""

    mails: tuple[ListedMail, ...]

    @property
    def remarkable(self) -> tuple[ListedMail, ...]:
        """Return the mails that show something."""
        return tuple(mail for mail in self.mails if mail.shows)


def between(
    mails: Sequence[ListedMail], begins: datetime, until: datetime | None
) -> Iterator[ListedMail]:
    """Yield the mails after *begins*, up to *until* if anything comes after it."""
    for mail in mails:
        if begins < mail.received and (until is None or mail.received <= until):
            yield mail


def has_ended(subject: str) -> bool:
    """Tell whether a subject is that of a mail after the end of its game."""
    tag = subject_tag(subject)
    return tag is not None and tag[1] is None


class DemoScript(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players of a kind write, as `demo.toml` in its folder says it."""

    said: dict[str, str] = {}
    """By when it is said; what is left open in it the kind knows."""
    kept: dict[str, str] = {}
    """What another has sent before, for that case."""
    chosen: dict[str, str] = {}
    """What is said where letters are chosen."""
    written: dict[str, str] = {}

    @classmethod
    def beside(cls, module: str) -> Self:
        """Return the one in the folder of a *module*, its `__file__`."""
        return read(Path(module).with_suffix(".toml"), cls)


class Show(ABC):
    """How games of a kind play themselves."""

    rounds: ClassVar[int] = 5
    """So many are played, unless said otherwise."""
    players: ClassVar[int] = 6
    """So many play, unless said otherwise."""
    told: ClassVar[str] = "round by round"
    """How the index tells the game."""
    template: ClassVar[str]
    """The page of the index."""
    takes_tiles: ClassVar[bool] = True
    """Whether it can be played with any set of tiles."""
    script: ClassVar[DemoScript] = DemoScript()

    @property
    def written(self) -> Mapping[str, str]:
        """Return with which order, or else with which letters, a player's mail begins, and what that shows."""
        return {"history": "asks", "rules": "asks", "status": "asks", **self.script.written}

    def settings(self, plan: Plan) -> Mapping[str, object]:  # noqa: ARG002  some depend on it
        """Return what stands in its [[game]] beside what each has."""
        return {}

    def tables(self, plan: Plan) -> Mapping[str, Mapping[str, object]]:  # noqa: ARG002  likewise
        """Return the tables of its [[game]], such as `game.rules`."""
        return {}

    @abstractmethod
    def play(self, demo: RunningDemo) -> None:
        """Let all play to the end of the game, or as much as is planned."""

    @abstractmethod
    def tell(
        self, events: Sequence[Event], mails: Sequence[ListedMail], means: ArchiveMeans
    ) -> Mapping[str, object]:
        """Return what the index tells of a game that was played, beside its title and its mails."""


def variants() -> tuple[str, ...]:
    """Return the variants that are shipped."""
    return tuple(families())


def kind_of_variant(variant: str) -> Kind[Game]:
    """Return of which kind the games of a variant are."""
    return kind_named(families()[variant])


def show_of(variant: str) -> Show:
    """Return how a game of that variant plays itself; MailrefError if games of its kind do not."""
    show = kind_of_variant(variant).demo()
    if show is None:
        raise MailrefError(f"a game of the variant {variant!r} does not play itself")
    return cast(Show, show)
