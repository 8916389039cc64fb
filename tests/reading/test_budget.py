"""Reading one mail costs no more than a budget; what is beyond it ends in a question back."""

from time import process_time, thread_time

import pytest
from lark import Lark

from mailref.games.solitaire.switches import SWITCHES
from mailref.orders.entries import GameFace, Reading
from mailref.orders.read_entries import MOST_CHARACTERS
from mailref.orders.requests import is_for_person
from mailref.orders.shapes import DIGIT
from mailref.reading.incoming_mail import MOST_LOOKS, Attention
from tests.games.classic.examples import STANDARD
from tests.journal.table_samples import BINGO_RULES, TABLE_RULES, UNSCRABBLE_RULES
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import GAMES, READER, YERRES, shown

PROSE = "Liebe Leute, es war wieder schön mit euch und ich freue mich schon auf die Runde danach\n"


def read_text(text: str) -> Reading:
    return READER.read_mail(read_mail(mail_of(text)), GAMES, YERRES)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("H8w RABEN\n" * 201, id="plays"),
        pytest.param("Runde 5\n" * 300 + "Ich lege H8w RABEN", id="numbers before a sentence"),
        pytest.param("1-Zug-Scrabble Yerres\n" * 201, id="headings"),
        pytest.param(("AB" + "-" * 298 + "\n") * 300 + "H8w RABEN", id="capitals"),
        pytest.param(PROSE * 800 + "H8w RABEN", id="prose before a play"),
        pytest.param("a\n" * 501 + "H8w RABEN", id="lines before a play"),
        pytest.param("> x\n" + "H8w RABEN\n> x\n" * 201, id="blocks in a quote"),
    ],
)
def test_beyond_the_budget_nothing_counts_and_the_player_is_asked(text: str) -> None:
    assert read_text(text).is_over_budget


def test_a_long_mail_of_words_alone_is_read() -> None:
    """A contribution to the zine below a move: what holds no move costs no question."""
    text = "H8w RABEN\n\n" + PROSE * 800

    reading = read_text(text)

    assert len(text) > MOST_CHARACTERS
    assert not reading.is_over_budget
    assert [shown(entry.moves) for entry in reading.entries] == [[["H8 across RABEN"]]]


def test_of_a_text_for_all_nothing_is_left_out_without_a_word() -> None:
    assert read_text("H8w RABEN\n\nPRESSE: " + PROSE * 800).is_over_budget


@pytest.mark.parametrize("filling", [PROSE.strip(), "x" * 600])
def test_a_play_far_down_one_line_is_not_passed_over(filling: str) -> None:
    """Some programs write a paragraph as one line; of one longer than anybody writes not all is read."""
    line, long = (
        f"{' '.join([filling] * (size // len(filling)))} und nun M9s BESEN"
        for size in (1_800, 20_000)
    )

    (entry,) = read_text(f"H8w RABEN\n{line}").entries

    assert entry.ambiguity is not None
    assert read_text(f"H8w RABEN\n{long}").is_over_budget


@pytest.mark.parametrize("run", [" ", "-", "- ", "=-", "\t"])
def test_a_play_behind_a_rule_or_a_gap_in_its_line_is_read(run: str) -> None:
    """No more of one than is in any rule is looked at, and nothing beside it is left out."""
    (entry,) = read_text(f"{run * 900}\nIch lege {run * 900}H8w RABEN").entries

    assert shown(entry.moves) == [["H8 across RABEN"]]


def test_a_bracket_with_many_blanks_behind_it_costs_no_more_than_its_length() -> None:
    def cost(blanks: int) -> float:
        begun = process_time()
        read_text(f"Ich lege M9s BESEN ({' ' * blanks})x")
        return process_time() - begun

    cost(100)

    assert cost(20_000) < 3 * cost(10_000)  # four times where each blank is looked at for each


@pytest.mark.sampled(2)
@pytest.mark.parametrize("piece", ["x", "x.", "@", "a@", "a@a."])
def test_a_long_word_is_looked_through_for_an_address_once(piece: str) -> None:
    begun = thread_time()
    is_for_person(f"heute nur {piece * (100_000 // len(piece))}")

    assert thread_time() - begun < 1  # 5 s where each letter is looked at for each


