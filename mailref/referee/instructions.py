"""What the game master asks for by mail: lines to actions (issue 4, the desk).

A line of its own is one instruction; everything else in the mail is prose. Words are ruled on only
if they were asked about or are named with RULE, so that a polite "Danke, ja" rules on nothing.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from mailref.referee import actions as act
from mailref.referee.policy import Undecided
from mailref.referee.times import read_when
from mailref.rules.lexicon.german import spell
from mailref.rules.tiles import read_letters

_YES = {"ja", "yes", "gilt", "accept", "akzeptiert", "ok"}
_NO = {"nein", "no", "ungültig", "refuse", "abgelehnt"}
_RULING = re.compile(
    r"(?:(?:regel|rule)\s+)?(?P<word>[A-Za-zÄÖÜäöüß]{1,30})\s*[:=-]?\s+"
    r"(?P<verdict>ja|yes|gilt|accept|akzeptiert|ok|nein|no|ungültig|refuse|abgelehnt)"
    r"\s*[.!]?(?:\s*[:,-]\s*(?P<because>.+))?",
    re.IGNORECASE,
)
_EXPLICIT = re.compile(r"(?:regel|rule)\s", re.IGNORECASE)
_ADOPT = re.compile(
    r"U\s*(?P<id>\d{1,9})\s*(?:[:=-]\s*)?(?:(?P<yes>ja|yes|übernehmen|adopt)|(?P<name>[^\d\W].*))",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?P<verb>[A-Za-zÄÖÜäöüß]+)(?:\s*[:=]?\s+(?P<rest>[^:]*(?::\d\d[^:]*)?))?(?::\s+(?P<because>.+))?$"
)
_ROUND = re.compile(r"\bR\s*(\d{1,4})\b", re.IGNORECASE)
_POINTS = re.compile(r"([+-]\s*\d{1,4})\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """An action that a line asks for, with the reason given in it."""

    line: str
    action: act.Action
    because: str


@dataclass(frozen=True, slots=True)
class Adopt:
    """A stored mail of a stranger is to count, for the player named or the one it names."""

    line: str
    id: int
    player: str | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that begins like an instruction and cannot be carried out as written."""

    line: str
    lacks: str
    """`time`, `letters`, `player`, `points`, `number`, `addresses`."""


Instruction = Asked | Adopt | Unclear


def read_instructions(
    lines: Collection[str], asked_words: Collection[str], zone: ZoneInfo
) -> tuple[Instruction, ...]:
    """Return what *lines* ask for, in order; times without offset are those of *zone*."""
    found: list[Instruction] = []
    for line in lines:
        text = " ".join(line.split())
        if text:
            found += _of_line(text, asked_words, zone)
    return tuple(found)


def _of_line(text: str, asked_words: Collection[str], zone: ZoneInfo) -> Iterator[Instruction]:
    if adopt := _ADOPT.fullmatch(text):
        yield Adopt(text, int(adopt["id"]), adopt["name"])
        return
    if ruling := _RULING.fullmatch(text):
        word = spell(ruling["word"])
        if word in asked_words or _EXPLICIT.match(text):
            is_accepted = ruling["verdict"].lower() in _YES
            yield Asked(text, act.RuleWord(word, is_accepted), (ruling["because"] or "").strip())
            return
    order = _ORDER.fullmatch(text)
    verb = order["verb"].upper() if order else ""
    read = _VERBS.get(verb.translate(_FOLDED))
    if order is None or read is None:
        return
    rest, because = (order["rest"] or "").strip(), (order["because"] or "").strip()
    outcome = read(rest, zone)
    if outcome is None and not because and text.startswith(f"{verb}:"):  # "PAUSE: Weihnachten"
        outcome, because = read("", zone), rest
    if isinstance(outcome, str):
        yield Unclear(text, outcome)
    elif outcome is not None:
        yield Asked(text, outcome, because)


_Read = act.Action | str | None
"""An action; what is wanting; or None where the line is prose after all."""
Reader = Callable[[str, ZoneInfo], _Read]


