"""What the referee hands to the shell: decisions, and the mails they owe as values, without a sentence.

One value is one mail to one recipient. `key` names it for ever: the same decision owes the same
mail, so its Message-ID is fixed before the first try.

What is left of a mail where its reader may see only what all may: a new address of a player (contract 5).

What commands show of a running game, whatever its kind: its line of `status`, and what `preview` makes.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import Event
from mailref.games.game import Game, Player
from mailref.games.kind import follow, kind_of
from mailref.reading.incoming_mail import IncomingMail
from mailref.record.as_json import Json
from mailref.referee.contents import Content, ShownLater, WhyAsked
from mailref.referee.gm_orders import GmOrder, OrderRemark
from mailref.referee.policy import Answered, Consideration, GamePolicy, House, Office, RunningGame
from mailref.tiles.moves import SAYINGS


def public_part(
    content: Content, running: RunningGame, until: datetime, *, is_answer: bool
) -> Content:
    """Return *content* without what is its player's alone; where nothing is left, that it comes later.

    *is_answer*: it answers a mail of the reader, who knows what he wrote. Lists of several games and
    answers about none (`MailAnswer`) are made without the games that the reader may not see into.
    """
    if is_answer and content.says_again:
        return content
    is_hidden = kind_of(running.game).plays_alone and not content.is_public
    left = None if is_hidden else content.public_part()
    return ShownLater(running.policy, until) if left is None else left


class Owed(Struct, frozen=True):
    """One mail to one recipient."""

    key: str
    """Unique for ever: `report:yerres:4:max@example.org`."""
    recipient: str
    name: str
    language: str
    content: Content
    at: datetime
    game: str | None = None
    """The game of the subject's tag; None: `[mailref]`."""
    tag: str | None = None
    """`R4`, `Z12` or `Ende`: the round or turn for which a reply would be a move."""
    player: str | None = None
    """Whose token the Message-ID carries."""
    answers: Answered | None = None
    one_time: str | None = None
    """The one-time token that the Message-ID carries, in a mail that asks back."""
    kept: tuple[tuple[str, str], ...] = ()
    """The texts that its reader keeps to himself, shown him below: (order, text)."""
    also: tuple[str, ...] = ()
    """What is said below of an order that stood beside the move: names of sentences in `player_orders.j2`."""
    elsewhere: tuple[str, ...] = ()
    """The titles of his other games in which the same was done: no mail of their own says it."""
    ahead: tuple[str, ...] = ()
    """What is said before all else: names of sentences there."""
    follows: str | None = None
    """The id of the mail of ours to the same recipient that it is about: both stand in one thread."""


class AskBack(Struct, frozen=True):
    """A question to the sender of a mail: what it asks for waits until he says yes."""

    token: str
    fingerprint: str
    """Of the mail that waits."""
    sender: str
    why: WhyAsked
    asked_at: datetime


class Decision(Struct, frozen=True):
    """What is recorded and what is owed, at once."""

    events: tuple[tuple[str, Event], ...]
    """(game, event), in order."""
    mails: tuple[Owed, ...]
    adopted: tuple[tuple[int, str], ...] = ()
    """Mails set aside that the game master lets count: (number in the record, fingerprint)."""
    question: AskBack | None = None
    settled: str | None = None
    """The one-time token that is spent with it."""
    orders: tuple[str, ...] = ()
    """The digests of the game master's orders that it carries out."""
    under: tuple[str, ...] = ()
    """The ids of our mails in answer to which he gave them."""

    def not_before(self, then: datetime) -> "Decision":
        """Return it with no mail dated before *then*: what a yes lets happen is told after the question."""
        return replace(
            self, mails=tuple(replace(each, at=max(each.at, then)) for each in self.mails)
        )

    def then(self, other: "Decision") -> "Decision":
        """Return both decisions about one mail as one; *other* is made after this one."""
        return Decision(
            (*self.events, *other.events),
            (*self.mails, *other.mails),
            (*self.adopted, *other.adopted),
            self.question or other.question,
            self.settled or other.settled,
            (*self.orders, *other.orders),
            tuple(dict.fromkeys((*self.under, *other.under))),
        )


