"""What the game master is told of his game: by STAND, before each ZAT, and by the questions."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.referee.contents import CommandAnswer, Desk, Digest, MayOrder, WordQuestions
from tests.referee.rehearsal import ERIKA, EVA, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun

PLAYS = {"Max Mustermann": "max@example.org", "Erika Musterfrau": "gm@example.org"}
DEPUTY = 'deputy = "deputy@example.org"'
DAY_BEFORE = ZAT - timedelta(hours=24)


def digests(machine: Post) -> list[tuple[str, Digest]]:
    return [
        (owed.recipient.partition("@")[0], owed.content)
        for owed in machine.letters.owed
        if isinstance(owed.content, Digest)
    ]


def stand(machine: Post) -> Desk:
    machine.letters.owed.clear()
    machine.arrives("STAND", ERIKA)
    machine.tick()
    (found,) = [o.content for o in machine.letters.owed if isinstance(o.content, CommandAnswer)]
    assert found.desk is not None
    return found.desk


def questions(machine: Post) -> list[tuple[str, WordQuestions]]:
    return [
        (owed.recipient.partition("@")[0], owed.content)
        for owed in machine.letters.owed
        if isinstance(owed.content, WordQuestions)
    ]


def test_stand_tells_the_game_master_who_has_moved_and_how_and_what_waits(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='press = "moderated"'))
    machine.arrives("H8w NERABT\n\nPRESSE: Hallo zusammen")
    machine.tick()

    desk = stand(machine)

    assert (desk.moved, desk.missing) == (("Max Mustermann",), ("Eva Muster",))
    assert [(m.player, m.judged.plays[0].scored.word) for m in desk.moves] == [
        ("Max Mustermann", "NERABT")
    ]
    assert [(w.word, [m.player for m in w.moves]) for w in desk.words] == [
        ("NERABT", ["Max Mustermann"])
    ]
    assert [(p.player, p.text.strip()) for p in desk.press] == [
        ("Max Mustermann", "Hallo zusammen")
    ]
    assert desk.may_order == (
        MayOrder.RULE, MayOrder.PRESS, MayOrder.EXTEND, MayOrder.CLOSE, MayOrder.PAUSE,
    )  # fmt: skip


def test_a_player_who_asks_for_the_state_sees_no_desk(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.letters.owed.clear()

    machine.arrives("STAND")
    machine.tick()

    (found,) = [o.content for o in machine.letters.owed if isinstance(o.content, CommandAnswer)]
    assert found.desk is None


def test_a_game_master_who_plays_is_told_only_who_has_moved(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players=PLAYS))
    machine.arrives("H8w NERABT // Kommentar")
    machine.tick()

    ((to, asked),) = questions(machine)
    desk = stand(machine)

    (question,) = asked.questions
    assert to == "gm"
    assert (question.word, question.player, question.place) == ("NERABT", None, None)
    assert (question.comment, question.moves) == (None, ())
    assert (desk.moved, desk.moves, desk.is_hidden) == (("Max Mustermann",), (), True)
    assert [(word.word, word.moves) for word in desk.words] == [("NERABT", ())]


def test_a_deputy_gets_the_full_form(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players=PLAYS, keys=DEPUTY))
    machine.arrives("H8w NERABT // Kommentar")
    machine.tick()

    asked = dict(questions(machine))
    machine.letters.owed.clear()
    machine.tick(DAY_BEFORE + MINUTE)
    told = dict(digests(machine))

    (alone,) = asked["gm"].questions
    (full,) = asked["deputy"].questions
    assert (alone.player, full.player, full.comment) == (None, "Max Mustermann", "Kommentar")
    assert told["gm"].desk.moves == ()
    assert [move.player for move in told["deputy"].desk.moves] == ["Max Mustermann"]


def test_without_playing_himself_a_game_master_needs_no_deputy(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=DEPUTY))
    machine.arrives("H8w NERABT")
    machine.tick()

    assert [to for to, _ in questions(machine)] == ["gm"]


def test_a_digest_comes_once_before_each_zat(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", EVA)
    machine.tick()
    machine.letters.owed.clear()

    machine.tick(DAY_BEFORE - MINUTE)
    before = len(digests(machine))
    machine.tick(DAY_BEFORE)
    machine.tick(DAY_BEFORE + MINUTE)

    ((to, digest),) = digests(machine)
    assert before == 0
    assert (to, digest.desk.moved, digest.desk.missing) == (
        "gm",
        ("Eva Muster",),
        ("Max Mustermann",),
    )


@pytest.mark.parametrize(("key", "hours", "count"), [("0h", 24, 0), ("48h", 48, 1)])
def test_the_digest_comes_when_the_settings_say(
    tmp_path: Path, key: str, hours: int, count: int
) -> None:
    machine = begun(tmp_path, game(keys=f'digest = "{key}"'))

    machine.tick(ZAT - timedelta(hours=hours))
    machine.tick(ZAT - MINUTE)

    assert len(digests(machine)) == count


def test_the_daily_reminder_of_words_shows_the_desk_and_is_one_mail(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT")
    machine.tick()
    machine.letters.owed.clear()

    machine.tick(ZAT + timedelta(days=1, minutes=3))

    to_game_master = [o for o in machine.letters.owed if o.recipient == "gm@example.org"]
    (content,) = [o.content for o in to_game_master]
    assert isinstance(content, WordQuestions)
    assert content.desk is not None
    assert content.desk.missing == ("Eva Muster",)


def test_a_question_shows_what_is_at_stake_and_what_else_is_open(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT")
    machine.tick()
    machine.letters.owed.clear()
    machine.arrives("H8w BREANT", EVA, MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    ((_, asked),) = questions(machine)

    (question,) = asked.questions
    (move,) = question.moves
    assert (question.word, asked.others) == ("BREANT", ("NERABT",))
    assert (move.player, move.judged.points) == ("Eva Muster", 18)


def test_between_two_rounds_stand_names_what_the_game_waits_for(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='publish = "approve"\ndraw = "hand"'))
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)

    desk = stand(machine)

    assert desk.may_order == (
        MayOrder.PUBLISH, MayOrder.DRAW, MayOrder.REOPEN, MayOrder.CORRECT,
    )  # fmt: skip
