"""Who has not agreed to be named is shown by his initials, wherever a game tells of him."""

import random
import re

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.events import TilesDrawn
from mailref.games.events import (
    DrawsMixed,
    Event,
    PlayerJoined,
    PlayerRenamed,
    PressReceived,
    ScoreCorrected,
)
from mailref.games.kind import replay
from mailref.record.codec import FIRST, write_event
from mailref.record.renaming import by_initials, initials, people_of
from tests.effort import sample
from tests.games.at_random import KINDS, Log
from tests.published_secrets import with_private_things
from tests.test_game_files import moments, published


def names_in(events: tuple[Event, ...], names: set[str]) -> list[tuple[str, str]]:
    """Return which of the names stand in what is published of a game, and where."""
    return [
        (where, name)
        for where, text in published(events)
        for name in names
        if re.search(rf"\b{re.escape(name)}\b", text)
    ]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Max Mustermann", "M. M."),
        ("Monika Pfeiffer-Sommer", "M. P.-S."),
        ("Friedrich von Lüttwitz", "F. V. L."),
        ("Ö", "Ö."),
        ("anna", "A."),
    ],
)
def test_initials(name: str, short: str) -> None:
    assert initials(name) == short


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 43), 1))
def test_no_name_stands_anywhere_but_of_those_who_agreed(kind: str, seed: int) -> None:
    log = KINDS[kind](seed)
    for now in moments(with_private_things(log.events), random.Random(seed)):
        if any(isinstance(event, DrawsMixed) for event in now):
            continue  # a word mixed into draws keeps its name
        names = sorted(replay(now).players)
        shown = tuple(by_initials("game", now, names[:1]))

        assert names_in(shown, set(names[1:])) == []
        assert names[0] in replay(shown).players


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_game_follows_under_other_names(kind: str) -> None:
    log = KINDS[kind](3)
    shown = by_initials("game", log.events, ())

    before, after = replay(log.events), replay(shown)

    assert len(after.players) == len(before.players)
    assert after.is_over == before.is_over
    assert [type(each) for each in shown] == [type(each) for each in log.events]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("shown", [0, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_events_read_the_same_whether_their_text_in_the_record_is_known_or_not(
    kind: str, shown: int
) -> None:
    """A row of the first form counts by what it says now: its text was written otherwise."""
    log = KINDS[kind](3)
    name, *others = sorted(replay(log.events).players)
    named = others[:shown]
    renamed = PlayerRenamed(name, "Anna Neu", f"{name} heißt anders")
    log = Log([*with_private_things(log.events)[:-1], renamed, log.events[-1]], log.seed)
    rows = [write_event(event) for event in log.events]
    older = [replace(row, version=FIRST, payload="{}") for row in rows]

    anew = tuple(by_initials("game", log.events, named))

    assert anew != tuple(log.events)
    assert tuple(by_initials("game", log.events, named, None, rows)) == anew
    assert tuple(by_initials("game", log.events, named, None, older)) == anew


def test_a_receipt_goes_with_the_name_of_who_drew_alone() -> None:
    """Whoever tries names finds the one that is bound to tiles that are told."""
    log = KINDS["turns"](3)
    rows = [write_event(event) for event in log.events]
    shown, hidden = replay(log.events).players

    told = by_initials("game", log.events, {shown}, None, rows)

    drawn = [
        (was, now) for was, now in zip(log.events, told, strict=True) if isinstance(was, TilesDrawn)
    ]
    assert {was.player for was, _ in drawn} == {shown, hidden}
    assert all(now == was for was, now in drawn if was.player == shown)
    of_hidden = [now for was, now in drawn if was.player == hidden]
    assert {now.receipt for now in of_hidden if isinstance(now, TilesDrawn)} == {""}


@pytest.mark.each_once
@pytest.mark.parametrize(
    "letters", ["Kim Isa", "KIM ISA", "kim isa", "\u212aim Isa", "Kim \u0131sa"]
)
@pytest.mark.parametrize("other", ["Ben Beispiel", "Kim", "Jürgen Öz"])
def test_a_name_gives_way_in_whichever_letters_it_is_written(letters: str, other: str) -> None:
    """Some letters beyond ASCII count as K, I and S: a name in them is no other name."""
    said = ScoreCorrected("Kim Isa", 1, -5, f"so hat es {letters} gewollt")
    log = [KINDS["rounds"](3).events[0], PlayerJoined("Kim Isa", ()), PlayerJoined(other, ()), said]
    rows = [write_event(event) for event in log]

    *_, shown = by_initials("game", log, {other}, None, rows)

    assert shown == replace(said, player="K. I.", because="so hat es K. I. gewollt")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Guten Morgen Anna, schönes Wort!", "Guten Morgen A., schönes Wort!"),
        ("Anna Muster spielt gut, Frau Muster.", "A. M. spielt gut, Frau M."),
        ("Annas Zug gegen Muster's Wort", "A.s Zug gegen M.'s Wort"),
        ("Ich grüße Annabelle und Bens Mutter", "Ich grüße Annabelle und Bens Mutter"),
    ],
)
def test_of_a_name_that_is_not_shown_no_part_stands_in_press(text: str, told: str) -> None:
    log = KINDS["rounds"](3)
    said = PressReceived("Anna Muster", text, "press-1", is_released=True)
    events = [
        log.events[0],
        PlayerJoined("Anna Muster", ()),
        PlayerJoined("Ben Beispiel", ()),
        said,
    ]

    *_, shown = by_initials("game", events, {"Ben Beispiel"})

    assert isinstance(shown, PressReceived)
    assert shown.text == told


