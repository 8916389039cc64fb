"""Whose a play is: ours in a sentence of our mails, the player's beside one (contract 5, rules 8)."""

from textwrap import wrap

import pytest

from mailref.made_ready import sentences_in
from mailref.orders.entries import Ambiguity, Entry, GameFace
from mailref.reading.quotes import Whose
from tests.games.classic.examples import STANDARD
from tests.reading.reading import READER, YERRES, lines_of, read

TEMPLATE = """{% if laid %}
Auf dem Brett liegt jetzt {{ word }}, {{ way }} ab Feld {{ place }}.
{% else %}
Niemand hatte einen Zug.
{% endif %}

= Gelegt | {{ play }}
- Mein Zug: {{ play }}
"""
OURS = sentences_in({"de/report.j2": TEMPLATE})


def whose(text: str, play: str = "M10s EUBÖA") -> Whose:
    lines = lines_of(text)
    at = next(index for index, line in enumerate(lines) if play in line.text)
    return OURS.among(lines).whose(at, play)


@pytest.mark.parametrize(
    "text",
    [
        "Auf dem Brett liegt jetzt M10s EUBÖA, senkrecht",
        "Auf dem Brett liegt\njetzt\nM10s EUBÖA, senkrecht",
        "Gelegt: M10s EUBÖA",
        "  *Gelegt*: RABEN und M10s EUBÖA",
    ],
)
def test_a_play_in_a_sentence_of_ours_is_ours(text: str) -> None:
    assert whose(text) is not Whose.THEIRS


@pytest.mark.parametrize(
    ("template", "text"),
    [
        pytest.param(
            '{{ "Geliefert wurde" if a else "Geliefert wurden heute" }} {{ play }}',
            "Geliefert wurden heute M10s EUBÖA",
            id="a choice in an expression",
        ),
        pytest.param(
            '{{ p.announced("Geliefert wurde heute", day) }} {{ play }}',
            "Geliefert wurde heute M10s EUBÖA",
            id="what a macro is given",
        ),
        pytest.param(
            '{{ n|plural("Lieferung brachte uns", "Lieferungen brachten uns") }} {{ play }}',
            "Wie es kam: 3 Lieferungen brachten uns M10s EUBÖA.",
            id="words behind a number",
        ),
        pytest.param(
            "{% call p.box(title) %}Geliefert wurde heute {{ play }}{% endcall %}",
            "Geliefert wurde heute M10s EUBÖA",
            id="a block given to a macro",
        ),
        pytest.param(
            '{% set sentence = ("Geliefert wurde " ~ name ~ " heute aber noch") %}',
            "Geliefert wurde Otto heute aber noch M10s EUBÖA",
            id="strings put together",
        ),
        pytest.param(
            "{% for a in b -%}\n  Geliefert wurde\n{%- else %}\nNichts\n{% endfor %} heute {{ play }}",
            "Geliefert wurde heute M10s EUBÖA",
            id="white space that a tag takes away",
        ),
    ],
)
def test_whatever_a_template_may_print_is_ours(template: str, text: str) -> None:
    lines = lines_of(text)
    ours = sentences_in({"de/parts/any.j2": template})

    assert ours.among(lines).whose(0, "M10s EUBÖA") is not Whose.THEIRS


def test_what_a_template_only_compares_is_not_what_it_says() -> None:
    template = (
        '{% if a == "geliefert wurde heute" or b in ["geliefert wurde heute"] %}{{ c }}{% endif %}'
    )
    ours = sentences_in({"de/any.j2": template})

    assert ours.among(lines_of("Geliefert wurde heute M10s EUBÖA")).whose(0, "M10s EUBÖA") is (
        Whose.THEIRS
    )


@pytest.mark.parametrize(
    "text",
    [
        "M10s EUBÖA",
        "Mein Zug: M10s EUBÖA",
        "Auf dem Tisch liegt jetzt M10s EUBÖA",
        "Auf dem Brett liegt jetzt BEINE.\n\nM10s EUBÖA",
        "Auf dem Brett liegt jetzt BEINE, da dachte ich lange nach.\nIch nehme also:\n\nM10s EUBÖA",
        "Niemand hatte einen Zug.\nM10s EUBÖA",
    ],
)
def test_a_play_beside_a_sentence_of_ours_is_the_players(text: str) -> None:
    assert whose(text) is Whose.THEIRS


