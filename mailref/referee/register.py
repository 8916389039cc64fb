"""Opening games and keeping them in step with the settings: players, rulings, rules, deadlines.

The file wins over commands (contract 2). Everything here compares what the settings say with what
the game's record says, and returns the events that make them agree. Players who are excluded, let in
again, renamed or given other addresses are told, whether the game master ordered it or the file says so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import commitment
from mailref.games.events import (
    FROM_SETTINGS,
    DeadlineMoved,
    Event,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    SettingSpent,
    WordRuled,
)
from mailref.games.game import Game, JoinWish, Player
from mailref.games.replay import follow
from mailref.games.rounds.apply import open_rounds
from mailref.games.rounds.closing import base_of_newcomer
from mailref.games.rounds.contents import (
    DeadlineNotice,
    Opening,
    RulingNotice,
    WhyAnew,
    next_round_of,
)
from mailref.games.rounds.corrections import (
    answer_of,
    bases_told,
    correct_last_round,
    judged_anew,
    late_after_all,
    own_move,
    worth,
)
from mailref.games.rounds.done_again import bases_fixed
from mailref.games.rounds.events import GameOpened, MoveEntered, RulesChanged
from mailref.games.rounds.in_force import in_force_now
from mailref.games.rounds.notices import TieToDecide
from mailref.games.rounds.policy import RoundPolicy, RunningRounds
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.ties import AskGameMaster
from mailref.orders.names import find_name
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Content, PlayerChange, PlayerNotice
from mailref.referee.deadline import is_ahead, is_spent, zat_in_settings
from mailref.referee.findings import Office
from mailref.referee.gm_orders import GivenOrder, Refusal
from mailref.referee.identity import find_player_named, fit_name, looks_like, may_be_admitted
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master, owe_to_player, step_of
from mailref.referee.new_addresses import address_mails, change_of_addresses, ordered_addresses
from mailref.referee.notices import Notice, SettingsFaulty, ZatChange
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, House, RunningGame
from mailref.referee.reports import Means
from mailref.tiles.board import Board, in_order
from mailref.tiles.lexicon.verdicts import Lexicon

PlayerOrder = (
    orders.ExcludePlayer | orders.AdmitPlayer | orders.RenamePlayer | orders.ChangeAddresses
)


Running = TypeVar("Running", bound=RunningGame)
Welcome = Callable[[Running, str], Content]
"""What shows a player how the game stands."""
Join = Callable[[Running, str, str], PlayerJoined]
"""What registers a newcomer, by name and address."""


def decide_about_player(  # noqa: PLR0917  the order, the game, and how its players are told
    given: GivenOrder,
    order: PlayerOrder,
    running: Running,
    welcome: Welcome[Running],
    join: Join[Running],
    house: House,
    now: datetime,
) -> Step | Refusal:
    """Carry out what is ordered about a player, and tell him."""
    players = running.game.players
    name = find_player_named(order.player, players.values())
    if not isinstance(name, str) and isinstance(order, orders.AdmitPlayer):
        return _admit_newcomer(given, order, running, welcome, join, now=now)
    if not isinstance(name, str):
        return orders.UnknownPlayer(name, () if name else tuple(players))
    event: Event | Refusal
    match order:
        case orders.ExcludePlayer():
            event = _exclude(players[name], given.because)
        case orders.AdmitPlayer():
            event = _admit(players[name], running)
        case orders.RenamePlayer(_, new_name) if fit_name(new_name) != " ".join(new_name.split()):
            return orders.UnfitName(new_name)
        case orders.RenamePlayer(_, new_name):
            others = [player for player in players.values() if player.name != name]
            taken = find_player_named(new_name, [replace(each, former_names=()) for each in others])
            if isinstance(taken, str):
                return orders.NameTaken(taken)
            event = PlayerRenamed(name, new_name, given.because)
        case orders.ChangeAddresses(_, written):
            player = players[name]
            event = ordered_addresses(given, written, player, running, house=house, now=now)
        case _:
            assert_never(order)
    if not isinstance(event, Event):
        return event
    after = replace(running, game=follow(running.game, (event,)))
    cause, because = given.cause, given.because
    told = notices_of((event,), running, after, welcome, because=because, cause=cause, now=now)
    asked = address_mails((event,), running, after, house, cause=cause, now=now, because=because)
    mails = (*told, *asked)
    return step_of(given.cause, running, event, mails=mails)


def _admit_newcomer(
    given: GivenOrder,
    order: orders.AdmitPlayer,
    running: Running,
    welcome: Welcome[Running],
    join: Join[Running],
    *,
    now: datetime,
) -> Step | Refusal:
    """Let in who asked for it, with the address from which he wrote; he gets what every player got."""
    players, wishes = running.game.players, running.game.waiting_to_join
    wish = _wish_of(order.player, wishes)
    if not isinstance(wish, JoinWish):
        every = (*players, *(each.name for each in wishes))
        return orders.UnknownPlayer(wish, () if wish else every)
    if not fit_name(wish.name):
        return orders.UnfitName(wish.name)
    if not may_be_admitted(running):
        return orders.UnknownPlayer((), tuple(players))
    if (taken := looks_like(wish.name, players)) is not None:
        return orders.NameTaken(taken)
    event = join(running, wish.name, wish.address)
    after = replace(running, game=follow(running.game, (event,)))
    player = after.game.players[wish.name]
    mails = owe_to_player(after, player, welcome(after, wish.name), f"opening:{given.cause}", now)
    step = step_of(given.cause, running, event, mails=mails)
    return replace(step, instead=orders.AdmitPlayer(wish.name))


def _wish_of(written: str, wishes: Sequence[JoinWish]) -> JoinWish | tuple[str, ...]:
    """Return whose wish is meant, by name or address; else the names it resembles."""
    by_address = [each for each in wishes if each.address == written.strip(" <>").lower()]
    found = find_name(written, tuple(each.name for each in wishes))
    named = by_address or [each for each in wishes if each.name == found]
    if len(named) == 1:
        return named[0]
    return tuple(each.address for each in named) or (() if isinstance(found, str) else found)


def _exclude(player: Player, because: str) -> PlayerLeft | orders.HasLeft:
    if player.has_left or player.is_leaving:
        return orders.HasLeft(player.name)
    return PlayerLeft(player.name, because or "excluded")


def _admit(
    player: Player, running: RunningGame
) -> PlayerReturned | orders.TakesPart | orders.NotInFile:
    if not (player.has_left or player.is_leaving):
        return orders.TakesPart(player.name)
    named = {each.name for each in running.policy.players}
    if player.is_configured and not named & {player.name, *player.former_names}:
        return orders.NotInFile(player.name)
    return PlayerReturned(player.name)


def notices_of(
    events: Iterable[Event],
    before: Running,
    after: Running,
    welcome: Welcome[Running],
    *,
    because: str,
    cause: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe a mail to each player whom *events* exclude, let in again or rename.

    Who was away is shown how the game stands.
    """
    said = because if because != FROM_SETTINGS else ""
    for event in events:
        match event:
            case PlayerLeft(name):
                change, old = PlayerChange.EXCLUDED, name
            case PlayerReturned(name):
                change, old = PlayerChange.READMITTED, name
            case PlayerRenamed(old, name):
                change = PlayerChange.RENAMED
            case _:
                continue
        game, player = after.game, after.game.players[name]
        content = PlayerNotice(change, game, after.policy, name, old, said)
        yield from owe_to_player(after, player, content, f"{change}:{cause}", now)
        was = before.game.players.get(old)
        if change is PlayerChange.READMITTED and was is not None and was.has_left:
            opening = welcome(after, name)
            yield from owe_to_player(after, player, opening, f"opening:{cause}", now)


