"""The referee of leagues of soloists: everybody at a table of his own, all with one order of tiles (other games 3).

What a soloist writes is taken at his table as in a classic game, by the engine of games in turns, which sees
each table as a game; here it is recorded under his name. Rule for editors: nothing of a table leaves but to
its own player before the ZAT of the whole game; then all are told the table of totals.

A soloist who chooses his letters himself makes several moves in a mail: they are carried out one after
another, up to the first that cannot be; what stands behind it is answered with its place.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import contents
from mailref.games.by_turns import course as play
from mailref.games.by_turns.events import PlayLaid
from mailref.games.by_turns.family import TurnsFamily, as_objection, judgement_of, players_in_file
from mailref.games.by_turns.game import Turn
from mailref.games.by_turns.history import TurnHistory
from mailref.games.by_turns.policy import RunningTurns, TurnPolicy
from mailref.games.by_turns.statistics import figures_of
from mailref.games.family import Family
from mailref.games.game import begun, has_come, is_in_time, ranking, unread_note
from mailref.games.in_hand import InHand
from mailref.games.kind import follow
from mailref.games.solitaire import contents as contents_
from mailref.games.solitaire import rules
from mailref.games.solitaire.book import begin_table
from mailref.games.solitaire.contents import LeagueNews, LeagueRow
from mailref.games.solitaire.events import (
    LettersChosen,
    MoveTakenBack,
    SoloDealt,
    SoloPlayed,
    TryBegun,
)
from mailref.games.solitaire.game import (
    SoloGame,
    SoloTable,
    apply_in_solo,
    events_at,
    left_on_racks,
    seats_of,
    tries_at,
    under,
)
from mailref.games.solitaire.policy import RunningSolo, SoloPolicy
from mailref.games.statistics import PlayerFigures, together
from mailref.orders import entries
from mailref.orders.table import NotDone
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Answer
from mailref.referee.gm_orders import GivenOrder, Refusal, Result, ZatNow
from mailref.referee.identity import address_mails, find_player_named
from mailref.referee.mails import Owed, Step, owe_to_player, owe_to_subscribers, step_of
from mailref.referee.order_results import common_result
from mailref.referee.policy import (
    CommandsGiven,
    Consideration,
    Considered,
    Did,
    Judgement,
    Office,
    Outcome,
    Reason,
    Receipt,
    Records,
    file_rulings,
    is_ahead,
)
from mailref.referee.reports import Means, to_all, to_game_master_beside
from mailref.tiles.board import Board
from mailref.tiles.moves import NOWHERE, Fault


class AtSoloTable(Struct, frozen=True):
    """The record as one table sees it: its own events, as if it were a game of its own."""

    records: Records
    game: SoloGame
    player: str
    since: tuple[common.Event, ...]

    def seed(self, game: str) -> bytes:
        return self.records.seed(game)

    def events(self, game: str) -> Iterable[common.Event]:
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

    def course(self, at: datetime) -> play.Course:
        """Return how things go on there: what is recorded in it happens together."""
        return play.course_of(self.running, self.office, at)


def table_policy(policy: SoloPolicy, deadline: datetime) -> TurnPolicy:
    """Return the settings of one table."""
    return begun(TurnPolicy, policy, zat=deadline, vacation=timedelta(0), has_rematch=False)


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
    running: RunningSolo, office: Office, events: Sequence[common.Event]
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


def table_of(running: RunningSolo, player: str, office: Office) -> SeenTable:
    """Return the table of a soloist who has one; TypeError if he has none."""
    seen = seen_at(running, player, office)
    if seen is None:
        raise TypeError(f"{running.game.id}: {player} has no table")
    return seen


def nobodys_face(running: RunningSolo) -> contents.TurnFace:
    """Return what may be shown to who has no table: who plays and until when, nothing of any table."""
    game = running.game
    names = tuple(player.name for player in game.active)
    return contents.TurnFace(
        rules=game.rules,
        commitment=game.commitment,
        has_racks=True,
        lies=contents.OnBoard(Board.empty(game.rules.layout.size), len(game.rules.tiles.all_tiles)),
        seats=(),
        turn=None,
        open_play=None,
        challenge=None,
        history=TurnHistory(),
        is_paused=game.is_paused,
        ended=game.ended,
        tables=contents.OwnTables(names, game.deadline),
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
        table = counting[name]
        yield LeagueRow(name, ranks[name], table.result, table.played, left_on_racks(table))


def figures_of_league(game: SoloGame, log: Sequence[common.Event]) -> tuple[PlayerFigures, ...]:
    """Return what each soloist has come to at the table that counts; nobody was late for a turn."""
    found = [PlayerFigures(name) for name in game.tables]
    for name, table in game.tables.items():
        _, history = play.game_and_history(tries_at(game, name, log)[table.counting.tries - 1])
        of_racks = figures_of(history, game.rulings)
        found += (replace(each, player=name, due=0, in_time=0) for each in of_racks)
    return together(found)


def unread_in(game: SoloGame) -> Iterator[str]:
    """Yield who has mailed what could not be read, and has taken no turn since."""
    for name, table in game.tables.items():
        number = table.turn.number if table.turn is not None else 0
        if unread_note(game, number, name) in game.noted:
            yield name


class TriedStep(Struct, frozen=True):
    """One move of a mail, the table on which it is tried, and what comes of it."""

    group: entries.OrdersIf
    at: SeenTable
    answer: play.TurnAnswer

    @property
    def is_refused(self) -> bool:
        return self.answer.outcome is Outcome.REJECTED

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return what is wrong with it."""
        return self.answer.faults if self.is_refused else ()


