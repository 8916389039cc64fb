"""Questions that leave by mail, answered as people answer them (contract 5)."""

from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.games.by_turns.test_in_a_tick import ANNA, going, state, table
from tests.referee.rehearsal import ERIKA, FRED, MAX, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun
from tests.tick.test_rings import lettered, mails_to, text_of


def written(machine: Post, text: str, sender: str, at: datetime, to: EmailMessage | None) -> None:
    """Let somebody write, under a mail of ours or of his own accord."""
    head = f"In-Reply-To: {to['Message-ID']}\n" if to is not None else ""
    subject = f"Re: {to['Subject']}" if to is not None else "Hallo"
    machine.arrives(text, sender, at, subject, head)
    machine.tick(at)


def asked_by_mail(machine: Post, text: str, sender: str, at: datetime) -> EmailMessage:
    """Return what we answer to a mail that somebody writes of his own accord."""
    machine.outbox.taken.clear()
    written(machine, text, sender, at, None)
    (mail,) = mails_to(machine, sender.partition("<")[2].rstrip(">"))
    return mail


def test_whatever_answers_a_mail_says_that_it_does(tmp_path: Path) -> None:
    """Contract 5: auto-replied; a report is auto-generated, whatever came before it."""
    machine = lettered(begun(tmp_path, game(keys='registration = "open"')))
    header = f"In-Reply-To: {machine.ids('Opening', 'gm@example.org')}\n"
    found = []
    machine.arrives("UMBENENNEN Max Mustermann = Max Meier", ERIKA, MONDAY, "Anweisung", header)
    machine.tick(MONDAY)
    (asks,) = mails_to(machine, "gm@example.org")
    written(machine, "JA", ERIKA, MONDAY + MINUTE, asks)
    found += [asks, *mails_to(machine, "gm@example.org")]
    written(machine, "JA bitte", ERIKA, MONDAY + 2 * MINUTE, asks)
    found += mails_to(machine, "gm@example.org")
    found.append(asked_by_mail(machine, "H8w RABEN", FRED, MONDAY + 3 * MINUTE))

    said = [(str(each["Subject"]), each["Auto-Submitted"]) for each in found]
    assert said == [
        ("[yerres R1] Bitte bestätigen", "auto-replied"),
        ("[yerres R1] Erledigt", "auto-replied"),
        ("[yerres R1] Schon beantwortet", "auto-replied"),
        ("[yerres R1] Willst du mitspielen?", "auto-replied"),
    ]


YES = [
    "Ja", "ja bitte", "Ja, genau.", "Jawohl!", "klar", "Ja, den meine ich", "Stimmt", "Richtig", "ok",
    "auf jeden Fall", "Yes", "yes, please", "Yes, that's right.", "yep", "Sure!", "correct", "Of course", "yeah",
    "Yes, thank you", "Right",
]  # fmt: skip
NO = [
    "Nein", "nein danke", "Nein, das stimmt nicht.", "nö", "Nee!", "lieber nicht", "auf keinen Fall",
    "Das war ich nicht.", "falsch", "Nein, nicht von mir", "No", "no thanks", "No, thank you!", "nope",
    "No, that's not right", "wrong", "please don't", "Not me", "never", "Stop",
]  # fmt: skip
MORE_WAYS = [
    ("Jaaa!", True), ("passt so", True), ("Mach ruhig", True), ("Sure thing!", True), ("👍🏻", True),
    ("Nö, lass mal", False), ("Lass es bleiben.", False), ("No way!", False), ("👎", False),
]  # fmt: skip
LANGUAGES = ["de", "en"]
ROW_8 = 7


def house(folder: Path, language: str) -> Post:
    return lettered(begun(folder, game(keys=f'language = "{language}"')))


def ordered(machine: Post, text: str) -> EmailMessage:
    """Return our answer to an order of the game master under the opening."""
    header = f"In-Reply-To: {machine.ids('Opening', 'gm@example.org')}\n"
    machine.outbox.taken.clear()
    machine.arrives(text, ERIKA, MONDAY, "Anweisung", header)
    machine.tick(MONDAY)
    (mail,) = mails_to(machine, "gm@example.org")
    return mail