def test_a_play_is_found_in_its_line_where_a_quote_in_it_was_taken_out() -> None:
    """`run --new-game EUBÖA M10s”. If it`, wrapped so: the play was read as `EUBÖA M10s .`"""
    text = "program is started anew with\n“mailref\nrun --new-game EUBÖA M10s”. If it\nhas begun"

    assert played(text) == []


def test_a_play_right_below_a_label_of_ours_is_asked_about() -> None:
    """It may be the rest of our line, or an answer that a person wrote below it."""
    assert whose("Gelegt: BEINE\nM10s EUBÖA") is Whose.UNSURE


def entries(text: str) -> tuple[Entry, ...]:
    return read(text, games=(YERRES,), default=YERRES).entries


def played(text: str) -> list[tuple[str, bool]]:
    """Return each move that was read, and whether it is asked about."""
    return [
        (play.word, entry.ambiguity is not None)
        for entry in entries(text)
        for move in entry.moves
        if move.move is not None and not move.faults
        for play in move.move.plays
    ]


def test_a_play_in_the_rest_of_a_line_behind_our_bar_is_asked_about() -> None:
    """What others wrote stands behind a bar; a program that wraps it leaves the bar on the first line."""
    barred = "| Ich dachte lange nach, ob ich lieber etwas anderes lege, und"

    assert whose(f"{barred}\nnehme nun doch M10s EUBÖA") is Whose.UNSURE
    assert whose(f"{barred}\n\nnehme nun doch M10s EUBÖA") is Whose.THEIRS
    assert whose(f"{barred[2:]}\nnehme nun doch M10s EUBÖA") is Whose.THEIRS


def test_the_template_to_copy_is_the_players_where_a_play_stands_in_it() -> None:
    pasted = (
        "Antworte einfach auf diese Mail. Zum Kopieren:\n\n"
        "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\n M10s EUBÖA\n"
    )

    assert played(pasted) == [("EUBÖA", False)]


def test_a_move_counts_above_and_below_what_is_pasted_of_our_mails() -> None:
    pasted = (
        "Auf dem Brett liegt jetzt EUBÖA, senkrecht (nach unten) ab Feld M10;\ndazu VERBÜXENDE."
    )

    assert played(f"A9w BEINE\n\n{pasted}") == [("BEINE", False)]
    assert played(f"{pasted}\n\nA9w BEINE") == [("BEINE", False)]


def test_a_row_of_a_table_under_its_head_is_no_move() -> None:
    table = (
        "Spieler         Rang  +/-  Pkte Gesamt  gelegt\n"
        "Max Mustermann     1         51    351\n"
        "M10s EUBÖA  14*2+23=51\n"
    )

    assert entries(table) == ()
    assert played(table.partition("\n")[2]) == []


@pytest.mark.parametrize("width", [*range(20, 80, 5), 33])
def test_a_row_that_lost_its_head_is_no_move_wherever_it_is_wrapped(width: int) -> None:
    row = "Jörg Ähnlich                 2         51    331  M10s EUBÖA  14*2+23=51"

    wrapped = "\n".join(wrap(row, width))

    assert entries(wrapped) == ()
    assert ("EUBÖA", False) not in played(f"A9w BEINE\n\n{wrapped}")


@pytest.mark.parametrize("line", ["Max Mustermann", "Rang 2, 331 Punkte", "Spieler 12 von 40"])
def test_a_line_with_fewer_columns_above_a_move_takes_nothing_from_it(line: str) -> None:
    assert played(f"{line}\nM10s EUBÖA") == [("EUBÖA", False)]


@pytest.mark.parametrize(
    "line",
    [
        "M10s EUBÖA, hoffentlich steht das Wort im Duden",
        "M10s EUBÖA (steht im Duden)",
        "Ich bin auf Rang 3 und lege M10s EUBÖA",
        "Auf dem Brett ist wenig Platz, ich nehme M10s EUBÖA",
    ],
)
def test_words_that_our_sentences_use_too_take_no_play_from_a_player(line: str) -> None:
    assert [word for word, _ in played(line)] == ["EUBÖA"]


