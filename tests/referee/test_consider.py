"""Every outcome and reason of contract 3, with game, round, player and counts as it says."""

import pytest
from msgspec.structs import replace

from mailref.games.events import GamePaused
from mailref.games.rounds.game import choice_in
from mailref.games.rounds.judged import counts_in
from mailref.referee.identity import token_of
from mailref.referee.mails import Decision
from mailref.referee.policy import Outcome, Reason
from mailref.tiles.moves import VOCABULARIES
from tests.referee.rehearsal import ERIKA, EVA, FRED, MAX, MINUTE, ZAT, game, only, rehearse, sb

RABEN = "H8w RABEN"
OPEN = 'registration = "open"'


def test_a_valid_move_is_accepted_for_the_open_round() -> None:
    found = only(rehearse().considers(RABEN))

    assert (found.outcome, found.reason) == (Outcome.ACCEPTED, None)
    assert (found.game, found.round, found.player) == ("yerres", 1, "Max Mustermann")
    assert counts_in(found) == 0


@pytest.mark.parametrize("beside", [" (RABEN, Finger zu dick)", "\nRABEN, sorry"])
def test_a_word_that_no_list_knows_is_asked_about_where_the_mail_names_one_like_it(
    beside: str,
) -> None:
    """It went to the game master, who was to rule on a slip."""
    plain, found = (only(rehearse().considers(f"H8w RABNE{each}")) for each in ("", beside))

    assert plain.outcome is Outcome.PENDING
    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.AMBIGUOUS)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Mein Zug in Runde 6:\nH8w RABEN", True),
        ("Hallo, hier mein Zug für die 2. Runde\n\nH8w RABEN", True),
        ("R6: H8w RABEN", True),
        ("Mein Zug für Runde 6 lautet: H8w RABEN", True),
        ("My move for round 2:\nH8w RABEN", True),
        ("Mein Zug in Runde 1:\nH8w RABEN", False),
        ("R1: H8w RABEN", False),
        ("Nach Runde 6 ist wohl Schluss.\nH8w RABEN", False),
        ("H8w RABEN\n\nMein Zug in Runde 6: mal sehen", True),
        ("Runde:     6\nH8w RABEN", True),
        ("Runde .......: 6\nSpieler: Mustermann\n\nFeld: H8\nRichtung: w\nWort: RABEN", True),
        ("Runden-Nr. 6\nH8w RABEN", True),
        ("Runde 1, Max: H8w RABEN", False),
        ("Runde 1, Eva: H8w RABEN", True),
        ("Runde 6, Max: H8w RABEN", True),
        ("Feld: H8\nRichtung: w\nWort: RABEN\nRound no.:   6", True),
        ("Runde:     1\nSpieler: Mustermann\nFeld: H8\nRichtung: w\nWort: RABEN", False),
        ("Zug-Nr.:     9\nH8w RABEN", True),
    ],
)
def test_a_move_that_names_another_round_is_asked_about(text: str, asks: bool) -> None:
    found = only(rehearse().considers(text))

    expected = (Outcome.REJECTED, Reason.AMBIGUOUS) if asks else (Outcome.ACCEPTED, None)
    assert (found.outcome, found.reason) == expected


@pytest.mark.parametrize(
    ("subject", "asks"),
    [
        ("SB Yerres R7 Mustermann", True),
        ("Yerres R7", True),
        ("Re: [yerres R7] 1-Zug-Scrabble Yerres", False),
        ("SB Yerres R1 Mustermann", False),
        ("Re: [yerres R1] 1-Zug-Scrabble Yerres", False),
        ("AW: was uns in der Runde 7 alles so erwarten mag", False),
    ],
)
def test_a_move_under_a_subject_of_a_round_to_come_is_asked_about(subject: str, asks: bool) -> None:
    """But for our own tag: that of a round to come means the open one (rules 8)."""
    found = only(rehearse().considers(RABEN, subject=subject))

    expected = (Outcome.REJECTED, Reason.AMBIGUOUS) if asks else (Outcome.ACCEPTED, None)
    assert (found.outcome, found.reason) == expected


@pytest.mark.parametrize(
    ("subject", "asks"),
    [
        ("H8w BARTE", True),
        ("[yerres R1] Mein Zug: H9s RABEN", True),
        ("Ich lege H8s RABEN", True),
        ("H8w RABEN", False),
        ("Mein Zug: H8 waagerecht RABEN, 24 Punkte", False),
        ("Re: H8w BARTE", False),
        ("Re: [yerres R1] Mein Zug: H9s RABEN", False),
        ("RABEN", False),
        ("Zug in Yerres, Runde 1", False),
    ],
)
def test_a_subject_with_another_move_than_the_mail_is_asked_about(subject: str, asks: bool) -> None:
    found = only(rehearse().considers(RABEN, subject=subject))

    expected = (Outcome.REJECTED, Reason.AMBIGUOUS) if asks else (Outcome.ACCEPTED, None)
    assert (found.outcome, found.reason) == expected


