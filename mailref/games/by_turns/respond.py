"""What a mail of a player does in a game in turns, and a ruling, a time-out, the end of a window.

An open play is challenged or accepted: who may, what it costs, and whether the play stands (classic 5).
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import astuple, replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import (
    Course,
    FromMail,
    Illegal,
    LegalMove,
    Tried,
    TurnAnswer,
    TurnEffect,
    WordsWait,
    accepted,
    applicable,
    has_newer,
    is_unplayed,
    naming_players,
    rejected,
    unpromised,
    word_verdict,
)
from mailref.games.by_turns.events import AcceptedHow, KeptOrder, PromisedPlay
from mailref.games.by_turns.faults import ConditionUnmet, WordNotFormed
from mailref.games.by_turns.rules import CostPer, Timeout
from mailref.games.by_turns.seated_game import OpenTurn, SeatedGame
from mailref.games.events import BY_GAME_MASTER, UNPLAYED
from mailref.games.secret import Secret
from mailref.orders.written import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    ChallengeAct,
    OrdersIf,
    ResignAct,
    TrialAct,
    WishAct,
    WrittenOrders,
)
from mailref.referee.findings import Outcome, Reason
from mailref.tiles.lexicon.verdicts import spell_out
from mailref.tiles.moves import Fault

BY_POLICY = "policy"
"""Who rules on words where nobody has: the setting `undecided`."""


def challenging_once(acts: Sequence[Act]) -> Iterator[Act]:
    """Yield acts with all challenges of a mail as one, of all the words that they name (classic 5.4)."""
    challenges = [act for act in acts if isinstance(act, ChallengeAct)]
    for act in acts:
        if not isinstance(act, ChallengeAct):
            yield act
        elif act is challenges[0]:
            words = dict.fromkeys(word for each in challenges for word in each.words)
            is_foreign = any(each.is_foreign for each in challenges)
            yield replace(act, words=tuple(words), is_foreign=is_foreign)


def challenge(course: Course, sender: FromMail, act: ChallengeAct) -> TurnAnswer:
    """Challenge words of the open play, decide it where that can be done, or hold it (classic 5.4, 5.5)."""
    open_play = course.game.open_play
    if not course.game.rules.may_challenge:
        return rejected(Reason.NO_CHALLENGE)
    if open_play is None:
        was_back = _is_about_what_went_back(course.game, act)
        return rejected(Reason.ALREADY_RULED if was_back else Reason.NOTHING_TO_CHALLENGE)
    if open_play.player == sender.player:
        return rejected(Reason.OWN_PLAY)
    if not act.words and not sender.has_seen(open_play.number):
        return rejected(Reason.NOTHING_TO_CHALLENGE)
    named, unformed = _words_meant(open_play, act)
    if unformed is not None:
        return rejected(Reason.NO_VALID_MOVE, (WordNotFormed(span=act.span, word=unformed),))
    pending = course.game.challenge.words if course.game.challenge is not None else ()
    words = tuple(w for w in named if w not in open_play.decided and w not in pending)
    if not words:
        return rejected(Reason.ALREADY_RULED)
    made = (open_play.number, sender.player, words, sender.received, sender.mail, act.is_foreign)
    if course.game.challenge is not None:
        course.record(happened.ChallengeHeld(*made))
        return TurnAnswer(Outcome.PENDING, asked=course.game.challenge.words)
    course.record(happened.PlayChallenged(*made))
    return decide_challenge(course)


def _is_about_what_went_back(game: SeatedGame, act: ChallengeAct) -> bool:
    """Tell whether the play challenged was taken back already: of two challenges the earlier counts (classic 5.5)."""
    before = game.before
    if before is None or before.kind != "taken_back" or before.scored is None:
        return False
    formed = {spell_out(word.word) for word in before.scored.words}
    return {spell_out(word) for word in act.words} <= formed


def _words_meant(open_play: OpenTurn, act: ChallengeAct) -> tuple[tuple[str, ...], str | None]:
    """Return the words of the play that are challenged, or the one that it did not form.

    In a challenge umlauts may be spelled out (classic 11).
    """
    if not act.words:
        return tuple(dict.fromkeys(open_play.words)), None
    formed = {spell_out(word): word for word in open_play.words}
    unformed = next((word for word in act.words if spell_out(word) not in formed), None)
    return tuple(
        formed[spell_out(word)] for word in act.words if spell_out(word) in formed
    ), unformed


def decide_challenge(course: Course, *, is_free: bool = False) -> TurnAnswer:
    """Decide the challenge that is made: by rulings, then the list, else the game waits (classic 5.6).

    It is free in vain where nobody ruled and the policy accepts the word.
    """
    challenge, open_play = course.game.challenge, course.game.open_play
    if challenge is None or open_play is None:
        raise ValueError(f"{course.game.id}: nothing is challenged")
    verdicts = {
        word: word_verdict(word, course.game, course.lexicon, is_foreign=challenge.is_foreign)
        for word in challenge.words
    }
    known = tuple((word, valid) for word, valid in verdicts.items() if valid is not None)
    if not all(valid for _, valid in known):
        course.record(
            happened.ChallengeDecided(open_play.number, challenge.player, known, False, 0)
        )
        course.book.take_back(course)
        course.settle()
        return accepted(TurnEffect.TAKEN_BACK)
    unknown = tuple(word for word, valid in verdicts.items() if valid is None)
    if unknown:
        course.ask(unknown)
        return TurnAnswer(Outcome.PENDING, asked=unknown)
    cost = 0 if is_free else _cost(course.game, len(known))
    course.record(happened.ChallengeDecided(open_play.number, challenge.player, known, True, cost))
    if course.game.challenges_held:
        held = course.game.challenges_held[0]
        course.record(happened.PlayChallenged(*astuple(held)))
        decide_challenge(course)
    course.settle()
    return accepted(TurnEffect.STANDS)


def _cost(game: SeatedGame, words: int) -> int:
    each = game.rules.challenge_cost
    return each * words if game.rules.challenge_per is CostPer.WORD else each


def accept_play(course: Course, sender: FromMail) -> TurnAnswer:
    """Let the open play stand as far as this player is concerned (classic 5.2)."""
    open_play, player = course.game.open_play, sender.player
    if open_play is None or open_play.player == player or not sender.has_seen(open_play.number):
        return rejected(Reason.NOTHING_TO_ACCEPT)
    if course.game.challenge is not None:
        course.record(happened.AcceptanceGiven(open_play.number, player))
    elif course.is_window_open or player != course.player:
        course.record(happened.AcceptanceGiven(open_play.number, player))
        close_if_all_accept(course, open_play.number)
    else:
        course.accept(player, AcceptedHow.MAIL)
    course.settle()
    return accepted(TurnEffect.ACCEPTED_PLAY)


def close_if_all_accept(course: Course, number: int) -> None:
    """Let the open play stand once all others have accepted (classic 5.2)."""
    open_play = course.game.open_play
    if open_play is None or open_play.number != number:
        return
    others = {name for name in course.game.playing if name != open_play.player}
    unseen = {name for name in others if course.game.hands[name].accepts_all}
    if others <= open_play.accepted_by | unseen:
        course.accept(course.player, AcceptedHow.ALL)


def respond(course: Course, sender: FromMail, written: WrittenOrders) -> TurnAnswer:
    """Do what a player's mail asks for: the challenge first, then the move (classic 5.5)."""
    if course.game.is_over:
        return rejected(Reason.LATE)
    if sender.player not in course.game.playing:
        return rejected(Reason.NOT_A_PLAYER)
    if written.ambiguous_at or written.unread_at or _resigns_and_more(written):
        return rejected(Reason.AMBIGUOUS)
    written = naming_players(course.game, sender.player, written)
    if written.faults:
        return rejected(Reason.NO_VALID_MOVE, written.faults)
    if written.act(ResignAct) is not None:
        return _resign(course, sender.player)
    for act in written.acts:
        if isinstance(act, AcceptsAllAct):
            done = _accept_all(course, sender.player, wanted=act.wanted)
            if not written.groups and len(written.acts) == 1:
                return done
        if isinstance(act, TrialAct) and not written.groups:
            return _try_out(course, sender.player, act)
        if isinstance(act, WishAct):
            course.book.wish(course, sender.player, act.letters)
    if written.act(WishAct) is not None and not written.groups and len(written.acts) == 1:
        return TurnAnswer(Outcome.COMMAND, effect=TurnEffect.WISHED)
    return _act_and_move(course, sender, written)


