"""The tables of a league of soloists as the engine of games in turns sees each, and what may be told of the league.

A soloist who chooses his letters himself makes several moves in a mail (other games 3): they are carried out
one after another, up to the first that cannot be; what stands behind it is answered with its place. Rule for
editors: what is taken from a table here belongs to its player alone, until the league is over.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import fields, replace

from mailref.games import events as of_every_game
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.contents import OrderAnswer, TurnCommandAnswer, TurnReport, TurnsOpening
from mailref.games.by_turns.course import (
    FromMail,
    TurnAnswer,
    TurnEffect,
    accepted,
    answer_in,
    rejected,
)
from mailref.games.by_turns.events import (
    LettersChosen,
    MoveTakenBack,
    SoloMove,
    SoloPlayed,
    TableFinished,
    TryBegun,
)
from mailref.games.by_turns.faces import (
    BeganAnew,
    Happening,
    LettersTaken,
    OnBoard,
    TurnFace,
    WentBack,
)
from mailref.games.by_turns.family import TurnsFamily
from mailref.games.by_turns.history import TurnHistory
from mailref.games.by_turns.play import News, Taken, course_of, history_in
from mailref.games.by_turns.policy import RunningTurns, TurnPolicy
from mailref.games.events import Event
from mailref.games.game import unread_note
from mailref.games.ranking import ranking
from mailref.games.replay import follow
from mailref.games.schedule import is_in_time
from mailref.games.solitaire.contents import LeagueNews, LeagueRow
from mailref.games.solitaire.game import SoloGame, SoloTable, apply_in_solo, events_at
from mailref.games.solitaire.policy import RunningSolo, SoloPolicy
from mailref.games.solitaire.rules import (
    AnewOrder,
    ChooseOrder,
    NotReached,
    StepBackOrder,
    TrialAlone,
    choose,
    step_back,
)
from mailref.orders.written import OrdersIf, ResignAct, TrialAct, UnreadOrder, WrittenOrders
from mailref.referee.contents import Answer
from mailref.referee.findings import (
    Consideration,
    Considered,
    Office,
    Outcome,
    Reason,
    Receipt,
    Records,
)
from mailref.referee.policy import GamePolicy
from mailref.tiles.board import TILES, Board
from mailref.tiles.moves import Fault


class AtSoloTable(Struct, frozen=True):
    """The record as one table sees it: its own events, as if it were a game of its own."""

    records: Records
    game: SoloGame
    player: str
    since: tuple[Event, ...]

    def seed(self, game: str) -> bytes:
        return self.records.seed(game)

    def events(self, game: str) -> Iterable[Event]:
        log = (*self.records.events(game), *self.since)
        return tuple(events_at(self.game, self.player, log))

    def handed_over(self, game: str, tag: str, addresses: Collection[str]) -> datetime | None:
        return self.records.handed_over(game, tag, addresses)


class SeenTable(Struct, frozen=True):
    """The table of a soloist as the engine of games in turns sees it."""

    running: RunningTurns
    office: Office
    seat: str
    """Where he moves next."""

    @property
    def family(self) -> TurnsFamily:
        return TurnsFamily(self.running)

    @property
    def history(self) -> TurnHistory:
        return history_in(self.office, self.running.game.id)


def table_policy(policy: SoloPolicy, deadline: datetime) -> TurnPolicy:
    """Return the settings of one table."""
    common = {each.name: getattr(policy, each.name) for each in fields(GamePolicy)}
    return TurnPolicy(
        **common,
        rules=policy.rules,
        zat=deadline,
        vacation=timedelta(0),
        has_rematch=False,
        history=policy.history,
    )


def seen_at(running: RunningSolo, player: str | None, office: Office) -> SeenTable | None:
    """Return a soloist's table as the engine of games in turns sees it; None where he has none."""
    game = running.game
    table = game.tables.get(player or "")
    if player is None or table is None:
        return None
    turn = table.turn
    table = replace(
        table,
        rulings=game.rulings,
        is_paused=game.is_paused,
        turn=turn and replace(turn, deadline=game.deadline),
    )
    inner = RunningTurns(table, table_policy(running.policy, game.deadline))
    records = AtSoloTable(office.records, game, player, office.since.get(game.id, ()))
    looked_at = replace(
        office,
        games=MappingProxyType({game.id: inner}),
        records=records,
        since=MappingProxyType({}),
    )
    return SeenTable(inner, looked_at, turn.player if turn is not None else table.seats[0])


