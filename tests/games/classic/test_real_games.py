"""Annotated games of tournaments and clubs, replayed by mail from their first play to their last.

Places, racks, plays and points are those of the annotations in `tests/judge/languages/plays.json`: an English and
a Polish game from the test data of other programs, a German one of a tournament. A turn of the Polish game
is no play, and the annotation does not say what it was: a pass here. Racks of which only some tiles are annotated
(English), or tiles that their player does not have in his next turn (Polish), hold beside what is laid what
he has next.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from mailref.assets import tile_file
from mailref.game_files import gcg_in, json_of
from mailref.games.classic import book as turn_classic
from mailref.record.verify import Verified, verify
from mailref.referee.gm_orders import EndGame
from tests.games.any_set import game_at
from tests.games.by_turns.at_table import AtTable, GivenDraws, at_table, kiel
from tests.games.classic.test_any_set import BERLIN
from tests.games.scored_again import points_of_turns
from tests.judge.cases import HERE
from tests.tiles.builders import WordList

CASES = json.loads((HERE / "languages" / "plays.json").read_text("utf-8"))["cases"]
GAMES = ["english-real-1", "german-real-1", "polish-real-1"]
PLAYERS = ("Anna", "Ben")
RACK = 7


class Turn(NamedTuple):
    """A turn as it is annotated: the tiles that are known of a rack, the play ("" for none), points and total."""

    player: str
    rack: str
    text: str
    laid: str
    points: int
    total: int


def annotated(name: str) -> list[Turn]:
    """Return the turns of a game; whoever did not lay between two plays of the other has none of his own there."""
    found: list[Turn] = []
    totals = dict.fromkeys(PLAYERS, 0)
    for case in (each for each in CASES if each["name"].startswith(f"{name}-")):
        expect = case["expect"]
        player = next(p for p in PLAYERS if totals[p] + expect["points"] == expect["total"])
        if found and found[-1].player == player:
            other = PLAYERS[1 - PLAYERS.index(player)]
            found.append(Turn(other, "", "", "", 0, totals[other]))
        totals[player] = expect["total"]
        laid = _laid(case)
        found.append(
            Turn(player, case["rack"], case["text"], laid, expect["points"], totals[player])
        )
    return found


def _laid(case: dict[str, Any]) -> str:
    """Return the tiles from the rack: those of the word that the board does not hold on its squares."""
    is_across = case["where"][0].isalpha()
    row, column = (
        (case["where"][0], case["where"][1:])
        if is_across
        else (case["where"][-1], case["where"][:-1])
    )
    at, to = ord(row) - ord("A"), int(column) - 1
    found = ""
    for place, letter in enumerate(case["word"]):
        r, c = (at, to + place) if is_across else (at + place, to)
        if case["board"][r][c] == ".":
            found += "?" if letter.islower() else letter
    return found


def less(tiles: str, taken: str) -> str:
    assert not Counter(taken) - Counter(tiles), (tiles, taken)
    return "".join((Counter(tiles) - Counter(taken)).elements())


def whole_racks(turns: Sequence[Turn], spare: str) -> list[str]:
    """Return the rack of each turn, whole: from the last one back, what is not annotated is what comes next.

    A last rack is filled from *spare*, which nobody is known to have had.
    """
    following: dict[str, str] = {}
    found = []
    for turn in reversed(turns):
        after = following.get(turn.player, "")
        rest = Counter(less(turn.rack, turn.laid)) if turn.rack else Counter(after)
        kept = "".join((rest & Counter(after)).elements()) if after else "".join(rest.elements())
        rack = turn.laid + kept
        filling = less(after, kept) if after else spare
        rack += filling[: RACK - len(rack)]
        spare = spare if after else spare[RACK:]
        following[turn.player] = rack
        found.append(rack)
    return found[::-1]


def drawings(turns: Sequence[Turn], bag: str) -> list[str]:
    """Return what is drawn, in order: both first racks, then what fills up after each play."""
    known = "".join(turn.laid for turn in turns)
    for player in PLAYERS:
        last = [turn for turn in turns if turn.player == player][-1]
        known += less(last.rack, last.laid)
    racks = whole_racks(turns, less(bag, known))
    firsts = [racks[next(i for i, t in enumerate(turns) if t.player == p)] for p in PLAYERS]
    found = list(firsts)
    for at, turn in enumerate(turns):
        later = (racks[i] for i in range(at + 1, len(turns)) if turns[i].player == turn.player)
        following = next(later, None)
        if turn.laid and following is not None:
            found.append(less(following, less(racks[at], turn.laid)))
    return found


def replayed(name: str, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    turns = annotated(name)
    tiles = name.partition("-")[0]
    bag = tile_file(tiles).tiles.all_tiles
    drawn = drawings(turns, bag)
    left = less(bag, "".join(drawn))
    # The last play of each player is refilled from what nobody has: no annotation tells with what.
    more = [left[:RACK], left[RACK : 2 * RACK]]
    draws = Filling([*drawn, *more])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    rules = '[game.rules]\nstarter = "Anna"\nchallenge = "none"'
    table = at_table(kiel(f'tiles = "{tiles}"\nlanguage = "en"', rules), words=WordList())
    for turn in turns:
        before = game_at(table).turn
        assert before is not None
        assert before.player == turn.player
        table.receives(turn.player, turn.text or "PASS")
        game = game_at(table)
        assert game.players[turn.player].total == turn.total, turn
    return table


class Filling(GivenDraws):
    """Draws as annotated; of the last ones so many as are wanting."""

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        if purpose.startswith("rack"):
            at = int(purpose.split()[1]) - 1
            self.racks[at] = self.racks[at][:count]
        return super().tiles(purpose, bag, count)


@pytest.mark.parametrize("name", GAMES)
def test_a_real_game_is_replayed_to_its_last_play(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points and totals as they are annotated, in the game, in its GCG, and by an independent scorer."""
    turns = annotated(name)
    table = replayed(name, monkeypatch)
    table.orders(EndGame())
    events = tuple(table.records.log["kiel"])

    told = json.loads(json_of(events, BERLIN))
    assert [row["points"] for row in told["turns"]] == [turn.points for turn in turns]
    assert points_of_turns(told) == [turn.points for turn in turns]
    lines = [line for line in gcg_in(events).splitlines() if line.startswith(">player")]
    for line, turn in zip(lines, turns, strict=False):
        assert line.endswith(f" {turn.points:+d} {turn.total}"), line
    assert len(turns) == {"english": 14, "german": 14, "polish": 27}[name.partition("-")[0]]


def test_a_replayed_game_is_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its draws were given by hand here, so that all but these is verified."""
    table = replayed("german-real-1", monkeypatch)
    told = json.loads(json_of(tuple(table.records.log["kiel"]), BERLIN))

    assert isinstance(verify(told), Verified)
