"""A mail and the games to what the referee makes of it, entry by entry; nothing is decided yet.

The order of the tests is the contract's (section 3): robots first, then the sender, then what can
be read, then for each entry its game, its round, its player, its moves.
"""

from dataclasses import dataclass, replace

from mailref.mail.entries.model import (
    Command,
    Entry,
    GameFace,
    Reading,
    UnknownHeading,
)
from mailref.mail.entries.names import find_game_in_subject, subject_tag
from mailref.mail.entries.reader import EntryReader
from mailref.mail.incoming.model import IncomingMail, Trouble
from mailref.referee.identity import (
    Known,
    NotKnown,
    find_player,
    games_of,
    is_registered,
)
from mailref.referee.model import (
    Consideration,
    Considered,
    Delivery,
    Desk,
    Outcome,
    Reason,
    Table,
)
from mailref.referee.policy import Registration
from mailref.rules.game import Game
from mailref.rules.legality import Judge
from mailref.rules.standing import Choice, choose_move
from mailref.rules.variant import UNLIMITED


@dataclass(frozen=True, slots=True)
class Sender:
    """Who the mail is from, as far as that is known before any entry is read."""

    address: str
    games: tuple[str, ...]
    is_game_master: bool
    is_registered: bool


def consider(
    mail: IncomingMail, delivery: Delivery, desk: Desk, reader: EntryReader
) -> Consideration:
    """Return what the referee makes of *mail*: at least one entry, each with its outcome."""
    if mail.robot is not None:
        return _ignored(mail, delivery, Reason(mail.robot.value))
    if mail.sender is None:
        return _ignored(mail, delivery, Reason.UNKNOWN_SENDER)
    sender = _sender(mail.sender, desk)
    tag = subject_tag(mail.subject)
    default = _default_game(mail, delivery, desk, sender)
    reading = _read(mail, desk, reader, default)
    holds_move = any(written.move for entry in reading.entries for written in entry.moves)
    base = Consideration(
        mail=mail,
        delivery=delivery,
        entries=(),
        commands=_commands(reading),
        command_games=_command_games(tag[0] if tag else None, reading, desk, sender),
        press=_press(reading),
        prose=reading.prose,
        from_game_master=sender.is_game_master,
        is_stranger=not sender.is_registered,
        holds_move=holds_move,
    )
    return replace(base, entries=_entries(base, reading, desk, sender, default))


def _ignored(mail: IncomingMail, delivery: Delivery, reason: Reason) -> Consideration:
    return Consideration(
        mail=mail,
        delivery=delivery,
        entries=(Considered(Outcome.IGNORED, reason),),
        commands=(),
        command_games=(),
        press="",
        prose=False,
        from_game_master=False,
        is_stranger=True,
        holds_move=False,
    )


def _sender(address: str, desk: Desk) -> Sender:
    return Sender(
        address=address,
        games=games_of(desk, address),
        is_game_master=address == desk.house.gamemaster_address.lower(),
        is_registered=is_registered(desk, address),
    )


def face_of(table: Table) -> GameFace:
    """Return what reading needs of a game; the final round allows any number of plays."""
    rules = table.game.rules
    if table.game.position.is_final:
        rules = replace(rules, plays=UNLIMITED)
    return GameFace(table.policy.id, table.policy.title, rules)


def _default_game(mail: IncomingMail, delivery: Delivery, desk: Desk, sender: Sender) -> str | None:
    """Return the game of lines without a heading: by tag, References, subject, or the only one."""
    tag = subject_tag(mail.subject)
    if tag is not None and tag[0] in desk.tables:
        return tag[0]
    for game, _ in reversed(delivery.answers):
        if game in desk.tables:
            return game
    faces = [face_of(table) for table in desk.tables.values()]
    named = find_game_in_subject(mail.subject, faces)
    if isinstance(named, str):
        return named
    mine = [game for game in sender.games if not desk.tables[game].game.is_over]
    if not mine and sender.is_game_master:
        mine = [id_ for id_, table in desk.tables.items() if not table.game.is_over]
    if not mine and not sender.games:
        mine = _open_games(desk)
    return mine[0] if len(mine) == 1 else None


def _open_games(desk: Desk) -> list[str]:
    return [
        id_
        for id_, table in desk.tables.items()
        if table.policy.registration is Registration.OPEN and not table.game.is_over
    ]


