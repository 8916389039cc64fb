"""What the program of commit 7e588e9f left, unpacked once for all tests of a process (README.md)."""

import json
import shutil
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from mailref.record.codec import WrittenEvent

PACKED = Path(__file__).parent / "at_7e588e9f.tar.xz"
_KEPT: list[TemporaryDirectory[str]] = []
"""Removed at the end of the process."""


@cache
def _names() -> tuple[str, ...]:
    with tarfile.open(PACKED) as tar:
        return tuple(tar.getnames())


RECORDS = tuple(
    name[8:] for name in _names() if name.startswith("records/") and name.count("/") == 1
)
"""`classic.ended`, `classic.running` ..."""
RUNNING = tuple(name for name in RECORDS if f"records/{name}/mails.json" in _names())
"""Those of which is known what was mailed when they went on."""
GAMES = tuple(name[6:-5] for name in _names() if name.endswith(".info"))
"""The games played at random; `tournament-` begins the names of tournaments."""


@cache
def unpacked() -> Path:
    """Return the folder with all of it; nothing in it may be changed."""
    _KEPT.append(TemporaryDirectory(prefix="mailref-earlier-"))
    folder = Path(_KEPT[-1].name)
    with tarfile.open(PACKED) as tar:
        tar.extractall(folder, filter="data")
    return folder


def record_in(folder: Path, name: str) -> Path:
    """Copy settings and record into *folder* and return what that program told of it."""
    told = unpacked() / "records" / name
    for each in ("config.toml", "mailref.db"):
        shutil.copy(told / each, folder / each)
    return told


class OldGame(NamedTuple):
    """A game played at random."""

    written: list[WrittenEvent]
    seed: bytes
    """Empty where it is not known."""
    zone: str
    exports: dict[Path, int]
    """Of how many events each export tells."""
    mended: dict[str, dict[str, object]]
    """The reports that an export lists since `verify` knows every report that was mailed."""


def old_game(name: str) -> OldGame:
    games = unpacked() / "games"
    lines = (games / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    info = json.loads((games / f"{name}.info").read_text(encoding="utf-8"))
    return OldGame(
        [WrittenEvent(*json.loads(line)) for line in lines],
        bytes.fromhex(info["seed"]),
        info["zone"],
        {games / each: count for each, count in info["cuts"].items()},
        {each: {"reports": reports} for each, reports in info.get("mended", {}).items()},
    )
