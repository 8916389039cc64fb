"""A player's entries are judged once while nothing changes, however often they are asked about."""

from dataclasses import dataclass, field

from mailref.games.rounds.game import Memory
from mailref.tiles.board import Laying
from mailref.tiles.lexicon.verdicts import Rulings, Verdict
from tests.tiles.builders import WordList, board, joined, offered, opened, ruled, sends
from tests.tiles.variants import ONE


@dataclass(frozen=True)
class Counting(WordList):
    """A word list that notes which words it was asked about."""

    asked: list[str] = field(default_factory=list, compare=False)

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        self.asked.append(word)
        return WordList.verdict(self, word, rules, rulings)


def test_entries_known_to_be_invalid_are_not_judged_after_each_mail_of_the_player() -> None:
    """Rules 8: a ruling may save any of them; but a thousand must not cost half a million."""
    lexicon = Counting(frozenset({"HAUS"}), refuses_unknown=True, name="counting")
    game = joined(opened(ONE, board("F8w HAUS"), first_round=2), "Anna")
    game = offered(game, "UNDSERXQ")
    memory = Memory()
    for minute in range(30):
        game = sends(game, "Anna", "H8s UND", minute=minute)
        memory.moves_in_force(game, lexicon)

    assert lexicon.asked.count("UND") == 1


def test_a_ruling_has_them_judged_anew() -> None:
    lexicon = Counting(frozenset({"HAUS"}), refuses_unknown=True, name="ruled")
    game = joined(opened(ONE, board("F8w HAUS"), first_round=2), "Anna")
    game = sends(offered(game, "UNDSERXQ"), "Anna", "H8s UND")
    memory = Memory()
    before = memory.moves_in_force(game, lexicon)["Anna"].choice.counts
    after = memory.moves_in_force(ruled(game, UND=True), lexicon)["Anna"].choice.counts

    assert (before, after) == (None, 0)
