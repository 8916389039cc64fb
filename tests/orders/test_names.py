"""Headings, subjects, tags and names, read loosely and never guessed (contract 3)."""

import unicodedata
from collections.abc import Mapping, Sequence

import pytest

from mailref.orders.entries import GameFace, UnknownHeading
from mailref.orders.shapes import (
    GameNames,
    counted,
    find_game,
    find_game_in_subject,
    find_name,
    folded,
    similar_names,
    subject_tag,
    tagged_game,
    ways_to_call,
)
from mailref.reading.incoming_mail import Attention
from mailref.tiles.moves import VOCABULARIES
from tests.reading.reading import GAMES, READER, YERRES, only_entry, read
from tests.tiles.variants import ONE
from tests.writing.builders import mail


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("1-Zug-Scrabble Yerres", "yerres"),
        ("1 Zug Scrabble yerres", "yerres"),
        ("1zugscrabble YERRES", "yerres"),
        ("Yerres", "yerres"),
        ("Scrabble Yerres", "yerres"),
        ("1-Zug Yerres", "yerres"),
        ("2-Zug-Scrabble Aegypten", "aegypten"),
        ("2-ZUG-SCRABBLE ÄGYPTEN", "aegypten"),
        (unicodedata.normalize("NFD", "2-Zug-Scrabble Ägypten"), "aegypten"),
        ("SB Leipzig", "leipzig"),
        ("SB-Scrabble  Leipzig", "leipzig"),
        ("mono-Nordlicht", "nord"),
        ("nord", "nord"),
    ],
)
def test_a_heading_written_loosely(text: str, game: str) -> None:
    """Case, hyphens, blanks, AE for Ä and a missing first part are read."""
    assert find_game(text, GAMES) == game


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("SB-Scrabble Lepzig", ("leipzig",)),
        ("1-Zug-Scrabble Yeres", ("yerres",)),
        ("1-Zug-Scrabel Yerres", ("yerres",)),
        ("2-Zug-Scrabble Agypten", ("aegypten",)),
        ("1-Zug-Scrabble Leipzig", ("leipzig",)),
        ("1-Zug-Scrabble Paris", ()),
        ("SB-Scrabble Bad Tölz", ()),
    ],
)
def test_a_wrong_letter_is_asked_back(text: str, suggestions: tuple[str, ...]) -> None:
    """Contract 3: unknown_game with the suggestion."""
    assert find_game(text, GAMES) == UnknownHeading(text, suggestions)


def test_a_name_of_two_games_is_not_guessed() -> None:
    games = [GameFace("b1", "1-Zug-Scrabble Bonn", ONE), GameFace("b2", "2-Zug-Scrabble Bonn", ONE)]

    assert find_game("Bonn", games) == UnknownHeading("Bonn", ("b1", "b2"))
    assert find_game("2-Zug Bonn", games) == "b2"


@pytest.mark.parametrize(
    "text",
    [
        "Yerres ist schön",
        "SB-Scrabble ist toll",
        "1-Zug-Scrabble Yerres, Auswertung der Runde 4",
        "1-Zug-Scrabble Auswertung",
        "Scrabble macht Spaß",
        "Hallo Erika,",
        "1 Zug Verspätung",
        "",
        "...",
    ],
)
def test_prose_is_no_heading(text: str) -> None:
    assert find_game(text, GAMES) is None


@pytest.mark.parametrize(
    "line",
    [
        "1-Zug-Scrabble Yerres:",
        "*1-Zug-Scrabble Yerres*",
        "**Yerres**",
        "Spiel: Yerres",
        "Spiel=1-Zug-Scrabble Yerres",
        "Heading: Yerres",
        "1-Zug-Scrabble Yerres, Runde 5",
        "1-Zug-Scrabble Yerres (Runde 5):",
        "  Yerres R5",
    ],
)
def test_decoration_around_a_heading(line: str) -> None:
    assert only_entry(f"{line}\nM9s BESEN").game == "yerres"


def test_an_unknown_heading_is_an_entry_of_its_own_beside_known_games() -> None:
    """Contract 3."""
    entries = read("SB-Scrabble Lepzig\nH4-H8: BEINE\n\n1-Zug-Scrabble Yerres\nM9s BESEN").entries

    assert [entry.game for entry in entries] == [
        UnknownHeading("SB-Scrabble Lepzig", ("leipzig",)),
        "yerres",
    ]
    assert [len(entry.moves) for entry in entries] == [1, 1]