def followed(
    running: RunningSolo, office: Office, events: Sequence[Event]
) -> tuple[RunningSolo, Office]:
    """Return a league after *events*, and the office in which they are recorded."""
    id_ = running.game.id
    since = {**office.since, id_: (*office.since.get(id_, ()), *events)}
    after = replace(running, game=follow(running.game, events))
    return after, replace(office, since=MappingProxyType(since))


def unnumbered(mail: Consideration) -> Consideration:
    """Return a mail without the turn that it answers: every table counts its own."""
    receipt = replace(mail.receipt, answers=())
    return replace(mail, mail=replace(mail.mail, subject=""), receipt=receipt)


def under(player: str, events: Iterable[Event]) -> Iterator[Event]:
    """Yield what happened at a table under the name of its player."""
    for event in events:
        if isinstance(event, of_every_game.GameEnded):
            yield SoloPlayed(player, TableFinished(event.because, event.at))
        elif isinstance(event, SoloMove):
            yield SoloPlayed(player, event)
        else:
            raise TypeError(f"{type(event).__name__} does not happen at the table of a soloist")


def opening_at(running: RunningSolo, name: str, office: Office) -> TurnsOpening | None:
    """Return a soloist's opening; None where he has no table yet."""
    seen = seen_at(running, name, office)
    if seen is None:
        return None
    opening = seen.family.welcome(seen.seat, seen.office)
    return replace(opening, differs=running.policy.house_rules)


def nobodys_face(running: RunningSolo) -> TurnFace:
    """Return what may be shown to who has no table: nothing of any."""
    game = running.game
    return TurnFace(
        game=game.id,
        title=running.policy.title,
        rules=game.rules,
        commitment=game.commitment,
        lies=OnBoard(Board(), len(TILES.all_tiles)),
        seats=(),
        turn=None,
        open_play=None,
        challenge=None,
        history=TurnHistory(),
        is_paused=game.is_paused,
        ended=game.ended,
    )


def seen_by_nobody(copy: Answer, entry: Considered | None, running: RunningSolo) -> Answer:
    """Return the game master's copy as it is of a soloist, whose table nobody else sees."""
    face = nobodys_face(running)
    if isinstance(copy, TurnCommandAnswer):
        return replace(copy, face=face)
    if entry is None or not isinstance(copy, OrderAnswer | TurnReport):
        return copy
    effect = copy.effect if isinstance(copy, OrderAnswer) else TurnEffect.KEPT
    considered = replace(entry, found=None)
    return OrderAnswer(
        considered=considered,
        face=face,
        own=None,
        policy=copy.policy,
        effect=effect,
        for_game_master=True,
    )


def league_news(running: RunningSolo, *, seed: str = "", because: str = "") -> LeagueNews:
    """Return what all may know of a league: its totals once it is over, else who plays."""
    game = running.game
    return LeagueNews(
        policy=running.policy,
        deadline=game.deadline,
        names=tuple(player.name for player in game.active),
        commitment=game.commitment,
        rows=tuple(league_rows(game)) if game.is_over else (),
        press=tuple(each for each in game.press if each.is_released) if game.is_over else (),
        seed=seed,
        because=because,
    )


def league_rows(game: SoloGame) -> Iterator[LeagueRow]:
    """Yield the soloists by their totals; equal ones share a place."""
    counting = {name: table.counting for name, table in game.tables.items()}
    ranks = ranking({name: table.result for name, table in counting.items()})
    for name in sorted(ranks, key=lambda each: (ranks[each], each)):
        yield LeagueRow(name, ranks[name], counting[name].result, counting[name].played)


def unread_in(game: SoloGame) -> Iterator[str]:
    """Yield who has mailed what could not be read, and has taken no turn since."""
    for name, table in game.tables.items():
        number = table.turn.number if table.turn is not None else 0
        if unread_note(game, number, name) in game.noted:
            yield name


