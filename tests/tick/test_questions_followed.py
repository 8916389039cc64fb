"""Each question that leaves by mail, followed in its own words and with yes and no (contract 5)."""

from datetime import timedelta
from email.message import EmailMessage
from itertools import permutations
from pathlib import Path

import pytest

from mailref.games.bingo.game import BingoGame
from mailref.games.by_turns.game import SeatedGame
from tests.effort import fewer, sample
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import ANNA, BEN, going, table
from tests.referee.rehearsal import ERIKA, EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.referee.test_wrong_words import given_racks
from tests.tick.machines import Post, begun, post
from tests.tick.test_last_round_tied import tied_game
from tests.tick.test_questions import LANGUAGES, NO, YES, asked_by_mail, house, ordered, written
from tests.tick.test_rings import lettered, mails_to, text_of
from tests.tick.test_tournaments import club, ladder
from tests.tick.test_trust import FAIL, SERVER

MOST_WAYS = fewer(4, 1)
"""So many ways to say yes and no are tried of each question and language; tests/tick/test_questions.py has all."""
JA = {"de": "genügt JA als Antwort", "en": "just answer YES"}
YES_TO_A_WORD = [each for each in YES if "den meine ich" not in each]
NO_TO_A_WORD = [
    each for each in NO if each not in ("Das war ich nicht.", "Nein, nicht von mir", "Not me")
]
ROW_8 = 7
OTTO = "Otto Muster <otto@example.org>"


def unquoted(mail: EmailMessage) -> str:
    """Return the text of a mail on one line, as it reads."""
    return " ".join(text_of(mail).split())


def to_game_master(machine: Post) -> EmailMessage:
    (mail,) = mails_to(machine, "gm@example.org")
    return mail


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ways", "accepted"), [(YES_TO_A_WORD, True), (NO_TO_A_WORD, False)])
def test_a_question_about_a_word_takes_yes_and_no_in_many_ways(
    tmp_path: Path, ways: list[str], accepted: bool, language: str
) -> None:
    """`Antworte einfach mit ja oder nein`."""
    machine = house(tmp_path, language)
    words = [f"TB{''.join(each)}" for each in permutations("AENR")]
    now, misread = MONDAY, []
    for way, word in zip(sample(ways, MOST_WAYS, language), words, strict=False):
        now += MINUTE
        machine.outbox.taken.clear()
        written(machine, f"H8w {word}", MAX, now, None)
        question = to_game_master(machine)
        written(machine, way, ERIKA, now, question)
        if machine.game().rulings.get(word) is not accepted:
            misread.append(way)

    assert misread == []


@pytest.mark.parametrize("said", ["Das war ich nicht.", "Ja, das bin ich", "Not me", "Danke!"])
def test_what_answers_another_question_rules_on_no_word(tmp_path: Path, said: str) -> None:
    machine = house(tmp_path, "de")
    written(machine, "H8w RABTEN", MAX, MONDAY, None)

    written(machine, said, ERIKA, MONDAY + MINUTE, to_game_master(machine))

    assert "RABTEN" not in machine.game().rulings


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ways", "released"), [(YES_TO_A_WORD, True), (NO_TO_A_WORD, False)])
def test_a_question_about_a_text_takes_yes_and_no_in_many_ways(
    tmp_path: Path, ways: list[str], released: bool, language: str
) -> None:
    machine = lettered(begun(tmp_path, game(keys=f'language = "{language}"\npress = "moderated"')))
    now, misread = MONDAY, []
    written(machine, "PRESSE: Der Text von Eva", EVA, now, None)
    for number, way in enumerate(sample(ways, MOST_WAYS, language)):
        now += MINUTE
        machine.outbox.taken.clear()
        written(machine, f"PRESSE: Text {number}", MAX, now, None)
        written(machine, way, ERIKA, now, to_game_master(machine))
        known = [item.is_released for item in machine.game().press if str(number) in item.text]
        if known != ([True] if released else []):
            misread.append(way)

    assert misread == []
    (evas,) = [item for item in machine.game().press if item.player == "Eva Muster"]
    assert not evas.is_released


