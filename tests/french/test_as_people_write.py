"""Lines as a club player writes them, in French and what is like them in other languages: what is read of each."""

from collections.abc import Sequence

import pytest

from mailref.orders.entries import (
    AcceptAct,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    ExchangeOrder,
    PassOrder,
    PlayOrder,
    ResignAct,
    TrialAct,
    WrittenOrders,
    orders_in,
)
from tests.games.by_turns.at_table import at_table, kiel
from tests.tiles.builders import WordList

RACK = ("C", "H", "A", "T", "S", "O", "?")


def read(text: str, tiles: str = "french", rack: Sequence[str] = RACK) -> WrittenOrders | None:
    """Return what is read of the whole mail *text* in a classic game, in which Anna is to move."""
    start = f'[game.start]\nturn = 4\nto_move = "Anna"\nracks = {{ "Anna" = {list(rack)}, "Ben" = "EEINRTU" }}'
    table = at_table(kiel(f'tiles = "{tiles}"\nlexicon = "none"', start), words=WordList())
    (considered,) = table.considers("Anna", text, subject="Re: [kiel]")
    return orders_in(considered.entry) if considered.entry else None


def order(text: str, tiles: str = "french", rack: Sequence[str] = RACK) -> AnyOrder:
    """Return the one order in *text*, with no fault and no question."""
    found = read(text, tiles, rack)
    assert found is not None
    assert (found.faults, found.acts, found.unread_at) == ((), (), None)
    ((only,),) = [group.orders for group in found.groups]
    return only


@pytest.mark.parametrize(
    "text",
    [
        "Échange de lettres : S, C",
        "Échange de 2 lettres : S C",
        "Changement de lettres : S, C",
        "Je rejette S et C",
        "Je remets S C dans le sac",
        "J'échange S-C",
        "Je change S et C s'il te plaît.",
        "J'échange les lettres S et C, s'il te plaît. Quelle pioche !",
        "I exchange S and C this time, please.",
        "Ich tausche S und C diesmal.",
        "Exchange of letters: S, C",
        "Exchange of two tiles (S, C)",
        "Tausch von 2 Buchstaben: S C",
        "Buchstabentausch: S, C",
    ],
)
def test_letters_are_exchanged(text: str) -> None:
    found = order(text)
    assert isinstance(found, ExchangeOrder)
    assert found.letters == "SC"


@pytest.mark.parametrize(
    ("text", "tiles", "letters"),
    [
        ("exchange ch a", "spanish", "[CH]A"),
        ("exchange a ch", "spanish", "A[CH]"),
        ("échange ch et ll", "spanish", "[CH][LL]"),
        ("tausche ch", "spanish", "[CH]"),
        ("exchange ny e", "catalan", "[NY]E"),
        ("exchange cs a", "hungarian", "[CS]A"),
        ("exchange c h", "spanish", "CH"),
    ],
)
def test_a_tile_of_several_letters_may_be_written_small(
    text: str, tiles: str, letters: str
) -> None:
    racks = {"spanish": ("CH", "LL", "A", "C", "H", "O", "E")}
    racks |= {"catalan": ("NY", "E", "A", "S", "O", "R", "T")}
    racks |= {"hungarian": ("CS", "A", "K", "E", "L", "T", "M")}
    found = order(text, tiles, racks[tiles])
    assert isinstance(found, ExchangeOrder)
    assert found.letters == letters


@pytest.mark.parametrize(
    "text",
    [
        "Pas de coup, je passe.",
        "Pas de mot cette fois, je passe mon tour.",
        "Rien à jouer, je passe",
        "Je passe, s'il te plaît.",
        "I pass, if you please",
    ],
)
def test_a_turn_is_passed(text: str) -> None:
    assert isinstance(order(text), PassOrder)


@pytest.mark.parametrize(
    "text",
    [
        "H8 CHATS avec le joker comme S",
        "H8 CHATS, le joker vaut S",
        "H8 CHATS, le joker remplace le S",
        "H8 CHATS (le joker fait le S)",
        "H8 CHATS en utilisant le joker pour le S",
        "Je joue H8 CHATS, le S étant le joker",
        "H8 CHATS with the blank as S",
        "H8 CHATS with the blank as an S",
        "H8 CHATS, blank as a S",
        "H8 CHATS, the blank stands for the S",
        "H8 CHATS, the S being the blank",
        "H8 CHATS using the blank as S",
        "H8 CHATS with a blank S",
        "H8 CHATS mit Joker als S",
        "CHATS en H8 avec le joker à la place du S",
    ],
)
def test_a_joker_is_named(text: str) -> None:
    found = order(text)
    assert isinstance(found, PlayOrder)
    assert found.written.move is not None
    (play,) = found.written.move.plays
    starred = [play.word[at] for at in play.starred]
    assert [*starred, *(it.letter for it in play.blanks if hasattr(it, "letter"))] == ["S"]


@pytest.mark.parametrize("text", ["H8 CHATS, le joker a bien servi"])
def test_a_letter_that_is_a_word_of_a_sentence_names_no_joker(text: str) -> None:
    found = read(text)
    plays = [each for group in found.groups for each in group.orders] if found else []
    moves = [each.written.move for each in plays if isinstance(each, PlayOrder)]
    assert [move for move in moves if move is not None] == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Je déclare forfait", ResignAct),
        ("Je me retire de la partie", ResignAct),
        ("I concede", ResignAct),
        ("Je conteste ce coup", ChallengeAct),
        ("Contestation du coup", ChallengeAct),
        ("I challenge this play", ChallengeAct),
        ("Ich zweifle diesen Zug an", ChallengeAct),
        ("Pas de contestation", AcceptAct),
        ("Coup accepté", AcceptAct),
        ("Play accepted", AcceptAct),
        ("Zug akzeptiert", AcceptAct),
        ("Essai : H8 CHATS", TrialAct),
        ("Que vaudrait H8 CHATS ?", TrialAct),
        ("Je serai absent du 10/12 au 20/12", AwayAct),
        ("Absence : du 10.12. au 20.12.", AwayAct),
        ("Je pars en vacances jusqu'au 15 décembre", AwayAct),
        ("Je ne serai pas là du 10 au 20 décembre", AwayAct),
        ("I will be away from 10/12 to 20/12", AwayAct),
        ("Away: from 10 December to 20 December", AwayAct),
        ("I won't be here from 10 to 20 December", AwayAct),
        ("Ich fahre bis 15. Dezember in Urlaub", AwayAct),
    ],
)
def test_what_else_is_ordered(text: str, kind: type) -> None:
    found = read(text)
    assert found is not None
    assert [type(each) for each in found.acts] == [kind]
    for each in found.acts:
        if isinstance(each, ChallengeAct):
            assert each.words == ()
        if isinstance(each, TrialAct):
            assert isinstance(each.order, PlayOrder)
            assert each.order.written.faults == ()


def test_a_move_in_advance_bears_its_name() -> None:
    assert isinstance(order("Coup d'avance : H8 CHATS"), PlayOrder)
