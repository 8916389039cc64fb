"""Read the lines of the game master's mail as orders, and carry them out together.

A line of its own is one order; everything else in the mail is prose. Words are ruled on only if they
were asked about or are named with RULE, so that a polite "Danke, ja" rules on nothing; but under a
question about one word yes or no alone is the answer. What they come to is one decision, and one answer
that says the results.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from zoneinfo import ZoneInfo

from msgspec import Struct

from mailref.games.family import family_of
from mailref.languages import table
from mailref.orders.shapes import FROM_WORDS, folded, read_days, read_when, tagged_game
from mailref.orders.yes_and_no import said
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Matter, Notice, OrdersDone, OrdersUnproven
from mailref.referee.mails import Decision, Owed, Step, after, answered, owe_to_game_master
from mailref.referee.policy import Consideration, Office, Undecided
from mailref.referee.reports import Means
from mailref.tiles.board import read_letters
from mailref.tiles.lexicon.verdicts import spell, spell_out
from mailref.tiles.moves import SAYINGS, any_of, filled, worded
from mailref.tiles.when_used import regex, when_used


class _InWords(Struct, frozen=True, forbid_unknown_fields=True):
    """How an order is written in one language."""

    words: tuple[str, ...]
    example: str


_NAMES = (
    "rule", "extend", "pause", "resume", "close", "reopen", "publish", "draw", "redraw",
    "correct", "tie", "exclude", "admit", "rename", "address", "press", "end", "undo", "pass",
    "replace", "theme", "away", "revoke",
)  # fmt: skip
_WORDS = table("gm_orders.toml", _NAMES, _InWords)
_WITH_RULE = partial(
    filled, explicit=any_of(w for each in _WORDS.values() for w in each["rule"].words)
)
_YES, _NO = (frozenset(SAYINGS[row]) for row in ("accepts", "refuses"))
_RULING = when_used(
    _WITH_RULE,
    r"(?:{explicit}\s+)?(?P<word>[A-Za-zÄÖÜäöüß]{1,30})(?:\s*+[:=-]\s++|\s++)(?P<verdict>{refuses}|{accepts})"
    r"\s*+[.!]?(?:\s*+[:,-]\s*+(?P<because>.+))?",
)
_BARE_YES = _YES.union(SAYINGS["accepts_too"])
_BARE_NO = _NO.union(SAYINGS["refuses_too"])
_BARE = regex(r"(?P<said>[^:/\n]{2,40})(?:\s*(?::|//)\s*(?P<because>.+))?")
_OF_A_PERSON = worded(r"\b{persons}\b")
"""It answers who somebody is, and nothing about a word."""
_POLITE = frozenset(SAYINGS["polite_words"])
_EXPLICIT = when_used(_WITH_RULE, r"{explicit}\s")
_ADOPT = worded(r"U\s*(?P<id>\d{1,9})\s*(?:[:=-]\s*)?(?:(?P<yes>{adopts})|(?P<name>[^\d\W].*))")
_ORDER = regex(
    r"(?P<verb>[A-Za-zÄÖÜäöüß]+)(?:\s*[:=]?\s+(?P<rest>[^:]*(?::\d\d[^:]*)*))?(?::\s+(?P<because>.+))?$"
)
_NUMBER_ALONE = worded(r"(?:{before_number}\s+)*(?:{number_called}\s*)*(\d{1,3})\W*{please}?\W*")
_ROUND = worded(
    r"\(?(?:\b{of_round}\s+)?(?:\b(?:R|{round_called})\s*(\d{1,4})\b|\b(\d{1,4})\.\s*{round_called}\b)\)?"
)
_POINTS = worded(r"([+-]\s*\d{1,4})\b(?:\s*{points_called}\b)?")


class Ordered(Struct, frozen=True):
    """An order that a line gives, with the reason in it."""

    line: str
    order: orders.GmOrder
    because: str
    is_doubtful: bool = False
    """Whether it may be prose after all: `Pause: machen wir erst im Januar`."""


class Adopt(Struct, frozen=True):
    """Let a stranger's stored mail count, for the player named here or the one it names."""

    line: str
    id: int
    player: str | None


