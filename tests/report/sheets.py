"""Score sheets for tests and benchmarks: a small one by hand, and large ones by rule."""

from decimal import Decimal

from mailref.games.rounds.game import RoundScore
from mailref.games.rounds.rules import EntryStatus
from mailref.report.sheet import (
    GroupName,
    LetterLabels,
    PdfLabels,
    SheetData,
    SheetFact,
    SheetPlay,
    SheetRow,
    SheetTop,
    TableLabels,
    letters_left,
)
from mailref.tiles.board import TILES, Direction

TABLE = TableLabels(
    player="Spieler",
    rank="Rang",
    change="+/-",
    points="Pkte",
    total="Gesamt",
    move="Zug",
    percent="%",
    better="Bess.",
    solo="Solo",
    base="Startpunkte",
    deduction="Abzug",
    adjustment="Berichtigung",
    more="weitere",
    round="R",
    decimal_mark=",",
)
LETTERS = LetterLabels(
    groups={
        GroupName.HIGH_VALUE: "Hochwertige Steine",
        GroupName.MOST_USEFUL: "Nützlichste Steine",
        GroupName.VOWELS: "Vokale",
        GroupName.UMLAUTS: "Umlaute",
        GroupName.CONSONANTS_1: "Konsonanten mit 1 Punkt",
        GroupName.CONSONANTS_2: "Konsonanten mit 2 Punkten",
        GroupName.CONSONANTS_3: "Konsonanten mit 3 Punkten",
        GroupName.CONSONANTS_4: "Konsonanten mit 4 oder mehr Punkten",
    },
    blank="?",
)
EUBOEA = SheetPlay("M10", Direction.DOWN, "M10s", "EUBÖA")
BAG = "AABCDEEEEEFGHIIKLMNNNOÖPRRSSTTUÜWXZ?"


def yerres_sheet() -> SheetData:
    """Return the fourth round of 1-Zug-Scrabble Yerres: every kind of row."""
    return SheetData(
        title="1-Zug-Scrabble Yerres",
        round_number=4,
        rows=(
            SheetRow(
                player="Max Mustermann",
                status=EntryStatus.VALID,
                plays=(EUBOEA,),
                formula="14*2+23=51",
                points=51,
                total=363,
                rank=1,
                rank_before=3,
                percent=Decimal("85.0"),
                rounds=(score(120, 120), score(92, 212), score(100, 312), score(51, 363)),
            ),
            SheetRow(
                player="Erika Müller-Lüdenscheidt",
                status=EntryStatus.INVALID,
                plays=(),
                formula="",
                points=0,
                total=340,
                rank=2,
                rank_before=1,
                adjustments=(5, -3),
                note="M9s BEHAUE: Es fehlt ein H. Buchstaben dieser Runde: A B E E Q U X ?",
                rounds=(
                    score(150, 150),
                    score(90, 240),
                    score(98, 338),
                    score(0, 340, EntryStatus.INVALID),
                ),
            ),
            SheetRow(
                player="Jörg",
                status=EntryStatus.MISSING,
                plays=(),
                formula="",
                points=0,
                total=212,
                rank=3,
                base=212,
                note="kein Zug",
                rounds=(None, None, None, score(0, 212, EntryStatus.MISSING)),
            ),
        ),
        rounds=(1, 2, 3, 4),
        winners=frozenset({"Max Mustermann"}),
        top=SheetTop(60, ("M9s QUABBE",)),
        letters_left=letters_left(BAG, TILES),
    )


def score(points: int, total: int, status: EntryStatus = EntryStatus.VALID) -> RoundScore:
    return RoundScore(points, total, status)


def large_sheet(players: int, rounds: int) -> SheetData:
    """Return a sheet of a game in which player n scores n points less than the best, each round."""
    rows = tuple(large_row(number, rounds) for number in range(1, players + 1))
    return SheetData(
        title="1-Zug-Scrabble Yerres",
        round_number=rounds,
        rows=rows,
        rounds=tuple(range(1, rounds + 1)),
        winners=frozenset(row.player for row in rows[:1]),
        top=SheetTop(612, ("M10s EUBÖA",)),
        letters_left=letters_left(BAG, TILES),
    )


def large_row(number: int, rounds: int) -> SheetRow:
    points = 500 - number
    return SheetRow(
        player=f"Spielerin Nummer {number:03}",
        status=EntryStatus.VALID,
        plays=(EUBOEA,),
        formula=f"{points - 23}+23={points}",
        points=points,
        total=points * rounds,
        rank=number,
        rank_before=number,
        percent=Decimal("81.5"),
        rounds=tuple(score(points, points * (n + 1)) for n in range(rounds)),
    )


def pdf_labels() -> PdfLabels:
    return PdfLabels(
        title="1-Zug-Scrabble Yerres",
        subtitle="Wertungsblatt, Runde 4, ausgewertet am 11.12.2026",
        facts=(
            SheetFact("Gelegt", "M10s EUBÖA, 51 Punkte, von Max Mustermann"),
            SheetFact("Gleichstand", "Drei Züge mit 51 Punkten; das Los fiel auf M10s EUBÖA."),
            SheetFact("Höchstzug", "M9s QUABBE, 60 Punkte"),
            SheetFact("Neue Buchstaben", "A B E E N Ö R U"),
            SheetFact("Nächster ZAT", "Freitag, 1. Januar 2027, 20:00 Uhr (MEZ)"),
        ),
        letters_heading="Noch im Vorrat: 36 Steine",
        history_heading="Punkte und Gesamtstand aller Runden",
        footer="Duden, 28. Auflage · Spielleitung: Erika Musterfrau, gm@example.org",
        page="Seite",
        table=TABLE,
        letters=LETTERS,
    )
