"""Closed rounds and their reports, as the referee owes them."""

from datetime import timedelta

from msgspec.structs import replace

from mailref import assets
from mailref.games.chance import Chance
from mailref.games.kind import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.contents import Report
from mailref.games.rounds.family import RoundsFamily
from mailref.games.rounds.game import ClosedRound, RoundGame
from mailref.games.rounds.policy import RoundPolicy, RunningRounds
from mailref.games.rounds.told import Reports
from mailref.referee.mails import Decision, Owed, Step
from mailref.referee.policy import Office
from mailref.referee.reports import Means
from mailref.tiles.board import Direction
from mailref.tiles.scoring import Position
from mailref.tiles.top.found import Top, TopMove
from tests.tiles.builders import SEED, move, square
from tests.writing.builders import ARRIVED, DEADLINE, HOUSE, playing, policy

CLOSED = DEADLINE + timedelta(minutes=3)


def find_top(position: Position, rulings: object) -> Top:  # noqa: ARG001  the search's own
    """Stand in for the search: one move known to be the best."""
    swapped = TopMove(
        ((square("M9"), Direction.DOWN, "QUABBE", (square("M12"),)),), (square("A12"),)
    )
    return Top(60, (swapped,))


def entered(
    game: RoundGame, player: str, *plays: str, minutes: int = 0, swaps: tuple[str, ...] = ()
) -> RoundGame:
    """Enter moves, alternates after the first."""
    written = tuple(move(each, swaps=swaps if at else ()) for at, each in enumerate(plays))
    at = ARRIVED + timedelta(minutes=minutes)
    assert game.round is not None
    return apply(game, in_rounds.MoveEntered(player, game.round.number, at, f"{player}-1", written))


def at_hand(game: RoundGame, settings: RoundPolicy | None = None) -> tuple[RunningRounds, Office]:
    found = RunningRounds(game, settings or policy(game.rules))
    return found, Office({game.id: found}, HOUSE, assets.lexicon())


def closed(game: RoundGame, settings: RoundPolicy | None = None) -> tuple[RoundGame, ClosedRound]:
    """Close the open round."""
    here, office = at_hand(game, settings)
    step = RoundsFamily(here).close(Means(office, Chance(SEED), find_top), CLOSED)
    assert isinstance(step, Step), step
    for _, event in step.decision.events:
        game = apply(game, event)
    assert game.last is not None
    return game, game.last


def reported(
    game: RoundGame, settings: RoundPolicy | None = None, earlier: tuple[ClosedRound, ...] = ()
) -> tuple[Owed, ...]:
    """Close the round and owe what follows from it."""
    game, _ = closed(game, settings)
    here, office = at_hand(game, settings)
    history = Reports(game, earlier)
    step = RoundsFamily(here).go_on(Means(office, Chance(SEED), find_top, history), CLOSED)
    assert step is not None
    return tuple(
        changed(mail, sha256="0123456789abcdef" * 4) if isinstance(mail.content, Report) else mail
        for mail in step.decision.mails
    )


def round_four() -> RoundGame:
    """Return a round with a tie, an invalid move, a late one and a missing one."""
    names = ("Max Mustermann", "Jörg Ähnlich", "Liese Müller-Lüdenscheidt", "Otto", "Anna B.")
    game = playing(players=names)
    game = entered(game, "Max Mustermann", "M10s EUBÖA")
    game = entered(game, "Jörg Ähnlich", "M10s EUBÖA", minutes=-30)
    game = entered(game, "Liese Müller-Lüdenscheidt", "M9s BEHAUEN")
    written = (move("M10s EUBÖA"),)
    return apply(game, in_rounds.MoveWasLate("Otto", 4, DEADLINE + timedelta(seconds=7), written))


def changed(mail: Owed, **values: object) -> Owed:
    """Return the mail with other values in its report."""
    assert isinstance(mail.content, Report)
    return replace(mail, content=replace(mail.content, **values))  # type: ignore[arg-type]  # names of Report's fields


def decided(*mails: Owed) -> Decision:
    return Decision((), mails)
