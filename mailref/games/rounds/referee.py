"""What time, the game master and the settings bring about in a game in rounds, beside what the engine does.

A round is closed, then it goes on: result, letters, the next round. `go_on` is asked once a tick for each
game and answers with one step or with none; the shell records each step under its own cause, so that a
restart or a second worker cannot take it twice.

What the game master orders is the same for the shell and for mail. Everything is an appended event with its
reason; what follows from it is computed anew, and those concerned are told (rules 8, custom). The last order
is taken back if nothing was built on it: which order says the opposite.

When a round is done again, moves for the next round are kept, mail that was late counts if the new
ZAT is ahead of it, and a late joiner's base follows the round before his first one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Self

from msgspec.structs import astuple, replace

from mailref.games.by_rounds.absences import who_is_away
from mailref.games.by_rounds.contents import TieToDecide
from mailref.games.by_rounds.players import PlayerOrder
from mailref.games.by_rounds.referee import ClosingNow, Held, Occasion, RefereeByRounds, ZatTold
from mailref.games.events import (
    BESIDE,
    BY_MAIL,
    BY_POLICY,
    FROM_SETTINGS,
    AddressesChanged,
    DeadlineMoved,
    DrawsMixed,
    Event,
    GamePaused,
    GameResumed,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PressReceived,
    ScoreCorrected,
    SettingSpent,
    WordRuled,
    WordsAsked,
)
from mailref.games.game import has_come
from mailref.games.kind import follow
from mailref.games.rounds import closing as at_close
from mailref.games.rounds import contents
from mailref.games.rounds.events import (
    BaseFixed,
    BoardCleared,
    DrawnAnew,
    GameOpened,
    LettersDrawn,
    MoveEntered,
    MoveKept,
    MoveWasLate,
    MoveWithdrawn,
    RoundClosed,
    RoundOpened,
    RoundReopened,
    RulesChanged,
    TieRuled,
)
from mailref.games.rounds.game import (
    ClosedRound,
    InForce,
    RoundGame,
    in_force_now,
    moves_in_force,
    open_rounds,
)
from mailref.games.rounds.policy import DrawBy, Publish, RoundPolicy, RunningRounds
from mailref.games.rounds.rules import AskGameMaster, Draw, RoundResult
from mailref.games.rounds.told import announcements, had_report, readers_of, report_now, rounds_in
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Notice, SettingsFaulty, ZatChange
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import Owed, Step, owe_to_game_master, owe_to_subscribers, step_of
from mailref.referee.order_results import named
from mailref.referee.policy import (
    ConfiguredPlayer,
    Considered,
    Office,
    Outcome,
    Undecided,
    is_ahead,
)
from mailref.referee.reports import Means, is_before_opening, to_all
from mailref.tiles.board import NO_SWITCHES


def join_event(
    game: RoundGame, name: str, addresses: tuple[str, ...], *, is_configured: bool
) -> PlayerJoined:
    """Return the registration of a player, late if a round was closed before (rules 8)."""
    is_late = game.has_started
    base = at_close.base_of_newcomer(game) if is_late else 0
    return PlayerJoined(
        name,
        addresses,
        base,
        0,
        is_late=is_late,
        is_configured=is_configured,
        is_of_staying=is_late,
    )


def first_players(policy: RoundPolicy, opened: GameOpened) -> Iterator[PlayerJoined]:
    """Rules 8 and contract 2: a listed player without a score is a late joiner of a game taken over."""
    over = policy.taken_over
    scores = dict(over.scores) if over else {}
    missed = dict(over.missed) if over else {}
    with_score = [p for p in policy.players if not scores or p.name in scores]
    for player in with_score:
        yield PlayerJoined(
            player.name, player.addresses, scores.get(player.name, 0), missed.get(player.name, 0)
        )
    game = follow(
        open_rounds(opened), [PlayerJoined(n, (), s, missed.get(n, 0)) for n, s in scores.items()]
    )
    for player in policy.players:
        if player not in with_score:
            yield join_event(game, player.name, player.addresses, is_configured=True)


_BESIDE = (*BESIDE, MoveEntered, MoveKept, MoveWithdrawn, MoveWasLate, BaseFixed)
"""What may happen after an order without leaning on it."""


def undoing(log: Sequence[Event]) -> orders.GmOrder | None:
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
            return _ruling_before(log)
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
            return _ruling_before(log)


_OF_A_CLOSE = (RoundClosed, BoardCleared, LettersDrawn, RoundOpened, RulesChanged)


def _ruling_before(log: Sequence[Event]) -> orders.RuleWord | None:
    """Return the opposite of a ruling after which its round was closed, or closed once more, and no more.

    What the game master did beside, as to close it early, to draw or to release, was his last order.
    """
    seen = set[type[Event]]()
    is_by_order = False
    for at in range(len(log) - 1, -1, -1):
        match log[at]:
            case WordRuled(word=word, accepted=accepted, by="command" | "mail") if not is_by_order:
                ruled = [e for e in log[:at] if isinstance(e, WordRuled) and e.word == word]
                # A word of a closed round is settled there: it does not wait once more.
                was = ruled[-1].accepted if ruled else None
                return orders.RuleWord(word, (not accepted) if was is None else was)
            case WordRuled(by=by) if by == BY_POLICY:
                continue
            case RoundReopened(keeps=True):
                is_by_order = False  # as it was closed and drawn before
            case Noted(what) if what.startswith("released:"):
                return None
            case event if isinstance(event, _OF_A_CLOSE) and (
                type(event) not in seen or _is_replaced_at_once(log, at)
            ):
                seen.add(type(event))
                is_by_order = is_by_order or _is_by_order(event)
            case event if not _is_beside(event):
                return None
    return None


def _is_replaced_at_once(log: Sequence[Event], at: int) -> bool:
    """Tell whether these letters were drawn only for others to be put in their place once more."""
    return all(isinstance(each, LettersDrawn) for each in log[at : at + 2])


def _is_by_order(event: Event) -> bool:
    """Tell whether the game master drew these letters, or closed this round before its ZAT."""
    match event:
        case LettersDrawn(draw=draw):
            return draw.by_hand
        case RoundClosed(result):
            return not has_come(result.deadline, result.closed)
        case _:
            return False


def _is_beside(event: Event) -> bool:
    is_own = isinstance(event, PlayerLeft) and event.because == BY_MAIL
    return is_own or isinstance(event, _BESIDE)


def _opened(before: Sequence[Event], number: int) -> RoundOpened | None:
    found = (each for each in before if isinstance(each, RoundOpened) and each.number == number)
    return next(found, None)


def _back_to_zat(log: Sequence[Event], at: int) -> orders.GmOrder | None:
    """Return the ZAT that held before, or the pause that a new one ended."""
    if at > 0 and isinstance(log[at - 1], GameResumed):
        return orders.PauseGame()
    zats = [
        each.deadline
        for each in log[:at]
        if isinstance(each, RoundOpened | DeadlineMoved | RoundReopened)
    ]
    return orders.ExtendDeadline(zats[-1]) if zats and zats[-1] is not None else None


def _back_to_addresses(name: str, before: Sequence[Event]) -> orders.GmOrder | None:
    had = [
        each.addresses
        for each in before
        if isinstance(each, AddressesChanged | PlayerJoined) and each.name == name
    ]
    return orders.ChangeAddresses(name, had[-1]) if had and had[-1] else None


class RefereeOfRounds(RefereeByRounds):
    """What has changed that players knew otherwise, how a game goes on, what its game master decides."""

    running: RunningRounds

    def opened(self, means: Means, now: datetime) -> RoundOpened:  # noqa: ARG002  its letters are drawn
        return replace(
            at_close.open_round(self.running.game, self.next_zat(now), now), prints_press=True
        )

    def seen_by_all(self) -> contents.RoundsFace:
        game, zone = self.running.game, self.running.policy.zone
        return contents.rounds_face(game, who_is_away(game, zone))

    def after_close(
        self, _closed: Sequence[Event], _means: Means, _of: Occasion
    ) -> tuple[Sequence[Event], Iterable[Owed]]:
        """Return nothing: the report waits for what follows."""
        return (), ()

    # What was known otherwise.

    def follows(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return what late joiners start with after *events*."""
        return tuple(at_close.bases_fixed(self.follow(events).running.game))

    def opening(self, office: Office, player: str | None, because: str = "") -> contents.Opening:  # noqa: ARG002  it needs no more
        """Return how the game stands and how to play."""
        game = self.running.game
        return contents.opening_of(game, self.running.policy, player, because)

    def bases_told(self, events: Iterable[Event], office: Office, of: Occasion) -> Iterator[Owed]:
        """Show late joiners how the game stands, whose base is another since somebody left or came back."""
        fixed = (event.player for event in events if isinstance(event, BaseFixed))
        for name in dict.fromkeys(fixed):
            if not self.running.game.players[name].has_left:
                content = self.opening(office, name, of.because)
                yield from self.owe(name, content, f"base:{of.cause}", of.now)

    # What is in force for a player.

    def in_force(self, office: Office) -> Mapping[str, InForce]:
        """Return what of each player is in force in the open round."""
        return in_force_now(office, self.running.game)

    def judged_anew(
        self, before: Mapping[str, InForce], office: Office, why: contents.WhyAnew, of: Occasion
    ) -> Iterator[Owed]:
        """Owe a mail to each player whose move of the open round is not worth what it was *before*."""
        for name, answer in self.worth_else(before, office):
            content = contents.JudgedAnew(why, of.because, answer)
            yield from self.owe(name, content, f"anew:{of.cause}", of.now)

    def worth_else(
        self, before: Mapping[str, InForce], office: Office
    ) -> Iterator[tuple[str, contents.EntryAnswer]]:
        """Yield the players whose move is not worth what it was *before*, with what it is worth."""
        for name, found in self.in_force(office).items():
            is_else = worth(found) != worth(before.get(name))
            if is_else and not self.running.game.players[name].has_left:
                yield name, self.answer_of(name, found)

    def own(self, player: str | None, office: Office) -> Considered | None:
        """Return what is in force for a player in the open round; None where nothing is."""
        found = self.in_force(office).get(player or "")
        if player is None or found is None or not found.choice.holds_something:
            return None
        return self._considered(player, found)

    def answer_of(self, player: str, found: InForce) -> contents.EntryAnswer:
        """Return what is in force for a player as the answer to an entry would show it."""
        return contents.EntryAnswer(
            considered=self._considered(player, found),
            game=self.seen_by_all(),
            policy=self.running.policy,
            still_in_force=None,
        )

    def _considered(self, player: str, found: InForce) -> Considered:
        choice = found.choice
        if choice.undecided:
            outcome = Outcome.PENDING
        else:
            outcome = Outcome.REJECTED if choice.counts is None else Outcome.ACCEPTED
        game, policy = self.running.game, self.running.policy
        return Considered(
            outcome, game=policy.id, round=game.round_number, player=player, found=choice
        )

    # The round closed last.

    @property
    def number_without_letters(self) -> int:
        """Return which round waits for letters drawn by hand; 0 where none does."""
        by_hand = self.running.policy.draw is DrawBy.HAND
        waits = by_hand and at_close.is_waiting_for_letters(self.running.game)
        return self.running.game.round_number if waits else 0

    @property
    def was_reported(self) -> bool:
        """Tell whether the report of the round closed last has gone out: it opens the next round."""
        return self.running.game.round is not None or self.running.game.is_over

    def correct_last_round(
        self, means: Means, of: Occasion, events: tuple[Event, ...] = ()
    ) -> Step | Held | None:
        """Judge the round closed last anew under *events*; None if that changes nothing, or is too late.

        Where the game master must choose among equal best moves first, the round stays as it is.
        The letters follow from the same seed; those drawn by hand stay as far as the rack allows. Moves
        for the open round stay and are judged on the corrected board.
        """
        game = self.running.game
        last = game.last
        if last is None or game.before_close is None or not game.may_correct_last_round(of.now):
            return None
        reopened = RoundReopened(last.number, last.deadline, of.because, keeps=True)
        open_again: list[Event] = [*events, reopened]
        rulings = follow(game, open_again).rulings
        settled = [_by_policy(word, last) for word in last.undecided if word not in rulings]
        open_again += settled
        result = _result_again(follow(game, open_again), last, settled, means)
        if isinstance(result, AskGameMaster):
            return Held(choices=result.choices)
        if _same(result, last):
            return None
        done = [*open_again, *at_close.close_of(result, settled)]
        done += self.follows(done)
        done += self._on_again(self.follow(done).running.game, means, of.now)
        mails = self.erratum(done, means, of) if self.was_reported else ()
        anew = self._moved_under(self.follow(done), means.office, of)
        return step_of(of.cause, self.running, *done, mails=(*mails, *anew))

    def _moved_under(self, after: Self, office: Office, of: Occasion) -> Iterator[Owed]:
        """Tell whose move of the open round is not worth what it was, as letters or board are others *after*."""
        game, was = after.running.game, self.running.game
        because = of.because if of.because != FROM_SETTINGS else ""
        said = replace(of, because=because)
        if game.rack != was.rack:
            yield from after.judged_anew(
                self.in_force(office), office, contents.WhyAnew.LETTERS, said
            )
        elif game.last is not None and was.last is not None and game.last.board != was.last.board:
            yield from after.judged_anew(
                self.in_force(office), office, contents.WhyAnew.BOARD, said
            )

    def _on_again(self, after: RoundGame, means: Means, now: datetime) -> Iterator[Event]:
        """Open the next round again as it was, with its entries and the press for its report."""
        game, by_hand = self.running.game, self.running.policy.draw is DrawBy.HAND
        letters = tuple(at_close.letters_once_more(game, after, means.chance, now, by_hand=by_hand))
        yield from letters
        after = follow(after, letters)
        opened = at_close.opened_once_more(game, after)
        if opened is None:
            return
        yield opened
        yield from at_close.entries_again(game)
        yield from at_close.rules_again(after, game.next_rules)
        for item in game.press:
            if item.is_released:
                yield PressReceived(item.player, item.text, item.mail, is_released=True)
        if game.asked:
            yield WordsAsked(tuple(sorted(game.asked)), now)

    def erratum(self, events: Iterable[Event], means: Means, of: Occasion) -> Iterator[Owed]:
        """Owe the report corrected by *events* to all who had the report before.

        Who has joined since had none: he is told how the game stands where that has changed for him.
        Who has left gets it only where his points are others.
        """
        events = tuple(events)
        after, means = self.follow(events), means.after(events)
        game, was = after.running.game, self.running.game
        rounds = rounds_in(means, game)
        if not rounds:
            return
        said = of.because if of.because != FROM_SETTINGS else ""
        is_laid_anew = was.last is not None and was.last.board != rounds[-1].board
        is_drawn_anew = was.rack != game.rack
        corrected = game.corrections[len(was.corrections) :]
        number = corrected[-1].number if corrected else rounds[-1].number
        changes, ruled = tuple(_changes(was, game)), tuple(_ruled(was, events))
        wrong = contents.Erratum(said, number, changes, is_laid_anew, is_drawn_anew, ruled)
        report = replace(report_now(after.running, means), corrected=corrected, erratum=wrong)
        told, key = {each.player for each in wrong.changes}, f"erratum:{of.cause}"
        gone = {name for name, player in game.players.items() if player.has_left}
        gone -= {each.player for each in wrong.changes if each.total != each.total_before}
        readers = had_report(was)
        readers += tuple(name for name in game.players if name in told - set(readers))
        readers = tuple(name for name in readers if name not in gone)

        def told_to(name: str | None) -> contents.Report:
            own = after.own(name, means.office)
            return replace(report.told_to(name), own=own, has_moved=own is not None)

        yield from to_all(after.running, means.office, told_to, key, of.now, readers=readers)
        for player in game.players.values():
            before = was.players.get(player.name)
            is_new = before is not None and player.name not in readers and not player.has_left
            if is_new and (is_laid_anew or is_drawn_anew or before != player):
                opening = after.opening(means.office, player.name, said)
                yield from after.owe(player.name, opening, key, of.now)

    def correct_score(
        self, order: orders.CorrectScore, means: Means, of: Occasion
    ) -> Step | orders.Refusal:
        """Add points to a player's total; all get the corrected report."""
        event = self.score_corrected(order, of.because, self.running.game.first_round)
        if not isinstance(event, ScoreCorrected):
            return event
        events = (event, *self.follows((event,)))
        mails = self.erratum(events, means, of) if self.was_reported else ()
        return step_of(of.cause, self.running, *events, mails=mails)

    # From an open round to a closed one, and from there to the next.

    def at_zat(self, means: Means, closing: ClosingNow) -> tuple[Event, ...] | Held:
        """Record the result; report and letters follow by `go_on`."""
        result = at_close.result_of(
            self.running.game,
            at_close.Closing(
                now=closing.now,
                lexicon=means.office.lexicon,
                chance=means.chance,
                find_top=means.find_top if self.running.policy.top else lambda *_: None,
                is_early=closing.is_early,
                settled=closing.settled,
                in_force=self.in_force(means.office),
            ),
        )
        if isinstance(result, AskGameMaster):
            return Held(choices=result.choices)
        return at_close.close_of(result, closing.settled)

    def moved(self, office: Office) -> Iterable[str] | None:
        return None if game_master_plays(self.running, office) else self.sent(office)

    @property
    def status(self) -> dict[str, Any]:
        game = self.running.game
        return {
            "is_final": game.position.is_final,
            "letters": game.rack,
            "waits_for": self._waits_for,
        }

    @property
    def _waits_for(self) -> str | None:
        """Return what the game master must do for the game to go on."""
        game = self.running.game
        if game.round is not None or game.is_over:
            return None
        number = game.last.number if game.last else 0
        if f"approval:{number}:{game.reopened}" in game.noted:
            return "release"
        if f"letters:{game.next_round}:{game.reopened}" in game.noted:
            return "letters"
        return None

    @property
    def spendable(self) -> dict[str, str | None]:
        values = super().spendable
        return {"deadline": values["deadline"], "letters": self.running.policy.letters, **values}

    # From a closed round to the next.

    def go_on(self, means: Means, now: datetime) -> Step | None:
        """Take the step from a closed round to the next one, or to the end; the report goes with it.

        None where the game waits: for the game master's release, or for letters drawn by hand. Whoever
        is waited for is told once.
        """
        game, office = self.running.game, means.office
        if at_close.is_before_the_first_letters(game) and is_before_opening(self.running, now):
            return None
        try:
            ahead = self._what_follows(means, now)
        except orders.WrongLettersError as error:
            letters = self.running.policy.letters or ""
            what = f"wrong_letters:{game.next_round}:{_facts_noted(letters, error.fault)}"
            return self.say_once(what, contents.LettersRefused(letters, error.fault), office, now)
        preview = self.waiting_preview(means, ahead or ())
        if preview is not None and released(preview) not in game.noted:
            return self.say_once(shown(preview), preview, office, now)
        if ahead is None:
            what = f"letters:{game.next_round}:{game.reopened}"
            to_draw, bag = at_close.tiles_to_draw(game), len(game.bag)
            wanted = contents.LettersWanted(to_draw, game.round_number, game.rack, bag)
            return self.say_once(what, wanted, office, now)
        cause = f"open:{game.id}:{game.next_round}:{game.reopened}"
        after = self.follow(ahead)
        mails = (
            *announcements(after.running, means.after(ahead), now),
            *self._of_kept_moves(after, office, now),
        )
        return step_of(cause, self.running, *ahead, mails=mails)

    def _of_kept_moves(self, after: Self, office: Office, now: datetime) -> Iterator[Owed]:
        """Tell those whose move for this round was kept while the one before was open again, and changed."""
        kept, game = self.running.game.ahead, after.running.game
        if kept is not None and game.round is not None:
            of = Occasion(f"{game.id}:{game.round_number}:{game.reopened}", "", now)
            before = moves_in_force(kept, office.lexicon)
            yield from after.judged_anew(before, office, contents.WhyAnew.BOARD, of)

    def what_follows(self, means: Means, now: datetime) -> tuple[Event, ...]:
        """Return what the next step of a game between two rounds records; none where it waits for letters."""
        try:
            return self._what_follows(means, now) or ()
        except orders.WrongLettersError:
            return ()

    def _what_follows(self, means: Means, now: datetime) -> tuple[Event, ...] | None:
        """Return the letters and the next round, or the end; None while letters are drawn by hand."""
        mixed = self._mixed(means.office)
        drawing = self.follow(mixed)
        game = drawing.running.game
        events = () if game.is_drawn else drawing.letters_drawn(means, now)
        after = drawing.follow(events)
        drawn = after.running.game
        if drawn.is_over:
            return events
        if not drawn.is_drawn:
            return None
        opened = after.opened(means, now)
        kept = tuple(at_close.entries_again(game.ahead)) if game.ahead else ()
        sent_before = at_close.moves_kept_for(drawn, opened.number, kept, now)
        back = at_close.rules_again(drawn, game.next_rules)
        return (*mixed, *events, opened, *kept, *sent_before, *back, *after.spent())

    def _mixed(self, office: Office) -> tuple[DrawsMixed, ...]:
        """Return what is mixed into the draws of the next round, where that is not decided yet."""
        game = self.running.game
        is_decided = game.mix_of(game.next_round) is not None
        if not self.running.policy.lots or is_decided:
            return ()
        mix, earlier = game.mix_of_next, game.mix_of_earlier
        return (
            earlier if mix != earlier and at_close.was_closed_early(self.running, office) else mix,
        )

    def letters_drawn(self, means: Means, now: datetime) -> tuple[Event, ...]:
        """Return what draws the letters of the next round, or ends the game; () while they are to come."""
        game, rack = self.running.game, self.running.policy.letters
        is_new = rack is not None and not game.is_spent("letters", rack)
        by_hand = self.running.policy.draw is DrawBy.HAND
        letters = at_close.Letters(by_hand=by_hand, rack=rack if is_new else None)
        if game.ahead is not None and letters.rack is None:
            return tuple(at_close.draw_again(game.ahead, game, means.chance, now, by_hand=by_hand))
        return at_close.go_on(game, letters, means.chance, now)

    # Previews.

    def waiting_preview(self, means: Means, ahead: tuple[Event, ...]) -> contents.Report | None:
        """Return the report that waits for its release, next letters and ZAT in it; None if none waits."""
        if self.running.policy.publish is not Publish.APPROVE or self.running.game.last is None:
            return None
        return self.preview_after(means, ahead)

    def preview_after(self, means: Means, events: Sequence[Event]) -> contents.Report:
        """Return the report as it would go out after *events*."""
        report = report_now(self.follow(events).running, means.after(events))
        return replace(report, is_preview=True)

    # Letters by order of the game master.

    def draw_by_order(self, tiles: str, means: Means, of: Occasion) -> Step | orders.Refusal:
        """Take the tiles that the game master has drawn for the next round."""
        if not at_close.is_waiting_for_letters(self.running.game):
            return orders.NotWaitingForLetters()
        try:
            letters = at_close.Letters(by_hand=True, drawn=tiles)
            events = at_close.go_on(self.running.game, letters, means.chance, of.now)
        except orders.WrongLettersError as error:
            return orders.LettersWrong(error.fault)
        return step_of(of.cause, self.running, *events)

    def correct_draw(self, rack: str, means: Means, of: Occasion) -> Step | orders.Refusal:
        """Replace the letters of the open round; its moves are judged anew with them."""
        game = self.running.game
        if game.round is None:
            return orders.NoRound()
        draw = at_close.put_in_place(game, rack)
        if not isinstance(draw, Draw):
            return orders.LettersWrong(draw)
        if fault := at_close.lacks_minimum(game, rack):
            return orders.LettersWrong(fault)
        event = LettersDrawn(game.round.number, draw, of.now)
        return self._with_other_letters(means, of, event)

    def draw_letters_anew(self, means: Means, of: Occasion) -> Step | orders.Refusal:
        """Let chance draw again the letters that became known, those of the later of two such rounds.

        While the round before is open again, or its report waits for release, they are drawn when the
        next round opens; else at once, and its moves are judged anew.
        """
        game, policy = self.running.game, self.running.policy
        if game.is_over:
            return orders.GameIsOver()
        if not of.because:
            return orders.NeedsReason()
        if policy.draw is DrawBy.HAND:
            return orders.NothingToDraw()
        if game.ahead is not None and game.ahead.round is not None:
            number = game.ahead.round.number
            step = step_of(of.cause, self.running, DrawnAnew(number, of.because))
            return replace(step, remarks=(orders.DrawnAtClose(number),))
        if game.round is None:
            if game.last is None or policy.publish is not Publish.APPROVE:
                return orders.NoRound()
            return step_of(of.cause, self.running, DrawnAnew(game.next_round, of.because))
        events = at_close.draw_anew(game, of.because, means.chance, of.now)
        if events is None:
            return orders.NothingToDraw()
        return self._with_other_letters(means, of, *events)

    def _with_other_letters(self, means: Means, of: Occasion, *events: Event) -> Step:
        """Tell all of the other letters, and each player whose move is not worth what it was."""
        game, office, after = self.running.game, means.office, self.follow(events)
        anew = after.judged_anew(self.in_force(office), office, contents.WhyAnew.LETTERS, of)
        if game.last is not None:
            told = self.erratum(events, means, of)
        else:
            draw = after.running.game.last_draw
            is_said = draw is not None and of.because in draw.anew
            opening = after.opening(office, None, "" if is_said else of.because)
            opening = replace(opening, is_again=True)
            readers, key = readers_of(after.running.game), f"letters:{of.cause}"
            told = to_all(after.running, office, opening.told_to, key, of.now, readers=readers)
        return step_of(of.cause, self.running, *events, mails=(*told, *anew))

    # What its game master decides.

    def decide(
        self, order: orders.GmOrder, means: Means, of: Occasion
    ) -> Step | orders.Refusal | None:
        match order:
            case orders.DrawTiles(tiles):
                return self.draw_by_order(tiles, means, of)
            case orders.PublishReport():
                return self._publish(means, of)
            case orders.ReopenRound():
                return self._reopen(order, means, of)
            case orders.CorrectScore():
                return self.correct_score(order, means, of)
            case orders.CorrectDraw(rack):
                return self.correct_draw(rack, means, of)
            case orders.DrawAnew():
                return self.draw_letters_anew(means, of)
            case orders.DecideTie(number):
                return self._decide_tie(number, means, of)
            case _:
                return None

    def undoing(self, log: Sequence[Event]) -> orders.GmOrder | orders.Refusal:
        return undoing(log) or orders.NothingToRevoke()

    def about_player(
        self, order: PlayerOrder, given: orders.GivenOrder, office: Office, now: datetime
    ) -> Step | orders.Refusal:
        """Carry out what is ordered about a player; late joiners' bases follow who is still in the game."""
        step = super().about_player(order, given, office, now)
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

    def notice(self, zat: ZatTold, office: Office, player: str | None) -> contents.DeadlineNotice:
        """Return what a player is told of the ZAT, or who only reads the reports (None)."""
        policy, own = self.running.policy, self.own(player, office)
        return contents.DeadlineNotice(
            zat.change,
            self.seen_by_all(),
            policy,
            zat.before,
            zat.because,
            own,
            is_to_reader=player is None,
        )

    def tell_everybody(
        self, after: Self, office: Office, change: ZatChange, of: Occasion
    ) -> Iterator[Owed]:
        """Tell every player what became of the ZAT, and why: also those for whom the round is too early.

        Who only reads the reports hears of it, too: they told him the ZAT. Of an early close the report tells.
        """
        zat = ZatTold(change, self.zat, of.because)
        for player in after.running.game.players.values():
            if not player.has_left:
                his = after.notice(zat, office, player.name)
                yield from after.owe(player.name, his, of.cause, of.now)
        is_unknown = change is ZatChange.REOPENED and not self.was_reported
        if change is not ZatChange.CLOSED_EARLY and not is_unknown:
            content = after.notice(zat, office, None)
            yield from owe_to_subscribers(after.running, office.house, content, of.cause, of.now)

    def tell_of_clock(
        self,
        of: Occasion,
        office: Office,
        change: ZatChange,
        events: tuple[Event, ...] | orders.Refusal,
    ) -> Step | orders.Refusal:
        """Set, stop or start the clock; late mail that is in time for a new ZAT counts, its sender is told."""
        if not isinstance(events, tuple):
            return events
        moved = self.follow(events)
        late = (
            () if change is ZatChange.PAUSED else tuple(at_close.late_after_all(moved.running.game))
        )
        after = moved.follow(late)
        told = self.tell_everybody(after, office, change, of)
        anew = (
            after.judged_anew(moved.in_force(office), office, contents.WhyAnew.LATE, of)
            if late
            else ()
        )
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
        self, order: orders.ReopenRound, means: Means, of: Occasion
    ) -> Step | orders.Refusal:
        """Open the round closed last again; after the next ZAT only totals can be corrected (rules 8)."""
        game, last, number = self.running.game, self.running.game.last, order.round
        if number is not None and last is not None and number != last.number:
            return orders.NotTheLastRound(number, last.number)
        if last is None or game.before_close is None:
            return orders.NothingToReopen()
        if not game.may_correct_last_round(of.now):
            return orders.TooLateToReopen()
        if not is_ahead(order.deadline, of.now):
            return orders.NeedsDeadline()
        event = RoundReopened(last.number, order.deadline, of.because, keeps=True)
        step = self.tell_of_clock(of, means.office, ZatChange.REOPENED, (event,))
        if game.round is None or not isinstance(step, Step):
            return step
        return replace(step, remarks=(orders.LettersKnown(game.round.number, game.rack),))

    # Words and ties.

    def rule(self, of: Occasion, ruling: WordRuled, means: Means) -> Step | orders.Refusal:
        """Rule on a word; a word of the round closed last corrects that round until the next ZAT."""
        corrected = self.correct_last_round(means, of, (ruling,))
        step = corrected if isinstance(corrected, Step) else step_of(of.cause, self.running, ruling)
        after = self.follow(self._own(step))
        told = self.told_of_rulings(after, (ruling,), means.office, of.cause, of.now)
        mails = (*step.decision.mails, *_to_others(told, step.decision.mails))
        step = replace(step, decision=replace(step.decision, mails=mails))
        if isinstance(corrected, Step):
            return replace(step, remarks=tuple(self._laid_anew(after.running.game)))
        tied = self._last_round_tied(corrected) if corrected is not None else ()
        return replace(step, remarks=(*tied, *self._too_late(ruling, means, of.now)))

    def told_of_rulings(
        self, after: Self, rulings: tuple[WordRuled, ...], office: Office, key: str, now: datetime
    ) -> Iterator[Owed]:
        was = self.in_force(office)
        for ruling in rulings:
            if ruling.accepted is None and ruling.by == FROM_SETTINGS:
                continue
            before = self.running.game.rulings.get(ruling.word)
            for name, answer in after.worth_else(was, office):
                content = contents.RulingNotice(
                    ruling.word, ruling.accepted, ruling.because, answer, before
                )
                yield from after.owe(name, content, f"ruling:{key}", now)

    def _laid_anew(self, after: RoundGame) -> Iterator[orders.LaidAnew]:
        """Say what else than points has changed, where a word changed the round closed last."""
        was = self.running.game
        if was.last is None or after.last is None or was.last.board == after.last.board:
            return
        number = after.round.number if after.round is not None else None
        letters = after.rack if number is not None and after.rack != was.rack else ""
        yield orders.LaidAnew(after.last.number, number, letters)

    def _last_round_tied(self, held: Held) -> tuple[orders.LastRoundTied, ...]:
        last = self.running.game.last
        return (orders.LastRoundTied(last.number, held.choices),) if last is not None else ()

    def _too_late(
        self, ruling: WordRuled, means: Means, now: datetime
    ) -> Iterator[orders.RulingTooLate]:
        """Say in which rounds the word was judged otherwise and stays so (rules 8, custom)."""
        game = self.running.game
        if ruling.accepted is None:
            return
        last = game.last.number if game.last and game.may_correct_last_round(now) else None
        rounds = tuple(
            closed.number
            for closed in rounds_in(means, game)
            if closed.number != last and closed.verdict_on(ruling.word) is (not ruling.accepted)
        )
        if rounds:
            yield orders.RulingTooLate(ruling.word, rounds)

    def _decide_tie(self, number: int, means: Means, of: Occasion) -> Step | orders.Refusal:
        """Choose among the equal best moves as they were listed; asked anew, so that none is stale.

        A ruling may have brought a tie into the round closed last: that one is asked about first.
        """
        game = self.running.game
        again = self.correct_last_round(means, of)
        if isinstance(again, Held) and game.last is not None:
            ruled = _tie_ruled(of.because, number, game.last.number, again.choices)
            if not isinstance(ruled, TieRuled):
                return ruled
            corrected = self.correct_last_round(means, of, (ruled,))
            if isinstance(corrected, Step):
                return corrected
            return step_of(of.cause, self.running, ruled)
        playing = game.round
        if playing is None:
            return orders.NoRound()
        if game.is_before_zat(of.now) and game_master_plays(self.running, means.office):
            # Before the ZAT a game master who plays sees no moves, equal best ones included.
            return self.before_zat(playing)
        result = at_close.result_of(
            game, at_close.Closing(of.now, means.office.lexicon, means.chance, lambda *_: None)
        )
        if not isinstance(result, AskGameMaster):
            return orders.NoTie()
        ruled = _tie_ruled(of.because, number, playing.number, result.choices)
        return step_of(of.cause, self.running, ruled) if isinstance(ruled, TieRuled) else ruled

    # Reports.

    def _publish(self, means: Means, of: Occasion) -> Step | orders.Refusal:
        """Release the report that was shown last; one that has changed since must be shown first."""
        noted = self.running.game.noted
        if self.was_reported:
            return orders.NothingToPublish()
        preview = self.waiting_preview(means, self.what_follows(means, of.now))
        if preview is None or released(preview) in noted:
            number = self.number_without_letters
            return orders.LettersFirst(number) if number else orders.NothingToPublish()
        if shown(preview) not in noted:
            return orders.ChangedSincePreview()
        return step_of(of.cause, self.running, Noted(released(preview), of.now))

    def result(self, order: orders.GmOrder, step: Step) -> orders.Result | None:
        game = self.running.game
        match order:
            case orders.DrawAnew() if game.round is None or game.ahead is not None:
                return None
            case orders.DrawTiles() | orders.CorrectDraw() | orders.DrawAnew():
                return orders.LettersNow(game.round_number, game.rack)
            case orders.PublishReport() if number := self.number_without_letters:
                return orders.ReportAwaitsLetters(number)
            case orders.PublishReport():
                return orders.ReportGoesOut(game.last.number if game.last else game.round_number)
            case orders.CorrectScore(player):
                name = named(player, game)
                return orders.TotalNow(name, game.players[name].total)
            case orders.DecideTie():
                return orders.MoveChosen(_chosen(game) or _chosen(game.before_close))
            case orders.ExtendDeadline() | orders.ReopenRound() if (
                game.round and game.round.is_final
            ):
                return orders.ZatNow(game.round_number, self.zat)
            case _:
                return super().result(order, step)

    # Kept in step with the settings.

    def join(self, name: str, address: str) -> PlayerJoined:
        return join_event(self.running.game, name, (address,), is_configured=False)

    def joined(self, player: ConfiguredPlayer) -> PlayerJoined:
        return join_event(self.running.game, player.name, player.addresses, is_configured=True)

    def ruled_by_settings(
        self, rulings: tuple[WordRuled, ...], means: Means, cause: str, now: datetime
    ) -> tuple[tuple[Event, ...], tuple[Owed, ...]]:
        """Judge stored moves again under new rulings, the round closed last included (contract 2)."""
        office = means.office
        corrected = self.correct_last_round(means, Occasion(cause, FROM_SETTINGS, now), rulings)
        events: tuple[Event, ...] = rulings
        mails: tuple[Owed, ...] = ()
        if isinstance(corrected, Held):
            tie = TieToDecide(corrected.choices)
            mails = (self.tell_game_master(tie, office, f"tie:{cause}", now),)
        elif corrected is not None:
            events = self._own(corrected)
            mails = corrected.decision.mails
        after = self.follow(events)
        told = tuple(
            owed
            for ruling in rulings
            for owed in self.told_of_rulings(
                after, (ruling,), office, f"{cause}:{ruling.word}", now
            )
        )
        # One mail to each, though several of the words may stand in his move.
        first = {owed.player: owed for owed in reversed(tuple(_to_others(told, mails)))}
        return events, (*mails, *reversed(first.values()))

    def from_settings(self, now: datetime) -> Iterator[Event]:
        """Yield the switches and the ZAT as the settings have them, and what of them is too late."""
        game, policy = self.running.game, self.running.policy
        fixed = {key: getattr(game.next_rules, key) for key in NO_SWITCHES}
        rules = replace(policy.rules, **fixed)
        if policy.variant == game.variant and rules != game.next_rules:
            yield RulesChanged(rules)
        playing, wanted = game.round, self.zat_in_settings
        if playing is not None and wanted is not None:
            yield SettingSpent(playing.number, "deadline", wanted.isoformat())
            if wanted != playing.deadline and is_ahead(wanted, now):
                moved = DeadlineMoved(playing.number, wanted, FROM_SETTINGS)
                yield moved
                yield from at_close.late_after_all(follow(game, (moved,)))
        yield from (event for event, _ in self._faults(now))

    def told_of_settings(
        self, after: Self, events: tuple[Event, ...], office: Office, cause: str, now: datetime
    ) -> Iterator[Owed]:
        of = Occasion(cause, "", now)
        yield from after.bases_told(events, office, of)
        yield from super().told_of_settings(after, events, office, cause, now)
        if any(isinstance(event, MoveEntered) for event in events):
            yield from after.judged_anew(self.in_force(office), office, contents.WhyAnew.LATE, of)
        if faults := tuple(said for _, said in self._faults(now)):
            # What a game cannot follow, though the file is right by itself.
            game = self.running.game
            key = f"settings_fault:{game.id}:{game.round_number}:{';'.join(faults)}"
            yield owe_to_game_master(office.house, Notice(SettingsFaulty(faults)), key, now)

    def _faults(self, now: datetime) -> Iterator[tuple[Event, str]]:
        """Contract 2: letters once mailed cannot change, nor the variant, nor can a ZAT have passed; said once."""
        game, policy = self.running.game, self.running.policy
        playing, rack, wanted = game.round, policy.letters, self.zat_in_settings
        label = f'[[game]] "{game.id}"'
        in_order = game.next_rules.tiles.in_order
        is_other = rack is not None and in_order(rack) != in_order(game.rack)
        if (
            playing is not None
            and rack is not None
            and is_other
            and not game.is_spent("letters", rack)
        ):
            said = f"letters: round {playing.number} has been mailed with {game.rack!r}"
            yield SettingSpent(playing.number, "letters", rack), f"{label} {said}"
        what = f"variant_fixed:{policy.variant}"
        if policy.variant != game.variant and what not in game.noted:
            yield Noted(what, now), f"{label} variant: the game has begun as {game.variant!r}"
        if playing is None or wanted in {None, playing.deadline} or is_ahead(wanted, now):
            return
        assert wanted is not None  # noqa: S101  states the promise to mypy
        said = f"has passed, round {playing.number} keeps its own"
        noted = Noted(f"past_zat:{playing.number}:{wanted.isoformat()}", now)
        yield noted, f"{label} deadline: {wanted.isoformat()} {said}"


