"""[[game]] of a game in turns: every setting and switch, its default, and what is a fault in it (classic 2, 14)."""

from collections.abc import Mapping
from datetime import date, time, timedelta
from pathlib import Path

import pytest

from mailref.games.by_turns.policy import ReadersGet, TurnPolicy
from mailref.games.by_turns.switches import (
    BlanksIn,
    Challenges,
    CostPer,
    LeftRack,
    Refill,
    ThemeWords,
    Timeout,
    TurnRules,
    Unlisted,
)
from mailref.games.classic.switches import SWITCHES
from mailref.games.rounds.policy import RoundPolicy
from mailref.languages import FORMATS
from mailref.referee.policy import Registration, Undecided
from mailref.settings.load import fixed_for_good, variants
from mailref.tiles.board import Accents, Axes, BonusForAll, BonusTable, Square
from tests.settings.written import GAMEMASTER, MAIL, load, settings, warnings

TWO = """
[[game.player]]
name = "Anna"
addresses = ["anna@example.org"]
[[game.player]]
name = "Ben"
addresses = ["ben@example.org"]
"""


def file(game: str = "", inner: str = "", *, variant: str = "classic", players: str = TWO) -> str:
    head = f'id = "kiel"\ntitle = "Kiel"\nvariant = "{variant}"\nzone = "Europe/Berlin"\n'
    return f"{MAIL}\n{GAMEMASTER}\n[[game]]\n{head}{game}\n{inner}\n{players}"


def policy(
    game: str = "", inner: str = "", *, variant: str = "classic", players: str = TWO
) -> TurnPolicy:
    (found,) = settings(file(game, inner, variant=variant, players=players)).games
    assert isinstance(found, TurnPolicy)
    return found


def said(text: str) -> list[str]:
    """Return the faults by key and message."""
    return [f"{fault.key}: {fault.message}" for fault in load(text).faults]


def test_a_game_has_the_defaults_of_the_page() -> None:
    found = policy()

    assert found.move_time == timedelta(days=5)
    assert found.until == time(20)
    assert (found.grace, found.bank) == (timedelta(0), timedelta(0))
    assert (found.timeout, found.timeouts) == (Timeout.PASS, 3)
    assert found.vacation == timedelta(days=21)
    assert (found.readers_get, found.history) == (ReadersGet.TURN, 12)
    assert (found.lots, found.places, found.taken_over) == (False, 2, None)
    assert found.registration is Registration.CLOSED


@pytest.mark.parametrize(
    ("written", "key", "value"),
    [
        ('move_time = "36h"', "move_time", timedelta(hours=36)),
        ('until = "8:30"', "until", time(8, 30)),
        ("until = 21:15:00", "until", time(21, 15)),
        ('grace = "30m"', "grace", timedelta(minutes=30)),
        ('bank = "10d"', "bank", timedelta(days=10)),
        ('timeout = "wait"', "timeout", Timeout.WAIT),
        ('timeout = "lose"', "timeout", Timeout.LOSE),
        ("timeouts = 0", "timeouts", 0),
        ('vacation = "7d"', "vacation", timedelta(days=7)),
        ('readers_get = "end"', "readers_get", ReadersGet.END),
        ("history = 30", "history", 30),
        ('deputy = "deputy@example.org"', "deputy", "deputy@example.org"),
        ("lots = true", "lots", True),
        ("lots = true", "announce", timedelta(hours=24)),
        ("lots = true", "lots_until", timedelta(hours=1)),
        ('lots = true\nlots_until = "2h"', "lots_until", timedelta(hours=2)),
        ('announce = "3h"', "announce", timedelta(hours=3)),
        ('bank = "0d"', "announce", timedelta(0)),
        ('lots = true\nregistration = "open"', "announce", timedelta(0)),
        ('registration = "open"\nplaces = 4', "places", 4),
        ("skip = [2026-12-25]", "skip", (date(2026, 12, 25),)),
        ('undecided = "accept"', "undecided", Undecided.ACCEPT),
    ],
)
def test_each_setting_is_read(written: str, key: str, value: object) -> None:
    assert getattr(policy(written), key) == value


