"""Every way of writing in the vocabulary: read, found in a text, kept out of our sentences, printed."""

from collections.abc import Iterator
from itertools import product
from textwrap import wrap

import pytest
from msgspec.structs import replace

from mailref.demo.players import BlankStyle, ClaimStyle, PlaceStyle, Style, print_play
from mailref.orders.entries import GameFace
from mailref.orders.shapes import LONGEST, holds_play
from mailref.orders.table import ROW_OF, ROWS, Command, Value, forms
from mailref.report.sheet import shown_name
from mailref.tiles.board import Direction, Square
from mailref.tiles.moves import (
    NOWHERE,
    BlankFor,
    BlankOn,
    Play,
    direction_forms,
    direction_word,
    play_name,
    said_as,
)
from mailref.writing.never_a_move import begins_safely, fenced, wrapped
from tests.effort import Effort, effort, fewer, sample
from tests.games.classic.examples import STANDARD
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import (
    AEGYPTEN,
    GAMES,
    GENF,
    LEIPZIG,
    YERRES,
    lines_of,
    moves,
    only_entry,
    only_play,
    read,
    read_lines,
    short,
)


def words(row: str) -> list[str]:
    """Return the forms of one row of the vocabulary in every language, as written and in small letters."""
    return list(dict.fromkeys([*said_as(row), *(form.lower() for form in said_as(row))]))


def _places_with(way: str) -> Iterator[str]:
    yield from (f"F8 {way}", f"F8 {way.upper()}", f"{way.capitalize()} F8", f"8F {way}")
    yield from (f"F 8 {way}", f"f8 {way}", f"F8/{way}", f"F8, {way}", f"F8 ({way})")
    yield from (f"F8-{way}", f"{way} F 8")
    if not way.endswith("."):
        yield from (f"F8 {way}.", f"F8 ({way}.)")
    if len(way) == 1:
        yield from (f"F8{way}", f"f8{way}", f"8F{way}", f"F 8{way}")


def places(direction: Direction, last: str, short_end: str) -> Iterator[str]:
    """Yield the ways to write F8 with its direction, before or behind a word; by `make test` each word in some."""
    for way in direction_forms(direction):
        every = [*_places_with(way)]
        yield from sample(every, fewer(len(every), 4), way)
    signs = ("-", " - ", "->", "..", " .. ", *(f" {form} " for form in words("up_to")))
    for sign in signs:
        yield from (f"F8{sign}{last}", f"{last}{sign}F8", f"F8{sign}{last[0]} {last[1:]}")
        yield f"f8{sign}{last.lower()}"
        if short_end:
            yield f"F8{sign}{short_end}"


ACROSS = sorted(set(places(Direction.ACROSS, "J8", "")))
DOWN = sorted(set(places(Direction.DOWN, "F12", "12")))


def plays_at(place: str) -> Iterator[str]:
    """Yield a play at *place*, the word behind it and before it."""
    yield from (f"{place} RABEN", f"{place}: raben", f"{place}  RAB*EN 24")
    yield from (f"RABEN {place}", f"RABEN, {place}")


def places_after_a_word() -> Iterator[str]:
    for form, place in product(words("place_follows"), ("F8w", "F8 senkrecht", "F8-J8", "F8-12")):
        yield from (f"RABEN {form} {place}", f"{form} {place}: RABEN")


def direction_last() -> Iterator[str]:
    for direction in (Direction.ACROSS, Direction.DOWN):
        for form in direction_forms(direction):
            yield from (f"F8 RABEN {form}", f"F 8 RABEN, {form}", f"F8: RABEN ({form})")


def marks() -> Iterator[str]:
    """Yield what may stand before a play in a line of its own."""
    yield from ("", "/", " / ", "1. ", "1) ", "1: ", "/1. ", "- ", "* ")
    for form in words("play"):
        yield from (f"{form}: ", f"1. {form}: ", f"{form} 1: ", f"1. {form} ", f"{form}=")
        yield from (f"{mine} {form}: " for mine in words("my"))
    yield from (f"{form}: " for form in words("place"))
    for form in words("alternate"):
        yield from (f"{form}: ", f"{form} 1: ", f"{form}zug: ", f"1. {form}: ", f"{form}=")


