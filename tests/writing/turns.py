"""Mails of games in turns, as the referee owes them: the sample game of seed 002 and others, few words."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from typing import Any

from msgspec.structs import fields, replace

from mailref.games.by_turns.contents import (
    BestOfTurn,
    ChallengeSettled,
    ClockMoved,
    Drew,
    Finished,
    Happening,
    NobodyMoves,
    OnBoard,
    OpenedDraw,
    OrderAnswer,
    OrderHints,
    OwnFace,
    Rematch,
    RematchWanted,
    RulingAskedAtTable,
    ShownOrder,
    ShownPlay,
    TakenBack,
    TimedOutAgain,
    TurnCommandAnswer,
    TurnEffect,
    TurnFace,
    TurnOverdue,
    TurnReminder,
    TurnReport,
    TurnsOpening,
    TurnTaken,
    TurnTakenBack,
    WaitingChallenge,
)
from mailref.games.by_turns.course import (
    ConditionUnmet,
    Course,
    ExchangeImpossible,
    FromMail,
    OpeningExchange,
    OpeningLength,
    WordNotFormed,
    told_of,
)
from mailref.games.by_turns.events import (
    AcceptedHow,
    AwayEnded,
    AwaySet,
    ChallengeDecided,
    PlayAccepted,
    PlayChallenged,
    PlayerOut,
    StarterDrawn,
    ThemeRuled,
    TilesDrawn,
    TurnsOpened,
)
from mailref.games.by_turns.history import SheetLine, ToldTurn, TurnHistory, TurnKind
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.switches import Challenges, ThemeWords, TurnRules
from mailref.games.chance import Secret
from mailref.games.classic.book import ClassicBook, LegalPlay, fill, try_play
from mailref.games.classic.game import TurnGame, classic, open_turns
from mailref.games.events import GamePaused, GameResumed, PlayerRenamed, ScoreCorrected
from mailref.games.game import Press, SameTiles
from mailref.games.in_hand import GameInHand, InHand, Seat, WhoseTurn
from mailref.games.kind import apply
from mailref.office import entry_reader
from mailref.orders.entries import (
    AcceptAct,
    ChallengeAct,
    ConditionUnread,
    Entry,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    Meant,
    Otherwise,
    PlayOrder,
    WhichLetters,
    Wish,
    WrittenOrders,
)
from mailref.orders.order_lines import OrderReader
from mailref.orders.table import Command, NotDone
from mailref.referee.contents import AskedWord, Content, GamesInHand, RulingAsked, WeeklyGames
from mailref.referee.mails import Owed
from mailref.referee.policy import Answered, CommandsDone, Considered, GamePolicy, Outcome, Reason
from mailref.tiles.board import TILES, Axes, Board, Direction, ListUsed, Notation, without
from mailref.tiles.lexicon.evidence import Evidence, WordPart
from mailref.tiles.lexicon.verdicts import Hint, Unknown
from mailref.tiles.moves import ClaimDiffers, Fault, MissingPlace, NotOnRack, Syntax, TextSpan
from mailref.tiles.scoring import ScoredPlay
from tests.games.classic.examples import STANDARD, Given, Words, lines_of
from tests.tiles.builders import square
from tests.writing.builders import BERLIN, HOUSE, policy

BEGAN = datetime(2026, 12, 8, 10, 0, tzinfo=UTC)
ZAT = datetime(2026, 12, 18, 19, 0, tzinfo=UTC)
"""Friday, 20:00 in Berlin."""
DRAWN = ("BCEKNRU", "AÄEHMRS", "ADDFSW", "ADEGRT", "ASU", "EN")
"""The sample game of seed 002: the racks of both, and what is drawn for each play."""
MOVES = (
    ("Anna", "H4 RUCKEN"),
    ("Ben", "5E RHEUMAS"),
    ("Anna", "H1 ABDRUCKEN"),
    ("Ben", "4A GRÄTE"),
)
SPAN = TextSpan(2, 1, "H4 RUCKEN")
OPEN = replace(STANDARD, challenge=Challenges.NONE)
HOUSE_RULES = replace(
    STANDARD,
    swap=True,
    theme=ThemeWords("Garten", 10, ("BEET", "HARKE")),
    opening=5,
    bags=2,
    challenge_forfeit=True,
    scoreless=6,
)


class Table:
    """The sample game, played so far; what was drawn and told."""

    def __init__(
        self, moves: int, rules: TurnRules = STANDARD, seats: Sequence[str] = ("Anna", "Ben")
    ):
        opened = TurnsOpened(
            "kiel", "Classic Kiel", "classic", rules, tuple(seats), "c0" * 32, "Liste", "f2" * 32,
            Board(), Secret(TILES.all_tiles),
        )  # fmt: skip
        drawn = list(DRAWN)
        self.course = Course(
            open_turns(opened),
            ClassicBook(),
            Words(trusts=True),
            Given(drawn),
            BEGAN,
            lambda _player, _at: ZAT,
        )
        self.course.record(StarterDrawn(((("Anna", "A"), ("Ben", "M")),), tuple(seats)))
        for name in seats:
            fill(self.course, name)
        self.course.begin(seats[0])
        reader = OrderReader(entry_reader().grammars)
        for player, text in MOVES[:moves]:
            self.course.at += timedelta(days=1)
            written = reader.read(lines_of([text]), Notation(Axes.ROWS))
            self.course.respond(FromMail(player, self.course.at, "mail"), written)
        self.history = self._history(opened)

    @property
    def game(self) -> TurnGame:
        return classic(self.course.game)

    def _history(self, opened: TurnsOpened) -> TurnHistory:
        game: TurnGame = open_turns(opened)
        steps: list[tuple[object, TurnGame]] = []
        for event in self.course.events:
            game = apply(game, event)
            steps.append((event, game))
        return told_of(steps)


@cache
def table(moves: int, rules: TurnRules = STANDARD) -> Table:
    return Table(moves, rules)


def face(moves: int = 3, rules: TurnRules = STANDARD, **changes: Any) -> TurnFace:
    """Return how the sample game stands, as all may know it."""
    at = table(moves, rules)
    game, open_play = at.game, at.game.open_play
    shown = None
    if open_play is not None:
        number, player, words = open_play.number, open_play.player, open_play.words
        shown = ShownPlay(number, player, words, game.tiles_owed, None, ends_game=False)
    turn = game.turn
    base = TurnFace(
        rules=rules,
        commitment="c0" * 32,
        has_racks=True,
        lies=OnBoard(game.board, len(game.bag.value)),
        seats=tuple(
            Seat(name, game.players[name].total, len(game.hands[name].rack.value), is_out=False)
            for name in game.seats
        ),
        turn=WhoseTurn(turn.number, turn.player, BEGAN, ZAT) if turn is not None else None,
        open_play=shown,
        challenge=None,
        history=at.history,
    )
    return replace(base, **changes)


def emptied(shown: TurnFace) -> OnBoard:
    """Return what lies, with an empty bag."""
    assert isinstance(shown.lies, OnBoard)
    return replace(shown.lies, bag=0)


def own(name: str, moves: int = 3, rules: TurnRules = STANDARD, **changes: Any) -> OwnFace:
    """Return what a player alone may see of the sample game."""
    game = table(moves, rules).game
    rack = game.hands[name].rack.value
    lying = [tile.tile for tile in game.board.tiles]
    drawn, nonce = Secret("ADEGRT"), Secret("91ab" * 8)
    receipt = TilesDrawn(4, name, 6, drawn, Secret(""), "3f0c" * 16, nonce, BEGAN)
    base = OwnFace(
        name,
        Secret(rack),
        Secret(without(TILES.all_tiles, [*lying, *rack])),
        receipts=(receipt,) if name == "Ben" else (),
    )
    return replace(base, **changes)


def happened(moves: int = 3, rules: TurnRules = STANDARD) -> tuple[Happening, ...]:
    """Return what the newest turn was: the play before it stood, tiles were drawn for it."""
    turns = table(moves, rules).history.turns
    found: list[Happening] = []
    if len(turns) > 1 and rules.may_challenge:
        found.append(
            PlayAccepted(turns[-2].number, turns[-2].player, turns[-1].player, AcceptedHow.MOVE)
        )
        found += [Drew(draw) for draw in turns[-2].draws]
    return (*found, TurnTaken(turns[-1]))


def owed(content: Content, player: str | None = "Ben", **changes: Any) -> Owed:
    """Return a mail with this content, to the game master unless a player is named."""
    turn = getattr(getattr(content, "face", None), "turn", None)
    base = Owed(
        key="sample",
        recipient=f"{player.lower()}@example.org" if player else HOUSE.gamemaster_address,
        name=player or HOUSE.gamemaster_name,
        language="de",
        game="kiel",
        tag=f"Z{turn.number}" if turn is not None else "Ende",
        player=player,
        content=content,
        answers=None,
        at=BEGAN,
    )
    return replace(base, **changes)


def settings(**changes: Any) -> TurnPolicy:
    """Return the settings of the sample game; what every game has is as in games in rounds."""
    rounds = policy(id="kiel", title="Classic Kiel", variant="classic", **changes)
    common = {each.name: getattr(rounds, each.name) for each in fields(GamePolicy)}
    return TurnPolicy(**{**common, "rules": STANDARD})


def report(
    player: str | None = "Ben", moves: int = 3, rules: TurnRules = STANDARD, **changes: Any
) -> Owed:
    base = TurnReport(
        face=face(moves, rules),
        own=own(player, moves, rules) if player else None,
        policy=settings(),
        happened=happened(moves, rules),
    )
    return owed(replace(base, **changes), player)


def telling(*things: Happening, player: str | None = "Ben", **changes: Any) -> Owed:
    """Return a report that tells of something else than a turn."""
    return report(player, happened=things, **changes)


def in_vain(*words: str) -> ChallengeDecided:
    """Return that Ben has challenged valid words."""
    return ChallengeDecided(3, "Ben", tuple((word, True) for word in words), stands=True, cost=5)


def taken_back() -> Owed:
    """Return the report of a challenge with success, with the board as before."""
    turn = replace(table(3).history.turns[-1], is_taken_back=True, points=0, total=26)
    stood = face(2, open_play=None)
    history = replace(stood.history, course=(*stood.history.turns, turn))
    words = ("ABDRUCKEN", "RHEUMAS")
    decided = ChallengeDecided(3, "Ben", (("ABDRUCKEN", False),), stands=False, cost=0)
    settled = ChallengeSettled(decided, words)
    return telling(settled, TakenBack(turn), face=replace(stood, history=history))


def with_a_blank(scored: ScoredPlay) -> ScoredPlay:
    """Return a play whose first new tile is a blank."""
    first, *others = scored.new_tiles
    return replace(scored, new_tiles=(first._replace(is_blank=True), *others))


def finished(why: str = "out", player: str | None = "Ben", **changes: Any) -> Owed:
    draws = tuple(OpenedDraw(draw, "ADEGRT", "91ab" * 8) for draw in table(3).history.first_draws)
    end = Finished(why, {"Anna": "XA", "Ben": ""}, {"Anna": -9, "Ben": 9}, "5e" * 32, draws)
    seats = (Seat("Anna", 349, 2, is_out=False, rank=2), Seat("Ben", 361, 0, is_out=False, rank=1))
    over = face(4, turn=None, open_play=None, ended=why, seats=seats)
    over = replace(over, lies=emptied(over))
    best = tuple(
        BestOfTurn(
            turn.number,
            turn.player,
            "BCEKN?U",
            turn.points,
            turn.points + 8,
            with_a_blank(turn.scored),
        )
        for turn in table(4).history.turns
        if turn.scored is not None
    )
    mine = own(player, 4, rack=Secret("")) if player else None
    return report(player, 4, **{
        "happened": (*happened(4)[-1:], end), "face": over, "own": mine,
        "best": best if player else (), "gcg": "#player1 a Anna\n" if player else "", **changes,
    })  # fmt: skip


def four_players() -> Owed:
    """Return a report at a full table: names as long as they come, absences, time in hand."""
    now = face(3)
    names = ("Anna", "Ben", "Liese Müller-Lüdenscheidt", "Jörg Ähnlich")
    seats = tuple(
        Seat(
            name,
            77 - 9 * at,
            7,
            is_out=at == 3,
            away=((date(2026, 12, 20), date(2027, 1, 2)),) if at == 2 else (),
            seconds_in_hand=36 * 3600 if at == 1 else 0,
        )
        for at, name in enumerate(names)
    )
    lines = tuple(
        SheetLine(name, "turn", 4 * line + at - 3, line, 100 * line + at)
        for line in range(1, 9)
        for at, name in enumerate(names)
    )
    turns = tuple(
        ToldTurn(line.number, line.player, TurnKind.EXCHANGE, line.points, line.total, count=1)
        for line in lines
    )
    shown = replace(now.open_play, open_until=ZAT) if now.open_play is not None else None
    history = replace(now.history, course=turns, sheet=lines)
    return report(face=replace(now, seats=seats, history=history, open_play=shown))


def opening(player: str | None = "Anna", rules: TurnRules = STANDARD, **changes: Any) -> Owed:
    base = TurnsOpening(
        face=face(0, rules),
        own=own(player, 0, rules) if player else None,
        policy=settings(),
        differs=(),
        comment="Viel Vergnügen!",
    )
    return owed(replace(base, **changes), player)


def of_two(mail: Owed, *, is_second: bool) -> Owed:
    """Return a mail of a double game with the same tiles; at the first end nothing secret is told."""
    content = mail.content
    assert isinstance(content, TurnReport | TurnsOpening)
    same = SameTiles("kiel" if is_second else "kiel-2", is_second=is_second)
    told = replace(content, face=replace(content.face, same_tiles=same))
    if isinstance(told, TurnReport) and not told.later:
        kept = (
            replace(each, seed="", draws=()) if isinstance(each, Finished) else each
            for each in told.happened
        )
        told = replace(told, happened=tuple(kept))
    return replace(mail, content=told)


def gathering() -> Owed:
    """Return what who joins is told while a place is free: nothing is dealt yet."""
    rack = own("Anna", 0, rack=Secret(""), unseen=Secret(TILES.all_tiles), receipts=())
    content = opening(own=rack).content
    assert isinstance(content, TurnsOpening)
    seat = Seat("Anna", 0, 0, is_out=False)
    history = replace(content.face.history, course=(), first_draws=(), start=())
    now = replace(content.face, turn=None, seats=(seat,), history=history)
    return owed(replace(content, face=now, policy=replace(settings(), places=3, lots=True)), "Anna")


def house_rules() -> Owed:
    differs = ("swap", "theme", "opening", "bags", "challenge_forfeit", "scoreless")
    content = opening().content
    assert isinstance(content, TurnsOpening)
    rules = replace(HOUSE_RULES, challenge_cost=10)
    table_now = replace(
        content.face, rules=rules, lies=replace(emptied(content.face), bag=88, least=5)
    )
    words = (("Anna", "kranich"), ("Ben", ""))
    return owed(
        replace(content, face=table_now, differs=(*differs, "challenge_cost"), lot_words=words),
        "Anna",
    )


def own_lists() -> Owed:
    """Return the opening of a game without a word list, in which letters may lie in any order."""
    content = opening().content
    assert isinstance(content, TurnsOpening)
    rules = replace(content.face.rules, listed=ListUsed(), anagrams=True)
    face = replace(content.face, rules=rules)
    return owed(replace(content, face=face, differs=("anagrams",)), "Anna")


ANSWERED = Answered("<m@example.org>", (), "Re: [kiel Z4]", BEGAN, "H4 RUCKEN")


def answer(
    effect: TurnEffect | None,
    reason: Reason | None = None,
    *,
    player: str = "Ben",
    moves: int = 3,
    rules: TurnRules = STANDARD,
    outcome: Outcome | None = None,
    **changes: Any,
) -> Owed:
    considered = Considered(
        outcome or (Outcome.REJECTED if reason else Outcome.ACCEPTED),
        reason,
        game="kiel",
        round=4,
        player=player,
    )
    base = OrderAnswer(
        considered=considered,
        face=face(moves, rules),
        own=own(player, moves, rules),
        policy=settings(),
        effect=effect,
    )
    return owed(replace(base, **changes), player, answers=ANSWERED)


def for_game_master(sample: Callable[[], Owed]) -> Owed:
    """Return the game master's copy of the answer to what he has written for a player."""
    mail = sample()
    assert isinstance(mail.content, OrderAnswer | TurnCommandAnswer)
    copy = replace(mail.content, own=None, for_game_master=True)
    return replace(mail, content=copy, recipient=HOUSE.gamemaster_address, player=None)


