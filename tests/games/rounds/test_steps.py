"""Closing a round, what holds it up, and what goes on after it (rules 8, contract 2 and 5)."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from mailref.games.by_rounds.referee import Held
from mailref.games.events import DeadlineMoved, GameEnded, Noted, WordRuled
from mailref.games.family import begin
from mailref.games.rounds.contents import (
    LettersRefused,
    LettersWanted,
    Opening,
    Reminder,
    Report,
    WordQuestions,
)
from mailref.games.rounds.events import LettersDrawn, RoundClosed, RoundOpened
from mailref.games.rounds.policy import RunningRounds
from mailref.referee.contents import Notice
from mailref.referee.gm_orders import KeptMissing
from mailref.referee.mails import Decision
from mailref.referee.policy import Undecided
from tests.games.replayed import replay_rounds
from tests.referee.rehearsal import (
    DAY,
    EVA,
    MAX,
    MINUTE,
    MONDAY,
    WEEK,
    ZAT,
    Rehearsal,
    content,
    contents,
    game,
    rehearse,
    to,
    total,
)

AFTER = ZAT + 2 * MINUTE
RABEN = "H8w RABEN"
PENDING = "H8w BARTE"


def test_a_round_closes_under_a_cause_that_names_it() -> None:
    """House 3: unique, so that a restart or a second worker cannot close twice."""
    rehearsal = rehearse()
    step = rehearsal.referee().close(rehearsal.means(), AFTER)

    assert not isinstance(step, Held)
    assert step.cause == "close:yerres:1:0"
    assert [type(event) for _, event in step.decision.events] == [RoundClosed]
    assert step.decision.mails == ()


def test_an_undecided_word_holds_the_round_up() -> None:
    """Rules 8: an undecided word holds the round up if a counting move depends on it."""
    rehearsal = rehearse()
    rehearsal.receives(f"{PENDING}\n/{RABEN}")

    assert rehearsal.referee().close(rehearsal.means(), AFTER) == Held(words=("BARTE",))


def test_an_undecided_word_behind_a_valid_move_holds_up_nothing() -> None:
    """Rules 8: Dottendorf, a pending move before the player's first valid one."""
    rehearsal = rehearse()
    rehearsal.receives(f"{RABEN}\n/{PENDING}")

    assert not isinstance(rehearsal.referee().close(rehearsal.means(), AFTER), Held)


@pytest.mark.parametrize(
    ("policy", "after", "points"),
    [
        pytest.param("wait", 30 * DAY, None, id="wait"),
        pytest.param("refuse", 7 * DAY - MINUTE, None, id="grace not over"),
        pytest.param("refuse", 7 * DAY, 12, id="refuse"),
        pytest.param("accept", 7 * DAY, 14, id="accept"),
    ],
)
def test_after_the_grace_the_policy_settles_undecided_words(
    policy: str, after: timedelta, points: int | None
) -> None:
    """Rules 8: after `ruling_grace` (7 days) the policy wait | refuse | accept applies."""
    rehearsal = rehearse(game(keys=f'undecided = "{policy}"'))
    rehearsal.receives(f"{PENDING}\n/H8w ABER")
    step = rehearsal.referee().close(rehearsal.means(), ZAT + after)

    if points is None:
        assert isinstance(step, Held)
        return
    assert not isinstance(step, Held)
    rehearsal.take(step)
    result = rehearsal.running().game.last
    assert result is not None
    assert result.rows[0].points == points + 2 * (policy == "accept")
    assert (result.undecided, result.undecided_policy) == (("BARTE",), policy)
    assert "BARTE" not in rehearsal.running().game.rulings


def test_after_a_close_letters_are_drawn_and_all_get_the_report_with_no_other_address() -> None:
    """Contract 5: players, game master and subscribers, one mail each."""
    rehearsal = rehearse(game(keys='subscribers = ["zoe@example.com", "max@example.org"]'))
    rehearsal.receives(RABEN)
    rehearsal.closes()
    mails = rehearsal.goes_on()

    assert contents(mails) == ["max Report", "eva Report", "gm Report", "zoe Report"]
    assert [mail.tag for mail in mails] == ["R2"] * 4
    assert len({mail.key for mail in mails}) == 4
    kinds = [type(event) for _, event in rehearsal.events[-3:]]
    assert kinds == [RoundClosed, LettersDrawn, RoundOpened]
    report = mails[0].content
    assert isinstance(report, Report)
    assert (report.recipient, report.round.number) == ("Max Mustermann", 1)
    assert report.row is not None
    assert report.row.points == 16
    assert report.game.round is not None
    assert report.game.round.number == 2


