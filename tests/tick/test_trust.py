"""Who may give orders, and who may move: what somebody with a copy of our mails can and cannot do."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.events import GameEnded
from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.asking import id_holds
from mailref.referee.contents import (
    AnsweredBefore,
    Dropped,
    Matter,
    Notice,
    OrdersAsked,
    OrdersDone,
    OrdersRefused,
    OrdersUnproven,
    SenderAsked,
    WhyAsked,
)
from mailref.referee.gm_orders import DoneBefore, Incomplete
from mailref.referee.mails import Decision, Owed, after
from mailref.referee.policy import MailToGameMaster, Trust
from mailref.writing.mail_bytes import message_id_of
from tests.commands.invoke import mailref
from tests.referee.rehearsal import DAY, ERIKA, EVA, FRED, MAX, MINUTE, MONDAY, WEEK, ZAT, game, sb
from tests.tick.machines import Post, begun

SERVER = 'authserv_id = "mx.example.org"'
BORDER = "Received: from a.example by mx.example.org with ESMTPS id 1; Mon, 7 Dec 2026\n"
PASS = f"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n{BORDER}"
FAIL = PASS.replace("pass", "fail")
EXTEND = "VERLÄNGERN 18.12.2026 um 20:00"
ADDRESS = "ADRESSE Max Mustermann = thief@evil.example"


def under(id_: str) -> str:
    return f"In-Reply-To: {id_}\n"


def opening(machine: Post) -> str:
    """Return the id of the opening that the game master got: what leaks, in most of these tests."""
    return id_of(machine, [o for o in machine.letters.ever if o.recipient == "gm@example.org"][-1])


def id_of(machine: Post, owed: Owed) -> str:
    return message_id_of(owed, machine.machine.office().house)


def asked_about(machine: Post) -> list[Matter]:
    """Return what the game master was told of, of questions without what a yes would bring."""
    return [
        replace(each, prospect=None) if isinstance(each, OrdersAsked) else each
        for each in machine.matters
    ]


def question(machine: Post) -> str:
    """Return the id of the last mail that asks back."""
    return id_of(machine, [o for o in machine.letters.ever if o.one_time][-1])


def order(machine: Post, text: str, header: str, at: object = MONDAY, sender: str = ERIKA) -> None:
    """Let somebody write as the game master, and only tell of what comes of it."""
    assert isinstance(at, type(MONDAY))
    machine.letters.owed.clear()
    machine.arrives(text, sender, at, header=header)
    machine.tick(at)


def addresses(machine: Post) -> tuple[str, ...]:
    return machine.game().players["Max Mustermann"].addresses


def second_round(machine: Post) -> None:
    machine.tick(ZAT + 3 * MINUTE)
    assert machine.game().round_number == 2


def third_round(machine: Post) -> None:
    second_round(machine)
    machine.tick(ZAT + WEEK + 3 * MINUTE)
    assert machine.game().round_number == 3


def test_the_id_of_a_mail_holds_in_the_round_after_its_own(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    leaked = opening(machine)
    second_round(machine)

    order(machine, "PAUSE", under(leaked), ZAT + DAY)

    assert machine.game().is_paused


@pytest.mark.parametrize("text", ["PAUSE", EXTEND.replace("18.", "31."), "REGEL RABEN nein"])
def test_an_order_under_an_older_id_is_asked_back_and_done_on_yes(
    text: str, tmp_path: Path
) -> None:
    """Contract 5: never refused in silence."""
    machine = begun(tmp_path)
    leaked = opening(machine)
    third_round(machine)
    at = ZAT + WEEK + DAY
    before = machine.game()

    order(machine, text, under(leaked), at)
    (asked,) = machine.matters
    assert isinstance(asked, OrdersAsked)
    assert (asked.why, asked.lines) == (WhyAsked.OLD_MAIL, (text,))
    assert machine.game() == before

    order(machine, "Ja.", under(question(machine)), at + MINUTE)
    assert [type(each) for each in machine.matters] == [OrdersDone]
    assert machine.game() != before


def test_what_is_no_order_is_said_at_once_and_nothing_is_asked(tmp_path: Path) -> None:
    """A question with an empty list would be confirmed for nothing."""
    machine = begun(tmp_path)
    leaked = opening(machine)
    third_round(machine)

    order(machine, "VERLÄNGERN", under(leaked), ZAT + WEEK + DAY)

    (told,) = machine.matters
    assert isinstance(told, OrdersDone)
    assert [type(each.refusal) for each in told.fates] == [Incomplete]


@pytest.mark.parametrize("game_id", ["yerres", None])
def test_after_the_end_of_a_game_no_id_holds(game_id: str | None, tmp_path: Path) -> None:
    machine = begun(tmp_path)
    office = machine.machine.office()
    sent = MailToGameMaster("<x@example.org>", game_id, 1, MONDAY)
    assert id_holds(sent, office)

    over = GameEnded("00", "exhausted", MONDAY)
    assert not id_holds(sent, after(office, Decision((("yerres", over),), ())))


def test_an_id_about_no_game_holds_until_two_rounds_have_ended(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    sent = MailToGameMaster("<x@example.org>", None, None, MONDAY)
    second_round(machine)
    assert id_holds(sent, machine.machine.office())
    machine.tick(ZAT + WEEK + 3 * MINUTE)

    assert not id_holds(sent, machine.machine.office())
    assert id_holds(replace(sent, sent=ZAT + DAY), machine.machine.office())


def test_the_same_order_under_one_id_is_carried_out_once(tmp_path: Path) -> None:
    """Replayed with another text around it, the mail is a new one."""
    machine = begun(tmp_path)
    leaked = opening(machine)
    order(machine, EXTEND, under(leaked))
    order(machine, "VERLÄNGERN 19.12.2026 um 20:00", under(opening(machine)), MONDAY + MINUTE)
    moved = machine.game()

    order(machine, f"{EXTEND}\n\nGruß", under(leaked), MONDAY + 2 * MINUTE)

    assert machine.game() == moved
    (done,) = machine.matters
    assert isinstance(done, OrdersDone)
    assert [fate.refusal for fate in done.fates if fate.refusal] == [DoneBefore()]


def test_an_order_repeated_in_answer_to_a_newer_mail_is_carried_out(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    first = opening(machine)
    order(machine, "PAUSE", under(first))
    order(machine, "WEITER", f"References: {first} {machine.ids('Notice')}\n", MONDAY + MINUTE)
    order(machine, "PAUSE", f"References: {first} {machine.ids('Notice')}\n", MONDAY + 2 * MINUTE)

    assert machine.game().is_paused


def test_an_older_id_of_the_chain_does_not_repeat_an_order(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    first = opening(machine)
    order(machine, "REGEL RABEN nein", under(first))
    newer = machine.ids("Notice")
    order(machine, "PAUSE", f"References: {first} {newer}\n", MONDAY + MINUTE)
    order(machine, "WEITER", under(machine.ids("Notice")), MONDAY + 2 * MINUTE)

    order(machine, "PAUSE", under(first), MONDAY + 3 * MINUTE)

    assert not machine.game().is_paused


def test_an_id_of_one_game_gives_no_orders_in_another(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), sb())
    of_sb = [o for o in machine.letters.ever if o.game == "sb" and o.recipient == "gm@example.org"]
    machine.letters.owed.clear()

    machine.arrives("PAUSE", ERIKA, subject="[yerres R1]", header=under(id_of(machine, of_sb[-1])))
    machine.tick()

    assert not machine.game("yerres").is_paused
    assert asked_about(machine) == [OrdersAsked(WhyAsked.OLD_MAIL, ("PAUSE",))]


@pytest.mark.parametrize(
    "line",
    [
        ADDRESS,
        "AUSSCHLIESSEN Max Mustermann",
        "UMBENENNEN Max Mustermann = Moritz",
        "ABSCHLIESSEN VORZEITIG",
    ],
)
def test_a_weighty_order_is_asked_back_once_whoever_gives_it(line: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    before = machine.game()
    order(machine, line, under(opening(machine)) + PASS)
    assert asked_about(machine) == [OrdersAsked(WhyAsked.WEIGHTY, (line,))]
    assert machine.game() == before
    asked = question(machine)

    order(machine, "JA", under(asked) + PASS, MONDAY + MINUTE)
    done = machine.game()
    assert done != before
    order(machine, "JA\n\nnoch einmal", under(asked) + PASS, MONDAY + 2 * MINUTE)
    assert machine.matters == [AnsweredBefore()]
    assert machine.game() == done


def test_points_are_corrected_once_however_often_the_mail_comes(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN")
    second_round(machine)
    total = machine.game().players["Max Mustermann"].total
    at = ZAT + DAY
    leaked = opening(machine)
    order(machine, "KORREKTUR Max Mustermann +50", under(leaked), at)
    asked = question(machine)
    order(machine, "ja", under(asked), at + MINUTE)
    order(machine, "JA!", under(asked), at + 2 * MINUTE)
    order(machine, "KORREKTUR Max Mustermann +50\n\nx", under(leaked), at + 3 * MINUTE)

    assert machine.game().players["Max Mustermann"].total == total + 50


def test_no_waits_for_nothing(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    order(machine, ADDRESS, under(opening(machine)))
    asked = question(machine)

    order(machine, "Nein", under(asked), MONDAY + MINUTE)
    assert machine.matters == [Dropped()]
    order(machine, "JA", under(asked), MONDAY + 2 * MINUTE)

    assert addresses(machine) == ("max@example.org",)


def test_a_yes_after_a_day_is_asked_once_more(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    order(machine, ADDRESS, under(opening(machine)))
    old = question(machine)
    later = MONDAY + timedelta(days=1, minutes=1)

    order(machine, "JA", under(old), later)
    assert asked_about(machine) == [OrdersAsked(WhyAsked.WEIGHTY, (ADDRESS,))]
    order(machine, "Ja, ja\nJA", under(old), later + MINUTE)
    assert addresses(machine) == ("max@example.org",)
    assert question(machine) != old
    order(machine, "JA", under(question(machine)), later + 2 * MINUTE)
    assert addresses(machine) == ("thief@evil.example",)


def test_an_order_written_once_more_is_a_yes(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    order(machine, ADDRESS, under(opening(machine)))
    order(machine, f"{ADDRESS}\n\nja doch", under(question(machine)), MONDAY + MINUTE)

    assert addresses(machine) == ("thief@evil.example",)


def test_another_order_under_the_token_is_not_what_was_asked(tmp_path: Path) -> None:
    """A token confirms the mail that waits, and nothing that is put in its place."""
    machine = begun(tmp_path)
    order(machine, "AUSSCHLIESSEN Eva Muster", under(opening(machine)))
    order(machine, ADDRESS, under(question(machine)), MONDAY + MINUTE)

    assert addresses(machine) == ("max@example.org",)
    assert asked_about(machine) == [OrdersAsked(WhyAsked.WEIGHTY, (ADDRESS,))]


def test_an_order_beside_a_yes_is_not_lost(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    order(machine, ADDRESS, under(opening(machine)))
    order(machine, "JA\nPAUSE", under(question(machine)), MONDAY + MINUTE)

    assert addresses(machine) == ("thief@evil.example",)
    assert machine.game().is_paused


def test_a_move_in_answer_to_a_question_is_a_move(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    machine.arrives("H8w RABEN", MAX, header=FAIL)
    machine.tick(MONDAY)
    machine.arrives("JA\n\nH8w TRABEN", MAX, MONDAY + MINUTE, header=under(question(machine)))
    machine.tick(MONDAY + MINUTE)

    (entry,) = machine.entries()["Max Mustermann"]
    assert entry.received == MONDAY + MINUTE


def test_the_yes_of_another_sender_is_no_yes(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    order(machine, ADDRESS, under(opening(machine)))

    order(machine, "JA", under(question(machine)), MONDAY + MINUTE, "Dieb <thief@evil.example>")
    order(machine, "JA", under(question(machine)), MONDAY + MINUTE, EVA)

    assert addresses(machine) == ("max@example.org",)


def test_the_token_is_in_the_mail_alone_that_asks(tmp_path: Path) -> None:
    """What leaks later, by References or a quote, holds no token."""
    machine = begun(tmp_path)
    order(machine, ADDRESS, under(opening(machine)))
    token = next(o.one_time for o in machine.letters.ever if o.one_time)
    assert token is not None
    order(machine, "PAUSE", under(question(machine)), MONDAY + MINUTE)

    carrying = [o for o in machine.letters.ever if token in id_of(machine, o)]
    assert len(carrying) == 1


@pytest.mark.slow
def test_a_failed_proof_is_refused_under_a_good_id_and_under_a_token(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    order(machine, "PAUSE", under(opening(machine)) + FAIL)
    assert machine.matters == [OrdersRefused()]
    order(machine, ADDRESS, under(opening(machine)) + PASS, MONDAY + MINUTE)

    order(machine, "JA", under(question(machine)) + FAIL, MONDAY + 2 * MINUTE)

    assert not machine.game().is_paused
    assert addresses(machine) == ("max@example.org",)


@pytest.mark.parametrize("trust", [*Trust])
def test_a_failed_proof_enters_no_move_for_a_player(trust: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=f'trust = "{trust}"'), keys=SERVER)

    order(machine, "Spieler=Max Mustermann\nH8w RABEN", under(opening(machine)) + FAIL)

    assert machine.entries() == {}


def test_a_move_for_a_player_needs_the_same_proof_as_an_order(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='trust = "authenticated"'), keys=SERVER)
    move = "Spieler=Max Mustermann\nH8w RABEN"

    order(machine, move, under(opening(machine)))
    assert machine.entries() == {}
    assert machine.matters == [SenderAsked("gm@example.org", WhyAsked.NO_PROOF)]
    order(machine, "JA", under(question(machine)), MONDAY + MINUTE)
    (entry,) = machine.entries()["Max Mustermann"]
    assert entry.received == MONDAY


def test_a_move_for_a_player_beside_an_order_is_entered_with_the_same_yes(tmp_path: Path) -> None:
    """Neither of the two is lost, and neither is done before."""
    machine = begun(tmp_path, game(keys='trust = "authenticated"'), keys=SERVER)
    order(machine, "Spieler=Max Mustermann\nH8w RABEN\n\nPAUSE", under(opening(machine)))
    assert (machine.entries(), machine.game().is_paused) == ({}, False)

    order(machine, "JA", under(question(machine)), MONDAY + MINUTE)

    assert machine.game().is_paused
    assert list(machine.entries()) == ["Max Mustermann"]
    order(machine, "JA", under(question(machine)), MONDAY + 2 * MINUTE)
    assert len(machine.entries()["Max Mustermann"]) == 1


def test_a_move_for_a_player_under_no_mail_of_ours_is_asked_about(tmp_path: Path) -> None:
    """With tokens the game master, who has none, is not passed over in silence."""
    machine = begun(tmp_path, game(keys='trust = "token"'))

    order(machine, "Spieler=Max Mustermann\nH8w RABEN", "")
    assert machine.matters == [SenderAsked("gm@example.org", WhyAsked.NO_PROOF)]
    order(machine, "JA", under(question(machine)), MONDAY + MINUTE)

    assert list(machine.entries()) == ["Max Mustermann"]


def test_where_our_server_vouches_for_senders_an_order_needs_that(tmp_path: Path) -> None:
    """A domain that has none of them gets the one-time token, and status says so."""
    machine = begun(tmp_path, keys=SERVER)
    order(machine, "PAUSE", under(opening(machine)))
    assert asked_about(machine) == [OrdersAsked(WhyAsked.NO_PROOF, ("PAUSE",))]
    shown = mailref("status", "-c", str(machine.path)).out
    assert "carry no DMARC, DKIM or SPF pass (last on 2026-12-07)" in shown

    order(machine, "JA", under(question(machine)), MONDAY + MINUTE)

    assert machine.game().is_paused


def test_with_a_pass_an_order_is_carried_out_at_once(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    order(machine, "PAUSE", under(opening(machine)) + PASS)

    assert machine.game().is_paused


def test_a_pass_alone_gives_no_orders(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    order(machine, "PAUSE", PASS)

    assert machine.matters == [OrdersUnproven()]


@pytest.mark.parametrize("trust", [*Trust])
def test_a_players_mail_that_failed_is_asked_about_and_books_nothing(
    trust: str, tmp_path: Path
) -> None:
    machine = begun(tmp_path, game(keys=f'trust = "{trust}"'), keys=SERVER)
    machine.arrives("H8w RABEN", MAX, header=FAIL)
    machine.tick(MONDAY)

    assert machine.entries() == {}
    assert [o.recipient for o in machine.letters.owed] == ["max@example.org"]
    assert machine.matters == [SenderAsked("max@example.org", WhyAsked.FAILED_PROOF)]

    machine.letters.owed.clear()
    machine.arrives("JA", MAX, MONDAY + MINUTE, header=under(question(machine)) + FAIL)
    machine.tick(MONDAY + MINUTE)
    (entry,) = machine.entries()["Max Mustermann"]
    assert entry.received == MONDAY
    assert [type(o.content) for o in machine.letters.owed] == [EntryAnswer]


def test_nobody_but_the_asked_player_says_yes(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    machine.arrives("H8w RABEN", MAX, header=FAIL)
    machine.tick(MONDAY)
    machine.arrives("JA", EVA, MONDAY + MINUTE, header=under(question(machine)) + PASS)
    machine.tick(MONDAY + MINUTE)

    assert "Max Mustermann" not in machine.entries()


def test_a_question_of_a_player_is_passed_on_though_it_failed(tmp_path: Path) -> None:
    """Nothing is booked by it, and the game master shall hear of it."""
    machine = begun(tmp_path, keys=SERVER)
    machine.arrives("Wann geht es weiter?", MAX, header=FAIL)
    machine.tick(MONDAY)

    assert machine.left() == ["gm Notice", "max EntryAnswer"]


def players_token(machine: Post, name: str = "max@example.org") -> str:
    owed = [o for o in machine.letters.ever if o.recipient == name and o.player]
    return id_of(machine, owed[-1])


def test_a_players_token_holds_in_the_round_after_its_own_and_then_ends(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='trust = "token"'))
    first = players_token(machine)
    second_round(machine)
    machine.arrives("STAND\nERINNERUNG AUS", MAX, ZAT + DAY, header=under(first))
    machine.tick(ZAT + DAY)
    assert machine.game().players["Max Mustermann"].wants_reminder is False
    machine.tick(ZAT + WEEK + 3 * MINUTE)
    machine.letters.owed.clear()

    at = ZAT + WEEK + DAY
    machine.arrives("ERINNERUNG AN", MAX, at, header=under(first))
    machine.tick(at)

    assert machine.game().players["Max Mustermann"].wants_reminder is False
    assert machine.matters == [SenderAsked("max@example.org", WhyAsked.OLD_MAIL)]


@pytest.mark.parametrize("trust", ["token", "authenticated_or_token"])
@pytest.mark.parametrize("command", ["STAND", "REGELN", "HILFE"])
def test_what_changes_nothing_needs_no_token(command: str, trust: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=f'trust = "{trust}"'))
    machine.arrives(command, MAX)
    machine.tick(MONDAY)

    assert machine.left() == ["max CommandAnswer"]


@pytest.mark.parametrize("trust", ["address", "token"])
def test_leaving_from_an_old_mail_is_asked_back(trust: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=f'trust = "{trust}"'))
    first = players_token(machine)
    third_round(machine)
    machine.letters.owed.clear()
    at = ZAT + WEEK + DAY
    machine.arrives("ABMELDEN", MAX, at, header=under(first))
    machine.tick(at)
    assert machine.matters == [SenderAsked("max@example.org", WhyAsked.OLD_MAIL)]
    assert not machine.game().players["Max Mustermann"].is_leaving

    machine.arrives("JA", MAX, at + MINUTE, header=under(question(machine)))
    machine.tick(at + MINUTE)
    assert machine.game().players["Max Mustermann"].is_leaving


def test_a_second_yes_of_who_has_left_is_answered_and_nothing_more(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    first = players_token(machine)
    third_round(machine)
    at = ZAT + WEEK + DAY
    machine.arrives("ABMELDEN", MAX, at, header=under(first))
    machine.tick(at)
    machine.arrives("JA", MAX, at + MINUTE, header=under(question(machine)))
    machine.tick(at + MINUTE)
    machine.tick(ZAT + 2 * WEEK + 3 * MINUTE)
    assert machine.game().players["Max Mustermann"].has_left
    machine.letters.owed.clear()

    again = ZAT + 2 * WEEK + DAY
    machine.arrives("JA\n\nGruß", MAX, again, header=under(question(machine)))
    machine.tick(again)

    assert machine.matters == [AnsweredBefore()]


def test_leaving_by_the_button_of_an_old_report_is_asked_back(tmp_path: Path) -> None:
    """List-Unsubscribe makes a mail with the old round's tag and nothing else."""
    machine = begun(tmp_path)
    third_round(machine)
    machine.letters.owed.clear()
    at = ZAT + WEEK + DAY
    machine.arrives("", MAX, at, subject="[yerres R1] ABMELDEN")
    machine.tick(at)

    assert machine.matters == [SenderAsked("max@example.org", WhyAsked.OLD_MAIL)]


