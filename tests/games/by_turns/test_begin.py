"""What the settings of a game in turns make of it at the beginning (classic 3, 14)."""

import hmac
import json
from datetime import UTC
from hashlib import sha256

import pytest

from mailref.games.by_turns.contents import TurnCommandAnswer, TurnReport, TurnsOpening
from mailref.games.by_turns.events import StarterDrawn, TilesDrawn, TurnsOpened
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.classic.game import TurnGame
from mailref.games.events import PlayerJoined, WordRuled
from mailref.games.family import begin, family_of
from mailref.games.kind import replay
from mailref.orders.entries import Wish
from mailref.orders.table import NotDone
from mailref.record.as_json import sha256_of
from mailref.record.export import Difference
from mailref.record.verify import Verified, verify
from mailref.referee import gm_orders as gm
from tests.games.by_turns.at_table import AtTable, at_table, kiel, of
from tests.games.by_turns.test_settings import policy
from tests.games.classic.examples import Words
from tests.games.classic.test_draws import BAG, drawn, less, ordered, receipt
from tests.record.first_form import first_form

SEED = bytes(range(32))
LEXICON = Words(trusts=True, name="Wörter", sha256="ab" * 32)


def begun(settings: TurnPolicy) -> TurnGame:
    game = replay(begin(settings, SEED, LEXICON))
    assert isinstance(game, TurnGame)
    return game


def test_a_game_opens_with_its_commitment_and_everybody_seated() -> None:
    opened, *others = begin(policy(inner='[game.words]\naccept = ["EUBÖA"]'), SEED, LEXICON)

    assert isinstance(opened, TurnsOpened)
    assert (opened.id, opened.title, opened.variant) == ("kiel", "Kiel", "classic")
    assert opened.commitment == sha256(SEED).hexdigest()
    assert (opened.lexicon, opened.lexicon_sha256) == ("Wörter", "ab" * 32)
    assert others == [
        PlayerJoined("Anna", ("anna@example.org",)),
        PlayerJoined("Ben", ("ben@example.org",)),
        WordRuled("EUBÖA", accepted=True, by="settings", because=""),
    ]
    game = begun(policy())
    assert (game.seats, len(game.bag.value), game.turn) == (("Anna", "Ben"), 102, None)


def test_jack_opens_where_the_settings_say_so() -> None:
    assert begun(policy()).opening is None
    opening = begun(policy(inner="[game.rules]\nopening = 5")).opening
    assert opening is not None
    assert opening.least == 5


def test_a_game_taken_over_has_its_board_and_totals() -> None:
    rows = "\n".join(["." * 15] * 7 + ["...RUCKeN......"] + ["." * 15] * 7)
    start = f'[game.start]\nturn = 12\nto_move = "Ben"\nscores = {{ Anna = 50 }}\nboard = """\n{rows}\n"""'

    game = begun(policy(inner=start))

    assert (game.first_turn, game.is_taken_over) == (12, True)
    assert {name: player.total for name, player in game.players.items()} == {"Anna": 50, "Ben": 0}
    assert len(game.bag.value) == 96
    assert game.bag.value.count("?") == 1


TWO_BAGS = '[game.rules]\nbags = 2\nblanks_in = "consonants"\nstarter = "listed"'
VOWELS = set("AEIOUÄÖÜ")


def _open_game(inner: str = TWO_BAGS, **more: str) -> AtTable:
    return at_table(kiel('registration = "open"\nplaces = 2', inner, players=(), **more))


def _begins(table: AtTable) -> None:
    table.take(family_of(table.office.games["kiel"]).go_on(table.means(), table.now))


def _vowels(table: AtTable, name: str) -> int:
    return sum(tile in VOWELS for tile in table.running().game.hands[name].rack.value)


@pytest.mark.parametrize("heading", ["", "Classic Kiel\n"])
@pytest.mark.parametrize(
    ("said", "vowels"),
    [
        pytest.param("", 3, id="nothing"),
        pytest.param("ZIEHE 5V 2K", 5, id="all seven"),
        pytest.param("DRAW 1 vowel and 6 consonants", 1, id="in English"),
        pytest.param("ZIEHE VVVVVVV", 7, id="vowels only"),
        pytest.param("ZIEHE 6V 6K", 6, id="too many"),
        pytest.param("ZIEHE 2V", 2, id="the rest from the fuller bag"),
    ],
)
def test_the_first_rack_is_drawn_as_wished_with_anmelden(
    heading: str, said: str, vowels: int
) -> None:
    """Classic 8.4: three vowels and four others, or as a ZIEHE sent with ANMELDEN says."""
    table = _open_game()
    owed = table.receives("Zoe", f"{heading}ANMELDEN\n{said}")
    (answer,) = [m.content for m in owed if isinstance(m.content, TurnCommandAnswer)]
    assert answer.done.joined
    assert (answer.done.first_rack is not None) is bool(said)
    table.receives("Ben", f"{heading}ANMELDEN")

    _begins(table)

    assert _vowels(table, "Zoe") == vowels
    assert _vowels(table, "Ben") == 3


