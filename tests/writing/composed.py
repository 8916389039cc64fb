"""Samples composed and read back by Python's own reader of mail."""

import pickle
from email.message import EmailMessage
from functools import cache, lru_cache
from zlib import crc32

from jinja2 import Environment, FunctionLoader
from msgspec.structs import replace

from mailref import assets
from mailref.games.club.contents import ClubMail, OfferAsked
from mailref.languages import LANGUAGES as ALL_LANGUAGES
from mailref.referee.contents import Notice
from mailref.report.pdf import MakerHere
from mailref.report.picture import BoardPainter
from mailref.writing.compose import Composed, compose_all
from mailref.writing.scene import ReplyMeans, reply_means
from tests.effort import fewer, seed
from tests.parsed import parsed
from tests.report.views import shipped_fonts
from tests.shared import SHARED
from tests.writing.builders import HOUSE
from tests.writing.samples import ALL

LANGUAGES = ("de", "en")
"""Those in which every mail has a golden file; of the others every ninth, which is enough to see a change."""
_EVERY = 9
GOLDEN = tuple(
    (name, language)
    for language in ALL_LANGUAGES
    for name in ALL
    if language in LANGUAGES or crc32(name.encode()) % _EVERY == 0  # whatever samples join it
)
"""Each mail that has a golden file, with its language."""


@cache
def tried(language: str) -> tuple[str, ...]:
    """Return the names of the samples that are looked at one by one: by `make test` of German all, else half."""
    every, turn = fewer(many=True, few=language == LANGUAGES[0]), seed() % 2
    return tuple(name for name in ALL if every or crc32(name.encode()) % 2 == turn)


_READ: set[str] = set()
"""The templates that this process has read for samples, and for nothing else."""


@cache
def _means(club: str = "") -> ReplyMeans:
    """Return means of composing that note which templates are read; *club*: how it is called, where there is one."""

    def environment(language: str) -> Environment:
        shipped = assets.template_environment(language)
        loader = shipped.loader
        assert loader is not None

        def source(name: str) -> str:
            found = loader.get_source(shipped, name)[0]  # of several names the first that is there
            _READ.add(f"{language}/{name}")
            return found

        return shipped.overlay(loader=FunctionLoader(source))

    painter = BoardPainter(shipped_fonts())
    house = replace(HOUSE, name=club) if club else HOUSE
    return reply_means(environment, painter, MakerHere(painter), house)


@cache
def composed(name: str, language: str = "de") -> Composed:
    """Return a sample, composed by itself."""
    owed = replace(ALL[name](), language=language)
    club = owed.content.club.title if isinstance(owed.content, ClubMail | OfferAsked) else ""
    (found,) = compose_all((owed,), _means(club))
    return found


def _composed_once(name: str, language: str) -> tuple[bytes, frozenset[str], str]:
    """Return of a sample, made once in a run: its bytes, what was read for it or those before it, and its matter."""

    def made() -> bytes:
        data, content = composed(name, language).data, ALL[name]().content
        about = type(content.about).__name__ if isinstance(content, Notice) else ""
        return pickle.dumps((data, frozenset(_READ), about))

    found: tuple[bytes, frozenset[str], str] = pickle.loads(SHARED.once(f"{name}.{language}", made))  # noqa: S301  of this run
    return found


def templates_read(name: str, language: str) -> frozenset[str]:
    """Return the templates that were read for a sample, and for samples before it."""
    return _composed_once(name, language)[1]


def matter_of(name: str) -> str:
    """Return what a notice to the game master tells of, by the name of its class; nothing of another mail."""
    return _composed_once(name, LANGUAGES[0])[2]


def read_back(data: bytes) -> EmailMessage:
    found = parsed(data)
    assert isinstance(found, EmailMessage)
    assert not found.defects
    return found


@cache
def message(name: str, language: str = "de") -> EmailMessage:
    return read_back(_composed_once(name, language)[0])


@lru_cache(maxsize=3_000)  # samples are looked at by many tests
def body(mail: EmailMessage, kind: str) -> str:
    """Return the `plain` or `html` part."""
    part = mail.get_body((kind,))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text.replace("\r\n", "\n")
