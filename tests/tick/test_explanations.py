"""What a player writes about a word that waits for the game master."""

from pathlib import Path

import pytest

from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.contents import Notice, PassedOn
from mailref.writing.mail_bytes import message_id_of
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun

EXPLAINS = "Das ist schwäbisch und heißt kleiner Kahn."


def explained(folder: Path, keys: str = "") -> Post:
    machine = begun(folder, game(keys=keys))
    machine.arrives("H8w NERABT")
    machine.tick()
    machine.letters.owed.clear()
    machine.arrives(EXPLAINS, at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)
    return machine


def test_it_is_passed_on_with_the_word_and_its_writer_is_told_so(tmp_path: Path) -> None:
    machine = explained(tmp_path)

    (notice,) = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert isinstance(notice.about, PassedOn)
    assert (notice.about.words, notice.quoted) == (("NERABT",), EXPLAINS)
    assert machine.answer().explains == ("NERABT",)


def test_the_game_master_decides_in_reply_to_it(tmp_path: Path) -> None:
    machine = explained(tmp_path)

    id_ = machine.ids("Notice", "gm@example.org")
    machine.arrives("NERABT ja", ERIKA, MONDAY + 2 * MINUTE, header=f"In-Reply-To: {id_}\n")
    machine.tick(MONDAY + 2 * MINUTE)

    assert machine.game().rulings == {"NERABT": True}


def test_where_no_word_waits_a_mail_without_a_move_is_just_that(tmp_path: Path) -> None:
    machine = begun(tmp_path, game())
    machine.arrives("H8w RABEN")
    machine.arrives(EXPLAINS, at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    answers = [o.content for o in machine.letters.owed if isinstance(o.content, EntryAnswer)]
    assert [each.explains for each in answers] == [(), ()]


@pytest.mark.parametrize(
    "text",
    [
        "H8w NERABT\n\nNERABT sagt man bei uns in der Pfalz.",
        "Hallo Erika,\nH8w NERABT\nDas Wort ist schwäbisch und heißt kleiner Kahn.",
    ],
)
def test_what_stands_beside_the_move_itself_is_passed_on_too(tmp_path: Path, text: str) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(text)
    machine.tick()

    (notice,) = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert isinstance(notice.about, PassedOn)
    assert notice.about.words == ("NERABT",)
    assert machine.answer().explained == ("NERABT",)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (
            "H8w NERABT\n\nWie geht es dir? Bei uns schneit es.",
            {"Max Mustermann": "max@example.org"},
        ),
        (
            "H8w NERABT\n\nNERABT sagt man bei uns in der Pfalz.",
            {"Erika Musterfrau": "gm@example.org", "Max Mustermann": "max@example.org"},
        ),
    ],
    ids=["about the weather", "where the game master plays"],
)
def test_nothing_else_beside_a_move_is_passed_on(
    tmp_path: Path, text: str, players: dict[str, str]
) -> None:
    machine = begun(tmp_path, game(players=players))

    machine.arrives(text)
    machine.tick()

    assert not [about for about in machine.matters if isinstance(about, PassedOn)]
    assert machine.answer().explained == ()


