"""What the settings of a game in turns make of it at the beginning (classic 3, 14)."""

from hashlib import sha256

from mailref.referee.family import begin
from mailref.referee.policy import TurnPolicy
from mailref.rules.events import PlayerJoined, WordRuled
from mailref.rules.replay import replay
from mailref.rules.turns.turn_events import TurnsOpened
from mailref.rules.turns.turn_game import TurnGame
from tests.games.classic_examples import Words
from tests.settings.test_turn_games import policy

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
