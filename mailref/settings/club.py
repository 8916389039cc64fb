"""[club]: who may begin games by mail and which, and the settings of a game that was begun so.

What is no key of its own is one of each of its games, as in [[game]]; a game that has no such key goes without,
and so it is with each switch of [club.rules].
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from mailref.games import table_reader
from mailref.games.club.club import GameAgreed, Member, Members, PlayedIn, WordJudge
from mailref.games.kind import kind_named
from mailref.games.kind import names as kind_names
from mailref.games.switches import NOTHING, TITLE, TOLD, family_named, said_of
from mailref.languages import DEFAULT, LANGUAGES
from mailref.referee.policy import GamePolicy, Trust
from mailref.settings.games import keys_in, read_game, read_language, schema_of, settings_of
from mailref.settings.toml_text import axes_for
from mailref.settings.values import (
    LONGEST_TAG,
    NO_TITLE,
    ClubSettings,
    Findings,
    Surroundings,
    identifier,
    schedule,
    shortest_round,
    zone,
)
from mailref.word_lists import default_list

_OWN = ("tag", "title", "members", "variants", "most", "judge")
_NOT_OF_CLUBS = frozenset({
    "id", "variant", "player", "start", "letters", "registration", "places", "same_tiles", "theme",
    "deadline", "subscribers", "words", "comment",
})  # fmt: skip
"""What a game has that its beginners, or the club, decide."""
_SCHEDULE, _MIN_ROUND, _RULES = "schedule", "min_round", "rules"
_MOST_GAMES = 1000
_NONE: tuple[str, ...] = ()


def club_table(around: Surroundings) -> table_reader.Reader[Mapping[str, object]]:
    """Return what reads [club]: its own keys, and those of games of all kinds."""
    return table_reader.Reader(table_reader.mapping.read, lambda: _schema(around))


def _schema(around: Surroundings) -> table_reader.Schema:
    own = table_reader.TomlTable({})
    _own_in(own, around)
    keys: dict[str, table_reader.Schema] = {}
    rules: dict[str, table_reader.Schema] = {}
    for family in kind_names():
        schema = schema_of(settings_of(family))
        keys |= {key: each for key, each in keys_in(schema).items() if key not in _NOT_OF_CLUBS}
        rules |= keys_in(schema, _RULES)
    keys[_RULES] = table_reader.table_schema(rules, [])
    return table_reader.table_schema({**keys, **keys_in(own.schema)}, [*own.needed, "zone"])


def read_club(values: Mapping[str, object], findings: Findings) -> ClubSettings:
    """Read [club]; what is wrong goes to *findings*, and stand-ins go on."""
    own = table_reader.TomlTable({key: each for key, each in values.items() if key in _OWN})
    found = _own_in(own, findings.around)
    more = {key: each for key, each in values.items() if key not in _OWN}
    for_games = table_reader.TomlTable(more)
    where = for_games.need("zone", zone, ZoneInfo("UTC"), '"Europe/Berlin"')
    language = str(for_games.take("language", read_language, DEFAULT))
    faults = [*own.faults, *for_games.faults]
    club = replace(
        found,
        zone=where,
        language=language,
        folder=str(findings.around.folder),
        keys=tuple((name, _keys_of(name, more, found.judge, findings)) for name in found.variants),
    )
    findings.add(faults)
    return replace(club, played=_try_games(club, more, findings)) if not faults else club


def _own_in(table: table_reader.TomlTable, around: Surroundings) -> ClubSettings:
    names = table_reader.list_of(_variant(around))
    return ClubSettings(
        tag=table.take("tag", _tag, "club"),
        title=table.take("title", table_reader.text, NO_TITLE),
        members=table.take("members", table_reader.one_of(Members), Members.REGISTERED),
        variants=tuple(dict.fromkeys(table.need("variants", names, _NONE, '["dottendorf-1zug"]'))),
        most=table.take("most", table_reader.number(1, _MOST_GAMES), 20),
        judge=table.take("judge", table_reader.one_of(WordJudge), WordJudge.GAME_MASTER),
    )


@table_reader.reads(table_reader.text.schema())
def _tag(value: object) -> str:
    written = identifier(value)
    if written.lower() == "mailref" or len(written) > LONGEST_TAG:
        raise table_reader.WrongValueError(
            f'must be at most {LONGEST_TAG} letters, and not "mailref": its games are {written}-1'
        )
    return written


def _variant(around: Surroundings) -> table_reader.Reader[str]:
    @table_reader.reads({"enum": sorted(around.variants)})
    def read(value: object) -> str:
        name = table_reader.text(value)
        if name not in around.variants:
            raise table_reader.WrongValueError(
                f"is no variant{table_reader.suggestion(name, around.variants)}: {table_reader.shown(name)}"
            )
        return name

    return read


def _family(variant: str, around: Surroundings) -> str:
    return family_named(around.variants.get(variant, NOTHING))


def _keys_of(
    variant: str, values: Mapping[str, object], judge: WordJudge, findings: Findings
) -> Mapping[str, object]:
    """Return what the settings would say of each game of a variant, but who plays it."""
    kind = settings_of(_family(variant, findings.around))
    schema = schema_of(kind)
    there = keys_in(schema)
    judged = kind.judged_by(judge)
    if judged is None:
        said = f"is for games in which plays are challenged, not for {table_reader.shown(variant)}"
        findings.fault("judge", f'"{judge}" {said}')
    kept = {key: each for key, each in values.items() if key in there and key not in _NOT_OF_CLUBS}
    told = {"variant": variant, **kept, **(judged or {})}
    rules = {
        **{key: each for key, each in _rules_in(values).items() if key in keys_in(schema, _RULES)},
        **_rules_in(judged or {}),
    }
    return {**told, _RULES: rules} if rules else {k: v for k, v in told.items() if k != _RULES}


def _rules_in(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return the switches among the keys of a game; none where there is no table of them."""
    found = values.get(_RULES)
    return found if isinstance(found, Mapping) else NOTHING