class _Steps(Struct):
    """The moves of a mail while they are carried out."""

    running: RunningSolo
    office: Office
    player: str
    receipt: Receipt
    events: list[common.Event]

    @property
    def table(self) -> SoloTable:
        return self.running.game.tables[self.player]

    def happen(self, events: Iterable[common.Event]) -> None:
        """Let something happen at the player's table."""
        recorded = tuple(events)
        self.events += recorded
        self.running, self.office = followed(self.running, self.office, recorded)

    def each(self, groups: Iterable[entries.OrdersIf]) -> Iterator[TriedStep]:
        """Carry out the moves of a mail; behind the first that cannot be none is."""
        is_reached = True
        for group in groups:
            before, missed = self.seen(), (rules.NotReached(span=group.orders[0].span),)
            answer = play.rejected(Reason.NO_VALID_MOVE, missed)
            step = TriedStep(group, before, self.carry_out(group) if is_reached else answer)
            is_reached = not step.is_refused
            yield step

    def carry_out(self, group: entries.OrdersIf) -> play.TurnAnswer:
        """Carry out one move, if it can be."""
        match group.orders[0]:
            case rules.ChooseOrder() as order:
                return self._record(rules.choose(self.table, order, self.receipt.received))
            case rules.StepBackOrder() as order:
                return self._record(rules.step_back(self.table, order))
            case rules.AnewOrder():
                return self._begin_anew()
            case entries.UnreadOrder(faults=faults):
                return play.rejected(Reason.NO_VALID_MOVE, faults)
            case _:
                return self._lay(group)

    def _record(self, done: LettersChosen | MoveTakenBack | tuple[Fault, ...]) -> play.TurnAnswer:
        if isinstance(done, tuple):
            return play.rejected(Reason.NO_VALID_MOVE, done)
        self.happen([SoloPlayed(self.player, done)])
        return play.accepted(contents.TurnEffect.DONE)

    def _begin_anew(self) -> play.TurnAnswer:
        self.happen([SoloPlayed(self.player, TryBegun(self.table.seats[0]))])
        course = self.seen().course(self.receipt.received)
        course.begin(self.table.seats[0])
        self.happen(under(self.player, course.events))
        return play.accepted(contents.TurnEffect.DONE)

    def _lay(self, group: entries.OrdersIf) -> play.TurnAnswer:
        seen = self.seen()
        course = seen.course(self.receipt.received)
        sender = play.FromMail(seen.seat, self.receipt.received, self.receipt.key)
        answer = course.respond(sender, entries.WrittenOrders((group,)))
        self.happen(under(self.player, course.events))
        return answer

    def seen(self) -> SeenTable:
        return table_of(self.running, self.player, self.office)


