"""Read the game master's orders by mail and carry them out together: one decision, one answer.

A line of its own is one order; everything else in the mail is prose. Words are ruled on only
if they were asked about or are named with RULE, so that a polite "Danke, ja" rules on nothing.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from zoneinfo import ZoneInfo

from mailref.reading.names import read_when
from mailref.reading.subject_line import tagged_game
from mailref.referee import gm_orders as orders
from mailref.referee.family import family_of
from mailref.referee.findings import Consideration, Office
from mailref.referee.gm_orders import (
    DoneBefore,
    Fate,
    GivenBy,
    GivenOrder,
    Incomplete,
    Lack,
    Order,
    WhichGame,
)
from mailref.referee.mails import Decision, Owed, Step, after, answered, owe_to_game_master
from mailref.referee.notices import Notice, OrdersDone, OrdersUnproven
from mailref.referee.policy import Undecided
from mailref.referee.reports import Means
from mailref.rules.board import read_letters
from mailref.rules.events import Event
from mailref.rules.lexicon.verdicts import spell

_YES = {"ja", "yes", "gilt", "accept", "akzeptiert", "ok"}
_NO = {"nein", "no", "ungültig", "refuse", "abgelehnt"}
_RULING = re.compile(
    r"(?:(?:regel|rule)\s+)?(?P<word>[A-Za-zÄÖÜäöüß]{1,30})(?:\s*+[:=-]\s++|\s++)"
    r"(?P<verdict>ja|yes|gilt|accept|akzeptiert|ok|nein|no|ungültig|refuse|abgelehnt)"
    r"\s*+[.!]?(?:\s*+[:,-]\s*+(?P<because>.+))?",
    re.IGNORECASE,
)
_EXPLICIT = re.compile(r"(?:regel|rule)\s", re.IGNORECASE)
_ADOPT = re.compile(
    r"U\s*(?P<id>\d{1,9})\s*(?:[:=-]\s*)?(?:(?P<yes>ja|yes|übernehmen|adopt)|(?P<name>[^\d\W].*))",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?P<verb>[A-Za-zÄÖÜäöüß]+)(?:\s*[:=]?\s+(?P<rest>[^:]*(?::\d\d[^:]*)*))?(?::\s+(?P<because>.+))?$"
)
_ROUND = re.compile(r"\bR\s*(\d{1,4})\b", re.IGNORECASE)
_POINTS = re.compile(r"([+-]\s*\d{1,4})\b")


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order that a line gives, with the reason in it."""

    line: str
    order: Order
    because: str


