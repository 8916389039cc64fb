"""Closing a round and going on: result, letters, the next round; and a preview with nothing recorded.

`advance` is asked once a tick for each game and answers with one step or with none; the shell
records each step under its own cause, so that a restart or a second worker cannot take it twice. Letters
by order of the game master are given by hand, put in place of wrong ones, or drawn anew.
"""

from collections.abc import Iterator
from datetime import datetime
from enum import Enum, auto
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import astuple, replace

from mailref.games.events import DrawsMixed, Event, Noted, SettingSpent, WordRuled
from mailref.games.game import Stage
from mailref.games.replay import follow
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.contents import Opening, Report, WhyAnew, next_round_of
from mailref.games.rounds.corrections import entries_again, erratum, judged_anew
from mailref.games.rounds.done_again import bases_fixed, draw_again, rules_again
from mailref.games.rounds.draw import draw_by_hand
from mailref.games.rounds.events import DrawnAnew, LettersDrawn, RoundClosed, RoundOpened, TieRuled
from mailref.games.rounds.in_force import in_force_now, moves_in_force, undecided_words
from mailref.games.rounds.lots import was_closed_early
from mailref.games.rounds.next_round import (
    Letters,
    draw_anew,
    end_of,
    go_on,
    lacks_minimum,
    open_round,
    tiles_to_draw,
)
from mailref.games.rounds.notices import LettersRefused, LettersWanted
from mailref.games.rounds.policy import DrawBy, Publish, RunningRounds
from mailref.games.rounds.reports import (
    announcements,
    first_told,
    readers_of,
    report_of,
    rounds_before,
    rounds_in,
    seal_of,
)
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.ties import AskGameMaster
from mailref.referee.contents import Content
from mailref.referee.deadline import is_before_zat, is_grace_over, is_spent, next_zat
from mailref.referee.findings import Office
from mailref.referee.gm_orders import (
    GameIsOver,
    GivenOrder,
    LettersFault,
    LettersWrong,
    NeedsReason,
    NoRound,
    NothingToDraw,
    NotInBag,
    NotWaitingForLetters,
    WrongLettersError,
    WrongRackSize,
)
from mailref.referee.gm_results import DrawnAtClose
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master, step_of
from mailref.referee.notices import Notice
from mailref.referee.policy import Undecided
from mailref.referee.reports import Means, to_all
from mailref.tiles.board import in_order, missing_from


class Held(Struct, frozen=True):
    """A round that is due but cannot be closed yet."""

    words: tuple[str, ...] = ()
    tie: AskGameMaster | None = None


def close(
    running: RunningRounds,
    means: Means,
    now: datetime,
    *,
    is_early: bool = False,
    policy: Undecided | None = None,
) -> Step | Held:
    """Close the open round: its result is recorded; report and letters follow by `advance`.

    *policy* settles undecided words by force (`close --undecided`); otherwise the game's own
    policy applies once `ruling_grace` has passed.
    """
    bases = tuple(bases_fixed(running.game))
    game = follow(running.game, bases)
    moves = in_force_now(means.office, game)
    words = undecided_words(game, moves)
    force = policy or _policy_after_grace(running, now)
    if words and force is Undecided.WAIT:
        return Held(words=words)
    settle: list[Event] = [
        WordRuled(word, force is Undecided.ACCEPT, by="policy", because=force.value)
        for word in words
    ]
    settled = follow(game, settle)
    result = result_of(
        settled,
        Closing(
            now=now,
            lexicon=means.office.lexicon,
            chance=means.chance,
            find_top=means.find_top if running.policy.top else lambda *_: None,
            is_early=is_early,
            undecided=words,
            policy=force.value if words else None,
            in_force=None if words else moves,  # a word settled now changes what is in force
        ),
    )
    if isinstance(result, AskGameMaster):
        return Held(tie=result)
    undo = [WordRuled(word, None, by="policy", because="") for word in words]
    events: tuple[Event, ...] = (*bases, *settle, RoundClosed(result), *undo)
    events += tuple(bases_fixed(follow(game, events)))
    cause = f"close:{game.id}:{result.number}:{game.reopened}"
    return Step(cause, Decision(tuple((game.id, event) for event in events), ()))


