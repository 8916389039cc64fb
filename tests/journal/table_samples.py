"""One event of each kind that happens at a table, in turns; what golden.json holds for each."""

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType

from mailref.games.bingo import events as in_bingo
from mailref.games.bingo.switches import BingoRules, Call
from mailref.games.by_turns import events as in_turns
from mailref.games.by_turns.events import AcceptedHow, KeptOrder, PassedWhy, PromisedPlay
from mailref.games.by_turns.switches import Challenges, ThemeWords, TurnRules
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.rummikub import events
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.rules import ChangedWord, MadeWord, Robbed, TakeOrder, WordOrder
from mailref.games.rummikub.switches import TableRules
from mailref.games.solitaire.events import SoloDealt, SoloOpened, SoloPlayed
from mailref.games.solitaire.switches import SoloRules
from mailref.games.unscrabble.events import TilesTaken, UnscrabbleOpened
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.entries import (
    ConditionUnread,
    ExchangeOrder,
    IfPass,
    IfPlay,
    OrdersIf,
    Otherwise,
    PassOrder,
    PlayOrder,
    UnreadOrder,
    Wish,
)
from mailref.tiles.board import (
    TILES,
    Accents,
    Axes,
    Board,
    BonusTable,
    Direction,
    Extended,
    LaidTile,
    Square,
)
from mailref.tiles.moves import Move, Play, TextSpan, WrittenMove
from mailref.tiles.scoring import FormedWord, ScoredPlay
from tests.journal.builders import NOON

SPAN = TextSpan(1, 1, "H4 RUCKEN")
H4 = Square(7, 3)
BOARD = Board().lay([LaidTile(H4, "R", is_blank=False), LaidTile(Square(7, 4), "U", is_blank=True)])
RULES = TurnRules(
    most_tiles=None,
    bonus=BonusTable(((7, 50),)),
    extended=Extended.PREMIUMS,
    start=None,
    swap=True,
    names=False,
    accents=Accents.ASK,
    axes=Axes.ROWS,
    challenge=Challenges.ALLOWED,
    challenge_time=timedelta(hours=36),
    theme=ThemeWords("Küche", 5, ("HERD", "TOPF")),
)
TABLE_RULES = TableRules(
    most_tiles=RULES.most_tiles,
    bonus=RULES.bonus,
    extended=RULES.extended,
    start=RULES.start,
    swap=RULES.swap,
    names=RULES.names,
    accents=RULES.accents,
    axes=RULES.axes,
)
SOLO_RULES = SoloRules(
    most_tiles=RULES.most_tiles,
    bonus=RULES.bonus,
    extended=RULES.extended,
    start=RULES.start,
    swap=RULES.swap,
    names=RULES.names,
    accents=RULES.accents,
    axes=RULES.axes,
    racks=2,
)
UNSCRABBLE_RULES = UnscrabbleRules(
    most_tiles=RULES.most_tiles,
    bonus=RULES.bonus,
    extended=RULES.extended,
    start=RULES.start,
    swap=RULES.swap,
    names=RULES.names,
    accents=RULES.accents,
    axes=RULES.axes,
)
BINGO_RULES = BingoRules(
    most_tiles=RULES.most_tiles,
    bonus=RULES.bonus,
    extended=RULES.extended,
    start=RULES.start,
    swap=RULES.swap,
    names=RULES.names,
    accents=RULES.accents,
    axes=RULES.axes,
    per_round=12,
    blanks=False,
    call=Call.PLAYER,
)
PLAY = PlayOrder(
    WrittenMove(Move((Play(H4, Direction.ACROSS, "RUCKEN", SPAN),), ()), (), SPAN), Wish(2, 3)
)
KEPT = KeptOrder(
    groups=(
        OrdersIf(None, (PLAY, ExchangeOrder("AEN", SPAN, Wish(1, 2)), PassOrder(SPAN))),
        OrdersIf(IfPlay(H4, Direction.DOWN, "RUCK"), (ExchangeOrder(None, SPAN),)),
        OrdersIf(IfPass(), (UnreadOrder((ConditionUnread(span=SPAN),), SPAN),)),
        OrdersIf(
            Otherwise(),
            (WordOrder("LIEB", SPAN, robbed=(Robbed("L", "LIEBEN"),)), TakeOrder("3", SPAN)),
        ),
    ),
    promised=((PromisedPlay(("RUCKEN",), 26), None, None), (None,), (None,), (None, None)),
    received=NOON,
    mail="17",
    has_seen=3,
)
SCORED = ScoredPlay(
    square=H4,
    direction=Direction.ACROSS,
    words=(FormedWord("RU", (H4, Square(7, 4)), 1, 2),),
    new_tiles=(LaidTile(H4, "R", is_blank=False), LaidTile(Square(7, 4), "U", is_blank=True)),
    bonus=0,
)
MADE = MadeWord("LIEB", "EIB", (ChangedWord(0, "LUST", "L", "UST"),))

