"""What one mail tells its recipient, as values without a sentence."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from mailref.games.bingo.contents import BingoContent
from mailref.games.by_turns.contents import TurnContent
from mailref.games.events import DrawsMixed
from mailref.games.game import Game, Press
from mailref.games.rounds.closed_round import ClosedRound, ClosedRow
from mailref.games.rounds.draw import Draw
from mailref.games.rounds.past_scores import Correction, EarlierRounds
from mailref.games.rounds.policy import RoundPolicy
from mailref.games.rounds.round_game import RoundGame
from mailref.referee.findings import CommandsDone, Considered, NotDone, Unread
from mailref.referee.notices import DeadlineNotice, Notice
from mailref.referee.policy import GamePolicy
from mailref.tiles.lexicon.german import Evidence
from mailref.tiles.lexicon.verdicts import Unknown
from mailref.tiles.moves import Play
from mailref.tiles.scoring import Judged
from mailref.tiles.vocabulary import Command


class EntryAnswer(Struct, frozen=True):
    """Confirmation, question or rejection of one entry."""

    considered: Considered
    game: RoundGame
    """As it stands after the entry: position, deadline, rulings."""
    policy: GamePolicy
    replaces: bool
    """Whether an earlier entry of this round was in force before."""
    still_in_force: Considered | None
    """What stays in force after a rejected entry."""
    is_registered_now: bool = False
    for_game_master: bool = False
    """Whether this is the game master's copy of an entry he made for a player."""
    was_in_time: bool = False
    """Whether a late entry had arrived before the ZAT and was only seen after the close (rules 8)."""
    meant: tuple[Play | None, ...] = ()
    """For each move, where its word would fit right beside the place named: to be asked, not taken.

    Empty where nothing is to be asked, as where verdicts on words are not disclosed (`confirm`).
    """
    in_vain: int = 0
    """How many mails of the sender before this one held nothing readable, in a row."""
    text_hidden: bool = False
    """Whether the game master is not shown the text of a mail without move and command."""


class MailAnswer(Struct, frozen=True):
    """An answer to a mail about no single game, or without move and command."""

    considered: Considered
    games: tuple[GamePolicy, ...]
    """The games of the sender; all, for the game master."""
    passed_on: bool
    """Whether the mail was passed on to the game master."""
    in_vain: int = 0
    """How many mails of the sender before this one held nothing readable, in a row."""
    stands: tuple[EntryAnswer, ...] = ()
    """How the games stand in which the sender plays, and what of his is in force."""
    text_hidden: bool = False
    """Whether the game master is told who wrote, and not what."""


class Summary(Struct, frozen=True):
    """The one answer to the moves beyond `per_address_day`: they count, this says which."""

    rows: tuple[tuple[str, str, str], ...]
    """Game title, tag of the round (`R4`), the move as understood; the newest last."""
    more: int = 0
    """How many came before these."""


class CommandAnswer(Struct, frozen=True):
    """The answer to commands about one game, or about none."""

    commands: tuple[Command, ...]
    game: RoundGame | None
    policy: GamePolicy | None
    player: str | None
    own: Considered | None = None
    """The player's move that is in force (STAND)."""
    withdrawn: bool = False
    done: CommandsDone = field(default_factory=CommandsDone)
    refused: tuple[NotDone, ...] = ()
    last: ClosedRound | None = None
    """For BERICHT and STAND."""
    games: tuple[GamePolicy, ...] = ()
    desk: "Desk | None" = None
    """For STAND of the game master."""


class NextRound(Struct, frozen=True):
    """What the players need for the round that a report opens."""

    number: int
    letters: str
    bag: int
    deadline: datetime | None
    is_final: bool
    draw: Draw | None
    mix: DrawsMixed | None = None
    """The words of players that are mixed into its draws and lots."""


class Change(Struct, frozen=True):
    """What a correction changed for a player."""

    player: str
    total_before: int
    total: int
    rank_before: int
    rank: int


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


