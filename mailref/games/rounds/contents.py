"""What the mails of a game in rounds tell, as values without a sentence.

What the game master must know of letters: that they are to be drawn by hand, or cannot be taken.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Self

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.by_rounds.absences import AwaySeen
from mailref.games.chance import Secret
from mailref.games.events import DrawsMixed
from mailref.games.game import Press
from mailref.games.rounds.events import LettersDrawn
from mailref.games.rounds.game import (
    Choice,
    ClosedRound,
    ClosedRow,
    Correction,
    EarlierRounds,
    RoundGame,
    choice_in,
    move_in_words,
)
from mailref.games.rounds.policy import RoundPolicy
from mailref.games.rounds.switches import Rules
from mailref.games.statistics import PlayerFigures
from mailref.orders.entries import Ambiguity, Meant, move_written, play_written
from mailref.referee import contents
from mailref.referee.gm_orders import LettersFault, waiting_authors
from mailref.referee.policy import Confirm, Considered, GamePolicy, Outcome, Reason, Unread
from mailref.tiles.board import Board
from mailref.tiles.lexicon.evidence import Evidence
from mailref.tiles.lexicon.verdicts import Unknown
from mailref.tiles.moves import ALTERNATE_MARK, Play
from mailref.tiles.scoring import Judged


class RoundFace(Struct, frozen=True):
    """The open round, as all know it."""

    number: int
    deadline: datetime | None
    is_final: bool
    opened: datetime
    mix: DrawsMixed | None
    """The words of players that are mixed into its draws and lots."""


class RoundsFace(Struct, frozen=True, kw_only=True):
    """A game in rounds as all may see it: no address, no move that is not laid, no text that waits."""

    rules: Rules
    board: Board
    rack: str
    bag: str
    """Which letters are left, in no order that says what comes."""
    round: RoundFace | None
    """None after the end, or while letters are drawn by hand."""
    round_number: int
    last: ClosedRound | None
    last_draw: LettersDrawn | None
    letters_ahead: str | None
    """The letters of the next round, which are known where a round was opened again."""
    active: tuple[str, ...]
    late: frozenset[str]
    """Who started with something because he came late."""
    press_waiting: tuple[str, ...]
    """Whose texts wait for their release."""
    is_over: bool
    is_paused: bool
    away: tuple[AwaySeen, ...]
    is_taken_over: bool
    is_trial: bool
    has_started: bool
    lexicon: str
    lexicon_sha256: str
    commitment: str
    seed: str | None
    reopened: int
    """How often a round was opened again."""


def rounds_face(game: RoundGame, away: tuple[AwaySeen, ...] = ()) -> RoundsFace:
    """Return what all may see of a game; *away*: who has said that he is."""
    playing, ahead = game.round, game.ahead
    return RoundsFace(
        **{name: getattr(game, name) for name in _AS_IT_IS},
        round=None
        if playing is None
        else RoundFace(
            playing.number,
            playing.deadline,
            playing.is_final,
            playing.opened,
            game.mix_of(playing.number),
        ),
        letters_ahead=None if ahead is None else ahead.rack,
        active=tuple([player.name for player in game.active]),
        late=frozenset([n for n, each in game.players.items() if each.is_late_joiner]),
        press_waiting=waiting_authors(game),
        away=away,
    )


_TOLD_OTHERWISE = frozenset(("round", "letters_ahead", "active", "late", "press_waiting", "away"))
_AS_IT_IS = tuple(name for name in RoundsFace.__struct_fields__ if name not in _TOLD_OTHERWISE)


_ABOUT_WORDS = frozenset({"word_refused", "word_unknown", "claim_differs"})


class EntryAnswer(contents.AnswerToEntry, frozen=True, kw_only=True):
    """Confirmation, question or rejection of one entry."""

    shows_stand = True
    game: RoundsFace
    """As it stands after the entry: position, deadline, rulings."""
    policy: GamePolicy
    still_in_force: Considered | None
    """What stays in force after a rejected entry."""
    replaced: Choice | None = None
    """What its sender had in force before, and has no longer; for him alone."""
    is_registered_now: bool = False
    was_in_time: bool = False
    """Whether a late entry had arrived before the ZAT and was only seen after the close (rules 8)."""
    meant: tuple[Play | None, ...] = ()
    """For each move, where its word would fit right beside the place named: to be asked, not taken.

    Empty where nothing is to be asked, as where verdicts on words are not disclosed (`confirm`).
    """
    counts_from: str = ""
    """The unknown address from which the game master let it count."""
    explained: tuple[str, ...] = ()
    """Words of it that wait for a ruling, and about which the mail says more: that has been passed on."""

    def let_count(self, address: str) -> contents.Answer:
        return replace(self, counts_from=address)

    @property
    def state(self) -> str:
        """Return what became of the entry, by which what its sender is told is called.

        That is its outcome, or why it is rejected. `understood`: it can be read, and no verdict on a word
        is told (`confirm = "syntax"`); `seen_late`: it had arrived before the ZAT and was only seen after
        the close (rules 8); `closed_early`: the game master had closed its round before the ZAT;
        `which_player`: several players write from its address.
        """
        match self.considered.reason:
            case None | Reason.NO_VALID_MOVE as reason if self._tells_no_words(reason):
                return "understood"
            case Reason.LATE if self.game.round is None and self.game.last is None:
                return "too_early"
            case Reason.LATE if self.was_in_time:
                return "seen_late"
            case Reason.LATE if self._is_of_one_closed_early:
                return "closed_early"
            case Reason.AMBIGUOUS if (
                self.considered.entry is None or not self.considered.entry.ambiguity
            ):
                return "which_player"
            case reason:
                return reason or self.considered.outcome

    @property
    def _is_of_one_closed_early(self) -> bool:
        last = self.game.last
        return last is not None and last.number == self.considered.round and last.is_early

    def _tells_no_words(self, reason: StrEnum | None) -> bool:
        if self.policy.confirm is not Confirm.SYNTAX:
            return False
        return reason is None or any(
            move.plays and all(each.remarks or each.code in _ABOUT_WORDS for each in move.faults)
            for move in self._moves
        )

    @property
    def _moves(self) -> tuple[Judged, ...]:
        choice = choice_in(self.considered.found)
        return choice.moves if choice else ()

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the words on which it hangs whether it counts."""
        choice = choice_in(self.considered.found)
        return choice.undecided if choice else ()

    @property
    def may_explain(self) -> tuple[str, ...]:
        return self.undecided if self.considered.outcome is Outcome.PENDING else ()

    def with_explained(self, words: tuple[str, ...]) -> "EntryAnswer":
        return replace(self, explained=words)

    @property
    def explains(self) -> tuple[str, ...]:
        waiting = choice_in(self.still_in_force.found) if self.still_in_force else None
        is_prose = self.considered.reason is Reason.NO_MOVE and not self.text_hidden
        return waiting.undecided if waiting is not None and is_prose else ()

    def meaning(self) -> Meant | None:
        """Return the play that it asks about, where it is one, or the only move of a mail in doubt."""
        entry, rules = self.considered.entry, self.game.rules
        if entry is not None and entry.ambiguity is Ambiguity.UNREAD_PLAY and entry.moves:
            if self._is_impossible or entry.is_declined:
                return None
            lines = [move_written(each, rules.axes, rules.tiles) for each in entry.moves]
            said = [line for line in lines if line and "\n" not in line]
            is_whole = len(said) == len(lines) or len(lines) == 1
            line = f" {ALTERNATE_MARK} ".join(said) if len(said) > 1 else lines[0]
            return Meant("", line, under=self.policy.title) if line and is_whole else None
        plays = [play for play in self.meant if play is not None]
        if len(plays) != 1:
            return None
        return Meant(plays[0].span.text, play_written(plays[0], rules.axes, rules.tiles))

    @property
    def _is_impossible(self) -> bool:
        """Tell whether the move that is asked about cannot be laid; what is wrong with it is told in its place."""
        move = next(iter(self._moves), None)
        faults = move.faults if move is not None else ()
        return any(
            not each.asks and not each.remarks and each.code not in _ABOUT_WORDS for each in faults
        )

    @property
    def for_whom(self) -> str | None:
        return (self.considered.player or "__") if self.for_game_master else None

    @property
    def says_again(self) -> bool:
        return self.still_in_force is None

    def copy_for_game_master(self) -> contents.Answer:
        return replace(self, replaced=None, for_game_master=True)

    def without_moves(self) -> contents.Answer:
        return replace(self, replaced=None, still_in_force=None)

    @property
    def withheld(self) -> tuple[str, str]:
        return self.policy.title, move_in_words(
            choice_in(self.considered.found), self.game.rules, self.policy.language
        )


