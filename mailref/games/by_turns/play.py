"""A mail or a clock moves a game in turns: its course, what it records, who is told what (classic 10).

Everything that happens in one decision is told in one mail to each: to players with their own racks,
to game master and readers what all may know.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.contents import TurnReport
from mailref.games.by_turns.course import (
    Course,
    FromMail,
    TurnAnswer,
    TurnEffect,
    rejected,
    respond,
)
from mailref.games.by_turns.faces import Finished, Happening, TurnTaken
from mailref.games.by_turns.history import TurnHistory, TurnKind
from mailref.games.by_turns.policy import ReadersGet, RunningTurns, told_at
from mailref.games.by_turns.showing import (
    asked_note,
    face_of_turns,
    finished_in,
    happenings,
    history_in,
    own_face,
    press_for_report,
    waiting_words,
)
from mailref.games.by_turns.stewards import steward_of
from mailref.games.events import DeadlineMoved, Event, WordRuled
from mailref.games.solitaire.game import SoloTable
from mailref.orders.written import AwayAct, HistoryAct, TilesAct, WrittenOrders
from mailref.referee.findings import Consideration, Office, Outcome, Reason, Receipt
from mailref.referee.identity import may_ask
from mailref.referee.mails import (
    Owed,
    Step,
    addresses_of,
    after,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscriber,
    step_of,
    subscribers_of,
)


def course_of(
    running: RunningTurns, office: Office, at: datetime, told: datetime | None = None
) -> Course:
    """Return a course of a game at *at*: what is recorded in it happens together.

    The time of a turn that it begins runs from when it is *told*, if that is long after.
    """
    seed = office.records.seed(running.game.id)
    same = running.game.same_tiles
    is_kept = same is not None and not same.is_second  # the game to come has the same seed

    def until(player: str, began: datetime) -> datetime | None:
        return running.zat_of_turn(player, max(began, told or began))

    return Course(
        game=running.game,
        book=steward_of(running.game),
        lexicon=office.lexicon,
        draws=steward_of(running.game).chance(running, office),
        at=at,
        until=until,
        seed="" if is_kept else seed.hex(),
        grace=running.policy.grace,
        asks=may_ask(running, office),
    )


class Taken(Struct, frozen=True):
    """What the orders of a mail come to, and what they record."""

    answer: TurnAnswer
    events: tuple[Event, ...] = ()


def take_orders(
    running: RunningTurns, office: Office, player: str, written: WrittenOrders, mail: Consideration
) -> Taken:
    """Do what a player's mail asks for in one game."""
    acts = tuple(
        act for act in written.acts if not isinstance(act, AwayAct | HistoryAct | TilesAct)
    )
    if acts != written.acts and replace(written, acts=acts).is_empty:
        return Taken(TurnAnswer(Outcome.COMMAND))
    written, receipt = replace(written, acts=acts), mail.receipt
    saw = running.report_answered(mail, office)
    reason = _why_not(running, office, player, written, saw, receipt)
    if reason is not None:
        return Taken(rejected(reason))
    course = course_of(running, office, receipt.received, told_at(receipt))
    _use_bank(course, running, player, written)
    number = course.number
    answer = respond(course, FromMail(player, receipt.received, receipt.key, saw), written)
    if answer.effect is TurnEffect.KEPT and course.number != number:
        answer = replace(answer, effect=TurnEffect.DONE)
    return Taken(answer, _worth_recording(course.events))


