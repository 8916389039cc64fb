"""Each player and subscriber gets his mails in a language of his own."""

from pathlib import Path

import pytest

from mailref.journal.journal import Journal
from tests.databases import url_of
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun, settings_text

LISA, PAUL = "lisa@example.org", "paul@example.org"
READERS = f'subscribers = ["{LISA}", {{ address = "{PAUL}", language = "en" }}]'


def in_english(of: str, text: str) -> str:
    """Return the settings with a language in the table of one player."""
    return text.replace(f'name = "{of}"', f'name = "{of}"\nlanguage = "en"')


def languages(machine: Post, kind: str) -> dict[str, str]:
    return {
        owed.recipient: owed.language
        for owed in machine.letters.ever
        if type(owed.content).__name__ == kind
    }


def after_close(machine: Post) -> dict[str, str]:
    machine.letters.ever.clear()
    machine.tick(ZAT + 5 * MINUTE)
    return languages(machine, "Report")


def test_reports_come_in_the_language_of_each_table(tmp_path: Path) -> None:
    machine = begun(tmp_path, in_english("Eva Muster", game(keys=READERS)))

    assert after_close(machine) == {
        "max@example.org": "de",
        "eva@example.org": "en",
        "gm@example.org": "de",
        LISA: "de",
        PAUL: "en",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("written", "language"),
    [("SPRACHE EN", "en"), ("LANGUAGE ENGLISH", "en"), ("SPRACHE DEUTSCH", "de")],
)
def test_what_a_player_asks_for_by_mail_holds_at_once_and_for_good(
    tmp_path: Path, written: str, language: str
) -> None:
    machine = begun(tmp_path, game(keys=READERS))

    machine.arrives(written, MAX)
    machine.tick(MONDAY + MINUTE)

    assert languages(machine, "CommandAnswer") == {"max@example.org": language}
    with Journal.open(url_of(tmp_path)) as journal:
        replayed = journal.games.load("yerres")
    assert replayed is not None
    assert replayed.players["Max Mustermann"].language == language
    assert after_close(machine)["max@example.org"] == language
    assert after_close(machine).get("eva@example.org", "de") == "de"


def test_his_own_word_wins_over_the_file(tmp_path: Path) -> None:
    machine = begun(tmp_path, in_english("Eva Muster", game()))
    machine.arrives("SPRACHE DE", EVA)
    machine.tick(MONDAY + MINUTE)

    machine.path.write_text(in_english("Eva Muster", settings_text(game())) + "\n# touched\n")

    assert after_close(machine)["eva@example.org"] == "de"


def test_a_renamed_player_keeps_the_language_of_his_table(tmp_path: Path) -> None:
    machine = begun(tmp_path, in_english("Eva Muster", game()))

    machine.orders("UMBENENNEN Eva Muster: Eva Mann", MONDAY + MINUTE, kind="Opening")

    assert after_close(machine)["eva@example.org"] == "en"


def test_a_subscriber_chooses_too(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=READERS))

    machine.arrives("LANGUAGE EN", f"Lisa <{LISA}>")
    machine.arrives("SPRACHE DE", f"Paul <{PAUL}>")
    machine.tick(MONDAY + MINUTE)

    assert languages(machine, "CommandAnswer") == {LISA: "en", PAUL: "de"}
    reports = after_close(machine)
    assert (reports[LISA], reports[PAUL]) == ("en", "de")


def test_a_stranger_chooses_nothing(tmp_path: Path) -> None:
    machine = begun(tmp_path, game())

    machine.arrives("SPRACHE EN", "Fred Fremd <fred@example.net>")
    machine.tick(MONDAY + MINUTE)

    assert languages(machine, "CommandAnswer") == {}


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [(["en"], "en"), (["de"], "de"), (["de", "en", "en"], "en"), (["fr", "en"], "fr")],
)
def test_mails_about_no_game_speak_the_language_of_most_games(
    spoken: list[str], expected: str, tmp_path: Path
) -> None:
    """Contract 2: what belongs to no game speaks as most games do, the first named of such."""
    games = [
        game(f"g{number}", title=f"Game {letter * 4}", keys=f'language = "{each}"')
        for number, (letter, each) in enumerate(zip("ABC", spoken, strict=False))
    ]
    machine = begun(tmp_path, *games)
    machine.path.write_text(
        f"{machine.path.read_text(encoding='utf-8')}\n[sote]\n", encoding="utf-8"
    )
    machine.tick(MONDAY + MINUTE)

    assert languages(machine, "Notice") == {"gm@example.org": expected}
