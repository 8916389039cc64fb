"""What a mail asks for: entries for games with their moves, commands and press, still unjudged."""

from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.asked import WrittenMove as WrittenMove  # noqa: PLC0414  part of what reading gives, exported
from mailref.rules.moves import TextSpan
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class GameFace:
    """What reading needs to know of a game: how it is called and how its players write."""

    id: str
    title: str
    rules: Rules


class Command(StrEnum):
    """A command in a line of its own, or as the whole subject (contract 3)."""

    HELP = "help"
    RULES = "rules"
    STATUS = "status"
    REPORT = "report"
    WITHDRAW = "withdraw"
    JOIN = "join"
    LEAVE = "leave"
    REMINDER_ON = "reminder_on"
    REMINDER_OFF = "reminder_off"
    PRESS = "press"


class Ambiguity(StrEnum):
    """Why an entry is asked back."""

    SECOND_PLAY = "second_play"
    """Two plays without number or slash in a Dottendorf game."""
    AFTER_BLANK_LINE = "after_blank_line"
    """A complete play stands after the blank line that ends the entry."""
    TWO_ENTRIES = "two_entries"
    """Two different entries for one game and player in a mail."""


@dataclass(frozen=True, slots=True)
class UnknownHeading:
    """A heading shaped like a game's that names none; `suggestions` are ids of similar games."""

    text: str
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a mail holds for one game."""

    game: str | UnknownHeading | None
    """The id of the game the heading names; None where no heading stands."""
    heading: TextSpan | None
    player: TextSpan | None
    """The name in `Spieler=`, if it stands there."""
    moves: tuple[WrittenMove, ...]
    commands: tuple[Command, ...] = ()
    press: str = ""
    """The text after PRESSE: to the end of the block."""
    ambiguity: Ambiguity | None = None
    ambiguous_at: TextSpan | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a mail asks for."""

    entries: tuple[Entry, ...]
    """In order; one with neither moves nor commands where a heading stands alone. May be empty."""
    commands: tuple[Command, ...]
    """Commands outside any entry, the subject's included, each once."""
    press: str = ""
    prose: bool = False
    """Whether the person wrote anything beside entries and commands, greetings aside."""
    player: TextSpan | None = None
    """The name in a `Spieler=` that stands in no entry: beside ANMELDEN."""
