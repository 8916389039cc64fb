"""Conditions of moves in advance, as people write them: read, or asked about, never passed over (classic 6.3)."""

import pytest

from mailref.orders.entries import (
    Ambiguity,
    Condition,
    GameFace,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    Otherwise,
    PlayOrder,
    WrittenOrders,
)
from mailref.tiles.board import Axes, Direction, Notation, read_square
from tests.games.classic.examples import READER, STANDARD, lines_of
from tests.reading.reading import read_lines


def read(text: str) -> WrittenOrders:
    return READER.read(lines_of(text.split("\n")), Notation(Axes.ROWS))


def _h4(word: str = "RUCKEN", who: str = "") -> IfPlay:
    square = read_square("H4", Axes.ROWS)
    assert square is not None
    return IfPlay(square, Direction.ACROSS, word, who)


PASSES = """
    Falls er passt:|Falls sie passt:|falls er paßt:|FALLS ER PASST|Wenn er passt,|Falls er passt, dann:
    Falls gepasst wird:|Falls er wieder passt:|Falls er diesmal aussetzt:|Falls mein Gegner passt:
    Falls der Spieler vor mir passt:|Sofern er passt:|Im Falle, dass sie passt:|Nur falls er passt:
    Bei Pass:|Nach einem Pass:|Sollte er passen:|Passt er:|Passt sie, dann|- FALLS PASS:|* Falls er passt:
    if he passes:|IF SHE PASSES:|if they pass|If my opponent passes:|if he skips his turn:|Should he pass:
    in case she passes:|When he passes:|After a pass:|Only if he passes:|if he passes again:
"""
EXCHANGES = """
    Falls er tauscht:|Falls getauscht wird:|FALLS TAUSCHE:|Falls sie Buchstaben tauscht:|Wenn er drei Steine tauscht:
    Falls er alles tauscht:|Tauscht er:|Tauscht sie Steine:|Bei Tausch:|Sollte sie tauschen:
    if she exchanges:|if he exchanges letters:|If he swaps:|if she swaps two tiles:|After an exchange:
"""
TAKEN_BACK = """
    Falls das Wort zurückgeht:|Falls der Zug zurück geht:|Falls sein Zug zurückgenommen wird:|Geht der Zug zurück:
    Falls meine Anfechtung Erfolg hat:|Falls der offene Zug zurück muss:
    if it is taken back:|If the play goes back:|if his word comes off:|If my challenge succeeds:
"""
OTHERWISE = """
    Sonst:|SONST|Ansonsten:|Anderenfalls:|In allen anderen Fällen:|Sonst immer:|Falls nichts davon zutrifft:
    else:|Otherwise|In all other cases:|In any other case:
"""


