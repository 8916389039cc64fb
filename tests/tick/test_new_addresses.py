"""A new address of a player: who is told of it, what it is shown, and when all (contract 5, new addresses)."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from mailref.games.bingo.game import BingoGame
from mailref.games.by_rounds.contents import CommandAnswerByRounds
from mailref.games.game import Player
from mailref.games.rounds.contents import CommandAnswer
from mailref.games.solitaire.contents import LeagueNews
from mailref.journal.journal import Journal
from mailref.referee.contents import (
    AddressAgreed,
    AddressAsked,
    AddressIsNew,
    AddressOfAnother,
    AddressRefused,
    MailAnswer,
    Matter,
    Notice,
    ShownLater,
)
from mailref.referee.mails import Owed
from mailref.referee.policy import Outcome
from mailref.writing.mail_bytes import message_id_of
from tests.commands.invoke import mailref
from tests.databases import url_of
from tests.games.bingo.rehearsal import ANNAS, BENS, herbst
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun
from tests.tick.machines import post as machine
from tests.tick.test_rings import lettered, mails_to, text_of

BEN, THIEF = "Ben <ben@example.org>", "Ben <gm2@example.org>"
THEFT = "ADRESSE Ben = gm2@example.org"
UNTIL = MONDAY + MINUTE + timedelta(days=3)
TABLE = kiel("", '[game.rules]\nstarter = "Anna"', players=("Anna", "Ben", "Cora"))


def table(folder: Path, keys: str = "") -> Post:
    return begun(folder, TABLE.replace('zone = "Europe/Berlin"', f'zone = "Europe/Berlin"\n{keys}'))


def stolen(folder: Path, keys: str = "") -> Post:
    """Return a machine after the game master has given Ben's place another address."""
    post = table(folder, keys)
    post.orders(THEFT, MONDAY + MINUTE, kind="TurnsOpening")
    return post


def to(post: Post, address: str) -> list[Owed]:
    return [owed for owed in post.letters.owed if owed.recipient == address]


def told(post: Post, address: str) -> list[Matter]:
    contents = [owed.content for owed in to(post, address)]
    return [each.about for each in contents if isinstance(each, Notice)]


def is_shown_all(post: Post, at: datetime, sender: str = THIEF) -> bool:
    """Tell whether STAND brings the address a rack."""
    post.letters.owed.clear()
    post.arrives("STAND", sender, at, subject="Stand")
    post.tick(at)
    mails = to(post, sender.partition("<")[2].strip(">"))
    assert mails, "no answer at all"
    return any(owed.content.is_private for owed in mails)


def agrees(post: Post, words: str, at: datetime, asked: Owed) -> None:
    post.letters.owed.clear()
    header = f"In-Reply-To: {message_id_of(asked, post.machine.office().house)}\n"
    post.arrives(words, BEN, at, subject="Re: Adresse", header=header)
    post.tick(at)


def ben(post: Post) -> Player:
    found = post.machine.journal.games.load("kiel")
    assert found is not None
    return list(found.players.values())[1]


def asked(post: Post, address: str = "ben@example.org") -> Owed:
    """Return the newest question to an old address."""
    found = [owed for owed in post.letters.ever if owed.recipient == address and owed.one_time]
    return found[-1]


def test_a_new_address_is_shown_no_rack_and_all_are_told(tmp_path: Path) -> None:
    post = stolen(tmp_path)

    assert told(post, "ben@example.org") == [AddressAsked("Ben", UNTIL)]
    assert told(post, "anna@example.org") == [AddressOfAnother("Ben", UNTIL)]
    assert told(post, "cora@example.org") == [AddressOfAnother("Ben", UNTIL)]
    assert told(post, "gm2@example.org") == [AddressIsNew("Ben", UNTIL)]
    assert not is_shown_all(post, MONDAY + 2 * MINUTE)
    assert not is_shown_all(post, UNTIL - MINUTE)
    assert is_shown_all(post, UNTIL)


def test_the_wait_is_no_longer_than_a_turn_takes(tmp_path: Path) -> None:
    post = stolen(tmp_path, 'move_time = "1d"')

    assert told(post, "ben@example.org") == [AddressAsked("Ben", MONDAY + MINUTE + DAY)]


def test_a_new_address_beside_the_old_one_waits_too(tmp_path: Path) -> None:
    post = table(tmp_path)
    both = "ADRESSE Ben = ben@example.org, gm2@example.org"
    post.orders(both, MONDAY + MINUTE, kind="TurnsOpening")

    assert told(post, "ben@example.org") == [AddressAsked("Ben", UNTIL)]
    assert not is_shown_all(post, MONDAY + 2 * MINUTE)
    assert is_shown_all(post, MONDAY + 3 * MINUTE, BEN)