@pytest.mark.sampled(7)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("yes", YES)
def test_yes_to_a_question_does_what_was_asked_about(
    tmp_path: Path, yes: str, language: str
) -> None:
    """`Bitte bestätigen`, `Willst du mitspielen?` and `Ist diese Mail von dir?` are one question."""
    machine = house(tmp_path, language)
    asks = ordered(machine, "UMBENENNEN Max Mustermann = Max Meier")

    written(machine, yes, ERIKA, MONDAY + MINUTE, asks)

    assert "Max Meier" in machine.game().players


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("answer", "is_yes"), MORE_WAYS)
def test_a_question_is_answered_in_more_ways(tmp_path: Path, answer: str, *, is_yes: bool) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "UMBENENNEN Max Mustermann = Max Meier")

    written(machine, answer, ERIKA, MONDAY + MINUTE, asks)

    (mail,) = mails_to(machine, "gm@example.org")
    assert str(mail["Subject"]) == f"[yerres R1] {'Erledigt' if is_yes else 'Verworfen'}"
    assert ("Max Meier" in machine.game().players) is is_yes


@pytest.mark.sampled(6)
@pytest.mark.parametrize("no", NO)
def test_no_to_a_question_drops_what_was_asked_about(tmp_path: Path, no: str) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "UMBENENNEN Max Mustermann = Max Meier")

    written(machine, no, ERIKA, MONDAY + MINUTE, asks)
    (mail,) = mails_to(machine, "gm@example.org")
    written(machine, "ja", ERIKA, MONDAY + 2 * MINUTE, asks)

    assert str(mail["Subject"]) == "[yerres R1] Verworfen"
    assert "Max Meier" not in machine.game().players


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("yes", YES[:3] + YES[10:13])
def test_yes_to_the_name_that_the_game_master_may_mean_carries_out_the_order(
    tmp_path: Path, yes: str, language: str
) -> None:
    machine = house(tmp_path, language)
    asks = ordered(machine, "UMBENENNEN Max Mustermam = Max Meier")
    assert "Max Mustermann" in text_of(asks)

    written(machine, yes, ERIKA, MONDAY + MINUTE, asks)

    assert list(machine.game().players) == ["Max Meier", "Eva Muster"]
    (mail,) = mails_to(machine, "gm@example.org")
    assert str(mail["Subject"]) == (
        "[yerres R1] Erledigt" if language == "de" else "[yerres R1] Done"
    )


def test_a_name_that_may_be_meant_is_asked_about_also_beside_other_orders(tmp_path: Path) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "UMBENENNEN Max Mustermam = Max Meier\nPAUSE")
    assert str(asks["Subject"]) == "[yerres R1] Bitte bestätigen"

    written(machine, "ja", ERIKA, MONDAY + MINUTE, asks)
    (done,) = mails_to(machine, "gm@example.org")
    assert machine.game().is_paused
    written(machine, "ja", ERIKA, MONDAY + 2 * MINUTE, done)

    assert list(machine.game().players) == ["Max Meier", "Eva Muster"]


@pytest.mark.parametrize("said", ["nein", "No", "Nein, nicht von mir"])
def test_no_to_the_name_that_may_be_meant_changes_nothing(tmp_path: Path, said: str) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "UMBENENNEN Max Mustermam = Max Meier")

    written(machine, said, ERIKA, MONDAY + MINUTE, asks)

    assert list(machine.game().players) == ["Max Mustermann", "Eva Muster"]
    (mail,) = mails_to(machine, "gm@example.org")
    assert str(mail["Subject"]) == "[yerres R1] Verworfen"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("yes", YES[:3] + YES[10:13])
def test_yes_to_the_name_that_a_player_may_mean_books_his_move(
    tmp_path: Path, yes: str, language: str
) -> None:
    machine = house(tmp_path, language)
    asks = asked_by_mail(machine, "Spieler=Max Mustermam\nH8w RABEN", MAX, MONDAY)
    assert "Max Mustermann" in text_of(asks)
    assert machine.entries() == {}

    written(machine, yes, MAX, MONDAY + MINUTE, asks)

    assert list(machine.entries()) == ["Max Mustermann"]
    (mail,) = mails_to(machine, "max@example.org")
    assert "RABEN" in str(mail["Subject"])