def each(forms: str, wanted: Condition) -> list[object]:
    found = [form.strip() for line in forms.strip().splitlines() for form in line.split("|")]
    return [pytest.param(form, wanted, id=form) for form in found]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        *each(PASSES, IfPass()),
        *each(EXCHANGES, IfExchange()),
        *each(TAKEN_BACK, IfTakenBack()),
        *each(OTHERWISE, Otherwise()),
        *each("Falls er H4 RUCKEN legt:|Falls er RUCKEN auf H4 legt:|Wenn H4 RUCKEN kommt:", _h4()),
        *each("if he plays H4 RUCKEN:|if RUCKEN at H4 is played:|If H4 rucken comes", _h4()),
        *each("Falls Ben passt:|FALLS BEN PASST:|falls Ben auch passt", IfPass("Ben")),
        *each("If Ben passes:|should Ben pass:|Passt Ben, dann:", IfPass("Ben")),
        *each("Sobald er passt:|once he passes:", IfPass()),
        *each("Vorauszug für den Fall eines Passes:", IfPass()),
        *each(
            "once Ben has passed:|As soon as Ben passes:|Nachdem Ben gepasst hat:", IfPass("Ben")
        ),
        *each("Sobald er H4 RUCKEN gelegt hat:|once he has played H4 RUCKEN:", _h4()),
        *each("Falls Ben zwei Steine tauscht:|If Ben swaps tiles:", IfExchange("Ben")),
        *each("Falls Bens Zug zurückgeht:", IfTakenBack("Bens")),
        *each("If Ben's play is taken back:", IfTakenBack("Ben's")),
        *each("Falls Ben H4 RUCKEN legt:|If Ben lays RUCKEN at H4:", _h4(who="Ben")),
        *each("Falls Ben Müller H4 RUCKEN legt:", _h4(who="Ben Müller")),
    ],
)
def test_a_condition_is_read_as_people_write_it(line: str, wanted: Condition) -> None:
    found = read(f"{line}\nH6 NOVA")

    assert not found.faults
    (group,) = found.groups
    condition = group.condition
    said = getattr(condition, "who", "")
    assert group.by(said.capitalize() if said.isupper() else said).condition == wanted
    assert [order.span.text.strip() for order in group.orders] == ["H6 NOVA"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Falls er passt: H6 NOVA, sonst PASSE", [(IfPass(), "H6 NOVA"), (Otherwise(), "PASSE")]),
        (
            "Falls er passt, H6 NOVA; falls er tauscht, K4 AST; sonst PASSE",
            [(IfPass(), "H6 NOVA"), (IfExchange(), "K4 AST"), (Otherwise(), "PASSE")],
        ),
        ("H6 NOVA, falls er passt", [(IfPass(), "H6 NOVA")]),
        ("H6 NOVA (falls er passt)", [(IfPass(), "H6 NOVA")]),
        ("H6 NOVA sobald er passt", [(IfPass(), "H6 NOVA")]),
        ("H6 NOVA, vorausgesetzt er passt", [(IfPass(), "H6 NOVA")]),
        ("H6 NOVA if he passes, otherwise pass", [(IfPass(), "H6 NOVA"), (Otherwise(), "pass")]),
        ("TAUSCHE A E N, falls er passt", [(IfPass(), "TAUSCHE A E N")]),
        (
            "H6 NOVA, falls er passt\nK4 AST, falls er tauscht\nSonst PASSE",
            [(IfPass(), "H6 NOVA"), (IfExchange(), "K4 AST"), (Otherwise(), "PASSE")],
        ),
        ("Passt er, dann H6 NOVA", [(IfPass(), "H6 NOVA")]),
        ("Sollte H4 RUCKEN kommen: H6 NOVA", [(_h4(), "H6 NOVA")]),
        (
            "Falls H4 RUCKEN: PASSE, falls PASS: TAUSCHE A",
            [(_h4(), "PASSE"), (IfPass(), "TAUSCHE A")],
        ),
        ("H6 NOVA, falls ich nichts übersehen habe", [(None, "H6 NOVA,")]),  # and asked about
        ("H6 NOVA, wenn möglich", [(None, "H6 NOVA")]),
        ("H6 NOVA, if I counted right 12", [(None, "H6 NOVA,")]),
    ],
)
def test_conditions_stand_before_or_behind_what_they_are_for(
    text: str, wanted: list[tuple[Condition | None, str]]
) -> None:
    found = read(text)

    assert not found.faults
    assert found.ambiguous_at is None
    assert [
        (group.condition, order.span.text.strip())
        for group in found.groups
        for order in group.orders
    ] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Falls er nicht passt:\nH6 NOVA",
        "Falls H4 frei ist:\nH6 NOVA",
        "Passt er, lege ich H6 NOVA",
        "Legt er etwas anderes, H6 NOVA",
        "H6 NOVA unless he plays there",
        "Tauscht Ben, H6 NOVA",
        "H6 NOVA, sobald er etwas ab H4 gelegt hat",
        "Sollte das nicht mehr gehen: H6 NOVA",
        "If the square is free:\nH6 NOVA",
        "Falls er etwas anderes macht:\nH6 NOVA",
        "Falls Ben auf H4 legt:\nH6 NOVA",
        "Falls RUCKEN zurückgenommen wird:\nH6 NOVA",
        "Unless he passes:\nH6 NOVA",
        "Es sei denn, er passt:\nH6 NOVA",
        "Falls nicht H4 RUCKEN:\nH6 NOVA",
        "Falls nicht H4 RUCKEN: H6 NOVA",
        "Falls es nicht gilt:\nH6 NOVA",
        "Falls er H4 RUCKEN oder H5 RUCKEN legt: PASSE",
        "H6 NOVA, falls die Sonne scheint",
        "H6 NOVA falls das Feld frei ist",
        "H6 NOVA unless he passes",
        "H6 NOVA, außer er passt",
        "PASSE, falls die Sonne scheint",
        "K4 AST\nH6 NOVA, falls er passt",
    ],
)
def test_a_condition_that_cannot_be_read_is_asked_about(text: str) -> None:
    found = read(text)

    assert {fault.code for fault in found.faults} == {"condition"}


def test_a_move_below_one_with_its_condition_behind_it_is_a_second_one() -> None:
    """Nobody knows whether it was meant for all other cases."""
    assert read("H6 NOVA, falls er passt\nK4 AST").ambiguous_at is not None


@pytest.mark.parametrize("word", ["WENN", "FALLS", "SONST", "AUSSER", "IF", "WHEN"])
@pytest.mark.parametrize("mark", ["", "2. ", "2) ", "/"])
def test_behind_a_square_alone_a_word_of_conditions_is_the_word_of_the_play(
    word: str, mark: str
) -> None:
    written = read(f"{mark}H4 {word}")
    ((order,),) = (group.orders for group in written.groups)
    assert isinstance(order, PlayOrder)
    assert order.written.move is not None
    assert (order.written.move.plays[0].word, written.faults) == (word, ())


@pytest.mark.parametrize(
    "above",
    [
        "Das gehört in meine andere Partie:",
        "This one belongs to my other game:",
        "Gestern hatte ich noch das hier:",
        "Für die nächste Runde merke ich mir:",
    ],
)
def test_a_lead_that_says_a_play_is_not_meant_makes_it_doubtful(above: str) -> None:
    face = GameFace("kiel", "Classic Kiel", STANDARD)
    (entry,) = read_lines(lines_of([above, "H4 RUCKEN"]), "", (face,), face).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
