"""Making owed mails: recipients, tags, keys. Nothing is mailed to an unregistered address."""

from collections.abc import Iterator
from datetime import datetime

from mailref.mail.incoming.model import IncomingMail
from mailref.referee.model import Delivery, Table
from mailref.referee.owed import Answered, Content, Owed
from mailref.referee.policy import GamePolicy, House
from mailref.rules.game import Game, Player

END_TAG = "Ende"
QUOTED_CHARACTERS = 2000
"""How much of a mail is passed on to the game master."""


def tag_of(game: Game) -> str:
    """Return the round for which a reply would be a move; `Ende` after the game (contract 5)."""
    return END_TAG if game.is_over else f"R{game.round_number}"


def answered(mail: IncomingMail, delivery: Delivery) -> Answered:
    """Return what an answer needs to know of the mail it answers."""
    text = "\n".join(line.text for line in mail.lines)
    return Answered(
        message_id=mail.message_id,
        references=mail.references,
        subject=mail.subject,
        received=delivery.received,
        quoted=text[:QUOTED_CHARACTERS],
    )


def owe_to_player(
    table: Table,
    player: Player,
    content: Content,
    key: str,
    now: datetime,
    *,
    address: str | None = None,
    answers: Answered | None = None,
) -> Iterator[Owed]:
    """Yield the mail to a player: at *address*, else at the first of his; none without e-mail."""
    recipient = address or next(iter(player.addresses), None)
    if recipient is None:
        return
    yield Owed(
        key=f"{key}:{recipient}",
        recipient=recipient,
        name=player.name,
        language=table.policy.language,
        game=table.policy.id,
        tag=tag_of(table.game),
        player=player.name,
        content=content,
        answers=answers,
        at=now,
    )


def owe_to_game_master(
    house: House,
    content: Content,
    key: str,
    now: datetime,
    *,
    policy: GamePolicy | None = None,
    game: Game | None = None,
    answers: Answered | None = None,
) -> Owed:
    """Return the mail to the game master, about one game or about none."""
    return Owed(
        key=f"{key}:{house.gamemaster_address}",
        recipient=house.gamemaster_address,
        name=house.gamemaster_name,
        language=policy.language if policy else "de",
        game=policy.id if policy else None,
        tag=tag_of(game) if game else None,
        player=None,
        content=content,
        answers=answers,
        at=now,
    )


def owe_to_subscriber(
    table: Table, address: str, content: Content, key: str, now: datetime
) -> Owed:
    """Return the mail to somebody who only reads the reports."""
    return Owed(
        key=f"{key}:{address}",
        recipient=address,
        name="",
        language=table.policy.language,
        game=table.policy.id,
        tag=tag_of(table.game),
        player=None,
        content=content,
        answers=None,
        at=now,
    )


def addresses_of(player: Player) -> tuple[str, ...]:
    """Return a player's addresses in small letters, as senders are compared."""
    return tuple(address.lower() for address in player.addresses)


def subscribers_of(table: Table) -> tuple[str, ...]:
    """Return who gets the reports beside players and game master, each once."""
    players = {address for player in table.game.active for address in addresses_of(player)}
    wanted = dict.fromkeys(address.lower() for address in table.policy.subscribers)
    return tuple(a for a in wanted if a not in table.game.left_subscribers and a not in players)
