"""How a play is written: the words of each language, and the patterns that are made of them (rules 4).

Rule for editors: a way of writing stands here and nowhere else. What reads plays, finds them in a
text, keeps our own sentences from being read as plays, and prints them is made from these tables,
so a new form is one more word in one line of `GERMAN` or `ENGLISH`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType

from mailref.rules.board import Axes, Direction, Square, place_name, square_name


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


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language. The first of each row is the one we write ourselves.

    Case never counts; ä is also read as a and ae, ß as ss. A word that ends with a stop needs it,
    any other may have one where abbreviations stand.
    """

    directions: Mapping[Direction, tuple[str, ...]]
    """One letter may follow the square at once: `M10s`."""
    place_follows: tuple[str, ...]
    """`ab M10`."""
    up_to: tuple[str, ...]
    """`M10 bis M14`."""
    play: tuple[str, ...]
    """What a play is called before its number or a colon: `1. Zug:`, `Teilzug 2:`."""
    place: tuple[str, ...]
    """`Feld: M10s`."""
    my: tuple[str, ...]
    alternate: tuple[str, ...]
    """`Ersatzzug:`; longer words that begin so are read too."""
    joker: tuple[str, ...]
    stands_for: tuple[str, ...]
    """`N als Joker`."""
    joker_for: tuple[str, ...]
    """`Joker auf A4`, beside what stands in `stands_for`."""
    without: tuple[str, ...]
    """`(ohne Joker)`."""
    swap: tuple[str, ...]
    """Behind a word for a joker, or alone before `=`: `Jokertausch=A12`."""
    swap_against: tuple[str, ...]
    conjunction: tuple[str, ...]
    points: tuple[str, ...]
    filler: tuple[str, ...]
    """What people write around a claim and means nothing: `macht 51`."""
    total: tuple[str, ...]
    """`Summe: 152`."""
    player: tuple[str, ...]
    """`Spieler=`."""
    base_form: tuple[str, ...]
    """`Grundform: ausixen`, for the play above it."""
    heading: tuple[str, ...]
    """`Spiel: Yerres`."""
    round: tuple[str, ...]
    commands: Mapping[Command, tuple[str, ...]]


GERMAN = Vocabulary(
    directions={
        Direction.ACROSS: (
            "w", "waagerecht", "waag.", "waagrecht", "waager", "waagr", "wgr.", "horizontal",
        ),
        Direction.DOWN: ("s", "senkrecht", "senkr.", "senkr", "senk.", "vertikal"),
    },
    place_follows=("ab", "von", "auf", "in", "bei"),
    up_to=("bis",),
    play=("Zug", "Teilzug", "Wort"),
    place=("Feld", "Platz"),
    my=("mein",),
    alternate=("Ersatz", "Alternativ"),
    joker=("Blanko", "Joker", "Blankos", "Blankostein"),
    stands_for=("als", "ist"),
    joker_for=("auf", "für"),
    without=("ohne", "kein"),
    swap=("tausch",),
    swap_against=("gegen", "für"),
    conjunction=("und",),
    points=("Punkte", "Punkten", "Pkt", "Pkte", "P", "Bonus", "Bonuspunkte"),
    filler=("macht", "ergibt", "gibt", "mit", "und", "für"),
    total=(
        "Summe", "Gesamt", "Gesamtsumme", "Gesamtpunkte", "Gesamtpunktzahl", "Insgesamt", "Zusammen",
    ),
    player=("Spieler", "Spielerin"),
    base_form=("Grundform", "Infinitiv"),
    heading=("Spiel", "Partie", "Überschrift", "Titel"),
    round=("Runde", "Rd.", "Rd", "R"),
    commands={
        Command.HELP: ("HILFE",),
        Command.RULES: ("REGELN",),
        Command.STATUS: ("STAND",),
        Command.REPORT: ("BERICHT",),
        Command.WITHDRAW: ("ZURÜCKZIEHEN", "ZURÜCK"),
        Command.JOIN: ("ANMELDEN",),
        Command.LEAVE: ("ABMELDEN",),
        Command.REMINDER_ON: ("ERINNERUNG AN",),
        Command.REMINDER_OFF: ("ERINNERUNG AUS",),
        Command.PRESS: ("PRESSE",),
    },
)  # fmt: skip

ENGLISH = Vocabulary(
    directions={
        Direction.ACROSS: ("across", "horizontal"),
        Direction.DOWN: ("down", "vertical"),
    },
    place_follows=("from", "at"),
    up_to=("to",),
    play=("Move", "Play", "Word"),
    place=(),
    my=("my",),
    alternate=("Alternate",),
    joker=("blank", "blanks"),
    stands_for=("as", "is"),
    joker_for=("for", "on"),
    without=("no", "without"),
    swap=(),
    swap_against=(),
    conjunction=("and",),
    points=("points", "point", "pts", "pt"),
    filler=("with", "for"),
    total=("Total", "Sum"),
    player=("Player",),
    base_form=("Base form", "Infinitive"),
    heading=("Game", "Heading"),
    round=("Round",),
    commands={
        Command.HELP: ("HELP",),
        Command.RULES: ("RULES",),
        Command.STATUS: ("STATUS",),
        Command.REPORT: ("REPORT",),
        Command.WITHDRAW: ("WITHDRAW",),
        Command.JOIN: ("JOIN",),
        Command.LEAVE: ("LEAVE",),
        Command.REMINDER_ON: ("REMINDER ON",),
        Command.REMINDER_OFF: ("REMINDER OFF",),
        Command.PRESS: ("PRESS",),
    },
)