class CommandAnswer(contents.AnswerToCommands, frozen=True, kw_only=True):
    """The answer to commands about one game."""

    game: RoundsFace
    policy: GamePolicy
    own: Considered | None = None
    """The player's move that is in force (STAND)."""
    last: ClosedRound | None = None
    """For BERICHT and STAND."""
    desk: "Desk | None" = None
    """For STAND of the game master."""

    def public_part(self) -> contents.Content | None:
        return replace(self, own=None, player=None if self.asks_state else self.player)

    def copy_for_game_master(self) -> contents.Answer:
        return self

    def without_moves(self) -> contents.Answer:
        return replace(self, own=None)

    def entered_by_game_master(self) -> contents.Answer:
        return replace(self, desk=None)

    def with_desk(self, desk: Struct) -> contents.AnswerToCommands:
        assert isinstance(desk, Desk)  # noqa: S101  states the promise to mypy
        return replace(self, desk=desk)


class Change(Struct, frozen=True):
    """What a correction changed for a player."""

    player: str
    total_before: int
    total: int
    rank_before: int
    rank: int


class Ruled(Struct, frozen=True):
    """A ruling that has changed a report, and what the word was before: None for open."""

    word: str
    accepted: bool | None
    before: bool | None


class Erratum(Struct, frozen=True):
    """What a published report said otherwise."""

    because: str
    """The game master's reason; "" where he gave none."""
    number: int
    """The round that was corrected; the report is that of the one closed last."""
    changes: tuple[Change, ...]
    is_laid_anew: bool = False
    """Whether another move lies on the board."""
    is_drawn_anew: bool = False
    """Whether the open round has other letters."""
    rulings: tuple[Ruled, ...] = ()


