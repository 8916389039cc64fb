"""What mail programs say, as data: how they quote, and what they answer by themselves.

Each language says it in `templates/xx/mail_programs.toml`; of languages without a folder of their own
`templates/mail_programs.toml` has what is known. All are read together.
"""

from collections.abc import Mapping
from types import MappingProxyType

from mailref.languages import TEMPLATES, lists, read

_NAME = "mail_programs.toml"
_DEVICE = r"[\w'\"+()\[\]./&®™-]+(?: [\w'\"+()\[\]./&®™-]+){0,7}"


def _said() -> Mapping[str, tuple[str, ...]]:
    others = read(TEMPLATES / _NAME, dict[str, dict[str, tuple[str, ...]]])
    return MappingProxyType(
        {
            key: (*forms, *(form for each in others.values() for form in each.get(key, ())))
            for key, forms in lists(_NAME).items()
        }
    )


SAID = _said()


def one_said(key: str) -> str:
    """Return the pattern that finds whatever is said of that."""
    return f"(?:{'|'.join(SAID[key])})".replace("{device}", _DEVICE)
