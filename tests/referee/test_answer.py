"""Which mails are owed for a mail, to whom, and what they say (contract 5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.games.events import BY_GAME_MASTER, GameEnded, PlayerJoined
from mailref.games.rounds.contents import EntryAnswer, Opening
from mailref.games.rounds.events import MoveEntered, MoveWasLate
from mailref.games.rounds.game import choice_in
from mailref.referee.contents import MailAnswer, Notice
from mailref.referee.identity import is_registered
from mailref.referee.mails import Decision
from mailref.referee.policy import Outcome, Reason
from mailref.tiles.board import Axes, Direction, read_square
from mailref.writing.compose import compose_all
from tests.effort import examples
from tests.referee.rehearsal import (
    ERIKA,
    EVA,
    FRED,
    MAX,
    MINUTE,
    MONDAY,
    ZAT,
    content,
    contents,
    game,
    rehearse,
    sb,
    to,
)
from tests.writing.builders import means
from tests.writing.composed import body, read_back

RABEN = "H8w RABEN"
OPEN = 'registration = "open"'


def test_an_accepted_move_is_recorded_and_confirmed_to_the_address_it_came_from() -> None:
    rehearsal = rehearse(game(players={"Max Mustermann": "max@example.org, max@example.com"}))
    mails = rehearsal.receives(RABEN, "Max <max@example.com>")
    answer = content(mails, EntryAnswer)

    assert to(mails) == ["max@example.com"]
    assert (mails[0].game, mails[0].tag, mails[0].player) == ("yerres", "R1", "Max Mustermann")
    assert answer.considered.outcome is Outcome.ACCEPTED
    assert (answer.replaces, answer.still_in_force) == (False, None)
    event = rehearsal.events[-1][1]
    assert isinstance(event, MoveEntered)
    assert (event.player, event.number) == ("Max Mustermann", 1)


def test_the_answer_continues_the_thread() -> None:
    """Contract 5: In-Reply-To and References of the mail answered."""
    rehearsal = rehearse()
    mails = rehearsal.receives(RABEN, header="References: <a@x.org> <b@x.org>\n")
    reference = mails[0].answers

    assert reference is not None
    assert reference.message_id == "<1@example.org>"
    assert reference.references == ("<a@x.org>", "<b@x.org>")


def test_addresses_are_known_however_they_are_written() -> None:
    rehearsal = rehearse(game(players={"Max Mustermann": "Max.M@Example.org"}))

    assert to(rehearsal.receives(RABEN, "max.m@example.ORG")) == ["max.m@example.org"]


def test_a_later_move_replaces_the_earlier_one_and_says_so() -> None:
    """Rules 8: the newest entry that holds a valid or pending move replaces the earlier one."""
    rehearsal = rehearse()
    rehearsal.receives("H8w ABER")
    answer = content(rehearsal.receives(RABEN), EntryAnswer)

    assert answer.replaces


def test_a_rejected_entry_leaves_the_confirmed_move_in_force_and_says_so() -> None:
    """Rules 8."""
    rehearsal = rehearse()
    rehearsal.receives("H8w ABER")
    answer = content(rehearsal.receives("H8w QUATSCH"), EntryAnswer)

    assert answer.considered.reason is Reason.NO_VALID_MOVE
    assert answer.still_in_force is not None
    choice = choice_in(answer.still_in_force.found)
    assert choice is not None
    assert choice.moves[0].words == ("ABER",)


@pytest.mark.slow
def test_of_a_rounds_rejected_moves_so_many_are_kept_and_a_good_one_always_is() -> None:
    """Rules 8 keeps them, for a ruling may save one; without an end they would fill the record."""
    rehearsal = rehearse()
    for _ in range(205):
        content(rehearsal.receives("A1w QUATSCH"), EntryAnswer)
    kept = len([event for _, event in rehearsal.events if isinstance(event, MoveEntered)])
    answer = content(rehearsal.receives("H8w RABEN"), EntryAnswer)

    assert kept == 200
    assert answer.considered.outcome is Outcome.ACCEPTED
    assert isinstance(rehearsal.events[-1][1], MoveEntered)


def test_a_word_that_fits_right_beside_the_named_place_is_asked_about() -> None:
    """Say so as a question."""
    rehearsal = rehearse()
    meant = content(rehearsal.receives("H9w RABEN\n/H8w QUATSCH"), EntryAnswer).meant

    assert [(play.square, play.direction) if play else None for play in meant] == [
        (read_square("H8", Axes.COLUMNS), Direction.ACROSS),
        None,
    ]


@pytest.mark.parametrize("confirm", ["score", "syntax"])
def test_where_verdicts_are_not_told_no_such_question_tells_them(confirm: str) -> None:
    """`confirm` against probing words."""
    rehearsal = rehearse(game(keys=f'confirm = "{confirm}"'))

    assert content(rehearsal.receives("H9w RABEN"), EntryAnswer).meant == ()


def test_a_late_entry_leaves_the_move_in_force_and_is_only_noted() -> None:
    rehearsal = rehearse()
    rehearsal.receives("H8w ABER")
    answer = content(rehearsal.receives(RABEN, at=ZAT + MINUTE), EntryAnswer)

    assert answer.still_in_force is not None
    assert isinstance(rehearsal.events[-1][1], MoveWasLate)


def test_an_ambiguous_entry_changes_nothing() -> None:
    rehearsal = rehearse()
    mails = rehearsal.receives("H8w ABER\nH8w RABEN")

    assert content(mails, EntryAnswer).considered.reason is Reason.AMBIGUOUS
    assert rehearsal.events == []


@pytest.mark.parametrize("place", ["A1", "N8"])
def test_what_cannot_be_laid_is_not_proposed(place: str) -> None:
    """The answer says what is wrong with it; a YES would only have brought that."""
    mails = rehearse().receives(f"RABEN, Anfang auf {place}, dann waagerecht, glaube ich")
    answer = content(mails, EntryAnswer)

    assert answer.considered.reason is Reason.AMBIGUOUS
    assert answer.meaning() is None


@pytest.mark.parametrize(
    ("language", "shown"), [("de", "A1w RABEN"), ("en", "A1a RABEN"), ("fr", "A1h RABEN")]
)
def test_a_play_read_of_free_words_is_shown_as_its_writer_may_write_it(
    language: str, shown: str
) -> None:
    (mail,) = rehearse().receives("RABEN, Anfang auf A1, dann waagerecht, glaube ich")
    (composed,) = compose_all((replace(mail, language=language),), means())

    assert f"| {shown}\n" in body(read_back(composed.data), "plain").replace("\r", "")


def test_one_mail_gets_one_answer_for_each_entry_with_its_own_games_tag() -> None:
    """Contract 5: one answer for each entry, each with its own game's tag."""
    rehearsal = rehearse(game(), sb())
    mails = rehearsal.receives(f"1-Zug-Scrabble Yerres\n{RABEN}\n\nSB-Scrabble Sb\nF8w RABEN")

    assert [(mail.game, mail.tag) for mail in mails] == [("yerres", "R1"), ("sb", "R1")]
    assert len({mail.key for mail in mails}) == 2


