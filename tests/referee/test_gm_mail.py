"""What the game master writes, in German and English, to what he orders."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from mailref.referee import gm_orders as gm
from mailref.referee import gm_orders as in_turns
from mailref.referee.contents import Notice, OrdersDone, OrdersUnproven
from mailref.referee.gm_order_lines import Adopt, Ordered, Unclear, follow_orders, read_orders
from mailref.referee.gm_orders import Fate, Lack
from mailref.referee.policy import Undecided
from tests.referee.rehearsal import (
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
    return read_orders(text.splitlines(), asked, BERLIN)


def order(text: str, *asked: str) -> gm.GmOrder:
    found = read_orders([text], asked, BERLIN)
    assert len(found) == 1
    assert isinstance(found[0], Ordered), found
    return found[0].order


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

    assert found == (Ordered(" ".join(line.split()), gm.RuleWord("EUBÖA", accepted), because),)


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
        "Weiter so, tolles Spiel",
        "Close to perfect",
        "",
    ],
)
def test_prose_rules_on_nothing(line: str) -> None:
    """A polite "Danke, ja" must change no game."""
    assert [each for each in read(line, "XQ") if isinstance(each, Ordered)] == []


def test_a_word_nobody_asked_about_is_ruled_on_by_naming_the_order() -> None:
    assert read("FREUDE ja") == ()
    assert order("REGEL FREUDE ja") == gm.RuleWord("FREUDE", accepted=True)
    assert order("rule Grüße no") == gm.RuleWord("GRÜSSE", accepted=False)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("VERLÄNGERN 18.12.2026 um 20:00", gm.ExtendDeadline(EVENING)),
        ("extend 2026-12-18 20:00", gm.ExtendDeadline(EVENING)),
        ("ZAT: 18.12.2026, 20:00", gm.ExtendDeadline(EVENING)),
        ("VERLAENGERN 18.12.2026, 20 Uhr", gm.ExtendDeadline(EVENING)),
        ("FREIGEBEN", gm.PublishReport()),
        ("publish", gm.PublishReport()),
        ("PAUSE", gm.PauseGame()),
        ("WEITER", gm.ResumeGame(None)),
        ("PAUSE, bitte!", gm.PauseGame()),
        ("Pause!", gm.PauseGame()),
        ("Bitte freigeben.", gm.PublishReport()),
        ("Weiter.", gm.ResumeGame(None)),
        ("Widerruf!", gm.RevokeOrder()),
        ("VERLÄNGERN 18.12.2026 um 20:00!", gm.ExtendDeadline(EVENING)),
        ("AUSSCHLIESSEN Max Mustermann!", gm.ExcludePlayer("Max Mustermann")),
        ("AUSSCHLIESSEN Max M.", gm.ExcludePlayer("Max M.")),
        ("CLORE MAINTENANT, s'il te plaît", gm.CloseRound(is_early=True, undecided=None)),
        ("resume 2026-12-18T20:00", gm.ResumeGame(EVENING)),
        ("ÖFFNEN 18.12.2026 20:00", gm.ReopenRound(EVENING)),
        ("reopen 2026-12-18 20:00", gm.ReopenRound(EVENING)),
        ("ÖFFNEN Runde 3 bis 18.12.2026 20:00", gm.ReopenRound(EVENING, 3)),
        ("ABSCHLIESSEN", gm.CloseRound(is_early=False, undecided=None)),
        ("abschließen vorzeitig", gm.CloseRound(is_early=True, undecided=None)),
        ("CLOSE early refuse", gm.CloseRound(is_early=True, undecided=Undecided.REFUSE)),
        ("ABSCHLIESSEN annehmen", gm.CloseRound(is_early=False, undecided=Undecided.ACCEPT)),
        ("BUCHSTABEN E R N S T", gm.DrawTiles("ENRST", written="E R N S T")),
        ("draw ernst", gm.DrawTiles("ENRST", written="ernst")),
        ("NEUZIEHEN ABEENÖRU", gm.CorrectDraw("ABEENÖRU", written="ABEENÖRU")),
        ("NEUZIEHEN: ABEENÖRU", gm.CorrectDraw("ABEENÖRU", written="ABEENÖRU")),
        ("NEUZIEHEN", gm.DrawAnew()),
        ("REDRAW: the letters were known", gm.DrawAnew()),
        ("NEUZIEHEN: bekannt", gm.DrawAnew()),
        ("KORREKTUR Max Mustermann +5", gm.CorrectScore("Max Mustermann", 5, None)),
        ("correct Max Mustermann R3 - 12", gm.CorrectScore("Max Mustermann", -12, 3)),
        ("KORREKTUR Max Mustermann Runde 3 +5", gm.CorrectScore("Max Mustermann", 5, 3)),
        ("KORREKTUR Max Mustermann +5 Punkte (3. Runde)", gm.CorrectScore("Max Mustermann", 5, 3)),
        ("correct Max Mustermann -5 in round 3", gm.CorrectScore("Max Mustermann", -5, 3)),
        ("KORREKTUR Max Mustermann +5 R1 R2", gm.CorrectScore("Max Mustermann R2", 5, 1)),
        ("KORREKTUR Max Mustermann +5 -3", gm.CorrectScore("Max Mustermann -3", 5, None)),
        ("AUSSCHLIESSEN Max Mustermann", gm.ExcludePlayer("Max Mustermann")),
        ("exclude Max", gm.ExcludePlayer("Max")),
        ("UMBENENNEN Max = Moritz", gm.RenamePlayer("Max", "Moritz")),
        ("RÜCKNAHME", in_turns.UndoTurn()),
        ("PASSE FÜR Anna", in_turns.PassForPlayer("Anna")),
        (
            "ERSETZEN Ben = Dora Muster, Dora@example.org",
            in_turns.ReplacePlayer("Ben", "Dora Muster", "dora@example.org"),
        ),
        (
            "URLAUB FÜR Anna 24.12.2026 - 2.1.2027",
            in_turns.NoteAbsence("Anna", date(2026, 12, 24), date(2027, 1, 2)),
        ),
        ("ADRESSE Max = M@x.org, m@y.org", gm.ChangeAddresses("Max", ("m@x.org", "m@y.org"))),
        ("ADRESSE Max = <m@x.org> und m@y.org", gm.ChangeAddresses("Max", ("m@x.org", "m@y.org"))),
        ("REGEL QUARZ nein: Das gilt nicht", gm.RuleWord("QUARZ", accepted=False)),
        ("GLEICHSTAND 2", gm.DecideTie(2)),
        ("tie 1", gm.DecideTie(1)),
        ("PRESSE ja", gm.RulePress(None, is_released=True)),
        ("press Eva Muster no", gm.RulePress(None, is_released=False, player="Eva Muster")),
    ],
)
def test_every_order_is_read_in_german_and_english(line: str, wanted: gm.GmOrder) -> None:
    assert order(line) == wanted


def test_a_reason_may_follow_a_colon() -> None:
    found = read("PAUSE: Weihnachten\nVERLÄNGERN 18.12.2026 20:00: Post streikt")

    assert [each.because for each in found if isinstance(each, Ordered)] == [
        "Weihnachten",
        "Post streikt",
    ]


@pytest.mark.parametrize(
    ("line", "lack"),
    [
        ("VERLÄNGERN", Lack.TIME),
        ("VERLÄNGERN bis Freitag", Lack.TIME),
        ("VERLÄNGERN 31.02.2026 20:00", Lack.TIME),
        ("VERLÄNGERN 18.12.2026 20", Lack.TIME),
        ("VERLÄNGERN 18.12.2026 20:00 oder 19.12.2026", Lack.TIME),
        ("URLAUB FÜR Jürgen Vogel von Samstag bis Ende Januar", Lack.DAYS),
        ("URLAUB FÜR Anna", Lack.DAYS),
        ("REGEL QUARZ ja, QUARZE nein", Lack.WORD),
        ("ADRESSE Max = a@b.de, nicht c@d.de", Lack.ADDRESSES),
        ("ADRESSE Max = a@b@c.de", Lack.ADDRESSES),
        ("ERSETZEN Ben = Dora, dora@x.org und d@y.org", Lack.ADDRESSES),
        ("ÖFFNEN", Lack.TIME),
        ("WEITER morgen", Lack.TIME),
        ("BUCHSTABEN", Lack.LETTERS),
        ("BUCHSTABEN 12", Lack.LETTERS),
        ("KORREKTUR Max", Lack.POINTS),
        ("KORREKTUR +5", Lack.PLAYER),
        ("AUSSCHLIESSEN", Lack.PLAYER),
        ("UMBENENNEN Max", Lack.PLAYER),
        ("ADRESSE Max", Lack.ADDRESSES),
        ("GLEICHSTAND", Lack.NUMBER),
    ],
)
def test_an_order_that_lacks_something_is_asked_back(line: str, lack: Lack) -> None:
    found = read(line)

    assert found == (Unclear(line, lack),)


@pytest.mark.parametrize("line", ["Pause: bin krank", "pause: bin krank", "Weiter: wieder gesund"])
def test_what_may_be_an_order_or_a_sentence_is_doubtful(line: str) -> None:
    """A telephone writes the first letter of a line large, and the others small."""
    (found,) = read(line)

    assert isinstance(found, Ordered)
    assert (found.is_doubtful, found.because) == (True, line.partition(": ")[2])


def test_in_capitals_an_order_with_a_reason_is_certain() -> None:
    assert read("WEITER: wieder gesund") == (
        Ordered("WEITER: wieder gesund", gm.ResumeGame(None), "wieder gesund"),
    )


@pytest.mark.parametrize(
    "text",
    ["Nein, das geht schon.", "ja gilt, aber nicht bei Petting", "Hallo,\nnein das weiß ich"],
)
def test_a_sentence_that_begins_with_a_verdict_is_asked_back(text: str) -> None:
    """It rules on nothing: `Nein, das geht schon` says the contrary."""
    found = read_orders(text.splitlines(), ("EUBÖA",), BERLIN, question=("EUBÖA",))

    assert found == (Unclear(text.splitlines()[-1], Lack.VERDICT),)


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("No, that's obviously a typo for dozing, sorry Frank", False),
        ("oui, c'est une variante de pilaf", True),
        ("nein, das ist ein Eigenname", False),
        ("Non, ce mot n'existe pas", False),
        ("No, that word does not exist", False),
        ("Nein, das Wort gibt es nicht.", False),
        ("Yes, this word isn't new", None),
        ("Nein! Das ist doch ein Tippfehler", False),
        ("No, that's not a word", False),
        ("non, ce n'est pas un mot", False),
        ("Ja, das ist eine Nebenform von EUBÖ", True),
        ("Yes, it's a kind of boat", True),
        ("Nein, das ist ein gültiges Wort", None),
        ("No, it's a valid word", None),
        ("Non, c'est un mot admis", None),
        ("Ja, das ist ein Eigenname", None),
        ("Yes, that's a typo", None),
        ("oui, c'est un nom propre", None),
        ("Nein, das ist ein Witz, oder?", None),
        ("Ja, das ist kein Wort", None),
        ("No, sorry Tom, your nan notwithstanding, it's not in Collins or Chambers.", False),
        ("No - couldn't find it anywhere, it's nowhere to be found", False),
        ("Nein, das gibt es nicht.", False),
        ("Nein, leider, steht weder im Duden noch im Wahrig", False),
        ("Non, désolé, il n'est pas dans l'ODS", False),
        ("Yes, it's in Chambers all right", True),
        ("Ja, steht so im Duden", True),
        ("Oui, il figure dans l'ODS", True),
        ("No, it's not in Collins, but it is in Chambers", None),
        ("No, I'm not sure that it's in there", None),
        ("No idea, I shall look it up", None),
        ("Nein, das geht schon", None),
        ("Yes, it is a word, though obscure", True),
        ("Ja, das gibt es nicht", None),
    ],
)
def test_behind_yes_or_no_a_reason_may_say_what_the_word_is(
    text: str, accepted: bool | None
) -> None:
    """But none that speaks for the other verdict."""
    (found,) = read_orders([text], ("EUBÖA",), BERLIN, question=("EUBÖA",))

    if accepted is None:
        assert found == Unclear(text, Lack.VERDICT)
    else:
        assert isinstance(found, Ordered)
        assert found.order == gm.RuleWord("EUBÖA", accepted)
        assert found.because


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        *(
            ("no", False),
            ("no to both", False),
            ("beide nein", False),
            ("Nein, beide ungültig", False),
        ),
        *(("Non aux deux : ce ne sont pas des mots !", False), ("Nein zu beiden", False)),
        *(("yes to both", True), ("Beide ja", True), ("oui pour les deux", True)),
        *(("yes", None), ("ja", None), ("oui, je pense", None)),
    ],
)
def test_no_to_two_words_refuses_both_and_yes_must_say_that_it_is_for_both(
    text: str, accepted: bool | None
) -> None:
    asked = ("EUBÖA", "RABTEN")
    found = read_orders([text], asked, BERLIN, question=asked)

    given = [each.order for each in found if isinstance(each, Ordered)]
    assert given == ([] if accepted is None else [gm.RuleWord(word, accepted) for word in asked])
    assert found


def test_a_ruling_with_its_reason_may_go_over_two_lines() -> None:
    lines = (
        "No, sorry Tom, your nan notwithstanding, it's not in Collins or",
        "Chambers.",
        "",
        "Geoff",
    )

    (found,) = read_orders(lines, (), BERLIN, question=("ROPEN",))

    assert isinstance(found, Ordered)
    assert (found.order, found.because) == (
        gm.RuleWord("ROPEN", accepted=False),
        "it's not in Collins or Chambers.",
    )


def test_beside_a_clear_verdict_a_sentence_is_courtesy() -> None:
    lines = ("Ja, gern!", "EUBÖA nein")

    found = read_orders(lines, ("EUBÖA",), BERLIN, question=("EUBÖA",))

    assert found == (Ordered("EUBÖA nein", gm.RuleWord("EUBÖA", accepted=False), ""),)


def test_a_strangers_mail_is_adopted_by_one_word() -> None:
    """Contract 5: each adoptable by one word."""
    assert read("U12 ja\nu 7: übernehmen\nU9 = Max Mustermann") == (
        Adopt("U12 ja", 12, None),
        Adopt("u 7: übernehmen", 7, None),
        Adopt("U9 = Max Mustermann", 9, "Max Mustermann"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Die Mail U29 ist von Max Mustermann.",
        "Mail U29 kommt von Max Mustermann",
        "U29 gehört zu Max Mustermann!",
        "The mail U29 is from Max Mustermann.",
        "Le message U29 vient de Max Mustermann.",
    ],
)
def test_whose_mail_it_is_may_be_said_in_a_sentence(text: str) -> None:
    assert read(text) == (Adopt(text, 29, "Max Mustermann"),)


@pytest.mark.parametrize(
    "text",
    [
        "Den Zugabgabetermin verschiebe ich auf Samstag, 12. Dezember 2026, 20 Uhr.",
        "Der ZAT wird auf den 12.12.2026 um 20:00 verschoben.",
        "Bitte den ZAT auf den 12.12.2026 um 20 Uhr verschieben.",
        "Neuer ZAT: 12.12.2026, 20 Uhr",
        "I move the deadline to 12 December 2026 at 8 pm",
        "The deadline is now 12 December 2026, 20:00.",
        "Je repousse l'échéance au samedi 12 décembre 2026 à 20 h.",
    ],
)
def test_a_new_zat_in_a_sentence_is_asked_about(text: str) -> None:
    (found,) = read(text)

    assert isinstance(found, Ordered)
    assert found.order == gm.ExtendDeadline(datetime(2026, 12, 12, 20, tzinfo=BERLIN))
    assert found.is_doubtful


@pytest.mark.parametrize(
    "text",
    [
        "Soll ich den ZAT auf den 12.12.2026 um 20 Uhr verschieben?",
        "Den ZAT am 12.12.2026 um 20 Uhr verschiebe ich nicht.",
        "Vielleicht verschiebe ich den ZAT auf den 12.12.2026 um 20 Uhr.",
        "Der ZAT ist am 12.12.2026 um 20 Uhr.",
        "Den ZAT verschiebe ich irgendwann.",
    ],
)
def test_what_denies_or_only_tells_of_a_zat_moves_none(text: str) -> None:
    assert read(text) == ()


def obeys(
    rehearsal: Rehearsal,
    text: str,
    *,
    is_answer: bool = True,
    subject: str = "Re: [yerres R1] Frage",
) -> tuple[Fate, ...]:
    """Let the game master write; return what became of each line."""
    considered = rehearsal.considers(
        text,
        ERIKA,
        subject=subject,
        receipt=lambda each: replace(each, answers_game_master=is_answer),
    )
    asked = {word for running in rehearsal.office.games.values() for word in running.game.asked}
    found = read_orders(text.splitlines(), asked, BERLIN)
    decision = follow_orders(
        considered,
        found,
        rehearsal.office,
        lambda now, _: replace(rehearsal.means(), office=now),
        MONDAY,
    )
    notice = content(
        [m for m in rehearsal.take(decision) if m.recipient.startswith("gm") and m.answers], Notice
    )
    if not is_answer:
        assert notice.about == OrdersUnproven()
        return ()
    assert isinstance(notice.about, OrdersDone)
    return notice.about.fates


def test_a_forged_game_master_is_refused_and_the_real_one_told() -> None:
    """Proven by address and a token; his address alone proves nothing."""
    rehearsal = rehearse()
    fates = obeys(rehearsal, "PAUSE\nREGEL RABEN nein", is_answer=False)

    assert fates == ()
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
    """Whatever the game master may order, he may order by mail."""
    rehearsal = rehearse()

    (fate,) = obeys(rehearsal, line)
    assert (fate.line, fate.refusal, fate.remarks) == (line, None, ())
    assert fate.result is not None
    assert rehearsal.events


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("WEITER", gm.NotPaused()),
        ("ÖFFNEN 18.12.2026 20:00", gm.NothingToReopen()),
        ("BUCHSTABEN ERNST", gm.NotWaitingForLetters()),
        ("FREIGEBEN", gm.NothingToPublish()),
        ("KORREKTUR Max Mustermann +5", gm.NoClosedRound()),
        ("GLEICHSTAND 1", gm.NoTie()),
        ("PRESSE ja", gm.NoPress()),
        ("VERLÄNGERN", gm.Incomplete(Lack.TIME)),
        ("ABSCHLIESSEN", gm.BeforeZat(ZAT)),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_reason(
    line: str, refusal: gm.Refusal | gm.Incomplete
) -> None:
    rehearsal = rehearse()

    assert obeys(rehearsal, line) == (Fate(line, refusal),)
    assert rehearsal.events == []


def test_several_orders_in_one_mail_follow_each_other() -> None:
    rehearsal = rehearse()
    fates = obeys(rehearsal, "PAUSE: Ferien\nKORREKTUR Max +5\nWEITER 18.12.2026 20:00")

    assert [fate.refusal for fate in fates] == [None, gm.UnknownPlayer(("Max Mustermann",)), None]
    playing = rehearsal.running().game.round
    assert playing is not None
    assert playing.deadline == EVENING


def test_with_several_games_an_order_without_tag_is_asked_back() -> None:
    rehearsal = rehearse(game(), sb())

    assert obeys(rehearsal, "PAUSE", subject="Re: Frage") == (
        Fate("PAUSE", gm.WhichGame(("yerres", "sb"))),
    )


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


@pytest.mark.parametrize(
    "text",
    [
        "Alle haben gezogen, bitte werte die Runde jetzt gleich aus.",
        "Bitte Runde 1 vorzeitig abschließen, alle haben gezogen.",
        "Please close the round now, everybody has moved.",
    ],
)
def test_an_early_close_is_ordered_in_a_sentence(text: str) -> None:
    """It is weighty, and asked about whoever orders it."""
    assert read(text) == (Ordered(text, gm.CloseRound(is_early=True, undecided=None), ""),)


@pytest.mark.parametrize(
    "text",
    [
        "Werte die Runde nicht jetzt schon aus.",
        "Soll ich die Runde jetzt abschließen?",
        "Wenn alle gezogen haben, werte die Runde gleich aus.",
    ],
)
def test_what_denies_asks_or_depends_closes_nothing(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("ABSCHLIESSEN VORZEITIG", "Die Runde bitte jetzt gleich auswerten, alle haben gezogen."),
        ("ABSCHLIESSEN VORZEITIG", "alle haben gezogen, wir können die Runde jetzt schließen."),
        ("CLOSE EARLY", "Please close the round now, everybody has moved."),
    ],
)
def test_a_sentence_that_says_an_order_once_more_is_no_second_one(
    order: str, sentence: str
) -> None:
    closes = (Ordered(order, gm.CloseRound(is_early=True, undecided=None), ""),)

    assert read(f"{order}\n{sentence}") == closes
    assert read(f"{sentence}\n\n{order}") == closes


@pytest.mark.parametrize(
    "line",
    [
        "und verlängert bis 27.12.2026 20 Uhr, wegen Weihnachten.",
        "Und dann bitte verlängern bis 27.12.2026 um 20 Uhr",
        "and extend it to 27 December 2026 20:00, because of Christmas.",
        "et prolonge jusqu'au 27.12.2026 20:00",
    ],
)
def test_a_second_line_is_an_order_too(line: str) -> None:
    """It begins as a sentence goes on, and was dropped."""
    _, second = read(f"KORREKTUR Max Mustermann -5: vorgesagt\n{line}")

    assert isinstance(second, Ordered)
    assert isinstance(second.order, gm.ExtendDeadline)
    assert second.line == line


def test_a_reason_goes_on_in_the_line_below() -> None:
    order = "KORREKTUR Max Mustermann -5: er hat beim Stammtisch laut vorgesagt,"

    (found,) = read(f"{order}\nund das gleich zweimal.\n\nLG Erika")

    assert isinstance(found, Ordered)
    assert found.because == "er hat beim Stammtisch laut vorgesagt, und das gleich zweimal."


@pytest.mark.parametrize(
    ("line", "is_named"),
    [
        ("Wir verlängern dann übrigens auch bis Sonntag.", True),
        ("We should also extend the round, I think.", True),
        ("On pourrait aussi prolonger le tour.", True),
        ("Bei uns schneit es.", False),
        ("Wollen wir auch verlängern?", False),
    ],
)
def test_a_line_beside_an_order_that_speaks_of_one_is_named(line: str, *, is_named: bool) -> None:
    order, *others = read(f"KORREKTUR Max Mustermann -5: vorgesagt\n{line}")

    assert isinstance(order, Ordered)
    assert others == ([Unclear(line, Lack.ORDER)] if is_named else [])
