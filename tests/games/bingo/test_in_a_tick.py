"""Scrabble-Bingo in whole ticks: recorded, mailed, drawn, proved; beside the other families in one mail."""

import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.games.bingo.game import BingoGame
from mailref.record.as_json import sha256_of
from mailref.referee.contents import Summary
from mailref.report.pdf import MakerHere
from tests.commands.invoke import mailref
from tests.games.bingo.rehearsal import ANNAS, BENS, herbst
from tests.games.by_turns.at_table import kiel
from tests.parsed import parsed
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun, post

ANNA, BEN = "Anna <anna@example.org>", "Ben <ben@example.org>"
TWO = ("Anna", "Ben")


def state(post: Post) -> BingoGame:
    found = post.machine.journal.games.load("herbst")
    assert isinstance(found, BingoGame)
    return found


def zat(post: Post) -> None:
    due = state(post).due
    assert due is not None
    post.tick(due + 5 * MINUTE)


def played(folder: Path, inner: str = "") -> Post:
    """Return a game that was played to its end, its mails written as players get them."""
    found = post(folder, herbst("", inner, TWO))
    found.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
    found.tick(MONDAY)
    found.arrives(ANNAS, ANNA, MONDAY + MINUTE)
    found.arrives(BENS, BEN, MONDAY + MINUTE)
    found.tick(MONDAY + 5 * MINUTE)
    while not state(found).is_over:
        zat(found)
    return found


def mails_to(post: Post, who: str) -> list[EmailMessage]:
    found = [mail for mail in post.outbox.taken if mail.recipient == f"{who}@example.org"]
    return [parsed(mail.data) for mail in found]


def test_a_whole_game_goes_by_mail(tmp_path: Path) -> None:
    post = played(tmp_path)
    subjects = [str(each["Subject"]) for each in mails_to(post, "anna")]

    draws = len(state(post).draws)
    assert subjects[:2] == [
        "[herbst R1] Herbst-Bingo beginnt",
        "[herbst R1] Deine Wörter sind notiert",
    ]
    assert subjects[2:-1] == [
        f"[herbst R{number + 1}] Runde {number}: 10 Steine gezogen" for number in range(1, draws)
    ]
    assert subjects[-1].startswith("[herbst Ende] BINGO! Gewonnen hat ")
    body = mails_to(post, "anna")[-1].get_body(("plain",))
    assert body is not None
    text = body.get_content()
    assert "Anna: [S] [T] [E] " in text.replace("Anna (Sieg)", "Anna")
    assert bytes(range(32)).hex() in text


def test_the_words_of_a_withheld_answer_are_in_the_next_days_summary(tmp_path: Path) -> None:
    post = begun(tmp_path, herbst("", "", TWO), keys="per_address_day = 1")
    for minute, text in enumerate(("STAND", ANNAS)):
        post.arrives(text, ANNA, MONDAY + minute * MINUTE)
    post.tick(MONDAY + 5 * MINUTE)
    post.tick(MONDAY + DAY)

    summary = next(o.content for o in post.letters.owed if isinstance(o.content, Summary))
    assert summary.rows == (("Herbst-Bingo", "R1", "STERNEN, GARTENS"),)


def test_the_same_mail_once_more_changes_nothing(tmp_path: Path) -> None:
    post = begun(tmp_path, herbst("", "", TWO))
    for minute in (1, 2):
        post.arrives(ANNAS, ANNA, MONDAY + minute * MINUTE)
    post.tick(MONDAY + 5 * MINUTE)
    entries = state(post).entries["Anna"]
    zat(post)

    assert {each.value for each in entries} == {("STERNEN", "GARTENS")}
    assert state(post).fixed.get("Anna") == ("STERNEN", "GARTENS")


def test_a_zat_is_decided_once(tmp_path: Path) -> None:
    post = begun(tmp_path, herbst("", "", TWO))
    post.arrives(ANNAS, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 5 * MINUTE)
    zat(post)
    drawn, number = state(post).drawn, state(post).round_number
    post.left()
    post.tick(MONDAY + 8 * DAY)

    assert (state(post).drawn, state(post).round_number) == (drawn, number)
    assert post.left() == []
    assert post.machine.journal.is_decided("close:herbst:1:0")


@pytest.mark.slow
def test_mail_of_before_the_zat_that_is_read_after_it_still_counts(tmp_path: Path) -> None:
    """The machine stood still over the ZAT: it reads all mail before it draws."""
    post = begun(tmp_path, herbst("", "", TWO))
    due = state(post).due
    assert due is not None
    post.arrives(ANNAS, ANNA, due - MINUTE)
    post.arrives(BENS, BEN, due + timedelta(seconds=1))
    post.tick(due + 2 * DAY)

    assert state(post).playing == ("Anna",)


