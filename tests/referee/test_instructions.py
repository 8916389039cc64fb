"""What the game master writes, in German and English, to what he wants done."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from mailref.referee import gm_orders as act
from mailref.referee.gm_mail import Adopt, Asked, Unclear, follow_instructions, read_instructions
from mailref.referee.mails import Notice
from mailref.referee.policy import Undecided
from tests.referee.tables import (
    ERIKA,
    MONDAY,
    ZAT,
    Rehearsal,
    content,
    contents,
    game,
    rehearse,
    sb,
    total,
)

BERLIN = ZoneInfo("Europe/Berlin")
EVENING = datetime(2026, 12, 18, 20, 0, tzinfo=BERLIN)


def read(text: str, *asked: str) -> tuple[object, ...]:
    return read_instructions(text.splitlines(), asked, BERLIN)


def action(text: str, *asked: str) -> act.Action:
    found = read_instructions([text], asked, BERLIN)
    assert len(found) == 1
    assert isinstance(found[0], Asked), found
    return found[0].action


@pytest.mark.parametrize(
    ("line", "accepted", "because"),
    [
        ("EUBÖA ja", True, ""),
        ("euböa: ja.", True, ""),
        ("EUBÖA = yes", True, ""),
        ("EUBÖA gilt, steht im Atlas", True, "steht im Atlas"),
        ("EUBÖA nein: kein Stichwort", False, "kein Stichwort"),
        ("EUBÖA no", False, ""),
        ("EUBÖA refuse: a place", False, "a place"),
    ],
)
def test_two_words_rule_on_a_word_that_was_asked_about(
    line: str, because: str, *, accepted: bool
) -> None:
    """`EUBÖA ja`, `XQ nein: kein Stichwort`."""
    found = read(line, "EUBÖA")

    assert found == (Asked(" ".join(line.split()), act.RuleWord("EUBÖA", accepted), because),)


@pytest.mark.parametrize(
    "line",
    [
        "Danke, ja",
        "Nein, nein",
        "Das gilt",
        "Liebe Grüße",
        "EUBÖA ja, aber XQ nein, oder?  Was meinst du?",
        "Ich würde EUBÖA ja gelten lassen",
        "PAUSE machen wir erst im Januar",
        "Pause?",
        "Pause: machen wir erst im Januar",
        "Weiter so, tolles Spiel",
        "Close to perfect",
        "",
    ],
)
def test_prose_rules_on_nothing(line: str) -> None:
    """A polite "Danke, ja" must change no game."""
    assert [each for each in read(line, "XQ") if isinstance(each, Asked)] == []


def test_a_word_nobody_asked_about_is_ruled_on_by_naming_the_order() -> None:
    assert read("FREUDE ja") == ()
    assert action("REGEL FREUDE ja") == act.RuleWord("FREUDE", accepted=True)
    assert action("rule Grüße no") == act.RuleWord("GRÜSSE", accepted=False)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("VERLÄNGERN 18.12.2026 um 20:00", act.ExtendDeadline(EVENING)),
        ("extend 2026-12-18 20:00", act.ExtendDeadline(EVENING)),
        ("ZAT: 18.12.2026, 20:00", act.ExtendDeadline(EVENING)),
        ("VERLAENGERN 18.12.2026, 20 Uhr", act.ExtendDeadline(EVENING)),
        ("FREIGEBEN", act.PublishReport()),
        ("publish", act.PublishReport()),
        ("PAUSE", act.PauseGame()),
        ("WEITER", act.ResumeGame(None)),
        ("resume 2026-12-18T20:00", act.ResumeGame(EVENING)),
        ("ÖFFNEN 18.12.2026 20:00", act.ReopenRound(EVENING)),
        ("reopen 2026-12-18 20:00", act.ReopenRound(EVENING)),
        ("ABSCHLIESSEN", act.CloseRound(is_early=False, undecided=None)),
        ("abschließen vorzeitig", act.CloseRound(is_early=True, undecided=None)),
        ("CLOSE early refuse", act.CloseRound(is_early=True, undecided=Undecided.REFUSE)),
        ("ABSCHLIESSEN annehmen", act.CloseRound(is_early=False, undecided=Undecided.ACCEPT)),
        ("BUCHSTABEN E R N S T", act.DrawTiles("ENRST")),
        ("draw ernst", act.DrawTiles("ENRST")),
        ("NEUZIEHEN ABEENÖRU", act.CorrectDraw("ABEENÖRU")),
        ("KORREKTUR Max Mustermann +5", act.CorrectScore("Max Mustermann", 5, None)),
        ("correct Max Mustermann R3 - 12", act.CorrectScore("Max Mustermann", -12, 3)),
        ("AUSSCHLIESSEN Max Mustermann", act.ExcludePlayer("Max Mustermann")),
        ("exclude Max", act.ExcludePlayer("Max")),
        ("UMBENENNEN Max = Moritz", act.RenamePlayer("Max", "Moritz")),
        ("ADRESSE Max = M@x.org, m@y.org", act.ChangeAddresses("Max", ("m@x.org", "m@y.org"))),
        ("GLEICHSTAND 2", act.DecideTie(2)),
        ("tie 1", act.DecideTie(1)),
        ("PRESSE ja", act.RulePress(None, is_released=True)),
        ("press Eva Muster no", act.RulePress(None, is_released=False, player="Eva Muster")),
    ],
)
def test_every_order_is_read_in_german_and_english(line: str, wanted: act.Action) -> None:
    assert action(line) == wanted


def test_a_reason_may_follow_a_colon() -> None:
    found = read("PAUSE: Weihnachten\nVERLÄNGERN 18.12.2026 20:00: Post streikt")

    assert [each.because for each in found if isinstance(each, Asked)] == [
        "Weihnachten",
        "Post streikt",
    ]


@pytest.mark.parametrize(
    ("line", "lacks"),
    [
        ("VERLÄNGERN", "time"),
        ("VERLÄNGERN bis Freitag", "time"),
        ("VERLÄNGERN 31.02.2026 20:00", "time"),
        ("VERLÄNGERN 18.12.2026 20", "time"),
        ("ÖFFNEN", "time"),
        ("WEITER morgen", "time"),
        ("BUCHSTABEN", "letters"),
        ("BUCHSTABEN 12", "letters"),
        ("KORREKTUR Max", "points"),
        ("KORREKTUR +5", "player"),
        ("AUSSCHLIESSEN", "player"),
        ("UMBENENNEN Max", "player"),
        ("ADRESSE Max", "addresses"),
        ("GLEICHSTAND", "number"),
    ],
)
def test_an_order_that_lacks_something_is_asked_back(line: str, lacks: str) -> None:
    found = read(line)

    assert found == (Unclear(line, lacks),)


def test_a_strangers_mail_is_adopted_by_one_word() -> None:
    """Contract 5: each adoptable by one word."""
    assert read("U12 ja\nu 7: übernehmen\nU9 = Max Mustermann") == (
        Adopt("U12 ja", 12, None),
        Adopt("u 7: übernehmen", 7, None),
        Adopt("U9 = Max Mustermann", 9, "Max Mustermann"),
    )


def obeys(
    rehearsal: Rehearsal,
    text: str,
    *,
    is_answer: bool = True,
    subject: str = "Re: [yerres R1] Frage",
) -> list[tuple[str, str]]:
    """Let the game master write; return what became of each line."""
    considered = rehearsal.considers(
        text,
        ERIKA,
        subject=subject,
        delivery=lambda each: replace(each, answers_game_master=is_answer),
    )
    asked = {word for running in rehearsal.office.games.values() for word in running.game.asked}
    found = read_instructions(text.splitlines(), asked, BERLIN)
    decision = follow_instructions(
        considered,
        found,
        rehearsal.office,
        lambda now, _: replace(rehearsal.means(), office=now),
        MONDAY,
    )
    notice = content(
        [m for m in rehearsal.take(decision) if m.recipient.startswith("gm") and m.answers], Notice
    )
    assert notice.what == ("desk_done" if is_answer else "desk_unproven")
    return list(notice.facts)


def test_a_forged_game_master_is_refused_and_the_real_one_told() -> None:
    """Proven by address and a token; his address alone proves nothing."""
    rehearsal = rehearse()
    fates = obeys(rehearsal, "PAUSE\nREGEL RABEN nein", is_answer=False)

    assert fates == []
    assert rehearsal.events == []
    assert contents(rehearsal.mails) == ["gm Notice"]


@pytest.mark.parametrize(
    "line",
    [
        "REGEL BARTEN ja",
        "ABSCHLIESSEN vorzeitig",
        "VERLÄNGERN 18.12.2026 um 20:00",
        "PAUSE",
        "NEUZIEHEN NEBELST",
        "AUSSCHLIESSEN Max Mustermann",
        "UMBENENNEN Max Mustermann = Moritz",
        "ADRESSE Max Mustermann = max@new.example",
    ],
)
def test_an_order_by_mail_is_carried_out_and_confirmed(line: str) -> None:
    """Each desk action by mail."""
    rehearsal = rehearse()

    assert obeys(rehearsal, line) == [(line, "done")]
    assert rehearsal.events


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("WEITER", "not_paused"),
        ("ÖFFNEN 18.12.2026 20:00", "nothing_to_reopen"),
        ("BUCHSTABEN ERNST", "not_waiting_for_letters"),
        ("FREIGEBEN", "nothing_to_publish"),
        ("KORREKTUR Max Mustermann +5", "no_closed_round"),
        ("GLEICHSTAND 1", "no_tie"),
        ("PRESSE ja", "no_press"),
        ("VERLÄNGERN", "needs_time"),
        ("ABSCHLIESSEN", "before_zat 2026-12-11T20:00:00+01:00"),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_reason(line: str, code: str) -> None:
    rehearsal = rehearse()

    assert obeys(rehearsal, line) == [(line, code)]
    assert rehearsal.events == []


def test_several_orders_in_one_mail_follow_each_other() -> None:
    rehearsal = rehearse()
    fates = obeys(rehearsal, "PAUSE: Ferien\nKORREKTUR Max +5\nWEITER 18.12.2026 20:00")

    assert [fate.split()[0] for _, fate in fates] == ["done", "unknown_player", "done"]
    playing = rehearsal.running().game.round
    assert playing is not None
    assert playing.deadline == EVENING


def test_with_several_games_an_order_without_tag_is_asked_back() -> None:
    rehearsal = rehearse(game(), sb())

    assert obeys(rehearsal, "PAUSE", subject="Re: Frage") == [("PAUSE", "which_game yerres, sb")]


def test_orders_are_for_the_game_of_the_tag() -> None:
    rehearsal = rehearse(game(), sb())
    obeys(rehearsal, "PAUSE", subject="Re: [sb R1] Frage")

    assert (rehearsal.running("yerres").game.is_paused, rehearsal.running("sb").game.is_paused) == (
        False,
        True,
    )


def test_a_correction_by_mail_counts_at_once() -> None:
    rehearsal = rehearse()
    rehearsal.receives("H8w RABEN")
    rehearsal.closes()
    rehearsal.goes_on(ZAT)
    obeys(rehearsal, "KORREKTUR Max Mustermann R1 -6: verzählt", subject="[yerres R2]")

    assert total(rehearsal, "Max Mustermann") == 10
