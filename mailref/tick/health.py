"""What keeps the machine from its work is noted, told to who runs it, and taken back when it is over; how it does.

One mail when it has lasted an hour, or at once where a ZAT has passed meanwhile, a login was refused,
the disk is full or the clock was set; of mail that cannot be filed away one every day, to the game
master as well. Nothing tells of a server that takes no mail but a mail: that one says when it was.

How it does is written in Prometheus' text format, for the textfile collector of node_exporter: counts of
mails and ages come from the record; ticks and errors are counted since the process began, as Prometheus
expects of a counter. A file that cannot be written is a line in the log, no more.
"""

import logging
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from msgspec.structs import replace

from mailref.errors import JournalError, LoginRefusedError, MailServerError, NoRoomError
from mailref.games.game import Game, Stage
from mailref.journal.installation import LastingTrouble, of_game, over, told
from mailref.referee.findings import Office
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master
from mailref.referee.notices import Hindered, Hindrance, Matter, Notice, RoundWaits, SettingsFaulty
from mailref.referee.policy import House, RunningGame
from mailref.tick.machine import Blocked, Machine, Seen, record
from mailref.tick.standing import PATIENCE, NamedHindrance, named

log = logging.getLogger(__name__)
WAS_TRIAL = (
    "began as a trial, with divert, and does not go on without it: its players have seen nothing of "
    "it; give it another id, or begin with an empty record"
)
"""Why a game or tournament rests."""
_DAY = timedelta(days=1)
_DATABASE = Hindrance.DATABASE, ""
_OF_ONE = (Hindrance.MAILBOX, Hindrance.SENDING, Hindrance.FILING)
"""What is the trouble of one mailbox."""
_UNSEEN = Seen("", is_urgent=False)
MOST_APART = timedelta(minutes=2)
"""So far from the mailbox server's clock ours is right."""


def _to_operator(mail: Owed, key: str, house: House, *, is_for_both: bool) -> tuple[Owed, ...]:
    """Return a mail to the game master as who runs the machine gets it, if he is another; or both get it."""
    to = house.operator_address
    if not to or (is_for_both and to.lower() == mail.recipient):
        return (mail,)
    his = replace(mail, key=f"{key}:{to}", recipient=to, name="")
    return (mail, his) if is_for_both else (his,)


def tell(
    machine: Machine,
    about: Matter,
    cause: str,
    now: datetime,
    running: RunningGame | None = None,
    *,
    office: Office | None = None,
    is_for_both: bool = False,
    but: str = "",
) -> bool:
    """Tell the game master of something once, of a game or of none; tell whether it was news.

    *is_for_both*: who runs the machine hears of it, too; nobody under the address *but*.
    """
    if machine.journal.is_decided(cause):
        return False
    office = office or machine.office()
    notice = Notice(about, running.policy if running else None)
    mail = owe_to_game_master(office.house, notice, cause, now, running=running)
    both = _to_operator(mail, cause, office.house, is_for_both=True) if is_for_both else (mail,)
    told = tuple(each for each in both if each.recipient != but)
    return record(machine, Step(cause, Decision((), told)), office, now)


def note(
    machine: Machine, what: Hindrance, problem: Exception | None = None, *, box: str = ""
) -> None:
    """Note for the end of the tick that something does not work, or, without a problem, that it does.

    It is about one mailbox, that of [mail], or the one of which the id is given.
    """
    if problem is None:
        machine.seen.setdefault((what, box), None)
    else:
        is_urgent = isinstance(problem, LoginRefusedError | NoRoomError)
        machine.seen[what, box] = Seen(str(problem), is_urgent=is_urgent)
        machine.counted.errors[what] += 1


_SAID_AGAIN = timedelta(minutes=5)
"""So often the log says of a server that it still does not answer: that is the longest time between two tries."""


def log_troubles(machine: Machine, troubles: Collection[str], now: datetime) -> None:
    """Write what did not work into the log, once and then at times while it lasts: a tick is no try."""
    before = machine.counted.warned
    said = machine.counted.warned = {each: before[each] for each in troubles if each in before}
    for trouble in troubles:
        if is_news(said, trouble, now, _SAID_AGAIN):
            log.warning("%s", trouble)


def is_news(said: dict[str, datetime], what: str, now: datetime, again: timedelta) -> bool:
    """Tell whether the log is to say *what* now, and note it: of late it has not been *said*."""
    if what in said and timedelta(0) <= now - said[what] < again:
        return False
    said[what] = now
    return True


