"""Carry out the game master's orders by mail together: one decision, one answer that says the results."""

import hashlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.bingo.policy import RunningBingo
from mailref.games.by_turns.events import ThemeRuled
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.events import Event
from mailref.games.family import family_of
from mailref.games.game import Game
from mailref.games.rounds.round_game import RoundGame
from mailref.games.solitaire.policy import RunningSolo
from mailref.orders.subject_line import tagged_game
from mailref.referee import gm_orders as orders
from mailref.referee.findings import Consideration, Office
from mailref.referee.gm_order_lines import Adopt, Ordered, OrderLine, Unclear
from mailref.referee.gm_orders import (
    DoneBefore,
    GivenBy,
    GivenOrder,
    GmOrder,
    Incomplete,
    NoteAbsence,
    PassForPlayer,
    ReplacePlayer,
    RuleTheme,
    UndoTurn,
    WhichGame,
)
from mailref.referee.gm_results import (
    AwayNow,
    Fate,
    GameIsEnded,
    LettersNow,
    MoveChosen,
    PlayerNow,
    PressSettled,
    ReportGoesOut,
    Rests,
    Result,
    RoundIsClosed,
    ThemeSettled,
    TotalNow,
    TurnNow,
    WordSettled,
    ZatNow,
)
from mailref.referee.identity import find_player_named
from mailref.referee.mails import Decision, Owed, Step, after, answered, owe_to_game_master
from mailref.referee.notices import Notice, OrdersDone, OrdersUnproven
from mailref.referee.policy import RunningGame
from mailref.referee.reports import Means

MeansOf = Callable[[Office, str], Means]


def game_of(considered: Consideration, office: Office) -> str | None:
    """Return the game that a mail of the game master is about: by tag, References, or the only one."""
    if tagged := tagged_game(considered.mail.subject, office.games):
        return tagged
    for game, _ in reversed(considered.receipt.answers):
        if game in office.games:
            return game
    going_on = [id_ for id_, running in office.games.items() if not running.game.is_over]
    return going_on[0] if len(going_on) == 1 else None


def follow_orders(
    considered: Consideration,
    lines: Sequence[OrderLine],
    office: Office,
    means_of: MeansOf,
    now: datetime,
) -> Decision:
    """Return what the orders of a mail change, and the answer that says so, line by line.

    Only a mail that answers one of ours to the game master is obeyed: his address alone proves
    nothing.
    """
    if not considered.receipt.proves_game_master(game_of(considered, office)):
        return Decision((), (_answer(considered, office, None, OrdersUnproven(), now),))
    game = game_of(considered, office)
    so_far = _Followed(office)
    for number, line in enumerate(lines):
        match line:
            case Adopt():
                continue  # carried out by whoever has the stored mail
            case Unclear(text, lack):
                so_far.fates.append(Fate(text, Incomplete(lack)))
            case Ordered(text) if game is None:
                so_far.fates.append(Fate(text, WhichGame(tuple(office.games))))
            case Ordered(text, order, because):
                cause = f"{considered.receipt.key}:{number}"
                given = GivenOrder(order, because, GivenBy.MAIL, cause)
                fate = so_far.follow(
                    text, given, game, means_of, now, considered.receipt.done_before
                )
                so_far.fates.append(fate)
            case _:
                assert_never(line)
    if so_far.fates:
        done = OrdersDone(tuple(so_far.fates))
        so_far.mails.append(_answer(considered, office, game, done, now))
    under = tuple(each.message_id for each in considered.receipt.to_game_master)
    return Decision(
        tuple(so_far.events), tuple(so_far.mails), orders=tuple(so_far.digests), under=under
    )


