"""A player whose mails could not be read: the report says so of him, not that he sent nothing."""

import json
from pathlib import Path

import pytest

from mailref import assets
from mailref.games.bingo.game import BingoGame
from mailref.games.game import unread_note
from mailref.games.rounds.rules import EntryStatus
from mailref.writing.scene import Words, with_filters
from tests.commands.invoke import mailref
from tests.games.bingo.rehearsal import ANNAS, herbst
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import going
from tests.referee.rehearsal import MAX, MINUTE, MONDAY, WEEK, ZAT
from tests.tick.machines import Post, begun
from tests.tick.test_mail_that_kills import deadly, start
from tests.tick.test_redone import FIRST_CLOSED
from tests.tick.test_rings import lettered, mails_to, text_of

__all__ = ["deadly"]


def status(machine: Post) -> EntryStatus:
    last = machine.game().last
    assert last is not None
    (row,) = (each for each in last.rows if each.player == "Max Mustermann")
    return row.status


def played(folder: Path, *texts: str) -> Post:
    """Return a game whose first round was closed after Max wrote this."""
    machine = begun(folder)
    for text in texts:
        machine.arrives(text, MAX)
        machine.tick(MONDAY + MINUTE)
    machine.tick(FIRST_CLOSED)
    return machine


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("mein Wort steht unten rechts",), EntryStatus.UNREAD),
        (("Guten Tag.", "Guten Tag.", "Guten Tag."), EntryStatus.UNREAD),
        (("mein Wort steht unten rechts", "H8w RABEN"), EntryStatus.VALID),
        (("STAND",), EntryStatus.MISSING),
        (("wie geht es deinem Knie?",), EntryStatus.MISSING),
        (
            ("Hallo Erika,\n\nwann ist denn\nder nächste ZAT? Gilt DERBY?\n\nDanke und Gruß\nMax",),
            EntryStatus.MISSING,
        ),
        (("Geht das rote Feld rechts? Dann nehme ich es.",), EntryStatus.UNREAD),
        (("Danke.", "Danke."), EntryStatus.MISSING),
        ((), EntryStatus.MISSING),
    ],
    ids=[
        "one",
        "a loop",
        "read later",
        "a command",
        "a question",
        "questions",
        "more than a question",
        "thanks",
        "nothing",
    ],
)
def test_the_report_tells_mail_not_read_from_no_mail(
    tmp_path: Path, texts: tuple[str, ...], expected: EntryStatus
) -> None:
    assert status(played(tmp_path, *texts)) is expected


def test_mail_not_read_tells_of_one_round_alone(tmp_path: Path) -> None:
    machine = played(tmp_path, "mein Wort steht unten rechts")

    machine.tick(ZAT + WEEK + 3 * MINUTE)

    assert status(machine) is EntryStatus.MISSING


def test_the_export_says_unread_and_agrees_with_the_record(tmp_path: Path) -> None:
    machine = played(tmp_path, "mein Wort steht unten rechts")
    machine.machine.journal.close()
    exported = tmp_path / "yerres.json"

    called = [
        mailref(
            "export", "yerres", "--format", "json", "--out", str(exported), "-c", str(machine.path)
        ),
        mailref("verify", "yerres", "-c", str(machine.path)),
    ]

    assert [(each.code, each.err) for each in called] == [(0, ""), (0, "")]
    rows = json.loads(exported.read_text(encoding="utf-8"))["rounds"][0]["entries"]
    assert [row["status"] for row in rows if row["player"] == "Max Mustermann"] == ["unread"]


@pytest.mark.usefixtures("deadly")
def test_mail_set_aside_unread_is_told_of_as_mail_not_read(tmp_path: Path) -> None:
    """It is in the quarantine, its sender was told: `kein Zug` would be wrong."""
    machine = begun(tmp_path)
    aside(machine, "deadly", MAX)

    machine.tick(FIRST_CLOSED)

    assert machine.mailbox.quarantined
    assert status(machine) is EntryStatus.UNREAD


def aside(machine: Post, text: str, sender: str) -> None:
    """Let a mail arrive over which the process ends, until it is set aside."""
    machine.arrives(text, sender)
    for _ in range(6):
        start(machine)
    machine.tick(MONDAY + MINUTE)


KNEE = "mein Wort steht unten rechts"
STARTS = '[game.rules]\nstarter = "Anna"'


@pytest.mark.parametrize(
    ("language", "told", "own"),
    [
        ("de", "ie Mail von Anna war nicht zu lesen.", "Deine Mail konnte ich nicht lesen."),
        ("en", "The mail from Anna could not be read.", "I could not read your mail."),
    ],
)
@pytest.mark.parametrize("variant", ["classic", "rummikub"])
def test_a_time_out_tells_of_mail_that_was_not_read(
    tmp_path: Path, variant: str, language: str, told: str, own: str
) -> None:
    machine = begun(tmp_path, kiel(f'language = "{language}"', variant=variant))
    first = turn_of(machine)
    machine.arrives(KNEE, f"{first.lower()}@example.org")
    machine.tick(MONDAY + MINUTE)
    other = "Ben" if first == "Anna" else "Anna"

    texts = told_of_time_out(machine)

    assert told.replace("Anna", first) in texts[other]
    assert own in texts[first]