def test_a_move_with_an_undecided_word_is_pending_and_nothing_counts_yet() -> None:
    """Contract 3: Dottendorf, first move pending: `counts` null."""
    found = only(rehearse().considers("H8w BARTE\n/H8w RABEN"))

    assert found.outcome is Outcome.PENDING
    assert (found.reason, counts_in(found)) == (None, None)


@pytest.mark.parametrize(
    "more", ["H8w RABEN\n" * 201, "1-Zug-Scrabble Yerres\n" * 201], ids=["plays", "headings"]
)
def test_a_mail_with_more_than_is_looked_at_is_asked_back_and_nothing_counts(more: str) -> None:
    """Reading has a budget for each mail; beyond it nothing is guessed, and nothing is silent."""
    found = only(rehearse().considers(f"H8w RABEN\n\n{more}"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.TOO_LARGE)
    assert counts_in(found) is None


def test_many_lines_that_are_no_plays_do_not_use_up_the_budget() -> None:
    found = only(rehearse().considers("H8w RABEN\n\n" + "Am 12. waren wir zu 3. in UNNA.\n" * 300))

    assert found.outcome is Outcome.ACCEPTED


def test_in_sb_the_best_valid_move_counts_beside_a_better_pending_one() -> None:
    """Contract 3: SB with a better pending move: outcome pending, counts the best valid one."""
    found = only(rehearse(sb()).considers("F8w BARTE\nG8w ER\nG8w AB"))

    assert (found.outcome, counts_in(found)) == (Outcome.PENDING, 2)


def test_a_refused_word_is_rejected() -> None:
    """Contract 3: nothing counts."""
    rehearsal = rehearse(game(tables='[game.words]\nrefuse = ["BARTE"]'))
    found = only(rehearsal.considers("H8w BARTE"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.NO_VALID_MOVE)
    assert (found.game, found.round, found.player) == ("yerres", 1, "Max Mustermann")
    assert counts_in(found) is None
    choice = choice_in(found.found)
    assert choice is not None


BOUNCE = "Return-Path: <>\n"
LIST = "List-Id: <a.example.org>\n"
VACATION = "Auto-Submitted: auto-replied\n"


@pytest.mark.parametrize(
    ("sender", "header", "reason"),
    [
        pytest.param("referee@example.org", BOUNCE + LIST, Reason.OWN_MAIL, id="own mail first"),
        pytest.param("mailer-daemon@example.org", BOUNCE + LIST, Reason.BOUNCE, id="then bounces"),
        pytest.param(MAX, LIST + VACATION, Reason.MAILING_LIST, id="then lists"),
        pytest.param(MAX, VACATION, Reason.AUTO_REPLY, id="then automatic answers"),
        pytest.param(FRED, "", Reason.UNKNOWN_SENDER, id="then strangers"),
        pytest.param(f"{MAX}, {EVA}", "", Reason.UNKNOWN_SENDER, id="several From addresses"),
    ],
)
def test_what_nobody_may_be_answered_is_ignored_in_this_order(
    sender: str, header: str, reason: Reason
) -> None:
    """Contract 3: own_mail, bounce, mailing_list, auto_reply, unknown_sender; nothing else known."""
    found = only(rehearse().considers(RABEN, sender, header=header))

    assert (found.outcome, found.reason) == (Outcome.IGNORED, reason)
    assert (found.game, found.round, found.player, found.found) == (None, None, None, None)


def test_a_mail_with_two_from_fields_is_nobodys() -> None:
    found = only(rehearse().considers(RABEN, MAX, header=f"From: {EVA}\n"))

    assert (found.outcome, found.reason) == (Outcome.IGNORED, Reason.UNKNOWN_SENDER)


BORDER = "Received: from mout.example.net by mx.example.org with ESMTPS id 1; Mon, 7 Dec 2026\n"
VOUCHED = f"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n{BORDER}"
DOUBTED = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n"


@pytest.mark.parametrize(
    ("body", "sender"),
    [(RABEN, MAX), ("STAND", MAX), ("Grüße", MAX), (f"Spieler=Max Mustermann\n{RABEN}", ERIKA)],
)
def test_who_fails_the_proof_that_trust_asks_for_is_unknown(body: str, sender: str) -> None:
    """Contract 3: a sender who fails the proof: unknown_sender; the game master is no exception."""
    found = only(rehearse(game(keys='trust = "authenticated"')).considers(body, sender))

    assert (found.outcome, found.reason) == (Outcome.IGNORED, Reason.UNKNOWN_SENDER)


def test_who_is_vouched_for_by_the_configured_server_is_known() -> None:
    rehearsal = rehearse(game(keys='trust = "authenticated"'))
    rehearsal.settings = replace(
        rehearsal.settings, mail=replace(rehearsal.settings.mail, authserv_id="mx.example.org")
    )

    assert only(rehearsal.considers(RABEN, header=VOUCHED)).outcome is Outcome.ACCEPTED
    assert only(rehearsal.considers(RABEN, header=DOUBTED)).outcome is Outcome.IGNORED


def test_a_token_of_ours_proves_the_player_and_a_wrong_one_does_not() -> None:
    rehearsal = rehearse(game(keys='trust = "token"'))
    token = token_of(rehearsal.office.house, "yerres", "Max Mustermann", "1")
    his = only(
        rehearsal.considers(RABEN, header=f"In-Reply-To: <yerres.1.x.{token}@example.org>\n")
    )
    evas = only(rehearsal.considers(RABEN, EVA, header=f"References: <yerres.1.x.{token}@x.org>\n"))

    assert his.outcome is Outcome.ACCEPTED
    assert (evas.outcome, evas.reason) == (Outcome.IGNORED, Reason.UNKNOWN_SENDER)


GUESSED = "In-Reply-To: <yerres.1.x.0123456789abcdef@example.org>\n"


@pytest.mark.parametrize(
    ("header", "is_known"),
    [
        pytest.param(VOUCHED, True, id="new, vouched for"),
        pytest.param("TOKEN", True, id="answer to ours"),
        pytest.param(DOUBTED, False, id="failed"),
        pytest.param(f"{DOUBTED}TOKEN", False, id="failed answer to ours"),
        pytest.param("", False, id="new, nothing said"),
        pytest.param(GUESSED, False, id="guessed id"),
        pytest.param(f"{GUESSED}{VOUCHED}", True, id="guessed id, vouched for"),
    ],
)
def test_a_proof_or_a_token_is_enough_where_either_is_taken(header: str, is_known: bool) -> None:
    rehearsal = rehearse(game(keys='trust = "authenticated_or_token"'))
    rehearsal.settings = replace(
        rehearsal.settings, mail=replace(rehearsal.settings.mail, authserv_id="mx.example.org")
    )
    token = token_of(rehearsal.office.house, "yerres", "Max Mustermann", "1")
    answers = f"In-Reply-To: <yerres.1.x.{token}@example.org>\n"

    found = only(rehearsal.considers(RABEN, header=header.replace("TOKEN", answers)))

    outcome = Outcome.ACCEPTED if is_known else Outcome.IGNORED
    assert found.outcome is outcome


def test_the_game_master_proves_himself_by_answering_a_mail_of_ours() -> None:
    """Proven by address and a token; he has no player's token."""
    rehearsal = rehearse(game(keys='trust = "token"'))
    body = f"Spieler=Max Mustermann\n{RABEN}"
    bare = only(rehearsal.considers(body, ERIKA))
    proven = only(
        rehearsal.considers(body, ERIKA, receipt=lambda d: replace(d, answers_game_master=True))
    )

    assert bare.reason is Reason.UNKNOWN_SENDER
    assert (proven.outcome, proven.player) == (Outcome.ACCEPTED, "Max Mustermann")


def test_a_stranger_who_moves_in_an_open_game_is_named_by_spieler_or_from() -> None:
    """Contract 2: name: `Spieler=`, else the From name."""
    rehearsal = rehearse(game(keys=OPEN))
    by_from = only(rehearsal.considers(RABEN, FRED))
    by_line = only(rehearsal.considers(f"Spieler=Freddy\n{RABEN}", FRED))

    assert (by_from.outcome, by_from.player) == (Outcome.ACCEPTED, "Fred Fremd")
    assert by_from.newcomer is not None
    assert by_from.newcomer.address == "fred@example.net"
    assert by_line.player == "Freddy"


def test_a_strangers_name_is_made_fit_for_the_table() -> None:
    rehearsal = rehearse(game(keys=OPEN))
    found = only(rehearsal.considers(RABEN, '"<b>=[Fred]" <fred@example.net>'))

    assert found.player == "bFred"


@pytest.mark.parametrize("name", ["M10s EUBÖA", "EUBÖA senkrecht ab M10", "H4-H8: BEINE", "Hilfe"])
def test_nobody_joins_under_a_name_that_reads_as_a_move_or_a_command(name: str) -> None:
    """Our mails show names anywhere, and people quote those mails anywhere."""
    rehearsal = rehearse(game(keys=OPEN))
    found = only(rehearsal.considers(RABEN, f'"{name}" <fred@example.net>'))

    assert found.player == "fred"


@pytest.mark.parametrize("body", [RABEN, "ANMELDEN"])
def test_failed_authentication_registers_nobody(body: str) -> None:
    """Contract 2: a sender whose mail carries no failed authentication."""
    rehearsal = rehearse(game(keys=OPEN))
    rehearsal.settings = replace(
        rehearsal.settings, mail=replace(rehearsal.settings.mail, authserv_id="mx.example.org")
    )
    doubted = DOUBTED.replace("example.org\n", "example.net\n")
    found = only(rehearsal.considers(body, FRED, header=doubted))

    assert (found.outcome, found.reason) == (Outcome.IGNORED, Reason.UNKNOWN_SENDER)


def test_a_taken_name_is_asked_about_and_nothing_counts() -> None:
    """Contract 2: a name taken under another address is asked about and nothing counts."""
    rehearsal = rehearse(game(keys=OPEN))
    found = only(rehearsal.considers(f"Spieler=max mustermann\n{RABEN}", FRED))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.SENDER_MISMATCH)
    assert (found.player, found.named, counts_in(found)) == (None, "max mustermann", None)


@pytest.mark.parametrize("name", ["Mаx Mustermann", "Ｍax Mustermann", "Erika Musterfrau"])
def test_a_stranger_joins_under_no_name_that_looks_like_anothers(name: str) -> None:
    """Contract 2: a name taken; one with a Cyrillic а is, and so is the game master's."""
    rehearsal = rehearse(game(keys=OPEN))
    found = only(rehearsal.considers(f"Spieler={name}\n{RABEN}", FRED))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.SENDER_MISMATCH)
    assert found.newcomer is None


