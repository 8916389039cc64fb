"""The sample game of seed 002 over the embedded servers: every mail answers the one before, as people do."""

import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailref.assembly import baseline_of, open_machine
from mailref.games.classic import book as turn_classic
from mailref.games.classic.game import TurnGame
from mailref.service import tick
from tests.e2e.installation import player_mail, text_of
from tests.e2e.test_killed import SETTINGS
from tests.e2e.worlds import MORNING
from tests.games.by_turns.at_table import GivenDraws, kiel
from tests.servers.faulty import FaultyServer
from tests.servers.sink import parsed

pytestmark = pytest.mark.slow
REFEREE, GAME_MASTER = "referee@example.org", "gm@example.org"
ADDRESSES = {"Anna": "anna@example.org", "Ben": "ben@example.org"}
CASES = json.loads((Path(__file__).parents[1] / "games/cases/classic.json").read_text("utf-8"))[
    "cases"
]


def newest(server: FaultyServer, address: str) -> EmailMessage:
    """Return the last mail that somebody got."""
    data = [parcel.data for parcel in server.parcels if parcel.recipient == address][-1]
    return parsed(data)


def test_the_sample_game_over_real_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """26 moves, every sum, the bag empty, 349:361; each mail shows what the next move needs."""
    case = next(each for each in CASES if each["name"] == "sample-game-whole")
    draws = GivenDraws([case["setup"]["racks"][name] for name in ADDRESSES])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    now = MORNING
    with FaultyServer(dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")) as server:
        head = SETTINGS.partition("[[game]]")[0]
        text = head.format(imap=server.imap_port, smtp=server.smtp_port)
        path = tmp_path / "config.toml"
        game = kiel(inner='[game.rules]\nstarter = "Anna"')
        path.write_text(f"{text}\n{game}", encoding="utf-8")
        machine = open_machine(path)
        with machine.journal:
            baseline, _ = baseline_of(machine, now, None)
            tick(machine, baseline, now)
            assert newest(server, ADDRESSES["Anna"])["Subject"].startswith("[kiel Z1]")
            for number, step in enumerate(case["steps"], start=1):
                draws.racks.extend(step["draws"])
                address = ADDRESSES[step["mail"]]
                answered = newest(server, address)
                at = now + timedelta(minutes=number)
                mail = player_mail(
                    step["mail"],
                    address,
                    "\n".join(step["lines"]),
                    Subject=f"Re: {answered['Subject']}",
                    In_Reply_To=str(answered["Message-ID"]),
                    Message_ID=f"<{number}@example.org>",
                )
                server.deliver(REFEREE, mail.as_bytes(), at)
                tick(machine, baseline, at + timedelta(seconds=30))
                wanted = step["expect"]["state"]["totals"][step["mail"]] if step["draws"] else None
                for other in ADDRESSES.values():
                    shown = newest(server, other)
                    assert str(shown["Subject"]).startswith(
                        "[kiel Ende]" if number == len(case["steps"]) else f"[kiel Z{number + 1}]"
                    )
                    assert wanted is None or str(wanted) in text_of(shown)
            state = machine.journal.games.load("kiel")
            machine.mailbox.close()
        last = text_of(newest(server, GAME_MASTER))
    assert isinstance(state, TurnGame)
    assert dict(state.final) == {"Anna": 349, "Ben": 361}
    assert state.bag.value == ""
    assert "349" in last
    assert "361" in last
