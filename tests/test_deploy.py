"""What deploy/ promises, as far as it can be seen without building it: pinned, not root, watched."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from mailref.cli import mailref as command_line
from tests.commands.invoke import mailref

ROOT = Path(__file__).resolve().parent.parent
HEALTH = ["sh", "-c", "mailref status --check; [ $? -lt 2 ]"]


def read(name: str) -> str:
    path = ROOT / "deploy" / name
    if not path.is_file():
        pytest.skip("this is no checkout")
    return path.read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, each on one line."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", read("Dockerfile"), flags=re.MULTILINE))
    lines = [line for line in joined.splitlines() if line.strip()]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def last(name: str) -> str:
    return [rest for found, rest in instructions() if found == name][-1]


def test_every_base_is_pinned_to_a_version() -> None:
    bases = [rest.partition(" AS ")[0] for name, rest in instructions() if name == "FROM"]

    assert len(bases) == 2
    assert all(re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base) for base in bases)


def test_it_runs_as_nobody_in_particular_and_writes_where_volumes_are() -> None:
    assert last("USER") == "10001:10001"
    assert last("VOLUME") == '["/data", "/cache"]'
    assert last("WORKDIR") == "/data"
    users = [at for at, (name, _) in enumerate(instructions()) if name == "USER"]
    runs = [at for at, (name, _) in enumerate(instructions()) if name == "RUN"]
    assert max(runs) < min(users)


def test_what_is_copied_and_installed_is_there() -> None:
    installed = next(rest for name, rest in instructions() if "pip install" in rest)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]

    assert "--constraint .ci/constraints.txt" in installed
    assert (ROOT / ".ci" / "constraints.txt").is_file()
    assert set(re.findall(r"\.\[(\w+)\]", installed)) <= set(extras)


def test_the_version_of_the_image_is_ours() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

    assert f"mailref:{version}" in read("Dockerfile")
    assert f"image: mailref:{version}\n" in read("compose.yaml")


def test_entry_point_command_and_health_check_can_be_called_so() -> None:
    entry = re.findall(r'"([^"]+)"', last("ENTRYPOINT"))
    command = re.findall(r'"([^"]+)"', last("CMD"))
    health = re.findall(r'"([^"]+)"', last("HEALTHCHECK"))

    assert (entry, command, health) == (["mailref"], ["run"], HEALTH)
    for name, *arguments in (command, ["status", "--check"]):
        with click.Context(command_line) as above:
            found = command_line.get_command(above, name)
            assert found is not None
            found.make_context(name, arguments, parent=above)


def test_compose_says_the_same_as_the_image() -> None:
    """Its user, its command, its volumes, its health check; and it takes away what is not needed."""
    text = read("compose.yaml")
    lines = {line.strip() for line in text.splitlines()}

    assert 'user: "10001:10001"' in lines
    assert 'command: ["run"]' in lines
    assert {"- ./data:/data", "- cache:/cache", "cache:"} <= lines
    assert f"test: {json.dumps(['CMD', *HEALTH])}".replace("$", "$$") in lines
    assert {"read_only: true", "cap_drop: [ALL]", "tmpfs: [/tmp]"} <= lines
    assert "\t" not in text
    called = re.findall(r"^#   docker compose .* mailref (.+)$", text, re.MULTILINE)
    assert called == ["init"]


@pytest.mark.slow
def test_the_entry_point_is_what_is_installed(tmp_path: Path) -> None:
    """As in the image: the script beside the interpreter, from an empty folder; .ci/wheel calls it too."""
    script = Path(sys.executable).with_name("mailref")

    around = {**os.environ, "PATH": f"{script.parent}:{os.environ['PATH']}"}
    version = subprocess.run(
        [script, "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    unwell = subprocess.run(
        HEALTH, cwd=tmp_path, env=around, capture_output=True, text=True, check=False
    )

    assert (version.returncode, version.stdout.split()[0]) == (0, "mailref")
    assert unwell.returncode == 1
    assert unwell.stdout.startswith("CRITICAL: config.toml: there is no such file")


def test_a_line_that_is_too_clever_is_noticed() -> None:
    """The Dockerfile's shell lines can be read by a shell."""
    for name, rest in instructions():
        if name == "RUN":
            assert shlex.split(rest)
    assert mailref("--version").code == 0