def _try_games(
    club: ClubSettings, values: Mapping[str, object], findings: Findings
) -> tuple[tuple[str, PlayedIn], ...]:
    """Note what is wrong with the games that could be begun, and keys that none of them has.

    Return with which tiles and words each is played.
    """
    known, switches, played = set[str](), set[str](), list[tuple[str, PlayedIn]]()
    for variant, keys in club.keys:
        schema = schema_of(settings_of(_family(variant, findings.around)))
        known |= keys.keys() | keys_in(schema).keys()
        switches |= keys_in(schema, _RULES).keys()
        own = replace(findings, faults=[], warnings=[], tables={}, label="[club]")
        game = read_game(_values(keys, f"{club.tag}-1", "Probe", _TWO), own)
        listed = default_list(game.tiles) if game.listed is UNSET else game.listed
        if kind_named(game.family).asks_lists:
            played.append(
                (variant, PlayedIn(game.tiles.code or DEFAULT, listed.name, game.least_time))
            )
        for each in own.faults:
            key = each.key.replace("[game.rules] ", f"{_RULES}.")
            is_written = key.partition(".")[0] in values
            needed = "" if is_written else f" (needed by {table_reader.shown(variant)} in variants)"
            findings.faults.append(replace(each, key=key, message=f"{each.message}{needed}"))
        warned = {each.key for each in findings.warnings}
        findings.warnings += (
            each for each in own.warnings if each.key in values and each.key not in warned
        )
    for key in values:
        if key in _NOT_OF_CLUBS:
            findings.fault(key, "is no key of a club")
        elif key not in known and club.keys:
            findings.fault(key, f"is no key of these games{table_reader.suggestion(key, known)}")
    for key in _rules_in(values):
        if key not in switches and club.keys:
            findings.fault(
                f"{_RULES}.{key}",
                f"is no key of these games{table_reader.suggestion(key, switches)}",
            )
    if _RULES in values and not isinstance(values[_RULES], Mapping):
        findings.fault(_RULES, "must be a table, [club.rules]")
    return tuple(played)


_TWO = (Member("Anna", ("anna@example.org",)), Member("Ben", ("ben@example.org",)))


def _values(
    keys: Mapping[str, object], id_: str, title: str, players: tuple[Member, ...]
) -> dict[str, object]:
    """Return a game as the settings would have it; who was forgotten is not named."""
    playing = [
        {"name": each.name, "addresses": [*each.addresses]}
        | ({"language": each.language} if each.language in LANGUAGES else {})
        for each in players
        if each.addresses
    ]
    return {**keys, "id": id_, "title": title, "player": playing}


class CannotBeginError(Exception):
    """A game cannot be begun so; `keys` are those of the settings that would be wrong."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__(", ".join(keys))
        self.keys = keys


def agreed_game(
    club: ClubSettings,
    around: Surroundings,
    *,
    number: int,
    name: tuple[str, str],
    variant: str,
    players: tuple[Member, ...],
    days: str,
    at: datetime,
) -> GameAgreed:
    """Return what is recorded of a game that begins; CannotBeginError where the settings could not say so.

    *name*: its id and title. One player alone begins a game that others may join.
    """
    keys = dict(dict(club.keys)[variant])
    if days:
        keys[_SCHEDULE] = days
    if is_in_rounds(variant, around) and _SCHEDULE not in keys:
        raise CannotBeginError((_SCHEDULE,))
    if len(players) == 1:
        keys["registration"] = "open"
    if axes := axes_for(around.variants[variant], club.language):
        keys[_RULES] = {"axes": axes, **_rules_in(keys)}
    findings = Findings("", around)
    read_game(_values(keys, *name, players), findings)
    if findings.faults:
        raise CannotBeginError(tuple(each.key for each in findings.faults))
    if _SCHEDULE in keys and (least := shortest_round(schedule(club.zone)(keys[_SCHEDULE]))):
        keys = {_MIN_ROUND: least, **keys}
    written = msgspec.json.encode(keys, order="sorted").decode()
    return GameAgreed(number, *name, players, written, at)


def is_in_rounds(variant: str, around: Surroundings) -> bool:
    """Tell whether the games of a variant have ZATs for all."""
    return _SCHEDULE in keys_in(schema_of(settings_of(_family(variant, around))))


def titles(club: ClubSettings, around: Surroundings) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each variant with its names, its title in the language of the club first."""
    for variant in club.variants:
        switches = around.variants.get(variant, NOTHING)
        said = [said_of(switches, TITLE, each) for each in (club.language, *LANGUAGES)]
        yield variant, tuple(dict.fromkeys([*filter(None, said), variant]))


def told(club: ClubSettings, around: Surroundings) -> Iterator[tuple[str, str, str]]:
    """Yield what each variant is, in a line: its id, the language, what is said."""
    for variant in club.variants:
        for language in LANGUAGES:
            if said := said_of(around.variants.get(variant, NOTHING), TOLD, language):
                yield variant, language, said


def trust_in(club: ClubSettings) -> Trust:
    """Return whom games of the club believe, those that have begun, too: forged mail is a matter of today."""
    said = (str(keys["trust"]) for _, keys in club.keys if "trust" in keys)
    return Trust(next(said, Trust.ADDRESS))


def policy_of(agreed: GameAgreed, around: Surroundings) -> GamePolicy:
    """Return the settings of a game that was begun by mail."""
    keys: dict[str, object] = msgspec.json.decode(agreed.keys)
    values = _values(keys, agreed.game, agreed.title, agreed.players)
    return read_game(values, Findings("", around))
