"""What the game master is asked and shown: questions about words, the desk, who is reminded.

The desk is where the game stands for the game master: who has moved, what waits for him, what he can order.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from mailref.games.by_rounds.referee import MOST_KEPT, RefereeByRounds, SentWords
from mailref.games.events import Event, Noted, WordsAsked
from mailref.games.game import Stage
from mailref.games.rounds.contents import (
    Desk,
    Digest,
    MayOrder,
    MoveInForce,
    OpenWord,
    Reminder,
    WordQuestion,
    WordQuestions,
    rounds_face,
)
from mailref.games.rounds.events import MoveEntered, MoveWasLate
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.in_force import InForce, in_force_now, undecided_words
from mailref.games.rounds.next_round import is_waiting_for_letters
from mailref.games.rounds.policy import DrawBy, Publish, RunningRounds
from mailref.games.rounds.rules import Rules
from mailref.referee.deadline import may_correct_last_round
from mailref.referee.findings import STORED, Considered, Office, Reason, Receipt
from mailref.referee.identity import game_master_plays, unread_in
from mailref.referee.mails import Owed, Step, owe_to_deputy, step_of
from mailref.referee.notices import MissedThree
from mailref.tiles.board import place_name
from mailref.tiles.lexicon.german import gather
from mailref.tiles.scoring import Judged


class AskingInRounds(RefereeByRounds):
    """What players have in force, and what of it the game master is asked and shown."""

    running: RunningRounds

    # What is in force.

    @property
    def laying(self) -> Rules:
        return self.running.game.rules

    @property
    def takes_entries(self) -> bool:
        return self.running.game.round is not None

    def in_force(self, office: Office) -> Mapping[str, InForce]:
        """Return what of each player is in force in the open round."""
        return in_force_now(office, self.running.game)

    def sent(self, office: Office) -> Mapping[str, SentWords]:
        return {
            name: SentWords((), found.choice.undecided, found)
            for name, found in self.in_force(office).items()
            if found.choice.holds_something
        }

    def undecided(self, office: Office) -> tuple[str, ...]:
        return undecided_words(self.running.game, self.in_force(office))

    def events_of(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        game = self.running.game
        if entry.player is None or entry.entry is None:
            return
        moves = entry.entry.moves
        if entry.reason is Reason.LATE and entry.round is not None:
            if _is_kept_late(game, entry.round, entry.player):
                yield MoveWasLate(entry.player, entry.round, receipt.received, moves, receipt.key)
            return
        if game.round is None:
            return
        number = game.round.number
        kept = sum(len(each.moves) for each in game.round.entries.get(entry.player, ()))
        is_kept = entry.reason is Reason.NO_VALID_MOVE and kept < MOST_KEPT
        if entry.outcome in STORED or is_kept:
            yield MoveEntered(entry.player, number, receipt.received, receipt.key, moves)

    # Questions about words.

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words asked about in this round, or in the last one without an answer.

        Rules 8, custom: until the next ZAT a ruling still corrects the round closed last.
        """
        game = self.running.game
        return game.asked | frozenset(game.last.undecided if game.last else ())

    def asked(self, words: tuple[str, ...], now: datetime) -> tuple[Event, ...]:
        return (WordsAsked(words, now),)

    def was_asked(self, word: str) -> bool:
        return word in self.running.game.asked

    def questions(
        self, words: tuple[str, ...], office: Office, key: str, now: datetime, *, is_reminder: bool
    ) -> Iterator[Owed]:
        """Owe the question to the game master; where he plays, the full one to his deputy, too."""
        is_player = game_master_plays(self.running, office)
        waiting = self.undecided(office)

        def asked(*, for_deputy: bool) -> WordQuestions:
            is_hidden = is_player and not for_deputy
            return WordQuestions(
                rounds_face(self.running.game),
                self.running.policy,
                tuple(self._question(office, word, is_hidden=is_hidden) for word in words),
                is_reminder,
                others=tuple(word for word in waiting if word not in words),
                desk=self.desk(office, now, for_deputy=for_deputy) if is_reminder else None,
                for_deputy=for_deputy,
            )

        yield self.tell_game_master(asked(for_deputy=False), office, key, now)
        if is_player:
            yield from owe_to_deputy(self.running, asked(for_deputy=True), key, now)

    def _question(self, office: Office, word: str, *, is_hidden: bool) -> WordQuestion:
        """Gather the evidence; a game master who plays sees the word alone."""
        moves = () if is_hidden else self._moves_with(office, word)
        first = moves[0] if moves else None
        comment = _comment(first.judged) if first else None
        return WordQuestion(
            word=word,
            unknown=self.unknown(word, office),
            player=first.player if first else None,
            place=_place(first.judged, self.laying) if first else None,
            comment=comment,
            evidence=gather(word, comment or "", office.lexicon, self.laying),
            moves=moves,
        )

    def _moves_with(self, office: Office, word: str) -> tuple[MoveInForce, ...]:
        """Return the moves of the open round in which *word* waits for a ruling."""
        active = {player.name for player in self.running.game.active}
        return tuple(
            MoveInForce(name, judged)
            for name, found in self.in_force(office).items()
            if name in active
            for judged in _first_with(found.choice.moves, word)
        )

    # The desk.

    def desk(self, office: Office, now: datetime, *, for_deputy: bool = False) -> Desk:
        """Return how a game stands at *now*."""
        game = self.running.game
        is_hidden = game_master_plays(self.running, office) and not for_deputy
        sent = self.sent(office)
        there = [player.name for player in game.active] if game.round is not None else []
        moved = tuple(name for name in there if name in sent)
        words = self.undecided(office)
        return Desk(
            moved=moved,
            moves=() if is_hidden else tuple(self._moves(office, moved)),
            missing=tuple(name for name in there if name not in moved),
            words=tuple(
                OpenWord(word, () if is_hidden else self._moves_with(office, word))
                for word in words
            ),
            press=tuple(item for item in game.press if not item.is_released),
            may_order=tuple(self._may_order(now, has_words=bool(words))),
            is_hidden=is_hidden,
            unread=unread_in(office, game.id, game.round.opened) if game.round is not None else (),
        )

    def _moves(self, office: Office, moved: tuple[str, ...]) -> Iterator[MoveInForce]:
        found = self.in_force(office)
        for name in moved:
            choice = found[name].choice
            waiting = (move for move in choice.moves if move.undecided)
            judged = choice.counted or next(waiting, None)
            if judged is not None:
                yield MoveInForce(name, judged)

    def _may_order(self, now: datetime, *, has_words: bool) -> Iterator[MayOrder]:
        game = self.running.game
        if game.is_over:
            return
        if has_words:
            yield MayOrder.RULE
        if any(not item.is_released for item in game.press):
            yield MayOrder.PRESS
        if game.is_paused:
            yield MayOrder.RESUME
        elif game.round is not None:
            yield from (MayOrder.EXTEND, MayOrder.CLOSE, MayOrder.PAUSE)
        if game.stage is Stage.GOING_ON:
            yield from _between_rounds(self.running)
        if game.last is not None:
            if may_correct_last_round(game, now):
                yield MayOrder.REOPEN
            yield MayOrder.CORRECT

    # What goes out because time passes.

    def digests(self, office: Office, key: str, now: datetime) -> Iterator[Owed]:
        """Owe how the game stands to the game master; where he plays, to his deputy in full."""
        content = Digest(
            rounds_face(self.running.game), self.running.policy, self.desk(office, now)
        )
        yield self.tell_game_master(content, office, key, now)
        if content.desk.is_hidden:
            desk = self.desk(office, now, for_deputy=True)
            full = Digest(content.game, content.policy, desk, for_deputy=True)
            yield from owe_to_deputy(self.running, full, key, now)

    def reminder(self, player: str, office: Office) -> Reminder:  # noqa: ARG002  he has sent nothing
        game = self.running.game
        return Reminder(rounds_face(game), self.running.policy, player, game.rack)

    def absent(self, office: Office, now: datetime) -> Step | None:
        """Put players with three rounds missed in a row before the game master; exclude nobody."""
        game = self.running.game
        if not game.rules.counts_absences:
            return None
        notes = {
            player.name: f"missed_three:{player.name}:{game.next_round - player.missed_in_a_row}"
            for player in game.players.values()
            if player.missed_in_a_row >= 3 and game.has_active(player.name)
        }
        names = [name for name, note in notes.items() if note not in game.noted]
        if not names:
            return None
        key = f"missed_three:{game.id}:{game.round_number}:{','.join(names)}"
        mail = self.tell_game_master(MissedThree(tuple(names)), office, key, now)
        noted = (Noted(notes[name], now) for name in names)
        return step_of(key, self.running, *noted, mails=(mail,))


def _is_kept_late(game: RoundGame, number: int, player: str) -> bool:
    """Tell whether a late entry may still come to count: if the round gets another ZAT (rules 8)."""
    for state in (game, game.before_close):
        if state is not None and state.round is not None and state.round.number == number:
            late = state.round.late_entries.get(player, ())
            return sum(len(each.moves) for each in late) < MOST_KEPT
    return False


def _first_with(moves: tuple[Judged, ...], word: str) -> Iterator[Judged]:
    found = next((judged for judged in moves if word in judged.undecided), None)
    if found is not None:
        yield found


def _between_rounds(running: RunningRounds) -> Iterator[MayOrder]:
    if running.policy.publish is Publish.APPROVE and running.game.last is not None:
        yield MayOrder.PUBLISH
    if running.policy.draw is DrawBy.HAND and is_waiting_for_letters(running.game):
        yield MayOrder.DRAW


def _comment(judged: Judged) -> str | None:
    if judged.written.move is None:
        return None
    comments = [play.comment for play in judged.written.move.plays if play.comment]
    return "; ".join(comments) or None


def _place(judged: Judged, rules: Rules) -> str:
    first = judged.plays[0].scored
    return place_name(first.square, first.direction, rules.axes)
