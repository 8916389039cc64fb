"""The referee of games in rounds: for which round an entry is, what it is worth, what is recorded and told.

What he does at a deadline, and for the game master, stands in `referee.py` beside it.
"""

from datetime import datetime

from msgspec.structs import replace

from mailref.games.events import Event
from mailref.games.rounds.contents import CommandAnswer, EntryAnswer, rounds_face
from mailref.games.rounds.events import MoveWithdrawn
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.in_force import Choice, choice_in, choose_move, judge_of, judged_now
from mailref.games.rounds.next_round import is_before_the_first_letters, word_in_rounds
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.referee import RefereeOfRounds
from mailref.games.rounds.reports import readers_of
from mailref.games.rounds.rules import UNLIMITED
from mailref.games.schedule import is_in_time
from mailref.orders.entries import Ambiguity, Entry, GameFace
from mailref.orders.shapes import first_unformed
from mailref.referee.deadline import may_change, round_meant
from mailref.referee.findings import (
    STORED,
    CommandsGiven,
    Consideration,
    Considered,
    Did,
    Judgement,
    NotDone,
    Office,
    Outcome,
    Reason,
)
from mailref.referee.identity import game_master_plays
from mailref.referee.lots import announced_at
from mailref.referee.mails import Step
from mailref.referee.policy import Confirm
from mailref.referee.reports import Means, announce
from mailref.tiles.legality import meant_in
from mailref.tiles.moves import Play, TextSpan
from mailref.tiles.scoring import Status


def game_of_round(game: RoundGame, number: int) -> RoundGame:
    """Return the state in which the entry would have counted, where that is still known."""
    before = game.before_close
    if before is not None and before.round is not None and before.round.number == number:
        return before
    return game


def was_in_time(entry: Considered, game: RoundGame, received: datetime) -> bool:
    """Tell whether a late entry had arrived before its round was closed: it was only seen too late."""
    last = game.last
    is_of_last = last is not None and entry.round == last.number != game.round_number
    if entry.reason is not Reason.LATE or last is None or not is_of_last:
        return False
    return is_in_time(received, last.closed if last.is_early else last.deadline)


def face_of(running: RunningRounds) -> GameFace:
    """Return what reading needs of a game; the final round allows any number of plays."""
    rules = running.game.rules
    if running.game.position.is_final:
        rules = replace(rules, plays=UNLIMITED)
    return GameFace(running.policy.id, running.policy.title, rules)


def _unformed_word(entry: Entry, choice: Choice) -> TextSpan | None:
    """Return the first word named beside a play that the plays of the entry do not form."""
    formed = {
        word.word for move in choice.moves for play in move.plays for word in play.scored.words
    }
    has_plays = any(move.plays for move in choice.moves)
    return first_unformed(entry.named, formed) if has_plays else None


def meant(entry: Considered, running: RunningRounds, office: Office) -> tuple[Play | None, ...]:
    """Return what may have been meant by moves whose place alone is wrong.

    The question says that the word is one: so it is asked only where verdicts are told.
    """
    choice = choice_in(entry.found)
    if choice is None or entry.reason not in (None, Reason.NO_VALID_MOVE):
        return ()
    if running.policy.confirm is not Confirm.FULL:
        return ()
    judge = judge_of(running.game, office.lexicon)
    found = tuple(
        meant_in(judged.written, judge) if judged.status is Status.INVALID else None
        for judged in choice.moves
    )
    return found if any(found) else ()


