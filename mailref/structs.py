"""What values are made of beside their fields: how they are recorded, compared, shown and counted."""

import re
from collections.abc import Callable
from typing import Annotated, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import asdict

_NAMES_PLAYER = "names a player"
PlayerName = Annotated[str, Meta(extra={_NAMES_PLAYER: True})]
"""The name of a player in a value that follows him when he is renamed (`games/naming.py`)."""


class OnRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that the record may hold: what a later mailref added to it is refused, not passed over.

    A field that is added needs a default; any other change needs a version (`record/codec.py`).
    """


class Alternative(OnRecord, frozen=True, tag_field="_type", tag=True):
    """One of several kinds of value that may stand in one place of the record: it carries its name."""


class Coded:
    """What templates and contracts call by a code: that of `TooShort` is `too_short` unless it names another."""

    __slots__ = ()

    code: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


class Memo(Struct, eq=False):
    """What is kept beside a value and could be found anew, such as a memory: any two are alike."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"


def shown_without(*hidden: str) -> Callable[[Struct], str]:
    """Return a `__repr__` without these fields: what is secret, or too long for a log."""

    def shown(value: Struct) -> str:
        fields = asdict(value).items()
        told = ", ".join(f"{name}={each!r}" for name, each in fields if name not in hidden)
        return f"{type(value).__qualname__}({told})"

    return shown


def counted(count: int, what: str) -> str:
    """Return how many there are.

    >>> counted(1, "mail"), counted(2, "mail")
    ('1 mail', '2 mails')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"
