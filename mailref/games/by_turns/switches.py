"""The switches of games in turns (classic 2), house rules included (classic 8): what is said of them, and back.

Every fault is found at once; what contradicts itself is refused with the reason (classic 8.5).

What is said to fit the theme of a game (classic 8.2).
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta
from msgspec.structs import fields

from mailref.games.switches import Switches, reader_of, word
from mailref.games.table_reader import KeyFault, TomlTable, list_of, text
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.board import Bonus, BonusTable, UsualLaying, between
from mailref.tiles.lexicon.verdicts import spell_out


class Challenges(StrEnum):
    """Whether words are looked up when somebody doubts them, or before they are laid."""

    ALLOWED = "allowed"
    NONE = "none"
    """The open dictionary (seed 002): every word is looked up before it is laid."""


class CostPer(StrEnum):
    """What is paid for once: a mail that challenges in vain, or each word in it."""

    PROTEST = "protest"
    WORD = "word"


class Refill(StrEnum):
    """When tiles are drawn for a play: once it can no longer be challenged, or at once."""

    ACCEPTED = "accepted"
    AT_ONCE = "at_once"


class Unlisted(StrEnum):
    """What becomes of a word in no list."""

    ASK = "ask"
    REFUSE = "refuse"


class BlanksIn(StrEnum):
    """Which of two bags holds the blanks."""

    EACH = "each"
    VOWELS = "vowels"
    CONSONANTS = "consonants"


class LeftRack(StrEnum):
    """Where the tiles of a player go who is out."""

    BAG = "bag"
    ASIDE = "aside"


class SeatOrder(StrEnum):
    """Who sits where: as the settings list the players, or by lot."""

    LISTED = "listed"
    LOT = "lot"


class Timeout(StrEnum):
    """What a turn comes to whose time is up."""

    PASS = "pass"  # noqa: S105  no password: the turn scores nothing
    WAIT = "wait"
    LOSE = "lose"


class ThemeWords(OnRecord, frozen=True):
    """Themen-Scrabble (classic 8.2): so many points for each word formed that fits."""

    name: str
    points: Annotated[int, between(1, 1000)] = 5
    words: tuple[str, ...] = ()
    """Sorted, so that the record of a game is the same bytes wherever it is made."""

    def fit(self, word: str) -> bool:
        """Tell whether *word* is one of them."""
        at = bisect_left(self.words, word)
        return self.words[at : at + 1] == (word,)


Points = Annotated[int, between(0, 1000)]


class TurnRules(UsualLaying, frozen=True, kw_only=True):
    """Every switch of a game in turns; field names are the keys of `[game.rules]`."""

    family: ClassVar[str] = "turns"
    """The kind of game whose rules these are, by its name."""
    plays_alone: ClassVar[bool] = False
    """Whether each has a table of his own."""
    bonus: Bonus = BonusTable(((7, 50),))
    rack: Annotated[int, between(2, 25)] = 7
    """At most so many that four players can be given a rack."""
    challenge: Challenges = Challenges.ALLOWED
    challenge_cost: Points = 5
    challenge_per: CostPer = CostPer.PROTEST
    challenge_forfeit: bool = False
    """Whether who challenges in vain loses his turn, or his next one."""
    challenge_time: Annotated[timedelta | None, Meta(extra={"none": "auto"})] = None
    """The least time that an open play stays open to all; None: no time for two, a day for more."""
    refill: Refill = Refill.ACCEPTED
    unlisted: Unlisted = Unlisted.ASK
    exchange_min: Annotated[int, between(0, 102)] = 7
    """So many tiles must be in the bag for an exchange."""
    passes: Annotated[int, between(1, 10)] = 2
    """So many passes of every player in a row end the game."""
    scoreless: Annotated[int, between(0, 100)] = 0
    """So many turns in a row without points end it as well; 0: none do."""
    starter: str = "draw"
    seats: SeatOrder = SeatOrder.LISTED
    theme: ThemeWords | None = None
    opening: Annotated[int, between(2, 15)] = 2
    """The least letters of the first word (Jack opens, classic 8.3)."""
    bags: Annotated[int, between(1, 2)] = 1
    blanks_in: BlanksIn = BlanksIn.EACH
    left_rack: LeftRack = LeftRack.BAG
    vowels: str = "AEIOUÄÖÜ"

    @property
    def chooses_letters(self) -> bool:
        """Tell whether a player chooses his letters himself."""
        return False

    @property
    def may_challenge(self) -> bool:
        return self.challenge is Challenges.ALLOWED

    def open_for(self, seats: int) -> timedelta:
        """Return how long an open play stays open to all among *seats* players (classic 5.3)."""
        if self.challenge_time is not None:
            return self.challenge_time
        return timedelta(0) if seats <= 2 else timedelta(days=1)

    def theme_points(self, words: Sequence[str]) -> int:
        """Return what the words formed earn by the list of the theme."""
        if self.theme is None:
            return 0
        return self.theme.points * sum(map(self.theme.fit, words))

    def theme_claims(self, words: Sequence[str], said: Sequence[str] | None) -> tuple[str, ...]:
        """Return which of the words formed are *said* to fit the theme, and are not in its list.

        Who names none of them means them all; umlauts may be spelled out.
        """
        if self.theme is None or said is None:
            return ()
        named = {spell_out(each) for each in said}
        meant = [word for word in words if spell_out(word) in named] or words
        return tuple(word for word in meant if not self.theme.fit(word))


T = TypeVar("T", bound=TurnRules)
LISTED = "listed"
DRAWN = "draw"
_THEME = {each.name: each for each in fields(ThemeWords)}


class SwitchesOfTurns(Switches[T]):
    """The switches of a kind of game in turns: those of challenges say nothing where there are none."""

    def made(self, said: Mapping[str, Any]) -> T:
        """Return the rules; in the first of two bags lie the vowels of the set (classic 8.4)."""
        if tiles := said.get("tile_set"):
            said = {"vowels": tiles.vowels, **said}
        rules = super().made(said)
        if rules.may_challenge:
            return rules
        return super().made({name: said[name] for name in said if not _is_of_challenges(name)})

    def impossible(self, rules: T, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        for key in self.silent(rules):
            if key in overrides:
                yield KeyFault(key, 'says nothing where challenge = "none"; one of them must go')

    def silent(self, rules: T) -> Collection[str]:
        if rules.may_challenge:
            return ()
        return [key for key in self.keys if _is_of_challenges(self.fields.get(key, key))]


def _is_of_challenges(name: str) -> bool:
    return name.startswith("challenge_")


def theme_in(table: TomlTable) -> ThemeWords:
    """Read [game.theme]: the words that earn points, and how they are called (classic 8.2)."""
    return ThemeWords(
        name=table.need("name", text, "", '"Küche"'),
        points=table.take("points", reader_of(_THEME["points"].type), _THEME["points"].default),
        words=tuple(sorted(set(table.take("words", list_of(word), ())))),
    )


def theme_table(theme: ThemeWords | None) -> dict[str, object] | None:
    """Return [game.theme] as a plain table."""
    if theme is None:
        return None
    return {"name": theme.name, "points": theme.points, "words": sorted(theme.words)}


class ThemeClaim(OnRecord, frozen=True):
    """A word that its player says fits the theme (classic 8.2)."""

    number: int
    player: PlayerName
    word: str
