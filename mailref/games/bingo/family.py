"""The referee of Scrabble-Bingo: what words and calls are worth, what is recorded and told (other games 2).

`family.py` asks him, also what comes of an order of the game master; what time and the settings bring about
stands in `bingo_steps.py`.
"""

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.bingo.contents import (
    BingoAnswer,
    BingoCommandAnswer,
    BingoDesk,
    BingoOpening,
    bingo_desk,
    bingo_face,
    own_words,
)
from mailref.games.bingo.course import JudgedWords, is_complete, judge_words, words_in_force
from mailref.games.bingo.events import BingoCalled, WordsEntered, WordsWithdrawn
from mailref.games.bingo.policy import RunningBingo
from mailref.games.bingo.rules import Call, WrittenWords
from mailref.games.bingo.steps import (
    WaitsForWords,
    ask_about_words,
    bingo_opening_events,
    close_bingo,
    held_up_by_words,
    may_open,
    open_first_round,
    opening_for,
    remind_of_bingo,
    reports_of,
    synchronise_bingo,
    told_of_rulings,
    told_of_zat,
)
from mailref.games.by_turns.contents import GameInHand, InHand
from mailref.games.by_turns.rules import Secret
from mailref.games.events import BY_GAME_MASTER, Event, GameEnded, PlayerJoined, WordRuled
from mailref.games.replay import follow
from mailref.games.rounds.family import PlayedByRounds
from mailref.games.rounds.gm_decisions import paused, resumed, zat_moved
from mailref.games.schedule import is_in_time
from mailref.orders.entries import Entry, GameFace
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Content
from mailref.referee.deadline import is_before_zat, may_change, round_named
from mailref.referee.findings import (
    STORED,
    CommandsDone,
    Considered,
    Did,
    Judgement,
    NotDone,
    Office,
    Outcome,
    Reason,
    Receipt,
)
from mailref.referee.gm_orders import (
    GivenOrder,
    NoteAbsence,
    OtherFamily,
    PassForPlayer,
    Refusal,
    ReplacePlayer,
    RuleTheme,
    UndoTurn,
)
from mailref.referee.gm_results import (
    GameIsEnded,
    Result,
    RoundIsClosed,
    ZatNow,
    press_ruled,
    word_ruled,
)
from mailref.referee.mails import Step, step_of
from mailref.referee.notices import ZatChange
from mailref.referee.order_results import common_result
from mailref.referee.register import decide_about_player
from mailref.referee.reports import Means
from mailref.tiles.vocabulary import Command

_MOST_KEPT = 200
"""With so many entries of a player recorded, another rejected one is only answered."""