def test_the_game_master_may_join_an_open_game_under_her_own_name() -> None:
    found = only(rehearse(game(keys=OPEN)).considers(RABEN, ERIKA))

    assert found.player == "Erika Musterfrau"


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ('"fred@example.net" <fred@example.net>', "fred"),
        ('"Fred fred@example.net" <fred@example.net>', "Fred fred"),
        ('"@example.net" <fred@example.net>', "fred"),
        ("Jeden <fred@example.net>", "fred"),
    ],
)
def test_an_address_in_the_place_of_the_name_is_not_shown_to_everybody(
    sender: str, name: str
) -> None:
    """Contract 4: addresses are never exported; 5: no other address visible."""
    assert only(rehearse(game(keys=OPEN)).considers(RABEN, sender)).player == name


def test_a_strangers_prose_is_ignored_also_in_an_open_game() -> None:
    rehearsal = rehearse(game(keys=OPEN))

    assert only(rehearsal.considers("Wie geht das hier?", FRED)).reason is Reason.UNKNOWN_SENDER
    assert only(rehearsal.considers("STAND", FRED)).reason is Reason.UNKNOWN_SENDER


def test_a_stranger_has_no_way_into_the_closed_one_of_two_games() -> None:
    """Contract 2: "closed": a stranger is not answered, whatever other games allow."""
    rehearsal = rehearse(game(), sb(keys=OPEN))
    found = only(rehearsal.considers(f"1-Zug-Scrabble Yerres\n{RABEN}", FRED))
    asks = only(rehearsal.considers("ANMELDEN", FRED, subject="[yerres R1] Ich auch"))

    assert (found.outcome, found.reason) == (Outcome.IGNORED, Reason.UNKNOWN_SENDER)
    assert (asks.outcome, asks.reason) == (Outcome.IGNORED, Reason.UNKNOWN_SENDER)