def test_a_wish_for_the_first_rack_may_be_changed_until_it_is_drawn() -> None:
    table = _open_game()
    table.receives("Zoe", "ANMELDEN\nZIEHE 5V 2K")
    owed = table.receives("Zoe", "Classic Kiel\nZIEHE 1V 6K")
    assert of(owed, "zoe", TurnCommandAnswer).done.first_rack == Wish(1, 6)
    table.orders(gm.RenamePlayer("Zoe", "Zora"))
    table.receives("Ben", "ANMELDEN")

    _begins(table)

    assert _vowels(table, "Zora") == 1
    answer = of(table.receives("zoe@example.org", "ZIEHE 5V 2K"), "zoe", TurnCommandAnswer)
    assert answer.refused == (NotDone.WISH_ALONE,)


def test_nobody_says_where_he_draws_from_with_one_bag() -> None:
    table = _open_game("")

    answer = of(table.receives("Zoe", "ANMELDEN\nZIEHE 5V 2K"), "zoe", TurnCommandAnswer)

    assert answer.done.joined
    assert answer.refused == (NotDone.ONE_BAG,)


def test_a_first_rack_that_was_wished_is_exported_and_verified() -> None:
    table = _open_game()
    table.receives("Zoe", "ANMELDEN\nZIEHE 5V 2K")
    table.receives("Ben", "ANMELDEN")
    _begins(table)
    table.orders(gm.EndGame())
    log = table.records.log["kiel"]

    told = json.loads(json.dumps(first_form(log, UTC)))

    wishes = {each["player"]: each["wish"] for each in told["drawings"]}
    assert wishes == {"Zoe": {"vowels": 5, "consonants": 2}, "Ben": None}
    assert isinstance(verify(told), Verified), verify(told)
    told["drawings"][0]["wish"] = {"vowels": 4, "consonants": 3}
    del told["sha256"]
    assert isinstance(verify({**told, "sha256": sha256_of(told)}), Difference)


def test_a_wish_is_told_to_nobody_else() -> None:
    table = _open_game()

    owed = table.receives("Zoe", "ANMELDEN\nZIEHE 5V 2K")

    assert [mail.recipient for mail in owed if "first_rack" in repr(mail.content)] == [
        "zoe@example.org"
    ]
    told = first_form(table.records.log["kiel"], UTC)
    assert "5" not in json.dumps(told["drawings"])


def test_a_wish_beside_a_move_is_the_move_s() -> None:
    table = at_table(kiel(inner=TWO_BAGS))
    rack = table.running().game.hands["Anna"].rack.value

    owed = table.receives("Anna", f"TAUSCHE {rack[0]}\nZIEHE 1V")

    assert [type(mail.content) for mail in owed].count(TurnCommandAnswer) == 0
    assert of(owed, "anna", TurnReport).face.turn is not None


def test_words_of_players_are_mixed_into_the_key_of_every_draw() -> None:
    """Classic 12.3, computed here from its one line; Ben sends no word."""
    inner = '[game.rules]\nstarter = "draw"'
    table = at_table(kiel('registration = "open"\nplaces = 2\nlots = true', inner, players=()))
    owed = table.receives("Anna", "ANMELDEN\nLOSWORT kranich")
    seed = table.records.seed("kiel")
    shown = of(owed, "anna", TurnsOpening).face.commitment
    assert shown == sha256(seed).hexdigest(), "before the first draw"
    table.receives("Ben", "ANMELDEN")

    _begins(table)

    key = hmac.digest(seed, b"mix\nAnna=kranich\nBen=\n", "sha256")
    log = table.records.log["kiel"]
    (starter,) = [event for event in log if isinstance(event, StarterDrawn)]
    assert "".join(tile for _, tile in starter.drawings[0]) == drawn(key, "start 1", BAG, 2)
    first, second = [event for event in log if isinstance(event, TilesDrawn)]
    tiles = drawn(key, "rack 1", BAG, 7)
    assert ordered(first.letters.value) == ordered(tiles)
    assert ordered(second.letters.value) == ordered(drawn(key, "rack 2", less(BAG, tiles), 7))
    bound = receipt(seed, "kiel", 1, first.player, tiles)
    assert (first.nonce.value, first.receipt) == bound
    assert of(table.mails[-3:], "gm", TurnsOpening).lot_words == (("Anna", "kranich"), ("Ben", ""))