def test_two_players_at_one_address_get_one_report_each() -> None:
    both = {"Max Mustermann": "home@example.org", "Eva Muster": "home@example.org"}
    rehearsal = rehearse(game(players=both))
    rehearsal.closes()
    mails = rehearsal.goes_on()

    assert to(mails) == ["home@example.org", "home@example.org", "gm@example.org"]
    assert [mail.player for mail in mails[:2]] == ["Max Mustermann", "Eva Muster"]


def test_a_game_master_who_plays_or_subscribes_gets_one_report() -> None:
    players = {"Erika Musterfrau": "gm@example.org", "Eva Muster": "eva@example.org"}
    rehearsal = rehearse(game(players=players, keys='subscribers = ["gm@example.org"]'))
    rehearsal.closes()

    assert to(rehearsal.goes_on()) == ["gm@example.org", "eva@example.org"]


def test_who_leaves_gets_the_report_of_his_last_round_and_no_more() -> None:
    """ABMELDEN (after this round): he played it."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN)
    rehearsal.receives("ABMELDEN")
    rehearsal.closes()
    first = rehearsal.goes_on()
    rehearsal.closes(AFTER + WEEK)
    second = rehearsal.goes_on(AFTER + WEEK)

    assert "max@example.org" in to(first)
    assert "max@example.org" not in to(second)


def test_the_opening_goes_to_all_once() -> None:
    """Contract 2: an opening, once."""
    rehearsal = rehearse(game(keys='comment = "Los!"'))
    policy = rehearsal.running().policy
    new = replay_rounds(begin(policy, bytes(32), rehearsal.office.lexicon))
    rehearsal.office = replace(rehearsal.office, games={"yerres": RunningRounds(new, policy)})
    mails = rehearsal.goes_on(MONDAY)

    assert contents(mails) == ["max Opening", "eva Opening", "gm Opening"]
    opening = mails[0].content
    assert isinstance(opening, Opening)
    assert opening.comment == "Los!"


def test_a_report_that_needs_approval_is_shown_to_the_game_master_once_with_what_follows() -> None:
    """The game master gets the report as it would go out, and releases it."""
    rehearsal = rehearse(game(keys='publish = "approve"'))
    rehearsal.receives(RABEN)
    rehearsal.closes()
    first, second = rehearsal.goes_on(), rehearsal.goes_on()
    preview = content(first, Report)

    assert (to(first), second) == (["gm@example.org"], ())
    assert preview.is_preview
    assert preview.game.round is not None
    shown = preview.game.rack
    (note,) = (n for n in rehearsal.running().game.noted if n.startswith("approval:"))
    rehearsal.take_note(note.replace("approval:", "released:"))
    assert len(rehearsal.goes_on()) == 3
    assert rehearsal.running().game.rack == shown


def test_with_letters_drawn_by_hand_the_game_master_is_asked_once() -> None:
    """Contract 2: with draw = "hand" nothing is mailed at a close until he gives the tiles."""
    rehearsal = rehearse(game(keys='draw = "hand"'))
    rehearsal.receives(RABEN)
    rehearsal.closes()
    first, second = rehearsal.goes_on(), rehearsal.goes_on()

    wanted = content(first, Notice).about
    assert isinstance(wanted, LettersWanted)
    assert (wanted.wanted, second) == (6, ())


def test_letters_of_the_settings_are_used_once() -> None:
    """Contract 2: they belong to the round in which they were first read and are then spent."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.goes_on()

    assert rehearsal.running().game.round is not None
    assert sorted(rehearsal.running().game.rack) != sorted("ABEENRT")
    assert len(rehearsal.running().game.rack) == 8


