"""What is corrected after a close: words, scores, letters; what follows is computed anew (rules 8).

When a round is done again, moves for the next round are kept, mail that was late counts if the new
ZAT is ahead of it, and a late joiner's base follows the round before his first one.

What follows where a round is done again: letters that became known, the next round, newcomers' bases (rules 8).
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec.structs import replace

from mailref.games.by_rounds.referee import Held, Occasion
from mailref.games.chance import Chance
from mailref.games.events import (
    BY_GAME_MASTER,
    BY_POLICY,
    FROM_SETTINGS,
    Event,
    GameEnded,
    PressReceived,
    ScoreCorrected,
    WordRuled,
    WordsAsked,
)
from mailref.games.replay import follow
from mailref.games.rounds.closing import Closing, base_of_newcomer, close_of, result_of
from mailref.games.rounds.contents import (
    Change,
    EntryAnswer,
    Erratum,
    JudgedAnew,
    Opening,
    WhyAnew,
    opening_of,
    rounds_face,
)
from mailref.games.rounds.draw import Draw
from mailref.games.rounds.events import (
    BaseFixed,
    LettersDrawn,
    MoveEntered,
    MoveWasLate,
    RoundOpened,
    RoundReopened,
    RulesChanged,
)
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.in_force import InForce
from mailref.games.rounds.next_round import (
    Letters,
    go_on,
    is_final_next,
    is_possible_rack,
    put_in_place,
)
from mailref.games.rounds.past_rounds import ClosedRound, total_of_newcomer
from mailref.games.rounds.policy import DrawBy
from mailref.games.rounds.reminders import AskingInRounds
from mailref.games.rounds.reports import had_report, report_now, rounds_in
from mailref.games.rounds.results import AskGameMaster, RoundResult
from mailref.games.rounds.rules import Rules
from mailref.games.schedule import is_in_time
from mailref.referee.deadline import may_correct_last_round
from mailref.referee.findings import Considered, Office, Outcome
from mailref.referee.gm_orders import CorrectScore, GivenOrder, Refusal
from mailref.referee.mails import Owed, Step, owe_to_player, step_of
from mailref.referee.policy import Undecided
from mailref.referee.reports import Means, to_all


def bases_fixed(game: RoundGame) -> Iterator[BaseFixed]:
    """Yield what late joiners start with now, where the round before their first one has changed.

    A base is fixed when that round is closed for good, which is when the first one is closed. Until then
    it follows who is still in the game, too.
    """
    last = game.last
    if last is None:
        return
    first = last.number + 1
    newcomers = [p for p in game.players.values() if p.is_late_joiner and p.joined_in == first]
    base = base_of_newcomer(game) if newcomers else 0
    for player in newcomers:
        total = total_of_newcomer(player.name, base, game.corrections)
        if (player.base, player.total) != (base, total):
            yield BaseFixed(player.name, base)


def letters_once_more(
    known: RoundGame, after: RoundGame, chance: Chance, now: datetime, *, by_hand: bool
) -> Iterator[Event]:
    """Yield what draws the letters again that were drawn in *known*, or ends the game again.

    Where they are drawn by hand and do not fit any more, the game waits for others.
    """
    if known.is_over and known.ended == BY_GAME_MASTER:
        yield GameEnded(chance.seed.hex(), BY_GAME_MASTER, now)
    elif known.round is not None or known.is_over or _letters_known(known, after) is not None:
        yield from draw_again(known, after, chance, now, by_hand=by_hand)


def opened_once_more(known: RoundGame, after: RoundGame) -> RoundOpened | None:
    """Return how the round that was open in *known* is opened again, its letters drawn in *after*."""
    playing = known.round
    if playing is None or after.is_over or not after.is_drawn:
        return None
    is_final = playing.is_final or is_final_next(after)
    return RoundOpened(playing.number, playing.deadline, known.rules, is_final, playing.opened)


def draw_again(
    known: RoundGame, after: RoundGame, chance: Chance, now: datetime, *, by_hand: bool
) -> Iterator[Event]:
    """Draw for a round that was open in *known*, under its own rules.

    Letters drawn by hand stay as far as the rack allows, those put in place of others if the bag does.
    """
    if known.round is not None:
        own = tuple(rules_again(after, known.rules))
        yield from own
        after = follow(after, own)
    rack = _letters_known(known, after)
    letters = Letters(by_hand=by_hand, rack=rack)
    for event in go_on(after, letters, chance, now):
        yield event
        after = follow(after, (event,))
    is_replaced = rack is None and known.last is not None and known.last.is_redrawn
    if is_replaced and after.is_drawn and _is_of_next(known, after):
        replaced = put_in_place(after, known.rack)
        if isinstance(replaced, Draw):
            yield LettersDrawn(after.next_round, replaced, now)


def rules_again(game: RoundGame, rules: Rules) -> Iterator[RulesChanged]:
    """Put *rules* in force for the next round, where others are."""
    if game.next_rules != rules:
        yield RulesChanged(rules)


def _letters_known(known: RoundGame, after: RoundGame) -> str | None:
    """Return the letters drawn by hand, if the rack allows them; others follow from the seed."""
    is_by_hand = known.last_draw is not None and known.last_draw.draw.by_hand
    if known.is_over or not is_by_hand or not _is_of_next(known, after):
        return None
    return known.rack if is_possible_rack(after, known.rack) else None


def _is_of_next(known: RoundGame, after: RoundGame) -> bool:
    """Tell whether the letters of *known* are those of the next round, and are not to be drawn anew."""
    number = after.next_round
    is_anew = len(after.reasons_anew(number)) > len(known.reasons_anew(number))
    return known.last_draw is not None and known.last_draw.number == number and not is_anew


def late_after_all(game: RoundGame) -> Iterator[MoveEntered]:
    """Yield the entries of the open round that were late and are in time for its ZAT now."""
    if game.round is None:
        return
    there = {player.name for player in game.active}
    late = [
        (entry.arrival, player, entry)
        for player, each in game.round.late_entries.items()
        if player in there
        for entry in each
    ]
    for _, player, entry in sorted(late, key=lambda found: found[0]):
        if is_in_time(entry.received, game.round.deadline):
            yield MoveEntered(player, game.round.number, entry.received, entry.mail, entry.moves)


def entries_again(game: RoundGame) -> Iterator[Event]:
    """Yield what was sent for the open round of *game*, to be entered again in its order."""
    if game.round is None:
        return
    number = game.round.number
    entered = [
        (entry.order, player, entry)
        for player, each in game.round.entries.items()
        for entry in each
    ]
    for _, player, entry in sorted(entered, key=lambda found: found[0]):
        yield MoveEntered(player, number, entry.received, entry.mail, entry.moves)
    for player, received in game.round.late.items():
        if player not in game.round.late_entries:
            yield MoveWasLate(player, number, received, ())
    for player, each in game.round.late_entries.items():
        for entry in each:
            yield MoveWasLate(player, number, entry.received, entry.moves, entry.mail)


class CorrectingRounds(AskingInRounds):
    """What has changed in a game in rounds that its players knew otherwise, and what they are told of it."""

    def follows(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return what late joiners start with after *events*."""
        return tuple(bases_fixed(self.follow(events).running.game))

    def opening(self, office: Office, player: str | None, because: str = "") -> Opening:  # noqa: ARG002  it needs no more
        """Return how the game stands and how to play."""
        game = self.running.game
        return opening_of(game, self.running.policy, player, because)

    def bases_told(self, events: Iterable[Event], office: Office, of: Occasion) -> Iterator[Owed]:
        """Show late joiners how the game stands, whose base is another since somebody left or came back."""
        fixed = (event.player for event in events if isinstance(event, BaseFixed))
        for name in dict.fromkeys(fixed):
            player = self.running.game.players[name]
            if not player.has_left:
                content = self.opening(office, name, of.because)
                yield from owe_to_player(self.running, player, content, f"base:{of.cause}", of.now)

    # What is in force for a player.

    def judged_anew(
        self, before: Mapping[str, InForce], office: Office, why: WhyAnew, of: Occasion
    ) -> Iterator[Owed]:
        """Owe a mail to each player whose move of the open round is not worth what it was *before*."""
        for name, answer in self.worth_else(before, office):
            content = JudgedAnew(why, of.because, answer)
            player = self.running.game.players[name]
            yield from owe_to_player(self.running, player, content, f"anew:{of.cause}", of.now)

    def worth_else(
        self, before: Mapping[str, InForce], office: Office
    ) -> Iterator[tuple[str, EntryAnswer]]:
        """Yield the players whose move is not worth what it was *before*, with what it is worth."""
        for name, found in self.in_force(office).items():
            is_else = worth(found) != worth(before.get(name))
            if is_else and not self.running.game.players[name].has_left:
                yield name, self.answer_of(name, found)

    def own_move(self, player: str | None, office: Office) -> Considered | None:
        """Return what is in force for a player in the open round; None where nothing is."""
        found = self.in_force(office).get(player or "")
        if player is None or found is None or not found.choice.holds_something:
            return None
        return self.answer_of(player, found).considered

    def answer_of(self, player: str, found: InForce) -> EntryAnswer:
        """Return what is in force for a player as the answer to an entry would show it."""
        choice = found.choice
        if choice.undecided:
            outcome = Outcome.PENDING
        else:
            outcome = Outcome.REJECTED if choice.counts is None else Outcome.ACCEPTED
        game, policy = self.running.game, self.running.policy
        considered = Considered(
            outcome, game=policy.id, round=game.round_number, player=player, found=choice
        )
        return EntryAnswer(
            considered=considered, game=rounds_face(game), policy=policy, still_in_force=None
        )

    # The round closed last.

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
        if last is None or game.before_close is None or not may_correct_last_round(game, of.now):
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
        done = [*open_again, *close_of(result, settled)]
        done += self.follows(done)
        done += self._on_again(self.follow(done).running.game, means, of.now)
        mails = self.erratum(done, means, of) if self.was_reported else ()
        return step_of(of.cause, self.running, *done, mails=mails)

    def _on_again(self, after: RoundGame, means: Means, now: datetime) -> Iterator[Event]:
        """Open the next round again as it was, with its entries and the press for its report."""
        game, by_hand = self.running.game, self.running.policy.draw is DrawBy.HAND
        letters = tuple(letters_once_more(game, after, means.chance, now, by_hand=by_hand))
        yield from letters
        after = follow(after, letters)
        opened = opened_once_more(game, after)
        if opened is None:
            return
        yield opened
        yield from entries_again(game)
        yield from rules_again(after, game.next_rules)
        for item in game.press:
            if item.is_released:
                yield PressReceived(item.player, item.text, item.mail, is_released=True)
        if game.asked:
            yield WordsAsked(tuple(sorted(game.asked)), now)

    def erratum(self, events: Iterable[Event], means: Means, of: Occasion) -> Iterator[Owed]:
        """Owe the report corrected by *events* to all who had the report before.

        Who has joined since had none: he is told how the game stands where that has changed for him.
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
        wrong = Erratum(said, number, tuple(_changes(was, game)), is_laid_anew, is_drawn_anew)
        report = replace(report_now(after.running, means), corrected=corrected, erratum=wrong)
        told, key = {each.player for each in wrong.changes}, f"erratum:{of.cause}"
        readers = had_report(was)
        readers += tuple(name for name in game.players if name in told - set(readers))
        yield from to_all(after.running, means.office, report.told_to, key, of.now, readers=readers)
        for player in game.players.values():
            before = was.players.get(player.name)
            is_new = before is not None and player.name not in readers and not player.has_left
            if is_new and (is_laid_anew or is_drawn_anew or before != player):
                opening = after.opening(means.office, player.name, said)
                yield from owe_to_player(after.running, player, opening, key, of.now)

    def correct_score(
        self, given: GivenOrder, order: CorrectScore, means: Means, now: datetime
    ) -> Step | Refusal:
        """Add points to a player's total; all get the corrected report."""
        event = self.score_corrected(given, order, self.running.game.first_round)
        if not isinstance(event, ScoreCorrected):
            return event
        events = (event, *self.follows((event,)))
        of = Occasion(given.cause, given.because, now)
        mails = self.erratum(events, means, of) if self.was_reported else ()
        return step_of(given.cause, self.running, *events, mails=mails)


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
    closing = Closing(
        last.closed,
        means.office.lexicon,
        means.chance,
        lambda *_: last.top,
        is_early=last.is_early,
        settled=tuple(settled),
    )
    result = result_of(open_again, closing)
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


def _changes(before: RoundGame, after: RoundGame) -> Iterator[Change]:
    """Yield what has changed in the last closed round: totals, then ranks alone."""
    was, is_now = before.last, after.last
    if was is None or is_now is None:
        return
    totals, ranks = was.totals, was.ranks
    found = [
        Change(row.player, totals[row.player], row.total, ranks[row.player], row.rank)
        for row in is_now.everybody
        if row.player in totals and (totals[row.player], ranks[row.player]) != (row.total, row.rank)
    ]
    yield from sorted(found, key=lambda each: (each.total == each.total_before, each.rank))