END_TAG = SAYINGS["end_mark"][0]


_MOST_IN_FULL = 20_000
"""How much of a mail is passed on to the game master."""


def tag_of(game: Game) -> str:
    """Return the round for which a reply would be a move; `Ende` after the game (contract 5)."""
    return END_TAG if game.is_over else f"{game.letter}{game.number_now}"


def is_held_out(player: Player, address: str, now: datetime) -> bool:
    """Tell whether *address* is a player's, and too new to be shown what is his alone."""
    is_early = player.shown_from is not None and now < player.shown_from
    return is_early and address.lower() in player.new_addresses


def waiting_addresses(game: Game, now: datetime) -> tuple[tuple[Player, str, datetime], ...]:
    """Return the new addresses that are not shown all yet: whose, which, and until when."""
    return tuple(
        (player, address, player.shown_from)
        for player in game.active
        for address in player.addresses
        if player.shown_from is not None and is_held_out(player, address, now)
    )


def in_full(mail: IncomingMail) -> str:
    """Return all that the person wrote, or hands on, for who has to read what we could not."""
    own = ("\n".join(line.text for line in block) for block in mail.blocks)
    blocks = (*own, mail.handed_on)
    return "\n\n".join(block for block in blocks if block.strip())[:_MOST_IN_FULL]


def owe_to_player(
    running: RunningGame,
    player: Player,
    content: Content,
    key: str,
    now: datetime,
    *,
    address: str | None = None,
    answers: Answered | None = None,
) -> Iterator[Owed]:
    """Yield the mail to a player: at *address*, else at the first of his; none without e-mail.

    A new address of his is shown its public part only, until its time has come (contract 5).
    """
    recipient = address or next(iter(player.addresses), None)
    if recipient is None:
        return
    kept = content.kept_by(player)
    if is_held_out(player, recipient, now) and player.shown_from is not None:
        kept = ()
        until, is_answer = player.shown_from, answers is not None
        content = public_part(content, running, until, is_answer=is_answer)
    yield Owed(
        key=f"{key}:{recipient}",
        recipient=recipient,
        name=player.name,
        language=_language_of(running, player),
        game=running.policy.id,
        tag=tag_of(running.game),
        player=player.name,
        content=content,
        answers=answers,
        at=now,
        kept=kept,
    )


def owe_to_sender(
    mail: Consideration, running: RunningGame, player: Player, content: Content, key: str
) -> Iterator[Owed]:
    """Yield what answers a mail, where it came from: to *player*, who wrote it."""
    return owe_to_player(
        running,
        player,
        content,
        key,
        mail.receipt.received,
        address=mail.mail.sender,
        answers=mail.reference,
    )


def owe_to_game_master(
    house: House,
    content: Content,
    key: str,
    now: datetime,
    *,
    running: RunningGame | None = None,
    answers: Answered | None = None,
) -> Owed:
    """Return the mail to the game master, about one game or about none."""
    return Owed(
        key=f"{key}:{house.gamemaster_address}",
        recipient=house.gamemaster_address,
        name=house.gamemaster_name,
        language=running.policy.language if running else house.language,
        game=running.policy.id if running else None,
        tag=tag_of(running.game) if running else None,
        content=content,
        answers=answers,
        at=now,
    )


def owe_to_subscriber(
    running: RunningGame,
    address: str,
    content: Content,
    key: str,
    now: datetime,
    *,
    answers: Answered | None = None,
) -> Owed:
    """Return the mail to somebody who only reads the reports."""
    return Owed(
        key=f"{key}:{address}",
        recipient=address,
        name="",
        language=_language_of_subscriber(running, address),
        game=running.policy.id,
        tag=tag_of(running.game),
        content=content,
        answers=answers,
        at=now,
    )


def _language_of(running: RunningGame, player: Player) -> str:
    """Return the language a player asked for, else that of his table, else that of the game."""
    return chosen_language(running.policy, player) or running.policy.language


