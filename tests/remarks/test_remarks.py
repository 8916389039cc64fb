"""Sentences beside a play are weighed by what people wrote who had not seen the program (rules 8)."""

import json
from collections.abc import Iterable

import pytest

from mailref.languages import shipped_octets
from mailref.orders.remarks import IS_TALK, TAKES_AWAY, Learned, Weights, features_of, weight_of
from tests.effort import fewer
from tests.orders.test_senses import PLAY, counts
from tests.remarks.learn import LINE, WRITTEN, learn, remarks, said_in

EACH = 6
"""Every sixth of the remarks that nothing was learned from."""


def booked(among: Iterable[str]) -> list[str]:
    """Return the remarks beside which a play is booked without a question."""
    return [each for each in among if counts(each.replace("§", PLAY).replace(LINE, "\n"))]


def test_three_in_four_of_unseen_talk_leave_the_play() -> None:
    talk = remarks("held_talk.txt")[::EACH]

    assert len(booked(talk)) >= 0.75 * len(talk)


def test_hardly_any_unseen_remark_against_a_play_leaves_it() -> None:
    against = remarks("held_against.txt")[::EACH]

    assert len(booked(against)) <= 0.12 * len(against), booked(against)


def test_a_third_of_unseen_mails_with_much_talk_and_alternates_are_booked() -> None:
    """The same play stands for each that they name; how plays are said tells `tests/orders`."""
    mails = remarks("held_mails_talk.txt")[:: fewer(2, 5)]

    assert len(booked(mails)) >= 0.33 * len(mails)


def test_hardly_any_unseen_mail_in_which_a_play_is_not_meant_is_booked() -> None:
    mails = remarks("held_mails_against.txt")

    assert len(booked(mails)) <= 0.05 * len(mails), booked(mails)


def test_of_remarks_that_were_written_to_be_hard_few_are_passed_over() -> None:
    """Half of the talk among them is asked about; what takes a play away is booked in an eighth at most."""
    talk, against = (remarks(f"hard_{name}.txt")[:: fewer(3, 12)] for name in ("talk", "against"))

    assert len(booked(talk)) >= 0.42 * len(talk)
    assert len(booked(against)) <= 0.125 * len(against), booked(against)


def test_everyday_talk_leaves_the_play_and_what_takes_it_away_in_everyday_words_does_not() -> None:
    talk = remarks("everyday_talk.txt")[:: fewer(12, 40)]
    against = remarks("everyday_against.txt")[:: fewer(4, 12)]

    assert len(booked(talk)) >= 0.84 * len(talk)
    assert len(booked(against)) <= 0.08 * len(against), booked(against)


def test_what_was_learned_from_weighs_as_it_was_meant() -> None:
    talk, against = (remarks(f"{name}.txt")[:: fewer(20, 60)] for name in ("talk", "against"))

    is_asked = [
        each for each in talk if max(map(weight_of, said_in(each)), default=0) >= TAKES_AWAY
    ]
    is_passed = [
        each for each in against if max(map(weight_of, said_in(each)), default=0) <= IS_TALK
    ]
    assert len(is_asked) <= 0.02 * len(talk)
    assert len(is_passed) <= 0.02 * len(against)


@pytest.mark.parametrize("text", ["Quidquid agis, prudenter agas.", "Sano se kukkasin", "xyzzy"])
def test_a_language_of_which_there_are_no_remarks_is_left_to_the_rules(text: str) -> None:
    assert IS_TALK < weight_of(text) < TAKES_AWAY


def test_a_sentence_is_weighed_by_its_words_pairs_stems_and_subjects() -> None:
    found = set(features_of("Draußen regnet's, 12 Grad…"))

    assert {"draussen", "^ draussen", "0 grad", "grad ...", "draus…", "#weather"} <= found


def test_a_word_of_the_plays_own_clause_is_told_from_the_same_word_beside_it() -> None:
    found = set(features_of("Schön ist es nicht, aber § muss reichen"))

    assert {"~nicht", "<aber", "=aber", ">reichen", "=^ aber", "=aber §"} <= found
    assert not {"=nicht", "<nicht", "-nicht"} & found
    assert "-nicht" in set(features_of("Schön ist es nicht"))


def test_words_that_stand_in_talk_alone_weigh_less_than_those_that_stand_in_the_other() -> None:
    learned = learn(
        ["apples are ripe", "apples fell", "ripe plums"], ["wait for me", "please wait", "wait"]
    )

    assert learned.weights["apples"] < 0 < learned.weights["wait"]


def test_the_remarks_are_different() -> None:
    names = ("talk", "against", "mails_talk", "mails_against")
    every = [
        each
        for name in (*names, *(f"held_{name}" for name in names))
        for each in remarks(f"{name}.txt")
    ]

    assert len(every) - len(set(every)) <= 0.005 * len(every)


def test_a_weight_is_found_in_the_part_in_which_it_is_shipped() -> None:
    weights = {
        "!": 7,
        "ic": 1,
        "ich": 3,
        "ich gehe": -2,
        "icher": 0,
        '"so"': 2,
        "nein": 4,
        "öde": 5,
    }

    learned = Learned(Weights(5, weights).as_shipped().encode())

    assert learned.bias == 5
    assert {each: learned.weight(each) for each in weights} == weights
    assert [learned.weight(each) for each in ("i", "iche", "ja", "", "zz", " ")] == [None] * 6


@pytest.mark.parametrize("name", ["remarks", "chosen", "turns"])
def test_each_weight_that_is_shipped_is_found(name: str) -> None:
    """The file is read whole here, as JSON, and part by part by who weighs a sentence."""
    whole = json.loads((WRITTEN.parent / f"{name}.json").read_text("utf-8"))
    flat = {feature: each for part in whole["weights"].values() for feature, each in part.items()}
    learned = Learned(shipped_octets(f"{name}.json"))

    assert learned.bias == whole["bias"]
    assert {each: learned.weight(each) for each in flat} == flat
    assert all(learned.weight(f"{start}\uffff") is None for start in {each[:2] for each in flat})