def _resigns_and_more(written: WrittenOrders) -> bool:
    resigns = written.act(ResignAct) is not None
    return resigns and (bool(written.groups) or len(written.acts) > 1)


def _act_and_move(course: Course, sender: FromMail, written: WrittenOrders) -> TurnAnswer:
    answer: TurnAnswer | None = None
    for act in challenging_once(written.acts):
        match act:
            case ChallengeAct():
                answer = challenge(course, sender, act)
            case AcceptAct():
                answer = accept_play(course, sender)
            case _:
                continue
        if answer.outcome is Outcome.REJECTED and not _may_go_on(answer, written):
            return answer
    if course.game.is_over or not written.groups:
        return answer or rejected(Reason.NO_VALID_MOVE)
    if (
        answer is not None
        and answer.effect is TurnEffect.STANDS
        and not _still_to_move(course, sender)
    ):
        return answer  # the turn was lost by the challenge
    moved = move(course, sender, written.groups)
    if answer is not None and any(isinstance(f, ConditionUnmet) for f in moved.faults):
        return answer  # the move was for another case
    if moved.outcome is Outcome.REJECTED and answer is not None:
        return replace(moved, effect=answer.effect)
    if answer is not None and answer.outcome is Outcome.PENDING:
        return replace(answer, legal=moved.legal)
    return moved


