"""Which languages there are, and their words: a folder of `templates/` is a language.

What lies in it beside the templates is data in TOML: here it is found and read, strictly, into the type
that the caller names. Like the code these files belong to the program and never change while it runs, so
every module may ask for them, and asks once. From the wheel, where they lie as JSON beside the code, that
takes next to no time.
"""

import hashlib
import mmap
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from io import FileIO
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from mailref.errors import MailrefError

DEFAULT = "de"
"""The language of whoever has chosen none."""

_HERE = Path(__file__).resolve().parent
_READY = _HERE / "data" / "ready"
CHART, LOOKS, METRICS, PROVIDERS, TABLES = (
    _HERE / "data" / f"{name}.toml" for name in ("chart", "looks", "metrics", "providers", "tables")
)
"""What is no words, but read in the same way."""
TEMPLATES = next(
    each for each in (_HERE / "templates", _HERE.parent / "templates") if each.is_dir()
)
"""Inside the wheel, else at the top of the checkout."""

_T = TypeVar("_T")


class LanguageError(MailrefError):
    """A file of a language does not say what it must."""


def _files(folder: Path) -> frozenset[str]:
    """Return the files of a folder; each command asks, so that paths are put together as texts."""
    start = len(str(folder))
    found = (f"{base[start:]}/{name}" for base, _, names in os.walk(folder) for name in names)
    return frozenset(each for each in found if each.endswith((".j2", ".toml")))


def _whole() -> Iterator[str]:
    """Yield each folder that has all files that the default language has; that language first."""
    needed = _files(TEMPLATES / DEFAULT)
    yield DEFAULT
    for folder in sorted(TEMPLATES.iterdir()):
        if folder.name != DEFAULT and folder.is_dir() and needed <= _files(folder):
            yield folder.name


def missing_files(name: str) -> tuple[str, ...]:
    """Return what the folder of a language lacks, by its names there; nothing where there is no such folder."""
    if name not in {each.name for each in TEMPLATES.iterdir() if each.is_dir()}:
        return ()
    missing = _files(TEMPLATES / DEFAULT) - _files(TEMPLATES / name)
    return tuple(sorted(each.lstrip("/") for each in missing))


def missing_sentences() -> Iterator[str]:
    """Yield which sentences, and which labels, of the default language another has not, each with its file."""
    for language in LANGUAGES:
        for file in sorted(_files(TEMPLATES / DEFAULT)) if language != DEFAULT else ():
            if not file.endswith(".j2"):
                continue
            there = _defined(f"{TEMPLATES}/{language}{file}")
            for name in _defined(f"{TEMPLATES}/{DEFAULT}{file}"):
                if name not in there:
                    yield f"templates/{language}{file}: lacks `{name}`, which templates/{DEFAULT}{file} has"


_DEFINED = re.compile(r"\{%-?\s*macro\s+(\w+)")
_LABEL = re.compile(r"\{%-?\s*set\s+(\w+)\s*=")


def _defined(file: str) -> list[str]:
    """Return the macros of a template, in order, and of the labels each."""
    text = Path(file).read_text(encoding="utf-8")
    labels = _LABEL.findall(text) if file.endswith("/labels.j2") else []
    return [*_DEFINED.findall(text), *labels]


LANGUAGES = tuple(_whole())
"""Those that mails are read and written in: each that has a whole folder."""


def words(name: str, form: type[_T]) -> Mapping[str, _T]:
    """Return what the file *name* of each language says, as a *form*."""
    files = ((language, TEMPLATES / language / name) for language in LANGUAGES)
    return MappingProxyType({language: read(file, form) for language, file in files})


Rows = Mapping[str, tuple[str, ...]]
"""Ways to say something in one language, each row under its key."""


@cache
def rows(name: str) -> Mapping[str, Rows]:
    """Return what the file *name* of each language says, row by row; one of them may be empty."""
    return rows_of(name, tuple[str, ...])