TABLE_SAMPLES: Mapping[type[Event], Event] = {
    type(event): event
    for event in (
        in_turns.TurnsOpened(
            "kiel", "Classic Kiel", "classic", RULES, ("Anna", "Ben"), "ab" * 32, "de", "cd" * 32,
            Board(), Secret(TILES.all_tiles), first_turn=7, is_taken_over=True,
        ),
        in_turns.SeatsDrawn(("Ben", "Anna")),
        in_turns.FirstRackWished("Anna", Secret(Wish(4, 3))),
        in_turns.StarterDrawn(((("Anna", "E"), ("Ben", "?")),), ("Ben", "Anna")),
        in_turns.TilesDrawn(
            3, "Anna", 2, Secret("E?"), Secret("QX"), "ef" * 32, Secret("01" * 16), NOON,
            Secret(1), by_hand=True, wish=Secret(Wish(2, 3)),
        ),
        in_turns.TurnBegan(7, "Anna", NOON + timedelta(days=5), NOON),
        in_turns.OrderKept("Anna", Secret(KEPT)),
        in_turns.OrderDropped("Anna", "replaced"),
        in_turns.PlayLaid(
            7, "Anna", NOON, "17", SCORED, (Square(0, 0),), BOARD, Secret("BCK"), 5,
            Secret(Wish(1, 0)), ("RU",), NOON + timedelta(hours=1),
        ),
        in_turns.AcceptanceGiven(7, "Ben"),
        in_turns.PlayAccepted(7, "Anna", "Ben", AcceptedHow.MOVE),
        in_turns.PlayChallenged(7, "Ben", ("RU",), NOON, "18", is_foreign=True),
        in_turns.ChallengeHeld(7, "Cleo", (), NOON, "20"),
        in_turns.ChallengeHeld(7, "Cleo", ("SÄ",), NOON, "19"),
        in_turns.ChallengeDecided(7, "Ben", (("RU", False),), stands=False, cost=5),
        in_turns.PlayShown(7, NOON),
        in_turns.PlayTakenBack(7, "Anna"),
        in_turns.PlayWaits("Anna", Secret(KEPT)),
        in_turns.TilesExchanged(7, "Anna", 2, Secret("QX")),
        in_turns.TurnPassed(7, "Anna", PassedWhy.TIMEOUT),
        in_turns.ThemeRuled(7, "Anna", "RU", 5),
        in_turns.TurnUndone(7, "read wrongly"),
        in_turns.BankUsed("Anna", 3600),
        in_turns.AwaySet("Anna", date(2026, 8, 1), date(2026, 8, 14)),
        in_turns.AwayEnded("Anna", date(2026, 8, 7)),
        in_turns.PlayerOut("Anna", "resigned"),
        in_turns.AcceptsAllSet("Anna", wanted=True),
        in_turns.RacksRevealed(
            MappingProxyType({"Anna": "", "Ben": "AX"}),
            MappingProxyType({"Anna": 9, "Ben": -9}),
            "out",
        ),
        in_turns.SeedRevealed("ab" * 32, NOON),
        events.TableOpened(
            "bonn", "Bonn", "rummikub", TABLE_RULES, ("Anna", "Ben"), "ab" * 32, "de", "cd" * 32
        ),
        events.FirstTilesDealt((("Anna", "A"), ("Ben", "S")), ("Ben", "Anna")),
        events.RackDealt(1, "Ben", Secret("EEIMRUÜ"), "ef" * 32, Secret("01" * 16)),
        events.StacksBuilt((Secret("EN"), Secret("RS")), ("aa" * 32, "bb" * 32)),
        events.TableWordLaid(2, "Ben", NOON, "19", MADE, NOON + timedelta(hours=1)),
        events.TileTaken(3, "Anna", 2, "R", TakenWhy.TURN),
        events.TileTurnedUp(2, "R"),
        events.WishSet("Anna", Secret("ENR")),
        SoloOpened("pat", "Pat", "solitaire", SOLO_RULES, "ab" * 32, "de", "cd" * 32, NOON),
        SoloDealt("Anna", ("Anna I", "Anna II")),
        SoloPlayed(
            "Anna",
            in_turns.TilesDrawn(
                1, "Anna I", 2, Secret("E?"), Secret(""), "ef" * 32, Secret("01" * 16), NOON
            ),
        ),
        UnscrabbleOpened(
            "ab", "Ab", "unscrabble", UNSCRABBLE_RULES, ("Anna", "Ben"), "ab" * 32, "de",
            "cd" * 32, BOARD, "kiel",
        ),
        TilesTaken(
            2, "Ben", NOON, "19",
            (LaidTile(H4, "R", is_blank=False), LaidTile(Square(7, 4), "U", is_blank=True)),
            ("CK",), 1, "no_turn",
        ),
        in_bingo.BingoOpened("herbst", "Herbst", "bingo", BINGO_RULES, "ab" * 32, "de", "cd" * 32),
        in_bingo.BingoRoundOpened(1, NOON, NOON),
        in_bingo.WordsEntered("Anna", NOON, "17", Secret(("STERNEN", "GARTENS"))),
        in_bingo.WordsWithdrawn("Anna", NOON),
        in_bingo.WordsFixed(("Anna",), Secret((("STERNEN", "GARTENS"),))),
        in_bingo.TilesCalled(1, "E?N", None, NOON),
        in_bingo.BingoCalled("Anna", NOON, "18"),
        in_bingo.BingoReached(4, ("Anna", "Ben"), 26),
        in_bingo.LettersLeft(3, (5, 0)),
    )
}  # fmt: skip
