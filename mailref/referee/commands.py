"""What players may ask for by mail beside moving: HILFE, REGELN, STAND ... (contract 3, issue 4).

One answer for each game the commands concern; for none, one about the mailbox.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mailref.mail.entries.model import Command
from mailref.referee.addressing import owe_to_game_master, owe_to_player, owe_to_subscriber
from mailref.referee.identity import Known, find_player
from mailref.referee.model import Consideration, Desk, Table
from mailref.referee.owed import Answered, CommandAnswer, Decision, Notice, Owed
from mailref.referee.policy import PressPolicy, Registration
from mailref.referee.register import join_event
from mailref.rules.events import (
    Event,
    MoveWithdrawn,
    PlayerLeft,
    PlayerReturned,
    PressReceived,
    ReminderSet,
    SubscriberLeft,
)
from mailref.rules.game import Game
from mailref.rules.replay import apply

BY_MAIL = "ABMELDEN"


@dataclass(frozen=True, slots=True)
class _Done:
    """What the commands of a mail did in one game."""

    events: tuple[Event, ...] = ()
    refused: tuple[str, ...] = ()

    def happen(self, event: Event) -> "_Done":
        return _Done((*self.events, event), self.refused)

    def refuse(self, code: str) -> "_Done":
        return _Done(self.events, (*self.refused, code))


def answer_commands(mail: Consideration, desk: Desk, reference: Answered) -> Decision:
    """Carry out a mail's commands and owe their answers."""
    events: list[tuple[str, Event]] = []
    mails: list[Owed] = []
    tables = [desk.tables[game] for game in mail.command_games if game in desk.tables]
    if not tables and Command.JOIN in mail.commands:
        tables = _only_open_game(desk)
    for table in tables:
        done = _carry_out(mail, desk, table)
        events += [(table.policy.id, event) for event in done.events]
        game = _after(table.game, done)
        mails += _answer(mail, desk, Table(game, table.policy), done, reference)
    if not tables:
        mails += _without_game(mail, desk, reference)
    return Decision(tuple(events), tuple(mails))


def _only_open_game(desk: Desk) -> list[Table]:
    tables = [
        table
        for table in desk.tables.values()
        if table.policy.registration is Registration.OPEN and not table.game.is_over
    ]
    return tables if len(tables) == 1 else []


def _after(game: Game, done: _Done) -> Game:
    for event in done.events:
        game = apply(game, event)
    return game


def _player(mail: Consideration, desk: Desk, table: Table) -> str | None:
    named = next(
        (
            entry.entry.player.text
            for entry in mail.entries
            if entry.entry is not None and entry.entry.player is not None
        ),
        None,
    )
    found = find_player(mail.mail, mail.mail.sender or "", table, desk.house, named)
    return found.name if isinstance(found, Known) and found.newcomer is None else None


def _carry_out(mail: Consideration, desk: Desk, table: Table) -> _Done:
    player = _player(mail, desk, table)
    done = _Done()
    for command in mail.commands:
        match command:
            case Command.HELP | Command.RULES | Command.STATUS | Command.REPORT:
                continue
            case Command.JOIN:
                done = _join(mail, desk, table, player, done)
            case Command.LEAVE:
                done = _leave(mail, table, player, done)
            case _ if player is None:
                done = done.refuse("not_a_player")
            case Command.WITHDRAW:
                done = _withdraw(mail, table.game, player, done)
            case Command.REMINDER_ON | Command.REMINDER_OFF:
                done = done.happen(ReminderSet(player, command is Command.REMINDER_ON))
            case Command.PRESS:
                done = _press(mail, table, player, done)
    return done


def _join(mail: Consideration, desk: Desk, table: Table, player: str | None, done: _Done) -> _Done:
    """ANMELDEN: an open game registers the sender; a closed one puts it before the game master."""
    if player is not None:
        has_left = table.game.players[player].has_left
        return done.happen(PlayerReturned(player)) if has_left else done.refuse("already_in")
    found = find_player(mail.mail, mail.mail.sender or "", table, desk.house, None)
    if isinstance(found, Known) and found.newcomer is not None:
        newcomer = found.newcomer
        event = join_event(table, newcomer.name, (newcomer.address,), is_configured=False)
        return done.happen(event)
    is_open = table.policy.registration is Registration.OPEN
    return done.refuse("name_taken" if is_open else "closed")