@pytest.mark.parametrize(
    ("settings", "sender", "text"),
    [
        (game(), MAX, "H8w RABEN\n\nWie lange dauert eigentlich eine Runde?"),
        (game(), MAX, "Hallo Erika,\nH8w RABEN, bitte. Wie lange dauert die Runde?\nMax"),
        (game(), MAX, "H8w RABEN\n\nWer führt denn gerade"),
        (game(), MAX, "H8w RABEN\n\nErika, wie lange dauert eine Runde? Bei uns schneit es."),
        (
            game(),
            MAX,
            "> Deine Buchstaben: A B E E N R T\n\nH8w RABEN\n\nHow long is a round, by the way?",
        ),
    ],
)
def test_a_question_beside_a_move_goes_to_the_game_master(
    tmp_path: Path, settings: str, sender: str, text: str
) -> None:
    machine = begun(tmp_path, settings)

    machine.arrives(text, sender)
    machine.tick()

    (notice,) = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert isinstance(notice.about, PassedOn)
    assert notice.about.is_question
    assert notice.quoted.endswith(("?", "gerade"))
    assert "RABEN" not in notice.quoted
    (answer,) = [each for each in machine.letters.owed if each.recipient == "max@example.org"]
    assert answer.also == ("also_asked",)
    assert machine.entries()["Max Mustermann"]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (
            "H8w BRATNE\n\nDas Wort sagt man bei uns in der Pfalz.\n\nHm, oder doch H8w RABEN?",
            "H8w BRATNE\n\nDas Wort sagt man bei uns in der Pfalz.\n\nHm, oder doch H8w RABEN?",
        ),
        ("H8w RABEN\nMeine neue Adresse ist max@web.example.\nOder doch H8w ABER?",
         "Meine neue Adresse ist max@web.example."),
        ("H8w RABEN\nWie lange dauert die Runde?\nOder doch H8w ABER?", "Wie lange dauert die Runde?"),
    ],
)  # fmt: skip
def test_what_stands_beside_a_move_in_doubt_reaches_the_game_master_once(
    tmp_path: Path, text: str, quoted: str
) -> None:
    """The move alone is left of the mail after a yes, and who sends it once more may send no more than that."""
    machine = begun(tmp_path, game())
    machine.arrives(text)
    machine.tick()
    assert not machine.entries()

    header = f"In-Reply-To: {machine.ids('EntryAnswer', 'max@example.org')}\n"
    machine.arrives("JA", header=header)
    machine.tick()

    assert machine.entries()["Max Mustermann"]
    passed = [each for each in machine.notices if isinstance(each.about, PassedOn)]
    assert [each.quoted for each in passed] == [quoted]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Meine neue Adresse ist ab morgen max.m@web.example.", id="address"),
        pytest.param("My new address is max.m@web.example.", id="address-en"),
        pytest.param("J'ai changé d'adresse : max.m@web.example", id="address-fr"),
        pytest.param("Bitte schreibt mir ab Montag an max@web.example.", id="write-to"),
        pytest.param("Kannst du bis Sonntag warten?", id="deadline"),
        pytest.param("Could you extend the deadline to Sunday?", id="deadline-en"),
        pytest.param("Peux-tu attendre jusqu'à dimanche ?", id="deadline-fr"),
        pytest.param("Ich bräuchte zwei Tage mehr Zeit.", id="more-time"),
        pytest.param("Ich steige nach dieser Runde aus.", id="leaves"),
        pytest.param("I stop after this round.", id="leaves-en"),
        pytest.param("J'arrête après ce tour.", id="leaves-fr"),
        pytest.param("Bitte nochmal nachrechnen, das müssen 42 sein.", id="recount"),
        pytest.param("Please recount the last round, I had 42.", id="recount-en"),
        pytest.param("Merci de recompter le dernier tour, il manque 4 points.", id="recount-fr"),
        pytest.param("Please tell Eva that I come on Saturday.", id="tell"),
        pytest.param("Could you ask Eva about the minutes?", id="ask-somebody"),
    ],
)
def test_what_is_asked_of_a_person_beside_a_move_goes_to_the_game_master(
    tmp_path: Path, text: str
) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(f"Hallo Erika,\nH8w RABEN\n\n{text}\n\nViele Grüße, Max")
    machine.tick()

    (notice,) = machine.notices
    assert isinstance(notice.about, PassedOn)
    assert (notice.about.is_request, notice.quoted) == (True, text)
    (answer,) = [each for each in machine.letters.owed if each.recipient == "max@example.org"]
    assert answer.also == ("also_told",)
    assert machine.entries()["Max Mustermann"]


@pytest.mark.parametrize(
    "text",
    [
        "Darf ich auch Flüsse nehmen?",
        "Gelten auch Ortsnamen?",
        "Darf man auch rückwärts legen?",
        "Are place names allowed?",
        "Les noms de villes sont-ils admis ?",
    ],
)
def test_a_question_about_the_rules_leaves_the_move_above_it(tmp_path: Path, text: str) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(f"H8w RABEN\n\n{text}")
    machine.tick()

    assert [each.quoted for each in machine.notices] == [text]
    assert machine.entries()["Max Mustermann"]


@pytest.mark.parametrize(
    "text",
    [
        "Bei uns schneit es. Wie geht es dir?",
        "Bitte nicht wundern, ich schreibe vom Handy.",
        "Please excuse the delay.",
        "Ich verlängere den Urlaub bis Sonntag.",
        "Müssten 42 sein, bitte nachrechnen!",
        "Only 14 points i think??",
        "Max Mustermann\nmax@example.org",
        "NACHRICHT AN Eva: kannst du bis Sonntag warten?",
        "PRESSE: Wer steigt nach dieser Runde aus? Ich steige aus.",
    ],
)
def test_talk_and_what_is_for_others_is_not_passed_on(tmp_path: Path, text: str) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(f"H8w RABEN\n\n{text}")
    machine.tick()

    assert not [about for about in machine.matters if isinstance(about, PassedOn)]
    assert machine.entries()["Max Mustermann"]