TWO_AT_HOME = {"Max Mustermann": "home@example.org", "Eva Muster": "home@example.org"}


def test_a_shared_address_without_a_name_is_ambiguous() -> None:
    """Contract 5: a shared address without `Spieler=` is ambiguous ..."""
    rehearsal = rehearse(game(players=TWO_AT_HOME))
    found = only(rehearsal.considers(RABEN, "Familie Muster <home@example.org>"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.AMBIGUOUS)
    assert (found.player, counts_in(found)) == (None, None)
    assert found.suggestions == ("Max Mustermann", "Eva Muster")
    choice = choice_in(found.found)
    assert choice is not None
    assert len(choice.moves) == 1


def test_the_from_name_decides_between_players_at_one_address() -> None:
    """... unless the From name is exactly one of the players."""
    rehearsal = rehearse(game(players=TWO_AT_HOME))

    assert only(rehearsal.considers(RABEN, "eva MUSTER <home@example.org>")).player == "Eva Muster"


@pytest.mark.parametrize("below", ["LG Max", "Max", "Max Mustermann"])
def test_another_who_signs_is_asked_about(below: str) -> None:
    """Both write from one program: who of them moved, only they know."""
    rehearsal = rehearse(game(players=TWO_AT_HOME))
    found = only(rehearsal.considers(f"{RABEN}\n\n{below}", "Eva Muster <home@example.org>"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.AMBIGUOUS)


@pytest.mark.parametrize("below", ["LG Eva", "Gruß auch von Max\nEva", "Max\nEva", "Hallo Max"])
def test_the_one_who_signs_is_the_one_who_writes(below: str) -> None:
    rehearsal = rehearse(game(players=TWO_AT_HOME))
    found = only(rehearsal.considers(f"{RABEN}\n\n{below}", "Eva Muster <home@example.org>"))

    assert (found.outcome, found.player) == (Outcome.ACCEPTED, "Eva Muster")


def test_spieler_decides_between_players_at_one_address() -> None:
    rehearsal = rehearse(game(players=TWO_AT_HOME))
    found = only(
        rehearsal.considers(f"Spieler=Eva Muster\n{RABEN}", "Max Mustermann <home@example.org>")
    )

    assert (found.outcome, found.player) == (Outcome.ACCEPTED, "Eva Muster")


def test_one_mail_moves_for_two_players_at_one_address() -> None:
    rehearsal = rehearse(game(players=TWO_AT_HOME))
    body = (
        f"1-Zug-Scrabble Yerres\nSpieler=Eva Muster\n{RABEN}\n\nSpieler=Max Mustermann\nH8w NEBEL"
    )
    found = rehearsal.considers(body, "home@example.org")

    assert [each.player for each in found.entries] == ["Eva Muster", "Max Mustermann"]


def test_two_moves_of_one_player_under_two_names_for_him_are_ambiguous() -> None:
    """Contract 3: two different entries for one game and player in a mail."""
    rehearsal = rehearse(game(players={"Max Mustermann": "max@example.org", "Eva Muster": ""}))
    body = f"Yerres\nSpieler=Max Mustermann\n{RABEN}\n\nSpieler=max mustermann\nH8w ABER"
    found = rehearsal.considers(body)

    assert [each.reason for each in found.entries] == [Reason.AMBIGUOUS] * 2
    assert [counts_in(each) for each in found.entries] == [None, None]


def test_moves_under_two_names_that_nobody_has_are_no_two_moves_of_one_player() -> None:
    body = f"Yerres\nSpieler=Xaver\n{RABEN}\n\nYerres\nSpieler=Yusuf\nH8w ABER"
    found = rehearse().considers(body)

    assert [each.reason for each in found.entries] == [Reason.SENDER_MISMATCH] * 2


def test_the_game_master_submits_for_a_player_by_name() -> None:
    """Contract 5: from the game master's address `Spieler=NAME` submits for that player."""
    found = only(rehearse().considers(f"Spieler=Eva Muster\n{RABEN}", ERIKA))

    assert (found.outcome, found.player) == (Outcome.ACCEPTED, "Eva Muster")


def test_an_unknown_name_from_a_known_address_is_a_mismatch_with_suggestions() -> None:
    """Contract 3: unknown `Spieler=` name from a known address: sender_mismatch; suggested."""
    found = only(rehearse().considers(f"Spieler=Max Musterman\n{RABEN}"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.SENDER_MISMATCH)
    assert (found.game, found.round, found.player) == ("yerres", 1, None)
    assert (found.named, found.suggestions) == ("Max Musterman", ("Max Mustermann",))


@pytest.mark.parametrize(
    ("other", "outcome"), [("Eva Muster", Outcome.ACCEPTED), ("Max Muster", Outcome.REJECTED)]
)
def test_a_first_name_that_nobody_else_has_is_ones_own(other: str, outcome: Outcome) -> None:
    """Contract 3: `Spieler: Max`, in a form, of the one Max of the game, sent by himself."""
    players = {"Max Mustermann": "max@example.org", other: "eva@example.org"}
    found = only(rehearse(game(players=players)).considers(f"Spieler: Max\n{RABEN}"))

    assert (found.outcome, found.reason is None) == (outcome, outcome is Outcome.ACCEPTED)


def test_the_name_of_another_player_is_a_mismatch_without_suggestions() -> None:
    """Whoever said yes to his own name there would send another's move in place of his own."""
    found = only(rehearse().considers(f"Spieler=Eva\n{RABEN}"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.SENDER_MISMATCH)
    assert (found.named, found.another, found.suggestions) == ("Eva", "Eva Muster", ())


def test_a_heading_with_a_wrong_letter_is_unknown_with_the_suggestion() -> None:
    """Contract 3: a wrong letter is unknown_game with the suggestion."""
    found = only(rehearse().considers(f"1-Zug-Scrabble Yeres\n{RABEN}"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.UNKNOWN_GAME)
    assert (found.game, found.round, found.player) == (None, None, None)
    assert (found.named, found.suggestions) == ("1-Zug-Scrabble Yeres", ("1-Zug-Scrabble Yerres",))


def test_a_heading_that_names_no_game_stands_beside_known_games() -> None:
    """Contract 3: an entry of its own, also beside known games."""
    found = rehearse().considers(
        f"1-Zug-Scrabble Yerres\n{RABEN}\n\n2-Zug-Scrabble Kairo\nH8w NABE"
    )

    assert [each.reason for each in found.entries] == [None, Reason.UNKNOWN_GAME]


def test_without_heading_two_games_that_fit_are_asked_about() -> None:
    """Contract 3: no heading and one game that fits the sender: that game; else asked."""
    found = only(rehearse(game(), sb()).considers(RABEN))

    assert found.reason is Reason.UNKNOWN_GAME
    assert found.suggestions == ("1-Zug-Scrabble Yerres", "SB-Scrabble Sb")


@pytest.mark.parametrize(
    ("subject", "meant"),
    [
        ("Yerres, endlich", "yerres"),
        ("Yerres: anders überlegt", "yerres"),
        ("Yerres, turn 4", "yerres"),
        ("1-Zug-Scrabble", "yerres"),
        ("SB-Scrabble, Runde 1", "sb"),
        ("Grüße aus Yerres", None),
        ("Yerres - und Sb: zwei Züge", None),
        ("Scrabble", None),
        ("Solo", None),
    ],
)
def test_without_heading_a_word_of_the_subject_may_name_one_of_two_games(
    subject: str, meant: str | None
) -> None:
    """Contract 5: of games that fit the sender alone."""
    found = only(rehearse(game(), sb()).considers(RABEN, subject=subject))

    assert found.game == meant


def test_a_player_of_another_game_is_not_a_player_of_this_one() -> None:
    other = rehearse(game(players={"Max Mustermann": "max@example.org"}), sb())
    found = only(other.considers(f"1-Zug-Scrabble Yerres\n{RABEN}", EVA))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.NOT_A_PLAYER)
    assert (found.game, found.player, counts_in(found)) == ("yerres", None, None)


def test_prose_is_no_move() -> None:
    found = only(rehearse().considers("Schöne Grüße, ich melde mich noch."))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.NO_MOVE)
    assert (found.game, found.round, found.player) == ("yerres", 1, "Max Mustermann")
    assert choice_in(found.found) is None


def test_an_encrypted_mail_is_unreadable() -> None:
    """Contract 3: encrypted mail and winmail.dat: unreadable."""
    rehearsal = rehearse()
    body = "-----BEGIN PGP MESSAGE-----\n\nhQEMA0\n-----END PGP MESSAGE-----"
    found = only(rehearsal.considers(body))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.UNREADABLE)


@pytest.mark.parametrize(
    ("sender", "outcome", "reason"),
    [
        pytest.param(MAX, Outcome.REJECTED, Reason.TOO_LARGE, id="known"),
        pytest.param(FRED, Outcome.IGNORED, Reason.UNKNOWN_SENDER, id="stranger"),
    ],
)
def test_too_large_is_said_to_known_senders_only(
    sender: str, outcome: Outcome, reason: Reason
) -> None:
    """Contract 3: `too_large` only for a known sender."""
    found = only(rehearse().considers("x" * 1_100_000, sender))

    assert (found.outcome, found.reason) == (outcome, reason)


def test_a_mail_at_the_zat_counts_and_a_second_later_is_late() -> None:
    """Rules 8: INTERNALDATE at or before the ZAT, to the second."""
    rehearsal = rehearse()
    in_time = only(rehearsal.considers(RABEN, at=ZAT.replace(microsecond=999_999)))
    late = only(rehearsal.considers(RABEN, at=ZAT + MINUTE / 60))

    assert in_time.outcome is Outcome.ACCEPTED
    assert (late.outcome, late.reason, late.round) == (Outcome.REJECTED, Reason.LATE, 1)


def test_a_late_move_is_judged_as_if_in_time() -> None:
    """Contract 3: `moves` holds what was read, judged as if in time; counts null."""
    late = only(rehearse().considers(RABEN, at=ZAT + MINUTE))

    assert counts_in(late) is None
    choice = choice_in(late.found)
    assert choice is not None
    assert choice.moves[0].points == 16


def test_no_mail_is_late_while_the_game_rests() -> None:
    """A paused game's clock stands still; it goes on only with a ZAT to come."""
    rehearsal = rehearse()
    rehearsal.take(Decision((("yerres", GamePaused("holidays")),), ()))

    assert only(rehearsal.considers(RABEN, at=ZAT + MINUTE)).outcome is Outcome.ACCEPTED


def test_in_one_mail_one_game_may_be_late_and_the_other_not() -> None:
    """Contract 3: one line for each entry; each belongs to its own game's round."""
    rehearsal = rehearse(game(deadline="2026-12-11T18:00:00"), sb())
    body = f"1-Zug-Scrabble Yerres\n{RABEN}\n\nSB-Scrabble Sb\nF8w RABEN"
    found = rehearsal.considers(body, at=ZAT - MINUTE)

    assert [(each.game, each.reason) for each in found.entries] == [
        ("yerres", Reason.LATE),
        ("sb", None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Zug Eva: H8w RABEN",
        "Zug von Eva: H8w RABEN",
        "H8w RABEN (Zug von Eva)",
        "H8w RABEN von Eva",
        "Evas Zug war wohl H8w RABEN",
        "Eva Muster\nH8w RABEN",
        "Herzlichen Glückwunsch an Eva zu\nH8w RABEN",
        "Eva's move: H8w RABEN",
        "Das soll ich dir von Eva ausrichten:\nMein Zug: H8w RABEN",
        "H8w RABEN\nBitte bei Frau Muster verbuchen.",
        "H8w RABEN, says Eva",
        "H8w RABEN\n\nSo hat Eva gelegt, sie hat es beim Chor ganz stolz erzählt.",
        "H8w RABEN\nSo hat Eva gezogen, sie hat es beim Chor ganz stolz erzählt.",
        "H8w RABEN\nDas hat Eva gelegt, wir haben sehr gelacht.",
        "H8w RABEN\n\nThat is what Eva played, she told us at the pub.",
        "Ich schreibe für Eva, sie hat kein Netz.\nH8w RABEN",
        "I'm typing for Eva. H8w RABEN",
        "Message from Eva. H8w RABEN",
        "Eva lässt ausrichten. H8w RABEN",
        "H8w RABEN\n\nGesendet für Eva Muster",
        "H8w RABEN\n\nPosted for my husband",
        "Hallo, hier ist Eva!\n\nH8w RABEN",
        "Von Eva Muster.\nH8w RABEN",
        "This is Eva, on my brother's phone.\n\nH8w RABEN",
        "I'm writing for Eva.\nH8w RABEN",
        "C'est de la part d'un ami. J'écris pour Eva.\nH8w RABEN",
    ],
)
def test_a_move_beside_which_another_player_is_named_is_asked_about(text: str) -> None:
    assert only(rehearse().considers(text)).outcome is Outcome.REJECTED


def test_a_player_of_another_game_may_be_meant_as_well() -> None:
    karin = game("zwei", players={"Karin Kundig": "karin@example.org"}, title="Zweites Spiel")
    here, both = rehearse(game()), rehearse(game(), karin)

    for text in ("Zug von Karin: H8w RABEN", "H8w RABEN\nDas legt Karin."):
        assert only(both.considers(text)).outcome is Outcome.REJECTED
    assert only(here.considers("H8w RABEN\nGruß an Karin")).outcome is Outcome.ACCEPTED
    assert only(both.considers("H8w RABEN\n\nGruß an Karin")).outcome is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        "Hallo Eva, hallo alle,\nH8w RABEN",
        "Hallo Eva,\n\nH8w RABEN",
        "Glückwunsch, Eva! Mein Zug: H8w RABEN",
        "Thank you for waiting, Eva. H8w RABEN",
        "Eva macht es mir schwer. H8w RABEN",
        "Nice one last round, Eva! H8w RABEN",
        "H8w RABEN\n\nGesendet von meinem iPhone",
        "Eva ist ja im Urlaub, ich lege H8w RABEN",
        "H8w RABEN und herzlichen Glückwunsch an Eva zum Geburtstag!",
        "H8w RABEN\n\nGruß an Eva",
        "H8w RABEN\n\nI'm in the Dolomites from the 3rd to the 17th, so no hurry with your answer, Eva.",
        "H8w RABEN\n\nSo ein Wetter! Gruß an Eva.",
        "H8w RABEN\n\nDas Fest bei Eva war schön.",
        "H8w RABEN (Zug von Max)",
        "Zug Max: H8w RABEN",
        "Liebe Eva\nH8w RABEN",
        "Hier ist Max.\nH8w RABEN",
        "Für Eva ist das leicht.\nH8w RABEN",
        "It's Eva's birthday!\nH8w RABEN",
        "Ich backe einen Kuchen für Eva.\nH8w RABEN",
    ],
)
def test_who_greets_another_player_moves_for_himself(text: str) -> None:
    assert only(rehearse().considers(text)).outcome is Outcome.ACCEPTED


