"""Where the packaged files lie: words, variants, grammar, templates, fonts, and the cache.

The core opens nothing: it gets from here what it needs as bytes, texts and templates. What is computed
from packaged files is kept in the cache folder and mapped: it takes memory only where it is read, and
processes share it.
"""

import hashlib
import logging
import lzma
import mmap
import os
import stat
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from mailref.games.kind import installed_packages, packages
from mailref.languages import DEFAULT, FORMATS, LANGUAGES, TEMPLATES
from mailref.tiles.board import Layout, read_layout
from mailref.tiles.lexicon.german import GermanLexicon, WordBlock
from mailref.tiles.lexicon.packed import Octets
from mailref.tiles.lexicon.verdicts import Hint, fold_accents
from mailref.tiles.tile_set import TileFile, read_tile_file
from mailref.version import COMMIT

if TYPE_CHECKING:
    from jinja2 import Environment

_LOG = logging.getLogger(__name__)
_PACKAGE = resources.files("mailref")
_DATA = _PACKAGE / "data"
LIST_NAME = "german-wordlist (tanglet-data 1.6.10)"
"""The word list's name as reports print it."""
ENABLE = "ENABLE2K"
"""That of the English one."""


def _folder(name: str) -> Traversable:
    """Return `grammar` or `templates`: inside the wheel, else at the top of the checkout."""
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else Path(__file__).resolve().parent.parent / name


def _packed(name: str) -> bytes:
    return (_DATA / "words" / f"{name}.txt.xz").read_bytes()


def _unpacked(name: str) -> bytes:
    return lzma.decompress(_packed(name))


def _words(name: str) -> frozenset[str]:
    return frozenset(_unpacked(name).decode().split())


def packed_word_list() -> bytes:
    """Return the default list as it is shipped, packed: enough to know which list it is."""
    return _packed("german")


def unpack_words(packed: bytes) -> bytes:
    """Return the words of a list as it is shipped."""
    return lzma.decompress(packed)


def word_list() -> bytes:
    """Return the default list of valid words: sorted, one a line, UTF-8.

    Unpacked anew each time (55 ms): the lexicon keeps its own, the top its tables.
    """
    return _unpacked("german")


def shipped_words(name: str) -> str:
    """Return a list as it is shipped, one word a line."""
    return _unpacked(name).decode()


def kept_words(packed: bytes, folder: Path | None) -> tuple[Octets, str]:
    """Return the lines of a list as it is shipped, mapped where there is a *folder*, and their SHA-256.

    The file's name says what it was unpacked from and what is in it; no other is believed.
    """
    key = hashlib.sha256(packed).hexdigest()[:32]
    found = kept(f"words-{key}", "txt", folder, lambda: (unpack_words(packed),))
    return found or (b"", hashlib.sha256(b"").hexdigest())


def kept(
    name: str, form: str, folder: Path | None, make: Callable[[], Iterable[bytes] | None]
) -> tuple[Octets, str] | None:
    """Return what was made once under *name*, mapped where there is a *folder*, and its SHA-256.

    *make* yields it part by part, or is None where it cannot be made. The file's name says what is in it; no
    other is believed, and none that another user could have written.
    """
    for path in folder.glob(f"{name}-*.{form}") if folder else ():
        try:
            memory = mapped(path)
        except (OSError, ValueError) as wrong:
            _LOG.warning("the words in %s could not be read: %s", path, wrong)
            continue
        digest = hashlib.sha256(memory).hexdigest()
        if path.stem == f"{name}-{digest}":
            return memory, digest
    parts = make()
    if parts is None:
        return None
    if folder is not None:
        try:
            return _written(name, form, folder, parts)
        except OSError as wrong:
            _LOG.warning("the words could not be kept in %s: %s", folder, wrong)
            parts = make() or ()
    whole = b"".join(parts)
    return whole, hashlib.sha256(whole).hexdigest()


def _written(name: str, form: str, folder: Path, parts: Iterable[bytes]) -> tuple[Octets, str]:
    """Keep *parts* in a file of *folder* that is named by what is in it."""
    found = hashlib.sha256()

    def fill(file: BinaryIO) -> Path:
        for part in parts:
            found.update(part)
            file.write(part)
        return folder / f"{name}-{found.hexdigest()}.{form}"

    return mapped(_filled(folder, name, fill)), found.hexdigest()


def decided() -> Mapping[str, list[str]]:
    """Return what was decided about words of the lists, each under its key."""
    return tomllib.loads((_DATA / "words" / "decided.toml").read_text(encoding="utf-8"))


@cache
def _probable() -> WordBlock:
    lines, _ = kept_words(_packed("probable"), cache_folder())
    return WordBlock.of(lines)


