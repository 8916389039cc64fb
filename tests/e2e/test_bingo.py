"""Scrabble-Bingo over real servers, in one mail with games of the other families: from two words to BINGO."""

import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailref.assembly import baseline_of, open_machine
from mailref.games.bingo.game import BingoGame
from mailref.games.classic.game import TurnGame
from mailref.service import tick
from tests.commands.invoke import mailref
from tests.e2e.installation import player_mail, text_of
from tests.e2e.worlds import MORNING, World
from tests.games.bingo.rehearsal import ANNAS, BENS, herbst
from tests.games.by_turns.at_table import kiel
from tests.servers.sink import parsed

pytestmark = pytest.mark.sampled(1)  # on one of the two kinds of servers

ANNA, BEN, ERIKA = "anna@example.org", "ben@example.org", "gm@example.org"
MINUTE = timedelta(minutes=1)
GAMES = (
    kiel(inner='[game.rules]\nstarter = "Anna"'),
    herbst("", "[game.rules]\nper_round = 50", ("Anna", "Ben")),
)
OTHERS = "Classic Kiel\nPASSE\n\n1-Zug-Scrabble Yerres\nSpieler=Anna Beispiel\nH8w BEINE\n"


def mails(world: World, address: str, tag: str) -> list[EmailMessage]:
    """Return the mails of a game that somebody got."""
    found = [parsed(data) for data in world.to(address)]
    return [each for each in found if str(each["Subject"]).startswith(f"[{tag}")]


@pytest.mark.slow
def test_two_words_beside_moves_of_the_other_families_and_bingo(
    world: World, tmp_path: Path
) -> None:
    now = MORNING
    with world.config.open("a", encoding="utf-8") as config:
        config.write("\n".join(GAMES))
    machine = open_machine(world.config)
    machine.new_seed = lambda: bytes(32)
    baseline, _ = baseline_of(machine, now, None)
    tick(machine, baseline, now)

    def bingo() -> BingoGame:
        found = machine.journal.games.load("herbst")
        assert isinstance(found, BingoGame)
        return found

    text = f"Herbst-Bingo\n{ANNAS}\n\n{OTHERS}"
    world.arrives(player_mail("Anna", ANNA, text, Subject="Züge"), now + MINUTE)
    world.arrives(player_mail("Ben", BEN, BENS, Subject="Re: [herbst R1] Zug"), now + MINUTE)
    tick(machine, baseline, now + 2 * MINUTE)

    assert [each.value for each in bingo().entries["Anna"]] == [("STERNEN", "GARTENS")]
    classic = machine.journal.games.load("kiel")
    assert isinstance(classic, TurnGame)
    assert classic.turn is not None
    assert classic.turn.player == "Ben"
    noted = mails(world, ANNA, "herbst")[-1]
    assert noted["Subject"] == "[herbst R1] Deine Wörter sind notiert"
    assert "BEINE" in text_of(mails(world, ANNA, "yerres")[-1])
    assert "STERNEN" in text_of(noted).replace(" ", "")
    for other in (BEN, ERIKA):
        told = [text_of(each).replace(" ", "") for each in mails(world, other, "herbst")]
        assert told
        assert not [each for each in told if "STERNEN" in each]

    while not bingo().is_over:
        due = bingo().due
        assert due is not None
        tick(machine, baseline, due + 5 * MINUTE)

    drawn = bingo().drawn
    for address in (ANNA, BEN, ERIKA):
        end = mails(world, address, "herbst")[-1]
        assert str(end["Subject"]).startswith("[herbst Ende] BINGO! Gewonnen hat ")
    machine.mailbox.close()
    machine.journal.close()
    whole = mailref("export", "herbst", "-c", str(world.config)).out
    assert json.loads(whole)["rounds"][0]["drawn"] == drawn[:50]
    as_file = tmp_path / "herbst.json"
    as_file.write_text(whole, encoding="utf-8")
    assert mailref("verify", "--file", str(as_file)).code == 0
    assert mailref("verify", "herbst", "-c", str(world.config)).code == 0
