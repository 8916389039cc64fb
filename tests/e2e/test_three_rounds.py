"""Three rounds of an SB and of a Dottendorf game, as an operator runs them."""

import json
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest
from msgspec.structs import replace

from mailref.games.rounds.switches import SWITCHES, Rules
from mailref.settings.load import variants
from mailref.tiles.board import Axes, Board, read_area
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for
from tests.e2e.installation import Installation, player_mail, text_of
from tests.effort import fewer

pytestmark = [pytest.mark.dovecot, pytest.mark.slow]

PLAYERS = tuple((f"Spieler {name}", f"{name.lower()}@example.org") for name in (
    "Anton", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Heinz",
))  # fmt: skip
GAMES = """
[[game]]
id = "{id}"
title = "{title}"
variant = "{variant}"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
schedule = "every week on friday at 20:00"
close_delay = "0s"
min_round = "1h"
{rules}
{players}
"""


def settings() -> str:
    players = "".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["{address.replace("ä", "ae")}"]\n'
        for name, address in PLAYERS
    )
    # Without a minimum one draw in a hundred allows no play at all (eight consonants).
    one = GAMES.format(
        id="yerres", title="1-Zug-Scrabble Yerres", variant="dottendorf-1zug",
        rules="[game.rules]\nmin_vowels = 2\n", players=players,
    )  # fmt: skip
    two = GAMES.format(
        id="halle", title="SB-Scrabble Halle", variant="sb",
        rules='[game.rules]\nstart = "F6-J10"\nmin_vowels = 2\n', players=players,
    )  # fmt: skip
    return one + two


def address_of(index: int) -> str:
    return PLAYERS[index][1].replace("ä", "ae")


def rules_of(variant: str) -> Rules:
    found, faults = SWITCHES.read(variants()[variant], is_taken_over=True)
    assert not faults
    if variant == "sb":
        return replace(found, start=read_area("F6-J10", Axes.COLUMNS))
    return found


def moves_for(house: Installation, game: str, variant: str) -> list[FoundMove]:
    """Return some of the best moves of the open round, all of different points."""
    opened = house.export(game)["rounds"][-1]  # type: ignore[index]  # a list, by the contract
    search = search_for(rules_of(variant), {})
    found = search.all_moves(Board.from_rows(opened["board"]), opened["letters"])
    different: dict[int, FoundMove] = {}
    for move in islice(found, 3000):
        if not move.swaps:
            different.setdefault(move.points, move)
    return list(different.values())


def written(move: FoundMove) -> str:
    letters = "".join(
        ("*" if square in move.blanks else "") + letter
        for square, letter in zip(move.squares, move.word, strict=True)
    )
    column, row = "ABCDEFGHIJKLMNO"[move.square.column], move.square.row + 1
    return f"{column}{row}{'w' if move.direction == 'across' else 's'} {letters}"


def play_round(house: Installation, game: str, title: str, variant: str, number: int) -> list[int]:
    """Let six players move, one err and one keep silent; return the points confirmed."""
    moves = moves_for(house, game, variant)
    sent = []
    for index in range(6):
        move = moves[min(index, len(moves) - 1)]
        name, address = PLAYERS[index][0], address_of(index)
        text = f"{title}\nSpieler={name}\n{written(move)}\n"
        house.write(
            player_mail(name, address, text, Message_ID=f"<{game}.{number}.{index}@x.example>")
        )
        sent.append((index, move))
    name, address = PLAYERS[6][0], address_of(6)
    text = f"{title}\nSpieler={name}\nA1w XYLOPHON\n"
    wrong = f"<{game}.{number}.wrong@x.example>"
    house.write(player_mail(name, address, text, Message_ID=wrong))
    for index, move in sent:
        answer = house.wait_for_mail(address_of(index), f"[{game} R{number}] Zug gilt")
        assert answer["In-Reply-To"] == f"<{game}.{number}.{index}@x.example>"
        assert answer["Auto-Submitted"] == "auto-replied"
        assert f"{move.points} Punkte" in text_of(answer)
        assert move.word in text_of(answer)
    house.wait_for(
        lambda: any(mail["In-Reply-To"] == wrong for mail in house.to(address)), "the rejection"
    )
    return [move.points for _, move in sent]


def test_three_rounds_of_two_games_by_the_daemon(house: Installation) -> None:
    """Every mail that arrives is checked; rounds end by command and, once, by their ZAT."""
    house.configure(settings())
    house.start()
    everybody = [*(address_of(index) for index in range(8)), "gm@example.org"]
    games = (
        ("yerres", "1-Zug-Scrabble Yerres", "dottendorf-1zug"),
        ("halle", "SB-Scrabble Halle", "sb"),
    )
    for game, _, _ in games:
        for address in everybody:
            house.wait_for_mail(address, f"[{game} R1]")
    for number in range(1, 1 + fewer(3, 2)):
        for game, title, variant in games:
            points = play_round(house, game, title, variant, number)
            end_round(house, game, number)
            for address in everybody:
                report = house.wait_for_mail(
                    address, f"[{game} R{number + 1}] Auswertung Runde {number}"
                )
                text = text_of(report)
                assert f"{max(points)}" in text
                for name, _ in PLAYERS:
                    assert name in text
            check_totals(house, game, number, points)
    check_all_mails(house, set(everybody))
    for game, _, _ in games:
        verified = house.command("verify", game)
        assert verified.returncode == 0, verified.stderr
    assert house.stop() == 0


def end_round(house: Installation, game: str, number: int) -> None:
    if (game, number) == ("yerres", 2):
        end_by_its_zat(house, game)
        return
    done = house.command_here("close", game, "--early")
    assert done.code == 0, done.err


def end_by_its_zat(house: Installation, game: str) -> None:
    """Set a ZAT a few seconds ahead: more where the command takes that long on a busy machine."""
    for seconds in (4, 8, 16, 32):
        zat = datetime.now(UTC) + timedelta(seconds=seconds)
        done = house.command_here("extend", game, zat.isoformat(), "--because", "Probe")
        if "has passed" not in done.err:
            break
    assert done.code == 0, done.err


def check_totals(house: Installation, game: str, number: int, points: list[int]) -> None:
    """The record says what the confirmations said; silence and error are 0 points."""
    closed = house.export(game)["rounds"][number - 1]  # type: ignore[index]  # a list, by the contract
    by_name = {entry["player"]: entry for entry in closed["entries"]}
    for index, expected in enumerate(points):
        assert by_name[PLAYERS[index][0]]["points"] == expected
    assert by_name[PLAYERS[6][0]]["status"] == "invalid"
    assert by_name[PLAYERS[7][0]]["status"] == "missing"
    assert by_name[PLAYERS[6][0]]["points"] == by_name[PLAYERS[7][0]]["points"] == 0
    best = max(closed["entries"], key=lambda entry: entry["points"])
    assert best["player"] in closed["laid"]["players"]


def check_all_mails(house: Installation, registered: set[str]) -> None:
    """No mail goes to a stranger, none shows another address, each has an id of its own."""
    ids = []
    for taken, mail in house.pairs():
        assert taken.recipient in registered
        assert taken.sender == "referee@example.org"
        ids.append(str(mail["Message-ID"]))
        others = registered - {taken.recipient, "gm@example.org"}
        if taken.recipient == "gm@example.org":
            others = set()  # the opening names to him who plays under which address
        assert not [address for address in others if address.encode() in taken.data]
        assert mail["Auto-Submitted"] in ("auto-replied", "auto-generated")
        assert json.dumps(str(mail["Subject"]))
    assert len(set(ids)) == len(ids)