def _policy_after_grace(running: RunningRounds, now: datetime) -> Undecided:
    return running.policy.undecided if is_grace_over(running, now) else Undecided.WAIT


def may_go_on(running: RunningRounds) -> bool:
    """Tell whether the game stands between two rounds, or before its first."""
    return running.game.stage is Stage.GOING_ON


def advance(running: RunningRounds, means: Means, now: datetime) -> Step | None:
    """Take the step from a closed round to the next one, or to the end; the report goes with it.

    None where the game waits: for the game master's release, or for letters drawn by hand. Whoever
    is waited for is told once.
    """
    try:
        ahead = _what_follows(running, means, now)
    except WrongLettersError as error:
        letters = running.policy.letters or ""
        what = f"wrong_letters:{running.game.next_round}:{_facts_noted(letters, error.fault)}"
        refused = LettersRefused(letters, error.fault)
        return _once(running, means, now, what, _waiting(running, refused))
    game = running.game
    preview = waiting_preview(running, means, ahead or ())
    if preview is not None and released(preview) not in game.noted:
        return _once(running, means, now, shown(preview), preview)
    if ahead is None:
        what = f"letters:{game.next_round}:{game.reopened}"
        to_draw, bag = tiles_to_draw(game), len(game.bag)
        wanted = LettersWanted(to_draw, game.round_number, game.rack, bag)
        return _once(running, means, now, what, _waiting(running, wanted))
    cause = f"open:{game.id}:{game.next_round}:{game.reopened}"
    after = replace(running, game=follow(game, ahead))
    mails = (
        *announcements(after, means.after(ahead), now),
        *_of_kept_moves(running, after, means, now),
    )
    return Step(cause, Decision(tuple((game.id, event) for event in ahead), mails))


def _of_kept_moves(
    running: RunningRounds, after: RunningRounds, means: Means, now: datetime
) -> Iterator[Owed]:
    """Tell those whose move for this round was kept while the one before was open again, and changed."""
    kept = running.game.ahead
    if kept is None or after.game.round is None:
        return
    office = means.office
    cause = f"{after.game.id}:{after.game.round_number}:{after.game.reopened}"
    before = moves_in_force(kept, office.lexicon)
    yield from judged_anew(before, after, office, WhyAnew.BOARD, because="", cause=cause, now=now)


def what_follows(running: RunningRounds, means: Means, now: datetime) -> tuple[Event, ...]:
    """Return what the next step of a game between two rounds records; none where it waits for letters."""
    try:
        return _what_follows(running, means, now) or ()
    except WrongLettersError:
        return ()


def _what_follows(running: RunningRounds, means: Means, now: datetime) -> tuple[Event, ...] | None:
    """Return the letters and the next round, or the end; None while letters are drawn by hand."""
    game = running.game
    mixed = _mixed(running, means.office)
    game = follow(game, mixed)
    drawing = replace(running, game=game)
    events = () if game.is_drawn else _letters_drawn(drawing, means, now)
    after = follow(game, events)
    if after.is_over:
        return events
    if not after.is_drawn:
        return None
    opened = replace(open_round(after, next_zat(running, after, now), now), prints_press=True)
    kept = entries_again(game.ahead) if game.ahead else ()
    back = rules_again(after, game.next_rules)
    return (*mixed, *events, opened, *kept, *back, *_spent(running, after, opened))


def _mixed(running: RunningRounds, office: Office) -> tuple[DrawsMixed, ...]:
    """Return what is mixed into the draws of the next round, where that is not decided yet."""
    game = running.game
    is_decided = game.mix_of(game.next_round) is not None
    if not running.policy.lots or is_decided:
        return ()
    mix, earlier = game.mix_of_next, game.mix_of_earlier
    return (earlier if mix != earlier and was_closed_early(running, office) else mix,)


def _letters_drawn(running: RunningRounds, means: Means, now: datetime) -> tuple[Event, ...]:
    """Return what draws the letters of the next round, or ends the game; () while they are to come."""
    game = running.game
    letters = _letters(running)
    if game.ahead is not None and letters.rack is None:
        return tuple(draw_again(game.ahead, game, means.chance, now, by_hand=letters.by_hand))
    return go_on(game, letters, means.chance, now)


