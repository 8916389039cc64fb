"""NOTIZ: a text that a player keeps to himself, in every kind of game, from the mail to the last report."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.games.events import TextKept
from mailref.report.pdf import MakerHere
from tests.commands.invoke import mailref
from tests.e2e.installation import text_of
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.parsed import parsed
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun, post

ANNA, BEN, GM = "Anna <anna@example.org>", "Ben <ben@example.org>", "Erika <gm@example.org>"
HOUR = timedelta(hours=1)
SAID = "Nächstes Mal H8 QUARZ, sagt Oma."
OWN = f"Notiz, die nur du siehst: {SAID}"


def two(settings: str) -> str:
    """Return a game of Max and Eva as one of Anna and Ben."""
    names = settings.replace("Max Mustermann", "Anna").replace("Eva Muster", "Ben")
    return names.replace("max@example.org", "anna@example.org").replace("eva@", "ben@")


GAMES: dict[str, Callable[[], str]] = {
    "rounds": lambda: two(game()),
    "classic": lambda: kiel(""),
    "table": lambda: kiel("", variant="rummikub"),
    "bingo": lambda: herbst("", "", ("Anna", "Ben")),
    "solitaire": lambda: kiel('deadline = "31.01.2027 20:00"', variant="solitaire"),
}
everywhere = pytest.mark.parametrize("settings", GAMES.values(), ids=GAMES)


def playing(folder: Path, *settings: str) -> Post:
    """Return a game that is open, its mails written as players get them."""
    found = post(folder, *settings)
    found.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
    found.tick(MONDAY)
    return found


def mails_to(post: Post, who: str) -> list[EmailMessage]:
    found = [mail for mail in post.outbox.taken if mail.recipient == f"{who}@example.org"]
    return [_parsed(mail.data) for mail in found]


@lru_cache(maxsize=64)
def _parsed(data: bytes) -> EmailMessage:
    return parsed(data)


def said(mail: EmailMessage) -> str:
    """Return all that a mail says, in both of its parts, lines joined."""
    html = mail.get_body(("html",))
    assert html is not None
    return " ".join((text_of(mail) + html.get_content()).split())


def id_of(post: Post) -> str:
    (found,) = post.machine.office().games
    return found


def writes(post: Post, who: str, text: str, at: datetime) -> EmailMessage:
    name = who.partition("<")[2].partition("@")[0]
    before = len(mails_to(post, name))
    post.arrives(text, who, at, f"Re: [{id_of(post)} R1] x")
    post.tick(at + MINUTE)
    assert len(mails_to(post, name)) == before + 1
    return mails_to(post, name)[-1]


@everywhere
def test_a_note_is_shown_to_its_writer_and_goes_when_it_is_emptied(
    tmp_path: Path, settings: Callable[[], str]
) -> None:
    post = playing(tmp_path, settings())
    assert OWN in said(writes(post, ANNA, f"NOTIZ: {SAID}", MONDAY + MINUTE))
    assert OWN in said(writes(post, ANNA, "STAND", MONDAY + 10 * MINUTE))
    for who in (BEN, GM):
        assert "Oma" not in said(writes(post, who, "STAND", MONDAY + 20 * MINUTE))

    cleared = said(writes(post, ANNA, "NOTIZ:", MONDAY + 30 * MINUTE))
    assert "Notizen hast du jetzt keine mehr." in cleared
    after = said(writes(post, ANNA, "STAND", MONDAY + 40 * MINUTE))
    assert "Oma" not in after
    assert "Notiz" not in after


@everywhere
def test_the_last_report_shows_each_his_own_note_and_nothing_of_it_is_exported(
    tmp_path: Path, settings: Callable[[], str]
) -> None:
    post = playing(tmp_path, settings())
    writes(post, ANNA, f"NOTIZ: {SAID}", MONDAY + MINUTE)
    writes(post, BEN, "NOTIZ: Bens eigenes Wort", MONDAY + 10 * MINUTE)
    id_ = id_of(post)
    exported = mailref("export", id_, "-c", str(post.path))
    assert exported.code == 0, exported
    if id_ == "yerres":  # its report comes after each ZAT
        post.tick(ZAT + 5 * MINUTE)
    else:
        at = ["--now", "2026-12-07T15:00+01:00", "--because", "genug"]
        assert mailref("end", id_, "-c", str(post.path), *at).code == 0
        post.tick(MONDAY + DAY)

    last = {who: said(mails_to(post, who)[-1]) for who in ("anna", "ben", "gm")}
    assert OWN in last["anna"]
    assert "Bens eigenes Wort" in last["ben"]
    assert "Oma" not in last["ben"] + last["gm"]
    assert "eigenes" not in last["anna"] + last["gm"]
    found = exported.out + mailref("export", id_, "-c", str(post.path)).out
    assert json.loads(exported.out)["game"]
    assert "Oma" not in found
    assert "eigenes" not in found
    assert mailref("verify", id_, "-c", str(post.path)).code == 0


def test_one_stand_over_several_games_shows_the_notes_of_all(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel("", id="kiel"), kiel("", id="bonn"))
    for id_, text in (("kiel", "Oma fragen"), ("bonn", "Opa fragen")):
        post.arrives(f"NOTIZ: {text}", ANNA, MONDAY + MINUTE, f"Re: [{id_} Z1] x")
    post.arrives("STAND", ANNA, MONDAY + 2 * MINUTE, "Frage")
    post.tick(MONDAY + 3 * MINUTE)

    stand = said(mails_to(post, "anna")[-1])
    assert "Classic Kiel: Oma fragen" in stand
    assert "Classic Bonn: Opa fragen" in stand


def test_a_new_address_is_not_shown_the_note_before_its_time(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(""))
    writes(post, ANNA, f"NOTIZ: {SAID}", MONDAY + MINUTE)
    at = ["-c", str(post.path), "--now", "2026-12-07T15:00+01:00"]
    assert mailref("address", "kiel", "Anna", "neu@example.org", *at).code == 0
    post.tick(MONDAY + 2 * HOUR)
    answer = writes(post, "Anna <neu@example.org>", "STAND", MONDAY + 3 * HOUR)

    assert "Oma" not in said(answer)


def test_who_is_forgotten_leaves_no_note(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, f"NOTIZ: {SAID}", MONDAY + MINUTE)
    text = post.path.read_text(encoding="utf-8")
    at = text.index('[[game.player]]\nname = "Anna"')
    left = text[:at] + text[text.index("[[game.player]]", at + 1) :]
    post.path.write_text(left, encoding="utf-8")
    forgot = mailref("forget", "Anna", "--yes", "-c", str(post.path))

    assert forgot.code == 0, forgot
    kept = [e for e in post.machine.journal.games.events("yerres") if isinstance(e, TextKept)]
    assert len(kept) == 1
    assert kept[0].text.value != SAID
    assert "Oma" not in (tmp_path / "mailref.db").read_bytes().decode("utf-8", "replace")


def test_a_note_ends_at_a_move_and_a_move_beside_it_counts(tmp_path: Path) -> None:
    post = begun(tmp_path, game())
    post.arrives("NOTIZ: Oma fragen,\nwie man Quarz schreibt\nM10s EUBÖA\n\nGruß, Max")
    post.tick(MONDAY + MINUTE)

    assert list(post.entries()) == ["Max Mustermann"]
    kept = post.game().players["Max Mustermann"].kept.value
    assert kept == (("note", "Oma fragen, wie man Quarz schreibt"),)


@pytest.mark.parametrize(
    "text",
    [
        "M10s EUBÖA\n\nMit freundlichen Grüßen\nMax\n\nNOTE: This message is confidential.",
        "M10s EUBÖA\n\nNote: My train may be late next week.",
        "M10s EUBÖA\n\nOma hat im Garten eine NOTIZ: das Wetter wird schön.",
    ],
)
def test_other_peoples_notes_are_none(tmp_path: Path, text: str) -> None:
    post = begun(tmp_path, game())
    post.arrives(text)
    post.tick(MONDAY + MINUTE)

    assert list(post.entries()) == ["Max Mustermann"]
    assert post.game().players["Max Mustermann"].kept.value == ()


def test_the_game_master_keeps_no_notes_for_players(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    answer = writes(
        post, GM, "1-Zug-Scrabble Yerres\nSpieler=Anna\nNOTIZ: Max weiß es", MONDAY + MINUTE
    )

    assert post.game().players["Anna"].kept.value == ()
    assert "spielt nicht unter dieser Adresse" in said(answer)


def test_a_note_that_is_too_long_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, f"NOTIZ: {SAID}", MONDAY + MINUTE)
    answer = said(writes(post, ANNA, f"NOTIZ: {'lang ' * 101}", MONDAY + 5 * MINUTE))

    assert "höchstens 500 Zeichen" in answer
    assert OWN in answer


def test_a_note_quoted_back_in_any_way_is_no_move(tmp_path: Path) -> None:
    """Contract 5: what we print is never read as a move, also where it stands unprefixed."""
    post = playing(tmp_path, two(game()))
    answer = writes(post, ANNA, "NOTIZ: M10s EUBÖA, sagt Oma", MONDAY + MINUTE)
    post.arrives(f"Danke!\n\n{text_of(answer)}", ANNA, MONDAY + 2 * MINUTE, "Re: [yerres R1] x")
    post.tick(MONDAY + 3 * MINUTE)

    assert post.entries() == {}


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for the game, Ben.\n\nPASS\n\nNOTE: keep the E\nAnna",
        "PASSE\n\nGruß\nAnna\n\nNOTIZ: keep the E",
    ],
)
def test_a_note_below_a_greeting_is_kept(tmp_path: Path, text: str) -> None:
    """What thanks, above a move, ends no mail; below the greeting that does only what programs write is no note."""
    post = playing(tmp_path, kiel(""))
    post.arrives(text, ANNA, MONDAY + MINUTE, "Re: [kiel T1] x")
    post.tick(MONDAY + MINUTE)

    found = post.machine.journal.games.load("kiel")
    assert found is not None
    assert found.players["Anna"].kept.value == (("note", "keep the E"),)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Hallo,\n\nNOTIZ: erste Zeile\nzweite Zeile\n\nGruß Anna", "erste Zeile zweite Zeile"),
        ("Hallo Ben,\nNOTIZ: das Q\nliegt bei Ben\nLG Anna", "das Q liegt bei Ben"),
        (
            "NOTE: first line\nsecond line, Q at H8\nthird\n\nAnna",
            "first line second line, Q at H8 third",
        ),
        ("NOTE : garder le E\net le X\n\nAnna", "garder le E et le X"),
        ("NOTIZ: das Q\nH4 RABEN", "das Q"),
        ("NOTIZ: das Q\nPASSE", "das Q"),
    ],
)
def test_at_a_table_a_note_goes_on_over_its_lines_up_to_what_asks_for_something(
    tmp_path: Path, text: str, note: str
) -> None:
    post = playing(tmp_path, kiel(""))
    post.arrives(text, ANNA, MONDAY + MINUTE, "Re: [kiel T1] x")
    post.tick(MONDAY + MINUTE)

    found = post.machine.journal.games.load("kiel")
    assert found is not None
    assert found.players["Anna"].kept.value == (("note", note),)