def _read(mail: IncomingMail, desk: Desk, reader: EntryReader, default: str | None) -> Reading:
    """Read what the person wrote; where that holds nothing, what stands below or inside a quote."""
    faces = tuple(face_of(table) for table in desk.tables.values())
    face = next((each for each in faces if each.id == default), None)
    reading = reader.read(mail.lines, mail.subject, faces, face)
    if _asks_for_something(reading):
        return reading
    for block in mail.below:
        below = reader.read(block, "", faces, face)
        if any(entry.moves for entry in below.entries):
            return below
    return reading


def _asks_for_something(reading: Reading) -> bool:
    return bool(
        reading.commands
        or any(entry.moves or entry.commands or entry.ambiguity for entry in reading.entries)
    )


def _commands(reading: Reading) -> tuple[Command, ...]:
    found = [*reading.commands, *(c for entry in reading.entries for c in entry.commands)]
    return tuple(dict.fromkeys(found))


def _press(reading: Reading) -> str:
    return reading.press or next((entry.press for entry in reading.entries if entry.press), "")


def _command_games(
    tag: str | None, reading: Reading, desk: Desk, sender: Sender
) -> tuple[str, ...]:
    """Return the games that commands concern: of tag or heading, else all of the sender's."""
    named = [entry.game for entry in reading.entries if isinstance(entry.game, str)]
    if tag in desk.tables:
        named = [tag, *named] if tag is not None else named
    if named:
        return tuple(dict.fromkeys(named))
    return sender.games or (tuple(desk.tables) if sender.is_game_master else ())


def _entries(
    base: Consideration, reading: Reading, desk: Desk, sender: Sender, default: str | None
) -> tuple[Considered, ...]:
    if refusal := _whole_mail(base, desk, sender, default):
        return (refusal,)
    with_something = tuple(entry for entry in reading.entries if entry.moves or entry.game)
    moving = tuple(e for e in with_something if e.moves or not base.commands)
    if moving:
        return tuple(_entry(entry, base, desk, sender, default) for entry in moving)
    if base.commands:
        game = base.command_games[0] if len(base.command_games) == 1 else None
        return (_command(base, desk, sender, game),)
    if not sender.is_registered:
        return (Considered(Outcome.IGNORED, Reason.UNKNOWN_SENDER),)
    return (_nothing(base, desk, sender, default, Reason.NO_MOVE),)


def _whole_mail(
    base: Consideration, desk: Desk, sender: Sender, default: str | None
) -> Considered | None:
    """Return what settles the mail before any entry is looked at, or None."""
    mail = base.mail
    if not sender.is_registered and not _may_join(base, desk):
        return Considered(Outcome.IGNORED, Reason.UNKNOWN_SENDER)
    if mail.trouble is None or base.holds_move or base.commands:
        return None
    if mail.trouble is Trouble.TOO_LARGE:
        return _nothing(base, desk, sender, default, Reason.TOO_LARGE)
    is_empty = mail.trouble is Trouble.EMPTY
    return _nothing(base, desk, sender, default, Reason.NO_MOVE if is_empty else Reason.UNREADABLE)


def _may_join(base: Consideration, desk: Desk) -> bool:
    """Tell whether a stranger asks an open game to let him in: by a move or by ANMELDEN."""
    open_games = _open_games(desk)
    if Command.JOIN in base.commands:
        return bool(open_games)
    return base.holds_move and bool(open_games)


def _nothing(
    base: Consideration, desk: Desk, sender: Sender, game: str | None, reason: Reason
) -> Considered:
    """Return a rejection without moves, for the game the mail seems to be about."""
    table = desk.tables.get(game) if game else None
    if table is None:
        return Considered(Outcome.REJECTED, reason)
    found = find_player(base.mail, sender.address, table, desk.house, None)
    player = found.name if isinstance(found, Known) and found.newcomer is None else None
    return Considered(
        Outcome.REJECTED, reason, game=game, round=table.game.round_number, player=player
    )


def _command(base: Consideration, desk: Desk, sender: Sender, game: str | None) -> Considered:
    if game is None:
        return Considered(Outcome.COMMAND)
    table = desk.tables[game]
    found = find_player(base.mail, sender.address, table, desk.house, None)
    known = isinstance(found, Known)
    newcomer = found.newcomer if isinstance(found, Known) else None
    if newcomer is not None and Command.JOIN not in base.commands:
        newcomer, known = None, False
    return Considered(
        Outcome.COMMAND,
        game=game,
        round=table.game.round_number,
        player=found.name if known and isinstance(found, Known) else None,
        newcomer=newcomer,
    )