def _extend(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return act.ExtendDeadline(when) if when else "time"


def _resume(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return "time" if rest and when is None else act.ResumeGame(when)


def _reopen(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return act.ReopenRound(when) if when else "time"


def _bare(action: act.Action) -> Reader:
    """Return a reader of an order that takes nothing: with more behind it, it is prose."""

    def read(rest: str, _zone: ZoneInfo) -> _Read:
        return None if rest else action

    return read


def _close(rest: str, _zone: ZoneInfo) -> _Read:
    words = {word.upper() for word in rest.split()}
    early = bool(words & {"VORZEITIG", "EARLY", "JETZT", "NOW"})
    if words - {"VORZEITIG", "EARLY", "JETZT", "NOW", "ABLEHNEN", "REFUSE", "ANNEHMEN", "ACCEPT"}:
        return None
    undecided = None
    if words & {"ABLEHNEN", "REFUSE"}:
        undecided = Undecided.REFUSE
    elif words & {"ANNEHMEN", "ACCEPT"}:
        undecided = Undecided.ACCEPT
    return act.CloseRound(early, undecided)


def _letters(rest: str, _zone: ZoneInfo) -> _Read:
    try:
        return act.DrawTiles(read_letters(rest)) if rest else "letters"
    except ValueError:
        return "letters"


def _new_letters(rest: str, _zone: ZoneInfo) -> _Read:
    try:
        return act.CorrectDraw(read_letters(rest)) if rest else "letters"
    except ValueError:
        return "letters"


def _score(rest: str, _zone: ZoneInfo) -> _Read:
    points = _POINTS.search(rest)
    if points is None:
        return "points"
    number = _ROUND.search(rest)
    name = _ROUND.sub("", _POINTS.sub("", rest)).strip(" ,=")
    if not name:
        return "player"
    return act.CorrectScore(
        name, int(points[1].replace(" ", "")), int(number[1]) if number else None
    )


def _exclude(rest: str, _zone: ZoneInfo) -> _Read:
    return act.ExcludePlayer(rest) if rest else "player"


def _rename(rest: str, _zone: ZoneInfo) -> _Read:
    old, sign, new = rest.partition("=")
    if not sign or not old.strip() or not new.strip():
        return "player"
    return act.RenamePlayer(old.strip(), new.strip())


def _addresses(rest: str, _zone: ZoneInfo) -> _Read:
    name, _, written = rest.partition("=")
    addresses = tuple(each.strip().lower() for each in written.split(",") if "@" in each)
    if not name.strip():
        return "player"
    return act.ChangeAddresses(name.strip(), addresses) if addresses else "addresses"


def _tie(rest: str, _zone: ZoneInfo) -> _Read:
    return act.DecideTie(int(rest)) if rest.isdigit() else "number"


def _press(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `PRESSE ja`, `PRESSE Eva Muster nein`."""
    name, _, verdict = rest.rpartition(" ")
    if verdict.lower().rstrip(".!") not in _YES | _NO:
        return None
    return act.RulePress(None, verdict.lower().rstrip(".!") in _YES, name.strip() or None)


_FOLDED = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})  # as keyboards abroad write them
_WRITTEN: dict[str, Reader] = {
    "VERLÄNGERN": _extend,
    "EXTEND": _extend,
    "ZAT": _extend,
    "FREIGEBEN": _bare(act.PublishReport()),
    "PUBLISH": _bare(act.PublishReport()),
    "PAUSE": _bare(act.PauseGame()),
    "WEITER": _resume,
    "RESUME": _resume,
    "ÖFFNEN": _reopen,
    "REOPEN": _reopen,
    "ABSCHLIESSEN": _close,
    "CLOSE": _close,
    "BUCHSTABEN": _letters,
    "DRAW": _letters,
    "NEUZIEHEN": _new_letters,
    "REDRAW": _new_letters,
    "KORREKTUR": _score,
    "CORRECT": _score,
    "AUSSCHLIESSEN": _exclude,
    "EXCLUDE": _exclude,
    "UMBENENNEN": _rename,
    "RENAME": _rename,
    "ADRESSE": _addresses,
    "ADDRESS": _addresses,
    "PRESSE": _press,
    "PRESS": _press,
    "GLEICHSTAND": _tie,
    "TIE": _tie,
}
_VERBS = {verb.translate(_FOLDED): read for verb, read in _WRITTEN.items()}
