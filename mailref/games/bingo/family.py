"""The referee of Scrabble-Bingo: what words and calls are worth, what is recorded and told (other games 2)."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Self

from msgspec.structs import replace

from mailref.games.bingo.contents import (
    BingoAnswer,
    BingoCommandAnswer,
    BingoDesk,
    BingoDigest,
    BingoFace,
    BingoNotice,
    BingoOpening,
    BingoOwn,
    BingoReminder,
    BingoReport,
    BingoRuled,
    bingo_desk,
    bingo_face,
    own_words,
)
from mailref.games.bingo.course import (
    JudgedWords,
    at_zat,
    fix_words,
    is_complete,
    judge_words,
    judged_in,
    words_in_force,
    words_undecided,
)
from mailref.games.bingo.events import (
    BingoCalled,
    BingoOpened,
    BingoRoundOpened,
    WordsEntered,
    WordsWithdrawn,
)
from mailref.games.bingo.game import BingoGame, OpenBingoRound
from mailref.games.bingo.policy import BingoPolicy, RunningBingo
from mailref.games.bingo.rules import BingoReason, Call, WrittenWords, crossed_out, words_in
from mailref.games.by_rounds.referee import RefereeByRounds, SentWords
from mailref.games.chance import commitment
from mailref.games.events import Event, PlayerJoined, WordRuled
from mailref.games.in_hand import GameInHand, InHand
from mailref.games.replay import follow
from mailref.games.schedule import is_in_time
from mailref.games.secret import Secret
from mailref.orders.entries import Entry, GameFace
from mailref.orders.table import Command
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.deadline import may_change, next_zat, round_named
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
from mailref.referee.identity import unread_in
from mailref.referee.notices import ZatChange
from mailref.referee.register import file_rulings
from mailref.referee.reports import Means, comment_of
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.variant import Laying

_MOST_KEPT = 200
"""With so many entries of a player recorded, another rejected one is only answered."""


class BingoFamily(RefereeByRounds, frozen=True):
    """A game of Scrabble-Bingo and what its referee does."""

    running: RunningBingo

    # What a round is.

    @property
    def laying(self) -> Laying:
        return self.running.game.rules

    def opened(self, means: Means, now: datetime) -> Event:  # noqa: ARG002  tiles are drawn at its ZAT
        game = self.running.game
        return BingoRoundOpened(game.round_number, next_zat(self.running, game, now), now)

    def at_zat(self, means: Means, now: datetime, *, is_early: bool) -> tuple[Event, ...] | None:
        """Fix the words at the first ZAT, draw tiles, find who has won."""
        game = self.running.game
        fixed = fix_words(game, means.office.lexicon) if game.takes_words else None
        if game.takes_words and fixed is None:
            return None
        first = () if fixed is None else (fixed,)
        return (*first, *at_zat(follow(game, first), means.chance, now, is_early=is_early))

    def sent(self, office: Office) -> Mapping[str, SentWords]:
        game = self.running.game
        found = words_in_force(game, office.lexicon) if game.takes_words else {}
        return {name: SentWords(each.entry.words.value, each) for name, each in found.items()}

    def undecided(self, office: Office) -> tuple[str, ...]:
        return words_undecided(self.running.game, office.lexicon)

    def to_remind(self, office: Office) -> tuple[str, ...]:
        game = self.running.game
        if game.takes_words:
            sent = self.sent(office)
            return tuple(player.name for player in game.active if player.name not in sent)
        if game.rules.call is Call.AUTO:
            return ()
        called = {call.player for call in game.calls}
        return tuple(
            name for name in game.playing if is_complete(game, name) and name not in called
        )

    def may_join(self) -> bool:
        return self.running.game.takes_words

    # What is told.

    def opening(self, office: Office, player: str | None) -> BingoOpening:
        comment = comment_of(self.running) if self.running.game.last is None else ""
        return BingoOpening(
            *self._shown(office, player), comment, is_trial=self.running.game.is_trial
        )

    def _shown(
        self, office: Office, player: str | None
    ) -> tuple[BingoFace, BingoOwn | None, BingoPolicy]:
        game = self.running.game
        return bingo_face(game), own_words(game, player, office.lexicon), self.running.policy

    def report(self, before: Self, office: Office, player: str | None, because: str) -> BingoReport:
        was, game = before.running.game, self.running.game
        drawn = "" if game.last is was.last or game.last is None else game.last.tiles
        return BingoReport(
            *self._shown(office, player),
            was.round_number,
            drawn,
            tuple(item for item in was.press if item.is_released),
            comment_of(self.running),
            because,
            fresh=crossed_out_by(was, drawn, game, player),
        )

    def notice(
        self,
        change: ZatChange,
        office: Office,
        player: str | None,
        before: datetime | None,
        because: str,
        *,
        nobody: bool = False,
    ) -> BingoNotice:
        return BingoNotice(
            change, *self._shown(office, player), before, because=because, nobody=nobody
        )

    def reminder(self, office: Office, player: str) -> BingoReminder:
        return BingoReminder(*self._shown(office, player))

    def ruled(self, ruling: WordRuled, office: Office, player: str) -> BingoRuled:
        because = ruling.because
        return BingoRuled(ruling.word, ruling.accepted, because, *self._shown(office, player))

    def digest(self, office: Office) -> BingoDigest | None:
        """Tell the game master before the first ZAT who has sent words; never which."""
        game = self.running.game
        if game.round is None or not game.takes_words:
            return None
        desk = replace(
            bingo_desk(self.running, office), unread=unread_in(office, game.id, game.round.opened)
        )
        return BingoDigest(bingo_face(game), desk, self.running.policy)

    def welcome(self, name: str, office: Office) -> BingoOpening:
        return replace(self.opening(office, name), comment="")

    # How it is seen.

    @property
    def ended_before_last(self) -> datetime | None:
        draws = self.running.game.draws
        return draws[-2].closed if len(draws) > 1 else None

    def face(self) -> GameFace:
        return GameFace(self.running.policy.id, self.running.policy.title, self.running.game.rules)

    def may_object(self) -> bool:
        return self.running.game.takes_words

    def desk(self, office: Office, now: datetime) -> BingoDesk:  # noqa: ARG002  nothing hangs on the hour
        return bingo_desk(self.running, office)

    # A mail.

    def judge(
        self,
        entry: Entry,
        mail: IncomingMail,
        receipt: Receipt,
        office: Office,
        player: str | None,
    ) -> Judgement:
        written = words_in(entry)
        if player is None or written is None:
            return Judgement(self.number)
        return self._verdict(written, player, mail, receipt, office)

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
            return self._comes_to(Outcome.REJECTED, BingoReason.WORDS_ARE_FIXED)
        if is_auto:
            return self._comes_to(Outcome.REJECTED, BingoReason.NOT_CALLED_HERE)
        is_for_later = (round_named(mail, receipt, game.id) or 0) > self.number
        is_true = not game.takes_words and is_complete(game, player) and not is_for_later
        return (
            self._comes_to(Outcome.ACCEPTED)
            if is_true
            else self._comes_to(Outcome.REJECTED, BingoReason.NO_BINGO)
        )

    def _comes_to(
        self, outcome: Outcome, reason: StrEnum | None = None, words: JudgedWords | None = None
    ) -> Judgement:
        return Judgement(self.number, words, outcome, reason)

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
        game, player, judged = self.running.game, entry.player, judged_in(entry.found)
        if player is None or words_in(entry.entry) is None:
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
        is_missed = entry.reason is BingoReason.WORDS_ARE_FIXED and self._was_in_time(received)
        return self.running.game.draws[0].number if is_missed else None

    def awaited(self, player: str) -> OpenBingoRound | None:  # noqa: ARG002  all are waited for
        game = self.running.game
        return game.round if game.takes_words else None

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

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if player not in game.entries:
            return NotDone.NOTHING_TO_WITHDRAW
        is_in_time = game.round is None or may_change(game, received)
        if not game.takes_words or not is_in_time:
            return NotDone.TOO_LATE
        return WordsWithdrawn(player, received)

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


def crossed_out_by(before: BingoGame, drawn: str, game: BingoGame, name: str | None) -> int:
    """Return how many letters of a player the tiles just *drawn* crossed out."""
    words = game.words_of(name) if name is not None else None
    if words is None:
        return 0
    blanks = game.rules.blanks
    left = crossed_out(words, before.drawn, blanks=blanks).left
    return left - crossed_out(words, before.drawn + drawn, blanks=blanks).left


def report_now(running: RunningBingo) -> BingoReport:
    """Return the report of the last ZAT as everybody may see it, for `preview`."""
    game = running.game
    last = game.last
    return BingoReport(
        bingo_face(game),
        None,
        running.policy,
        last.number if last is not None else game.round_number,
        last.tiles if last is not None else "",
        tuple(item for item in game.press if item.is_released),
        comment_of(running),
        is_preview=True,
    )


def bingo_opening_events(policy: BingoPolicy, seed: bytes, lexicon: Lexicon) -> tuple[Event, ...]:
    """Return the events with which a game begins, up to its first ZAT."""
    opened = BingoOpened(
        id=policy.id,
        title=policy.title,
        variant=policy.variant,
        rules=policy.rules,
        commitment=commitment(seed),
        lexicon=lexicon.name,
        lexicon_sha256=lexicon.sha256,
    )
    players = (PlayerJoined(each.name, each.addresses) for each in policy.players)
    return (opened, *players, *file_rulings(policy, None))


FAMILY = BingoFamily
begin = bingo_opening_events
