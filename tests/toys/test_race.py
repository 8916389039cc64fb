"""A toy in turns, from a package of its own, played by mail from opening to archive."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailref.games.kind import kind_named
from tests.commands.invoke import mailref
from tests.e2e.installation import player_mail, text_of
from tests.e2e.worlds import World
from tests.toys.test_longest import DAY, MINUTE, Played

CLEO = "cleo@example.org"
PLAYERS = {"Anna": "anna@example.org", "Ben": "ben@example.org", "Cleo": CLEO}
WHO = {**PLAYERS, "Erika": "gm@example.org"}
GAME = """
[[game]]
id = "wort"
title = "Zählrennen"
variant = "race"
zone = "Europe/Berlin"
language = "de"
move_time = "3d"
reminder = "1d"
""" + "".join(
    f'\n[[game.player]]\nname = "{name}"\naddresses = ["{address}"]\n'
    + ('language = "en"\n' if name == "Ben" else "")
    for name, address in PLAYERS.items()
)


class Race(Played):
    """The game as it is played, `wort` by its id."""

    def says(self, name: str, text: str) -> EmailMessage:
        """Let somebody write, and return the newest mail that he gets."""
        before = len(self.mails(WHO[name]))
        headers = {"References": str(self.mails(WHO[name])[-1]["Message-ID"])}
        headers["Message-ID"] = f"<{len(self.world.taken())}@example.net>"
        mail = player_mail(name, WHO[name], text, Subject="Re: [wort]", **headers)
        self.world.arrives(mail, self.now)
        self.tick()
        assert len(self.mails(WHO[name])) > before, f"no answer to {text!r}"
        return self.mails(WHO[name])[-1]

    def verified(self, folder: Path) -> str:
        """Return the game as an export, which is in order, as is its record."""
        config, file = str(self.world.config), folder / "wort.json"
        told = mailref("export", "wort", "-c", config).out
        file.write_text(told, encoding="utf-8")
        for done in (
            mailref("verify", "wort", "-c", config),
            mailref("verify", "--file", str(file)),
        ):
            assert done.code == 0, done.out + done.err
        return told


@pytest.fixture
def race(world: World) -> Iterator[Race]:
    """The game, opened."""
    text = world.config.read_text(encoding="utf-8").partition("\n[[game]]")[0]
    world.config.write_text(text + GAME, encoding="utf-8")
    game = Race(world)
    game.tick()
    yield game
    game.close()


def test_it_is_played_to_its_end_in_its_own_order(race: Race, tmp_path: Path) -> None:
    assert "Reihum zählt jeder" in text_of(race.mails(WHO["Anna"])[-1])
    assert "In turn each counts on" in text_of(race.mails(WHO["Ben"])[-1])

    own = text_of(race.says("Anna", "ZÄHLE 2"))
    assert "Du hast 2 gezählt: 2." in own
    assert race.game.turn.player == "Cleo", "after an even sum the order turns round"
    assert "Anna counts to 2" in str(race.mails(WHO["Ben"])[-1]["Subject"])
    race.restart()
    race.says("Cleo", "ZÄHLE 3")
    race.says("Anna", "PASSE")
    assert race.game.turn.player == "Ben"
    race.verified(tmp_path)
    race.says("Ben", "COUNT 3")
    race.says("Anna", "ZÄHLE 3")
    assert race.game.turn.player == "Ben"
    end = race.says("Ben", "COUNT 1")
    assert race.game.is_over
    assert "The goal is reached." in text_of(end)
    assert {e.name: e.total for e in race.game.players.values()} == {"Anna": 5, "Ben": 4, "Cleo": 3}

    told = race.verified(tmp_path)
    assert "anna@example.org" not in told
    config = str(race.world.config)
    assert "1,Anna,counted,2,2,2" in mailref("export", "wort", "--format", "csv", "-c", config).out
    assert kind_named("race").rated(race.game) == (), "it never said that skill decides it"


def test_its_page_speaks_of_no_word_list_and_writes_a_minus(race: Race, tmp_path: Path) -> None:
    config, folder = str(race.world.config), tmp_path / "pages"
    race.says("Anna", "ZÄHLE 2")
    corrected = mailref("correct", "wort", "Anna", "-7", "--because", "Probe", "-c", config)
    assert corrected.code == 0, corrected.err

    done = mailref("export", "wort", "--format", "html", "--out", str(folder), "-c", config)

    assert done.code == 0, done.err
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert '<td class="number">−5</td>' in page
    assert "Wortliste" not in page
    assert "Stein" not in page


def test_help_faults_questions_and_moves_in_advance_are_said(race: Race, tmp_path: Path) -> None:
    assert "Write COUNT" in text_of(race.says("Ben", "HELP"))
    assert "höchstens 3 weiter" in text_of(race.says("Anna", "ZÄHLE 9"))
    assert "Nicht eindeutig" in str(race.says("Anna", "ZÄHLE 1\nZÄHLE 2")["Subject"])
    assert "Nicht eindeutig" in str(race.says("Cleo", "ZÄHLE 1\nZÄHLE 2")["Subject"])
    assert "+3" in text_of(race.says("Cleo", "ZÄHLE 3")), (
        "what it has no sentence for is said in general"
    )
    assert race.game.sum == 0
    race.restart()
    race.says("Anna", "ZÄHLE 2")
    assert race.game.sum == 5
    for order in ("STAND", "VERLAUF", "STEINE", "REGELN"):
        assert "lesen" not in str(race.says("Anna", order)["Subject"])
    race.verified(tmp_path)


def test_who_goes_out_and_whose_time_is_up_play_no_more(race: Race, tmp_path: Path) -> None:
    race.says("Anna", "ZÄHLE 1")
    until = race.game.turn.deadline
    race.tick(until - race.now - DAY + MINUTE)
    assert "Reminder" in str(race.mails(WHO["Ben"])[-1]["Subject"])
    race.tick(until - race.now + 5 * MINUTE)
    assert race.game.turn.player == "Cleo"
    race.says("Cleo", "AUFGABE")
    if "Cleo" in race.game.playing:
        race.says("Cleo", "JA")
    assert race.game.playing == ("Anna", "Ben")
    race.verified(tmp_path)


def test_a_template_that_such_a_kind_must_have_is_asked_for_by_check(
    race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(kind_named("race")), "templates", ("lies", "nowhere"))

    done = mailref("check", "-c", str(race.world.config))

    assert done.code == 2
    assert "games of the kind 'race' need the template nowhere.j2" in done.err
    assert "lies.j2" not in done.err
