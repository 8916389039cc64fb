"""The switches of games in turns: what a variant's file and `[game.rules]` say, and back.

Every fault is found at once; what contradicts itself is refused with the reason (classic 8.5).
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import fields

from mailref.games.by_turns.rules import Challenges, Refill, ThemeWords, TurnRules
from mailref.games.switches import Switches, reader_of
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    WrongValueError,
    list_of,
    reads,
    shown,
    text,
)
from mailref.tiles.board import ALPHABET, SIZE
from mailref.tiles.lexicon.verdicts import spell

T = TypeVar("T", bound=TurnRules)
LISTED = "listed"
DRAWN = "draw"
_THEME = {each.name: each for each in fields(ThemeWords)}


class SwitchesOfTurns(Switches[T]):
    """The switches of a kind of game in turns: those of challenges say nothing where there are none."""

    def made(self, said: Mapping[str, Any]) -> T:
        rules = super().made(said)
        if rules.may_challenge:
            return rules
        return super().made({name: said[name] for name in said if not _is_of_challenges(name)})

    def impossible(self, rules: T, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        for key in self.silent(rules):
            if key in overrides:
                yield KeyFault(key, 'says nothing where challenge = "none"; one of them must go')

    def silent(self, rules: T) -> Collection[str]:
        if rules.may_challenge:
            return ()
        return [key for key in self.keys if _is_of_challenges(self.fields.get(key, key))]


def _is_of_challenges(name: str) -> bool:
    return name.startswith("challenge_")


class TurnSwitches(SwitchesOfTurns[TurnRules]):
    """Every switch of a classic game (classic 2, and house rules of classic 8)."""

    rules = TurnRules
    keys = (
        "rack", "bonus", "challenge", "challenge_cost", "challenge_per", "challenge_forfeit",
        "challenge_time", "refill", "unlisted", "exchange_min", "passes", "scoreless", "starter",
        "seats", "swap", "opening", "bags", "blanks_in", "left_rack", "axes", "start", "accents",
        "names",
    )  # fmt: skip

    def made(self, said: Mapping[str, Any]) -> TurnRules:
        is_open = said.get("challenge", Challenges.ALLOWED) is Challenges.ALLOWED
        return super().made({"refill": Refill.ACCEPTED if is_open else Refill.AT_ONCE, **said})

    def impossible(self, rules: TurnRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        if rules.opening > rules.rack:
            said = f"{rules.opening} letters can never be laid from a rack of {rules.rack}"
            yield KeyFault("opening", said)
        yield from super().impossible(rules, overrides)


SWITCHES = TurnSwitches()


def theme_in(table: TomlTable) -> ThemeWords:
    """Read [game.theme]: the words that earn points, and how they are called (classic 8.2)."""
    return ThemeWords(
        name=table.need("name", text, "", '"Küche"'),
        points=table.take("points", reader_of(_THEME["points"].type), _THEME["points"].default),
        words=tuple(sorted(set(table.take("words", list_of(_word), ())))),
    )


@reads(text.schema())
def _word(value: object) -> str:
    spelled = spell(text(value))
    if not set(ALPHABET).issuperset(spelled) or len(spelled) > SIZE:
        raise WrongValueError(f"must be one word of at most {SIZE} letters, not {shown(value)}")
    return spelled


def theme_table(theme: ThemeWords | None) -> dict[str, object] | None:
    """Return [game.theme] as a plain table."""
    if theme is None:
        return None
    return {"name": theme.name, "points": theme.points, "words": sorted(theme.words)}
