"""[club]: who may begin games by mail and which, and what is wrong with it (contract 2)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.club.club import Member, Members, WordJudge
from mailref.referee.policy import GamePolicy
from mailref.settings.club import agreed_game, policy_of
from mailref.settings.values import ClubSettings
from mailref.tiles.board import Axes
from tests.settings.written import GAME, GAMEMASTER, MAIL, PLAYER, around, file, load, settings

CLUB = '[club]\nvariants = ["classic"]\nzone = "Europe/Berlin"\n'


def club(text: str) -> ClubSettings:
    found = settings(file() + text).club
    assert found is not None
    return found


def test_without_the_table_there_is_no_club() -> None:
    assert settings(file()).club is None


def test_what_is_not_said_is_the_default() -> None:
    found = club(CLUB)
    assert (found.tag, found.members, found.most) == ("club", Members.REGISTERED, 20)
    assert (found.judge, found.language) == (WordJudge.GAME_MASTER, "de")


def test_a_club_without_a_title_is_called_as_its_referee() -> None:
    """Mails called it `Club`, came from `Scrabble`, and had `[mailref]` or `[club]` before their subjects."""
    found = club(CLUB)
    assert (found.title, found.name) == ("Scrabble", "Scrabble")


@pytest.mark.parametrize(
    ("title", "name"),
    [("Scrabble-Verein", "Scrabble-Verein"), ("Scrabble-Verein der Stadt Kiel", "club")],
)
def test_what_stands_before_subjects_is_the_title_where_that_is_short(
    title: str, name: str
) -> None:
    assert club(f'{CLUB}title = "{title}"\n').name == name


def test_keys_of_games_go_to_the_games_that_have_them() -> None:
    found = club(
        '[club]\nvariants = ["classic", "dottendorf-1zug"]\nzone = "Europe/Berlin"\n'
        'move_time = "3d"\nschedule = "jeden Freitag um 20:00"\ntiles = "english"\n'
    )
    keys = {variant: set(its) for variant, its in found.keys}
    assert keys == {
        "classic": {"variant", "zone", "tiles", "move_time"},
        "dottendorf-1zug": {"variant", "zone", "tiles", "schedule"},
    }


def test_each_switch_goes_to_the_games_that_have_it() -> None:
    """The game master sets rules for games that he does not begin; who judges words he says by `judge` alone."""
    found = club(
        '[club]\nvariants = ["classic", "dottendorf-1zug"]\nzone = "Europe/Berlin"\njudge = "list"\n'
        'schedule = "jeden Freitag um 20:00"\n'
        '[club.rules]\nrack = 8\nmost_tiles = 7\nunlisted = "ask"\naxes = "columns"\n'
    )
    rules = {variant: its.get("rules") for variant, its in found.keys}
    assert rules == {
        "classic": {"rack": 8, "unlisted": "refuse", "axes": "columns"},
        "dottendorf-1zug": {"most_tiles": 7, "axes": "columns", "only_listed": True},
    }


@pytest.mark.parametrize(
    ("keys", "key", "said"),
    [
        ('variants = ["clasic"]', "variants", "clasic"),
        ("", "variants", "is missing"),
        ('variants = ["classic"]\nmembers = "all"', "members", "registered"),
        ('variants = ["classic"]\nmost = 0', "most", "from 1"),
        ('variants = ["classic"]\ntag = "mailref"', "tag", "mailref"),
        ('variants = ["classic"]\ntag = "a b"', "tag", "letters"),
        ('variants = ["classic"]\nmovetime = "3d"', "movetime", "move_time"),
        ('variants = ["classic"]\nschedule = "jeden Freitag um 20:00"', "schedule", "no key"),
        ('variants = ["classic"]\nmailbox = "north"', "mailbox", "must be the id"),
        ('variants = ["classic"]\nmove_time = "bald"', "move_time", "duration"),
        ('variants = ["classic"]\nregistration = "open"', "registration", "no key of a club"),
        ('variants = ["classic"]\nplayer = []', "player", "no key of a club"),
        ('variants = ["classic"]\nrules = 3', "rules", "table"),
        ('variants = ["classic"]\n[club.rules]\nchalenge = "none"', "rules.chalenge", "challenge"),
        ('variants = ["classic"]\n[club.rules]\nrack = 80', "rules.rack", "to"),
        ('variants = ["unscrabble"]', "[game.start]", "needs from"),
        ('variants = ["classic", "solitaire"]', "deadline", "is missing"),
        ('variants = ["classic", "solitaire"]', "deadline", 'needed by "solitaire" in variants'),
        ('variants = ["dottendorf-1zug"]\njudge = "players"', "judge", "challenged"),
    ],
)
def test_what_is_wrong_is_said_of_its_key(keys: str, key: str, said: str) -> None:
    found = load(f'{file()}[club]\nzone = "Europe/Berlin"\n{keys}\n').faults
    assert {each.table for each in found} == {"[club]"}
    assert [each for each in found if each.key == key and said in each.message], found


def test_the_zone_must_be_named() -> None:
    found = load(f'{file()}[club]\nvariants = ["classic"]\n').faults
    assert [each.key for each in found] == ["zone"]


def begun(keys: str, variant: str, days: str = "") -> GamePolicy:
    """Return the settings of a game that two members begin in a club."""
    found = club(f'[club]\nzone = "Europe/London"\n{keys}\n')
    members = (Member("Ann", ("ann@example.org",)), Member("Ben", ("ben@example.org",)))
    where = around(Path("/srv/mailref"))
    name, at = ("club-1", "Scrabble 1"), datetime(2026, 11, 25, tzinfo=UTC)
    agreed = agreed_game(
        found, where, number=1, name=name, variant=variant, players=members, days=days, at=at
    )
    return policy_of(agreed, where)


def test_the_rules_of_a_club_are_those_of_a_game_that_is_begun() -> None:
    policy = begun('variants = ["classic"]\n[club.rules]\nrack = 8\naxes = "rows"', "classic")

    assert isinstance(policy, TurnPolicy)
    assert (policy.rules.rack, policy.rules.axes) == (8, Axes.ROWS)


@pytest.mark.parametrize(
    ("keys", "days", "least"),
    [
        ("", "every friday at 20:00", 5),
        ('schedule = "every friday at 20:00"', "", 5),
        ("", "every 2 weeks on friday at 20:00", 7),
        ('min_round = "3d"', "every friday at 20:00", 3),
    ],
)
def test_of_weekly_rounds_each_takes_a_week(keys: str, days: str, least: int) -> None:
    """With the usual `min_round` of seven days each would take two."""
    policy = begun(f'variants = ["dottendorf-1zug"]\n{keys}', "dottendorf-1zug", days)

    assert isinstance(policy, PolicyByRounds)
    assert policy.min_round == timedelta(days=least)


@pytest.mark.parametrize(("language", "axes"), [("en", "columns"), ("de", "rows"), ("fr", "rows")])
@pytest.mark.parametrize("judge", ["game_master", "list"])
def test_squares_are_named_as_in_the_clubs_language(language: str, axes: str, judge: str) -> None:
    keys = f'variants = ["classic"]\nlanguage = "{language}"\njudge = "{judge}"'
    policy = begun(keys, "classic")

    assert isinstance(policy, TurnPolicy)
    assert policy.rules.axes.value == axes
    assert policy.rules.unlisted.value == ("refuse" if judge == "list" else "ask")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param(CLUB, ["members"], id="nobody is registered"),
        pytest.param(CLUB + 'members = "confirmed"\n', [], id="who comes is asked"),
        pytest.param(CLUB + GAME + PLAYER, [], id="somebody plays"),
        pytest.param(
            f'[site]\nfolder = "."\n{GAME}{PLAYER}', ["folder"], id="the folder of the settings"
        ),
        pytest.param(f'[site]\nfolder = ".."\n{GAME}{PLAYER}', ["folder"], id="a folder around it"),
        pytest.param(f'[site]\nfolder = "public"\n{GAME}{PLAYER}', [], id="a folder in it"),
    ],
)
def test_a_club_in_which_nobody_can_begin_and_pages_among_other_files_are_told(
    tmp_path: Path, text: str, keys: list[str]
) -> None:
    found = load(MAIL + GAMEMASTER + text, tmp_path)

    assert [each.key for each in found.warnings] == keys


AT_DOOR = CLUB + 'members = "confirmed"\n'


@pytest.mark.parametrize(
    ("mail", "keys", "warned"),
    [
        ("", 'trust = "authenticated_or_token"\n', ["authserv_id"]),
        ("", 'trust = "authenticated"\n', ["authserv_id"]),
        ("", 'trust = "token"\n', []),
        ("", "", []),
        ('authserv_id = "mx.example.org"\n', 'trust = "authenticated"\n', []),
    ],
)
def test_a_proof_that_only_our_server_could_tell_of_wants_its_name(
    tmp_path: Path, mail: str, keys: str, warned: list[str]
) -> None:
    """Each fresh order of each member was asked about, and nothing said why."""
    found = load(MAIL + mail + GAMEMASTER + AT_DOOR + keys, tmp_path)

    assert [each.key for each in found.warnings] == warned


@pytest.mark.parametrize(
    ("time", "warned"), [("60s", ["move_time"]), ("10m", ["move_time"]), ("1d", []), ("3d", [])]
)
def test_a_time_for_a_move_that_is_less_than_a_day_is_told(
    tmp_path: Path, time: str, warned: list[str]
) -> None:
    """A turn lasts until the next hour `until` after it: with 60s as with 10m that was 20:00."""
    key = f'move_time = "{time}"\n'
    in_club = load(MAIL + GAMEMASTER + AT_DOOR + key, tmp_path)
    variant = GAME.replace('"dottendorf-1zug"', '"classic"').replace("deadline =", "# deadline =")
    players = PLAYER + PLAYER.replace("Max", "Eva").replace("max@", "eva@")
    in_game = load(MAIL + GAMEMASTER + variant + key + players, tmp_path)

    assert [each.key for each in in_club.warnings] == warned
    assert [each.key for each in in_game.warnings if each.key == "move_time"] == warned
    if warned:
        assert "the next 20:00" in in_club.warnings[0].message