def test_a_game_masters_entry_for_a_player_is_confirmed_to_both() -> None:
    """Contract 5: the confirmation goes to both."""
    mails = rehearse().receives(f"Spieler=Eva Muster\n{RABEN}", ERIKA)

    assert to(mails) == ["gm@example.org", "eva@example.org"]
    answers = [mail.content for mail in mails if isinstance(mail.content, EntryAnswer)]
    assert [each.for_game_master for each in answers] == [True, False]


def test_a_player_without_e_mail_gets_none_and_the_game_master_his_copy() -> None:
    rehearsal = rehearse(game(players={"Max Mustermann": "max@example.org", "Opa": ""}))

    assert to(rehearsal.receives(f"Spieler=Opa\n{RABEN}", ERIKA)) == ["gm@example.org"]


def test_a_game_master_who_plays_gets_his_own_confirmation_once() -> None:
    rehearsal = rehearse(game(players={"Erika Musterfrau": "gm@example.org"}))
    mails = rehearsal.receives(RABEN, ERIKA)

    assert contents(mails) == ["gm EntryAnswer"]
    assert not content(mails, EntryAnswer).for_game_master


def test_a_mismatch_is_answered_to_the_owner_of_the_sending_address_only() -> None:
    """Contract 5."""
    mails = rehearse().receives(f"Spieler=Eva Muster\n{RABEN}", MAX)

    assert to(mails) == ["max@example.org"]
    assert mails[0].player == "Max Mustermann"


