"""A round that is done again keeps what was decided and confirmed (rules 8, second thoughts).

Max lays RABEN in the first round (16), Eva finds ABER (12) there; the second round offers letters
that follow from the seed, and Eva's TEE is worth 3 in it.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailref.games.events import DeadlineMoved
from mailref.games.kind import follow
from mailref.games.rounds.closing import late_after_all
from mailref.games.rounds.contents import DeadlineNotice, EntryAnswer, JudgedAnew, Opening, Report
from mailref.games.rounds.game import ClosedRound, OpenRound
from mailref.record.verify import Verified, verify
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Notice, OrdersDone
from mailref.referee.mails import Owed
from mailref.referee.policy import Outcome
from tests.commands.test_one_closed_round import CORRECTED, CORRECTED_EARLIER, NOW, SECOND, played
from tests.record.first_form import first_form
from tests.referee.rehearsal import ERIKA, EVA, FRED, MAX, MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.machines import Post, begun

FIRST_CLOSED = ZAT + 3 * MINUTE
HOUR = timedelta(hours=1)


def first_closed(folder: Path, keys: str = "") -> Post:
    """Return a game whose second round is open."""
    machine = begun(folder, game(keys=keys))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.letters.owed.clear()
    return machine


def totals(machine: Post) -> dict[str, int]:
    return {name: player.total for name, player in machine.game().players.items()}


def last_round(machine: Post) -> ClosedRound:
    last = machine.game().last
    assert last is not None
    return last


def open_round(machine: Post) -> OpenRound:
    playing = machine.game().round
    assert playing is not None
    return playing


def told(machine: Post, kind: type) -> list[str]:
    """Return who is owed a mail of a kind, in order."""
    return [
        owed.recipient.partition("@")[0]
        for owed in machine.letters.owed
        if isinstance(owed.content, kind)
    ]


def errata(machine: Post) -> list[Owed]:
    return [o for o in machine.letters.owed if isinstance(o.content, Report) and o.content.erratum]


def test_a_correction_without_a_reason_is_a_berichtigung(tmp_path: Path) -> None:
    machine = played(tmp_path)

    machine.orders("KORREKTUR Eva Muster +5", NOW)

    assert [owed.recipient.partition("@")[0] for owed in errata(machine)] == ["max", "eva", "gm"]


def test_a_correction_by_nothing_goes_to_nobody(tmp_path: Path) -> None:
    machine = played(tmp_path)

    machine.orders("KORREKTUR Eva Muster +0", NOW)

    assert told(machine, Report) == []
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 15}


@pytest.mark.slow
def test_a_correction_stays_when_a_ruling_recomputes_its_round(tmp_path: Path) -> None:
    """15 and 5; without TEE 3 less."""
    machine = played(tmp_path)
    machine.orders("KORREKTUR Eva Muster +5: verrechnet", NOW)

    machine.orders("REGEL TEE nein: kein Tee heute", NOW + MINUTE)

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 17}
    row = last_round(machine).row_of("Eva Muster")
    assert row is not None
    assert (row.points, [each.points for each in row.corrections], row.total) == (0, [5], 17)


def test_a_ruling_and_a_correction_commute(tmp_path: Path) -> None:
    machine = played(tmp_path)
    machine.orders("REGEL TEE nein: kein Tee heute", NOW)

    machine.orders("KORREKTUR Eva Muster +5: verrechnet", NOW + MINUTE)

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 17}


@pytest.mark.parametrize("number", [1, 2])
def test_a_correction_stays_when_its_round_is_opened_again_and_closed(
    tmp_path: Path, number: int
) -> None:
    machine = played(tmp_path)
    machine.orders(f"KORREKTUR Eva Muster +5 R{number}: verrechnet", NOW)

    machine.orders("ÖFFNEN 21.12.2026 um 20:00", NOW + MINUTE)
    reopened = totals(machine)
    machine.tick(datetime.fromisoformat("2026-12-21T20:03:00+01:00"))

    assert reopened == {"Max Mustermann": 16, "Eva Muster": 17}
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 20}
    expected = (CORRECTED_EARLIER if number == 1 else CORRECTED)[2]
    last = last_round(machine)
    found = [
        (r.player, r.points, sum(each.points for each in r.corrections), r.total, r.rank)
        for r in last.rows
    ]
    assert found == expected


def test_opened_twice_a_correction_counts_once(tmp_path: Path) -> None:
    machine = played(tmp_path)
    machine.orders("KORREKTUR Eva Muster +5: verrechnet", NOW)
    for day in (21, 22):
        machine.orders(
            f"ÖFFNEN {day}.12.2026 um 20:00", datetime.fromisoformat(f"2026-12-{day}T10:00+01:00")
        )
        machine.tick(datetime.fromisoformat(f"2026-12-{day}T20:03:00+01:00"))

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 20}


def test_every_change_after_a_preview_makes_a_new_preview(tmp_path: Path) -> None:
    machine = played(tmp_path, approve=True)

    machine.orders("KORREKTUR Eva Muster +5: verrechnet", NOW)

    assert told(machine, Report) == ["gm"]
    (preview,) = (o.content for o in machine.letters.owed if isinstance(o.content, Report))
    assert preview.is_preview
    assert preview.round.totals == {"Eva Muster": 20, "Max Mustermann": 16}


def test_a_release_releases_only_what_was_shown(tmp_path: Path) -> None:
    """The correction and the release stand in one mail: nobody has seen that report."""
    machine = played(tmp_path, approve=True)

    machine.orders("KORREKTUR Eva Muster +5: verrechnet\nFREIGEBEN", NOW)
    assert told(machine, Report) == ["gm"]
    machine.orders("FREIGEBEN", NOW + MINUTE)

    assert told(machine, Report) == ["max", "eva", "gm"]
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 20}


def test_a_preview_is_shown_once_while_nothing_changes(tmp_path: Path) -> None:
    machine = played(tmp_path, approve=True)

    machine.tick(NOW)
    machine.tick(NOW + HOUR)

    assert machine.letters.owed == []


def test_press_released_after_the_preview_stands_in_the_report(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='publish = "approve"\npress = "moderated"'))
    machine.arrives("H8w RABEN\n\nPRESSE: Guten Tag zusammen", MAX)
    machine.tick()
    machine.tick(FIRST_CLOSED)

    machine.orders("PRESSE ja", FIRST_CLOSED + MINUTE)
    machine.orders("FREIGEBEN", FIRST_CLOSED + 2 * MINUTE)

    (report,) = (
        owed.content
        for owed in machine.letters.owed
        if isinstance(owed.content, Report) and owed.recipient == "eva@example.org"
    )
    assert [item.text for item in report.press] == ["Guten Tag zusammen"]
    assert machine.game().press == ()


def test_press_for_the_next_report_is_not_printed_in_a_berichtigung(tmp_path: Path) -> None:
    machine = played(tmp_path)
    machine.arrives("PRESSE: Bis bald", MAX, NOW)
    machine.tick(NOW)

    machine.orders("REGEL TEE nein: kein Tee heute", NOW + MINUTE)
    assert [o.content.press for o in errata(machine) if isinstance(o.content, Report)] == [()] * 3
    machine.letters.owed.clear()
    machine.tick(SECOND + WEEK + 3 * MINUTE)

    reports = [o.content for o in machine.letters.owed if isinstance(o.content, Report)]
    assert [[item.text for item in each.press] for each in reports] == [["Bis bald"]] * 3


def test_who_is_excluded_keeps_his_move_of_the_open_round_when_the_round_before_is_corrected(
    tmp_path: Path,
) -> None:
    machine = first_closed(tmp_path)
    machine.arrives("K7s TEE", EVA, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.orders("AUSSCHLIESSEN Eva Muster: wollte es so", ZAT + 2 * HOUR)

    machine.orders("REGEL ABER nein: aber nein", ZAT + 3 * HOUR)
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 0}
    machine.tick(SECOND + 3 * MINUTE)

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 3}
    assert machine.game().players["Eva Muster"].has_left


def test_who_joined_since_does_not_stand_in_the_round_before(tmp_path: Path) -> None:
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.arrives("ANMELDEN", FRED, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.confirms(ZAT + HOUR)
    assert machine.game().players["Fred Fremd"].base == 12

    machine.orders("REGEL XYLOL ja", ZAT + 2 * HOUR)
    assert told(machine, Report) == []
    machine.orders("REGEL ABER nein", ZAT + 3 * HOUR)

    last = last_round(machine)
    assert {row.player for row in last.everybody} == {"Max Mustermann", "Eva Muster"}
    assert [owed.recipient.partition("@")[0] for owed in errata(machine)] == ["max", "eva", "gm"]


def test_the_base_of_who_joined_since_follows_the_round_before(tmp_path: Path) -> None:
    """The lowest of those who missed no round: Eva's 12, then without ABER 0."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.arrives("ANMELDEN", FRED, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.confirms(ZAT + HOUR)

    machine.orders("REGEL ABER nein", ZAT + 2 * HOUR)
    assert totals(machine)["Fred Fremd"] == 0
    assert told(machine, Opening) == ["fred"]
    machine.orders("KORREKTUR Eva Muster +4: doch etwas", ZAT + 3 * HOUR)

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 4, "Fred Fremd": 4}
    machine.tick(SECOND + 3 * MINUTE)
    last = last_round(machine)
    row = last.row_of("Fred Fremd")
    assert row is not None
    assert (row.base, row.total) == (4, 4)