def jokers() -> Iterator[str]:
    """Yield every way to say which letter or square of RABEN is a blank."""
    for form in words("joker"):
        yield from (
            f", {form} = N",
            f", {form}: N",
            f" ({form} = N)",
            f", {form} N",
            f", {form}=J8",
        )
        yield from (
            f", N = {form}",
            f", J8 = {form}",
            f", J 8 = {form}",
            f" (N={form})",
            f" J8 {form}",
        )
        for link in words("stands_for"):
            yield from (f", {form} {link} N", f", N {link} {form}", f" (J8 {link} {form})")
        yield from (f", {form} {link} N" for link in words("joker_for"))
        yield from (f", {form} {link} J8" for link in words("joker_for"))


def swaps() -> Iterator[str]:
    for joker, form in product(words("joker"), words("swap")):
        yield from (f"{joker}{form}=A12", f"{joker}-{form}: A12", f"/ {joker}{form}: A12")
    yield from (f"{form}=A12" for form in words("swap"))


PLAYS = (
    *(play for place in (*ACROSS, *DOWN) for play in sample([*plays_at(place)], 1, place)),
    *places_after_a_word(),
    *direction_last(),
    *(f"{mark}F8w RABEN" for mark in marks()),
    *(f"F8w RABEN{joker}" for joker in sample([*jokers()], fewer(200, 40))),
    "F8w R A B E N",
    "F8w RABEN // F9 s ist frei",
    "*F8w RABEN*",
    '"F8w RABEN"',
    "__F8w__ __RABEN__",
    "(F8w) RABEN",
)
"""Lines each of which the grammar reads as a play of RABEN on F8: five thousand in a soak, a thousand by hand."""


def unlike(line: str) -> str:
    """Return what of RABEN on F8 was not read; nothing if all was."""
    entry = read_lines(lines_of(f"{YERRES.title}\n{line}"), "", GAMES, None).entries
    read_as = [
        (play.square, play.word)
        for each in entry
        for move in each.moves
        if move.move is not None and not move.faults
        for play in move.move.plays
    ]
    return "" if read_as == [(Square(7, 5), "RABEN")] else f"{line!r} is read as {read_as}"


@pytest.mark.slow
def test_the_grammar_reads_every_form() -> None:
    assert [fault for line in PLAYS if (fault := unlike(line))] == []


def test_every_direction_is_read_as_itself() -> None:
    across = {only_play(f"{place} RABEN").direction for place in ACROSS}
    down = {only_play(f"{place} RABEN").direction for place in DOWN}

    assert (across, down) == ({Direction.ACROSS}, {Direction.DOWN})


@pytest.mark.parametrize(
    "word", ["D*InG", "D(I)nG", "D[I]NG", "*D*ING", "A*BER", "S*TAU", "W(E)IN"]
)
@pytest.mark.parametrize("before", ["senkrecht ", "down "])
def test_the_first_letter_of_a_word_with_a_joker_is_no_direction(word: str, before: str) -> None:
    play = only_play(f"{before}J6 {word}")

    assert (play.square, play.direction) == (Square(5, 9), Direction.DOWN)
    assert play.word == "".join(filter(str.isalpha, word)).upper()


@pytest.mark.parametrize("word", ["QUER", "RUNTER", "SENKRECHT", "ABWÄRTS"])
@pytest.mark.parametrize("behind", ["", " 24", " 24 Punkte", " // Ü"])
def test_a_word_that_says_a_direction_can_be_played(word: str, behind: str) -> None:
    play = only_play(f"B12 {word}{behind}", GENF)

    assert (play.square, play.direction, play.word) == (Square(1, 11), Direction.ACROSS, word)


def test_every_joker_is_read() -> None:
    lines = sample([*jokers()], fewer(400, 40))
    named = {line: only_play(f"F8w RABEN{line}").blanks for line in lines}

    wanted = ((BlankFor("N"),), (BlankOn(Square(7, 9)),))
    assert [line for line, blanks in named.items() if blanks not in wanted] == []


