"""Filling the rack from the bag, with the least numbers of vowels and consonants a game asks for."""

from mailref.games.chance import Chance
from mailref.games.rounds.rules import LateVowel, Rules, number_in
from mailref.structs import OnRecord
from mailref.tiles.board import BLANK, in_order, without

MOST_REDRAWS = 1000
"""After so many the minimum is relaxed (rules 8)."""


class Draw(OnRecord, frozen=True):
    """What was drawn for a round, and what is offered and left after it."""

    drawn: str
    """The tiles that came from the bag and stayed."""
    returned: str
    """What went back from the rack before; "" unless a whole rack was put back."""
    rack: str
    bag: str
    redraws: int = 0
    """How often a rack failed the minimum and went back whole."""
    is_relaxed: bool = False
    """Whether the minimum could not be met."""
    by_hand: bool = False


def fill(  # noqa: PLR0917  a round, what there is, and chance
    rules: Rules, round_number: int, kept: str, bag: str, chance: Chance, times_anew: int = 0
) -> Draw:
    """Fill *kept* up from *bag* for *round_number*; the rack is short if the bag is (rules 2, draw).

    A rack that fails the minimum goes back whole, the letters kept included. Each time that letters
    are drawn anew other numbers of chance are used.
    """
    again = f" {times_anew}" if times_anew else ""
    wanted = rules.letters_in(round_number)
    everything = in_order(kept + bag)
    possible = can_be_met(rules, round_number, everything, min(wanted, len(everything)))
    draw = _take(f"draw {round_number} 0{again}", kept, bag, wanted, chance)
    redraws = 0
    while possible and not meets_minimum(rules, round_number, draw.rack):
        if redraws == MOST_REDRAWS:
            possible = False
            break
        redraws += 1
        fresh = _take(f"draw {round_number} {redraws}{again}", "", everything, wanted, chance)
        draw = Draw(fresh.drawn, kept, fresh.rack, fresh.bag, redraws)
    failed = not meets_minimum(rules, round_number, draw.rack)
    return Draw(draw.drawn, draw.returned, draw.rack, draw.bag, redraws, is_relaxed=failed)


def draw_by_hand(kept: str, bag: str, drawn: str) -> Draw:
    """Take what the game master drew; ValueError names what the bag does not hold."""
    return Draw(in_order(drawn), "", in_order(kept + drawn), without(bag, drawn), by_hand=True)


def _take(purpose: str, kept: str, bag: str, wanted: int, chance: Chance) -> Draw:
    drawn = chance.draw(purpose, bag, max(0, min(wanted - len(kept), len(bag))))
    return Draw(drawn, "", in_order(kept + drawn), without(bag, drawn))


def meets_minimum(rules: Rules, round_number: int, rack: str) -> bool:
    """Tell whether *rack* has the vowels and consonants asked for; a blank counts as either."""
    vowels, consonants, blanks = _kinds(rules, rack)
    wanted_vowels, wanted_consonants = least_of_each(rules, round_number)
    return max(0, wanted_vowels - vowels) + max(0, wanted_consonants - consonants) <= blanks


def least_of_each(rules: Rules, round_number: int) -> tuple[int, int]:
    """Return the least vowels and consonants; where one of either will do, none is asked for.

    A rack with any letter at all holds a vowel or a consonant.
    """
    wanted = (
        number_in(rules.min_vowels, round_number),
        number_in(rules.min_consonants, round_number),
    )
    if rules.late_vowel is LateVowel.EITHER and wanted == (1, 1):
        return 0, 0
    return wanted


def can_be_met(rules: Rules, round_number: int, everything: str, tiles: int) -> bool:
    """Tell whether a rack of so many *tiles* out of *everything* can meet the minimum."""
    is_enough = sum(least_of_each(rules, round_number)) <= tiles
    return is_enough and meets_minimum(rules, round_number, everything)


def _kinds(rules: Rules, letters: str) -> tuple[int, int, int]:
    blanks = letters.count(BLANK)
    vowels = sum(letter in rules.vowels for letter in letters)
    return vowels, len(letters) - vowels - blanks, blanks


def lacks_a_kind(rules: Rules, letters: str) -> bool:
    """Tell whether *letters* hold no vowel or no consonant (seed 002: the end of Simultan)."""
    vowels, consonants, blanks = _kinds(rules, letters)
    return (vowels == 0) + (consonants == 0) > blanks
