"""EINSPRUCH before the first move puts the rules before the game master (other games, 6)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.bingo.game import BingoGame
from mailref.games.by_turns.contents import OrderAnswer, TurnCommandAnswer
from mailref.games.rounds.contents import CommandAnswer
from mailref.games.solitaire.game import SoloGame
from mailref.orders.table import Command, NotDone
from mailref.referee.contents import Notice, Objection
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import EVA, MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.machines import Post, begun

ANNA, BEN = "Anna <anna@example.org>", "Ben <ben@example.org>"
OF_ANNA = Objection("anna@example.org", "Anna")


def objections(post: Post) -> list[Notice]:
    told = post.notices
    return [each for each in told if isinstance(each.about, Objection)]


@pytest.mark.parametrize("word", ["EINSPRUCH", "Einspruch!", "OBJECTION"])
def test_a_player_of_a_game_in_rounds_objects_once(tmp_path: Path, word: str) -> None:
    post = begun(tmp_path)
    post.arrives(f"{word}\n\nJokertausch mag ich nicht.", at=MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives(word, at=MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)

    (put,) = objections(post)
    assert put.about == Objection("max@example.org", "Max Mustermann")
    assert "Jokertausch mag ich nicht." in put.quoted
    answers = [o.content for o in post.letters.owed if isinstance(o.content, CommandAnswer)]
    assert [(each.commands, each.refused) for each in answers] == [((Command.OBJECT,), ())] * 2


def test_a_game_master_who_plays_is_not_shown_the_mail_of_an_objection(tmp_path: Path) -> None:
    """It may hold a move, which he must not see."""
    players = {"Max Mustermann": "max@example.org", "Erika Musterfrau": "gm@example.org"}
    post = begun(tmp_path, game(players=players))
    post.arrives("EINSPRUCH\nH8w RABEN", at=MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)

    (put,) = objections(post)
    assert put.quoted == ""
    assert sorted(post.entries()) == ["Max Mustermann"]


@pytest.mark.slow
def test_after_the_first_zat_the_rules_hold(tmp_path: Path) -> None:
    post = begun(tmp_path)
    post.tick(ZAT + 5 * MINUTE)
    post.letters.owed.clear()
    post.arrives("EINSPRUCH", EVA, at=ZAT + WEEK)
    post.tick(ZAT + WEEK + MINUTE)

    assert not objections(post)
    (answer,) = (o.content for o in post.letters.owed if isinstance(o.content, CommandAnswer))
    assert answer.refused == (NotDone.TOO_LATE_TO_OBJECT,)


def test_in_a_game_in_turns_it_objects_before_the_first_move_only(tmp_path: Path) -> None:
    """Later the same word challenges the open play (classic 5.1)."""
    post = begun(tmp_path, kiel(inner='[game.rules]\nstarter = "Anna"'))
    for who in (ANNA, BEN):
        post.arrives("Einspruch", who, at=MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    assert [each.about for each in objections(post)] == [
        OF_ANNA,
        Objection("ben@example.org", "Ben"),
    ]
    answers = [o.content for o in post.letters.owed if isinstance(o.content, TurnCommandAnswer)]
    assert [each.commands for each in answers] == [(Command.OBJECT,)] * 2

    post.letters.owed.clear()
    post.arrives("PASSE", ANNA, at=MONDAY + 3 * MINUTE)
    post.arrives("EINSPRUCH", BEN, at=MONDAY + 5 * MINUTE)
    post.tick(MONDAY + 6 * MINUTE)
    assert not objections(post)
    (refused,) = (o.content for o in post.letters.owed if isinstance(o.content, OrderAnswer))
    assert refused.considered.reason == "nothing_to_challenge"


def test_a_move_beside_it_counts(tmp_path: Path) -> None:
    post = begun(tmp_path, kiel(inner='[game.rules]\nstarter = "Anna"'))
    post.arrives("EINSPRUCH\nPASSE", ANNA, at=MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)

    assert [each.about for each in objections(post)] == [OF_ANNA]
    found = post.machine.journal.games.load("kiel")
    assert found is not None
    assert [type(each).__name__ for each in post.machine.journal.games.events("kiel")].count(
        "TurnPassed"
    ) == 1


def test_a_player_of_scrabble_bingo_objects_before_the_words_are_fixed(tmp_path: Path) -> None:
    post = begun(tmp_path, herbst())
    for text in (
        "EINSPRUCH\n\nMir sind das zu wenige Steine.",
        "BINGO: STERNEN GARTENS\nEINSPRUCH",
    ):
        post.arrives(text, ANNA, at=MONDAY + MINUTE, subject="[herbst] Zug")
        post.tick(MONDAY + 2 * MINUTE)

    (put,) = objections(post)
    assert put.about == OF_ANNA
    found = post.machine.journal.games.load("herbst")
    assert isinstance(found, BingoGame)
    assert [name for name, sent in found.entries.items() if sent] == ["Anna"]


@pytest.mark.parametrize("variant", ["solitaire", "solitaire-choice"])
def test_a_soloist_objects_before_his_own_first_move(tmp_path: Path, variant: str) -> None:
    """What others have done is no matter: it is a secret."""
    league = kiel('deadline = "31.01.2027 20:00"', variant=variant)
    post = begun(tmp_path, league)
    first = "WÄHLE ANSERIT\nH5 ANSE" if variant == "solitaire-choice" else "TAUSCHE {}"
    game = post.machine.journal.games.load("kiel")
    assert isinstance(game, SoloGame)
    rack = game.tables["Ben"].hands["Ben"].rack.value
    post.arrives(first.format(rack[:1]), BEN, at=MONDAY, subject="[kiel Z1] Zug")
    for who, minutes in ((BEN, 2), (ANNA, 4), (ANNA, 6)):
        post.arrives("EINSPRUCH", who, at=MONDAY + minutes * MINUTE, subject="[kiel Z1] Zug")
        post.tick(MONDAY + (minutes + 1) * MINUTE)

    (put,) = objections(post)
    assert (put.about, put.quoted) == (replace(OF_ANNA, is_at_own_table=True), "")
    answers = [o.content for o in post.letters.owed if isinstance(o.content, TurnCommandAnswer)]
    assert [(each.commands, each.refused) for each in answers] == [
        ((Command.OBJECT,), (NotDone.TOO_LATE_TO_OBJECT,)),
        ((Command.OBJECT,), ()),
        ((Command.OBJECT,), ()),
    ]
