"""Sentences that give a turn up are weighed by what people wrote who had not seen the program (turns 4, 5)."""

from collections import Counter
from collections.abc import Iterable

from mailref.orders.turn_said import said_in_mail, turn_features, turn_weight
from tests.remarks.learn_turns import TurnMail, turn_mails


def taken(mails: Iterable[TurnMail]) -> list[tuple[TurnMail, bool]]:
    """Return the mails whose turn is taken as meant, and whether they ask for it."""
    found = ((mail, said_in_mail(mail.lines, len(mail.rack))) for mail in mails)
    return [(mail, mail.is_asked_for(said.turn)) for mail, said in found if said and said.is_meant]


def can_be_done(mail: TurnMail) -> bool:
    """Tell whether its writer has the tiles that are read of his mail: else the answer says so, and nothing is done."""
    said = said_in_mail(mail.lines, len(mail.rack))
    assert said is not None
    return not Counter(said.turn.letters) - Counter(mail.rack)


HELD = [*turn_mails("held_turns.txt")]


def test_over_a_third_of_unseen_turns_are_told_by_their_words_alone() -> None:
    asked = [mail for mail in HELD if mail.asked]

    assert len([mail for mail, is_asked in taken(HELD) if is_asked]) >= 0.38 * len(asked)


def test_hardly_any_unseen_mail_gives_up_a_turn_that_it_does_not_ask_for() -> None:
    others = [mail for mail in HELD if not mail.asked]
    wrong = [mail.text for mail, is_asked in taken(HELD) if not is_asked and can_be_done(mail)]

    assert len(wrong) <= 0.015 * len(others), wrong


def test_half_of_everyday_turns_are_told_by_their_words_alone() -> None:
    everyday = [*turn_mails("everyday_turns.txt")]
    asked = [mail for mail in everyday if mail.asked]
    others = [mail for mail in everyday if not mail.asked]
    wrong = [mail.text for mail, is_asked in taken(others) if can_be_done(mail)]

    assert len([mail for mail, is_asked in taken(asked) if is_asked]) >= 0.5 * len(asked)
    assert len(wrong) <= 0.015 * len(others), wrong


def test_the_mails_are_different() -> None:
    every = [
        mail.text
        for name in ("turns.txt", "held_turns.txt", "everyday_turns.txt")
        for mail in turn_mails(name)
    ]

    assert len(every) == len(set(every))


def test_a_sentence_is_weighed_by_the_kinds_of_its_words_too() -> None:
    features = {*turn_features("Ich tausche alle")}

    assert {"ich tausche", "%xxi xxexchange", "%xxexchange xxall"} <= features


def test_a_language_of_which_there_are_no_mails_gives_no_turn_up() -> None:
    assert turn_weight("Quidquid agis, prudenter agas") > 0