def test_a_mail_without_move_is_passed_on_and_its_answer_says_so() -> None:
    """Contract 5: passed on to the game master, and its answer says so."""
    mails = rehearse().receives("Ich bin im Urlaub, bitte nehmt mich heraus.")

    assert sorted(contents(mails)) == ["gm Notice", "max EntryAnswer"]
    assert content(mails, Notice).quoted == "Ich bin im Urlaub, bitte nehmt mich heraus."


def test_a_mail_about_no_single_game_is_answered_without_a_games_tag() -> None:
    """Contract 5: mails about no single game carry `[mailref]`."""
    mails = rehearse(game(), sb()).receives("Ich bin im Urlaub.")
    answer = next(mail for mail in mails if isinstance(mail.content, MailAnswer))

    assert (answer.recipient, answer.game, answer.tag) == ("max@example.org", None, None)
    assert isinstance(answer.content, MailAnswer)
    assert answer.content.passed_on
    assert [policy.id for policy in answer.content.games] == ["yerres", "sb"]


def test_games_that_are_over_are_not_offered_as_what_may_be_meant() -> None:
    others = (sb(), game("halle", title="Offene Runde Halle"))
    rehearsal = rehearse(game(), *others)
    over = GameEnded(bytes(32).hex(), BY_GAME_MASTER, MONDAY)
    rehearsal.take(Decision((("sb", over),), ()))

    mails = rehearsal.receives(RABEN)

    (found,) = (each.content for each in mails if isinstance(each.content, MailAnswer))
    assert [policy.id for policy in found.games] == ["yerres", "halle"]


def test_a_subscribers_mail_is_passed_on_and_answered() -> None:
    mails = rehearse(game(keys='subscribers = ["zoe@example.com"]')).receives(
        "Toll!", "zoe@example.com"
    )

    assert sorted(contents(mails)) == ["gm Notice", "zoe MailAnswer"]


def test_a_newcomer_gets_confirmation_and_opening() -> None:
    """Contract 2: registers that address first and is then answered; opening for each new player."""
    rehearsal = rehearse(game(keys=OPEN))
    mails = rehearsal.receives(RABEN, FRED)

    assert contents(mails) == ["fred EntryAnswer", "fred Opening"]
    assert content(mails, EntryAnswer).is_registered_now
    assert content(mails, Opening).recipient == "Fred Fremd"


def test_a_newcomer_whose_first_move_is_late_is_registered_and_told() -> None:
    """Contract 2: a readable move registers that address first; it need not count."""
    rehearsal = rehearse(game(keys=OPEN))
    mails = rehearsal.receives(RABEN, FRED, at=ZAT + MINUTE)

    assert contents(mails) == ["fred EntryAnswer", "fred Opening"]
    assert content(mails, EntryAnswer).considered.reason is Reason.LATE


def test_a_newcomer_after_round_one_starts_with_the_lowest_total() -> None:
    """Rules 8, late joiner: lowest total of those who missed no round."""
    rehearsal = rehearse(game(keys=OPEN))
    rehearsal.receives(RABEN, MAX)
    rehearsal.receives("H8w ABER", EVA)
    rehearsal.closes()
    rehearsal.goes_on()
    rehearsal.receives("A1w NEU", FRED, at=ZAT + 60 * MINUTE)
    joined = next(event for _, event in rehearsal.events if isinstance(event, PlayerJoined))

    assert (joined.is_late, joined.total) == (True, 12)


def test_a_taken_name_is_put_before_the_game_master_with_the_move() -> None:
    """Contract 5: answers go to registered addresses only; no move is lost in silence."""
    mails = rehearse(game(keys=OPEN)).receives(f"Spieler=Max Mustermann\n{RABEN}", FRED)

    assert contents(mails) == ["gm Notice"]
    assert RABEN in content(mails, Notice).quoted