class _Followed(Struct):
    """What the orders of a mail have come to, line by line; later ones see what earlier ones changed."""

    office: Office
    events: list[tuple[str, Event]] = field(default_factory=list)
    mails: list[Owed] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)

    def follow(  # noqa: PLR0917  the line, its order, and what it is carried out with
        self,
        line: str,
        given: GivenOrder,
        game: str,
        means_of: MeansOf,
        now: datetime,
        done_before: Collection[str],
    ) -> Fate:
        """Carry out one order, or say why not; the same order under the same mail only once."""
        digest = digest_of(game, given.order)
        if digest in done_before or digest in self.digests:
            return Fate(line, DoneBefore())
        means = means_of(self.office, game).after(
            each for name, each in self.events if name == game
        )
        step = family_of(self.office.games[game]).carry_out(given, means, now)
        if not isinstance(step, Step):
            return Fate(line, step)
        self.digests.append(digest)
        self.events += step.decision.events
        self.mails += step.decision.mails
        self.office = after(self.office, step.decision)
        return Fate(
            line,
            remarks=step.remarks,
            result=_result(step, given.order, self.office.games[game]),
            told=_told(step, given.order, self.office.games[game], self.office),
        )


def _told(step: Step, order: GmOrder, running: RunningGame, office: Office) -> tuple[str, ...]:
    """Return the players who get mail about an order; not whose word it was, where that is hidden."""
    is_of_word = orders.RuleWord in (type(order), type(step.instead))
    if is_of_word and family_of(running).hides_moves(office):
        return ()
    return tuple(dict.fromkeys(mail.player for mail in step.decision.mails if mail.player))


def _result(step: Step, order: GmOrder, running: RunningGame) -> Result | None:
    """Return what an order has led to, in the words of its game's family."""
    order = step.instead or order
    if isinstance(running, RunningBingo):
        return result_in_bingo(order, running)
    if isinstance(running, RunningSolo):
        return _result_for_soloists(order, running)
    if not isinstance(running, RunningTurns):
        return result_of_order(order, running)
    themes = [event for _, event in step.decision.events if isinstance(event, ThemeRuled)]
    if themes:
        return ThemeSettled(themes[-1].word, themes[-1].points > 0)
    return result_in_turns(order, running)


def _result_for_soloists(order: GmOrder, running: RunningSolo) -> Result | None:
    game = running.game
    match order:
        case orders.RuleWord(word, accepted):
            return WordSettled(word, accepted)
        case orders.ExtendDeadline():
            return ZatNow(1, game.deadline)
        case orders.EndGame():
            return GameIsEnded()
        case _:
            return None


def result_in_bingo(order: GmOrder, running: RunningBingo) -> Result | None:
    """Return what an order has led to in a game of Scrabble-Bingo as it stands after it."""
    game = running.game
    match order:
        case orders.RuleWord(word, accepted):
            return WordSettled(word, accepted)
        case orders.ExtendDeadline() | orders.ResumeGame():
            return ZatNow(game.round_number, game.round.deadline if game.round else None)
        case orders.PauseGame():
            return Rests()
        case orders.CloseRound():
            last = game.last.number if game.last is not None else game.round_number
            return GameIsEnded() if game.is_over else RoundIsClosed(last)
        case (
            orders.RenamePlayer(new_name=player) | orders.ExcludePlayer(player)
            | orders.AdmitPlayer(player)
        ):  # fmt: skip
            return _player_now(player, game)
        case orders.ChangeAddresses(player):
            return _readdressed(_player_now(player, game), game)
        case orders.EndGame():
            return GameIsEnded()
        case orders.RulePress(is_released=is_released):
            return PressSettled(is_released, sum(not each.is_released for each in game.press))
        case _:
            return None


def result_in_turns(order: GmOrder, running: RunningTurns) -> Result | None:
    """Return what an order has led to in a game in turns as it stands after it."""
    game = running.game
    match order:
        case orders.RuleWord(word, accepted):
            return WordSettled(word, accepted)
        case orders.PauseGame():
            return Rests()
        case orders.EndGame():
            return GameIsEnded()
        case orders.CorrectScore(player):
            name = _named(player, game)
            return TotalNow(name, game.final.get(name, game.players[name].total))
        case orders.RenamePlayer(new_name=player) | orders.ExcludePlayer(player):
            return _at_table_now(player, running)
        case ReplacePlayer(name=player) | orders.ChangeAddresses(player):
            return _readdressed(_at_table_now(player, running), game)
        case orders.RulePress(is_released=is_released):
            return PressSettled(is_released, sum(not each.is_released for each in game.press))
        case NoteAbsence(player, first, last):
            return AwayNow(_named(player, game), first, last)
        case orders.ExtendDeadline() | orders.ResumeGame() | UndoTurn() | PassForPlayer():
            return _turn_now(running)
        case _:
            return None