class Unclear(Struct, frozen=True):
    """A line that begins like an order and cannot be carried out as written."""

    line: str
    lack: orders.Lack


OrderLine = Ordered | Adopt | Unclear


def read_orders(
    lines: Collection[str],
    asked_words: Collection[str],
    zone: ZoneInfo,
    *,
    question: Sequence[str] = (),
    is_of_tie: bool = False,
) -> tuple[OrderLine, ...]:
    """Return what *lines* order, from first to last; times without offset are those of *zone*.

    *question*: the words that the mail answered asks about; about one, yes or no alone will do.
    *is_of_tie*: it asks which of equal moves is laid; a number alone will do.
    """
    found: list[OrderLine] = []
    verdicts: list[tuple[str, bool, str]] = []
    leaning: list[str] = []
    for line in lines:
        text = " ".join(line.split())
        if not text:
            continue
        if is_of_tie and (number := _NUMBER_ALONE.fullmatch(text)):
            found.append(Ordered(text, orders.DecideTie(int(number[1])), ""))
        elif question and (verdict := _bare_verdict(text)):
            verdicts.append((text, *verdict))
        elif read := [*_of_line(text, asked_words, zone)]:
            found += read
        elif (question or is_of_tie) and _leans(text):
            leaning.append(text)
    if leaning and not (verdicts or found):
        return (Unclear(leaning[0], orders.Lack.VERDICT if question else orders.Lack.NUMBER),)
    if any(isinstance(each, Ordered) and isinstance(each.order, orders.RuleWord) for each in found):
        return tuple(found)  # a word was named: the yes beside it is courtesy
    return (*_answers(verdicts, question), *found)


def _bare_verdict(text: str) -> tuple[bool, str] | None:
    """Return the verdict of a line that is nothing else, with its reason: `nein: steht nicht drin`.

    >>> _bare_verdict("Ja, gilt."), _bare_verdict("gilt nicht: kein Wort"), _bare_verdict("Ja aber")
    ((True, ''), (False, 'kein Wort'), None)
    """
    parted = _BARE.fullmatch(text)
    if parted is None:
        return None
    parts = [each.strip(" .!„“\"'") for each in re.split(r"[,;]", parted["said"].lower())]
    words = {" ".join(w for w in each.split() if w not in _POLITE) for each in parts} - {""}
    because = (parted["because"] or "").strip()
    if words and words <= _BARE_NO:
        return False, because
    if words and words <= _BARE_YES:
        return True, because
    verdict = None if _OF_A_PERSON.search(parted["said"]) else said(parted["said"])
    return None if verdict is None else (verdict, because)


def _leans(text: str) -> bool:
    """Tell whether a line begins with a verdict and goes on: `Nein, das gibt es nicht.` rules on nothing."""
    first = re.split(r"[\s,.;!]", text.lower(), maxsplit=1)[0]
    return first in _BARE_YES | _BARE_NO or said(first) is not None


def _answers(
    verdicts: Sequence[tuple[str, bool, str]], question: Sequence[str]
) -> Iterator[OrderLine]:
    """Yield the ruling that yes or no alone is; what it is about, or says, must be certain."""
    if not verdicts:
        return
    text, accepted, because = verdicts[0]
    is_certain = len(question) == 1 and len({each for _, each, _ in verdicts}) == 1
    if is_certain:
        yield Ordered(text, orders.RuleWord(question[0], accepted), because)
    else:
        yield Unclear(text, orders.Lack.WORD)


