"""Who writes, and of which game: addresses to players, tokens, and what a game demands as proof (contract 3 and 5).

A new address of a player: who is told, what it is shown, and what his old one says (contract 5, new addresses).

Who reads a player's mail holds his rack and the moves that are kept for him. So a new address, whoever
gave it, is shown only what all may see until somebody answers yes at the one that was his, or a time
has passed.
"""

import hashlib
import hmac
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import AddressesChanged, Event
from mailref.games.game import Player
from mailref.games.kind import follow, kind_of
from mailref.orders.commands import is_closing
from mailref.orders.known_words import game_among_words
from mailref.orders.shapes import (
    GameNames,
    find_game_in_subject,
    find_name,
    first_named,
    folded,
    game_hinted,
    subject_tag,
    tagged_game,
    ways_to_call,
)
from mailref.orders.table import ASKED_IN_DOUBT, HARMLESS, Command
from mailref.reading.incoming_mail import IncomingMail, Proof
from mailref.referee import player_names
from mailref.referee.contents import (
    AddressAgreed,
    AddressAsked,
    AddressIsNew,
    AddressOfAnother,
    AddressRefused,
    Matter,
    Notice,
)
from mailref.referee.gm_orders import GivenOrder, OwnAddress
from mailref.referee.mails import (
    END_TAG,
    Decision,
    Owed,
    addresses_of,
    is_held_out,
    owe_to_game_master,
    owe_to_player,
)
from mailref.referee.policy import (
    Answered,
    House,
    Newcomer,
    Office,
    Reason,
    Receipt,
    Registration,
    RunningGame,
    Trust,
    Unread,
    WhyNotIn,
)
from mailref.tiles.when_used import regex

ONE_TIME_ID = regex(r"\.once([0-9a-f]{24})@")
"""Where a one-time token stands in a Message-ID."""


class Known(Struct, frozen=True):
    """The player a game's entry is for."""

    name: str
    newcomer: Newcomer | None = None


class NotKnown(Struct, frozen=True):
    """Nobody: why, whom the mail named, and who may have been meant."""

    reason: Reason
    named: str | None = None
    suggestions: tuple[str, ...] = ()
    another: str = ""
    """Another player of the game, whom the mail names as the one it is for."""


def token_of(house: House, game: str, player: str, round_tag: str | None) -> str:
    """Return the secret word that proves a mail answers one of ours to this player.

    *round_tag* is that of our mail, `4` or `Ende`: the word ends with the round after it.
    """
    message = f"{game}\0{player}\0{round_tag or ''}".encode()
    return hmac.digest(house.secret, message, "sha256").hex()[:16]


def one_time_token(house: House, key: str) -> str:
    """Return the secret word that is in the mail of this *key* alone."""
    return hmac.digest(house.secret, f"once\0{key}".encode(), "sha256").hex()[:24]


def unsubscribe_token(house: House, game: str, address: str) -> str:
    """Return by which reports of a game to *address* are ended with one click; it proves nothing else."""
    message = f"unsubscribe\0{game}\0{address.lower()}".encode()
    return f"{game}.{hmac.digest(house.secret, message, 'sha256').hex()[:32]}"


def unsubscribes(office: Office, token: str) -> tuple[RunningGame, str] | None:
    """Return which reports a token ends, and at which address; None: it is none of ours."""
    running = office.games.get(token.rpartition(".")[0])
    if running is None:
        return None
    players = (each for player in running.game.players.values() for each in addresses_of(player))
    known = (each.lower() for each in (*players, *running.policy.subscribers))
    for address in dict.fromkeys(known):
        given = unsubscribe_token(office.house, running.policy.id, address)
        if hmac.compare_digest(given.encode(), token.encode()):
            return running, address
    return None


def one_time_tokens_in(message_ids: Iterable[str]) -> tuple[str, ...]:
    """Return what stands in ids of our mails where a one-time token does."""
    return tuple(found[1] for each in message_ids if (found := ONE_TIME_ID.search(each)))


