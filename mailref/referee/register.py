"""Opening games and keeping them in step with the settings: players, rulings, rules, deadlines.

The file wins over commands (contract 2). Everything here compares what the settings say with what
the game's record says, and returns the events that make them agree.
"""

from collections.abc import Iterator
from datetime import datetime

from mailref.referee.addressing import owe_to_player
from mailref.referee.model import Table
from mailref.referee.owed import DeadlineNotice, Decision, Opening, Owed
from mailref.referee.policy import GamePolicy
from mailref.referee.steps import Step, next_round_of
from mailref.rules.adjudication import late_joiner_base
from mailref.rules.board import Board
from mailref.rules.chance import commitment
from mailref.rules.events import (
    FROM_SETTINGS,
    AddressesChanged,
    DeadlineMoved,
    Event,
    GameOpened,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RulesChanged,
    SettingSpent,
    WordRuled,
)
from mailref.rules.game import Game
from mailref.rules.lexicon.model import Lexicon
from mailref.rules.progress import follow
from mailref.rules.replay import replay
from mailref.rules.variant import LateJoiner


def join_event(
    table: Table, name: str, addresses: tuple[str, ...], *, is_configured: bool
) -> PlayerJoined:
    """Return the registration of a player, late if a round was closed before (rules 8)."""
    game = table.game
    is_late = game.has_started
    base = 0
    if is_late and game.next_rules.late_joiner is LateJoiner.LOWEST:
        base = late_joiner_base(game)
    return PlayerJoined(name, addresses, base, 0, is_late=is_late, is_configured=is_configured)


def opening_events(policy: GamePolicy, seed: bytes, lexicon: Lexicon) -> tuple[Event, ...]:
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
    return (opened, *_first_players(policy, replay((opened,))), *_rulings(policy, None))


def _first_players(policy: GamePolicy, game: Game) -> Iterator[PlayerJoined]:
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
            yield join_event(Table(game, policy), player.name, player.addresses, is_configured=True)


def _rulings(policy: GamePolicy, game: Game | None) -> Iterator[WordRuled]:
    """Make the rulings agree with `[game.words]`, which wins over commands and replies."""
    wanted = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    known = game.rulings if game else {}
    for word, accepted in wanted.items():
        is_mine = game is not None and word in game.settings_rulings
        if known.get(word) is not accepted or not is_mine:
            yield WordRuled(word, accepted, FROM_SETTINGS, "")
    for word in sorted(game.settings_rulings - set(wanted)) if game else ():
        yield WordRuled(word, None, FROM_SETTINGS, "")


def synchronise(table: Table, now: datetime, cause: str) -> Step | None:
    """Return what a changed settings file changes in a running game, or None."""
    events = (*_players(table), *_rulings(table.policy, table.game), *_rules(table), *_zat(table))
    if table.game.is_over or not events:
        return None
    after = Table(follow(table.game, events), table.policy)
    mails = (*_welcome(after, events, now, cause), *_new_zat(table, after, events, now, cause))
    return Step(cause, Decision(tuple((table.game.id, event) for event in events), mails))


def _players(table: Table) -> Iterator[Event]:
    """The file names players as they are or were called; a command may have renamed one."""
    configured = {player.name: player for player in table.policy.players}
    known_as = {
        name: player
        for player in table.game.players.values()
        for name in (*player.former_names, player.name)
    }
    for name, player in configured.items():
        known = known_as.get(name)
        if known is None:
            yield join_event(table, name, player.addresses, is_configured=True)
        elif (known.has_left or known.is_leaving) and _left_by_settings(table.game, known.name):
            yield PlayerReturned(known.name)
        elif known.from_settings != player.addresses:
            yield AddressesChanged(known.name, player.addresses, FROM_SETTINGS)
    for name, known in table.game.players.items():
        is_named = bool(configured.keys() & {name, *known.former_names})
        if known.is_configured and not is_named and not (known.has_left or known.is_leaving):
            yield PlayerLeft(name, FROM_SETTINGS)


def _left_by_settings(game: Game, name: str) -> bool:
    return game.players[name].left_because == FROM_SETTINGS


def _rules(table: Table) -> Iterator[Event]:
    if table.policy.rules != table.game.next_rules:
        yield RulesChanged(table.policy.rules)


def _zat(table: Table) -> Iterator[Event]:
    """A deadline first read in mid-round moves the open ZAT (contract 2)."""
    game, wanted = table.game, table.policy.deadline
    if game.round is None or wanted is None:
        return
    if any(k == "deadline" and v == wanted.isoformat() for _, k, v in game.spent):
        return
    last = game.last.closed if game.last else None
    if last is not None and wanted <= last:
        return
    yield SettingSpent(game.round.number, "deadline", wanted.isoformat())
    if wanted != game.round.deadline:
        yield DeadlineMoved(game.round.number, wanted, FROM_SETTINGS)


def _welcome(table: Table, events: tuple[Event, ...], now: datetime, cause: str) -> Iterator[Owed]:
    for event in events:
        if isinstance(event, PlayerJoined) and table.game.round is not None:
            content = Opening(table.game, table.policy, next_round_of(table.game), event.name, "")
            player = table.game.players[event.name]
            yield from owe_to_player(table, player, content, f"opening:{cause}", now)


def _new_zat(
    before: Table, table: Table, events: tuple[Event, ...], now: datetime, cause: str
) -> Iterator[Owed]:
    if not any(isinstance(event, DeadlineMoved) for event in events):
        return
    old = before.game.round.deadline if before.game.round else None
    content = DeadlineNotice("moved", table.game, table.policy, old, "")
    for player in table.game.active:
        yield from owe_to_player(table, player, content, f"moved:{cause}", now)