def test_the_base_of_who_joined_since_is_the_same_again_when_a_ruling_is_turned_twice(
    tmp_path: Path,
) -> None:
    """Eva's 12, without ABER 0, with it 12 again; a correction of the newcomer's stays beside it."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.arrives("ANMELDEN", FRED, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.confirms(ZAT + HOUR)
    machine.orders("KORREKTUR Fred Fremd +5: Trostpunkte", ZAT + HOUR)
    found = []

    for hour, ruling in enumerate(("nein", "ja", "nein", "ja"), start=2):
        machine.orders(f"REGEL ABER {ruling}", ZAT + hour * HOUR)
        found.append(totals(machine)["Fred Fremd"])

    assert found == [5, 17, 5, 17]
    machine.tick(SECOND + 3 * MINUTE)
    row = last_round(machine).row_of("Fred Fremd")
    assert row is not None
    assert (row.base, row.total) == (12, 17)
    assert machine.machine.journal.games.reports("yerres").last == last_round(machine)


def mailed(machine: Post) -> list[str]:
    """Return the hashes of the reports that were mailed, in order, each once."""
    found = [o.content for o in machine.letters.ever if isinstance(o.content, Report)]
    return list(dict.fromkeys(each.sha256 for each in found if not each.is_preview))


def unknown(machine: Post) -> list[str]:
    """Return those of the mailed hashes that `verify --report` does not find."""
    events = machine.machine.journal.games.events("yerres")
    found = verify(first_form(events, UTC), bytes(range(32)))
    assert isinstance(found, Verified), found
    known = {each.sha256 for each in found.reports}
    return [each for each in mailed(machine) if each not in known]


def joined(machine: Post, at: datetime, player: str = FRED) -> None:
    machine.arrives("ANMELDEN", player, at)
    machine.tick(at)
    machine.confirms(at)


def test_a_report_is_known_by_its_hash_after_somebody_joined_and_another_moved(
    tmp_path: Path,
) -> None:
    machine = first_closed(tmp_path, keys='registration = "open"')
    joined(machine, ZAT + HOUR)
    machine.arrives("K7s TEE", EVA, ZAT + 2 * HOUR)
    machine.tick(ZAT + 2 * HOUR)

    machine.tick(SECOND + 3 * MINUTE)

    assert len(mailed(machine)) == 2
    assert unknown(machine) == []


@pytest.mark.slow
def test_a_report_is_known_by_its_hash_after_corrections_with_a_renaming(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("KORREKTUR Eva Muster +4: verrechnet", ZAT + HOUR)
    machine.orders("UMBENENNEN Eva Muster = Eva Meier: geheiratet", ZAT + 2 * HOUR)
    machine.arrives("K7s TEE", EVA, ZAT + 3 * HOUR)
    machine.tick(ZAT + 3 * HOUR)

    machine.orders("KORREKTUR Eva Meier -1: doch nicht", ZAT + 4 * HOUR)

    assert len(mailed(machine)) == 3
    assert unknown(machine) == []


def test_a_report_of_the_round_before_is_known_when_a_base_is_told_anew_after_it(
    tmp_path: Path,
) -> None:
    """The correction is mailed while the second round is open again; then Fred's base is told anew."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.tick(SECOND + 3 * MINUTE)
    now = SECOND + HOUR
    joined(machine, now)
    machine.orders("ÖFFNEN 19.12.2026 um 20:00: ein Zug fehlt", now + MINUTE)
    machine.orders("KORREKTUR Eva Muster -5: verrechnet", now + 2 * MINUTE)

    machine.tick(SECOND + timedelta(days=1) + 3 * MINUTE)

    assert [player.base for player in machine.game().players.values()] == [0, 0, 7]
    assert len(mailed(machine)) == 4
    assert unknown(machine) == []


