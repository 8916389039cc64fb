"""Who is found at an address, and how games are called, as games go on and others come."""

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from mailref.games.events import AddressesChanged, Event, PlayerJoined, PlayerRenamed
from mailref.games.family import family_of
from mailref.games.game import Player
from mailref.games.kind import follow
from mailref.games.rounds.events import MoveEntered
from mailref.orders.entries import GameFace
from mailref.referee.identity import (
    find_player_called,
    games_of,
    is_registered,
    owner_of,
    players_at,
)
from mailref.referee.policy import Office, RunningGame, changed_in
from tests.referee.rehearsal import MONDAY, game, rehearse


def office() -> Office:
    """Return three games: Max and Eva in two, Hans alone in the last, which Rita reads."""
    hans = {"Hans Beispiel": "hans@example.org, HB@Example.org"}
    return rehearse(
        game("a", title="1-Zug-Scrabble Aare"),
        game("b", title="1-Zug-Scrabble Brenta"),
        game("c", hans, 'subscribers = ["Rita@example.org"]', title="1-Zug-Scrabble Cher"),
    ).office


def after(found: Office, id: str, *events: Event) -> Office:  # noqa: A002  as in the file
    running = found.games[id]
    gone_on = replace(running, game=follow(running.game, events))
    return replace(found, games=MappingProxyType({**found.games, id: gone_on}))


def test_games_are_found_by_the_addresses_of_players_and_subscribers() -> None:
    found = office()

    assert found.games_at("max@example.org") == ("a", "b")
    assert found.games_at("hb@example.org") == ("c",)
    assert found.games_at("rita@example.org") == ("c",)
    assert found.games_at("fred@example.net") == ()


def test_changed_address_is_found_at_once_and_the_old_one_no_more() -> None:
    before = office()
    assert games_of(before, "max@example.org") == ("a", "b")

    found = after(before, "b", AddressesChanged("Max Mustermann", ("m@example.org",), "command"))

    assert games_of(found, "m@example.org") == ("b",)
    assert games_of(found, "max@example.org") == ("a",)
    assert games_of(before, "max@example.org") == ("a", "b")


def test_newcomer_is_known_and_a_renamed_player_goes_by_his_new_name() -> None:
    found = after(office(), "a", PlayerJoined("Fred Fremd", ("fred@example.net",)))
    found = after(found, "a", PlayerRenamed("Eva Muster", "Eva Neu", "command"))

    assert is_registered(found, "fred@example.net")
    assert [p.name for p in players_at(found.games["a"], "eva@example.org")] == ["Eva Neu"]
    assert owner_of(found, found.games["c"], "fred@example.net").name == "Fred Fremd"


def test_address_of_a_game_that_is_named_no_more_is_unknown() -> None:
    found = office()
    assert is_registered(found, "hans@example.org")

    rest = {id_: running for id_, running in found.games.items() if id_ != "c"}
    left = replace(found, games=MappingProxyType(rest))

    assert not is_registered(left, "hans@example.org")
    assert is_registered(left, "eva@example.org")


def test_names_are_looked_up_anew_only_where_a_game_is_called_otherwise() -> None:
    before = office()
    names = before.directory.names(before.games, face)
    moved = MoveEntered("Max Mustermann", 1, MONDAY, "1", ())

    gone_on = after(before, "a", moved)
    same = gone_on.directory.names(gone_on.games, face)
    renamed = gone_on.games["a"]
    policy = replace(renamed.policy, title="1-Zug-Scrabble Weser")
    other = {**gone_on.games, "a": replace(renamed, policy=policy)}

    assert same is names
    assert before.directory.names(other, face).called("weser") == ["a"]
    assert before.directory.names(other, face).called("aare") == ()


def face(running: RunningGame) -> GameFace:
    return family_of(running).face()


def test_what_has_changed_is_named_and_other_games_are_all_looked_at() -> None:
    one, two, three = object(), object(), object()

    changed = changed_in({"a": one, "b": three}, {"a": one, "b": two})

    assert list(changed or ()) == ["b"]
    assert changed_in({"b": two, "a": one}, {"a": one, "b": two}) is None
    assert changed_in({"a": one}, {"a": one, "b": two}) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rosalind", "Rosalind Hale"),
        ("rosalind", "Rosalind Hale"),
        ("Hale", "Rosalind Hale"),
        ("Tom Reed", "Tom Reed"),
        pytest.param("Tom", ("Tom Reed", "Tom Hale-Muster"), id="two are called so"),
        ("Peter", ()),
    ],
)
def test_a_first_name_that_only_one_has_is_enough_to_write_to_him(
    text: str, found: str | tuple[str, ...]
) -> None:
    names = ("Rosalind Hale", "Tom Reed", "Tom Hale-Muster")
    players = [Player(name=name, addresses=(), total=0) for name in names]

    called = find_player_called(text, players)

    assert called == found if isinstance(found, str) else not isinstance(called, str)
