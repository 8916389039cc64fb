"""What stands under a greeting or a signature's mark: names, addresses, and now and then a play (rules 8)."""

import pytest

from mailref.orders.entries import Ambiguity, Entry, GameFace, Reading
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import GAMES, GENF, READER, YERRES, shown

PLAY = {YERRES.id: "H8w RABEN", GENF.id: "H8 RABEN"}


def read_text(text: str, game: GameFace) -> Reading:
    return READER.read_mail(read_mail(mail_of(text)), GAMES, game)


def only_entry(text: str, game: GameFace = YERRES) -> Entry:
    (entry,) = read_text(text, game).entries
    return entry


@pytest.mark.each_once
@pytest.mark.parametrize(
    "address",
    [
        "BUILDING 5B,LONDON",
        "FLAT 4B, LONDON N1",
        "Haus 5 B, BERLIN",
        "Schillerstr. 12 B, 70173 STUTTGART",
        "HAHA LOLO, BUILDING 5B,HAHA - THIS THAT, COUNTRY",
        "Fax: A5 auf Anfrage",
    ],
)
@pytest.mark.parametrize("above", ["-- ", "Viele Grüße", "Regards,\nTrevor", "LG Max\n"])
@pytest.mark.parametrize("game", [YERRES, GENF], ids=lambda game: game.id)
def test_an_address_below_a_move_changes_nothing(game: GameFace, above: str, address: str) -> None:
    entry = only_entry(f"{PLAY[game.id]}\n\n{above}\n{address}", game)

    assert shown(entry.moves, game) == [["H8 across RABEN"]]
    assert (entry.ambiguity, entry.unused) == (None, ())


@pytest.mark.parametrize("address", ["BUILDING 5B,LONDON", "FLAT 4B, LONDON N1"])
@pytest.mark.parametrize("game", [YERRES, GENF], ids=lambda game: game.id)
def test_an_address_alone_is_no_move(game: GameFace, address: str) -> None:
    assert read_text(f"Thanks,\nTrevor\n{address}", game).entries == ()


@pytest.mark.parametrize(
    "line", ["M9s BESEN 43", "H8w AU ist mein Lieblingszug", "ich nehme M9s BESEN"]
)
def test_a_play_under_the_mark_is_named_beside_a_move(line: str) -> None:
    entry = only_entry(f"H8w RABEN\n-- \nMax\n{line}")

    assert shown(entry.moves) == [["H8 across RABEN"]]
    assert entry.ambiguity is None
    assert [(span.line, span.text) for span in entry.unused] == [(4, line)]


@pytest.mark.parametrize("line", ["M9s BESEN 43", "ich nehme M9s BESEN"])
def test_a_play_under_the_mark_alone_is_asked_about(line: str) -> None:
    entry = only_entry(f"Anbei mein Zug.\n\n-- \nHauke\n\n{line}")

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
    assert entry.ambiguous_at is not None
    assert "M9s BESEN" in entry.ambiguous_at.text


@pytest.mark.parametrize(
    "line", ["PS: M9s BESEN ginge auch", "M9s BESEN", "oder doch lieber nicht M9s BESEN"]
)
def test_what_could_be_a_play_below_a_greeting_is_asked_about(line: str) -> None:
    entry = only_entry(f"H8w RABEN\n\nLG Max\n\n{line}")

    assert entry.ambiguity is not None


def test_answers_between_quotes_for_two_games_are_both_read() -> None:
    text = "> Yerres:\nYerres: H8w RABEN\n> Nordlicht:\nNordlicht: M9s BESEN\n"

    assert [(each.game, shown(each.moves)) for each in read_text(text, YERRES).entries] == [
        ("yerres", [["H8 across RABEN"]]),
        ("nord", [["M9 down BESEN"]]),
    ]


def test_two_moves_between_quotes_for_one_game_are_asked_about() -> None:
    text = "> Runde 5\nH8w RABEN\n> Bester Zug:\nM9s BESEN\n"

    ambiguities = {each.ambiguity for each in read_text(text, YERRES).entries}

    assert ambiguities == {Ambiguity.TWO_ENTRIES}
