"""What may be shown of a game in turns: to everybody, to one player, and what happened in it (classic 10).

Rule for editors: a secret stands in an `OwnFace` or behind `Secret`, and in no public part; where it
is not, no template can tell it by mistake.
"""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.history import (
    ToldDraw,
    ToldTaking,
    ToldTile,
    ToldTurn,
    TurnHistory,
    TurnKind,
    form_of,
)
from mailref.games.by_turns.rules import SoloRules, TurnRules
from mailref.games.events import GamePaused, GameResumed, PlayerRenamed, ScoreCorrected
from mailref.games.game import SameTiles
from mailref.games.in_hand import Seat, WhoseTurn
from mailref.games.rummikub.forming import ChangedWord, MadeWord
from mailref.games.secret import Secret
from mailref.orders.written import Condition
from mailref.tiles.board import TILES, Board, LaidTile, Square
from mailref.tiles.scoring import ScoredPlay

# The public part.


class ShownPlay(Struct, frozen=True):
    """The open play: what lies and may still be challenged."""

    number: int
    player: str
    words: tuple[str, ...]
    """All that can be challenged; those that were decided are out of it."""
    decided: tuple[tuple[str, bool], ...]
    draws: int
    """How many tiles its player draws once it stands."""
    open_until: datetime | None
    """Till then each may challenge, whatever the next player does; None: until his next turn."""
    accepted_by: tuple[str, ...]
    ends_game: bool
    """Whether the game is over once it stands: nobody may move then (classic 9.1)."""


class WaitingChallenge(Struct, frozen=True):
    """A challenge that the game master must decide: no clock runs."""

    player: str
    words: tuple[str, ...]
    """Those challenged on which he must rule: no list knows them."""


class OnBoard(Struct, frozen=True):
    """What lies open in a classic game."""

    board: Board
    bag: int
    least: int = 0
    """Jack opens: so many letters the first word must have; 0: the usual rules hold."""


class TableWord(Struct, frozen=True):
    """A word on the table, and what the newest turn has to do with it."""

    word: str
    made: MadeWord | None = None
    """Where it is the newest word: of what it was made."""
    was: ChangedWord | None = None
    """Where it is what the newest turn left of another: of which, and without what."""


class OnTable(Struct, frozen=True):
    """What lies open in a game of WORT-Rummikub."""

    words: tuple[TableWord, ...]
    """In the order laid."""
    by: str
    """Who laid the newest word; "": none lies."""
    tops: tuple[str, ...]
    """The open tile of each stack; "" where none is left."""
    heights: tuple[int, ...]
    goal: int
    needs: tuple[tuple[str, int], ...]
    """How many letters the next word of a player has at least, for those who lay one of their own."""


class LeftOnBoard(Struct, frozen=True):
    """What lies open in a game of Un-Scrabble."""

    board: Board
    gone: tuple[LaidTile, ...] = ()
    """What the newest turn took, if it was not taken back."""

    @property
    def tiles(self) -> str:
        """Return the tiles that lie still."""
        return "".join(tile.tile for tile in self.board.tiles)

    @property
    def worth(self) -> int:
        return TILES.sum_of(self.tiles)


Lies = OnBoard | OnTable | LeftOnBoard
"""What lies open on the table, in each kind of game."""


class TurnFace(Struct, frozen=True):
    """How a game stands, as everybody may know it."""

    game: str
    title: str
    rules: TurnRules
    commitment: str
    lies: Lies
    seats: tuple[Seat, ...]
    """In order of play."""
    turn: WhoseTurn | None
    """None before the first turn and after the end."""
    open_play: ShownPlay | None
    challenge: WaitingChallenge | None
    history: TurnHistory
    """Every turn so far, the score sheet, the drawings with their receipts."""
    is_paused: bool = False
    ended: str = ""
    """Why it is over; "" while it goes on."""
    same_tiles: SameTiles | None = None
    """Where it is one of a double game with the same tiles."""

    @property
    def marked(self) -> frozenset[Square]:
        """Return the squares of the newest play that lies: the picture marks them."""
        for turn in reversed(self.history.turns):
            if turn.kind is TurnKind.PLAY:
                scored = None if turn.is_taken_back else turn.scored
                return (
                    frozenset(tile.square for tile in scored.new_tiles) if scored else frozenset()
                )
        return frozenset()

    @property
    def is_alone(self) -> bool:
        """Tell whether who plays has the table for himself: Solitaire."""
        return isinstance(self.rules, SoloRules)

    @property
    def is_chosen(self) -> bool:
        """Tell whether he chooses his letters himself."""
        return isinstance(self.rules, SoloRules) and self.rules.chosen

    def seat(self, name: str | None) -> Seat | None:
        """Return one player as all see him."""
        return next((each for each in self.seats if each.name == name), None)


# What one player alone may see.

NO_LETTERS = Secret("")


class OwnReceipt(Struct, frozen=True):
    """A drawing of his, with what he needs to check its receipt."""

    number: int
    receipt: str
    nonce: Secret[str]
    drawn: Secret[str]