@pytest.mark.parametrize("text", ["H8w RABEN", "STAND", "Wie geht das denn?"])
def test_a_player_without_the_proof_his_game_wants_is_asked_about_one_mail_at_a_time(
    tmp_path: Path, text: str
) -> None:
    """He heard nothing, and took his move for one that counts."""
    machine = begun(tmp_path, game(keys='trust = "authenticated"'), keys=SERVER)
    for number in range(3):
        machine.arrives(f"{text}\n{'.' * number}", MAX, MONDAY + number * MINUTE)
        machine.tick(MONDAY + number * MINUTE)

    asked = SenderAsked("max@example.org", WhyAsked.NO_PROOF, is_alone=True)
    to_max = [o for o in machine.letters.owed if o.recipient == "max@example.org"]
    assert [o.content.about for o in to_max if isinstance(o.content, Notice)] == [asked]
    assert len(to_max) == 1
    assert machine.entries() == {}
    machine.arrives(f"{text} ", MAX, MONDAY + DAY + MINUTE, subject="Noch einmal")
    machine.tick(MONDAY + DAY + MINUTE)
    assert machine.matters.count(asked) == 2


def test_when_he_has_answered_he_is_asked_about_his_next_mail_three_times_a_day(
    tmp_path: Path,
) -> None:
    """He had proved that he is there, and heard nothing of his second move."""
    machine = begun(tmp_path, game(keys='trust = "authenticated"'), keys=SERVER)
    for number in range(4):
        now = MONDAY + 10 * number * MINUTE
        machine.arrives(f"H8w RABEN\n{'.' * number}", MAX, now)
        machine.tick(now)
        if number < 3:
            machine.arrives("JA", MAX, now + MINUTE, header=under(question(machine)))
            machine.tick(now + MINUTE)

    asked = SenderAsked("max@example.org", WhyAsked.NO_PROOF, is_alone=True)
    assert machine.matters.count(asked) == 3
    assert len(machine.entries()["Max Mustermann"]) == 3


