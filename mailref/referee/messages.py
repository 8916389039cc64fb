"""What players write to each other through the referee: who gets it, who wants none, what is refused (contract 3).

A text goes out as it was written, in a mail of ours: nobody learns an address. What stands in it is never
a move; where it holds one its writer is asked (`orders/read_entries.py`). Only a mail that says so is a
message, and only so many leave in a day: two programs that answer each other end soon.
"""

import re
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.game import A_DAY
from mailref.orders.shapes import folded
from mailref.orders.table import ROW_OF, Addressed, Command, NotDone, words_for
from mailref.referee import identity
from mailref.referee.contents import PlayerMessage
from mailref.referee.mails import Owed, owe_to_deputy, owe_to_game_master, owe_to_player
from mailref.referee.policy import Consideration, Office, PressPolicy, Receipt, Request, RunningGame
from mailref.tiles.moves import any_of, filled
from mailref.tiles.when_used import regex

MOST_A_DAY = 5
"""So many messages of one player leave in a day, over all his games."""
EVERYBODY = ""
GAME_MASTER = ""
_BETWEEN = regex(
    filled(r"\s*[,;&+]\s*|\s+{and_to}\s+", and_to=any_of(words_for(Addressed.AND))), re.IGNORECASE
)


class MessageWriter(Struct, frozen=True):
    """Who writes a message, in which game."""

    running: RunningGame
    office: Office
    player: str | None
    """None: the game master."""
    address: str
    receipt: Receipt
    is_one_of_several: bool = False
    """Whether he has several games and names none."""


def messages_of(writer: MessageWriter, said: Collection[str]) -> Iterator[happened.Event | NotDone]:
    """Yield what is recorded of the messages of a mail, and why one is not sent."""
    if not writer.running.policy.messages:
        yield NotDone.NO_MESSAGES
        return
    sent = 0
    for each in said:
        for outcome in _message(writer, each, sent):
            sent += isinstance(outcome, happened.MessageSent)
            yield outcome


def _message(writer: MessageWriter, said: str, sent: int) -> Iterator[happened.Event | NotDone]:
    named, _, text = said.partition(":")
    to = _addressed(writer, named)
    if isinstance(to, NotDone):
        yield to
    elif not text.strip():
        yield NotDone.NO_MESSAGE
    elif len(text) > ROW_OF[Command.MESSAGE].most:
        yield NotDone.MESSAGE_TOO_LONG
    elif writer.player is not None and _sent_today(writer) + sent >= MOST_A_DAY:
        yield NotDone.TOO_MANY_MESSAGES
    else:
        yield from _to_those_who_want_it(writer, to, text.strip())


class _To(Struct, frozen=True):
    """Whom a message is for."""

    names: tuple[str, ...]
    is_all: bool = False


def _to_those_who_want_it(
    writer: MessageWriter, to: _To, text: str
) -> Iterator[happened.Event | NotDone]:
    wanted = tuple(name for name in to.names if not _is_muted(writer, name))
    reached = tuple(name for name in wanted if _is_reached(writer, name))
    if len(wanted) < len(to.names) and not to.is_all:
        yield NotDone.IS_MUTED
    if len(reached) < len(wanted) and not to.is_all:
        yield NotDone.HAS_NO_ADDRESS
    if not reached:
        if to.is_all:
            yield NotDone.TO_NOBODY
        return
    yield happened.MessageSent(
        writer.player or GAME_MASTER,
        reached,
        Secret(text),
        writer.receipt.key,
        writer.receipt.received,
        is_to_all=to.is_all,
    )


def _addressed(writer: MessageWriter, named: str) -> _To | NotDone:
    """Return whom the words before the colon name: players, all others, or the game master."""
    players = writer.running.game.active
    if _is(Addressed.ALL, named):
        if writer.is_one_of_several:
            return NotDone.IN_WHICH_GAME
        return _To(tuple(p.name for p in players if p.name != writer.player), is_all=True)
    found: list[str] = []
    for each in _BETWEEN.split(named.strip()):
        name = identity.find_player_called(each, players)
        if isinstance(name, str):
            found.append(name)
        elif _names_game_master(writer, each):
            found.append(GAME_MASTER)
        else:
            return NotDone.TO_WHOM
    if GAME_MASTER in found and writer.is_one_of_several:
        return NotDone.IN_WHICH_GAME
    is_own = writer.player in found or (writer.player is None and GAME_MASTER in found)
    return NotDone.TO_HIMSELF if is_own else _To(tuple(dict.fromkeys(found)))