def test_one_mail_plays_in_all_families(tmp_path: Path) -> None:
    players = {"Anna": "anna@example.org", "Max Mustermann": "max@example.org"}
    post = begun(tmp_path, herbst("", "", TWO), kiel(), game(players=players))
    text = (
        "Herbst-Bingo\n1. STERNEN\n2. GARTENS\n\n"
        "Classic Kiel\nPASSE\n\n"
        "1-Zug-Scrabble Yerres\nSpieler=Anna\nH8s RABEN\n"
    )
    post.arrives(text, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 5 * MINUTE)

    assert [each.value for each in state(post).entries["Anna"]] == [("STERNEN", "GARTENS")]
    kinds = [type(owed.content).__name__ for owed in post.letters.owed]
    assert kinds.count("AnswerByRounds") == 1
    assert "EntryAnswer" in kinds
    assert {"OrderAnswer", "TurnReport"} & {*kinds}


def test_a_changed_export_is_named_by_round_player_and_field(tmp_path: Path) -> None:
    post = played(tmp_path)
    whole = mailref("export", "herbst", "-c", str(post.path))
    export = json.loads(whole.out)
    right = export["rounds"][1]["left"][0]["letters"]
    export["rounds"][1]["left"][0]["letters"] = 13
    export["sha256"] = sha256_of(export)
    (tmp_path / "changed.json").write_text(json.dumps(export), encoding="utf-8")
    (tmp_path / "whole.json").write_text(whole.out, encoding="utf-8")

    proved = mailref("verify", "--file", str(tmp_path / "whole.json"))
    found = mailref("verify", "--file", str(tmp_path / "changed.json"))

    assert proved.code == 0
    assert "draws, letters left and winners" in proved.out
    assert found.code == 1
    assert f"round 2, Anna: letters: expected {right}, found 13" in found.err
    assert mailref("verify", "herbst", "-c", str(post.path)).code == 0


def test_the_desk_sees_who_has_sent_words_and_never_which(tmp_path: Path) -> None:
    post = begun(tmp_path, herbst("", "", TWO))
    post.arrives(ANNAS, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 5 * MINUTE)

    shown = json.loads(mailref("status", "--json", "-c", str(post.path)).out)["games"][0]

    assert (shown["family"], shown["moved"], shown["round"]) == ("bingo", ["Anna"], 1)
    assert (
        mailref("preview", "herbst", "--out", str(tmp_path / "p"), "-c", str(post.path)).code == 0
    )
    text = (tmp_path / "p" / "report.txt").read_text(encoding="utf-8")
    assert "Noch ist bei Herbst-Bingo kein Stein gezogen" in text
    assert "S T E R N E N" not in text


def test_the_archive_shows_all_words_at_the_end(tmp_path: Path) -> None:
    post = played(tmp_path)
    folder = tmp_path / "archive"
    called = mailref(
        "export", "herbst", "--format", "html", "--out", str(folder), "-c", str(post.path)
    )

    page = (folder / "index.html").read_text(encoding="utf-8")
    assert called.code == 0
    assert "BINGO! Gewonnen hat" in page
    assert "<s>S</s><s>T</s><s>E</s>" in page
    assert (folder / "game.csv").read_text(encoding="utf-8").startswith("round,drawn,player,left")
    gcg = mailref("export", "herbst", "--format", "gcg", "-c", str(post.path))
    assert gcg.code == 1


def test_judge_says_what_words_are_worth(tmp_path: Path) -> None:
    post = begun(tmp_path, herbst("", "", TWO))
    mail = tmp_path / "words.eml"
    head = f"From: {ANNA}\nSubject: [herbst R1] Zug\nContent-Type: text/plain; charset=utf-8\n\n"
    mail.write_text(f"{head}1. CCCKENS\n2. GARTENS\n", encoding="utf-8")

    at = ("--received", "2026-12-07T13:00:00+01:00", "-c", str(post.path))
    found = json.loads(mailref("judge", "--json", str(mail), *at).out)
    said = mailref("judge", str(mail), *at).out

    assert found["outcome"] == "rejected"
    assert found["words"] == ["CCCKENS", "GARTENS"]
    assert [each["code"] for each in found["faults"]] == ["too_often", "word_unknown"]
    assert found["call"] is False
    assert "CCCKENS GARTENS" in said
    assert "[too_often, word_unknown]" in said