def _entry(
    entry: Entry, base: Consideration, desk: Desk, sender: Sender, default: str | None
) -> Considered:
    game = entry.game if entry.game is not None else default
    if isinstance(game, UnknownHeading):
        titles = tuple(desk.tables[id_].policy.title for id_ in game.suggestions)
        return _unknown_game(entry, game.text, titles, sender)
    if game is None:
        titles = tuple(desk.tables[id_].policy.title for id_ in sender.games)
        return _unknown_game(entry, None, titles, sender)
    table = desk.tables[game]
    named = entry.player.text if entry.player else None
    found = find_player(base.mail, sender.address, table, desk.house, named)
    return _of_game(entry, base, table, found, desk)


def _unknown_game(
    entry: Entry,
    named: str | None,
    suggestions: tuple[str, ...],
    sender: Sender,
) -> Considered:
    if not sender.is_registered:
        return Considered(Outcome.IGNORED, Reason.UNKNOWN_SENDER)
    return Considered(
        Outcome.REJECTED,
        Reason.UNKNOWN_GAME,
        entry=entry,
        named=named,
        suggestions=suggestions,
    )


def _of_game(
    entry: Entry, base: Consideration, table: Table, found: Known | NotKnown, desk: Desk
) -> Considered:
    """Judge an entry of a known game: its round, its player, its moves."""
    meant, is_late = _round_meant(base, table)
    game = _game_of_round(table.game, meant)
    judge = Judge(game.position, desk.lexicon, game.rulings)
    moves = tuple(judge.judge(written) for written in entry.moves)
    choice = choose_move(moves, game.rules)
    considered = Considered(
        Outcome.REJECTED,
        game=table.policy.id,
        round=meant,
        player=found.name if isinstance(found, Known) else None,
        choice=choice,
        entry=entry,
        newcomer=found.newcomer if isinstance(found, Known) else None,
    )
    if isinstance(found, NotKnown):
        return _not_known(considered, found)
    if not moves:
        return replace(considered, reason=Reason.NO_MOVE, newcomer=None, choice=None)
    if entry.ambiguity is not None:
        return replace(considered, reason=Reason.AMBIGUOUS)
    if is_late:
        return replace(considered, reason=Reason.LATE)
    return _judged(considered, choice)


def _not_known(considered: Considered, found: NotKnown) -> Considered:
    if found.reason is Reason.UNKNOWN_SENDER:
        return Considered(Outcome.IGNORED, Reason.UNKNOWN_SENDER)
    return replace(
        considered, reason=found.reason, named=found.named, suggestions=found.suggestions
    )


def _judged(considered: Considered, choice: Choice) -> Considered:
    if choice.undecided:
        return replace(considered, outcome=Outcome.PENDING)
    if choice.counts is not None:
        return replace(considered, outcome=Outcome.ACCEPTED)
    return replace(considered, reason=Reason.NO_VALID_MOVE)


def _round_meant(base: Consideration, table: Table) -> tuple[int, bool]:
    """Return the round an entry is for, and whether it comes too late (rules 8, belonging)."""
    game, received = table.game, base.delivery.received
    number = game.round_number
    named = _round_named(base, table.policy.id)
    if game.is_over:
        return (game.last.number if game.last else number), True
    if named is not None and named < number:
        return named, True
    handed_over = base.delivery.handed_over.get((table.policy.id, base.mail.sender or ""))
    if named is None and handed_over is not None and received < handed_over:
        return number - 1, True
    deadline = game.round.deadline if game.round else None
    is_late = game.round is None or (deadline is not None and received > deadline)
    return number, is_late


def _round_named(base: Consideration, game: str) -> int | None:
    """Return the round of the mail that this one answers, by References, else by subject tag."""
    for answered, number in reversed(base.delivery.answers):
        if answered == game and number is not None:
            return number
    tag = subject_tag(base.mail.subject)
    return tag[1] if tag is not None and tag[0] == game else None


def _game_of_round(game: Game, number: int) -> Game:
    """Return the state in which the entry would have counted, where that is still known."""
    before = game.before_close
    if before is not None and before.round is not None and before.round.number == number:
        return before
    return game