CHOSEN, _ = SWITCHES.read({}, {"chosen": True})
KINDS = (
    YERRES,
    GameFace("kiel", "Classic Kiel", STANDARD),
    GameFace("ulm", "Rummikub Ulm", TABLE_RULES),
    GameFace("bonn", "Un-Scrabble Bonn", UNSCRABBLE_RULES),
    GameFace("jena", "Solitaire Jena", CHOSEN),
    GameFace("herbst", "Bingo Herbst", BINGO_RULES),
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("piece", ["1", ".", "ich "])
def test_a_long_line_costs_no_more_than_it_says(piece: str) -> None:
    """In a game in turns, where it may take something back."""
    begun = thread_time()
    READER.read_mail(read_mail(mail_of(piece * (100_000 // len(piece)))), KINDS, KINDS[1])

    assert thread_time() - begun < 2  # 3 to 9 s where each letter is read as what is said


@pytest.mark.parametrize("game", KINDS, ids=lambda game: game.id)
@pytest.mark.parametrize("piece", ["PASSE. ", "A "])
def test_long_lines_cost_no_more_than_they_say(piece: str, game: GameFace) -> None:
    """In a Solitaire each sentence of `PASSE. ` was looked at with all the blanks of those before it."""
    mail = read_mail(mail_of(f"{piece * (1_900 // len(piece))}\n" * 16))
    begun = thread_time()
    READER.read_mail(mail, KINDS, game)

    assert thread_time() - begun < 3  # 5 s in the one, and 38 in one line of 16,000 characters


HURTING = (
    "PASSE\n",
    "A = B\n",
    "ANFECHTEN RABE\n",
    "hundert\n",
    "HUNDERT aus HUND\n",
    "FALLS Ben H8w RABEN: K4 AST\n",
    "H8w RABEN, falls er passt\n",
    "WÄHLE AEINRST, H4 STEIN\n",
    "> x\nPASSE\n",
    "A ",
)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a grammar was asked about."""
    asked: list[str] = []
    parse = Lark.parse

    def counted(lark: Lark, text: str, start: str | None = None) -> object:
        asked.append(text)
        return parse(lark, text, start=start)

    monkeypatch.setattr(Lark, "parse", counted)
    return asked


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", KINDS, ids=lambda game: game.id)
@pytest.mark.parametrize("piece", HURTING)
def test_a_mail_made_to_hurt_is_looked_at_so_often_and_no_more(
    game: GameFace, piece: str, parsed: list[str]
) -> None:
    """In every kind of game, and nothing of it counts; its sender is told, or that no move stands in it."""
    mail = read_mail(mail_of(piece * (300_000 // len(piece))))
    READER.read_mail(read_mail(mail_of("H8w RABEN\nPASSE\nHUNDERT aus HUND")), KINDS, game)
    parsed.clear()  # each grammar is made when it is first needed

    reading = READER.read_mail(mail, KINDS, game)

    assert reading.is_over_budget or not (reading.entries or DIGIT.search(piece))
    assert len(parsed) <= MOST_LOOKS


def test_reading_once_more_costs_of_the_same_looks() -> None:
    """Where no game is clear a mail is read as for each kind; together that costs no more."""
    mail, attention = read_mail(mail_of("PASSE\n" * 20)), Attention()

    first = READER.read_mail(mail, KINDS, KINDS[1], attention)
    attention.left = 1
    second = READER.read_mail(mail, KINDS, KINDS[1], attention)

    assert not first.is_over_budget
    assert second.is_over_budget


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", KINDS[1:], ids=lambda game: game.id)
def test_no_line_in_which_an_order_may_stand_is_passed_over(game: GameFace) -> None:
    lines = ["und auch sonst"] * 80
    within = READER.read_mail(read_mail(mail_of("\n".join(lines))), KINDS, game)
    beyond = READER.read_mail(read_mail(mail_of("\n".join([*lines * 20, "PASSE"]))), KINDS, game)

    assert not within.is_over_budget
    assert beyond.is_over_budget