def test_a_short_name_with_a_wrong_letter_above_a_play_is_a_heading() -> None:
    assert only_entry("Yeres\nM9s BESEN").game == UnknownHeading("Yeres", ("yerres",))


@pytest.mark.parametrize("line", ["Hallo", "Moin!", "Liebe Grüße"])
def test_a_greeting_above_a_play_is_no_heading(line: str) -> None:
    games = [GameFace("halle", "SB-Scrabble Halle", ONE), GameFace("main", "1-Zug Main", ONE)]

    assert [entry.game for entry in read(f"{line}\nM9s BESEN", games=games).entries] == [None]


@pytest.mark.parametrize(
    ("subject", "tag"),
    [
        ("[yerres R4] Auswertung Runde 3", ("yerres", 4)),
        ("Re: AW: [yerres R4] Auswertung", ("yerres", 4)),
        ("RE: [yerres R5]", ("yerres", 5)),
        ("Fwd: [sb-1 r12]", ("sb-1", 12)),
        ("AW: [yerres Ende] Endstand", ("yerres", None)),
        ("Re: [bath T12] Your turn", ("bath", 12)),
        ("RE : [nantes C3] À toi", ("nantes", 3)),
        ("Re: [bath Z12] Your turn", ("bath", 12)),
        ("Re: [bath End] Final result", ("bath", None)),
        ("[mailref] Frage", None),
        ("Zug Yerres", None),
    ],
)
def test_the_subjects_tag(subject: str, tag: tuple[str, int | None] | None) -> None:
    """Contract 5: the tag survives `Re:`."""
    assert subject_tag(subject) == tag


@pytest.mark.parametrize(
    ("subject", "game"),
    [
        ("SB-Scrabble Leipzig", "leipzig"),
        ("Zug Yerres", "yerres"),
        ("Re: Mein Zug für Yerres", "yerres"),
        ("AW: Zug: 1-Zug-Scrabble Yerres, Runde 5", "yerres"),
        ("Zug 11", None),
        ("Mein Wort", None),
        ("Grüße aus Yerres", None),
        ("Zug SB-Scrabble Lepzig", UnknownHeading("SB-Scrabble Lepzig", ("leipzig",))),
    ],
)
def test_a_game_in_the_subject(subject: str, game: str | UnknownHeading | None) -> None:
    assert find_game_in_subject(subject, GAMES) == game


@pytest.mark.parametrize(
    ("subject", "game"),
    [
        ("Re: [yerres R4] Auswertung", "yerres"),
        ("[yerres] Mein Wort", "yerres"),
        ("Re: [ Yerres ] Hallo", "yerres"),
        ("[Liste] Mein Wort", None),
        ("[yerres] und [leipzig]", None),
        ("[yerres R4] auch für [leipzig]", None),
        ("[Liste] [yerres] Zug", "yerres"),
        ("[elbe R4] [yerres]", None),
    ],
)
def test_the_game_that_brackets_in_a_subject_name(subject: str, game: str | None) -> None:
    """Contract 5; a tag by hand is an id alone in brackets."""
    assert tagged_game(subject, ("yerres", "leipzig")) == game


NAMES = ("Max Mustermann", "Jürgen Böttcher", "Claudia Wißmann", "Birgit Kruse", "Holger Kruse")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("max mustermann", "Max Mustermann"),
        ("Juergen Boettcher", "Jürgen Böttcher"),
        ("Claudia Wissmann", "Claudia Wißmann"),
        ("Mustermann", "Max Mustermann"),
        ("Max Musterman", ("Max Mustermann",)),
        ("Kruse", ("Birgit Kruse", "Holger Kruse")),
        ("Max", ("Max Mustermann",)),
        ("Erika", ()),
        ("Mustermann, Max", "Max Mustermann"),
        ("M. Mustermann", "Max Mustermann"),
        ("Mustermann, M.", "Max Mustermann"),
        ("Kruse, B.", "Birgit Kruse"),
        ("Kruse, X.", ("Birgit Kruse", "Holger Kruse")),
        ("M. M.", ()),
    ],
)
def test_names_of_players(text: str, found: str | tuple[str, ...]) -> None:
    """Contract 3: names in `Spieler=` likewise."""
    assert find_name(text, NAMES) == found


