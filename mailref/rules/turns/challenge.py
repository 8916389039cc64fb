"""An open play is challenged or accepted: who may, what it costs, and whether the play stands (classic 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mailref.rules.lexicon.verdicts import spell_out
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.course import Course, word_verdict
from mailref.rules.turns.orders import Act, ChallengeAct, WordNotFormed
from mailref.rules.turns.seated_game import OpenTurn, SeatedGame
from mailref.rules.turns.turn_answer import (
    FromMail,
    TurnAnswer,
    TurnEffect,
    TurnOutcome,
    accepted,
    rejected,
)
from mailref.rules.turns.turn_events import AcceptedHow
from mailref.rules.turns.turn_rules import CostPer

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
        return rejected("no_challenge")
    if open_play is None:
        was_back = _is_about_what_went_back(course.game, act)
        return rejected("already_ruled" if was_back else "nothing_to_challenge")
    if open_play.player == sender.player:
        return rejected("own_play")
    if not act.words and not sender.has_seen(open_play.number):
        return rejected("nothing_to_challenge")
    named, unformed = _words_meant(open_play, act)
    if unformed is not None:
        return rejected("no_valid_move", (WordNotFormed(span=act.span, word=unformed),))
    pending = course.game.challenge.words if course.game.challenge is not None else ()
    words = tuple(w for w in named if w not in open_play.decided and w not in pending)
    if not words:
        return rejected("already_ruled")
    made = (open_play.number, sender.player, words, sender.received, sender.mail, act.is_foreign)
    if course.game.challenge is not None:
        course.record(happened.ChallengeHeld(*made))
        return TurnAnswer(TurnOutcome.PENDING, asked=course.game.challenge.words)
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
        return TurnAnswer(TurnOutcome.PENDING, asked=unknown)
    cost = 0 if is_free else _cost(course.game, len(known))
    course.record(happened.ChallengeDecided(open_play.number, challenge.player, known, True, cost))
    if course.game.challenges_held:
        held = course.game.challenges_held[0]
        made = (held.number, held.player, held.words, held.received, held.mail, held.is_foreign)
        course.record(happened.PlayChallenged(*made))
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
        return rejected("nothing_to_accept")
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