def loop_id(secret: bytes) -> str:
    """Return what marks our own mail; it follows from the installation's secret, which it hides."""
    return hashlib.sha256(b"loop\0" + secret).hexdigest()[:24]


def players_at(running: RunningGame, address: str) -> tuple[Player, ...]:
    """Return the players of a game who use *address*."""
    return running.book.at(running.game.players, address)


def games_of(office: Office, address: str) -> tuple[str, ...]:
    """Return the games in which somebody with *address* plays, in the order of the settings."""
    return tuple(
        id_
        for id_ in office.games_at(address)
        if any(not player.has_left for player in players_at(office.games[id_], address))
    )


def unread_in(office: Office, game: str, since: datetime) -> tuple[Unread, ...]:
    """Return what was set aside unread *since* then and may hold a move, or words, for *game*."""
    return tuple(
        each
        for each in office.unread()
        if each.received is None or each.received >= since
        if not (named := related_games(office, each.sender.lower())) or game in named
    )


def related_games(office: Office, address: str) -> tuple[str, ...]:
    """Return the games that a command of *address* without a game's name concerns.

    Those he plays in; else those he played in or reads the reports of; the game master's are all.
    """
    if address == office.house.gamemaster_address.lower():
        return games_of(office, address) or tuple(office.games)
    return games_of(office, address) or office.games_at(address)


def is_subscriber(running: RunningGame, address: str) -> bool:
    """Tell whether *address* was given to read the reports, though he may have left."""
    return address in map(str.lower, running.policy.subscribers)


def game_master_plays(running: RunningGame, office: Office) -> bool:
    """Tell whether the game master is a player of this game: then he sees no moves before the ZAT."""
    return any(
        player in running.game.active
        for player in players_at(running, office.house.gamemaster_address.lower())
    )


def may_ask(running: RunningGame, office: Office) -> bool:
    """Tell whether somebody who does not play can say whether a word counts that lies nowhere yet."""
    if not game_master_plays(running, office):
        return True
    deputy = running.policy.deputy
    return deputy is not None and not any(
        player in running.game.active for player in players_at(running, deputy.lower())
    )


def owner_of(office: Office, running: RunningGame, address: str) -> Player:
    """Return whom an answer addresses where no player was found: the address's owner, if any."""
    for each in (running, *(office.games[id_] for id_ in office.games_at(address))):
        for player in players_at(each, address):
            return player
    return Player(name="", addresses=(), total=0)


def registered_name(office: Office, address: str) -> str:
    """Return the name under which somebody at *address* plays; "" where nobody, or several, do."""
    games = (office.games[id_] for id_ in office.games_at(address))
    names = {player.name for running in games for player in players_at(running, address)}
    return names.pop() if len(names) == 1 else ""


def is_registered(office: Office, address: str) -> bool:
    """Tell whether *address* may be answered: a player's, a subscriber's or the game master's."""
    if address == office.house.gamemaster_address.lower():
        return True
    return bool(office.games_at(address))


class Sender(Struct, frozen=True):
    """Who the mail is from, as far as that is known before any entry is read."""

    address: str
    games: tuple[str, ...]
    is_game_master: bool
    is_registered: bool


def sender_of(address: str, office: Office) -> Sender:
    """Return who writes from *address*."""
    return Sender(
        address=address,
        games=games_of(office, address),
        is_game_master=address == office.house.gamemaster_address.lower(),
        is_registered=is_registered(office, address),
    )