@pytest.mark.parametrize(
    ("written", "key", "value"),
    [
        ("rack = 8", "rack", 8),
        ("bonus = { 6 = 20, 7 = 60 }", "bonus", BonusTable(((6, 20), (7, 60)))),
        ("bonus = { all = 40 }", "bonus", BonusForAll(40)),
        ('challenge = "none"', "challenge", Challenges.NONE),
        ("challenge_cost = 10", "challenge_cost", 10),
        ('challenge_per = "word"', "challenge_per", CostPer.WORD),
        ("challenge_forfeit = true", "challenge_forfeit", True),
        ('challenge_time = "36h"', "challenge_time", timedelta(hours=36)),
        ('challenge_time = "0h"', "challenge_time", timedelta(0)),
        ('challenge_time = "auto"', "challenge_time", None),
        ('refill = "at_once"', "refill", Refill.AT_ONCE),
        ('unlisted = "refuse"', "unlisted", Unlisted.REFUSE),
        ("exchange_min = 1", "exchange_min", 1),
        ("passes = 3", "passes", 3),
        ("scoreless = 6", "scoreless", 6),
        ('starter = "listed"', "starter", "listed"),
        ('starter = "Ben"', "starter", "Ben"),
        ('seats = "lot"', "seats", "lot"),
        ("swap = true", "swap", True),
        ("opening = 5", "opening", 5),
        ("bags = 2", "bags", 2),
        ('blanks_in = "vowels"', "blanks_in", BlanksIn.VOWELS),
        ('left_rack = "aside"', "left_rack", LeftRack.ASIDE),
        ('axes = "columns"', "axes", Axes.COLUMNS),
        ('accents = "refuse"', "accents", Accents.REFUSE),
        ("names = true", "names", True),
    ],
)
def test_each_switch_is_read_and_told_again(written: str, key: str, value: object) -> None:
    rules = policy(inner=f"[game.rules]\n{written}").rules

    assert getattr(rules, key) == value
    assert SWITCHES.read({}, SWITCHES.table(rules)) == (rules, ())


def test_the_area_of_the_first_word_is_named_by_rows() -> None:
    rules = policy(inner='[game.rules]\nstart = "G7-H9"').rules

    assert rules.start is not None
    assert (rules.start.first, rules.start.last) == (Square(6, 6), Square(7, 8))


@pytest.mark.parametrize(
    ("variant", "challenge", "cost", "exchange_min", "refill"),
    [
        ("classic", Challenges.ALLOWED, 5, 7, Refill.ACCEPTED),
        ("classic-booklet", Challenges.ALLOWED, 0, 1, Refill.ACCEPTED),
        ("classic-open", Challenges.NONE, 5, 7, Refill.AT_ONCE),
    ],
)
def test_the_shipped_variants(
    variant: str, challenge: Challenges, cost: int, exchange_min: int, refill: Refill
) -> None:
    """Classic 2, the table of switches."""
    rules = policy(variant=variant).rules

    assert (rules.challenge, rules.challenge_cost) == (challenge, cost)
    assert (rules.exchange_min, rules.refill) == (exchange_min, refill)
    assert (rules.rack, rules.bonus, rules.most_tiles) == (7, BonusTable(((7, 50),)), None)
    assert (rules.passes, rules.scoreless, rules.opening, rules.bags) == (2, 0, 2, 1)
    assert (rules.starter, rules.seats, rules.unlisted) == ("draw", "listed", Unlisted.ASK)
    assert (rules.swap, rules.theme, rules.start, rules.names) == (False, None, None, False)
    assert (rules.axes, rules.accents) == (Axes.ROWS, Accents.ASK)
    assert [rules.open_for(seats) for seats in (2, 3, 4)] == [
        timedelta(0),
        timedelta(days=1),
        timedelta(days=1),
    ]


def test_words_of_a_theme() -> None:
    inner = '[game.theme]\nname = "Küche"\nwords = ["Herd", "Töpfe"]'

    assert policy(inner=inner).rules.theme == ThemeWords("Küche", 5, ("HERD", "TÖPFE"))