def _is(addressed: Addressed, named: str) -> bool:
    return folded(named) in map(folded, words_for(addressed))


def _names_game_master(writer: MessageWriter, named: str) -> bool:
    name = writer.office.house.gamemaster_name
    return _is(Addressed.GAME_MASTER, named) or folded(named) == folded(name)


def _is_muted(writer: MessageWriter, name: str) -> bool:
    """Tell whether a player wants nothing from the writer; nobody is kept from the game master."""
    player = writer.running.game.players.get(name)
    if player is None or writer.player is None:
        return False
    return EVERYBODY in player.mutes or writer.player in player.mutes


def _is_reached(writer: MessageWriter, name: str) -> bool:
    return name == GAME_MASTER or bool(writer.running.game.players[name].addresses)


def _sent_today(writer: MessageWriter) -> int:
    """Return how many messages somebody has sent within the last day, in whatever game."""
    since = writer.receipt.received - A_DAY
    count = 0
    for id_ in writer.office.games_at(writer.address):
        running = writer.office.games[id_]
        mine = {player.name for player in identity.players_at(running, writer.address)}
        count += sum(each.player in mine and each.at > since for each in running.game.messages)
    return count


def muting(
    running: RunningGame, player: str, said: Collection[str], *, is_muted: bool
) -> Iterator[happened.Event | NotDone]:
    """Yield from whom a player wants no more messages, or wants them again."""
    for named in said:
        found = identity.find_player_called(named, running.game.players.values())
        if _is(Addressed.ALL, named):
            yield happened.PlayerMuted(player, EVERYBODY, is_muted)
        elif isinstance(found, str) and found != player:
            yield happened.PlayerMuted(player, found, is_muted)
        else:
            yield NotDone.WHOM_TO_MUTE


def addressed_once(
    requests: Collection[Request], office: Office
) -> tuple[tuple[Request, ...], bool]:
    """Return the requests, a message of a mail about no single game in one of them; and whether it was in several.

    It goes to the first game in which all are called as it says.
    """
    several = [each for each in requests if Command.MESSAGE in each.commands]
    if len(several) < 2 or len({each.said.every(Command.MESSAGE) for each in several}) > 1:
        return tuple(requests), False
    fitting = (each.game for each in several if _fits(each, office.games[each.game]))
    chosen = next(fitting, several[0].game)
    kept = (each if each.game == chosen else _without_message(each) for each in requests)
    return tuple(each for each in kept if each.commands), True


def _fits(request: Request, running: RunningGame) -> bool:
    if not running.policy.messages or running.game.is_over:
        return False
    for each in request.said.every(Command.MESSAGE):
        for name in _BETWEEN.split(each.partition(":")[0].strip()):
            if not isinstance(identity.find_player_called(name, running.game.active), str):
                return False
    return True


def _without_message(request: Request) -> Request:
    commands = tuple(each for each in request.commands if each is not Command.MESSAGE)
    return replace(request, commands=commands)


def mails_of(
    event: happened.MessageSent,
    running: RunningGame,
    mail: Consideration,
    office: Office,
    number: int,
) -> Iterator[Owed]:
    """Yield a message to those whom it is for, and to who moderates what players write a copy."""
    text, now = event.text.value, mail.receipt.received
    key = f"message:{event.mail}:{running.policy.id}:{number}"
    content = PlayerMessage(
        policy=running.policy,
        writer=event.player,
        text=text,
        is_to_all=event.is_to_all,
        may_answer=running.policy.messages and event.player != GAME_MASTER,
    )
    for name in event.to:
        if name == GAME_MASTER:
            yield owe_to_game_master(office.house, content, key, now, running=running)
        else:
            player = running.game.players[name]
            yield from owe_to_player(running, player, content, f"{key}:{name}", now)
    is_seen = running.policy.press is PressPolicy.MODERATED and event.player != GAME_MASTER
    if not is_seen or GAME_MASTER in event.to:
        return
    copy = replace(content, may_answer=False, copied=event.to)
    if identity.game_master_plays(running, office):
        yield from owe_to_deputy(running, copy, f"{key}:copy", now)
    else:
        yield owe_to_game_master(office.house, copy, f"{key}:copy", now, running=running)