@pytest.mark.parametrize("yes", ["Ja", "Ja, genau.", "yes, please"])
def test_yes_to_the_game_that_a_player_may_mean_books_his_move(tmp_path: Path, yes: str) -> None:
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, "1-Zug-Scrabble Yeres\nH8w RABEN", MAX, MONDAY)
    assert "1-Zug-Scrabble Yerres" in text_of(asks)

    written(machine, yes, MAX, MONDAY + MINUTE, asks)

    assert list(machine.entries()) == ["Max Mustermann"]


@pytest.mark.each_once
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "names", ["Spieler=Max Mustermam", "1-Zug-Scrabble Yeres\nSpieler=Max Mustermam"]
)
def test_a_question_that_follows_a_yes_takes_yes_too(
    tmp_path: Path, names: str, language: str
) -> None:
    """The game, the player, and the place of a word: each is asked about, and each once."""
    machine = house(tmp_path, language)
    asks = asked_by_mail(machine, f"{names}\nH9w RABEN", MAX, MONDAY)
    subjects = [str(asks["Subject"])]
    for minute in range(1, 3 + names.count("\n")):
        assert ROW_8 not in rows_entered(machine)
        written(machine, "Ja" if language == "de" else "Yes", MAX, MONDAY + minute * MINUTE, asks)
        (asks,) = mails_to(machine, "max@example.org")
        subjects.append(str(asks["Subject"]))

    assert rows_entered(machine)[-1] == ROW_8
    assert len(set(subjects)) == len(subjects)


def test_a_question_that_follows_the_yes_of_a_newcomer_takes_yes_too(tmp_path: Path) -> None:
    machine = lettered(begun(tmp_path, game(keys='registration = "open"')))
    asks = asked_by_mail(machine, "H9w RABEN", FRED, MONDAY)
    written(machine, "ja", FRED, MONDAY + MINUTE, asks)
    asks, _opening = mails_to(machine, "fred@example.net")
    written(machine, "ja", FRED, MONDAY + 2 * MINUTE, asks)

    (name,) = machine.entries()
    assert rows_entered(machine, name) == [ROW_8 + 1, ROW_8]


def rows_entered(machine: Post, player: str = "Max Mustermann") -> list[int]:
    """Return in which rows the words of a player's moves would lie."""
    entries = machine.entries().get(player, ())
    return [each.moves[0].move.plays[0].square.row for each in entries if each.moves[0].move]


def test_no_to_a_question_that_follows_a_yes_lays_nothing(tmp_path: Path) -> None:
    machine = house(tmp_path, "de")
    asks = asked_by_mail(machine, "Spieler=Max Mustermam\nH9w RABEN", MAX, MONDAY)
    written(machine, "ja", MAX, MONDAY + MINUTE, asks)
    (asks,) = mails_to(machine, "max@example.org")

    written(machine, "nein", MAX, MONDAY + 2 * MINUTE, asks)

    assert rows_entered(machine) == [ROW_8 + 1]
    (mail,) = mails_to(machine, "max@example.org")
    assert "Verworfen" in str(mail["Subject"])


def test_a_name_that_may_be_meant_beside_a_yes_is_asked_about(tmp_path: Path) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "UMBENENNEN Max Mustermam = Max Meier")
    machine.outbox.taken.clear()
    written(machine, "ja\nUMBENENNEN Eva Mustr = Eva Meier", ERIKA, MONDAY + MINUTE, asks)
    (asks,) = (each for each in mails_to(machine, "gm@example.org") if "Mustr" in text_of(each))

    written(machine, "ja", ERIKA, MONDAY + 2 * MINUTE, asks)

    assert list(machine.game().players) == ["Max Meier", "Eva Meier"]