def welcome_to_rounds(running: RunningRounds, name: str) -> Opening:
    """Return what a player gets who comes in, or comes back: how the game stands and how to play."""
    return Opening(running.game, running.policy, next_round_of(running.game), name, "")


def join_event(
    running: RunningRounds, name: str, addresses: tuple[str, ...], *, is_configured: bool
) -> PlayerJoined:
    """Return the registration of a player, late if a round was closed before (rules 8)."""
    is_late = running.game.has_started
    base = base_of_newcomer(running.game) if is_late else 0
    return PlayerJoined(
        name,
        addresses,
        base,
        0,
        is_late=is_late,
        is_configured=is_configured,
        is_of_staying=is_late,
    )


def join_by_himself(running: RunningRounds, name: str, address: str) -> PlayerJoined:
    """Return the registration of somebody whom the settings do not name."""
    return join_event(running, name, (address,), is_configured=False)


def opening_events(policy: RoundPolicy, seed: bytes, lexicon: Lexicon) -> tuple[Event, ...]:
    """Return the events with which a game begins, or is taken over, up to its first letters."""
    over = policy.taken_over
    opened = GameOpened(
        id=policy.id,
        title=policy.title,
        variant=policy.variant,
        rules=policy.rules,
        board=over.board if over else Board(),
        first_round=over.round if over else 1,
        commitment=commitment(seed),
        lexicon=lexicon.name,
        lexicon_sha256=lexicon.sha256,
        is_taken_over=over is not None,
    )
    return (opened, *_first_players(policy, open_rounds(opened)), *file_rulings(policy, None))


