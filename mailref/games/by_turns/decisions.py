"""Carry out what the game master orders in games in turns (classic 14)."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns.course import Course, FromMail, steward_of
from mailref.games.by_turns.events import ThemeRuled
from mailref.games.by_turns.play import course_of, give_time_back, news_step, waiting_words
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.rules import Timeout
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import (
    BY_GAME_MASTER,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    PlayerRenamed,
    ScoreCorrected,
    WordRuled,
)
from mailref.orders.names import find_name
from mailref.orders.written import OrdersIf, PassOrder, WrittenOrders
from mailref.referee import gm_orders as orders
from mailref.referee.contents import PlayerChange, PlayerNotice
from mailref.referee.deadline import is_ahead
from mailref.referee.findings import Office, Reason
from mailref.referee.gm_orders import GivenBy, GivenOrder, GmOrder, Refusal
from mailref.referee.gm_results import (
    AwayNow,
    GameIsEnded,
    PlayerNow,
    Result,
    ThemeSettled,
    TotalNow,
    TurnNow,
    press_ruled,
    word_ruled,
)
from mailref.referee.identity import find_player_named
from mailref.referee.mails import Owed, Step, owe_to_player
from mailref.referee.new_addresses import address_mails, ordered_addresses
from mailref.referee.order_results import common_result, named, readdressed
from mailref.tiles.moves import NOWHERE

Named = (
    orders.CorrectScore
    | orders.RenamePlayer
    | orders.ChangeAddresses
    | orders.ExcludePlayer
    | orders.PassForPlayer
    | orders.ReplacePlayer
    | orders.NoteAbsence
)
"""Orders about a player, whom they name."""


def carry_out_in_turns(
    given: GivenOrder, running: RunningTurns, office: Office, now: datetime
) -> Step | Refusal:
    """Return what an order records and which mails it owes, or why it cannot be carried out."""
    course = course_of(running, office, now)
    carrying = _Carrying(course, given, running, office, now)
    order = given.order
    refused = carrying.about_player(order) if isinstance(order, Named) else carrying.do(order)
    if refused is not None:
        return refused
    give_time_back(course, running)
    events, because = course.events, given.because
    more = carrying.told_of_addresses()
    return news_step(given.cause, running, office, events, now, because=because, more=more)


class _Carrying(Struct, frozen=True):
    """An order while it is carried out; what refuses it is returned, what it does is recorded in the course."""

    course: Course
    given: GivenOrder
    running: RunningTurns
    """The game before it."""
    office: Office
    now: datetime

    @property
    def _game(self) -> SeatedGame:
        return self.course.game

    def do(self, order: GmOrder) -> Refusal | None:
        """Carry out an order that is about no single player."""
        match order:
            case orders.RuleWord(word, bool(fits)) if self._is_of_theme(word):
                return self._rule_theme(word, fits=fits)
            case orders.RuleWord():
                return self._rule(order)
            case orders.ExtendDeadline(deadline):
                return self._extend(deadline)
            case orders.PauseGame():
                return self._pause()
            case orders.ResumeGame(deadline):
                return self._resume(deadline)
            case orders.EndGame():
                return self._end()
            case orders.RulePress():
                return self._rule_press(order)
            case orders.RuleTheme(word, fits):
                return self._rule_theme(word, fits=fits)
            case orders.UndoTurn():
                return None if self.course.undo(self.given.because) else orders.NothingToUndo()
            case _:
                return orders.OtherFamily("rounds")

    def about_player(self, order: Named) -> Refusal | None:
        """Carry out an order about the player of that name."""
        players = self._game.players
        if isinstance(order, orders.ReplacePlayer) and self._game.is_over:
            return orders.GameIsOver()
        name = find_player_named(order.player, players.values())
        if not isinstance(name, str):
            return orders.UnknownPlayer(name, () if name else tuple(players))
        match order:
            case orders.CorrectScore(points=points):
                return self._correct(name, points)
            case orders.RenamePlayer(new_name=new):
                return self._rename(name, new)
            case orders.ChangeAddresses(addresses=written):
                return self._readdress(name, written)
            case orders.ExcludePlayer():
                return self._put_out(name)
            case orders.PassForPlayer():
                return self._pass(name)
            case orders.ReplacePlayer():
                return self._replace(name, order)
            case orders.NoteAbsence(first=first, last=last):
                return self._away(name, first, last)
            case _:
                assert_never(order)

    def told_of_addresses(self) -> tuple[Owed, ...]:
        """Return what is told of new addresses; who has to give up his place hears it in any case."""
        told = address_mails(
            self.course.events,
            self.running,
            replace(self.running, game=self._game),
            self.office.house,
            cause=self.given.cause,
            now=self.now,
            because=self.given.because,
        )
        return tuple(told) or tuple(self._told_who_goes())

    def _told_who_goes(self) -> Iterator[Owed]:
        """Owe a last mail to the player whose place is another's now, where he is asked nothing."""
        order, running, cause = self.given.order, self.running, self.given.cause
        if not isinstance(order, orders.ReplacePlayer):
            return
        players = running.game.players
        name = find_player_named(order.player, players.values())
        if not isinstance(name, str) or order.address.lower() in players[name].addresses:
            return
        content = PlayerNotice.of(
            PlayerChange.REPLACED, running, order.name, name, self.given.because
        )
        yield from owe_to_player(running, players[name], content, f"replaced:{cause}", self.now)

    # Words.

    def _rule(self, order: orders.RuleWord) -> Refusal | None:
        """Rule on a word; what waits for it is decided with it."""
        ruled = word_ruled(self.given, order, self.running.policy)
        if not isinstance(ruled, WordRuled):
            return ruled
        course, by, because = self.course, self.given.by.value, self.given.because
        if order.accepted is not None and order.word in waiting_words(self.running):
            course.rule(order.word, is_valid=order.accepted, by=by, because=because)
        else:
            course.record(ruled)
            course.book.ruled(course)
        return None

    def _is_of_theme(self, word: str) -> bool:
        """Tell whether a ruling by mail answers the question about the theme: on nothing else it can bear."""
        game = self.running.game
        is_claimed = any(claim.word == word for claim in steward_of(game).claims(game))
        is_by_mail = self.given.by is GivenBy.MAIL
        return is_by_mail and is_claimed and word not in waiting_words(self.running)

    def _rule_theme(self, word: str, *, fits: bool) -> Refusal | None:
        """Let the points follow for every play whose player claims the word."""
        is_claimed = self.course.book.rule_theme(self.course, word, fits=fits)
        return None if is_claimed else orders.NotClaimed(word)

    def _rule_press(self, order: orders.RulePress) -> Refusal | None:
        ruled = press_ruled(self._game, order)
        if not isinstance(ruled, tuple):
            return ruled
        for event in ruled:
            self.course.record(event)
        return None

    # The clock and the end.

    def _why_no_turn(self) -> Refusal | None:
        """Return why nobody is to move; None where somebody is."""
        if self._game.is_over:
            return orders.GameIsOver()
        return orders.NoRound() if self._game.turn is None else None

    def _extend(self, deadline: datetime) -> Refusal | None:
        if refused := self._why_no_turn():
            return refused
        if not is_ahead(deadline, self.now):
            return orders.InThePast(deadline)
        self.course.record(DeadlineMoved(self.course.number, deadline, self.given.because))
        return None

    def _pause(self) -> Refusal | None:
        if self._game.is_over:
            return orders.GameIsOver()
        if self._game.is_paused:
            return orders.AlreadyPaused()
        self.course.record(GamePaused(self.given.because))
        return None

    def _resume(self, deadline: datetime | None) -> Refusal | None:
        """Let the clock run again: with the ZAT named, or the old one, or, if that has passed, a new one."""
        turn, now = self._game.turn, self.now
        if not self._game.is_paused:
            return orders.NotPaused()
        if deadline is not None and not is_ahead(deadline, now):
            return orders.InThePast(deadline)
        self.course.record(GameResumed(self.given.because))
        if turn is None:
            return None
        old, anew = turn.deadline, self.running.zat_of_turn(turn.player, now)
        zat = deadline or (old if is_ahead(old, now) else anew)
        if zat != old:
            self.course.record(DeadlineMoved(turn.number, zat, self.given.because))
        return None

    def _end(self) -> Refusal | None:
        """End the game: each loses the values of his own tiles (classic 9.2), unless nobody has moved."""
        refused = self._why_no_turn()
        if refused is None:
            self.course.end_by_order()
        return refused

    # A player.

    def _correct(self, name: str, points: int) -> Refusal | None:
        if not points:
            return orders.NothingToCorrect()
        self.course.record(ScoreCorrected(name, self.course.number, points, self.given.because))
        return None

    def _rename(self, name: str, new: str) -> Refusal | None:
        taken = find_name(new, [each for each in self._game.players if each != name])
        if isinstance(taken, str):
            return orders.NameTaken(taken)
        self.course.record(PlayerRenamed(name, new, self.given.because))
        return None

    def _readdress(self, name: str, written: tuple[str, ...]) -> Refusal | None:
        player, house = self._game.players[name], self.office.house
        changed = ordered_addresses(
            self.given, written, player, self.running, house=house, now=self.course.at
        )
        if isinstance(changed, orders.OwnAddress):
            return changed
        self.course.record(changed)
        return None

    def _put_out(self, name: str) -> Refusal | None:
        if refused := self._why_no_turn():
            return refused
        if self._game.hands[name].is_out:
            return orders.HasLeft(name)
        self.course.put_out(name, self.given.because or BY_GAME_MASTER)
        return None

    def _pass(self, name: str) -> Refusal | None:
        """Enter a pass for the player to move, as his own mail would; where nobody passes, a time-out."""
        course = self.course
        if self._game.is_over:
            return orders.GameIsOver()
        to_move = self._game.turn.player if self._game.turn is not None else ""
        if name != to_move or self._game.is_held:
            return orders.NotToMove(name, to_move)
        written = WrittenOrders((OrdersIf(None, (PassOrder(NOWHERE),)),))
        grace, course.grace = course.grace, course.grace * 0
        if (
            course.respond(FromMail(name, self.now, "order"), written).reason
            is Reason.NO_VALID_MOVE
        ):
            course.time_out(Timeout.PASS, 0)
        course.grace = grace
        return None

    def _replace(self, name: str, order: orders.ReplacePlayer) -> Refusal | None:
        """Give a place to somebody else: under the new name, at the new address.

        Who is out has none: his tiles went back into the bag (classic 7.6).
        """
        if name not in self._game.playing:
            return orders.HasLeft(name)
        refused = self._rename(name, order.name)
        return refused or self._readdress(order.name, (order.address,))

    def _away(self, name: str, first: date, last: date) -> Refusal | None:
        if self._game.is_over:
            return orders.GameIsOver()
        today = self.now.astimezone(self.running.policy.zone).date()
        if last < first or last < today:
            return orders.NoSuchDays()
        for event in self.running.absence(name, first, last):
            self.course.record(event)
        return None


