"""Carry out what the game master orders in games in turns (classic 14)."""

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from mailref.games.by_turns.clock import absence, zat_of_turn
from mailref.games.by_turns.course import Course, FromMail
from mailref.games.by_turns.events import ThemeRuled
from mailref.games.by_turns.orders import OrdersIf, PassOrder, WrittenOrders
from mailref.games.by_turns.play import course_of, give_time_back, news_step
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.respond import end_by_order, put_out, respond, rule, time_out
from mailref.games.by_turns.rules import Timeout
from mailref.games.by_turns.showing import waiting_words
from mailref.games.by_turns.stewards import steward_of
from mailref.games.classic.book import rule_theme
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
from mailref.referee import gm_orders as orders
from mailref.referee.contents import PlayerChange, PlayerNotice
from mailref.referee.deadline import is_ahead
from mailref.referee.findings import Office
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

_ROUNDS, _TURNS = "rounds", "turns"


def carry_out_in_turns(  # noqa: C901, PLR0912  one branch for each order
    given: GivenOrder, running: RunningTurns, office: Office, now: datetime
) -> Step | Refusal:
    """Return what an order records and which mails it owes, or why it cannot be carried out."""
    course = course_of(running, office, now)
    match given.order:
        case orders.RuleWord(word, bool(fits)) if _is_of_theme(given, running):
            refused = _rule_theme(course, word, fits=fits)
        case orders.RuleWord() as order:
            refused = _rule(course, order, given, running)
        case orders.ExtendDeadline(deadline):
            refused = _extend(course, deadline, given, now)
        case orders.PauseGame():
            refused = _pause(course, given)
        case orders.ResumeGame(deadline):
            refused = _resume(course, deadline, given, running, now)
        case orders.CorrectScore() as order:
            refused = _correct(course, order, given)
        case orders.EndGame():
            refused = _end(course)
        case orders.RenamePlayer(player, name):
            refused = _rename(course, player, name, given)
        case orders.ChangeAddresses(player, written):
            refused = _readdress(course, player, written, given, running=running, office=office)
        case orders.RulePress() as order:
            refused = _rule_press(course, order)
        case orders.RuleTheme(word, fits):
            refused = _rule_theme(course, word, fits=fits)
        case orders.ExcludePlayer(player):
            refused = _put_out(course, player, given)
        case orders.PassForPlayer(player):
            refused = _pass(course, player, now)
        case orders.UndoTurn():
            refused = _undo(course, given)
        case orders.ReplacePlayer() as order:
            refused = _replace(course, order, given, running, office)
        case orders.NoteAbsence() as order:
            refused = _away(course, order, running, now)
        case _:
            return orders.OtherFamily(_ROUNDS)
    if refused is not None:
        return refused
    give_time_back(course, running)
    more = _told_of_addresses(given, running, course, office, now)
    return news_step(
        given.cause, running, office, course.events, now, because=given.because, more=more
    )


def _told_of_addresses(
    given: GivenOrder, running: RunningTurns, course: Course, office: Office, now: datetime
) -> tuple[Owed, ...]:
    """Return what is told of new addresses; who has to give up his place hears it in any case."""
    told = address_mails(
        course.events,
        running,
        replace(running, game=course.game),
        office.house,
        cause=given.cause,
        now=now,
        because=given.because,
    )
    return tuple(told) or tuple(_told_who_goes(given, running, now))


def _told_who_goes(given: GivenOrder, running: RunningTurns, now: datetime) -> Iterator[Owed]:
    """Owe a last mail to the player whose place is another's now, where he is asked nothing."""
    players = running.game.players
    match given.order:
        case orders.ReplacePlayer(player, new, address):
            name = find_player_named(player, players.values())
            if not isinstance(name, str) or address.lower() in players[name].addresses:
                return
            content = PlayerNotice(
                PlayerChange.REPLACED, running.game, running.policy, new, name, given.because
            )
            yield from owe_to_player(
                running, players[name], content, f"replaced:{given.cause}", now
            )
        case _:
            return


def _rule(
    course: Course, order: orders.RuleWord, given: GivenOrder, running: RunningTurns
) -> Refusal | None:
    """Rule on a word; what waits for it is decided with it."""
    ruled = word_ruled(given, order, running.policy)
    if not isinstance(ruled, WordRuled):
        return ruled
    if order.accepted is not None and order.word in waiting_words(running):
        rule(
            course,
            order.word,
            is_valid=order.accepted,
            by=given.by.value,
            because=given.because,
        )
    else:
        course.record(ruled)
        course.book.ruled(course)
    return None


def _is_of_theme(given: GivenOrder, running: RunningTurns) -> bool:
    """Tell whether a ruling by mail answers the question about the theme: on nothing else it can bear."""
    order = given.order
    if not isinstance(order, orders.RuleWord):
        return False
    is_claimed = any(
        claim.word == order.word for claim in steward_of(running.game).claims(running.game)
    )
    return given.by is GivenBy.MAIL and is_claimed and order.word not in waiting_words(running)


def _rule_theme(course: Course, word: str, *, fits: bool) -> Refusal | None:
    """Let the points follow for every play whose player claims the word."""
    if course.game.rules.theme is None:
        return orders.NotClaimed(word)
    return None if rule_theme(course, word, fits=fits) else orders.NotClaimed(word)


def _extend(course: Course, deadline: datetime, given: GivenOrder, now: datetime) -> Refusal | None:
    if course.game.is_over:
        return orders.GameIsOver()
    if course.game.turn is None:
        return orders.NoRound()
    if not is_ahead(deadline, now):
        return orders.InThePast(deadline)
    course.record(DeadlineMoved(course.number, deadline, given.because))
    return None


