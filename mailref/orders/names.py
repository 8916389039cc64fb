"""What is named loosely and never guessed: games, players, times (contract 3 and 5).

Case, hyphens, spaces, umlauts as AE, OE, UE and a missing first part are read; a wrong letter is
answered with the names it resembles. Times are read in every form that we show.

What a subject line says: the tag of a game and its round, and a game named in words (contract 5).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from datetime import time as clock
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations, islice
from zoneinfo import ZoneInfo

from mailref.languages import FORMATS
from mailref.orders.entries import GameFace, UnknownHeading
from mailref.reading.incoming_mail import Line
from mailref.tiles.vocabulary import SAYINGS, filled, worded
from mailref.tiles.when_used import regex

_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_PART = regex(r"[^\W_]+")
_NUMBER = regex(r"\d+")
_MOST_PARTS = 6
_ALIKE = 0.75
_NEARLY = 0.9
_LONGEST_LEAD = 300

_SHAPE = worded(
    r"{titled}[\s-]*scrabble[\s-]+(?P<name>[^\W\d_][\w.'-]*(?:[ -](?-i:[A-ZÄÖÜ])[\w.'-]*)?)"
)
_NO_NAMES = regex(filled("{no_title}"))
"""What follows "SB-Scrabble" in a sentence and is no game's name."""


_MOVE_OF_ROUND = worded(
    r"(?:(?<![{letters}])(?:{plays_called}|{play})\s{1,3}"
    r"(?:{of_round}\s{1,3})?(?:{article_of_round}\s{1,3})?|^\W{0,9})"
    r"(?:{round}\s{0,2}(?P<number>\d{1,3})|(?P<ordinal>\d{1,3})\.\s{0,2}{round})"
    r"(?=\s{0,3}(?:[:.!,-]|$|{reads}))"
    r"|(?<![{letters}]){meant_for}\s{1,3}(?:{article}\s{1,3})?"
    r"(?:{round}\s{0,2}(?P<of>\d{1,3})|(?P<of_ordinal>\d{1,3})\.\s{0,2}{round})(?!\d)"
)


def round_of_move(text: str) -> int | None:
    """Return the round for which words before a play say that it is; None where they name none.

    >>> [round_of_move(text) for text in ("Mein Zug in Runde 6:", "R7:", "Nach Runde 4 war Pause.")]
    [6, 7, None]
    """
    found = _MOVE_OF_ROUND.search(text[:_LONGEST_LEAD])
    if found is None:
        return None
    return int(found["number"] or found["ordinal"] or found["of"] or found["of_ordinal"])


def round_behind(text: str) -> int | None:
    """Return the round for which words behind a play say that it is: `(für Runde 6)`; None where they name none."""
    found = _ROUND_BEHIND.match(text)
    return None if found is None else int(found["number"] or found["ordinal"])


_ROUND_BEHIND = worded(
    r"[^.!?\n]{0,60}?(?:(?<![{letters}]){meant_for}\s{1,3}|\(\s{0,2}|^\W{0,3})(?:{article}\s{1,3})?"
    r"(?:{round}\s{0,2}(?P<number>\d{1,3})|(?P<ordinal>\d{1,3})\.\s{0,2}{round})(?!\d)"
)


_TURN = worded(
    r"(?<![{letters}])(?:(?:{turn}|{play})\s{1,3}(?P<number>\d{1,3})(?=\s{0,3}(?:[:)]|$)|\s{1,3}{square})"
    r"|(?P<ordinal>\d{1,3})\.\s{0,2}(?:{turn}|{play})(?=\s{0,3}(?:[:)]|$)))"
)


