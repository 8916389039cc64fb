"""The game master corrects: scores, letters, players; what follows is computed anew (issue 4)."""

from datetime import datetime
from typing import assert_never

from mailref.mail.entries.names import find_name
from mailref.referee import actions as act
from mailref.referee.errata import erratum, was_reported
from mailref.referee.model import Table
from mailref.referee.ordering import Order, step_of
from mailref.referee.owed import Content, Opening
from mailref.referee.policy import House
from mailref.referee.reporting import Means, to_all
from mailref.referee.steps import Step, next_round_of
from mailref.rules.draw import draw_by_hand
from mailref.rules.events import (
    AddressesChanged,
    Event,
    LettersDrawn,
    PlayerLeft,
    PlayerRenamed,
    ScoreCorrected,
)
from mailref.rules.progress import follow
from mailref.rules.tiles import in_order, missing_from


def correct(order: Order, table: Table, means: Means, now: datetime) -> Step | act.Refusal:
    match order.action:
        case act.CorrectScore(player, points, number):
            name = find_name(player, tuple(table.game.players))
            last = table.game.last
            if not isinstance(name, str):
                return act.Refusal("unknown_player", name)
            if last is None:
                return act.Refusal("no_closed_round")
            if number is not None and not table.game.first_round <= number <= last.number:
                return act.Refusal("no_such_round", (str(number),))
            event: Event = ScoreCorrected(name, number or last.number, points, order.because)
            after = Table(follow(table.game, (event,)), table.policy)
            if not was_reported(table.game):
                return step_of(order, table, event)
            mails = erratum(table, after, means, now, because=order.because, cause=order.cause)
            return step_of(order, table, event, mails=mails)
        case act.CorrectDraw(rack):
            return _new_letters(order, rack, table, means, now)
        case _:
            raise AssertionError(order.action)


def _new_letters(
    order: Order, rack: str, table: Table, means: Means, now: datetime
) -> Step | act.Refusal:
    """Replace the letters of the open round; its moves are judged anew with them."""
    game = table.game
    if game.round is None:
        return act.Refusal("no_round")
    everything = in_order(game.rack + game.bag)
    if len(rack) != len(game.rack):
        return act.Refusal("wrong_letters", ("rack", str(len(game.rack)), str(len(rack))))
    if missing := missing_from(everything, rack):
        return act.Refusal("wrong_letters", ("bag", missing))
    draw = draw_by_hand("", everything, rack)
    event = LettersDrawn(game.round.number, draw, now)
    after = Table(follow(game, (event,)), table.policy)
    if game.last is not None:
        mails = erratum(table, after, means, now, because=order.because, cause=order.cause)
        return step_of(order, table, event, mails=mails)

    def opening(recipient: str | None) -> Content:
        return Opening(
            after.game, after.policy, next_round_of(after.game), recipient, order.because
        )

    mails = to_all(after, means.desk, opening, f"letters:{order.cause}", now)
    return step_of(order, table, event, mails=mails)


def about_player(
    order: Order,
    action: act.ExcludePlayer | act.RenamePlayer | act.ChangeAddresses,
    table: Table,
    house: House,
) -> Step | act.Refusal:
    name = find_name(action.player, tuple(table.game.players))
    if not isinstance(name, str):
        return act.Refusal("unknown_player", name)
    match action:
        case act.ExcludePlayer():
            return step_of(order, table, PlayerLeft(name, order.because or "excluded"))
        case act.RenamePlayer(_, new_name):
            taken = find_name(new_name, tuple(n for n in table.game.players if n != name))
            if isinstance(taken, str):
                return act.Refusal("name_taken", (taken,))
            return step_of(order, table, PlayerRenamed(name, new_name, order.because))
        case act.ChangeAddresses(_, addresses):
            addresses = tuple(address.lower() for address in addresses)
            if house.address in addresses:
                return act.Refusal("own_address", (house.address,))
            return step_of(
                order, table, AddressesChanged(name, addresses, order.because or order.by)
            )
        case _:
            assert_never(action)