def _pause(course: Course, given: GivenOrder) -> Refusal | None:
    if course.game.is_over:
        return orders.GameIsOver()
    if course.game.is_paused:
        return orders.AlreadyPaused()
    course.record(GamePaused(given.because))
    return None


def _resume(
    course: Course,
    deadline: datetime | None,
    given: GivenOrder,
    running: RunningTurns,
    now: datetime,
) -> Refusal | None:
    """Let the clock run again: with the ZAT named, or the old one, or, if that has passed, a new one."""
    turn = course.game.turn
    if not course.game.is_paused:
        return orders.NotPaused()
    if deadline is not None and not is_ahead(deadline, now):
        return orders.InThePast(deadline)
    course.record(GameResumed(given.because))
    if turn is None:
        return None
    old = turn.deadline
    zat = deadline or (old if is_ahead(old, now) else zat_of_turn(running, turn.player, now))
    if zat != old:
        course.record(DeadlineMoved(turn.number, zat, given.because))
    return None


def _correct(course: Course, order: orders.CorrectScore, given: GivenOrder) -> Refusal | None:
    name = _named(course, order.player)
    if not isinstance(name, str):
        return name
    if not order.points:
        return orders.NothingToCorrect()
    course.record(ScoreCorrected(name, course.number, order.points, given.because))
    return None


def _end(course: Course) -> Refusal | None:
    """End the game: each loses the values of his own tiles (classic 9.2), unless nobody has moved."""
    if course.game.is_over:
        return orders.GameIsOver()
    if course.game.turn is None:
        return orders.NoRound()
    end_by_order(course)
    return None


def _rename(course: Course, player: str, new: str, given: GivenOrder) -> Refusal | None:
    name = _named(course, player)
    if not isinstance(name, str):
        return name
    taken = find_name(new, [each for each in course.game.players if each != name])
    if isinstance(taken, str):
        return orders.NameTaken(taken)
    course.record(PlayerRenamed(name, new, given.because))
    return None


def _readdress(
    course: Course,
    player: str,
    written: tuple[str, ...],
    given: GivenOrder,
    *,
    running: RunningTurns,
    office: Office,
) -> Refusal | None:
    name = _named(course, player)
    if not isinstance(name, str):
        return name
    player_now, house = course.game.players[name], office.house
    changed = ordered_addresses(given, written, player_now, running, house=house, now=course.at)
    if isinstance(changed, orders.OwnAddress):
        return changed
    course.record(changed)
    return None


def _rule_press(course: Course, order: orders.RulePress) -> Refusal | None:
    ruled = press_ruled(course.game, order)
    if not isinstance(ruled, tuple):
        return ruled
    for event in ruled:
        course.record(event)
    return None


def _put_out(course: Course, player: str, given: GivenOrder) -> Refusal | None:
    name = _named(course, player)
    if not isinstance(name, str):
        return name
    if course.game.is_over:
        return orders.GameIsOver()
    if course.game.turn is None:
        return orders.NoRound()
    if course.game.hands[name].is_out:
        return orders.HasLeft(name)
    put_out(course, name, given.because or BY_GAME_MASTER)
    return None


def _pass(course: Course, player: str, now: datetime) -> Refusal | None:
    """Enter a pass for the player to move, as his own mail would; where nobody passes, a time-out."""
    name = _named(course, player)
    if not isinstance(name, str):
        return name
    if course.game.is_over:
        return orders.GameIsOver()
    to_move = course.game.turn.player if course.game.turn is not None else ""
    if name != to_move or course.game.is_held:
        return orders.NotToMove(name, to_move)
    written = WrittenOrders((OrdersIf(None, (PassOrder(NOWHERE),)),))
    grace, course.grace = course.grace, course.grace * 0
    if respond(course, FromMail(name, now, "order"), written).reason == "no_valid_move":
        time_out(course, Timeout.PASS, 0)
    course.grace = grace
    return None


def _undo(course: Course, given: GivenOrder) -> Refusal | None:
    """Take the last turn back; its player moves again, with a new ZAT."""
    return None if course.undo(given.because) else orders.NothingToUndo()


def _replace(
    course: Course,
    order: orders.ReplacePlayer,
    given: GivenOrder,
    running: RunningTurns,
    office: Office,
) -> Refusal | None:
    """Give a place to somebody else: under the new name, at the new address.

    Who is out has none: his tiles went back into the bag (classic 7.6).
    """
    if course.game.is_over:
        return orders.GameIsOver()
    name = _named(course, order.player)
    if isinstance(name, str) and name not in course.game.playing:
        return orders.HasLeft(name)
    refused = _rename(course, order.player, order.name, given)
    if refused is not None:
        return refused
    written = (order.address,)
    return _readdress(course, order.name, written, given, running=running, office=office)


def _away(
    course: Course, order: orders.NoteAbsence, running: RunningTurns, now: datetime
) -> Refusal | None:
    name = _named(course, order.player)
    if not isinstance(name, str):
        return name
    if course.game.is_over:
        return orders.GameIsOver()
    today = now.astimezone(running.policy.zone).date()
    if order.last < order.first or order.last < today:
        return orders.NoSuchDays()
    for event in absence(running, name, order.first, order.last):
        course.record(event)
    return None


def _named(course: Course, player: str) -> str | orders.UnknownPlayer:
    """Return the player of that name, or who may have been meant."""
    players = course.game.players
    found = find_player_named(player, players.values())
    if isinstance(found, str):
        return found
    return orders.UnknownPlayer(found, () if found else tuple(players))


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