def turn_named(text: str) -> int | None:
    """Return the turn that the line of a play names; None where it names none.

    >>> [turn_named(text) for text in ("Zug 5: H4 RUCKEN", "5. Zug:", "1. H4 RUCKEN", "Zug 8H")]
    [5, 5, None, None]
    """
    found = _TURN.search(text[:_LONGEST_LEAD])
    return None if found is None else int(found["number"] or found["ordinal"])


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return *text* without case, accents of spelling (ä as ae), hyphens, spaces and stops."""
    text = unicodedata.normalize("NFC", text).casefold().translate(_SPELLED)
    return "".join(_PART.findall(text))


@lru_cache(maxsize=1024)
def _readings(name: str) -> frozenset[str]:
    """Return every way to write *name* whose last part stands: first parts may be missing."""
    parts = [folded(part) for part in _PART.findall(unicodedata.normalize("NFC", name))]
    if not parts:
        return frozenset()
    *first, last = parts
    if len(first) >= _MOST_PARTS:
        return frozenset("".join(parts[start:]) for start in range(len(parts)))
    return frozenset(
        "".join((*kept, last))
        for count in range(len(first) + 1)
        for kept in combinations(first, count)
        if len(last) > 1 or count
    )


def readings_of(game: GameFace) -> frozenset[str]:
    """Return the folded headings that name *game*: its title, its title's last parts, its id."""
    return _readings(game.title) | {folded(game.id)}


_START = 3
"""So many letters of a part are looked for first: few parts begin as a piece of the text does."""
_FEW = 4
"""A title is not resembled by what is so many letters longer or shorter."""


class GameNames(tuple[GameFace, ...]):  # noqa: SLOT001  what it keeps beside them no tuple has slots for
    """Games, and how each may be called: one among thousands is found as quickly as one alone."""

    def __init__(self, _faces: Iterable[GameFace] = ()) -> None:
        self._by_title: dict[str, list[str]] = {}
        self._by_reading: dict[str, list[str]] = {}
        for game in self:
            self._by_title.setdefault(folded(game.title), []).append(game.id)
            for reading in readings_of(game):
                self._by_reading.setdefault(reading, []).append(game.id)
        self._letters = {title: Counter(title) for title in self._by_title}
        self._titles: dict[int, list[str]] = {}
        for title in self._by_title:
            self._titles.setdefault(len(title), []).append(title)
        self._last_parts = frozenset(_last_parts(self))
        self._lengths: dict[str, set[int]] = {}
        for part in self._last_parts:
            self._lengths.setdefault(part[:_START], set()).add(len(part))
        self._starts = frozenset(map(len, self._lengths))

    @classmethod
    def of(cls, games: Sequence[GameFace]) -> "GameNames":
        """Return the names of *games*, if these are not just that."""
        return games if isinstance(games, GameNames) else cls(games)

    def has_last_part(self, text: str) -> bool:
        """Tell whether a last part stands in a folded text, as in each heading that names a game."""
        return any(
            text[at : at + length] in self._last_parts
            for start in self._starts
            for at in range(len(text) - start + 1)
            for length in self._lengths.get(text[at : at + start], ())
        )

    def called(self, wanted: str) -> Sequence[str]:
        """Return the games of this folded title; else those that may be called so."""
        return self._by_title.get(wanted) or self._by_reading.get(wanted) or ()

    def resembles_title(self, wanted: str) -> bool:
        """Tell whether a folded text is a title but for a letter or two."""
        around = range(len(wanted) - _FEW + 1, len(wanted) + _FEW)
        return len(wanted) > 8 and any(
            _most_alike(self._letters[title], wanted) >= _NEARLY
            and _likeness(wanted, title) >= _NEARLY
            for length in around
            for title in self._titles.get(length, ())
        )


def _last_parts(faces: Iterable[GameFace]) -> Iterator[str]:
    for game in faces:
        yield folded(game.id)
        yield min(_readings(game.title) | {folded(game.title)}, key=len)


_PREPOSITION = worded(
    r"\s*(?:\d{1,2}[.)]\s+)?(?:{before_title}\s+)?(?:{my_title}\s+)?(?:{of_title}\s+)?"
    r"(?:{for_title}[\s:]\s*)?(?:{article_of_title}\s+)?(?:{game_called}\s+)?"
)


def without_preposition(text: str) -> str:
    """Return what a heading names: `Loire` of `für Loire`."""
    found = _PREPOSITION.match(text)
    return text[found.end() :] if found else text


_BEHIND_TITLE = regex(r"(?<!\s)\s*:\s*|,\s+|\s[–-]+>?\s+")
_LONGEST_TITLE = 80
_MOST_ENDS = 3
_Asks = Callable[[Line, Line, str], bool]
"""Tells of a title, what stands behind it and its game, whether that asks for something."""