def chosen_language(policy: GamePolicy, player: Player) -> str:
    """Return the language a player asked for, else that in which he writes or of the settings; "": nothing tells."""
    names = {player.name, *player.former_names}
    in_file = (each.language for each in policy.players if each.name in names)
    return player.language or player.spoken or next(in_file, "")


def _language_of_subscriber(running: RunningGame, address: str) -> str:
    asked = {known.lower(): each for known, each in running.game.subscriber_languages.items()}
    in_file = {known.lower(): each for known, each in running.policy.subscriber_languages}
    return {**in_file, **asked}.get(address.lower(), running.policy.language)


def addresses_of(player: Player) -> tuple[str, ...]:
    """Return a player's addresses in lower case, as senders are compared."""
    return tuple(address.lower() for address in player.addresses)


def subscribers_of(running: RunningGame) -> tuple[str, ...]:
    """Return who gets the reports beside players and game master, each once."""
    players = {address for player in running.game.active for address in addresses_of(player)}
    wanted = dict.fromkeys(address.lower() for address in running.policy.subscribers)
    return tuple(a for a in wanted if a not in running.game.left_subscribers and a not in players)


def owe_to_subscribers(
    running: RunningGame, house: House, content: Content, key: str, now: datetime
) -> Iterator[Owed]:
    """Yield the mail to everybody who only reads the reports; the game master has one of his own."""
    for address in subscribers_of(running):
        if address != house.gamemaster_address.lower():
            yield owe_to_subscriber(running, address, content, key, now)


def owe_to_deputy(
    running: RunningGame, content: Content, key: str, now: datetime
) -> Iterator[Owed]:
    """Yield the mail to the deputy of a game master who plays; none where there is no deputy."""
    if running.policy.deputy is not None:
        yield owe_to_subscriber(running, running.policy.deputy, content, f"{key}:deputy", now)


class Step(Struct, frozen=True):
    """A decision about one game, with the cause under which it is recorded once and only once."""

    cause: str
    decision: Decision
    remarks: tuple[OrderRemark, ...] = ()
    """What whoever ordered it should know."""
    instead: GmOrder | None = None
    """What an order that takes another back came down to."""


def step_of(cause: str, running: RunningGame, *events: Event, mails: Iterable[Owed] = ()) -> Step:
    """Return the step that records *events* of one game."""
    return Step(
        cause, Decision(tuple((running.policy.id, event) for event in events), tuple(mails))
    )


def after(office: Office, decision: Decision) -> Office:
    """Return the office after a decision."""
    running_games = dict(office.games)
    since = dict(office.since)
    for game, event in decision.events:
        running = running_games[game]
        running_games[game] = replace(running, game=follow(running.game, (event,)))
        since[game] = (*since.get(game, ()), event)
    return replace(office, games=MappingProxyType(running_games), since=MappingProxyType(since))


class Previewed(Struct, frozen=True):
    """The report as it would go out now."""

    content: Content
    tag: str
    number: int | None
    """Of the round or turn that it is about; None: there is but one."""
    says: str
    """What it is, in words."""
    assumed: tuple[str, ...] = ()
    """What was assumed for it, a line each."""


def status_row(
    running: RunningGame,
    *,
    number: int,
    is_open: bool,
    deadline: datetime | None,
    players: Iterable[str],
    moved: Iterable[str] | None = None,
    undecided: Iterable[str] = (),
    waits_for: str | None = None,
    is_final: bool = False,
    letters: str = "",
    head: dict[str, Json] | None = None,
    beside: dict[str, Json] | None = None,
) -> dict[str, Json]:
    """Return how a game stands as JSON; *head* and *beside* are what games of its kind tell more."""
    game = running.game
    return {
        "game": game.id,
        "title": running.policy.title,
        **(head or {}),
        "round": number,
        "open": is_open,
        "final": is_final,
        "finished": game.is_over,
        "paused": game.is_paused,
        "letters": letters,
        "deadline": deadline.astimezone(running.policy.zone).isoformat() if deadline else None,
        "players": [*players],
        "moved": None if moved is None else [*moved],
        **(beside or {}),
        "undecided": [*undecided],
        "waits_for": waits_for,
        "press": sum(not item.is_released for item in game.press),
    }