def tried_steps(
    running: RunningSolo, office: Office, player: str, written: entries.WrittenOrders
) -> Iterator[TriedStep]:
    """Return each move of a mail as if it came in time."""
    receipt = Receipt("tried", running.game.deadline)
    return _Steps(running, office, player, receipt, []).each(written.groups)


def take_steps(
    running: RunningSolo,
    office: Office,
    player: str,
    written: entries.WrittenOrders,
    receipt: Receipt,
) -> play.Taken:
    """Carry out the moves of a mail, up to the first that cannot be."""
    game = running.game
    is_over = game.is_over or game.tables[player].is_over
    if is_over or not is_in_time(receipt.received, game.deadline):
        return play.Taken(play.rejected(Reason.LATE))
    resigns = any(isinstance(act, entries.ResignAct) for act in written.acts)
    if written.ambiguous_at or written.unread_at or resigns:
        return play.Taken(play.rejected(Reason.AMBIGUOUS))
    if written.faults:
        return play.Taken(play.rejected(Reason.NO_VALID_MOVE, written.faults))
    steps = _Steps(running, office, player, receipt, [])
    answers = [each.answer for each in steps.each(written.groups)]
    refused = (each for each in answers if each.outcome is Outcome.REJECTED)
    done = play.accepted(contents.TurnEffect.DONE)
    came_to = done if steps.events else next(refused, done)
    faults = tuple(fault for each in answers for fault in each.faults)
    return play.Taken(replace(came_to, faults=faults), tuple(steps.events))


def _steps_told(
    before: RunningSolo, player: str, events: Sequence[common.Event]
) -> Iterator[contents.Happening]:
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
            yield contents_.BeganAnew(game.tables[player].tries, table.result)


def _went_back(table: SoloTable) -> contents_.WentBack:
    number = table.turn.number if table.turn is not None else 0
    if table.chosen:
        return contents_.WentBack(number, "")
    laid = [each for each in table.done if isinstance(each, PlayLaid)]
    return contents_.WentBack(laid[-1].number, laid[-1].scored.word)


AT_THE_ZAT = "deadline"
"""Why a table, and the league, is at its end."""


