"""NACHRICHT AN: what players write to each other through the referee, in every kind of game."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailref.games.by_turns.events import OrderKept
from mailref.games.events import MessageSent, PressReceived
from tests.commands.invoke import mailref
from tests.e2e.installation import text_of
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import state
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post
from tests.tick.test_notes import ANNA, BEN, GM, id_of, mails_to, playing, said, two

HOUR = timedelta(hours=1)
ON = "messages = true"
SAID = "Schöner Zug gestern, Glückwunsch von Oma!"
GAMES: dict[str, Callable[[], str]] = {
    "rounds": lambda: two(game()),
    "classic": lambda: kiel(ON),
    "table": lambda: kiel(ON, variant="rummikub"),
    "taking": lambda: kiel(f'{ON}\nfrom = "alt"', variant="unscrabble"),
    "bingo": lambda: herbst("", "", ("Anna", "Ben")),
    "solitaire": lambda: kiel(f'{ON}\ndeadline = "31.01.2027 20:00"', variant="solitaire"),
}
everywhere = pytest.mark.parametrize(
    "settings", [each for name, each in GAMES.items() if name != "taking"]
)
THREE = ("Anna", "Ben", "Cilly")


def writes(post: Post, who: str, text: str, at: datetime, **more: str) -> list[EmailMessage]:
    """Let somebody write about the only game, and return what he is answered."""
    name = who.partition("<")[2].partition("@")[0]
    before = len(mails_to(post, name))
    post.arrives(
        text, who, at, more.get("subject", f"Re: [{id_of(post)} R1] x"), more.get("header", "")
    )
    post.tick(at + MINUTE)
    return mails_to(post, name)[before:]


def messages_to(post: Post, who: str) -> list[EmailMessage]:
    return [mail for mail in mails_to(post, who) if "Nachricht von" in str(mail["Subject"])]


@everywhere
def test_a_message_reaches_who_is_named_as_anothers_words_and_without_an_address(
    tmp_path: Path, settings: Callable[[], str]
) -> None:
    post = playing(tmp_path, settings())

    (answer,) = writes(post, ANNA, f"NACHRICHT AN Ben: {SAID}", MONDAY + MINUTE)

    assert "eine Nachricht an Ben ist unterwegs." in said(answer)
    (mail,) = messages_to(post, "ben")
    text = text_of(mail)
    assert f"| {SAID}" in text
    assert "Anna schreibt dir" in said(mail)
    assert "Als Zug oder Anweisung zählt davon nichts." in said(mail)
    assert "anna@" not in mail.as_string()
    assert "referee@example.org" in str(mail["From"])
    assert "gm@example.org" not in str(mail["Reply-To"] or "")
    assert [part.get_content_type() for part in mail.walk() if not part.is_multipart()] == [
        "text/plain",
        "text/html",
    ]
    assert messages_to(post, "gm") == []


@everywhere
def test_a_message_quoted_back_in_any_way_is_neither_move_nor_message(
    tmp_path: Path, settings: Callable[[], str]
) -> None:
    post = playing(tmp_path, settings())
    writes(post, ANNA, "NACHRICHT AN Ben: Hallo Ben,\n\nbis dann im Dezember!", MONDAY + MINUTE)
    (mail,) = messages_to(post, "ben")

    post.arrives(f"Danke!\n\n{text_of(mail)}", BEN, MONDAY + HOUR, f"Re: {mail['Subject']}")
    post.tick(MONDAY + 2 * HOUR)

    assert messages_to(post, "anna") == []
    game = post.machine.office().games[id_of(post)].game
    assert game.players["Ben"].mutes == ()


def test_the_whole_text_goes_out_up_to_the_greeting_that_closes_the_mail(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    writes(
        post, ANNA, "NACHRICHT AN Ben:\nHallo Ben,\n\nwie geht es?\nUnd Oma?\n\nGruß, Anna", MONDAY
    )

    text = text_of(messages_to(post, "ben")[0])
    for line in ("| Hallo Ben,", "| wie geht es?", "| Und Oma?"):
        assert line in text
    assert "Gruß" not in text


def test_a_move_beside_a_message_counts_and_is_not_sent(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    writes(post, ANNA, "M10s EUBÖA\n\nNACHRICHT AN Ben: bis bald!\nOma grüßt.", MONDAY)
    writes(post, ANNA, "NACHRICHT AN Ben: noch etwas.\n\nM10s EUBÖA", MONDAY + HOUR)
    writes(post, ANNA, "M10s EUBÖA\nNACHRICHT AN Ben: und du?\n\nOma grüßt.", MONDAY + 2 * HOUR)

    assert list(post.entries()) == ["Anna"]
    assert len(post.entries()["Anna"]) == 3
    for mail in messages_to(post, "ben"):
        assert "EUBÖA" not in said(mail)


@pytest.mark.parametrize(
    "text",
    [
        "PRESSE: Oma grüßt.\nM10s EUBÖA",
        "PRESSE: Oma grüßt.\nIch lege jetzt M10 senkrecht EUBÖA",
        "NACHRICHT AN Ben: Oma grüßt.\nM10s EUBÖA",
    ],
)
def test_a_move_right_below_a_text_is_asked_about(tmp_path: Path, text: str) -> None:
    post = playing(tmp_path, two(game()))

    answers = writes(post, ANNA, text, MONDAY)

    assert not post.entries()
    assert any("EUBÖA" in said(mail) for mail in answers)


def test_a_move_right_below_a_text_is_named_as_not_used_beside_another(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    answers = writes(post, ANNA, "H5s TRABEN\n\nPRESSE: Oma grüßt.\nM9s BEHAUE", MONDAY)

    assert list(post.entries()) == ["Anna"]
    assert any("BEHAUE" in said(mail) for mail in answers)


def test_a_message_right_below_a_text_for_all_is_for_whom_it_names(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    writes(post, ANNA, "PRESSE: Oma grüßt.\nNACHRICHT AN Ben: nur für dich", MONDAY)

    assert "nur für dich" in text_of(messages_to(post, "ben")[0])
    texts = [
        e.text
        for e in post.machine.journal.games.events(id_of(post))
        if isinstance(e, PressReceived)
    ]
    assert texts == ["Oma grüßt."]


@pytest.mark.parametrize(
    "text",
    [
        "NACHRICHT AN Ben: M10s EUBÖA",
        "NACHRICHT AN Ben: ich lege\nM10s EUBÖA\nund du?",
        "NACHRICHT AN Ben: ich lege jetzt M10 senkrecht EUBÖA",
    ],
)
def test_a_move_inside_a_message_is_asked_about_and_does_not_count(
    tmp_path: Path, text: str
) -> None:
    post = playing(tmp_path, two(game()))

    answers = writes(post, ANNA, text, MONDAY)

    assert not post.entries()
    assert any("EUBÖA" in said(mail) for mail in answers)
    assert any("unterwegs" in said(mail) for mail in answers)


def test_a_move_in_a_message_beside_a_move_is_named_as_not_used(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    answers = writes(
        post, ANNA, "H5s TRABEN\n\nNACHRICHT AN Ben: oder doch\nM9s BEHAUE\nwas meinst du?", MONDAY
    )

    assert list(post.entries()) == ["Anna"]
    assert any("BEHAUE" in said(mail) for mail in answers)


def test_two_messages_of_one_mail_go_to_whom_each_names(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(ON, players=THREE))

    writes(post, ANNA, "NACHRICHT AN Ben: nur du\nNACHRICHT AN Cilly: auch dir", MONDAY)

    assert "nur du" in said(messages_to(post, "ben")[0])
    assert "auch dir" not in said(messages_to(post, "ben")[0])
    assert "nur du" not in said(messages_to(post, "cilly")[0])


def test_all_others_get_what_is_for_all_and_the_game_master_what_is_for_him(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(ON, players=THREE))

    (all_,) = writes(post, ANNA, "NACHRICHT AN ALLE: frohes Fest", MONDAY)
    (his,) = writes(post, BEN, "MESSAGE TO GAME MASTER: wann geht es weiter", MONDAY + HOUR)

    assert "Ben und Cilly" in said(all_)
    assert "frohes Fest" in said(messages_to(post, "ben")[0])
    assert "frohes Fest" in said(messages_to(post, "cilly")[0])
    assert messages_to(post, "anna") == []
    assert "an Erika Musterfrau ist unterwegs" in said(his)
    assert "wann geht es weiter" in said(messages_to(post, "gm")[0])


def test_who_is_muted_is_told_and_heard_again_once_that_is_taken_back(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(ON, players=THREE))

    (muted,) = writes(post, BEN, "STUMM Anna", MONDAY)
    (refused,) = writes(post, ANNA, "NACHRICHT AN Ben: hörst du", MONDAY + HOUR)
    writes(post, ANNA, "NACHRICHT AN ALLE: an alle", MONDAY + 2 * HOUR)
    (heard,) = writes(post, BEN, "STUMM AUS Anna", MONDAY + 3 * HOUR)
    writes(post, ANNA, "NACHRICHT AN Ben: jetzt aber", MONDAY + 4 * HOUR)

    assert "on Anna bekommst du hier keine Nachrichten mehr." in said(muted)
    assert "möchte keine von dir haben" in said(refused)
    assert "achrichten von Anna kommen wieder zu dir." in said(heard)
    assert len(messages_to(post, "cilly")) == 1
    assert [("jetzt aber" in said(mail)) for mail in messages_to(post, "ben")] == [True]


def test_who_mutes_all_still_hears_the_game_master_and_a_new_name_does_not_help(
    tmp_path: Path,
) -> None:
    post = playing(tmp_path, kiel(ON, players=THREE))
    writes(post, BEN, "STUMM ALLE", MONDAY)
    writes(post, "Cilly <cilly@example.org>", "STUMM Anna", MONDAY + MINUTE)
    at = ["-c", str(post.path), "--now", "2026-12-07T15:00+01:00", "--because", "so"]
    assert mailref("rename", "kiel", "Anna", "Anne", *at).code == 0

    writes(post, ANNA, "NACHRICHT AN ALLE: hallo", MONDAY + 2 * HOUR)

    assert messages_to(post, "ben") == messages_to(post, "cilly") == []


def test_five_messages_a_day_leave_and_no_more_over_all_games(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(ON), kiel(ON, id="bonn"))
    for number in range(7):
        id_ = ("kiel", "bonn")[number % 2]
        at = MONDAY + number * MINUTE
        post.arrives(f"NACHRICHT AN Ben: Nummer {number}", ANNA, at, f"Re: [{id_} Z1] x")
    post.tick(MONDAY + HOUR)

    assert len(messages_to(post, "ben")) == 5
    assert "Mehr als fünf" in said(mails_to(post, "anna")[-1])
    post.arrives("NACHRICHT AN Ben: morgen", ANNA, MONDAY + 25 * HOUR, "Re: [kiel Z1] x")
    post.tick(MONDAY + 26 * HOUR)
    assert len(messages_to(post, "ben")) == 6


def test_a_program_that_answers_messages_starts_no_loop(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "NACHRICHT AN Ben: bist du da?", MONDAY)
    sent = len(post.outbox.taken)

    for number in range(12):
        mail = mails_to(post, "ben")[-1]
        body = f"Ich bin nicht im Büro.\n\n{text_of(mail)}"
        header = f"In-Reply-To: {mail['Message-ID']}\nReferences: {mail['Message-ID']}\n"
        at = MONDAY + timedelta(minutes=5 * (number + 1))
        post.arrives(body, BEN, at, f"Re: {mail['Subject']}", header)
        post.tick(at)

    assert messages_to(post, "anna") == []
    assert len(post.outbox.taken) - sent <= 6


def test_a_reply_to_a_message_is_one_only_if_it_says_so(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "NACHRICHT AN Ben: bist du da?", MONDAY)
    (mail,) = messages_to(post, "ben")
    reply = {
        "subject": f"Re: {mail['Subject']}",
        "header": f"In-Reply-To: {mail['Message-ID']}\nReferences: {mail['Message-ID']}\n",
    }

    (told,) = writes(post, BEN, "Ja, hier bin ich, liebe Anna!", MONDAY + HOUR, **reply)
    heard = writes(post, BEN, "NACHRICHT AN Anna: ja!", MONDAY + 2 * HOUR, **reply)

    assert "Deine Antwort habe nur ich gelesen" in said(told)
    assert len(heard) == 1
    assert len(messages_to(post, "anna")) == 1
    assert not any("liebe Anna" in said(mail) for mail in mails_to(post, "gm"))


def test_who_thanks_for_messages_is_told_each_time_that_nobody_hears_it(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "NACHRICHT AN Ben: bist du da?", MONDAY)
    (mail,) = messages_to(post, "ben")
    header = f"In-Reply-To: {mail['Message-ID']}\nReferences: {mail['Message-ID']}\n"
    subject = f"Re: {mail['Subject']}"

    heard = [
        writes(post, BEN, text, MONDAY + number * HOUR, subject=subject, header=header)
        for number, text in enumerate(("Danke, gut!", "NACHRICHT: Vielen Dank!"), 1)
    ]

    assert [len(each) for each in heard] == [1, 1]
    assert all("habe nur ich gelesen" in said(told) for (told,) in heard)


def test_a_reply_to_the_game_masters_message_reaches_him(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    (opening,) = [mail for mail in mails_to(post, "gm") if "R1" in str(mail["Subject"])][-1:]
    under = f"In-Reply-To: {opening['Message-ID']}\nReferences: {opening['Message-ID']}\n"
    writes(post, GM, "NACHRICHT AN Ben: alles gut bei dir?", MONDAY, header=under)
    (mail,) = messages_to(post, "ben")
    header = f"In-Reply-To: {mail['Message-ID']}\nReferences: {mail['Message-ID']}\n"

    (told,) = writes(
        post, BEN, "Der Rücken plagt mich.", MONDAY + HOUR,
        subject=f"Re: {mail['Subject']}", header=header,
    )  # fmt: skip

    assert "gelesen" not in said(told)
    assert any("Der Rücken plagt mich." in said(mail) for mail in mails_to(post, "gm"))


def test_off_where_racks_are_private_and_where_the_settings_say_so(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(""))
    (answer,) = writes(post, ANNA, "NACHRICHT AN Ben: hallo", MONDAY)
    (help_,) = writes(post, ANNA, "HILFE", MONDAY + HOUR)

    assert "n diesem Spiel gebe ich keine Nachrichten weiter." in said(answer)
    assert "NACHRICHT AN" not in said(help_)
    assert messages_to(post, "ben") == []


def test_help_explains_messages_where_they_are_on(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(ON))

    (help_,) = writes(post, ANNA, "HILFE", MONDAY)

    assert "NACHRICHT AN" in said(help_)
    assert "STUMM" in said(help_)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NACHRICHT AN Zoe: hallo", "Ich weiß nicht, für wen"),
        ("NACHRICHT AN Ben hallo du", "Ich weiß nicht, für wen"),
        ("NACHRICHT AN Ben:", "In der Nachricht steht kein Text"),
        ("NACHRICHT AN Anna: ich", "für dich selbst"),
        (f"NACHRICHT AN Ben: {'lang ' * 700}", "Höchstens 3000 Zeichen"),
        ("STUMM Zoe", "spielt hier niemand sonst mit"),
        ("STUMM SPIELLEITUNG", "lässt sich nicht stummschalten"),
    ],
)
def test_what_cannot_be_sent_is_said(tmp_path: Path, text: str, why: str) -> None:
    post = playing(tmp_path, kiel(ON))

    (answer,) = writes(post, ANNA, text, MONDAY)

    assert why[1:] in said(answer)
    assert messages_to(post, "ben") == []


def test_who_plays_several_games_writes_to_a_player_once_and_names_the_game_for_all(
    tmp_path: Path,
) -> None:
    post = playing(tmp_path, kiel(ON), kiel(ON, id="bonn", players=("Anna", "Cilly")))
    post.arrives("NACHRICHT AN Cilly: hallo", ANNA, MONDAY, "Gruß")
    post.arrives("NACHRICHT AN ALLE: hallo", ANNA, MONDAY + MINUTE, "Gruß")
    post.tick(MONDAY + HOUR)

    assert len(messages_to(post, "cilly")) == 1
    assert messages_to(post, "ben") == []
    assert "Schreib den Titel des Spiels" in said(mails_to(post, "anna")[-1])


def test_who_moderates_press_gets_a_copy(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game(keys='press = "moderated"')))

    writes(post, ANNA, f"NACHRICHT AN Ben: {SAID}", MONDAY)

    assert len(messages_to(post, "ben")) == 1
    (copy,) = messages_to(post, "gm")
    assert SAID in said(copy)
    assert "ist an Ben gegangen" in said(copy)


def test_the_game_master_writes_messages_and_press_in_answer_to_a_mail_of_ours(
    tmp_path: Path,
) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "NACHRICHT AN SPIELLEITUNG: wann?", MONDAY)
    header = f"In-Reply-To: {messages_to(post, 'gm')[0]['Message-ID']}\n"

    writes(post, GM, "NACHRICHT AN Anna: morgen", MONDAY + HOUR, header=header)
    text = "PRESSE: Morgen geht es weiter."
    (noted,) = writes(post, GM, text, MONDAY + 2 * HOUR, header=header)
    (refused,) = writes(post, GM, "NACHRICHT AN ALLE: ohne Beweis", MONDAY + 3 * HOUR)

    assert "die Spielleitung von" in said(messages_to(post, "anna")[0])
    assert messages_to(post, "ben") == []
    assert "Deinen Text habe ich für die nächste Auswertung notiert." in said(noted)
    assert "nur als Antwort auf eine Mail von mir" in said(refused)
    events = post.machine.journal.games.events("yerres")
    (press,) = [each for each in events if isinstance(each, PressReceived)]
    assert (press.player, press.is_released) == ("Erika Musterfrau", True)


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("NACHRICHT AN Anna: morgen", "Deine Nachricht an Anna ist unterwegs."),
        ("VERLÄNGERN 12.12.2026 um 20:00", "Deine Anweisung ist ausgeführt"),
    ],
)
def test_what_reads_as_a_play_beside_his_orders_is_named_and_not_all_said_to_be_in_vain(
    tmp_path: Path, order: str, done: str
) -> None:
    """The answer said that nothing of his mail was carried out."""
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "NACHRICHT AN SPIELLEITUNG: wann?", MONDAY)
    header = f"In-Reply-To: {messages_to(post, 'gm')[0]['Message-ID']}\n"
    text = f"Hallo, Ben legt jetzt H8w RABEN, sehr schön.\n\n{order}"

    answers = [said(each) for each in writes(post, GM, text, MONDAY + HOUR, header=header)]

    assert len(answers) == 2
    assert any(done in each for each in answers)
    assert any("zählt aber nicht" in each and "„H8w RABEN“" in each for each in answers)
    assert not any("nichts davon ausgeführt" in each for each in answers)


@pytest.mark.parametrize("named", ["Anna", "Ben", "Erika Musterfrau"])
def test_a_line_that_names_a_player_leaves_his_messages_his_own(tmp_path: Path, named: str) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "NACHRICHT AN SPIELLEITUNG: wann?", MONDAY)
    header = f"In-Reply-To: {messages_to(post, 'gm')[0]['Message-ID']}\n"

    text = f"Spieler={named}\nNACHRICHT AN Anna: morgen"
    (answer,) = writes(post, GM, text, MONDAY + HOUR, header=header)

    assert "Deine Nachricht an Anna ist unterwegs." in said(answer)
    assert "die Spielleitung von" in said(messages_to(post, "anna")[0])


def test_strangers_robots_and_forgers_send_nothing(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game(keys='trust = "token"')))
    post.arrives("NACHRICHT AN Ben: hallo", "Fred <fred@example.net>", MONDAY)
    post.arrives("NACHRICHT AN Ben: hallo", ANNA, MONDAY, "x", "Auto-Submitted: auto-replied\n")
    post.arrives("NACHRICHT AN Ben: hallo", ANNA, MONDAY, "Re: [yerres R1] x")
    post.tick(MONDAY + MINUTE)

    assert messages_to(post, "ben") == []
    assert mails_to(post, "fred") == []


def test_texts_stay_out_of_exports_and_go_when_somebody_is_forgotten(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, f"NACHRICHT AN Ben: {SAID}", MONDAY)
    writes(post, BEN, "STUMM Anna", MONDAY + MINUTE)
    exported = mailref("export", "yerres", "-c", str(post.path))
    assert json.loads(exported.out)["game"]
    assert "Oma" not in exported.out
    assert "Muted" not in exported.out
    assert mailref("verify", "yerres", "-c", str(post.path)).code == 0

    text = post.path.read_text(encoding="utf-8")
    at = text.index('[[game.player]]\nname = "Anna"')
    left = text[:at] + text[text.index("[[game.player]]", at + 1) :]
    post.path.write_text(left, encoding="utf-8")
    assert mailref("forget", "Anna", "--yes", "-c", str(post.path)).code == 0

    events = post.machine.journal.games.events("yerres")
    (kept,) = [each for each in events if isinstance(each, MessageSent)]
    assert kept.text.value == "[...]"
    assert kept.player != "Anna"
    assert "Oma" not in (tmp_path / "mailref.db").read_bytes().decode("utf-8", "replace")


READ_BY_NOBODY = "liest kein anderer Spieler"
CLASSIC = GAMES["classic"]


@pytest.mark.parametrize(
    "text",
    [
        "Hallo Ben, schön dich zu treffen!\n\nPASSE",
        "Lieber Ben, auf ein gutes Spiel.\n\nERINNERUNG AN",
    ],
)
def test_who_greets_another_player_is_told_that_nobody_else_reads_it(
    tmp_path: Path, text: str
) -> None:
    post = playing(tmp_path, CLASSIC())

    (answer,) = writes(post, ANNA, text, MONDAY + MINUTE)

    assert READ_BY_NOBODY in said(answer)
    assert not any(READ_BY_NOBODY in said(mail) for mail in mails_to(post, "ben"))


@pytest.mark.parametrize(
    "text",
    [
        "PASSE\n\nGruß, Anna",
        "Hallo Ben!\n\nPASSE\n\nPRESSE: Guten Tag",
        "Hallo Ben!\n\nPASSE\n\nNACHRICHT AN Ben: Guten Tag",
    ],
)
def test_who_does_not_or_writes_to_all_is_told_nothing(tmp_path: Path, text: str) -> None:
    post = playing(tmp_path, CLASSIC())

    answers = writes(post, ANNA, text, MONDAY + MINUTE)

    assert answers
    assert not any(READ_BY_NOBODY in said(answer) for answer in answers)


def test_nor_is_who_has_written_to_all_before(tmp_path: Path) -> None:
    post = playing(tmp_path, CLASSIC())
    writes(post, ANNA, "PRESSE: Guten Tag", MONDAY + MINUTE)

    answers = writes(post, ANNA, "Hallo Ben!\n\nPASSE", MONDAY + 10 * MINUTE)

    assert not any(READ_BY_NOBODY in said(answer) for answer in answers)


@pytest.mark.parametrize(
    "press", ["PRESSE: Nichts für ungut!", "NACHRICHT AN Ben: Nichts für ungut!"]
)
def test_what_stands_beside_a_move_that_is_asked_about_goes_out_once(
    tmp_path: Path, press: str
) -> None:
    """It went out with the question, and once more with the yes to it."""
    post = playing(tmp_path, CLASSIC())
    letters = "".join(each for each in state(post).hands["Anna"].rack.value if each.isalpha())
    text = f"TAUSHCE {letters[0]} {letters[1]}\n\n{press}"
    *_, question = writes(post, ANNA, text, MONDAY + MINUTE)
    assert "Noch gilt kein Zug aus deiner Mail" in said(question)

    header = f"In-Reply-To: {question['Message-ID']}\n"
    writes(post, ANNA, "JA", MONDAY + 20 * MINUTE, header=header)

    events = [*post.machine.journal.games.events("kiel")]
    assert sum(isinstance(each, OrderKept) for each in events) == 1
    assert sum(isinstance(each, PressReceived | MessageSent) for each in events) == 1