def test_a_game_under_way_is_taken_over() -> None:
    start = '[game.start]\nturn = 12\nto_move = "Ben"\nracks = { "Anna" = "AEINRST" }\n'
    board = "\n".join(["." * 15] * 7 + ["...RUCKEN......"] + ["." * 15] * 7)

    over = policy(
        inner=f'{start}scores = {{ Anna = 50, Ben = 40 }}\nboard = """\n{board}\n"""'
    ).taken_over

    assert over is not None
    assert (over.turn, over.to_move) == (12, "Ben")
    assert over.scores == (("Anna", 50), ("Ben", 40))
    assert [(name, rack.value) for name, rack in over.racks] == [("Anna", "AEINRST")]
    assert "AEINRST" not in repr(over)
    assert over.board.letter(Square(7, 3)) == "R"


ONE = '[[game.player]]\nname = "Anna"\n'
FIVE = "".join(f'[[game.player]]\nname = "Spieler {n}"\n' for n in range(5))


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (file('schedule = "every friday at 20:00"'), ["schedule: belongs to games in rounds"]),
        (file('letters = "ABCDEFG"'), ["letters: belongs to games in rounds"]),
        (file('draw = "hand"'), ["draw: belongs to games in rounds"]),
        (file('min_round = "7d"'), ["min_round: belongs to games in rounds"]),
        (file('columns = ["solo"]'), ["columns: belongs to games in rounds"]),
        (file("solo_bonus = 5"), ["solo_bonus: belongs to games in rounds"]),
        (file('publish = "auto"'), ["publish: belongs to games in rounds"]),
        (file("deadline = 2026-12-11T20:00:00"), ["deadline: belongs to games in rounds"]),
        (file('publish = "approve"'), ["publish: belongs to games in rounds"]),
        (
            file('lots = true\nannounce = "0h"'),
            ["announce: must be longer than lots_until, or no word could come before all is drawn"],
        ),
        (
            file('lots = true\nlots_until = "24h"'),
            ["announce: must be longer than lots_until, or no word could come before all is drawn"],
        ),
        (
            file(inner='[game.rules]\nlate_joiner = "zero"'),
            ["[game.rules] late_joiner: belongs to games in rounds"],
        ),
        (
            file(inner="[game.rules]\nletters = 8"),
            ["[game.rules] letters: belongs to games in rounds"],
        ),
        (
            file(inner='[game.start]\nturn = 2\nto_move = "Ben"\nround = 3'),
            ["[game.start] round: belongs to games in rounds"],
        ),
        (file("moves = 3"), ["moves: is no known key"]),
        (file("move_tim = 3"), ['move_tim: is no known key; did you mean "move_time"?']),
        (file(players=ONE), ["player: there is one; a game in turns has 2 to 4"]),
        (file(players=FIVE), ["player: there are 5; a game in turns has 2 to 4"]),
        (file("places = 3"), ['places: says 3, but 2 play and registration is "closed"']),
        (file("places = 5"), ["places: must be from 2 to 4, not 5"]),
        (
            file(
                'registration = "open"\nplaces = 2', players=TWO + '[[game.player]]\nname = "C"\n'
            ),
            ["places: says 2, but 3 players are listed"],
        ),
        (file('until = "25:00"'), ['until: must be an hour such as "20:00", not "25:00"']),
        (
            file(inner="[game.rules]\nrack = 5\nopening = 6"),
            ["[game.rules] opening: 6 letters can never be laid from a rack of 5"],
        ),
        (
            file(inner="[game.rules]\nchallenge_cost = 3", variant="classic-open"),
            [
                '[game.rules] challenge_cost: says nothing where challenge = "none"; one of them must go'
            ],
        ),
        (
            file(inner="[game.theme]\npoints = 3"),
            ['[game.theme] name: is missing; write for instance name = "Küche"'],
        ),
        (
            file(inner='[game.rules]\nstarter = "Cleo"'),
            ['[game.rules] starter: must be "draw", "listed" or a player, not "Cleo"'],
        ),
        (
            file(inner='[game.start]\nturn = 2\nto_move = "Cleo"'),
            ['[game.start] to_move: "Cleo" is no player of this game'],
        ),
        (
            file(inner='[game.start]\nturn = 2\nto_move = "Ben"\nracks = { Ben = "AEINRSTU" }'),
            ['[game.start] racks: "Ben" has 8 tiles; a rack holds 7'],
        ),
        (
            file(inner='[game.start]\nturn = 2\nto_move = "Ben"\nracks = { Ben = "QQ" }'),
            ["[game.start] racks: are more than the set less the board holds: Q"],
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_key(text: str, faults: list[str]) -> None:
    assert said(text) == faults


ROUNDS = f"""{MAIL}
{GAMEMASTER}
[[game]]
id = "yerres"
title = "Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2026-12-11T20:00:00
"""


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ('move_time = "5d"', "move_time"),
        ('until = "20:00"', "until"),
        ('grace = "30m"', "grace"),
        ('bank = "1d"', "bank"),
        ('timeout = "pass"', "timeout"),
        ("timeouts = 2", "timeouts"),
        ('vacation = "1d"', "vacation"),
        ('readers_get = "end"', "readers_get"),
        ("history = 3", "history"),
        ("places = 2", "places"),
        ('[game.theme]\nname = "Küche"', "theme"),
        ('[game.rules]\nchallenge = "none"', "[game.rules] challenge"),
        ("[game.rules]\nbags = 2", "[game.rules] bags"),
        ('[game.start]\nround = 2\nto_move = "Anna"', "[game.start] to_move"),
    ],
)
def test_keys_of_turns_do_not_belong_into_rounds(written: str, key: str) -> None:
    assert said(f"{ROUNDS}{written}\n{TWO}") == [f"{key}: belongs to games in turns"]


