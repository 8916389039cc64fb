"""Carry out what the game master orders in a game in rounds, where the engine leaves it to the kind.

The same for the shell and for mail. Everything is an appended event with its reason; what follows
from it is computed anew, and those concerned are told (rules 8, custom).

The last order in a game in rounds taken back, if nothing was built on it: which order says the opposite.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Self

from msgspec.structs import replace

from mailref.games.by_rounds.referee import Held, Occasion, ZatTold
from mailref.games.events import (
    BESIDE,
    BY_MAIL,
    FROM_SETTINGS,
    AddressesChanged,
    DeadlineMoved,
    Event,
    GamePaused,
    GameResumed,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    ScoreCorrected,
    WordRuled,
)
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.contents import DeadlineNotice, RulingNotice, WhyAnew, rounds_face
from mailref.games.rounds.corrections import late_after_all
from mailref.games.rounds.events import (
    BaseFixed,
    LettersDrawn,
    MoveEntered,
    MoveWasLate,
    MoveWithdrawn,
    RoundOpened,
    RoundReopened,
    TieRuled,
)
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.reports import announcements, rounds_in
from mailref.games.rounds.results import AskGameMaster
from mailref.games.rounds.steps import SteppingRounds, released, shown
from mailref.referee import gm_orders as orders
from mailref.referee.deadline import is_ahead, is_before_zat, may_correct_last_round
from mailref.referee.findings import Office
from mailref.referee.gm_orders import GivenOrder, GmOrder, Refusal
from mailref.referee.gm_results import (
    LastRoundTied,
    LettersKnown,
    LettersNow,
    MoveChosen,
    ReportGoesOut,
    Result,
    RulingTooLate,
    TotalNow,
)
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import (
    Owed,
    Step,
    owe_to_player,
    owe_to_subscriber,
    step_of,
    subscribers_of,
)
from mailref.referee.notices import ZatChange
from mailref.referee.order_results import named
from mailref.referee.register import PlayerOrder
from mailref.referee.reports import Means

_BESIDE = (*BESIDE, MoveEntered, MoveWithdrawn, MoveWasLate, BaseFixed)
"""What may happen after an order without leaning on it."""


def undoing(log: Sequence[Event]) -> GmOrder | None:
    """Return the order that undoes the last one in a game's record; None where nothing can.

    >>> undoing([GamePaused("Ferien"), PlayerJoined("Anna", ())])
    ResumeGame(deadline=None)
    """
    at = next((at for at in range(len(log) - 1, -1, -1) if not _is_beside(log[at])), None)
    if at is None:
        return None
    event, before = log[at], log[:at]
    is_played_on = any(isinstance(each, MoveEntered) for each in log[at:])
    match event:
        case LettersDrawn(number=number) if is_played_on or _opened(before, number) is None:
            return None
        case LettersDrawn(number=number):
            drawn = [each for each in before if isinstance(each, LettersDrawn)]
            return orders.CorrectDraw(drawn[-1].draw.rack) if drawn else None
        case DeadlineMoved(because=because) if because != FROM_SETTINGS:
            return _back_to_zat(log, at)
        case WordRuled(word=word, by="command" | "mail"):
            earlier = [each for each in before if isinstance(each, WordRuled) and each.word == word]
            return orders.RuleWord(word, earlier[-1].accepted if earlier else None)
        case GamePaused():
            return orders.ResumeGame(None)
        case GameResumed():
            return orders.PauseGame()
        case ScoreCorrected(player, number, points):
            return orders.CorrectScore(player, -points, number)
        case PlayerLeft(name, because) if because != FROM_SETTINGS:
            return orders.AdmitPlayer(name)
        case PlayerRenamed(old, name, because) if because != FROM_SETTINGS:
            return orders.RenamePlayer(name, old)
        case AddressesChanged(name, _, because) if because != FROM_SETTINGS:
            return _back_to_addresses(name, before)
        case _:
            return None


def _is_beside(event: Event) -> bool:
    is_own = isinstance(event, PlayerLeft) and event.because == BY_MAIL
    return is_own or isinstance(event, _BESIDE)


def _opened(before: Sequence[Event], number: int) -> RoundOpened | None:
    found = (each for each in before if isinstance(each, RoundOpened) and each.number == number)
    return next(found, None)


def _back_to_zat(log: Sequence[Event], at: int) -> GmOrder | None:
    """Return the ZAT that held before, or the pause that a new one ended."""
    if at > 0 and isinstance(log[at - 1], GameResumed):
        return orders.PauseGame()
    zats = [
        each.deadline
        for each in log[:at]
        if isinstance(each, RoundOpened | DeadlineMoved | RoundReopened)
    ]
    return orders.ExtendDeadline(zats[-1]) if zats and zats[-1] is not None else None


def _back_to_addresses(name: str, before: Sequence[Event]) -> GmOrder | None:
    had = [
        each.addresses
        for each in before
        if isinstance(each, AddressesChanged | PlayerJoined) and each.name == name
    ]
    return orders.ChangeAddresses(name, had[-1]) if had and had[-1] else None


class DecidingRounds(SteppingRounds):
    """What its game master decides in a game in rounds."""

    def decide(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal | None:
        match given.order:
            case orders.DrawTiles(tiles):
                return self.draw_by_order(given, tiles, means, now)
            case orders.PublishReport():
                return self._publish(given, means, now)
            case orders.ReopenRound() as order:
                return self._reopen(given, order, means, now)
            case orders.CorrectScore() as order:
                return self.correct_score(given, order, means, now)
            case orders.CorrectDraw(rack):
                return self.correct_draw(given, rack, means, now)
            case orders.DrawAnew():
                return self.draw_letters_anew(given, means, now)
            case orders.DecideTie(number):
                return self._decide_tie(given, number, means, now)
            case orders.RevokeOrder():
                return self._revoke(given, means, now)
            case _:
                return None

    def about_player(
        self, given: GivenOrder, order: PlayerOrder, office: Office, now: datetime
    ) -> Step | Refusal:
        """Carry out what is ordered about a player; late joiners' bases follow who is still in the game."""
        step = super().about_player(given, order, office, now)
        if not isinstance(step, Step):
            return step
        events = self._own(step)
        bases = self.follows(events)
        of = Occasion(given.cause, given.because, now)
        told = self.follow((*events, *bases)).bases_told(bases, office, of)
        mails = (*step.decision.mails, *told)
        done = step_of(given.cause, self.running, *events, *bases, mails=mails)
        return replace(done, instead=step.instead)

    def _own(self, step: Step) -> tuple[Event, ...]:
        return tuple(
            event for game, event in step.decision.events if game == self.running.policy.id
        )

    # The clock.

    def notice(self, zat: ZatTold, office: Office, player: str | None) -> DeadlineNotice:
        game, policy, own = self.running.game, self.running.policy, self.own_move(player, office)
        return DeadlineNotice(zat.change, rounds_face(game), policy, zat.before, zat.because, own)

    def tell_everybody(
        self, after: Self, office: Office, change: ZatChange, of: Occasion
    ) -> Iterator[Owed]:
        """Tell every player what became of the ZAT, and why: also those for whom the round is too early.

        What takes a report back, or ends the reports, concerns the subscribers too.
        """
        zat = ZatTold(change, self.zat, of.because)
        for player in after.running.game.players.values():
            if not player.has_left:
                his = after.notice(zat, office, player.name)
                yield from owe_to_player(after.running, player, his, of.cause, of.now)
        is_of_all = change is ZatChange.REOPENED and self.was_reported
        if is_of_all or change is ZatChange.ENDED:
            content = after.notice(zat, office, None)
            for reader in subscribers_of(after.running):
                yield owe_to_subscriber(after.running, reader, content, of.cause, of.now)

    def tell_of_clock(
        self, of: Occasion, office: Office, change: ZatChange, events: tuple[Event, ...] | Refusal
    ) -> Step | Refusal:
        """Set, stop or start the clock; late mail that is in time for a new ZAT counts, its sender is told."""
        if not isinstance(events, tuple):
            return events
        moved = self.follow(events)
        late = () if change is ZatChange.PAUSED else tuple(late_after_all(moved.running.game))
        after = moved.follow(late)
        told = self.tell_everybody(after, office, change, of)
        anew = after.judged_anew(moved.in_force(office), office, WhyAnew.LATE, of) if late else ()
        return step_of(of.cause, self.running, *events, *late, mails=(*told, *anew))

    def closed_early(self, of: Occasion, step: Step, office: Office) -> Step:
        """Tell all that the round was closed before its ZAT (contract 1, close)."""
        events = self._own(step)
        told = self.tell_everybody(self.follow(events), office, ZatChange.CLOSED_EARLY, of)
        decision = step_of(of.cause, self.running, *events, mails=told).decision
        return replace(step, decision=decision)

    def reports(
        self, means: Means, events: Sequence[Event], key: str, now: datetime, *, because: str = ""
    ) -> Iterator[Owed]:
        """Owe the last report with seed and ranks, where the game has ended; before any, that it has."""
        after = self.follow(events)
        if self.running.game.last is not None:
            return announcements(after.running, means.after(events), now)
        of = Occasion(key, because, now)
        return self.tell_everybody(after, means.office, ZatChange.ENDED, of)

    def _reopen(
        self, given: GivenOrder, order: orders.ReopenRound, means: Means, now: datetime
    ) -> Step | Refusal:
        """Open the round closed last again; after the next ZAT only totals can be corrected (rules 8)."""
        game, last, number = self.running.game, self.running.game.last, order.round
        if number is not None and last is not None and number != last.number:
            return orders.NotTheLastRound(number, last.number)
        if last is None or game.before_close is None:
            return orders.NothingToReopen()
        if not may_correct_last_round(game, now):
            return orders.TooLateToReopen()
        if order.deadline is None or not is_ahead(order.deadline, now):
            return orders.NeedsDeadline()
        event = RoundReopened(last.number, order.deadline, given.because, keeps=True)
        of = Occasion(given.cause, given.because, now)
        step = self.tell_of_clock(of, means.office, ZatChange.REOPENED, (event,))
        if game.round is None or not isinstance(step, Step):
            return step
        return replace(step, remarks=(LettersKnown(game.round.number, game.rack),))

    # Words and ties.

    def rule(self, of: Occasion, ruling: WordRuled, means: Means) -> Step | Refusal:
        """Rule on a word; a word of the round closed last corrects that round until the next ZAT."""
        corrected = self.correct_last_round(means, of, (ruling,))
        step = corrected if isinstance(corrected, Step) else step_of(of.cause, self.running, ruling)
        after = self.follow(self._own(step))
        told = self.told_of_rulings(after, (ruling,), means.office, of.cause, of.now)
        mails = (*step.decision.mails, *told)
        step = replace(step, decision=replace(step.decision, mails=mails))
        if isinstance(corrected, Step):
            return step
        tied = self._last_round_tied(corrected) if corrected is not None else ()
        return replace(step, remarks=(*tied, *self._too_late(ruling, means, of.now)))

    def told_of_rulings(
        self, after: Self, rulings: tuple[WordRuled, ...], office: Office, key: str, now: datetime
    ) -> Iterator[Owed]:
        was = self.in_force(office)
        for ruling in rulings:
            if ruling.accepted is None and ruling.by == FROM_SETTINGS:
                continue
            for name, answer in after.worth_else(was, office):
                content = RulingNotice(ruling.word, ruling.accepted, ruling.because, answer)
                player = after.running.game.players[name]
                yield from owe_to_player(after.running, player, content, f"ruling:{key}", now)

    def _last_round_tied(self, held: Held) -> tuple[LastRoundTied, ...]:
        last = self.running.game.last
        return (LastRoundTied(last.number, held.choices),) if last is not None else ()

    def _too_late(self, ruling: WordRuled, means: Means, now: datetime) -> Iterator[RulingTooLate]:
        """Say in which rounds the word was judged otherwise and stays so (rules 8, custom)."""
        game = self.running.game
        if ruling.accepted is None:
            return
        last = game.last.number if game.last and may_correct_last_round(game, now) else None
        rounds = tuple(
            closed.number
            for closed in rounds_in(means, game)
            if closed.number != last and closed.verdict_on(ruling.word) is (not ruling.accepted)
        )
        if rounds:
            yield RulingTooLate(ruling.word, rounds)

    def _decide_tie(
        self, given: GivenOrder, number: int, means: Means, now: datetime
    ) -> Step | Refusal:
        """Choose among the equal best moves as they were listed; asked anew, so that none is stale.

        A ruling may have brought a tie into the round closed last: that one is asked about first.
        """
        game, of = self.running.game, Occasion(given.cause, given.because, now)
        again = self.correct_last_round(means, of)
        if isinstance(again, Held) and game.last is not None:
            ruled = _tie_ruled(given, number, game.last.number, again.choices)
            if not isinstance(ruled, TieRuled):
                return ruled
            corrected = self.correct_last_round(means, of, (ruled,))
            if isinstance(corrected, Step):
                return corrected
            return step_of(given.cause, self.running, ruled)
        playing = game.round
        if playing is None:
            return orders.NoRound()
        if is_before_zat(playing, now) and game_master_plays(self.running, means.office):
            # Before the ZAT a game master who plays sees no moves, equal best ones included.
            return self.before_zat(playing)
        result = result_of(game, Closing(now, means.office.lexicon, means.chance, lambda *_: None))
        if not isinstance(result, AskGameMaster):
            return orders.NoTie()
        ruled = _tie_ruled(given, number, playing.number, result.choices)
        return step_of(given.cause, self.running, ruled) if isinstance(ruled, TieRuled) else ruled

    # Reports, and orders taken back.

    def _publish(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        """Release the report that was shown last; one that has changed since must be shown first."""
        noted = self.running.game.noted
        if self.was_reported:
            return orders.NothingToPublish()
        preview = self.waiting_preview(means, self.what_follows(means, now))
        if preview is None or released(preview) in noted:
            return orders.NothingToPublish()
        if shown(preview) not in noted:
            return orders.ChangedSincePreview()
        return step_of(given.cause, self.running, Noted(released(preview), now))

    def _revoke(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        """Undo the last order by its opposite, so that all are told who were told of it."""
        opposite = undoing(means.log)
        if opposite is None:
            return orders.NothingToRevoke()
        done = self.carry_out(replace(given, order=opposite), means, now)
        return replace(done, instead=opposite) if isinstance(done, Step) else done

    def result(self, order: GmOrder, step: Step) -> Result | None:
        game = self.running.game
        match order:
            case orders.DrawAnew() if game.round is None or game.ahead is not None:
                return None
            case orders.DrawTiles() | orders.CorrectDraw() | orders.DrawAnew():
                return LettersNow(game.round_number, game.rack)
            case orders.PublishReport():
                return ReportGoesOut(game.last.number if game.last else game.round_number)
            case orders.CorrectScore(player):
                name = named(player, game)
                return TotalNow(name, game.players[name].total)
            case orders.DecideTie():
                return MoveChosen(_chosen(game) or _chosen(game.before_close))
            case _:
                return super().result(order, step)


def _tie_ruled(
    given: GivenOrder, number: int, of_round: int, choices: tuple[str, ...]
) -> TieRuled | orders.EqualMoves:
    if not 1 <= number <= len(choices):
        return orders.EqualMoves(choices)
    return TieRuled(of_round, choices[number - 1], given.because)


def _chosen(game: RoundGame | None) -> str:
    return (game.round.tie_choice or "") if game is not None and game.round else ""