def worth(found: InForce | None) -> object:
    """Return what a player would notice: which mail's move counts, for how much, what is open."""
    if found is None:
        return None
    choice = found.choice
    points = choice.counted.points if choice.counted else None
    return found.entry.mail, choice.counts, points, choice.undecided


def _by_policy(word: str, last: ClosedRound) -> WordRuled:
    """Settle a word as it was settled at the close: nobody has ruled on it since."""
    policy = last.undecided_policy or ""
    return WordRuled(word, policy == Undecided.ACCEPT.value, by=BY_POLICY, because=policy)


def _result_again(
    open_again: RoundGame, last: ClosedRound, settled: Iterable[WordRuled], means: Means
) -> RoundResult | AskGameMaster:
    """Return the round's result now, or the equal best moves among which the game master must choose."""
    closing = at_close.Closing(
        last.closed,
        means.office.lexicon,
        means.chance,
        lambda *_: last.top,
        is_early=last.is_early,
        settled=tuple(settled),
    )
    result = at_close.result_of(open_again, closing)
    if isinstance(result, AskGameMaster) or last.top is None or _same(result, last):
        return result
    return replace(result, top=means.find_top(open_again.position, open_again.rulings))


def _same(result: RoundResult, last: ClosedRound) -> bool:
    """Tell whether a result gives all the same points as before and lays the same move."""
    rows = [
        sorted((row.player, row.points, row.deduction, row.status) for row in each)
        for each in (result.entries, last.rows)
    ]
    return rows[0] == rows[1] and result.board == last.board


