"""How the machine does, in Prometheus' text format, for the textfile collector of node_exporter.

Counts of mails and ages come from the record; ticks and errors are counted since the process began,
as Prometheus expects of a counter. A file that cannot be written is a line in the log, no more.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from mailref.referee.notices import Hindrance
from mailref.rules.game import Game, Stage
from mailref.tick.machine import Machine
from mailref.tick.watching import named

log = logging.getLogger(__name__)
EVERY = timedelta(minutes=1)
"""So often the file is written at most: nobody reads it more often, and counting walks through all mail."""
_PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class _Metric:
    """A name, what it says, and its samples by the value of its one label (empty: none)."""

    name: str
    kind: str
    what: str
    samples: Mapping[str, float]
    label: str = ""


def write_metrics(machine: Machine, now: datetime) -> None:
    """Write the file that the settings name, whole and at once; none where they name none."""
    last = machine.counted.written_at
    is_new = last is not None and timedelta(0) <= now - last < EVERY
    if machine.settings.metrics is None or is_new:
        return
    machine.counted.written_at = now
    path = Path(machine.settings.metrics)
    part = path.with_name(f".{path.name}.part")
    text = "".join(f"{line}\n" for metric in _metrics(machine, now) for line in _lines(metric))
    try:
        part.write_text(text, encoding="utf-8")
        part.chmod(0o644)  # the collector is another user
        part.replace(path)
    except OSError as problem:
        log.warning("[metrics] file: %s: %s", path, problem.strerror or problem)
        with suppress(OSError):
            part.unlink()


def _metrics(machine: Machine, now: datetime) -> Iterator[_Metric]:
    came, went = machine.journal.inbox.counts(), machine.journal.outgoing.counts()
    yield _Metric(
        "mailref_mails_in_total", "counter", "Mails decided, by what became of them.",
        {state: came.decided.get(state, 0) for state in ("done", "ignored", "quarantined")},
        "state",
    )  # fmt: skip
    yield _Metric(
        "mailref_mails_out_total", "counter", "Mails that a server took over, or that were given up.",
        {"sent": went.sent, "refused": went.given_up}, "state",
    )  # fmt: skip
    yield _Metric("mailref_mails_unsent", "gauge", "Mails owed and not sent.", {"": went.owed})
    yield _Metric(
        "mailref_oldest_unanswered_seconds", "gauge", "Age of the oldest mail taken up, not decided.",
        {"": _age(came.oldest, now)},
    )  # fmt: skip
    yield _Metric(
        "mailref_oldest_unsent_seconds", "gauge", "Age of the oldest mail owed and not sent.",
        {"": _age(went.oldest, now)},
    )  # fmt: skip
    yield _Metric(
        "mailref_ticks_total", "counter", "Ticks since the process began.",
        {"": machine.counted.ticks},
    )  # fmt: skip
    yield _Metric(
        "mailref_errors_total", "counter", "What did not work, since the process began.",
        {each.value: machine.counted.errors[each] for each in Hindrance}, "server",
    )  # fmt: skip
    games = [running.game for running in machine.office().games.values()]
    yield _Metric(
        "mailref_games", "gauge", "Games by what they wait for.", _by_state(games), "state"
    )
    yield from _of_servers(machine, went.last_sent)


def _of_servers(machine: Machine, last_sent: datetime | None) -> Iterator[_Metric]:
    """Yield which mailboxes can be read, and when the servers were last of use."""
    if machine.further:
        silent = {
            box
            for what, box in map(named, machine.journal.troubles.all())
            if what is Hindrance.MAILBOX
        }
        yield _Metric(
            "mailref_mailbox_up", "gauge", "Whether each mailbox could be read.",
            {box.mail.box or "[mail]": float(box.mail.box not in silent) for box in machine.boxes},
            "mailbox",
        )  # fmt: skip
    read_at = machine.counted.read_at or machine.journal.troubles.read_at()
    for name, what, moment in (
        ("poll", "When the mailbox was last read to its end.", read_at),
        ("send", "When a mail was last handed over.", last_sent),
    ):
        if moment is not None:
            at = {"": moment.timestamp()}
            yield _Metric(f"mailref_last_good_{name}_timestamp_seconds", "gauge", what, at)


def _by_state(games: Iterable[Game]) -> dict[str, float]:
    found = Counter(
        _PAUSED if game.is_paused and not game.is_over else game.stage.value for game in games
    )
    return {state: found[state] for state in (*(stage.value for stage in Stage), _PAUSED)}


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max(0.0, (now - since).total_seconds())


def _lines(metric: _Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {metric.what}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for value, sample in metric.samples.items():
        labels = f'{{{metric.label}="{value}"}}' if metric.label else ""
        yield f"{metric.name}{labels} {sample:.15g}"
