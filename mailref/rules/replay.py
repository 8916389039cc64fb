"""The one function that changes a game: `apply(game, event)`.

Play, replay, preview and verify all go through it; nothing else computes what follows from what
happened.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar, assert_never

from mailref.rules import events as happened
from mailref.rules.board import Board
from mailref.rules.events import RoundReopened
from mailref.rules.game import OpenRound, Player, Press, ReceivedEntry, RoundGame
from mailref.rules.rounds.closed_round import (
    Absent,
    Correction,
    closed_round,
    corrections_renamed,
    corrections_reopened,
    next_correction,
)
from mailref.rules.rounds.results import EntryStatus, RoundResult
from mailref.rules.tiles import GERMAN, without


def close(game: RoundGame, result: RoundResult) -> RoundGame:
    """Return the game after a round: the move laid, totals, ranks and absences brought up to date."""
    playing = {row.player for row in result.entries}
    absent = (
        Absent(name, player.total, player.rank)
        for name, player in game.players.items()
        if name not in playing
    )
    last = closed_round(result, game.rules, absent, game.corrections, game.reopened)
    players = dict(game.players)
    for row in last.rows:
        is_absent = row.status in (EntryStatus.MISSING, EntryStatus.LATE)
        before = players[row.player]
        players[row.player] = replace(
            before,
            total=row.total,
            missed=before.missed + is_absent,
            missed_in_a_row=before.missed_in_a_row + 1 if is_absent else 0,
        )
    players = {
        name: replace(
            player,
            rank=last.ranks[name],
            has_left=player.has_left or player.is_leaving,
            is_leaving=False,
        )
        for name, player in players.items()
    }
    return replace(
        game,
        board=result.board,
        rack=result.kept,
        players=MappingProxyType(players),
        round=None,
        rules=game.next_rules,
        next_round=result.number + 1,
        last=last,
        before_close=replace(game, before_close=None),
        empty_rounds=game.empty_rounds + 1 if last.laid is None else 0,
        press=tuple(item for item in game.press if not item.is_released),
        asked=frozenset(),
    )


def reopen(game: RoundGame, event: RoundReopened) -> RoundGame:
    """Return to the state in which the last round was closed; what was decided since stays decided.

    But for corrections of that round's scores: it will be judged anew.
    """
    before = game.before_close
    if before is None or before.round is None or before.round.number != event.number:
        raise ValueError(f"round {event.number} cannot be reopened")
    players = {
        name: _as_before(player, before.players[name])
        if name in before.players
        else replace(player, rank=None)
        for name, player in game.players.items()
    }
    known = {item.mail for item in game.press}
    return replace(
        before,
        players=MappingProxyType(players),
        rulings=game.rulings,
        settings_rulings=game.settings_rulings,
        corrections=corrections_reopened(game.corrections, event.number, before.players),
        reopened=game.reopened + 1,
        round=replace(before.round, deadline=event.deadline),
        next_rules=game.next_rules,
        is_paused=game.is_paused,
        spent=game.spent,
        noted=game.noted,
        left_subscribers=game.left_subscribers,
        press=(*(p for p in before.press if p.is_released and p.mail not in known), *game.press),
    )


def _as_before(player: Player, before: Player) -> Player:
    return replace(
        player,
        total=before.total,
        missed=before.missed,
        missed_in_a_row=before.missed_in_a_row,
        rank=before.rank,
        has_left=before.has_left,
        is_leaving=player.has_left or player.is_leaving,
    )


V = TypeVar("V")


def open_game(event: happened.GameOpened) -> RoundGame:
    """Return the game as it begins; the bag is the tile set less what lies on the board."""
    on_board = [tile.tile for tile in event.board.tiles]
    return RoundGame(
        id=event.id,
        title=event.title,
        variant=event.variant,
        rules=event.rules,
        next_rules=event.rules,
        board=event.board,
        rack="",
        bag=without(GERMAN.all_tiles, on_board),
        commitment=event.commitment,
        lexicon=event.lexicon,
        lexicon_sha256=event.lexicon_sha256,
        first_round=event.first_round,
        is_taken_over=event.is_taken_over,
        next_round=event.first_round,
    )


def replay(events: Iterable[happened.Event], start: RoundGame | None = None) -> RoundGame:
    """Return what follows from *events*, the first of which opens the game unless *start* is given."""
    game = start
    for event in events:
        game = apply(game, event)
    if game is None:
        raise ValueError("no events, no game")
    return game


def apply(game: RoundGame | None, event: happened.Event) -> RoundGame:
    """Return the game after *event*; the only place where anything in it changes."""
    if isinstance(event, happened.GameOpened):
        return open_game(event)
    if game is None:
        raise ValueError(f"a game begins with GameOpened, not {type(event).__name__}")
    return _of_rounds(game, event)


def _of_rounds(game: RoundGame, event: happened.Event) -> RoundGame:
    match event:
        case happened.LettersDrawn():
            draw = event.draw
            last = game.last.after(event) if game.last else None
            return replace(game, rack=draw.rack, bag=draw.bag, last=last, last_draw=event)
        case happened.RoundOpened():
            opened = OpenRound(event.number, event.deadline, event.is_final, event.at)
            return replace(game, round=opened, rules=event.rules, next_round=event.number)
        case happened.RoundClosed(result):
            return close(game, result)
        case happened.BoardCleared():
            last = game.last.after(event) if game.last else None
            return replace(game, board=Board(), rack="", bag=GERMAN.all_tiles, last=last)
        case happened.RoundReopened():
            return reopen(game, event)
        case happened.DeadlineMoved():
            return _with_round(game, deadline=event.deadline)
        case happened.TieRuled():
            return _with_round(game, tie_choice=event.choice)
        case happened.GameEnded():
            return replace(game, is_over=True, round=None, seed=event.seed)
        case _:
            return _of_players(game, event)


def _of_players(game: RoundGame, event: happened.Event) -> RoundGame:
    match event:
        case happened.MoveEntered():
            return _enter(game, event)
        case happened.MoveWithdrawn():
            return _with_round(game, entries=_less(_entries(game), event.player))
        case happened.MoveWasLate():
            return _note_late(game, event)
        case happened.PlayerJoined():
            return _join(game, event)
        case happened.PlayerLeft():
            is_playing = game.round is not None
            return _with_player(
                game,
                event.name,
                has_left=not is_playing,
                is_leaving=is_playing,
                left_because=event.because,
            )
        case happened.PlayerReturned():
            return _with_player(game, event.name, has_left=False, is_leaving=False)
        case happened.PlayerRenamed():
            return _rename(game, event.name, event.new_name)
        case happened.AddressesChanged():
            return _readdress(game, event)
        case happened.ReminderSet():
            return _with_player(game, event.player, wants_reminder=event.wanted)
        case happened.ScoreCorrected():
            return _correct(game, event)
        case _:
            return _of_the_desk(game, event)


def _of_the_desk(game: RoundGame, event: happened.Event) -> RoundGame:
    match event:
        case happened.WordRuled():
            return _rule(game, event)
        case happened.WordsAsked():
            return replace(game, asked=game.asked | set(event.words))
        case happened.GamePaused():
            return replace(game, is_paused=True)
        case happened.GameResumed():
            return replace(game, is_paused=False)
        case happened.PressReceived():
            item = Press(event.player, event.text, event.mail, event.is_released)
            return replace(game, press=(*game.press, item))
        case happened.PressRuled():
            return replace(game, press=_ruled(game.press, event))
        case happened.SettingSpent():
            return replace(game, spent=game.spent | {(event.number, event.key, event.value)})
        case happened.Noted():
            return replace(game, noted=game.noted | {event.what})
        case happened.SubscriberLeft():
            return replace(game, left_subscribers=game.left_subscribers | {event.address})
        case happened.RulesChanged():
            return replace(game, next_rules=event.rules)
        case (
            happened.GameOpened() | happened.LettersDrawn() | happened.RoundOpened()
            | happened.RoundClosed() | happened.BoardCleared() | happened.RoundReopened()
            | happened.DeadlineMoved() | happened.TieRuled() | happened.GameEnded()
            | happened.MoveEntered() | happened.MoveWithdrawn() | happened.MoveWasLate()
            | happened.PlayerJoined() | happened.PlayerLeft() | happened.PlayerReturned()
            | happened.PlayerRenamed() | happened.AddressesChanged() | happened.ReminderSet()
            | happened.ScoreCorrected()
        ):  # fmt: skip
            raise AssertionError(f"{type(event).__name__} is applied elsewhere")
        case _:
            assert_never(event)


def _enter(game: RoundGame, event: happened.MoveEntered) -> RoundGame:
    entries = _entries(game)
    orders = (entry.order for each in entries.values() for entry in each)
    entry = ReceivedEntry(event.received, event.mail, event.moves, max(orders, default=0) + 1)
    return _with_round(
        game, entries=_plus(entries, event.player, (*entries.get(event.player, ()), entry))
    )


def _note_late(game: RoundGame, event: happened.MoveWasLate) -> RoundGame:
    """Note a late entry for the open round; one for an earlier round leaves no mark in this one."""
    if game.round is None or game.round.number != event.number:
        return game
    return _with_round(game, late=_plus(game.round.late, event.player, event.received))


def _join(game: RoundGame, event: happened.PlayerJoined) -> RoundGame:
    player = Player(
        name=event.name,
        addresses=event.addresses,
        total=event.total,
        base=event.total,
        missed=event.missed,
        is_late_joiner=event.is_late,
        joined_in=game.round_number,
        is_configured=event.is_configured,
        from_settings=event.addresses if event.is_configured else (),
    )
    return replace(game, players=_plus(game.players, event.name, player))


def _readdress(game: RoundGame, event: happened.AddressesChanged) -> RoundGame:
    if event.because == happened.FROM_SETTINGS:
        game = _with_player(game, event.name, from_settings=event.addresses)
    return _with_player(game, event.name, addresses=event.addresses)


def _renamed(player: Player, name: str) -> Player:
    return replace(player, name=name, former_names=(*player.former_names, player.name))


def _rename(game: RoundGame, old: str, new: str) -> RoundGame:
    players = {
        new if name == old else name: _renamed(player, new) if name == old else player
        for name, player in game.players.items()
    }
    game = replace(
        game,
        players=MappingProxyType(players),
        last=game.last.renamed(old, new) if game.last else None,
        corrections=corrections_renamed(game.corrections, old, new),
    )
    if game.before_close is not None:
        game = replace(game, before_close=_rename(game.before_close, old, new))
    if game.round is None:
        return game
    entries = {new if name == old else name: each for name, each in _entries(game).items()}
    late = {new if name == old else name: each for name, each in game.round.late.items()}
    return _with_round(game, entries=MappingProxyType(entries), late=MappingProxyType(late))


def _correct(game: RoundGame, event: happened.ScoreCorrected) -> RoundGame:
    last = game.last.number if game.last else game.first_round - 1
    return _with_correction(game, next_correction(event, game.corrections, last))


def _with_correction(game: RoundGame, correction: Correction) -> RoundGame:
    closed = game.before_close
    if (
        closed
        and closed.round
        and correction.number < closed.round.number
        and correction.player in closed.players
    ):
        game = replace(game, before_close=_with_correction(closed, correction))
    last = game.last.corrected(correction) if game.last else None
    ranks = last.ranks if last else {}
    before = game.players[correction.player]
    game = _with_player(game, correction.player, total=before.total + correction.points)
    players = {
        name: replace(player, rank=ranks.get(name, player.rank))
        for name, player in game.players.items()
    }
    return replace(
        game,
        players=MappingProxyType(players),
        last=last,
        corrections=(*game.corrections, correction),
    )


def _rule(game: RoundGame, event: happened.WordRuled) -> RoundGame:
    mine = {event.word} if event.by == "settings" and event.accepted is not None else set()
    from_settings = (game.settings_rulings - {event.word}) | mine
    if event.accepted is None:
        rulings = _less(game.rulings, event.word)
    else:
        rulings = _plus(game.rulings, event.word, event.accepted)
    return replace(game, rulings=rulings, settings_rulings=from_settings)


def _ruled(press: tuple[Press, ...], event: happened.PressRuled) -> tuple[Press, ...]:
    released = (
        replace(item, is_released=True) if item.mail == event.mail else item for item in press
    )
    return tuple(item for item in released if event.is_released or item.mail != event.mail)


def _entries(game: RoundGame) -> Mapping[str, tuple[ReceivedEntry, ...]]:
    return game.round.entries if game.round else {}


def _with_round(game: RoundGame, **changes: object) -> RoundGame:
    if game.round is None:
        raise ValueError(f"{game.id}: no round is open")
    return replace(game, round=replace(game.round, **changes))  # type: ignore[arg-type]  # names of OpenRound's fields


def _with_player(game: RoundGame, name: str, **changes: object) -> RoundGame:
    player = replace(game.players[name], **changes)  # type: ignore[arg-type]  # names of Player's fields
    return replace(game, players=_plus(game.players, name, player))


def _plus(mapping: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    return MappingProxyType({**mapping, key: value})


def _less(mapping: Mapping[str, V], key: str) -> Mapping[str, V]:
    return MappingProxyType({k: v for k, v in mapping.items() if k != key})