LANGUAGES: Mapping[str, Vocabulary] = MappingProxyType({"de": GERMAN, "en": ENGLISH})
_ALL = tuple(LANGUAGES.values())

# Signs that every language shares.
ALTERNATE_MARK = "/"
COMMENT_MARK = "//"
FURTHER_WORD_MARK = "+"
JOKER_MARK = "*"


def direction_forms(direction: Direction) -> tuple[str, ...]:
    """Return every way to write *direction*, in every language."""
    return tuple(form for each in _ALL for form in each.directions[direction])


def direction_letter(direction: Direction) -> str:
    """Return the letter that follows a square: `s` in `M10s`."""
    return next(form for form in direction_forms(direction) if len(form) == 1)


def direction_word(direction: Direction, language: str) -> str:
    """Return the whole word that a person reads: `senkrecht`."""
    return next(form for form in LANGUAGES[language].directions[direction] if len(form) > 1)


def read_direction(text: str) -> Direction | None:
    """Return the direction of `s`, `/w`, `(senkr.)`, `across`.

    >>> read_direction("(senkr.)")
    <Direction.DOWN: 'down'>
    """
    word = text.strip(" \t-,:./()").casefold()
    return next((way for way in Direction if word in _bare_forms(way)), None)


def _bare_forms(direction: Direction) -> Iterable[str]:
    return (form.rstrip(".").casefold() for form in direction_forms(direction))


def play_name(square: Square, direction: Direction, word: str, axes: Axes) -> str:
    """Return a play as players write it: `M9s BEHAUE`, or `8H BEHAUE` where letters are rows."""
    place = place_name(square, direction, axes)
    if axes is Axes.COLUMNS:
        place += direction_letter(direction)
    return f"{place} {word}"


def swap_name(squares: Iterable[Square], axes: Axes) -> str:
    """Return a Jokertausch as players write it: `Jokertausch=A12, B3`."""
    names = ", ".join(square_name(square, axes) for square in squares)
    return f"{GERMAN.joker[1]}{GERMAN.swap[0]}={names}"


_SPELLED = str.maketrans(
    {"ä": "(?:ä|ae?)", "ö": "(?:ö|oe?)", "ü": "(?:ü|ue?)", "Ü": "(?:ü|ue?)", "ß": "(?:ß|ss)"}
)


def any_of(forms: Iterable[str]) -> str:
    r"""Return the pattern that finds one of *forms*, the longest first.

    >>> print(any_of(["für", "bis zu"]))
    (?:bis\s+zu|f(?:ü|ue?)r)
    """
    ordered = sorted(dict.fromkeys(forms), key=lambda form: (-len(form), form))
    alternatives = (
        r"\s+".join(map(re.escape, form.split())).translate(_SPELLED) for form in ordered
    )
    return f"(?:{'|'.join(alternatives)})"


def _pieces() -> Iterable[tuple[str, str]]:
    """Yield the name and the pattern of everything that a pattern may be made of."""
    directions = [form for direction in Direction for form in direction_forms(direction)]
    letters = "A-Za-zÄÖÜäöüßẞ"
    yield "letters", letters
    yield "end", f"(?![{letters}])"
    yield "direction", any_of(directions)
    yield "direction_word", any_of(form for form in directions if len(form) > 1)
    short = "".join(sorted({form for form in directions if len(form) == 1}))
    yield "direction_letter", f"[{short}]"
    # "M10", "M 10", and with the number first "10M", which a direction may follow at once.
    yield (
        "square",
        rf"(?:[A-Z]\s{{0,2}}\d{{1,3}}(?!\d)|\d{{1,2}}\s?[A-Z](?=[{short}]?(?![{letters}\d])))",
    )
    yield "range_sign", r"(?:-+>?|\.{2,})"
    # A slash is escaped for Lark, between whose slashes a pattern stands.
    yield "alternate_mark", ALTERNATE_MARK.replace("/", r"\/")
    yield "comment_mark", COMMENT_MARK.replace("/", r"\/")
    yield "further_word_mark", re.escape(FURTHER_WORD_MARK)
    yield "joker_mark", re.escape(JOKER_MARK)
    yield "tile", f"{re.escape(JOKER_MARK)}?[{letters}]"
    yield "number_end", r"[.):]\)?(?!\d)"
    for field in fields(Vocabulary):
        rows = [getattr(each, field.name) for each in _ALL]
        if isinstance(rows[0], tuple):
            yield field.name, any_of(form for row in rows for form in row)
    commands = [form for each in _ALL for forms in each.commands.values() for form in forms]
    yield "command_start", any_of(form.split()[0] for form in commands)
    yield "press", any_of(form for each in _ALL for form in each.commands[Command.PRESS])


_PIECES: Mapping[str, str] = MappingProxyType(dict(_pieces()))
_PIECE = re.compile(r"\{([a-z_]+)\}")


def filled(pattern: str) -> str:
    r"""Return *pattern* with each `{name}` replaced by what the vocabulary has under that name.

    >>> print(filled(r"{up_to}\s*\d{1,2}"))
    (?:bis|to)\s*\d{1,2}
    """
    return _PIECE.sub(lambda piece: _PIECES[piece[1]], pattern)
