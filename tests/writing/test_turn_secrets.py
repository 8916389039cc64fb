"""What only one player may see stands in his mail, in no bytes that mails share, and in no other's (classic 12.5)."""

import pytest

from mailref.games.by_turns import course
from mailref.orders import entries
from mailref.tiles.moves import Fault
from mailref.writing.mail_bytes import Shared
from tests.writing.composed import LANGUAGES, body, composed, message
from tests.writing.turns import FAULTS, TURNS

NONCE = "91ab" * 8
RACK = "A Ä D E G R T"
RUNNING = sorted(name for name in TURNS if "finished" not in name)
PUBLIC = ("turn_report_public", "turns_opening_game_master", "turn_asked", "turn_nobody_moves")


def shared(name: str) -> str:
    """Return all text of a mail that may be stored once for many."""
    parts = (each.data for each in composed(name).segments if isinstance(each, Shared))
    return b"".join(parts).replace(b"=\r\n", b"").decode("ascii")


@pytest.mark.sampled(60)
@pytest.mark.parametrize("name", RUNNING)
def test_a_private_mail_shares_no_text(name: str) -> None:
    found = composed(name)

    if found.is_private:
        texts = [each for each in found.segments if isinstance(each, Shared)]
        # What is shared is pictures and the sheet, as base64: lines of 76 characters at most.
        assert all(b" " not in each.data for each in texts)
    assert NONCE not in shared(name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_mail_holds_no_rack(name: str, language: str) -> None:
    text = body(message(name, language), "plain")

    assert not composed(name, language).is_private
    assert RACK not in text
    assert NONCE not in text


def test_the_owner_reads_rack_and_number() -> None:
    """Or the tests above could not fail."""
    text = body(message("turn_report_mine"), "plain")

    assert composed("turn_report_mine").is_private
    assert RACK in text
    assert NONCE in text


def test_two_players_get_faces_of_their_own() -> None:
    mine, other = (
        body(message(name), "plain") for name in ("turn_report_mine", "turn_report_other")
    )

    assert "Deine Buchstaben: A Ä D E G R T" in mine
    assert "Deine Buchstaben: D F S W" in other


@pytest.mark.slow
def test_every_fault_of_an_order_is_among_the_samples() -> None:
    codes = {
        each.code
        for module in (entries, course)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Fault) and each.__module__ == module.__name__
    }

    assert codes == {fault.code for fault in FAULTS} - {"not_on_rack"}
