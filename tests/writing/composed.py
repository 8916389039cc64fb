"""Samples composed and read back by Python's own reader of mail."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cache
from zlib import crc32

from msgspec.structs import replace

from mailref.languages import LANGUAGES as ALL_LANGUAGES
from mailref.referee.mails import Owed
from mailref.writing.compose import Composed, compose_all
from tests.shared import SHARED
from tests.writing.builders import means
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


@cache  # it takes as long to make as to compose
def sample_of(name: str) -> Owed:
    return ALL[name]()


@cache
def composed(name: str, language: str = "de") -> Composed:
    """Return a sample, composed by itself."""
    (found,) = compose_all((replace(sample_of(name), language=language),), means())
    return found


def read_back(data: bytes) -> EmailMessage:
    found = message_from_bytes(data, policy=default)
    assert isinstance(found, EmailMessage)
    assert not found.defects
    return found


@cache
def message(name: str, language: str = "de") -> EmailMessage:
    return read_back(SHARED.once(f"{name}.{language}.eml", lambda: composed(name, language).data))


def body(mail: EmailMessage, kind: str) -> str:
    """Return the `plain` or `html` part."""
    part = mail.get_body((kind,))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text.replace("\r\n", "\n")