def _first_players(policy: RoundPolicy, game: RoundGame) -> Iterator[PlayerJoined]:
    """Rules 8 and contract 2: a listed player without a score is a late joiner of a game taken over."""
    over = policy.taken_over
    scores = dict(over.scores) if over else {}
    missed = dict(over.missed) if over else {}
    with_score = [p for p in policy.players if not scores or p.name in scores]
    for player in with_score:
        yield PlayerJoined(
            player.name, player.addresses, scores.get(player.name, 0), missed.get(player.name, 0)
        )
    game = follow(game, [PlayerJoined(n, (), s, missed.get(n, 0)) for n, s in scores.items()])
    for player in policy.players:
        if player not in with_score:
            yield join_event(
                RunningRounds(game, policy), player.name, player.addresses, is_configured=True
            )


def file_rulings(policy: GamePolicy, game: Game | None) -> Iterator[WordRuled]:
    """Make the rulings agree with `[game.words]`, which wins over commands and replies."""
    wanted = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    known = game.rulings if game else {}
    for word, accepted in wanted.items():
        is_mine = game is not None and word in game.settings_rulings
        if known.get(word) is not accepted or not is_mine:
            yield WordRuled(word, accepted, FROM_SETTINGS, "")
    for word in sorted(game.settings_rulings - set(wanted)) if game else ():
        yield WordRuled(word, None, FROM_SETTINGS, "")


def ruling_notices(
    before: RunningRounds,
    after: RunningRounds,
    office: Office,
    event: WordRuled,
    *,
    cause: str,
    now: datetime,
) -> Iterator[Owed]:
    """Yield a mail to each player for whom *event* changed what is in force, or what it is worth."""
    if event.accepted is None and event.by == FROM_SETTINGS:
        return
    was = in_force_now(office, before.game)
    is_now = in_force_now(office, after.game)
    for name, found in is_now.items():
        player = after.game.players[name]
        if worth(found) == worth(was.get(name)) or player.has_left:
            continue
        answer = answer_of(after, name, found)
        content = RulingNotice(event.word, event.accepted, event.because, answer)
        yield from owe_to_player(after, player, content, f"ruling:{cause}", now)


def synchronise(running: RunningRounds, means: Means, now: datetime, cause: str) -> Step | None:
    """Return what a changed settings file changes in a running game, or None."""
    if running.game.is_over:
        return None
    rulings = tuple(file_rulings(running.policy, running.game))
    ruled = _follow_rulings(running, means, rulings, now, cause)
    running = replace(running, game=follow(running.game, ruled.events))
    faults = (*_faults(running, now), *_past_zat(running, now))
    events = (
        *players_unless_agreed(running, _join, means.office.house, now),
        *_rules(running),
        *_zat(running, now),
        *(event for event, _ in faults),
    )
    bases = tuple(bases_fixed(follow(running.game, events)))
    events = (*events, *bases)
    if not (ruled.events or events):
        return None
    after = replace(running, game=follow(running.game, events))
    mails = (
        *bases_told(after, bases, because="", cause=cause, now=now),
        *ruled.mails,
        *_welcome(after, events, now, cause),
        *notices_of(
            events, running, after, welcome_to_rounds, because=FROM_SETTINGS, cause=cause, now=now
        ),
        *address_mails(events, running, after, means.office.house, cause=cause, now=now),
        *_new_zat(running, after, events, means.office, now=now, cause=cause),
    )
    if faults:
        said = [fault for _, fault in faults]
        mails = (*mails, _fault_notice(running, means.office, said, now))
    every = (*ruled.events, *events)
    return Step(cause, Decision(tuple((running.game.id, event) for event in every), mails))


