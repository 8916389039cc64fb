"""One event of each kind and a game, with the text that golden.json holds for each event.

`python -m tests.journal.samples` writes golden.json anew; its diff is to be explained.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import Draw, Laid, Lot, PlayerResult, RoundResult
from mailref.games.rounds.rules import EntryStatus as Outcome
from mailref.record.codec import write_event
from mailref.tiles import moves
from mailref.tiles.board import Area, Board, Direction, LaidTile, Square
from mailref.tiles.lexicon.verdicts import Accepted, Hint, Refused, Unknown, Valid, Why
from mailref.tiles.moves import BlankFor, BlankOn, Move, Play, Swap, TextSpan, WrittenMove
from mailref.tiles.scoring import FormedWord, Judged, JudgedPlay, ScoredPlay
from mailref.tiles.top.found import Top, TopMove
from tests.games.replayed import replay_rounds
from tests.journal.builders import NOON, RULES, later, opened
from tests.journal.table_samples import TABLE_SAMPLES

BERLIN = timezone(timedelta(hours=1))
SPAN = TextSpan(3, 2, "M10s EUBÖA")
M10 = Square(9, 12)
BOARD = Board().lay(
    [LaidTile(Square(9, 3), "V", is_blank=True), LaidTile(M10, "E", is_blank=False)]
)

MOVE = WrittenMove(
    move=Move(
        plays=(
            Play(
                square=M10,
                direction=Direction.DOWN,
                word="EUBÖA",
                span=SPAN,
                small=frozenset({4, 1}),
                starred=frozenset({2}),
                blanks=(BlankFor("B"), BlankOn(Square(11, 12))),
                last=Square(13, 12),
                also=("*verbüxendE",),
                claimed=51,
                comment="griech. Insel",
            ),
        ),
        swaps=(Swap(Square(11, 0), SPAN),),
        total_claimed=51,
    ),
    faults=(moves.RangeMismatch(span=SPAN, word="EUBÖA", squares_named=None),),
    span=SPAN,
)
UNREADABLE = WrittenMove(None, (moves.Syntax(span=SPAN, hint="missing_square"),), SPAN)

SCORED = ScoredPlay(
    square=M10,
    direction=Direction.DOWN,
    words=(FormedWord("EUBÖA", (M10, Square(10, 12)), 14, 2), FormedWord("NE", (M10,), 2, 1)),
    new_tiles=(LaidTile(M10, "E", is_blank=False), LaidTile(Square(10, 12), "U", is_blank=True)),
    bonus=50,
)
JUDGED = Judged(
    written=MOVE,
    plays=(
        JudgedPlay(SCORED, (Valid(), Accepted())),
        JudgedPlay(SCORED, (Refused(Why.NAME), Unknown((Hint.PROBABLE, Hint.ACCENT)))),
    ),
    swaps=(Square(11, 0),),
    faults=(
        moves.WordUnknown(span=SPAN, word="NE"),
        moves.StarOnTile(span=SPAN, square=M10),
        moves.StartArea(span=SPAN, area=Area(Square(5, 5), Square(9, 9))),
    ),
    rack_left="NR",
    board=BOARD,
)
RESULT = RoundResult(
    number=4,
    letters="ABEENÖRU",
    deadline=datetime(2026, 12, 11, 19, 0, tzinfo=UTC),
    closed=datetime(2026, 12, 11, 19, 2, 0, 500, tzinfo=UTC),
    is_final=False,
    is_early=False,
    entries=(
        PlayerResult("Max", Outcome.VALID, NOON, (JUDGED,), 0, 51, 0, 3, 363, 1, None),
        PlayerResult("Eva", Outcome.MISSING, None, (), None, 0, 12, 0, 12, 2, 1),
    ),
    laid=Laid(("Max",), JUDGED, ("lot",), Lot("lot 4", ("M10s EUBÖA", "M9s BEHAUE"), 1)),
    top=Top(60, (TopMove(((M10, Direction.DOWN, "EUBÖA", (M10,)),), (Square(11, 0),)),)),
    board=BOARD,
    kept="NR",
    undecided=("NE",),
    undecided_policy="refuse",
)
DRAW = Draw("ERNST", "AB", "ERNSTÖ?", "EEIY", redraws=1, is_relaxed=True, by_hand=False)

SAMPLES: Mapping[type[Event], Event] = {
    type(event): event
    for event in (
        opened(),
        happened.PlayerJoined("Max", ("max@example.org",), 312, 1, is_late=True),
        happened.PlayerLeft("Max", "excluded"),
        happened.PlayerReturned("Max"),
        happened.PlayerRenamed("Max", "Moritz", "typing error"),
        happened.AddressesChanged("Max", ("a@example.org", "b@example.org"), "moved"),
        in_rounds.LettersDrawn(4, DRAW, NOON, ("read wrongly",)),
        in_rounds.DrawnAnew(4, "read wrongly"),
        in_rounds.RoundOpened(4, RESULT.deadline, RULES, is_final=True, at=NOON),
        happened.DeadlineMoved(4, datetime(2026, 12, 18, 20, 0, tzinfo=BERLIN), "holidays"),
        in_rounds.MoveEntered("Max", 4, NOON, "17", (MOVE, UNREADABLE)),
        in_rounds.MoveKept("Max", 6, NOON, "17", (MOVE,)),
        in_rounds.MoveWithdrawn("Max", 4, NOON),
        in_rounds.MoveWasLate("Max", 4, NOON, (MOVE,)),
        happened.WordRuled("EUBÖA", None, "settings", "Duden"),
        happened.WordsAsked(("NE", "NIXE"), NOON),
        in_rounds.TieRuled(4, "M10s EUBÖA", "nicer"),
        in_rounds.RoundClosed(RESULT),
        in_rounds.BoardCleared(4),
        in_rounds.RoundReopened(4, RESULT.deadline, "a mail was lost"),
        in_rounds.BaseFixed("Max", 300, -12),
        happened.ScoreCorrected("Max", 4, -3, "miscounted"),
        happened.GamePaused("summer"),
        happened.GameResumed("autumn"),
        happened.PressReceived("Max", "Grüße\nan alle", "17", is_released=False),
        happened.PressRuled("17", is_released=True),
        happened.ReminderSet("Max", wanted=False),
        happened.LanguageSet("Max", "en"),
        happened.TextKept("Max", "note", Secret("Oma fragen")),
        happened.MessageSent("Max", ("Eva", ""), Secret("Bis bald"), "17", NOON),
        happened.AbsenceNoted("Max", NOON, NOON + timedelta(days=14)),
        happened.AbsenceEnded("Max", NOON),
        happened.PlayerMuted("Max", "Eva", is_muted=True),
        happened.SubscriberLanguageSet("s@example.org", "en"),
        happened.SettingSpent(4, "letters", "ABEENÖRU"),
        happened.Noted("opening:Max", NOON),
        happened.SubscriberLeft("s@example.org"),
        happened.JoinAsked("Fred Fremd", "fred@example.net", "Kann ich noch mitspielen?", NOON),
        happened.LotWordGiven("Max Mustermann", "Pflaume", 5),
        happened.DrawsMixed(5, (("Max Mustermann", "Pflaume"), ("Anna B.", "Zug"))),
        in_rounds.RulesChanged(RULES),
        happened.GameEnded("00ff", "final_round", NOON),
        *TABLE_SAMPLES.values(),
    )
}

GAME: RoundGame = replay_rounds(
    (
        opened(),
        happened.PlayerJoined("Max", ("max@example.org",)),
        happened.PlayerJoined("Eva", ("eva@example.org",)),
        in_rounds.LettersDrawn(4, DRAW, NOON),
        in_rounds.RoundOpened(4, later(60), RULES, is_final=False, at=NOON),
        SAMPLES[in_rounds.MoveEntered],
        in_rounds.MoveWasLate("Eva", 4, NOON, (MOVE,)),
        happened.WordRuled("EUBÖA", accepted=True, by="command", because=""),
        SAMPLES[happened.WordsAsked],
        SAMPLES[happened.PressReceived],
        SAMPLES[happened.SettingSpent],
        SAMPLES[in_rounds.RoundClosed],
        in_rounds.LettersDrawn(5, DRAW, NOON),
        in_rounds.RoundOpened(5, later(90), RULES, is_final=False, at=NOON),
    )
)
"""A game in its second round here, with all that the first left behind."""

GOLDEN = Path(__file__).with_name("golden.json")
FIRST_GOLDEN = Path(__file__).with_name("golden_first.json")
"""The same as versions before msgspec wrote it."""


def golden() -> dict[str, dict[str, object]]:
    """Return what golden.json is to hold."""
    written = [write_event(event) for event in SAMPLES.values()]
    return {
        each.kind: {"version": each.version, "payload": json.loads(each.payload)}
        for each in written
    }


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
