"""A mail and the games to what the referee makes of it, entry by entry; nothing is decided yet.

The order of the tests is the contract's (section 3): robots first, then the sender, then what can
be read, then for each entry its game, its round, its player, its moves.
"""

from dataclasses import replace

from mailref.mail.entries.model import Command, GameFace, Reading, UnknownHeading
from mailref.mail.entries.names import find_game_in_subject, tagged_game
from mailref.mail.entries.reader import EntryReader
from mailref.mail.incoming.model import IncomingMail, Proof, Trouble
from mailref.referee.asking import commands_of, requests_of
from mailref.referee.identity import games_of, is_registered, related_games
from mailref.referee.judging import (
    STRANGER,
    Case,
    Sender,
    ask_back_twins,
    consider_entry,
    consider_nothing,
    consider_request,
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
from mailref.rules.variant import UNLIMITED


def consider(
    mail: IncomingMail,
    delivery: Delivery,
    desk: Desk,
    reader: EntryReader,
    *,
    adopted_for: str | None = None,
    written_by: str | None = None,
) -> Consideration:
    """Return what the referee makes of *mail*: at least one entry, each with its outcome.

    *adopted_for*: the game master takes a stranger's mail over for this player; *written_by*: for
    this one, if the mail names nobody.
    """
    if mail.robot is not None:
        return _ignored(mail, delivery, Reason(mail.robot.value))
    if mail.sender is None:
        return _ignored(mail, delivery, Reason.UNKNOWN_SENDER)
    sender = _sender(mail.sender, desk)
    default = _default_game(mail, delivery, desk, sender)
    reading = _read(mail, desk, reader, default)
    holds_move = any(written.move for entry in reading.entries for written in entry.moves)
    tag = _tag_of(mail.subject, desk)
    requests = requests_of(reading, tag, default, related_games(desk, mail.sender))
    base = Consideration(
        mail=mail,
        delivery=delivery,
        entries=(),
        commands=commands_of(reading),
        command_games=tuple(request.game for request in requests),
        press=_press(reading),
        prose=reading.prose,
        from_game_master=sender.is_game_master,
        is_stranger=not sender.is_registered,
        holds_move=holds_move,
        named=reading.player.text if reading.player else None,
        requests=requests,
    )
    case = Case(base, desk, sender, default, adopted_for, written_by)
    return replace(base, entries=_entries(case, reading))


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
    tag = _tag_of(mail.subject, desk)
    if tag is not None:
        return tag
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


def _tag_of(subject: str, desk: Desk) -> str | None:
    """Return the game in the subject's tag, if there is such a game."""
    return tagged_game(subject, desk.tables)


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


def _press(reading: Reading) -> str:
    return reading.press or next((entry.press for entry in reading.entries if entry.press), "")


def _entries(case: Case, reading: Reading) -> tuple[Considered, ...]:
    if refusal := _whole_mail(case):
        return (refusal,)
    base = case.base
    found: list[Considered] = []
    for entry in reading.entries:
        under_heading = next((r for r in base.requests if r.game == entry.game), None)
        if entry.moves or isinstance(entry.game, UnknownHeading):
            found.append(consider_entry(entry, case))
        elif under_heading is not None:
            found.append(consider_request(case, under_heading))
        elif entry.game is not None and not base.commands:
            found.append(consider_entry(entry, case))
    if found:
        return ask_back_twins(tuple(found))
    if base.commands:
        return (_commands_alone(case),)
    if not case.sender.is_registered:
        return (STRANGER,)
    return (consider_nothing(case, case.default, Reason.NO_MOVE),)


def _commands_alone(case: Case) -> Considered:
    """Return what is made of a mail of commands: one line, for one game or for all."""
    asked = [consider_request(case, request) for request in case.base.requests]
    if len(asked) == 1:
        return asked[0]
    if asked and all(each == STRANGER for each in asked):
        return STRANGER
    return Considered(Outcome.COMMAND)


def _whole_mail(case: Case) -> Considered | None:
    """Return what settles the mail before any entry is looked at, or None."""
    base, mail = case.base, case.base.mail
    if not case.sender.is_registered and not _may_join(base, case.desk):
        return STRANGER
    if mail.trouble is None or base.holds_move or base.commands:
        return None
    if mail.trouble is Trouble.TOO_LARGE:
        return consider_nothing(case, case.default, Reason.TOO_LARGE)
    is_empty = mail.trouble is Trouble.EMPTY
    reason = Reason.NO_MOVE if is_empty else Reason.UNREADABLE
    return consider_nothing(case, case.default, reason)


def _may_join(base: Consideration, desk: Desk) -> bool:
    """Tell whether a stranger asks an open game to let him in: by a move or by ANMELDEN."""
    if base.mail.proof is Proof.FAILED or not _open_games(desk):
        return False
    return base.holds_move or Command.JOIN in base.commands
