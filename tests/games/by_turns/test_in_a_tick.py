"""Games in turns in whole ticks: what is recorded and mailed, what time brings, both families at once."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mailref.games.by_turns.contents import OrderAnswer, TurnReport, TurnTakenBack
from mailref.games.by_turns.events import AwaySet, PlayShown, TilesDrawn
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import TurnKind
from mailref.games.chance import SeedDraws
from mailref.games.classic.game import TurnGame
from mailref.journal.journal import Journal
from mailref.referee.contents import (
    LateTurn,
    Notice,
    OrdersAsked,
    SenderAsked,
    StrangersMoves,
    Summary,
    WhyAsked,
)
from mailref.referee.gm_orders import TurnGoesBack
from mailref.referee.policy import Reason
from mailref.tiles.board import Square, in_order, without
from mailref.writing.mail_bytes import message_id_of
from tests.commands.invoke import mailref
from tests.fakes import FakeMailbox, FakeOutbox
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import DAY, ERIKA, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun
from tests.tick.test_trust import PASS

STARTER = '[game.rules]\nstarter = "Anna"'
ANNA, BEN = "Anna <anna@example.org>", "Ben <ben@example.org>"
ZAT = MONDAY + timedelta(days=5, hours=7)
"""Five days after Monday noon, at the next 20:00 in Berlin: Saturday."""


def table(folder: Path, keys: str = "", inner: str = STARTER, *others: str) -> Post:
    return begun(folder, kiel(keys, inner), *others)


def going(post: Post, id: str = "kiel") -> SeatedGame:  # noqa: A002  as in the file
    found = post.machine.journal.games.load(id)
    assert isinstance(found, SeatedGame)
    return found


def state(post: Post, id: str = "kiel") -> TurnGame:  # noqa: A002  as in the file
    found = post.machine.journal.games.load(id)
    assert isinstance(found, TurnGame)
    return found


def exchange(post: Post, name: str) -> str:
    return f"TAUSCHE {state(post).hands[name].rack.value[0]}"


@pytest.mark.slow
def test_a_turn_goes_out_to_all_in_the_tick_that_reads_it(tmp_path: Path) -> None:
    post = table(tmp_path)
    post.arrives(exchange(post, "Anna"), ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    assert sorted(post.left()) == ["anna TurnReport", "ben TurnReport", "gm TurnReport"]
    tags = {mail.tag for mail in post.letters.owed}
    assert tags == {"Z2"}
    assert state(post).turn is not None
    assert post.machine.journal.games.deadlines()["kiel"] == ZAT


def test_time_runs_from_when_the_move_before_was_read_if_that_was_long_after(
    tmp_path: Path,
) -> None:
    """Nobody is told anything while the machine stands still (classic 7.1)."""
    post = table(tmp_path)
    post.arrives(exchange(post, "Anna"), ANNA, MONDAY + DAY)
    back = MONDAY + 8 * DAY  # Tuesday noon; five days later and 20:00 is Sunday
    post.tick(back)
    post.tick(back + 20 * MINUTE)

    turn = state(post).turn
    assert turn is not None
    assert (turn.number, turn.player) == (2, "Ben")
    assert turn.deadline == back + timedelta(days=5, hours=7)


@pytest.mark.parametrize("minute", [0, 1])
def test_a_move_that_surfaces_two_turns_later_is_none_of_the_new_turn(
    tmp_path: Path, minute: int
) -> None:
    """Classic 6.4: it answers what its sender had then, though it names no turn."""
    post = table(tmp_path)
    for number, who in ((1, "Anna"), (2, "Ben")):
        line = exchange(post, who)
        post.arrives(line, f"{who} <{who.lower()}@example.org>", MONDAY + number * MINUTE)
        post.tick(MONDAY + (number + 1) * MINUTE)
    before = state(post)
    post.arrives("PASSE", ANNA, MONDAY + minute * MINUTE)
    post.tick(MONDAY + 10 * MINUTE)

    assert state(post).turn == before.turn
    assert not state(post).kept


def test_an_open_game_that_waits_for_players_is_not_told_as_closed(tmp_path: Path) -> None:
    post = table(tmp_path, 'registration = "open"\nplaces = 3')
    shown = mailref("status", "-c", str(post.path)).out

    assert "(not begun)" in shown
    assert "players" in shown
    assert "closed" not in shown


def test_the_same_mail_once_more_has_no_second_effect(tmp_path: Path) -> None:
    post = table(tmp_path)
    line = exchange(post, "Anna")
    for number in range(2):
        post.arrives(line, ANNA, MONDAY + MINUTE * (1 + number), "Re: [kiel Z1] Du bist am Zug")
    post.tick(MONDAY + 5 * MINUTE)
    assert len(state(post).kept) == 0
    answers = [o.content for o in post.letters.owed if isinstance(o.content, OrderAnswer)]
    assert [each.considered.reason for each in answers] == ["already_moved"]


def test_what_became_of_a_turn_is_told_when_other_answers_are_withheld(tmp_path: Path) -> None:
    """Contract 2: a turn refused in silence would be lost; ten times as many are told."""
    post = begun(tmp_path, kiel("", STARTER), keys="per_address_day = 1")
    for minute in range(1, 4):
        post.arrives("STAND", ANNA, MONDAY + minute * MINUTE)
    for minute in range(4, 16):
        post.arrives("H4 QQQQ" + "AB"[minute % 2], ANNA, MONDAY + minute * MINUTE)
    post.tick(MONDAY + 20 * MINUTE)

    kinds = [line.partition(" ")[2] for line in post.left()]
    assert sorted(kinds) == ["Notice", *["OrderAnswer"] * 9, "TurnCommandAnswer"]

    post.tick(MONDAY + DAY)
    summary = next(o.content for o in post.letters.owed if isinstance(o.content, Summary))
    assert [(tag, said) for _, tag, said in summary.rows][-1] == ("Z1", "H4 QQQQB")


@pytest.mark.parametrize("variant", ["classic", "rummikub"])
def test_who_resigns_among_other_words_is_asked_once(tmp_path: Path, variant: str) -> None:
    """Classic 7.6: a seat is given up for good, and this may be no more than a question.

    At a table a bare word in capitals is a play (table 7); in answer to our question JA is a yes.
    """
    post = begun(tmp_path, kiel(inner=STARTER, variant=variant))
    post.letters.owed.clear()
    body = "Was passiert, wenn ich\nAUFGABE\nschreibe?"
    post.arrives(body, BEN, MONDAY + MINUTE, "Re: [kiel Z1] Du bist am Zug")
    post.tick(MONDAY + 2 * MINUTE)
    asked = [o for o in post.letters.owed if isinstance(o.content, Notice)]
    abouts = post.matters

    assert abouts == [SenderAsked("ben@example.org", WhyAsked.RESIGNS)]
    assert not going(post).is_over
    header = f"In-Reply-To: {message_id_of(asked[0], post.machine.office().house)}\n"
    post.arrives("JA", BEN, MONDAY + 3 * MINUTE, header=header)
    post.tick(MONDAY + 4 * MINUTE)
    assert going(post).is_over


@pytest.mark.parametrize(
    ("answer", "is_over"),
    [
        ("Ja, ich gebe auf.", True),
        ("Ja", True),
        ("Nein, ich gebe nicht auf!", False),
        ("I'm not giving up!", False),
    ],
)
def test_who_says_that_he_has_lost_resigns_by_a_yes_alone(
    tmp_path: Path, answer: str, is_over: bool
) -> None:
    """He may say in his yes what he was asked about; that was asked once more."""
    post = begun(tmp_path, kiel(inner=STARTER))
    post.letters.owed.clear()
    body = "Ok, dann gebe ich mich geschlagen, du bist zu gut für mich."
    post.arrives(body, BEN, MONDAY + MINUTE, "Re: [kiel Z1] Du bist am Zug")
    post.tick(MONDAY + 2 * MINUTE)
    assert post.matters == [SenderAsked("ben@example.org", WhyAsked.RESIGNS)]
    assert not going(post).is_over

    (asked,) = (o for o in post.letters.owed if isinstance(o.content, Notice))
    header = f"In-Reply-To: {message_id_of(asked, post.machine.office().house)}\n"
    post.arrives(answer, BEN, MONDAY + 3 * MINUTE, header=header)
    post.tick(MONDAY + 4 * MINUTE)
    assert going(post).is_over is is_over


def test_nobody_resigns_by_a_mail_that_anybody_can_have_written(tmp_path: Path) -> None:
    """Where our server says what mails prove, the bare word in a forged mail ended the game, and opened its seed."""
    vouching = 'authserv_id = "mx.example.org"'
    post = begun(tmp_path, kiel(inner=STARTER), keys=vouching)
    post.letters.owed.clear()
    post.arrives("AUFGABE", BEN, MONDAY + MINUTE, "Hallo")
    post.tick(MONDAY + 2 * MINUTE)
    assert post.matters == [SenderAsked("ben@example.org", WhyAsked.RESIGNS)]
    assert not going(post).is_over

    post.arrives("AUFGABE", BEN, MONDAY + 3 * MINUTE, "Hallo", PASS)
    post.tick(MONDAY + 4 * MINUTE)
    assert going(post).is_over


@pytest.mark.parametrize("body", ["AUFGABE", "Es wird mir leider zu viel.\nAUFGABE\nGruß, Ben"])
def test_who_resigns_in_answer_to_his_own_mail_is_not_asked(tmp_path: Path, body: str) -> None:
    post = table(tmp_path)
    to_ben = [o for o in post.letters.ever if o.recipient == "ben@example.org"]
    header = f"In-Reply-To: {message_id_of(to_ben[-1], post.machine.office().house)}\n"
    post.arrives(body, BEN, MONDAY + MINUTE, header=header)
    post.tick(MONDAY + 2 * MINUTE)

    assert state(post).is_over


@pytest.mark.parametrize(
    "body", ["AUFGABE", "Hallo,\n\nClassic Kiel\nSpieler=Ben\nAUFGABE\n\nViele Grüße\nBen"]
)
def test_who_resigns_and_says_no_more_is_not_asked(tmp_path: Path, body: str) -> None:
    post = table(tmp_path)
    post.arrives(body, BEN, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)

    assert state(post).is_over


@pytest.mark.parametrize(
    "body",
    ["Ich gebe auf.\nDanke für das Spiel", "I resign. Well played!", "Ich gebe auf. Gut gespielt!"],
)
def test_who_resigns_and_says_more_in_answer_to_no_mail_is_asked(tmp_path: Path, body: str) -> None:
    """Classic 7.6."""
    post = table(tmp_path)
    post.letters.owed.clear()
    post.arrives(body, BEN, MONDAY + MINUTE, "Re: [kiel Z4] Du bist am Zug")
    post.tick(MONDAY + 2 * MINUTE)

    assert not state(post).is_over
    assert SenderAsked("ben@example.org", WhyAsked.RESIGNS) in post.matters


@pytest.mark.parametrize("line", ["ANFECHTEN OHEIM", "ANNEHMEN", "AUFGABE", "PASSE"])
def test_a_turn_from_an_address_that_is_not_known_is_listed(tmp_path: Path, line: str) -> None:
    """Contract 5: a right to challenge must not be lost for the address that it was used from."""
    post = table(tmp_path)
    post.arrives(line, "Ben <ben@elsewhere.example>", MONDAY + MINUTE, "Re: [kiel Z1] Zug")
    post.tick(MONDAY + 2 * MINUTE)

    notices = post.matters
    assert [type(each) for each in notices] == [StrangersMoves]


def test_a_turn_that_is_over_ends_in_the_first_tick_that_has_read_all_mail(tmp_path: Path) -> None:
    post = table(tmp_path)
    post.tick(ZAT + MINUTE)
    assert state(post).turn is not None
    assert "timeout:kiel:1:0" not in _causes(post)
    post.tick(ZAT + 10 * MINUTE)
    assert post.machine.journal.is_decided("timeout:kiel:1:0")
    reports = [o.content for o in post.letters.owed if isinstance(o.content, TurnReport)]
    assert reports[-1].face.history.turns[0].kind is TurnKind.TIMEOUT
    post.letters.owed.clear()
    post.tick(ZAT + 20 * MINUTE)
    assert not post.letters.owed


def _surfaces_after_the_time_out(post: Post, arrived: timedelta) -> None:
    post.tick(ZAT + 10 * MINUTE)
    assert post.machine.journal.is_decided("timeout:kiel:1:0")
    post.letters.owed.clear()
    post.arrives(exchange(post, "Anna"), ANNA, ZAT + arrived, "Re: [kiel Z1] Du bist am Zug")
    post.tick(ZAT + 20 * MINUTE)


def test_a_move_in_time_that_surfaces_after_the_time_out_is_told_to_the_game_master(
    tmp_path: Path,
) -> None:
    """Classic 7.2: he may undo the time-out, without being shown the move."""
    post = table(tmp_path)
    _surfaces_after_the_time_out(post, -MINUTE)

    notices = post.notices
    assert [each.about for each in notices] == [
        LateTurn("anna@example.org", "Anna", 1, ZAT - MINUTE)
    ]
    assert not notices[0].quoted
    assert ("OrderAnswer", "late") in _reasons(post)


def test_a_late_move_after_a_time_out_is_just_late(tmp_path: Path) -> None:
    post = table(tmp_path)
    _surfaces_after_the_time_out(post, MINUTE)

    assert _reasons(post) == [("OrderAnswer", "late")]


def _causes(post: Post) -> list[str]:
    return [cause for cause in ("timeout:kiel:1:0",) if post.machine.journal.is_decided(cause)]


def test_a_move_that_arrived_in_time_and_is_read_late_counts(tmp_path: Path) -> None:
    post = table(tmp_path)
    post.arrives(exchange(post, "Anna"), ANNA, ZAT)
    post.tick(ZAT + DAY)
    assert state(post).hands["Anna"].timed_out == 0
    post.arrives("PASSE", BEN, ZAT + DAY + 12 * DAY)
    post.tick(ZAT + DAY + 13 * DAY)
    answer = next(o.content for o in post.letters.owed if isinstance(o.content, OrderAnswer))
    assert answer.considered.reason == "late"


def test_games_of_each_family_in_one_mail(tmp_path: Path) -> None:
    players = {"Anna": "anna@example.org", "Ben": "ben@example.org"}
    post = table(tmp_path, "", STARTER, game(players=players))
    body = f"1-Zug-Scrabble Yerres\nH8w RABEN\n\nClassic Kiel\n{exchange(post, 'Anna')}\n"
    post.arrives(body, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    left = sorted(post.left())
    assert left == ["anna EntryAnswer", "anna TurnReport", "ben TurnReport", "gm TurnReport"]
    assert state(post).turn is not None
    assert state(post).turn.number == 2  # type: ignore[union-attr]  # it goes on
    assert list(post.entries()) == ["Anna"]


@pytest.mark.slow
def test_the_game_master_decides_by_command(tmp_path: Path) -> None:
    post = table(tmp_path)
    config = ("-c", str(post.path))
    at = ("--now", (MONDAY + MINUTE).isoformat())
    assert mailref("pass", "kiel", "Anna", "--because", "am Telefon", *at, *config).code == 0
    refused = mailref("pass", "kiel", "Anna", *at, *config)
    assert refused.code == 1
    assert "sondern Ben" in refused.err
    assert mailref("undo", "kiel", *at, *config).code == 0
    assert mailref("away", "kiel", "Anna", "24.12.2026", "2.1.2027", *at, *config).code == 0
    named = ("Ben", "Dora", "dora@example.org")
    assert mailref("replace", "kiel", *named, *at, *config).code == 0
    assert mailref("out", "kiel", "Dora", *at, *config).code == 0
    post.machine.forget_office()
    assert state(post).is_over
    for order in ("close", "publish", "reopen"):
        more = ("2027-01-01T20:00",) if order == "reopen" else ()
        called = mailref(order, "kiel", *more, *at, *config)
        assert called.code == 1
        assert "games that are played in rounds" in called.err or order == "close"


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("KORREKTUR Anna +5: Fleiß", lambda game: game.players["Anna"].total == 5),
        ("RÜCKNAHME", lambda game: game.turn.number == 1),
        ("SPIEL BEENDEN", lambda game: game.is_over),
    ],
)
def test_the_game_masters_yes_is_no_move(
    tmp_path: Path, order: str, done: Callable[[TurnGame], bool]
) -> None:
    post = table(tmp_path)
    post.arrives("PASSE", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    assert not done(state(post))
    post.orders(order, MONDAY + 3 * MINUTE, "TurnReport")
    assert done(state(post))


def asked_about_undoing(tmp_path: Path) -> Post:
    """Return a table at which the game master was asked whether Anna's turn goes back."""
    post = table(tmp_path)
    post.arrives("PASSE", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    header = f"In-Reply-To: {post.ids('TurnReport', 'gm@example.org')}\n"
    post.arrives("RÜCKNAHME", ERIKA, MONDAY + 3 * MINUTE, header=header)
    post.tick(MONDAY + 3 * MINUTE)
    return post


def test_an_undone_turn_is_named_with_the_player_who_made_it(tmp_path: Path) -> None:
    post = asked_about_undoing(tmp_path)
    asked = post.matters
    assert [each.doubts for each in asked if isinstance(each, OrdersAsked)] == [
        (TurnGoesBack(1, "Anna"),)
    ]
    post.orders("RÜCKNAHME", MONDAY + 3 * MINUTE, "TurnReport")
    reports = [o.content for o in post.letters.owed if isinstance(o.content, TurnReport)]
    assert reports[-1].happened == (TurnTakenBack(1, "Anna"),)


def test_a_yes_undoes_no_other_turn_than_the_one_it_was_asked_about(tmp_path: Path) -> None:
    """Between question and yes the next player moves: asked again with what would go back now."""
    post = asked_about_undoing(tmp_path)
    post.arrives("PASSE", BEN, MONDAY + 4 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)
    for minute, turn in ((5, 3), (6, 2)):
        asked = [owed for owed in post.letters.owed if owed.one_time]
        header = f"In-Reply-To: {message_id_of(asked[-1], post.machine.office().house)}\n"
        post.arrives(f"JA\n\n{minute}", ERIKA, MONDAY + minute * MINUTE, header=header)
        post.tick(MONDAY + minute * MINUTE)
        open_turn = state(post).turn
        assert open_turn is not None
        assert open_turn.number == turn
    abouts = post.matters
    assert [(each.why, each.doubts) for each in abouts if isinstance(each, OrdersAsked)] == [
        (WhyAsked.WEIGHTY, (TurnGoesBack(1, "Anna"),)),
        (WhyAsked.WENT_ON, (TurnGoesBack(2, "Ben"),)),
    ]


def test_status_shows_whose_turn_it_is_and_no_rack(tmp_path: Path) -> None:
    post = table(tmp_path)
    called = mailref("status", "--json", "-c", str(post.path))
    assert '"to_move": "Anna"' in called.out
    assert '"family": "turns"' in called.out
    assert state(post).hands["Anna"].rack.value not in called.out


def test_a_preview_is_the_public_report(tmp_path: Path) -> None:
    post = table(tmp_path)
    rack = state(post).hands["Anna"].rack.value
    out = tmp_path / "shown"
    called = mailref("preview", "kiel", "--out", str(out), "-c", str(post.path))
    assert called.code == 0, called.err
    assert "before turn 1" in called.out
    text = (out / "report.txt").read_text("utf-8")
    assert "Anna" in text
    assert rack not in text.replace(" ", "")


def test_nothing_of_a_rack_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    post = table(tmp_path)
    racks = [state(post).hands[name].rack.value for name in ("Anna", "Ben")]
    post.arrives(exchange(post, "Anna"), ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    racks += [state(post).hands["Anna"].rack.value]
    assert not any(rack in caplog.text for rack in racks)


class KilledError(BaseException):
    """Stands for the end of the process."""


class Killer:
    """Ends the process at the n-th step that reaches the world."""

    def __init__(self, at: int) -> None:
        self.left = at

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return *call* with a possible end before and after it."""

        def step(*arguments: Any, **more: Any) -> Any:
            self._count()
            found = call(*arguments, **more)
            self._count()
            return found

        return step

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise KilledError


STEPS = 14
"""More steps than the tick of one turn has."""


@pytest.mark.sampled(7)
@pytest.mark.parametrize("at", range(1, STEPS + 1))
@pytest.mark.slow
def test_killed_at_any_step_of_a_turn_it_has_one_effect_and_the_same_letters(
    tmp_path: Path, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that accepts the open play, draws for it and lays a play of its own."""
    post = table(tmp_path)
    laid = state(post).hands["Anna"].rack.value.replace("?", "")[:3]
    post.arrives(f"H8 {laid}", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    his = state(post).hands["Ben"].rack.value.replace("?", "")[:2]
    post.left()
    post.arrives(f"8H {laid[0]}{his}", BEN, MONDAY + 3 * MINUTE, "Re: [kiel Z2] Du bist am Zug")
    drawn = SeedDraws(bytes(range(32))).tiles("rack 3", state(post).bag.value, 3)
    killer = Killer(at)
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "record", killer.around(Journal.record))
        patched.setattr(FakeMailbox, "file_away", killer.around(FakeMailbox.file_away))
        patched.setattr(FakeOutbox, "send", killer.around(FakeOutbox.send))
        with suppress(KilledError):
            post.tick(MONDAY + 4 * MINUTE)
    post.machine.forget_office()
    for minutes in (5, 6, 7):
        post.tick(MONDAY + minutes * MINUTE)
    now = state(post)
    assert now.hands["Anna"].rack.value == in_order(
        without(state_before(post, "Anna"), laid) + drawn
    )
    assert now.open_play is not None
    assert now.open_play.player == "Ben"
    assert now.turn is not None
    assert now.turn.number == 3
    letters = {(taken.recipient, taken.data) for taken in post.outbox.taken}
    assert sorted(recipient for recipient, _ in letters) == [
        "anna@example.org", "ben@example.org", "gm@example.org",
    ]  # fmt: skip
    assert len(post.mailbox.done) == 2


def state_before(post: Post, name: str) -> str:
    """Return the rack with which a player began."""
    events = post.machine.journal.games.events("kiel")
    return next(e.letters.value for e in events if isinstance(e, TilesDrawn) and e.player == name)


@pytest.mark.slow
@pytest.mark.parametrize("who", [ANNA, BEN])
def test_a_game_that_ends_in_a_turn_not_made_is_exported_and_verified(
    tmp_path: Path, who: str
) -> None:
    """After one exchange it is Ben's turn: he resigns in it, or Anna does."""
    post = table(tmp_path)
    post.arrives(exchange(post, "Anna"), ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives("AUFGABE", who, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)
    assert state(post).is_over
    exported = mailref("export", "kiel", "--format", "json", "-c", str(post.path))
    assert exported.code == 0, exported.err
    file = tmp_path / "kiel.json"
    file.write_text(exported.out, encoding="utf-8")
    verified = mailref("verify", "--file", str(file))
    assert verified.code == 0, verified.err


def test_at_the_end_players_get_the_best_moves_they_had_and_the_game_master_does_not(
    tmp_path: Path,
) -> None:
    post = table(tmp_path)
    post.machine.find_plays = lambda _position, _rulings: ()
    post.machine.forget_office()
    post.arrives("PASSE", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.letters.owed.clear()
    post.arrives("AUFGABE", BEN, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)
    told = {
        mail.recipient: [each.number for each in mail.content.best]
        for mail in post.letters.owed
        if isinstance(mail.content, TurnReport)
    }
    assert told == {"anna@example.org": [1], "ben@example.org": [1], "gm@example.org": []}


def test_where_no_top_is_wanted_nobody_is_told_the_best_moves(tmp_path: Path) -> None:
    post = table(tmp_path, "top = false")
    post.machine.find_plays = lambda _position, _rulings: ()
    post.machine.forget_office()
    post.arrives("PASSE", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives("AUFGABE", BEN, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)
    ends = [o.content for o in post.letters.owed if isinstance(o.content, TurnReport)]
    assert [content.best for content in ends[-3:]] == [(), (), ()]


@pytest.mark.parametrize("line", ["H8 RABEN", "PASSE"])
def test_who_is_out_plays_no_more(tmp_path: Path, line: str) -> None:
    """As in games in rounds: nothing of it is late (contract 3)."""
    three = kiel(inner=STARTER, players=("Anna", "Ben", "Cleo"))
    post = begun(tmp_path, three)
    post.arrives("AUFGABE", BEN, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.letters.owed.clear()

    post.arrives(line, BEN, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)

    assert _reasons(post) == [("OrderAnswer", "not_a_player")]


def test_when_a_play_was_shown_to_all_is_recorded_once(tmp_path: Path) -> None:
    """Classic 5.3: the time to challenge it runs from then."""
    three = kiel(inner=STARTER, players=("Anna", "Ben", "Cleo"))
    post = begun(tmp_path, three)
    letters = [tile for tile in state(post).hands["Anna"].rack.value if tile != "?"]
    post.arrives(f"H7 {letters[0]}{letters[1]}", ANNA, MONDAY + MINUTE)

    post.tick(MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 30 * MINUTE)
    post.tick(MONDAY + 40 * MINUTE)

    shown = [e for e in post.machine.journal.games.events("kiel") if isinstance(e, PlayShown)]
    assert shown == [PlayShown(1, MONDAY + 3 * MINUTE)]
    assert state(post).open_play is not None


ORDERS_OF_TURNS = [
    "TAUSCHE E",
    "PASSE",
    "H4 RABEN",
    "AUFGABE",
    "ANFECHTEN",
    "FALLS PASS: PASSE",
    "PROBE H4 RABEN",
]


def _reasons(post: Post) -> list[tuple[str, str | None]]:
    """Return each mail that was owed, by its kind and why its entry was rejected."""
    contents = [owed.content for owed in post.letters.owed]
    return [
        (type(each).__name__, getattr(getattr(each, "considered", None), "reason", None))
        for each in contents
    ]


@pytest.mark.parametrize("line", ORDERS_OF_TURNS)
def test_an_order_without_its_game_is_asked_about(tmp_path: Path, line: str) -> None:
    """Nor does the game master get to see it, who must not know which letters somebody has."""
    players = {"Anna": "anna@example.org"}
    ulm = kiel("", STARTER, id="ulm", players=("Anna", "Dora"))
    post = table(tmp_path, "", STARTER, ulm, game(players=players))
    post.arrives(line, ANNA, MONDAY + MINUTE, "Mein Zug")
    post.tick(MONDAY + 2 * MINUTE)

    assert _reasons(post) == [("MailAnswer", "unknown_game")]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", ORDERS_OF_TURNS)
@pytest.mark.parametrize(
    "subject",
    [
        "Re: [bremen Z1] Du bist am Zug",
        "Re: [ulm Z1] Zug in Classic Kiel",
        "Re: [kiel Z1] WG: [ulm Z1] Du bist am Zug",
    ],
)
def test_a_subject_of_another_game_is_asked_about(tmp_path: Path, subject: str, line: str) -> None:
    """A tag of no game here, or one beside another or its title, says not which game is meant."""
    ulm = kiel("", STARTER, id="ulm", players=("Anna", "Dora"))
    post = table(tmp_path, "", STARTER, ulm)
    post.arrives(line, ANNA, MONDAY + MINUTE, subject)
    post.tick(MONDAY + 2 * MINUTE)

    assert _reasons(post) == [("MailAnswer", "unknown_game")]


@pytest.mark.parametrize("subject", ["Re: [bremen Z1] Zug", "Re: [ulm Z1] WG: [kiel Z1] Zug"])
@pytest.mark.parametrize("body", ["Classic Kiel\nPASSE", "PASSE"])
def test_a_heading_or_the_answered_mail_says_which_game_is_meant(
    tmp_path: Path, body: str, subject: str
) -> None:
    ulm = kiel("", id="ulm", players=("Ben", "Dora"))
    post = table(tmp_path, "", STARTER, ulm)
    to_anna = [o for o in post.letters.ever if o.recipient == "anna@example.org"]
    header = f"In-Reply-To: {message_id_of(to_anna[-1], post.machine.office().house)}\n"
    post.arrives(body, ANNA, MONDAY + MINUTE, subject, header)
    post.tick(MONDAY + 2 * MINUTE)

    assert [kind for kind, _ in _reasons(post)] == ["TurnReport"] * 3


@pytest.mark.parametrize("body", ["", "Viele Grüße\nAnna"])
@pytest.mark.parametrize("subject", ["PASSE", "[kiel Z1] passe"])
def test_a_move_may_be_the_whole_subject(tmp_path: Path, subject: str, body: str) -> None:
    """As a command may (contract 3)."""
    post = table(tmp_path)
    post.arrives(body, ANNA, MONDAY + MINUTE, subject)
    post.tick(MONDAY + 2 * MINUTE)

    assert _reasons(post) == [("TurnReport", None)] * 3
    assert state(post).turn is not None
    assert state(post).turn.player == "Ben"  # type: ignore[union-attr]  # it goes on


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        pytest.param("Re: PASSE", "", id="a reply repeats what another wrote"),
        pytest.param("PASSE", "Was passiert dann eigentlich mit meiner Bank?", id="a question"),
        pytest.param("Danke", "", id="no move"),
    ],
)
def test_a_subject_that_may_be_something_else_is_no_move(
    tmp_path: Path, subject: str, body: str
) -> None:
    post = table(tmp_path)
    post.arrives(body, ANNA, MONDAY + MINUTE, subject)
    post.tick(MONDAY + 2 * MINUTE)

    assert ("OrderAnswer", "no_move") in _reasons(post)
    assert state(post).turn is not None
    assert state(post).turn.player == "Anna"  # type: ignore[union-attr]  # it goes on


def test_of_two_mails_of_a_soloist_at_one_time_the_second_does_not_move_his_other_rack(
    tmp_path: Path,
) -> None:
    """Both racks are his: the second mail cannot answer the report of the first (classic 6.4)."""
    text = kiel("deadline = 2027-01-31T20:00:00", variant="solitaire-two", players=("Anna",))
    post = begun(tmp_path, text)
    first = post.arrives("PASSE", "Anna <anna@example.org>", at=MONDAY + MINUTE)
    second = post.arrives("TAUSCHE ALLE", "Anna <anna@example.org>", at=MONDAY + MINUTE)

    post.tick(MONDAY + 2 * MINUTE)

    assert post.mailbox.done == [first, second]
    (answer,) = (o.content for o in post.letters.owed if isinstance(o.content, OrderAnswer))
    assert answer.considered.reason is Reason.ALREADY_MOVED


def test_orders_at_one_instant_are_all_carried_out_in_turns_too(tmp_path: Path) -> None:
    """Contract 1: each call of a command is an order; a turn undone comes again with its number."""
    post = table(tmp_path)
    at = ("--now", (MONDAY + MINUTE).isoformat(), "-c", str(post.path))
    orders = [("pass", "kiel", "Anna"), ("undo", "kiel")] * 2

    called = [mailref(*order, *at) for order in orders]
    post.tick(MONDAY + 2 * MINUTE)

    assert [(each.code, each.err) for each in called] == [(0, "")] * 4
    turn = state(post).turn
    assert turn is not None
    assert (turn.number, turn.player) == (1, "Anna")
    assert [each.partition(" ")[0] for each in post.left()].count("ben") == 4


def four_letters_of_anna(post: Post) -> str:
    """Return what she can lay first where nobody looks anything up."""
    return "".join(letter for letter in state(post).hands["Anna"].rack.value if letter != "?")[:4]


@pytest.mark.parametrize(
    ("condition", "moves"),
    [
        pytest.param("FALLS 8H {word}:", True, id="the very play"),
        pytest.param("FALLS H8 {word}:\nPASSE\nSONST:", False, id="another direction"),
        pytest.param("SONST:", False, id="whatever comes"),
    ],
)
def test_who_names_the_play_before_his_own_lets_it_stand(
    tmp_path: Path, condition: str, moves: bool
) -> None:
    """Classic 6.2: any other move in advance waits until he has accepted what he has not seen."""
    post = table(tmp_path)
    word = four_letters_of_anna(post)
    post.arrives(f"{condition.format(word=word)}\nPASSE", BEN, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives(f"8H {word}", ANNA, MONDAY + 3 * MINUTE)

    post.tick(MONDAY + 4 * MINUTE)

    game = state(post)
    assert (game.number_now, game.open_play is None) == ((3, True) if moves else (2, False))


def test_a_challenge_in_a_sentence_is_asked_about_with_the_word_that_lies(tmp_path: Path) -> None:
    """Classic 5.4: nothing is looked up for a sentence that may be talk; one JA is enough."""
    post = table(tmp_path)
    word = four_letters_of_anna(post)
    post.arrives(f"8H {word}", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives(f"{word.lower()} isn't a word! challenge", BEN, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)
    (asked,) = (o for o in post.letters.owed if isinstance(o.content, OrderAnswer))
    assert isinstance(asked.content, OrderAnswer)
    meant = asked.content.meaning()
    assert meant is not None
    assert meant.meant == f"CHALLENGE {word}"
    assert state(post).open_play is not None

    header = f"In-Reply-To: {message_id_of(asked, post.machine.office().house)}\n"
    post.arrives("JA", BEN, MONDAY + 5 * MINUTE, header=header)
    post.tick(MONDAY + 6 * MINUTE)

    assert state(post).challenge is not None or state(post).open_play is None


ON_BOARD = """
[game.start]
turn = 4
to_move = "Anna"
board = \'\'\'
{rows}
\'\'\'
racks = {{ Anna = "AELMNRT", Ben = "DEGHORU" }}
scores = {{ Anna = 40, Ben = 43 }}
""".format(rows="\n".join("." * 15 if row != 7 else ".....STEIN....." for row in range(15)))
"""STEIN in row H from column 6."""


class Asked(NamedTuple):
    reason: StrEnum | None
    meant: str


def asked(post: Post, text: str) -> Asked:
    """Return why a mail of Anna's is refused and what it is asked to mean; she then says yes."""
    post.arrives(text, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + MINUTE)
    (found,) = [each for each in post.letters.owed if isinstance(each.content, OrderAnswer)]
    header = f"In-Reply-To: {message_id_of(found, post.machine.office().house)}\n"
    post.arrives("JA", ANNA, MONDAY + 3 * MINUTE, header=header)
    post.tick(MONDAY + 3 * MINUTE)
    assert isinstance(found.content, OrderAnswer)
    meant = found.content.meaning()
    return Asked(found.content.considered.reason, meant.meant if meant else "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("F6 LAST", Reason.NO_VALID_MOVE),
        ("Vielleicht 6F LAST", Reason.AMBIGUOUS),
        ("Bon, je dirais\n6F LAST ou pas ?", Reason.AMBIGUOUS),
    ],
)
def test_a_play_in_the_wrong_direction_or_in_doubt_is_asked_about_with_its_line(
    tmp_path: Path, text: str, reason: Reason
) -> None:
    """Classic 11: down column 6 LAST goes through the S of STEIN, across row F it touches nothing."""
    post = begun(tmp_path, kiel(inner=ON_BOARD))

    found = asked(post, text)

    assert found.reason is reason
    assert found.meant == "6F LAST"
    board = state(post).board
    assert [board.letter(Square(row, 5)) for row in range(5, 9)] == [*"LAST"]


def test_of_a_play_that_fits_neither_way_nothing_else_is_asked(tmp_path: Path) -> None:
    post = begun(tmp_path, kiel(inner=ON_BOARD))

    assert asked(post, "F1 LAST").meant == ""


def reasons(post: Post) -> list[object]:
    """Return why the mails to the players that answer orders say no."""
    return [
        each.content.considered.reason
        for each in post.letters.owed
        if isinstance(each.content, OrderAnswer) and each.player
    ]


@pytest.mark.parametrize(
    "text",
    [
        "How many tiles are left in the bag, Erika, and may I use a place name like DERBY?",
        "Can I still change my mind about exchanging?",
        "Hallo Erika,\n\ndarf ich noch tauschen? Gilt ein Name wie DERBY?\n\nAnna",
    ],
)
def test_a_mail_of_questions_goes_to_the_game_master(tmp_path: Path, text: str) -> None:
    post = table(tmp_path)
    post.tick()

    post.arrives(text, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + MINUTE)

    assert reasons(post) == [Reason.NO_MOVE]
    assert [about.code for about in post.matters][-1] == "passed_on"


@pytest.mark.parametrize(
    "text",
    [
        "May I play DERBY at H8?",
        "Can I exchange A, E and R?",
        "May I pass, please?",
        "Shall I pass? I'd rather swap.",
    ],
)
def test_a_question_that_may_be_an_order_is_asked_about(tmp_path: Path, text: str) -> None:
    post = table(tmp_path)
    post.tick()

    post.arrives(text, ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + MINUTE)

    assert reasons(post) == [Reason.AMBIGUOUS]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "days",
    [
        "URLAUB 10.12.-18.12.",
        "URLAUB 10.12. bis zum 18.12.",
        "Urlaub vom 10.12. bis 18.12.",
        "VACATION 10 Dec to 18 Dec",
        "VACANCES du 10/12 au 18/12",
    ],
)
@pytest.mark.parametrize("in_subject", [True, False])
def test_an_absence_is_noted_wherever_its_order_stands(
    tmp_path: Path, days: str, *, in_subject: bool
) -> None:
    """Also alone in the subject of an empty mail; our own example of it ends in such days, too."""
    post = table(tmp_path)
    post.tick()

    post.arrives("" if in_subject else days, ANNA, MONDAY + MINUTE, days if in_subject else "Zug")
    post.tick(MONDAY + MINUTE)

    (noted,) = [e for e in post.machine.journal.games.events("kiel") if isinstance(e, AwaySet)]
    assert (noted.first.day, noted.last.day) == (10, 18)


def test_no_word_of_a_game_that_is_over_waits_for_the_game_master(tmp_path: Path) -> None:
    """Who resigns while her play is challenged leaves nothing to rule on."""
    post = begun(tmp_path, kiel(inner=ON_BOARD))
    post.arrives("6F LASTRE", ANNA, MONDAY + 2 * MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives("ANFECHTEN", BEN, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 3 * MINUTE)
    assert "kiel waits for you: the word" in mailref("status", "-c", str(post.path)).out

    post.arrives("AUFGABE", ANNA, MONDAY + 4 * MINUTE, "Re: [kiel Z5] Ben")
    post.tick(MONDAY + 4 * MINUTE)

    shown = mailref("status", "-c", str(post.path)).out
    assert "over" in shown
    assert "waits for you" not in shown


def test_whose_mail_brings_no_proof_is_asked_by_the_game_that_waits_for_him(tmp_path: Path) -> None:
    """The question named another game of his, in its subject."""
    trust, server = 'trust = "authenticated"', 'authserv_id = "mx.example.org"'
    tables = [
        kiel(trust, f'[game.rules]\nstarter = "{name}"', id=id_)
        for name, id_ in (("Ben", "bonn"), ("Anna", "kiel"), ("Ben", "trier"))
    ]
    post = begun(tmp_path, *tables, keys=server)
    post.letters.owed.clear()
    post.arrives("Wie steht es denn?", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)

    games = [each.game for each in post.letters.owed if each.recipient.startswith("anna")]
    assert games == ["kiel"]


@pytest.mark.parametrize(
    ("subject", "below"),
    [
        ("WG: [kiel Z1] Du bist am Zug: Ben legt TALENT, 14", "\n\nLG Anna"),
        ("Fwd: [kiel Z1] Your turn: Ben lays TALENT, 14", ""),
        ("Zug von Ben", ""),
        ("Re: [kiel Z1] Du bist am Zug", "\n\n-- \nBen"),
        ("Re: Zug", "\n\n> Du bist dran\n\nDas war nur ein Scherz."),
    ],
)
@pytest.mark.parametrize("proof", ["", PASS])
def test_a_yes_lays_the_move_that_was_asked_about_whatever_stood_beside_it(
    tmp_path: Path, subject: str, below: str, proof: str
) -> None:
    """What made it doubtful stayed in the mail, and the same question was put again and again."""
    post = table(tmp_path)
    rack = state(post).hands["Anna"].rack.value.replace("?", "")
    post.arrives(f"H8 {rack[:2]}{below}", ANNA, MONDAY + MINUTE, subject, proof)
    post.tick(MONDAY + MINUTE)
    (asked,) = [each for each in post.letters.owed if isinstance(each.content, OrderAnswer)]

    reply = f"In-Reply-To: {message_id_of(asked, post.machine.office().house)}\n{proof}"
    post.arrives("JA", ANNA, MONDAY + 2 * MINUTE, "Re: Rückfrage", reply)
    post.tick(MONDAY + 2 * MINUTE)

    play = state(post).open_play
    assert play is not None
    assert play.player == "Anna"