def answered_to_game_master(**changes: Any) -> Owed:
    """Return the answer to a mail of his in which nothing was found."""
    mail = answer(None, Reason.NO_MOVE, own=None, **changes)
    assert isinstance(mail.content, OrderAnswer)
    considered = replace(mail.content.considered, player=None)
    return replace(
        mail,
        content=replace(mail.content, considered=considered),
        recipient=HOUSE.gamemaster_address,
        name=HOUSE.gamemaster_name,
        player=None,
    )


def with_entry(mail: Owed, entry: Entry) -> Owed:
    """Return an answer as it is to a mail that asked for *entry*."""
    assert isinstance(mail.content, OrderAnswer)
    considered = replace(mail.content.considered, entry=entry)
    return replace(mail, content=replace(mail.content, considered=considered))


def without_ben() -> TurnFace:
    """Return the sample game as it would be for others, had Ben resigned."""
    found = face()
    return replace(
        found, seats=tuple(replace(each, is_out=each.name == "Ben") for each in found.seats)
    )


def tried(text: str = "4A GRÄTE", condition: Any = None) -> ShownOrder:
    """Return a play of Ben's, drawn on the board after Anna's."""
    game = table(3).game
    order = (
        OrderReader(entry_reader().grammars)
        .read(lines_of([text]), Notation(Axes.ROWS))
        .groups[0]
        .orders[0]
    )
    assert isinstance(order, PlayOrder)
    legal = try_play(game, "Ben", order, Words(trusts=True))
    assert isinstance(legal, LegalPlay), legal
    return ShownOrder(
        TurnKind.PLAY,
        condition,
        legal.scored,
        legal.scored.points,
        legal.scored.formula,
        legal.board,
    )


