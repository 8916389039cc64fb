"""Moves that were lost without a word: cut as a quote, or passed over beside another (rules 8)."""

import random

import pytest

from mailref import assets
from mailref.orders.entries import Ambiguity, GameFace
from mailref.tiles.board import Axes, Direction
from tests.effort import examples
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import GENF, LEIPZIG, NORD, READER, YERRES, moves, read
from tests.reading.reply_text import reply_text

COLUMNS = "ABCDEFGHIJKLMNO"
SAYING = ("SCHRIEB", "SCHRIEBEN", "WROTE", "SAID", "WRITES", "SKREV")
WORDS = ("TRABEN", "TAB", "RABE", "BEINE", "AN", "DE", "OX", "QUIZ", "HEFTE", *SAYING)


def sayings() -> list[str]:
    """Return the words of the list that end as a line does which says who wrote."""
    return sorted(word for word in assets.lexicon().words if word.endswith(SAYING))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("H8w {}", id="square"),
        pytest.param("H8 waagerecht {}", id="direction in words"),
        pytest.param("A1 - K1: {}", id="range"),
        pytest.param("1. H8w {}", id="numbered"),
        pytest.param("Mein Zug: H8w {}", id="labelled"),
        pytest.param("Ich lege H8 waagerecht {}", id="in a sentence"),
    ],
)
def test_a_play_is_no_attribution_whatever_its_word(line: str) -> None:
    words = sayings()
    assert len(words) > 40

    lost = [word for word in words if line.format(word) not in reply_text(line.format(word))]

    assert lost == []


@pytest.mark.parametrize(
    "text",
    [
        "Am 20.11.26 um 21:05 schrieb Scrabble:",
        "Am 20. November 2026 schrieb\nScrabble <referee@example.org>:",
        "On Fri, Nov 20, 2026 at 9:05 PM Scrabble <referee@example.org> wrote:",
        "Scrabble <referee@example.org> schrieb am Fr., 20. Nov. 2026 um 21:05 Uhr:",
        "2026-11-20 21:05, Scrabble wrote",
    ],
)
def test_what_says_who_wrote_still_opens_the_quote(text: str) -> None:
    assert reply_text(f"M9s BESEN\n\n{text}\nH8w RABEN") == "M9s BESEN"


def test_a_play_below_a_saying_word_is_kept_with_it() -> None:
    text = "1-Zug-Scrabble Yerres\nH8w SCHRIEB\n/M9s BESEN"

    assert reply_text(text) == text
    assert [len(entry.moves) for entry in read(text).entries] == [2]


@pytest.mark.parametrize("text", ["H8w SCHRIEB-", "Am 20.11.2026 um 21:05\nH8w SCHRIEB\nScrabble:"])
def test_a_play_says_nothing_of_who_wrote_what_is_below(text: str) -> None:
    assert reply_text(f"{text}\n> x") == text


def test_simultan_reads_the_first_of_two_moves() -> None:
    """Contract 3: `too_many_moves`, the first ones stand."""
    first, second = moves("H5 trabeN\n8E tAB", GENF)

    assert first.move is not None
    assert first.move.plays[0].word == "TRABEN"
    assert first.faults == ()
    assert [fault.code for fault in second.faults] == ["too_many_moves"]


def written(word: str, rng: random.Random) -> str:
    """Return *word* in capitals, small, as a noun, or with one letter new or lying or a joker."""
    at = rng.randrange(len(word))
    return rng.choice([
        word,
        word.lower(),
        word.capitalize(),
        word[:at].lower() + word[at] + word[at + 1 :].lower(),
        word[:at] + word[at].lower() + word[at + 1 :],
        f"{word[:at]}*{word[at:]}",
    ])  # fmt: skip


