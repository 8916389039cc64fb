"""Which combinations of switches no game can follow, each with the reason."""

from collections.abc import Iterator

from mailref.rules.board import SIZE
from mailref.rules.tables import KeyFault
from mailref.rules.tiles import TileSet
from mailref.rules.variant import BonusForAll, BonusTable, Counts, Rules, number_in


def impossible(rules: Rules, tiles: TileSet) -> Iterator[KeyFault]:
    """Yield every combination in *rules* that cannot be played."""
    yield from _plays(rules)
    yield from _tiles_laid(rules)
    yield from _bonus(rules)
    yield from _draws(rules, tiles)


def _plays(rules: Rules) -> Iterator[KeyFault]:
    if rules.plays > 1 and rules.counts is Counts.BEST:
        yield KeyFault(
            "plays",
            f'{rules.plays} plays in a move go only with counts = "first": with "best" each line '
            "is a move of its own, and nobody could tell plays from moves",
        )
    fewest = min(rules.letters, rules.letters_first)
    if rules.plays > fewest:
        yield KeyFault(
            "plays", f"{rules.plays} plays need {rules.plays} letters, but {fewest} are offered"
        )


def _most_offered(rules: Rules) -> int:
    return max(rules.letters, rules.letters_first)


def _tiles_laid(rules: Rules) -> Iterator[KeyFault]:
    offered = _most_offered(rules)
    if rules.most_tiles is not None and rules.most_tiles > offered:
        yield KeyFault(
            "most_tiles",
            f'{rules.most_tiles} tiles can never be laid of {offered} letters; write "all"',
        )


def _bonus(rules: Rules) -> Iterator[KeyFault]:
    offered = _most_offered(rules)
    laid = min(rules.most_tiles or offered, offered, SIZE)
    match rules.bonus:
        case BonusForAll():
            if laid < min(rules.letters, rules.letters_first):
                yield KeyFault(
                    "bonus",
                    f'"all" cannot be earned: {offered} letters are offered, at most {laid} laid',
                )
            elif offered < 7:
                yield KeyFault("bonus", f'"all" needs at least 7 letters, not {offered} (rules 8)')
        case BonusTable(entries):
            for tiles, _ in entries:
                if tiles > laid:
                    yield KeyFault(
                        "bonus", f"{tiles} tiles can never be laid in one play; at most {laid}"
                    )


def _draws(rules: Rules, tiles: TileSet) -> Iterator[KeyFault]:
    blanks = tiles.counts.get("?", 0)
    in_bag = sum(tiles.counts.get(vowel, 0) for vowel in rules.vowels) + blanks
    others = len(tiles.all_tiles) - in_bag + blanks
    rounds = sorted({1, 2, *(start for start, _ in (*rules.min_vowels, *rules.min_consonants))})
    for number in rounds:
        vowels = number_in(rules.min_vowels, number)
        consonants = number_in(rules.min_consonants, number)
        offered = rules.letters_in(number)
        if vowels + consonants > offered:
            yield KeyFault(
                "min_vowels",
                f"{vowels} vowels and {consonants} consonants in round {number} are more than "
                f"the {offered} letters offered",
            )
            return
        if vowels > in_bag or consonants > others:
            yield KeyFault(
                "min_vowels" if vowels > in_bag else "min_consonants",
                f"the bag holds {in_bag} vowels and {others} consonants, blanks counted as both",
            )
            return