def note_stuck(machine: Machine, game: str, problem: Exception, now: datetime) -> None:
    """Note that a game or tournament cannot be dealt with; the log says where we stumbled, then for a while no more."""
    why = type(problem).__name__
    before = f"{game}: {why}" in machine.counted.stumbled
    if not is_news(machine.counted.stumbled, f"{game}: {why}", now, PATIENCE):
        return
    if before:
        log.error("%s still could not be dealt with: %s, as told above", game, why)
    else:
        log.error("%s could not be dealt with", game, exc_info=problem)
    machine.journal.troubles.note(of_game(game), why, now, is_urgent=True)


def note_unread(machine: Machine, problem: MailServerError) -> None:
    """Note that the mailbox of [mail] cannot be had."""
    note(machine, Hindrance.MAILBOX, problem)


def note_all_read(machine: Machine, now: datetime) -> None:
    """Note that all mailboxes were read to their ends."""
    machine.counted.read_at = now
    machine.journal.troubles.note_reading(now)


def note_clock_set(machine: Machine, moved: timedelta, now: datetime) -> None:
    """Note that our clock was set, forward or back."""
    sign = "+" if moved > timedelta(0) else "-"
    why = f"{sign}{timedelta(seconds=round(abs(moved).total_seconds()))}"
    log.warning("our clock was set: %s", why)
    _note(machine, (Hindrance.CLOCK, ""), Seen(why, is_urgent=True), now)


def compare_clock_set(machine: Machine, now: datetime) -> None:
    """Note that a clock that was set is right, where the mailbox server's agrees with it."""
    if all(each.what != Hindrance.CLOCK for each in machine.journal.troubles.all()):
        return
    try:
        apart = abs(machine.mailbox.server_time() - now)
    except MailServerError as problem:
        log.warning("the server's clock could not be compared: %s", problem)
        return
    if apart <= MOST_APART:
        note(machine, Hindrance.CLOCK)


def tell_of_troubles(
    machine: Machine, now: datetime, *, has_zat_passed: bool, leads: bool = False
) -> bool:
    """Record what was noted and owe what is to be said of it; tell whether anything is.

    *has_zat_passed*: a round was open when the tick began whose ZAT had come. Who *leads* has dealt
    with every game in it.
    """
    seen, machine.seen = machine.seen, {}
    if machine.blocked is not None and seen.get(_DATABASE) is None:
        blocked, machine.blocked = machine.blocked, None
        _note(machine, _DATABASE, blocked.seen, blocked.since)
    for about, found in seen.items():
        if found is not None:
            _note(machine, about, found, now)
    was_told = False
    boxes = {box.mail.box for box in machine.boxes}
    for trouble in machine.journal.troubles.all():
        if trouble.game is not None:
            _end_if_dealt_with(machine, trouble.what, trouble.game, leads=leads)
            continue
        what, box = named(trouble)
        is_over = box not in boxes or seen.get((what, box), _UNSEEN) is None
        is_urgent = trouble.is_urgent or (has_zat_passed and _keeps_from_closing(trouble, now))
        if is_urgent and not trouble.is_urgent:
            _note(machine, (what, box), Seen(trouble.why, is_urgent=True), trouble.since)
        was_told |= _tell(machine, replace(trouble, is_urgent=is_urgent), now, is_over=is_over)
    return was_told


def _end_if_dealt_with(machine: Machine, what: str, game: str, *, leads: bool) -> None:
    """Note that a game can be dealt with again; its game master heard that it could not be."""
    if not leads or game in machine.failing:
        return
    said = machine.counted.stumbled
    machine.counted.stumbled = {
        each: at for each, at in said.items() if each.partition(":")[0] != game
    }
    machine.journal.troubles.end(what)
    log.info("%s is dealt with again", game)


def _note(machine: Machine, about: NamedHindrance, seen: Seen, since: datetime) -> None:
    what = ":".join(filter(None, about))
    machine.journal.troubles.note(what, seen.why, since, is_urgent=seen.is_urgent)


def _keeps_from_closing(trouble: LastingTrouble, now: datetime) -> bool:
    """Tell whether a server could not be reached for a while, so that a ZAT passes with nothing done.

    It is tried twice: nobody need hear of a connection that was lost for a second.
    """
    return named(trouble)[0] in {Hindrance.MAILBOX, Hindrance.SENDING} and trouble.since < now


