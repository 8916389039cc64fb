"""Closing a round and going on: result, letters, the next round; and a preview with nothing recorded.

`go_on` is asked once a tick for each game and answers with one step or with none; the shell
records each step under its own cause, so that a restart or a second worker cannot take it twice. Letters
by order of the game master are given by hand, put in place of wrong ones, or drawn anew.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum, auto
from hashlib import sha256
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import astuple, replace

from mailref.games.by_rounds.referee import ClosingNow, Held, Occasion
from mailref.games.events import DrawsMixed, Event, Noted
from mailref.games.rounds.closing import Closing, close_of, result_of
from mailref.games.rounds.contents import LettersRefused, LettersWanted, Report, WhyAnew
from mailref.games.rounds.corrections import (
    CorrectingRounds,
    draw_again,
    entries_again,
    rules_again,
)
from mailref.games.rounds.draw import Draw
from mailref.games.rounds.events import DrawnAnew, LettersDrawn, TieRuled
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.in_force import moves_in_force
from mailref.games.rounds.next_round import (
    Letters,
    draw_anew,
    go_on,
    is_before_the_first_letters,
    is_waiting_for_letters,
    lacks_minimum,
    open_round,
    put_in_place,
    tiles_to_draw,
    was_closed_early,
)
from mailref.games.rounds.policy import DrawBy, Publish
from mailref.games.rounds.reports import announcements, readers_of, report_now
from mailref.games.rounds.results import AskGameMaster
from mailref.referee.contents import Content
from mailref.referee.deadline import is_before_zat, is_spent, next_zat
from mailref.referee.findings import Office
from mailref.referee.gm_orders import (
    GameIsOver,
    GivenOrder,
    LettersFault,
    LettersWrong,
    NeedsReason,
    NoRound,
    NothingToDraw,
    NotWaitingForLetters,
    WrongLettersError,
)
from mailref.referee.gm_results import DrawnAtClose
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import Owed, Step, step_of
from mailref.referee.notices import Matter
from mailref.referee.policy import Undecided
from mailref.referee.reports import Means, is_before_opening, to_all


class Preview(Struct, frozen=True):
    """A report with what was assumed to make it."""

    report: Report
    game: RoundGame
    """As it would stand then."""
    undecided: tuple[str, ...] = ()
    """Words that count and nobody has ruled on."""
    accepted: bool = False
    """Whether they were taken as valid, as the game's policy will have it."""
    tie: tuple[str, ...] = ()
    """Equal best moves among which the game master must choose; the first was taken."""


class WhyNoPreview(Enum):
    """Why a report cannot be shown in advance."""

    GAME_MASTER_PLAYS = auto()
    """He must not see moves before the ZAT."""
    NOTHING_CLOSED = auto()