class Report(contents.Content, frozen=True):
    """The round report, the same for all but for the recipient's own row."""

    is_public: ClassVar[bool] = True
    is_report: ClassVar[bool] = True
    rounds: tuple[ClosedRound, ...]
    """The closed rounds of this record as they stand now, the reported one last."""
    game: RoundsFace
    """After close and draw."""
    policy: RoundPolicy
    press: tuple[Press, ...]
    comment: str
    recipient: str | None
    """The player it is for; None for game master and subscribers."""
    ended: str | None = None
    """Why the game is over, as in GameEnded.because."""
    because: str = ""
    """What the game master says of it, if he ended it."""
    statistics: tuple[PlayerFigures, ...] = ()
    """After the end."""
    seed: str | None = None
    is_preview: bool = False
    erratum: Erratum | None = None
    """What it corrects in the report that went out before."""
    sha256: str = ""
    """The hash of what is told, by which `verify` knows this report; "" where it is not known."""
    earlier: EarlierRounds = field(default_factory=EarlierRounds)
    """The closed rounds before those in `rounds`."""
    corrected: tuple[Correction, ...] = ()
    """What the game master corrected, of which no report told before."""
    own: Considered | None = None
    """What is in force for the reader in the open round: told with a correction."""
    has_moved: bool = False
    """Whether something is: then no move is asked for."""
    has_left: bool = False
    """Whether its reader plays no more: nothing of the next round is for him."""

    @property
    def round(self) -> ClosedRound:
        return self.rounds[-1]

    @property
    def row(self) -> ClosedRow | None:
        """Return the recipient's own row."""
        return self.round.row_of(self.recipient)

    @property
    def row_of(self) -> str | None:
        return self.recipient

    @property
    def change(self) -> Change | None:
        """Return what a correction changed for the recipient."""
        changes = self.erratum.changes if self.erratum is not None else ()
        return next((each for each in changes if each.player == self.recipient), None)

    def told_to(self, recipient: str | None) -> Self:
        """Return it as a player gets it; None: as game master and subscribers do."""
        has_left = recipient is not None and recipient not in self.game.active
        return replace(self, recipient=recipient, has_left=has_left)

    def without_recipient(self) -> Self:
        return replace(self, recipient=None, own=None)

    def public_part(self) -> contents.Content | None:
        return replace(self, own=None, has_moved=False)


class Opening(contents.Content, frozen=True):
    """The first mail of a game, and what each new player gets: how it stands and how to play."""

    is_public: ClassVar[bool] = True
    is_report: ClassVar[bool] = True
    begins_game: ClassVar[bool] = True
    game: RoundsFace
    policy: GamePolicy
    recipient: str | None
    comment: str
    addresses: Secret[Mapping[str, tuple[str, ...]]]
    """Of all who take part: for the game master's own copy."""
    for_game_master: bool = False
    """Whether it lists his players and his orders instead of how to move."""
    is_again: bool = False
    """Whether all had the opening before, and the letters are others now."""

    def told_to(self, recipient: str | None) -> Self:
        """Return it as a player gets it; None: as game master and subscribers do."""
        return replace(self, recipient=recipient)

    def without_recipient(self) -> Self:
        return self.told_to(None)

    def for_the_desk(self) -> Self:
        return replace(self, for_game_master=True)


class Reminder(contents.Content, frozen=True):
    """The ZAT is near and no move of this player is in force."""

    is_public: ClassVar[bool] = True
    joins = ("Report", "Opening")
    game: RoundsFace
    policy: GamePolicy
    player: str
    letters: str

    def without_recipient(self) -> Self:
        return replace(self, player="")


class AfterAnswer(contents.Content, frozen=True):
    """What follows an answer to an entry: it stands in one thread with that."""

    joins = ("EntryAnswer",)


