"""MEINE SPIELE: one mail with all games of somebody, of whatever kind, and what is wanted of him."""

from pathlib import Path

import pytest

from tests.e2e.installation import text_of
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post
from tests.tick.test_notes import ANNA, BEN, GM, mails_to, playing, two

SOLO = 'deadline = "31.01.2027 20:00"'


def club(folder: Path) -> Post:
    return playing(
        folder,
        two(game()),
        kiel("", players=("Anna", "Ben")),
        herbst("", "", ("Anna", "Cilly")),
        kiel(SOLO, variant="solitaire", id="solo", players=("Cilly", "Anna")),
        kiel("", id="fremd", players=("Cilly", "Dora")),
    )


def asked(post: Post, who: str, text: str = "MEINE SPIELE", subject: str = "Frage") -> list[str]:
    name = who.partition("<")[2].partition("@")[0]
    before = len(mails_to(post, name))
    post.arrives(text, who, MONDAY + MINUTE, subject)
    post.tick(MONDAY + 2 * MINUTE)
    return [
        f"{mail['Subject']}\n{text_of(mail)}".replace("\r\n", "\n")
        for mail in mails_to(post, name)[before:]
    ]


@pytest.mark.parametrize("text", ["MEINE SPIELE", "My games, please", "meine Spiele?"])
def test_all_games_of_the_sender_are_listed_in_one_mail(tmp_path: Path, text: str) -> None:
    (answer,) = asked(club(tmp_path), ANNA, text)

    for title in ("1-Zug-Scrabble Yerres", "Classic Kiel", "Herbst-Bingo", "Classic Solo"):
        assert f"{title}\n{'-' * len(title)}" in answer
    assert "Fremd" not in answer
    assert "dein Zug fehlt noch" in answer
    assert "[mailref]" in answer


def test_a_subject_and_a_tag_ask_for_the_same_list(tmp_path: Path) -> None:
    post = club(tmp_path)

    (by_subject,) = asked(post, ANNA, "Gruß, Anna", "Meine Spiele")
    (by_tag,) = asked(post, ANNA, "MEINE SPIELE", "Re: [kiel Z1] Stand")

    assert "Herbst-Bingo" in by_subject
    assert "Herbst-Bingo" in by_tag


def test_what_else_the_mail_asks_for_is_done(tmp_path: Path) -> None:
    post = club(tmp_path)

    answers = asked(post, BEN, "1-Zug-Scrabble Yerres\nH5s TRABEN\n\nMEINE SPIELE")

    assert list(post.entries()) == ["Ben"]
    assert len(answers) == 2
    assert any("Classic Kiel\n" in answer for answer in answers)


def test_the_game_master_gets_the_games_that_he_leads(tmp_path: Path) -> None:
    (answer,) = asked(club(tmp_path), GM)

    assert "Classic Fremd" in answer
    assert "du leitest dieses Spiel" in answer


def test_who_plays_nowhere_any_more_reads_that(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    asked(post, ANNA, "ABMELDEN", "Re: [yerres R1] x")
    post.tick(MONDAY + 14 * 24 * 60 * MINUTE)

    (answer,) = asked(post, ANNA)

    assert "im Augenblick spielst du in keinem Spiel mit" in answer


def test_strangers_and_programs_get_no_list(tmp_path: Path) -> None:
    post = club(tmp_path)
    sent = len(post.outbox.taken)

    post.arrives("MEINE SPIELE", "Fred <fred@example.net>", MONDAY + MINUTE)
    post.arrives("MEINE SPIELE", ANNA, MONDAY + MINUTE, "x", "Auto-Submitted: auto-replied\n")
    post.tick(MONDAY + 2 * MINUTE)

    assert len(post.outbox.taken) == sent
