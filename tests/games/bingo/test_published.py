"""A game of Scrabble-Bingo is decided again from its public events; while it runs they show no words."""

import random
import re
from collections import defaultdict
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from mailref.games.bingo import events as happened
from mailref.games.bingo import published as of_bingo
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.record.script import Difference
from tests.effort import Tried, sample
from tests.games.bingo.rehearsal import state, till_zat
from tests.games.bingo.test_random import Played
from tests.record.forging import disordered, forged
from tests.record.publicly import decided, public_of


def shown(game: Played, *, is_open: bool) -> tuple[Event, ...]:
    return public_of(game.table.records.log["herbst"], is_open=is_open)


def after(zats: int, seed: int) -> Played:
    """Return a game after so many ZATs, or at its end."""
    game = Played(seed)
    game._send_words()
    for _ in range(zats):
        if state(game.table).is_over:
            break
        if game.calls:
            game._call(state(game.table).round_number)
        game.table.waits(till_zat(game.table), "herbst")
    return game


@pytest.mark.parametrize("seed", sample(range(300), 3))
def test_every_game_is_decided_again_at_each_time(seed: int, tried: Tried) -> None:
    for zats in (1, 3, 100):
        game = after(zats, seed)
        is_over = state(game.table).is_over
        for is_open in {True, is_over}:
            public = shown(game, is_open=is_open)
            for known in (game.seed, None):
                assert decided(public, known, of_bingo) is None
    tried("games of Scrabble-Bingo decided again", 1)


@pytest.mark.parametrize("seed", [1, 4])
def test_words_lie_face_down_until_the_end(seed: int) -> None:
    game = after(2, seed)

    public = shown(game, is_open=False)

    words = {word for pair in game.words.values() for word in pair}
    assert not any(word in repr(public) for word in words)
    assert not any(isinstance(event, happened.BingoCalled) for event in public)
    (fixed,) = [event for event in public if isinstance(event, happened.WordsFixed)]
    assert set(fixed.words.value) == {("???????", "???????")}


ORDERED = (
    r"BingoOpened\.(id|title|variant|lexicon|lexicon_sha256|rules\.(accents|base_form|names))",
    r"BingoOpened\.rules\.(blanks|call)",
    r"Player\w+ and .* exchanged|PlayerJoined\.(is_configured|addresses)",
    r"BingoRoundOpened\.(at|deadline)|BingoRoundOpened left out|GameEnded\.at|.* left out",
    r"BingoCalled(\.(received|mail)| left out| and BingoCalled exchanged)",
    r"LettersLeft\.left\[\]",
)
"""What no rule determines: switches, times, who called when; while words are secret, what follows from them."""


@pytest.mark.parametrize(("seed", "zats"), [(3, 100), (5, 100), (2, 2)])
def test_a_forged_event_is_found_where_a_rule_determines_it(
    seed: int, zats: int, tried: Tried
) -> None:
    game = after(zats, seed)
    public = shown(game, is_open=state(game.table).is_over)
    kinds: dict[str, list[Sequence[Event]]] = defaultdict(list)
    for kind, lie in (*forged(public), *disordered(public)):
        kinds[kind].append(lie)
    rng = random.Random(seed)

    missed = {
        kind
        for kind, lies in kinds.items()
        if decided(rng.choice(lies), game.seed, of_bingo) is None
    }

    assert {kind for kind in missed if not any(re.match(p, kind) for p in ORDERED)} == set()
    tried("forged events", len(kinds))


def test_other_words_are_found_by_who_has_won() -> None:
    game = after(100, 3)
    public = shown(game, is_open=True)
    at, fixed = next((i, e) for i, e in enumerate(public) if isinstance(e, happened.WordsFixed))
    words = (("XXXXXXX", "YYYYYYY"), *fixed.words.value[1:])

    found = decided(
        (*public[:at], replace(fixed, words=Secret(words)), *public[at + 1 :]), game.seed, of_bingo
    )

    assert isinstance(found, Difference)
    assert (found.player, found.found) == (fixed.players[0], ("XXXXXXX", "YYYYYYY"))