def test_the_shapes_find_every_form() -> None:
    missed = [line for line in (*PLAYS, *swaps()) if not holds_play(line)]

    assert missed == []


@pytest.mark.parametrize(
    "line",
    [
        "H8 RUCKEN",
        "8H RUCKEN",
        "8h rucken",
        "H8: Rucken",
        "D7 skalden 24",
        "RUCKEN H8",
        "RUCKEN, 8H",
        "H8-M8: RUCKEN",
        "/8H RUCKEN",
    ],
)
def test_the_shapes_find_plays_where_letters_are_rows(line: str) -> None:
    assert holds_play(line)
    assert len(moves(line, GENF)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Max Mustermann",
        "Musterweg 12, 12345 Musterstadt",
        "Tel. 0170 1234567",
        "A 4 ist aus",
        "D-10115 Berlin",
        "Sent from my B 12 phone",
        "H" * (LONGEST + 1),
    ],
)
def test_the_shapes_find_no_play_in_a_signature(line: str) -> None:
    assert not holds_play(line)


AFTER_DASHES = (
    "F8w RABEN",
    "F8 horizontal RABEN",
    "F8 wgr. RABEN",
    "senkrecht F8 RABEN",
    "RABEN F8w",
    "F8/w RABEN",
    "F8 (senkr.) RABEN",
    "F8 RABEN waagerecht",
    "RABEN auf F8-F12",
    "- F8w: RABEN",
    "Mein Zug: F8w RABEN",
    "/Ersatzzug: F8w RABEN",
    "Jokertausch=A12 F8w RABEN",
)


@pytest.mark.parametrize("dashes", ["--", "-", "\u2014"])
@pytest.mark.parametrize("play", AFTER_DASHES)
def test_a_second_game_behind_two_dashes_is_read(play: str, dashes: str) -> None:
    """Rules 8: no line that could be a play is passed over."""
    text = f"{YERRES.title}\nM10s EUBÖA\n\n{dashes}\n{LEIPZIG.title}\n{play}\n"

    mail = read_mail(mail_of(text))
    entries = read_lines(mail.lines, mail.subject, GAMES, None).entries

    assert [entry.game for entry in entries] == ["yerres", "leipzig"]
    (written,) = entries[1].moves
    assert written.move is not None
    assert [each.word for each in written.move.plays] == ["RABEN"]


ASIDE = (
    *(
        form.format(way)
        for way in ("waagerecht", "senkrecht", "across", "down")
        for form in (
            "RABEN ({} ab F8)",
            "RABEN ({} from F8)",
            "- RABEN ({} ab F8, N als Joker)",
            "[F8 {} RABEN]",
            "[RABEN {} F8]",
            "{{F8 {} RABEN}}",
            "<F8 {} RABEN>",
            "# F8 {} RABEN",
            "+ F8 {} RABEN",
            "Oder F8 {} RABEN?",
        )
    ),
)
"""What the grammar cannot read, or our own mails print, and a person may yet have meant."""
CLASSIC = GameFace("kiel", "Klassik Kiel", STANDARD)
SECOND = {
    "right below": "{first}\n{line}",
    "below a word for second thoughts": "{first}\nDoch lieber\n{line}",
    "between sentences": "Hallo zusammen,\n{first}\nund noch etwas:\n{line}\nGrüße\nMax",
    "below an empty line": "{first}\n\n{line}",
    "below talk": "{first}\n\nAch so, das hier auch:\n\n{line}\n\nMax",
    "as an alternate": "{first}\n/{line}",
    "below the word for alternates": "{first}\nErsatz:\n{line}",
    "in a sentence": "{first}\nIch lege {line}, liebe Grüße",
}


def is_lost(text: str, game: GameFace) -> bool:
    """Tell whether the second play of a mail is neither read nor asked about nor named."""
    (entry,) = read(text, games=(game,), default=game).entries
    if entry.ambiguous_line is not None or entry.ambiguity is not None:
        return False
    is_read = any("RAB" in each.span.text.upper() for each in entry.moves)
    return not is_read and "R A B E N" not in text and not entry.unused


