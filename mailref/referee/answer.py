"""A considered mail to a decision: what is recorded, and which answers are owed.

One answer for each entry (contract 5). A robot or a stranger is owed none. Commands are answered
in commands.py, what only the game master may do in desk.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mailref.referee.addressing import answered, owe_to_game_master, owe_to_player
from mailref.referee.commands import answer_commands
from mailref.referee.model import Consideration, Considered, Delivery, Desk, Outcome, Reason, Table
from mailref.referee.owed import (
    Answered,
    Decision,
    EntryAnswer,
    MailAnswer,
    Notice,
    Opening,
    Owed,
)
from mailref.referee.register import join_event
from mailref.referee.steps import next_round_of
from mailref.rules.events import Event, MoveEntered, MoveWasLate
from mailref.rules.game import Game, Player
from mailref.rules.legality import Judge
from mailref.rules.replay import apply
from mailref.rules.standing import in_force

STORED = (Outcome.ACCEPTED, Outcome.PENDING)


@dataclass(frozen=True, slots=True)
class _Turn:
    """The decision as it grows, entry by entry; later entries see what earlier ones changed."""

    desk: Desk
    events: tuple[tuple[str, Event], ...] = ()
    mails: tuple[Owed, ...] = ()

    def happen(self, game: str, event: Event) -> "_Turn":
        table = self.desk.tables[game]
        changed = replace(table, game=apply(table.game, event))
        desk = replace(self.desk, tables={**self.desk.tables, game: changed})
        return _Turn(desk, (*self.events, (game, event)), self.mails)

    def owe(self, mails: Iterator[Owed]) -> "_Turn":
        return replace(self, mails=(*self.mails, *mails))


def answer(considered: Consideration, desk: Desk, *, is_instruction: bool = False) -> Decision:
    """Return what a mail changes and which answers it is owed; ignored mails are owed none.

    *is_instruction*: the game master instructs the referee; that there is no move in it is no fault.
    """
    turn = _Turn(desk)
    reference = answered(considered.mail, considered.delivery)
    for number, entry in enumerate(considered.entries):
        if is_instruction and entry.choice is None:
            continue
        if entry.outcome not in (Outcome.IGNORED, Outcome.COMMAND):
            turn = _answer_entry(turn, considered, entry, number, reference)
    is_ignored = all(entry.outcome is Outcome.IGNORED for entry in considered.entries)
    if considered.commands and not is_ignored:
        decision = answer_commands(considered, turn.desk, reference)
        turn = replace(
            turn,
            events=(*turn.events, *decision.events),
            mails=(*turn.mails, *decision.mails),
        )
    return Decision(turn.events, turn.mails)


def _answer_entry(
    turn: _Turn, mail: Consideration, entry: Considered, number: int, reference: Answered
) -> _Turn:
    key = f"answer:{mail.delivery.key}:{number}"
    if entry.game is None or entry.reason in (Reason.TOO_LARGE, Reason.UNREADABLE):
        return turn.owe(_about_the_mail(turn.desk, mail, entry, key, reference))
    turn, is_new = _register(turn, entry)
    table = turn.desk.tables[entry.game]
    before = _standing(table, entry.player, turn.desk)
    for event in _events_of(entry, mail.delivery, table.game):
        turn = turn.happen(entry.game, event)
    if entry.reason is Reason.NO_MOVE and not mail.commands:
        turn = turn.owe(_passed_on(turn.desk, mail, entry, key, reference))
    table = turn.desk.tables[entry.game]
    content = EntryAnswer(
        considered=entry,
        game=table.game,
        policy=table.policy,
        replaces=before is not None and entry.outcome in STORED,
        still_in_force=before if entry.outcome not in STORED else None,
        is_registered_now=is_new,
    )
    turn = turn.owe(_to_the_player(turn.desk, mail, content, key, reference))
    if is_new and entry.player is not None:
        turn = turn.owe(_opening(turn, table, entry.player, mail))
    return turn


def _register(turn: _Turn, entry: Considered) -> tuple[_Turn, bool]:
    """Register a newcomer to an open game, with what late joiners start with (rules 8)."""
    newcomer = entry.newcomer
    if newcomer is None or (
        entry.outcome not in STORED and entry.reason is not Reason.NO_VALID_MOVE
    ):
        return turn, False
    return turn.happen(
        newcomer.game,
        join_event(
            turn.desk.tables[newcomer.game], newcomer.name, (newcomer.address,), is_configured=False
        ),
    ), True


def _events_of(entry: Considered, delivery: Delivery, game: Game) -> Iterator[Event]:
    """Yield what an entry records: also a rejected one, since a ruling may still save it."""
    if entry.player is None or entry.entry is None or game.round is None:
        return
    moves = entry.entry.moves
    number = game.round.number
    if entry.outcome in STORED or entry.reason is Reason.NO_VALID_MOVE:
        yield MoveEntered(entry.player, number, delivery.received, delivery.key, moves)
    elif entry.reason is Reason.LATE and entry.round == number:
        yield MoveWasLate(entry.player, number, delivery.received, moves)


def _standing(table: Table, player: str | None, desk: Desk) -> Considered | None:
    """Return what is in force for a player before this mail, if anything is."""
    game = table.game
    if player is None or game.round is None or player not in game.round.entries:
        return None
    judge = Judge(game.position, desk.lexicon, game.rulings)
    found = in_force(game.round.entries[player], judge)
    if found is None or not found.choice.holds_something:
        return None
    outcome = Outcome.PENDING if found.choice.undecided else Outcome.ACCEPTED
    return Considered(
        outcome, game=game.id, round=game.round.number, player=player, choice=found.choice
    )


def _to_the_player(
    desk: Desk, mail: Consideration, content: EntryAnswer, key: str, reference: Answered
) -> Iterator[Owed]:
    """Answer the sender; what the game master enters for a player is confirmed to both."""
    table = desk.tables[content.policy.id]
    entry, now = content.considered, mail.delivery.received
    player = table.game.players.get(entry.player or "")
    if mail.from_game_master and (player is None or mail.mail.sender not in player.addresses):
        copy = replace(content, for_game_master=True)
        yield owe_to_game_master(
            desk.house, copy, key, now, policy=table.policy, game=table.game, answers=reference
        )
        if player is not None and entry.outcome in STORED:
            yield from owe_to_player(table, player, content, key, now)
        return
    addressee = player or _owner(table, desk, mail.mail.sender)
    yield from owe_to_player(
        table, addressee, content, key, now, address=mail.mail.sender, answers=reference
    )


def _owner(table: Table, desk: Desk, sender: str | None) -> Player:
    """Return whom an answer addresses where no player of the game was found: the address's owner."""
    tables = (table, *desk.tables.values())
    for each in tables:
        for player in each.game.players.values():
            if sender in player.addresses:
                return player
    return Player(name="", addresses=(), total=0, base=0, missed=0)