def test_a_move_that_counts_for_nothing_is_not_asked_about() -> None:
    """Why it does not count is what its writer needs to know, whoever is named beside it."""
    found = only(rehearse().considers("Zug Eva: H8w XQY"))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.NO_VALID_MOVE)


ROUNDS = {
    "de": (
        "Mein Zug in Runde {}:", "Mein Zug für Runde {}", "Hier mein Zug für Runde {}:",
        "für Runde {}", "Runde {}", "Das ist für Runde {}.",
    ),
    "en": (
        "My move in round {}:", "My move for round {}", "Here is my move for round {}:",
        "for round {}", "Round {}", "That is for round {}.",
    ),
    "fr": (
        "Mon coup du tour {} :", "Mon coup pour le tour {}", "Voici mon coup pour le tour {} :",
        "pour le tour {}", "Tour {}", "C'est pour le tour {}.",
    ),
}  # fmt: skip
"""Sentence above, subject, sentence before, brackets, heading, sentence below."""


def naming(language: str, number: int) -> list[tuple[str, str]]:
    """Return mails that name a round in all places, each with its subject."""
    above, subject, before, brackets, heading, below = (
        each.format(number) for each in ROUNDS[language]
    )
    play = RABEN
    return [
        (f"{above}\n{play}", "x"),
        (f"{above} {play}", "x"),
        (f"{before} {play}", "x"),
        (f"{play} ({brackets})", "x"),
        (f"{heading}\n{play}", "x"),
        (f"{heading}: {play}", "x"),
        (f"1-Zug-Scrabble Yerres, {heading}\n{play}", "x"),
        (f"{play}\n{below}", "x"),
        (play, subject),
        ("", f"{subject}: {play}"),
    ]