@pytest.mark.parametrize("words", ["PASSE", "PROBE A1w QQQQ", "STEINE", "VERLAUF", "HALLO"])
def test_whatever_the_new_address_writes_brings_no_rack(tmp_path: Path, words: str) -> None:
    post = stolen(tmp_path)
    post.letters.owed.clear()
    post.arrives(words, THIEF, MONDAY + 2 * MINUTE, subject="Zug")
    post.tick(MONDAY + 2 * MINUTE)

    mails = to(post, "gm2@example.org")
    assert mails
    assert not any(owed.content.is_private for owed in mails)


def test_what_the_game_master_asks_for_him_goes_there_without_a_rack(tmp_path: Path) -> None:
    post = stolen(tmp_path)
    post.orders("Spieler=Ben\nSTAND", MONDAY + 2 * MINUTE, kind="TurnsOpening")

    mails = to(post, "gm2@example.org")
    assert [type(owed.content).__name__ for owed in mails] == ["TurnCommandAnswer"]
    assert not any(owed.content.is_private for owed in post.letters.owed)


def test_a_yes_from_the_old_address_ends_the_wait(tmp_path: Path) -> None:
    post = stolen(tmp_path)
    question = asked(post)
    agrees(post, "Ja", MONDAY + 2 * MINUTE, question)

    for address in ("ben", "gm2", "gm", "anna", "cora"):
        assert told(post, f"{address}@example.org") == [AddressAgreed("Ben")]
    assert is_shown_all(post, MONDAY + 3 * MINUTE)


@pytest.mark.parametrize("days", [0, 10])
def test_a_no_gives_the_place_back_whenever_it_comes(tmp_path: Path, days: int) -> None:
    post = stolen(tmp_path)
    question, at = asked(post), MONDAY + 2 * MINUTE + days * DAY
    agrees(post, "Nein", at, question)

    assert ben(post).addresses == ("ben@example.org",)
    for address in ("ben", "gm2", "gm", "anna", "cora"):
        assert AddressRefused("Ben") in told(post, f"{address}@example.org")
    assert is_shown_all(post, at + MINUTE, BEN)


@pytest.mark.parametrize("hours", [1, -9])
def test_an_answer_is_known_in_whatever_zone_the_clock_told_the_time(
    tmp_path: Path, hours: int
) -> None:
    """`once --now` may give it with any offset; the record keeps it in UTC, and no answer was known."""
    post = table(tmp_path)
    there = timezone(timedelta(hours=hours))
    post.orders(THEFT, (MONDAY + MINUTE).astimezone(there), kind="TurnsOpening")
    agrees(post, "Nein", (MONDAY + 2 * MINUTE).astimezone(there), asked(post))

    assert ben(post).addresses == ("ben@example.org",)


def test_what_is_neither_yes_nor_no_is_asked_about_again(tmp_path: Path) -> None:
    post = stolen(tmp_path)
    agrees(post, "Was soll das? Ich war das nicht.", MONDAY + 2 * MINUTE, asked(post))

    assert told(post, "ben@example.org") == [AddressAsked("Ben", UNTIL)]
    agrees(post, "Nein", MONDAY + 3 * MINUTE, asked(post))
    assert ben(post).addresses == ("ben@example.org",)


def test_a_yes_without_the_word_of_the_question_is_nobodys(tmp_path: Path) -> None:
    """The game master can write any From field; what stands in the question only its reader knows."""
    post = stolen(tmp_path)
    post.arrives("Ja", BEN, MONDAY + 2 * MINUTE, subject="Re: Adresse")
    post.arrives("Ja", THIEF, MONDAY + 2 * MINUTE, subject="Re: Adresse")
    post.tick(MONDAY + 2 * MINUTE)

    assert not is_shown_all(post, MONDAY + 3 * MINUTE)


def test_an_address_that_waits_cannot_agree_to_the_next(tmp_path: Path) -> None:
    post = stolen(tmp_path)
    post.orders("ADRESSE Ben = gm3@example.org", MONDAY + 2 * MINUTE, kind="TurnsOpening")

    until = MONDAY + 2 * MINUTE + timedelta(days=3)
    assert told(post, "ben@example.org") == [AddressAsked("Ben", until)]
    assert told(post, "gm2@example.org") == []
    assert not is_shown_all(post, MONDAY + 3 * MINUTE, "Ben <gm3@example.org>")


def test_a_game_master_who_plays_changes_his_own_address_at_once(tmp_path: Path) -> None:
    players = TABLE.replace('"ben@example.org"', '"gm@example.org"')
    post = begun(tmp_path, players)
    post.orders(THEFT, MONDAY + MINUTE, kind="TurnsOpening")

    assert told(post, "anna@example.org") == []
    assert is_shown_all(post, MONDAY + 2 * MINUTE)