class SoloFamily(Family):
    """A league of soloists and what its referee does."""

    running: RunningSolo

    def may_object(self) -> bool:
        """Tell whether whose table is looked at has yet to move there: what others do is a secret."""
        game, table = self.running.game, self.running.game.tables.get(self.running.who)
        return not game.is_over and (table is None or (table.played == 0 and table.tries == 1))

    def as_meant(self, entry: entries.Entry) -> entries.Entry:
        """Return an entry without what asks for something of others, or for days off: nobody waits here."""
        entry = as_objection(entry, self.running.policy.id)
        orders = entries.orders_in(entry)
        if orders is None:
            return entry
        acts = tuple(
            a for a in orders.acts if not isinstance(a, entries.AcceptsAllAct | entries.AwayAct)
        )
        left = replace(orders, acts=acts)
        return replace(entry, written=None if left.is_empty else left)

    def seen_by(self, player: str | None) -> RunningSolo:
        return replace(self.running, who=player or "")

    def insight(self, player: str | None, office: Office) -> entries.Insight:  # noqa: ARG002  his table is all
        table = self.running.game.tables.get(player or "")
        if table is None:
            return entries.NO_INSIGHT
        held = table.hands[table.seats[0]].rack.value
        return entries.Insight(table.board, table.rules.tiles.without(held, table.chosen))

    def has_word(self, word: str, office: Office) -> bool:  # noqa: ARG002  which words lie is a secret
        return True

    def _is_late(self, received: datetime) -> bool:
        return self.running.game.is_over or not is_in_time(received, self.running.game.deadline)

    # A mail.

    def judge(
        self, entry: entries.Entry, mail: Consideration, office: Office, player: str | None
    ) -> Judgement:
        seen = seen_at(self.running, player, office)
        if seen is None or player is None:
            return Judgement(self.number)
        if self._holds_steps(entry):
            answer = self._steps(entry, player, mail.receipt, office).answer
            return judgement_of(answer, self.number)
        return seen.family.judge(entry, unnumbered(mail), seen.office, seen.seat)

    def take(
        self, entry: Considered, mail: Consideration, office: Office
    ) -> tuple[Considered, tuple[common.Event, ...]]:
        seen = seen_at(self.running, entry.player, office)
        if seen is None or entry.player is None:
            return entry, ()
        if self._is_late(mail.receipt.received) and entry.found is not None:
            return replace(entry, outcome=Outcome.REJECTED, reason=Reason.LATE), ()
        if entry.entry is not None and entry.found is not None and self._holds_steps(entry.entry):
            taken = self._steps(entry.entry, entry.player, mail.receipt, office)
            came_to = taken.answer
            reason, outcome = came_to.reason, came_to.outcome
            return replace(entry, outcome=outcome, reason=reason, found=came_to), taken.events
        at_table = replace(entry, player=seen.seat)
        now, events = seen.family.take(at_table, unnumbered(mail), seen.office)
        return replace(now, player=entry.player), tuple(under(entry.player, events))

    def _holds_steps(self, entry: entries.Entry) -> bool:
        """Tell whether an entry holds moves of who chooses his letters: several may stand in it."""
        orders = entries.orders_in(entry)
        return self.running.game.rules.chosen and orders is not None and bool(orders.groups)

    def _steps(
        self, entry: entries.Entry, player: str, receipt: Receipt, office: Office
    ) -> play.Taken:
        orders = entries.orders_in(entry) or entries.WrittenOrders()
        return take_steps(self.running, office, player, orders, receipt)

    def awaited(self, player: str) -> Turn | None:
        league = self.running.game
        table = league.tables.get(player) if not league.is_over else None
        if table is None or table.turn is None:
            return None
        return replace(table.turn, deadline=league.deadline)

    def has_move(self, player: str | None, office: Office) -> bool:  # noqa: ARG002  a move is made at once
        return False

    def answer(
        self, entry: Considered, office: Office, did: Did
    ) -> contents.OrderAnswer | contents.TurnReport | contents.TurnCommandAnswer:
        before, player = cast(RunningSolo, did.before), entry.player
        seen, was = seen_at(self.running, player, office), seen_at(before, player, office)
        if seen is None or was is None or player is None:
            return contents.OrderAnswer(considered=entry, **self._of_nobody, effect=None)
        at_table = events_at(self.running.game, player, did.events)
        if self.running.game.rules.chosen and did.events:
            report = play.News.of(was.running, seen.office, at_table).report(seen.seat)
            told = (*_steps_told(before, player, did.events), *report.happened)
            if chosen := self.running.game.tables[player].chosen:
                told = (*told, contents_.LettersTaken(len(chosen)))
            answer = play.answer_in(entry.found)
            faults = answer.faults if answer is not None else ()
            return replace(report, happened=told, faults=faults)
        inner = Did(was.running, did.received, at_table)
        return seen.family.answer(replace(entry, player=seen.seat), seen.office, inner)

    @property
    def _of_nobody(self) -> dict[str, Any]:
        """Return what is told who has no table."""
        policy = table_policy(self.running.policy, self.running.game.deadline)
        return {"face": nobodys_face(self.running), "own": None, "policy": policy}

    # A player's command.

    def withdraw(self, player: str, received: datetime) -> common.Event | NotDone:
        """Take nothing back that is made at once, but where letters are chosen: there the last move."""
        table = self.running.game.tables.get(player)
        if table is None or table.is_over or self._is_late(received):
            return NotDone.NOTHING_TO_WITHDRAW
        back = rules.step_back(table, rules.StepBackOrder(NOWHERE))
        return NotDone.NOTHING_TO_WITHDRAW if isinstance(back, tuple) else SoloPlayed(player, back)

    def first_rack(self, player: str, wish: entries.Wish) -> NotDone:  # noqa: ARG002  all have the same letters
        return NotDone.GAME_IS_OVER if self.running.game.is_over else NotDone.ONE_BAG

    @property
    def tag(self) -> str:
        return self.running.game.id

    def takes_part(self, player: str) -> bool:
        table = self.running.game.tables.get(player)
        return table is not None and not table.is_over

    def wanted_of(self, player: str, office: Office) -> InHand:  # noqa: ARG002  it is in the game
        return InHand.OWN_TABLE

    def total_of(self, player: str) -> int:
        return sum(each.total for each in self.running.game.tables[player].players.values())

    def welcome(self, name: str, office: Office) -> contents.TurnsOpening | LeagueNews:
        seen = seen_at(self.running, name, office)
        if seen is None:
            return league_news(self.running)
        opening = seen.family.welcome(seen.seat, seen.office)
        return replace(opening, differs=self.running.policy.house_rules)

    def answer_commands(self, given: CommandsGiven, office: Office) -> contents.TurnCommandAnswer:
        seen = seen_at(self.running, given.player, office)
        if seen is None:
            return contents.TurnCommandAnswer(
                commands=given.commands,
                **self._of_nobody,
                player=given.player,
                refused=given.refused,
            )
        content = seen.family.answer_commands(replace(given, player=seen.seat), seen.office)
        played = (event.event for event in given.events if isinstance(event, SoloPlayed))
        is_back = any(isinstance(event, MoveTakenBack) for event in played)
        return replace(content, player=given.player, withdrawn=is_back)

    # The game master, the clock and the settings.

    def without_table(self, copy: Answer, entry: Considered | None) -> Answer:
        """Return the game master's copy as it is of a soloist, whose table nobody else sees."""
        if isinstance(copy, contents.TurnCommandAnswer):
            return replace(copy, face=nobodys_face(self.running))
        if entry is None or not isinstance(copy, contents.OrderAnswer | contents.TurnReport):
            return copy
        kept = contents.TurnEffect.KEPT
        return contents.OrderAnswer(
            considered=replace(entry, found=None),
            **self._of_nobody,
            effect=copy.effect if isinstance(copy, contents.OrderAnswer) else kept,
            for_game_master=True,
        )

    def result(self, order: orders.GmOrder, _step: Step) -> Result | None:
        match order:
            case orders.ExtendDeadline():
                return ZatNow(1, self.running.game.deadline)
            case orders.RuleWord() | orders.EndGame() | orders.RulePress():
                return common_result(order, self.running.game)
            case _:
                return None

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        running = self.running
        game = running.game
        if game.is_over:
            return orders.GameIsOver()
        given = orders.in_tiles_of(given, game.tile_set)
        match given.order:
            case orders.RuleWord(word, is_valid):
                return step_of(
                    given.cause,
                    running,
                    common.WordRuled(word, is_valid, given.by.value, given.because),
                )
            case orders.ExtendDeadline(deadline):
                if why := orders.why_not_moved(deadline, game.deadline, now):
                    return why
                moved = common.DeadlineMoved(1, deadline, given.because)
                return self._extended(given, moved, means.office, now)
            case orders.EndGame():
                return self._end(
                    means.office, given.cause, common.BY_GAME_MASTER, now, given.because
                )
            case orders.ExcludePlayer(written):
                name = find_player_named(written, game.players.values())
                if not isinstance(name, str):
                    return orders.UnknownPlayer(name, () if name else tuple(game.players))
                left = common.PlayerLeft(name, given.because or "excluded")
                return step_of(given.cause, running, left)
            case orders.RulePress() as order:
                ruled = orders.press_ruled(game, order)
                return step_of(given.cause, running, *ruled) if isinstance(ruled, tuple) else ruled
            case order:
                return orders.other_family(order)

    def _extended(
        self, given: GivenOrder, event: common.DeadlineMoved, office: Office, now: datetime
    ) -> Step:
        """Record another ZAT, and tell all players and who reads the reports."""
        after = replace(self.running, game=follow(self.running.game, (event,)))
        news = league_news(after, because=given.because)
        mails = [
            owed
            for player in after.game.active
            for owed in owe_to_player(after, player, news, f"zat:{given.cause}:{player.name}", now)
        ]
        mails += owe_to_subscribers(after, office.house, news, f"zat:{given.cause}", now)
        return step_of(given.cause, self.running, event, mails=mails)

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        """Carry rulings, addresses and newcomers of a changed settings file into the league."""
        game, policy = self.running.game, self.running.policy
        if game.is_over:
            return None
        in_file = players_in_file(self.running, means.office.house, now)
        events: list[common.Event] = [*file_rulings(policy, game), *in_file]
        if not events:
            return None
        after = replace(self.running, game=follow(game, events))
        told = address_mails(events, self.running, after, means.office.house, cause=cause, now=now)
        return step_of(cause, self.running, *events, mails=told)

    def statistics(self, office: Office) -> tuple[PlayerFigures, ...]:
        return figures_of_league(self.running.game, office.log(self.running.game.id))

    def is_due(self, now: datetime) -> bool:
        game = self.running.game
        if game.is_over or game.is_paused:
            return False
        return has_come(game.deadline + self.running.policy.close_delay, now)

    def quiet_until(self, now: datetime) -> datetime:
        return now

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        game = self.running.game
        return self._end(means.office, f"end:{game.id}", AT_THE_ZAT, now)

    def _end(self, office: Office, cause: str, why: str, now: datetime, because: str = "") -> Step:
        """End every table and the league; all are told the totals, and the seed."""
        running, seed = self.running, office.records.seed(self.running.game.id).hex()
        events: list[common.Event] = []
        for player, table in running.game.tables.items():
            if table.is_over:
                continue
            course = table_of(running, player, office).course(now)
            course.seed = ""
            course.end(why)
            events += under(player, course.events)
        events.append(common.GameEnded(seed, why, now))
        after = replace(running, game=follow(running.game, events))
        unread = tuple(unread_in(running.game))
        told = league_news(after, seed=seed, because=because)
        figures = figures_of_league(after.game, (*office.log(running.game.id), *events))
        news = replace(told, unread=unread, statistics=figures)
        players = [player.name for player in after.game.active]
        key = f"league:{cause}"
        mails = to_all(after, office, lambda _: news, key, now, readers=players, by_name=True)
        return step_of(cause, running, *events, mails=mails)

    def may_go_on(self) -> bool:
        return not self.running.game.is_over and bool(self._without_table())

    def _without_table(self) -> tuple[str, ...]:
        game = self.running.game
        return tuple(each.name for each in game.active if each.name not in game.tables)

    def go_on(self, means: Means, now: datetime) -> Step | None:
        """Seat everybody who has no table yet, and mail him his first tiles."""
        if not self.may_go_on():
            return None
        running, office, names = self.running, means.office, self._without_table()
        events = [event for name in names for event in self._seated(name, office, now)]
        after, later = followed(running, office, events)
        game, mails = after.game, list[Owed]()
        for name in names:
            opening = SoloFamily(after).welcome(name, later)
            key = f"opening:{game.id}:{name}"
            mails += owe_to_player(after, game.players[name], opening, key, now)
        if not running.game.tables:
            news = league_news(after)
            key, players = f"opening:{game.id}", after.game.active
            mails += to_game_master_beside(players, after, office, news, key=key, now=now)
        cause = f"seat:{game.id}:{len(running.game.tables)}:{names[0]}"
        return step_of(cause, running, *events, mails=mails)

    def _seated(self, name: str, office: Office, now: datetime) -> list[common.Event]:
        """Return the events that seat somebody and give him his first tiles."""
        game = self.running.game
        dealt = SoloDealt(name, seats_of(name, game.rules.racks))
        seated, office = followed(self.running, office, [dealt])
        course = table_of(seated, name, office).course(now)
        begin_table(course)
        return [dealt, *under(name, course.events)]

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        """Remind everybody once, `reminder` before the ZAT, whose table is not at its end."""
        game, policy = self.running.game, self.running.policy
        begins = game.deadline - policy.reminder
        is_time = policy.reminder and not is_ahead(begins, now) and is_ahead(game.deadline, now)
        what = f"reminder:{game.deadline.date()}"
        if game.is_over or game.is_paused or not is_complete or not is_time or what in game.noted:
            return
        mails: list[Owed] = []
        for player in game.active:
            seen = seen_at(self.running, player.name, office)
            if seen is None or seen.running.game.turn is None or not player.wants_reminder:
                continue
            face = play.face_of_turns(seen.running, seen.office)
            own = play.own_face(seen.running, seen.seat, office.lexicon)
            content = contents.TurnReminder(face, own, seen.running.policy)
            key = f"{what}:{game.id}:{player.name}"
            mails += owe_to_player(self.running, player, content, key, now)
        noted = common.Noted(what, now)
        yield step_of(f"{what}:{game.id}", self.running, noted, mails=mails)


FAMILY = SoloFamily