CONDITIONS = (
    IfPlay(square("H5"), Direction.ACROSS, "RUCKEN"),
    IfPass(),
    IfExchange(),
    IfTakenBack(),
    Otherwise(),
)
FAULTS: tuple[Fault, ...] = (
    NotOnRack(span=SPAN, missing="K", available="AÄDEGRT"),
    ExchangeImpossible(span=SPAN, bag=6, least=7),
    WhichLetters(span=SPAN),
    WordNotFormed(span=SPAN, word="GÖTZE"),
    OpeningLength(span=SPAN, least=5),
    OpeningExchange(span=SPAN),
    ConditionUnread(span=SPAN),
    ConditionUnmet(span=SPAN),
)


def command(*commands: Command, **changes: Any) -> Owed:
    base = TurnCommandAnswer(
        commands=commands, face=face(), own=own("Ben"), policy=settings(), player="Ben"
    )
    return owed(replace(base, **changes))


def from_outside() -> Owed:
    """Return the list of somebody who leads one game and reads another."""
    states = (("kiel", InHand.LED), ("yerres", InHand.FOLLOWED))
    games = (
        GameInHand(id_.title(), f"{id_} R4", BERLIN, None, False, (), state=state, zat=ZAT)
        for id_, state in states
    )
    return owed(GamesInHand("Erika", tuple(games)), game=None, tag=None)


