"""[[mailbox]]: further mailboxes in one installation, and which of them a game's mails leave from."""

import tempfile
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.post.ports import ImapAccount, Spool
from mailref.settings.load import odd_secrets
from mailref.settings.values import Settings
from tests.settings.written import file, lines, load

NORTH = """
[[mailbox]]
id = "north"
imap = "imaps://mail.example.org"
smtp = "smtps://post.example.org"
user = "north@example.org"
password = "noch geheimer"
address = "Scrabble Nord <north@example.org>"
"""
SPOOL = """
[[mailbox]]
id = "south"
spool = "south"
smtp = "smtp://localhost"
smtp_user = ""
address = "south@example.org"
"""


def settings(text: str) -> Settings:
    loaded = load(text)
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    return loaded.settings


def test_a_mailbox_has_the_keys_of_mail_and_an_id() -> None:
    north, south = settings(file() + NORTH + SPOOL).further

    assert isinstance(north.inbox, ImapAccount)
    assert (north.box, north.address, north.display_name) == (
        "north",
        "north@example.org",
        "Scrabble Nord",
    )
    assert (north.inbox.key, north.smtp.host, north.bounce) == (
        "north@example.org@mail.example.org",
        "post.example.org",
        "north@example.org",
    )
    assert "geheim" not in repr(north)
    assert isinstance(south.inbox, Spool)
    assert (south.inbox.folder, south.inbox.key) == ("/srv/mailref/south", "spool:south")


def test_what_holds_for_all_is_that_of_mail() -> None:
    """Trials go to one address, whichever mailbox a mail leaves from; limits are of the installation."""
    more = 'divert = "gm@example.org"\npoll = "5m"\nper_hour = 7\noperator = "root@example.org"'

    (north,) = settings(file(mail=more) + NORTH).further
    (other,) = settings(file(mail=more) + NORTH + 'poll = "9s"\ndivert = "x@example.org"').further

    assert (north.divert, north.poll, north.per_hour, north.operator) == (
        "gm@example.org",
        timedelta(minutes=5),
        7,
        "root@example.org",
    )
    assert (other.divert, other.poll) == ("x@example.org", timedelta(seconds=9))


def test_a_game_names_its_mailbox() -> None:
    found = settings(file(game='mailbox = "north"') + NORTH)

    assert found.games[0].mailbox == "north"
    assert found.box("north") is found.further[0]
    assert found.box("") is found.box("gone") is found.mail
    assert [each.box for each in found.boxes] == ["", "north"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            file(game='mailbox = "nort"') + NORTH,
            (
                '[[game]] "yerres": mailbox: must be the id of a [[mailbox]], not "nort"; there is "north";'
                ' did you mean "north"?'
            ),
        ),
        (
            file(game='mailbox = "north"'),
            (
                '[[game]] "yerres": mailbox: must be the id of a [[mailbox]], not "north";'
                " there is none beside that of [mail]"
            ),
        ),
        (
            file() + NORTH + NORTH.replace("user = ", 'user = "x"\n# '),
            '[[mailbox]] "north": id: is that of another mailbox',
        ),
        (
            file() + NORTH.replace("user = ", 'user = "Referee@example.org"\n# '),
            '[[mailbox]] "north": user: is that of [mail]: each mailbox is read once',
        ),
        (
            file() + NORTH + NORTH.replace('id = "north"', 'id = "east"'),
            '[[mailbox]] "east": user: is that of [[mailbox]] "north": each mailbox is read once',
        ),
        (
            file() + SPOOL + SPOOL.replace('id = "south"', 'id = "west"'),
            '[[mailbox]] "west": spool: is that of [[mailbox]] "south": each mailbox is read once',
        ),
        (
            file().replace("imaps://mail.example.org", "imap://localhost")
            + NORTH.replace("imaps://mail.example.org", "imap://127.0.0.1").replace(
                "user = ", 'user = "Referee@example.org"\n# '
            ),
            '[[mailbox]] "north": user: is that of [mail]: each mailbox is read once',
        ),
        (
            file() + NORTH.replace("<north@", "<Referee@"),
            '[[mailbox]] "north": address: is that of [mail]: each mailbox has its own',
        ),
        (file() + NORTH.replace('id = "north"', ""), "[[mailbox]] number 1: id: is missing"),
        (file() + NORTH.replace('"north"', '"Mail"'), '[[mailbox]] "Mail": id: must not be "mail"'),
        (
            file(game='mailbox = "mail"') + NORTH,
            "mailbox: is left out where mails leave from [mail]",
        ),
        (
            file() + NORTH.replace('"north"', '"no rth"'),
            "[[mailbox]] number 1: id: must be at most",
        ),
        (file() + NORTH.replace("password", "# "), '[[mailbox]] "north": password: is missing'),
        (
            file() + NORTH + "per_hour = 3",
            '[[mailbox]] "north": per_hour: stands in [mail] alone: it holds for all mailboxes',
        ),
        (file() + NORTH + "adress = 3", '[[mailbox]] "north": adress: is no known key'),
        (
            file(mail='divert = "North@example.org"') + NORTH,
            "[mail]: divert: must not be the referee's own address",
        ),
        (
            file().replace("max@example.org", "north@example.org") + NORTH,
            '[[game.player]] "Max Mustermann" addresses: must not be the referee\'s own address',
        ),
        (file() + NORTH.replace("[[mailbox]]", "[mailbox]"), "mailbox: needs double brackets"),
    ],
)
def test_what_is_wrong_is_named(text: str, fault: str) -> None:
    assert any(fault in line for line in lines(text)), lines(text)


def test_without_an_id_nothing_is_said_of_the_games_that_name_it() -> None:
    for id_ in ("", 'id = ""', 'id = "no rth"', "id = 7"):
        text = file(game='mailbox = "north"') + NORTH.replace('id = "north"', id_)
        assert [": id: " in line for line in lines(text)] == [True], lines(text)


def test_a_password_in_a_url_is_one_that_all_can_read() -> None:
    url = 'postgresql+psycopg://ref:geheim@db/mailref"'
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "config.toml"
        found = {}
        for each in (url, url.replace(":geheim", "")):
            path.write_text(f'{file()}\n[storage]\nurl = "{each}\n', encoding="utf-8")
            path.chmod(0o644)
            lines_ = [fault.line for fault in odd_secrets(path)]
            found[each] = any("[storage]: url: everybody" in line for line in lines_)

    assert list(found.values()) == [True, False]


def test_a_password_that_all_can_read_is_named_with_its_mailbox() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "config.toml"
        path.write_text(file() + NORTH, encoding="utf-8")
        path.chmod(0o644)

        found = [fault.line for fault in odd_secrets(path)]

    assert any('[[mailbox]] "north": password: everybody' in line for line in found)