def below_titles(lines: Iterable[Line], games: Sequence[GameFace], asks: _Asks) -> list[Line]:
    """Return *lines*, where a title stands before what its game is asked as two: `Kiel: PASSE`."""
    names = GameNames.of(games)
    return [each for line in lines for each in _below_title(line, names, asks)]


def _below_title(line: Line, names: GameNames, asks: _Asks) -> tuple[Line, ...]:
    for gap in islice(_BEHIND_TITLE.finditer(line.text[:_LONGEST_TITLE]), _MOST_ENDS):
        found = names.called(folded(without_preposition(line.text[: gap.start()])))
        title, rest = line.cut(0, gap.start()), line.cut(gap.end())
        if len(found) == 1 and rest.text.strip() and asks(title, rest, found[0]):
            return title, rest
    return (line,)


def find_game(text: str, games: Sequence[GameFace]) -> str | UnknownHeading | None:
    """Return the id of the game that *text* names; None if it is not shaped like a heading."""
    wanted = folded(text)
    if not wanted:
        return None
    names = GameNames.of(games)
    found = names.called(wanted)
    if len(found) == 1:
        return found[0]
    if found:
        return UnknownHeading(text.strip(), tuple(found))
    if is_heading_shaped(text, names):
        return UnknownHeading(text.strip(), similar_games(text, games))
    return None


def is_heading_shaped(text: str, games: Sequence[GameFace]) -> bool:
    """Tell whether *text* as a whole looks like a title: `1-Zug-Scrabble Paris`."""
    shape = _SHAPE.fullmatch(text.strip())
    if shape is not None:
        return not _NO_NAMES.fullmatch(folded(shape["name"].split()[0]))
    return GameNames.of(games).resembles_title(folded(text))


def similar_games(text: str, games: Sequence[GameFace]) -> tuple[str, ...]:
    """Return the ids of games whose title or name resembles *text*, the most alike first."""
    ways = (folded((_PART.findall(text) or [""])[-1]), folded(text))
    names = ((game.id, folded((_PART.findall(game.title) or [""])[-1])) for game in games)
    return _alike((max(_likeness(way, name) for way in ways), game) for game, name in names)


def find_name(text: str, names: Sequence[str]) -> str | tuple[str, ...]:
    """Return the one of *names* that *text* stands for, else those it resembles (maybe none).

    A number that no name has says something else, and is not dropped: `Eva Muster Runde 1`.
    """
    wanted = folded(text)
    exact = [name for name in names if folded(name) == wanted]
    found = exact or [name for name in names if wanted in _readings(name)]
    if len(found) == 1:
        return found[0]
    says_more = set(_NUMBER.findall(text)) - {n for name in names for n in _NUMBER.findall(name)}
    return tuple(found) or (() if says_more else similar_names(text, names))


