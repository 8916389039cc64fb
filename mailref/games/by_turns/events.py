"""What happens in a game in turns, as facts in the past tense (classic 13).

What every game knows (rulings, press, pause, the end) stands in `games/events.py`.
"""

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum

from mailref.games.by_turns.switches import TurnRules
from mailref.games.chance import Secret
from mailref.games.events import CommonEvent, Event
from mailref.games.game import SameTiles
from mailref.orders.entries import AnyOrder, OrdersIf, Wish
from mailref.structs import Alternative, OnRecord, PlayerName
from mailref.tiles.board import Board, Square
from mailref.tiles.scoring import ScoredPlay

NO_BLANKS = Secret(0)
OUT_OF_TIME = "timeouts"
"""Why a player is out whose turns were over too often."""
NO_WISH: Secret[Wish | None] = Secret(None)


class AcceptedHow(StrEnum):
    """By what an open play came to stand (classic 5.2)."""

    MOVE = "move"
    MAIL = "mail"
    ALL = "all"
    TIMEOUT = "timeout"
    ALWAYS = "always"
    TIME = "time"
    AT_ONCE = "at_once"
    """Nothing can be challenged, or nobody is left who could."""


class PassedWhy(StrEnum):
    """Why a turn brought nothing."""

    PASSED = "passed"
    PASSED_ON = "passed_on"
    """Before the first word, where Jack opens."""
    TIMEOUT = "timeout"
    FORFEIT = "forfeit"


class BeginsAtTable(Event, frozen=True):
    """A game of players at a table begins: what every kind of them says of that."""

    id: str
    title: str
    variant: str
    rules: TurnRules
    seats: tuple[str, ...]
    commitment: str
    lexicon: str
    lexicon_sha256: str


class OfTurn(Event, frozen=True):
    """What happens in a turn, or to it."""

    number: int
    player: PlayerName
    """Whose it is, or who does something to it."""

    @property
    def is_turn(self) -> bool:
        """Tell whether it is what became of the turn: it was used, or its time is up."""
        return False

    @property
    def is_time_out(self) -> bool:
        """Tell whether the time of the turn is up."""
        return False

    @property
    def ordered(self) -> AnyOrder | None:
        """Return the order that it carries out; None: it follows from something else, or a part of its kind says it."""
        return None

    @property
    def shows(self) -> tuple[str, ...]:
        """Return the words that it shows to all, which nobody had to know before."""
        return ()


class TurnsOpened(BeginsAtTable, frozen=True):
    """A game in turns begins, or is taken over in mid-course."""

    board: Board
    bag: Secret[str]
    """All tiles that do not lie on the board; racks of a game taken over are drawn from it by hand."""
    first_turn: int = 1
    is_taken_over: bool = False
    """Whether the settings gave a `game.start`."""
    same_tiles: SameTiles | None = None
    """Where it is one of a double game: then *bag* lies in the order in which it is drawn from."""


class SeatsDrawn(Event, frozen=True):
    """Who sits where, by lot (`seats = "lot"`)."""

    seats: tuple[str, ...]


class FirstRackWished(Event, frozen=True):
    """From which of two bags a player wants his first rack, by ANMELDEN or until it is drawn (classic 8.4)."""

    player: str
    wish: Secret[Wish | None]


class StarterDrawn(Event, frozen=True):
    """Who begins: the tiles of each drawing in order of seats, and the order of play."""

    drawings: tuple[tuple[tuple[str, str], ...], ...]
    order: tuple[str, ...]


class TilesDrawn(OfTurn, Alternative, frozen=True):
    """The N-th drawing of the game; all are shown the receipt, the player his rack and the nonce."""

    count: int
    letters: Secret[str]
    put_back: Secret[str]
    receipt: str
    nonce: Secret[str]
    at: datetime
    blanks_with_vowels: Secret[int] = NO_BLANKS
    """With two bags: how many blanks are in that of the vowels afterwards."""
    by_hand: bool = False
    """Whether no chance had a say: the racks of a game that is taken over."""
    wish: Secret[Wish | None] = NO_WISH
    """From which of two bags the player wanted them."""


class TurnBegan(OfTurn, Alternative, frozen=True):
    """A turn begins."""

    deadline: datetime | None
    at: datetime


class PromisedPlay(OnRecord, frozen=True):
    """What a kept order was worth when it was sent (classic 6.1)."""

    words: tuple[str, ...]
    points: int


class KeptOrder(OnRecord, frozen=True):
    """A move in advance: it holds if it is legal, forms the same words and scores no less."""

    groups: tuple[OrdersIf, ...]
    promised: tuple[tuple[PromisedPlay | None, ...], ...]
    """For each order of each group; None for what is no play, or could not be judged then."""
    received: datetime
    mail: str
    has_seen: int
    """The number of the turn whose play its owner had seen; that one it may accept."""


class OrderKept(Event, frozen=True):
    player: str
    order: Secret[KeptOrder]


class OrderDropped(Event, frozen=True):
    player: str
    why: str
    """`replaced`, `withdrawn`, `carried_out`, `no_longer_holds`, `not_met`, `waits`, `over`, `in_doubt`."""


