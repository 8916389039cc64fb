"""A JSON schema of the settings file, for editors: which keys there are, and of which kind each is.

It helps while typing; whether a file is right, `mailref check` says.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from mailref.referee.policy import (
    Confirm,
    DrawBy,
    Ink,
    Paper,
    PressPolicy,
    Publish,
    Registration,
    Trust,
    Undecided,
)
from mailref.rules.board import Axes
from mailref.rules.variant import (
    Accents,
    BaseForm,
    Counts,
    End,
    Extended,
    LateJoiner,
    LateVowel,
    Tie,
)
from mailref.settings.games import ReportColumn
from mailref.settings.people import Language
from mailref.settings.places import Auth, Consenting

Schema = Mapping[str, object]

_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_WHEN: Schema = {
    "type": "string",
    "description": "11.12.2026 20:00 or 2026-12-11T20:00:00, by the game's zone",
}
_DURATION: Schema = {"type": "string", "pattern": r"^\s*[0-9]{1,6}\s*[smhd]\s*$"}
_SIZE: Schema = {"type": ["string", "integer"], "description": "1MB, 500kB, or bytes"}
_BY_ROUND: Schema = {
    "type": ["integer", "object"],
    "description": "a number, or { 1 = 2, 16 = 1 }: from that round on",
}
_BY_NAME: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}
_SECRET: Schema = {
    "oneOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"env": _TEXT, "file": _TEXT},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        },
    ]
}


def _number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _one_of(choices: Iterable[StrEnum | str]) -> Schema:
    return {"enum": [str(choice) for choice in choices]}


def _number_or(word: str) -> Schema:
    return {"oneOf": [{"type": "integer", "minimum": 1}, {"const": word}]}


def _list_of(entry: Schema) -> Schema:
    return {"type": "array", "items": entry}


def _table(keys: Mapping[str, Schema], *needed: str) -> Schema:
    found: dict[str, object] = {
        "type": "object",
        "properties": dict(keys),
        "additionalProperties": False,
    }
    return found | ({"required": list(needed)} if needed else {})


_OAUTH2 = _table(
    {
        **dict.fromkeys(("client_id", "token_url", "device_url", "consent_url"), _TEXT),
        **dict.fromkeys(("scope", "token"), _TEXT),
        "provider": _one_of(Consenting),
        "client_secret": _SECRET,
    },
    "client_id",
)
_MAIL = _table(
    {
        **dict.fromkeys(("imap", "smtp", "user", "smtp_user", "address", "bounce", "ca"), _TEXT),
        **dict.fromkeys(
            ("done", "quarantine", "authserv_id", "divert", "operator", "spool"), _TEXT
        ),
        **dict.fromkeys(("password", "smtp_password"), _SECRET),
        "auth": _one_of(Auth),
        "oauth2": _OAUTH2,
        "insecure": _FLAG,
        "poll": _DURATION,
        "max_size": _SIZE,
        "per_address_day": _number(1, 100_000),
        "per_hour": _number(1, 1_000_000),
        "joins_per_day": _number(1, 100_000),
    },
    "smtp",
    "address",
)
_START = _table(
    {
        "round": _number(1, 100_000),
        "board": {"oneOf": [_TEXT, _list_of(_TEXT)]},
        "scores": _BY_NAME,
        "missed": _BY_NAME,
    },
    "round",
)
_WORDS = _table({"accept": _list_of(_TEXT), "refuse": _list_of(_TEXT)})
_LANGUAGE = _one_of(Language)
_PLAYER = _table({"name": _TEXT, "addresses": _list_of(_TEXT), "language": _LANGUAGE}, "name")
_READER = _table({"address": _TEXT, "language": _LANGUAGE}, "address")
_RULES = _table(
    {
        **dict.fromkeys(("letters", "letters_first"), _number(1, 1000)),
        **dict.fromkeys(("swap", "names"), _FLAG),
        **dict.fromkeys(("start", "vowels"), _TEXT),
        **dict.fromkeys(("min_vowels", "min_consonants"), _BY_ROUND),
        "plays": {"type": "integer", "minimum": 1},
        "most_tiles": _number_or("all"),
        "moves": _number_or("any"),
        "bonus": _BY_NAME,
        "counts": _one_of(Counts),
        "extended": _one_of(Extended),
        "ties": _list_of(_one_of(Tie)),
        "late_joiner": _one_of(LateJoiner),
        "accents": _one_of(Accents),
        "base_form": _one_of(BaseForm),
        "axes": _one_of(Axes),
        "late_vowel": _one_of(LateVowel),
        "end": _one_of(End),
    }
)


def _game(variants: Iterable[str]) -> Schema:
    durations = ("reminder", "ruling_grace", "close_delay", "min_round", "digest", "announce")
    return _table(
        {
            **dict.fromkeys(
                ("id", "title", "zone", "dictionary", "letters", "comment", "deputy"), _TEXT
            ),
            **dict.fromkeys(durations, _DURATION),
            **dict.fromkeys(("top", "lots"), _FLAG),
            "variant": _one_of(variants),
            "language": _LANGUAGE,
            "deadline": _WHEN,
            "schedule": {"oneOf": [_TEXT, _list_of(_WHEN)]},
            "skip": _list_of(_WHEN),
            "registration": _one_of(Registration),
            "subscribers": _list_of({"oneOf": [_TEXT, _READER]}),
            "undecided": _one_of(Undecided),
            "publish": _one_of(Publish),
            "draw": _one_of(DrawBy),
            "confirm": _one_of(Confirm),
            "press": _one_of(PressPolicy),
            "trust": _one_of(Trust),
            "columns": _list_of(_one_of(ReportColumn)),
            "solo_bonus": _number(0, 1000),
            "lookup": _TEXT,
            "rules": _RULES,
            "start": _START,
            "words": _WORDS,
            "player": _list_of(_PLAYER),
        },
        "id",
        "title",
        "variant",
        "zone",
    )


def settings_schema(variants: Iterable[str]) -> Schema:
    """Return the schema; *variants* are the names that a game may give as its variant."""
    whole = _table(
        {
            "mail": _MAIL,
            "storage": _table({"url": _TEXT, "keep": _DURATION}),
            "gamemaster": _table({"name": _TEXT, "address": _TEXT}, "name", "address"),
            "report": _table({"paper": _one_of(Paper), "theme": _one_of(Ink)}),
            "metrics": _table({"file": _TEXT}),
            "game": _list_of(_game(variants)),
        },
        "mail",
        "gamemaster",
    )
    head = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of mailref",
    }
    return {**head, **whole}
