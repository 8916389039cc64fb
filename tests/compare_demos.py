"""Whether a demo of each variant is the same game in two checkouts: mails, pictures, exports, pages (run by hand).

    python -m tests.compare_demos OLD_CHECKOUT [VARIANT ...] [--seed N] [--keep DIR]

Each checkout plays with the Python of its own `.venv` in processes of its own, one for each command. There
`secrets` gives the same bytes every time, so that nothing must differ: not even Message-IDs and the boundaries
of parts. Compared are all mails of the same sender,
recipient, time and subject in their order (every header, every text, the pixels of pictures, other files by
their bytes), `export` as JSON (value by value), CSV and GCG, the archive's pages with their pixels, and what
`verify` says of the record and of the export. Equal differences are counted and shown once, with the first place.
"""

import argparse
import difflib
import io
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).parents[1]
SEEDED = """
import hashlib, random, secrets
random.seed(28)  # of the boundaries in the players' mails
secrets.token_bytes = lambda count=32: hashlib.shake_256(b"compare").digest(count)
secrets.token_hex = lambda count=32: hashlib.shake_256(b"compare").hexdigest(count)
from mailref.cli import main
main()
"""
"""`mailref` where chance that is no game's own is the same every time."""
VARIANTS = """
from mailref.settings.load import families
print(*families())
"""
FORMS = {"game.json": "json", "game.csv": "csv", "game.gcg": "gcg"}
SHOWN = 300
"""So many characters of a difference are printed."""