class Report(Struct, frozen=True):
    """The round report, the same for all but for the recipient's own row."""

    rounds: tuple[ClosedRound, ...]
    """The closed rounds of this record as they stand now, the reported one last."""
    game: RoundGame
    """After close and draw."""
    policy: RoundPolicy
    next_round: NextRound | None
    """None after the end, or while letters are drawn by hand."""
    press: tuple[Press, ...]
    comment: str
    recipient: str | None
    """The player it is for; None for game master and subscribers."""
    ended: str | None = None
    """Why the game is over, as in GameEnded.because."""
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

    @property
    def round(self) -> ClosedRound:
        return self.rounds[-1]

    @property
    def row(self) -> ClosedRow | None:
        """Return the recipient's own row."""
        return self.round.row_of(self.recipient)


class Announcement(Struct, frozen=True):
    """The commitment, mailed before the first letters are drawn."""

    game: Game
    policy: GamePolicy
    opens: datetime
    """When letters are drawn."""
    words_until: datetime
    """Until when words count for that, where any are mixed in."""


class Opening(Struct, frozen=True):
    """The first mail of a game, and what each new player gets: how it stands and how to play."""

    game: RoundGame
    policy: GamePolicy
    next_round: NextRound | None
    recipient: str | None
    comment: str
    for_game_master: bool = False
    """Whether it lists his players and his orders instead of how to move."""


class Reminder(Struct, frozen=True):
    """The ZAT is near and no move of this player is in force."""

    game: RoundGame
    policy: GamePolicy
    player: str
    letters: str


class RulingNotice(Struct, frozen=True):
    """A ruling changed what a player's move is worth."""

    word: str
    accepted: bool | None
    """None: the ruling was taken back."""
    because: str
    answer: EntryAnswer


class PlayerChange(StrEnum):
    """What became of a player, without his doing."""

    EXCLUDED = "excluded"
    READMITTED = "readmitted"
    RENAMED = "renamed"
    REPLACED = "replaced"


class PlayerNotice(Struct, frozen=True):
    """A player was excluded, let in again or renamed, or his place is another's."""

    change: PlayerChange
    game: Game
    """As it stands after that."""
    policy: GamePolicy
    name: str
    before: str
    """The name until then."""
    because: str


class ShownLater(Struct, frozen=True):
    """In place of what a new address of a player is not shown yet."""

    game: Game
    policy: GamePolicy
    until: datetime


class WhyAnew(StrEnum):
    """Why a move of the open round was judged anew."""

    LETTERS = "letters"
    """The letters were corrected."""
    BOARD = "board"
    """The round before was done again."""
    LATE = "late"
    """It was late, and the round has got a ZAT that is ahead of it."""


class JudgedAnew(Struct, frozen=True):
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


class Digest(Struct, frozen=True):
    """How a game stands before its ZAT, for the game master or his deputy."""

    game: RoundGame
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


class WordQuestions(Struct, frozen=True):
    """All undecided words of one game in one mail; two words answer it."""

    game: RoundGame
    policy: GamePolicy
    questions: tuple[WordQuestion, ...]
    is_reminder: bool
    others: tuple[str, ...] = ()
    """Further words that wait for a ruling, asked about before."""
    desk: Desk | None = None
    """With a reminder: how the game stands."""
    for_deputy: bool = False


Content = (
    EntryAnswer
    | MailAnswer
    | Summary
    | CommandAnswer
    | Report
    | Opening
    | Announcement
    | Reminder
    | DeadlineNotice
    | PlayerNotice
    | ShownLater
    | RulingNotice
    | JudgedAnew
    | WordQuestions
    | Digest
    | Notice
    | TurnContent
    | BingoContent
)


def next_round_of(game: RoundGame) -> NextRound | None:
    """Return what the players need for the open round; None where none is open."""
    if game.round is None:
        return None
    return NextRound(
        number=game.round.number,
        letters=game.rack,
        bag=len(game.bag),
        deadline=game.round.deadline,
        is_final=game.round.is_final,
        draw=game.last_draw.draw if game.last_draw else None,
        mix=game.mix_of(game.round.number),
    )
