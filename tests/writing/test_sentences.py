"""Nothing that can happen lacks a sentence, in either language."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar
from zoneinfo import ZoneInfo

import pytest
from jinja2 import TemplateNotFound
from msgspec import Struct
from msgspec.structs import replace

from mailref import assets
from mailref.games.rummikub.book import ALL_TILES as TABLE_TILES
from mailref.orders.table import Command, NotDone
from mailref.reading.quotes import OUR_MARKER
from mailref.referee.contents import GameStuck, Matter, OrdersDone, PassedOn
from mailref.referee.gm_orders import (
    AdoptRefusal,
    AlreadyPaused,
    Fate,
    Incomplete,
    Lack,
    Refusal,
    WhichGame,
)
from mailref.tiles import moves
from mailref.tiles.moves import Fault, FaultAt, Remark
from mailref.writing.compose import compose_all
from mailref.writing.scene import Words
from tests.writing.begun_by_mail import KINDS
from tests.writing.builders import DEADLINE, means, playing, policy, sent
from tests.writing.composed import LANGUAGES, body, matter_of, message, read_back, tried
from tests.writing.faulty import FAULTS, HINTS
from tests.writing.samples import ALL, MORE_FATES, command, notice, opening_for_game_master


def test_every_fault_class_is_among_the_samples() -> None:
    """Contract 3 and style 26: a new fault needs its sentence."""
    codes = {
        each.code
        for each in vars(moves).values()
        if isinstance(each, type)
        and issubclass(each, Fault)
        and each not in (Fault, FaultAt, Remark)
    }

    assert codes - {"syntax", "word_refused"} == {*FAULTS} - {
        "word_refused.unlisted",
        "word_refused.nobody_rules",
    }


def test_every_hint_of_the_grammar_is_among_the_samples() -> None:
    """Style 27: labelled wrong examples, and those given without one."""
    text = assets.grammars()["wrong_plays.txt"]
    labels = set(re.findall(r"^(\w+): ", text, re.MULTILINE))

    assert {f"syntax.{label}" for label in labels | {"confusable", "direction", "play"}} == {*HINTS}


def _kinds_of(base: type[Struct]) -> Iterator[type[Struct]]:
    """Yield what of ours extends *base*, and nothing that only others extend."""
    for each in base.__subclasses__():
        ours = [sub for sub in each.__subclasses__() if sub.__module__.startswith("mailref.")]
        if ours:
            yield from _kinds_of(each)
        elif each.__module__.startswith("mailref."):
            yield each


def test_every_matter_of_a_notice_is_among_the_samples() -> None:
    """Strict templates: a class without a paragraph, or a field it lacks, stops its sample."""
    told = {matter for name in ALL if (matter := matter_of(name))}

    assert told == {each.__name__ for each in _kinds_of(Matter)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    mail = replace(notice(OrdersDone(MORE_FATES)), language=language)

    (composed,) = compose_all((mail,), means())

    assert {type(fate.refusal) for fate in MORE_FATES} == {
        *_kinds_of(Refusal), *_kinds_of(AdoptRefusal), Incomplete, WhichGame, type(None)
    }  # fmt: skip
    lacks = [each.refusal.lack for each in MORE_FATES if isinstance(each.refusal, Incomplete)]
    assert {*lacks} == {*Lack}
    text = body(read_back(composed.data), "plain")
    assert text.count("\n- ") == len(MORE_FATES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_cannot_be_carried_out_has_a_sentence_of_its_own(language: str) -> None:
    mails = [
        replace(command(Command.JOIN, refused=(why,)), language=language, key=why.value)
        for why in NotDone
    ]

    texts = {body(read_back(each.data), "plain") for each in compose_all(mails, means())}

    assert len(texts) == len(NotDone)


class Unheard(GameStuck, frozen=True):
    """A matter that no template knows."""

    code: ClassVar[str] = "no_such_kind"


def test_a_matter_that_nobody_wrote_for_stops_the_template() -> None:
    with pytest.raises(TemplateNotFound, match="notices/unheard"):
        compose_all((notice(Unheard()),), means())


def test_a_move_within_the_second_of_the_zat_can_still_be_changed() -> None:
    """Rules 8, to the second: it is confirmed, and by the same clock it may be changed."""
    mail = sent("M10s EUBÖA", at=DEADLINE + timedelta(milliseconds=500))[0]

    (composed,) = compose_all((mail,), means())

    text = body(read_back(composed.data), "plain")
    assert "Bis dahin kannst du ihn ändern" in " ".join(text.split())


@pytest.mark.parametrize(("vowels", "is_said"), [(None, True), ("", False)])
def test_that_letters_hold_no_vowel_is_said_only_where_vowels_are_known(
    vowels: str | None, *, is_said: bool
) -> None:
    """A set of tiles of one's own need not name any."""
    mail = opening_for_game_master("BJLNNRW", vowels)

    (composed,) = compose_all((mail,), means())

    assert ("kein Vokal" in body(read_back(composed.data), "plain")) is is_said


