"""Every fault with facts, and the sentence that a template makes of it."""

from mailref.tiles import moves as f
from mailref.tiles.board import Axes, Direction, read_area
from mailref.tiles.lexicon.verdicts import Why
from mailref.tiles.moves import TextSpan
from mailref.writing.scene import FaultSeen, ReplyMeans, Words, fault_seen
from tests.tiles.builders import square
from tests.tiles.variants import ONE

LINE = TextSpan(3, 2, "M9s BEHAUE")
SPAN = TextSpan(3, 6, "BEHAUE")
RACK = "ABEENÖR?"


def seen(*faults: f.Fault) -> list[FaultSeen]:
    return [fault_seen(fault, (LINE,), ONE) for fault in faults]


FAULTS: dict[str, list[FaultSeen]] = {
    "missing_place": seen(
        f.MissingPlace(span=SPAN, word="BEHAUE", lacks="square"),
        f.MissingPlace(span=SPAN, word="BEHAUE", lacks="direction"),
    ),
    "off_board": seen(
        f.OffBoard(
            span=SPAN, square=square("M12"), direction=Direction.DOWN, word="BEHAUE", overhang=2
        ),
        f.OffBoard(
            span=SPAN, square=square("M11"), direction=Direction.ACROSS, word="BEHAUE", overhang=1
        ),
        f.OffBoard(span=SPAN, square=None, direction=None, word="BEHAUE", overhang=0),
    ),
    "occupied": seen(f.Occupied(span=SPAN, square=square("M11"), lies="X", wanted="H")),
    "not_new": seen(f.NotNew(span=SPAN, word="BEHAUE")),
    "not_on_rack": seen(
        f.NotOnRack(span=SPAN, missing="HH", available="ABEENÖRU"),
        f.NotOnRack(span=SPAN, missing="?", available="ABEENÖR?"),
    ),
    "too_many_tiles": seen(f.TooManyTiles(span=SPAN, laid=8, allowed=7)),
    "gap": seen(f.Gap(span=SPAN, square=square("M11"), letter="H")),
    "incomplete_word": seen(
        f.IncompleteWord(span=SPAN, word="BEHAUE", whole="BEHAUEN", whole_square=square("M9"))
    ),
    "not_connected": seen(f.NotConnected(span=SPAN, word="BEHAUE")),
    "start_area": seen(
        f.StartArea(span=SPAN, area=None),
        f.StartArea(span=SPAN, area=read_area("F6-J10", Axes.COLUMNS)),
    ),
    "blank_unmarked": seen(
        f.BlankUnmarked(span=SPAN, letter="E", squares=(square("M10"), square("M14")))
    ),
    "tiles_unclear": seen(
        f.TilesUnclear(span=SPAN, word="EGÉSZSÉG", ways=("EGÉ[SZ]SÉG", "EGÉS[ZS]ÉG"))
    ),
    "blank_letter": seen(
        f.BlankLetter(span=SPAN, named="ß"),
        f.BlankLetter(span=SPAN, named="E"),
        f.BlankLetter(span=SPAN, named="BEHAUE", square=square("A4")),
    ),
    "swap_impossible": seen(
        *(
            f.SwapImpossible(span=SPAN, square=square("A12"), why=why, letter="N")
            for why in ("not_allowed", "no_blank", "no_letter", "twice")
        )
    ),
    "too_many_plays": seen(
        f.TooManyPlays(span=SPAN, allowed=1), f.TooManyPlays(span=SPAN, allowed=2)
    ),
    "too_many_moves": seen(f.TooManyMoves(span=SPAN, allowed=3)),
    "range_mismatch": seen(
        f.RangeMismatch(span=SPAN, word="BEHAUE", squares_named=5),
        f.RangeMismatch(span=SPAN, word="BEHAUE", squares_named=None),
    ),
    "word_refused.nobody_rules": seen(
        f.WordRefused(span=SPAN, word="BEHAUE", reason="nobody_rules")
    ),
    "word_refused.unlisted": seen(f.WordRefused(span=SPAN, word="BEHAUE", reason="unlisted")),
    "word_unknown": seen(f.WordUnknown(span=SPAN, word="BEHAUE")),
    "claim_differs": seen(f.ClaimDiffers(span=SPAN, claimed=52, points=51)),
    "star_on_tile": seen(f.StarOnTile(span=SPAN, square=square("M11"))),
}

_HINTS = (
    "word_missing", "number_for_word", "after_word", "letter", "two_plays", "joker", "swap",
    "claim", "confusable", "direction", "play",
)  # fmt: skip
HINTS: dict[str, list[FaultSeen]] = {
    f"syntax.{hint}": seen(f.Syntax(span=SPAN, hint=hint)) for hint in _HINTS
}
REASONS: dict[str, list[FaultSeen]] = {
    f"word_refused.{why.value}": seen(f.WordRefused(span=SPAN, word="BEHAUE", reason=why.value))
    for why in Why
}


def sentence(fault: FaultSeen, language: str, means: ReplyMeans) -> str:
    """Return the sentence and, behind a bar, the few words for tables."""
    words = Words(means.templates[language])
    module = words.environment.get_template("faults.j2").module
    long = str(module.fault(fault, RACK))  # type: ignore[attr-defined]  # a macro of the template
    plain = " ".join(long.translate(dict.fromkeys((0xE000, 0xE001))).split())
    return f"{plain} | {words.brief(fault)}"