WAYS = (
    "across", "down", "waagerecht", "senkrecht", "waagrecht", "horizontalement", "verticalement", "w", "s", "h", "v",
)  # fmt: skip
SQUARES = (
    *(f"{column}8" for column in "ABCDEFGHIJKLMNO"),
    *(f"H{row}" for row in range(1, 16)),
    "M10",
    "A1",
)


@pytest.mark.each_once
@pytest.mark.parametrize("word", ["EUBÖA", "INCHES"])
@pytest.mark.parametrize("way", WAYS)
def test_a_play_alone_on_its_line_is_its_writers_on_every_square(way: str, word: str) -> None:
    """Our examples name a square, too: `H8 across` begins most first moves, and one of our sentences."""
    plays = [f"{square}{way if len(way) < 2 else ' ' + way} {word}" for square in SQUARES]

    assert [play for play in plays if [each for each, _ in played(play)] != [word]] == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("M10s EUBÖA, das Wort gilt hoffentlich", Ambiguity.UNREAD_PLAY),
        ("M10s EUBÖA, das gilt so", None),
    ],
)
def test_a_play_beside_words_that_our_sentences_use_too_is_never_passed_over(
    line: str, why: Ambiguity | None
) -> None:
    """It is the player's: asked about where what he says beside it may take it back."""
    (entry,) = entries(line)

    assert entry.ambiguity is why
    assert "EUBÖA" in entry.moves[0].span.text


LEADS = (
    "Ich lege", "Ich möchte gern", "Ich würde gern", "Mein Zug für diese Runde ist", "Anbei mein Zug:", "Korrektur:",
    "Diesmal nehme ich", "Dann lege ich", "Für Runde 7", "In dieser Runde lege ich", "Mein Zug von eben:",
    "Ich entscheide mich für", "Bitte trag für mich ein:", "Statt meines Zuges bitte", "Falls das nicht geht,",
    "Das Beste, was ich finde:", "Danke für den Bericht. Ich lege", "Es soll heißen:", "Es bleibt bei",
    "I play", "I would like to play", "I'd like to play", "My move for this round:", "Please put me down for",
    "Here is my move:", "Let's go with", "Correction:", "I meant", "Make that", "It is my turn:", "Otherwise I play",
    "Thanks for the report. I play", "Best I can find:", "My new move:", "Instead of my move please take",
)  # fmt: skip
TAILS = (
    "", ", macht 56 Punkte.", " legen.", " bitte.", " für diese Runde", " für Runde 7", " und hoffe, es stimmt.",
    " ist mein Zug", ", falls das noch geht", " please", " for 56 points", " this time.", " is my move",
)  # fmt: skip


@pytest.mark.sampled(10)
@pytest.mark.parametrize("lead", LEADS)
def test_what_players_write_around_their_plays_is_theirs_whatever_ours_says(lead: str) -> None:
    """A template of ours that says what players say takes their moves from them."""
    taken = [
        tail
        for tail in TAILS
        if READER.ours.among(lines_of(f"{lead} M10s EUBÖA{tail}")).whose(0, "M10s EUBÖA")
        is not Whose.THEIRS
    ]

    assert taken == []


def test_a_paragraph_ends_where_tags_stand_between_its_lines() -> None:
    """`If that is not valid, H15 across MANIE` is a player's, though a heading of ours ends so."""
    said = "! The word {{ a }} {% if b %}is valid{% else %}is not valid{% endif +%}"
    template = f"{said}\n{{% if c %}}\n{{% endif %}}\n\n{{{{ d }}}}\n"
    ours = sentences_in({"en/any.j2": template})

    assert ours.among(lines_of("If that is not valid, M10s EUBÖA")).whose(0, "M10s EUBÖA") is (
        Whose.THEIRS
    )


KIEL = GameFace("kiel", "Classic Kiel", STANDARD)
OPEN = "Der Zug ist noch offen: Die anderen können ABDRUCKEN anfechten."
ACCEPT = "That is noted. The play stays open as long as others may challenge it."
PART = {
    "en/any.j2": "{{ who }} may challenge {{ words }} until the next player moves or accepts it.\n"
}


