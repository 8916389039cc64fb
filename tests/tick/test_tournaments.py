"""A tournament goes on by itself: games opened, results taken, rounds paired, the seed at the end."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.errors import BegunBeforeError
from mailref.games.by_turns.game import SeatedGame
from mailref.games.rummikub.game import TableGame
from mailref.games.tournament.contents import ChallengeRefused, TournamentNews
from mailref.games.tournament.standings import Final
from mailref.games.tournament.tournament import RoundPaired, Tournament, TournamentEnded
from mailref.games.unscrabble.game import UnscrabbleGame
from mailref.referee.mails import Owed
from mailref.tick.begun_before import refuse_to_begin_anew
from tests.commands.invoke import mailref
from tests.referee.rehearsal import MONDAY
from tests.tick.machines import Post, post

MINUTE = timedelta(minutes=1)


def club(system: str, *players: str, keys: str = "") -> str:
    """Return a [[tournament]]."""
    listed = "\n".join(
        f'[[tournament.player]]\nname = "{name}"\naddresses = ["{name.lower()}@example.org"]'
        for name in players
    )
    head = 'id = "club"\ntitle = "Vereinsturnier"\nvariant = "classic"\nzone = "Europe/Berlin"\n'
    return f'[[tournament]]\n{head}system = "{system}"\n{keys}\n{listed}'


def resigns(there: Post, game: str, player: str) -> None:
    """Let a player give a game up, and the machine tick as often as that takes."""
    there.arrives("AUFGEBEN", f"{player.lower()}@example.org", subject=f"[{game}] Zug")
    there.tick(MONDAY + MINUTE)
    there.tick(MONDAY + 2 * MINUTE)


def tournament(there: Post) -> Tournament:
    there.machine.forget_office()
    return there.machine.tournaments()["club"]


def test_a_tournament_plays_itself_to_its_end(tmp_path: Path) -> None:
    """Three players, all meet all: one rests in each round; who is named second gives up."""
    there = post(tmp_path, club("round_robin", "Anna", "Ben", "Cora"))
    there.tick(MONDAY)
    there.tick(MONDAY)

    for number in (1, 2, 3):
        now = tournament(there)
        assert now.number == number
        (meeting,) = now.meetings[number - 1 :]
        game = there.machine.journal.games.load(meeting.games[0])
        assert isinstance(game, SeatedGame)
        assert game.title == f"Vereinsturnier R{number}T1"
        assert game.seats == meeting.players
        assert game.turn is not None
        assert game.turn.player == meeting.players[0]
        resigns(there, meeting.games[0], meeting.players[1])
        there.tick(MONDAY + 3 * MINUTE)

    now = tournament(there)
    assert now.is_over
    assert now.seed == bytes(range(32)).hex()
    outcomes = [now.outcomes[each.games[0]] for each in now.meetings]
    assert outcomes == [
        (Final(each.players[0], 0), Final(each.players[1], 0, is_out=True)) for each in now.meetings
    ]
    (table,) = now.tables
    assert sum(line.points for line in table) == 6


def test_all_are_told_who_meets_whom_and_how_it_ended(tmp_path: Path) -> None:
    """One mail a round to each who has an address, one at the end; to a player of two games, too."""
    there = post(tmp_path, club("round_robin", "Anna", "Ben", "Cora"))
    there.tick(MONDAY)
    there.tick(MONDAY)
    for number in (1, 2, 3):
        told = [o for o in there.letters.owed if isinstance(o.content, TournamentNews)]
        assert sorted(o.recipient.partition("@")[0] for o in told) == ["anna", "ben", "cora", "gm"]
        events = {o.content.happened for o in told if isinstance(o.content, TournamentNews)}
        (paired,) = events
        assert isinstance(paired, RoundPaired)
        assert paired.number == number
        assert {(o.game, o.tag) for o in told} == {(None, None)}
        there.letters.owed.clear()
        (meeting,) = tournament(there).meetings[number - 1 :]
        resigns(there, meeting.games[0], meeting.players[1])
        there.tick(MONDAY + 3 * MINUTE)

    last = [o.content for o in there.letters.owed if isinstance(o.content, TournamentNews)]
    assert [type(each.happened) for each in last] == [TournamentEnded] * 4
    assert {each.player for each in last} == {"Anna", "Ben", "Cora", None}


@pytest.mark.slow
def test_a_game_counts_once_its_words_are_ruled_on_for_the_theme(tmp_path: Path) -> None:
    """Classic 8.2: the game master may say so after the end. EI on H8 is (1 + 1) * 2 = 4, and 5 for the theme."""
    theme = '\n[tournament.theme]\nname = "Küche"\npoints = 5\nwords = ["TOPF"]\n'
    there = post(tmp_path, club("round_robin", "Anna", "Ben") + theme)
    there.tick(MONDAY)
    there.tick(MONDAY)
    there.arrives("H8 EI // Thema: EI", "anna@example.org", subject="[club-r1-t1 Z1] Zug")
    there.tick(MONDAY + MINUTE)
    resigns(there, "club-r1-t1 Z2", "Ben")
    there.tick(MONDAY + 3 * MINUTE)
    game = there.machine.journal.games.load("club-r1-t1")
    assert game is not None
    assert game.is_over
    assert dict(tournament(there).outcomes) == {}

    config = ("-c", str(tmp_path / "config.toml"))
    assert mailref("rule", "club-r1-t1", "EI", "accept", "--theme", *config).code == 0
    there.tick(MONDAY + 4 * MINUTE)

    assert tournament(there).outcomes["club-r1-t1"] == (
        Final("Anna", 9),
        Final("Ben", 0, is_out=True),
    )


def test_a_ladder_is_told_to_the_two_who_play(tmp_path: Path) -> None:
    there = post(tmp_path, club("ladder", "Anna", "Ben", "Cora", "Dirk"))
    there.tick(MONDAY)
    config = ("-c", str(tmp_path / "config.toml"))
    assert mailref("challenge", "club", "Cora", "Anna", *config).code == 0
    there.letters.owed.clear()
    there.tick(MONDAY)
    resigns(there, "club-r1-t1", "Anna")

    news = [o for o in there.letters.owed if isinstance(o.content, TournamentNews)]
    assert sorted(o.recipient.partition("@")[0] for o in news) == ["anna", "cora", "gm"]
    (content, *_) = (o.content for o in news if isinstance(o.content, TournamentNews))
    assert content.tournament.order == ("Cora", "Anna", "Ben", "Dirk")


def test_a_tournament_of_wort_rummikub_says_who_gets_the_s(tmp_path: Path) -> None:
    """Other games 4: the lot of the pair says who begins, by turns within a meeting."""
    keys = "games_each = 2"
    text = club("round_robin", "Anna", "Ben", keys=keys).replace('"classic"', '"rummikub"')
    there = post(tmp_path, text)
    there.tick(MONDAY)
    there.tick(MONDAY)

    (meeting,) = tournament(there).meetings
    first, second = (there.machine.journal.games.load(each) for each in meeting.games)
    assert isinstance(first, TableGame)
    assert isinstance(second, TableGame)
    for game, order in ((first, meeting.players), (second, meeting.players[::-1])):
        assert game.turn is not None
        assert (game.turn.player, game.seats) == (order[0], order)
        assert "S" in game.hands[order[0]].rack.value
        assert "A" in game.hands[order[1]].rack.value
    resigns(there, f"{meeting.games[0]} Z1", "Anna")
    resigns(there, f"{meeting.games[1]} Z1", "Anna")
    there.tick(MONDAY + 3 * MINUTE)

    now = tournament(there)
    assert now.is_over
    assert [(line.player, line.points) for line in now.tables[0]] == [("Ben", 4), ("Anna", 0)]
    there.machine.journal.close()
    page = tmp_path / "page"
    config = ("-c", str(tmp_path / "config.toml"))
    assert mailref("export", "club", "--format", "html", "--out", str(page), *config).code == 0
    # K = 40 of an even chance, then of 0.557: 1500 + 20 = 1520, + 40 * (1 - 0.557) = 1537.7
    shown = (page / "index.html").read_text(encoding="utf-8")
    assert shown.index("1538") < shown.index("1462")
    assert mailref("verify", "club", *config).code == 0


def test_nothing_begins_before_its_time(tmp_path: Path) -> None:
    there = post(tmp_path, club("swiss", "Anna", "Ben", keys='start = "08.12.2026 20:00"'))

    there.tick(MONDAY)

    assert dict(there.machine.tournaments()) == {}
    assert there.left() == []


@pytest.mark.slow
def test_the_shell_shows_and_proves_a_tournament(tmp_path: Path) -> None:
    there = post(tmp_path, club("swiss", "Anna", "Ben", "Cora", "Dirk"))
    there.tick(MONDAY)
    there.tick(MONDAY)
    there.machine.journal.close()
    config = ("-c", str(tmp_path / "config.toml"))

    page = mailref("export", "club", "--format", "html", "--out", str(tmp_path / "a"), *config)
    shown = mailref("export", "club", *config)
    as_file = tmp_path / "club.json"
    as_file.write_text(shown.out, encoding="utf-8")
    proved = mailref("verify", "club", *config)
    by_file = mailref("verify", "--file", str(as_file))
    refused = mailref("export", "club", "--format", "gcg", *config)
    checked = mailref("check", *config)
    status = mailref("status", "--json", *config)

    assert (page.code, page.err) == (0, "")
    names = {each.name for each in (tmp_path / "a").iterdir()}
    assert names == {"index.html", "style.css", "tournament.json"}
    raw = json.loads(shown.out)
    assert [len(each["meetings"]) for each in raw["events"]] == [2]
    assert proved.out.splitlines()[0] == (
        "club: 1 round of a tournament played again, no difference: pairings, tables and lots"
    )
    assert "who begins cannot be checked yet" in by_file.out
    assert (refused.code, refused.err) == (
        1, "mailref: club is a tournament: json or html, not gcg\n",
    )  # fmt: skip
    assert "no fault; games: 0, tournaments: 1, players: 4" in checked.out
    assert checked.err == ""
    assert [each["game"] for each in json.loads(status.out)["games"]] == [
        "club-r1-t1",
        "club-r1-t2",
    ]


def test_a_challenge_on_a_ladder_makes_a_game(tmp_path: Path) -> None:
    there = post(tmp_path, club("ladder", "Anna", "Ben", "Cora", "Dirk", "Emil"))
    there.tick(MONDAY)
    config = ("-c", str(tmp_path / "config.toml"))

    too_high = mailref("challenge", "club", "Emil", "Anna", *config)
    challenged = mailref("challenge", "club", "Cora", "Anna", *config)
    there.tick(MONDAY)
    there.tick(MONDAY)

    assert too_high.code == 1
    assert "'Emil' cannot challenge 'Anna'" in too_high.err
    assert challenged.out == "club: club-r1-t1 begins at the next tick\n"
    resigns(there, "club-r1-t1", "Anna")
    assert tournament(there).order == ("Cora", "Anna", "Ben", "Dirk", "Emil")


def writes(there: Post, player: str, text: str) -> list[Owed]:
    """Let a player write; return the mails that are owed for it."""
    there.letters.owed.clear()
    there.arrives(text, f"{player.lower()}@example.org")
    there.tick(MONDAY + MINUTE)
    return list(there.letters.owed)


def ladder(there: Post) -> tuple[str, ...]:
    return tuple(" ".join(each.players) for each in tournament(there).meetings)


def test_a_ladder_says_how_to_challenge_and_a_mail_does_it(tmp_path: Path) -> None:
    """Other games 4: both are told, and the game master; the game is opened by itself."""
    there = post(tmp_path, club("ladder", "Anna", "Ben", "Cora", "Dirk", "Emil"))
    there.tick(MONDAY)
    told = [o for o in there.letters.owed if isinstance(o.content, TournamentNews)]
    assert sorted(o.recipient.partition("@")[0] for o in told) == [
        "anna", "ben", "cora", "dirk", "emil", "gm",
    ]  # fmt: skip

    owed = writes(there, "Cora", "Hallo,\nherausfordern: anna\nViele Grüße\nCora")
    there.tick(MONDAY + 2 * MINUTE)

    assert sorted(o.recipient.partition("@")[0] for o in owed) == ["anna", "cora", "gm"]
    assert {type(o.content) for o in owed} == {TournamentNews}
    (meeting,) = tournament(there).meetings
    assert set(meeting.players) == {"Anna", "Cora"}
    game = there.machine.journal.games.load("club-r1-t1")
    assert isinstance(game, SeatedGame)
    assert game.turn is not None
    resigns(there, "club-r1-t1", "Anna")
    assert tournament(there).order == ("Cora", "Anna", "Ben", "Dirk", "Emil")


@pytest.mark.parametrize(
    ("who", "text", "why"),
    [
        ("Emil", "HERAUSFORDERN Anna", "too_far"),
        ("Anna", "HERAUSFORDERN Ben", "too_far"),
        ("Emil", "CHALLENGE PLAYER Fritz", "unknown_name"),
        ("Emil", "HERAUSFORDERUNG Emil", "unknown_name"),
        ("Dirk", "HERAUSFORDERN Ben", "has_open"),
        ("Cora", "HERAUSFORDERN Ben", "has_open"),
    ],
)
def test_a_challenge_that_cannot_be_is_answered_to_its_sender_alone(
    tmp_path: Path, who: str, text: str, why: str
) -> None:
    """Ben and Cora are in a challenge; nobody but three places above can be challenged."""
    there = post(tmp_path, club("ladder", "Anna", "Ben", "Cora", "Dirk", "Emil"))
    there.tick(MONDAY)
    writes(there, "Cora", "HERAUSFORDERN Ben")
    there.tick(MONDAY + MINUTE)
    before = tournament(there)

    (owed,) = writes(there, who, text)

    assert owed.recipient == f"{who.lower()}@example.org"
    assert isinstance(owed.content, ChallengeRefused)
    assert owed.content.why == why
    assert tournament(there) == before


def test_a_challenge_beside_a_move_leaves_the_move(tmp_path: Path) -> None:
    """In a game CHALLENGE and EINSPRUCH are other words; the line is none of its orders."""
    there = post(tmp_path, club("ladder", "Anna", "Ben", "Cora", "Dirk", "Emil"))
    there.tick(MONDAY)
    writes(there, "Dirk", "HERAUSFORDERN Cora")
    there.tick(MONDAY + MINUTE)
    game = there.machine.journal.games.load("club-r1-t1")
    assert isinstance(game, SeatedGame)
    assert game.turn is not None
    first = game.turn.player
    other = {"Dirk": "Ben", "Cora": "Ben"}[first]

    owed = writes(there, first, f"PASSE\nHERAUSFORDERN {other}")

    kinds = {type(o.content).__name__ for o in owed if o.recipient.startswith(first.lower())}
    assert kinds == {"TurnReport", "ChallengeRefused"}
    assert ladder(there) == (" ".join(tournament(there).meetings[0].players),)


def test_who_withdraws_is_paired_no_more_and_the_export_proves_it(tmp_path: Path) -> None:
    there = post(tmp_path, club("swiss", "Anna", "Ben", "Cora", "Dirk", "Emil", "Fritz"))
    there.tick(MONDAY)
    config = ("-c", str(tmp_path / "config.toml"))

    unknown = mailref("withdraw", "club", "Xaver", *config)
    done = mailref("withdraw", "club", "Cora", *config)
    again = mailref("withdraw", "club", "Cora", *config)
    there.tick(MONDAY + MINUTE)
    for meeting in tournament(there).meetings:
        resigns(there, meeting.games[0], meeting.players[1])
    there.tick(MONDAY + 3 * MINUTE)

    assert (unknown.code, again.code) == (1, 1)
    assert "'Xaver' does not take part; it is played by Anna, Ben, Cora" in unknown.err
    assert done.out == "club: Cora is paired no more\n"
    now = tournament(there)
    second = [each for each in now.meetings if each.round == 2]
    assert len(second) == 2
    assert all("Cora" not in each.players for each in second)
    there.machine.journal.close()
    shown = mailref("export", "club", *config)
    assert {"withdrew": "Cora"} in json.loads(shown.out)["events"]
    assert mailref("verify", "club", *config).code == 0


def test_two_withdraw_at_one_instant(tmp_path: Path) -> None:
    there = post(tmp_path, club("swiss", "Anna", "Ben", "Cora", "Dirk", "Emil", "Fritz"))
    there.tick(MONDAY)
    at = ("--now", (MONDAY + MINUTE).isoformat(), "-c", str(tmp_path / "config.toml"))

    called = [mailref("withdraw", "club", name, *at) for name in ("Cora", "Dirk")]

    assert [(each.code, each.err) for each in called] == [(0, ""), (0, "")]
    assert tournament(there).withdrawn == {"Cora", "Dirk"}


def test_strangers_robots_and_quotes_challenge_nobody(tmp_path: Path) -> None:
    there = post(tmp_path, club("ladder", "Anna", "Ben", "Cora"))
    there.tick(MONDAY)
    writes(there, "Fritz", "HERAUSFORDERN Anna")
    writes(there, "Cora", "> HERAUSFORDERN Anna")
    there.arrives("HERAUSFORDERN Anna", "cora@example.org", header="Auto-Submitted: auto-replied\n")
    there.tick(MONDAY + 2 * MINUTE)

    assert tournament(there).meetings == ()


def test_a_tournament_that_the_mailbox_knows_and_the_record_does_not_is_not_begun_anew(
    tmp_path: Path,
) -> None:
    there = post(tmp_path, club("swiss", "Anna", "Ben", "Cora", "Dirk"))
    there.arrives("PASSE", "anna@example.org", subject="Re: [club-r1-t2 Z4] Zug")

    with pytest.raises(BegunBeforeError, match="'club' has begun before"):
        refuse_to_begin_anew(there.machine, ())

    refuse_to_begin_anew(there.machine, ("club",))
    there.tick(MONDAY)
    refuse_to_begin_anew(there.machine, ())


@pytest.mark.slow
def test_every_table_of_a_tournament_of_un_scrabble_takes_down_one_board(tmp_path: Path) -> None:
    """Other games 4: who is named first in a pair begins."""
    rows = ["." * 15] * 15
    rows[7] = "....HAUS......."
    keys = "board = [" + ", ".join(f'"{row}"' for row in rows) + "]"
    text = club("round_robin", "Anna", "Ben", "Cora", "Dirk", keys=keys)
    there = post(tmp_path, text.replace('"classic"', '"unscrabble"'))
    there.tick(MONDAY)
    there.tick(MONDAY)

    for meeting in tournament(there).meetings:
        game = there.machine.journal.games.load(meeting.games[0])
        assert isinstance(game, UnscrabbleGame)
        assert [tile.tile for tile in game.board.tiles] == list("HAUS")
        assert game.turn is not None
        assert (game.seats, game.turn.player) == (meeting.players, meeting.players[0])
        taker = f"{meeting.players[0].lower()}@example.org"
        there.arrives("NIMM H5", taker, subject=f"[{game.id} Z1] Zug")
        there.tick(MONDAY + MINUTE)
        resigns(there, f"{game.id} Z2", meeting.players[1])

    there.tick(MONDAY + 3 * MINUTE)
    now = tournament(there)
    assert now.number == 2
    # AUS is left after the H, which is worth 2; who gives up has lost.
    made = [sorted(final.points for final in each) for each in now.outcomes.values()]
    assert made == [[0, 2], [0, 2]]
    there.machine.journal.close()
    config = ("-c", str(tmp_path / "config.toml"))
    assert mailref("verify", "club-r1-t1", *config).code == 0
    assert mailref("verify", "club", *config).code == 0


def test_a_game_that_the_game_master_ends_before_anybody_moved_counts_nothing(
    tmp_path: Path,
) -> None:
    there = post(tmp_path, club("round_robin", "Anna", "Ben"))
    there.tick(MONDAY)
    there.tick(MONDAY)
    config = ("-c", str(tmp_path / "config.toml"))
    mailref("end", "club-r1-t1", "--now", (MONDAY + MINUTE).isoformat(), *config)
    for minute in (2, 3):
        there.tick(MONDAY + minute * MINUTE)

    now = tournament(there)
    (table,) = now.tables
    there.machine.journal.close()
    as_file = tmp_path / "game.json"
    as_file.write_text(mailref("export", "club-r1-t1", *config).out, encoding="utf-8")
    mailref("export", "club", "--format", "html", "--out", str(tmp_path / "a"), *config)
    page = (tmp_path / "a" / "index.html").read_text(encoding="utf-8")

    assert now.is_over
    assert [(line.points, line.difference) for line in table] == [(0, 0), (0, 0)]
    assert "ohne Ergebnis beendet" in page
    for command in (("club-r1-t1", *config), ("--file", str(as_file)), ("club", *config)):
        assert "no difference" in mailref("verify", *command).out