@pytest.mark.each_once
@pytest.mark.parametrize(("said", "accepted"), [("ja", True), ("nein", False), ("Yes", True)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_yes_or_no_alone_in_a_line_is_taken_where_we_ask_for_it(
    tmp_path: Path, said: str, accepted: bool, language: str
) -> None:
    machine = house(tmp_path, language)
    written(machine, "H8w RABTEN", MAX, MONDAY, None)
    (question,) = mails_to(machine, "gm@example.org")
    written(machine, "Nein, das mag ich nicht", ERIKA, MONDAY + MINUTE, question)
    (asks,) = mails_to(machine, "gm@example.org")

    written(machine, said, ERIKA, MONDAY + 2 * MINUTE, asks)

    assert machine.game().rulings["RABTEN"] is accepted


def test_a_question_about_a_name_is_answered_once(tmp_path: Path) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "KORREKTUR Max Mustermam +5")
    for minute in (1, 2):
        written(machine, "Ja", ERIKA, MONDAY + minute * MINUTE, asks)

    _first, second = mails_to(machine, "gm@example.org")
    assert str(second["Subject"]) == "[yerres R1] Schon beantwortet"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("yes", YES[:3] + YES[10:13])
def test_yes_to_the_name_that_a_player_at_a_table_may_mean_plays_his_turn(
    tmp_path: Path, yes: str, language: str
) -> None:
    machine = lettered(table(tmp_path, f'language = "{language}"'))
    asks = asked_by_mail(machine, "Spieler=Annax\nPASSE", ANNA, MONDAY + MINUTE)
    assert "Anna?" in text_of(asks)

    written(machine, yes, ANNA, MONDAY + 2 * MINUTE, asks)

    turn = going(machine).turn
    assert turn is not None
    assert (turn.number, turn.player) == (2, "Ben")


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("de", "Bodo sagte", "Soll das so gelten? Dann genügt JA als Antwort."),
        ("en", "Bodo said", "Is that to count as it stands? Then just answer YES."),
    ],
)
def test_who_is_asked_about_a_line_that_says_it_right_is_not_asked_whether_he_means_it(
    tmp_path: Path, language: str, said: str, told: str
) -> None:
    """`Es geht um diese Stelle: „H4 LEITERN“. Meinst du „H4 LEITERN“?`"""
    machine = lettered(table(tmp_path, f'language = "{language}"'))
    rack = "".join(each for each in state(machine).hands["Anna"].rack.value if each != "?")
    asks = asked_by_mail(machine, f"{said}\nH8 {rack[:3]}", ANNA, MONDAY + MINUTE)

    assert told in " ".join(text_of(asks).split())


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "weder im Betreff noch im Text deiner Mail steht ein Spiel, das ich kenne"),
        ("en", "either the subject nor the text of your mail names a game that I know"),
    ],
)
def test_who_plays_in_one_game_is_not_said_to_play_in_several(
    tmp_path: Path, language: str, told: str
) -> None:
    machine = house(tmp_path, language)
    machine.outbox.taken.clear()

    machine.arrives("H8w RABEN", MAX, subject="[halle R1] Zug")
    machine.tick()

    (mail,) = mails_to(machine, "max@example.org")
    assert told in " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    ("language", "said"), [("de", "ja, aber auf H5"), ("en", "Yes, but only if Eva agrees")]
)
def test_a_yes_that_takes_something_back_is_asked_once_more(
    tmp_path: Path, said: str, language: str
) -> None:
    machine = house(tmp_path, language)
    asks = asked_by_mail(machine, "H9w RABEN", MAX, MONDAY)

    written(machine, said, MAX, MONDAY + MINUTE, asks)
    (again,) = mails_to(machine, "max@example.org")
    text = " ".join(text_of(again).split())
    why = text.index("mehr als ja oder nein" if language == "de" else "more than yes or no")
    assert "RABEN" in text[why:]
    written(machine, "ja", MAX, MONDAY + 2 * MINUTE, again)

    moves = [each.moves[0].move for each in machine.entries()["Max Mustermann"]]
    assert [move.plays[0].square.row for move in moves if move is not None] == [ROW_8 + 1, ROW_8]


def test_an_order_is_asked_about_once_more_after_a_yes_with_a_condition(tmp_path: Path) -> None:
    machine = house(tmp_path, "de")
    asks = ordered(machine, "UMBENENNEN Max Mustermann = Max Meier")

    written(machine, "Ja, aber erst nach dem ZAT", ERIKA, MONDAY + MINUTE, asks)
    (again,) = mails_to(machine, "gm@example.org")
    assert "Max Mustermann" in machine.game().players
    assert "mehr als ja oder nein" in " ".join(text_of(again).split())
    written(machine, "Hallo, ja, genau so habe ich es gemeint.", ERIKA, MONDAY + 2 * MINUTE, again)

    assert "Max Meier" in machine.game().players
