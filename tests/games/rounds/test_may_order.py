"""What STAND says can be ordered now is what would be carried out, and nothing else (contract 5)."""

from collections.abc import Callable
from datetime import datetime

import pytest

from mailref.games.family import family_of
from mailref.games.rounds.contents import Desk, MayOrder
from mailref.referee import gm_orders as gm
from mailref.referee.gm_orders import GivenBy, GivenOrder, GmOrder
from mailref.referee.mails import Step
from tests.games.rounds.test_gm_decisions import AFTER, RABEN, orders, round_two
from tests.referee.rehearsal import DAY, MONDAY, Rehearsal, game, rehearse

ORDERS: dict[MayOrder, GmOrder] = {
    MayOrder.EXTEND: gm.ExtendDeadline(AFTER + 8 * DAY),
    MayOrder.CLOSE: gm.CloseRound(is_early=True, undecided=None),
    MayOrder.PAUSE: gm.PauseGame(),
    MayOrder.RESUME: gm.ResumeGame(AFTER + 8 * DAY),
    MayOrder.REOPEN: gm.ReopenRound(AFTER + DAY),
    MayOrder.CORRECT: gm.CorrectScore("Max Mustermann", 5, None),
    MayOrder.PUBLISH: gm.PublishReport(),
    MayOrder.DRAW: gm.DrawTiles("NEBELS"),
}
"""One of each, but for words and texts, which need some that wait."""


def closed(keys: str) -> Rehearsal:
    rehearsal = rehearse(game(keys=keys))
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.goes_on()
    return rehearsal


def after(order: GmOrder) -> Rehearsal:
    rehearsal = rehearse()
    orders(rehearsal, order)
    return rehearsal


@pytest.mark.parametrize(
    ("begun", "now", "unsaid"),
    [
        pytest.param(rehearse, MONDAY, "", id="open"),
        pytest.param(round_two, AFTER, "", id="second"),
        pytest.param(lambda: closed('draw = "hand"'), AFTER, "pause", id="tiles"),
        pytest.param(lambda: closed('publish = "approve"'), AFTER, "pause draw", id="report"),
        pytest.param(lambda: after(gm.PauseGame()), MONDAY, "extend close", id="paused"),
        pytest.param(lambda: after(gm.EndGame()), MONDAY, "", id="over"),
    ],
)
def test_what_stand_says_is_what_is_carried_out(
    begun: Callable[[], Rehearsal], now: datetime, unsaid: str
) -> None:
    """*unsaid*: what could be ordered, too, and nobody is reminded of."""
    rehearsal = begun()
    desk = family_of(rehearsal.running()).desk(rehearsal.office, now)
    assert isinstance(desk, Desk)

    done = {
        code
        for code, order in ORDERS.items()
        if isinstance(
            rehearsal.referee().carry_out(
                GivenOrder(order, "", GivenBy.COMMAND, "once"), rehearsal.means(), now
            ),
            Step,
        )
    }

    assert done == {*desk.may_order, *map(MayOrder, unsaid.split())}