@pytest.mark.parametrize(
    "text",
    [
        "Warte bitte bis Sonntag.",
        "Kannst du mit dem Zug bis Sonntag warten?",
        "Kannst du damit bis Sonntag warten?",
        "Darf ich den Zug noch ändern?",
        "Ist das erlaubt?",
    ],
)
def test_what_may_be_said_of_the_move_is_asked_about(tmp_path: Path, text: str) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(f"H8w RABEN\n\n{text}")
    machine.tick()

    assert not machine.entries()


def test_where_the_game_master_plays_a_request_is_for_a_mail_of_its_own(tmp_path: Path) -> None:
    players = {"Erika Musterfrau": "gm@example.org", "Max Mustermann": "max@example.org"}
    machine = begun(tmp_path, game(players=players))

    machine.arrives("H8w RABEN\n\nIch steige nach dieser Runde aus.")
    machine.tick()

    (answer,) = [each for each in machine.letters.owed if each.recipient == "max@example.org"]
    assert answer.also == ("also_tell_directly",)


@pytest.mark.parametrize("place", ["H9s", "H8w"])
def test_a_question_beside_a_move_that_does_not_count_goes_to_him_too(
    tmp_path: Path, place: str
) -> None:
    """The first word must go over the centre; and the ZAT is over."""
    machine = begun(tmp_path, game())
    at = MONDAY if place == "H9s" else ZAT + MINUTE

    machine.arrives(f"{place} RABEN\n\nWie lange dauert eigentlich eine Runde?", at=at)
    machine.tick(at)

    assert [each.is_question for each in machine.matters if isinstance(each, PassedOn)] == [True]


def test_where_the_game_master_plays_he_who_asks_beside_a_move_is_told_to_write_to_him(
    tmp_path: Path,
) -> None:
    players = {"Erika Musterfrau": "gm@example.org", "Max Mustermann": "max@example.org"}
    machine = begun(tmp_path, game(players=players))

    machine.arrives("H8w RABEN\n\nWie lange dauert eigentlich eine Runde?")
    machine.tick()

    assert not [about for about in machine.matters if isinstance(about, PassedOn)]
    (answer,) = [each for each in machine.letters.owed if each.recipient == "max@example.org"]
    assert answer.also == ("also_ask_directly",)


@pytest.mark.parametrize(
    ("text", "also"),
    [
        pytest.param(
            "PASSE\n\nWie lange dauert eigentlich eine Runde?", ("also_ask_directly",), id="asked"
        ),
        pytest.param(
            "Lieber Ben, meine Enkel sind da, und ich muss aufhören zu spielen.\n\nAUFGABE",
            (),
            id="done",
        ),
        pytest.param(
            "So ein Mist! Ich möchte bitte das M und das U tauschen.", (), id="exchange in words"
        ),
        pytest.param(
            "Ich passe. Ich bin vom 10.12. bis 12.12. verreist (Kur in Bad Pyrmont).", (), id="away"
        ),
        pytest.param(
            "Ich passe. Ich bin vom 10.12. bis 12.12. verreist.\n\nKannst du bis Sonntag warten?",
            ("also_tell_directly",),
            id="away, and more",
        ),
        pytest.param("RESIGN\n\nI must stop playing in this game.", (), id="done in English"),
    ],
)
def test_a_question_beside_a_play_in_turns_is_for_a_mail_of_its_own(
    tmp_path: Path, text: str, also: tuple[str, ...]
) -> None:
    """It may tell of his tiles, which the game master does not see. Who resigns asks nothing else of anybody."""
    machine = begun(tmp_path, kiel("", '[game.rules]\nstarter = "Anna"'))

    machine.arrives(text, "Anna <anna@example.org>", subject="Re: [kiel Z1] Du bist am Zug")
    machine.tick()

    assert not [about for about in machine.matters if isinstance(about, PassedOn)]
    (to_him,) = [each for each in machine.letters.owed if each.recipient == "anna@example.org"]
    if isinstance(to_him.content, Notice):  # he is asked whether he resigns
        id_ = message_id_of(to_him, machine.machine.office().house)
        machine.letters.owed.clear()
        machine.arrives(
            "Ja, das will ich. Danke der Nachfrage!",
            "Anna <anna@example.org>",
            header=f"In-Reply-To: {id_}\n",
            at=MONDAY + MINUTE,
        )
        machine.tick(MONDAY + 2 * MINUTE)
        (to_him,) = [each for each in machine.letters.owed if each.recipient == "anna@example.org"]
    assert to_him.also == also