def game_meant(
    mail: IncomingMail, receipt: Receipt, office: Office, sender: Sender, names: GameNames
) -> str | None:
    """Return the game of lines without a heading: by tag, References, subject, what leads to them, or the only one.

    None where it has to be asked: a tag beside the title of another game or beside another's tag, a
    tag of no game here.
    """
    tag = tagged_game(mail.subject, office.games)
    named = find_game_in_subject(mail.subject, names)
    if tag is not None:
        is_other = isinstance(named, str) and named != tag and named in sender.games
        return None if is_other else tag
    if (answered := game_answered(receipt, office)) is not None:
        return answered
    if subject_tag(mail.subject) is not None:
        return None
    if isinstance(named, str):
        return named
    mine = [game for game in sender.games if not office.games[game].game.is_over]
    if not mine and sender.is_game_master:
        mine = [id_ for id_, running in office.games.items() if not running.game.is_over]
    if not mine and not sender.games:
        mine = open_games(office)
    if len(mine) == 1:
        return mine[0]
    faces = [each for each in names if each.id in mine]
    if (hinted := game_hinted(mail.subject, faces)) is not None:
        return hinted
    his = (each.name for game in mine for each in players_at(office.games[game], sender.address))
    own = [*his]
    texts = (mail.subject, *_leads(mail))
    found = {game_among_words(text, names, own, faces) for text in texts} - {None}
    return found.pop() if len(found) == 1 and found <= {*mine} else None


def _leads(mail: IncomingMail) -> Iterator[str]:
    """Yield the first lines of a mail that lead to what stands below: `Hier mein Zug für die Eifel:`."""
    written = (text for line in mail.lines if (text := line.text.strip()))
    yield from (text for text in islice(written, _FIRST_LINES) if text.endswith(":"))


_FIRST_LINES = 6


def games_left_open(
    mail: IncomingMail, receipt: Receipt, office: Office, sender: Sender
) -> Sequence[str]:
    """Return a sender's games that are not over, where no tag and no answered mail says which of them a mail is for."""
    is_said = subject_tag(mail.subject) is not None or game_answered(receipt, office) is not None
    if is_said:
        return ()
    return [game for game in sender.games if not office.games[game].game.is_over]


def game_answered(receipt: Receipt, office: Office) -> str | None:
    """Return the game of our newest mail that a mail answers; None where it answers none."""
    return next((game for game, _ in reversed(receipt.answers) if game in office.games), None)


def open_games(office: Office) -> list[str]:
    """Return the games that anybody may still join."""
    return [
        id_
        for id_, running in office.games.items()
        if running.policy.registration is Registration.OPEN and not running.game.is_over
    ]


def is_proven(
    mail: IncomingMail, running: RunningGame, house: House, players: Sequence[Player]
) -> bool:
    """Tell whether the mail proves its sender as far as the game demands it (`trust`).

    What our own server marks as failed is nobody's, whatever the game demands.
    """
    if mail.proof in (Proof.FAILED, Proof.CONFIRMED):
        return mail.proof is Proof.CONFIRMED
    match running.policy.trust:
        case Trust.ADDRESS:
            return True
        case Trust.AUTHENTICATED:
            return mail.proof is Proof.PASSED
        case Trust.TOKEN:
            return holds_token(mail, running, house, players)
        case Trust.AUTHENTICATED_OR_TOKEN:
            return mail.proof is Proof.PASSED or holds_token(mail, running, house, players)


def holds_token(
    mail: IncomingMail, running: RunningGame, house: House, players: Sequence[Player]
) -> bool:
    """Tell whether the mail answers one of ours that only one of *players* got, and not long ago."""
    tokens = [
        token_of(house, running.policy.id, name, tag)
        for player in players
        for name in (player.name, *player.former_names)
        for tag in _tags_that_hold(running)
    ]
    places = (*mail.recipients, *mail.references, mail.subject)
    return any(token in place for token in tokens for place in places)


def is_in_doubt(
    mail: IncomingMail, commands: Collection[Command], office: Office, at: datetime
) -> bool:
    """Tell whether a mail gives up a place, or lets a name be shown, and nothing proves that its player wrote it."""
    sender, house = mail.sender or "", office.house
    if not house.asks_who_wrote or ASKED_IN_DOUBT.isdisjoint(commands):
        return False
    games = (office.games[id_] for id_ in office.games_at(sender))
    his = [each for each in games if any(not p.has_left for p in players_at(each, sender))]
    return bool(his) and not proves_sender(mail, his, house, at)