def test_verify_knows_the_base_of_who_joins_while_a_corrected_round_is_open_again(
    tmp_path: Path,
) -> None:
    """Eva has 12 + 0 - 5 when Fred joins the second round, which will be closed again."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.tick(SECOND + 3 * MINUTE)
    now = SECOND + HOUR
    machine.orders("KORREKTUR Eva Muster -5 R2: verrechnet", now)
    machine.orders("ÖFFNEN 19.12.2026 um 20:00: ein Zug fehlt", now + MINUTE)
    joined(machine, now + 2 * MINUTE)
    unknown_while_open = unknown(machine)

    machine.tick(SECOND + timedelta(days=1) + 3 * MINUTE)

    assert machine.game().players["Fred Fremd"].base == 7
    assert (unknown_while_open, unknown(machine)) == ([], [])


@pytest.mark.parametrize("number", [1, 2])
def test_verify_knows_a_correction_while_its_round_is_open_again(
    tmp_path: Path, number: int
) -> None:
    """It is in Eva's total and, of the second round, in no round that is closed."""
    machine = first_closed(tmp_path)
    machine.tick(SECOND + 3 * MINUTE)
    machine.orders(f"KORREKTUR Eva Muster +5 R{number}: verrechnet", SECOND + HOUR)
    machine.orders("ÖFFNEN 19.12.2026 um 20:00: ein Zug fehlt", SECOND + HOUR + MINUTE)
    exported = first_form(machine.machine.journal.games.events("yerres"), UTC)

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 17}
    assert exported["standings"] == [
        {"rank": 1, "player": "Eva Muster", "points": 17},
        {"rank": 2, "player": "Max Mustermann", "points": 16},
    ]
    assert len(mailed(machine)) == 3
    assert unknown(machine) == []

    machine.orders("SPIEL BEENDEN: genug", SECOND + HOUR + 2 * MINUTE)

    assert machine.game().is_over
    assert unknown(machine) == []