def games_in_hand(*, mine: bool = True) -> Owed:
    now = face()
    kiel = GameInHand("Classic Kiel", "kiel Z4", BERLIN, now.turn, mine, now.seats, mine)
    ulm = GameInHand("Classic Ulm", "ulm Z9", BERLIN, now.turn, False, now.seats, False)
    return owed(GamesInHand("Ben", (kiel, ulm)), game=None, tag=None)


def games_of_the_week() -> Owed:
    listed = games_in_hand().content
    assert isinstance(listed, GamesInHand)
    bonn = replace(listed.games[1], title="Classic Bonn", tag="bonn Z2")
    others = (
        GameInHand(
            f"Spiel {at}",
            f"spiel{at} R2",
            BERLIN,
            turn=None,
            is_mine=state in (InHand.MOVE_WANTED, InHand.WORDS_WANTED, InHand.CALL_WANTED),
            seats=(),
            state=state,
            zat=None if state is InHand.BETWEEN else BEGAN + timedelta(days=at),
            total=None if "words" in state or state is InHand.TILES_CALLED else 40 + at,
        )
        for at, state in enumerate(InHand, start=1)
    )
    return owed(WeeklyGames("Ben", (*listed.games, bonn, *others)), game=None, tag=None)


def waiting() -> TurnFace:
    """Return how the sample game stands while the game master decides on a challenge."""
    turn = WhoseTurn(4, "Ben", BEGAN, None, waits=True)
    return face(challenge=WaitingChallenge(("ABDRUCKEN",)), turn=turn)