def result_in_turns(
    order: GmOrder, running: RunningTurns, step: Step | None = None
) -> Result | None:
    """Return what an order has led to in a game in turns as it stands after *step*."""
    game = running.game
    recorded = step.decision.events if step is not None else ()
    themes = [event for _, event in recorded if isinstance(event, ThemeRuled)]
    if themes:
        return ThemeSettled(themes[-1].word, themes[-1].points > 0)
    match order:
        case orders.CorrectScore(player):
            name = named(player, game)
            return TotalNow(name, game.final.get(name, game.players[name].total))
        case orders.RenamePlayer(new_name=player) | orders.ExcludePlayer(player):
            return _at_table_now(player, running)
        case orders.ReplacePlayer(name=player) | orders.ChangeAddresses(player):
            return readdressed(_at_table_now(player, running), game)
        case orders.NoteAbsence(player, first, last):
            return AwayNow(named(player, game), first, last)
        case (
            orders.ExtendDeadline() | orders.ResumeGame() | orders.UndoTurn()
            | orders.PassForPlayer()
        ):  # fmt: skip
            return _turn_now(running)
        case _:
            return common_result(order, game)


def _turn_now(running: RunningTurns) -> Result | None:
    turn = running.game.turn
    if turn is None or running.game.is_over:
        return GameIsEnded() if running.game.is_over else None
    return TurnNow(turn.number, turn.player, None if running.game.is_held else turn.deadline)


def _at_table_now(written: str, running: RunningTurns) -> PlayerNow:
    name = named(written, running.game)
    player, hand = running.game.players[name], running.game.hands[name]
    return PlayerNow(name, tuple(player.addresses), not hand.is_out)
