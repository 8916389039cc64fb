"""Double games with the same tiles: one after the other, and nothing is told before both are over (other games 4)."""

import hashlib
import hmac
import json
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from mailref.games.by_turns.contents import TurnReport, TurnsOpening
from mailref.games.classic.game import TurnGame
from mailref.games.game import SameTiles
from mailref.games.rummikub.game import TableGame
from mailref.referee.contents import SettingsFaulty
from mailref.referee.mails import Owed
from mailref.tiles.board import TILES, in_order
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MONDAY
from tests.tick.machines import Post, post
from tests.tick.test_tournaments import club, resigns, tournament

MINUTE = timedelta(minutes=1)
FIRST, SECOND = "club-r1-t1", "club-r1-t1-2"


def shuffled(seed: bytes) -> str:
    """Return all tiles as docs/chance.md draws them with purpose `order`, computed by itself."""
    numbers = (
        int.from_bytes(block[at : at + 4], "big")
        for i in count()
        for block in [hmac.new(seed, b"order\0" + i.to_bytes(4, "big"), hashlib.sha256).digest()]
        for at in range(0, 32, 4)
    )
    left, drawn = list(TILES.all_tiles), ""
    while left:
        number = next(numbers)
        if number < 2**32 - 2**32 % len(left):
            drawn += left.pop(number % len(left))
    return drawn


def begun(tmp_path: Path, variant: str = "classic") -> Post:
    text = club("round_robin", "Anna", "Ben", keys="same_tiles = true")
    there = post(tmp_path, text.replace('"classic"', f'"{variant}"'))
    there.tick(MONDAY)
    there.tick(MONDAY)
    return there


def turns(there: Post, id_: str) -> TurnGame:
    game = there.machine.journal.games.load(id_)
    assert isinstance(game, TurnGame)
    return game


def moves(there: Post, id_: str, line: str) -> None:
    """Let whose turn it is write one line."""
    turn = turns(there, id_).turn
    assert turn is not None
    sender = f"{turn.player.lower()}@example.org"
    there.arrives(line, sender, subject=f"[{id_} Z{turn.number}] Zug")
    there.tick(MONDAY + MINUTE)


def reports(there: Post) -> list[tuple[Owed, TurnReport]]:
    return [(o, o.content) for o in there.letters.owed if isinstance(o.content, TurnReport)]


def exported(tmp_path: Path, id_: str) -> Any:
    file = tmp_path / f"{id_}.json"
    config = ("-c", str(tmp_path / "config.toml"))
    assert mailref("export", id_, "--out", str(file), *config).code == 0
    assert mailref("verify", id_, *config).code == 0
    assert mailref("verify", "--file", str(file)).code == 0
    return json.loads(file.read_text(encoding="utf-8"))


def test_the_second_game_is_drawn_in_the_order_of_the_first(tmp_path: Path) -> None:
    there = begun(tmp_path)
    order = shuffled(_seed(there, FIRST))
    assert there.machine.journal.games.load(SECOND) is None
    game = turns(there, FIRST)
    starter, other = game.seats

    assert game.same_tiles == SameTiles(SECOND, is_second=False)
    assert game.hands[starter].rack.value == in_order(order[:7])
    assert game.hands[other].rack.value == in_order(order[7:14])
    back = game.hands[starter].rack.value[:2]
    moves(there, FIRST, f"TAUSCHE {back}")
    moves(there, FIRST, "PASSE")
    moves(there, FIRST, "TAUSCHE ALLE")

    now = turns(there, FIRST)
    assert now.hands[starter].rack.value == in_order(order[16:23])
    own = in_order(order[:7])[2:] + order[14:16]
    assert now.bag.value == order[23:] + in_order(back) + in_order(own)
    resigns(there, FIRST, other)
    there.tick(MONDAY + 2 * MINUTE)

    later = turns(there, SECOND)
    assert later.seats == (other, starter)
    assert later.same_tiles == SameTiles(FIRST, is_second=True)
    assert later.commitment == now.commitment
    assert later.hands[other].rack.value == in_order(order[:7])
    assert later.hands[starter].rack.value == in_order(order[7:14])
    moves(there, SECOND, f"TAUSCHE {later.hands[other].rack.value}")
    assert turns(there, SECOND).hands[other].rack.value == in_order(order[14:21])


def _seed(there: Post, id_: str) -> bytes:
    return there.machine.journal.games.seed(id_)