class SteppingRounds(CorrectingRounds):
    """How a game in rounds goes on: from an open round to a closed one, and from there to the next."""

    def at_zat(self, means: Means, closing: ClosingNow) -> tuple[Event, ...] | Held:
        """Record the result; report and letters follow by `go_on`."""
        result = result_of(
            self.running.game,
            Closing(
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
        return close_of(result, closing.settled)

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
    def times_reopened(self) -> int:
        return self.running.game.reopened

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
        if is_before_the_first_letters(game) and is_before_opening(self.running, now):
            return None
        try:
            ahead = self._what_follows(means, now)
        except WrongLettersError as error:
            letters = self.running.policy.letters or ""
            what = f"wrong_letters:{game.next_round}:{_facts_noted(letters, error.fault)}"
            return self._say_once(office, now, what, LettersRefused(letters, error.fault))
        preview = self.waiting_preview(means, ahead or ())
        if preview is not None and released(preview) not in game.noted:
            return self._say_once(office, now, shown(preview), preview)
        if ahead is None:
            what = f"letters:{game.next_round}:{game.reopened}"
            to_draw, bag = tiles_to_draw(game), len(game.bag)
            wanted = LettersWanted(to_draw, game.round_number, game.rack, bag)
            return self._say_once(office, now, what, wanted)
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
            yield from after.judged_anew(before, office, WhyAnew.BOARD, of)

    def what_follows(self, means: Means, now: datetime) -> tuple[Event, ...]:
        """Return what the next step of a game between two rounds records; none where it waits for letters."""
        try:
            return self._what_follows(means, now) or ()
        except WrongLettersError:
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
        opened = replace(
            open_round(drawn, next_zat(self.running, drawn, now), now), prints_press=True
        )
        kept = entries_again(game.ahead) if game.ahead else ()
        back = rules_again(drawn, game.next_rules)
        return (*mixed, *events, opened, *kept, *back, *after.spent())

    def _mixed(self, office: Office) -> tuple[DrawsMixed, ...]:
        """Return what is mixed into the draws of the next round, where that is not decided yet."""
        game = self.running.game
        is_decided = game.mix_of(game.next_round) is not None
        if not self.running.policy.lots or is_decided:
            return ()
        mix, earlier = game.mix_of_next, game.mix_of_earlier
        return (earlier if mix != earlier and was_closed_early(self.running, office) else mix,)

    def letters_drawn(self, means: Means, now: datetime) -> tuple[Event, ...]:
        """Return what draws the letters of the next round, or ends the game; () while they are to come."""
        game, rack = self.running.game, self.running.policy.letters
        is_new = rack is not None and not is_spent(game, "letters", rack)
        by_hand = self.running.policy.draw is DrawBy.HAND
        letters = Letters(by_hand=by_hand, rack=rack if is_new else None)
        if game.ahead is not None and letters.rack is None:
            return tuple(draw_again(game.ahead, game, means.chance, now, by_hand=by_hand))
        return go_on(game, letters, means.chance, now)

    def _say_once(
        self, office: Office, now: datetime, note: str, said: Matter | Content
    ) -> Step | None:
        """Tell the game master once that the game waits for him."""
        if note in self.running.game.noted:
            return None
        key = f"{note}:{self.running.game.id}"
        mail = self.tell_game_master(said, office, key, now)
        return step_of(key, self.running, Noted(note, now), mails=(mail,))

    # Previews.

    def waiting_preview(self, means: Means, ahead: tuple[Event, ...]) -> Report | None:
        """Return the report that waits for its release, next letters and ZAT in it; None if none waits."""
        if self.running.policy.publish is not Publish.APPROVE or self.running.game.last is None:
            return None
        return self._preview_after(means, ahead)

    def _preview_after(self, means: Means, events: Sequence[Event]) -> Report:
        report = report_now(self.follow(events).running, means.after(events))
        return replace(report, is_preview=True)

    def preview_of(self, means: Means, now: datetime) -> Preview | WhyNoPreview:
        """Return the report of the open round as if its ZAT had come, else of the round closed last."""
        playing = self.running.game.round
        if playing is None:
            return self.report(means, now)
        is_ahead = is_before_zat(playing, now)
        if is_ahead and game_master_plays(self.running, means.office):
            return WhyNoPreview.GAME_MASTER_PLAYS
        zat = playing.deadline
        return self._closing(means, zat if is_ahead and zat is not None else now)

    def _closing(self, means: Means, at: datetime) -> Preview | WhyNoPreview:
        """Close the open round, assuming an answer to what is undecided; the preview names each."""
        accepts = self.running.policy.undecided is Undecided.ACCEPT
        policy = Undecided.ACCEPT if accepts else Undecided.REFUSE
        held = self.close(means, at)
        undecided = held.words if isinstance(held, Held) else ()
        here = self
        tie: tuple[str, ...] = ()
        step = here.close(means, at, policy=policy)
        if isinstance(step, Held) and step.choices and self.running.game.round is not None:
            tie = step.choices
            here = self.follow((TieRuled(self.running.game.round.number, tie[0], ""),))
            step = here.close(means, at, policy=policy)
        if isinstance(step, Held):
            raise AssertionError("all that held the round up was settled")  # noqa: TRY004  no type is wrong
        events = [event for _, event in step.decision.events]
        found = here.follow(events).report(means.after(events), at)
        if isinstance(found, WhyNoPreview):
            return found
        return replace(found, undecided=undecided, accepted=accepts, tie=tie)

    def report(self, means: Means, at: datetime) -> Preview | WhyNoPreview:
        """Take the step to the next round, and return the report that would go with it."""
        if self.running.game.last is None:
            return WhyNoPreview.NOTHING_CLOSED
        policy = replace(self.running.policy, publish=Publish.AUTO)
        here = type(self)(replace(self.running, policy=policy))
        step = None if self.running.game.is_over else here.go_on(means, at)
        events = [event for _, event in step.decision.events] if step else []
        return Preview(self._preview_after(means, events), self.follow(events).running.game)

    # Letters by order of the game master.

    def draw_by_order(
        self, given: GivenOrder, tiles: str, means: Means, now: datetime
    ) -> Step | NotWaitingForLetters | LettersWrong:
        """Take the tiles that the game master has drawn for the next round."""
        if not is_waiting_for_letters(self.running.game):
            return NotWaitingForLetters()
        try:
            letters = Letters(by_hand=True, drawn=tiles)
            events = go_on(self.running.game, letters, means.chance, now)
        except WrongLettersError as error:
            return LettersWrong(error.fault)
        return step_of(given.cause, self.running, *events)

    def correct_draw(
        self, given: GivenOrder, rack: str, means: Means, now: datetime
    ) -> Step | NoRound | LettersWrong:
        """Replace the letters of the open round; its moves are judged anew with them."""
        game = self.running.game
        if game.round is None:
            return NoRound()
        draw = put_in_place(game, rack)
        if not isinstance(draw, Draw):
            return LettersWrong(draw)
        if fault := lacks_minimum(game, rack):
            return LettersWrong(fault)
        event = LettersDrawn(game.round.number, draw, now)
        return self._with_other_letters(given, means, now, event)

    def draw_letters_anew(
        self, given: GivenOrder, means: Means, now: datetime
    ) -> Step | GameIsOver | NoRound | NeedsReason | NothingToDraw:
        """Let chance draw again the letters that became known, those of the later of two such rounds.

        While the round before is open again, or its report waits for release, they are drawn when the
        next round opens; else at once, and its moves are judged anew.
        """
        game, policy = self.running.game, self.running.policy
        if game.is_over:
            return GameIsOver()
        if not given.because:
            return NeedsReason()
        if policy.draw is DrawBy.HAND:
            return NothingToDraw()
        if game.ahead is not None and game.ahead.round is not None:
            number = game.ahead.round.number
            step = step_of(given.cause, self.running, DrawnAnew(number, given.because))
            return replace(step, remarks=(DrawnAtClose(number),))
        if game.round is None:
            if game.last is None or policy.publish is not Publish.APPROVE:
                return NoRound()
            return step_of(given.cause, self.running, DrawnAnew(game.next_round, given.because))
        events = draw_anew(game, given.because, means.chance, now)
        if events is None:
            return NothingToDraw()
        return self._with_other_letters(given, means, now, *events)

    def _with_other_letters(
        self, given: GivenOrder, means: Means, now: datetime, *events: Event
    ) -> Step:
        """Tell all of the other letters, and each player whose move is not worth what it was."""
        game, office, after = self.running.game, means.office, self.follow(events)
        of = Occasion(given.cause, given.because, now)
        anew = after.judged_anew(self.in_force(office), office, WhyAnew.LETTERS, of)
        if game.last is not None:
            told = self.erratum(events, means, of)
        else:
            opening = after.opening(office, None, given.because)
            readers, key = readers_of(after.running.game), f"letters:{given.cause}"
            told = to_all(after.running, office, opening.told_to, key, now, readers=readers)
        return step_of(given.cause, self.running, *events, mails=(*told, *anew))


def _facts_noted(letters: str, fault: LettersFault) -> tuple[tuple[str, str], ...]:
    """Return by what one refusal of letters differs from another, as every record has it."""
    facts = ", ".join((fault.code, *map(str, astuple(fault))))
    return ("letters", letters), ("why", facts)


def released(preview: Report) -> str:
    """Return the note by which a report is released: this one, not what it becomes later."""
    return f"released:{_told(preview)}"


def shown(preview: Report) -> str:
    """Return the note that the game master was shown a report before its release."""
    return f"approval:{_told(preview)}"


def _told(preview: Report) -> str:
    """Return what tells a report from the same one after any change (rules 8, second thoughts)."""
    closed, following = preview.round, preview.next_round
    rows = [
        (row.player, row.total, row.rank, [(c.order, c.points, c.because) for c in row.corrections])
        for row in closed.everybody
    ]
    moves = [
        (row.player, row.status.value, row.points, row.deduction, row.base) for row in closed.rows
    ]
    laid = closed.laid.judged.formula if closed.laid else ""
    zat = following.deadline.isoformat() if following and following.deadline else ""
    letters = following.letters if following else ""
    press = [(item.player, item.text) for item in preview.press]
    facts = (rows, moves, laid, closed.board.rows, letters, zat, preview.comment, press)
    digest = sha256(repr((*facts, preview.ended)).encode()).hexdigest()
    return f"{closed.number}:{preview.game.reopened}:{digest[:16]}"