def _worth_recording(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return what happened; time in hand alone is not used up by what was rejected."""
    if all(isinstance(event, happened.BankUsed) for event in events):
        return ()
    return tuple(events)


def _why_not(  # noqa: PLR0917  the game, and what asks for what in it
    running: RunningTurns,
    office: Office,
    player: str,
    written: WrittenOrders,
    saw: int,
    receipt: Receipt,
) -> Reason | None:
    """Tell why orders come too late, or twice; None where they do not (classic 6.4, 7.2)."""
    if running.game.turn is None or running.game.is_over:
        return Reason.LATE
    if player not in running.game.playing:
        return Reason.NOT_A_PLAYER
    if running.is_too_late(receipt.received):
        return Reason.LATE
    if not written.groups:
        return None
    turns = history_in(office, running.game.id).turns
    game = running.game
    own = game.seats if isinstance(game, SoloTable) else (player,)  # both racks are a soloist's
    had = [turn for turn in turns if turn.player in own and turn.number >= saw]
    if not had:
        return None
    return Reason.LATE if had[-1].kind is TurnKind.TIMEOUT else Reason.ALREADY_MOVED


def _use_bank(course: Course, running: RunningTurns, player: str, written: WrittenOrders) -> None:
    """Take from a player's time in hand what his move came after the ZAT (classic 7.1)."""
    seconds = running.seconds_of_bank(course.at)
    if seconds and course.player == player and written.groups:
        course.record(happened.BankUsed(player, seconds))


class News(Struct, frozen=True):
    """What has happened in a game by one decision, to be told to all."""

    before: RunningTurns
    office: Office
    """After it."""
    events: tuple[Event, ...]
    history: TurnHistory
    told: tuple[Happening, ...]
    because: str = ""
    later: str = ""
    """The game with the same tiles for whose end all this was held back."""

    @staticmethod
    def of(
        before: RunningTurns, office: Office, events: Sequence[Event], because: str = ""
    ) -> "News":
        """Return what *events* tell, which have made of *before* what *office* holds."""
        id_ = before.game.id
        history = history_in(office, id_)
        told = happenings(events, before, office.log(id_), history)
        return News(before, office, tuple(events), history, told, because)

    @property
    def running(self) -> RunningTurns:
        """Return the game as it stands now."""
        running = self.office.games[self.before.game.id]
        if not isinstance(running, RunningTurns):
            raise TypeError(f"{self.before.game.id} is no game in turns")
        return running

    def report(self, player: str | None) -> TurnReport:
        """Return what one reader is told; *player* sees his own rack beside it."""
        running, log = self.running, self.office.log(self.before.game.id)
        steward, tells_all = steward_of(running.game), self._tells_all(player)
        has_best = tells_all and self.before.policy.top
        own = None
        if player is not None and player in running.game.hands:
            own = own_face(running, player, self.office.lexicon, self.events)
        return TurnReport(
            face=face_of_turns(running, self.history),
            own=own,
            policy=running.policy,
            happened=self.told,
            press=() if self.later else press_for_report(log, self.events),
            best=steward.best(running.game, self.history, self.office) if has_best else (),
            gcg=steward.gcg(log) if tells_all else "",
            because=self.because,
            dropped=self._dropped(player),
            refused=self._refused(player),
            later=self.later,
        )

    def _tells_all(self, player: str | None) -> bool:
        """Tell whether a reader is told all, since the game is over: players only."""
        is_end = any(isinstance(each, Finished) for each in self.told)
        return player is not None and is_end and self.running.game.tells_all

    def _refused(self, player: str | None) -> tuple[str, ...]:
        """Return the words that were ruled out of the move of *player* that waited for them."""
        was, waits = self.before.game.waiting, self.running.game.waiting
        if was is None or was.player != player or waits == was:
            return ()
        ruled = [event for event in self.events if isinstance(event, WordRuled)]
        return tuple(event.word for event in ruled if event.accepted is False)

    def _dropped(self, player: str | None) -> str:
        """Return why a move that was kept for *player* is no more; "" where that is no news to him."""
        told = ("no_longer_holds", "not_met", "over")
        dropped = (each for each in self.events if isinstance(each, happened.OrderDropped))
        his = (each.why for each in dropped if each.player == player and each.why in told)
        return next(his, "")

    def _is_asked_about(self) -> bool:
        """Tell whether all that happened is a challenge about which the game master is asked at once."""
        game = self.running.game
        is_new = any(asked_note(word) not in game.noted for word in waiting_words(self.running))
        return is_new and all(isinstance(each, happened.PlayChallenged) for each in self.told)

    def mails(self, key: str, now: datetime, *, besides: Collection[str] = ()) -> Iterator[Owed]:
        """Owe one mail to each who is told; *besides*: the players who have it already, "" the game master."""
        running, house = self.running, self.office.house
        players = [running.game.players[name] for name in running.game.seats]
        for player in players:
            if player.name not in besides and (self.told or self._refused(player.name)):
                report = self.report(player.name)
                # By name too: two players may share an address, and each has a rack of his own.
                yield from owe_to_player(running, player, report, f"{key}:{player.name}", now)
        if not self.told:
            return
        public = self.report(None)
        master = house.gamemaster_address.lower()
        is_player = any(master in addresses_of(player) for player in players)
        if not is_player and "" not in besides and not self._is_asked_about():
            his = replace(public, for_game_master=True)
            yield owe_to_game_master(house, his, key, now, running=running)
        at_end = running.policy.readers_get is ReadersGet.END
        if at_end and not running.game.is_over:
            return
        for address in subscribers_of(running):
            if address != master:
                yield owe_to_subscriber(running, address, public, key, now)


def seed_step(
    first: RunningTurns, second: RunningTurns, office: Office, now: datetime
) -> Step | None:
    """Reveal the seed of a game, now that the one with the same tiles is over, too; all are told.

    None where one of them is not over, or it has been revealed.
    """
    id_ = first.game.id
    if first.game.tells_all or not (first.game.is_over and second.game.is_over):
        return None
    event = happened.SeedRevealed(office.records.seed(id_).hex(), now)
    step = step_of(f"seed:{id_}", first, event)
    office = after(office, step.decision)
    told = finished_in(office.log(id_), steward_of(first.game))
    history = history_in(office, id_)
    ends = () if told is None else (told,)
    news = News(first, office, (event,), history, ends, later=second.policy.title)
    return step_of(step.cause, first, event, mails=news.mails(f"turn:{step.cause}", now))


def give_time_back(course: Course, before: RunningTurns) -> None:
    """Move the ZAT of a turn that a ruling has set free by the time for which it waited."""
    was, turn = before.game.turn, course.game.turn
    if not before.game.is_held or course.game.is_held or course.game.is_over:
        return
    if was is None or turn is None or turn.number != was.number:
        return
    zat = before.zat_after_ruling(course.at)
    if zat != turn.deadline:
        course.record(DeadlineMoved(turn.number, zat, "ruling"))


def report_as_it_stands(running: RunningTurns, office: Office) -> TurnReport:
    """Return what everybody could be told now: the last turn, and how the game stands."""
    history = history_in(office, running.game.id)
    last = tuple(TurnTaken(turn) for turn in history.turns[-1:])
    face = face_of_turns(running, history)
    return TurnReport(face, None, running.policy, last, for_game_master=True)


def news_step(
    cause: str,
    running: RunningTurns,
    office: Office,
    events: Sequence[Event],
    now: datetime,
    *,
    because: str = "",
    more: Sequence[Owed] = (),
) -> Step:
    """Return the step that records *events* of one game and tells all of it."""
    office = after(office, step_of(cause, running, *events).decision)
    news = News.of(running, office, events, because)
    mails = (*news.mails(f"turn:{cause}", now), *more)
    return step_of(cause, running, *events, mails=mails)
