"""A JSON schema of the settings file, for editors: which keys there are, and of which kind each is.

It helps while typing; whether a file is right, `mailref check` says.
"""

from collections.abc import Mapping

from mailref.games.kind import names as kind_names
from mailref.games.tournament.tournament import System
from mailref.referee.policy import Ink, Paper
from mailref.settings.games import NOT_OF_TOURNAMENTS
from mailref.settings.kinds import settings_of
from mailref.settings.places import Auth, Consenting
from mailref.settings.schema import (
    DURATION,
    FLAG,
    NEEDED,
    TEXT,
    WHEN,
    Schema,
    keyed,
    keys_of_all,
    one_word_of,
    several,
    whole,
)
from mailref.settings.values import DecidedBy

_SIZE: Schema = {"type": ["string", "integer"], "description": "1MB, 500kB, or bytes"}
_SECRET: Schema = {
    "oneOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"env": TEXT, "file": TEXT},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        },
    ]
}


_OAUTH2 = keyed(
    {
        **dict.fromkeys(("client_id", "token_url", "device_url", "consent_url"), TEXT),
        **dict.fromkeys(("scope", "token"), TEXT),
        "provider": one_word_of(Consenting),
        "client_secret": _SECRET,
    },
    "client_id",
)
_REACHED: Mapping[str, Schema] = {
    **dict.fromkeys(("imap", "smtp", "user", "smtp_user", "address", "bounce", "ca"), TEXT),
    **dict.fromkeys(("done", "quarantine", "authserv_id", "divert", "spool"), TEXT),
    **dict.fromkeys(("password", "smtp_password"), _SECRET),
    "auth": one_word_of(Auth),
    "oauth2": _OAUTH2,
    "insecure": FLAG,
    "poll": DURATION,
    "max_size": _SIZE,
}
_MAILBOX = keyed({"id": TEXT, **_REACHED}, "id", "smtp", "address")
_MAIL = keyed(
    {
        **_REACHED,
        "operator": TEXT,
        "per_address_day": whole(1, 100_000),
        "weekly": FLAG,
        "per_hour": whole(1, 1_000_000),
        "joins_per_day": whole(1, 100_000),
    },
    "smtp",
    "address",
)


def _game(variants: Mapping[str, str]) -> Schema:
    """Return the keys of a game: its variant says of which kind it is."""
    return {"oneOf": [_of_kind(family, variants) for family in kind_names()]}


def _of_kind(family: str, variants: Mapping[str, str]) -> Schema:
    kind = settings_of(family)
    of_all = keys_of_all(name for name, its in variants.items() if its == family)
    shared = {key: each for key, each in of_all.items() if key not in kind.lacks}
    return keyed({**shared, **kind.keys}, *NEEDED, *kind.needed)


def _tournament(variants: Mapping[str, str]) -> Schema:
    """Return the keys of a tournament: its own, and those of its games."""
    own: Mapping[str, Schema] = {
        "system": one_word_of(System),
        "rounds": whole(1, 1000),
        "games_each": whole(1, 10),
        "decided_by": one_word_of(DecidedBy),
        "same_tiles": FLAG,
        "start": WHEN,
    }
    kinds = []
    for family in kind_names():
        of_games = settings_of(family).of_tournament
        if of_games is None:
            continue
        names = [name for name, its in variants.items() if its == family]
        keys = {**keys_of_all(names), **of_games}
        kept = {key: keys[key] for key in keys if key not in NOT_OF_TOURNAMENTS}
        kinds.append(keyed({**kept, **own}, *NEEDED, "system"))
    return {"oneOf": kinds}


def settings_schema(variants: Mapping[str, str]) -> Schema:
    """Return the schema; *variants* are what a game may name as its variant, each with its family."""
    whole = keyed(
        {
            "mail": _MAIL,
            "mailbox": several(_MAILBOX),
            "storage": keyed({"url": TEXT, "password": _SECRET, "keep": DURATION}),
            "gamemaster": keyed({"name": TEXT, "address": TEXT}, "name", "address"),
            "report": keyed({"paper": one_word_of(Paper), "theme": one_word_of(Ink)}),
            "metrics": keyed({"file": TEXT}),
            "game": several(_game(variants)),
            "tournament": several(_tournament(variants)),
        },
        "mail",
        "gamemaster",
    )
    head = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of mailref",
    }
    return {**head, **whole}
