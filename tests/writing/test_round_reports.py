"""What the report of a round and the rules of a game in rounds say to all."""

import pytest
from msgspec.structs import replace

from mailref.games.kind import apply
from mailref.games.rounds.events import MoveEntered
from mailref.referee.mails import Owed
from mailref.tiles.moves import Syntax, TextSpan, WrittenMove
from mailref.writing.compose import compose_all
from tests.tiles.builders import move
from tests.tiles.variants import ONE
from tests.writing.builders import ARRIVED, means, playing
from tests.writing.composed import body, read_back
from tests.writing.rounds import reported
from tests.writing.samples import rules_of_game

LINE = TextSpan(1, 1, "mein Zug, ohne Tante Ida: M9s BEHAUEN")


def said(owed: Owed) -> str:
    """Return the text of a mail, each run of blanks as one."""
    (found,) = compose_all((owed,), means())
    return " ".join(body(read_back(found.data), "plain").split())


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (replace(move("M9s BEHAUEN"), span=LINE), "ungültig: M9s BEHAUEN (es fehlt: H)"),
        (WrittenMove(None, (Syntax(span=LINE, hint="play"),), LINE), "ungültig: nicht lesbar"),
    ],
    ids=["read", "unread"],
)
def test_the_table_of_a_round_shows_of_a_mail_only_what_was_to_be_laid(
    written: WrittenMove, told: str
) -> None:
    entry = MoveEntered("Max Mustermann", 4, ARRIVED, "1", (written,))

    text = said(reported(apply(playing(), entry))[0])

    assert told in text
    assert "Tante" not in text


@pytest.mark.parametrize(
    ("first", "later", "told"),
    [
        (7, 7, "Angeboten werden in jeder Runde 7 Buchstaben, für alle dieselben."),
        (16, 7, "Angeboten werden in der ersten Runde 16 Buchstaben, danach 7, für alle"),
    ],
)
def test_the_rules_name_a_number_of_letters_for_the_first_round_where_it_is_another(
    first: int, later: int, told: str
) -> None:
    assert told in said(rules_of_game(replace(ONE, letters_first=first, letters=later)))