def _of_line(text: str, asked_words: Collection[str], zone: ZoneInfo) -> Iterator[OrderLine]:
    if adopt := _ADOPT.fullmatch(text):
        yield Adopt(text, int(adopt["id"]), adopt["name"])
        return
    if ruling := _RULING.fullmatch(text):
        word, because = spell(ruling["word"]), (ruling["because"] or "").strip()
        if word in asked_words or _EXPLICIT.match(text):
            if (second := _RULING.fullmatch(because)) and second["word"].isupper():
                yield Unclear(text, orders.Lack.WORD)  # `QUARZ ja, QUARZE nein`
                return
            is_accepted = ruling["verdict"].lower() in _YES
            yield Ordered(text, orders.RuleWord(word, is_accepted), because)
            return
    parted = _ORDER.fullmatch(text)
    verb = parted["verb"].upper() if parted else ""
    read = _VERBS.get(spell_out(verb))
    if parted is None or read is None:
        return
    rest, because = (parted["rest"] or "").strip(), (parted["because"] or "").strip()
    found, is_doubtful = read(rest, zone), False
    if not because and text.startswith(":", parted.end("verb")) and _is_reason(found, rest):
        bare = read("", zone)
        if bare is not None and not isinstance(bare, orders.Lack):
            found, because = bare, rest  # "PAUSE: Weihnachten"
            is_doubtful = not parted["verb"].isupper()
    if isinstance(found, orders.Lack):
        yield Unclear(text, found)
    elif found is not None:
        yield Ordered(text, found, because, is_doubtful)


def _is_reason(found: "_Read", rest: str) -> bool:
    """Tell whether what follows the colon is a reason: `NEUZIEHEN: verlesen` names no letters."""
    if isinstance(found, orders.CorrectDraw) or found is orders.Lack.LETTERS:
        return not rest.isupper()
    return found is None or isinstance(found, orders.Lack)


_Read = orders.GmOrder | orders.Lack | None
"""An order; what it lacks; or None where the line is prose after all."""
GmLineReader = Callable[[str, ZoneInfo], _Read]


class GmKinds(StrEnum):
    """In which games there is an order."""

    ALL = "all"
    ROUNDS = "rounds"
    """Those with one ZAT for all."""
    TURNS = "turns"


