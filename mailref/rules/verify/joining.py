"""Players coming into a game: what each began with (rules 8, late joiner)."""

from collections.abc import Iterator, Mapping

from mailref.rules.events import PlayerJoined, PlayerLeft, PlayerReturned, ScoreCorrected
from mailref.rules.game import Game
from mailref.rules.replay import apply
from mailref.rules.variant import LateJoiner, Rules
from mailref.rules.verify.model import Export, Joining, Round
from mailref.rules.verify.unlike import Unlike


def join(game: Game, joining: Joining) -> Game:
    """Return the game with the player, and the corrections made before his first round was closed."""
    game = apply(
        game,
        PlayerJoined(joining.player, (), joining.base, joining.missed, is_late=joining.late),
    )
    for each in joining.adjustments:
        game = apply(game, ScoreCorrected(joining.player, 0, each.points, ""))
    return game


def only_playing(game: Game, shown: Round) -> Game:
    """Return the game in which those take part who have a row in *shown*."""
    playing = {entry.player for entry in shown.entries}
    for player in game.players.values():
        if player.has_left and player.name in playing:
            game = apply(game, PlayerReturned(player.name))
        elif not player.has_left and player.name not in playing:
            game = apply(game, PlayerLeft(player.name, ""))
    return game


def wrong_start(
    export: Export, joining: Joining, game: Game, rules: Mapping[int, Rules]
) -> Iterator[Unlike]:
    """Yield what a player cannot have begun with, given the game as it was then."""
    first = export.start_round or 1
    if joining.player in game.players:
        yield Unlike("players", "each player once", joining.player)
    is_late = joining.round > first
    if joining.late is not is_late and (is_late or export.start_round is None):
        yield Unlike("late", is_late, joining.late)
    if not joining.late and export.start_round is None:
        for field, found in (("base", joining.base), ("missed", joining.missed)):
            if found:
                yield Unlike(field, 0, found)
    if joining.among and not joining.late:
        yield Unlike("among", (), joining.among)
    if joining.late and is_late and not _was_reopened(export, joining):
        yield from _wrong_base(export, joining, game, rules)


def _was_reopened(export: Export, joining: Joining) -> bool:
    """Tell whether a round was judged anew since: the base was fixed by what is gone (rules 8)."""
    before = (each for each in export.rounds if each.number < joining.round)
    return any(each.reopened > joining.reopened for each in before)


def _wrong_base(
    export: Export, joining: Joining, game: Game, rules: Mapping[int, Rules]
) -> Iterator[Unlike]:
    """The switch is that of the round in which he came, or of the next if it was just changed."""
    if strangers := set(joining.among) - set(game.players):
        yield Unlike("among", "players of the game", tuple(sorted(strangers)))
        return
    if joining.missed:
        yield Unlike("missed", 0, joining.missed)
    near = [rules[n] for n in (joining.round, joining.round + 1) if n in rules] or [game.next_rules]
    lowest = _lowest(export, joining, game)
    allowed = {lowest if each.late_joiner is LateJoiner.LOWEST else 0 for each in near}
    if joining.base not in allowed:
        yield Unlike("base", min(allowed) if len(allowed) == 1 else tuple(allowed), joining.base)


def _lowest(export: Export, joining: Joining, game: Game) -> int:
    """Return the lowest total of those who missed fewest rounds, as totals stood when he came."""
    players = [game.players[name] for name in joining.among]
    if not players:
        return 0
    since = _corrected_since(export, joining)
    fewest = min(player.missed for player in players)
    return min(p.total - since.get(p.name, 0) for p in players if p.missed == fewest)


def _corrected_since(export: Export, joining: Joining) -> Mapping[str, int]:
    """Return what corrections made after he came changed in the totals of the rounds before."""
    since: dict[str, int] = {}
    rounds = (each for each in export.rounds if each.number < joining.round)
    rows = [row for each in rounds for row in each.rows]
    corrections = [(row.player, row.adjustments) for row in rows]
    corrections += [(player.player, player.adjustments) for player in export.players]
    for player, adjustments in corrections:
        for each in adjustments:
            if each.order > joining.corrections:
                since[player] = since.get(player, 0) + each.points
    return since