def test_nothing_secret_of_the_first_is_told_before_the_second_is_over(tmp_path: Path) -> None:
    there = begun(tmp_path)
    seed = _seed(there, FIRST).hex()
    moves(there, FIRST, "TAUSCHE ALLE")
    there.letters.owed.clear()
    resigns(there, FIRST, "Anna")

    ended = [content for _, content in reports(there) if content.finished is not None]
    assert len(ended) == 3
    for content in ended:
        assert content.finished is not None
        assert (content.finished.seed, content.finished.draws) == ("", ())
        assert (content.best, content.gcg) == ((), "")
    told = exported(tmp_path, FIRST)
    assert (told["finished"], told["seed"]) == (True, None)
    assert {each["drawn"] for each in told["drawings"]} == {None}
    assert {each["nonce"] for each in told["drawings"]} == {None}
    assert set(told["racks"].values()) == {None}
    assert told["same_tiles"] == {"game": SECOND, "second": False}
    there.tick(MONDAY + 2 * MINUTE)
    moves(there, SECOND, "TAUSCHE ALLE")
    there.letters.owed.clear()
    resigns(there, SECOND, "Ben")

    revealed = [(o, content) for o, content in reports(there) if content.later]
    assert sorted(o.recipient for o, _ in revealed) == sorted(
        ["anna@example.org", "ben@example.org", there.machine.office().house.gamemaster_address]
    )
    for _, content in revealed:
        assert content.later == "Vereinsturnier R1T1G2"
        assert content.finished is not None
        assert content.finished.seed == seed
        assert len(content.finished.draws) == 3
        assert bool(content.gcg) is (content.own is not None)
    assert turns(there, FIRST).seed == turns(there, SECOND).seed == seed
    there.letters.owed.clear()
    there.tick(MONDAY + 3 * MINUTE)
    assert [content for _, content in reports(there) if content.later] == []
    for id_ in (FIRST, SECOND):
        whole = exported(tmp_path, id_)
        assert whole["seed"] == seed
        whole["drawings"][1]["drawn"] = whole["drawings"][0]["drawn"]
        lie = tmp_path / "lie.json"
        lie.write_text(json.dumps(whole), encoding="utf-8")
        assert "drawings[1].drawn" in mailref("verify", "--file", str(lie)).err
    now = tournament(there)
    assert (now.is_over, now.plan.is_sum, len(now.outcomes)) == (True, True, 2)


def test_the_opening_says_with_which_game_the_tiles_are_the_same(tmp_path: Path) -> None:
    there = begun(tmp_path)
    resigns(there, FIRST, "Anna")
    there.tick(MONDAY + 2 * MINUTE)

    openings = [o.content for o in there.letters.ever if isinstance(o.content, TurnsOpening)]
    said = {content.face.same_tiles for content in openings}
    assert said == {SameTiles(SECOND, is_second=False), SameTiles(FIRST, is_second=True)}


def test_both_games_of_wort_rummikub_have_the_same_racks_and_stacks(tmp_path: Path) -> None:
    there = begun(tmp_path, "rummikub")
    first = there.machine.journal.games.load(FIRST)
    assert isinstance(first, TableGame)
    assert there.machine.journal.games.load(SECOND) is None
    resigns(there, FIRST, "Anna")
    there.tick(MONDAY + 2 * MINUTE)

    second = there.machine.journal.games.load(SECOND)
    assert isinstance(second, TableGame)
    assert second.stacks == first.stacks
    assert second.seats == first.seats[::-1]
    assert [second.hands[name].rack for name in second.seats] == [
        first.hands[name].rack for name in first.seats
    ]
    told = exported(tmp_path, FIRST)
    assert (told["seed"], told["stacks_left"]) == (None, [None] * 4)
    resigns(there, SECOND, "Ben")
    assert exported(tmp_path, FIRST)["seed"] == exported(tmp_path, SECOND)["seed"] is not None


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_undone_turn_gives_its_tiles_back_to_their_place(tmp_path: Path, number: int) -> None:
    """Drawn again they are the same tiles: the order is fixed."""
    there = begun(tmp_path)
    for _ in range(number - 1):
        moves(there, FIRST, "TAUSCHE ALLE")
    before = turns(there, FIRST)
    moves(there, FIRST, "TAUSCHE ALLE")
    config = ("-c", str(tmp_path / "config.toml"))
    at = (MONDAY + 2 * MINUTE).isoformat()
    result = mailref("undo", FIRST, "--because", "verlesen", "--now", at, *config)
    assert result.code == 0, result.err
    there.machine.forget_office()
    there.tick(MONDAY + 3 * MINUTE)

    assert turns(there, FIRST).bag == before.bag
    assert turns(there, FIRST).hands[before.seats[0]].rack == before.hands[before.seats[0]].rack
    exported(tmp_path, FIRST)


def kiel_of_two(id_: str, starter: str, keys: str = "") -> str:
    return kiel(keys=keys, inner=f'[game.rules]\nstarter = "{starter}"', id=id_)


def test_two_games_of_the_file_can_have_the_same_tiles(tmp_path: Path) -> None:
    """Other games 4: the second waits for the end of the first."""
    games = kiel_of_two("kiel", "Anna"), kiel_of_two("ulm", "Ben", 'same_tiles = "kiel"')
    there = post(tmp_path, *games)
    there.tick(MONDAY)
    order = shuffled(_seed(there, "kiel"))
    assert turns(there, "kiel").hands["Anna"].rack.value == in_order(order[:7])
    assert there.machine.journal.games.load("ulm") is None
    resigns(there, "kiel Z1", "Anna")
    there.tick(MONDAY + 2 * MINUTE)

    assert turns(there, "ulm").hands["Ben"].rack.value == in_order(order[:7])
    assert turns(there, "kiel").seed == ""
    resigns(there, "ulm Z1", "Anna")
    assert turns(there, "kiel").seed == turns(there, "ulm").seed == _seed(there, "kiel").hex()


def test_a_second_game_after_one_that_was_begun_by_itself_is_not_begun(tmp_path: Path) -> None:
    there = post(tmp_path, kiel_of_two("kiel", "Anna"))
    there.tick(MONDAY)
    there.writes(kiel_of_two("kiel", "Anna"), kiel_of_two("ulm", "Ben", 'same_tiles = "kiel"'))
    there.letters.owed.clear()
    there.tick(MONDAY + MINUTE)
    there.tick(MONDAY + 2 * MINUTE)

    assert there.machine.journal.games.load("ulm") is None
    assert turns(there, "kiel").same_tiles is None
    told = there.matters
    assert [type(each) for each in told] == [SettingsFaulty]
