"""What the game master is sent: under whose name, in which thread, and what a trial sends him."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.classic.game import TurnGame
from mailref.games.rounds.contents import DeadlineNotice, EntryAnswer, Opening, RulingNotice
from mailref.referee.contents import PassedOn, PressToRelease, SenderAsked, WrittenToUs
from mailref.referee.policy import Reason
from mailref.tick.send import diverted
from mailref.writing.compose import compose_all
from tests.games.by_turns.at_table import kiel
from tests.parsed import parsed
from tests.referee.rehearsal import ERIKA, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun, post
from tests.tick.test_spared import NOTE
from tests.writing.builders import means
from tests.writing.composed import read_back
from tests.writing.pressed import links


def test_a_trial_shows_for_whom_each_mail_is_and_leads_no_reply_to_a_player(tmp_path: Path) -> None:
    machine = post(tmp_path, keys='divert = "gm@example.org"')
    machine.tick()

    heads = [parsed(each.data) for each in machine.outbox.taken]

    assert {head["To"] for head in heads} == {"gm@example.org"}
    assert {head["Subject"].partition("[yerres")[0] for head in heads} == {
        "[Probe für max@example.org] ",
        "[Probe für eva@example.org] ",
        "",
    }
    assert not any(b"max@example.org>" in each.data for each in machine.outbox.taken)


def test_a_diverted_mail_is_otherwise_as_it_was() -> None:
    data = (
        b"To: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>\r\nMessage-ID: <a@example.org>\r\n"
        b"From: Scrabble <referee@example.org>\r\nSubject: [yerres R4] =?utf-8?q?Zug_gilt:_EUB=C3=96A?=\r\n"
        b"Content-Language: en\r\nX-Mailref-Loop: abc\r\n\r\nTo: nobody\r\nSubject: none\r\n"
    )

    mail = parsed(diverted(data, "gm@example.org"))

    assert (mail["To"], mail["Subject"]) == (
        "gm@example.org",
        "[Trial for Jörg] [yerres R4] Zug gilt: EUBÖA",
    )
    assert (mail["Message-ID"], mail["X-Mailref-Loop"]) == ("<a@example.org>", "abc")
    assert mail.get_payload() == "To: nobody\r\nSubject: none\r\n"
    assert [name for name, _ in mail.items() if name in ("To", "Subject")] == ["To", "Subject"]


def test_a_ruling_answers_the_confirmation_and_a_new_zat_the_opening(tmp_path: Path) -> None:
    """Threads hold together: rulings and notices about a ZAT answer the mail they are about."""
    machine = begun(tmp_path)
    opening = next(
        machine.machine.journal.outgoing.newest_id("yerres", "max@example.org", kinds=(kind,))
        for kind in ("Opening",)
    )
    machine.arrives("H8w NERABT")
    machine.tick()
    confirmed = machine.ids("EntryAnswer")

    machine.orders("NERABT nein\nVERLÄNGERN 14.12.2026 um 20:00", MONDAY, "WordQuestions")

    to_max = [owed for owed in machine.letters.owed if owed.recipient == "max@example.org"]
    follows = {type(owed.content): owed.follows for owed in to_max}
    assert follows == {RulingNotice: confirmed, DeadlineNotice: opening}


def test_questions_about_words_and_press_stand_in_the_thread_of_their_round(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='press = "moderated"'))
    opening = machine.ids("Opening", "gm@example.org")

    machine.arrives("H8w NERABT\n\nPRESSE: Hallo")
    machine.tick()

    asked = [o for o in machine.letters.owed if o.recipient == "gm@example.org"]
    assert {type(o.content).__name__: o.follows for o in asked} == {
        "WordQuestions": opening,
        "Notice": opening,
    }


def test_a_word_at_a_table_is_asked_about_in_the_thread_of_its_turn(tmp_path: Path) -> None:
    keys, inner = (
        'deputy = "dora@example.net"',
        '[game.rules]\nchallenge = "none"\nunlisted = "ask"\nstarter = "Anna"',
    )
    machine = begun(tmp_path, kiel(keys, inner))
    dealt = machine.machine.journal.games.load("kiel")
    assert isinstance(dealt, TurnGame)
    rack = dealt.hands["Anna"].rack.value
    machine.letters.owed.clear()
    machine.arrives(
        f"H8 {rack[:2].replace('?', 'E')}", "Anna <anna@example.org>", subject="Re: [kiel Z1] Zug"
    )
    machine.tick()

    asked = [o for o in machine.letters.owed if type(o.content).__name__.startswith("RulingAsked")]
    assert [o.follows for o in asked] == [machine.ids("TurnsOpening", o.recipient) for o in asked]
    assert asked


def test_press_is_shown_under_the_registered_name(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='press = "moderated"'))

    machine.arrives("PRESSE: Hallo", '"Der Weihnachtsmann" <max@example.org>')
    machine.tick()

    about = machine.matters
    assert [each.name for each in about if isinstance(each, PressToRelease)] == ["Max Mustermann"]
    assert [item.player for item in machine.game().press] == ["Max Mustermann"]


def test_mail_that_is_passed_on_bears_the_registered_name(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    machine.arrives("Hallo, wie geht es?", '"Der Weihnachtsmann" <max@example.org>')
    machine.tick()

    about = machine.matters
    assert [each.name for each in about if isinstance(each, PassedOn)] == ["Max Mustermann"]


def test_a_player_hears_that_his_adopted_move_was_refused(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("1-Zug-Scrabble Yerres\nSpieler=Eva Muster\nH8w XYZ", "Eva <eva@example.net>")
    machine.tick()
    machine.tick(MONDAY + timedelta(days=1))
    machine.letters.owed.clear()

    machine.arrives("U1 ja", ERIKA, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.tick(MONDAY + timedelta(days=1))

    told = {
        owed.recipient: owed.content.considered.reason
        for owed in machine.letters.owed
        if isinstance(owed.content, EntryAnswer)
    }
    assert told == {"gm@example.org": Reason.NO_VALID_MOVE, "eva@example.org": Reason.NO_VALID_MOVE}


def test_only_the_game_masters_opening_is_for_him(tmp_path: Path) -> None:
    machine = post(tmp_path)
    machine.tick()

    found = {
        owed.recipient: owed.content.for_game_master
        for owed in machine.letters.owed
        if isinstance(owed.content, Opening)
    }
    assert found == {"max@example.org": False, "eva@example.org": False, "gm@example.org": True}


def passed_on_to_him(folder: Path) -> Post:
    """Return a machine that has put a mail of Max before the game master."""
    machine = begun(folder)
    machine.arrives("Wann treffen wir uns denn wieder?", subject="Frage & Bitte")
    machine.tick()
    assert [type(each) for each in machine.matters] == [PassedOn]
    return machine


def answers(machine: Post, text: str, at: datetime = MONDAY, sender: str = ERIKA) -> None:
    header = f"In-Reply-To: {machine.ids('Notice', 'gm@example.org')}\n"
    machine.letters.owed.clear()
    machine.arrives(text, sender, at, subject="Re: Weitergegeben", header=header)
    machine.tick(at)


def test_who_answers_us_instead_of_the_player_is_told_where_to_write(tmp_path: Path) -> None:
    machine = passed_on_to_him(tmp_path)

    answers(machine, "Hallo Max,\n\nam Samstag im Café.\n\nErika")

    assert machine.matters == [WrittenToUs("max@example.org", "Max Mustermann")]
    assert [owed.recipient for owed in machine.letters.owed] == ["gm@example.org"]


def test_what_he_orders_in_such_an_answer_is_carried_out(tmp_path: Path) -> None:
    machine = passed_on_to_him(tmp_path)

    answers(machine, "PAUSE")

    assert machine.game().is_paused
    assert WrittenToUs not in map(type, machine.matters)


def test_a_player_who_names_a_mail_to_the_game_master_is_no_game_master(tmp_path: Path) -> None:
    machine = passed_on_to_him(tmp_path)

    answers(machine, "am Samstag im Café?", sender="Eva Muster <eva@example.org>")

    assert [type(each) for each in machine.matters] == [PassedOn]


def test_a_program_of_the_game_master_is_not_told_for_ever(tmp_path: Path) -> None:
    machine = passed_on_to_him(tmp_path)

    for hour in range(30):
        answers(machine, NOTE.format(hour % 28 + 1, hour), MONDAY + timedelta(hours=hour))

    assert sum(mail.key.startswith("written_to_us") for mail in machine.letters.ever) <= 2


def test_a_mail_that_is_passed_on_has_a_button_that_writes_to_its_sender(tmp_path: Path) -> None:
    """The new mail goes to the player himself, so nothing in it may prove the game master."""
    machine = passed_on_to_him(tmp_path)
    house = machine.machine.office().house
    (owed,) = [o for o in machine.letters.ever if o.key.startswith("passed")]
    (composed,) = compose_all((owed,), replace(means(), house=house))
    part = read_back(composed.data).get_body(("html",))
    assert part is not None

    (link,) = links(part.get_content())

    assert link == "mailto:max@example.org?subject=Re%3A%20Frage%20%26%20Bitte"


FORWARDED = """{above}
{mark}
Von: Ben <ben@example.org>
Betreff: Treffen
An: Max <max@example.org>

