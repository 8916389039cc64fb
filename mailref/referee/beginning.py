"""How a game begins and how a player enters it: the first events, the late joiner's base."""

from collections.abc import Iterator

from mailref.referee.model import Table
from mailref.referee.policy import GamePolicy
from mailref.rules.adjudication import late_joiner_base
from mailref.rules.board import Board
from mailref.rules.chance import commitment
from mailref.rules.events import FROM_SETTINGS, Event, GameOpened, PlayerJoined, WordRuled
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
    return (opened, *_first_players(policy, replay((opened,))), *file_rulings(policy, None))


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
