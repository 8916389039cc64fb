"""`mailref init`: a first settings file that is right, by questions or by options."""

import tomllib
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.post.ports import SmtpMode
from mailref.referee.policy import RoundPolicy
from mailref.settings.first_file import as_toml, first_deadline, id_of
from mailref.settings.load import load_settings
from mailref.settings.values import Settings
from tests.commands.invoke import Called, mailref

OPTIONS = (
    "--no-input",
    "--address", "Scrabble <referee@example.org>",
    "--gamemaster", "Erika Musterfrau",
    "--gamemaster-address", "gm@example.org",
    "--title", "1-Zug-Scrabble Yerres",
    "--deadline", "2199-12-11T20:00",
)  # fmt: skip


def init(path: Path, *options: str, stdin: str = "") -> Called:
    return mailref("init", str(path), *options, stdin=stdin)


def settings(path: Path) -> Settings:
    loaded = load_settings(path, {"MAILREF_PASSWORD": "geheim"})
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    return loaded.settings


def game(path: Path) -> RoundPolicy:
    (found,) = settings(path).games
    assert isinstance(found, RoundPolicy)
    return found


def test_options_alone_make_a_right_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(path, *OPTIONS, "--player", "Max Mustermann <max@example.org>", "--player", "Opa")

    assert (called.code, called.err) == (0, "")
    assert "MAILREF_PASSWORD" in called.out
    found = settings(path)
    assert (found.mail.address, found.mail.display_name) == ("referee@example.org", "Scrabble")
    assert (found.mail.imap.host, found.mail.smtp.host) == ("imap.example.org", "smtp.example.org")
    assert found.mail.imap.user == "referee@example.org"
    assert found.gamemaster.name == "Erika Musterfrau"
    only = game(path)
    assert (only.id, only.title, only.variant) == (
        "yerres",
        "1-Zug-Scrabble Yerres",
        "dottendorf-1zug",
    )
    assert only.deadline is not None
    assert only.deadline.isoformat() == "2199-12-11T20:00:00+01:00"
    assert [(each.name, each.addresses) for each in only.players] == [
        ("Max Mustermann", ("max@example.org",)),
        ("Opa", ()),
    ]


def test_questions_make_the_same_file_and_wrong_answers_are_asked_again(tmp_path: Path) -> None:
    answers = [
        "referee",                          # no address: asked again
        "Scrabble <referee@example.org>",
        "1-Zug-Scrabble Yerres",
        "dottendorf",                       # no variant: asked again
        "",                                 # the default
        "",
        "",
        "",
        "",
        "Erika Musterfrau",
        "gm@example.org",
        "",
        "next friday",                      # no date: asked again
        "2199-12-11T20:00",
        "",
        "Max Mustermann <max@example.org>",
        "",
    ]  # fmt: skip

    asked = init(tmp_path / "asked.toml", stdin="\n".join(answers) + "\n")
    told = init(tmp_path / "told.toml", *OPTIONS, "--player", "Max Mustermann <max@example.org>")

    assert (asked.code, told.code) == (0, 0)
    assert asked.err.count("Error: it must be") + asked.out.count("Error: it must be") == 3
    assert (tmp_path / "asked.toml").read_text() == (tmp_path / "told.toml").read_text()


