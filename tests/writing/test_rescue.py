"""Every rescue mail stands alone: board, letters, own move, template, ZAT, and what holds now."""

import re
from pathlib import Path

import pytest

from mailref.orders.commands import command_in_subject
from mailref.reading.html_to_lines import lines_of_html
from mailref.writing.document import BoardFigure
from mailref.writing.scene import Words, scene_of
from tests.writing.builders import means
from tests.writing.composed import LANGUAGES, body, message
from tests.writing.samples import ALL

RESCUES = (
    "no_valid_move", "no_valid_move_for_game_master", "ambiguous_second_play", "sender_mismatch",
    "no_move", "ruling_refused", "ruling_refused_alternate", "judged_anew_refused", "reminder", "deadline_moved",
    "deadline_paused", "deadline_resumed", "deadline_reopened",
)  # fmt: skip
ROW_TEN = '10 | .  "  .  v  E  R  B  Ü  X  E  N  D'


MAILS = sorted((Path(__file__).parent / "golden").glob("[!f]*.txt"))
"""Every mail that we write, as `test_golden` holds it."""
GREETED = re.compile(r"^Hello.*\n\n(\w)", re.MULTILINE)


def text_of(name: str, language: str = "de") -> str:
    return " ".join(body(message(name, language), "plain").replace("\u00a0", " ").split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RESCUES)
def test_a_rescue_mail_has_all_that_a_move_needs(name: str, language: str) -> None:
    text = text_of(name, language)

    assert " ".join(ROW_TEN.split()) in text
    assert "A B E E N Ö R U" in text
    assert "1-Zug-Scrabble Yerres" in text
    assert re.search("(Spieler|Player)=Max Mustermann", text)
    assert "11. Dezember 2026" in text or "11 December 2026" in text


@pytest.mark.parametrize(
    "name", ["ambiguous_parts", "ambiguous_parts_final", "ambiguous_parts_blank_line"]
)
@pytest.mark.parametrize(
    ("language", "numbers"), [("de", "nummeriere"), ("en", "number the"), ("fr", "numérote")]
)
def test_where_a_move_may_have_several_plays_both_readings_are_offered(
    name: str, language: str, numbers: str
) -> None:
    """Who follows the advice gets what he meant: `1.` and `2.` for one move, a slash for an alternate."""
    text = text_of(name, language)

    assert numbers in text
    assert text.index("1.") < text.index("2.") < text.index("(/)")


def test_where_a_move_has_one_play_no_numbers_are_spoken_of() -> None:
    assert "nummeriere" not in text_of("ambiguous_second_play")


def test_a_refused_move_is_not_drawn_as_if_it_lay() -> None:
    for name in ("no_valid_move", "ruling_refused", "judged_anew_refused"):
        scene = scene_of(ALL[name](), Words(means().templates["de"]), means())

        board = scene.figures["board"]

        assert isinstance(board, BoardFigure)
        assert board.view.proposal == ()


def test_a_pause_says_that_the_game_rests_and_which_move_is_in_force() -> None:
    assert "die Pause dauert, bis die Spielleitung das Spiel fortsetzt" in text_of(
        "deadline_paused"
    )
    assert "Dein Zug gilt: EUBÖA (senkrecht ab M10), 51 Punkte." in text_of("deadline_moved")
    assert "noch kein gültiger Zug" in text_of("deadline_paused")


@pytest.mark.parametrize(
    ("valid", "invalid", "language"),
    [("✓ Dein Zug gilt", "✗ Ungültig:", "de"), ("✓ Your move is valid", "✗ Not valid:", "en")],
)
def test_valid_and_not_valid_differ_at_first_sight(valid: str, invalid: str, language: str) -> None:
    assert valid in text_of("accepted", language)
    assert invalid in text_of("no_valid_move", language)


@pytest.mark.parametrize("name", ["no_valid_move_for_game_master", "accepted_for_game_master"])
def test_a_move_entered_for_a_player_speaks_of_him(name: str) -> None:
    """The reader is the game master: "du" would be he."""
    text = text_of(name)

    assert "Der Zug für Max Mustermann" in text
    assert not re.search(
        r"\b[Dd]ein(e|en|em|er)? (früher|Zug|Ersatz|weiter)|\bvon dir\b|Du legst", text
    )


def test_the_opening_to_the_game_master_lists_players_and_orders() -> None:
    text = text_of("opening_for_game_master")

    assert "Paul Ohnemail: ohne Mail" in text
    assert "Max Mustermann: max@example.org" in text
    assert "„WIDERRUF“" in text
    assert "dein zug" not in text.lower()