def _extend(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return orders.ExtendDeadline(when) if when else orders.Lack.TIME


def _resume(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return orders.Lack.TIME if rest and when is None else orders.ResumeGame(when)


def _reopen(rest: str, zone: ZoneInfo) -> _Read:
    when = read_when(rest, zone)
    return orders.ReopenRound(when, _round_in(rest)) if when else orders.Lack.TIME


def _bare(order: orders.GmOrder) -> GmLineReader:
    """Return a reader of an order that takes nothing: with more behind it, it is prose."""

    def read(rest: str, _zone: ZoneInfo) -> _Read:
        return None if rest else order

    return read


def _close(rest: str, _zone: ZoneInfo) -> _Read:
    words = {word.upper() for word in rest.split()}
    early, refuse, accept = (
        words.intersection(SAYINGS[row]) for row in ("early", "refuse_all", "accept_all")
    )
    if words - early - refuse - accept:
        return None
    undecided = Undecided.REFUSE if refuse else Undecided.ACCEPT if accept else None
    return orders.CloseRound(bool(early), undecided)


def _letters(rest: str, _zone: ZoneInfo) -> _Read:
    try:
        return orders.DrawTiles(read_letters(rest)) if rest else orders.Lack.LETTERS
    except ValueError:
        return orders.Lack.LETTERS


def _new_letters(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `NEUZIEHEN ABEENÖRU`; without letters chance draws again."""
    try:
        return orders.CorrectDraw(read_letters(rest)) if rest else orders.DrawAnew()
    except ValueError:
        return orders.Lack.LETTERS


def _round_in(rest: str) -> int | None:
    """Return the round that an order names: `R3`, `Runde 3`, `3. Runde`."""
    found = _ROUND.search(rest)
    return int(found[1] or found[2]) if found else None


def _score(rest: str, _zone: ZoneInfo) -> _Read:
    points = _POINTS.search(rest)
    if points is None:
        return orders.Lack.POINTS
    name = " ".join(_ROUND.sub("", _POINTS.sub("", rest, count=1), count=1).split()).strip(" ,=")
    if not name:
        return orders.Lack.PLAYER
    return orders.CorrectScore(name, int(points[1].replace(" ", "")), _round_in(rest))


def _exclude(rest: str, _zone: ZoneInfo) -> _Read:
    return orders.ExcludePlayer(rest) if rest else orders.Lack.PLAYER


def _admit(rest: str, _zone: ZoneInfo) -> _Read:
    return orders.AdmitPlayer(rest) if rest else orders.Lack.PLAYER


def _end(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `SPIEL BEENDEN`, `END GAME`; anything else that begins so is prose."""
    return orders.EndGame() if rest.upper() in SAYINGS["ends_game"] else None


def _rename(rest: str, _zone: ZoneInfo) -> _Read:
    old, sign, new = rest.partition("=")
    if not sign or not old.strip() or not new.strip():
        return orders.Lack.PLAYER
    return orders.RenamePlayer(old.strip(), new.strip())


def _addresses(rest: str, _zone: ZoneInfo) -> _Read:
    name, _, written = rest.partition("=")
    parts = [each.strip("<>\"'") for each in re.split(r"[\s,;]+", written.lower())]
    addresses = tuple(each for each in parts if each not in _BETWEEN_ADDRESSES)
    if not name.strip():
        return orders.Lack.PLAYER
    if not addresses or not all(map(is_address, addresses)):
        return orders.Lack.ADDRESSES
    return orders.ChangeAddresses(name.strip(), addresses)


_BETWEEN_ADDRESSES = frozenset({"", *SAYINGS["and_words"], "&", "+"})
_ADDRESS = regex(r"[^@\s<>(),;]+@[^@\s<>(),;]+")


def is_address(text: str) -> bool:
    """Tell whether a text is one mail address and nothing else."""
    return _ADDRESS.fullmatch(text) is not None


def _tie(rest: str, _zone: ZoneInfo) -> _Read:
    return orders.DecideTie(int(rest)) if rest.isdigit() else orders.Lack.NUMBER


def _press(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `PRESSE ja`, `PRESSE Eva Muster nein`."""
    name, _, verdict = rest.rpartition(" ")
    if verdict.lower().rstrip(".!") not in _YES | _NO:
        return None
    return orders.RulePress(None, verdict.lower().rstrip(".!") in _YES, name.strip() or None)


_FOR = worded(r"{on_behalf}\s+(?P<rest>.+)")
_NAME_AND_DAYS = regex(r"(?P<name>\D*[^\d\s,=])[\s,=]+(?P<days>\d.*)")
_WITH_YEARS = 2000


def _pass_for(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `PASSE FÜR Anna`; without the name it is a move of his own."""
    found = _FOR.fullmatch(rest)
    return orders.PassForPlayer(found["rest"].strip()) if found else None


def _theme(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `THEMA TOPF ja`; with anything else behind it, it is prose."""
    found = _RULING.fullmatch(rest)
    if found is None or _EXPLICIT.match(rest):
        return None
    return orders.RuleTheme(spell(found["word"]), found["verdict"].lower() in _YES)


def _replace(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `ERSETZEN Ben = Dora Muster, dora@example.org`."""
    old, _, written = rest.partition("=")
    name, _, address = written.rpartition(",")
    if not old.strip() or not name.strip():
        return orders.Lack.PLAYER
    address = address.strip(" <>").lower()
    if not is_address(address):
        return orders.Lack.ADDRESSES
    return orders.ReplacePlayer(old.strip(), name.strip(), address)


def _away(rest: str, _zone: ZoneInfo) -> _Read:
    """Read `URLAUB FÜR Anna 24.12.2026 - 2.1.2027`; without the name it is an absence of his own."""
    found = _FOR.fullmatch(rest)
    if found is None:
        return None
    parted = _NAME_AND_DAYS.fullmatch(found["rest"])
    days = read_days(parted["days"], date.min) if parted else None
    if parted is None or days is None or min(days).year < _WITH_YEARS:
        return orders.Lack.TIME
    name = parted["name"].split()
    kept = name[:-1] if name[-1].casefold() in FROM_WORDS else name
    return orders.NoteAbsence(" ".join(kept), *days)


class GmRow(Struct, frozen=True):
    """An order of the game master, with which a line of its own begins."""

    words: Mapping[str, tuple[str, ...]]
    """How it is called in each language; the first is the one that our mails use."""
    read: GmLineReader | None
    """Reads what stands behind the word; None: the line has a form of its own, whatever it begins with."""
    comes_to: tuple[type[orders.GmOrder], ...]
    examples: Mapping[str, str]
    """A line that is carried out as it stands, where the game allows it."""
    commands: tuple[str, ...]
    """The commands of the shell that order the same; none: it is for mails alone."""
    kinds: GmKinds = GmKinds.ALL
    is_weighty: bool = False
    """Whether it is asked back, whoever gives it: it cannot be undone in silence."""
    is_of_the_moment: bool = False
    """Whether it means the round or turn that is open, or the last one, without naming it."""
    is_revocable: bool = False
    """Whether WIDERRUF takes it back."""


def _gm_row(
    name: str,
    read: GmLineReader | None,
    comes_to: type[orders.GmOrder] | tuple[type[orders.GmOrder], ...],
    commands: str,
    marks: str = "",
) -> GmRow:
    """Return a row; its words are those under *name* in the file, *marks* are what it is beside."""
    said = set(marks.split())
    return GmRow(
        MappingProxyType({language: each[name].words for language, each in _WORDS.items()}),
        read,
        comes_to if isinstance(comes_to, tuple) else (comes_to,),
        MappingProxyType({language: each[name].example for language, each in _WORDS.items()}),
        tuple(commands.split()),
        next((kinds for kinds in GmKinds if kinds in said), GmKinds.ALL),
        "weighty" in said,
        "moment" in said,
        "revocable" in said,
    )


GM_ROWS = (
    _gm_row("rule", None, orders.RuleWord, "rule", "revocable"),
    _gm_row("extend", _extend, orders.ExtendDeadline, "extend", "moment revocable"),
    _gm_row("pause", _bare(orders.PauseGame()), orders.PauseGame, "pause", "revocable"),
    _gm_row("resume", _resume, orders.ResumeGame, "resume", "moment revocable"),
    _gm_row("close", _close, orders.CloseRound, "close", "rounds weighty moment"),
    _gm_row("reopen", _reopen, orders.ReopenRound, "reopen", "rounds moment"),
    _gm_row("publish", _bare(orders.PublishReport()), orders.PublishReport, "publish", "rounds moment"),
    _gm_row("draw", _letters, orders.DrawTiles, "draw", "rounds moment"),
    _gm_row("redraw", _new_letters,
            (orders.CorrectDraw, orders.DrawAnew), "correct draw", "rounds moment revocable"),
    _gm_row("correct", _score, orders.CorrectScore, "correct", "weighty revocable"),
    _gm_row("tie", _tie, orders.DecideTie, "correct", "rounds moment"),
    _gm_row("exclude", _exclude, orders.ExcludePlayer, "exclude out", "weighty revocable"),
    _gm_row("admit", _admit, orders.AdmitPlayer, "admit", "rounds"),
    _gm_row("rename", _rename, orders.RenamePlayer, "rename", "weighty revocable"),
    _gm_row("address", _addresses, orders.ChangeAddresses, "address", "weighty revocable"),
    _gm_row("press", _press, orders.RulePress, "press"),
    _gm_row("end", _end, orders.EndGame, "end", "weighty"),
    _gm_row("undo", _bare(orders.UndoTurn()), orders.UndoTurn, "undo",
            "turns weighty moment"),
    _gm_row("pass", _pass_for, orders.PassForPlayer, "pass", "turns weighty moment"),
    _gm_row("replace", _replace, orders.ReplacePlayer, "replace", "turns weighty"),
    _gm_row("theme", _theme, orders.RuleTheme, "rule", "turns"),
    _gm_row("away", _away, orders.NoteAbsence, "away", "turns"),
    _gm_row("revoke", _bare(orders.RevokeOrder()), orders.RevokeOrder, "", "rounds moment"),
)  # fmt: skip
"""Every order of the game master that begins with a word of its own (contract 5, game master)."""

_READERS: Mapping[str, GmLineReader] = MappingProxyType(
    {
        word: row.read
        for row in GM_ROWS
        if row.read
        for words in row.words.values()
        for word in words
    }
)
_VERBS = {spell_out(word): read for word, read in _READERS.items()}
ORDER_VERBS = frozenset(map(folded, _READERS))
"""The words with which orders begin, as names are compared."""
WEIGHTY = tuple(each for row in GM_ROWS if row.is_weighty for each in row.comes_to)
"""Orders that are asked about once, whoever gives them."""
OF_THE_MOMENT = tuple(each for row in GM_ROWS if row.is_of_the_moment for each in row.comes_to)
"""Orders that mean the round or turn that is open, or the last one."""
_IN_TURNS = tuple(each for row in GM_ROWS if row.kinds is GmKinds.TURNS for each in row.comes_to)


def other_family(order: orders.GmOrder) -> orders.OtherFamily:
    """Refuse an order that the kind of a game does not know."""
    return orders.OtherFamily(GmKinds.TURNS if isinstance(order, _IN_TURNS) else GmKinds.ROUNDS)


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
    game = game_of(considered, office)
    if not considered.receipt.proves_game_master(game):
        return Decision((), (owe_him_notice(considered, OrdersUnproven(), None, office, now),))
    so_far = _Following(considered, office, game, means_of, now)
    fates = tuple(
        so_far.fate_of(number, line)
        for number, line in enumerate(lines)
        if not isinstance(line, Adopt)  # carried out by whoever has the stored mail
    )
    told = (owe_him_notice(considered, OrdersDone(fates), game, office, now),) if fates else ()
    under = tuple(each.message_id for each in considered.receipt.to_game_master)
    return so_far.decision.then(Decision((), told, under=under))


class _Following(Struct):
    """The orders of a mail as they are carried out; later ones see what earlier ones changed."""

    considered: Consideration
    office: Office
    game: str | None
    """None: it is about no single game."""
    means_of: MeansOf
    now: datetime
    decision: Decision = Decision((), ())

    def fate_of(self, number: int, line: Ordered | Unclear) -> orders.Fate:
        """Carry out the order of a line, or say why not; the same order under the same mail only once."""
        written, game, receipt = line.line, self.game, self.considered.receipt
        if isinstance(line, Unclear):
            return orders.Fate(written, orders.Incomplete(line.lack))
        if game is None:
            return orders.Fate(written, orders.WhichGame(tuple(self.office.games)))
        digest = digest_of(game, line.order)
        if digest in receipt.done_before or digest in self.decision.orders:
            return orders.Fate(written, orders.DoneBefore())
        given = orders.GivenOrder(
            line.order, line.because, orders.GivenBy.MAIL, f"{receipt.key}:{number}"
        )
        before = (each for name, each in self.decision.events if name == game)
        means = self.means_of(self.office, game).after(before)
        step = family_of(self.office.games[game]).carry_out(given, means, self.now)
        if not isinstance(step, Step):
            return orders.Fate(written, step)
        done = Decision(step.decision.events, step.decision.mails, orders=(digest,))
        self.decision, self.office = self.decision.then(done), after(self.office, done)
        family = family_of(self.office.games[game])
        result = family.result(step.instead or line.order, step)
        is_of_word = orders.RuleWord in (type(line.order), type(step.instead))
        # Not whose word it was, where that is hidden.
        told = () if is_of_word and family.hides_moves(self.office) else done.mails
        players = tuple(dict.fromkeys(mail.player for mail in told if mail.player))
        return orders.Fate(written, remarks=step.remarks, result=result, told=players)


def digest_of(game: str, order: orders.GmOrder) -> str:
    """Return a name for an order, the same for the same order."""
    return hashlib.sha256(f"{game}\0{order!r}".casefold().encode()).hexdigest()


def owe_him_notice(  # noqa: PLR0917  his mail, of which game, and what he is told of it
    considered: Consideration,
    about: Matter,
    game: str | None,
    office: Office,
    now: datetime,
    again: str = "",
) -> Owed:
    """Return what answers a mail of the game master; the same is told *again* under another key."""
    running = office.games.get(game or "")
    return owe_to_game_master(
        office.house,
        Notice(about, running.policy if running else None),
        f"{about.code}:{considered.receipt.key}{again}",
        now,
        running=running,
        answers=answered(considered.mail, considered.receipt),
    )