def proves_sender(
    mail: IncomingMail, games: Iterable[RunningGame], house: House, at: datetime
) -> bool:
    """Tell whether a mail proves its sender: by what it brings, or since it answers one that only he got."""
    if mail.proof is not Proof.NONE:
        return mail.proof is not Proof.FAILED
    sender = mail.sender or ""
    if _club_tokens_in(mail.references, sender, house, at):
        return True
    return any(holds_token(mail, each, house, players_at(each, sender)) for each in games)


def club_token(house: House, address: str, at: datetime, offer: int = 0) -> str:
    """Return what a mail of a club has by which it is ours: nobody else has got it, and it is about that *offer*."""
    number = offer if offer in range(_MOST_IN_TOKEN) else 0
    return f"{_club_secret(house, address, _half_month(at))}{number:04x}"


def club_thread(mail: IncomingMail, house: House, at: datetime) -> int | None:
    """Return the offer that the mail of a club is about which a mail answers: 0 is none; None where it answers none."""
    found = _club_tokens_in(mail.references[-1:], mail.sender or "", house, at)
    return int(found[0][-4:], 16) if found else None


def _club_tokens_in(
    references: tuple[str, ...], sender: str, house: House, at: datetime
) -> tuple[str, ...]:
    now = _half_month(at)
    secrets = tuple(_club_secret(house, sender, each) for each in (now, now - 1))
    return tuple(each for each in one_time_tokens_in(references) if each.startswith(secrets))


_MOST_IN_TOKEN = 16**4


def _half_month(at: datetime) -> int:
    return at.toordinal() // 14


def _club_secret(house: House, address: str, when: int) -> str:
    return one_time_token(house, f"club\0{address.lower()}\0{when}")[:20]


def needs_a_proof(commands: Collection[Command], running: RunningGame) -> bool:
    """Tell whether a mail with these commands has to prove its sender to be answered."""
    return running.policy.trust is Trust.AUTHENTICATED or not HARMLESS.issuperset(commands)


def _tags_that_hold(running: RunningGame) -> Iterator[str]:
    """Yield the tags of our mails that still prove a player: this round's and the one's before."""
    number = running.game.number_now
    yield from (str(number), str(number - 1))
    if running.game.is_over:
        yield END_TAG


def _is_own_seat(running: RunningGame, named: str, mine: Sequence[Player]) -> bool:
    """Tell whether the game master names himself at a table, as the template to copy does."""
    is_at_table = kind_of(running.game).is_at_table
    return is_at_table and isinstance(find_player_named(named, mine), str)


def _proves_address(mail: IncomingMail, running: RunningGame, *, needs_proof: bool) -> bool:
    """Tell whether a mail of the game master, who has no token, proves what the game demands.

    A move in turns is played at once and for good: there it needs the proof of an order.
    """
    if kind_of(running.game).is_at_table and needs_proof:
        return mail.proof is Proof.CONFIRMED
    return proves_address(mail, running.policy.trust)


def proves_address(mail: IncomingMail, trust: Trust) -> bool:
    """Tell whether a mail of somebody who has no token for it proves what *trust* demands."""
    match mail.proof:
        case Proof.FAILED:
            return False
        case Proof.PASSED:
            return trust is not Trust.TOKEN
        case Proof.NONE:
            return trust is Trust.ADDRESS
        case Proof.CONFIRMED:
            return True
        case _:
            assert_never(mail.proof)


