"""A backup of commit 7e588e9f is restored and goes on, and the mails are the same (README.md)."""

import json
from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.earlier.going_on import Mail, go_on
from tests.earlier.unpacked import RUNNING, record_in


def mended(mail: Mail) -> Mail:
    """Return an old mail as it is since whatever answers a mail is marked as an answer (27ddbb1c)."""
    if not any(each.startswith("In-Reply-To: ") for each in mail.headers):
        return mail
    headers = [each.replace("auto-generated", "auto-replied") for each in mail.headers]
    return mail._replace(headers=headers)


def renamed(mail: Mail) -> Mail:
    """Return an old mail with the label that has another name since what people quote of ours is told from plays."""
    texts = [
        each.replace("Wörter da:   ", "Eingegangen: ").replace("Wörter da:", "Eingegangen:")
        for each in mail.texts
    ]
    return mail._replace(texts=texts)


_OF_A_LIST = ("Reply-To: ", "List-Id: ", "List-Unsubscribe: ")


def listed(old: Mail, new: Mail) -> Mail:
    """Return an old mail as it is since reports of all kinds of game bear the fields of a list (efeccb02)."""
    fields = [each for each in new.headers if each.startswith(_OF_A_LIST)]
    if any(each.startswith(_OF_A_LIST) for each in old.headers):
        return old
    at = next(at for at, each in enumerate(old.headers, start=1) if each.startswith("Date: "))
    return old._replace(headers=[*old.headers[:at], *fields, *old.headers[at:]])


@pytest.mark.sampled(5)
@pytest.mark.slow
@pytest.mark.parametrize("name", RUNNING)
def test_a_restored_game_goes_on_with_the_same_mails(tmp_path: Path, name: str) -> None:
    told = record_in(tmp_path, name)
    raw = json.loads((told / "mails.json").read_text(encoding="utf-8"))
    wanted = [renamed(mended(Mail(*each))) for each in raw]

    now = list(go_on(tmp_path / "config.toml", told / "mailref.db", told / "now.txt"))

    if name.startswith(("bingo", "solitaire")):
        wanted = [listed(*both) for both in zip(wanted, now, strict=True)]
    assert [each.headers for each in now] == [each.headers for each in wanted]
    assert now == wanted
    called = mailref("verify", "demo", "-c", str(tmp_path / "config.toml"))
    assert (called.code, called.err) == (0, "")
