"""[[tournament]]: its plan, its games, and what is a fault in it (other games 4)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.policy import FullBoard, TurnPolicy
from mailref.games.game import SameTiles
from mailref.games.tournament.pairing import round_robin
from mailref.games.tournament.standings import Meeting
from mailref.games.tournament.tournament import (
    RoundPaired,
    System,
    TournamentPlan,
    apply_tournament,
    game_ids,
    next_step,
    opened,
)
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.shapes import folded
from mailref.referee.policy import Registration
from mailref.settings.load import fixed_for_good
from tests.settings.written import GAMEMASTER, MAIL, load, settings

FOUR = ("Anna", "Ben", "Cora", "Dirk")
AT = datetime(2026, 12, 1, tzinfo=UTC)


def file(
    keys: str = 'system = "swiss"', *, players: tuple[str, ...] = FOUR, before: str = ""
) -> str:
    head = 'id = "club"\ntitle = "Vereinsturnier"\nvariant = "classic"\nzone = "Europe/Berlin"\n'
    of = "".join(
        f'[[tournament.player]]\nname = "{name}"\naddresses = ["{name.lower()}@example.org"]\n'
        for name in players
    )
    return f"{MAIL}\n{GAMEMASTER}\n{before}\n[[tournament]]\n{head}{keys}\n{of}"


def said(text: str) -> list[str]:
    return [f"{fault.table} {fault.key}: {fault.message}" for fault in load(text).faults]


def test_a_tournament_has_a_plan_and_the_settings_of_its_games() -> None:
    keys = 'system = "swiss"\nmove_time = "3d"\nrounds = 2\ndecided_by = "sum"\ngames_each = 2\n'
    (found,) = settings(file(keys + "[tournament.rules]\nchallenge_cost = 10\n")).tournaments

    assert found.plan == TournamentPlan(
        "club", "Vereinsturnier", System.SWISS, FOUR, 2, games_each=2, is_sum=True
    )
    assert isinstance(found.game, TurnPolicy)
    assert found.game.move_time == timedelta(days=3)
    assert found.game.rules.challenge_cost == 10
    assert found.start is None


def test_the_games_are_those_of_the_meetings_and_who_begins_stands_first() -> None:
    keys = 'system = "round_robin"\ngames_each = 2'
    (policy,) = settings(file(keys, players=("Anna", "Ben"))).tournaments
    now = apply_tournament(None, opened(policy.plan, bytes(32), AT))
    step = next_step(now, bytes(32), AT)
    assert step is not None

    first, second = policy.games(apply_tournament(now, step))

    assert (first.id, first.title) == ("club-r1-t1", "Vereinsturnier R1T1")
    assert (second.id, second.title) == ("club-r1-t1-2", "Vereinsturnier R1T1G2")
    assert [player.name for player in first.players] == list(
        reversed([player.name for player in second.players])
    )
    assert {each.addresses for each in first.players} == {
        ("anna@example.org",),
        ("ben@example.org",),
    }
    assert isinstance(first, TurnPolicy)
    assert (first.rules.starter, first.rules.seats, first.places) == ("listed", "listed", 2)
    assert first.registration is Registration.CLOSED


GAME = """
[[game]]
id = "{}"
title = "Kiel"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2026-12-11T20:00:00
[[game.player]]
name = "Max"
"""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(
            file("rounds = 2"),
            '[[tournament]] "club" system: is missing; write for instance system = "swiss"',
            id="without a system",
        ),
        pytest.param(
            file('system = "knockout"'),
            '[[tournament]] "club" system: must be "round_robin" or "swiss" or "ladder" or "league",'
            ' not "knockout"',
            id="of an unknown system",
        ),
        pytest.param(
            file('system = "swiss"\nrounds = 3'),
            '[[tournament]] "club" rounds: must be from 1 to 2, not 3',
            id="more rounds than can be paired",
        ),
        pytest.param(
            file('system = "swiss"', players=("Anna",)),
            '[[tournament]] "club" player: there are 1; a tournament has two at least',
            id="alone",
        ),
        pytest.param(
            file('system = "league"'),
            '[[tournament]] "club" player: there are 4: they make no divisions of 5 to 8',
            id="too few for a league",
        ),
        pytest.param(
            file('system = "swiss"\nplaces = 3'),
            '[[tournament]] "club" places: is no key of a tournament',
            id="a key that the tournament decides",
        ),
        pytest.param(
            file('system = "swiss"').replace('variant = "classic"', 'variant = "sb"'),
            '[[tournament]] "club" variant: must be one of games in turns, not "sb"',
            id="in rounds",
        ),
        pytest.param(
            file('system = "swiss"', before=GAME.format("club")),
            '[[tournament]] "club" id: is that of a game',
            id="the id of a game",
        ),
        pytest.param(
            file('system = "swiss"', before=GAME.format("club-r1-t2")),
            "[[tournament]] \"club\" id: makes games such as 'club-r1-t2', which is there",
            id="the id of a game that it would make",
        ),
        pytest.param(
            file('system = "swiss"\n[tournament.rules]\nrackk = 8\n'),
            '[[tournament]] "club" [tournament.rules] rackk: is no known key; did you mean "rack"?',
            id="an unknown switch",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text: str, fault: str) -> None:
    assert fault in said(text)


def test_the_plan_cannot_change_once_the_tournament_has_begun() -> None:
    old = settings(file())
    new = settings(file('system = "round_robin"'))

    (fault,) = fixed_for_good(Path("config.toml"), old, new)

    assert fault.line == (
        'config.toml: [[tournament]] "club": '
        "players, plan and rules cannot change once the tournament has begun"
    )
    harder = settings(file('system = "swiss"\n[tournament.rules]\nchallenge_cost = 10\n'))
    assert len(fixed_for_good(Path("x"), old, harder)) == 1
    (tournament,) = old.tournaments
    titled = replace(tournament, plan=replace(tournament.plan, title="Anders"))
    assert fixed_for_good(Path("x"), old, replace(old, tournaments=(titled,))) == ()


def test_no_two_games_are_called_alike_where_punctuation_is_not_read() -> None:
    """Of 24 players table 11 of round 1 and table 1 of round 11; game 2 of a meeting and table 12."""
    names = tuple(f"Spieler {number}" for number in range(24))
    players = "".join(f'[[tournament.player]]\nname = "{name}"\n' for name in names)
    keys = 'system = "round_robin"\ngames_each = 2\n'
    (policy,) = settings(file(keys + players, players=())).tournaments
    now = apply_tournament(None, opened(policy.plan, bytes(32), AT))
    for number in range(1, 13):
        pairs = round_robin(names, number)[0]
        meetings = tuple(
            Meeting(number, table, pair, tuple(game_ids(policy.plan, number, table)))
            for table, pair in enumerate(pairs, start=1)
        )
        now = apply_tournament(now, RoundPaired(number, names, meetings, (), AT))

    titles = [folded(game.title) for game in policy.games(now)]

    assert len(titles) == len(set(titles)) == 12 * 12 * 2


def test_double_games_with_the_same_tiles_are_two_and_the_sum_decides() -> None:
    """Other games 4."""
    keys = 'system = "round_robin"\nsame_tiles = true\n'
    (policy,) = settings(file(keys, players=("Anna", "Ben"))).tournaments

    assert (policy.plan.games_each, policy.plan.is_sum, policy.plan.same_tiles) == (2, True, True)
    now = apply_tournament(None, opened(policy.plan, bytes(32), AT))
    meeting = Meeting(1, 1, ("Ben", "Anna"), ("club-r1-t1", "club-r1-t1-2"))
    now = apply_tournament(now, RoundPaired(1, ("Anna", "Ben"), (meeting,), (), AT))
    first, second = policy.games(now)
    assert isinstance(first, TurnPolicy)
    assert isinstance(second, TurnPolicy)
    assert first.same_tiles == SameTiles("club-r1-t1-2", is_second=False)
    assert second.same_tiles == SameTiles("club-r1-t1", is_second=True)


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        pytest.param(
            "games_each = 3",
            "games_each: is 3; with same_tiles every second game follows one before it",
            id="odd",
        ),
        pytest.param(
            "lots = true",
            "same_tiles: is for games without lots: words mixed in would change the order",
            id="lots",
        ),
        pytest.param(
            "[tournament.rules]\nbags = 2", "same_tiles: is for games with one bag", id="bags"
        ),
    ],
)
def test_what_cannot_have_the_same_tiles_is_refused(keys: str, fault: str) -> None:
    assert said(file(f'system = "swiss"\nsame_tiles = true\n{keys}\n')) == [
        f'[[tournament]] "club" {fault}'
    ]


def in_unscrabble(keys: str) -> str:
    return file(f'system = "swiss"\n{keys}').replace('"classic"', '"unscrabble"')


def test_every_table_of_un_scrabble_gets_the_board() -> None:
    rows = ["." * 15] * 15
    rows[7] = "....HAUS......."
    listed = ", ".join(f'"{row}"' for row in rows)
    (policy,) = settings(in_unscrabble(f"board = [{listed}]\n")).tournaments

    assert isinstance(policy.game, TurnPolicy)
    assert isinstance(policy.game.rules, UnscrabbleRules)
    assert policy.game.rules.seats == "listed"
    assert policy.game.full is not None
    assert policy.game.full.board is not None
    assert "".join(tile.tile for tile in policy.game.full.board.tiles) == "HAUS"
    (later,) = settings(in_unscrabble('from = "kiel"\n')).tournaments
    assert isinstance(later.game, TurnPolicy)
    assert later.game.full == FullBoard(None, "kiel")


def test_un_scrabble_needs_its_board_and_nothing_else_has_one() -> None:
    label = '[[tournament]] "club"'
    assert said(in_unscrabble("")) == [
        f'{label} board: needs from = "kiel", a game here that is over, or board, and not both'
    ]
    assert said(file('system = "swiss"\nfrom = "kiel"\n')) != []
    assert said(in_unscrabble('from = "kiel"\nsame_tiles = true\n')) == [
        f"{label} same_tiles: says nothing in Un-Scrabble: no tiles are drawn"
    ]


def two(keys: str = "", rules: str = 'starter = "Ben"', variant: str = "classic") -> str:
    """Return a file with the two games of a double game; *keys* and *rules* are those of the second."""
    players = "".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["{name.lower()}@example.org"]\n'
        for name in ("Anna", "Ben")
    )
    head = 'title = "{0}"\nid = "{0}"\nvariant = "{1}"\nzone = "Europe/Berlin"\n'
    first = f'{head.format("kiel", "classic")}[game.rules]\nstarter = "listed"\n{players}'
    later = f'{head.format("ulm", variant)}same_tiles = "kiel"\n{keys}\n[game.rules]\n{rules}\n'
    return f"{MAIL}\n{GAMEMASTER}\n[[game]]\n{first}\n[[game]]\n{later}{players}"


def test_two_games_of_the_file_know_each_other() -> None:
    first, second = settings(two()).games

    assert isinstance(first, TurnPolicy)
    assert isinstance(second, TurnPolicy)
    assert first.same_tiles == SameTiles("ulm", is_second=False)
    assert second.same_tiles == SameTiles("kiel", is_second=True)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(
            two(rules='starter = "listed"'),
            'needs [game.rules] starter = "listed", or a name, in both games: each begins once',
            id="the same begins",
        ),
        pytest.param(
            two(rules=""),
            'needs [game.rules] starter = "listed", or a name, in both games: each begins once',
            id="a lot",
        ),
        pytest.param(
            two(variant="classic-open"), '"kiel" must have the same variant', id="variant"
        ),
        pytest.param(
            two("lots = true"),
            "is for games with one bag, from their beginning, and without lots",
            id="lots",
        ),
        pytest.param(
            two().replace('same_tiles = "kiel"', 'same_tiles = "bonn"'),
            'must be the id of another game of this file, such as "kiel"',
            id="no such game",
        ),
    ],
)
def test_two_games_that_cannot_have_the_same_tiles_are_refused(text: str, fault: str) -> None:
    assert said(text) == [f'[[game]] "ulm" same_tiles: {fault}']


def test_check_says_that_nobody_rules_where_the_game_master_takes_part() -> None:
    """Classic 10: in his games words that no list knows are refused, without a deputy."""
    text = file(players=(*FOUR, "GM")).replace('"classic"', '"classic-open"')

    assert [each.message for each in load(text).warnings] == [
        "is missing, and the game master plays: words that no list knows are refused"
    ]
