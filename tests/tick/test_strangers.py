"""Moves from unknown addresses: listed, and adopted by one word (contract 5)."""

from pathlib import Path

import pytest

from mailref.referee.contents import OrdersDone, OrdersUnproven, StrangersMail, StrangersMoves
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, FRED, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.renderings import written

AFTER = ZAT + 2 * MINUTE
MOVE = "H8w RABEN"


def listed(machine: Post) -> list[tuple[StrangersMail, ...]]:
    """Return what each list of strangers' moves names."""
    found = [each.about for each in machine.notices]
    return [each.mails for each in found if isinstance(each, StrangersMoves)]


def test_strangers_moves_are_listed_once_a_day(tmp_path: Path) -> None:
    """Contract 5: once a day the game master gets a list of ignored mails with a readable move."""
    machine = begun(tmp_path)
    for minute in (0, 60, 25 * 60):
        machine.arrives(MOVE, FRED, at=MONDAY + minute * MINUTE)
        machine.tick(MONDAY + minute * MINUTE)

    assert machine.left() == ["gm Notice", "gm Notice"]
    first, second = listed(machine)
    assert [(each.sender, each.received) for each in first] == [("fred@example.net", MONDAY)]
    assert len(second) == 2
    quoted = machine.notices[0].quoted
    assert "Fred Fremd" in quoted
    assert MOVE in quoted


PRIVATE = kiel()
"""A game beside it that hides racks from the game master."""


def texts(machine: Post) -> list[tuple[bool, bool]]:
    """Return of each list whether something is hidden in it, and whether it holds the move."""
    return [(each.is_hidden, MOVE in each.quoted) for each in machine.notices]


@pytest.mark.parametrize(
    ("subject", "text", "is_shown"),
    [
        ("Re: [yerres R1] Es geht los", MOVE, True),
        ("Mein Zug", MOVE, False),
        ("Re: [kiel Z1] Du bist am Zug", MOVE, False),
        ("Re: [yerres R1] Es geht los [kiel Z1]", MOVE, False),
        ("Re: [bonn R1] Es geht los", MOVE, False),
        ("Re: [yerres R1] Es geht los", f"{MOVE}\nIn Kiel habe ich A E I N", False),
        ("Re: [yerres R1] Es geht los", f"{MOVE}\nSonst habe ich nur A E I N", False),
    ],
)
def test_beside_a_game_that_hides_moves_a_strangers_move_is_shown_where_it_is_about_another(
    tmp_path: Path, subject: str, text: str, *, is_shown: bool
) -> None:
    machine = begun(tmp_path, game(), PRIVATE)
    machine.arrives(text, FRED, subject=subject)
    machine.tick()

    assert texts(machine) == [(not is_shown, is_shown)]
    assert "Fred Fremd" in machine.notices[0].quoted


def test_what_a_stranger_answers_tells_of_which_game_his_move_is(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), PRIVATE)
    machine.tick()
    header = f"In-Reply-To: {machine.ids('Opening')}\n"
    machine.letters.owed.clear()
    machine.arrives(MOVE, FRED, header=header)
    machine.tick()

    assert texts(machine) == [(False, True)]


def test_of_several_moves_of_strangers_those_that_may_be_read_have_a_list_of_their_own(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path, game(), PRIVATE)
    machine.arrives(MOVE, FRED, subject="Re: [yerres R1] Es geht los")
    machine.arrives(MOVE, FRED)
    machine.tick()

    assert texts(machine) == [(False, True), (True, False)]
    assert [len(each) for each in listed(machine)] == [1, 1]


def test_in_the_last_day_before_a_zat_they_are_listed_at_once(tmp_path: Path) -> None:
    """Contract 5: ... and at once in the last 24 h before a ZAT."""
    machine = begun(tmp_path)
    for hours in (23, 22):
        now = ZAT - hours * 60 * MINUTE
        machine.arrives(MOVE, FRED, at=now)
        machine.tick(now)

    assert len(listed(machine)) == len(machine.notices) == 2


@pytest.mark.parametrize("keys", ["", "per_address_day = 4000"])
def test_many_lists_on_the_last_day_are_parted_by_an_hour(tmp_path: Path, keys: str) -> None:
    """Contract 5 wants them at once; a stranger who writes every minute fills no mailbox by that, and loses nothing."""
    machine = begun(tmp_path, keys=keys)
    start = ZAT - 10 * 60 * MINUTE
    for minute in range(65):
        machine.arrives(MOVE, FRED, at=start + minute * MINUTE)
        machine.tick(start + minute * MINUTE)

    assert [len(each) for each in listed(machine)] == [1, 1, 1, 60]
    assert "mailref status --json" in written(machine.letters.owed[-1])