@pytest.mark.parametrize(
    ("texts", "who"),
    [((), "Anna"), ((KNEE,), "Ben"), (("STAND",), "Anna")],
    ids=["nothing", "of another", "a command"],
)
def test_a_time_out_without_mail_or_with_another_players_tells_of_none(
    tmp_path: Path, texts: tuple[str, ...], who: str
) -> None:
    machine = begun(tmp_path, kiel("", STARTS))
    for text in texts:
        machine.arrives(text, f"{who.lower()}@example.org")
        machine.tick(MONDAY + MINUTE)

    texts_ = told_of_time_out(machine)

    assert "nicht zu lesen" not in texts_["Ben"] + texts_["Anna"]


@pytest.mark.usefixtures("deadly")
def test_a_time_out_tells_of_mail_that_was_set_aside(tmp_path: Path) -> None:
    machine = begun(tmp_path, kiel("", STARTS))
    aside(machine, "deadly", "anna@example.org")

    assert "ie Mail von Anna war nicht zu lesen." in told_of_time_out(machine)["Ben"]


def turn_of(machine: Post) -> str:
    turn = going(machine).turn
    assert turn is not None
    return turn.player


def told_of_time_out(machine: Post) -> dict[str, str]:
    """Return what each is told when the time of the first turn is over."""
    turn = going(machine).turn
    assert turn is not None
    assert turn.deadline is not None
    lettered(machine).outbox.taken.clear()
    machine.tick(turn.deadline + 5 * MINUTE)
    taken = list(machine.outbox.taken)
    found = {}
    for name in ("Anna", "Ben"):
        machine.outbox.taken[:] = taken
        (mail,) = mails_to(machine, f"{name.lower()}@example.org")
        found[name] = " ".join(text_of(mail).split())
    return found


def told_at_the_zat(machine: Post, id: str) -> str:  # noqa: A002  as in the file
    """Let the ZAT of a game pass; return the text of the one mail that Anna gets by it."""
    lettered(machine).outbox.taken.clear()
    game = machine.machine.journal.games.load(id)
    assert game is not None
    assert game.due is not None

    machine.tick(game.due + 5 * MINUTE)

    (mail,) = mails_to(machine, "anna@example.org")
    return " ".join(text_of(mail).split())


def test_who_sent_no_words_for_bingo_is_told_from_who_was_not_read(tmp_path: Path) -> None:
    machine = begun(tmp_path, herbst())
    machine.arrives(ANNAS, "anna@example.org")
    machine.arrives(KNEE, "ben@example.org")
    machine.tick(MONDAY + MINUTE)

    text = told_at_the_zat(machine, "herbst")

    assert "Keine Wörter geschickt: Ben und Cleo. Mail nicht gelesen: Ben." in text


@pytest.mark.usefixtures("deadly")
def test_mail_set_aside_before_the_first_tiles_of_bingo_is_told_of(tmp_path: Path) -> None:
    machine = begun(tmp_path, herbst())
    aside(machine, "deadly", "cleo@example.org")
    game = machine.machine.journal.games.load("herbst")
    assert isinstance(game, BingoGame)
    assert game.due is not None

    machine.tick(game.due + 5 * MINUTE)

    after = machine.machine.journal.games.load("herbst")
    assert isinstance(after, BingoGame)
    assert unread_note(after, 1, "Cleo") in after.noted


@pytest.mark.parametrize(
    ("language", "note"), [("de", "Mail nicht gelesen"), ("en", "mail not read")]
)
def test_the_row_of_the_report_says_so_in_words(language: str, note: str) -> None:
    words = Words(with_filters(assets.template_environment(language), language))

    assert words.phrase("note_unread") == note


LEAGUE = 'deadline = "31.01.2037 20:00"\nlanguage = "{language}"'


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("variant", "ben", "language", "told"),
    [
        ("solitaire", (KNEE,), "de", "Nicht lesen konnte ich die Mail von Ben."),
        ("solitaire", (KNEE,), "en", "I could not read the mail from Ben."),
        ("solitaire", (KNEE, "PASSE"), "de", ""),
        ("solitaire", ("PASSE", KNEE), "de", "Nicht lesen konnte ich die Mail von Ben."),
        ("solitaire", ("STAND",), "de", ""),
        ("solitaire", (), "de", ""),
        ("solitaire-choice", (KNEE,), "de", "Nicht lesen konnte ich die Mail von Ben."),
        ("solitaire-choice", (KNEE, "WÄHLE ENGE\nH8 ENGE"), "de", ""),
    ],
)
def test_the_table_of_soloists_tells_whose_last_mail_was_not_read(
    tmp_path: Path, variant: str, ben: tuple[str, ...], language: str, told: str
) -> None:
    machine = begun(tmp_path, kiel(LEAGUE.format(language=language), variant=variant))
    for text in ben:
        machine.arrives(text, "ben@example.org")
        machine.tick(MONDAY + MINUTE)

    text = told_at_the_zat(machine, "kiel")

    assert told in text
    assert told or "Nicht lesen konnte ich" not in text
