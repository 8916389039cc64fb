"""The mails of this folder with what is expected of them, and mailref's answers, in this process."""

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from mailref.commands.judge import as_object, judge_mail
from mailref.commands.sources import office_without_effect, settings_at
from mailref.referee.policy import Office
from mailref.settings.values import Settings
from tests.judge.agreement import Json
from tests.judge.texts import Case, typed

HERE = Path(__file__).parent


@cache
def cases() -> tuple[Case, ...]:
    """Return every line of expected.jsonl with its mail, and every row of the tables."""
    rows = (HERE / "expected.jsonl").read_text("utf-8").splitlines()
    return (*map(_of_line, rows), *typed())


def _of_line(line: str) -> Case:
    row = json.loads(line)
    mail = HERE / "mails" / row["mail"]
    return Case(mail.stem, row["settings"], row["received"], mail.read_bytes(), row["expect"])


@cache
def opened(settings: str, received: str) -> tuple[Settings, Office]:
    """Return the games of a settings file as they stand at *received*: once for all its mails."""
    loaded = settings_at(HERE / settings, needs_secrets=False)
    return loaded, office_without_effect(loaded, datetime.fromisoformat(received))


def answers(data: bytes, settings: str, received: str, name: str = "x.eml") -> list[Json]:
    """Return what `judge --json --received` says of a mail, as parsed from its lines."""
    loaded, office = opened(settings, received)
    at = datetime.fromisoformat(received)
    considered = judge_mail(data, loaded, office, at, datetime(2026, 12, 1, tzinfo=UTC))
    lines = [
        json.dumps(as_object(name, considered, entry, office), ensure_ascii=False)
        for entry in considered.entries
    ]
    return [json.loads(line) for line in lines]


def judged(case: Case) -> list[Json]:
    """Return the answers to the mail of *case*."""
    return answers(case.data, case.settings, case.received, f"{case.name}.eml")