@pytest.mark.parametrize(
    ("language", "line"), [("de", "PRESSE ja"), ("en", "PRESS yes"), ("de", "PRESSE nein")]
)
def test_the_line_that_a_question_about_texts_prints_decides_on_all(
    tmp_path: Path, language: str, line: str
) -> None:
    machine = lettered(begun(tmp_path, game(keys=f'language = "{language}"\npress = "moderated"')))
    written(machine, "PRESSE: Der Text von Eva", EVA, MONDAY, None)
    machine.outbox.taken.clear()
    written(machine, "PRESSE: Der Text von Max", MAX, MONDAY + MINUTE, None)
    asks = to_game_master(machine)
    assert line.partition(" ")[0] in text_of(asks)

    written(machine, line, ERIKA, MONDAY + 2 * MINUTE, asks)

    released = [item.is_released for item in machine.game().press]
    assert released == ([] if line.endswith("nein") else [True, True])


@pytest.mark.parametrize("settings", [kiel('press = "moderated"'), herbst('press = "moderated"')])
def test_a_text_in_a_game_of_another_kind_is_released_by_yes(tmp_path: Path, settings: str) -> None:
    machine = lettered(begun(tmp_path, settings))
    written(machine, "PRESSE: Guten Tag", ANNA, MONDAY + MINUTE, None)
    asks = to_game_master(machine)

    written(machine, "ja gern", ERIKA, MONDAY + 2 * MINUTE, asks)

    (id_,) = machine.machine.office().games
    found = machine.machine.journal.games.load(id_)
    assert found is not None
    assert [item.is_released for item in found.press] == [True]


def test_orders_beside_the_yes_to_a_text_are_carried_out_too(tmp_path: Path) -> None:
    machine = lettered(begun(tmp_path, game(keys='press = "moderated"')))
    written(machine, "PRESSE: Guten Tag", MAX, MONDAY, None)
    asks = to_game_master(machine)

    written(machine, "ja\nPAUSE", ERIKA, MONDAY + MINUTE, asks)
    written(machine, "nein", ERIKA, MONDAY + 2 * MINUTE, asks)

    assert machine.game().is_paused
    assert [item.is_released for item in machine.game().press] == [True]
    assert "beantwortet" in str(mails_to(machine, "gm@example.org")[-1]["Subject"])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "GLEICHSTAND 2"),
        ("en", "TIE 2"),
        ("de", "2"),
        ("en", "number 2"),
        ("de", "Nr. 2 bitte"),
    ],
)
def test_which_of_equal_moves_is_laid_is_said_by_its_number(
    tmp_path: Path, said: str, language: str
) -> None:
    settings = tied_game().replace("[game.rules]", f'language = "{language}"\n[game.rules]')
    machine = lettered(begun(tmp_path, settings))
    machine.arrives("H8w ABER", EVA)
    machine.arrives("H8s ABER", OTTO)
    machine.tick()
    machine.outbox.taken.clear()
    machine.tick(ZAT + timedelta(hours=1))
    asks = next(mail for mail in mails_to(machine, "gm@example.org") if "1" in text_of(mail))

    written(machine, said, ERIKA, ZAT + timedelta(hours=2), asks)

    last = machine.game().last
    assert last is not None
    assert [row[7] for row in last.board.rows[7:11]] == ["A", "B", "E", "R"]


@pytest.mark.parametrize("said", ["ja", "Nein, keiner"])
def test_yes_is_no_number_and_is_asked_back(tmp_path: Path, said: str) -> None:
    machine = lettered(begun(tmp_path, tied_game()))
    machine.arrives("H8w ABER", EVA)
    machine.arrives("H8s ABER", OTTO)
    machine.tick()
    machine.outbox.taken.clear()
    machine.tick(ZAT + timedelta(hours=1))
    (asks,) = mails_to(machine, "gm@example.org")

    written(machine, said, ERIKA, ZAT + timedelta(hours=2), asks)

    assert "GLEICHSTAND 1" in unquoted(to_game_master(machine))