_LOOKED_UP = settings(lookup="https://www.duden.de/suchen/dudenonline/{word}")


def asked(**changes: Any) -> Owed:
    evidence = Evidence(parts=(WordPart("AB", 239), WordPart("DRUCKEN", 4)), near=("ABDRUCKTEN",))
    word = AskedWord("ABDRUCKEN", Unknown((Hint.PROBABLE,)), evidence, "Ben", "Anna")
    base = RulingAskedAtTable(words=(word,), policy=_LOOKED_UP, face=waiting())
    return owed(replace(base, **changes), None)


def hidden_word() -> Owed:
    words = (
        AskedWord("GRÄTEN", Unknown(()), Evidence()),
        AskedWord("BEET", Unknown((Hint.NONE,)), Evidence()),
    )
    return owed(RulingAsked(words=words, policy=_LOOKED_UP, is_reminder=True, others=("XQ",)), None)


def claimed_word() -> Owed:
    return asked(words=(AskedWord("BEET", Unknown(()), Evidence(), None, "Anna", True),))


REPORTS: dict[str, Callable[[], Owed]] = {
    "turn_report_mine": report,
    "turn_report_other": lambda: report("Anna"),
    "turn_report_public": lambda: report(None),
    "turn_report_game_master": lambda: report(None, for_game_master=True),
    "turn_report_entered": lambda: report("Anna", by_game_master=True),
    "turn_report_open": lambda: report(rules=OPEN),
    "turn_report_first": lambda: report(moves=1),
    "turn_report_four": four_players,
    "turn_report_kept": lambda: report(
        "Anna",
        own=own(
            "Anna",
            kept=Secret(tuple(tried(condition=each) for each in CONDITIONS)),
            accepts_all=True,
        ),
    ),
    "turn_report_kept_waits": lambda: report(own=own("Ben", kept=Secret((tried(),)))),
    "turn_report_passed_over": lambda: report(
        faults=(
            NotOnRack(span=SPAN, missing="K", available="AÄDEGRT"),
            ClaimDiffers(span=SPAN, claimed=52, points=51),
        )
    ),
    "turn_report_dropped": lambda: report(dropped="no_longer_holds"),
    "turn_report_not_met": lambda: report(dropped="not_met"),
    "turn_report_dropped_too": lambda: telling(TurnTakenBack(3, "Anna"), dropped="over"),
    "turn_exchange": lambda: telling(
        TurnTaken(
            replace(
                table(3).history.turns[-1], kind=TurnKind.EXCHANGE, scored=None, count=3, points=0
            )
        ),
        player="Anna",
        own=own("Anna", given_back=Secret("QXE")),
    ),
    "turn_passes": lambda: telling(
        *(
            TurnTaken(replace(table(3).history.turns[-1], kind=kind, scored=None, points=0))
            for kind in (TurnKind.PASSED_ON, TurnKind.TIMEOUT, TurnKind.FORFEIT, TurnKind.PASS)
        )
    ),
    "turn_last_pass_ends": lambda: telling(
        TurnTaken(replace(table(3).history.turns[-1], kind=TurnKind.PASS, scored=None, points=0)),
        face=face(open_play=None, pass_ends=True),
    ),
    "turn_last_pass_ends_of_another": lambda: telling(
        TurnTaken(replace(table(3).history.turns[-1], kind=TurnKind.PASS, scored=None, points=0)),
        player="Anna",
        face=face(open_play=None, pass_ends=True),
    ),
    "turn_taken_back": taken_back,
    "turn_challenge_made": lambda: telling(
        PlayChallenged(3, "Ben", ("RHEUMAS", "ABDRUCKEN"), BEGAN, "mail"), face=waiting()
    ),
    "turn_challenge_vain_twice": lambda: telling(
        ChallengeSettled(in_vain("RHEUMAS", "ABDRUCKEN")), player="Anna"
    ),
    "turn_ruled_out": lambda: telling(
        refused=("GRÄTEN", "BEET"), face=face(open_play=None), rules=OPEN
    ),
    "turn_challenge_vain": lambda: telling(ChallengeSettled(in_vain("ABDRUCKEN"), loses_turn=True)),
    "turn_accepted": lambda: telling(
        *(PlayAccepted(3, "Anna", "Ben", how) for how in AcceptedHow), face=face(open_play=None)
    ),
    "turn_going_out": lambda: report(
        face=face(
            open_play=replace(
                face().open_play or ShownPlay(3, "Anna", (), 0, None, ends_game=True),
                ends_game=True,
                draws=0,
            ),
            lies=emptied(face()),
        )
    ),
    "turn_out": lambda: telling(
        PlayerOut("Anna", "timeouts"),
        PlayerOut("Anna", "hat sich verabschiedet"),
        PlayerOut("Anna", "resigned"),
    ),
    "turn_away": lambda: telling(AwaySet("Anna", date(2026, 8, 1), date(2026, 8, 14))),
    "turn_away_own": lambda: telling(AwaySet("Ben", date(2026, 8, 1), date(2026, 8, 14))),
    "turn_away_ended": lambda: telling(AwayEnded("Anna", date(2026, 8, 7))),
    "turn_away_ended_own": lambda: telling(AwayEnded("Ben", date(2026, 8, 7))),
    "turn_undone": lambda: telling(TurnTakenBack(3, "Anna"), because="Verlesen: H4 statt 4H."),
    "turn_undone_after_accepting": lambda: telling(
        TurnTakenBack(3, "Anna"), face=face(2, open_play=None)
    ),
    "turn_seat": lambda: telling(PlayerRenamed("Anna", "Cleo", "")),
    "turn_theme": lambda: telling(
        ThemeRuled(3, "Anna", "BEET", 0), ThemeRuled(3, "Anna", "HARKE", 10)
    ),
    "turn_corrected": lambda: telling(ScoreCorrected("Anna", 3, -3, ""), because="Verzählt."),
    "turn_clock_moved": lambda: telling(ClockMoved(BEGAN), because="Feiertag."),
    "turn_paused": lambda: telling(GamePaused(""), face=face(is_paused=True)),
    "turn_resumed": lambda: telling(GameResumed("")),
    "turn_finished": finished,
    "turn_finished_first_of_two": lambda: of_two(finished(gcg="", best=()), is_second=False),
    "turn_finished_seed_later": lambda: of_two(finished(later="Kiel 2"), is_second=False),
    "turn_opening_first_of_two": lambda: of_two(opening(), is_second=False),
    "turn_opening_second_of_two": lambda: of_two(opening(), is_second=True),
    "turn_finished_public": lambda: finished(player=None),
    "turn_finished_passes": lambda: finished("passes"),
    "turn_finished_scoreless": lambda: finished("scoreless"),
    "turn_finished_resigned": lambda: finished("resigned"),
    "turn_finished_timeouts": lambda: finished("timeouts"),
    "turn_finished_by_hand": lambda: finished("game_master"),
    "turn_finished_unplayed": lambda: finished("unplayed", best=(), gcg=""),
    "turn_finished_otherwise": lambda: finished("Kein Ende in Sicht", best=(), gcg=""),
    "turn_press": lambda: report(
        press=(Press("Anna", "Na, wer zweifelt?\nPASSE\nH4 RUCKEN", "m", is_released=True),),
        comment="Bitte höflich bleiben.\nANFECHTEN GÖTZE",
    ),
}
OPENINGS: dict[str, Callable[[], Owed]] = {
    "turns_opening": opening,
    "turns_opening_trial": lambda: opening(is_trial=True),
    "turns_opening_waiting": lambda: opening("Ben"),
    "turns_opening_house_rules": house_rules,
    "turns_opening_own_lists": own_lists,
    "turns_opening_open": lambda: opening(rules=OPEN),
    "turns_opening_game_master": lambda: opening(None, for_game_master=True),
    "turns_opening_reader": lambda: opening(None, differs=("challenge_cost",)),
    "turns_opening_gathers": gathering,
}