def _tell(machine: Machine, trouble: LastingTrouble, now: datetime, *, is_over: bool) -> bool:
    """Owe what is to be said of a trouble now; tell whether anything is."""
    what, _ = named(trouble)
    if not _must_be_told(trouble, now, is_over=is_over):
        if is_over:
            machine.journal.troubles.end(trouble.what)
        return False
    office = machine.office()
    about = _about(machine, office, trouble, now, is_over=is_over)
    state = "over" if is_over else now.date().isoformat()
    cause = f"trouble:{trouble.what}:{trouble.since.isoformat()}:{state}"
    mail = owe_to_game_master(office.house, Notice(about), cause, now)
    is_for_both = what is Hindrance.FILING
    mails = _to_operator(mail, cause, office.house, is_for_both=is_for_both)
    also = over(trouble.what) if is_over else told(trouble.what, now)
    log.warning("%s: %s since %s", "over" if is_over else "told", trouble.what, trouble.since)
    return record(machine, Step(cause, Decision((), mails)), office, now, also=[also])


def _must_be_told(trouble: LastingTrouble, now: datetime, *, is_over: bool) -> bool:
    what, box = named(trouble)
    if trouble.told_at is not None:
        return is_over or (what is Hindrance.FILING and now - trouble.told_at >= _DAY)
    if what is Hindrance.SENDING and not (is_over or box):  # by that of [mail] it can be told
        return False
    return trouble.is_urgent or now - trouble.since >= PATIENCE


def _about(
    machine: Machine, office: Office, trouble: LastingTrouble, now: datetime, *, is_over: bool
) -> Hindered:
    """Return what there is to say: what waits, and since when."""
    zone = _zone(office)
    what, id_ = named(trouble)
    mail = machine.watch.settings.box(id_)
    if what is Hindrance.FILING:
        mails, oldest = len(machine.journal.inbox.to_file(mail.inbox.key)), None
    else:
        waiting = machine.journal.outgoing.counts()
        mails, oldest = waiting.owed + waiting.deferred, waiting.oldest
    return Hindered(
        what,
        trouble.why,
        trouble.since.astimezone(zone),
        until=now.astimezone(zone) if is_over else None,
        rounds=() if is_over else _waiting_rounds(machine, office, now),
        mails=mails,
        oldest=oldest.astimezone(zone) if oldest else None,
        mailbox=mail.address if machine.further and what in _OF_ONE else "",
    )


def _zone(office: Office) -> tzinfo:
    return next((running.policy.zone for running in office.games.values()), UTC)


def _waiting_rounds(machine: Machine, office: Office, now: datetime) -> tuple[RoundWaits, ...]:
    return tuple(
        RoundWaits(
            office.games[game].policy.title, deadline.astimezone(office.games[game].policy.zone)
        )
        for game, deadline in machine.journal.games.deadlines(until=now).items()
        if game in office.games
    )


def keep_room(machine: Machine) -> None:
    """Keep the room by which we note what was sent; NoRoomError where the disk has none.

    Without it nothing is read, closed or sent: somebody would get the same mail again and again.
    """
    if not machine.journal.reserve.keep():
        raise NoRoomError(f"the disk of {machine.journal.reserve.file} is full")
    note(machine, Hindrance.DATABASE)


def keep_blocked(machine: Machine, problem: JournalError, now: datetime) -> bool:
    """Keep in mind that nothing can be recorded; tell whether it could be noted and told all the same.

    Where the disk is full the reserve is given free for that.
    """
    seen = Seen(str(problem), is_urgent=isinstance(problem, NoRoomError))
    since = machine.blocked.since if machine.blocked else now
    is_told = machine.blocked.is_told if machine.blocked else False
    machine.blocked = Blocked(seen, since, is_told=is_told)
    if is_told or not seen.is_urgent:
        return False
    machine.journal.reserve.spend()
    with suppress(JournalError, MailServerError):
        machine.forget_office()
        _note(machine, _DATABASE, seen, since)
        machine.seen = {}
        for trouble in machine.journal.troubles.all():
            if trouble.what == Hindrance.DATABASE:
                _tell(machine, trouble, now, is_over=False)
        machine.blocked = Blocked(seen, since, is_told=True)
        return True
    return False


EVERY = timedelta(minutes=1)
"""So often the file is written at most: nobody reads it more often, and counting walks through all mail."""
_PAUSED = "paused"


def _metric(name: str, kind: str, what: str, samples: Mapping[str, float], label: str = "") -> str:
    """Return the lines of a metric, a sample for each value of its one label (empty: none)."""
    lines = [f"# HELP {name} {what}", f"# TYPE {name} {kind}"]
    for value, sample in samples.items():
        labels = f'{{{label}="{value}"}}' if label else ""
        lines.append(f"{name}{labels} {sample:.15g}")
    return "".join(f"{line}\n" for line in lines)