def test_a_name_with_a_letter_that_is_two_in_small_gives_way() -> None:
    said = ScoreCorrected("Ali \u0130pek", 1, -5, "so hat es Ali \u0130pek gewollt")
    log = [KINDS["rounds"](3).events[0], PlayerJoined("Ali \u0130pek", ()), said]

    *_, shown = by_initials("game", log, ())

    assert shown == replace(said, player="A. \u0130.", because="so hat es A. \u0130. gewollt")


def test_who_never_joined_and_is_called_otherwise_is_found() -> None:
    log = KINDS["rounds"](3)
    renamed = PlayerRenamed("Anna Muster", "Anna Neu", "married")
    events = [log.events[0], renamed, PlayerJoined("Ben Beispiel", ())]

    anna, ben = people_of("game", events)
    shown = by_initials("game", events, {"Ben Beispiel"})

    assert (anna.names, ben.number) == (("Anna Muster", "Anna Neu"), 1)
    assert list(shown) == [events[0], events[2]]


@pytest.mark.parametrize(
    ("named", "called"), [({"Dora Muster", "Ben Beispiel"}, "Dora Muster"), ({"Ben"}, "D. M.")]
)
def test_everybody_is_called_from_the_beginning_what_he_is_called_now(
    named: set[str], called: str
) -> None:
    """Of an earlier name no part stays in press, but what belongs to the name of now."""
    said = "Anna Muster und Ben: Anna lag vorn, Muster siegt"
    events = [
        KINDS["rounds"](3).events[0],
        PlayerJoined("Anna Muster", ()),
        PlayerJoined("Ben Beispiel", ()),
        PressReceived("Anna Muster", said, "press-1", is_released=True),
        PlayerRenamed("Anna Muster", "Dora Muster", "Anna heißt anders"),
        ScoreCorrected("Dora Muster", 1, -5, "so hat es Anna Muster gewollt"),
    ]

    _, joined, _, press, corrected = by_initials("game", events, named)

    surname = "Muster" if called in named else "M."
    assert joined == PlayerJoined(called, ())
    assert isinstance(press, PressReceived)
    assert press.text.replace("B.", "Ben") == f"{called} und Ben: A. lag vorn, {surname} siegt"
    assert corrected == ScoreCorrected(called, 1, -5, f"so hat es {called} gewollt")


def test_who_is_named_and_was_renamed_loses_the_receipts_that_tell_his_earlier_name() -> None:
    log = KINDS["turns"](4)
    old, other = replay(log.events).players
    half = len(log.events) // 2
    under_new = {old: "Xaverine Neu"}
    later = [
        replace(e, player=under_new.get(e.player, e.player)) if isinstance(e, TilesDrawn) else e
        for e in log.events[half:]
    ]
    events = [*log.events[:half], PlayerRenamed(old, "Xaverine Neu", ""), *later]

    told = by_initials("game", events, {"Xaverine Neu", other})

    drawn = [e for e in told if isinstance(e, TilesDrawn) and e.player == "Xaverine Neu"]
    before = sum(isinstance(e, TilesDrawn) and e.player == old for e in log.events[:half])
    assert 0 < before < len(drawn)
    assert {e.receipt for e in drawn[:before]} == {""}
    assert all(e.receipt for e in drawn[before:])