def test_verify_knows_who_laid_the_same_where_they_came_in_another_order_than_their_first_rounds(
    tmp_path: Path,
) -> None:
    """Fred comes in the second round, Lena after him in the first, which is open again."""
    lena = "Lena Neu <lena@example.net>"
    machine = first_closed(tmp_path, keys='registration = "open"')
    now = ZAT + HOUR
    joined(machine, now)
    machine.orders("ÖFFNEN 12.12.2026 um 20:00: ein Zug fehlt", now + MINUTE)
    joined(machine, now + 2 * MINUTE, lena)
    machine.tick(ZAT + timedelta(days=1) + 3 * MINUTE)
    for minutes, player in enumerate((FRED, lena)):
        machine.arrives("K7s TEE", player, ZAT + timedelta(days=2) + minutes * MINUTE)

    machine.tick(SECOND + 3 * MINUTE)

    laid = last_round(machine).laid
    assert laid is not None
    assert laid.players == ("Fred Fremd", "Lena Neu")
    assert unknown(machine) == []


def test_whoever_leaves_with_the_open_round_sets_no_base(tmp_path: Path) -> None:
    """Of Max (16) and Eva (12) Eva is excluded: who joins then starts with 16."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.orders("AUSSCHLIESSEN Eva Muster: wollte es so", ZAT + HOUR)

    joined(machine, ZAT + 2 * HOUR)

    assert totals(machine)["Fred Fremd"] == 16
    assert unknown(machine) == []


@pytest.mark.parametrize(
    "is_excluded", [pytest.param(True, id="excluded"), pytest.param(False, id="by himself")]
)
def test_a_base_follows_who_is_still_in_the_game_until_the_first_round_is_closed(
    tmp_path: Path, *, is_excluded: bool
) -> None:
    """Rules 8: exclusions and joinings commute; whose base changes is told how the game stands."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    joined(machine, ZAT + HOUR)
    assert totals(machine)["Fred Fremd"] == 12

    if is_excluded:
        machine.orders("AUSSCHLIESSEN Eva Muster: wollte es so", ZAT + 2 * HOUR)
    else:
        machine.letters.owed.clear()
        machine.arrives("ABMELDEN", EVA, ZAT + 2 * HOUR)
        machine.tick(ZAT + 2 * HOUR)
        machine.tick(ZAT + 2 * HOUR + MINUTE)

    assert totals(machine)["Fred Fremd"] == 16
    assert told(machine, Opening) == ["fred"]
    machine.tick(SECOND + 3 * MINUTE)
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 12, "Fred Fremd": 16}
    assert unknown(machine) == []


