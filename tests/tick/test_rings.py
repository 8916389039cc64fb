"""Programs that answer our answers, with no sign in their headers: how many rounds each ring goes (mail 3)."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from textwrap import wrap

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.report.pdf import MakerHere
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.parsed import parsed
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.settings.written import MAIL
from tests.tick.machines import Post, begun, post
from tests.writing.composed import body

SECOND = timedelta(seconds=1)
MOST_ROUNDS = 3
OURS = "referee@example.org"
NOTE = (
    "Vielen Dank für Ihre Nachricht vom {at:%d.%m.%Y}, "
    "[Ticket#{number}-A7].\nWir melden uns.\n\nDoppelkopf-Runde Kiel, Tel. 0431 / 12 34 {number}"
)
LISTED = (
    "\n_____\nListe spielen@example.net, Nachricht {number}\nAbbestellen: https://example.net/aus"
)
Answers = Callable[[str, int], str]


def lettered(found: Post) -> Post:
    """Let the machine write what people get."""
    found.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
    return found


def mails_to(machine: Post, who: str) -> list[EmailMessage]:
    taken = [each for each in machine.outbox.taken if each.recipient == who]
    machine.outbox.taken.clear()
    return [parsed(each.data) for each in taken]


def text_of(mail: EmailMessage) -> str:
    return body(mail, "plain")


def note(_text: str, number: int) -> str:
    return NOTE.format(at=MONDAY + number * timedelta(days=1), number=4711 + number)


def echo(text: str, number: int) -> str:
    return f"Diese Mail konnten wir nicht zuordnen (Fall {number:x}b7{number}):\n\n{text}"


def bare_echo(text: str, _number: int) -> str:
    return text


def echo_wrapped_anew(text: str, number: int) -> str:
    lines = [piece for line in text.split("\n") for piece in (wrap(line, 40) or [""])]
    return echo("\n".join(lines), number)


def mailing_list(text: str, number: int) -> str:
    return text + LISTED.format(number=number)


ROBOTS = [note, echo, bare_echo, echo_wrapped_anew, mailing_list]


def rounds(machine: Post, answers: Answers, sender: str, *, most: int = 15) -> int:
    """Return how many mails of ours a robot gets that writes first and answers each at once."""
    got, now, text = 0, MONDAY + MINUTE, "Guten Tag"
    machine.outbox.taken.clear()
    for number in range(most):
        machine.arrives(answers(text, number), sender, now, subject="Re: Ihre Nachricht")
        machine.tick(now + SECOND)
        mails = mails_to(machine, sender)
        if not mails:
            break
        got, text, now = got + len(mails), text_of(mails[-1]), now + 20 * SECOND
    return got


@pytest.mark.each_once
@pytest.mark.parametrize("answers", ROBOTS)
@pytest.mark.parametrize(
    ("settings", "sender"),
    [
        pytest.param(game(), "max@example.org", id="rounds"),
        pytest.param(kiel(), "anna@example.org", id="turns"),
        pytest.param(herbst(), "anna@example.org", id="bingo"),
    ],
)
def test_a_program_without_any_mark_is_answered_three_times_at_most(
    tmp_path: Path, settings: str, sender: str, answers: Answers
) -> None:
    machine = lettered(begun(tmp_path, settings))

    assert 1 <= rounds(machine, answers, sender) <= MOST_ROUNDS


def other_house(folder: Path) -> Post:
    """Return a second referee at max@example.org, in whose game ours is a player."""
    folder.mkdir()
    players = {"Scrabble": OURS, "Eva Muster": "eva@example.org"}
    found = post(folder, game(players=players), mail=MAIL.replace(OURS, "max@example.org"))
    found.machine.secret = bytes([1]) * 32
    found.tick(MONDAY)
    found.left()
    return lettered(found)


def headers(mail: EmailMessage) -> Iterator[str]:
    kept = ("auto-submitted", "x-mailref-loop", "in-reply-to", "references", "precedence")
    yield from (f"{name}: {value}\n" for name, value in mail.items() if name.lower() in kept)


def between(one: Post, other: Post, *, with_headers: bool, listed: bool = False) -> int:
    """Return how many mails *one* sends to *other*, which answers each; the first is a person's."""
    now, sent = MONDAY + MINUTE, 0
    one.arrives("Guten Tag", "max@example.org", now)
    one.outbox.taken.clear()
    for number in range(15):
        one.tick(now + SECOND)
        mails = mails_to(one, "max@example.org")
        if not mails:
            break
        sent += len(mails)
        for mail in mails:
            head = "".join(headers(mail)) if with_headers else ""
            text = mailing_list(text_of(mail), number) if listed else text_of(mail)
            other.arrives(text, OURS, now, subject=str(mail["Subject"]), header=head)
            if listed:
                one.arrives(mailing_list(note("", number), number), "max@example.org", now)
        other.tick(now + SECOND)
        for mail in mails_to(other, OURS):
            head = "".join(headers(mail)) if with_headers else ""
            text = mailing_list(text_of(mail), number) if listed else text_of(mail)
            one.arrives(text, "max@example.org", now + SECOND, str(mail["Subject"]), head)
        now += 30 * SECOND
    return sent


def test_a_second_referee_is_answered_once(tmp_path: Path) -> None:
    ours = lettered(begun(tmp_path))

    assert between(ours, other_house(tmp_path / "other"), with_headers=True) == 1


def test_a_second_referee_that_loses_its_headers_is_answered_three_times_at_most(
    tmp_path: Path,
) -> None:
    ours = lettered(begun(tmp_path))

    assert between(ours, other_house(tmp_path / "other"), with_headers=False) <= MOST_ROUNDS


def test_a_ring_of_a_second_referee_an_autoresponder_and_a_list_goes_three_rounds_at_most(
    tmp_path: Path,
) -> None:
    """All of them write from the list's address, which is registered, and no header tells of it."""
    ours = lettered(begun(tmp_path))

    sent = between(ours, other_house(tmp_path / "other"), with_headers=False, listed=True)

    assert sent <= 2 * MOST_ROUNDS  # in each round the list brings two mails