class ShownOrder(Struct, frozen=True):
    """A move of his that was not carried out: kept, tried, or waiting for a ruling."""

    kind: TurnKind | None
    """None: nothing of what stands under this condition goes as things are."""
    condition: Condition | None = None
    scored: ScoredPlay | None = None
    points: int = 0
    formula: str = ""
    board: Board | None = None
    """With it laid."""
    letters: str = ""
    """That he exchanges."""
    made: MadeWord | None = None
    """The word of WORT-Rummikub that it would lay."""
    tile: ToldTile | None = None
    """What it would take from a stack."""
    off: ToldTaking | None = None
    """What it would take from the board (Un-Scrabble)."""

    @property
    def form(self) -> str:
        """Return by which name templates speak of it."""
        return form_of(self.kind, self.made, self.off)

    @property
    def goes(self) -> bool:
        """Tell whether it can be carried out as things are."""
        return self.form != "nothing"

    @property
    def is_play(self) -> bool:
        """Tell whether it lays or takes letters, by which a heading names it."""
        return bool(self.off or self.made or self.scored)


class OrderHints(Struct, frozen=True):
    """What may help who sent an order that cannot be carried out as he thinks."""

    meant: Secret[MadeWord] | None = None
    """The one change of the table that makes the word he wrote."""
    refills: str = ""
    """Who takes tiles for his empty rack before the next move; "": nobody does."""


class SoloTries(Struct, frozen=True):
    """How the tries of a soloist stand who chooses his letters himself."""

    number: int
    """Of the present one."""
    now: int
    """What it brings as it stands, less the letters on the rack."""
    counts: int
    """What the one brings that counts so far."""
    best: int | None
    """What the best of the tries before it brings; None: it is the first."""


class OwnFace(Struct, frozen=True):
    """What stands in the mail of one player and in no other."""

    player: str
    rack: Secret[str]
    unseen: Secret[str]
    """All tiles that are neither on the board nor on his rack."""
    receipts: tuple[OwnReceipt, ...] = ()
    """Of what was drawn for him since the last report; in the opening, of his first rack."""
    kept: Secret[tuple[ShownOrder, ...]] | None = None
    """His move in advance, each alternate with its condition; None: none is kept."""
    kept_until: datetime | None = None
    """When it is carried out by the clock: its grace or others' time to challenge; None: in his turn."""
    accepts_all: bool = False
    wish: Secret[str] = NO_LETTERS
    """In which order he wants letters from the stacks (WORT-Rummikub)."""
    vacation_left: int = 0
    """Days of absence that he may still take."""
    tries: Secret[SoloTries] | None = None
    """Of a soloist who may begin anew."""


# What happened, in the order in which it did.


class TurnTaken(Struct, frozen=True):
    """A turn was used: a play laid, tiles exchanged, a pass, a time-out, a lost turn."""

    turn: ToldTurn
    was_kept: bool = False
    """Whether it was a move in advance, or one that waited."""


class ChallengeSettled(Struct, frozen=True):
    """What came of a challenge."""

    number: int
    challenger: str
    verdicts: tuple[tuple[str, bool], ...]
    stands: bool
    cost: int
    loses_turn: bool = False
    """Whether the challenger loses a turn for it (`challenge_forfeit`)."""
    words: tuple[str, ...] = ()
    """All that were challenged: of a play that goes back not each was decided."""


class TakenBack(Struct, frozen=True):
    """A play went back to its player's rack."""

    turn: ToldTurn


class Drew(Struct, frozen=True):
    """Tiles were drawn; the receipt binds the rack."""

    draw: ToldDraw


class TookTile(Struct, frozen=True):
    """A player took a tile from a stack beside his turn: for an empty rack, or for a word doubted off."""

    player: str
    tiles: tuple[ToldTile, ...]


class TurnTakenBack(Struct, frozen=True):
    """The game master has undone a turn: the game stands as before it."""

    number: int
    player: str


class ClockMoved(Struct, frozen=True):
    """The game master has moved the ZAT of the turn."""

    before: datetime | None
    """The one that held before."""


class OpenedDraw(Struct, frozen=True):
    """A drawing with what was drawn, and the number that opens its receipt: told after the end."""

    draw: ToldDraw
    letters: str
    nonce: str


class Finished(Struct, frozen=True):
    """The game is over: racks, what they cost, and the proof."""

    why: str
    """`out`, `passes`, `scoreless`, `resigned`, `timeouts`, `game_master`."""
    racks: Mapping[str, str]
    deductions: Mapping[str, int]
    seed: str
    draws: tuple[OpenedDraw, ...]


class BestOfTurn(Struct, frozen=True):
    """What a turn brought, and the best that its rack could have: told after the end, to players only."""

    number: int
    player: str
    rack: str
    points: int
    best_points: int
    best: ScoredPlay | None
    """One of the best plays; None: nothing could be laid."""


class LettersTaken(Struct, frozen=True):
    """A soloist has chosen letters, and laid nothing with them yet: they are on his rack."""

    count: int


class WentBack(Struct, frozen=True):
    """A soloist has taken back his last move, or the letters chosen since."""

    number: int
    word: str
    """What it laid; "": letters were chosen, and nothing laid."""


class BeganAnew(Struct, frozen=True):
    """A soloist has begun a new try."""

    number: int
    before: int
    """What the try before it brings."""


Happening = (
    TurnTaken
    | happened.PlayAccepted
    | happened.PlayChallenged
    | ChallengeSettled
    | TakenBack
    | Drew
    | TookTile
    | happened.PlayerOut
    | happened.AwaySet
    | TurnTakenBack
    | PlayerRenamed
    | happened.ThemeRuled
    | ScoreCorrected
    | ClockMoved
    | GamePaused
    | GameResumed
    | LettersTaken
    | WentBack
    | BeganAnew
    | Finished
)
"""What is told: an event where it says all that anybody asks."""
