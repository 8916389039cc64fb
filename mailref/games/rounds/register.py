"""Opening a game in rounds and keeping it in step with the settings: players, rulings, rules, ZATs (contract 2)."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import (
    FROM_SETTINGS,
    DeadlineMoved,
    Event,
    Noted,
    PlayerJoined,
    SettingSpent,
    WordRuled,
)
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
from mailref.games.rounds.ties import AskGameMaster
from mailref.referee.deadline import is_ahead, is_spent, zat_in_settings
from mailref.referee.findings import Office
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master, owe_to_player
from mailref.referee.new_addresses import address_mails
from mailref.referee.notices import Notice, SettingsFaulty, ZatChange
from mailref.referee.policy import ConfiguredPlayer
from mailref.referee.register import file_rulings, notices_of, players_unless_agreed
from mailref.referee.reports import Means
from mailref.tiles.board import in_order


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


def first_players(policy: RoundPolicy, opened: GameOpened) -> Iterator[PlayerJoined]:
    """Rules 8 and contract 2: a listed player without a score is a late joiner of a game taken over."""
    over = policy.taken_over
    scores = dict(over.scores) if over else {}
    missed = dict(over.missed) if over else {}
    with_score = [p for p in policy.players if not scores or p.name in scores]
    for player in with_score:
        yield PlayerJoined(
            player.name, player.addresses, scores.get(player.name, 0), missed.get(player.name, 0)
        )
    game = follow(
        open_rounds(opened), [PlayerJoined(n, (), s, missed.get(n, 0)) for n, s in scores.items()]
    )
    for player in policy.players:
        if player not in with_score:
            yield join_event(
                RunningRounds(game, policy), player.name, player.addresses, is_configured=True
            )


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


def _join(running: RunningRounds, player: ConfiguredPlayer) -> PlayerJoined:
    return join_event(running, player.name, player.addresses, is_configured=True)


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