def _waiting(running: RunningRounds, about: LettersWanted | LettersRefused) -> Notice:
    return Notice(about, running.policy, running.game)


def _facts_noted(letters: str, fault: LettersFault) -> tuple[tuple[str, str], ...]:
    """Return by what one refusal of letters differs from another, as every record has it."""
    facts = ", ".join((fault.code, *map(str, astuple(fault))))
    return ("letters", letters), ("why", facts)


def waiting_preview(
    running: RunningRounds, means: Means, ahead: tuple[Event, ...]
) -> Report | None:
    """Return the report that waits for its release, next letters and ZAT in it; None if none waits."""
    if running.policy.publish is not Publish.APPROVE or running.game.last is None:
        return None
    after = replace(running, game=follow(running.game, ahead))
    means = means.after(ahead)
    return report_of(
        after,
        rounds_in(means, after.game),
        recipient=None,
        is_preview=True,
        sha256=seal_of(means),
        earlier=rounds_before(means),
        corrected=first_told(means),
    )


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


def _letters(running: RunningRounds) -> Letters:
    rack = running.policy.letters
    is_new = rack is not None and not is_spent(running.game, "letters", rack)
    by_hand = running.policy.draw is DrawBy.HAND
    return Letters(by_hand=by_hand, rack=rack if is_new else None)


def _spent(running: RunningRounds, game: RoundGame, opened: RoundOpened) -> Iterator[Event]:
    """Note which values of the settings this round has used up."""
    values = {
        "deadline": running.policy.deadline.isoformat() if running.policy.deadline else None,
        "letters": running.policy.letters,
        "comment": running.policy.comment or None,
    }
    for key, value in values.items():
        if value is not None and not is_spent(game, key, value):
            yield SettingSpent(opened.number, key, value)


def _once(
    running: RunningRounds, means: Means, now: datetime, note: str, content: Content
) -> Step | None:
    """Tell the game master once that the game waits for him."""
    game = running.game
    if note in game.noted:
        return None
    mail = owe_to_game_master(
        means.office.house, content, f"{note}:{game.id}", now, policy=running.policy, game=game
    )
    events = ((game.id, Noted(note, now)),)
    return Step(f"{note}:{game.id}", Decision(events, (mail,)))


class Preview(Struct, frozen=True):
    """A report with what was assumed to make it."""

    report: Report
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


class NoPreview(Struct, frozen=True):
    """There is no report that the game master may see now."""

    why: WhyNoPreview


def preview_of(running: RunningRounds, means: Means, now: datetime) -> Preview | NoPreview:
    """Return the report of the open round as if its ZAT had come, else of the round closed last."""
    playing = running.game.round
    if playing is None:
        return _report(running, means, now)
    is_ahead = is_before_zat(playing, now)
    if is_ahead and game_master_plays(running, means.office):
        return NoPreview(WhyNoPreview.GAME_MASTER_PLAYS)
    zat = playing.deadline
    return _closing(running, means, zat if is_ahead and zat is not None else now)


def _closing(running: RunningRounds, means: Means, at: datetime) -> Preview | NoPreview:
    """Close the open round, assuming an answer to what is undecided; the preview names each."""
    accepts = running.policy.undecided is Undecided.ACCEPT
    policy = Undecided.ACCEPT if accepts else Undecided.REFUSE
    held = close(running, means, at)
    undecided = held.words if isinstance(held, Held) else ()
    step = close(running, means, at, policy=policy)
    tie: tuple[str, ...] = ()
    if isinstance(step, Held) and step.tie is not None and running.game.round is not None:
        tie = step.tie.choices
        ruled = TieRuled(running.game.round.number, tie[0], "")
        running = replace(running, game=follow(running.game, [ruled]))
        step = close(running, means, at, policy=policy)
    if isinstance(step, Held):
        raise AssertionError("all that held the round up was settled")  # noqa: TRY004  no type is wrong
    events = [event for _, event in step.decision.events]
    after = replace(running, game=follow(running.game, events))
    found = _report(after, means.after(events), at)
    if isinstance(found, NoPreview):
        return found
    return replace(found, undecided=undecided, accepted=accepts, tie=tie)