class _Changed(Struct, frozen=True):
    events: tuple[Event, ...]
    mails: tuple[Owed, ...]


def _follow_rulings(
    running: RunningRounds, means: Means, rulings: tuple[WordRuled, ...], now: datetime, cause: str
) -> _Changed:
    """Judge stored moves again under new rulings, the round closed last included (contract 2)."""
    if not rulings:
        return _Changed((), ())
    corrected = correct_last_round(running, means, now, rulings, because=FROM_SETTINGS, cause=cause)
    events: tuple[Event, ...] = rulings
    mails: tuple[Owed, ...] = ()
    if isinstance(corrected, AskGameMaster):
        notice = Notice(TieToDecide(corrected.choices), running.policy, running.game)
        house, game = means.office.house, running.game
        key = f"tie:{cause}"
        mails = (owe_to_game_master(house, notice, key, now, policy=running.policy, game=game),)
    elif corrected is not None:
        events = tuple(event for _, event in corrected.decision.events)
        mails = corrected.decision.mails
    after = replace(running, game=follow(running.game, events))
    told = (
        owed
        for ruling in rulings
        for owed in ruling_notices(
            running, after, means.office, ruling, cause=f"{cause}:{ruling.word}", now=now
        )
    )
    # One mail to each, though several of the words may stand in his move.
    first = {owed.player: owed for owed in reversed(tuple(told))}
    return _Changed(events, (*mails, *reversed(first.values())))


def _faults(running: RunningRounds, now: datetime) -> Iterator[tuple[Event, str]]:
    """Contract 2: letters once mailed cannot change, nor the variant; each is said once."""
    game, rack = running.game, running.policy.letters
    label = f'[[game]] "{game.id}"'
    if game.round is not None and rack is not None and in_order(rack) != in_order(game.rack):
        number = game.round.number
        if not is_spent(game, "letters", rack):
            fault = f"{label} letters: round {number} has been mailed with {game.rack!r}"
            yield SettingSpent(number, "letters", rack), fault
    what = f"variant_fixed:{running.policy.variant}"
    if running.policy.variant != game.variant and what not in game.noted:
        yield Noted(what, now), f"{label} variant: the game has begun as {game.variant!r}"


def _past_zat(running: RunningRounds, now: datetime) -> Iterator[tuple[Event, str]]:
    """A deadline that has passed closes nothing, as an order to extend would not; it is said once."""
    playing, wanted = running.game.round, zat_in_settings(running)
    if playing is None or wanted is None or wanted == playing.deadline or is_ahead(wanted, now):
        return
    label = f'[[game]] "{running.game.id}"'
    fault = (
        f"{label} deadline: {wanted.isoformat()} has passed, round {playing.number} keeps its own"
    )
    yield Noted(f"past_zat:{playing.number}:{wanted.isoformat()}", now), fault


def _fault_notice(running: RunningRounds, office: Office, faults: list[str], now: datetime) -> Owed:
    """Tell the game master what a game cannot follow, though the file is right by itself."""
    notice = Notice(SettingsFaulty(tuple(faults)))
    key = f"settings_fault:{running.game.id}:{running.game.round_number}:{';'.join(faults)}"
    return owe_to_game_master(office.house, notice, key, now)


def players_unless_agreed(
    running: Running,
    join: Callable[[Running, ConfiguredPlayer], Event | None],
    house: House,
    now: datetime,
) -> tuple[Event, ...]:
    """Compare the players with the file unless that was done and none of them has changed since."""
    players = running.game.players
    if running.book.agreed is players:
        return ()
    events = tuple(_players(running, join, house, now))
    if not events:
        running.book.agreed = players
    return events


def _join(running: RunningRounds, player: ConfiguredPlayer) -> PlayerJoined:
    return join_event(running, player.name, player.addresses, is_configured=True)


