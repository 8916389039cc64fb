"""`mailref init`: a first settings file that is right, by questions or by options."""

import re
import tomllib
from datetime import datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.commands.init import ahead_of, name_and_addresses
from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.game import Weekly
from mailref.games.rounds.policy import DrawBy, Publish, RoundPolicy
from mailref.games.switches import said_of
from mailref.games.table_reader import WrongValueError
from mailref.languages import LANGUAGES
from mailref.post.ports import ImapAccount, SmtpMode
from mailref.settings import offered
from mailref.settings.load import load_settings, variants
from mailref.settings.toml_text import as_toml, first_deadline, id_of
from mailref.settings.values import Settings, rhythm_from
from tests.commands.invoke import Called, mailref
from tests.german import german_words
from tests.servers.faulty import FaultyServer

OPTIONS = (
    "--no-input",
    "--address", "Scrabble <referee@example.org>",
    "--gamemaster", "Erika Musterfrau",
    "--gamemaster-address", "gm@example.org",
    "--title", "1-Zug-Scrabble Yerres",
    "--deadline", "2199-12-11T20:00",
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_word_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine has installed changes no question and no number of an answer."""
    monkeypatch.setattr("mailref.settings.offered.DICTIONARIES", tmp_path / "no word lists")


def init(path: Path, *options: str, stdin: str = "") -> Called:
    return mailref("init", str(path), *options, stdin=stdin)


def settings(path: Path) -> Settings:
    loaded = load_settings(path, {"MAILREF_PASSWORD": "geheim"})
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    return loaded.settings


def imap_of(found: Settings) -> ImapAccount:
    assert isinstance(found.mail.inbox, ImapAccount)
    return found.mail.inbox


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
    assert (imap_of(found).host, found.mail.smtp.host) == ("imap.example.org", "smtp.example.org")
    assert imap_of(found).user == "referee@example.org"
    assert found.gamemaster.name == "Erika Musterfrau"
    only = game(path)
    assert (only.id, only.title, only.variant) == (
        "yerres",
        "1-Zug-Scrabble Yerres",
        "dottendorf-1zug",
    )
    assert only.deadline is not None
    assert only.deadline.isoformat() == "2199-12-11T20:00:00+00:00"  # London: English
    assert [(each.name, each.addresses) for each in only.players] == [
        ("Max Mustermann", ("max@example.org",)),
        ("Opa", ()),
    ]


QUESTIONS = (
    "",                                     # the language of the system
    "",                                     # dottendorf-1zug
    "",                                     # the tiles and the words of the language
    "",
    "Scrabble <referee@example.org>",
    "other",
    "",                                     # imap.example.org
    "",
    "",
    "",                                     # the password comes later
    "Erika Musterfrau",
    "gm@example.org",
    "1-Zug-Scrabble Yerres",
    "",
    "",
    "11.12.2199 20:00",
    "",
    "",                                     # the referee draws, and reports go out
    "",
    "Max Mustermann <max@example.org>",
    "",
)  # fmt: skip
ALL_RIGHT = ""


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def test_questions_make_the_same_file(tmp_path: Path) -> None:
    asked = init(tmp_path / "asked.toml", stdin=typed(*QUESTIONS, ALL_RIGHT))
    told = init(tmp_path / "told.toml", *OPTIONS, "--player", "Max Mustermann <max@example.org>")

    assert (asked.code, told.code) == (0, 0), asked.err
    assert (tmp_path / "asked.toml").read_text() == (tmp_path / "told.toml").read_text()
    assert "mailref check --online -c " in asked.out


@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        (4, "referee", 'Error: it must be an address such as "max@example.org", not "referee"'),
        (5, "Freenet", "Error: it must be one of GMX, web.de, mailbox.org, Posteo, T-Online, Gmail, other"),
        (11, "referee@example.org", "Error: it must not be the referee's own address"),
        (1, "dottendorf", "Error: it must be one of "),
        (15, "next friday", "Error: it must be a date and hour such as 11.12.2026 20:00"),
        (15, "11.12.2020 20:00", 'Error: it must lie ahead, not "11.12.2020 20:00"'),
        (20, "max mustermann", 'Error: it must be another player: "max mustermann" is there already'),
        (19, "max@example.org", 'Error: it must be such as "Max Miller <max@example.org>"'),
        (19, "Wir <referee@example.org>", "Error: it must not be the referee's own address"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_asked_again(place: int, wrong: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    answers = [*QUESTIONS[:place], wrong, *QUESTIONS[place:]]

    called = init(path, stdin=typed(*answers, ALL_RIGHT))

    assert called.code == 0, called.err
    assert called.err.startswith(said)
    assert game(path).players[0].name == "Max Mustermann"


def test_a_server_may_be_named_with_its_scheme(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    answers = [*QUESTIONS[:6], "mail.example.org", "smtp://mail.example.org", *QUESTIONS[8:]]

    init(path, stdin=typed(*answers, ALL_RIGHT))

    found = settings(path)
    mail, inbox = found.mail, imap_of(found)
    assert (inbox.host, inbox.tls) == ("mail.example.org", True)
    assert (mail.smtp.host, mail.smtp.mode) == ("mail.example.org", SmtpMode.STARTTLS)


@pytest.mark.parametrize(
    ("address", "imap", "smtp"),
    [
        ("r@gmx.de", "imap.gmx.net:993", "mail.gmx.net:465"),
        ("r@gmx.at", "imap.gmx.net:993", "mail.gmx.net:465"),
        ("r@web.de", "imap.web.de:993", "smtp.web.de:587"),
        ("r@mailbox.org", "imap.mailbox.org:993", "smtp.mailbox.org:465"),
        ("r@posteo.net", "posteo.de:993", "posteo.de:465"),
        ("r@t-online.de", "secureimap.t-online.de:993", "securesmtp.t-online.de:465"),
        ("r@googlemail.com", "imap.gmail.com:993", "smtp.gmail.com:465"),
        ("r@example.org", "imap.example.org:993", "smtp.example.org:465"),
    ],
)
def test_servers_of_known_providers_need_no_answer(
    address: str, imap: str, smtp: str, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"

    called = init(path, *OPTIONS, "--address", address)

    assert called.code == 0
    found = settings(path)
    mail, inbox = found.mail, imap_of(found)
    assert f"{inbox.host}:{inbox.port}" == imap
    assert f"{mail.smtp.host}:{mail.smtp.port}" == smtp
    assert (inbox.user, mail.smtp.user) == (address, address)


GERMAN = (
    "",                                     # dottendorf-1zug, with German tiles and words
    "",
    "",
    "scrabble@gmx.de",
    "",                                     # GMX, by the address
    "geheim",
    "Erika Musterfrau",
    "erika@example.org",
    "1-Zug-Scrabble Yerres",
    "",
    "",
    "11.12.2199 20:00",
    "",
    "",
    "",
    "Max Mustermann <max@example.org>",
    "",
)  # fmt: skip


def test_it_speaks_german_where_the_system_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    path = tmp_path / "config.toml"

    called = init(
        path, stdin=typed("", *GERMAN[:3], "gmx.de", *GERMAN[3:], ALL_RIGHT, "vielleicht", "n")
    )

    assert called.code == 0, called.err
    assert called.err == (
        "Das geht so nicht. Richtig wäre zum Beispiel: Scrabble <scrabble@example.org>\nBitte j oder n\n"
    )
    assert "Adresse des Automaten: " in called.out
    assert "GMX: Erlaube zuerst IMAP" in called.out
    assert "Jetzt anmelden und dir selbst eine Probemail schicken? (j/n)" in called.out
    hidden = r"^  7  Passwort des Postfachs +\(kommt in eine eigene Datei\)$"
    assert re.search(hidden, called.out, re.MULTILINE)
    assert "Error" not in called.out
    assert isinstance(game(path).schedule, Weekly)
    comments = re.findall("# (.+)", path.read_text(encoding="utf-8"))
    assert "Einstellungen von mailref." in comments[0]
    assert "erster ZAT, nach der Uhr der Zeitzone" in comments
    english = {"of", "the", "or", "to", "every", "you", "without"}
    assert [each for each in comments if english & set(each.split())] == []


def test_the_password_is_kept_in_a_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(path, "--language", "de", stdin=typed(*GERMAN, ALL_RIGHT, "n"))

    kept = tmp_path / "password.txt"
    assert kept.read_text() == "geheim\n"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "geheim" not in path.read_text()
    assert 'password = { file = "password.txt" }' in path.read_text()
    assert "geheim" not in called.out + called.err
    assert imap_of(settings(path)).password == "geheim"


def test_the_summary_leads_back_to_any_answer(tmp_path: Path) -> None:
    """By its number: the address, whose provider is another one then; and the players, of whom none is lost."""
    path = tmp_path / "config.toml"
    back = (
        "5",
        "scrabble@web.de",
        "6",
        "web.de",
        "17",
        "Opa",
        "1",
        "Oma <oma@example.org>",
        "",
        "99",
    )

    called = init(path, "--language", "de", stdin=typed(*GERMAN, *back, ALL_RIGHT, "n"))

    assert called.code == 0, called.err
    found = settings(path)
    assert found.mail.address == "scrabble@web.de"
    assert (imap_of(found).host, imap_of(found).user) == ("imap.web.de", "scrabble@web.de")
    assert [each.name for each in game(path).players] == ["Opa", "Oma"]


def test_it_ends_in_a_log_in_and_a_test_mail(tmp_path: Path) -> None:
    """A wrong password is said, and leads back to the answers."""
    path = tmp_path / "config.toml"
    accounts = {"referee@example.org": "geheim", "gm@example.org": "x"}
    with FaultyServer(accounts) as server:
        answers = [
            *QUESTIONS[1:6],
            f"imap://127.0.0.1:{server.imap_port}",
            f"smtp://127.0.0.1:{server.smtp_port}",
            "",
            "falsch",
            *QUESTIONS[10:],
        ]
        again = ("y", "10", "geheim", ALL_RIGHT, "y")

        called = init(path, "--language", "en", stdin=typed(*answers, ALL_RIGHT, "y", *again))

        sent = [parcel.recipient for parcel in server.parcels]
    assert called.code == 0, called.err
    assert "That did not work yet:\nimap://127.0.0.1" in called.err
    assert "logged in" not in called.out
    assert called.out.endswith(f"on its way. Start with: mailref run -c {path}\n")
    assert sent == ["gm@example.org"]


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
    denied = init(path, *OPTIONS[1:], "--language", "en", stdin="n\n")
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


@pytest.mark.slow
@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_text_is_quoted_so_that_toml_reads_it_back(text: str) -> None:
    assert tomllib.loads(f"a = {as_toml(text)}") == {"a": text}


@pytest.mark.slow
@given(st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1)))  # noqa: DTZ001  wall clock
def test_the_first_zat_proposed_is_a_friday_evening_two_weeks_ahead(now: datetime) -> None:
    found = first_deadline(now)

    assert (found.weekday(), found.hour) == (4, 20)
    assert timedelta(days=13) < found - now < timedelta(days=22)


def test_a_player_may_be_given_several_addresses(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(path, *OPTIONS, "--player", "Ute Sommer <ute@example.org>, ute@work.example")
    two = init(path, *OPTIONS, "--force", "--player", "Ute <u@example.org>, Max <m@example.org>")

    assert (called.code, called.err) == (0, "")
    assert game(path).players[0].addresses == ("ute@example.org", "ute@work.example")
    assert two.code == 2


def test_a_weekly_schedule_makes_weekly_rounds(tmp_path: Path) -> None:
    """With the usual `min_round` of seven days each round would take two weeks."""
    path = tmp_path / "config.toml"

    init(path, *OPTIONS, "--schedule", "jeden freitag um 20:00")
    weekly, warnings = game(path).min_round, load_settings(path, {}).warnings
    init(path, *OPTIONS, "--force")

    assert weekly == timedelta(days=5)
    assert [each for each in warnings if "min_round" in each.line] == []
    assert game(path).min_round == timedelta(days=7)


def test_the_summary_is_all_german(tmp_path: Path) -> None:
    answers = (*QUESTIONS[1:4], "scrabble@example.org", *QUESTIONS[5:], ALL_RIGHT)

    called = init(tmp_path / "config.toml", "--language", "de", stdin=typed(*answers))

    assert called.code == 0, called.err
    assert re.search(r"^  6  Anbieter des Postfachs +anderer$", called.out, re.MULTILINE)


ENGLISH = (
    "en",
    "classic",
    "",
    "",
    "referee@example.org",
    "",
    "",
    "",
    "",
    "",
    "Jane Sample",
    "jane@example.org",
    "Classic Scrabble Leeds",
    "",
    "",
    "Ann <ann@example.org>",
    "Ben <ben@example.org>",
    "",
)


def test_who_chooses_english_gets_an_english_game_and_reads_english_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of German only the first question, on a German machine."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    path = tmp_path / "config.toml"

    called = init(path, stdin=typed(*ENGLISH, ALL_RIGHT))

    assert called.code == 0, called.err
    (policy,) = settings(path).games
    assert (policy.language, policy.tiles.name) == ("en", "english")
    assert called.out.startswith("\n  1  de  Deutsch\n  2  en  English\n")
    asked, _, after = called.out.partition("[de]: ")
    assert asked.splitlines()[-1].startswith("Sprache der Mails")
    assert "2  classic           Classic Scrabble: two to four at a table" in after
    assert "5  english        English (100 tiles)" in after
    assert "1  enable  comes with mailref" in after
    assert german_words(after + path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("language", "variant", "axes"),
    [
        ("en", "classic", "columns"),
        ("en", "dottendorf-1zug", "columns"),
        ("fr", "classic", "rows"),
        ("fr", "dottendorf-1zug", "rows"),
        ("fr", "sb", "columns"),
        ("de", "classic", "rows"),
        ("de", "dottendorf-1zug", "columns"),
    ],
)
def test_squares_are_named_as_players_of_the_language_do(
    language: str, variant: str, axes: str, tmp_path: Path
) -> None:
    """In English letters name columns in every game; in German the kinds differ, as in the zines."""
    path = tmp_path / "config.toml"

    called = init(path, *OPTIONS, "--language", language, "--variant", variant)

    assert called.code == 0, called.err
    (policy,) = settings(path).games
    assert policy.rules.axes.value == axes  # type: ignore[attr-defined]  # of both these kinds


@pytest.mark.parametrize(
    ("variant", "key"), [("classic", 'unlisted = "refuse"'), ("sb", 'undecided = "refuse"')]
)
def test_the_file_says_how_its_list_is_made_final(variant: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    init(path, *OPTIONS, "--language", "en", "--variant", variant)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"# {key}", key).replace("# ruling_grace", "ruling_grace"))

    assert f"# {key}" in text
    assert len(settings(path).games) == 1


def test_lists_that_are_installed_are_offered_those_of_the_language_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not in UTF-8 is named with what it is in."""
    folder = tmp_path / "dict"
    folder.mkdir()
    (folder / "american-english").write_text("cat\ndog\n")
    (folder / "french").write_bytes("été\nchat\n".encode("latin-1"))
    (folder / "words").symlink_to(folder / "american-english")
    (folder / "README.select-wordlist").write_text("no list")
    monkeypatch.setattr("mailref.settings.offered.DICTIONARIES", folder)
    path = tmp_path / "config.toml"
    answers = ("en", "classic", "french", "", *ENGLISH[4:])

    called = init(path, stdin=typed(*answers, ALL_RIGHT))

    assert called.code == 0, called.err
    listed = re.findall(r"^  (\d)  (\S+) +(?:is on|no list)", called.out, re.MULTILINE)
    names = [f"{folder}/french", f"{folder}/american-english", "none"]
    assert listed == [(str(number), name) for number, name in enumerate(names, start=1)]
    lexicon = tomllib.loads(path.read_text())["game"][0]["lexicon"]
    assert lexicon == {"file": f"{folder}/french", "name": "french", "encoding": "latin-1"}


def test_another_set_of_tiles_leads_to_its_list(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    back = ("3", "german", "")

    called = init(path, stdin=typed(*ENGLISH, *back, ALL_RIGHT))

    assert called.code == 0, called.err
    only = tomllib.loads(path.read_text())["game"][0]
    assert (only["tiles"], only["lexicon"]) == ("german", "german")


def test_each_variant_says_in_each_language_what_it_is() -> None:
    silent = [
        (variant, language, key)
        for variant, said in variants().items()
        for language in LANGUAGES
        for key in ("title", "told")
        if language not in said.get(key, {})  # type: ignore[operator]  # a table, or a fault
    ]

    assert silent == []


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ({"de": "Ein Spiel", "en": "A game", "fr": "Un jeu"}, "Un jeu"),
        ({"de": "Ein Spiel", "en": "A game"}, "A game"),
        ({"de": "Ein Spiel"}, "Ein Spiel"),
        ({}, ""),
        (None, ""),
    ],
)
def test_a_variant_that_does_not_speak_a_language_speaks_one_that_most_read(
    title: dict[str, str] | None, said: str
) -> None:
    assert said_of({"title": title}, "title", "fr") == said


