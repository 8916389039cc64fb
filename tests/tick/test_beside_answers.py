"""What else stands in a mail that says yes or no to a question of ours is done, too (contract 5)."""

from pathlib import Path

import pytest

from mailref.games.events import AbsenceNoted
from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.contents import AnswerToCommands, PassedOn
from mailref.referee.policy import Reason
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MAX, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun

SUBJECT = "Re: [yerres R1] Zug"


def asked(folder: Path, *games: str) -> Post:
    """Return a machine that has asked Max whether he means a play."""
    post = begun(folder, *(games or (game(),)))
    post.arrives("Vielleicht H8w RABEN.", MAX, MONDAY + MINUTE, SUBJECT)
    post.tick(MONDAY + MINUTE)
    assert post.answer().considered.reason is Reason.AMBIGUOUS
    return post


def says(post: Post, text: str) -> None:
    head = f"In-Reply-To: {post.ids('EntryAnswer')}\n"
    post.letters.owed.clear()
    post.arrives(text, MAX, MONDAY + 2 * MINUTE, SUBJECT, head)
    post.tick(MONDAY + 2 * MINUTE)


def absences(post: Post) -> list[AbsenceNoted]:
    events = post.machine.journal.games.events("yerres")
    return [each for each in events if isinstance(each, AbsenceNoted)]


@pytest.mark.parametrize(
    "text",
    [
        *("genau. und ich bin vom 10. bis 14.12. in urlaub", "Ja, URLAUB 10.12. - 14.12."),
        "Ja natürlich.\nUnd bitte Urlaub vom 10. bis 14. Dezember.",
        *("Ja, und ich bin vom 10. bis 14.12. in Urlaub.", "Yes. Away 10.12. - 14.12."),
    ],
)
def test_an_absence_beside_yes_is_noted(tmp_path: Path, text: str) -> None:
    post = asked(tmp_path)

    says(post, text)

    assert list(post.entries()) == ["Max Mustermann"]
    assert len(absences(post)) == 1


def test_an_absence_joined_to_yes_with_but_is_noted_and_the_question_put_once_more(
    tmp_path: Path,
) -> None:
    post = asked(tmp_path)

    says(post, "Ja, aber ich bin vom 10. bis 14.12. in Urlaub.")

    assert [each.ahead for each in post.letters.owed if each.one_time] == [("answer_open",)]
    assert len(absences(post)) == 1


def test_an_absence_beside_no_is_noted(tmp_path: Path) -> None:
    post = asked(tmp_path)

    says(post, "Nein. Und Urlaub vom 10.12. bis 14.12.")

    assert not post.entries()
    assert len(absences(post)) == 1


def test_a_question_beside_yes_is_passed_on(tmp_path: Path) -> None:
    post = asked(tmp_path)

    says(post, "Ja. Könnt ihr den ZAT auf Sonntag legen?")

    assert post.entries()
    assert any(isinstance(each, PassedOn) for each in post.matters)
    (his,) = (each for each in post.letters.owed if isinstance(each.content, EntryAnswer))
    assert his.also == ("also_told",)


@pytest.mark.parametrize(
    "text", ["Ja, schick mir bitte den Stand.", "Ja. Wie steht es eigentlich?"]
)
def test_a_command_beside_yes_is_answered(tmp_path: Path, text: str) -> None:
    post = asked(tmp_path)

    says(post, text)

    assert post.entries()
    assert any(isinstance(each.content, AnswerToCommands) for each in post.letters.owed)


def test_a_move_in_another_game_beside_yes_is_made(tmp_path: Path) -> None:
    starter = '[game.rules]\nstarter = "Anna"'
    at_table = kiel("", starter).replace("ben@example.org", "max@example.org")
    post = asked(tmp_path, game(), at_table)

    says(post, "Ja.\n\nKiel: PASSE")

    assert post.entries()
    assert any(each.game == "kiel" and each.player == "Ben" for each in post.letters.owed)


@pytest.mark.parametrize("text", ["Ja, leider.\nMax", "Ja, leider. Danke!"])
def test_who_regrets_his_yes_says_it_all_the_same(tmp_path: Path, text: str) -> None:
    post = asked(tmp_path)

    says(post, text)

    assert post.entries()