@dataclass(frozen=True, slots=True)
class Adopt:
    """Let a stranger's stored mail count, for the player named here or the one it names."""

    line: str
    id: int
    player: str | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that begins like an order and cannot be carried out as written."""

    line: str
    lack: Lack


OrderLine = Ordered | Adopt | Unclear


def read_orders(
    lines: Collection[str], asked_words: Collection[str], zone: ZoneInfo
) -> tuple[OrderLine, ...]:
    """Return what *lines* order, from first to last; times without offset are those of *zone*."""
    found: list[OrderLine] = []
    for line in lines:
        text = " ".join(line.split())
        if text:
            found += _of_line(text, asked_words, zone)
    return tuple(found)


def _of_line(text: str, asked_words: Collection[str], zone: ZoneInfo) -> Iterator[OrderLine]:
    if adopt := _ADOPT.fullmatch(text):
        yield Adopt(text, int(adopt["id"]), adopt["name"])
        return
    if ruling := _RULING.fullmatch(text):
        word = spell(ruling["word"])
        if word in asked_words or _EXPLICIT.match(text):
            is_accepted = ruling["verdict"].lower() in _YES
            yield Ordered(
                text, orders.RuleWord(word, is_accepted), (ruling["because"] or "").strip()
            )
            return
    parted = _ORDER.fullmatch(text)
    verb = parted["verb"].upper() if parted else ""
    read = _VERBS.get(verb.translate(_FOLDED))
    if parted is None or read is None:
        return
    rest, because = (parted["rest"] or "").strip(), (parted["because"] or "").strip()
    found = read(rest, zone)
    if found is None and not because and text.startswith(f"{verb}:"):  # "PAUSE: Weihnachten"
        found, because = read("", zone), rest
    if isinstance(found, Lack):
        yield Unclear(text, found)
    elif found is not None:
        yield Ordered(text, found, because)


_Read = Order | Lack | None
"""An order; what it lacks; or None where the line is prose after all."""
Reader = Callable[[str, ZoneInfo], _Read]


def _extend(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return orders.ExtendDeadline(when) if when else Lack.TIME


def _resume(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return Lack.TIME if rest and when is None else orders.ResumeGame(when)


def _reopen(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return orders.ReopenRound(when) if when else Lack.TIME


def _bare(order: Order) -> Reader:
    """Return a reader of an order that takes nothing: with more behind it, it is prose."""

    def read(rest: str, _zone: ZoneInfo) -> _Read:
        return None if rest else order

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
    return orders.CloseRound(early, undecided)


def _letters(rest: str, _zone: ZoneInfo) -> _Read:
    try:
        return orders.DrawTiles(read_letters(rest)) if rest else Lack.LETTERS
    except ValueError:
        return Lack.LETTERS


def _new_letters(rest: str, _zone: ZoneInfo) -> _Read:
    try:
        return orders.CorrectDraw(read_letters(rest)) if rest else Lack.LETTERS
    except ValueError:
        return Lack.LETTERS


def _score(rest: str, _zone: ZoneInfo) -> _Read:
    points = _POINTS.search(rest)
    if points is None:
        return Lack.POINTS
    number = _ROUND.search(rest)
    name = _ROUND.sub("", _POINTS.sub("", rest)).strip(" ,=")
    if not name:
        return Lack.PLAYER
    return orders.CorrectScore(
        name, int(points[1].replace(" ", "")), int(number[1]) if number else None
    )


def _exclude(rest: str, _zone: ZoneInfo) -> _Read:
    return orders.ExcludePlayer(rest) if rest else Lack.PLAYER


def _admit(rest: str, _zone: ZoneInfo) -> _Read:
    return orders.AdmitPlayer(rest) if rest else Lack.PLAYER


def _end(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `SPIEL BEENDEN`, `END GAME`; anything else that begins so is prose."""
    return orders.EndGame() if rest.upper() in ("BEENDEN", "GAME") else None


def _rename(rest: str, _zone: ZoneInfo) -> _Read:
    old, sign, new = rest.partition("=")
    if not sign or not old.strip() or not new.strip():
        return Lack.PLAYER
    return orders.RenamePlayer(old.strip(), new.strip())


def _addresses(rest: str, _zone: ZoneInfo) -> _Read:
    name, _, written = rest.partition("=")
    addresses = tuple(each.strip().lower() for each in written.split(",") if "@" in each)
    if not name.strip():
        return Lack.PLAYER
    return orders.ChangeAddresses(name.strip(), addresses) if addresses else Lack.ADDRESSES


def _tie(rest: str, _zone: ZoneInfo) -> _Read:
    return orders.DecideTie(int(rest)) if rest.isdigit() else Lack.NUMBER