@pytest.mark.parametrize("kind", ["plain", "html"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mail_names_the_game_master_and_how_to_reach_him(kind: str, language: str) -> None:
    """Contract 5."""
    for name in tried(language):
        text = body(message(name, language), kind).replace("&nbsp;", " ").replace("\u00a0", " ")
        assert "Erika Musterfrau, gm@example.org" in " ".join(text.split()), name


def test_no_german_word_is_left_in_an_english_mail() -> None:
    """Lines behind a bar, and what stands in quotation marks, are other people's words."""
    for name in tried("en"):
        mail = message(name, "en")
        lines = [f"{mail['Subject']}", *body(mail, "plain").split("\n")]
        ours = " ".join(" ".join(line for line in lines if not line.startswith("|")).split())
        for kind in KINDS:  # given to the sample in German
            ours = ours.replace(kind.told, "")

        german = re.findall(
            r"\b(?:und|oder|nicht|dein|deine|Runde|Punkte?|Spielleitung|Brett|Mail von|Züge|zählt|gilt)\b",
            re.sub(r"“[^”]*”", "", ours),
        )

        assert german == [], name


def test_the_first_line_asks_to_answer_above_it_and_is_understood_so() -> None:
    """The reader of mail cuts there."""
    for language in LANGUAGES:
        first = body(message("report", language), "plain").split("\n")[0]
        assert OUR_MARKER.match(first)


def test_what_is_echoed_in_a_subject_begins_no_header_line() -> None:
    """Mail 3: header injection."""
    base = notice(PassedOn("x@y", "A\r\nBcc: all@example.org\u202e", ""))

    (composed,) = compose_all((replace(base, name="Eve\r\nBcc: x@y\u202e"),), means())

    head = composed.data.partition(b"\r\n\r\n")[0]
    assert b"\nBcc" not in head
    assert b"\r\nSubject: [yerres R4]" in head


_WITH_A_BAR = re.compile(r'<(?:h1|h2|p|li)\b[^>]*class="(?!line)[^"]*"[^>]*>\s*\| [^<]+')


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_ours_needs_a_bar_before_it(language: str) -> None:
    """The bar that keeps a line from being a move is for what others write; ours begin otherwise."""
    for name in tried(language):
        html = body(message(name, language), "html")
        assert name.startswith("hostile") or _WITH_A_BAR.findall(html) == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_of_wort_rummikub_is_printed_as_it_is(language: str) -> None:
    name = f"{language}/rummikub/rules.j2"
    text = next(t for each, t in assets.mail_templates().items() if each.endswith(name))
    (line,) = (each for each in text.splitlines() if "13 E" in each)
    printed = re.findall(r"(\d+) ([A-ZÄÖÜ])\b", line)

    assert {letter: int(count) for count, letter in printed} == Counter(TABLE_TILES)


_GOLDEN = Path(__file__).parent / "golden"
_STUMBLED_OVER = (
    "Das ist noch nicht verschickt", "Willst du ihm antworten", "Nicht alle Anweisungen", "ehrenhalber",
    "eine Zeile nur aus", "das Wort der Spielleitung", "läuft keine Zeit", "weitergehen lässt",
    "Was ausgeführt ist, bleibt", "Zweifel sind erlaubt", "Zug ist verbraucht",
    "Deinen Einwand gegen die Regeln hat", "Die Post funktioniert", "Gelegt hat ", "Angefochten hat ",
    "Genommen hat ", "stand in your mails alone", "by the word of", "for doubts about",
    "go in place of the lines", "Who plays his last tiles", "the word of the game master", "no clock runs",
    "lets it go on", "is answer enough", "nothing but the word", "As to “", "Doubting in vain",
    "stands in the settings", "for himself", "Laid on the board by", "to be had", "Challenged in vain",
    "a human being", "Your word is noted", "must be here before", "Auf Freigabe {{ r.waiting", "weiß man, dass",
    "Der Mail ist geantwortet", "you will miss", "goes only there", "because no list", "as many tiles are left",
    "read by me alone", "under your address", "Robbed, but", "You lead this",
    "has sent press", "with a house rule", "mit einer Hausregel", "wonach du gefragt", "what you asked for",
    "⟦", "La partie {{", "Un simple essai", "comme chaque coup le doit", "cela pourrait être un coup",
    "sonst Punkte", "otherwise dots", "reste dehors", "ne court pour cette place", "Joué par {{",
    "lui la gagne", "un être humain", "Gewonnen gibt", "things that do not go together", "what they are good for",
    "gepaart", "des Schlüssels", "Schlüssel selbst", "deine Befehle", "your commands", "looks for a game",
    "keine Überschrift", "no heading", "ist gleich (WordSmog)", "Decide as you like", "Entscheide, wie du magst",
    "ist nicht geschehen", "abzüglich der Bank", "dem, was unten steht",
    "weg von {{", "when its round was no longer", "ihre Runde nicht mehr", "was von dort kam", "what came from there",
)  # fmt: skip
"""What readers of our mails had to read twice, or would not say themselves: it does not come back."""


def test_nobody_reads_again_what_was_stumbled_over() -> None:
    texts = {name: text.lower() for name, text in assets.mail_templates().items()}

    found = [
        (said, name) for said in _STUMBLED_OVER for name in texts if said.lower() in texts[name]
    ]

    assert found == []


@pytest.mark.parametrize(
    ("language", "zone", "said"),
    [
        ("de", "Europe/Berlin", "Freitag, 1. Januar 2027, 20:00 Uhr (MEZ)"),
        ("de", "Europe/London", "Freitag, 1. Januar 2027, 19:00 Uhr (London)"),
        ("en", "Europe/London", "Friday, 1 January 2027, 19:00 (GMT)"),
        ("en", "Asia/Kolkata", "Saturday, 2 January 2027, 00:30 (Kolkata)"),
    ],
)
def test_a_zone_is_called_as_people_call_it(language: str, zone: str, said: str) -> None:
    """By its short name, or its city; never by its distance from Greenwich."""
    zat = datetime(2027, 1, 1, 19, tzinfo=UTC)

    assert Words(means().templates[language]).phrase("zat", zat, ZoneInfo(zone)) == said


def test_square_and_direction_are_on_one_line() -> None:
    """`senkrecht (nach / unten) ab Feld H4` nobody writes; a count and what it counts belong together, too."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in _GOLDEN.glob("*.txt")}
    whole = re.compile(r"(?:senkrecht|waagerecht)\s\(nach\s\w+\)\sab\sFeld\s\w+")

    whole_lines = [piece for text in texts.values() for piece in whole.findall(text)]
    broken = {
        name
        for name, text in texts.items()
        if re.search(r"\b\d{1,4}\n *(Punkt|Stein|point|tile)", text)
    }

    assert len(whole_lines) > 50
    assert [piece for piece in whole_lines if "\n" in piece] == []
    assert broken == set()


def test_a_preview_offers_its_reader_nothing_but_to_let_it_go_out() -> None:
    for language, order, leave in (("de", "FREIGEBEN", "ABMELDEN"), ("en", "PUBLISH", "LEAVE")):
        text = body(message("report_preview", language), "plain")

        assert order in text
        assert leave not in text


@pytest.mark.parametrize(
    ("fates", "lead"),
    [
        (("done",), "Deine Anweisung ist ausgeführt"),
        (("refused",), "Deine Anweisung ließ sich nicht ausführen"),
        (("refused", "refused"), "Keine deiner Anweisungen ließ sich ausführen"),
        (("done", "refused"), "Ein Teil deiner Anweisungen ließ sich nicht ausführen"),
    ],
)
def test_the_first_sentence_says_how_many_orders_were_carried_out(
    fates: tuple[str, ...], lead: str
) -> None:
    refused = Fate("PAUSE", refusal=AlreadyPaused())
    told = tuple(Fate("PAUSE") if each == "done" else refused for each in fates)

    (composed,) = compose_all((notice(OrdersDone(told)),), means())

    assert body(read_back(composed.data), "plain").splitlines()[2] == lead


@pytest.mark.parametrize("name", ["many_away", "missed_three"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_ends_in_a_stop_is_followed_by_no_other(name: str, language: str) -> None:
    """`Anna B.` at the end of a sentence."""
    text = " ".join(body(message(name, language), "plain").split())

    assert "Anna B." in text
    assert "Anna B.." not in text


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Ersatz"), ("en", "lternate"), ("fr", "réserve")]
)
@pytest.mark.parametrize("text", ["Vielleicht M10s EUBÖA", "M10s EUBÖA\nM10s EBEN"])
def test_no_alternate_is_advised_where_a_game_knows_none(
    text: str, language: str, word: str
) -> None:
    with_them = sent(text)[0]
    without = sent(text, playing(replace(policy().rules, moves=1)))[0]

    said = [
        body(read_back(compose_all((replace(each, language=language),), means())[0].data), "plain")
        for each in (with_them, without)
    ]

    assert [word in each for each in said] == [True, False]