def test_his_yes_lets_the_move_count_when_it_came(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='trust = "authenticated"'), keys=SERVER)
    machine.arrives("H8w RABEN", MAX)
    machine.tick(MONDAY)
    machine.arrives("JA", MAX, MONDAY + MINUTE, header=under(question(machine)))
    machine.tick(MONDAY + MINUTE)

    (entry,) = machine.entries()["Max Mustermann"]
    assert entry.received == MONDAY


def test_a_stranger_without_a_proof_is_asked_nothing(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='trust = "authenticated"'), keys=SERVER)
    machine.arrives("H8w RABEN", FRED)
    machine.tick(MONDAY)

    assert "fred@example.net" not in {o.recipient for o in machine.letters.owed}


EITHER = 'trust = "authenticated_or_token"'


def test_where_either_is_taken_a_new_mail_without_a_proof_is_asked_about(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=EITHER), keys=SERVER)
    machine.arrives("H8w RABEN", MAX)
    machine.tick(MONDAY)

    assert machine.entries() == {}
    assert machine.matters == [SenderAsked("max@example.org", WhyAsked.NO_PROOF, is_alone=True)]
    machine.arrives("JA", MAX, MONDAY + MINUTE, header=under(question(machine)))
    machine.tick(MONDAY + MINUTE)
    (entry,) = machine.entries()["Max Mustermann"]
    assert entry.received == MONDAY