@pytest.mark.parametrize(
    ("language", "verb"), [("de", "HERAUSFORDERN"), ("en", "CHALLENGE PLAYER")]
)
def test_a_challenge_of_somebody_unknown_says_what_to_write(
    tmp_path: Path, language: str, verb: str
) -> None:
    keys = f'language = "{language}"'
    machine = post(tmp_path, club("ladder", "Anna", "Ben", "Cora", "Dirk", keys=keys))
    machine.tick()
    lettered(machine).outbox.taken.clear()
    written(machine, f"{verb} Beni", "cora@example.org", MONDAY + MINUTE, None)
    (refused,) = mails_to(machine, "cora@example.org")
    text = unquoted(refused)
    assert verb in text
    assert "Ben" in text

    written(machine, f"{verb} Ben", "cora@example.org", MONDAY + 2 * MINUTE, refused)

    assert {*ladder(machine)[0].split()} == {"Ben", "Cora"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_word_would_fit_it_is_laid_after_yes(tmp_path: Path, language: str) -> None:
    """And by what the question says, written out."""
    settings = game(keys=f'language = "{language}"')
    machine = lettered(begun(tmp_path, settings, keys="per_address_day = 1000"))
    now, misread = MONDAY, []
    for said in [*YES, "RABEN waagerecht ab H8", "H8w RABEN", "waagerecht ab H8: RABEN"]:
        now += MINUTE
        asks = asked_by_mail(machine, "H9w RABEN", MAX, now)
        assert JA[language] in unquoted(asks)
        written(machine, said, MAX, now + MINUTE / 2, asks)
        move = machine.entries()["Max Mustermann"][-1].moves[0].move
        if move is None or move.plays[0].square.row != ROW_8:
            misread.append(said)

    assert misread == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_one_move_of_a_mail_in_doubt_counts_after_yes(tmp_path: Path, language: str) -> None:
    """Rules 8: what is asked about is shown as it would be booked."""
    machine = house(tmp_path, language)
    asks = asked_by_mail(machine, "Vielleicht H8w RABEN, ich weiß noch nicht.", MAX, MONDAY)
    assert JA[language] in unquoted(asks)

    written(machine, "ja", MAX, MONDAY + MINUTE, asks)

    entry = machine.entries()["Max Mustermann"][-1]
    assert entry.moves[0].move is not None


@pytest.mark.parametrize(
    "text",
    [
        "Vielleicht H8w NERABT // schwäbisch für Kahn",
        "Vielleicht H8w NERABT\n// schwäbisch für Kahn",
        "Vielleicht H8w NERABT, siehe https://example.org // schwäbisch für Kahn",
    ],
)
def test_the_explanation_of_a_word_is_kept_until_yes(tmp_path: Path, text: str) -> None:
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, text, MAX, MONDAY)

    written(machine, "ja", MAX, MONDAY + MINUTE, asks)

    assert "schwäbisch für Kahn" in unquoted(to_game_master(machine))
    move = machine.entries()["Max Mustermann"][-1].moves[0].move
    assert move is not None
    (play,) = move.plays
    assert play.comment == "schwäbisch für Kahn"


@pytest.mark.parametrize("said", ["ja, RABEN ist richtig", "Yes, RABEN it is, off you go."])
def test_who_says_yes_may_name_the_word_that_was_asked_about(tmp_path: Path, said: str) -> None:
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, "H9w RABEN", MAX, MONDAY)

    written(machine, said, MAX, MONDAY + MINUTE, asks)

    assert machine.entries()["Max Mustermann"][-1].moves[0].move is not None