def test_answers_as_people_write_them_are_read(tmp_path: Path) -> None:
    """A German date, a host without its scheme; what cannot be is asked again, nothing is lost."""
    path = tmp_path / "config.toml"
    answers = [
        "referee@example.org",
        "1-Zug-Scrabble Yerres",
        "",
        "",
        "mail.example.org",
        "smtp://mail.example.org",
        "",
        "Erika Musterfrau",
        "referee@example.org",              # the referee's own: asked again
        "gm@example.org",
        "",
        "11.12.2020 20:00",                 # has passed: asked again
        "31.12.2199 um 20:00",
        "",
        "Max Mustermann <max@example.org>",
        "max mustermann",                   # there already: asked again
        "max@example.org",                  # whose?: asked again
        "Wir <referee@example.org>",        # the referee's own: asked again
        "Opa",
        "",
    ]  # fmt: skip

    called = init(path, stdin="\n".join(answers) + "\n")

    assert called.code == 0
    assert (called.err + called.out).count("Error: it must") == 5
    found = settings(path)
    assert (found.mail.imap.host, found.mail.imap.tls) == ("mail.example.org", True)
    assert (found.mail.smtp.host, found.mail.smtp.mode) == ("mail.example.org", SmtpMode.STARTTLS)
    only = game(path)
    assert only.deadline is not None
    assert only.deadline.isoformat() == "2199-12-31T20:00:00+01:00"
    assert [each.name for each in only.players] == ["Max Mustermann", "Opa"]


def test_sb_is_asked_for_the_area_of_its_first_word(tmp_path: Path) -> None:
    """Rules 8: SB needs an area unless a board is given."""
    path = tmp_path / "config.toml"

    called = init(path, *OPTIONS, "--variant", "sb", "--start", "G7-I9")

    assert called.code == 0
    assert game(path).rules.start is not None


def test_a_file_that_is_there_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("mine")

    refused = init(path, *OPTIONS)
    denied = init(path, *OPTIONS[1:], stdin="n\n")
    assert path.read_text() == "mine"
    forced = init(path, *OPTIONS, "--force")

    assert (refused.code, denied.code, forced.code) == (1, 1, 0)
    assert refused.err == f"mailref: {path} is there already; --force overwrites it\n"
    assert game(path).id == "yerres"


def test_an_option_that_is_missing_or_wrong_is_wrong_use(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    missing = init(path, "--no-input")
    wrong = init(path, *OPTIONS, "--imap", "pop3://mail.example.org")
    late = init(path, *OPTIONS, "--player", "Max <max>")

    assert (missing.code, missing.err) == (2, "mailref init: --address is missing\n")
    assert wrong.code == 2
    assert wrong.err == (
        'mailref init: --imap must be such as "imaps://mail.example.org",'
        ' not "pop3://mail.example.org"\n'
    )
    assert late.code == 2
    assert late.err == (
        'mailref init: --player must be an address such as "max@example.org", not "max"\n'
    )
    assert not path.exists()


def test_what_the_readers_of_single_values_cannot_see_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(
        path, *OPTIONS, "--player", "Max <m@example.org>", "--player", "MAX <n@example.org>"
    )

    assert called.code == 2
    assert called.err == (
        f'{path}: [[game]] "yerres": [[game.player]] "MAX" name: is that of another player, "Max"\n'
    )
    assert not path.exists()


def test_an_unwritable_place_is_one_line(tmp_path: Path) -> None:
    called = init(tmp_path / "absent" / "config.toml", *OPTIONS)

    assert called.code == 1
    assert called.err == f"mailref: {tmp_path}/absent/config.toml: No such file or directory\n"


def test_without_anybody_to_answer_it_gives_up(tmp_path: Path) -> None:
    called = init(tmp_path / "config.toml", stdin="")

    assert called.code == 1
    assert called.err.endswith("mailref: aborted\n")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("1-Zug-Scrabble Yerres", "yerres"),
        ("2-Zug-Scrabble Ägypten", "aegypten"),
        ("SB-Scrabble Bad Köstritz", "koestritz"),
        ("Скрабл", "spiel"),
    ],
)
def test_an_id_is_made_of_the_title(title: str, name: str) -> None:
    assert id_of(title) == name


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_text_is_quoted_so_that_toml_reads_it_back(text: str) -> None:
    assert tomllib.loads(f"a = {as_toml(text)}") == {"a": text}


@given(st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1)))  # noqa: DTZ001  wall clock
def test_the_first_zat_proposed_is_a_friday_evening_two_weeks_ahead(now: datetime) -> None:
    found = first_deadline(now)

    assert (found.weekday(), found.hour) == (4, 20)
    assert timedelta(days=13) < found - now < timedelta(days=22)
