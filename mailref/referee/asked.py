"""One game's commands carried out: what they change, and what could not be done (issue 4, players)."""

from collections.abc import Iterator
from dataclasses import dataclass

from mailref.mail.entries.model import Command
from mailref.mail.entries.names import folded
from mailref.referee.beginning import join_event
from mailref.referee.belonging import is_in_time
from mailref.referee.identity import (
    Known,
    NotKnown,
    find_player,
    is_subscriber,
    players_at,
)
from mailref.referee.model import Consideration, Desk, Reason, Request, Table
from mailref.referee.policy import PressPolicy, Registration
from mailref.rules.events import (
    Event,
    MoveWithdrawn,
    PlayerLeft,
    PlayerReturned,
    PressReceived,
    ReminderSet,
    SubscriberLeft,
)
from mailref.rules.game import Game, Player

BY_MAIL = "ABMELDEN"


@dataclass(frozen=True, slots=True)
class Done:
    """What the commands of a mail did in one game."""

    events: tuple[Event, ...] = ()
    refused: tuple[str, ...] = ()
    """Codes of what could not be done."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A request with the mail it stands in and the game it is about."""

    request: Request
    mail: Consideration
    desk: Desk
    table: Table

    @property
    def sender(self) -> str:
        return self.mail.mail.sender or ""

    def find(self) -> Known | NotKnown:
        """Find who asks."""
        return find_player(
            self.mail.mail,
            self.sender,
            self.table,
            self.desk.house,
            self.request.named,
            is_answer_to_game_master=self.mail.delivery.answers_game_master,
        )

    def player(self) -> str | None:
        """Return the player of this game who asks; None where nobody is known."""
        found = self.find()
        return found.name if isinstance(found, Known) and found.newcomer is None else None


def carry_out(asking: Asking) -> Done:
    """Return what the commands for one game change, in the order in which they stand."""
    events: list[Event] = []
    refused: list[str] = []
    for command in asking.request.commands:
        for outcome in _carry_out(asking, command):
            if isinstance(outcome, str):
                refused.append(outcome)
            else:
                events.append(outcome)
    return Done(tuple(events), tuple(dict.fromkeys(refused)))


def _carry_out(asking: Asking, command: Command) -> Iterator[Event | str]:
    player = asking.player()
    match command:
        case Command.HELP | Command.RULES | Command.STATUS | Command.REPORT:
            return
        case Command.JOIN:
            yield _join(asking, player)
        case Command.LEAVE:
            yield _leave(asking, player)
        case _ if player is None:
            yield _nobody(asking)
        case Command.WITHDRAW:
            yield _withdraw(asking, asking.table.game, player)
        case Command.REMINDER_ON | Command.REMINDER_OFF:
            yield ReminderSet(player, command is Command.REMINDER_ON)
        case Command.PRESS:
            yield _press(asking, player)


def _nobody(asking: Asking) -> str:
    """Say why nobody is known: several players share the address, or none has it."""
    found = asking.find()
    is_shared = isinstance(found, NotKnown) and found.reason is Reason.AMBIGUOUS
    return "which_player" if is_shared else "not_a_player"


def _join(asking: Asking, player: str | None) -> Event | str:
    """ANMELDEN: an open game registers the sender; a closed one puts it before the game master."""
    table = asking.table
    if player is not None:
        known = table.game.players[player]
        return _back(known) if known.is_leaving else "already_in"
    if table.game.is_over:
        return "over"
    former = _former_player(asking)
    if former is not None:
        return _back(former)
    found = asking.find()
    if isinstance(found, Known) and found.newcomer is not None:
        newcomer = found.newcomer
        return join_event(table, newcomer.name, (newcomer.address,), is_configured=False)
    if isinstance(found, NotKnown) and found.reason is Reason.AMBIGUOUS:
        return "already_in"
    is_open = table.policy.registration is Registration.OPEN
    return "name_taken" if is_open else "closed"


def _back(player: Player) -> Event | str:
    """Let him in again who left of himself; whom the game master took out, he takes back."""
    return PlayerReturned(player.name) if player.left_because == BY_MAIL else "closed"


def _former_player(asking: Asking) -> Player | None:
    """Return the player at the sender's address who has left; by his name, if there are several."""
    left = [each for each in players_at(asking.table, asking.sender) if each.has_left]
    named = asking.request.named or asking.mail.mail.sender_name
    by_name = [each for each in left if folded(each.name) == folded(named)]
    found = left if len(left) == 1 else by_name
    return found[0] if len(found) == 1 else None


def _leave(asking: Asking, player: str | None) -> Event | str:
    """ABMELDEN: a player leaves after this round; a subscriber gets no more reports."""
    game = asking.table.game
    if player is not None:
        return "already_left" if game.players[player].is_leaving else PlayerLeft(player, BY_MAIL)
    if is_subscriber(asking.table, asking.sender):
        has_left = asking.sender in game.left_subscribers
        return "already_left" if has_left else SubscriberLeft(asking.sender)
    return "already_left" if _former_player(asking) else _nobody(asking)


def _withdraw(asking: Asking, game: Game, player: str) -> Event | str:
    received = asking.mail.delivery.received
    if game.round is None or player not in game.round.entries:
        return "nothing_to_withdraw"
    if not (game.is_paused or is_in_time(received, game.round.deadline)):
        return "too_late"
    return MoveWithdrawn(player, game.round.number, received)


def _press(asking: Asking, player: str) -> Event | str:
    if not asking.request.press.strip():
        return "no_press"
    is_released = asking.table.policy.press is PressPolicy.OPEN
    return PressReceived(player, asking.request.press, asking.mail.delivery.key, is_released)