@pytest.mark.parametrize(
    ("results", "keys", "is_told"),
    [
        ("none header.from=example.org", 'authserv_id = "mx.example.org"', False),
        ("fail header.from=example.org", 'authserv_id = "mx.example.org"', False),
        ("pass header.from=example.org", 'authserv_id = "mx.example.org"', True),
        ("none header.from=example.org", "", True),
    ],
)
def test_of_a_forged_answer_of_a_program_nobody_hears(
    tmp_path: Path, results: str, keys: str, *, is_told: bool
) -> None:
    """Each brought the game master a mail; where nobody says what a mail proves it may still be a player's."""
    machine = begun(tmp_path, keys=keys)
    border = "Received: from a.example by mx.example.org with ESMTPS id 1; Mon, 7 Dec 2026"
    fields = f"Auto-Submitted: auto-replied\nAuthentication-Results: mx.example.org; dmarc={results}\n{border}\n"
    machine.arrives(MOVE, header=fields)
    machine.tick()

    assert machine.left() == ["gm Notice"] * is_told


@pytest.mark.slow
def test_a_list_names_a_hundred_moves_and_the_next_one_the_others(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for _ in range(103):
        machine.arrives(MOVE, FRED, at=ZAT - 60 * MINUTE)
    machine.tick(ZAT - 60 * MINUTE)
    machine.tick(ZAT - 59 * MINUTE)
    machine.tick(ZAT - 58 * MINUTE)

    assert [len(each) for each in listed(machine)] == [100, 3]


@pytest.mark.parametrize(
    "word", ["ja", "= Max Mustermann", "Max Mustermann", "Max", "ist von Max", "is from Max"]
)
def test_a_strangers_move_is_adopted_by_one_word_with_its_own_time(
    tmp_path: Path, word: str
) -> None:
    """Contract 5: each adoptable by one word."""
    machine = begun(tmp_path)
    machine.arrives(f"Spieler=Max Mustermann\n{MOVE}", "Max <max@elsewhere.example>", at=ZAT)
    machine.tick(ZAT + MINUTE)
    number = listed(machine)[0][0].number
    machine.left()
    machine.letters.owed.clear()
    machine.arrives(
        f"{number} {word}", ERIKA, ZAT + MINUTE, header=f"In-Reply-To: {machine.ids('Notice')}\n"
    )
    machine.tick(ZAT + MINUTE)

    assert machine.left() == ["gm EntryAnswer", "max EntryAnswer"]
    assert machine.entries()["Max Mustermann"][0].received == ZAT
    (his,) = (owed for owed in machine.letters.owed if owed.recipient == "max@example.org")
    said = "Deine Mail von max@elsewhere.example hat Erika Musterfrau gelten lassen"
    assert said in written(his)
    assert "eingetragen" not in written(his)


def test_a_first_name_that_two_have_is_asked_about(tmp_path: Path) -> None:
    players = {"Max Muster": "max@example.org", "Max Mann": "mann@example.org"}
    machine = begun(tmp_path, game(players=players))
    machine.arrives(MOVE, FRED)
    machine.tick()
    number = listed(machine)[0][0].number
    machine.arrives(f"{number} Max", ERIKA, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.tick()

    assert machine.entries() == {}


def test_a_strangers_move_for_a_player_without_e_mail_can_be_adopted(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players={"Opa": "", "Eva Muster": "eva@example.org"}))
    machine.arrives(MOVE, "Enkel <enkel@example.net>")
    machine.tick()
    number = listed(machine)[0][0].number
    machine.left()
    machine.arrives(f"{number} = Opa", ERIKA, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.tick()

    assert machine.left() == ["gm EntryAnswer"]
    assert "Opa" in machine.entries()


OF_MANY = [
    "Precedence: bulk\n",
    "Precedence: bulk\nList-Id: <all.example.org>\n",
    "List-Unsubscribe: <https://relay.example/u/1>\n",
    "List-Help: <mailto:help@lists.example.org>\n",
    "Return-Path: <>\n",
]


@pytest.mark.parametrize("header", OF_MANY)
def test_a_players_move_in_a_lists_dress_is_listed_and_adopted_by_yes(
    tmp_path: Path, header: str
) -> None:
    """Contract 5: he must not lose it in silence, whatever his mail server writes into the header."""
    machine = begun(tmp_path)
    machine.arrives(MOVE, header=header)
    machine.tick()
    assert machine.left() == ["gm Notice"]
    ((mail,),) = listed(machine)
    assert (mail.sender, mail.player) == ("max@example.org", "Max Mustermann")

    machine.arrives(f"{mail.number} ja", ERIKA, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.tick()

    assert machine.left() == ["gm EntryAnswer", "max EntryAnswer"]
    assert machine.entries()["Max Mustermann"][0].received == MONDAY


@pytest.mark.parametrize(
    "header", ["List-Id:\n", "List-Id: \nList-Unsubscribe:\n", "Precedence:\n"]
)
def test_an_empty_field_makes_no_list(tmp_path: Path, header: str) -> None:
    machine = begun(tmp_path)
    machine.arrives(MOVE, header=header)
    machine.tick()

    assert machine.left() == ["max EntryAnswer"]


@pytest.mark.parametrize(
    ("body", "header", "is_told"),
    [
        ("ABMELDEN", "Precedence: bulk\n", True),
        ("Unser Newsletter im Dezember", "Precedence: bulk\n", False),
        ("Ich bin vom 5.12. bis 20.12. im Urlaub.", "Auto-Submitted: auto-replied\n", False),
        ("> H8w RABEN", "Precedence: bulk\n", False),
    ],
)
def test_of_an_order_in_a_lists_dress_the_game_master_hears_in_his_list_of_the_next_day(
    tmp_path: Path, body: str, header: str, *, is_told: bool
) -> None:
    machine = begun(tmp_path)
    machine.arrives(body, header=header)
    machine.tick()
    assert machine.left() == []

    machine.tick(MONDAY + 24 * 60 * MINUTE)

    assert machine.left() == ["gm Notice"] * is_told


@pytest.mark.parametrize("header", OF_MANY)
def test_what_a_stranger_sends_in_a_lists_dress_is_listed_nowhere(
    tmp_path: Path, header: str
) -> None:
    machine = begun(tmp_path)
    machine.arrives(MOVE, FRED, header=header)
    machine.tick()

    assert machine.left() == []


@pytest.mark.parametrize("word", ["ja", "= Nobody"])
def test_a_move_that_cannot_be_adopted_is_asked_back(tmp_path: Path, word: str) -> None:
    machine = begun(tmp_path)
    machine.arrives(MOVE, FRED)
    machine.tick()
    number = listed(machine)[0][0].number
    machine.letters.owed.clear()
    machine.arrives(f"{number} {word}", ERIKA, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.arrives("U99 ja", ERIKA, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.tick()

    assert machine.entries() == {}
    assert [type(each.about) for each in machine.notices] == [OrdersDone, OrdersDone]


def test_a_forged_game_master_adopts_nothing(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives(f"Spieler=Max Mustermann\n{MOVE}", FRED)
    machine.tick()
    number = listed(machine)[0][0].number
    machine.arrives(f"{number} ja", ERIKA)
    machine.tick()

    assert machine.entries() == {}
    assert machine.notices[-1].about == OrdersUnproven()


def test_many_strangers_are_one_line_of_status(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    before = mailref("status", "-c", str(machine.path)).out.splitlines()
    for number in range(40):
        machine.arrives(MOVE, f"fred{number}@example.net")
    machine.tick(MONDAY)

    after = mailref("status", "-c", str(machine.path)).out.splitlines()

    assert len(after) == len(before) + 1
    assert "40 moves from unknown addresses (U1 to U40); --json names them" in after


@pytest.mark.parametrize(
    ("proof", "kinds"),
    [
        ("pass header.from=example.net", ["fred EntryAnswer", "fred Opening"]),
        ("none header.from=example.net", ["fred Notice"]),
        ("pass header.from=evil.example", ["fred Notice"]),
    ],
)
def test_whom_our_server_vouches_for_is_let_in_without_asking(
    proof: str, kinds: list[str], tmp_path: Path
) -> None:
    keys = 'authserv_id = "mx.example.org"'
    machine = begun(tmp_path, game(keys='registration = "open"'), keys=keys)
    border = "Received: from a.example by mx.example.org with ESMTPS id 1; Mon, 7 Dec 2026"
    fields = f"Authentication-Results: mx.example.org; dmarc={proof}\n{border}\n"

    machine.arrives(f"1-Zug-Scrabble Yerres\n{MOVE}", FRED, header=fields)
    machine.tick(MONDAY)

    assert [each for each in machine.left() if each.startswith("fred")] == kinds
    assert ("Fred Fremd" in machine.game().players) is ("fred Opening" in kinds)