class PlayLaid(OfTurn, Alternative, frozen=True):
    """A play lies; it may still be challenged."""

    is_turn = True
    received: datetime
    mail: str
    scored: ScoredPlay
    swaps: tuple[Square, ...]
    board: Board
    """With the blanks exchanged and the play laid."""
    rack_left: Secret[str]
    theme: int
    wish: Secret[Wish | None]
    claims: tuple[str, ...] = ()
    """Words that the player says fit the theme; the game master has yet to rule (classic 8.2)."""
    at: datetime | None = None
    """When it was laid, where its mail had come before: a move in advance, or one held back."""

    @property
    def points(self) -> int:
        return self.scored.points + self.theme

    @property
    def formula(self) -> str:
        """Return `7+13+10=30`, the points of the theme last."""
        return self.scored.formula_with(self.theme)


class AcceptanceGiven(OfTurn, frozen=True):
    """One player accepts while others may still challenge (classic 5.3)."""


class PlayShown(Event, frozen=True):
    """The mail that shows the open play was handed over to the last player, at a moment (classic 5.3)."""

    number: int
    at: datetime


class PlayAccepted(OfTurn, Alternative, frozen=True):
    """The open play stands for good; its points are noted."""

    by: str
    how: AcceptedHow


class OfChallenge(OfTurn, frozen=True):
    """What somebody challenges in the open play of a turn."""

    words: tuple[str, ...]
    received: datetime
    mail: str
    is_foreign: bool = False
    """Whether only a ruling decides it: no list tells foreign words."""


class PlayChallenged(OfChallenge, frozen=True):
    """Words of the open play are challenged, and looked at."""


class ChallengeHeld(OfChallenge, frozen=True):
    """Another challenge of the open play, of other words, waits until the one before it is decided (classic 5.5).

    Without words: its player has taken back all of his that wait so (classic 5.6).
    """


class ChallengeDecided(OfTurn, frozen=True):
    """What came of a challenge: a verdict on each word looked at, and what it cost."""

    verdicts: tuple[tuple[str, bool], ...]
    """None where the challenger gave way, or who laid the play did, before anybody decided (classic 5.6)."""
    stands: bool
    cost: int


class PlayTakenBack(OfTurn, frozen=True):
    """The open play does not stand: its tiles go back."""


class PlayWaits(Event, frozen=True):
    """A move waits, unseen by others, for a ruling on its words (classic 5.6, open dictionary)."""

    player: str
    order: Secret[KeptOrder]


class TilesExchanged(OfTurn, Alternative, frozen=True):
    """Tiles went back into the bag, for those just drawn."""

    is_turn = True
    count: int
    letters: Secret[str]


class TurnPassed(OfTurn, Alternative, frozen=True):
    """A turn brought nothing."""

    is_turn = True
    why: PassedWhy

    @property
    def is_time_out(self) -> bool:
        return self.why is PassedWhy.TIMEOUT


class ThemeRuled(OfTurn, frozen=True):
    """Whether a word laid in a turn fits the theme, and what that earns (classic 8.2)."""

    word: str
    points: int


class BankUsed(Event, frozen=True):
    """So much of a player's time in hand is gone (classic 7.1)."""

    player: str
    seconds: int


class AwaySet(Event, frozen=True):
    """A player is away from one day to another, both included (classic 7.7)."""

    player: str
    first: date
    last: date


class AwayEnded(Event, frozen=True):
    """A player is there again: no absence of his goes on behind a day (classic 7.7)."""

    player: str
    last: date


class TurnUndone(Event, frozen=True):
    """The last turn did not happen: all is as it was before its move; what was drawn is drawn anew.

    The same player's turn is to begin again; that of the next one if he has gone out since, for who
    resigned or was put out stays out. What his time-out did goes back with it.
    """

    number: int
    because: str


class PlayerOut(Event, Alternative, frozen=True):
    """A player plays no more: his total stands."""

    player: PlayerName
    why: str
    """`resigned`, `timeouts` (`OUT_OF_TIME`) or what the game master said."""


class AcceptsAllSet(Event, frozen=True):
    player: str
    wanted: bool


class RacksRevealed(Event, Alternative, frozen=True):
    """The end: all racks, and what they take from or add to the totals (classic 9)."""

    racks: Mapping[str, str]
    deductions: Mapping[str, int]
    why: str


class SeedRevealed(Event, frozen=True):
    """The seed of a game that was over already, now that the one with the same tiles is, too."""

    seed: str
    """In hexadecimal."""
    at: datetime


SeatedEvent = (
    SeatsDrawn
    | FirstRackWished
    | TurnBegan
    | OrderKept
    | OrderDropped
    | AcceptanceGiven
    | PlayShown
    | PlayAccepted
    | PlayChallenged
    | ChallengeHeld
    | ChallengeDecided
    | PlayWaits
    | TurnPassed
    | TurnUndone
    | BankUsed
    | AwaySet
    | AwayEnded
    | PlayerOut
    | AcceptsAllSet
    | RacksRevealed
    | SeedRevealed
)
"""What may happen in every game of players at a table."""

TurnEvent = (
    SeatedEvent | StarterDrawn | TilesDrawn | PlayLaid | PlayTakenBack | TilesExchanged | ThemeRuled
)
"""What happens in the classic game."""


InTurnGame = CommonEvent | TurnEvent
