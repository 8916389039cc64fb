"""A toy kind of game, from a package of its own, played by mail from opening to archive."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mailref.assembly import baseline_of, open_machine
from mailref.assets import template_environment, template_sources
from mailref.games.by_rounds.tasks.events import TaskClosed
from mailref.games.by_rounds.tasks.published import words_laid
from mailref.games.by_rounds.tasks.statistics import figures_of
from mailref.games.kind import kind_named
from mailref.languages import LANGUAGES
from mailref.record.as_json import sha256_of
from mailref.service import tick
from mailref.tick.machine import Machine
from mailref.writing.archive import ArchiveMeans
from mailref.writing.scene import with_filters
from tests.commands.invoke import mailref
from tests.e2e.installation import player_mail, text_of
from tests.e2e.worlds import World
from tests.servers.sink import parsed
from tests.writing.test_secret_types import given_to_pages, open_in

ANNA, BEN, ERIKA = "anna@example.org", "ben@example.org", "gm@example.org"
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
GAME = """
[[game]]
id = "wort"
title = "Das längste Wort"
variant = "{variant}"
zone = "Europe/Berlin"
language = "{language}"
deadline = "{zat}"

[[game.player]]
name = "Anna"
addresses = ["anna@example.org"]

[[game.player]]
name = "Ben"
addresses = ["ben@example.org"]
language = "en"

[game.words]
accept = [{words}]
"""


class Played:
    """The game as it is played."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.now = self.begins()
        self.words = ""
        self._open()

    @staticmethod
    def begins() -> datetime:
        """Return when a game begins that begins now."""
        return datetime.now(UTC).replace(microsecond=0)

    def _open(self) -> None:
        self.machine: Machine = open_machine(self.world.config)
        self.machine.new_seed = lambda: bytes(32)
        self.baseline, _ = baseline_of(self.machine, self.now, None)

    def restart(self) -> None:
        """End the daemon and begin another one on the same record."""
        self.close()
        self._open()

    def close(self) -> None:
        self.machine.mailbox.close()
        self.machine.journal.close()

    def tick(self, after: timedelta = MINUTE) -> None:
        self.now += after
        tick(self.machine, self.baseline, self.now)

    def writes(self, who: str, text: str, subject: str = "Re: [wort R1] Wort") -> EmailMessage:
        """Let somebody write, and return the newest mail that he gets."""
        name = {ANNA: "Anna", BEN: "Ben", ERIKA: "Erika"}[who]
        before = len(self.mails(who))
        newest = self.mails(who)[-1] if before else None
        headers = {"References": str(newest["Message-ID"])} if newest is not None else {}
        headers["Message-ID"] = f"<{len(self.world.taken())}@example.net>"
        mail = player_mail(name, who, text, Subject=subject, **headers)
        self.world.arrives(mail, self.now + timedelta(seconds=1))
        self.tick()
        assert len(self.mails(who)) > before, "no answer"
        return self.mails(who)[-1]

    def orders(self, text: str) -> None:
        """Let the game master order something, and say yes where he is asked back."""
        asked = self.writes(ERIKA, text, "Re: [wort R2] x")
        if any(word in str(asked["Subject"]) for word in ("bestätigen", "confirm")):
            self.writes(ERIKA, "JA", str(asked["Subject"]))

    def mails(self, who: str) -> list[EmailMessage]:
        found = [parsed(data) for data in self.world.to(who)]
        return [each for each in found if "wort" in str(each["Subject"])]

    @property
    def game(self) -> Any:
        return self.machine.journal.games.load("wort")


def _settings(
    world: World, now: datetime, *words: str, language: str = "de", variant: str = "longest-word"
) -> None:
    zat = (now + 2 * DAY).strftime("%Y-%m-%dT%H:%M:%S")
    listed = ", ".join(f'"{each}"' for each in words)
    text = world.config.read_text(encoding="utf-8").partition("\n[[game]]")[0]
    world.config.write_text(
        text + GAME.format(zat=zat, words=listed, language=language, variant=variant),
        encoding="utf-8",
    )


@pytest.fixture
def played(world: World) -> Iterator[Played]:
    """The game, opened."""
    _settings(world, datetime.now(UTC).replace(microsecond=0))
    game = Played(world)
    game.tick()
    yield game
    game.close()


def _accepted(played: Played) -> str:
    """Let Anna lay all letters as one word, and the game master accept it; return them."""
    task = str(played.game.round.task)
    played.writes(ANNA, task)
    played.writes(ERIKA, f"REGEL {task} ja: gefällt mir")
    return task


def _totals(played: Played) -> dict[str, int]:
    return {player.name: player.total for player in played.game.players.values()}


def _after_round_one(played: Played) -> str:
    task = _accepted(played)
    played.tick(2 * DAY + 5 * MINUTE)
    return task