def _may_go_on(answer: TurnAnswer, written: WrittenOrders) -> bool:
    """Tell whether a move counts though ANNEHMEN beside it had nothing to accept."""
    return answer.reason is Reason.NOTHING_TO_ACCEPT and bool(written.groups)


def _still_to_move(course: Course, sender: FromMail) -> bool:
    forfeits = course.game.rules.challenge_forfeit
    return not forfeits or course.player == sender.player


def _accept_all(course: Course, player: str, *, wanted: bool) -> TurnAnswer:
    course.record(happened.AcceptsAllSet(player, wanted))
    course.settle()
    effect = TurnEffect.ACCEPTS_ALL if wanted else TurnEffect.ASKS
    return TurnAnswer(Outcome.COMMAND, effect=effect)


def _try_out(course: Course, player: str, act: TrialAct) -> TurnAnswer:
    tried = course.try_order(course.game, player, act.order)
    if isinstance(tried, Illegal):
        return TurnAnswer(Outcome.COMMAND, effect=TurnEffect.TRIAL, faults=tried.faults)
    if isinstance(tried, WordsWait):
        legal, words = tried.play, tried.words
    else:
        legal, words = tried, ()
    return TurnAnswer(
        Outcome.COMMAND,
        effect=TurnEffect.TRIAL,
        faults=legal.remarks,
        legal=legal,
        asked=words,
    )


def _resign(course: Course, player: str) -> TurnAnswer:
    put_out(course, player, "resigned")
    return accepted(TurnEffect.RESIGNED)


def put_out(course: Course, player: str, why: str) -> None:
    """Take a player out of the game; of two the other has won (classic 7.6)."""
    is_his_turn = course.game.turn is not None and course.player == player
    is_last = len(course.game.playing) == 2
    course.record(happened.PlayerOut(player, why))
    if is_last:
        course.end(why)
    elif is_his_turn:
        course.next_turn()


def end_by_order(course: Course) -> None:
    """End the game as ordered: each loses the values of his tiles, unless nobody has moved (classic 9.2)."""
    course.accept(course.player, AcceptedHow.MOVE)
    if not course.game.is_over:
        course.end(UNPLAYED if is_unplayed(course.game) else BY_GAME_MASTER)


def move(course: Course, sender: FromMail, groups: Sequence[OrdersIf]) -> TurnAnswer:
    """Carry out the first order that can be, or keep the move for its time."""
    game, player = course.game, sender.player
    if course.is_going_out:
        return rejected(Reason.ONLY_ACCEPT_OR_CHALLENGE)
    if has_newer(game, player, sender.received):
        return rejected(Reason.OLDER_MAIL)
    if game.waiting is not None and game.waiting.player == player:
        course.record(happened.OrderDropped(player, "replaced"))
    is_seen = sender.has_seen(course.number - 1)
    if course.player != player or course.game.is_held or course.is_window_open:
        return _keep(course, sender, groups)
    if course.grace or not is_seen:
        return _keep(course, sender, groups)
    kept = KeptOrder(tuple(groups), unpromised(groups), sender.received, sender.mail, 0)
    faults: list[Fault] = []
    for order, _ in applicable(kept, course.game.before):
        tried = course.try_order(course.game, player, order)
        if isinstance(tried, Illegal):
            faults += tried.faults
        elif isinstance(tried, WordsWait):
            course.wait_for_words(player, kept, tried.words)
            told = (*faults, *tried.play.remarks)
            return TurnAnswer(Outcome.PENDING, None, None, told, tried.play, tried.words)
        else:
            if player in course.game.kept:
                course.record(happened.OrderDropped(player, "replaced"))
            course.carry_out(tried, sender.received, sender.mail)
            told = (*faults, *tried.remarks)
            return TurnAnswer(Outcome.ACCEPTED, None, TurnEffect.DONE, told, tried)
    return rejected(
        Reason.NO_VALID_MOVE, faults or (ConditionUnmet(span=groups[0].orders[0].span),)
    )