def test_a_yes_under_no_question_says_which_are_open(tmp_path: Path) -> None:
    """It was said that there is no move in it; only the reply to a question proves who says yes."""
    machine = house(tmp_path, "de")
    text = "Moin,\nVielleicht H8w RABEN, ich weiß noch nicht.\nMax"
    asks = asked_by_mail(machine, text, MAX, MONDAY)
    machine.outbox.taken.clear()

    written(machine, "ja", MAX, MONDAY + MINUTE, None)

    (mail,) = mails_to(machine, "max@example.org")
    assert mail["Subject"] == "[yerres R1] Auf welche Frage antwortest du?"
    assert "„Vielleicht H8w RABEN, ich weiß noch nicht.“" in unquoted(mail)
    assert mails_to(machine, "gm@example.org") == []
    assert "Max Mustermann" not in machine.entries()
    written(machine, "ja", MAX, MONDAY + 2 * MINUTE, asks)
    assert machine.entries()["Max Mustermann"][-1].moves[0].move is not None
    machine.outbox.taken.clear()
    written(machine, "ja", MAX, MONDAY + 3 * MINUTE, None)
    (mail,) = mails_to(machine, "max@example.org")
    assert "Auf welche Frage" not in mail["Subject"]


def test_a_no_under_no_question_lists_none(tmp_path: Path) -> None:
    """Whichever he means, nothing is done without his yes; the one that waits can still be answered."""
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, "Vielleicht H8w RABEN, ich weiß noch nicht.", MAX, MONDAY)
    machine.outbox.taken.clear()

    written(machine, "Nein", MAX, MONDAY + MINUTE, None)

    (mail,) = mails_to(machine, "max@example.org")
    assert mail["Subject"] == "[yerres R1] Verstanden"
    assert "RABEN" not in unquoted(mail)
    assert "Max Mustermann" not in machine.entries()
    written(machine, "ja", MAX, MONDAY + 2 * MINUTE, asks)
    assert machine.entries()["Max Mustermann"][-1].moves[0].move is not None


def test_a_yes_of_the_game_master_under_no_question_does_nothing_and_names_those_open(
    tmp_path: Path,
) -> None:
    machine = house(tmp_path, "de")
    ordered(machine, "UMBENENNEN Max Mustermann = Max Meier")
    ordered(machine, "ADRESSE Eva Muster = eva@example.net")
    machine.outbox.taken.clear()

    header = f"In-Reply-To: {machine.ids('Opening', 'gm@example.org')}\n"
    machine.arrives("Ja, bitte.", ERIKA, MONDAY + MINUTE, "Re: x", header)
    machine.tick(MONDAY + MINUTE)

    text = unquoted(to_game_master(machine))
    assert "„UMBENENNEN Max Mustermann = Max Meier“" in text
    assert "„ADRESSE Eva Muster = eva@example.net“" in text
    assert "Max Mustermann" in machine.game().players


def test_a_ruling_that_was_not_understood_is_given_in_other_words_below_the_answer(
    tmp_path: Path,
) -> None:
    machine = house(tmp_path, "de")
    written(machine, "H8w RABTEN", MAX, MONDAY, None)
    written(machine, "Nein, das mag ich nicht.", ERIKA, MONDAY + MINUTE, to_game_master(machine))
    assert "RABTEN" not in machine.game().rulings
    asked = mails_to(machine, "gm@example.org")[-1]

    written(machine, "Nein, das steht nicht im Duden.", ERIKA, MONDAY + 2 * MINUTE, asked)

    assert machine.game().rulings["RABTEN"] is False


@pytest.mark.parametrize("said", ["nein danke", "nope"])
def test_no_to_where_a_word_would_fit_lays_nothing(tmp_path: Path, said: str) -> None:
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, "H9w RABEN", MAX, MONDAY)

    written(machine, said, MAX, MONDAY + MINUTE, asks)

    assert len(machine.entries()["Max Mustermann"]) == 1
    assert "Verworfen" in str(mails_to(machine, "max@example.org")[-1]["Subject"])


def test_where_two_words_would_fit_the_moves_are_written_anew(tmp_path: Path) -> None:
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, "H9w RABEN\n/H9w ABER", MAX, MONDAY)
    assert JA["de"] not in unquoted(asks)
    assert unquoted(asks).count("noch einmal") >= 2


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Ja"), ("en", "yes, please"), ("de", "{right}"), ("en", "{right}")],
)
def test_a_doubtful_line_is_done_as_it_was_meant_after_yes(
    tmp_path: Path, said: str, language: str
) -> None:
    machine = lettered(table(tmp_path, f'language = "{language}"'))
    rack = going(machine).hands["Anna"].rack.value
    asks = asked_by_mail(machine, f"tausceh {rack[0]}", ANNA, MONDAY + MINUTE)
    assert f"TAUSCHE {rack[0]}" in unquoted(asks)
    assert JA[language] in unquoted(asks)

    written(machine, said.format(right=f"TAUSCHE {rack[0]}"), ANNA, MONDAY + 2 * MINUTE, asks)

    turn = going(machine).turn
    assert turn is not None
    assert (turn.number, turn.player) == (2, "Ben")