@pytest.mark.usefixtures("played")
def test_a_language_that_the_package_lacks_is_said_in_another() -> None:
    lacking = [each for each in LANGUAGES if each not in ("de", "en")]

    assert lacking
    for language in lacking:
        assert (
            template_sources(language)["longest/task.j2"]
            == template_sources("en")["longest/task.j2"]
        )


def test_it_is_opened_and_answered_in_the_words_of_its_own_templates(played: Played) -> None:
    """No line of mailref changes for a new kind (house 1)."""
    task = str(played.game.round.task)
    opening = text_of(played.mails(ANNA)[-1])
    assert len(task) == 8
    assert "Das längste Wort beginnt" in str(played.mails(ANNA)[-1]["Subject"])
    assert all(letter in opening for letter in task)
    assert "Make a word as long as you can" in text_of(played.mails(BEN)[-1])

    # The letters as they stand are no word: the game master is asked about it, and accepts.
    asked = played.writes(ANNA, task)
    assert "wartet auf Entscheidung" in str(asked["Subject"])
    assert task in text_of(played.mails(ERIKA)[-1])
    played.writes(ERIKA, f"REGEL {task} ja: gefällt mir")
    assert "gilt" in str(played.mails(ANNA)[-1]["Subject"])

    refused = played.writes(BEN, "QXYJQ")
    assert "This answer will not do" in str(refused["Subject"])
    assert "not enough" in text_of(refused)
    assert "Not clear" in str(played.writes(BEN, f"{task[:2]}\n{task[:3]}")["Subject"])
    assert "With WITHDRAW" in text_of(played.writes(BEN, "HELP"))
    status = text_of(played.writes(ANNA, "STAND"))
    assert task in status
    assert "13 Punkte" in status
    assert not any(task in text_of(each).split("Task")[0] for each in played.mails(BEN)[1:])


def test_a_word_that_a_club_knows_is_an_answer_where_games_are_played_with_words(
    world: World,
) -> None:
    """Who lays `Spiele` does not ask for the list of the club (contract 2)."""
    _settings(world, datetime.now(UTC).replace(microsecond=0))
    club = '\n[club]\ntag = "verein"\ntitle = "Verein"\nzone = "Europe/Berlin"\n'
    club += 'variants = ["classic"]\n\n[[game]]'
    text = world.config.read_text(encoding="utf-8").replace("\n[[game]]", club, 1)
    world.config.write_text(text, encoding="utf-8")
    played = Played(world)
    played.tick()

    answered = played.writes(ANNA, "Spiele")

    assert "[wort R1]" in str(answered["Subject"])
    assert "SPIELE" in text_of(answered)
    played.close()


def test_who_has_not_answered_is_reminded_and_status_says_who_has(played: Played) -> None:
    task = _accepted(played)
    shown = json.loads(mailref("status", "--json", "-c", str(played.world.config)).out)
    row = next(each for each in shown["games"] if each["game"] == "wort")
    assert (row["moved"], row["task"]) == (["Anna"], task)

    played.restart()
    played.tick(DAY)

    assert "Reminder" in str(played.mails(BEN)[-1]["Subject"])
    assert not any("Erinnerung" in str(each["Subject"]) for each in played.mails(ANNA))


def test_status_shows_the_task_where_other_rounds_have_letters(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    shown = mailref("status", "-c", str(played.world.config)).out

    (row,) = (each for each in shown.splitlines() if each.startswith("wort"))
    assert str(played.game.round.task) in row


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("draw", "wort", "ABC"),
            "wort: that is not possible in this game. Send me HELP, and you will get what is.",
        ),
        (("top", "wort"), "'wort' is no game in which a round has letters for a common board"),
    ],
)
def test_what_needs_letters_is_refused_with_a_true_reason(
    played: Played, arguments: tuple[str, ...], said: str
) -> None:
    """It is a game in rounds, so that is none."""
    called = mailref(*arguments, "-c", str(played.world.config))

    assert (called.code, called.err) == (1, f"mailref: {said}\n")


def test_an_answer_can_be_withdrawn(played: Played) -> None:
    _accepted(played)

    assert "zurückgezogen" in str(played.writes(ANNA, "ZURÜCKZIEHEN")["Subject"])
    played.tick(2 * DAY + 5 * MINUTE)

    assert _totals(played) == {"Anna": 0, "Ben": 0}