def find_player(
    mail: IncomingMail,
    running: RunningGame,
    office: Office,
    named: str | None,
    *,
    is_answer_to_game_master: bool = False,
    needs_proof: bool = True,
) -> Known | NotKnown:
    """Find the player an entry is for, by `Spieler=`, the sender's address and the From name.

    *is_answer_to_game_master*: the mail answers one of ours to the game master, which proves him.
    Without *needs_proof* it is only asked whose address it is.
    """
    sender, house = mail.sender or "", office.house
    mine = tuple(player for player in players_at(running, sender) if not player.has_left)
    enters = sender == house.gamemaster_address.lower() and named is not None
    if enters and named is not None and not _is_own_seat(running, named, mine):
        lacks_proof = {Proof.FAILED, Proof.NONE} if house.asks_for_proof else {Proof.FAILED}
        is_answer = is_answer_to_game_master and mail.proof not in lacks_proof
        may_enter = is_answer or _proves_address(mail, running, needs_proof=needs_proof)
        return _by_name(running, named) if may_enter else NotKnown(Reason.UNKNOWN_SENDER)
    if not mine:
        return _newcomer(mail, running, office, named)
    if needs_proof and not is_proven(mail, running, house, mine):
        return NotKnown(Reason.UNKNOWN_SENDER)
    if named is not None:
        return _named(running, named, mine)
    if len(mine) == 1:
        return Known(mine[0].name)
    by_from = [player.name for player in mine if folded(player.name) == folded(mail.sender_name)]
    others = [player.name for player in mine if player.name not in by_from]
    if len(by_from) == 1 and not _is_signed_by(mail, others, but_not=by_from[0]):
        return Known(by_from[0])
    return NotKnown(Reason.AMBIGUOUS, suggestions=tuple(player.name for player in mine))


def _is_signed_by(mail: IncomingMail, names: Iterable[str], *, but_not: str) -> bool:
    """Tell whether one of *names* stands alone in a line, or below a greeting: `LG Horst`."""
    signed = [line.text.strip(" .!,*-") for line in mail.lines]
    return not any(_signs(text, but_not) for text in signed) and any(
        _signs(text, name) for text in signed for name in names
    )


def _signs(text: str, name: str) -> bool:
    forms = ways_to_call(name)
    words = text.split()
    return bool(words) and (
        folded(text) in forms or (is_closing(text) and folded(words[-1]) in forms)
    )


def find_player_named(text: str, players: Iterable[Player]) -> str | tuple[str, ...]:
    """Return the player whom *text* names, as he is called or was; else the names it resembles.

    Who has taken over another's old name is meant by it.
    """
    known = tuple(players)
    found = find_name(text, tuple(player.name for player in known))
    if isinstance(found, str):
        return found
    former = {old: player.name for player in known for old in player.former_names}
    by_former = find_name(text, tuple(former))
    return former[by_former] if isinstance(by_former, str) else found


def find_player_called(text: str, players: Iterable[Player]) -> str | tuple[str, ...]:
    """Return whom *text* names, by a first name alone, too, where only one is called so."""
    known = tuple(players)
    found = find_player_named(text, known)
    first = () if isinstance(found, str) else first_named(text, (each.name for each in known))
    return first[0] if len(first) == 1 else found


def _by_name(running: RunningGame, named: str) -> Known | NotKnown:
    """The game master enters moves for players, by name, the first alone where only one is called so."""
    found = find_player_called(named, running.game.active)
    if isinstance(found, str):
        return Known(found)
    return NotKnown(Reason.SENDER_MISMATCH, named, found)


def _named(running: RunningGame, named: str, mine: Sequence[Player]) -> Known | NotKnown:
    """Take the name that was written only if it is one of the sender's own (contract 3).

    A first name alone, where nobody else of the game is called so.
    """
    found = find_player_named(named, mine)
    if isinstance(found, str):  # of ten thousand others nothing is asked
        return Known(found)
    names = tuple(player.name for player in mine)
    others = tuple(player.name for player in running.game.active if player.name not in names)
    own, first = (first_named(named, each) for each in (names, others))
    if len(own) == 1 and not first:
        return Known(own[0])
    whole = find_name(named, others)
    by_first = first if len(first) == 1 and len(own) != 1 else ()
    for another in (whole,) if isinstance(whole, str) else by_first:
        return NotKnown(Reason.SENDER_MISMATCH, named, another=another)
    return NotKnown(Reason.SENDER_MISMATCH, named, found or names)


