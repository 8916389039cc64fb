"""The referee of leagues of soloists: everybody at a table of his own, all with one order of tiles (other games 3).

What a soloist writes is taken at his table as in a classic game, by the engine of games in turns; here it is
recorded under his name. Rule for editors: nothing of a table leaves but to its own player before the
ZAT of the whole game; then all are told the table of totals.
"""

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.by_turns.contents import (
    OrderAnswer,
    TurnCommandAnswer,
    TurnReminder,
    TurnReport,
    TurnsOpening,
)
from mailref.games.by_turns.course import Course
from mailref.games.by_turns.events import MoveTakenBack, SoloDealt, SoloPlayed
from mailref.games.by_turns.family import as_objection, judgement_of
from mailref.games.by_turns.play import Taken, course_of, face_of_turns, own_face
from mailref.games.by_turns.seated_game import Turn
from mailref.games.events import BY_GAME_MASTER, FROM_SETTINGS, Event, PlayerJoined
from mailref.games.family import Family
from mailref.games.in_hand import InHand
from mailref.games.replay import follow
from mailref.games.schedule import has_come, is_in_time
from mailref.games.solitaire.book import begin_table
from mailref.games.solitaire.contents import LeagueNews
from mailref.games.solitaire.game import events_at, seats_of
from mailref.games.solitaire.policy import RunningSolo
from mailref.games.solitaire.rules import StepBackOrder, step_back
from mailref.games.solitaire.tables import (
    followed,
    league_news,
    nobodys_face,
    opening_at,
    report_of_steps,
    seen_at,
    seen_by_nobody,
    table_policy,
    take_steps,
    under,
    unnumbered,
    unread_in,
)
from mailref.orders.entries import Entry, orders_in
from mailref.orders.written import AcceptsAllAct, AwayAct, Wish, WrittenOrders
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Answer
from mailref.referee.deadline import is_ahead
from mailref.referee.findings import (
    CommandsGiven,
    Consideration,
    Considered,
    Did,
    Judgement,
    NotDone,
    Office,
    Outcome,
    Reason,
    Receipt,
)
from mailref.referee.gm_orders import GivenOrder, OtherFamily, Refusal
from mailref.referee.gm_results import Result, ZatNow
from mailref.referee.identity import find_player_named
from mailref.referee.mails import Owed, Step, owe_to_player, step_of
from mailref.referee.new_addresses import address_mails, change_of_addresses
from mailref.referee.order_results import common_result
from mailref.referee.register import file_rulings
from mailref.referee.reports import Means, to_all, to_game_master_beside
from mailref.tiles.moves import NOWHERE

AT_THE_ZAT = "deadline"
"""Why a table, and the league, is at its end."""