def _about_the_mail(
    desk: Desk, mail: Consideration, entry: Considered, key: str, reference: Answered
) -> Iterator[Owed]:
    """Answer a mail that is about no known game, or that cannot be read at all."""
    now, sender = mail.delivery.received, mail.mail.sender or ""
    is_passed_on = entry.reason in (Reason.NO_MOVE, Reason.UNREADABLE, Reason.TOO_LARGE)
    if is_passed_on:
        yield from _passed_on(desk, mail, entry, key, reference)
    mine = tuple(
        table.policy
        for table in desk.tables.values()
        if any(sender in player.addresses for player in table.game.players.values())
    )
    content = MailAnswer(entry, mine, passed_on=is_passed_on)
    if mail.from_game_master:
        yield owe_to_game_master(desk.house, content, key, now, answers=reference)
        return
    table = desk.tables.get(entry.game or "") or next(
        (desk.tables[policy.id] for policy in mine), None
    )
    if table is None:
        return
    owner = _owner(table, desk, sender)
    for owed in owe_to_player(table, owner, content, key, now, address=sender, answers=reference):
        yield owed if entry.game else replace(owed, game=None, tag=None)


def _passed_on(
    desk: Desk, mail: Consideration, entry: Considered, key: str, reference: Answered
) -> Iterator[Owed]:
    """Put a mail with neither move nor command before the game master (contract 5)."""
    if mail.from_game_master:
        return
    table = desk.tables.get(entry.game or "")
    facts = (
        ("sender", mail.mail.sender or ""),
        ("name", entry.player or mail.mail.sender_name),
        ("subject", mail.mail.subject),
        ("reason", entry.reason.value if entry.reason else ""),
    )
    notice = Notice("passed_on", facts, quoted=reference.quoted)
    yield owe_to_game_master(
        desk.house,
        notice,
        f"passed:{key}",
        mail.delivery.received,
        policy=table.policy if table else None,
        game=table.game if table else None,
    )


def _opening(turn: _Turn, table: Table, name: str, mail: Consideration) -> Iterator[Owed]:
    """Send a newcomer what every player got at the start."""
    player = table.game.players[name]
    content = Opening(table.game, table.policy, next_round_of(table.game), name, "")
    key = f"opening:{table.policy.id}:{name}"
    yield from owe_to_player(
        turn.desk.tables[table.policy.id], player, content, key, mail.delivery.received
    )