def _newcomer(
    mail: IncomingMail, running: RunningGame, office: Office, named: str | None
) -> Known | NotKnown:
    """An open game registers a stranger by his first readable move (contract 2, registration)."""
    sender, is_over = mail.sender or "", running.game.is_over
    is_closed = is_over or not is_open_to(running, sender, office)
    # Who has left comes back by ANMELDEN.
    has_left = bool(players_at(running, sender))
    if is_closed or has_left or kind_of(running.game).has_begun_without(running):
        return NotKnown(Reason.NOT_A_PLAYER)
    if mail.proof is Proof.FAILED:
        return NotKnown(Reason.UNKNOWN_SENDER)
    name = name_to_join_by(mail, office, named)
    if not name or _is_not_free(name, sender, running, office):
        return NotKnown(Reason.SENDER_MISMATCH, name)
    return Known(name, Newcomer(running.policy.id, name, sender))


def is_open_to(running: RunningGame, address: str, office: Office) -> bool:
    """Tell whether who writes from an address joins a game without the game master.

    In a club of who is registered what a member has begun is no door for strangers.
    """
    club = office.club
    if club is None or not club.is_shut or running.policy.id not in club.begun():
        return running.policy.registration is Registration.OPEN
    is_known = is_registered(office, address) or address in club.members()
    return is_known and running.policy.registration is Registration.OPEN


def name_to_join_by(mail: IncomingMail, office: Office, named: str | None) -> str:
    """Return how who writes is to be called in a game: as he says, or is known in the club; "": nobody knows.

    In a club, where strangers read it, nobody is shown by what stands before the @ of his address.
    """
    if name := player_names.fit_name(named):
        return name
    name, sender = player_names.fit_name(mail.sender_name), mail.sender or ""
    if office.club is None:
        return name or player_names.fit_name(sender.partition("@")[0])
    his = player_names.names_at(sender, office)
    is_known = len(his) == 1 and not _is_another_person(name, his[0])
    return his[0] if is_known else name


def _is_another_person(name: str, known: str) -> bool:
    """Tell whether a sender's name says that somebody else writes from the address of who is known by another.

    >>> [_is_another_person(each, "Anna Muster") for each in ("Ben Muster", "Anna", "A. Muster", "anna.muster", "")]
    [True, False, False, False, False]
    """
    (first, *more), (other, *_) = name.split() or [""], known.split()
    is_whole = bool(more) and min(map(len, (first.strip("."), other.strip(".")))) > 1
    return is_whole and player_names.looks_of(first) != player_names.looks_of(other)


def _is_not_free(name: str, sender: str, running: RunningGame, office: Office) -> bool:
    """Tell whether a newcomer cannot have a name in a game; in a club one rule holds at every door."""
    if player_names.looks_like(name, running.game.players) is not None:
        return True
    if office.club is not None:
        return player_names.fault_of_name(name, sender, office) is not None
    house = office.house
    is_his = sender == house.gamemaster_address.lower()
    return not is_his and player_names.looks_like(name, [house.gamemaster_name]) is not None


def why_not_in(office: Office, games: Sequence[str], sender: str) -> WhyNotIn:
    """Return why somebody who asks to play in one of *games* was not let in."""
    asked = [office.games[id_] for id_ in games]
    if not any(is_open_to(each, sender, office) for each in asked):
        return WhyNotIn.CLOSED
    if len(asked) > 1:
        return WhyNotIn.WHICH_GAME
    (running,) = asked
    if kind_of(running.game).has_begun_without(running):
        return WhyNotIn.BEGUN
    return WhyNotIn.HAS_LEFT if players_at(running, sender) else WhyNotIn.NAME