def test_the_area_of_the_first_word_is_named_by_its_corners() -> None:
    assert "im Bereich F6 bis J10" in text_of("rules_area")
    assert "area F6 to J10" in text_of("rules_area", "en")
    assert "umrandet" not in text_of("rules_area")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mail_talks_like_a_program_or_a_translation(language: str) -> None:
    clumsy = {
        "de": ("entscheidet: ", "Was in Kraft", "nichts anfangen", "über 1 Wort"),
        "en": ("Jokertausch", "joker", "Joker", "nothing laid", "with most points"),
    }
    for name in ALL:
        text = text_of(name, language)
        said = text.replace("Wer hat meinen Joker gesehen?", "")  # a player's press

        assert [phrase for phrase in clumsy[language] if phrase in said] == [], name
        assert not re.search(r"\b(\d+)=\1\b", text), name


def test_alternative_texts_name_blanks() -> None:
    (alt,) = re.findall(r'alt="([^"]*)"', body(message("reminder"), "html"))

    assert "VERBÜXEND (waagerecht ab D10, V als Joker)" in alt.replace("&nbsp;", " ").replace(
        "\u00a0", " "
    )


def test_an_inbox_shows_what_a_mail_says() -> None:
    """A hidden first line, before the line that asks to answer above it; nobody quotes it."""
    html = body(message("accepted"), "html")

    preview = re.search(r'<div class="preview"[^>]*>(.*?)</div>', html, re.DOTALL)

    assert preview is not None
    said = preview[1].replace("<wbr>", "").replace("&nbsp;", " ")
    assert said.startswith("dein Zug in Runde 4 von 1-Zug-Scrabble Yerres ist da und gültig")
    assert html.index('class="preview"') < html.index('class="marker"')
    assert "display:none" in html[preview.start() : preview.start() + 200].replace(" ", "")
    lines, _ = lines_of_html(html)
    assert lines[0].text.startswith("-- Antworten")


def test_an_earlier_move_that_waits_is_not_said_to_count() -> None:
    assert "Dein früherer Zug bleibt und wartet auf die Spielleitung: EUBÖN" in text_of(
        "no_move_waiting"
    )
    assert "Dein früherer Zug gilt weiter: EUBÖA" in text_of("still_in_force")


def test_a_ruling_after_the_zat_does_not_ask_for_another_move() -> None:
    text = text_of("ruling_refused_after_zat")

    assert "Der ZAT von Runde 4 ist vorbei" in text
    assert "Bis dahin" not in text


def test_stand_tells_a_player_his_move() -> None:
    assert "Dein Zug gilt: EUBÖA (senkrecht ab M10), 51 Punkte." in text_of("status")


def test_a_player_is_told_who_entered_his_move() -> None:
    assert "Erika Musterfrau hat diesen Zug für dich eingetragen." in text_of(
        "entered_by_game_master"
    )


def test_who_did_not_write_where_we_read_is_told_where() -> None:
    """Who fills in the template of the mail quoted must hear that quotes are not read."""
    assert "auch nicht, was dein Mailprogramm zitiert" in text_of("no_move")


@pytest.mark.parametrize(
    "name", ["accepted_for_game_master", "opening_for_game_master", "word_question", "desk_done"]
)
def test_the_foot_tells_nobody_to_write_to_himself(name: str) -> None:
    text = text_of(name)

    assert "Spielleitung bist du, Erika Musterfrau, gm@example.org" in text
    assert "dorthin bitte alle Fragen" not in text


def test_no_subject_of_ours_is_a_command_when_it_comes_back() -> None:
    """A reply to the mail about STAND would ask for it again, and what it says would be lost."""
    subjects = {path.read_text(encoding="utf-8").partition("\n")[0] for path in MAILS}

    assert {each for each in subjects if command_in_subject(each) is not None} == set()


def test_an_english_mail_begins_with_a_capital() -> None:
    """German goes on small after the comma of its greeting; English does not."""
    begun = {
        path.name: said[1]
        for path in MAILS
        if (said := GREETED.search(path.read_text(encoding="utf-8"))) and ".en." in path.name
    }

    assert len(begun) > 100
    assert {name for name, letter in begun.items() if letter.islower()} == set()


def test_the_game_master_is_told_that_a_reply_to_a_mail_passed_on_reaches_nobody() -> None:
    assert "schreib an die Adresse unten" in text_of("passed_on")
    assert "nichts weitergegeben" in text_of("no_order")
