"""What the game master decides, by command: recorded at once, mailed at the next tick (contract 1)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.commands.decide import why
from mailref.games import events as happened
from mailref.games.rounds import events as in_rounds
from mailref.referee import gm_orders as orders
from mailref.referee.contents import OrdersDone
from mailref.referee.gm_orders import Fate, NotInBag
from mailref.writing.compose import compose_all
from tests.commands.invoke import Called, mailref
from tests.e2e.installation import text_of
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.writing.builders import means, policy
from tests.writing.composed import read_back
from tests.writing.samples import MORE_FATES, notice

MOVE = "H8w RABEN"
AFTER = ZAT + 5 * MINUTE


def call(machine: Post, *arguments: str, now: object = None) -> Called:
    at = ("--now", str(now).replace(" ", "T")) if now else ()
    return mailref(*arguments, *at, "-c", str(machine.path))


def kinds(machine: Post) -> list[str]:
    """Return the kinds of all events of the game, as another process would read them."""
    return [type(event).__name__ for event in machine.machine.journal.games.events("yerres")]


def last(machine: Post) -> happened.Event:
    return tuple(machine.machine.journal.games.events("yerres"))[-1]


def closed(folder: Path, keys: str = "") -> Post:
    """Return a game whose first round, in which Max laid RABEN, is closed and reported."""
    machine = begun(folder, game(keys=keys))
    machine.arrives(MOVE)
    machine.tick(MONDAY + MINUTE)
    machine.tick(AFTER)
    machine.left()
    assert machine.game().last is not None
    return machine


@pytest.mark.parametrize(
    ("arguments", "event"),
    [
        pytest.param(
            ("extend", "yerres", "2027-01-08T20:00", "--because", "Weihnachten"),
            happened.DeadlineMoved,
            id="extend",
        ),
        pytest.param(("rule", "yerres", "xq", "accept"), happened.WordRuled, id="rule"),
        pytest.param(("pause", "yerres"), happened.GamePaused, id="pause"),
        pytest.param(("exclude", "yerres", "Max Mustermann"), happened.PlayerLeft, id="exclude"),
        pytest.param(
            ("rename", "yerres", "Max Mustermann", "Moritz"), happened.PlayerRenamed, id="rename"
        ),
        pytest.param(
            ("address", "yerres", "Max Mustermann", "max@elsewhere.example"),
            happened.AddressesChanged,
            id="address",
        ),
        pytest.param(
            ("away", "yerres", "Max Mustermann", "24.12.2026", "2.1.2027"),
            happened.AbsenceNoted,
            id="away",
        ),
    ],
)
def test_a_command_records_what_was_decided(
    tmp_path: Path, arguments: tuple[str, ...], event: type[happened.Event]
) -> None:
    machine = begun(tmp_path)

    called = call(machine, *arguments, now=MONDAY + DAY)

    assert (called.code, called.err) == (0, "")
    assert isinstance(last(machine), event)


@pytest.mark.parametrize(
    "arguments",
    [
        ("undo", "yerres"),
        ("pass", "yerres", "Max Mustermann"),
        ("out", "yerres", "Max Mustermann"),
        ("replace", "yerres", "Max Mustermann", "Dora", "dora@example.org"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_belongs_to_games_in_turns_changes_none_in_rounds(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """Contract 1: these four exit 1 in games in rounds."""
    machine = begun(tmp_path)
    before = kinds(machine)

    called = call(machine, *arguments, now=MONDAY + DAY)

    assert (called.code, called.out) == (1, "")
    assert (
        called.err
        == "mailref: yerres: that is only possible in games in which players move one after another.\n"
    )
    assert kinds(machine) == before


@pytest.mark.parametrize(
    ("tiles", "word", "ruled"),
    [("turkish", "izin", "İZİN"), ("french", "é", "E"), ("spanish", "chico", "[CH]ICO")],
)
def test_a_word_is_ruled_on_as_the_tiles_of_the_game_spell_it(
    tmp_path: Path, tiles: str, word: str, ruled: str
) -> None:
    machine = begun(tmp_path, game(keys=f'tiles = "{tiles}"\nlexicon = "none"', letters=None))
    called = call(machine, "rule", "yerres", word, "accept", now=MONDAY + DAY)

    assert (called.code, called.out) == (0, f"yerres: {ruled} is accepted\n")
    assert isinstance(last(machine), happened.WordRuled)


@pytest.mark.parametrize("word", ["X1", "A B", "", "É", "?"])
def test_no_ruling_is_taken_on_what_tiles_cannot_spell(tmp_path: Path, word: str) -> None:
    machine = begun(tmp_path)
    before = kinds(machine)
    called = call(machine, "rule", "yerres", word, "accept")

    assert called.code == 2
    assert (
        called.err
        == f"mailref rule: Invalid value for WORD: {word!r} is no word that tiles can spell\n"
    )
    assert kinds(machine) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "event"),
    [
        pytest.param(
            ("correct", "yerres", "Max Mustermann", "+5"), happened.ScoreCorrected, id="points"
        ),
        pytest.param(
            ("correct", "yerres", "Max Mustermann", "-5"), happened.ScoreCorrected, id="minus"
        ),
        pytest.param(
            ("reopen", "yerres", "2027-01-08T20:00"), in_rounds.RoundReopened, id="reopen"
        ),
    ],
)
def test_a_closed_round_is_corrected_or_opened_again(
    tmp_path: Path, arguments: tuple[str, ...], event: type[happened.Event]
) -> None:
    """Rules 8: until the next ZAT."""
    machine = closed(tmp_path)

    called = call(machine, *arguments, now=AFTER + MINUTE)

    assert (called.code, called.err) == (0, "")
    assert isinstance(last(machine), event)


def test_the_letters_of_the_open_round_are_corrected(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    called = call(machine, "correct", "yerres", "--letters", "ENTEABR", now=MONDAY + DAY)

    assert (called.code, called.err) == (0, "")
    assert machine.game().rack == "ABEENRT"


@pytest.mark.slow
def test_a_paused_game_goes_on_with_a_new_zat(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    call(machine, "pause", "yerres", now=MONDAY + DAY)

    called = call(machine, "resume", "yerres", "2027-01-08T20:00", now=MONDAY + WEEK)

    assert (called.code, called.err) == (0, "")
    assert not machine.game().is_paused


def test_letters_drawn_by_hand_open_the_next_round(tmp_path: Path) -> None:
    """Contract 1: draw takes the newly drawn tiles only; nothing is mailed before (contract 2)."""
    machine = closed(tmp_path, keys='draw = "hand"')
    playing = machine.game()
    wanted = playing.bag[: 8 - len(playing.rack)]

    called = call(machine, "draw", "yerres", wanted, now=AFTER + MINUTE)
    machine.tick(AFTER + 2 * MINUTE)

    assert (called.code, called.err) == (0, "")
    assert machine.game().round_number == 2
    assert "max Report" in machine.left()


def test_a_report_that_waits_for_approval_is_released(tmp_path: Path) -> None:
    machine = closed(tmp_path, keys='publish = "approve"')

    called = call(machine, "publish", "yerres", now=AFTER + MINUTE)
    machine.tick(AFTER + 2 * MINUTE)

    assert (called.code, called.err) == (0, "")
    assert "max Report" in machine.left()


@pytest.mark.slow
def test_press_that_waits_is_released(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='press = "moderated"'))
    machine.arrives("PRESSE: Gruß an alle")
    machine.tick(MONDAY + MINUTE)

    called = call(machine, "press", "yerres", "release", now=MONDAY + DAY)

    assert (called.code, called.out) == (0, "yerres: press released\n")
    assert [item.is_released for item in machine.game().press] == [True]


def test_a_strangers_mail_is_adopted_once_and_no_longer_listed(tmp_path: Path) -> None:
    """Contract 5: a readable move from an unknown address, adoptable by one word."""
    machine = begun(tmp_path)
    machine.arrives(f"Spieler=Max Mustermann\n{MOVE}", "max@work.example")
    machine.tick(MONDAY + MINUTE)
    (stored,) = machine.machine.journal.inbox.set_aside()

    first = call(machine, "adopt", f"U{stored.id}", now=MONDAY + DAY)
    second = call(machine, "adopt", f"U{stored.id}", now=MONDAY + DAY)

    assert (first.code, first.err) == (0, "")
    assert second.code == 1
    assert "zählt schon" in second.err
    assert list(machine.entries()) == ["Max Mustermann"]
    assert "max@work.example" not in call(machine, "status").out


def test_a_mail_without_a_game_is_adopted_for_the_only_one_of_its_player(tmp_path: Path) -> None:
    machine = begun(
        tmp_path, game(), game("kiel", {"Eva Muster": "eva@example.org"}, title="Mono Kiel")
    )
    machine.arrives(MOVE, "max@work.example", subject="Scrabble")
    machine.tick(MONDAY + MINUTE)
    (stored,) = machine.machine.journal.inbox.set_aside()

    called = call(machine, "adopt", f"U{stored.id}", "--player", "Max Mustermann", now=MONDAY + DAY)

    assert (called.code, called.err) == (0, "")
    assert list(machine.entries()) == ["Max Mustermann"]


def test_where_the_game_of_a_mail_is_missing_that_is_said_and_it_can_be_named(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path, game(), game("kiel", title="Mono Kiel"))
    machine.arrives(MOVE, "max@work.example", subject="Scrabble")
    machine.tick(MONDAY + MINUTE)
    (stored,) = machine.machine.journal.inbox.set_aside()
    asked = ("adopt", f"U{stored.id}", "--player", "Max Mustermann")

    refused = call(machine, *asked, now=MONDAY + DAY)
    called = call(machine, *asked, "--game", "kiel", now=MONDAY + DAY)

    assert refused.code == 1
    assert "nennt kein Spiel" in refused.err
    assert "yerres, kiel" in refused.err
    assert (called.code, called.err) == (0, "")
    assert list(machine.entries("kiel")) == ["Max Mustermann"]


@pytest.mark.slow
def test_a_mail_adopted_after_the_close_is_late_for_its_round(tmp_path: Path) -> None:
    """It arrived in time for the first round; the second one asks for other moves."""
    machine = begun(tmp_path)
    machine.arrives(f"Spieler=Max Mustermann\n{MOVE}", "max@work.example")
    machine.tick(MONDAY + MINUTE)
    machine.tick(AFTER)
    (stored,) = machine.machine.journal.inbox.set_aside()

    called = call(machine, "adopt", f"U{stored.id}", now=AFTER + MINUTE)

    assert called.code == 0
    assert called.out.startswith(f"U{stored.id}: too late for round 1; it counts if")
    assert machine.entries() == {}
    call(machine, "reopen", "yerres", "2027-01-08T20:00", now=AFTER + 2 * MINUTE)
    assert list(machine.entries()) == ["Max Mustermann"]


def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    called = call(machine, "close", "nirgends", "--early")
    other = call(machine, "extend", "yerres", "2020-01-01T20:00", now=MONDAY + DAY)

    assert (called.code, other.code) == (1, 1)
    assert len(other.err.splitlines()) == 1


def test_a_press_that_does_not_wait_and_an_odd_number_are_refused(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    assert call(machine, "press", "yerres", "drop").code == 1
    assert call(machine, "adopt", "U99").code == 1
    assert call(machine, "adopt", "alles").code == 2


@pytest.mark.parametrize(
    "refusal",
    [each.refusal for each in MORE_FATES if isinstance(each.refusal, orders.Refusal)],
    ids=str,
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_is_said_as_by_mail(refusal: orders.Refusal, language: str) -> None:
    """A command names its game, so that only a mail can leave open which one is meant.

    That it is not for such a game is said of the command itself: in English.
    """
    spoken = replace(policy(), language=language)
    if isinstance(refusal, orders.OtherFamily):
        language = "en"
    if isinstance(refusal, orders.UnknownPlayer):
        refusal = replace(refusal, is_answered=False)  # the shell asks nothing back
    owed = notice(OrdersDone((Fate("X", refusal),)))
    (mail,) = compose_all((replace(owed, language=language),), means())
    words = " ".join(text_of(read_back(mail.data)).split())

    said = why(refusal, spoken)
    assert said.partition(" (--")[0].partition(" (correct --")[0] in words.replace("| ", "")
    assert "{" not in said


def test_a_refusal_names_its_facts_and_the_option_in_one_line() -> None:
    english = replace(policy(), language="en")

    assert why(orders.BeforeZat(ZAT), policy()) == (
        "der ZAT ist noch nicht vorbei (Freitag, 11. Dezember 2026, 20:00 Uhr (MEZ)). "
        "Schreib ABSCHLIESSEN VORZEITIG, wenn du es trotzdem willst. (--early)"
    )
    assert why(orders.WordsUndecided(("XENON", "IXTE")), english) == (
        "these words are not decided yet: XENON, IXTE. Rule on them, or write REFUSE or ACCEPT "
        "after CLOSE. (--undecided refuse|accept)"
    )
    assert why(orders.UnknownPlayer(()), english) == "I do not know this player."
    assert why(orders.UnknownPlayer(("Bob O'Neil",)), english) == (
        "I do not know this player. Do you mean Bob O'Neil? Write the line again with the right name."
    )
    assert why(orders.LettersWrong(NotInBag("Q")), english) == (
        "the letters do not fit: no longer in the bag: Q."
    )


@pytest.mark.parametrize(
    ("orders_given", "event", "times"),
    [
        pytest.param(
            [("correct", "yerres", "Max Mustermann", "+5")] * 3,
            happened.ScoreCorrected,
            3,
            id="the-same-points-three-times",
        ),
        pytest.param(
            [("pause", "yerres"), ("resume", "yerres", "2027-01-08T20:00")] * 2,
            happened.GamePaused,
            2,
            id="paused-resumed-and-paused-again",
        ),
        pytest.param(
            [("extend", "yerres", f"2027-01-0{day}T20:00") for day in (8, 9, 8)],
            happened.DeadlineMoved,
            3,
            id="a-zat-moved-there-and-back",
        ),
        pytest.param(
            [("rule", "yerres", "XQ", verdict) for verdict in ("accept", "refuse", "accept")],
            happened.WordRuled,
            3,
            id="a-word-ruled-there-and-back",
        ),
        pytest.param(
            [
                ("rename", "yerres", "Max Mustermann", "Moritz"),
                ("rename", "yerres", "Moritz", "Max Mustermann"),
            ]
            * 2,
            happened.PlayerRenamed,
            4,
            id="a-name-changed-there-and-back",
        ),
    ],
)
def test_orders_at_one_instant_are_all_carried_out(
    tmp_path: Path, orders_given: list[tuple[str, ...]], event: type[happened.Event], times: int
) -> None:
    """Contract 1: each call of a command is an order, with whatever `--now`; all mail leaves."""
    machine = closed(tmp_path)

    called = [call(machine, *order, now=AFTER + MINUTE) for order in orders_given]
    machine.tick(AFTER + 2 * MINUTE)

    assert [(each.code, each.err) for each in called] == [(0, "")] * len(orders_given)
    assert kinds(machine).count(event.__name__) == times


@pytest.mark.parametrize("address", ["nope", "a@b.de und c@d.de", "a@b@c.de", "Max <a@b.de>"])
def test_what_is_not_one_address_is_registered_for_nobody(tmp_path: Path, address: str) -> None:
    machine = begun(tmp_path)

    called = call(machine, "address", "yerres", "Max Mustermann", address)

    said = "es fehlt die Adresse, zum Beispiel „ADRESSE Max Mustermann = max@example.org“."
    assert (called.code, called.err) == (1, f"mailref: yerres: {said} ({address!r})\n")


@pytest.mark.parametrize(
    "order", [("draw", "yerres", "A1"), ("correct", "yerres", "--letters", "A1")]
)
def test_what_is_no_tile_is_refused_as_by_mail(tmp_path: Path, order: tuple[str, ...]) -> None:
    machine = begun(tmp_path)

    called = call(machine, *order)

    said = "es fehlen die Buchstaben, oder einer davon ist kein Spielstein."
    assert (called.code, called.err) == (1, f"mailref: yerres: {said} ('A1')\n")