def rows_of(name: str, form: type[_T]) -> Mapping[str, Mapping[str, _T]]:
    """Return the rows in the file *name* of each language, all as a *form*: the same as in the default one."""
    read = words(name, dict[str, form])  # type: ignore[valid-type]  # a type all the same
    for language, said in read.items():
        for key in said.keys() ^ read[DEFAULT].keys():
            raise LanguageError(f"{language}/{name}: `{key}` is not in all languages")
    return read


def lists(name: str) -> Rows:
    """Return the rows in the file *name* of all languages together, each under its key."""
    read = rows(name)
    return MappingProxyType(
        {key: tuple(it for said in read.values() for it in said[key]) for key in read[DEFAULT]}
    )


def table(name: str, keys: Iterable[str], form: type[_T]) -> Mapping[str, Mapping[str, _T]]:
    """Return what the file *name* of each language says under each of *keys*, all as a *form*."""
    whole = msgspec.defstruct(
        name, [(key, form) for key in keys], frozen=True, forbid_unknown_fields=True
    )
    found = words(name, whole)
    return MappingProxyType({language: asdict(each) for language, each in found.items()})


def read(file: Path, form: type[_T]) -> _T:
    """Return what a file of words says, as a *form*: all of it, and nothing else."""
    text = file.read_bytes()
    made = ready(ready_name(text))
    try:
        if made is not None:
            return msgspec.json.decode(made, type=form)
        return msgspec.toml.decode(text, type=form)
    except msgspec.DecodeError as wrong:
        raise LanguageError(f"{file.parent.name}/{file.name}: {wrong}") from wrong


def ready(name: str) -> bytes | None:
    """Return what was made ready in a file of that name; None where that was not done.

    Each command asks for hundreds: with a `Path` for each it takes twice as long.
    """
    try:
        with FileIO(f"{_READY}/{name}") as file:
            return file.readall()
    except OSError:
        return None


def ready_or_made(name: str, form: type[_T], make: Callable[[], _T]) -> _T:
    """Return what was made ready in the file *name*, as a *form*; where that was not done, what *make* returns."""
    made = ready(name)
    return make() if made is None else msgspec.json.decode(made, type=form)


def code_of(file: str) -> bytes:
    """Return the code of a module, of which something was made ready; *file* is its `__file__`."""
    return Path(file).read_bytes()


def ready_name(text: bytes) -> str:
    """Return the name of the file in which a file of words lies as JSON."""
    return f"{hashlib.sha256(text).hexdigest()[:32]}.json"


def word_files() -> Mapping[str, bytes]:
    """Return every file of words, by the name under which it lies as JSON."""
    files = (file for file in _files(TEMPLATES) if file.endswith(".toml"))
    texts = (Path(f"{TEMPLATES}{file}").read_bytes() for file in files)
    return {ready_name(text): text for text in texts}


def words_as_json() -> Mapping[str, bytes]:
    """Return every file of words, and of data, as JSON, which is read in no time, by its name there."""
    others = (each.read_bytes() for each in (CHART, LOOKS, METRICS, PROVIDERS, TABLES))
    files = {**word_files(), **{ready_name(each): each for each in others}}.items()
    return {name: msgspec.json.encode(msgspec.toml.decode(text)) for name, text in files}


class Formats(Struct, frozen=True, forbid_unknown_fields=True):
    """How a language writes what is no words; what each row is, `templates/en/formats.toml` says."""

    called: str
    names: tuple[str, ...]
    locale: str
    small_after_greeting: bool
    trial_for: str
    is_international: bool
    months: tuple[tuple[str, ...], ...]
    days: tuple[tuple[str, ...], ...]
    before_colon: str = ""
    axes: str = ""
    tongues: Mapping[str, tuple[str, ...]] = MappingProxyType({})


FORMATS = words("formats.toml", Formats)


def shipped_octets(name: str) -> mmap.mmap:
    """Return a file of `mailref/data` that belongs to no single language, as it lies there."""
    with (_HERE / "data" / name).open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