def line_of(word: str, axes: Axes, rng: random.Random) -> str:
    """Return a play of *word* somewhere, in one of the notations."""
    way = rng.choice(list(Direction))
    row, column = rng.randrange(15 - len(word)), rng.randrange(15 - len(word))
    name = "waagerecht" if way is Direction.ACROSS else "senkrecht"
    text = written(word, rng)
    forms: tuple[str, ...]
    if axes is Axes.ROWS:
        down = way is Direction.DOWN
        square = f"{column + 1}{COLUMNS[row]}" if down else f"{COLUMNS[row]}{column + 1}"
        forms = ("{s} {t}", "{s}: {t}", "{t} {s}", "{t}, {s}", "{s} {l} {t}", "{s} {t} {l}")
    else:
        square = f"{COLUMNS[column]}{row + 1}"
        forms = ("{s}{d} {t}", "{s} {d} {t}", "{s} {l} {t}", "{s}{d}: {t}", "{t} {s}{d}",
                 "{t} {s} {l}", "{t}, {s} {l}", "{l} {s} {t}", "{s} {t} {l}", "{l}, {s}: {t}",
                 "{l}: {s} {t}", "{t} auf {s} {l}")  # fmt: skip
    return rng.choice(forms).format(s=square, d=name[0], l=name, t=text)


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        pytest.param("H8w IXTE // er ixte aus", "er ixte aus", id="comment"),
        pytest.param("H8w IXTE (ausixen)", "ausixen", id="brackets"),
        pytest.param("H8w IXTE\n// ausixen", "ausixen", id="comment of its own line"),
        pytest.param("H8w IXTE\nGrundform: ausixen", "Grundform: ausixen", id="labelled"),
        pytest.param("H8w IXTE\nInfinitiv ist ausixen", "Infinitiv ist ausixen", id="in words"),
    ],
)
def test_the_base_form_of_a_word_stands_with_its_play(text: str, comment: str) -> None:
    """Rules 4: "if its base form is stated, for instance in the comment"."""
    (move,) = moves(text)

    assert move.move is not None
    assert move.move.plays[0].comment == comment


@pytest.mark.parametrize(
    ("game", "line"),
    [
        pytest.param(YERRES, "senkrecht, A5: RABEN", id="direction and comma first"),
        pytest.param(YERRES, "senkrecht: A5 Raben", id="direction and colon first"),
        pytest.param(YERRES, "waagerecht, G4: Wende // Ersatz", id="with a comment"),
        pytest.param(LEIPZIG, "Waagrecht, C1: charteret", id="small"),
        pytest.param(GENF, "/- B1 Pernionen", id="a slash and a dash"),
        pytest.param(YERRES, "/ - E1w stadtfest", id="a slash, a dash and small letters"),
    ],
)
def test_signs_before_a_place_hide_no_play(game: GameFace, line: str) -> None:
    """Rules 8: a line that could be a play is never passed over."""
    (move,) = moves(line, game)

    assert move.faults == ()
    assert move.move is not None


@pytest.mark.parametrize("game", [YERRES, LEIPZIG, GENF, NORD], ids=lambda game: game.id)
def test_of_two_moves_in_any_notations_none_is_passed_over(game: GameFace) -> None:
    """Rules 8: a line that could be a play is read, or the entry is `ambiguous`."""
    rng = random.Random(20261120)
    lost: list[str] = []
    for _ in range(examples(400)):
        lines = [line_of(word, game.rules.axes, rng) for word in rng.sample(WORDS, 2)]
        (entry,) = read(reply_text("\n".join([game.title, *lines]))).entries
        told = [move.span.text for move in entry.moves]
        if entry.ambiguity is None and told != lines:
            lost.append(f"{lines} read as {told}")

    assert lost == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "line"),
    [
        pytest.param(GENF, "H8 W", id="a letter that also names a direction"),
        pytest.param(GENF, "8H S", id="another"),
        pytest.param(GENF, "H8 s", id="small"),
        pytest.param(GENF, "H8 A", id="any other"),
        pytest.param(LEIPZIG, "H8 - H8: A", id="a range of one square"),
    ],
)
def test_a_word_of_one_letter_is_a_play(game: GameFace, line: str) -> None:
    """Contract 3: `word_refused` (also a word of one letter), which the judge says, not `syntax`."""
    (move,) = moves(line, game)

    assert move.faults == ()
    assert move.move is not None
    assert len(move.move.plays[0].word) == 1