STEP = {Effort.DESK: 101, Effort.CI: 101, Effort.SOAK: 7}
"""Each so many-th form is tried."""
MOST_ASIDE = fewer(6, 2)
"""So many of ASIDE are tried of each game and place, of which there are forty."""


@pytest.mark.each_once
@pytest.mark.parametrize("where", list(SECOND))
@pytest.mark.parametrize(
    "game", [YERRES, AEGYPTEN, LEIPZIG, GENF, CLASSIC], ids=lambda game: game.id
)
def test_no_form_is_lost_on_a_second_line(game: GameFace, where: str) -> None:
    """Rules 8: no line that could be a play is passed over."""
    first = "H4 EUBÖA" if game in (GENF, CLASSIC) else "M10s EUBÖA"
    start = list(SECOND).index(where)
    forms = [line for line in PLAYS[start :: STEP[effort()]] if "F9" not in line]

    lost = [
        line
        for line in (*forms, *sample(ASIDE, MOST_ASIDE, f"{game.id} {where}"))
        if is_lost(SECOND[where].format(first=first, line=line), game)
    ]

    assert lost == []


@pytest.mark.slow
def test_no_form_is_lost_behind_two_dashes() -> None:
    lost = [
        line
        for line in PLAYS
        if not any(each.text for each in read_mail(mail_of(f"Moin\n--\n{line}\n")).lines[1:])
    ]

    assert lost == []


def defences(line: str) -> Iterator[list[str]]:
    """Yield *line* as our mails may hold it, as the lines that a reader's program makes of that."""
    for width in (20, 60):
        for sentence in (
            "Auf dem Brett liegt jetzt {}, nein, also EUBÖA.",
            "Erika Musterfrau hat deinen Namen geändert, von {} in Max. Alles andere bleibt.",
            "Now on the board: {}, across from square F8.",
        ):
            yield wrap(sentence.format(line), width, break_long_words=False)
    yield [fenced(line)]
    yield [begins_safely(line)]


@pytest.mark.slow
@pytest.mark.parametrize("game", [YERRES, LEIPZIG, GENF, AEGYPTEN], ids=lambda game: game.id)
def test_no_form_is_read_out_of_our_own_sentences(game: GameFace) -> None:
    """Contract 5: whatever is quoted of our mails is never a move; a play alone on its line may be asked about."""
    booked = []
    for line in sample(PLAYS, fewer(50 if game is YERRES else 15, 4), game.id):
        for lines in defences(line):
            text = "\n".join(lines)
            entries = read_lines(lines_of(text), "", (game,), game).entries
            if any(each.moves for each in entries if each.ambiguity is None):
                booked.append(text)

    assert not booked, (len(booked), "\n--\n".join(booked))


@pytest.mark.slow
def test_no_form_is_read_out_of_a_table_by_way_of_a_players_name() -> None:
    """Contract 5: whatever a player calls himself, his row is no move."""
    every = [*PLAYS, *swaps()]
    rows = [
        f"{shown_name(line)}    1    +2    51    363"
        for line in sample(every, fewer(len(every), 60))
    ]

    booked = [row for row in rows if read(row, games=(YERRES,), default=YERRES).entries]

    assert booked == []


def test_every_name_of_a_command_is_read_and_kept_out_of_our_sentences() -> None:
    names = [
        (name, row.command)
        for row in ROWS
        for form in forms([row])
        for name in (form, form.capitalize(), form.lower(), form.replace("Ü", "UE"))
        if row.value is Value.NOTHING
    ]

    assert [name for name, command in names if read(name).commands != (command,)] == []
    for name, _ in names:
        cut = [*wrapped(f"Schreib einfach {name}", 32), begins_safely(name), fenced(name)]
        assert read("\n".join(cut)).commands == (), name


@pytest.mark.parametrize("form", [*forms([ROW_OF[Command.PRESS]])])
def test_every_name_for_press_is_read(form: str) -> None:
    assert read(f"{form}: Es grüßt der Norden").said[Command.PRESS] == "Es grüßt der Norden"
    assert read(fenced(f"{form}: nichts")).said[Command.PRESS] == ""


