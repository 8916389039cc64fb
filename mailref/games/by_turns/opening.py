"""A game in turns begins: seats, who begins, the first racks, the opening mail (classic 3.1, 12.3).

A game of players at a table begins: words are mixed in, seats and tiles are drawn (classic 3.1, 12.3).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from msgspec.structs import fields, replace

from mailref.games.by_turns.contents import TurnsOpening
from mailref.games.by_turns.course import Course, Draws
from mailref.games.by_turns.events import SeatsDrawn
from mailref.games.by_turns.play import course_of
from mailref.games.by_turns.policy import RunningTurns, TurnPolicy
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.showing import face_of_turns, history_in, own_face
from mailref.games.by_turns.stewards import steward_of
from mailref.games.classic.game import TurnGame
from mailref.games.events import DrawsMixed, Event
from mailref.games.game import Game, SameTiles, Stage
from mailref.games.rounds.game import RoundGame
from mailref.referee.findings import Office
from mailref.referee.mails import Step, after, step_of
from mailref.referee.policy import GamePolicy, Registration
from mailref.referee.reports import to_all
from mailref.tiles.board import Board
from mailref.tiles.variant import Laying

FEWEST = 2
"""So many players a game needs."""


def begin_game(
    course: Course,
    words: Sequence[tuple[str, str]] | None,
    *,
    mixing: Callable[[SeatedGame], Draws],
    deal: Callable[[Course], str],
    is_taken_over: bool = False,
) -> None:
    """Draw all that is drawn before the first turn, and let that begin.

    *words* are those that players give to be mixed into the draws, None where none are; *mixing* says
    what draws then. *deal* deals the tiles of one kind of game, and returns who begins.
    """
    if words is not None and course.game.mixed is None:
        course.record(DrawsMixed(1, tuple(words)))
        course.draws = mixing(course.game)
    if not is_taken_over and course.game.rules.seats == "lot":
        course.record(SeatsDrawn(_by_lot(course)))
    first = deal(course)
    if not course.game.is_over:
        course.begin(first, course.game.first_turn)


def _by_lot(course: Course) -> tuple[str, ...]:
    """Draw who sits where: the first of all, the next of those left (docs/chance.md)."""
    left = list(course.game.seats)
    tiles = "".join(chr(ord("A") + at) for at in range(len(left)))
    drawn = course.draws.tiles("seats", tiles, len(left))
    return tuple(left[ord(each) - ord("A")] for each in drawn)


_FEWEST_TILES = 2


def with_board(policy: GamePolicy, find: Callable[[str], Game | None]) -> GamePolicy | None:
    """Return *policy* with the board that it starts from; None while that is not known.

    *find* returns a game of the record. ValueError where it left no board to be taken down.
    """
    if not isinstance(policy, TurnPolicy) or policy.full is None:
        return policy
    full = policy.full
    if full.board is not None:
        return policy
    source = find(full.of_game)
    if source is None or not source.is_over:
        return None
    board = source.board if isinstance(source, RoundGame | TurnGame) else Board()
    if sum(1 for _ in board.tiles) < _FEWEST_TILES:
        raise ValueError(f"{policy.id}: {full.of_game} has left no board to be taken down")
    return replace(policy, full=replace(full, board=board))


def may_follow(policy: GamePolicy, find: Callable[[str], Game | None]) -> bool:
    """Tell whether a game may begin: the one with the same tiles before it is over.

    ValueError where that was begun as a game by itself, or its seed is known already.
    """
    same = policy.same_tiles if isinstance(policy, TurnPolicy) else None
    if same is None or not same.is_second:
        return True
    first = find(same.other)
    if first is None:
        return False
    if not isinstance(first, SeatedGame) or first.same_tiles != SameTiles(policy.id, False):
        raise ValueError(f"{policy.id}: {same.other} was not begun as a game with the same tiles")
    if first.tells_all:
        raise ValueError(f"{policy.id}: the tiles of {same.other} are known to all")
    return first.is_over


def may_begin(running: RunningTurns) -> bool:
    """Tell whether all who play are there, and nothing has been drawn yet."""
    game, policy = running.game, running.policy
    if game.stage is not Stage.GOING_ON or len(game.seats) < FEWEST:
        return False
    is_open = policy.registration is Registration.OPEN
    return not is_open or len(game.seats) >= policy.places


def begin_turns(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """Draw seats, starter and racks, and let the first turn begin; all are told."""
    if not may_begin(running):
        return None
    course = _drawn(running, office, now)
    id_ = running.game.id
    step = step_of(f"open:{id_}:{running.game.first_turn}:0", running, *course.events)
    office = after(office, step.decision)
    opened = office.games[id_]
    if not isinstance(opened, RunningTurns):
        raise TypeError(f"{id_} is no game in turns")

    def opening(player: str | None) -> TurnsOpening:
        return opening_for(opened, office, player, tuple(course.events))

    key, seats = f"opening:{id_}", opened.game.seats
    mails = to_all(opened, office, opening, key, now, readers=seats, by_name=True)
    return step_of(step.cause, running, *course.events, mails=mails)


def _drawn(running: RunningTurns, office: Office, now: datetime) -> Course:
    """Return the course of a game up to its first turn."""
    game, policy, over = running.game, running.policy, running.policy.taken_over
    steward, course = steward_of(game), course_of(running, office, now)
    words = [(name, game.lot_words.get(name, "")) for name in game.seats]
    begin_game(
        course,
        words if policy.lots else None,
        mixing=lambda mixed: steward.chance(replace(running, game=mixed), office),
        deal=lambda begun: steward.deal(begun, over),
        is_taken_over=over is not None,
    )
    return course


def opening_for(
    running: RunningTurns, office: Office, player: str | None, events: tuple[Event, ...] = ()
) -> TurnsOpening:
    """Return the opening as one reader gets it."""
    game = running.game
    has_hand = player is not None and player in game.hands
    return TurnsOpening(
        face=face_of_turns(running, history_in(office, game.id)),
        own=own_face(running, player, office.lexicon, events)
        if player is not None and has_hand
        else None,
        policy=running.policy,
        differs=tuple(_differing(game)),
        comment=running.policy.comment,
        lot_words=game.mixed or (),
        is_trial=game.is_trial,
    )


def _differing(game: SeatedGame) -> Iterator[str]:
    """Yield the switches in which a game differs from the rules of the tournament (seed 000)."""
    of_all = {each.name for each in fields(Laying)}
    for each in fields(game.rules):
        if each.name not in of_all and getattr(game.rules, each.name) != each.default:
            yield each.name
    if game.rules.swap:
        yield "swap"
