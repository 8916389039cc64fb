"""Read the lines of the game master's mail as orders, and carry them out together.

A line of its own is one order; everything else in the mail is prose. Words are ruled on only if they
were asked about or are named with RULE, so that a polite "Danke, ja" rules on nothing; but under a
question about one word yes or no alone is the answer. What they come to is one decision, and one answer
that says the results.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.family import Family, family_of
from mailref.orders.commands import is_closing, makes_uncertain
from mailref.orders.shapes import folded, read_when, tagged_game
from mailref.orders.yes_and_no import said_in_few_words, said_with_words
from mailref.reading.mime import without_long_runs
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Matter, Notice, OrdersDone, OrdersUnproven, StillOpen
from mailref.referee.identity import players_at
from mailref.referee.mails import Decision, Owed, Step, after, owe_to_game_master, subscribers_of
from mailref.referee.policy import Consideration, Office, RunningGame
from mailref.referee.reports import Means
from mailref.referee.ruling_sentences import RulingSaid, ruling_in, speaks_of_ruling
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import SAYINGS, worded
from mailref.tiles.tile_set import written_out
from mailref.tiles.when_used import regex

_BARE_YES = orders.YES.union(SAYINGS["accepts_too"])
_BARE_NO = orders.NO.union(SAYINGS["refuses_too"])
_BARE = regex(r"(?P<said>[^:/\n]{2,40})(?:\s*(?::|//)\s*(?P<because>.+))?")
_WITH_REASON = worded(
    r"(?P<said>[^,.;:!?]{2,20})\s?[,;.!:]\s{1,3}(?P<because>{says_what_it_is}\b[^?]{2,150})"
)
# `Ja, weil es im Duden steht`, `No, because it is a name.`
_GIVES_REASON = worded(
    r"(?P<said>[^.;:!?]{2,80}?)(?:\s?[,;]\s{0,3}|\s{1,3}[–-]\s{1,3}|\s{1,3})(?P<because>{gives_reason}(?:\b|(?<=['’]))[^?.!]{2,200}[.!]?)"
)
_FOR, _AGAINST = worded(r"\b{grounds_for}\b"), worded(r"\b{grounds_against}\b")
_IS_NOT_THERE, _IS_THERE = worded(r"\b{not_listed}"), worded(r"\b{is_listed}")
_GOES_BACK = worded(r"(?:^|[,.;:!–-]\s*|\s)(?:{leaves_ruling_open})\b")
_TO_ALL = worded(r"(?:^|(?<=[\s,])){to_all_words}\b")
_OF_A_PERSON = worded(r"\b{persons}\b")
"""It answers who somebody is, and nothing about a word."""
_POLITE = frozenset(SAYINGS["polite_words"])
_ADOPT = worded(
    r"(?:{mail_called}\s+)?U\s*(?P<id>\d{1,9})\s*(?:[:=-]\s*)?(?:(?P<yes>{adopts})|(?:{is_of}\s+)?(?P<name>[^\d\W].*))"
)
_ORDER = regex(
    r"(?P<verb>[^\W\d_]+)(?:\s*[:=]?\s+(?P<rest>[^:]*(?::\d\d[^:]*)*))?(?::\s+(?P<because>.+))?$"
)
_STOP = regex(r"(?P<verb>[^\W\d_]+)\s*[.!]+|(?P<order>[^:]*(?::\d\d[^:]*)*?)\s*!+")
"""An order as a sentence ends: `Widerruf!`, `Weiter.`, `AUFNEHMEN Lotte Nolde!`."""
_CLOSES_NOW = worded(r"(?<!\w){closes_now}(?!\w)")
"""`bitte werte die Runde jetzt gleich aus`: it is asked back like every early close."""
_OF_ZAT, _MOVES_ZAT = (worded(rf"(?<!\w){each}(?!\w)") for each in ("{zat_called}", "{moves_zat}"))
_DENIED = worded(r"\b(?:{denies}|{leaves_ruling_open})\b")
_AND_FIRST = worded(r"^\s*{and_words}(?:\s+{before_title})?\s+")
_EXTENDS = worded(
    r"\s*(?:{and_words}\s+)?(?:{before_title}\s+)?(?:{please}\s+)?{begins_extension}(?!\w)"
)
"""`und verlängert bis 27.12. 20 Uhr`"""
_OF_ORDER = worded(r"(?<!\w){speaks_of_order}(?!\w)")
_PLEASE_FIRST = worded(r"^\s*{please}\s*,?\s+")
_PLEASE = worded(r"(?<!\s)\s*[,;]?\s+{please}[\s.!]*$")
_NUMBER_ALONE = worded(r"(?:{before_number}\s+)*(?:{number_called}\s*)*(\d{1,3})\W*{please}?\W*")


class Ordered(Struct, frozen=True):
    """An order that a line gives, with the reason in it."""

    line: str
    order: orders.GmOrder
    because: str
    is_doubtful: bool = False
    """Whether it may be prose after all: `Pause: machen wir erst im Januar`."""


class Adopt(Struct, frozen=True):
    """Let a stranger's stored mail count, for the player named here or the one it names.

    `U17 Max Mustermann [yerres]` also names the game, which the mail may leave out.
    """

    line: str
    id: int
    player: str | None
    game: str | None = None


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
    wants_in: str = "",
    since: datetime | None = None,
) -> tuple[OrderLine, ...]:
    """Return what *lines* order, from first to last; times without offset are those of *zone*.

    *since*: when they came; a day without its year is the next one.

    *wants_in*: the address of whoever the mail answered says would like to play; yes admits him.

    *question*: the words that the mail answered asks about; about one, yes or no alone will do.
    *is_of_tie*: it asks which of equal moves is laid; a number alone will do.
    """
    found: list[OrderLine] = []
    verdicts: list[tuple[str, bool, str]] = []
    unread: list[str] = []
    at = orders.ReadAt(zone, since)
    lines = [without_long_runs(line[:_MOST_OF_LINE]) for line in islice(lines, _MOST_LINES)]
    for text in _sentences(lines) if question else _unwrapped(lines, asked_words, at):
        if not text:
            continue
        if is_of_tie and (number := _NUMBER_ALONE.fullmatch(text)):
            found.append(Ordered(text, orders.DecideTie(int(number[1])), ""))
        elif question and (verdict := _verdict(text, len(question))):
            verdicts.append((text, *verdict))
        elif read := [*_of_line(text, asked_words, at)]:
            found += read
        elif wants_in and said_with_words(text):
            found.append(Ordered(text, orders.AdmitPlayer(wants_in), ""))
        else:
            unread.append(text)
    found = [*_each_once(found), *_left_over(found, unread)]
    said = _said_in_sentences(unread, question or asked_words, is_asked=bool(question))
    is_contrary = said is not None and any(each[1] is not said[0] for each in verdicts)
    if said is not None and not is_contrary and not (verdicts or found):
        return (said[1],)
    leaning = [each for each in unread if (question or is_of_tie) and _leans(each)]
    leaning += [each for each in unread if question and speaks_of_ruling(each)]
    if leaning and (is_contrary or not (verdicts or found)):
        return (Unclear(leaning[0], orders.Lack.VERDICT if question else orders.Lack.NUMBER),)
    if any(isinstance(each, Ordered) and isinstance(each.order, orders.RuleWord) for each in found):
        return tuple(found)  # a word was named: the yes beside it is courtesy
    return (*_answers(verdicts, question), *found)


_MOST_LINES, _MOST_OF_LINE = 500, 500
"""No list of orders is longer, and no reason."""


def _each_once(found: Sequence[OrderLine]) -> Iterator[OrderLine]:
    """Yield what is ordered, without sentences that say an order once more: that the round be closed now."""
    closes = [each for each in found if isinstance(each, Ordered) and _closes(each.order)]
    as_orders = [each for each in closes if not _CLOSES_NOW.search(each.line)]
    kept = (as_orders or closes)[:1]
    yield from (each for each in found if each not in closes or each in kept)


def _left_over(found: Sequence[OrderLine], unread: Sequence[str]) -> Iterator[OrderLine]:
    """Yield the lines beside orders that speak of one and are none as they stand."""
    if any(isinstance(each, Ordered) for each in found):
        yield from (Unclear(each, orders.Lack.ORDER) for each in unread if _speaks_of_order(each))


def _closes(order: orders.GmOrder) -> bool:
    return isinstance(order, orders.CloseRound) and order.is_early


def _speaks_of_order(text: str) -> bool:
    """Tell whether a line beside orders may be one that is not said as orders are."""
    return _OF_ORDER.search(text) is not None and not text.endswith("?")


def _unwrapped(
    lines: Collection[str], asked_words: Collection[str], at: orders.ReadAt
) -> Iterator[str]:
    """Yield the lines, a reason that goes on in the line below with its order."""
    begun = ""
    for line in map(_on_one_line, (*lines, "")):
        goes_on = line[:1].islower() and not [*_of_line(line, asked_words, at)]
        if begun and goes_on and not is_closing(line):
            begun = f"{begun} {line}"
            continue
        if begun:
            yield begun
        begun = line if len(line) > _WRAPPED_FROM and _has_reason(line, asked_words, at) else ""
        if not begun:
            yield line


def _has_reason(line: str, asked_words: Collection[str], at: orders.ReadAt) -> bool:
    if _IS_FULL_STOP.search(line):
        return False
    read = [*_of_line(line, asked_words, at)]
    return any(isinstance(each, Ordered) and each.because for each in read)


def _said_in_sentences(
    lines: Sequence[str], asked: Collection[str], *, is_asked: bool
) -> tuple[bool, Ordered] | None:
    """Return the ruling that *lines* are as a whole: on the one word asked about, or the one they name.

    *is_asked*: they answer the question, so that they need not name it.
    """
    whole = " ".join(lines)
    named = [word for word in asked if re.search(rf"\b{re.escape(written_out(word))}\b", whole)]
    words = named or (list(asked) if is_asked else [])
    said = _ruling_with_reason(lines, written_out(words[0])) if len(words) == 1 else None
    if said is None:
        return None
    order = orders.RuleWord(words[0], said.accepted)
    return said.accepted, Ordered(_on_one_line(said.text), order, said.because, said.is_doubtful)


def _ruling_with_reason(lines: Sequence[str], word: str) -> RulingSaid | None:
    """Return what sentences rule; a reason may say anything that speaks for it: `..., denn es ist ein Eigenname`.

    A ruling that is asked back keeps its reason: `Ich denke, das gilt, weil es im Duden steht`.
    """
    said = ruling_in(lines, word)
    parted = _GIVES_REASON.fullmatch(_on_one_line(" ".join(lines)))
    if parted is None or (said is not None and not said.is_doubtful):
        return said
    bare = ruling_in([parted["said"]], word)
    because = parted["because"]
    is_lost = bare is None or _GOES_BACK.search(because) is not None
    if bare is None or is_lost or _speaks_against(bare.accepted, because):
        return said
    if not bare.is_doubtful:
        return replace(bare, text=parted[0], because=_reason_of(because))
    if said is None or said.because or said.accepted is not bare.accepted:
        return said
    return replace(said, because=_reason_of(because))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _sentences(lines: Collection[str]) -> Iterator[str]:
    """Yield the lines, and as one what begins with a verdict and is wrapped: a reason is long."""
    wrapped: list[str] = []
    for line in map(_on_one_line, (*lines, "")):
        if wrapped and (not line or _IS_FULL_STOP.search(wrapped[-1])):
            joined = " ".join(wrapped)
            yield from [joined] if _by_what_is_listed(joined) else wrapped
            wrapped = []
        if wrapped or (len(line) > _WRAPPED_FROM and _leans(line)):
            wrapped.append(line)
        else:
            yield line


_WRAPPED_FROM = 50
_IS_FULL_STOP = regex(r"[.!?:]\W*$")


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
    verdict = None if _OF_A_PERSON.search(parted["said"]) else said_in_few_words(parted["said"])
    return None if verdict is None else (verdict, because)


def _verdict(text: str, asked: int) -> tuple[bool, str] | None:
    """Return the verdict of a line about so many words asked about, with its reason.

    A reason may follow a comma where it says what the word is, and does not speak for the other verdict.

    >>> _verdict("Nein, das ist ein Eigenname", 1), _verdict("Nein, das ist ein gültiges Wort", 1)
    ((False, 'das ist ein Eigenname'), None)
    """
    plain = _TO_ALL.sub(" ", text).strip(" ,") if asked > 1 else text
    if found := _bare_verdict(plain):
        return found
    as_clause = _GIVES_REASON.fullmatch(plain)
    parted = _WITH_REASON.fullmatch(plain) or as_clause
    verdict = _bare_verdict(parted["said"]) if parted else None
    if parted is None or verdict is None:
        return _by_what_is_listed(plain) if asked == 1 else None
    because = parted["because"].strip()
    is_taken_back = as_clause is not None and _GOES_BACK.search(because) is not None
    is_contrary = is_taken_back or _speaks_against(verdict[0], because)
    return None if is_contrary else (verdict[0], _reason_of(because))


def _reason_of(because: str) -> str:
    """Return a reason without the word that joins it to the ruling: `denn es steht im Duden`."""
    return _JOINS.sub("", because)


_JOINS = worded(r"^{drops_from_reason}\s+")


def _speaks_against(accepted: bool, because: str) -> bool:
    """Tell whether a reason speaks for the other verdict."""
    return (_AGAINST if accepted else _FOR).search(because) is not None


_LONGEST_RULING = 300


def _by_what_is_listed(text: str) -> tuple[bool, str] | None:
    """Return the verdict of a sentence that begins with it and says where the word stands, or that it does not.

    >>> _by_what_is_listed("No, sorry Tom, it's not in Collins.")
    (False, "it's not in Collins.")
    >>> _by_what_is_listed("Nein, das gibt es nicht."), _by_what_is_listed("Nein, das steht im Duden.")
    ((False, 'das gibt es nicht.'), None)
    >>> _by_what_is_listed("No, it's not in Collins, but it is in Chambers.") is None
    True
    """
    first = _first_word(text)
    accepted, rest = _leaning(first), text[len(first) :]
    if accepted is None or "?" in rest or len(text) > _LONGEST_RULING or _GOES_BACK.search(rest):
        return None
    is_there, is_not = _IS_THERE.search(rest), _IS_NOT_THERE.search(rest)
    grounds, contrary = (is_there, is_not) if accepted else (is_not, is_there)
    if grounds is None or contrary is not None:
        return None
    begins = max((rest.rfind(sign, 0, grounds.start()) for sign in ",.;:!"), default=-1)
    return accepted, rest[begins + 1 :].strip(" -–")


def _first_word(text: str) -> str:
    return re.split(r"[\s,.;:!–-]", text, maxsplit=1)[0]


def _leaning(first: str) -> bool | None:
    """Return the verdict that a first word alone would be."""
    word = first.lower()
    if word in _BARE_YES or word in _BARE_NO:
        return word in _BARE_YES
    return said_in_few_words(word)


def _leans(text: str) -> bool:
    """Tell whether a line begins with a verdict and goes on: `Nein, das geht schon.` rules on nothing."""
    return _leaning(_first_word(text)) is not None


def _answers(
    verdicts: Sequence[tuple[str, bool, str]], question: Sequence[str]
) -> Iterator[OrderLine]:
    """Yield the rulings that yes or no alone is; what it is about, or says, must be certain.

    No to two words refuses both; yes is for all of them only where it says so.
    """
    if not verdicts:
        return
    text, accepted, because = verdicts[0]
    is_of_all = len(question) == 1 or not accepted or _TO_ALL.search(text) is not None
    if is_of_all and len({each for _, each, _ in verdicts}) == 1:
        for word in question:
            yield Ordered(text, orders.RuleWord(word, accepted), because)
    else:
        yield Unclear(text, orders.Lack.WORD)


def _of_line(text: str, asked_words: Collection[str], at: orders.ReadAt) -> Iterator[OrderLine]:
    if adopt := _ADOPT.fullmatch(text):
        name, _, game = (adopt["name"] or "").rstrip(" .!]").partition("[")
        yield Adopt(text, int(adopt["id"]), name.strip() or None, game.strip() or None)
        return
    if ruling := orders.RULING.fullmatch(text):
        word, because = spell(ruling["word"]), (ruling["because"] or "").strip()
        if word in {*map(written_out, asked_words)} or orders.EXPLICIT.match(text):
            if (second := orders.RULING.fullmatch(because)) and second["word"].isupper():
                yield Unclear(text, orders.Lack.WORD)  # `QUARZ ja, QUARZE nein`
                return
            is_accepted = ruling["verdict"].lower() in orders.YES
            yield Ordered(text, orders.RuleWord(word, is_accepted), _reason_of(because))
            return
    plain = _PLEASE.sub("", _PLEASE_FIRST.sub("", _AND_FIRST.sub("", text)))
    if stop := _STOP.fullmatch(plain):
        plain = stop["verb"] or stop["order"]
    if _CLOSES_NOW.search(text) and not _DENIED.search(text) and "?" not in text:
        yield Ordered(text, orders.CloseRound(is_early=True, undecided=None), "")
        return
    if moved := _zat_moved(text, at):
        yield moved
        return
    parted = _ORDER.fullmatch(plain)
    read = orders.VERBS.get(folded(parted["verb"])) if parted else None
    if parted is None or read is None:
        return
    rest, because = (parted["rest"] or "").strip(), (parted["because"] or "").strip()
    found, is_doubtful = read(rest, at), False
    if not because and text.startswith(":", parted.end("verb")) and _is_reason(found, rest):
        bare = read("", at)
        if bare is not None and not isinstance(bare, orders.Lack):
            found, because = bare, rest  # "PAUSE: Weihnachten"
            is_doubtful = not parted["verb"].isupper()
    if isinstance(found, orders.Lack):
        yield Unclear(text, found)
    elif found is not None:
        yield Ordered(text, found, because, is_doubtful)


def _zat_moved(text: str, at: orders.ReadAt) -> Ordered | None:
    """Return the new ZAT that a sentence names, to be asked about; None where it names none.

    `Den Zugabgabetermin verschiebe ich auf Samstag, 12. Dezember, 20 Uhr.`
    """
    is_said = (_OF_ZAT.search(text) and _MOVES_ZAT.search(text)) or _EXTENDS.match(text)
    if not is_said or "?" in text or _DENIED.search(text) or makes_uncertain(text):
        return None
    when = read_when(text, at.zone, at.since)
    return Ordered(text, orders.ExtendDeadline(when), "", is_doubtful=True) if when else None


def _is_reason(found: orders.GmRead, rest: str) -> bool:
    """Tell whether what follows the colon is a reason: `NEUZIEHEN: verlesen` names no letters."""
    if isinstance(found, orders.CorrectDraw) or found is orders.Lack.LETTERS:
        return not rest.isupper()
    return found is None or isinstance(found, orders.Lack)


def words_ruled_on(lines: Collection[str], family: Family, office: Office) -> set[str]:
    """Return the words that lines rule on which were ruled on before in the game, or, in capitals, laid.

    So a ruling is taken back as it was made: `EUBÖA nein`.
    """
    found: set[str] = set()
    for line in lines:
        ruling = orders.RULING.fullmatch(" ".join(line.split()))
        word = spell(ruling["word"]) if ruling else ""
        is_known = word in family.running.game.rulings
        if ruling and (is_known or (ruling["word"].isupper() and family.has_word(word, office))):
            found.add(word)
    return found


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
    about = OrdersDone(fates, tuple(_still_open(fates, so_far.office)))
    told = (owe_him_notice(considered, about, game, office, now),) if fates else ()
    under = tuple(each.message_id for each in considered.receipt.to_game_master)
    return so_far.decision.then(Decision((), told, under=under))


def _still_open(fates: Collection[orders.Fate], office: Office) -> Iterator[StillOpen]:
    """Yield, where a word was ruled on, the words that wait in games in which the game master does not play.

    A ruling is for one game: the same word may wait in another.
    """
    if not any(isinstance(each.result, orders.WordSettled) for each in fates):
        return
    for running in office.games.values():
        plays = players_at(running, office.house.gamemaster_address)
        words = family_of(running).words_asked - {*running.game.rulings}
        if words and not plays and not running.game.is_over:
            yield StillOpen(running.policy.title, tuple(sorted(map(written_out, words))))


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
        is_done = digest in receipt.done_before and not self._was_undone(line.order, game)
        if is_done or digest in self.decision.orders:
            return orders.Fate(written, orders.DoneBefore())
        given = orders.GivenOrder(
            line.order, line.because, orders.GivenBy.MAIL, f"{receipt.key}:{number}"
        )
        office, was = self.office, family_of(self.office.games[game])
        before = (each for name, each in self.decision.events if name == game)
        means = self.means_of(self.office, game).after(before)
        step = was.carry_out(given, means, self.now)
        if not isinstance(step, Step):
            return orders.Fate(written, step)
        done = Decision(step.decision.events, step.decision.mails, orders=(digest,))
        self.decision, self.office = self.decision.then(done), after(self.office, done)
        running = self.office.games[game]
        family = family_of(running)
        result = family.result(step.instead or line.order, step)
        totals = _changed(was.totals(), family.totals())
        if isinstance(result, orders.TotalNow):
            result = replace(result, before=was.totals().get(result.player))
            return _fate(line, step, result, running)
        if orders.RuleWord not in (type(line.order), type(step.instead)):
            return _fate(line, step, result, running)
        moves = _changed(was.worth(office), family.worth(self.office))
        found = replace(_fate(line, step, result, running), moves=moves, totals=totals)
        # Not whose word it was, where that is hidden and not all are told.
        is_for_all = len(found.told) >= len(family.running.game.active)
        is_hidden = family.hides_moves(self.office) and not is_for_all
        return replace(found, told=(), readers=0) if is_hidden else found

    def _was_undone(self, order: orders.GmOrder, game: str) -> bool:
        """Tell whether a word has been ruled otherwise since: to rule it once more is no slip."""
        if not isinstance(order, orders.RuleWord):
            return False
        return self.office.games[game].game.rulings.get(order.word) is not order.accepted


def _fate(
    line: Ordered, step: Step, result: orders.Result | None, running: RunningGame
) -> orders.Fate:
    """Return what became of an order that was carried out, and who is told."""
    mails, known = step.decision.mails, subscribers_of(running)
    told = tuple(dict.fromkeys(mail.player for mail in mails if mail.player))
    readers = {mail.recipient for mail in mails if not mail.player}.intersection(known)
    return orders.Fate(line.line, None, step.remarks, result, told, len(readers))


def _changed(
    before: Mapping[str, int | None], now: Mapping[str, int | None]
) -> tuple[orders.CountsNow, ...]:
    """Return what is counted otherwise than before, player by player."""
    return tuple(
        orders.CountsNow(name, before.get(name), now.get(name))
        for name in dict.fromkeys((*before, *now))
        if before.get(name) != now.get(name)
    )


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
        answers=considered.reference,
    )
