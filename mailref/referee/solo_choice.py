"""What a soloist writes who chooses his letters himself: several moves in a mail (other games 3).

They are carried out one after another, up to the first that cannot be; what stands behind it is
answered with its place.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from mailref.referee.findings import Considered, Office, Receipt
from mailref.referee.policy import RunningSolo
from mailref.referee.solo_tables import SeenTable, seen_at, under
from mailref.referee.turn_contents import TurnReport
from mailref.referee.turn_faces import BeganAnew, Happening, LettersTaken, WentBack
from mailref.referee.turn_play import News, course_of
from mailref.rules.events import Event
from mailref.rules.moves import Fault
from mailref.rules.schedule import is_in_time
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.orders import OrdersIf, ResignAct, TrialAct, UnreadOrder, WrittenOrders
from mailref.rules.turns.respond import respond
from mailref.rules.turns.solitaire import (
    AnewOrder,
    ChooseOrder,
    NotReached,
    StepBackOrder,
    TrialAlone,
    choose,
    step_back,
)
from mailref.rules.turns.solo_events import LettersChosen, MoveTakenBack, SoloPlayed, TryBegun
from mailref.rules.turns.solo_game import SoloTable, apply_in_solo, events_at
from mailref.rules.turns.turn_answer import (
    FromMail,
    TurnAnswer,
    TurnEffect,
    TurnOutcome,
    accepted,
    rejected,
)


@dataclass(slots=True)
class _Steps:
    """The moves of a mail while they are carried out."""

    running: RunningSolo
    office: Office
    player: str
    receipt: Receipt
    events: list[Event]
    answer: TurnAnswer

    @property
    def table(self) -> SoloTable:
        return self.running.game.tables[self.player]

    def happen(self, events: Iterable[Event]) -> None:
        """Let something happen at the player's table."""
        recorded = tuple(events)
        game = self.running.game
        for event in recorded:
            if isinstance(event, SoloPlayed):
                game = apply_in_solo(game, event)
        self.events += recorded
        self.running = replace(self.running, game=game)
        since = {**self.office.since, game.id: (*self.office.since.get(game.id, ()), *recorded)}
        self.office = replace(self.office, since=MappingProxyType(since))

    def carry_out(self, group: OrdersIf) -> TurnAnswer:
        """Carry out one move, if it can be."""
        match group.orders[0]:
            case ChooseOrder() as order:
                return self._record(choose(self.table, order, self.receipt.received))
            case StepBackOrder() as order:
                return self._record(step_back(self.table, order))
            case AnewOrder():
                return self._begin_anew()
            case UnreadOrder(faults=faults):
                return rejected("no_valid_move", faults)
            case _:
                return self._lay(group)

    def _record(self, done: LettersChosen | MoveTakenBack | tuple[Fault, ...]) -> TurnAnswer:
        if isinstance(done, tuple):
            return rejected("no_valid_move", done)
        self.happen([SoloPlayed(self.player, done)])
        return accepted(TurnEffect.DONE)

    def _begin_anew(self) -> TurnAnswer:
        self.happen([SoloPlayed(self.player, TryBegun(self.table.seats[0]))])
        seen = self._seen()
        course = course_of(seen.running, seen.office, self.receipt.received)
        course.begin(seen.seat)
        self.happen(under(self.player, course.events))
        return accepted(TurnEffect.DONE)

    def _lay(self, group: OrdersIf) -> TurnAnswer:
        seen = self._seen()
        course = course_of(seen.running, seen.office, self.receipt.received)
        sender = FromMail(seen.seat, self.receipt.received, self.receipt.key)
        answer = respond(course, sender, WrittenOrders((group,)))
        self.happen(under(self.player, course.events))
        return answer

    def _seen(self) -> SeenTable:
        seen = seen_at(self.running, self.player, self.office)
        if seen is None:
            raise TypeError(f"{self.running.game.id}: {self.player} has no table")
        return seen


@dataclass(frozen=True, slots=True)
class StepsTaken:
    """What the moves of a mail come to, and what they record."""

    answer: TurnAnswer
    events: tuple[Event, ...] = ()


def take_steps(
    running: RunningSolo, office: Office, player: str, written: WrittenOrders, receipt: Receipt
) -> StepsTaken:
    """Carry out the moves of a mail, up to the first that cannot be."""
    game = running.game
    if game.is_over or game.tables[player].is_over:
        return StepsTaken(rejected("late"))
    if not is_in_time(receipt.received, game.deadline):
        return StepsTaken(rejected("late"))
    resigns = any(isinstance(act, ResignAct) for act in written.acts)
    if written.ambiguous_at or written.unread_at or resigns:
        return StepsTaken(rejected("ambiguous"))
    if written.faults:
        return StepsTaken(rejected("no_valid_move", written.faults))
    trials = tuple(
        TrialAlone(span=act.order.span) for act in written.acts if isinstance(act, TrialAct)
    )
    steps = _Steps(running, office, player, receipt, [], accepted(TurnEffect.DONE))
    for at, group in enumerate(written.groups):
        answer = steps.carry_out(group)
        if answer.outcome is TurnOutcome.REJECTED:
            behind = _not_reached(written.groups[at + 1 :])
            faults = (*steps.answer.faults, *answer.faults, *behind, *trials)
            done = accepted(TurnEffect.DONE) if steps.events else answer
            return StepsTaken(replace(done, faults=faults), tuple(steps.events))
        faults = (*steps.answer.faults, *answer.faults)
        steps.answer = replace(steps.answer, faults=faults)
    answer = replace(steps.answer, faults=(*steps.answer.faults, *trials))
    return StepsTaken(answer, tuple(steps.events))


def _not_reached(groups: Sequence[OrdersIf]) -> Iterator[Fault]:
    for group in groups:
        yield NotReached(span=group.orders[0].span)


def report_of_steps(
    before: RunningSolo,
    running: RunningSolo,
    office: Office,
    entry: Considered,
    events: Sequence[Event],
) -> TurnReport | None:
    """Return what a soloist is told of the moves of his mail; None where nothing has happened."""
    player = entry.player or ""
    was, seen = seen_at(before, player, office), seen_at(running, player, office)
    if was is None or seen is None or not events:
        return None
    at_table = events_at(running.game, player, events)
    report = News.of(was.running, seen.office, at_table).report(seen.seat)
    told = (*_steps_told(before, player, events), *report.happened)
    if chosen := running.game.tables[player].chosen:
        told = (*told, LettersTaken(len(chosen)))
    faults = entry.turn.faults if entry.turn is not None else ()
    return replace(report, happened=told, faults=faults)


def _steps_told(before: RunningSolo, player: str, events: Sequence[Event]) -> Iterator[Happening]:
    """Yield what was taken back, and what was begun anew."""
    game = before.game
    for event in events:
        if not isinstance(event, SoloPlayed):
            continue
        table = game.tables[player]
        game = apply_in_solo(game, event)
        if isinstance(event.event, MoveTakenBack):
            yield _went_back(table)
        elif isinstance(event.event, TryBegun):
            yield BeganAnew(game.tables[player].tries, table.result)


def _went_back(table: SoloTable) -> WentBack:
    number = table.turn.number if table.turn is not None else 0
    if table.chosen:
        return WentBack(number, "")
    laid = [each for each in table.done if isinstance(each, happened.PlayLaid)]
    return WentBack(laid[-1].number, laid[-1].scored.word)
