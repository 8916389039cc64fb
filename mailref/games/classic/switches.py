"""The switches of a classic game: what a variant's file and [game.rules] say, and back (classic 2, 8)."""

from collections.abc import Iterator, Mapping
from typing import Any

from mailref.games.by_turns.switches import Challenges, Refill, SwitchesOfTurns, TurnRules
from mailref.games.table_reader import KeyFault


class TurnSwitches(SwitchesOfTurns[TurnRules]):
    """Every switch of a classic game (classic 2, and house rules of classic 8)."""

    rules = TurnRules
    keys = (
        "rack", "bonus", "challenge", "challenge_cost", "challenge_per", "challenge_forfeit",
        "challenge_time", "refill", "unlisted", "exchange_min", "passes", "scoreless", "starter",
        "seats", "swap", "opening", "bags", "blanks_in", "left_rack", "axes", "start", "accents",
        "names", "anagrams",
    )  # fmt: skip

    def made(self, said: Mapping[str, Any]) -> TurnRules:
        is_open = said.get("challenge", Challenges.ALLOWED) is Challenges.ALLOWED
        return super().made({"refill": Refill.ACCEPTED if is_open else Refill.AT_ONCE, **said})

    def impossible(self, rules: TurnRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        if rules.opening > rules.rack:
            said = f"{rules.opening} letters can never be laid from a rack of {rules.rack}"
            yield KeyFault("opening", said)
        if rules.bags > 1 and not rules.vowels:
            said = "one of two bags holds the vowels, and none are named; "
            where = "into the file of the tiles"
            yield KeyFault("bags", f'{said}write vowels = "AEIOU", or what they are, {where}')
        yield from super().impossible(rules, overrides)


SWITCHES = TurnSwitches()
