"""Look into a wheel and a source archive before they are published: `look_into.py FILE...`."""

import re
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What the program opens while it runs, one file for each kind.
NEEDED = (
    "mailref/py.typed",
    "mailref/templates/de/",
    "mailref/templates/en/",
    "mailref/templates/html/",
    "mailref/grammar/",
    "mailref/data/commit.txt",
    "mailref/data/ready/",
    "mailref/data/words/",
    "mailref/data/fonts/",
    "mailref/games/rounds/variants/",
    "mailref/journal/migrations/versions/",
)


def faults_of_wheel(path: Path, version: str) -> list[str]:
    """Return what is wrong with a wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        metadata = message_from_bytes(wheel.read(f"mailref-{version}.dist-info/METADATA"))
        entry_points = wheel.read(f"mailref-{version}.dist-info/entry_points.txt").decode()
    found = [f"{need} is missing" for need in NEEDED if not any(n.startswith(need) for n in names)]
    found += [
        f"{name} is no part of the program"
        for name in names
        if not name.startswith(("mailref/", f"mailref-{version}.dist-info/"))
    ]
    wanted = {
        "Name": "mailref",
        "Version": version,
        "Requires-Python": ">=3.11",
        "License-Expression": "MIT",
        "Description-Content-Type": "text/markdown",
    }
    found += [
        f"{key} is {metadata[key]!r}, not {value!r}"
        for key, value in wanted.items()
        if metadata[key] != value
    ]
    if set(metadata.get_all("License-File", [])) != {"LICENSE", "NOTICE"}:
        found.append("LICENSE or NOTICE is missing")
    if not metadata["Summary"] or "# " not in str(metadata.get_payload()):
        found.append("there is no summary, or no description")
    if "mailref = mailref.cli:main" not in entry_points:
        found.append("the command mailref is missing")
    return found


def faults_of_archive(path: Path, version: str) -> list[str]:
    """Return what is wrong with a source archive: who has it can build and test."""
    with tarfile.open(path) as archive:
        names = {name.removeprefix(f"mailref-{version}/") for name in archive.getnames()}
    needed = ["PKG-INFO", "pyproject.toml", "Makefile", "LICENSE", "NOTICE", "CHANGELOG.md",
              "CONTRIBUTING.md", "README.md", ".ci/constraints.txt", "mailref/cli.py", "mailref/data/commit.txt",
              "grammar/", "templates/de/", "tests/conftest.py", "docs/rules.md", "bench/"]  # fmt: skip
    return [f"{need} is missing" for need in needed if not any(n.startswith(need) for n in names)]


def faults_of_checkout(version: str) -> list[str]:
    """Return where the number of this version is not written."""
    told = re.search(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", read("CHANGELOG.md"), re.MULTILINE)
    found = []
    if told is None or told[1] != version:
        found.append(f"CHANGELOG.md does not begin with {version}")
    if f'__version__ = "{version}"' not in read("mailref/__init__.py"):
        found.append(f"mailref/__init__.py does not say {version}")
    return found


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def main() -> int:
    """Say what is wrong with each file named, and return 1 if anything is."""
    version = str(tomllib.loads(read("pyproject.toml"))["project"]["version"])
    found = {"the checkout": faults_of_checkout(version)}
    for name in sys.argv[1:]:
        path = Path(name)
        look = faults_of_wheel if path.suffix == ".whl" else faults_of_archive
        found[path.name] = look(path, version)
    for name, faults in found.items():
        for fault in faults:
            sys.stderr.write(f"{name}: {fault}\n")
        sys.stdout.write(f"{name}: {'no fault' if not faults else 'not fit to be published'}\n")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