def test_scrabble_bingo_has_zats_for_all(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    options = [*OPTIONS, "--variant", "bingo", "--schedule", "every week on monday at 20:00"]

    called = init(path, *options)

    assert called.code == 0, called.err
    (policy,) = settings(path).games
    assert isinstance(policy, PolicyByRounds)
    assert policy.schedule is not None
    assert policy.deadline is not None


def test_the_demo_says_which_variants_it_plays() -> None:
    called = mailref("demo", "--variant", "halma")

    assert called.code == 2
    assert "'halma' is none of bingo, classic" in called.err


@pytest.mark.parametrize(
    ("language", "kind", "tiles", "read"),
    [
        ("deutsch", "1-Zug-Scrabble", "Deutsch", ("de", "dottendorf-1zug", "german")),
        ("Deutsch", "1-zug-scrabble", "deutsch", ("de", "dottendorf-1zug", "german")),
        ("english", "SB-Scrabble", "French", ("en", "sb", "french")),
        ("ENGLISH", "simultan", "English", ("en", "simultan", "english")),
        ("français", "mono", "allemand", ("fr", "mono", "german")),
        ("Französisch", "mono", "english-super", ("fr", "mono", "english-super")),
        ("German", "2-Zug-Scrabble", "Englisch", ("de", "dottendorf-2zug", "english")),
    ],
)
def test_names_are_read_as_they_are_shown(
    language: str, kind: str, tiles: str, read: tuple[str, str, str], tmp_path: Path
) -> None:
    """What the list shows can be typed, and a language's name in each language of mails."""
    path = tmp_path / "config.toml"
    told = (*OPTIONS, "--start", "F6-J10", "--words", "none")

    called = init(path, *told, "--language", language, "--variant", kind, "--tiles", tiles)

    assert called.code == 0, called.err
    only = game(path)
    assert (only.language, only.variant, only.tiles.name) == read


def test_who_adds_a_player_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(
        path, "--language", "de", stdin=typed(*GERMAN, "17", "Opa", "", "17", "", ALL_RIGHT, "n")
    )

    assert called.code == 0, called.err
    assert [each.name for each in game(path).players] == ["Max Mustermann", "Opa"]


@pytest.mark.parametrize(
    ("language", "rhythm", "said"),
    [
        (
            "de", "",
            (
                "Verstanden: Montag, 25. November 2199, 4:53 Uhr.",
                "Die nächsten ZATs: Montag, 16. Dezember 2199, 4:53 Uhr, dann Montag, 6. Januar 2200, 4:53 Uhr.",
                "Jeder ZAT ist am 3. Montag nach dem vorigen.",
            ),
        ),
        (
            "en", "every wednesday at 18:00",
            (
                "Understood: Monday, 25 November 2199, 04:53.",
                "The next deadlines: Wednesday, 4 December 2199, 18:00, then Wednesday, 11 December 2199, 18:00.",
                "Each deadline is the next Wednesday that is at least 5 days after the one before.",
            ),
        ),
        (
            "fr", "",
            (
                "Compris : lundi 25 novembre 2199, 04:53.",
                "C'est toujours le 3e lundi après la date limite précédente.",
            ),
        ),
    ],
)  # fmt: skip
def test_dates_are_said_as_they_were_understood(
    language: str, rhythm: str, said: tuple[str, ...], tmp_path: Path
) -> None:
    """25 November 2199 is a Monday; two days to Wednesday are fewer than a round has."""
    path = tmp_path / "config.toml"
    answers = (*GERMAN[:11], "25.11.2199 4:53", rhythm, *GERMAN[13:], ALL_RIGHT, "n")

    called = init(path, "--language", language, stdin=typed(*answers))

    echoed = re.sub(r"\[[^]\n]*\]: ", "", called.out)
    assert called.code == 0, called.err
    for line in said:
        assert re.search(rf"(?m){re.escape(line)}$", echoed), line


def test_who_draws_and_who_sees_reports_first_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(
        path,
        "--language",
        "de",
        stdin=typed(*GERMAN[:13], "hand", "2", *GERMAN[15:], ALL_RIGHT, "n"),
    )

    assert called.code == 0, called.err
    assert "  1  referee  der Automat zieht\n" in called.out
    only = game(path)
    assert (only.draw, only.publish) == (DrawBy.HAND, Publish.APPROVE)


def test_a_game_without_a_schedule_is_not_asked_who_draws(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    called = init(path, *OPTIONS, "--variant", "classic", "--player", "Ann", "--player", "Ben")

    assert called.code == 0, called.err
    assert "draw =" not in path.read_text()
    assert "publish =" not in path.read_text()


@pytest.mark.parametrize(
    "written", ["Finn Brandt <finn@example.org>", "Finn Brandt finn@example.org"]
)
def test_a_player_is_read_with_brackets_or_without(written: str) -> None:
    assert name_and_addresses(written) == ("Finn Brandt", ("finn@example.org",))


@pytest.mark.parametrize(
    ("typed", "language", "chosen"),
    [
        ("1-Zug", "de", "dottendorf-1zug"),
        ("2 Zug", "de", "dottendorf-2zug"),
        ("one-move", "en", "dottendorf-1zug"),
        ("unscrab", "de", "unscrabble"),
    ],
)
def test_the_beginning_of_a_kinds_name_is_enough(typed: str, language: str, chosen: str) -> None:
    assert offered.one_of(offered.kinds(language))(typed) == chosen


@pytest.mark.parametrize("typed", ["dottendorf", "s", "duplicate", "Schach"])
def test_a_beginning_that_several_kinds_share_chooses_none(typed: str) -> None:
    with pytest.raises(WrongValueError):
        offered.one_of(offered.kinds("de"))(typed)


@pytest.mark.parametrize(
    ("written", "weeks", "day", "hour"),
    [
        ("alle 14 Tage", 2, 4, 20),
        ("alle vierzehn Tage freitags", 2, 4, 20),
        ("vierzehntägig", 2, 4, 20),
        ("alle zwei Wochen", 2, 4, 20),
        ("jede zweite Woche", 2, 4, 20),
        ("jede Woche", 1, 4, 20),
        ("wöchentlich", 1, 4, 20),
        ("alle 3 Wochen samstags um 18 Uhr", 3, 5, 18),
        ("alle 3 Wochen samstags", 3, 5, 20),
        ("alle 14 Tage um 19 Uhr", 2, 4, 19),
        ("every other week", 2, 4, 20),
        ("every fortnight", 2, 4, 20),
        ("fortnightly on Saturday", 2, 5, 20),
        ("weekly", 1, 4, 20),
        ("toutes les deux semaines", 2, 4, 20),
        ("tous les quinze jours", 2, 4, 20),
        ("une semaine sur deux le samedi", 2, 5, 20),
        ("chaque semaine", 1, 4, 20),
    ],
)
def test_a_rhythm_takes_the_day_and_hour_that_it_leaves_out_from_the_first_zat(
    written: str, weeks: int, day: int, hour: int
) -> None:
    found = rhythm_from(datetime(2026, 12, 4, 20, 0))(written)  # noqa: DTZ001  by the clocks there

    assert found == Weekly(weeks, day, time(hour, 0))


@pytest.mark.parametrize(
    "written", ["alle 10 Tage", "alle paar Wochen", "mal sehen", "", "monatlich"]
)
def test_a_rhythm_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(WrongValueError):
        rhythm_from(datetime(2026, 12, 4, 20, 0))(written)  # noqa: DTZ001  by the clocks there


@pytest.mark.parametrize(
    ("written", "day", "hour"),
    [
        ("Freitag, 4. Dezember, 20 Uhr", 4, 20),
        ("4. Dezember 20 Uhr", 4, 20),
        ("4.12., 20:00", 4, 20),
        ("Friday, 4 December, 8 pm", 4, 20),
        ("vendredi 4 décembre à 20 h", 4, 20),
        ("nächsten Freitag um 20 Uhr", 4, 20),
        ("Freitag 20 Uhr", 4, 20),
        ("next Friday at 8 pm", 4, 20),
        ("vendredi prochain à 20h", 4, 20),
        ("am kommenden Samstag, 18:30 Uhr", 5, 18),
        ("Donnerstag 20 Uhr", 3, 20),
        ("Donnerstag 10 Uhr", 10, 10),
    ],
)
def test_the_first_zat_is_read_without_its_year(written: str, day: int, hour: int) -> None:
    now = datetime(2026, 12, 3, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))  # a Thursday

    found = ahead_of(now)(written)

    assert isinstance(found, datetime)
    assert (found.year, found.month, found.day, found.hour) == (2026, 12, day, hour)


def test_what_was_meant_is_written_as_the_settings_file_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    options = [each for each in OPTIONS if each not in {"--deadline", "2199-12-11T20:00"}]

    for language, schedule, kept in (
        ("de", "alle 14 Tage", "alle 2 Wochen samstags um 18:00"),
        ("en", "every other week", "every 2 weeks on saturday at 18:00"),
        ("fr", "tous les quinze jours", "toutes les 2 semaines le samedi à 18:00"),
    ):
        path.unlink(missing_ok=True)
        called = init(
            path,
            *options,
            "--language",
            language,
            "--deadline",
            "Samstag 18 Uhr",
            "--schedule",
            schedule,
        )

        assert called.code == 0, called
        assert game(path).schedule == Weekly(2, 5, time(18, 0))
        assert f'schedule = "{kept}"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "proposed"),
    [
        ("de", "alle 3 Wochen samstags um 18:00"),
        ("en", "every 3 weeks on saturday at 18:00"),
        ("fr", "toutes les 3 semaines le samedi à 18:00"),
    ],
)
def test_the_usual_rhythm_is_that_of_the_first_zat_in_the_language_of_the_mails(
    tmp_path: Path, language: str, proposed: str
) -> None:
    path = tmp_path / "config.toml"
    options = [each for each in OPTIONS if each != "2199-12-11T20:00"]
    at = options.index("--deadline") + 1
    options.insert(at, "2199-12-14T18:00")

    init(path, *options, "--language", language)

    assert f'schedule = "{proposed}"' in path.read_text(encoding="utf-8")