@pytest.mark.each_once
@pytest.mark.parametrize("width", [20, 30, 40, 52, 60, 76])
@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param(OPEN, id="an order behind what is filled in"),
        pytest.param(ACCEPT, id="an order among our words"),
        pytest.param("With CHALLENGE and a word after it you have that word looked up; without", id="before them"),
    ],
)  # fmt: skip
def test_plain_words_that_are_orders_are_ours_wherever_a_sentence_of_ours_is_wrapped(
    sentence: str, width: int
) -> None:
    reading = read("\n".join(wrap(sentence, width)), games=(KIEL,), default=KIEL)

    assert [entry for entry in reading.entries if entry.written is not None] == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("Otto may\nchallenge EUBÖA\nuntil the next", 1, id="filled in"),
        pytest.param("until the next player moves or\naccepts it.", 1, id="a last line"),
        pytest.param("may challenge EUBÖA until the next player moves", 0, id="a whole run"),
    ],
)
def test_a_line_in_a_run_of_our_words_is_ours(text: str, line: int) -> None:
    lines = lines_of(text)

    assert sentences_in(PART).among(lines).whose(line, lines[line].text) is Whose.OURS


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("challenge EUBÖA\nuntil the next player moves", 0, id="above our words"),
        pytest.param("the next player moves\nchallenge EUBÖA", 1, id="below them"),
        pytest.param("I challenge EUBÖA", 0, id="alone"),
        pytest.param("until the next player moves or\n\naccepts it.", 2, id="another paragraph"),
        pytest.param("until the next player moves or\naccepts it now.", 1, id="a word of his own"),
        pytest.param("may challenge it and until the next moves", 0, id="other words between"),
    ],
)
def test_a_line_that_only_begins_or_ends_like_a_run_of_ours_is_the_players(
    text: str, line: int
) -> None:
    lines = lines_of(text)

    assert sentences_in(PART).among(lines).whose(line, lines[line].text) is not Whose.OURS


@pytest.mark.parametrize(
    "text",
    [
        "CHALLENGE ABDRUCKEN",
        "I challenge ABDRUCKEN",
        "Ich fechte ABDRUCKEN an",
        "ANNEHMEN",
        "ACCEPT\n\n" + ACCEPT,
        "CHALLENGE ABDRUCKEN\n" + ACCEPT,
        "ANFECHTEN\n" + OPEN,
    ],
)
def test_an_answer_copied_from_a_mail_of_ours_is_the_players(text: str) -> None:
    (entry,) = read(text, games=(KIEL,), default=KIEL).entries

    assert entry.written is not None
    assert entry.ambiguity is None


def test_a_label_that_a_macro_makes_is_ours_and_a_word_of_it_alone_is_not() -> None:
    ours = sentences_in({"de/any.j2": "{% macro a() %}Wird davor gepasst, dann{% endmacro %}"
                                      "{% macro b() %}ANFECHTEN{% endmacro %}"})  # fmt: skip
    lines = lines_of("Wird davor gepasst, dann: M10s EUBÖA\n\nANFECHTEN: EUBÖA")
    around = ours.among(lines)

    assert around.whose(0, "M10s EUBÖA") is Whose.OURS
    assert around.whose(2, "ANFECHTEN: EUBÖA") is Whose.THEIRS


def test_a_button_behind_another_is_a_label_of_its_own() -> None:
    ours = sentences_in({"de/any.j2": '{% macro a(x) %}Antworten mit "{{ x }}"{% endmacro %}'})
    lines = lines_of('Antworten mit "ANNEHMEN" Antworten mit\n"M10s EUBÖA"')

    assert ours.among(lines).whose(1, '"M10s EUBÖA"') is Whose.OURS


@pytest.mark.parametrize(
    ("line", "whose"),
    [
        ("Ben 2 40 40 RHEUMAS (senkrecht ab 5E)", Whose.OURS),
        ("Ben 2 40 RHEUMAS (senkrecht ab 5E)", Whose.THEIRS),
        ("2 40 40 RHEUMAS (senkrecht ab 5E)", Whose.THEIRS),
        ("Ich lege 5E RHEUMAS", Whose.THEIRS),
    ],
)
def test_a_row_of_a_table_alone_is_ours(line: str, whose: Whose) -> None:
    assert OURS.among(lines_of(line)).whose(0, line) is whose


def test_a_line_that_lists_what_we_fill_in_goes_on_with_it() -> None:
    lines = lines_of("Auf dem Brett liegt jetzt BEINE und\nM10s EUBÖA")

    assert OURS.among(lines).whose(1, "M10s EUBÖA") is Whose.OURS