@pytest.mark.parametrize(
    ("language", "written_so", "order"),
    [("en", "my husband says: I pass", "PASS"), ("de", "meine Frau meint: ich passe", "PASSE")],
)
def test_an_order_among_other_words_is_asked_about_alone_and_in_the_language_of_the_game(
    tmp_path: Path, language: str, written_so: str, order: str
) -> None:
    machine = lettered(table(tmp_path, f'language = "{language}"'))
    asks = asked_by_mail(machine, written_so, ANNA, MONDAY + MINUTE)
    quotes = "„{}“" if language == "de" else "“{}”"
    assert quotes.format(order) in unquoted(asks)

    written(machine, "ja", ANNA, MONDAY + 2 * MINUTE, asks)

    turn = going(machine).turn
    assert turn is not None
    assert (turn.number, turn.player) == (2, "Ben")


def test_a_yes_to_a_doubtful_line_of_a_turn_that_is_over_does_nothing(tmp_path: Path) -> None:
    machine = lettered(table(tmp_path))
    asks = asked_by_mail(machine, "pase", ANNA, MONDAY + MINUTE)
    written(machine, "PASSE", ANNA, MONDAY + 2 * MINUTE, None)
    written(machine, "PASSE", BEN, MONDAY + 3 * MINUTE, None)

    written(machine, "ja", ANNA, MONDAY + 4 * MINUTE, asks)

    turn = going(machine).turn
    assert turn is not None
    assert (turn.number, turn.player) == (3, "Anna")


CHANGES = [("VERLIEBEN", "VERLIEBEN"), ("LIST: L I", "LIST")]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("text", "word"), CHANGES)
@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Ja"), ("en", "Yes, please"), ("de", "{right}"), ("en", "{right}")],
)
def test_a_change_of_the_table_that_was_meant_is_made_after_yes(  # noqa: PLR0917  what is written and said
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, word: str, said: str, language: str
) -> None:
    machine = rummikub(tmp_path, monkeypatch, language)
    asks = asked_by_mail(machine, text, ANNA, MONDAY + 3 * MINUTE)
    text = unquoted(asks)
    assert JA[language] in text
    begins = text.index(" ", text.index("Meintest du" if language == "de" else "Did you mean") + 9)
    right = text[begins : text.index("?", begins)].replace("*", " ").strip()

    written(
        machine,
        said.format(right=right.removeprefix("mean").strip()),
        ANNA,
        MONDAY + 4 * MINUTE,
        asks,
    )

    turn, now = going(machine).turn, going(machine)
    assert turn is not None
    assert (turn.number, turn.player) == (4, "Ben")
    assert word in str(now)


def rummikub(folder: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> Post:
    """Return a game in which LIEBEN lies, and Anna is to move with D E N R S T U V."""
    given_racks(monkeypatch)
    keys = f'language = "{language}"'
    machine = lettered(begun(folder, kiel(keys, variant="rummikub", id="kiel")))
    written(machine, "LIEBEN", ANNA, MONDAY + MINUTE, None)
    written(machine, "NIMM 2", BEN, MONDAY + 2 * MINUTE, None)
    assert isinstance(going(machine), SeatedGame)
    return machine


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Ja, genau."), ("en", "yep"), ("de", "Spieler=Anna\n1. KUCHENS\n2. GARTENS")],
)
def test_the_name_that_a_player_of_bingo_may_mean_is_taken_after_yes(
    tmp_path: Path, said: str, language: str
) -> None:
    machine = lettered(begun(tmp_path, herbst(f'language = "{language}"')))
    asks = asked_by_mail(
        machine, "Spieler=Annax\n1. KUCHENS\n2. GARTENS", ANNA, MONDAY - 3 * MINUTE
    )
    assert JA[language] in unquoted(asks)

    written(machine, said, ANNA, MONDAY - MINUTE, asks)

    found = machine.machine.journal.games.load("herbst")
    assert isinstance(found, BingoGame)
    assert [*found.entries] == ["Anna"]


