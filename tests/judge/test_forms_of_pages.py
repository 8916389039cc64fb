"""Whatever stands in the tables of our pages can be sent to any game: `judge` and the machine answer it.

People copy from the pages, also what is meant for another kind of game.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from mailref.commands.judge import as_object, judge_mail
from mailref.commands.sources import office_without_effect, settings_at
from tests.effort import Effort, Tried, effort, fewer, sample, seed
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import begun, settings_text

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/contract.md",
    "docs/spielleiter.de.md",
    "docs/rules.md",
    "docs/classic.md",
    "docs/table-games.md",
    "docs/reading.md",
)
LISTED = ("docs/classic.md", "docs/table-games.md")
"""Pages whose lists name forms as well as their tables do."""
ROUNDS = ("dottendorf-1zug", "dottendorf-2zug", "sb", "simultan", "mono")
BOARD = "\n".join("." * 15 if row != 7 else "....HAUS......." for row in range(15))
KINDS = {
    **{
        each: game(
            id="kiel",
            players={"Anna": "anna@example.org", "Ben": "ben@example.org"},
            tables='[game.rules]\nstart = "F6-J10"' if each == "sb" else "",
            title="Scrabble Kiel",
            variant=each,
            letters=None,
        )
        for each in ROUNDS
    },
    **{
        each: kiel(inner='[game.rules]\nstarter = "Anna"', variant=each)
        for each in ("classic", "classic-booklet", "classic-open", "rummikub")
    },
    "unscrabble": kiel(inner=f'[game.start]\nboard = """\n{BOARD}\n"""', variant="unscrabble"),
    **{
        each: kiel("deadline = 2027-01-31T20:00:00", variant=each)
        for each in ("solitaire", "solitaire-two", "solitaire-choice")
    },
    "bingo": herbst(players=("Anna", "Ben"), id="kiel"),
}
MOST_SENT = fewer(20, 4)
"""So many forms of each kind are sent to the machine, which reads them as `judge` does, where it is tried with all."""
_CODE = re.compile(r"`([^`\n]{1,120})`")


@cache
def forms() -> tuple[str, ...]:
    """Return what stands in code in the tables of the pages, and in the lists of some."""
    return tuple(dict.fromkeys(form for page in PAGES for form in _of_page(page)))


def _of_page(page: str) -> Iterator[str]:
    is_shown = False
    for line in (ROOT / page).read_text("utf-8").splitlines():
        is_shown ^= line.startswith("```")
        if not is_shown and (line.startswith("|") or page in LISTED):
            yield from _CODE.findall(line)


def chosen(kind: str) -> list[str]:
    """Return what is tried in one kind of game: all in a soak, else each form in one of them, chosen by the seed.

    Of those a quarter by `make test`.
    """
    if effort() is Effort.SOAK:
        return list(forms())
    every = forms()[(list(KINDS).index(kind) + seed()) % len(KINDS) :: len(KINDS)]
    return sample(every, len(every) // fewer(1, 8), kind)


def mail(form: str, number: int = 1) -> bytes:
    head = "From: Anna <anna@example.org>\nTo: referee@example.org\nSubject: Mein Zug\n"
    fields = f"Message-ID: <{number}@example.org>\nContent-Type: text/plain; charset=utf-8\n"
    return f"{head}{fields}\n{form}\n".encode()


def test_the_forms_of_the_pages_are_found() -> None:
    assert {
        "WÄHLE AEINRST, H4 STEIN",
        "TAUSCHE A, E, N",
        "LIST: L I aus LIEBEN",
        "NIMM H4-H6",
        "M10s EUBÖA und VERBÜXENDE",
    } <= set(forms())


@pytest.mark.parametrize("kind", KINDS)
def test_judge_answers_every_form_in_every_kind_of_game(
    tmp_path: Path, kind: str, tried: Tried
) -> None:
    forms_of = chosen(kind)
    path = tmp_path / "config.toml"
    path.write_text(settings_text(KINDS[kind]), "utf-8")
    at = datetime(2026, 12, 7, 11, tzinfo=UTC)
    settings = settings_at(path, needs_secrets=False)
    office = office_without_effect(settings, at)

    for form in forms_of:
        considered = judge_mail(mail(form), settings, office, at, at)
        found = [as_object("a.eml", considered, entry, office) for entry in considered.entries]
        assert found, form
        assert json.loads(json.dumps(found)) == found, form

    tried("forms of the pages judged", len(forms_of))


@pytest.mark.parametrize("kind", KINDS)
def test_no_form_defeats_the_machine(tmp_path: Path, kind: str, tried: Tried) -> None:
    """Each is answered at once, and filed: none is tried a second time or set aside."""
    forms_of = sample(chosen(kind), MOST_SENT, kind)
    post = begun(tmp_path, KINDS[kind], keys="per_address_day = 1000\nper_hour = 5000")

    for number, form in enumerate(forms_of, start=1):
        uid = post.mailbox.deliver(mail(form, number), MONDAY + MINUTE)
        assert uid == number
    post.tick(MONDAY + MINUTE + timedelta(seconds=1))

    assert post.mailbox.done == list(range(1, len(forms_of) + 1))
    assert post.mailbox.quarantined == []
    tried("forms of the pages sent to the machine", len(forms_of))