def test_similar_names_begin_with_the_most_alike() -> None:
    assert similar_names("Birgit Kruse", NAMES)[0] == "Birgit Kruse"


@pytest.mark.parametrize(
    "line",
    [
        "Spieler=Max Mustermann",
        "Spieler: Max Mustermann",
        "  Spieler = Max Mustermann ",
        "spieler=Max Mustermann",
    ],
)
def test_the_players_line(line: str) -> None:
    entry = only_entry(f"Yerres\n{line}\nM9s BESEN")

    assert entry.player is not None
    assert entry.player.text == "Max Mustermann"


@pytest.mark.parametrize("line", ["Spieler=", "Spieler: __"])
def test_an_empty_players_line_names_nobody(line: str) -> None:
    assert only_entry(f"Yerres\n{line}\nM9s BESEN").player is None


def test_title_with_a_slip_is_found_among_a_thousand_of_the_same_length() -> None:
    games = [GameFace(f"g{n}", f"1-Zug-Scrabble Nummer{n:04}", ONE) for n in range(1000)]
    games.append(GameFace("x", "Herbstrunde am Inn", ONE))
    names = GameNames(games)

    assert names.resembles_title("herbstrundeaminm")
    assert not names.resembles_title("herbstrundeanderelbe")
    assert find_game("Nummer0999", names) == "g999"


@pytest.mark.parametrize("line", ["Zug für Nummer0999", "x", "G7", "Herbst am In", "Numm 0999", ""])
def test_last_parts_are_looked_for_as_if_one_by_one(line: str) -> None:
    games = [GameFace(f"g{n}", f"1-Zug-Scrabble Nummer{n:04}", ONE) for n in range(1000)]
    parts = {
        f"{head}{tail}" for n in range(1000) for head, tail in (("g", n), ("nummer", f"{n:04}"))
    }

    assert GameNames(games).has_last_part(folded(line)) is any(
        each in folded(line) for each in parts
    )


@pytest.mark.parametrize("text", ["Eva Muster Spiel 1", "Eva Muster -3", "Eva Muster R2"])
def test_a_number_beside_a_name_is_not_taken_for_a_slip(text: str) -> None:
    """A JA to `Meinst du Eva Muster?` would drop it."""
    assert find_name(text, ["Eva Muster", "Max Mustermann"]) == ()


def test_numbers_that_names_have_may_be_wrong() -> None:
    assert find_name("Ann 1", ["Anna 1", "Anna 2"]) == ("Anna 1", "Anna 2")


def test_who_has_no_name_is_called_by_none() -> None:
    assert ways_to_call("") == {""}


@pytest.mark.parametrize("row", ["counts", "places_in_row"])
@pytest.mark.parametrize("vocabulary", VOCABULARIES.values(), ids=VOCABULARIES)
def test_a_count_is_told_however_its_accents_are_written(
    vocabulary: Mapping[str, Sequence[str]], row: str
) -> None:
    for number, form in enumerate(vocabulary[row], start=1):
        said = form.rstrip("…")
        for written in (said, said.upper(), said.translate(AS_TWO), _without_accents(said)):
            assert counted(written) == number, written


def test_a_round_is_named_in_letters_without_umlauts() -> None:
    entry = only_entry("Fuer die fuenfte Runde: M10s EUBÖA", default=YERRES)

    assert entry.round_named is not None
    assert entry.round_named.number == 5


AS_TWO = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def _without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(each for each in apart if not unicodedata.combining(each))


@pytest.mark.parametrize("text", ["Mein Zug in Runde 5: H8s RABEN", "Runde 5: H8s RABEN"])
def test_the_word_for_a_round_is_no_name_of_a_game(text: str) -> None:
    """Of whom played `Rummikub Runde` beside it, each move that named its round was asked about."""
    games = (YERRES, GameFace("tisch", "Rummikub Runde", ONE))
    message = mail(text, subject="Re: [yerres R5] Auswertung Runde 4")
    (entry,) = READER.read_mail(message, games, YERRES, Attention()).entries

    assert (entry.game, entry.ambiguity) == (None, None)