def may_be_admitted(running: RunningGame) -> bool:
    """Tell whether the game master may let a newcomer in by an order: not at a table, nor once it is over."""
    kind = kind_of(running.game)
    is_over = running.game.is_over
    return not (kind.is_at_table or is_over or kind.has_begun_without(running))


LONGEST_WAIT = timedelta(days=3)
"""So long a new address waits at most; in a game in turns no longer than a turn takes."""
BY_OLD_ADDRESS = "old_address"
"""Why addresses change where the old one has answered."""


def change_of_addresses(
    running: RunningGame,
    player: Player,
    addresses: tuple[str, ...],
    because: str,
    *,
    house: House,
    now: datetime,
) -> AddressesChanged:
    """Return the event that gives *player* these addresses, and how long the new ones must wait.

    Those of the game master's own place need not: what stands there he has read so far.
    """
    his = trusted_addresses(player, now)
    new = tuple(each for each in dict.fromkeys(map(str.lower, addresses)) if each not in his)
    is_own = house.gamemaster_address.lower() in his
    if not new or is_own or running.game.is_over:
        return AddressesChanged(player.name, addresses, because)
    until = now + _wait_of(running)
    return AddressesChanged(player.name, addresses, because, new, his, until)


def ordered_addresses(
    given: GivenOrder,
    written: tuple[str, ...],
    player: Player,
    running: RunningGame,
    *,
    house: House,
    now: datetime,
) -> AddressesChanged | OwnAddress:
    """Return what an order that names a player's addresses changes; the referee's own are nobody's."""
    addresses = tuple(address.lower() for address in written)
    if own := house.own_among(addresses):
        return OwnAddress(own)
    because = given.because or given.by.value
    return change_of_addresses(running, player, addresses, because, house=house, now=now)


def _wait_of(running: RunningGame) -> timedelta:
    least = running.policy.least_time
    return LONGEST_WAIT if least is None else min(least, LONGEST_WAIT)


def trusted_addresses(player: Player, now: datetime) -> tuple[str, ...]:
    """Return the addresses at which a player reads all his mail, or read it before a change that waits."""
    known = tuple(each for each in addresses_of(player) if not is_held_out(player, each, now))
    waits = player.shown_from is not None and now < player.shown_from
    return tuple(dict.fromkeys((*player.asked_addresses, *known))) if waits else known


def address_mails(
    events: Iterable[Event],
    before: RunningGame,
    after: RunningGame,
    house: House,
    *,
    cause: str,
    now: datetime,
    because: str = "",
) -> Iterator[Owed]:
    """Owe what is told of new addresses: a question to the old one, a word to the new one, and to all.

    To all where each has something of his own that nobody else may see; no address is named.
    """
    for event in events:
        if isinstance(event, AddressesChanged) and event.shown_from is not None:
            seat = list(after.game.players).index(event.name)
            was, player = (list(each.game.players.values())[seat] for each in (before, after))
            change = _Change(after, seat, was, player, event, event.shown_from, because)
            yield from _told(change, house, cause, now)


class _Change(Struct, frozen=True):
    """A change of addresses that waits."""

    running: RunningGame
    """After it."""
    seat: int
    """The player's place in the order of joining, which no renaming changes."""
    was: Player
    player: Player
    event: AddressesChanged
    until: datetime
    because: str = ""
    """The game master's reason."""


def _told(change: _Change, house: House, cause: str, now: datetime) -> Iterator[Owed]:
    for address in change.event.asked:
        key = f"address_asked:{cause}:{change.seat}"
        yield from _question(change, house, address, key=key, now=now)
    for address in change.event.new:
        about = Notice(AddressIsNew(change.player.name, change.until), change.running.policy)
        key = f"address_is_new:{cause}:{change.seat}"
        yield from owe_to_player(change.running, change.player, about, key, now, address=address)
    yield from _to_the_others(
        change.running,
        change.player.name,
        AddressOfAnother(change.was.name, change.until),
        f"address_of_another:{cause}:{change.seat}",
        now,
    )