class BingoFamily(Struct, PlayedByRounds, frozen=True):
    """A game of Scrabble-Bingo and what its referee does."""

    running: RunningBingo

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words that wait for the game master."""
        noted = self.running.game.noted
        asked = {what.removeprefix("asked:") for what in noted if what.startswith("asked:")}
        return frozenset(word for word in asked if word not in self.running.game.rulings)

    @property
    def ended_before_last(self) -> datetime | None:
        draws = self.running.game.draws
        return draws[-2].closed if len(draws) > 1 else None

    def face(self) -> GameFace:
        return GameFace(self.running.policy.id, self.running.policy.title, self.running.game.rules)

    def may_object(self) -> bool:
        return self.running.game.takes_words

    def seen_by(self, player: str | None) -> RunningBingo:  # noqa: ARG002  all are in the same round
        return self.running

    def hides_moves(self, office: Office) -> bool:  # noqa: ARG002  nobody sees words before the end
        return not self.running.game.is_over

    def has_word(self, word: str, office: Office) -> bool:  # noqa: ARG002  whose words they are is hidden
        return word in self.running.game.rulings or f"asked:{word}" in self.running.game.noted

    # A mail.

    def judge(
        self,
        entry: Entry,
        mail: IncomingMail,
        receipt: Receipt,
        office: Office,
        player: str | None,
    ) -> Judgement:
        if player is None or entry.bingo is None:
            return Judgement(self.number, is_late=False, choice=None)
        return self._verdict(entry.bingo, player, mail, receipt, office)

    def _verdict(
        self,
        written: WrittenWords,
        player: str,
        mail: IncomingMail,
        receipt: Receipt,
        office: Office,
    ) -> Judgement:
        """Return what words, or a call, come to: until the first ZAT words are meant, then calls."""
        game = self.running.game
        if game.is_over:
            return self._comes_to(Outcome.REJECTED, Reason.LATE)
        if game.takes_words and written.words:
            return self._words_verdict(written, receipt, office)
        is_auto = game.rules.call is Call.AUTO
        are_words = written.words and (is_auto or self._was_in_time(receipt.received))
        if are_words or not written.is_call:
            return self._comes_to(Outcome.REJECTED, Reason.WORDS_ARE_FIXED)
        if is_auto:
            return self._comes_to(Outcome.REJECTED, Reason.NOT_CALLED_HERE)
        is_for_later = (round_named(mail, receipt, game.id) or 0) > self.number
        is_true = not game.takes_words and is_complete(game, player) and not is_for_later
        return (
            self._comes_to(Outcome.ACCEPTED)
            if is_true
            else self._comes_to(Outcome.REJECTED, Reason.NO_BINGO)
        )

    def _comes_to(
        self, outcome: Outcome, reason: Reason | None = None, words: JudgedWords | None = None
    ) -> Judgement:
        return Judgement(
            self.number, is_late=False, choice=None, outcome=outcome, reason=reason, bingo=words
        )

    def _words_verdict(self, written: WrittenWords, receipt: Receipt, office: Office) -> Judgement:
        game = self.running.game
        if game.round is not None and not may_change(game, receipt.received):
            return self._comes_to(Outcome.REJECTED, Reason.LATE)
        judged = judge_words(written.words, game.rules, game.rulings, office.lexicon, written.span)
        if judged.is_pending:
            return self._comes_to(Outcome.PENDING, None, judged)
        if judged.is_valid:
            return self._comes_to(Outcome.ACCEPTED, None, judged)
        return self._comes_to(Outcome.REJECTED, Reason.NO_VALID_MOVE, judged)

    def take(
        self,
        entry: Considered,
        mail: IncomingMail,  # noqa: ARG002  it has been judged
        receipt: Receipt,
        office: Office,  # noqa: ARG002  nothing is drawn
    ) -> tuple[Considered, tuple[Event, ...]]:
        return entry, tuple(self._events_of(entry, receipt))

    def _events_of(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        """Yield what an entry records: also words that a ruling may still save."""
        game, player, judged = self.running.game, entry.player, entry.bingo
        if player is None or entry.entry is None or entry.entry.bingo is None:
            return
        if judged is None:
            has_called = any(call.player == player for call in game.calls)
            if entry.outcome is Outcome.ACCEPTED and not has_called:
                yield BingoCalled(player, receipt.received, receipt.key)
            return
        is_saved = entry.reason is Reason.NO_VALID_MOVE and all(
            fault.code in {"word_refused", "word_unknown"} for fault in judged.faults
        )
        is_kept = is_saved and len(game.entries.get(player, ())) < _MOST_KEPT
        if entry.outcome in STORED or is_kept:
            yield WordsEntered(player, receipt.received, receipt.key, Secret(judged.words))

    def _was_in_time(self, received: datetime) -> bool:
        """Tell whether what arrived at *received* came before words were fixed."""
        draws = self.running.game.draws
        return bool(draws) and is_in_time(received, draws[0].deadline or draws[0].closed)

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:
        """Return the first round, where words had come before its ZAT and surfaced when tiles were drawn.

        They stay out: all have seen the tiles, and no draw is taken back. Both are told so.
        """
        is_missed = entry.reason is Reason.WORDS_ARE_FIXED and self._was_in_time(received)
        return self.running.game.draws[0].number if is_missed else None

    def has_move(self, player: str | None, office: Office) -> bool:
        game = self.running.game
        if not game.takes_words:
            return any(call.player == player for call in game.calls)
        return player in words_in_force(game, office.lexicon)

    def answer(
        self,
        entry: Considered,
        received: datetime,
        office: Office,
        did: Did,
        *,
        is_registered_now: bool,
    ) -> BingoAnswer:
        game = self.running.game
        return BingoAnswer(
            considered=entry,
            face=bingo_face(game),
            own=own_words(game, entry.player, office.lexicon),
            policy=self.running.policy,
            replaces=entry.outcome in STORED and did.had_move and game.takes_words,
            is_registered_now=is_registered_now,
            was_in_time=self.seen_too_late(entry, received) is not None,
        )

    # A player's command.

    def join(self, name: str, address: str) -> PlayerJoined:
        return PlayerJoined(name, (address,), is_configured=False)

    def is_leaving(self, player: str) -> bool:
        return self.running.game.players[player].has_left

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if player not in game.entries:
            return NotDone.NOTHING_TO_WITHDRAW
        is_in_time = game.round is None or may_change(game, received)
        if not game.takes_words or not is_in_time:
            return NotDone.TOO_LATE
        return WordsWithdrawn(player, received)

    def lot_word(
        self,
        player: str,  # noqa: ARG002  no word is mixed in
        word: str,  # noqa: ARG002  as above
        received: datetime,  # noqa: ARG002  as above
    ) -> NotDone:
        return NotDone.GAME_IS_OVER if self.running.game.is_over else NotDone.NO_LOTS

    def in_hand(self, player: str, office: Office) -> GameInHand | None:
        game, policy = self.running.game, self.running.policy
        takes_part = game.takes_words or player in game.playing
        if game.is_over or game.players[player].has_left or not takes_part:
            return None
        state = InHand.BETWEEN
        if game.round is not None and not game.is_paused:
            state = self._wanted_of(player, office)
        return GameInHand(
            title=policy.title,
            tag=f"{game.id} R{self.number}",
            zone=policy.zone,
            turn=None,
            is_mine=state in (InHand.WORDS_WANTED, InHand.CALL_WANTED),
            seats=(),
            state=state,
            zat=game.due,
        )

    def _wanted_of(self, player: str, office: Office) -> InHand:
        game, has_sent = self.running.game, self.has_move(player, office)
        if game.takes_words:
            return InHand.WORDS_SENT if has_sent else InHand.WORDS_WANTED
        must_call = game.rules.call is Call.PLAYER and is_complete(game, player) and not has_sent
        return InHand.CALL_WANTED if must_call else InHand.TILES_CALLED

    def welcome(self, name: str, office: Office) -> BingoOpening:
        return replace(opening_for(self.running, office, name), comment="")

    def answer_commands(
        self,
        commands: tuple[Command, ...],
        player: str | None,
        events: Collection[Event],
        refused: tuple[NotDone, ...],
        office: Office,
    ) -> BingoCommandAnswer:
        game = self.running.game
        return BingoCommandAnswer(
            commands=commands,
            face=bingo_face(game),
            own=own_words(game, player, office.lexicon),
            policy=self.running.policy,
            player=player,
            withdrawn=any(isinstance(event, WordsWithdrawn) for event in events),
            done=CommandsDone.of(events),
            refused=refused,
            games=tuple(each.policy for each in office.games.values()),
        )

    # An order of the game master, the clock and the settings.

    def result(self, order: orders.GmOrder, _step: Step) -> Result | None:
        return result_in_bingo(order, self.running)

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        return carry_out_in_bingo(given, self.running, means, now)

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        return synchronise_bingo(self.running, means, now, cause)

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        step = close_bingo(self.running, means, now)
        if isinstance(step, WaitsForWords):
            return held_up_by_words(self.running, means.office, step, now)
        return step

    def announce(self, means: Means, now: datetime) -> Step | None:  # noqa: ARG002  the opening says all
        return None

    def waits_for_words(self) -> bool:
        return False

    def may_go_on(self) -> bool:
        return may_open(self.running)

    def go_on(self, means: Means, now: datetime) -> Step | None:
        return open_first_round(self.running, means.office, now)

    def desk(self, office: Office, now: datetime) -> BingoDesk:  # noqa: ARG002  nothing hangs on the hour
        return bingo_desk(self.running, office)

    def ask(self, office: Office, now: datetime) -> Step | None:
        return ask_about_words(self.running, office, now)

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        yield from remind_of_bingo(self.running, office, now, is_complete=is_complete)


def carry_out_in_bingo(
    given: GivenOrder, running: RunningBingo, means: Means, now: datetime
) -> Step | Refusal:
    """Return what an order records and which mails it owes, or why it cannot be carried out."""
    office = means.office
    match given.order:
        case orders.RuleWord() as order:
            return _rule_word(given, order, running, office, now)
        case orders.CloseRound() as order:
            return _close(given, order, running, means, now)
        case orders.ExtendDeadline(deadline):
            moved = zat_moved(running.game, deadline, given.because, now)
            return _told_all(given, running, office, ZatChange.MOVED, now, moved)
        case orders.PauseGame():
            stopped = paused(running.game, given.because)
            return _told_all(given, running, office, ZatChange.PAUSED, now, stopped)
        case orders.ResumeGame(deadline):
            again = resumed(running.game, deadline, given.because, now)
            return _told_all(given, running, office, ZatChange.RESUMED, now, again)
        case (
            orders.ExcludePlayer() | orders.AdmitPlayer() | orders.RenamePlayer()
            | orders.ChangeAddresses() as order
        ):  # fmt: skip

            def welcome(after: RunningBingo, name: str) -> Content:
                return opening_for(after, office, name)

            def join(before: RunningBingo, name: str, address: str) -> PlayerJoined:
                return BingoFamily(before).join(name, address)

            return decide_about_player(given, order, running, welcome, join, office.house, now)
        case orders.EndGame():
            return _end(given, running, means, now)
        case orders.RulePress() as order:
            ruled = press_ruled(running.game, order)
            return step_of(given.cause, running, *ruled) if isinstance(ruled, tuple) else ruled
        case UndoTurn() | PassForPlayer() | ReplacePlayer() | NoteAbsence() | RuleTheme():
            return OtherFamily("turns")
        case _:
            return OtherFamily("rounds")


def _rule_word(
    given: GivenOrder, order: orders.RuleWord, running: RunningBingo, office: Office, now: datetime
) -> Step | Refusal:
    """Rule on a word; from the first ZAT on it changes nothing any more."""
    event = word_ruled(given, order, running.policy)
    if not isinstance(event, WordRuled):
        return event
    after = replace(running, game=follow(running.game, (event,)))
    mails = told_of_rulings(running, after, office, (event,), given.cause, now)
    return step_of(given.cause, running, event, mails=mails)


def _close(
    given: GivenOrder, order: orders.CloseRound, running: RunningBingo, means: Means, now: datetime
) -> Step | Refusal:
    playing = running.game.round
    if playing is None:
        return orders.NoRound()
    is_before = is_before_zat(playing, now)
    if is_before and not order.is_early:
        zat = playing.deadline
        return orders.BeforeZat(zat.astimezone(running.policy.zone) if zat else None)
    step = close_bingo(
        running, means, now, is_early=is_before, policy=order.undecided, because=given.because
    )
    return orders.WordsUndecided(step.words) if isinstance(step, WaitsForWords) else step


def _told_all(  # noqa: PLR0917  the order, the game, and what changes in it
    given: GivenOrder,
    running: RunningBingo,
    office: Office,
    change: ZatChange,
    now: datetime,
    events: tuple[Event, ...] | Refusal,
) -> Step | Refusal:
    """Tell all of a clock that was set, stopped or started, unless that is refused."""
    if not isinstance(events, tuple):
        return events
    after = replace(running, game=follow(running.game, events))
    mails = told_of_zat(running, after, office, change, given.cause, now, because=given.because)
    return step_of(given.cause, running, *events, mails=mails)


def _end(given: GivenOrder, running: RunningBingo, means: Means, now: datetime) -> Step | Refusal:
    """End the game: nobody has won; all get the last report with the seed and all words."""
    if running.game.is_over:
        return orders.GameIsOver()
    ended: list[Event] = [GameEnded(means.chance.seed.hex(), BY_GAME_MASTER, now)]
    mails = reports_of(running, means.office, ended, given.cause, now, because=given.because)
    return step_of(given.cause, running, *ended, mails=mails)


def result_in_bingo(order: orders.GmOrder, running: RunningBingo) -> Result | None:
    """Return what an order has led to in a game of Scrabble-Bingo as it stands after it."""
    game = running.game
    match order:
        case orders.ExtendDeadline() | orders.ResumeGame():
            return ZatNow(game.round_number, game.round.deadline if game.round else None)
        case orders.CloseRound():
            last = game.last.number if game.last is not None else game.round_number
            return GameIsEnded() if game.is_over else RoundIsClosed(last)
        case _:
            return common_result(order, game)


FAMILY = BingoFamily
begin = bingo_opening_events