def _keep(course: Course, sender: FromMail, groups: Sequence[OrdersIf]) -> TurnAnswer:
    """Keep a move until its owner's turn, or until others can no longer challenge (classic 5.3, 6)."""
    game, player = course.game, sender.player
    is_mine = course.player == player
    is_seen = sender.has_seen(course.number - 1)
    seen = game if is_seen or not is_mine or game.before_move is None else game.before_move
    tried = [
        [_tried_if(course, seen, player, group, order) for order in group.orders]
        for group in groups
    ]
    possible = [each for row in tried for each in row if not isinstance(each, Illegal)]
    faults = tuple(
        f for row in tried for each in row if isinstance(each, Illegal) for f in each.faults
    )
    if not possible:
        return rejected(Reason.NO_VALID_MOVE, faults)
    is_open = is_mine and is_seen and game.open_play is not None
    has_seen = game.open_play.number if is_open and game.open_play is not None else 0
    promised = tuple(tuple(_promise(each) for each in row) for row in tried)
    kept = KeptOrder(tuple(groups), promised, sender.received, sender.mail, has_seen)
    course.record(happened.OrderKept(player, Secret(kept)))
    if has_seen and game.challenge is None and not course.grace:
        course.record(happened.AcceptanceGiven(has_seen, player))
        close_if_all_accept(course, has_seen)
        course.settle()
    elif is_mine and not is_seen:
        course.settle()
    first = possible[0]
    legal = _legal(first)
    faults += tuple(remark for each in possible for remark in _legal(each).remarks)
    # What cannot be carried out is kept all the same (classic 6.1); its owner is told.
    return TurnAnswer(Outcome.ACCEPTED, effect=TurnEffect.KEPT, legal=legal, faults=faults)


def _tried_if(
    course: Course, seen: SeatedGame, player: str, group: OrdersIf, order: AnyOrder
) -> Tried:
    """Judge an order on the board as its owner has *seen* it, and as if its condition came true."""
    game = course.book.as_if(seen, group.condition)
    return course.try_order(game, player, order)


def _legal(tried: LegalMove | WordsWait) -> LegalMove:
    return tried.play if isinstance(tried, WordsWait) else tried


def _promise(tried: Tried) -> PromisedPlay | None:
    match tried:
        case WordsWait(play=play):
            return play.promise
        case Illegal():
            return PromisedPlay((), 0)  # what could not be played then is not played later
        case _:
            return tried.promise


def rule(course: Course, word: str, *, is_valid: bool, by: str, because: str = "") -> TurnAnswer:
    """Take a ruling of the game master, and decide what waited for it."""
    course.record(common.WordRuled(word, is_valid, by, because))
    answer = _decide_what_waited(course, is_free=by == BY_POLICY)
    course.book.ruled(course)
    return answer


def _decide_what_waited(course: Course, *, is_free: bool) -> TurnAnswer:
    if course.game.challenge is not None:
        return decide_challenge(course, is_free=is_free)
    waiting = course.game.waiting
    if waiting is None:
        return TurnAnswer(Outcome.COMMAND)
    order = waiting.order.value
    return move(course, FromMail(waiting.player, order.received, order.mail), order.groups)


def end_window(course: Course) -> TurnAnswer:
    """Go on when nobody else can challenge any more; the caller says when (classic 5.3)."""
    course.settle()
    return TurnAnswer(Outcome.ACCEPTED)


def time_out(course: Course, timeout: Timeout, most: int) -> TurnAnswer:
    """End a turn whose time is up: the play before it stands, the turn scores nothing (classic 7.3).

    A move that waited for that alone is made: its owner has moved in time (classic 6.2).
    """
    player = course.player
    if timeout is Timeout.WAIT:
        return TurnAnswer(Outcome.ACCEPTED)
    if _plays_what_was_kept(course):
        return accepted(TurnEffect.DONE)
    course.accept(player, AcceptedHow.TIMEOUT)
    if course.game.is_over:
        return accepted(TurnEffect.TIMED_OUT)
    course.book.time_out(course)
    is_out = timeout is Timeout.LOSE or 0 < most <= course.game.hands[player].timed_out
    if is_out and not everybody_timed_out(course.game):
        put_out(course, player, happened.OUT_OF_TIME)
        return accepted(TurnEffect.OUT)
    course.next_turn()
    return accepted(TurnEffect.TIMED_OUT)


def _plays_what_was_kept(course: Course) -> bool:
    """Let the ZAT accept the open play for a move that waited for that; tell whether it was made."""
    number, player = course.number, course.player
    if player not in course.game.kept:
        return False
    course.accept(player, AcceptedHow.TIMEOUT)
    course.settle()
    return course.game.is_over or course.number != number


def everybody_timed_out(game: SeatedGame) -> bool:
    """Tell whether nobody's last turn was more than a time-out: then the game master is asked (classic 7.5)."""
    return all(game.hands[name].timed_out for name in game.playing)