TWO_MAX = {
    "Max Muster": "max@example.org",
    "Max Master": "max@example.org",
    "Eva": "eva@example.org",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_several_names_the_one_meant_is_written(tmp_path: Path, language: str) -> None:
    machine = lettered(begun(tmp_path, game(players=TWO_MAX, keys=f'language = "{language}"')))
    asks = asked_by_mail(machine, "Spieler=Max Mester\nH8w RABEN", MAX, MONDAY)
    text = unquoted(asks)
    assert "Max Muster" in text
    assert "Max Master" in text
    assert JA[language] not in text
    tag = "Spieler=" if language == "de" else "Player="
    assert tag in text

    written(machine, f"{tag}Max Master\nH8w RABEN", MAX, MONDAY + MINUTE, asks)

    assert list(machine.entries()) == ["Max Master"]


@pytest.mark.parametrize(("language", "verb"), [("de", "UMBENENNEN"), ("en", "RENAME")])
def test_of_several_names_the_game_master_writes_the_one_he_means(
    tmp_path: Path, language: str, verb: str
) -> None:
    machine = lettered(begun(tmp_path, game(players=TWO_MAX, keys=f'language = "{language}"')))
    asks = ordered(machine, f"{verb} Max Mester = Max Meier")
    text = unquoted(asks)
    assert "Max Muster" in text
    assert "Max Master" in text
    assert ("Schreib die Zeile" if language == "de" else "Write the line again") in text

    written(machine, f"{verb} Max Master = Max Meier", ERIKA, MONDAY + MINUTE, asks)
    written(machine, "ja", ERIKA, MONDAY + 2 * MINUTE, to_game_master(machine))

    assert list(machine.game().players) == ["Max Muster", "Max Meier", "Eva"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ways", "joins"), [(YES, True), (NO, False)])
def test_who_is_asked_whether_he_wants_in_says_so_in_many_ways(
    tmp_path: Path, ways: list[str], joins: bool, language: str
) -> None:
    machine = lettered(
        begun(tmp_path, game(keys=f'registration = "open"\nlanguage = "{language}"'))
    )
    misread = []
    for number, way in enumerate(sample(ways, MOST_WAYS, language)):
        sender, now = (
            f"Neu {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number]} <n{number}@example.net>",
            MONDAY + number * timedelta(minutes=10),
        )
        asks = asked_by_mail(machine, "H8w RABEN", sender, now)
        written(machine, way, sender, now + MINUTE, asks)
        is_in = any(
            f"n{number}@example.net" in each.addresses for each in machine.game().players.values()
        )
        if is_in is not joins:
            misread.append(way)

    assert misread == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ways", "counts"), [(YES, True), (NO, False)])
def test_who_is_asked_whether_a_mail_is_his_says_so_in_many_ways(
    tmp_path: Path, ways: list[str], counts: bool, language: str
) -> None:
    machine = lettered(begun(tmp_path, game(keys=f'language = "{language}"'), keys=SERVER))
    misread = []
    for number, way in enumerate(sample(ways, MOST_WAYS, language)):
        now = MONDAY + number * timedelta(minutes=10)
        before = len(machine.entries().get("Max Mustermann", ()))
        machine.outbox.taken.clear()
        machine.arrives("H8w RABEN" if number % 2 else "H8w ABER", MAX, now, "Hallo", FAIL)
        machine.tick(now)
        (asks,) = mails_to(machine, "max@example.org")
        written(machine, way, MAX, now + MINUTE, asks)
        after = len(machine.entries().get("Max Mustermann", ()))
        if (after > before) is not counts:
            misread.append(way)

    assert misread == []