class RoundsFamily(RefereeOfRounds):
    """A game in rounds and what its referee does."""

    @property
    def ended_before_last(self) -> datetime | None:
        before = self.running.game.before_close
        return before.last.closed if before is not None and before.last is not None else None

    def hides_moves(self, office: Office) -> bool:
        return not self.running.game.is_over and game_master_plays(self.running, office)

    def has_word(self, word: str, office: Office) -> bool:
        game = self.running.game
        seen = {} if self.hides_moves(office) else self.in_force(office)
        judged = (move for found in seen.values() for move in found.choice.moves)
        is_laid = any(
            formed.word == word
            for move in judged
            for play in move.plays
            for formed in play.scored.words
        )
        is_known = word in game.rulings
        return (
            is_laid
            or is_known
            or (game.last is not None and game.last.verdict_on(word) is not None)
        )

    def face(self) -> GameFace:
        return face_of(self.running)

    def may_object(self) -> bool:
        return not self.running.game.has_started and not self.running.game.is_over

    def seen_by(self, player: str | None) -> RunningRounds:
        """Return the game as it is for a player.

        Who joined since takes no part in a round that is open again: what he sends is for his first one.
        """
        game = self.running.game
        known = game.players.get(player or "")
        if known is None or game.round is None or game.ahead is None:
            return self.running
        is_later = max(known.joined_in, known.back_in) > game.round.number
        return replace(self.running, game=game.ahead) if is_later else self.running

    def judge(
        self,
        entry: Entry,
        mail: Consideration,
        office: Office,
        player: str | None,  # noqa: ARG002  all play for one round
    ) -> Judgement:
        number, is_late = round_meant(mail, self.running)
        game = game_of_round(self.running.game, number)
        choice = choose_move(judged_now(office, game, entry.moves), game.rules)
        if (unformed := _unformed_word(entry, choice)) is not None:
            return Judgement(number, choice, asked=(Ambiguity.UNFORMED_WORD, unformed))
        if is_late:
            return Judgement(number, choice, reason=Reason.LATE)
        named = entry.round_named
        if named is not None and named.number != number:
            return Judgement(number, choice, asked=(Ambiguity.OTHER_ROUND, named.span))
        if choice.undecided:
            return Judgement(number, choice, Outcome.PENDING, None)
        if choice.counts is not None:
            return Judgement(number, choice, Outcome.ACCEPTED, None)
        return Judgement(number, choice, reason=Reason.NO_VALID_MOVE)

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:
        return entry.round if was_in_time(entry, self.running.game, received) else None

    def answer(self, entry: Considered, office: Office, did: Did) -> EntryAnswer:
        return EntryAnswer(
            considered=entry,
            game=rounds_face(self.running.game),
            policy=self.running.policy,
            replaces=entry.outcome in STORED and did.had_move,
            still_in_force=self._still_in_force(entry, office),
            is_registered_now=did.is_registered_now,
            meant=meant(entry, self.running, office),
            was_in_time=was_in_time(entry, self.running.game, did.received),
        )

    def _still_in_force(self, entry: Considered, office: Office) -> Considered | None:
        """Return what counts beside a rejected entry: an earlier one, or what the final round saves.

        Rules 8: if no set is wholly valid there, the first counts up to its first faulty play.
        """
        return None if entry.outcome in STORED else self.own_move(entry.player, office)

    def is_leaving(self, player: str) -> bool:
        return self.running.game.players[player].is_leaving

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if game.round is None or player not in game.round.entries:
            return NotDone.NOTHING_TO_WITHDRAW
        if not may_change(game, received):
            return NotDone.TOO_LATE
        return MoveWithdrawn(player, game.round.number, received)

    def lot_word(self, player: str, word: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if not self.running.policy.lots:
            return NotDone.NO_LOTS
        return word_in_rounds(self.running, player, word, received)

    def answer_commands(self, given: CommandsGiven, office: Office) -> CommandAnswer:
        game = self.running.game
        return CommandAnswer(
            **given.told(office),
            game=rounds_face(game),
            policy=self.running.policy,
            own=self.own_move(given.player, office),
            withdrawn=any(isinstance(event, MoveWithdrawn) for event in given.events),
            last=game.last,
        )

    def announce(self, means: Means, now: datetime) -> Step | None:
        game = self.running.game
        if not is_before_the_first_letters(game):
            return None
        return announce(self.running, means, now, readers=readers_of(game))

    def waits_for_words(self) -> bool:
        game = self.running.game
        return announced_at(game) is not None and is_before_the_first_letters(game)


FAMILY = RoundsFamily
