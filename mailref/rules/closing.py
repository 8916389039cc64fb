"""What a closed round changes in a game, and how it is undone when the round is reopened."""

from dataclasses import replace
from types import MappingProxyType

from mailref.rules.events import RoundReopened
from mailref.rules.game import Game, Player, ranking
from mailref.rules.results import EntryStatus, RoundResult


def close(game: Game, result: RoundResult) -> Game:
    """Return the game after a round: the move laid, totals, ranks and absences brought up to date."""
    players = dict(game.players)
    for row in result.entries:
        is_absent = row.status in (EntryStatus.MISSING, EntryStatus.LATE)
        before = players[row.player]
        players[row.player] = replace(
            before,
            total=row.total,
            missed=before.missed + is_absent,
            missed_in_a_row=before.missed_in_a_row + 1 if is_absent else 0,
        )
    ranks = ranking({name: player.total for name, player in players.items()})
    players = {
        name: replace(
            player,
            rank=ranks[name],
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
        last=result,
        before_close=replace(game, before_close=None),
        empty_rounds=game.empty_rounds + 1 if result.laid is None else 0,
        press=tuple(item for item in game.press if not item.is_released),
        asked=frozenset(),
    )


def reopen(game: Game, event: RoundReopened) -> Game:
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