class Checkout:
    """A checkout with a `.venv`, and where it plays."""

    def __init__(self, root: Path, out: Path) -> None:
        self.root, self.out = root, out
        self.python = root / ".venv" / "bin" / "python"

    def run(self, code: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python code of the checkout."""
        command = (str(self.python), "-c", code, *words)
        return subprocess.run(
            command,
            cwd=self.root,
            env={
                **os.environ,
                "PYTHONPATH": str(self.root),
            },  # its helpers import nothing of another
            capture_output=True,
            text=True,
            check=False,
        )

    def play(self, variant: str, seed: int) -> Path:
        """Play the demo of a variant and tell the game in all forms, unless that was done; return the folder."""
        folder = self.out / variant
        if (folder / "verify-file.txt").exists():
            return folder
        played = self.run(
            SEEDED, "demo", "--variant", variant, "--seed", str(seed), "--out", str(folder)
        )
        (folder / "demo.txt").write_text(self._said(played), encoding="utf-8")
        config = ("-c", str(folder / "config.toml"))
        for name, form in FORMS.items():
            told = self.run(SEEDED, "export", "demo", "--format", form, *config)
            (folder / name).write_text(told.stdout or self._said(told), encoding="utf-8")
        self.run(
            SEEDED, "export", "demo", "--format", "html", "--out", str(folder / "archive"), *config
        )
        for name, of in {
            "verify.txt": ("demo", *config),
            "verify-file.txt": ("--file", str(folder / "game.json")),
        }.items():
            told = self.run(SEEDED, "verify", *of)
            (folder / name).write_text(self._said(told), encoding="utf-8")
        return folder

    def _said(self, called: subprocess.CompletedProcess[str]) -> str:
        """Return exit code, output and the last line of what went wrong, wherever the checkout is."""
        last = called.stderr.splitlines()[-1:] if called.returncode else []
        lines = (f"exit code {called.returncode}", *called.stdout.splitlines(), *last)
        return "\n".join(lines).replace(str(self.out), "OUT") + "\n"


class Differences:
    """What was found: each difference with the first place and how often it is there."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self.counts: Counter[str] = Counter()

    def add(self, place: str, what: str) -> None:
        self.places.setdefault(what, place)
        self.counts[what] += 1

    def show(self) -> None:
        for what, place in self.places.items():
            print(f"{self.counts[what]} x, first in {place}:\n    {what}")  # noqa: T201  a tool reports


def compare(old: Path, new: Path, found: Differences, place: str) -> None:
    """Compare the folders of one variant."""
    for name in (*FORMS, "demo.txt", "verify.txt", "verify-file.txt"):
        compare_file(
            name, (old / name).read_bytes(), (new / name).read_bytes(), found, f"{place}/{name}"
        )
    compare_mails(old / "mails", new / "mails", found, f"{place}/mails")
    for folder in ("archive",):
        names = [sorted(each.name for each in (at / folder).iterdir()) for at in (old, new)]
        for name in sorted({*names[0], *names[1]}):
            if name not in names[0] or name not in names[1]:
                found.add(
                    f"{place}/{folder}/{name}",
                    f"{folder}: a file is {'new' if name in names[1] else 'gone'}",
                )
                continue
            data = [(at / folder / name).read_bytes() for at in (old, new)]
            compare_file(name, data[0], data[1], found, f"{place}/{folder}/{name}")


def compare_mails(old: Path, new: Path, found: Differences, place: str) -> None:
    """Compare those that have the same sender, recipient, time and subject, in their order."""
    paths = [sorted(folder.glob("*.eml")) for folder in (old, new)]
    keys = [[key_of(path.read_bytes()) for path in each] for each in paths]
    for tag, a, b, c, d in difflib.SequenceMatcher(
        None, keys[0], keys[1], autojunk=False
    ).get_opcodes():
        if tag == "equal":
            for one, other in zip(paths[0][a:b], paths[1][c:d], strict=True):
                compare_file(
                    one.name, one.read_bytes(), other.read_bytes(), found, f"{place}/{other.name}"
                )
            continue
        for sign, side in (("gone", keys[0][a:b]), ("new", keys[1][c:d])):
            for key in side:
                found.add(f"{place} of {key[2]} to {key[1]}", f"a mail is {sign}: {key[3]}")


def key_of(data: bytes) -> tuple[str, ...]:
    mail = message_from_bytes(data, policy=default)
    return tuple(str(mail[name]) for name in ("From", "To", "Date", "Subject"))


def compare_file(name: str, old: bytes, new: bytes, found: Differences, place: str) -> None:
    if old == new:
        return
    kind = name.rpartition(".")[2]
    if kind == "eml":
        compare_mail(old, new, found, place)
    elif kind == "json":
        for what in json_differences(json.loads(old), json.loads(new)):
            found.add(place, what)
    elif kind == "png":
        compare_pixels(old, new, found, place)
    elif kind in ("txt", "html", "csv", "gcg", "css", "ics", "plain", "calendar"):
        compare_texts(kind, old.decode(), new.decode(), found, place)
    else:
        found.add(place, f"{kind}: other bytes, {len(old)} and {len(new)}")


def compare_mail(old: bytes, new: bytes, found: Differences, place: str) -> None:
    """Compare every header, then part by part."""
    mails = [message_from_bytes(data, policy=default) for data in (old, new)]
    for one, other in zip_longest(*(list(mail.walk()) for mail in mails)):
        if one is None or other is None:
            found.add(place, f"a part is {'gone' if other is None else 'new'}")
            return
        compare_texts("header", headers_of(one), headers_of(other), found, place)
        if one.get_content_type() == other.get_content_type() and not one.is_multipart():
            data = [content_of(part) for part in (one, other)]
            compare_file(
                f"part.{one.get_content_subtype()}",
                data[0],
                data[1],
                found,
                f"{place} {one.get_content_type()}",
            )
    if not found.places and old != new:
        found.add(place, "only the bytes of the mail differ")


def headers_of(part: EmailMessage) -> str:
    return "\n".join(f"{name}: {value}" for name, value in part.items())


def content_of(part: EmailMessage) -> bytes:
    content = part.get_content()
    return content.encode() if isinstance(content, str) else bytes(content)


def compare_texts(kind: str, old: str, new: str, found: Differences, place: str) -> None:
    """Add each changed line of a text, what is old and new of it side by side."""
    before, after = old.splitlines(), new.splitlines()
    matched = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, a, b, c, d in matched.get_opcodes():
        if tag != "equal":
            gone, come = (" / ".join(each)[:SHOWN] for each in (before[a:b], after[c:d]))
            found.add(place, f"{kind}: {gone!r} became {come!r}")


def compare_pixels(old: bytes, new: bytes, found: Differences, place: str) -> None:
    pictures = [Image.open(io.BytesIO(data)).convert("RGBA") for data in (old, new)]
    if pictures[0].size != pictures[1].size:
        found.add(place, f"png: size {pictures[0].size} became {pictures[1].size}")
    elif pictures[0].tobytes() != pictures[1].tobytes():
        found.add(place, "png: other pixels")
    else:
        found.add(place, "png: the same pixels in other bytes")


def json_differences(old: object, new: object, at: str = "") -> Iterator[str]:
    """Yield each difference with its place, in which every number of a list is `*`."""
    match old, new:
        case Mapping(), Mapping():
            yield from (f"json: {at}.{key} is gone" for key in old if key not in new)
            yield from (f"json: {at}.{key} is new" for key in new if key not in old)
            for key in old:
                if key in new:
                    yield from json_differences(old[key], new[key], f"{at}.{key}")
        case list(), list() if len(old) == len(new):
            for one, other in zip(old, new, strict=True):
                yield from json_differences(one, other, f"{at}[*]")
        case _ if old != new:
            yield f"json: {at}: {json.dumps(old)[:SHOWN]} became {json.dumps(new)[:SHOWN]}"
        case _:
            pass


def main() -> int:
    """Compare the checkout named with this one; return 1 where anything differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("variants", nargs="*", help="default: all that the demo plays")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--new", type=Path, default=ROOT, help="default: the checkout of this file")
    parser.add_argument(
        "--keep", type=Path, help="where all is left; what lies there is not played again"
    )
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="mailref-compare-") as folder:
        out = asked.keep or Path(folder)
        old, new = (
            Checkout(root.resolve(), out / name)
            for root, name in ((asked.old, "old"), (asked.new, "new"))
        )
        found = Differences()
        for variant in asked.variants or new.run(VARIANTS).stdout.split():
            compare(old.play(variant, asked.seed), new.play(variant, asked.seed), found, variant)
            print(f"{variant}: compared", file=sys.stderr, flush=True)  # noqa: T201  the same
    found.show()
    print(f"{len(found.places)} differences")  # noqa: T201  the same
    return 1 if found.places else 0


if __name__ == "__main__":
    sys.exit(main())
