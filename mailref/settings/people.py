"""Who plays and who reads: [[game.player]] and `subscribers`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mailref.reading.names import folded
from mailref.reading.sentences import is_plain_name
from mailref.referee.policy import ConfiguredPlayer
from mailref.rules.table_reader import TomlTable, WrongValueError, list_of, one_of, shown, text
from mailref.settings.values import Findings, address


class Language(StrEnum):
    """The language of mails to players."""

    GERMAN = "de"
    ENGLISH = "en"


def read_players(
    tables: Sequence[Mapping[str, object]], label: str, findings: Findings
) -> tuple[ConfiguredPlayer, ...]:
    """Read every [[game.player]]; one name twice is a fault, one address for several is not."""
    players: list[ConfiguredPlayer] = []
    earlier: dict[str, str] = {}
    for position, values in enumerate(tables, start=1):
        table = TomlTable(values)
        player = ConfiguredPlayer(
            name=table.need("name", player_name, "", '"Max Mustermann"'),
            addresses=table.take("addresses", addresses, ()),
            language=str(table.take("language", one_of(Language), "")),
        )
        table.refuse_unknown()
        if player.name and (other := earlier.get(folded(player.name))):
            table.fault("name", f"is that of another player, {shown(other)}")
        earlier[folded(player.name)] = player.name
        players.append(player)
        place = f'"{player.name}"' if player.name else f"number {position}"
        section = f"[[game.player]] {place}"
        path = (*findings.tables.get(label, ()), "player", position - 1)
        findings.tables[f"{label} {section}"] = path
        findings.add(label, table.faults, section=section)
    _warn_of_shared_addresses(players, label, findings)
    return tuple(players)


def _warn_of_shared_addresses(
    players: Sequence[ConfiguredPlayer], label: str, findings: Findings
) -> None:
    first: dict[str, str] = {}
    for player in players:
        for each in player.addresses:
            other = first.setdefault(each.lower(), player.name)
            if other != player.name:
                said = f"{each} is also that of {shown(other)}: mails from there must say Spieler="
                findings.warn(label, f'[[game.player]] "{player.name}" addresses', said)


def player_name(value: object) -> str:
    """Read a name that a table can print and `Spieler=` can name."""
    name = text(value)
    if not folded(name):
        raise WrongValueError(f"must hold letters, not {shown(name)}")
    if len(name) > 60 or any(char in name for char in '"<>[]='):
        raise WrongValueError(
            f'must be at most 60 characters without " < > [ ] =, not {shown(name)}'
        )
    if not is_plain_name(name):
        raise WrongValueError(f"must not read as a move or a command, as {shown(name)} does")
    return name


def addresses(value: object) -> tuple[str, ...]:
    """Read a list of addresses, none twice."""
    found = list_of(address)(value)
    _refuse_twice(found)
    return found


@dataclass(frozen=True, slots=True)
class Subscriber:
    """Somebody who only reads the reports."""

    address: str
    language: str = ""
    """Empty: that of the game."""


def subscribers(value: object) -> tuple[Subscriber, ...]:
    """Read who gets the reports, none twice: addresses, or tables with address and language."""
    found = list_of(_subscriber)(value)
    _refuse_twice([each.address for each in found])
    return found


def _subscriber(value: object) -> Subscriber:
    if not isinstance(value, Mapping):
        return Subscriber(address(value))
    table = TomlTable(value)
    found = Subscriber(
        address=table.need("address", address, "", '"reader@example.org"'),
        language=str(table.take("language", one_of(Language), "")),
    )
    table.refuse_unknown()
    if table.faults:
        raise WrongValueError("; ".join(f"{each.key} {each.message}" for each in table.faults))
    return found


def _refuse_twice(found: Sequence[str]) -> None:
    lower = [each.lower() for each in found]
    for position, each in enumerate(lower):
        if each in lower[:position]:
            raise WrongValueError(f"names {found[position]} twice")