@pytest.mark.parametrize(
    "line",
    [
        "Korrektur: nicht H8, sondern H9!",
        "Sorry, das Wort ist RABE",
        "Ach nein, doch BEINE",
        "Da hab ich mich verschrieben.",
        "PS: als Wort lieber RABE",
        "typo, make it RABE",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_says_that_a_move_is_wrong_is_asked_about(line: str, gap: str) -> None:
    (entry,) = read(f"{YERRES.title}\nH8w RABEN{gap}{line}").entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "line",
    [
        "PS: H10 ist ja schon das B",
        "Das Wort RABEN ist doch wirklich schön, nein, toll!",
        "HEINZ POHL, 85 JAHRE UND NOCH DABEI",
        "Lieber Gerd, das ist doch ein gutes Feld",
        "H8 war nicht leicht, aber besser als nichts",
    ],
)
def test_talk_about_a_move_leaves_it_as_it_is(line: str) -> None:
    (entry,) = read(f"{YERRES.title}\nH8w RABEN\n\n{line}").entries

    assert entry.ambiguity is None
    assert len(entry.moves) == 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param(
            "H4s VIEHE\n\n> Buchstaben: A B E\n\nOder geht auch DEVIER H8w?",
            ["Oder geht auch DEVIER H8w?"],
            id="below a quote",
        ),
        pytest.param(
            "H4s VIEHE\n> bis wann?\nH8w DEVIER\n> und dann?", ["H8w DEVIER"], id="between quotes"
        ),
        pytest.param(
            "H4s VIEHE // oder geht auch DEVIER H8w?",
            ["// oder geht auch DEVIER H8w?"],
            id="comment",
        ),
        pytest.param("H4s VIEHE\n\n> Wann?\n\nMorgen.", [], id="prose below"),
        pytest.param("H4s VIEHE\n> H4s VIEHE\n\nH4s VIEHE", [], id="the same again"),
        pytest.param("H4s VIEHE 51 // griech. Insel, Band 3", [], id="a remark"),
        pytest.param("H4s VIEHE // https://example.org/A1/B2", [], id="an address"),
    ],
)
def test_a_second_idea_is_named_where_it_is_not_used(text: str, named: list[str]) -> None:
    mail = read_mail(mail_of(text))

    (entry,) = READER.read_mail(mail, (YERRES,), YERRES).entries

    words = [written.move.plays[0].word for written in entry.moves if written.move]
    assert words == ["VIEHE"]
    assert [span.text.strip() for span in entry.unused] == named


SECOND_IDEAS = (
    "Oder geht auch BESEN auf M9?",
    "Ginge auch BESEN ab M9?",
    "oder vielleicht DEVIER?",
    "oder DEVIER",
    "Oder auch M9?",
    "Alternativ BESEN M9",
    "Or would BESEN at M9 work?",
    "or maybe DEVIER?",
    "BESEN M9 ginge wohl auch",
    "BESEN ginge auch.",
    "auch möglich: BESEN",
    "besen auf m9 wäre auch möglich",
    "BESEN would also work",
)
SMALL_IDEAS = (
    "Oder geht auch devier?",
    "Oder geht auch Devier?",
    "oder lieber devier",
    "oder vielleicht devier",
    "Or maybe devier?",
    "or devier would work, too",
)


@pytest.mark.each_once
@pytest.mark.parametrize("idea", [*SECOND_IDEAS, *SMALL_IDEAS])
@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["below", "apart"])
def test_a_second_idea_without_direction_or_square_is_named(idea: str, gap: str) -> None:
    mail = read_mail(mail_of(f"H4s VIEHE{gap}{idea}\n\nLG MAX"))

    (entry,) = READER.read_mail(mail, (YERRES,), YERRES).entries

    words = [written.move.plays[0].word for written in entry.moves if written.move]
    assert words == ["VIEHE"]
    assert [span.text.strip() for span in entry.unused] == [idea]


@pytest.mark.parametrize("idea", SECOND_IDEAS)
def test_a_second_idea_on_the_line_of_the_first_is_asked_about(idea: str) -> None:
    mail = read_mail(mail_of(f"H4s VIEHE. {idea}"))

    (entry,) = READER.read_mail(mail, (YERRES,), YERRES).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY


@pytest.mark.parametrize("idea", SMALL_IDEAS)
def test_a_second_idea_in_small_letters_on_the_line_of_the_first_is_named(idea: str) -> None:
    """Any word may be written so: it is no reason to book nothing."""
    mail = read_mail(mail_of(f"H4s VIEHE. {idea}"))

    (entry,) = READER.read_mail(mail, (YERRES,), YERRES).entries

    assert entry.ambiguity is None
    assert [span.text.strip() for span in entry.unused] == [idea]


@pytest.mark.each_once
@pytest.mark.parametrize("gap", ["\n", "\n\n", ". "], ids=["below", "apart", "behind"])
@pytest.mark.parametrize(
    "talk",
    [
        "oder morgen?",
        "Oder hast du gerade keine Zeit dafür?",
        "Mir geht es auch gut.",
        "Morgen um 8 h geht es auch.",
        "Das geht hoffentlich auch per Mail.",
        "Schade, BESEN auf M9 ging letztes Mal nicht.",
        "Euer BESEN auf M9 ist toll!",
        "Ist VIEHE auf H4 erlaubt?",
        "Or am I too late?",
        "Sonst alles OK",
    ],
)
def test_talk_beside_a_move_is_no_second_idea(talk: str, gap: str) -> None:
    mail = read_mail(mail_of(f"H4s VIEHE{gap}{talk}"))

    (entry,) = READER.read_mail(mail, (YERRES,), YERRES).entries

    assert (entry.ambiguity, entry.unused) == (None, ())