Am Freitag ist Clubabend."""


@pytest.mark.parametrize(
    ("subject", "above", "mark"),
    [
        ("WG: Treffen", "Liebe Erika, das schreibt Ben.\n", "-------- Weitergeleitete Nachricht --------"),
        ("Fwd: Treffen", "", "---------- Forwarded message ---------"),
        ("TR : Treffen", "", "-------- Message transféré --------"),
        ("Treffen", "", "Anfang der weitergeleiteten Nachricht:\n"),
    ],
)  # fmt: skip
def test_a_mail_that_is_forwarded_is_passed_on_with_its_text(
    tmp_path: Path, subject: str, above: str, mark: str
) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(FORWARDED.format(above=above, mark=mark), subject=subject)
    machine.tick()

    (notice,) = machine.notices
    assert isinstance(notice.about, PassedOn)
    assert notice.quoted.startswith((above or mark).strip())
    assert notice.quoted.endswith("Am Freitag ist Clubabend.")


def test_of_a_quoted_mail_the_writers_own_words_are_passed_on_alone(tmp_path: Path) -> None:
    machine = begun(tmp_path, game())

    machine.arrives("Das ist ja toll!\n\n> Am Freitag ist Clubabend.", subject="Re: Treffen")
    machine.tick()

    assert [each.quoted for each in machine.notices] == ["Das ist ja toll!"]


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("Liebe Erika, in Kiel habe ich Ä C D L L und weiß nicht weiter.", False),
        ("Meine Buchstaben sind so schlecht.", False),
        ("My rack is all vowels again.", False),
        ("Mon chevalet n'a que des voyelles.", False),
        ("Im anderen Spiel habe ich Q, X, Y und Z.", False),
        ("Liebe Erika, wie geht es deinem Mann?", True),
    ],
)
def test_what_somebody_says_of_his_tiles_under_another_game_is_not_shown(
    tmp_path: Path, text: str, *, is_shown: bool
) -> None:
    """In Kiel the game master sees no rack, whatever game the mail is about."""
    players = {"Anna": "anna@example.org", "Ben": "ben@example.org"}
    machine = begun(tmp_path, game(players=players), kiel(""))

    machine.arrives(text, "Anna <anna@example.org>", subject="Re: [yerres R1] Scrabble")
    machine.tick()

    (notice,) = machine.notices
    assert isinstance(notice.about, PassedOn)
    assert (notice.is_hidden, text in notice.quoted) == (not is_shown, is_shown)
    assert machine.answer().text_hidden is not is_shown


def test_tiles_asked_for_in_a_players_name_under_an_old_mail_are_asked_about(
    tmp_path: Path,
) -> None:
    """An old mail proves nobody, and nothing was answered at all."""
    machine = begun(tmp_path, kiel("", '[game.rules]\nstarter = "Anna"'))
    for number, name in enumerate(("Anna", "Ben", "Anna", "Ben"), start=1):
        text = "PASSE" if number < 3 else "TAUSCHE " + _first_tile(machine, name)
        machine.arrives(text, f"{name} <{name.lower()}@example.org>", MONDAY + number * MINUTE)
        machine.tick(MONDAY + number * MINUTE)
        if number == 1:
            old = machine.ids("TurnReport", "gm@example.org")
    machine.letters.owed.clear()

    header = f"In-Reply-To: {old}\n"
    machine.arrives("Spieler=Ben\nSTEINE", ERIKA, MONDAY + 5 * MINUTE, header=header)
    machine.tick(MONDAY + 5 * MINUTE)

    assert [type(each) for each in machine.matters] == [SenderAsked]
    asked = f"In-Reply-To: {machine.ids('Notice')}\n"
    machine.letters.owed.clear()
    machine.arrives("JA", ERIKA, MONDAY + 6 * MINUTE, header=asked)
    machine.tick(MONDAY + 6 * MINUTE)
    assert [each.recipient for each in machine.letters.owed] == [
        "gm@example.org",
        "ben@example.org",
    ]


def _first_tile(machine: Post, name: str) -> str:
    playing = machine.machine.journal.games.load("kiel")
    assert isinstance(playing, TurnGame)
    return playing.hands[name].rack.value[0]