@cache
def lexicon() -> GermanLexicon:
    """Return the lexicon of this installation; the probable words are read when first needed."""
    words, sha256 = kept_words(packed_word_list(), cache_folder())
    suspects = _words("name_suspects")
    judged = decided()
    # A place may be a word that nobody thought of; a person or a brand was looked through.
    places = suspects & _words("names_geo")
    open_questions = (places | set(judged["suspects"])) - set(judged["words"])
    return GermanLexicon(
        name=LIST_NAME,
        sha256=sha256,
        words=WordBlock.of(words),
        suspects=open_questions,
        names={
            Hint.NAME_GEO: _words("names_geo"),
            Hint.NAME_PERSON: _words("names_person"),
            Hint.NAME_OTHER: _words("names_other"),
        },
        abbreviations=_words("abbreviations").union(judged["abbreviations"]),
        accented=frozenset(map(fold_accents, _words("accented"))),
        probable=_probable,
        listed_names=suspects - set(judged["words"]) - open_questions,
        listed_abbreviations=frozenset(judged["listed_abbreviations"]),
        affixes=frozenset(judged["affixes"]),
    )


def tile_set_names() -> tuple[str, ...]:
    """Return the tile sets that are shipped."""
    return _names_in("tiles")


@cache
def tile_file(name: str) -> TileFile:
    """Return what the file of a tile set says."""
    return read_tile_file(_table("tiles", name), name)


def layout_names() -> tuple[str, ...]:
    """Return the boards that are shipped."""
    return _names_in("boards")


def layout_table(name: str) -> Mapping[str, Any]:
    """Return what the file of a board says, as it stands."""
    return _table("boards", name)


def layout(name: str) -> Layout:
    """Return a board that is shipped."""
    return read_layout(layout_table(name), name)


@cache
def _names_in(folder: str) -> tuple[str, ...]:
    return tuple(sorted(each.name.removesuffix(".toml") for each in (_DATA / folder).iterdir()))


def _table(folder: str, name: str) -> Mapping[str, Any]:
    return tomllib.loads((_DATA / folder / f"{name}.toml").read_text(encoding="utf-8"))


def grammars() -> Mapping[str, str]:
    """Return every file of the grammar, name to text."""
    return {file.name: file.read_text(encoding="utf-8") for file in _folder("grammar").iterdir()}


_READY = "ready"
"""The folder of what is made ready when the wheel is built; in a checkout `make` fills it."""


def ready(key: str, form: str = "json") -> bytes | None:
    """Return what was made ready under *key*, or the `code` of a template; None where that was not done."""
    try:
        return (_DATA / _READY / f"{key}.{form}").read_bytes()
    except OSError:
        return None


def ready_folder() -> Path:
    """Return the folder of what is made ready, in a checkout."""
    return Path(__file__).resolve().parent / "data" / _READY


def source_of(*modules: str) -> str:
    """Return the source of modules of ours: what was made ready by other code is not used."""
    files = (_PACKAGE.joinpath(*f"{module}.py".split("/")) for module in modules)
    return "".join(file.read_text(encoding="utf-8") for file in files)


def stamp(*modules: str) -> str:
    """Return what no other state of templates, words and *modules* of ours has; none of them is read.

    A file changed in place has another time of change, which nobody can set, whatever its size and date. Where
    all times are the same, as in an image for containers, the commit tells.
    """
    theirs = (
        Path(str(resources.files(each))) / "templates" for each in installed_packages().values()
    )
    files = (file.path for folder in (TEMPLATES, *theirs) for file in _files_in(folder))
    code = (f"{_PACKAGE}/{module}.py" for module in modules)
    seen = sorted(
        (path, there.st_size, there.st_mtime_ns, there.st_ctime_ns)
        for path in (*files, *code)
        for there in (os.stat(path),)  # noqa: PTH116  a path for each of 1,800 takes as long
    )
    try:
        commit = (_DATA / COMMIT).read_bytes()
    except OSError:
        commit = b""
    return hashlib.sha256(repr((seen, commit)).encode()).hexdigest()[:32]


_NO_MAILS = ("init.j2",)
_NO_MAIL_FOLDERS = ("archive/",)
"""What speaks to the operator on a terminal."""


def template_sources(language: str) -> Mapping[str, str]:
    """Return the templates of a language, or of HTML, by the names under which they are loaded.

    What has no words of its own stands once for all languages. A kind of game from another package has its
    templates beside it, in `templates`; they begin with its name.
    """
    ours = (
        found for folder in _folders_of(language) for found in _sources_in(TEMPLATES / folder, "")
    )
    theirs = (
        found
        for name, package in installed_packages().items()
        for found in _sources_in(_templates_of(package, language), f"{name}/")
    )
    return dict((*ours, *theirs))


_PARTS = "parts"
"""The folder of templates without words."""


def _folders_of(language: str) -> tuple[str, ...]:
    """Return the folders in which templates of a language, or of HTML, lie."""
    return (language, _PARTS) if language in LANGUAGES else (language,)


def _templates_of(package: str, language: str) -> Path:
    """Return the templates of another package; in a language that it lacks those that most can read."""
    templates = Path(str(resources.files(package))) / "templates"
    others = (each for each, said in FORMATS.items() if said.is_international)
    asked = (language, *others, DEFAULT) if language in LANGUAGES else (language,)
    return next(
        (templates / each for each in asked if (templates / each).is_dir()), templates / language
    )