@pytest.mark.parametrize("title", ["1-Zug-Scrabble Yerres", "SB-Scrabble Loire"])
@pytest.mark.parametrize("is_in_subject", [False, True])
def test_he_is_asked_under_the_tag_of_the_game_that_his_mail_names(
    tmp_path: Path, title: str, is_in_subject: bool
) -> None:
    """A mail about one of his games was asked about under the tag of another."""
    games = (game(keys=EITHER), sb("loire", keys=EITHER))
    machine = begun(tmp_path, *games, keys=SERVER)
    body, subject = ("H8w RABEN", title) if is_in_subject else (f"{title}\nH8w RABEN", "Hallo")
    machine.arrives(body, MAX, subject=subject)
    machine.tick(MONDAY)

    (asked,) = (o for o in machine.letters.owed if isinstance(o.content, Notice))
    assert isinstance(asked.content, Notice)
    assert asked.content.about == SenderAsked("max@example.org", WhyAsked.NO_PROOF, is_alone=True)
    assert asked.game == title.rpartition(" ")[2].lower()


def test_where_either_is_taken_an_answer_under_a_guessed_id_is_asked_about(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=EITHER), keys=SERVER)
    his = players_token(machine)
    guessed = his.replace(his.partition("@")[0][-16:], "0123456789abcdef")
    machine.arrives("H8w RABEN", MAX, header=under(guessed))
    machine.tick(MONDAY)

    assert guessed != his
    assert machine.entries() == {}
    assert machine.matters == [SenderAsked("max@example.org", WhyAsked.NO_PROOF, is_alone=True)]


@pytest.mark.parametrize("proof", ["an answer", "a pass"])
def test_where_either_is_taken_one_of_the_two_is_enough(proof: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=EITHER), keys=SERVER)
    header = under(players_token(machine)) if proof == "an answer" else PASS
    machine.arrives("H8w RABEN", MAX, header=header)
    machine.tick(MONDAY)

    assert list(machine.entries()) == ["Max Mustermann"]