class SoloFamily(Family):
    """A league of soloists and what its referee does."""

    running: RunningSolo

    def may_object(self) -> bool:
        """Tell whether whose table is looked at has yet to move there: what others do is a secret."""
        game, table = self.running.game, self.running.game.tables.get(self.running.who)
        return not game.is_over and (table is None or (table.played == 0 and table.tries == 1))

    def as_meant(self, entry: Entry) -> Entry:
        """Return an entry without what asks for something of others, or for days off: nobody waits here."""
        entry = as_objection(entry, self.running.policy.id)
        orders = orders_in(entry)
        if orders is None:
            return entry
        acts = tuple(a for a in orders.acts if not isinstance(a, AcceptsAllAct | AwayAct))
        left = replace(orders, acts=acts)
        return replace(entry, written=None if left.is_empty else left)

    def seen_by(self, player: str | None) -> RunningSolo:
        return replace(self.running, who=player or "")

    def has_word(self, word: str, office: Office) -> bool:  # noqa: ARG002  which words lie is a secret
        return True

    def _is_late(self, received: datetime) -> bool:
        return self.running.game.is_over or not is_in_time(received, self.running.game.deadline)

    # A mail.

    def judge(
        self, entry: Entry, mail: Consideration, office: Office, player: str | None
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
    ) -> tuple[Considered, tuple[Event, ...]]:
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

    def _holds_steps(self, entry: Entry) -> bool:
        """Tell whether an entry holds moves of who chooses his letters: several may stand in it."""
        orders = orders_in(entry)
        return self.running.game.rules.chosen and orders is not None and bool(orders.groups)

    def _steps(self, entry: Entry, player: str, receipt: Receipt, office: Office) -> Taken:
        orders = orders_in(entry) or WrittenOrders()
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
    ) -> OrderAnswer | TurnReport | TurnCommandAnswer:
        player = entry.player
        seen = seen_at(self.running, player, office)
        before = did.before
        was = seen_at(before, player, office) if isinstance(before, RunningSolo) else None
        if seen is None or was is None or player is None:
            return OrderAnswer(
                considered=entry,
                face=nobodys_face(self.running),
                own=None,
                policy=table_policy(self.running.policy, self.running.game.deadline),
                effect=None,
            )
        if self.running.game.rules.chosen and isinstance(before, RunningSolo):
            report = report_of_steps(before, self.running, office, entry, did.events)
            if report is not None:
                return report
        at_table = events_at(self.running.game, player, did.events)
        inner = Did(was.running, did.received, at_table)
        return seen.family.answer(replace(entry, player=seen.seat), seen.office, inner)

    # A player's command.

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        """Take nothing back that is made at once, but where letters are chosen: there the last move."""
        table = self.running.game.tables.get(player)
        if table is None or table.is_over or self._is_late(received):
            return NotDone.NOTHING_TO_WITHDRAW
        back = step_back(table, StepBackOrder(NOWHERE))
        return NotDone.NOTHING_TO_WITHDRAW if isinstance(back, tuple) else SoloPlayed(player, back)

    def first_rack(self, player: str, wish: Wish) -> NotDone:  # noqa: ARG002  all have the same letters
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

    def welcome(self, name: str, office: Office) -> TurnsOpening | LeagueNews:
        return opening_at(self.running, name, office) or league_news(self.running)

    def answer_commands(self, given: CommandsGiven, office: Office) -> TurnCommandAnswer:
        seen = seen_at(self.running, given.player, office)
        if seen is None:
            return TurnCommandAnswer(
                commands=given.commands,
                face=nobodys_face(self.running),
                own=None,
                policy=table_policy(self.running.policy, self.running.game.deadline),
                player=given.player,
                refused=given.refused,
            )
        content = seen.family.answer_commands(replace(given, player=seen.seat), seen.office)
        played = (event.event for event in given.events if isinstance(event, SoloPlayed))
        is_back = any(isinstance(event, MoveTakenBack) for event in played)
        return replace(content, player=given.player, withdrawn=is_back)

    # The game master, the clock and the settings.

    def without_table(self, copy: Answer, entry: Considered | None) -> Answer:
        return seen_by_nobody(copy, entry, self.running)

    def result(self, order: orders.GmOrder, _step: Step) -> Result | None:
        match order:
            case orders.ExtendDeadline():
                return ZatNow(1, self.running.game.deadline)
            case orders.RuleWord() | orders.EndGame():
                return common_result(order, self.running.game)
            case _:
                return None

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        running = self.running
        game = running.game
        if game.is_over:
            return orders.GameIsOver()
        match given.order:
            case orders.RuleWord(word, accepted):
                return step_of(
                    given.cause,
                    running,
                    happened.WordRuled(word, accepted, given.by.value, given.because),
                )
            case orders.ExtendDeadline(deadline):
                if not is_ahead(deadline, now):
                    return orders.InThePast(deadline)
                return self._extended(
                    given, happened.DeadlineMoved(1, deadline, given.because), now
                )
            case orders.EndGame():
                return self._end(means.office, given.cause, BY_GAME_MASTER, now, given.because)
            case orders.ExcludePlayer(written):
                name = find_player_named(written, game.players.values())
                if not isinstance(name, str):
                    return orders.UnknownPlayer(name, () if name else tuple(game.players))
                left = happened.PlayerLeft(name, given.because or "excluded")
                return step_of(given.cause, running, left)
            case _:
                return OtherFamily("rounds")

    def _extended(self, given: GivenOrder, event: happened.DeadlineMoved, now: datetime) -> Step:
        """Record another ZAT, and tell all players."""
        after = replace(self.running, game=follow(self.running.game, (event,)))
        news = league_news(after, because=given.because)
        mails = [
            owed
            for player in after.game.active
            for owed in owe_to_player(after, player, news, f"zat:{given.cause}:{player.name}", now)
        ]
        return step_of(given.cause, self.running, event, mails=mails)

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        """Carry rulings, addresses and newcomers of a changed settings file into the league."""
        game, policy = self.running.game, self.running.policy
        if game.is_over:
            return None
        known = {
            name: player
            for player in game.players.values()
            for name in (*player.former_names, player.name)
        }
        events: list[Event] = [*file_rulings(policy, game)]
        for each in policy.players:
            player = known.get(each.name)
            if player is None:
                events.append(PlayerJoined(each.name, each.addresses, 0))
            elif player.from_settings != each.addresses:
                house = means.office.house
                events.append(
                    change_of_addresses(
                        self.running, player, each.addresses, FROM_SETTINGS, house=house, now=now
                    )
                )
        if not events:
            return None
        after = replace(self.running, game=follow(game, events))
        told = address_mails(events, self.running, after, means.office.house, cause=cause, now=now)
        return step_of(cause, self.running, *events, mails=told)

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
        events: list[Event] = []
        for player, table in running.game.tables.items():
            seen = seen_at(self.running, player, office)
            if seen is None or table.is_over:
                continue
            course = course_of(seen.running, seen.office, now)
            course.seed = ""
            course.end(why)
            events += under(player, course.events)
        events.append(happened.GameEnded(seed, why, now))
        after = replace(running, game=follow(running.game, events))
        unread = tuple(unread_in(running.game))
        news = replace(league_news(after, seed=seed, because=because), unread=unread)
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
        names = self._without_table()
        if not names or self.running.game.is_over:
            return None
        running, office = self.running, means.office
        events = [event for name in names for event in self._seated(name, office, now)]
        after, later = followed(running, office, events)
        game = after.game
        mails: list[Owed] = []
        for name in names:
            opening = opening_at(after, name, later)
            if opening is not None:
                key = f"opening:{game.id}:{name}"
                mails += owe_to_player(after, game.players[name], opening, key, now)
        if not running.game.tables:
            news = league_news(after)
            key, players = f"opening:{game.id}", after.game.active
            mails += to_game_master_beside(players, after, office, news, key=key, now=now)
        cause = f"seat:{game.id}:{len(running.game.tables)}:{names[0]}"
        return step_of(cause, running, *events, mails=mails)

    def _seated(self, name: str, office: Office, now: datetime) -> list[Event]:
        """Return the events that seat somebody and give him his first tiles."""
        game = self.running.game
        dealt = SoloDealt(name, seats_of(name, game.rules.racks))
        seated, office = followed(self.running, office, [dealt])
        seen = seen_at(seated, name, office)
        if seen is None:
            return []
        course: Course = course_of(seen.running, seen.office, now)
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
            face = face_of_turns(seen.running, seen.office)
            own = own_face(seen.running, seen.seat, office.lexicon)
            content = TurnReminder(face, own, seen.running.policy)
            key = f"{what}:{game.id}:{player.name}"
            mails += owe_to_player(self.running, player, content, key, now)
        noted = happened.Noted(what, now)
        yield step_of(f"{what}:{game.id}", self.running, noted, mails=mails)


FAMILY = SoloFamily