@pytest.mark.parametrize("how", ["address", "replace", "file", "renamed"])
def test_every_way_to_another_address_is_told_and_waits(tmp_path: Path, how: str) -> None:
    post = table(tmp_path)
    config = ("--now", (MONDAY + MINUTE).isoformat(), "-c", str(post.path))
    if how == "file":
        post.writes(TABLE.replace('"ben@example.org"', '"gm2@example.org"'))
    elif how == "renamed":
        assert mailref("rename", "kiel", "Ben", "Dora", *config).code == 0
        post.writes(TABLE.replace('"ben@example.org"', '"gm2@example.org"'))
    elif how == "address":
        assert mailref("address", "kiel", "Ben", "gm2@example.org", *config).code == 0
    else:
        assert mailref("replace", "kiel", "Ben", "Dora", "gm2@example.org", *config).code == 0
    post.tick(MONDAY + MINUTE)

    sent = [letter for letter in post.outbox.taken if letter.recipient == "ben@example.org"]
    assert sent
    assert not is_shown_all(post, MONDAY + 2 * MINUTE)
    assert is_shown_all(post, UNTIL)


def test_the_place_of_somebody_forgotten_opens_to_nobody_at_once(tmp_path: Path) -> None:
    post = table(tmp_path)
    without = TABLE.partition('[[game.player]]\nname = "Ben"')[0]
    cora = '[[game.player]]\nname = "Cora"\naddresses = ["cora@example.org"]'
    post.writes(without + cora)
    post.machine.journal.close()
    config = ("-c", str(post.path))
    assert mailref("forget", "Ben", "--yes", "--now", MONDAY.isoformat(), *config).code == 0
    at = ("--now", (MONDAY + MINUTE).isoformat())
    assert mailref("address", "kiel", "N.N. 2", "gm2@example.org", *at, *config).code == 0
    post = machine(tmp_path, without + cora)
    post.tick(MONDAY + MINUTE)

    assert not any(owed.content.is_private for owed in to(post, "gm2@example.org"))
    assert "cora@example.org" in {letter.recipient for letter in post.outbox.taken}
    assert not is_shown_all(post, MONDAY + 2 * MINUTE)


def test_a_move_kept_in_rounds_is_not_shown_there(tmp_path: Path) -> None:
    """All have the same letters: the others need not hear of it."""
    post = begun(tmp_path, game())
    post.arrives("H8w RABEN")
    post.tick(MONDAY)
    post.orders("ADRESSE Max Mustermann = gm2@example.org", MONDAY + MINUTE, kind="Opening")

    assert told(post, "max@example.org") == [AddressAsked("Max Mustermann", UNTIL)]
    assert told(post, "eva@example.org") == []
    post.letters.owed.clear()
    post.arrives("STAND", "gm2@example.org", MONDAY + 2 * MINUTE, subject="Stand")
    post.arrives("Was gilt?", "gm2@example.org", MONDAY + 2 * MINUTE, subject="Frage")
    post.tick(MONDAY + 2 * MINUTE)
    contents = [owed.content for owed in to(post, "gm2@example.org")]
    assert contents
    assert [each.own for each in contents if isinstance(each, CommandAnswer)] == [None]
    assert [type(each).__name__ for each in contents] == ["CommandAnswer", "ShownLater"]


def test_a_move_from_the_new_address_counts_and_is_confirmed_in_rounds(tmp_path: Path) -> None:
    post = begun(tmp_path, game())
    post.orders("ADRESSE Max Mustermann = gm2@example.org", MONDAY + MINUTE, kind="Opening")
    post.letters.owed.clear()
    post.arrives("H8w RABEN", "gm2@example.org", MONDAY + 2 * MINUTE)
    post.tick(MONDAY + 2 * MINUTE)

    assert post.answer().considered.outcome is Outcome.ACCEPTED


def test_nothing_of_a_change_that_waits_is_left_of_somebody_forgotten(tmp_path: Path) -> None:
    post = stolen(tmp_path)
    without = TABLE.partition('[[game.player]]\nname = "Ben"')[0]
    post.writes(without + '[[game.player]]\nname = "Cora"\naddresses = ["cora@example.org"]')
    post.machine.journal.close()
    config = ("--now", (MONDAY + 2 * MINUTE).isoformat(), "-c", str(post.path))
    assert mailref("forget", "Ben", "--yes", *config).code == 0

    with Journal.open(url_of(tmp_path)) as journal:
        kept = repr(tuple(journal.games.events("kiel")))
    assert "ben@example.org" not in kept
    assert "gm2@example.org" not in kept