class _Steps(Struct):
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
        self.events += recorded
        self.running, self.office = followed(self.running, self.office, recorded)

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
                return rejected(Reason.NO_VALID_MOVE, faults)
            case _:
                return self._lay(group)

    def _record(self, done: LettersChosen | MoveTakenBack | tuple[Fault, ...]) -> TurnAnswer:
        if isinstance(done, tuple):
            return rejected(Reason.NO_VALID_MOVE, done)
        self.happen([SoloPlayed(self.player, done)])
        return accepted(TurnEffect.DONE)

    def _begin_anew(self) -> TurnAnswer:
        self.happen([SoloPlayed(self.player, TryBegun(self.table.seats[0]))])
        seen = self.seen()
        course = course_of(seen.running, seen.office, self.receipt.received)
        course.begin(seen.seat)
        self.happen(under(self.player, course.events))
        return accepted(TurnEffect.DONE)

    def _lay(self, group: OrdersIf) -> TurnAnswer:
        seen = self.seen()
        course = course_of(seen.running, seen.office, self.receipt.received)
        sender = FromMail(seen.seat, self.receipt.received, self.receipt.key)
        answer = course.respond(sender, WrittenOrders((group,)))
        self.happen(under(self.player, course.events))
        return answer

    def seen(self) -> SeenTable:
        seen = seen_at(self.running, self.player, self.office)
        if seen is None:
            raise TypeError(f"{self.running.game.id}: {self.player} has no table")
        return seen


class TriedStep(Struct, frozen=True):
    """One move of a mail, the table on which it is tried, and what is wrong with it."""

    group: OrdersIf
    at: SeenTable
    faults: tuple[Fault, ...] = ()

    @property
    def is_done(self) -> bool:
        return not self.faults


def tried_steps(
    running: RunningSolo, office: Office, player: str, written: WrittenOrders
) -> Iterator[TriedStep]:
    """Yield each move of a mail as if it came in time; behind the first that cannot be done none is."""
    received = running.game.deadline
    steps = _Steps(
        running, office, player, Receipt("tried", received), [], TurnAnswer(Outcome.REJECTED)
    )
    is_reached = True
    for group in written.groups:
        before = steps.seen()
        if not is_reached:
            yield TriedStep(group, before, tuple(_not_reached([group])))
            continue
        answer = steps.carry_out(group)
        is_reached = answer.outcome is not Outcome.REJECTED
        yield TriedStep(group, before, () if is_reached else answer.faults)


def take_steps(
    running: RunningSolo, office: Office, player: str, written: WrittenOrders, receipt: Receipt
) -> Taken:
    """Carry out the moves of a mail, up to the first that cannot be."""
    game = running.game
    if game.is_over or game.tables[player].is_over:
        return Taken(rejected(Reason.LATE))
    if not is_in_time(receipt.received, game.deadline):
        return Taken(rejected(Reason.LATE))
    resigns = any(isinstance(act, ResignAct) for act in written.acts)
    if written.ambiguous_at or written.unread_at or resigns:
        return Taken(rejected(Reason.AMBIGUOUS))
    if written.faults:
        return Taken(rejected(Reason.NO_VALID_MOVE, written.faults))
    trials = tuple(
        TrialAlone(span=act.order.span) for act in written.acts if isinstance(act, TrialAct)
    )
    steps = _Steps(running, office, player, receipt, [], accepted(TurnEffect.DONE))
    for at, group in enumerate(written.groups):
        answer = steps.carry_out(group)
        if answer.outcome is Outcome.REJECTED:
            behind = _not_reached(written.groups[at + 1 :])
            faults = (*steps.answer.faults, *answer.faults, *behind, *trials)
            done = accepted(TurnEffect.DONE) if steps.events else answer
            return Taken(replace(done, faults=faults), tuple(steps.events))
        faults = (*steps.answer.faults, *answer.faults)
        steps.answer = replace(steps.answer, faults=faults)
    answer = replace(steps.answer, faults=(*steps.answer.faults, *trials))
    return Taken(answer, tuple(steps.events))


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
    answer = answer_in(entry.found)
    faults = answer.faults if answer is not None else ()
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
