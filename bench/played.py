"""A game of any number of rounds as the rules let it be played, put into a record without mails.

What `bench.rounds` records is one round told again and again: all that a tick reads, but no game that
`verify` could follow beyond the first of its rounds.
"""

import random
import tomllib
from datetime import timedelta

from bench.house import BEFORE_ZAT
from mailref import assets
from mailref.games.chance import Chance
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.events import RoundClosed
from mailref.games.rounds.rules import RoundResult
from mailref.games.rounds.switches import SWITCHES
from mailref.journal.journal import Journal
from mailref.tops import find_plays, find_top
from tests.record.games import Table, begun

GAME = "test"
_PLAYERS = 8
_AT_ONCE = 2000
_GRACE = timedelta(minutes=3)


def rounds_played(rounds: int) -> Table:
    """Play mono, whose board is cleared again and again, by eight who see some of the best moves."""
    rules, _ = SWITCHES.read(tomllib.loads(assets.variant_text("mono")))
    table, chance = begun(rules, 1, 6), random.Random(1)
    table.join("Gerd")
    table.join("Hans")
    while table.game.next_round <= rounds and table.go_on():
        moves = [move for _, move in find_plays(table.game.position, {})[:40]]
        for minutes, player in enumerate(table.game.active, start=1):
            if moves:
                table.send(player.name, chance.choice(moves), minutes=minutes)
        close(table)
    assert table.game.next_round > rounds, table.events[-1]
    return table


def close(table: Table) -> None:
    """Close the open round with the list and the top of a real game."""
    playing = table.game.round
    assert playing is not None
    assert playing.deadline is not None
    closing = Closing(playing.deadline + _GRACE, assets.lexicon(), Chance(table.seed), find_top)
    result = result_of(table.game, closing)
    assert isinstance(result, RoundResult)
    table.happen(RoundClosed(result))


def put_down(journal: Journal, table: Table) -> None:
    """Record the game under its seed, a few thousand events at once."""
    for start in range(0, len(table.events), _AT_ONCE):
        part = table.events[start : start + _AT_ONCE]
        seeds = {} if start else {GAME: table.seed}
        journal.record(
            f"bench:{start}", at=BEFORE_ZAT, game_events=[(GAME, e) for e in part], seeds=seeds
        )