def _turn_now(running: RunningTurns) -> Result | None:
    turn = running.game.turn
    if turn is None or running.game.is_over:
        return GameIsEnded() if running.game.is_over else None
    return TurnNow(turn.number, turn.player, None if running.game.is_held else turn.deadline)


def _at_table_now(written: str, running: RunningTurns) -> PlayerNow:
    name = _named(written, running.game)
    player, hand = running.game.players[name], running.game.hands[name]
    return PlayerNow(name, tuple(player.addresses), not hand.is_out)


def result_of_order(order: GmOrder, running: RunningGame) -> Result | None:  # noqa: C901, PLR0912  one branch for each order
    """Return what an order has led to in a game as it stands after it."""
    game = running.game
    if not isinstance(game, RoundGame):
        return None
    match order:
        case orders.RuleWord(word, accepted):
            return WordSettled(word, accepted)
        case orders.ExtendDeadline() | orders.ResumeGame() | orders.ReopenRound():
            return ZatNow(game.round_number, game.round.deadline if game.round else None)
        case orders.PauseGame():
            return Rests()
        case orders.CloseRound():
            return RoundIsClosed(game.last.number if game.last else game.round_number)
        case orders.DrawAnew() if game.round is None or game.ahead is not None:
            return None
        case orders.DrawTiles() | orders.CorrectDraw() | orders.DrawAnew():
            return LettersNow(game.round_number, game.rack)
        case orders.PublishReport():
            return ReportGoesOut(game.last.number if game.last else game.round_number)
        case orders.CorrectScore(player):
            name = _named(player, game)
            return TotalNow(name, game.players[name].total)
        case orders.RenamePlayer(new_name=player):
            return _player_now(player, game)
        case orders.ExcludePlayer(player) | orders.AdmitPlayer(player):
            return _player_now(player, game)
        case orders.ChangeAddresses(player):
            return _readdressed(_player_now(player, game), game)
        case orders.EndGame():
            return GameIsEnded()
        case orders.DecideTie():
            return MoveChosen(_chosen(game) or _chosen(game.before_close))
        case orders.RulePress(is_released=is_released):
            return PressSettled(is_released, sum(not each.is_released for each in game.press))
        case (
            orders.RevokeOrder() | UndoTurn() | PassForPlayer() | ReplacePlayer()
            | NoteAbsence() | RuleTheme()
        ):  # fmt: skip
            return None
        case _:
            assert_never(order)


def _chosen(game: RoundGame | None) -> str:
    return (game.round.tie_choice or "") if game is not None and game.round else ""


def _named(written: str, game: Game) -> str:
    found = find_player_named(written, game.players.values())
    return found if isinstance(found, str) else written


def _player_now(written: str, game: Game) -> PlayerNow:
    name = _named(written, game)
    player = game.players[name]
    takes_part = not (player.has_left or player.is_leaving)
    return PlayerNow(name, tuple(player.addresses), takes_part)


def _readdressed(now: PlayerNow, game: Game) -> PlayerNow:
    """Return who somebody is now, with how long the addresses just given to him must wait."""
    return replace(now, shown_from=game.players[now.player].shown_from)


def digest_of(game: str, order: GmOrder) -> str:
    """Return a name for an order, the same for the same order."""
    return hashlib.sha256(f"{game}\0{order!r}".casefold().encode()).hexdigest()


def _answer(
    considered: Consideration,
    office: Office,
    game: str | None,
    about: OrdersDone | OrdersUnproven,
    now: datetime,
) -> Owed:
    running = office.games.get(game) if game else None
    policy = running.policy if running else None
    return owe_to_game_master(
        office.house,
        Notice(about, policy, running.game if running else None),
        f"{about.code}:{considered.receipt.key}",
        now,
        policy=policy,
        game=running.game if running else None,
        answers=answered(considered.mail, considered.receipt),
    )
