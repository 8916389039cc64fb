"""Of which kind the values of settings are, as a JSON schema says it for editors."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from mailref.referee.policy import Confirm, PressPolicy, Registration, Trust, Undecided
from mailref.settings.game_parts import Language

Schema = Mapping[str, object]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
WHEN: Schema = {
    "type": "string",
    "description": "11.12.2026 20:00 or 2026-12-11T20:00:00, by the game's zone",
}
DURATION: Schema = {"type": "string", "pattern": r"^\s*[0-9]{1,6}\s*[smhd]\s*$"}
BY_ROUND: Schema = {
    "type": ["integer", "object"],
    "description": "a number, or { 1 = 2, 16 = 1 }: from that round on",
}
BY_NAME: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}


def whole(least: int, most: int) -> Schema:
    """Return what a whole number from *least* to *most* is."""
    return {"type": "integer", "minimum": least, "maximum": most}


def one_word_of(choices: Iterable[StrEnum | str]) -> Schema:
    """Return what one of *choices* is."""
    return {"enum": [str(choice) for choice in choices]}


def whole_or(word: str) -> Schema:
    """Return what a whole number or *word* is."""
    return {"oneOf": [{"type": "integer", "minimum": 1}, {"const": word}]}


def several(entry: Schema) -> Schema:
    """Return what a list of *entry* is."""
    return {"type": "array", "items": entry}


def keyed(keys: Mapping[str, Schema], *needed: str) -> Schema:
    """Return what a table with these *keys* and no other is."""
    found: dict[str, object] = {
        "type": "object",
        "properties": dict(keys),
        "additionalProperties": False,
    }
    return found | ({"required": list(needed)} if needed else {})


BOARD: Schema = {"oneOf": [TEXT, several(TEXT)]}
WINDOW: Schema = {"oneOf": [DURATION, {"const": "auto"}]}
"""How long a play stays open to all."""
SCHEDULE: Schema = {"oneOf": [TEXT, several(WHEN)]}
LANGUAGE = one_word_of(Language)
_WORDS = keyed({"accept": several(TEXT), "refuse": several(TEXT)})
_PLAYER = keyed({"name": TEXT, "addresses": several(TEXT), "language": LANGUAGE}, "name")
_READER = keyed({"address": TEXT, "language": LANGUAGE}, "address")
NEEDED = ("id", "title", "variant", "zone")
"""The keys that no game can do without."""


def keys_of_all(variants: Iterable[str]) -> Mapping[str, Schema]:
    """Return the keys that every game has, of whatever kind; *variants* are those of its kind."""
    durations = ("reminder", "ruling_grace", "close_delay", "digest")
    return {
        **dict.fromkeys(
            ("id", "title", "zone", "dictionary", "comment", "deputy", "mailbox"), TEXT
        ),
        **dict.fromkeys(durations, DURATION),
        **dict.fromkeys(("top", "lots"), FLAG),
        "variant": one_word_of(variants),
        "language": LANGUAGE,
        "skip": several(WHEN),
        "registration": one_word_of(Registration),
        "subscribers": several({"oneOf": [TEXT, _READER]}),
        "undecided": one_word_of(Undecided),
        "confirm": one_word_of(Confirm),
        "press": one_word_of(PressPolicy),
        "trust": one_word_of(Trust),
        "lookup": TEXT,
        "words": _WORDS,
        "player": several(_PLAYER),
    }