def test_a_round_is_scored_corrected_and_opened_once_more(played: Played) -> None:
    task = _after_round_one(played)
    assert "Round 1 has been scored" in str(played.mails(BEN)[-1]["Subject"])
    assert task in text_of(played.mails(BEN)[-1])
    assert _totals(played) == {"Anna": 13, "Ben": 0}

    played.orders("KORREKTUR Ben +4: für die Mühe")
    assert "Correction: +4" in str(played.mails(BEN)[-1]["Subject"])
    played.orders("KORREKTUR Ben +2")
    played.orders("WIDERRUF")
    assert "Correction: −2" in str(played.mails(BEN)[-1]["Subject"])
    assert _totals(played) == {"Anna": 13, "Ben": 4}
    again = (played.now + DAY).strftime("%d.%m.%Y %H:%M")
    played.orders(f"ÖFFNEN {again}: noch einmal")
    assert "open again" in str(played.mails(BEN)[-1]["Subject"])
    assert _totals(played) == {"Anna": 0, "Ben": 4}
    played.tick(DAY + 2 * 60 * MINUTE)
    assert _totals(played) == {"Anna": 13, "Ben": 4}
    assert played.game.round.number == 2
    played.orders("ABSCHLIESSEN VORZEITIG")

    assert played.game.is_over
    end = played.mails(ANNA)[-1]
    assert "zu Ende" in str(end["Subject"])
    assert bytes(32).hex() in text_of(end)


