"""What the game master is told of his game: by STAND, before each ZAT, and by the questions."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.rounds.contents import (
    CommandAnswer,
    Desk,
    Digest,
    EntryAnswer,
    MayOrder,
    WordQuestions,
)
from mailref.referee.contents import Content, MailAdopted, Notice, OrdersDone
from tests.referee.rehearsal import DAY, ERIKA, EVA, MAX, MINUTE, MONDAY, ZAT, game
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


SECRET_MOVE = "Ich lege NERABT unter das H."
ELSEWHERE = "Max Mustermann <max@work.example>"


def to(machine: Post, reader: str) -> list[Content]:
    """Return what a reader has got since the machine began, and forget it."""
    found = [o.content for o in machine.letters.owed if o.recipient == f"{reader}@example.org"]
    machine.letters.owed.clear()
    return found


def notices(contents: list[Content]) -> list[Notice]:
    return [each for each in contents if isinstance(each, Notice)]


def passed_on(machine: Post) -> None:
    machine.arrives(SECRET_MOVE, subject=SECRET_MOVE)
    machine.tick()


def unreadable(machine: Post) -> None:
    machine.arrives("H8w NERABT\n" * 40_000, subject=SECRET_MOVE)
    machine.tick()


def late(machine: Post) -> None:
    machine.tick(ZAT + 3 * MINUTE)
    machine.letters.owed.clear()
    machine.arrives("H8w NERABT", at=ZAT, subject="Re: [yerres R1] Zug")
    machine.tick(ZAT + 4 * MINUTE)


def from_elsewhere(machine: Post) -> None:
    machine.arrives("1-Zug-Scrabble Yerres\nH8w NERABT", ELSEWHERE)
    machine.tick(ZAT - MINUTE)


def from_a_robot(machine: Post) -> None:
    machine.arrives(SECRET_MOVE, subject="Abwesenheitsnotiz: NERABT ab H8")
    machine.tick()
    machine.tick(MONDAY + DAY)


def over_and_over(machine: Post) -> None:
    for _ in range(25):
        machine.arrives(SECRET_MOVE, subject=SECRET_MOVE)
        machine.tick()
    machine.tick(MONDAY + DAY)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    "happens", [passed_on, unreadable, late, from_elsewhere, from_a_robot, over_and_over]
)
def test_no_mail_shows_a_game_master_who_plays_what_may_be_a_move(
    tmp_path: Path, happens: Callable[[Post], None]
) -> None:
    """He is told who has written; without playing he reads what."""
    shown: dict[bool, str] = {}
    for plays in (False, True):
        (tmp_path / str(plays)).mkdir()
        settings = game(players=PLAYS) if plays else game()
        machine = begun(tmp_path / str(plays), settings)
        happens(machine)
        told = notices(to(machine, "gm"))
        assert told
        shown[plays] = repr([(each.about, each.quoted) for each in told])

    assert "NERABT" in shown[False]
    assert "NERABT" not in shown[True]
    assert "max@" in shown[True]


@pytest.mark.parametrize("happens", [passed_on, late, from_elsewhere])
def test_his_deputy_reads_the_mails_that_are_kept_from_him(
    tmp_path: Path, happens: Callable[[Post], None]
) -> None:
    machine = begun(tmp_path, game(players=PLAYS, keys=DEPUTY))

    happens(machine)

    (notice,) = [each for each in notices(to(machine, "deputy")) if each.quoted]
    assert "NERABT" in notice.quoted
    assert notice.for_deputy


def test_a_mail_that_he_adopts_is_confirmed_without_its_move(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players=PLAYS, keys=DEPUTY))
    from_elsewhere(machine)

    machine.orders("U1 Max Mustermann", ZAT - MINUTE, kind="Notice")

    told = {reader: [
        owed.content for owed in machine.letters.owed if owed.recipient.startswith(reader)
    ] for reader in ("gm", "max", "deputy")}  # fmt: skip
    (his,) = notices(told["gm"])
    assert his.about == MailAdopted("Max Mustermann", is_taken=True)
    assert [type(each) for each in told["max"]] == [EntryAnswer]
    assert EntryAnswer in [type(each) for each in told["deputy"]]


def test_a_ruling_does_not_tell_him_whose_word_it_was(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players=PLAYS))
    machine.arrives("H8w NERABT")
    machine.tick()

    machine.orders("NERABT ja", MONDAY + MINUTE, kind="WordQuestions")

    (done,) = [each.about for each in notices(to(machine, "gm"))]
    assert isinstance(done, OrdersDone)
    assert (done.is_all_done, [fate.told for fate in done.fates]) == (True, [()])


def test_he_cannot_find_out_by_rulings_whether_somebody_has_laid_a_word(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players=PLAYS))
    machine.arrives("H8w RABEN", MAX)
    machine.tick()
    machine.letters.owed.clear()

    asked = []
    for number, word in enumerate(("RABEN", "NEBEL")):
        at = MONDAY + (number + 1) * MINUTE
        header = f"In-Reply-To: {machine.ids('Opening', 'gm@example.org')}\n"
        machine.arrives(f"REGEL {word} ja", ERIKA, at, header=header)
        machine.tick(at)
        asked.append([type(each.about).__name__ for each in notices(to(machine, "gm"))])

    assert asked == [["OrdersAsked"], ["OrdersAsked"]]