def _report(running: RunningRounds, means: Means, at: datetime) -> Preview | NoPreview:
    """Take the step to the next round, and return the report that would go with it."""
    if running.game.last is None:
        return NoPreview(WhyNoPreview.NOTHING_CLOSED)
    auto = replace(running, policy=replace(running.policy, publish=Publish.AUTO))
    step = None if running.game.is_over else advance(auto, means, at)
    events: list[Event] = [event for _, event in step.decision.events] if step else []
    after = replace(running, game=follow(running.game, events))
    means = means.after(events)
    return Preview(
        report_of(
            after,
            rounds_in(means, after.game),
            recipient=None,
            is_preview=True,
            sha256=seal_of(means),
            earlier=rounds_before(means),
            corrected=first_told(means),
        )
    )


def is_waiting_for_letters(game: RoundGame) -> bool:
    """Tell whether letters for the next round may be given by hand now."""
    return game.round is None and not game.is_over and not game.is_drawn and end_of(game) is None


def draw_by_order(
    given: GivenOrder, tiles: str, running: RunningRounds, means: Means, now: datetime
) -> Step | NotWaitingForLetters | LettersWrong:
    """Take the tiles that the game master has drawn for the next round."""
    if not is_waiting_for_letters(running.game):
        return NotWaitingForLetters()
    try:
        letters = Letters(by_hand=True, drawn=tiles)
        events = go_on(running.game, letters, means.chance, now)
    except WrongLettersError as error:
        return LettersWrong(error.fault)
    return step_of(given.cause, running, *events)


def correct_draw(
    given: GivenOrder, rack: str, running: RunningRounds, means: Means, now: datetime
) -> Step | NoRound | LettersWrong:
    """Replace the letters of the open round; its moves are judged anew with them."""
    game = running.game
    if game.round is None:
        return NoRound()
    everything = in_order(game.rack + game.bag)
    if len(rack) != len(game.rack):
        return LettersWrong(WrongRackSize(len(game.rack), len(rack)))
    if missing := missing_from(everything, rack):
        return LettersWrong(NotInBag(missing))
    if fault := lacks_minimum(game, rack):
        return LettersWrong(fault)
    event = LettersDrawn(game.round.number, draw_by_hand("", everything, rack), now)
    return _with_other_letters(given, running, means, now, event)


def draw_letters_anew(
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime
) -> Step | GameIsOver | NoRound | NeedsReason | NothingToDraw:
    """Let chance draw again the letters that became known, those of the later of two such rounds.

    While the round before is open again, or its report waits for release, they are drawn when the
    next round opens; else at once, and its moves are judged anew.
    """
    game = running.game
    if game.is_over:
        return GameIsOver()
    if not given.because:
        return NeedsReason()
    if running.policy.draw is DrawBy.HAND:
        return NothingToDraw()
    if game.ahead is not None and game.ahead.round is not None:
        number = game.ahead.round.number
        step = step_of(given.cause, running, DrawnAnew(number, given.because))
        return replace(step, remarks=(DrawnAtClose(number),))
    if game.round is None:
        if game.last is None or running.policy.publish is not Publish.APPROVE:
            return NoRound()
        return step_of(given.cause, running, DrawnAnew(game.next_round, given.because))
    events = draw_anew(game, given.because, means.chance, now)
    if events is None:
        return NothingToDraw()
    return _with_other_letters(given, running, means, now, *events)


def _with_other_letters(
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime, *events: Event
) -> Step:
    """Tell all of the other letters, and each player whose move is not worth what it was."""
    game = running.game
    after = replace(running, game=follow(game, events))
    anew = judged_anew(
        in_force_now(means.office, game),
        after,
        means.office,
        WhyAnew.LETTERS,
        because=given.because,
        cause=given.cause,
        now=now,
    )
    if game.last is not None:
        means = means.after(events)
        mails = erratum(running, after, means, now, because=given.because, cause=given.cause)
        return step_of(given.cause, running, *events, mails=(*mails, *anew))

    def opening(recipient: str | None) -> Content:
        return Opening(
            after.game, after.policy, next_round_of(after.game), recipient, given.because
        )

    readers = readers_of(after.game)
    mails = to_all(after, means.office, opening, f"letters:{given.cause}", now, readers=readers)
    return step_of(given.cause, running, *events, mails=(*mails, *anew))