def test_check_and_status_name_the_addresses_that_wait(tmp_path: Path) -> None:
    post = stolen(tmp_path)
    post.machine.journal.close()
    asked = [("--now", at.isoformat(), "-c", str(post.path)) for at in (MONDAY + DAY, UNTIL)]

    checked = [mailref("check", *at) for at in asked]
    shown = [mailref("status", *at) for at in asked]

    for called in (checked, shown):
        assert [each.code for each in called] == [0, 0]
        assert ["gm2@example.org is new for Ben" in each.out for each in called] == [True, False]
    as_json = json.loads(mailref("status", "--json", *asked[0]).out)
    (waits,) = as_json["new_addresses"]
    assert (waits["game"], waits["player"], waits["address"]) == ("kiel", "Ben", "gm2@example.org")


def mailed(post: Post, address: str = "gm2@example.org") -> str:
    """Return all that was written to an address since the last call, text and HTML."""
    mails = mails_to(post, address)
    assert mails
    return " ".join(f"{mail['Subject']} {mail.as_string()} {text_of(mail)}" for mail in mails)


MIDWEEK = 'schedule = "every week on wednesday at 20:00"\nmin_round = "1d"'
BINGO = herbst(players=("Anna", "Ben"), zats=MIDWEEK)


def in_bingo(folder: Path) -> Post:
    """Return a game of Scrabble-Bingo in which Ben's words are in and his place has another address."""
    post = begun(folder, BINGO)
    for line, sender in ((ANNAS, "anna@example.org"), (BENS, "ben@example.org")):
        post.arrives(line, sender, MONDAY)
    post.tick(MONDAY)
    post.orders(THEFT, MONDAY + MINUTE, kind="OpeningByRounds")
    return post


def test_a_new_address_reads_no_words_of_bingo(tmp_path: Path) -> None:
    """STAND, the report of the ZAT that falls into the wait, words sent from there, a reminder."""
    post = in_bingo(tmp_path)
    assert [each.code for each in told(post, "ben@example.org")] == ["address_asked"]
    lettered(post).outbox.taken.clear()
    found = []
    for minutes, words in (
        (2, "STAND"),
        (3, "VERLAUF"),
        (4, "BINGO"),
        (5, "1. KUCHENS\n2. STERNEN"),
    ):
        post.arrives(words, THIEF, MONDAY + minutes * MINUTE, subject="Stand")
        post.tick(MONDAY + minutes * MINUTE)
        found.append(mailed(post))
    game = post.machine.journal.games.load("herbst")
    assert isinstance(game, BingoGame)
    assert game.due is not None
    assert game.due < UNTIL
    post.tick(game.due + 5 * MINUTE)
    found.append(mailed(post))

    assert [word for word in ("KUCHENS", "GARTENS") if any(word in each for each in found)] == []
    assert "bei dir" not in found[-1]


def test_after_the_wait_the_new_address_reads_its_words_of_bingo(tmp_path: Path) -> None:
    post = in_bingo(tmp_path)
    post.tick(UNTIL)

    post.arrives("STAND", THIEF, UNTIL + MINUTE, subject="Stand")
    post.tick(UNTIL + MINUTE)

    (answer,) = [
        o.content for o in post.letters.ever if isinstance(o.content, CommandAnswerByRounds)
    ]
    assert answer.own is not None


@pytest.mark.parametrize("variant", ["solitaire", "solitaire-choice", "solitaire-two"])
def test_a_new_address_sees_nothing_of_a_table_of_solitaire(tmp_path: Path, variant: str) -> None:
    """Board, rack and total are the soloist's alone: only what all are told goes there."""
    league = kiel('deadline = "31.01.2027 20:00"', variant=variant, players=("Anna", "Ben"))
    post = begun(tmp_path, league)
    post.writes(league.replace("ben@example.org", "gm2@example.org"))
    post.tick(MONDAY + MINUTE)
    assert [each.code for each in told(post, "ben@example.org")] == ["address_asked"]
    post.letters.owed.clear()
    words = (
        "STAND",
        "VERLAUF",
        "STEINE",
        "PASSE",
        "TAUSCHE A",
        "HILFE",
        "Hallo, was nun?",
        "PROBE H4 AB",
    )
    for number, text in enumerate(words, start=2):
        post.arrives(text, THIEF, MONDAY + number * MINUTE, subject="Stand")
        post.tick(MONDAY + number * MINUTE)

    kinds = {type(owed.content) for owed in to(post, "gm2@example.org")}
    assert ShownLater in kinds
    assert kinds <= {ShownLater, Notice, MailAnswer, LeagueNews}