def _changes(before: RoundGame, after: RoundGame) -> Iterator[contents.Change]:
    """Yield what has changed in the last closed round: totals, then ranks alone."""
    was, is_now = before.last, after.last
    if was is None or is_now is None:
        return
    totals, ranks = was.totals, was.ranks
    found = [
        contents.Change(row.player, totals[row.player], row.total, ranks[row.player], row.rank)
        for row in is_now.everybody
        if row.player in totals and (totals[row.player], ranks[row.player]) != (row.total, row.rank)
    ]
    yield from sorted(found, key=lambda each: (each.total == each.total_before, each.rank))


def _facts_noted(letters: str, fault: orders.LettersFault) -> tuple[tuple[str, str], ...]:
    """Return by what one refusal of letters differs from another, as every record has it."""
    facts = ", ".join((fault.code, *map(str, astuple(fault))))
    return ("letters", letters), ("why", facts)


def released(preview: contents.Report) -> str:
    """Return the note by which a report is released: this one, not what it becomes later."""
    return f"released:{_told(preview)}"


def shown(preview: contents.Report) -> str:
    """Return the note that the game master was shown a report before its release."""
    return f"approval:{_told(preview)}"


def _told(preview: contents.Report) -> str:
    """Return what tells a report from the same one after any change (rules 8, second thoughts)."""
    closed, following = preview.round, preview.game.round
    rows = [
        (row.player, row.total, row.rank, [(c.order, c.points, c.because) for c in row.corrections])
        for row in closed.everybody
    ]
    moves = [
        (row.player, row.status.value, row.points, row.deduction, row.base) for row in closed.rows
    ]
    laid = closed.laid.judged.formula if closed.laid else ""
    zat = following.deadline.isoformat() if following and following.deadline else ""
    letters = preview.game.rack if following else ""
    press = [(item.player, item.text) for item in preview.press]
    facts = (rows, moves, laid, closed.board.rows, letters, zat, preview.comment, press)
    digest = sha256(repr((*facts, preview.ended)).encode()).hexdigest()
    return f"{closed.number}:{preview.game.reopened}:{digest[:16]}"


def _ruled(was: RoundGame, events: Sequence[Event]) -> Iterator[contents.Ruled]:
    """Yield what the game master has ruled of words, and what they were until then."""
    for event in events:
        if not isinstance(event, WordRuled) or event.by == BY_POLICY:
            continue
        in_round = was.last.verdict_on(event.word) if was.last is not None else None
        yield contents.Ruled(event.word, event.accepted, was.rulings.get(event.word, in_round))


def _to_others(told: Iterable[Owed], before: Iterable[Owed]) -> Iterator[Owed]:
    """Yield what those are *told* who read nothing *before* of what their moves are worth now."""
    judged = {owed.player for owed in before if isinstance(owed.content, contents.JudgedAnew)}
    return (owed for owed in told if owed.player not in judged)


def _tie_ruled(
    because: str, number: int, of_round: int, choices: tuple[str, ...]
) -> TieRuled | orders.EqualMoves:
    if not 1 <= number <= len(choices):
        return orders.EqualMoves(choices)
    return TieRuled(of_round, choices[number - 1], because)


def _chosen(game: RoundGame | None) -> str:
    return (game.round.tie_choice or "") if game is not None and game.round else ""