def _players(
    running: Running,
    join: Callable[[Running, ConfiguredPlayer], Event | None],
    house: House,
    now: datetime,
) -> Iterator[Event]:
    """The file names players as they are or were called; a command may have renamed one."""
    configured = {player.name: player for player in running.policy.players}
    known_as = {
        name: player
        for player in running.game.players.values()
        for name in (*player.former_names, player.name)
    }
    renamed = _renamed(running)
    for name, player in configured.items():
        known = known_as.get(name)
        if name in renamed:
            yield PlayerRenamed(renamed[name], name, FROM_SETTINGS)
        elif known is None:
            joined = join(running, player)
            yield from (joined,) if joined is not None else ()
        elif (known.has_left or known.is_leaving) and _left_by_settings(running.game, known.name):
            yield PlayerReturned(known.name)
        elif known.from_settings != player.addresses:
            yield change_of_addresses(
                running, known, player.addresses, FROM_SETTINGS, house=house, now=now
            )
    for name, known in running.game.players.items():
        is_named = bool(configured.keys() & {name, *known.former_names})
        is_named = is_named or name in renamed.values()
        if known.is_configured and not is_named and not (known.has_left or known.is_leaving):
            yield PlayerLeft(name, FROM_SETTINGS)


def _renamed(running: RunningGame) -> dict[str, str]:
    """Return the old names of players whom the file renames: same addresses, old name gone.

    By new name. Taken for one who leaves and another who joins late, a player would lose his points.
    """
    named = {player.name for player in running.policy.players}
    gone = [
        player
        for name, player in running.game.players.items()
        if player.is_configured and not named & {name, *player.former_names}
    ]
    known = {n for p in running.game.players.values() for n in (p.name, *p.former_names)}
    found: dict[str, str] = {}
    for new in running.policy.players:
        same = [each.name for each in gone if each.from_settings == new.addresses]
        if new.name not in known and new.addresses and len(same) == 1:
            found[new.name] = same[0]
    return found if len(set(found.values())) == len(found) else {}


def _left_by_settings(game: Game, name: str) -> bool:
    return game.players[name].left_because == FROM_SETTINGS


def _rules(running: RunningRounds) -> Iterator[Event]:
    is_same_variant = running.policy.variant == running.game.variant
    if is_same_variant and running.policy.rules != running.game.next_rules:
        yield RulesChanged(running.policy.rules)


def _zat(running: RunningRounds, now: datetime) -> Iterator[Event]:
    """A deadline first read in mid-round moves the open ZAT, if it is ahead (contract 2)."""
    playing, wanted = running.game.round, zat_in_settings(running)
    if playing is None or wanted is None:
        return
    yield SettingSpent(playing.number, "deadline", wanted.isoformat())
    if wanted != playing.deadline and is_ahead(wanted, now):
        moved = DeadlineMoved(playing.number, wanted, FROM_SETTINGS)
        yield moved
        yield from late_after_all(follow(running.game, (moved,)), wanted)


def _welcome(
    running: RunningRounds, events: tuple[Event, ...], now: datetime, cause: str
) -> Iterator[Owed]:
    for event in events:
        if isinstance(event, PlayerJoined) and running.game.round is not None:
            content = welcome_to_rounds(running, event.name)
            player = running.game.players[event.name]
            yield from owe_to_player(running, player, content, f"opening:{cause}", now)


def _new_zat(
    before: RunningRounds,
    running: RunningRounds,
    events: tuple[Event, ...],
    office: Office,
    *,
    now: datetime,
    cause: str,
) -> Iterator[Owed]:
    if not any(isinstance(event, DeadlineMoved) for event in events):
        return
    old = before.game.round.deadline if before.game.round else None
    content = DeadlineNotice(ZatChange.MOVED, running.game, running.policy, old, "")
    for player in running.game.active:
        his = replace(content, own=own_move(running, player.name, office))
        yield from owe_to_player(running, player, his, f"moved:{cause}", now)
    if not any(isinstance(event, MoveEntered) for event in events):
        return
    was = in_force_now(office, before.game)
    yield from judged_anew(was, running, office, WhyAnew.LATE, because="", cause=cause, now=now)