def test_wrong_letters_in_the_settings_are_told_once_and_nothing_goes_on() -> None:
    """Contract 2: letters given by hand are checked against the bag and what was kept."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.with_settings(game(letters="ABEENNRS"))
    first, second = rehearsal.goes_on(), rehearsal.goes_on()

    assert content(first, Notice).about == LettersRefused("ABEENNRS", KeptMissing("T"))
    assert second == ()
    assert rehearsal.running().game.round is None
    # As every record has it: a new version must not say it again.
    noted = "wrong_letters:2:(('letters', 'ABEENNRS'), ('why', 'kept, T'))"
    assert noted in rehearsal.running().game.noted


def test_the_deadline_of_the_settings_is_spent_and_the_schedule_goes_on() -> None:
    """Contract 2: a schedule counts from the previous ZAT."""
    rehearsal = rehearse()
    rehearsal.closes()
    rehearsal.goes_on()
    playing = rehearsal.running().game.round

    assert playing is not None
    assert playing.deadline == ZAT + WEEK


def test_less_than_min_round_before_the_next_date_the_one_after_is_taken() -> None:
    """Contract 2: if less than `min_round` would be left when the report goes out."""
    rehearsal = rehearse()
    rehearsal.closes(ZAT + 5 * DAY)
    rehearsal.goes_on(ZAT + 5 * DAY)
    playing = rehearsal.running().game.round

    assert playing is not None
    assert playing.deadline == ZAT + 2 * WEEK


def test_a_comment_is_printed_in_one_report_and_then_spent() -> None:
    rehearsal = rehearse()
    rehearsal.closes()
    rehearsal.with_settings(game(keys='comment = "Frohes Fest!"'))
    first = content(rehearsal.goes_on()[:1], Report)
    rehearsal.closes(AFTER + WEEK)
    second = content(rehearsal.goes_on(AFTER + WEEK)[:1], Report)

    assert (first.comment, second.comment) == ("Frohes Fest!", "")


def test_after_the_final_round_the_game_ends_and_its_seed_is_revealed() -> None:
    """Rules 2 and 8: final round once the last letter is drawn, exactly one."""
    rehearsal = rehearse()
    started = rehearsal.running()
    final = replace(started.game, bag="", round=replace(started.game.round, is_final=True))
    rehearsal.office = replace(rehearsal.office, games={"yerres": replace(started, game=final)})
    rehearsal.receives(RABEN)
    rehearsal.closes()
    mails = rehearsal.goes_on()
    report = mails[0].content

    assert rehearsal.running().game.is_over
    assert isinstance(rehearsal.events[-1][1], GameEnded)
    assert [mail.tag for mail in mails] == ["Ende"] * 3
    assert isinstance(report, Report)
    assert (report.ended, report.game.round) == ("final_round", None)
    assert report.seed == "00" * 32
    assert rehearsal.running().game.players["Max Mustermann"].total == 16 - 2
    assert total(rehearsal, "Eva Muster") == -9


def asked(rehearsal: Rehearsal) -> list[str]:
    step = rehearsal.referee().ask(rehearsal.office, MONDAY)
    return [] if step is None else to(rehearsal.take(step))


def test_each_undecided_word_is_asked_about_once_all_in_one_mail() -> None:
    """Each word once, all words of a tick in one mail."""
    rehearsal = rehearse()
    rehearsal.receives("H8w BARTE // Mehrzahl", MAX)
    rehearsal.receives("H8w TREBEN", EVA)
    step = rehearsal.referee().ask(rehearsal.office, MONDAY)
    assert step is not None
    questions = content(rehearsal.take(step), WordQuestions)

    assert [each.word for each in questions.questions] == ["BARTE", "TREBEN"]
    assert questions.questions[0].player == "Max Mustermann"
    assert questions.questions[0].place == "H8"
    assert questions.questions[0].comment == "Mehrzahl"
    assert asked(rehearsal) == []


def test_a_question_shows_what_the_lists_know_of_its_word() -> None:
    """Contract 2: the base form that the player states, with its standing, and words like it."""
    rehearsal = rehearse()
    rehearsal.receives("H8w TREBEN // kommt von trebe", MAX)
    step = rehearsal.referee().ask(rehearsal.office, MONDAY)
    assert step is not None
    (question,) = content(rehearsal.take(step), WordQuestions).questions

    assert question.evidence.base is not None
    assert question.evidence.base.word == "TREBE"
    assert question.evidence.base.standing == "unlisted"
    assert question.evidence.near == ("TRABEN",)


def test_a_game_master_who_plays_sees_neither_name_nor_place() -> None:
    """Else the questions would tell him what the others found."""
    rehearsal = rehearse(game(players={"Max": "max@example.org", "Erika": "gm@example.org"}))
    rehearsal.receives("H8w BARTE")
    step = rehearsal.referee().ask(rehearsal.office, MONDAY)
    assert step is not None
    question = content(rehearsal.take(step), WordQuestions).questions[0]

    assert (question.player, question.place) == (None, None)


def test_what_holds_a_round_up_is_reminded_of_once_a_day() -> None:
    """Rules 8: default wait, the GM is reminded daily."""
    rehearsal = rehearse()
    rehearsal.receives(PENDING)
    held = Held(words=("BARTE",))
    days = [AFTER, AFTER + MINUTE, AFTER + DAY]
    told = [
        to(rehearsal.take(rehearsal.referee().held_up(held, rehearsal.office, now))) for now in days
    ]

    assert told == [["gm@example.org"], [], ["gm@example.org"]]


def test_a_word_that_holds_a_round_up_is_asked_about_in_one_mail() -> None:
    """It came last before the ZAT: the question and 'the round waits' were two mails of one minute."""
    rehearsal = rehearse()
    rehearsal.receives(PENDING)

    told = rehearsal.take(
        rehearsal.referee().held_up(Held(words=("BARTE",)), rehearsal.office, AFTER)
    )

    assert to(told) == ["gm@example.org"]
    assert rehearsal.referee().ask(rehearsal.office, AFTER) is None


def reminded(rehearsal: Rehearsal, now: datetime) -> list[str]:
    return to(rehearsal.take(rehearsal.referee().remind_players(rehearsal.office, now)))


def test_only_those_without_a_move_in_force_are_reminded_and_once() -> None:
    """A reminder before the ZAT to those without a move."""
    rehearsal = rehearse(
        game(players={n: f"{n.lower()}@example.org" for n in ("Max", "Eva", "Udo", "Ina")})
    )
    rehearsal.receives(RABEN, "max@example.org")
    rehearsal.receives("H8w QUATSCH", "eva@example.org")
    rehearsal.receives("ERINNERUNG AUS", "ina@example.org")

    assert reminded(rehearsal, ZAT - DAY - MINUTE) == []
    assert reminded(rehearsal, ZAT - DAY) == ["eva@example.org", "udo@example.org"]
    assert reminded(rehearsal, ZAT - DAY / 2) == []
    assert isinstance(rehearsal.mails[-1].content, Reminder)


def test_a_zat_moved_by_days_is_reminded_of_again() -> None:
    rehearsal = rehearse()
    reminded(rehearsal, ZAT - DAY)
    rehearsal.take(Decision((("yerres", DeadlineMoved(1, ZAT + WEEK, "")),), ()))

    assert reminded(rehearsal, ZAT + 6 * DAY) == ["max@example.org", "eva@example.org"]


def test_a_round_without_zat_is_put_before_the_game_master_each_week() -> None:
    """Contract 2: it stays open, the game master is reminded."""
    rehearsal = rehearse(
        game(deadline=None).replace('schedule = "every week on friday at 20:00"', "")
    )
    opened = rehearsal.running().game.round
    assert opened is not None
    days = [opened.opened + n * DAY for n in (0, 6, 7)]
    told = [
        to(rehearsal.take(rehearsal.referee().remind_of_deadline(rehearsal.office, now)))
        for now in days
    ]

    assert told == [["gm@example.org"], [], ["gm@example.org"]]


def test_three_rounds_missed_in_a_row_are_put_before_the_game_master_each_time() -> None:
    """Never excluded by itself."""
    rehearsal = rehearse(game(players={"Max Mustermann": "max@example.org"}))
    told: list[tuple[str, ...]] = []
    for number in range(8):
        if number == 4:
            rehearsal.receives("ER", at=AFTER)
        rehearsal.closes(AFTER + number * WEEK)
        step = rehearsal.referee().absent(rehearsal.office, AFTER)
        told.append(() if step is None else tuple(to(rehearsal.take(step))))
        rehearsal.goes_on(AFTER + number * WEEK)

    assert told[:4] == [(), (), ("gm@example.org",), ()]
    assert not rehearsal.running().game.players["Max Mustermann"].has_left


def test_sb_knows_no_missed_rounds() -> None:
    """Rules 8: seed 001, "NMR gibt es nicht"."""
    rehearsal = rehearse(
        game(
            players={"Max Mustermann": "max@example.org"},
            variant="sb",
            letters="ABEENRTU",
            tables='[game.rules]\nstart = "F6-J10"\n',
        )
    )
    for number in range(4):
        rehearsal.closes(AFTER + number * WEEK)
        assert rehearsal.referee().absent(rehearsal.office, AFTER) is None
        rehearsal.goes_on(AFTER + number * WEEK)


def test_nothing_of_a_policy_ruling_outlasts_the_round() -> None:
    rehearsal = rehearse(game(keys='undecided = "accept"'))
    rehearsal.receives(PENDING)
    step = rehearsal.referee().close(rehearsal.means(), ZAT + 7 * DAY)
    assert not isinstance(step, Held)

    rulings = [event for _, event in step.decision.events if isinstance(event, WordRuled)]
    assert [ruling.accepted for ruling in rulings] == [True, None]


def test_close_can_settle_undecided_words_by_force() -> None:
    """Contract 1: close --undecided refuse|accept."""
    rehearsal = rehearse()
    rehearsal.receives(PENDING)
    step = rehearsal.referee().close(rehearsal.means(), AFTER, policy=Undecided.REFUSE)

    assert not isinstance(step, Held)
    assert not any(isinstance(event, Noted) for _, event in step.decision.events)