@pytest.mark.slow
def test_a_base_is_what_it_was_when_who_left_is_let_in_again(tmp_path: Path) -> None:
    machine = first_closed(tmp_path, keys='registration = "open"')
    joined(machine, ZAT + HOUR)
    machine.orders("AUSSCHLIESSEN Eva Muster: wollte es so", ZAT + 2 * HOUR)

    machine.orders("AUFNEHMEN Eva Muster", ZAT + 3 * HOUR)

    assert totals(machine)["Fred Fremd"] == 12


def test_a_base_is_fixed_once_the_first_round_is_closed(tmp_path: Path) -> None:
    machine = first_closed(tmp_path, keys='registration = "open"')
    joined(machine, ZAT + HOUR)
    machine.tick(SECOND + 3 * MINUTE)

    machine.orders("AUSSCHLIESSEN Eva Muster: wollte es so", SECOND + HOUR)

    assert totals(machine)["Fred Fremd"] == 12


@pytest.mark.slow
def test_a_renaming_since_closes_nothing_again(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("UMBENENNEN Eva Muster = Eva Meier: geheiratet", ZAT + HOUR)

    machine.orders("REGEL XYLOL ja", ZAT + 2 * HOUR)

    assert told(machine, Report) == []
    assert machine.game().reopened == 0


def test_late_marks_of_the_open_round_survive_a_correction_of_the_round_before(
    tmp_path: Path,
) -> None:
    """Nobody closes the round yet: the mail came after the ZAT and before the close."""
    machine = first_closed(tmp_path)
    machine.arrives("K7s TEE", EVA, SECOND + MINUTE)
    machine.tick(SECOND + MINUTE)
    assert set(open_round(machine).late) == {"Eva Muster"}

    machine.orders("KORREKTUR Max Mustermann +1", SECOND + MINUTE)
    machine.tick(SECOND + 3 * MINUTE)

    last = last_round(machine)
    row = last.row_of("Eva Muster")
    assert row is not None
    assert row.status == "late"


def test_confirmed_moves_for_the_next_round_survive_an_opening(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.arrives("K7s TEE", EVA, ZAT + HOUR)
    machine.tick(ZAT + HOUR)

    machine.orders("ÖFFNEN 12.12.2026 um 20:00: ein Zug fehlt", ZAT + 2 * HOUR)
    assert machine.game().round_number == 1
    machine.tick(datetime.fromisoformat("2026-12-12T20:03:00+01:00"))

    assert machine.game().round_number == 2
    assert list(machine.entries()) == ["Eva Muster"]
    machine.tick(SECOND + 3 * MINUTE)
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 15}


def test_who_loses_a_kept_move_is_told(tmp_path: Path) -> None:
    """Max sends ABER instead of RABEN: K7 has no neighbour any more."""
    machine = first_closed(tmp_path)
    machine.arrives("K7s TEE", EVA, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + 2 * HOUR)
    machine.arrives("H4s RABEN", MAX, ZAT + 3 * HOUR)
    machine.tick(ZAT + 3 * HOUR)
    machine.letters.owed.clear()

    machine.tick(datetime.fromisoformat("2026-12-12T20:03:00+01:00"))

    assert told(machine, JudgedAnew) == ["eva"]


def test_a_mail_in_time_that_was_seen_late_counts_after_an_opening(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.arrives("H8w RABEN", MAX, ZAT - HOUR)
    machine.tick(FIRST_CLOSED + MINUTE)
    assert machine.answer().was_in_time

    machine.orders("ÖFFNEN 12.12.2026 um 20:00", FIRST_CLOSED + 2 * MINUTE)

    assert set(machine.entries()) == {"Max Mustermann", "Eva Muster"}
    assert told(machine, JudgedAnew) == ["max"]
    machine.tick(datetime.fromisoformat("2026-12-12T20:03:00+01:00"))
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 12}


def test_late_mail_is_in_time_for_an_extended_zat(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", MAX, ZAT + MINUTE)
    machine.tick(ZAT + MINUTE)
    assert machine.entries() == {}

    machine.arrives(
        "VERLÄNGERN 13.12.2026 um 20:00",
        ERIKA,
        ZAT + MINUTE,
        header=f"In-Reply-To: {machine.ids('Opening')}\n",
    )
    machine.tick(ZAT + MINUTE)

    assert list(machine.entries()) == ["Max Mustermann"]
    assert told(machine, JudgedAnew) == ["max"]


def test_a_deadline_in_the_file_that_has_passed_closes_nothing_and_is_said_once(
    tmp_path: Path,
) -> None:
    machine = first_closed(tmp_path)
    machine.writes(game(deadline="2026-12-12T20:00:00"))

    machine.tick(ZAT + 3 * 24 * HOUR)
    machine.tick(ZAT + 3 * 24 * HOUR + MINUTE)

    assert machine.game().round_number == 2
    assert open_round(machine).deadline == SECOND
    faults = [o for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert len(faults) == 1


def test_corrected_letters_that_take_a_move_away_are_told_to_its_player(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.letters.owed.clear()

    machine.arrives(
        "NEUZIEHEN ABEERST: verlesen", ERIKA, header=f"In-Reply-To: {machine.ids('Opening')}\n"
    )
    machine.tick()

    assert told(machine, JudgedAnew) == ["max"]
    assert told(machine, Opening) == ["max", "eva", "gm"]


def test_an_opening_is_told_to_all_who_play(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)

    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + HOUR)

    assert told(machine, DeadlineNotice) == ["max", "eva"]
    assert told(machine, EntryAnswer) == []


def test_an_opening_is_told_to_the_subscribers_too_who_had_the_report(tmp_path: Path) -> None:
    machine = first_closed(tmp_path, keys='subscribers = ["lisa@example.org"]')

    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + HOUR)

    assert told(machine, DeadlineNotice) == ["max", "eva", "lisa"]


def test_an_extended_zat_is_told_to_the_subscribers_too(tmp_path: Path) -> None:
    """They have the old one, in the report and in its calendar."""
    machine = first_closed(tmp_path, keys='subscribers = ["lisa@example.org"]')

    machine.orders("VERLÄNGERN 20.12.2026 um 20:00", ZAT + HOUR)

    assert told(machine, DeadlineNotice) == ["max", "eva", "lisa"]


def test_who_joined_since_moves_for_his_first_round_while_one_before_is_open_again(
    tmp_path: Path,
) -> None:
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.arrives("ANMELDEN", FRED, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.confirms(ZAT + HOUR)
    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + 2 * HOUR)

    machine.arrives("K7s TEE", FRED, ZAT + 3 * HOUR)
    machine.tick(ZAT + 3 * HOUR)
    assert machine.answer().considered.outcome is Outcome.ACCEPTED
    assert machine.entries().keys() == {"Max Mustermann", "Eva Muster"}
    machine.tick(datetime.fromisoformat("2026-12-12T20:03:00+01:00"))

    assert machine.game().round_number == 2
    assert machine.entries().keys() == {"Fred Fremd"}
    assert {row.player for row in last_round(machine).rows} == {"Max Mustermann", "Eva Muster"}


@pytest.mark.parametrize("is_by_hand", [False, True])
def test_a_pause_between_close_and_report_begins_after_the_report(
    tmp_path: Path, *, is_by_hand: bool
) -> None:
    """What was closed is reported; the letters are there, and the clock of their round stands still."""
    keys = 'draw = "hand"' if is_by_hand else 'publish = "approve"'
    machine = begun(tmp_path, game(keys=keys))
    machine.arrives("H8w RABEN", MAX)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    kind = "Notice" if is_by_hand else "Report"
    machine.orders("PAUSE", ZAT + 4 * MINUTE, kind)
    assert told(machine, DeadlineNotice) == ["max", "eva"]

    machine.orders("BUCHSTABEN ABENRS" if is_by_hand else "FREIGEBEN", ZAT + 5 * MINUTE, kind)
    machine.tick(ZAT + 6 * MINUTE)

    assert told(machine, Report) == ["max", "eva", "gm"]
    assert machine.game().is_paused
    assert open_round(machine).number == 2
    machine.tick(SECOND + HOUR)
    assert open_round(machine).number == 2


@pytest.mark.slow
def test_a_game_that_rests_before_its_first_letters_draws_none(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='draw = "hand"', letters=None))
    machine.orders("PAUSE", MONDAY + MINUTE, "Notice")

    machine.tick(MONDAY + 2 * MINUTE)

    assert machine.game().is_paused
    assert machine.game().round is None


def reasons(machine: Post) -> list[list[tuple[str, int, int, str]]]:
    """Return what each mail to Eva or the game master says was corrected, and why."""
    return [
        [(each.player, each.number, each.points, each.because) for each in o.content.corrected]
        for o in machine.letters.owed
        if isinstance(o.content, Report) and o.recipient in ("eva@example.org", "gm@example.org")
    ]


def test_the_reason_of_a_correction_before_the_release_stands_in_preview_and_report(
    tmp_path: Path,
) -> None:
    """docs/chance.md: the reason shows in the first report after the correction."""
    machine = played(tmp_path, approve=True)
    said = [("Eva Muster", 1, 5, "verrechnet"), ("Max Mustermann", 2, -3, "abgezogen")]

    machine.orders("KORREKTUR Eva Muster +5 R1: verrechnet", NOW)
    assert reasons(machine) == [said[:1]]
    machine.orders("KORREKTUR Max Mustermann -3: abgezogen", NOW + MINUTE)
    assert reasons(machine) == [said]
    machine.orders("FREIGEBEN", NOW + 2 * MINUTE)
    machine.tick(NOW + 3 * MINUTE)

    assert reasons(machine) == [said, said]
    machine.letters.owed.clear()
    machine.tick(SECOND + WEEK + 3 * MINUTE)
    assert reasons(machine) == [[]]


def test_a_correction_of_an_earlier_round_names_that_round_and_what_changes(tmp_path: Path) -> None:
    machine = played(tmp_path)

    machine.orders("KORREKTUR Eva Muster +5 R1: verrechnet", NOW)

    (first, *_) = errata(machine)
    assert isinstance(first.content, Report)
    assert first.content.erratum is not None
    assert first.content.erratum.number == 1
    assert reasons(machine) == [[("Eva Muster", 1, 5, "verrechnet")]] * 2


def test_a_correction_taken_back_is_gone_and_not_made_twice(tmp_path: Path) -> None:
    """16 to 15 before it, and after it."""
    machine = played(tmp_path)
    machine.orders("KORREKTUR Eva Muster +5: verrechnet", NOW)
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 20}

    machine.orders("WIDERRUF", NOW + MINUTE)

    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 15}