def _sources_in(folder: Path, above: str) -> Iterator[tuple[str, str]]:
    """Yield each template in a folder, by its name there."""
    for each in _files_in(folder):
        if each.name.endswith(".j2"):
            name = Path(each.path).relative_to(folder).as_posix()
            yield f"{above}{name}", Path(each.path).read_text(encoding="utf-8")


def _files_in(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    for each in os.scandir(folder) if Path(folder).is_dir() else ():
        if each.is_dir():
            yield from _files_in(each.path)
        else:
            yield each


def mail_templates() -> Mapping[str, str]:
    """Return the sources of all that write mails, by language and name: `xx/labels.j2`."""
    return {
        f"{language}/{name}": source
        for language in LANGUAGES
        for name, source in template_sources(language).items()
        if name not in _NO_MAILS and not name.startswith(_NO_MAIL_FOLDERS)
    }


@cache
def template_environment(language: str) -> "Environment":
    """Return the templates of one language: undefined names fail, HTML is escaped."""
    jinja2 = import_module("jinja2")  # who writes nothing need not load it
    compiled = import_module("mailref.compiled")
    folders = [_folder("templates") / each for each in _folders_of(language)]

    @cache  # that a kind has no template of its own, too: each mail asks for some
    def file_of(name: str) -> Traversable | None:
        files = [folder.joinpath(*name.split("/")) for folder in folders]
        if package := installed_packages().get(name.partition("/")[0]):
            files.append(_templates_of(package, language).joinpath(*name.split("/")[1:]))
        return next((file for file in files if file.is_file()), None)

    def source(name: str) -> str | None:
        file = file_of(name)
        return None if file is None else file.read_text(encoding="utf-8")

    made: Environment = compiled.Templates(
        loader=jinja2.FunctionLoader(source),
        undefined=jinja2.StrictUndefined,
        autoescape=jinja2.select_autoescape(enabled_extensions=("html", "html.j2")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=compiled.CompiledTemplates(partial(ready, form="code")),
        cache_size=-1,  # there are only so many, and none is read twice
    )
    return made


@cache
def variants() -> Mapping[str, Traversable]:
    """Return the file of each variant, by its name: they lie with their kinds of game."""
    folders = (resources.files(package) / "variants" for package in packages())
    files = (file for folder in folders if folder.is_dir() for file in folder.iterdir())
    named = {file.name.removesuffix(".toml"): file for file in files if file.name.endswith(".toml")}
    return dict(sorted(named.items()))


def variant_names() -> tuple[str, ...]:
    """Return the variants that a game may name."""
    return tuple(variants())


def variant_text(name: str) -> str:
    """Return the TOML of a variant, one of `variant_names`."""
    return variants()[name].read_text(encoding="utf-8")


def first_settings() -> str:
    """Return the template of a first settings file."""
    return (_DATA / "first-settings.toml.j2").read_text(encoding="utf-8")


def service_unit() -> str:
    """Return the unit of systemd, with the names of what stands in it."""
    return (_DATA / "mailref.service").read_text(encoding="utf-8")


def fonts() -> Mapping[str, bytes]:
    """Return the shipped fonts, file name to bytes."""
    return {
        file.name: file.read_bytes()
        for file in (_DATA / "fonts").iterdir()
        if file.name.endswith((".ttf", ".otf"))
    }


def cache_folder() -> Path | None:
    """Return the folder for tables that can be built anew, or None where none can be written."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
        folder = Path(
            os.environ.get("CACHE_DIRECTORY") or Path(base) / "mailref"
        )  # systemd sets it
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # nobody's home is known, or it cannot be written
        return None
    return folder if os.access(folder, os.W_OK) else None


def write_whole(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Make the file at *path* as *fill* writes it, so that readers see all of it or nothing."""

    def fill_it(file: BinaryIO) -> Path:
        fill(file)
        return path

    _filled(path.parent, path.stem, fill_it)


def _filled(folder: Path, prefix: str, fill: Callable[[BinaryIO], Path]) -> Path:
    """Put a file into *folder*, whole or not at all, where *fill*, which writes it, says; return that place."""
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            path = fill(file)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


_mappings: list[mmap.mmap] = []
"""What is mapped; read only, so that nothing is lost when it is let go."""


def mapped(path: Path) -> mmap.mmap:
    """Map the file at *path*, which must not be empty; nothing is read before it is needed.

    What belongs to another user than us and root, or could be written by one, is refused.
    """
    with path.open("rb") as file:
        there = os.fstat(file.fileno())
        if hasattr(os, "geteuid") and (
            there.st_uid not in {0, os.geteuid()} or there.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        ):
            raise PermissionError(f"{path} could have been written by another user")
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    _mappings.append(memory)
    return memory


def let_go() -> None:
    """Leave what is mapped to the system's cache until it is read again: a tenth of our memory."""
    if sys.platform == "linux":  # elsewhere the advice may not be there, or mean something else
        for memory in _mappings:
            memory.madvise(mmap.MADV_DONTNEED)