def _question(
    change: _Change,
    house: House,
    address: str,
    *,
    key: str,
    now: datetime,
    answers: Answered | None = None,
) -> Iterator[Owed]:
    is_other = change.was.name != change.player.name
    successor = change.player.name if is_other else ""
    asked = AddressAsked(change.was.name, change.until, successor, change.because)
    about = Notice(asked, change.running.policy)
    token = _token(house, change.running, change.seat, change.until, address)
    for owed in owe_to_player(
        change.running, change.was, about, key, now, address=address, answers=answers
    ):
        yield replace(owed, one_time=token)


def _token(house: House, running: RunningGame, seat: int, until: datetime, address: str) -> str:
    """Return the secret word of the question to one old address: who answers with it reads it there.

    Whatever zone the time is told in: the record keeps it in UTC.
    """
    at = until.astimezone(UTC).isoformat()
    return one_time_token(house, f"address:{running.game.id}:{seat}:{at}:{address}")


def _to_the_others(
    running: RunningGame, name: str, about: Matter, key: str, now: datetime
) -> Iterator[Owed]:
    """Owe it to the other players, but where all have the same letters anyway."""
    if kind_of(running.game).has_same_letters:
        return
    for other in running.game.active:
        if other.name != name:
            notice = Notice(about, running.policy)
            yield from owe_to_player(running, other, notice, f"{key}:{other.name}", now)


def answered_at_old_address(
    mail: IncomingMail, is_yes: bool | None, office: Office, reference: Answered, key: str
) -> Decision | None:
    """Return what follows where *mail* answers our question at an address that was a player's.

    A no counts also when the time has passed, as long as nothing else has changed since. What is
    neither yes nor no is asked about once more.
    """
    found = _asked_there(mail, office)
    if found is None:
        return None
    if is_yes is not None:
        return _settled(found, mail.sender or "", office.house, reference, key=key, agreed=is_yes)
    again = _question(
        found,
        office.house,
        mail.sender or "",
        key=f"address_asked:{key}",
        now=reference.received,
        answers=reference,
    )
    return Decision((), tuple(again))


def _asked_there(mail: IncomingMail, office: Office) -> _Change | None:
    """Return the change about which *mail* answers our question; None where it answers none."""
    tokens, sender = one_time_tokens_in(mail.references), mail.sender or ""
    if not tokens or mail.robot is not None:
        return None
    for running in office.games.values():
        for seat, player in enumerate(running.game.players.values()):
            until = player.shown_from
            if until is None or sender not in player.asked_addresses:
                continue
            if _token(office.house, running, seat, until, sender) in tokens:
                event = AddressesChanged(player.name, player.addresses, BY_OLD_ADDRESS)
                return _Change(running, seat, player, player, event, until)
    return None


def _settled(
    change: _Change, sender: str, house: House, reference: Answered, *, key: str, agreed: bool
) -> Decision:
    """End the wait, or give the player back the addresses that were his; all concerned are told."""
    running, player, event = change.running, change.player, change.event
    if not agreed:
        event = replace(event, addresses=player.asked_addresses)
    after = replace(running, game=follow(running.game, (event,)))
    about = AddressAgreed(player.name) if agreed else AddressRefused(player.name)
    notice, now, key = Notice(about, after.policy), reference.received, f"{about.code}:{key}"
    mails: list[Owed] = []
    for address in dict.fromkeys((sender, *player.asked_addresses, *addresses_of(player))):
        owed = owe_to_player(
            after, after.game.players[player.name], notice, key, now, address=address
        )
        mails += (replace(o, answers=reference if address == sender else None) for o in owed)
    mails += _to_the_others(after, player.name, about, key, now)
    mails.append(owe_to_game_master(house, notice, key, now, running=after))
    return Decision(((running.game.id, event),), tuple(mails))