@pytest.mark.parametrize(
    ("minutes", "counts"),
    [pytest.param(4, ["Eva Muster"], id="at the new ZAT"), pytest.param(3, [], id="before it")],
)
def test_late_mail_counts_only_if_the_new_zat_is_not_before_it(
    tmp_path: Path, minutes: int, counts: list[str]
) -> None:
    """The server's clock may be ahead of ours: what it takes for later than the new ZAT stays late."""
    machine = first_closed(tmp_path)
    machine.arrives("K7s TEE", EVA, SECOND + 4 * MINUTE)
    machine.tick(SECOND + MINUTE)
    assert set(open_round(machine).late) == {"Eva Muster"}

    moved = DeadlineMoved(1, SECOND + minutes * MINUTE, "")
    found = late_after_all(follow(machine.game(), (moved,)))

    assert [event.player for event in found] == counts


def test_a_report_released_before_its_letters_are_drawn_by_hand_says_what_is_missing(
    tmp_path: Path,
) -> None:
    """FREIGEBEN promised that it went to all, and a second one that none waited for release."""
    machine = begun(tmp_path, game(keys='publish = "approve"\ndraw = "hand"'))
    machine.arrives("H8w RABEN", MAX)
    machine.tick()
    machine.tick(FIRST_CLOSED)

    def answered(text: str, at: datetime, kind: str) -> tuple[object, object]:
        machine.orders(text, at, kind)
        (done,) = [
            owed.content.about
            for owed in machine.letters.owed
            if isinstance(owed.content, Notice) and isinstance(owed.content.about, OrdersDone)
        ]
        return done.fates[0].refusal, done.fates[0].result

    first = answered("FREIGEBEN", ZAT + 5 * MINUTE, "Report")
    again = answered("FREIGEBEN", ZAT + 6 * MINUTE, "Notice")

    assert first == (None, orders.ReportAwaitsLetters(2))
    assert again == (orders.LettersFirst(2), None)
    assert told(machine, Report) == []