@pytest.mark.parametrize("form", words("player"))
@pytest.mark.parametrize("sign", ["=", ":", " = "])
def test_every_word_for_the_player_is_read(form: str, sign: str) -> None:
    player = only_entry(f"{YERRES.title}\n{form}{sign}Max Muster\nF8w RABEN").player

    assert player is not None
    assert player.text == "Max Muster"


@pytest.mark.parametrize("form", words("total"))
@pytest.mark.parametrize("line", ["{}: 152", "{} 152", "{}=152"])
def test_every_word_for_the_total_is_read(form: str, line: str) -> None:
    """Behind a play and in a line of its own."""
    total = line.format(form)
    for text in (f"F8w RABEN 24 {total}", f"F8w RABEN 24\n{total}"):
        (written,) = moves(text)
        assert written.move is not None
        assert (written.move.plays[0].claimed, written.move.total_claimed) == (24, 152), text


@pytest.mark.parametrize("form", words("points"))
def test_every_word_for_points_is_read(form: str) -> None:
    assert only_play(f"F8w RABEN 24 {form}").claimed == 24


@pytest.mark.parametrize("form", words("right"))
def test_whether_a_claim_is_right_may_be_asked_behind_it(form: str) -> None:
    """It is the sum that is in doubt, not the play."""
    for text in (f"24 Punkte, {form}?", f"24, {form} ?", f"(24, {form}?)"):
        assert only_play(f"F8w RABEN {text}").claimed == 24


@pytest.mark.parametrize("form", words("reckoned"))
def test_doubt_about_a_claim_may_be_said_behind_it(form: str) -> None:
    assert only_play(f"F8w RABEN 24 Punkte, {form}").claimed == 24


@pytest.mark.parametrize("behind", ["oder?", ", oder?", "?", "wenn ich richtig liege"])
def test_doubt_about_the_play_itself_is_no_claim(behind: str) -> None:
    entry = only_entry(f"F8w RABEN {behind}", default=YERRES)

    assert entry.ambiguity is not None or entry.moves[0].move is None


@pytest.mark.each_once
@pytest.mark.parametrize("form", words("heading"))
@pytest.mark.parametrize("round_", words("round"))
def test_every_word_before_a_games_name_is_read(form: str, round_: str) -> None:
    assert only_entry(f"{form}: Yerres, {round_} 5\nF8w RABEN").game == "yerres"


@pytest.mark.parametrize("line", list(swaps()))
def test_every_word_for_a_swap_is_read(line: str) -> None:
    (written,) = moves(f"{line}\nF8w RABEN".removeprefix("/"))

    assert written.move is not None
    assert [swap.square for swap in written.move.swaps] == [Square(11, 0)]


@pytest.mark.parametrize("direction", list(Direction))
@pytest.mark.parametrize("game", [YERRES, GENF], ids=["columns", "rows"])
def test_whatever_is_printed_is_read_back_found_and_defused(
    game: GameFace, direction: Direction
) -> None:
    axes = game.rules.axes
    asked = Play(
        Square(7, 5), direction, "RABEN", NOWHERE, blanks=(BlankFor("N"),), also=("OB",), claimed=24
    )
    every = [Style(*each) for each in product(PlaceStyle, ClaimStyle, BlankStyle)]
    styles = sample(every, fewer(len(every), 20), f"{game.id} {direction}")
    printed = [print_play(asked, axes, style) for style in styles]
    printed.append(f"{play_name(asked.square, direction, 'RABEN', axes)}+OB, Joker = N 24")

    for line in printed:
        play = replace(only_play(line, game), last=None, span=NOWHERE)
        assert play == asked, line
        assert holds_play(line)
        assert not read(fenced(line), default=game).entries


@pytest.mark.parametrize(
    ("language", "across", "down"), [("de", "waagerecht", "senkrecht"), ("en", "across", "down")]
)
def test_our_words_for_directions_are_read_back(language: str, across: str, down: str) -> None:
    """The words that mails print: a player may copy them."""
    assert direction_word(Direction.ACROSS, language) == across
    assert direction_word(Direction.DOWN, language) == down
    assert short(only_play(f"F8 {across} RABEN")) == "F8 across RABEN"
    assert short(only_play(f"F8 {down} RABEN")) == "F8 down RABEN"