def test_both_families_stand_side_by_side() -> None:
    text = f"{ROUNDS}{TWO}" + file().removeprefix(f"{MAIL}\n{GAMEMASTER}\n")

    one, other = settings(text).games

    assert isinstance(one, RoundPolicy)
    assert isinstance(other, TurnPolicy)


def test_the_rules_that_players_agreed_to_stay() -> None:
    before, after = settings(file()), settings(file(inner="[game.rules]\nswap = true"))

    faults = fixed_for_good(Path("config.toml"), before, after)

    assert [fault.key for fault in faults] == ["[game.rules]"]


@pytest.mark.parametrize("name", ["classic", "classic-booklet", "classic-open"])
def test_a_variant_names_every_switch_that_says_something(name: str) -> None:
    switches = dict(variants()[name])

    assert switches.pop("family") == "turns"
    titles, told = switches.pop("title"), switches.pop("told")
    assert isinstance(titles, Mapping)
    assert isinstance(told, Mapping)
    assert set(titles) == set(told) == set(FORMATS)
    assert set(switches) == set(SWITCHES.table(policy(variant=name).rules))
    assert isinstance(policy(variant=name).rules, TurnRules)


MASTER_PLAYS = TWO.replace("ben@example.org", "GM@example.org")
REFUSED = (
    'config.toml: [[game]] "kiel": deputy: is missing, and the game master plays: words that no list '
    "knows are refused"
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            file(variant="classic-open", players=MASTER_PLAYS), [REFUSED], id="open-dictionary"
        ),
        pytest.param(
            file(variant="classic-open", players=MASTER_PLAYS, game='deputy = "v@example.org"'),
            [],
            id="with-a-deputy",
        ),
        pytest.param(file(variant="classic-open"), [], id="he-does-not-play"),
        pytest.param(file(players=MASTER_PLAYS), [], id="words-lie-before-they-are-doubted"),
        pytest.param(
            file(
                variant="classic-open",
                players=MASTER_PLAYS,
                inner='[game.rules]\nunlisted = "refuse"',
            ),
            [],
            id="refused-in-any-case",
        ),
    ],
)
def test_check_says_that_nobody_rules_where_the_game_master_plays(
    text: str, told: list[str]
) -> None:
    """Classic 10: he must not decide on a word of his opponent's that lies nowhere yet."""
    assert warnings(text) == told
    assert load(text).settings is not None