def test_it_is_exported_verified_and_archived(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = _after_round_one(played)
    config = str(played.world.config)
    exported = tmp_path / "wort.json"
    exported.write_text(mailref("export", "wort", "-c", config).out, encoding="utf-8")
    told = json.loads(exported.read_text(encoding="utf-8"))
    assert told["rounds"][0]["task"] == task
    assert "anna@example.org" not in exported.read_text(encoding="utf-8")
    assert mailref("verify", "--file", str(exported)).code == 0
    assert mailref("verify", "wort", "-c", config).code == 0

    told["rounds"][0]["answers"][0]["points"] = 99
    told["sha256"] = sha256_of({key: each for key, each in told.items() if key != "sha256"})
    exported.write_text(json.dumps(told), encoding="utf-8")
    assert mailref("verify", "--file", str(exported)).code == 1

    table = mailref("export", "wort", "--format", "csv", "-c", config).out
    assert f"1,{task},Anna,{task},13" in table
    folder, given = tmp_path / "archive", given_to_pages(monkeypatch)
    done = mailref("export", "wort", "--format", "html", "--out", str(folder), "-c", config)
    assert done.code == 0, done.err
    assert task in (folder / "index.html").read_text(encoding="utf-8")
    assert {each.__name__ for each in given} == {"ArchiveMeans", "ClosedTask"}
    assert open_in(given - {ArchiveMeans}) == {}


def test_a_program_that_answers_our_answers_is_answered_once(played: Played) -> None:
    """What repeats the mail before but for dates and numbers is no person's (mail 3)."""
    for number in range(5):
        note = f"Danke für Ihre Nachricht vom {number}. Dezember, Vorgang {number}. Wir melden uns."
        id_ = f"<{number}@example.net>"
        mail = player_mail("Anna", ANNA, note, Subject="Re: [wort R1] x", **{"Message-ID": id_})
        played.world.arrives(mail, played.now + timedelta(seconds=1))
        played.tick(60 * MINUTE)

    subjects = [str(each["Subject"]) for each in played.mails(ANNA)[1:]]
    assert len(subjects) == 1
    assert "Keine Antwort in deiner Mail" in subjects[0]


def test_who_writes_in_vain_a_third_time_is_sent_to_a_human(played: Played) -> None:
    for text in ("wie geht es deinem Knie?", "wann ist der nächste Termin?"):
        assert "nacheinander" not in text_of(played.writes(ANNA, text))

    assert "die 3. Mail nacheinander" in text_of(played.writes(ANNA, "Ich verstehe das nicht"))


def test_answers_beyond_the_limit_of_a_day_are_not_sent_but_count(played: Played) -> None:
    task = str(played.game.round.task)
    most = played.machine.settings.mail.per_address_day
    # They are counted by the day: between nine and ten none ends soon, whenever this is run.
    played.tick(timedelta(hours=(9 - played.now.hour) % 24))
    told = len(
        played.mails(BEN)
    )  # also of the deadline, where the next nine o'clock is 23 hours away
    for number in range(most + 2):
        answer = task[: 2 + number % 3]
        id_ = f"<{number}@example.net>"
        mail = player_mail("Ben", BEN, answer, Subject="Re: [wort R1] x", **{"Message-ID": id_})
        played.world.arrives(mail, played.now + timedelta(seconds=1))
        played.tick(timedelta(seconds=30))

    assert len(played.mails(BEN)) == told + most
    assert len(played.game.round.answers["Ben"]) == most + 2

    played.tick(DAY)
    summary = parsed(played.world.to(BEN)[-1])
    assert str(summary["Subject"]) == "[wort R1] Your moves yesterday"
    assert f"{task[:2]}." in text_of(summary)


@pytest.mark.parametrize(
    ("switch", "said"),
    [
        ("letters = 99", "letters: must be from 5 to 12, not 99"),
        ("lettters = 7", 'lettters: is no known key; did you mean "letters"?'),
        ('rounds = "x"', 'rounds: must be a whole number, not "x"'),
    ],
)
def test_its_switches_are_checked_like_any_other(world: World, switch: str, said: str) -> None:
    _settings(world, datetime.now(UTC))
    with world.config.open("a", encoding="utf-8") as config:
        config.write(f"\n[game.rules]\n{switch}\n")

    found = mailref("check", "-c", str(world.config))

    assert found.code == 2
    assert said in found.err


@pytest.mark.usefixtures("world")
def test_a_game_that_does_not_play_itself_is_not_shown() -> None:
    called = mailref("demo", "--variant", "longest-word")

    assert called.code == 1
    assert "'longest-word' does not play itself" in called.err


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_template_of_such_games_writes_a_mail(
    world: World, tmp_path: Path, language: str
) -> None:
    """Strict templates: a value that one of them lacks stops it, in either language."""
    _settings(world, datetime.now(UTC).replace(microsecond=0), language=language)
    played = Played(world)
    played.tick()
    mailref("preview", "wort", "-c", str(world.config), "--out", str(tmp_path))
    task = str(played.game.round.task)
    played.tick(DAY)
    played.writes(ERIKA, "Hallo du")
    for text in ("Hallo du", f"{task[:3]}\n{task[:4]}", f"Spieler=Otto\n{task}"):
        played.writes(ANNA, text)
    _accepted(played)
    played.writes(ANNA, task)
    played.orders("PAUSE")
    played.orders("WEITER")
    played.tick(DAY + 5 * MINUTE)
    played.writes(ANNA, "REGELN")
    played.writes(ANNA, task[:2])
    played.writes(ANNA, task, "[wort R1] Wort")
    played.orders("VERLÄNGERN 31.12.2036 20:00")
    played.orders("KORREKTUR Ben +4")
    played.orders("ÖFFNEN 30.12.2036 20:00")
    played.orders("SPIEL BEENDEN")
    played.writes(ANNA, task)
    played.close()

    ready = with_filters(template_environment(language), language)
    used = {name for _, name in ready.cache or ()}
    there = {name for name in template_sources(language) if name.startswith(("tasks/", "longest/"))}
    assert there - used == set()


def test_a_game_without_a_first_task_ends_with_a_report(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind may find that there is nothing to set; nobody is asked to answer it."""
    _settings(world, datetime.now(UTC).replace(microsecond=0))
    game = Played(world)
    kind = type(kind_named("longest"))
    monkeypatch.setattr(kind, "task", lambda *_: None)
    game.tick()

    (told,) = game.mails(ANNA)
    assert game.game.is_over
    assert str(told["Subject"]).startswith("[wort Ende]")
    assert "Das Spiel ist zu Ende" in str(told["Subject"])
    game.close()


def test_the_end_tells_what_each_player_has_come_to(played: Played) -> None:
    task = _after_round_one(played)
    played.orders("SPIEL BEENDEN")

    told = " ".join(text_of(played.mails(ANNA)[-1]).split())

    points = _totals(played)["Anna"]
    assert (
        f"Anna: im Schnitt {points},0 je gewertetem Zug, am besten {task} mit {points} Punkten"
        in told
    )
    assert "pünktlich 1 von 1 Mal; von der Spielleitung anerkannt 1 Wort, abgelehnt 0" in told


@pytest.mark.parametrize("text", ["{}\n\nAnna", "{}\n\nViele Grüße\nAnna", "{}\nanna", "{}.\nLG"])
@pytest.mark.parametrize("word", ["Laterne", "Zorfel", "klause"])
def test_a_name_or_a_closing_below_an_answer_is_no_other_answer(
    played: Played, text: str, word: str
) -> None:
    answered = played.writes(ANNA, text.format(word))

    assert word.upper() in text_of(answered)
    assert "Nicht eindeutig" not in str(answered["Subject"])


def test_a_word_in_an_answer_that_says_more_is_known_by_its_kind(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = _after_round_one(played)
    answered = replace(
        played.game,
        closed=tuple(
            replace(
                each,
                rows=tuple(replace(x, answer=x.answer and f"JOKER:{x.answer}") for x in each.rows),
            )
            for each in played.game.closed
        ),
    )
    assert [each.accepted for each in figures_of(answered)] == [0, 0]

    monkeypatch.setattr(
        type(kind_named("longest")), "word_in", lambda _, answer: answer.rpartition(":")[2]
    )

    assert [each.accepted for each in figures_of(answered)] == [1, 0]
    events = played.machine.journal.games.events("wort")
    closed = next(each for each in events if isinstance(each, TaskClosed))
    rows = [replace(each, answer=each.answer and f"joker:{each.answer}") for each in closed.rows]
    assert words_laid(replace(closed, rows=tuple(rows))) == ("JOKER", task)