def write_metrics(machine: Machine, now: datetime, *, leads: bool = True) -> None:
    """Write the file that the settings name, whole and at once; none where they name none.

    Each worker writes that of its host. Where several on one host name the same, who *leads* has it.
    """
    last = machine.counted.written_at
    is_new = last is not None and timedelta(0) <= now - last < EVERY
    if machine.settings.metrics is None or is_new:
        return
    path = Path(machine.settings.metrics)
    if not leads and _is_anothers(path, last, now):
        return
    machine.counted.written_at = now
    part = path.with_name(f".{path.name}.part")
    text = "".join(_metrics(machine, now))
    try:
        part.write_text(text, encoding="utf-8")
        part.chmod(0o644)  # the collector is another user
        os.utime(part, (now.timestamp(), now.timestamp()))
        part.replace(path)
    except OSError as problem:
        log.warning("[metrics] file: %s: %s", path, problem.strerror or problem)
        with suppress(OSError):
            part.unlink()


def _is_anothers(path: Path, ours: datetime | None, now: datetime) -> bool:
    """Tell whether another worker has written the file of late."""
    try:
        written = path.stat().st_mtime
    except OSError:
        return False
    is_ours = ours is not None and abs(written - ours.timestamp()) < _SAME
    return not is_ours and 0 <= now.timestamp() - written < 2 * EVERY.total_seconds()


_SAME = 0.001
"""Seconds by which a file system may cut the time of a file."""


def _metrics(machine: Machine, now: datetime) -> Iterator[str]:
    came, went = machine.journal.inbox.counts(), machine.journal.outgoing.counts()
    yield _metric(
        "mailref_mails_in_total", "counter", "Mails decided, by what became of them.",
        {state: came.decided.get(state, 0) for state in ("done", "ignored", "quarantined")},
        "state",
    )  # fmt: skip
    yield _metric(
        "mailref_mails_out_total", "counter", "Mails that a server took over, or that were given up.",
        {"sent": went.sent, "refused": went.dead}, "state",
    )  # fmt: skip
    yield _metric(
        "mailref_mails_unsent", "gauge", "Mails owed and not sent.", {"": went.owed + went.deferred}
    )
    yield _metric(
        "mailref_oldest_unanswered_seconds", "gauge", "Age of the oldest mail taken up, not decided.",
        {"": _age(came.oldest, now)},
    )  # fmt: skip
    yield _metric(
        "mailref_oldest_unsent_seconds", "gauge", "Age of the oldest mail owed and not sent.",
        {"": _age(went.oldest, now)},
    )  # fmt: skip
    yield _metric(
        "mailref_ticks_total", "counter", "Ticks since the process began.",
        {"": machine.counted.ticks},
    )  # fmt: skip
    yield _metric(
        "mailref_errors_total", "counter", "What did not work, since the process began.",
        {each.value: machine.counted.errors[each] for each in Hindrance}, "server",
    )  # fmt: skip
    games = [running.game for running in machine.office().games.values()]
    yield _metric(
        "mailref_games", "gauge", "Games by what they wait for.", _by_state(games), "state"
    )
    yield from _of_servers(machine, went.last_sent)


def _of_servers(machine: Machine, last_sent: datetime | None) -> Iterator[str]:
    """Yield which mailboxes can be read, and when the servers were last of use."""
    if machine.further:
        silent = {
            box
            for what, _, box in (
                each.what.partition(":") for each in machine.journal.troubles.all()
            )
            if what == Hindrance.MAILBOX
        }
        yield _metric(
            "mailref_mailbox_up", "gauge", "Whether each mailbox could be read.",
            {box.mail.box or "[mail]": float(box.mail.box not in silent) for box in machine.boxes},
            "mailbox",
        )  # fmt: skip
    known = (machine.counted.read_at, machine.journal.troubles.read_at())
    read_at = max((each for each in known if each is not None), default=None)
    for name, what, moment in (
        ("poll", "When the mailbox was last read to its end.", read_at),
        ("send", "When a mail was last handed over.", last_sent),
    ):
        if moment is not None:
            at = {"": moment.timestamp()}
            yield _metric(f"mailref_last_good_{name}_timestamp_seconds", "gauge", what, at)


def _by_state(games: Iterable[Game]) -> dict[str, float]:
    found = Counter(
        _PAUSED if game.is_paused and not game.is_over else game.stage.value for game in games
    )
    return {state: found[state] for state in (*(stage.value for stage in Stage), _PAUSED)}


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max(0.0, (now - since).total_seconds())


def tell_of_fault(machine: Machine, cause: str, why: str, now: datetime) -> None:
    """Tell the game master once why a game or tournament does not begin, or go on."""
    if tell(machine, SettingsFaulty((why,)), cause, now):
        log.warning("%s", why)