def similar_names(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of *names* that resemble *text*, the most alike first."""
    wanted = folded(text)
    ways = ((name, (folded(name), *map(folded, _PART.findall(name)))) for name in names)
    return _alike((max(_likeness(wanted, way) for way in each), name) for name, each in ways)


def _alike(rated: Iterable[tuple[float, str]]) -> tuple[str, ...]:
    """Return what is rated as alike, the most alike first."""
    return tuple(
        each for rate, each in sorted((-rate, each) for rate, each in rated) if -rate >= _ALIKE
    )


def _most_alike(letters: Counter[str], other: str) -> float:
    """Return what the likeness of two texts cannot exceed, by their letters alone."""
    total = letters.total() + len(other)
    return 2 * (letters & Counter(other)).total() / total


def _likeness(one: str, two: str) -> float:
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


_MONTHS = {
    name: number
    for each in FORMATS.values()
    for number, names in enumerate(each.months, start=1)
    for name in names
}
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ENDS = filled(r"(?:\.|{day_ends})")
# "2026-12-18", "18.12.2026", "18. 12. 2026", "4. Dezember 2026", "4 December 2026", "December 4, 2026"
_DAY = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"
    rf"|(?P<nday>\d{{1,2}}){_ENDS}?\s*(?P<name>{_NAMES})\.?,?\s*(?P<nyear>\d{{4}})"
    rf"|(?P<aname>{_NAMES})\.?\s+(?P<aday>\d{{1,2}}){_ENDS}?,?\s+(?P<ayear>\d{{4}}))"
)
# "20:00", "20.00", "20:00:00", "20 Uhr", "8:00 pm"; "20:00+01:00" as a time of ISO 8601 ends.
_CLOCK = filled(
    r"(?:[T ,]+(?:{at_time}\s+)?(?P<hour>\d{1,2})"
    r"(?:[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?|(?=\s*(?:{oclock}|h|am|pm|[ap]\.m\.)))"
    r"(?:\s*(?P<half>[ap])\.?m\b\.?)?(?P<offset>Z|[+-]\d{2}:?\d{2})?)?"
)
_WHEN = regex(_DAY + _CLOCK, re.IGNORECASE)


def read_when(text: str, zone: ZoneInfo) -> datetime | None:
    """Read `2026-12-18 20:00`, `18.12.2026 um 20 Uhr`, `4. Dezember 2026, 20:00` in *zone*.

    None: no time, or more than one.
    """
    every = tuple(islice(_WHEN.finditer(text), 2))
    if len(every) != 1 or every[0]["hour"] is None:
        return None
    (found,) = every
    try:
        time = datetime.combine(
            _date(found.groupdict()),
            clock(_hour(found), int(found["minute"] or 0), int(found["second"] or 0)),
        )
        if found["offset"]:
            return datetime.fromisoformat(time.isoformat() + found["offset"].upper())
        return time.replace(tzinfo=zone)
    except ValueError:
        return None


def read_day(text: str) -> date | None:
    """Read `2026-12-25`, `25.12.2026`, `25. Dezember 2026`; None: no date, or more than one."""
    found = _WHEN.fullmatch(text.strip())
    if found is None or found["hour"] is not None:
        return None
    try:
        return _date(found.groupdict())
    except ValueError:
        return None


def _some(which: str) -> str:
    """Return the pattern of a day with or without its year: `1.8.`, `1. August`, `Aug 1`, `1.`."""
    ways = (
        r"(?P<iso>\d{4}-\d{2}-\d{2})",
        r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.?(?:\s?(?P<year>\d{4}))?",
        rf"(?P<nday>\d{{1,2}}){_ENDS}?\s*(?P<name>{_NAMES})\b\.?(?:\s*(?P<nyear>\d{{4}}))?",
        rf"(?P<aname>{_NAMES})\.?\s+(?P<aday>\d{{1,2}}){_ENDS}?(?:,?\s+(?P<ayear>\d{{4}}))?",
        r"(?P<bare>\d{1,2})\.?",
    )
    return re.sub(r"\(\?P<(\w+)>", rf"(?P<\g<1>{which}>", f"(?:{'|'.join(ways)})")


FROM_WORDS = SAYINGS["from_words"]
"""What leads to the first day."""
_UNTIL = filled("{until}")
_UP_TO = regex(rf"\b{_UNTIL}\b", re.IGNORECASE)
_DAYS = regex(
    rf"\W*(?:(?:{'|'.join(FROM_WORDS)})\s+)?(?:{_some('1')}\s*(?:-|–|{_UNTIL})\s*)?"
    rf"(?:{_UNTIL}\s+)?{_some('2')}\W*",
    re.IGNORECASE,
)


def read_days(text: str, today: date) -> tuple[date, date] | None:
    """Read the first and last day of `1.8.-14.8.`, `bis 14.8.`, `1 Aug - 14 Aug`; None: they are none.

    Days without a year are the next such ones; one day alone is that day, `bis` it begins tomorrow.
    """
    found = _DAYS.fullmatch(text.strip())
    if found is None:
        return None
    try:
        last = _some_day(found, "2", today, None)
        if not any(found[f"{part}1"] for part in ("day", "nday", "aday", "iso", "bare")):
            return (today + timedelta(days=1) if _UP_TO.search(text) else last), last
        first = _some_day(found, "1", today, last)
        last = _some_day(found, "2", first, None)
    except ValueError:
        return None
    return (first, last) if first <= last else None


def _some_day(found: re.Match[str], which: str, earliest: date, other: date | None) -> date:
    """Return one day of a range; a bare number takes its month from the *other* day."""
    part = {key.rstrip("12"): value for key, value in found.groupdict().items() if key[-1] == which}
    if part["bare"]:
        if other is None:
            raise ValueError("a day without its month")
        return other.replace(day=int(part["bare"]))
    return _date(part, earliest)


def _date(part: Mapping[str, str | None], earliest: date = date.min) -> date:
    """Return the day that the parts of a pattern name; without a year the next one from *earliest* on."""
    if part["iso"]:
        return date.fromisoformat(part["iso"])
    name = part["name"] or part["aname"]
    month = _MONTHS[name.lower()] if name else int(part["month"] or 0)
    day = int(part["day"] or part["nday"] or part["aday"] or 0)
    if year := part["year"] or part["nyear"] or part["ayear"]:
        return date(int(year), month, day)
    found = date(earliest.year, month, day)
    return found if found >= earliest else found.replace(year=earliest.year + 1)


def _hour(found: re.Match[str]) -> int:
    hour = int(found["hour"])
    if not found["half"]:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if found["half"].lower() == "p" else 0)


_TAG = worded(r"\[\s*([\w.-]+)\s+(?:[RZ]\s*(\d{1,4})|{end_mark})\s*\]")


_REPLY = worded(r"^\s*+(?:{reply_mark}\s*+(?:\[\d+\]\s*+)?:\s*+)+")


_ABOUT = worded(
    r"^\s*(?:(?:{about_mine}|{my})\s+)?(?:{play}|{plays_in_subject})"
    r"(?:\s*+(?::|-|{about_for}\b)|\s)\s*+"
)


_ROUND = worded(r"(?<![\s,(-])[\s,(-]*+\b{round}\s*+\d{1,3}\s*+\)?[\s.:!]*+$")


_FILLER = worded(
    r"\b(?:{play}|{alternate}|{heading}|{round}|{my}|{beside_title}|r?\d{1,3}\.?)\b"
    r"|[,;:!.()]"
)
"""What a subject says beside the game's name: `Wurzen, mein Wort`, `Mein Zug in Spree (Runde 5)`."""


def subject_tag(subject: str) -> tuple[str, int | None] | None:
    """Return game id and round or turn of `[yerres R4]`, `[kiel Z12]`; None after the end, `[yerres Ende]`."""
    tag = _TAG.search(subject)
    if tag is None:
        return None
    return tag[1], int(tag[2]) if tag[2] else None


def tagged_game(subject: str, games: Collection[str]) -> str | None:
    """Return the one of *games* that the subject's tag names, whatever its case; None where tags name two."""
    named = [_game_called(tag[1], games) for tag in _TAG.finditer(subject)]
    if not named:
        return None
    others = {game for game in named if game is not None} - {named[0]}
    return None if others else named[0]


def _game_called(said: str, games: Collection[str]) -> str | None:
    if said in games:
        return said
    return next((game for game in games if game.casefold() == said.casefold()), None)


def is_reply(subject: str) -> bool:
    """Tell whether a subject says that the mail answers another, or passes one on."""
    return _REPLY.match(_TAG.sub(" ", subject)) is not None


def bare_subject(subject: str) -> str:
    """Return what the sender wrote into the subject: no `Re:`, no tag, no round."""
    text = _REPLY.sub("", _TAG.sub(" ", _REPLY.sub("", subject)))
    return _ROUND.sub("", text).strip()


def find_game_in_subject(subject: str, games: Sequence[GameFace]) -> str | UnknownHeading | None:
    """Return the game that a subject names: `SB-Scrabble Leipzig`, `Re: Zug Yerres`."""
    text = bare_subject(subject)
    telling = " ".join(_FILLER.sub(" ", text).split())
    found = [find_game(each, games) for each in (_ABOUT.sub("", text), text, telling)]
    return next((each for each in found if isinstance(each, str)), found[0] or found[1])