def shown(*orders: ShownOrder) -> Secret[tuple[ShownOrder, ...]]:
    return Secret(orders or (tried(),))


ANSWERS: dict[str, Callable[[], Owed]] = {
    "turn_kept": lambda: answer(
        TurnEffect.KEPT,
        shown=shown(
            tried(condition=CONDITIONS[0]),
            ShownOrder(None, IfTakenBack()),
            ShownOrder(TurnKind.EXCHANGE, IfPass(), letters="A?"),
            ShownOrder(TurnKind.PASS, Otherwise()),
        ),
        replaces=True,
    ),
    "turn_kept_until": lambda: answer(TurnEffect.KEPT, shown=shown(), until=ZAT),
    "turn_trial": lambda: answer(
        TurnEffect.TRIAL, shown=shown(), faults=(ClaimDiffers(span=SPAN, claimed=27, points=28),), asked=("GRÄTE",)
    ),
    "turn_trial_wrong": lambda: answer(
        TurnEffect.TRIAL, faults=FAULTS[:1],
        hints=OrderHints(meant=Secret(Meant("A4 GRÄTE", "4A GRÄTE"))),
    ),
    "turn_accepted_play": lambda: answer(TurnEffect.ACCEPTED_PLAY),
    "turn_accepted_play_all": lambda: answer(TurnEffect.ACCEPTED_PLAY, face=face(open_play=None)),
    "turn_accepts_all": lambda: answer(TurnEffect.ACCEPTS_ALL),
    "turn_asks": lambda: answer(TurnEffect.ASKS),
    "turn_wished": lambda: answer(TurnEffect.WISHED),
    "turn_let_go": lambda: answer(TurnEffect.LET_GO),
    "turn_pending_challenge": lambda: answer(None, outcome=Outcome.PENDING, asked=("ABDRUCKEN",)),
    "turn_pending_move": lambda: answer(None, outcome=Outcome.PENDING, asked=("GRÄTE",), rules=OPEN, shown=shown()),
    "turn_pending_replaced": lambda: answer(
        None, outcome=Outcome.PENDING, asked=("GRÄTE",),
        face=face(3, OPEN, turn=WhoseTurn(4, "Ben", BEGAN, None, waits=True), open_play=None),
    ),
    "turn_no_valid_move": lambda: answer(None, Reason.NO_VALID_MOVE, faults=FAULTS),
    **{
        f"turn_{reason}": partial(answer, None, Reason(reason))
        for reason in (
            "no_move", "not_a_player", "late", "already_moved", "played", "no_challenge",
            "nothing_to_challenge", "already_ruled", "own_play", "nothing_to_accept",
            "only_accept_or_challenge", "older_mail",
        )
    },
    "turn_kept_while_a_word_waits": lambda: answer(
        TurnEffect.KEPT, shown=shown(tried()), face=waiting()
    ),
    "turn_no_order": answered_to_game_master,
    "turn_no_order_while_a_word_waits": lambda: answered_to_game_master(face=waiting()),
    "turn_late_at_the_end": lambda: answer(
        None, Reason.LATE, face=face(4, turn=None, open_play=None, ended="out")
    ),
    **{
        f"turn_{reason}_at_all": partial(answer, None, Reason(reason), face=face(open_play=None))
        for reason in ("nothing_to_challenge", "nothing_to_accept")
    },
    "turn_late_before_it_begins": lambda: answer(None, Reason.LATE, own=None, face=face(0, turn=None)),
    "turn_late_who_is_out": lambda: answer(None, Reason.LATE, face=without_ben()),
    "turn_ambiguous": lambda: with_entry(
        answer(None, Reason.AMBIGUOUS),
        Entry("kiel", None, None, WrittenOrders(ambiguous_at=TextSpan(1, 1, "Ich tausceh A E"))),
    ),
    "turn_ambiguous_beside_accepting": lambda: with_entry(
        answer(None, Reason.AMBIGUOUS),
        Entry("kiel", None, None, WrittenOrders(
            acts=(
                AcceptAct(span=TextSpan(1, 1, "ANNEHMEN")),
                ChallengeAct(("GÖTZE",), TextSpan(2, 1, "ANFECHTEN GÖTZE")),
            ),
            ambiguous_at=TextSpan(3, 1, "vielleicht H4 RUCKEN"),
        )),
    ),
    "turn_mismatch": lambda: answer(None, Reason.SENDER_MISMATCH),
    "turn_no_move_third": lambda: answer(None, Reason.NO_MOVE, in_vain=2),
    "turn_no_move_hidden_third": lambda: answer(None, Reason.NO_MOVE, text_hidden=True, in_vain=2),
    "turn_no_move_hidden": lambda: answer(None, Reason.NO_MOVE, text_hidden=True),
    "turn_kept_by_game_master": lambda: answer(
        TurnEffect.KEPT, shown=shown(), by_game_master=True
    ),
    **{
        f"turn_entered_{name}": partial(for_game_master, it)
        for name, it in {
            "kept": lambda: answer(TurnEffect.KEPT),
            "trial": lambda: answer(TurnEffect.TRIAL),
            "pending": lambda: answer(None, outcome=Outcome.PENDING),
            "ambiguous": lambda: with_entry(
                answer(None, Reason.AMBIGUOUS),
                Entry("kiel", None, None, WrittenOrders(ambiguous_at=SPAN)),
            ),
            "late": lambda: answer(None, Reason.LATE),
            "late_at_the_end": lambda: answer(
                None, Reason.LATE, face=face(4, turn=None, open_play=None, ended="out")
            ),
            "late_before_it_begins": lambda: answer(None, Reason.LATE, face=face(0, turn=None)),
            "late_who_is_out": lambda: answer(None, Reason.LATE, face=without_ben()),
            "not_possible": lambda: answer(None, Reason.NO_VALID_MOVE),
            "only_doubt": lambda: answer(None, Reason.ONLY_ACCEPT_OR_CHALLENGE),
            "own_play": lambda: answer(None, Reason.OWN_PLAY),
            "already_moved": lambda: answer(None, Reason.ALREADY_MOVED),
            "older_mail": lambda: answer(None, Reason.OLDER_MAIL),
        }.items()
    },
    "turn_no_move_from_game_master": lambda: replace(
        answer(None, Reason.NO_MOVE, own=None), recipient=HOUSE.gamemaster_address
    ),
}  # fmt: skip
COMMANDS: dict[str, Callable[[], Owed]] = {
    "turn_status": lambda: command(Command.STATUS),
    "turn_help": lambda: command(Command.HELP),
    "turn_help_while_his_play_is_open": lambda: command(
        Command.HELP, own=own("Anna"), player="Anna"
    ),
    "turn_rules": lambda: command(Command.RULES),
    "turn_rematch": lambda: command(
        Command.REMATCH, rematch=Rematch(("Anna",), ZAT, "Classic Kiel", "Ben")
    ),
    "turn_rematch_agreed": lambda: command(
        Command.REMATCH, rematch=Rematch((), ZAT, "Classic Kiel 2", "Ben")
    ),
    "turn_rematch_wanted": lambda: owed(
        RematchWanted("Ben", "Anna", Rematch(("Ben",), ZAT, "Classic Kiel", "Ben"), settings()),
        tag="Ende",
    ),
    "turn_rematch_of_four": lambda: owed(
        RematchWanted(
            "Ben", "Anna", Rematch(("Ben", "Cleo"), ZAT, "Classic Kiel", "Cleo"), settings()
        ),
        tag="Ende",
    ),
    "turn_status_for_player": lambda: for_game_master(lambda: command(Command.STATUS)),
    "turn_withdrawn_for_player": lambda: for_game_master(
        lambda: command(Command.WITHDRAW, withdrawn=True)
    ),
    "turn_joined_for_player": lambda: for_game_master(
        lambda: command(Command.JOIN, done=CommandsDone(joined=True))
    ),
    "turn_left_for_player": lambda: for_game_master(
        lambda: command(Command.LEAVE, done=CommandsDone(left=True))
    ),
    "turn_vacation_for_player": lambda: for_game_master(
        lambda: command(Command.AWAY, away=(date(2026, 8, 1), date(2026, 8, 14)))
    ),
    "turn_status_of_no_table": lambda: for_game_master(
        lambda: command(Command.STATUS, face=face(0, turn=None, seats=()))
    ),
    "turn_status_by_game_master": lambda: command(Command.STATUS, by_game_master=True),
    "turn_object": lambda: command(Command.OBJECT),
    "turn_withdrawn": lambda: command(Command.WITHDRAW, withdrawn=True),
    "turn_refused": lambda: command(Command.WITHDRAW, refused=tuple(NotDone)),
    "turn_joined": lambda: command(Command.JOIN, done=CommandsDone(joined=True), own=None),
    "turn_joined_two_bags": lambda: command(
        Command.JOIN, done=CommandsDone(joined=True), own=None, face=face(0, replace(STANDARD, bags=2), turn=None)
    ),
    "turn_first_rack": lambda: command(
        Command.JOIN, Command.FIRST_RACK, own=None, face=face(0, replace(STANDARD, bags=2), turn=None),
        done=CommandsDone(joined=True, first_rack=Wish(5, 2)),
    ),
    "turn_left": lambda: command(Command.LEAVE, done=CommandsDone(left=True)),
    "turn_history": lambda: command(Command.HISTORY),
    "turn_tiles": lambda: command(Command.TILES),
    "turn_accept_on": lambda: command(
        Command.ACCEPT_ON, own=own("Ben", accepts_all=True)
    ),
    "turn_done": lambda: command(
        Command.PRESS, Command.ACCEPT_OFF, Command.REMINDER_OFF, Command.REMINDER_ON
    ),
    "turn_vacation_refused": lambda: command(
        Command.AWAY, refused=(NotDone.TOO_LONG_AWAY,), own=own("Ben", vacation_left=3)
    ),
    "turn_hints": lambda: answer(
        None,
        Reason.NO_VALID_MOVE,
        faults=(
            *(Syntax(span=SPAN, hint=hint) for hint in ("word_missing", "direction", "play")),
            *(MissingPlace(span=SPAN, word="RUCKEN", lacks=it) for it in ("square", "direction")),
        ),
    ),
    "turn_vacation": lambda: command(
        Command.AWAY,
        Command.HELP,
        away=(date(2026, 8, 1), date(2026, 8, 14)),
        own=own("Ben", vacation_left=7),
    ),
    "games_in_hand": games_in_hand,
    "games_of_the_week": games_of_the_week,
    "games_in_hand_outside": from_outside,
    "games_in_hand_empty": lambda: owed(GamesInHand("Ben", ()), game=None, tag=None),
    "games_in_hand_none": lambda: games_in_hand(mine=False),
}  # fmt: skip
FOR_DESK: dict[str, Callable[[], Owed]] = {
    "turn_asked": asked,
    "turn_asked_one_of_two": lambda: asked(challenged=("RHEUMAS", "ABDRUCKEN")),
    "turn_asked_hidden": hidden_word,
    "turn_asked_theme": claimed_word,
    "turn_asked_deputy": lambda: asked(for_deputy=True),
    "turn_timed_out_again": lambda: owed(TimedOutAgain(face(), settings(), "Ben", 2), None),
    "turn_nobody_moves": lambda: owed(NobodyMoves(face(), settings()), None),
    "turn_overdue": lambda: owed(TurnOverdue(face(), settings(), 2), None),
}
TURNS = (
    REPORTS
    | OPENINGS
    | ANSWERS
    | COMMANDS
    | FOR_DESK
    | {"turn_reminder": lambda: owed(TurnReminder(face(), own("Ben"), settings()))}
)