BODIES = st.lists(
    st.sampled_from([
        RABEN, "H8w QUATSCH", "1-Zug-Scrabble Yerres", "SB-Scrabble Sb", "Kairo-Scrabble Nord",
        "Spieler=Max Mustermann", "Spieler=Fred", "", "ANMELDEN", "ABMELDEN", "ZURÜCKZIEHEN",
        "STAND", "PRESSE: hallo", "Guten Tag", "U1 ja", "PAUSE",
    ]),
    max_size=6,
)  # fmt: skip
SENDERS = st.sampled_from([
    FRED, "Max Mustermann <max@example.net>", f"{MAX}, {FRED}", "referee@example.org", "",
    "mailer-daemon@example.net",
])  # fmt: skip
HEADERS = st.sampled_from(["", "Auto-Submitted: auto-replied\n", "List-Id: <a.b>\n"])
SUBJECTS = st.sampled_from(["Zug", "Re: [yerres R1]", "[sb R1] STAND", "ANMELDEN"])


@pytest.mark.slow
@settings(max_examples=examples(150))
@given(body=BODIES, sender=SENDERS, header=HEADERS, subject=SUBJECTS)
def test_whatever_a_stranger_or_robot_sends_nobody_unregistered_is_owed_a_mail(
    body: list[str], sender: str, header: str, subject: str
) -> None:
    """Contract 5: answers go to registered addresses only."""
    rehearsal = rehearse(game(), sb(keys='registration = "closed"'))
    mails = rehearsal.receives("\n".join(body), sender, subject=subject, header=header)

    assert set(to(mails)) <= {"gm@example.org"}
    assert not any(isinstance(event, PlayerJoined | MoveEntered) for _, event in rehearsal.events)


@settings(max_examples=examples(100))
@given(body=BODIES, sender=SENDERS, header=HEADERS, subject=SUBJECTS)
def test_in_open_games_only_who_was_registered_first_is_answered(
    body: list[str], sender: str, header: str, subject: str
) -> None:
    """Contract 5: open registration registers first."""
    rehearsal = rehearse(game(keys=OPEN), sb(keys=OPEN))
    mails = rehearsal.receives("\n".join(body), sender, subject=subject, header=header)

    assert all(is_registered(rehearsal.office, address) for address in to(mails))


@pytest.mark.slow
@settings(max_examples=examples(100))
@given(body=BODIES, subject=SUBJECTS)
def test_a_players_mail_never_reaches_another_player(body: list[str], subject: str) -> None:
    """Contract 5: another player's move is never shown; only the game master may hear of it."""
    rehearsal = rehearse(game(), sb())
    mails = rehearsal.receives("\n".join(body), MAX, subject=subject)

    assert set(to(mails)) <= {"max@example.org", "gm@example.org"}
    assert len({mail.key for mail in mails}) == len(mails)


def test_an_answer_about_no_known_game_says_how_his_games_stand_and_what_is_in_force() -> None:
    rehearsal = rehearse(
        game(), sb(), game("halle", {"Eva Muster": "eva@example.org"}, title="Offene Runde Halle")
    )
    rehearsal.receives("1-Zug-Scrabble Yerres\n" + RABEN)

    answer = content(rehearsal.receives("1-Zug-Scrabble Yerxes\nH8w NABE"), MailAnswer)

    assert [policy.id for policy in answer.games] == ["yerres", "sb"]
    stands = {each.policy.id: each for each in answer.stands if isinstance(each, EntryAnswer)}
    assert list(stands) == ["yerres", "sb"]
    own = stands["yerres"].still_in_force
    assert own is not None
    choice = choice_in(own.found)
    assert choice is not None
    assert choice.counted is not None
    assert choice.counted.plays[0].scored.word == "RABEN"
    assert stands["sb"].still_in_force is None


def test_an_answer_to_the_game_master_about_no_known_game_names_all_games() -> None:
    rehearsal = rehearse(game(), sb())

    answer = content(rehearsal.receives("Partie von gestern\nH8w NABE", ERIKA), MailAnswer)

    assert ([policy.id for policy in answer.games], answer.stands) == (["yerres", "sb"], ())