def _leave(mail: Consideration, table: Table, player: str | None, done: _Done) -> _Done:
    """ABMELDEN: a player leaves after this round; a subscriber gets no more reports."""
    if player is not None:
        if table.game.players[player].has_left:
            return done.refuse("already_left")
        return done.happen(PlayerLeft(player, BY_MAIL))
    sender = mail.mail.sender or ""
    if sender in (address.lower() for address in table.policy.subscribers):
        return done.happen(SubscriberLeft(sender))
    return done.refuse("not_a_player")


def _withdraw(mail: Consideration, game: Game, player: str, done: _Done) -> _Done:
    if game.round is None or player not in game.round.entries:
        return done.refuse("nothing_to_withdraw")
    if game.round.deadline is not None and mail.delivery.received > game.round.deadline:
        return done.refuse("too_late")
    return done.happen(MoveWithdrawn(player, game.round.number, mail.delivery.received))


def _press(mail: Consideration, table: Table, player: str, done: _Done) -> _Done:
    if not mail.press.strip():
        return done.refuse("no_press")
    is_released = table.policy.press is PressPolicy.OPEN
    return done.happen(PressReceived(player, mail.press, mail.delivery.key, is_released))


def _answer(
    mail: Consideration, desk: Desk, table: Table, done: _Done, reference: Answered
) -> Iterator[Owed]:
    game = table.game
    name = _player(mail, desk, table)
    player = game.players.get(name or "")
    entries = game.round.entries if game.round else {}
    content = CommandAnswer(
        commands=mail.commands,
        game=game,
        policy=table.policy,
        player=name,
        moved=name in entries,
        withdrawn=any(isinstance(event, MoveWithdrawn) for event in done.events),
        joined=Command.JOIN in mail.commands and bool(done.events),
        left=any(isinstance(event, PlayerLeft | SubscriberLeft) for event in done.events),
        refused=done.refused,
        last=game.last,
        games=tuple(each.policy for each in desk.tables.values()),
    )
    key = f"command:{mail.delivery.key}:{table.policy.id}"
    now, sender = mail.delivery.received, mail.mail.sender or ""
    if player is not None:
        yield from owe_to_player(
            table, player, content, key, now, address=sender, answers=reference
        )
    elif mail.from_game_master:
        yield owe_to_game_master(
            desk.house, content, key, now, policy=table.policy, game=game, answers=reference
        )
    elif sender in map(str.lower, table.policy.subscribers):
        yield owe_to_subscriber(table, sender, content, key, now)
    if "closed" in done.refused or any(
        isinstance(event, PressReceived) and not event.is_released for event in done.events
    ):
        yield _for_the_game_master(mail, desk, table, done, key)


def _for_the_game_master(
    mail: Consideration, desk: Desk, table: Table, done: _Done, key: str
) -> Owed:
    """Put a request to join a closed game, or press to release, before the game master."""
    what = "join_request" if "closed" in done.refused else "press_to_release"
    facts = (
        ("sender", mail.mail.sender or ""),
        ("name", mail.mail.sender_name),
        ("mail", mail.delivery.key),
    )
    notice = Notice(what, facts, table.policy, table.game, quoted=mail.press)
    return owe_to_game_master(
        desk.house,
        notice,
        f"{what}:{key}",
        mail.delivery.received,
        policy=table.policy,
        game=table.game,
    )


def _without_game(mail: Consideration, desk: Desk, reference: Answered) -> Iterator[Owed]:
    """Answer a command of somebody registered that concerns no game; strangers are owed nothing."""
    if not mail.from_game_master:
        return
    content = CommandAnswer(
        commands=mail.commands,
        game=None,
        policy=None,
        player=None,
        games=tuple(table.policy for table in desk.tables.values()),
    )
    key = f"command:{mail.delivery.key}"
    yield owe_to_game_master(desk.house, content, key, mail.delivery.received, answers=reference)
