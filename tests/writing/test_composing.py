"""Composed mails as the record keeps them."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import cast
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from mailref import assets
from mailref.assembly import composer, words_of
from mailref.games.by_turns.contents import TurnReport
from mailref.journal.recorded_games import Blob
from mailref.report.pdf import MakerHere
from mailref.report.picture import BoardPainter
from mailref.writing.compose import Composed, compose_all
from tests.games.classic.examples import STANDARD
from tests.parsed import parsed
from tests.report.views import shipped_fonts
from tests.writing.builders import HOUSE, PLAYERS, means, playing, policy
from tests.writing.composed import LANGUAGES, body, message, read_back
from tests.writing.composed import composed as sample_of
from tests.writing.rounds import closed, entered, reported
from tests.writing.samples import ALL
from tests.writing.turns import four_players

PAINTER = BoardPainter(shipped_fonts())


@pytest.mark.slow
def test_the_record_gets_the_same_bytes_with_what_is_shared_apart() -> None:
    """What many mails share is stored once."""
    owed = (ALL["report"](), ALL["accepted"](), ALL["report_ended"](), ALL["test"]())
    compose = composer(assets.template_environment, PAINTER, MakerHere(PAINTER))

    mails = compose(owed, HOUSE)

    assert [(mail.kind, mail.game, mail.round_tag) for mail in mails] == [
        ("Report", "yerres", "5"),
        ("EntryAnswer", "yerres", "4"),
        ("Report", "yerres", "Ende"),
        ("Notice", None, None),
    ]
    for mail, composed in zip(mails, compose_all(owed, means()), strict=True):
        parts = [part.data if isinstance(part, Blob) else part for part in mail.segments]
        assert b"".join(parts) == composed.data
        assert mail.message_id == composed.message_id
        assert mail.recipient == composed.recipient


def test_nothing_owed_is_nothing_composed() -> None:
    compose = composer(assets.template_environment, PAINTER, MakerHere(PAINTER))

    assert compose((), HOUSE) == ()


def report_after(rounds: int, players: Sequence[str] = PLAYERS) -> Composed:
    """Return the report of a round before which so many were closed, as the first player gets it."""
    game = playing(players=players, number=rounds + 1)
    for name in players:
        game = entered(game, name, "M10s EUBÖA")
    _, last = closed(game, policy())
    earlier = tuple(replace(last, number=n) for n in range(1, rounds + 1))
    return compose_all(reported(game, policy(), earlier)[:1], means())[0]


def parts_of(mail: Composed) -> dict[str, bytes]:
    found = parsed(mail.data)
    return {
        part.get_content_type(): cast("bytes", part.get_payload(decode=True))
        for part in found.walk()
        if not part.is_multipart()
    }


@pytest.mark.slow
def test_report_after_three_hundred_rounds_is_no_longer_than_after_a_hundred() -> None:
    after_100, after_300 = report_after(100), report_after(300)

    assert len(after_300.data) <= 1.02 * len(after_100.data)
    text = parts_of(after_300)["text/plain"].decode()
    assert "R301 51/" in text
    assert "R271" not in text
    assert "Die 271 Runden davor stehen im Archiv des Spiels" in " ".join(text.split())


@pytest.mark.slow
def test_table_of_a_thousand_players_is_packed_and_the_printed_one_says_how_many_follow() -> None:
    parts = parts_of(report_after(1, [f"Spielerin {n:04}" for n in range(1000)]))

    with ZipFile(BytesIO(parts["application/zip"])) as packed:
        table = packed.read("yerres-Wertung-R2.csv").decode()
    assert len(table.splitlines()) == 1001
    assert len(parts["application/zip"]) < 20_000
    assert len(parts["application/pdf"]) < 100_000


@pytest.mark.parametrize(
    ("history", "rows"),
    [
        (4, ["…        …", "8      800"]),
        (8, ["…        …", "7      700", "8      800"]),
        (32, [f"{turn}      {turn}00" for turn in range(1, 9)]),
        (48, [f"{turn}      {turn}00" for turn in range(1, 9)]),
    ],
)
def test_a_score_sheet_shows_as_many_turns_as_the_settings_say(
    history: int, rows: list[str]
) -> None:
    """Four players: a line holds a turn of each."""
    owed = four_players()
    assert isinstance(owed.content, TurnReport)
    content = replace(owed.content, policy=replace(owed.content.policy, history=history))
    (found,) = compose_all((replace(owed, content=content),), means())

    text = body(read_back(found.data), "plain").partition("Punkte und Gesamt")[2]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert [line.split("|")[1].strip() for line in lines[2:]] == rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["newcomer_asked", "newcomer_asked_to_a_table"])
def test_a_question_to_an_unknown_address_is_short(name: str, language: str) -> None:
    """Anybody can have us send it to anybody: it brings no more than it must."""
    assert len(sample_of(name, language).data) <= 4000
    assert "<p>" in body(message(name, language), "html")


@pytest.mark.parametrize(
    ("language", "usual", "other"),
    [
        ("en", "The usual board is used, with", "A board of 21 by 21 squares is used, with"),
        ("de", "auf dem üblichen Brett mit", "auf einem Brett von 21 mal 21 Feldern mit"),
        ("fr", "sur la grille habituelle avec", "sur une grille de 21 cases sur 21 avec"),
    ],
)
@pytest.mark.parametrize("family", ["classic", "rounds"])
def test_the_rules_call_no_other_board_the_usual_one(
    family: str, language: str, usual: str, other: str
) -> None:
    words = words_of(language)
    template = words.environment.from_string(
        f'{{% import "{family}/rules_said.j2" as said with context %}}{{{{ said.board() }}}}'
    )

    for layout, said in (("standard", usual), ("super", other)):
        rules = replace(STANDARD, premiums=assets.layout(layout))
        rendered = template.render(r=rules, p=words._phrases)
        assert said in re.sub("[\ue000\ue001]", "", rendered)


@pytest.mark.parametrize(
    ("language", "first", "next_paragraph"),
    [
        ("de", "in deiner Antwort stand mehr als ja oder nein", "In deiner Mail"),
        ("en", "Your answer said more than yes or no", "Your mail has a line"),
    ],
)
def test_what_is_said_ahead_is_a_paragraph_between_the_greeting_and_the_rest(
    language: str, first: str, next_paragraph: str
) -> None:
    owed = replace(ALL["ambiguous_unread_play"](), language=language, ahead=("answer_open",))
    parts = parts_of(compose_all([owed], means())[0])

    paragraphs = parts["text/plain"].decode().replace("\r\n", "\n").split("\n\n")
    at = next(at for at, each in enumerate(paragraphs) if each.startswith(first))
    assert paragraphs[at - 1].endswith(",")
    assert len(paragraphs[at - 1]) < 30
    assert paragraphs[at + 1].startswith(next_paragraph)
    assert f"<p>{first}" in re.sub(r"<p [^>]*>", "<p>", parts["text/html"].decode())