class RulingNotice(AfterAnswer, frozen=True):
    """A ruling changed what a player's move is worth."""

    word: str
    accepted: bool | None
    """None: the ruling was taken back."""
    because: str
    answer: EntryAnswer
    before: bool | None = None
    """What was ruled until then; None: nothing."""


class WhyAnew(StrEnum):
    """Why a move of the open round was judged anew."""

    LETTERS = "letters"
    """The letters were corrected."""
    BOARD = "board"
    """The round before was done again."""
    LATE = "late"
    """It was late, and the round has got a ZAT that is ahead of it."""


class JudgedAnew(AfterAnswer, frozen=True):
    """A move of the open round is not worth what it was, without a ruling on a word."""

    why: WhyAnew
    because: str
    answer: EntryAnswer


class MoveInForce(Struct, frozen=True):
    """A player's move of the open round that counts, or may count."""

    player: str
    judged: Judged


class OpenWord(Struct, frozen=True):
    """A word that waits for a ruling, with the moves that hang on it."""

    word: str
    moves: tuple[MoveInForce, ...]
    """None where the reader must not see them."""


class MayOrder(StrEnum):
    """What the game master can order now, beside what he always can."""

    RULE = "rule"
    EXTEND = "extend"
    CLOSE = "close"
    PAUSE = "pause"
    RESUME = "resume"
    REOPEN = "reopen"
    CORRECT = "correct"
    PUBLISH = "publish"
    DRAW = "draw"
    PRESS = "press"


class Desk(Struct, frozen=True):
    """How a game stands, for who runs it: who has moved and how, who is missing, what waits for him."""

    moved: tuple[str, ...]
    moves: tuple[MoveInForce, ...]
    """How they have moved; none where the reader plays himself."""
    missing: tuple[str, ...]
    words: tuple[OpenWord, ...]
    press: tuple[Press, ...]
    """Texts that wait for their release."""
    may_order: tuple[MayOrder, ...]
    is_hidden: bool
    """Whether the reader plays, and is told only who has moved."""
    unread: tuple[Unread, ...] = ()
    """Mails of this round that were set aside unread."""


class Digest(contents.Content, frozen=True):
    """How a game stands before its ZAT, for the game master or his deputy."""

    game: RoundsFace
    policy: GamePolicy
    desk: Desk
    for_deputy: bool = False


class WordQuestion(Struct, frozen=True):
    """A word the game master must rule on, with the evidence."""

    word: str
    unknown: Unknown
    player: str | None
    """None where the game master plays himself."""
    place: str | None
    comment: str | None
    evidence: Evidence
    moves: tuple[MoveInForce, ...] = ()
    """What hangs on it: whose move, for how many points."""


class WordQuestions(contents.Content, frozen=True):
    """All undecided words of one game in one mail; two words answer it."""

    game: RoundsFace
    policy: GamePolicy
    questions: tuple[WordQuestion, ...]
    is_reminder: bool
    others: tuple[str, ...] = ()
    """Further words that wait for a ruling, asked about before."""
    desk: Desk | None = None
    """With a reminder: how the game stands."""
    for_deputy: bool = False

    @property
    def joins(self) -> tuple[str, ...]:
        return ("WordQuestions",) if self.is_reminder else contents.OF_A_ROUND


def opening_of(game: RoundGame, policy: GamePolicy, recipient: str | None, comment: str) -> Opening:
    """Return the opening of a game as it stands."""
    addresses = Secret({player.name: player.addresses for player in game.active})
    return Opening(rounds_face(game), policy, recipient, comment, addresses)


class DeadlineNotice(contents.Content, frozen=True):
    """The ZAT was moved, the game paused or resumed, a round closed early or reopened."""

    joins = ("Report", "Opening")
    change: contents.ZatChange
    game: RoundsFace
    """As it stands after that."""
    policy: GamePolicy
    before: datetime | None
    """The ZAT until then."""
    because: str
    own: Considered | None = None
    """What is in force for the player it is to."""
    shows_own: bool = True
    """Whether it says so at all, also that nothing is."""
    is_to_reader: bool = False
    """Whether it is to somebody who only reads the reports: he is not told how to move."""

    def without_recipient(self) -> Self:
        return replace(self, own=None)

    def public_part(self) -> contents.Content | None:
        return replace(self, own=None, shows_own=False)


class LettersWanted(contents.Matter, frozen=True):
    """The game waits for letters drawn by hand."""

    code: ClassVar[str] = "letters"
    wanted: int
    round: int
    rack: str
    """What lies there still."""
    bag: int
    """How many tiles are in it."""


class LettersRefused(contents.Matter, frozen=True):
    """The letters in the settings file cannot be taken."""

    code: ClassVar[str] = "wrong_letters"
    letters: str
    fault: LettersFault
