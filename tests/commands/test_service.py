"""`mailref service install`: a unit that systemd takes, and that lets the daemon do no more than it must."""

import re
import subprocess
from pathlib import Path

import pytest

from mailref.commands import service
from mailref.errors import MailrefError
from tests.commands.invoke import mailref
from tests.needs import need_program
from tests.settings.written import file


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "of mine" / "config.toml"
    path.parent.mkdir()
    metrics = f'[metrics]\nfile = "{tmp_path}/prom/mailref.prom"\n'
    text = file().replace('imap = "imaps://mail.example.org"', 'spool = "mail"')
    path.write_text(metrics + text, encoding="utf-8")
    return path


def printed(config: Path, *arguments: str) -> str:
    called = mailref("service", "install", "--print", *arguments, "-c", str(config))
    assert (called.code, called.err) == (0, "")
    return called.out


def test_it_may_write_only_where_the_settings_say(config: Path) -> None:
    lines = printed(config, "--user", "erika").splitlines()

    here = config.parent
    assert f'ReadWritePaths="{here}" "{here}/mail" "{here.parent}/prom"' in lines
    assert "ProtectSystem=strict" in lines
    assert "User=erika" in lines
    assert f"WorkingDirectory={here}" in lines
    (start,) = [line for line in lines if line.startswith("ExecStart=")]
    assert start.endswith(f'/mailref" run -c "{config}"')


def test_it_is_started_again_for_ever_and_killed_when_it_hangs(config: Path) -> None:
    lines = printed(config).splitlines()

    wanted = {
        "Type=notify", "WatchdogSec=15min", "Restart=on-failure", "RestartSec=30",
        "StartLimitIntervalSec=0", "StateDirectory=mailref", "CacheDirectory=mailref",
        "OOMPolicy=continue",
    }  # fmt: skip
    assert wanted <= set(lines)


def test_systemd_takes_it_and_finds_it_safe(config: Path, tmp_path: Path) -> None:
    """A score below 2, of 10 for a service that may do everything."""
    program = need_program("systemd-analyze", "systemd")
    unit = tmp_path / "mailref.service"
    unit.write_text(printed(config, "--user", "root"), encoding="utf-8")

    verified = subprocess.run(
        [program, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    judged = subprocess.run(
        [program, "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert "mailref.service" not in verified.stderr
    score = re.search(r"exposure level for mailref\.service: ([\d.]+)", judged.stdout)
    assert score is not None, judged.stderr
    assert float(score[1]) < 2


def test_root_gets_it_written_and_nothing_else_replaced(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = tmp_path / "mailref.service"
    monkeypatch.setattr(service, "UNIT", unit)
    monkeypatch.setattr("os.geteuid", lambda: 0)

    first = mailref("service", "install", "--yes", "-c", str(config))
    again = mailref("service", "install", "--yes", "-c", str(config))
    unit.write_text("[Service]\n")
    refused = mailref("service", "install", "--yes", "-c", str(config))
    forced = mailref("service", "install", "--yes", "--force", "-c", str(config))

    assert [each.code for each in (first, again, refused, forced)] == [0, 0, 1, 0]
    assert refused.err == (
        f"mailref: {unit}: is there and says something else; --force replaces it\n"
    )
    assert "systemctl daemon-reload && systemctl enable --now mailref" in first.out
    assert unit.read_text() == printed(config)


@pytest.mark.parametrize(("said", "is_written"), [("y\n", True), ("n\n", False), ("", False)])
def test_root_is_shown_it_and_asked_first(
    said: str, is_written: bool, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = tmp_path / "mailref.service"
    monkeypatch.setattr(service, "UNIT", unit)
    monkeypatch.setattr("os.geteuid", lambda: 0)

    called = mailref("service", "install", "-c", str(config), stdin=said)

    assert called.out.startswith(printed(config) + f"Write this to {unit}? [y/N]: ")
    assert unit.exists() is is_written
    assert (called.code == 0) is is_written


def test_who_is_not_root_gets_it_printed(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)

    assert mailref("service", "install", "-c", str(config)).out == printed(config)


@pytest.mark.parametrize("user", ["", "a b", "x\nExecStartPre=/bin/sh", "%u"])
def test_a_name_cannot_end_its_line(config: Path, user: str) -> None:
    called = mailref("service", "install", "--print", "--user", user, "-c", str(config))

    assert called.code == 1
    assert called.err == f"mailref: {user!r} is no name of a user\n"


def test_signs_that_systemd_would_read_are_written_out() -> None:
    assert service._quoted(Path('/a "b"/$c/100%')) == '"/a \\"b\\"/$$c/100%%"'
    with pytest.raises(MailrefError, match="cannot stand in a unit"):
        service._quoted(Path("/a\nb"))
