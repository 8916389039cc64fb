"""A player under another name, wherever the fields of a value name players."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from mailref.games.chance import Secret
from mailref.games.naming import rename
from mailref.structs import OnRecord, PlayerName


class Mark(OnRecord, frozen=True):
    by: PlayerName
    text: str = "Anna"


class Sheet(OnRecord, frozen=True):
    title: str = "Anna"
    keeper: PlayerName | None = None
    order: tuple[PlayerName, ...] = ()
    there: frozenset[PlayerName] = frozenset()
    words: Mapping[str, str] = MappingProxyType({})
    marks: Mapping[PlayerName, tuple[Mark, ...]] = MappingProxyType({})
    hidden: Secret[tuple[tuple[PlayerName, int], ...]] | None = None
    before: "Sheet | None" = None


class SignedSheet(Sheet, frozen=True):
    signed: str = ""

    def with_name(self, old: str, new: str) -> "SignedSheet":
        return replace(self, signed=self.signed.replace(old, new))


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (Sheet(), Sheet()),
        (Sheet(keeper="Anna"), Sheet(keeper="Eva")),
        (Sheet(keeper="Annabel"), Sheet(keeper="Annabel")),
        (Sheet(order=("Ben", "Anna", "Carl")), Sheet(order=("Ben", "Eva", "Carl"))),
        (Sheet(there=frozenset({"Anna", "Ben"})), Sheet(there=frozenset({"Eva", "Ben"}))),
        (Sheet(words={"Anna": "Anna"}), Sheet(words={"Anna": "Anna"})),
        (
            Sheet(marks={"Ben": (Mark("Anna"),), "Anna": (Mark("Ben"),)}),
            Sheet(marks={"Ben": (Mark("Eva"),), "Eva": (Mark("Ben"),)}),
        ),
        (Sheet(hidden=Secret((("Anna", 1),))), Sheet(hidden=Secret((("Eva", 1),)))),
        (Sheet(before=Sheet(keeper="Anna")), Sheet(before=Sheet(keeper="Eva"))),
        (SignedSheet(keeper="Anna", signed="by Anna"), SignedSheet(keeper="Eva", signed="by Eva")),
    ],
)
def test_a_name_is_changed_where_names_of_players_stand_and_nowhere_else(
    given: Sheet, found: Sheet
) -> None:
    assert rename(given, "Anna", "Eva") == found


def test_the_order_of_a_table_stays() -> None:
    sheet = Sheet(marks={"Ben": (), "Anna": (), "Carl": ()})

    assert list(rename(sheet, "Anna", "Eva").marks) == ["Ben", "Eva", "Carl"]