@pytest.mark.parametrize("language", VOCABULARIES)
def test_another_round_is_asked_about_wherever_it_is_named(language: str) -> None:
    booked = [
        mail
        for mail in naming(language, 6)
        if only(rehearse().considers(mail[0], subject=mail[1])).outcome is Outcome.ACCEPTED
    ]

    assert booked == []


@pytest.mark.parametrize("language", VOCABULARIES)
def test_the_open_round_may_be_named_anywhere(language: str) -> None:
    asked = [
        mail
        for mail in naming(language, 1)
        if only(rehearse().considers(mail[0], subject=mail[1])).outcome is not Outcome.ACCEPTED
    ]

    assert asked == []


SAID = "Liebe Erika, ich möchte gern {} legen, beginnend bei {} und dann nach rechts. Bei uns schneit es."


def test_a_play_in_words_of_its_own_counts_where_it_is_valid() -> None:
    found = only(rehearse().considers(SAID.format("RABEN", "H8")))

    assert (found.outcome, found.reason) == (Outcome.ACCEPTED, None)


def test_a_play_in_words_of_its_own_is_asked_about_where_it_is_not_valid() -> None:
    """Then it may be read wrongly: whoever wrote it is told what was understood, not that his move is void."""
    found = only(rehearse().considers(SAID.format("RABEN", "A1")))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.AMBIGUOUS)


def test_a_play_in_words_of_its_own_may_be_another_players() -> None:
    found = only(
        rehearse().considers(SAID.replace("ich möchte", "Eva möchte").format("RABEN", "H8"))
    )

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.AMBIGUOUS)


def test_a_play_over_two_lines_may_be_another_players() -> None:
    text = (
        "Eva möchte gern RABEN legen, beginnend\nbei H8 und dann nach rechts. Bei uns schneit es."
    )

    found = only(rehearse().considers(text))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.AMBIGUOUS)
