"""What events change in a game in rounds: the open round, the letters, the close, and back again."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from mailref.rules import events as happened
from mailref.rules.board import Board
from mailref.rules.common_events import less, plus, rename, with_player
from mailref.rules.events import CommonEvent, Event
from mailref.rules.rounds.closed_round import (
    Absent,
    Correction,
    closed_round,
    corrections_renamed,
    corrections_reopened,
    next_correction,
)
from mailref.rules.rounds.results import EntryStatus, RoundResult
from mailref.rules.rounds.round_game import OpenRound, ReceivedEntry, RoundGame, RoundPlayer
from mailref.rules.tiles import GERMAN, without


def open_rounds(event: happened.GameOpened) -> RoundGame:
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


def apply_in_rounds(game: RoundGame, event: Event) -> RoundGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case happened.GameOpened():
            raise ValueError(f"{game.id} has begun already")
        case happened.RoundOpened() | happened.RoundClosed() | happened.RoundReopened():
            return _of_the_round(game, event)
        case (
            happened.MoveEntered() | happened.MoveWithdrawn() | happened.MoveWasLate()
            | happened.DeadlineMoved() | happened.TieRuled()
        ):  # fmt: skip
            return _while_open(game, event)
        case happened.LettersDrawn():
            draw, last = event.draw, game.last.after(event) if game.last else None
            return replace(game, rack=draw.rack, bag=draw.bag, last=last, last_draw=event)
        case happened.BoardCleared():
            last = game.last.after(event) if game.last else None
            return replace(game, board=Board(), rack="", bag=GERMAN.all_tiles, last=last)
        case happened.RulesChanged():
            return replace(game, next_rules=event.rules)
        case _:
            return _beside(game, event)


def _of_the_round(
    game: RoundGame, event: happened.RoundOpened | happened.RoundClosed | happened.RoundReopened
) -> RoundGame:
    match event:
        case happened.RoundOpened():
            opened = OpenRound(event.number, event.deadline, event.is_final, event.at)
            return replace(game, round=opened, rules=event.rules, next_round=event.number)
        case happened.RoundClosed(result):
            return _close(game, result)
        case happened.RoundReopened():
            return _reopen(game, event)
        case _:
            assert_never(event)


def _while_open(
    game: RoundGame,
    event: happened.MoveEntered
    | happened.MoveWithdrawn
    | happened.MoveWasLate
    | happened.DeadlineMoved
    | happened.TieRuled,
) -> RoundGame:
    match event:
        case happened.MoveEntered():
            return _enter(game, event)
        case happened.MoveWithdrawn():
            return _with_round(game, entries=less(_entries(game), event.player))
        case happened.MoveWasLate():
            return _note_late(game, event)
        case happened.DeadlineMoved():
            return _with_round(game, deadline=event.deadline)
        case happened.TieRuled():
            return _with_round(game, tie_choice=event.choice)
        case _:
            assert_never(event)


def _beside(game: RoundGame, event: CommonEvent) -> RoundGame:
    """Return *game* with what an event that every game knows changes in rounds beside the rest."""
    match event:
        case happened.PlayerJoined():
            return _join(game, event)
        case happened.PlayerLeft() if game.round is not None:
            return with_player(game, event.name, has_left=False, is_leaving=True)
        case happened.PlayerReturned() | happened.PlayerLeft():
            return with_player(game, event.name, is_leaving=False)
        case happened.PlayerRenamed():
            return _rename(game, event.name, event.new_name)
        case happened.ScoreCorrected():
            last = game.last.number if game.last else game.first_round - 1
            return _correct(game, next_correction(event, game.corrections, last))
        case happened.GameEnded():
            return replace(game, round=None)
        case _:
            return game


def _enter(game: RoundGame, event: happened.MoveEntered) -> RoundGame:
    entries = _entries(game)
    orders = (entry.order for each in entries.values() for entry in each)
    entry = ReceivedEntry(event.received, event.mail, event.moves, max(orders, default=0) + 1)
    return _with_round(
        game, entries=plus(entries, event.player, (*entries.get(event.player, ()), entry))
    )


def _note_late(game: RoundGame, event: happened.MoveWasLate) -> RoundGame:
    """Note a late entry for the open round; one for an earlier round leaves no mark in this one."""
    if game.round is None or game.round.number != event.number:
        return game
    return _with_round(game, late=plus(game.round.late, event.player, event.received))


def _join(game: RoundGame, event: happened.PlayerJoined) -> RoundGame:
    player = RoundPlayer(
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
    return replace(game, players=plus(game.players, event.name, player))


def _rename(game: RoundGame, old: str, new: str) -> RoundGame:
    """Rename a player in all rounds, and in the state in which the last one was closed."""
    before = game.before_close
    game = replace(
        game,
        last=game.last.renamed(old, new) if game.last else None,
        corrections=corrections_renamed(game.corrections, old, new),
        before_close=_rename(rename(before, old, new), old, new) if before else None,
    )
    if game.round is None:
        return game
    entries = {new if name == old else name: each for name, each in _entries(game).items()}
    late = {new if name == old else name: each for name, each in game.round.late.items()}
    return _with_round(game, entries=MappingProxyType(entries), late=MappingProxyType(late))


def _correct(game: RoundGame, correction: Correction) -> RoundGame:
    """Note a correction that the total holds already; an earlier round's total may come back."""
    before, name = game.before_close, correction.player
    if (
        before
        and before.round
        and correction.number < before.round.number
        and name in before.players
    ):
        total = before.players[name].total + correction.points
        before = _correct(with_player(before, name, total=total), correction)
    last = game.last.corrected(correction) if game.last else None
    ranks = last.ranks if last else {}
    players = {
        name: replace(player, rank=ranks.get(name, player.rank))
        for name, player in game.players.items()
    }
    return replace(
        game,
        players=MappingProxyType(players),
        last=last,
        corrections=(*game.corrections, correction),
        before_close=before,
    )


def _close(game: RoundGame, result: RoundResult) -> RoundGame:
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


def _reopen(game: RoundGame, event: happened.RoundReopened) -> RoundGame:
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


def _as_before(player: RoundPlayer, before: RoundPlayer) -> RoundPlayer:
    return replace(
        player,
        total=before.total,
        missed=before.missed,
        missed_in_a_row=before.missed_in_a_row,
        rank=before.rank,
        has_left=before.has_left,
        is_leaving=player.has_left or player.is_leaving,
    )


def _entries(game: RoundGame) -> Mapping[str, tuple[ReceivedEntry, ...]]:
    return game.round.entries if game.round else {}


def _with_round(game: RoundGame, **changes: object) -> RoundGame:
    if game.round is None:
        raise ValueError(f"{game.id}: no round is open")
    return replace(game, round=replace(game.round, **changes))  # type: ignore[arg-type]  # names of OpenRound's fields