def _press(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `PRESSE ja`, `PRESSE Eva Muster nein`."""
    name, _, verdict = rest.rpartition(" ")
    if verdict.lower().rstrip(".!") not in _YES | _NO:
        return None
    return orders.RulePress(None, verdict.lower().rstrip(".!") in _YES, name.strip() or None)


_FOLDED = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})  # as keyboards abroad write them
_WRITTEN: dict[str, Reader] = {
    "VERLÄNGERN": _extend,
    "EXTEND": _extend,
    "ZAT": _extend,
    "FREIGEBEN": _bare(orders.PublishReport()),
    "PUBLISH": _bare(orders.PublishReport()),
    "PAUSE": _bare(orders.PauseGame()),
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
    "AUFNEHMEN": _admit,
    "ADMIT": _admit,
    "SPIEL": _end,
    "END": _end,
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


MeansOf = Callable[[Office, str], Means]


def game_of(considered: Consideration, office: Office) -> str | None:
    """Return the game that a mail of the game master is about: by tag, References, or the only one."""
    if tagged := tagged_game(considered.mail.subject, office.games):
        return tagged
    for game, _ in reversed(considered.receipt.answers):
        if game in office.games:
            return game
    going_on = [id_ for id_, running in office.games.items() if not running.game.is_over]
    return going_on[0] if len(going_on) == 1 else None


def follow_orders(
    considered: Consideration,
    lines: Sequence[OrderLine],
    office: Office,
    means_of: MeansOf,
    now: datetime,
) -> Decision:
    """Return what the orders of a mail change, and the answer that says so, line by line.

    Only a mail that answers one of ours to the game master is obeyed: his address alone proves
    nothing.
    """
    if not considered.receipt.proves_game_master(game_of(considered, office)):
        return Decision((), (_answer(considered, office, None, OrdersUnproven(), now),))
    game = game_of(considered, office)
    so_far = _Followed(office)
    for number, line in enumerate(lines):
        match line:
            case Adopt():
                continue  # carried out by whoever has the stored mail
            case Unclear(text, lack):
                so_far.fates.append(Fate(text, Incomplete(lack)))
            case Ordered(text) if game is None:
                so_far.fates.append(Fate(text, WhichGame(tuple(office.games))))
            case Ordered(text, order, because):
                cause = f"{considered.receipt.key}:{number}"
                given = GivenOrder(order, because, GivenBy.MAIL, cause)
                fate = so_far.follow(
                    text, given, game, means_of, now, considered.receipt.done_before
                )
                so_far.fates.append(fate)
            case _:
                assert_never(line)
    if so_far.fates:
        done = OrdersDone(tuple(so_far.fates))
        so_far.mails.append(_answer(considered, office, game, done, now))
    under = tuple(each.message_id for each in considered.receipt.to_game_master)
    return Decision(
        tuple(so_far.events), tuple(so_far.mails), orders=tuple(so_far.digests), under=under
    )


@dataclass(slots=True)
class _Followed:
    """What the orders of a mail have come to, line by line; later ones see what earlier ones changed."""

    office: Office
    events: list[tuple[str, Event]] = field(default_factory=list)
    mails: list[Owed] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)

    def follow(  # noqa: PLR0917  the line, its order, and what it is carried out with
        self,
        line: str,
        given: GivenOrder,
        game: str,
        means_of: MeansOf,
        now: datetime,
        done_before: Collection[str],
    ) -> Fate:
        """Carry out one order, or say why not; the same order under the same mail only once."""
        digest = digest_of(game, given.order)
        if digest in done_before or digest in self.digests:
            return Fate(line, DoneBefore())
        means = means_of(self.office, game).after(
            each for name, each in self.events if name == game
        )
        step = family_of(self.office.games[game]).carry_out(given, means, now)
        if not isinstance(step, Step):
            return Fate(line, step)
        self.digests.append(digest)
        self.events += step.decision.events
        self.mails += step.decision.mails
        self.office = after(self.office, step.decision)
        return Fate(line, remarks=step.remarks)


def digest_of(game: str, order: Order) -> str:
    """Return a name for an order, the same for the same order."""
    return hashlib.sha256(f"{game}\0{order!r}".casefold().encode()).hexdigest()


def _answer(
    considered: Consideration,
    office: Office,
    game: str | None,
    about: OrdersDone | OrdersUnproven,
    now: datetime,
) -> Owed:
    running = office.games.get(game) if game else None
    policy = running.policy if running else None
    return owe_to_game_master(
        office.house,
        Notice(about, policy, running.game if running else None),
        f"{about.code}:{considered.receipt.key}",
        now,
        policy=policy,
        game=running.game if running else None,
        answers=answered(considered.mail, considered.receipt),
    )
