"""A JSON schema of the settings file, for editors: which keys there are, and of which kind each is.

It helps while typing; whether a file is right, `mailref check` says.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from mailref.games.bingo.rules import Call
from mailref.games.by_turns.policy import ReadersGet
from mailref.games.by_turns.rules import (
    BlanksIn,
    Challenges,
    CostPer,
    LeftRack,
    Refill,
    Timeout,
    Unlisted,
)
from mailref.games.by_turns.switches import SEATS, SOLO_SWITCHES
from mailref.games.kind import names as kind_names
from mailref.games.rounds.policy import DrawBy, Publish
from mailref.games.rounds.rules import Counts, End, LateJoiner, LateVowel, Tie
from mailref.games.rummikub.orders import Insert, Repeat
from mailref.games.tournament.tournament import System
from mailref.referee.policy import Confirm, Ink, Paper, PressPolicy, Registration, Trust, Undecided
from mailref.settings.game_parts import Language
from mailref.settings.games import NOT_OF_TOURNAMENTS, ReportColumn
from mailref.settings.places import Auth, Consenting
from mailref.settings.values import DecidedBy
from mailref.tiles.board import Axes
from mailref.tiles.variant import Accents, BaseForm, Extended

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
_REACHED: Mapping[str, Schema] = {
    **dict.fromkeys(("imap", "smtp", "user", "smtp_user", "address", "bounce", "ca"), _TEXT),
    **dict.fromkeys(("done", "quarantine", "authserv_id", "divert", "spool"), _TEXT),
    **dict.fromkeys(("password", "smtp_password"), _SECRET),
    "auth": _one_of(Auth),
    "oauth2": _OAUTH2,
    "insecure": _FLAG,
    "poll": _DURATION,
    "max_size": _SIZE,
}
_MAILBOX = _table({"id": _TEXT, **_REACHED}, "id", "smtp", "address")
_MAIL = _table(
    {
        **_REACHED,
        "operator": _TEXT,
        "per_address_day": _number(1, 100_000),
        "weekly": _FLAG,
        "per_hour": _number(1, 1_000_000),
        "joins_per_day": _number(1, 100_000),
    },
    "smtp",
    "address",
)
_BOARD: Schema = {"oneOf": [_TEXT, _list_of(_TEXT)]}
_ROUNDS_START = _table(
    {
        "round": _number(1, 100_000),
        "board": _BOARD,
        "scores": _BY_NAME,
        "missed": _BY_NAME,
    },
    "round",
)
_TURNS_START = _table(
    {
        "turn": _number(1, 100_000),
        "to_move": _TEXT,
        "board": _BOARD,
        "scores": _BY_NAME,
        "racks": {"type": "object", "additionalProperties": _TEXT},
    },
    "turn",
    "to_move",
)
_THEME = _table({"name": _TEXT, "points": _number(1, 1000), "words": _list_of(_TEXT)}, "name")
_WORDS = _table({"accept": _list_of(_TEXT), "refuse": _list_of(_TEXT)})
_LANGUAGE = _one_of(Language)
_PLAYER = _table({"name": _TEXT, "addresses": _list_of(_TEXT), "language": _LANGUAGE}, "name")
_READER = _table({"address": _TEXT, "language": _LANGUAGE}, "address")
_ROUNDS_RULES = _table(
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


_TURNS_RULES = _table(
    {
        **dict.fromkeys(("swap", "names", "challenge_forfeit"), _FLAG),
        **dict.fromkeys(("start", "starter"), _TEXT),
        "rack": _number(2, 25),
        "bonus": _BY_NAME,
        "challenge": _one_of(Challenges),
        "challenge_cost": _number(0, 1000),
        "challenge_per": _one_of(CostPer),
        "challenge_time": {"oneOf": [_DURATION, {"const": "auto"}]},
        "refill": _one_of(Refill),
        "unlisted": _one_of(Unlisted),
        "exchange_min": _number(0, 102),
        "passes": _number(1, 10),
        "scoreless": _number(0, 100),
        "seats": _one_of(SEATS),
        "opening": _number(2, 15),
        "bags": _number(1, 2),
        "blanks_in": _one_of(BlanksIn),
        "left_rack": _one_of(LeftRack),
        "axes": _one_of(Axes),
        "accents": _one_of(Accents),
    }
)


_TABLE_RULES = _table(
    {
        **dict.fromkeys(("first", "least", "after_refill"), _number(2, 15)),
        **dict.fromkeys(("refill", "penalty"), _number(0, 14)),
        "goal": _number(1, 10_000),
        "challenge": _one_of(Challenges),
        "doubt_cost": _number(0, 1000),
        "challenge_time": {"oneOf": [_DURATION, {"const": "auto"}]},
        "repeat": _one_of(Repeat),
        "insert": _one_of(Insert),
        "unlisted": _one_of(Unlisted),
        "accents": _one_of(Accents),
        "names": _FLAG,
        "seats": _one_of(SEATS),
        "starter": _TEXT,
    }
)


_BINGO_RULES = _table(
    {
        "per_round": _number(1, 102),
        "blanks": _FLAG,
        "call": _one_of(Call),
        "names": _FLAG,
        "accents": _one_of(Accents),
        "base_form": _one_of(BaseForm),
    }
)


def _common(variants: Iterable[str]) -> Mapping[str, Schema]:
    """Return the keys that every game has."""
    durations = ("reminder", "ruling_grace", "close_delay", "digest")
    return {
        **dict.fromkeys(
            ("id", "title", "zone", "dictionary", "comment", "deputy", "mailbox"), _TEXT
        ),
        **dict.fromkeys(durations, _DURATION),
        **dict.fromkeys(("top", "lots"), _FLAG),
        "variant": _one_of(variants),
        "language": _LANGUAGE,
        "skip": _list_of(_WHEN),
        "registration": _one_of(Registration),
        "subscribers": _list_of({"oneOf": [_TEXT, _READER]}),
        "undecided": _one_of(Undecided),
        "confirm": _one_of(Confirm),
        "press": _one_of(PressPolicy),
        "trust": _one_of(Trust),
        "lookup": _TEXT,
        "words": _WORDS,
        "player": _list_of(_PLAYER),
    }


_IN_ROUNDS: Mapping[str, Schema] = {
    **dict.fromkeys(("min_round", "announce", "lots_until"), _DURATION),
    "letters": _TEXT,
    "deadline": _WHEN,
    "schedule": {"oneOf": [_TEXT, _list_of(_WHEN)]},
    "publish": _one_of(Publish),
    "draw": _one_of(DrawBy),
    "columns": _list_of(_one_of(ReportColumn)),
    "solo_bonus": _number(0, 1000),
    "rules": _ROUNDS_RULES,
    "start": _ROUNDS_START,
}
_IN_TURNS: Mapping[str, Schema] = {
    **dict.fromkeys(
        ("move_time", "grace", "bank", "vacation", "announce", "lots_until"), _DURATION
    ),
    "until": {"type": "string", "pattern": "^[0-9]{1,2}:[0-9]{2}$"},
    "timeout": _one_of(Timeout),
    "timeouts": _number(0, 100),
    "readers_get": _one_of(ReadersGet),
    "history": _number(1, 1000),
    "places": _number(2, 4),
    "same_tiles": _TEXT,
    "theme": _THEME,
    "rules": _TURNS_RULES,
    "start": _TURNS_START,
}
_UNSCRABBLE_RULES = _table(
    {
        "most": _number(1, 15),
        "challenge": _one_of(Challenges),
        "challenge_cost": _number(0, 1000),
        "challenge_per": _one_of(CostPer),
        "challenge_forfeit": _FLAG,
        "challenge_time": {"oneOf": [_DURATION, {"const": "auto"}]},
        "unlisted": _one_of(Unlisted),
        "axes": _one_of(Axes),
        "accents": _one_of(Accents),
        "names": _FLAG,
        "seats": _one_of(SEATS),
    }
)
_IN_UNSCRABBLE: Mapping[str, Schema] = {
    **{key: each for key, each in _IN_TURNS.items() if key not in ("theme", "same_tiles")},
    "rules": _UNSCRABBLE_RULES,
    "start": _table({"from": _TEXT, "board": _BOARD}),
}
_AT_TABLE: Mapping[str, Schema] = {
    **{key: each for key, each in _IN_TURNS.items() if key not in ("theme", "start")},
    "rules": _TABLE_RULES,
}
_IN_BINGO: Mapping[str, Schema] = {
    "min_round": _DURATION,
    "deadline": _WHEN,
    "schedule": {"oneOf": [_TEXT, _list_of(_WHEN)]},
    "rules": _BINGO_RULES,
}
_SOLO_RULES = _table(
    {
        "racks": _number(1, 2),
        "chosen": _FLAG,
        **{
            key: _TURNS_RULES["properties"][key]  # type: ignore[index]  # a table of switches
            for key in SOLO_SWITCHES
            if key not in ("racks", "chosen")
        },
    }
)
_SOLO: Mapping[str, Schema] = {
    "deadline": _WHEN,
    "history": _number(1, 1000),
    "rules": _SOLO_RULES,
}


def _without_lots(keys: Mapping[str, Schema]) -> Mapping[str, Schema]:
    """Return the keys of a game into whose draws nothing is mixed."""
    return {key: each for key, each in keys.items() if key != "lots"}


_NEEDED = ("id", "title", "variant", "zone")


def _game(variants: Mapping[str, str]) -> Schema:
    """Return the keys of a game: its variant says of which family it is."""
    of = {
        family: [name for name, its in variants.items() if its == family] for family in kind_names()
    }
    return {
        "oneOf": [
            _table({**_common(of["rounds"]), **_IN_ROUNDS}, *_NEEDED),
            _table({**_common(of["turns"]), **_IN_TURNS}, *_NEEDED),
            _table({**_common(of["table"]), **_AT_TABLE}, *_NEEDED),
            _table({**_common(of["unscrabble"]), **_IN_UNSCRABBLE}, *_NEEDED, "start"),
            _table({**_without_lots(_common(of["bingo"])), **_IN_BINGO}, *_NEEDED),
            _table({**_common(of["solo"]), **_SOLO}, *_NEEDED, "deadline"),
        ]
    }


def _tournament(variants: Mapping[str, str]) -> Schema:
    """Return the keys of a tournament: its own, and those of its games."""
    own: Mapping[str, Schema] = {
        "system": _one_of(System),
        "rounds": _number(1, 1000),
        "games_each": _number(1, 10),
        "decided_by": _one_of(DecidedBy),
        "same_tiles": _FLAG,
        "start": _WHEN,
    }
    board: Mapping[str, Schema] = {"board": _BOARD, "from": _TEXT}
    taken_down = {**_IN_UNSCRABBLE, **board}
    kinds = []
    for family, of_games in (
        ("turns", _IN_TURNS),
        ("table", _AT_TABLE),
        ("unscrabble", taken_down),
    ):
        names = [name for name, its in variants.items() if its == family]
        keys = {**_common(names), **of_games}
        kept = {key: keys[key] for key in keys if key not in NOT_OF_TOURNAMENTS}
        kinds.append(_table({**kept, **own}, *_NEEDED, "system"))
    return {"oneOf": kinds}


def settings_schema(variants: Mapping[str, str]) -> Schema:
    """Return the schema; *variants* are what a game may name as its variant, each with its family."""
    whole = _table(
        {
            "mail": _MAIL,
            "mailbox": _list_of(_MAILBOX),
            "storage": _table({"url": _TEXT, "password": _SECRET, "keep": _DURATION}),
            "gamemaster": _table({"name": _TEXT, "address": _TEXT}, "name", "address"),
            "report": _table({"paper": _one_of(Paper), "theme": _one_of(Ink)}),
            "metrics": _table({"file": _TEXT}),
            "game": _list_of(_game(variants)),
            "tournament": _list_of(_tournament(variants)),
        },
        "mail",
        "gamemaster",
    )
    head = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of mailref",
    }
    return {**head, **whole}
