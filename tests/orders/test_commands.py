"""Commands, press, and what counts as prose (contract 3)."""

import pytest
from msgspec.structs import replace

from mailref.orders.commands import (
    asks_to_join,
    command_in,
    command_in_subject,
    is_closing,
    name_to_join,
)
from mailref.orders.entries import Reading
from mailref.orders.table import UNCLEAR, Command
from tests.reading.reading import GAMES, YERRES, read


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("HILFE", Command.HELP),
        ("Hilfe!", Command.HELP),
        ("HELP", Command.HELP),
        ("REGELN", Command.RULES),
        ("RULES", Command.RULES),
        ("STAND", Command.STATUS),
        ("stand?", Command.STATUS),
        ("STATUS", Command.STATUS),
        ("BERICHT", Command.REPORT),
        ("REPORT", Command.REPORT),
        ("ZURÜCKZIEHEN", Command.WITHDRAW),
        ("ZURUECKZIEHEN", Command.WITHDRAW),
        ("ZURÜCK", Command.WITHDRAW),
        ("WITHDRAW", Command.WITHDRAW),
        ("ANMELDEN", Command.JOIN),
        ("JOIN", Command.JOIN),
        ("ABMELDEN.", Command.LEAVE),
        ("*LEAVE*", Command.LEAVE),
        ("ERINNERUNG AN", Command.REMINDER_ON),
        ("REMINDER ON", Command.REMINDER_ON),
        ("SPRACHE EN", Command.LANGUAGE),
        ("Sprache: Englisch", Command.LANGUAGE),
        ("sprache de", Command.LANGUAGE),
        ("Language EN", Command.LANGUAGE),
        ("LANGUAGE GERMAN.", Command.LANGUAGE),
        ("Erinnerung aus", Command.REMINDER_OFF),
        ("REMINDER OFF", Command.REMINDER_OFF),
        ("Hilfe, was für Buchstaben! Der Stand der Dinge:", None),
        ("Der Stand", None),
        ("Stand der Dinge", None),
        ("ERINNERUNG", None),
        ("Bitte abmelden", Command.LEAVE),
        ("Stand, bitte!", Command.STATUS),
        ("REMINDER OFF please", Command.REMINDER_OFF),
        ("Ja gerne, REVANCHE!", Command.REMATCH),
        ("Rematch? Yes, gladly.", Command.REMATCH),
        ("Sehr gern, Revanche!", Command.REMATCH),
        ("Ja, ich möchte gern eine Revanche.", Command.REMATCH),
        ("Let's have a rematch!", Command.REMATCH),
        ("Je voudrais une revanche", Command.REMATCH),
        ("Thank you! And could you please send me the HELP?", Command.HELP),
        ("How do I write a message that everybody can read?", Command.HELP),
        ("Wie schreibe ich etwas, das alle lesen? Bitte schick mir die Hilfe.", Command.HELP),
        ("Was kann ich dir alles schreiben?", Command.HELP),
        ("Envoie-moi l'aide, s'il te plaît.", Command.HELP),
        ("Danke Claire, das war nett. Noch eine Partie?", Command.REMATCH),
        ("Shall we play again?", Command.REMATCH),
        ("That was fun, Tom. Another game?", Command.REMATCH),
        ("Encore une partie ?", Command.REMATCH),
        ("My brother plays another game.", None),
        ("another game. Somebody else who has seen that mail could have written", None),
        ("Comment envoyer un coup", None),
        ("Can you help me with my move?", None),
        ("I need help choosing a word", None),
        ("Ich brauche Hilfe.", None),
        ("I need help.", None),
        ("Send me help at H8", None),
        ("Well played, Claire! I would love a rematch.", Command.REMATCH),
        ("Thank you for a lovely game, Tom! Yes, let's have a rematch.", Command.REMATCH),
        ("Ich würde gern eine Revanche spielen.", Command.REMATCH),
        ("Das war schön! Ich hätte gern gleich noch eine Revanche.", Command.REMATCH),
        ("Ich hätte gern gleich noch eine Revanche, wenn Anna mag.", None),
        ("Glückwunsch, Tom! Ich hätte gern eine Revanche.", Command.REMATCH),
        ("I would love a rematch. But not today.", None),
        ("I would have liked a rematch", None),
        ("Nein, keine Revanche", None),
        ("No rematch, thanks", None),
        ("Vielleicht eine Revanche", None),
        ("Anna will Revanche", None),
        ("Die Revanche letztes Jahr war toll", None),
        ("Gerne zurück", None),
        ("Bitte", None),
        ("Bitte weiter", None),
        ("Ich möchte mich ANMELDEN", None),
        ("", None),
    ],
)
def test_a_command_is_a_line_of_its_own(line: str, command: Command | None) -> None:
    assert command_in(line) is command


@pytest.mark.parametrize(
    "subject", ["STAND", "Re: STAND", "Re: Stand", "AW: [yerres R5] STAND", "[yerres R5] Stand"]
)
def test_a_command_may_be_the_whole_subject(subject: str) -> None:
    assert command_in_subject(subject) is Command.STATUS
    assert read("", subject=subject).commands == (Command.STATUS,)


@pytest.mark.parametrize(
    "subject",
    [
        "Re: [kiel Z22] Stand",
        "AW: [yerres R5] Hilfe",
        "[kiel Z22] Re: Status",
        "WG: [yerres Ende] Regeln",
    ],
)
def test_our_own_subject_in_a_reply_is_no_command(subject: str) -> None:
    """It would bring another such mail with each reply to one."""
    assert read("", subject=subject).commands == ()


@pytest.mark.parametrize(
    ("subject", "text", "is_done"),
    [
        ("Abmelden", "Nein, ich will mich nicht abmelden!", False),
        ("Abmelden", "Ich habe leider keine Zeit mehr.", True),
        ("Abmelden?", "Wie geht das?", False),
        ("Zurück", "Bin wieder da!", False),
        ("Withdraw", "I do not want to withdraw my move.", False),
        ("Withdraw", "Thanks, Tom", True),
    ],
)
def test_a_subject_that_its_text_speaks_against_is_no_command(
    subject: str, text: str, is_done: bool
) -> None:
    found = {Command.LEAVE, Command.WITHDRAW} & {*read(text, subject=subject).commands}

    assert bool(found) is is_done


@pytest.mark.parametrize("text", ["ABMELDEN?", "WITHDRAW?", "SEITE NEIN?", "ERINNERUNG AUS?"])
def test_an_order_that_is_only_asked_about_is_not_carried_out(text: str) -> None:
    assert command_in(text) is None
    assert command_in(text.rstrip("?")) is not None


def test_a_report_in_the_subject_is_no_command() -> None:
    assert read("", subject="Re: [yerres R5] Auswertung Runde 4").commands == ()


def test_commands_belong_to_the_heading_above_them() -> None:
    """Contract 3: commands concern the game of tag or heading, else all games of the sender."""
    reading = read("STAND\n\n1-Zug-Scrabble Yerres\nM9s BESEN\n\nABMELDEN\nABMELDEN")

    assert reading.commands == (Command.STATUS,)
    assert [entry.commands for entry in reading.entries] == [(Command.LEAVE,)]


def test_a_play_right_below_a_text_is_none_of_its_words() -> None:
    reading = read("PRESSE: Hallo Leute,\nder Winter naht.\nM9s BESEN\nGruß an alle!\n\nM7s BASEN")

    assert reading.said[Command.PRESS] == "Hallo Leute,\nder Winter naht.\nGruß an alle!"
    assert reading.commands == (Command.PRESS,)
    assert [len(entry.moves) for entry in reading.entries] == [1]


@pytest.mark.parametrize(
    ("below", "command"),
    [
        ("STAND", Command.STATUS),
        ("SEITE JA", Command.PAGE_ON),
        ("NACHRICHT AN Ben: nur für dich", Command.MESSAGE),
        ("NOTIZ: nur für mich", Command.NOTE),
        ("LOSWORT Pflaume", Command.LOT_WORD),
    ],
)
def test_an_order_right_below_a_text_for_all_is_none_of_its_words(
    below: str, command: Command
) -> None:
    """A message to one player, or a note, would stand in the report for all to read."""
    reading = read(f"PRESSE: Der Winter naht.\n{below}")

    assert reading.said[Command.PRESS] == "Der Winter naht."
    assert command in reading.commands


@pytest.mark.parametrize(
    ("line", "command", "text"),
    [
        ("NOTIZ Joker aufheben", Command.NOTE, "Joker aufheben"),
        ("NOTE remember the milk", Command.NOTE, "remember the milk"),
        ("PRESSE Frohe Ostern, ihr Lieben!", Command.PRESS, "Frohe Ostern, ihr Lieben!"),
    ],
)
def test_a_text_may_stand_behind_its_order_in_capitals_without_a_colon(
    line: str, command: Command, text: str
) -> None:
    """Else a note would go to the game master as a remark, and press nowhere."""
    reading = read(f"M9s BESEN\n\n{line}")

    assert reading.said[command] == text
    assert [len(entry.moves) for entry in reading.entries] == [1]


@pytest.mark.parametrize(
    "line",
    [
        "NOTIZ H8w",
        "NOTIZ senkrecht",
        "NOTIZ ab M9 senkrecht",
        "Notiz an mich selbst",
        "PRESSEN wir!",
    ],
)
def test_a_word_to_lay_or_a_sentence_is_no_text_behind_an_order(line: str) -> None:
    reading = read(line)

    assert reading.said[Command.NOTE] == reading.said[Command.PRESS] == ""


POEM = "Der Winter naht,\nder Acker schweigt.\n\nDie Krähe ruft,\nvom Baum geneigt.\n\nAch!\n\nSchlaf ein."


@pytest.mark.parametrize(
    ("mail", "text", "moves"),
    [
        pytest.param(f"PRESSE: {POEM}", POEM, 0, id="to the end"),
        pytest.param(f"PRESSE:\n{POEM}", POEM, 0, id="in the line below"),
        pytest.param(f"PRESSE: {POEM}\n\nViele Grüße\nMax", POEM, 0, id="up to a greeting"),
        pytest.param(f"PRESSE: {POEM}\n\nMax", POEM, 0, id="up to the name of who signs"),
        pytest.param(
            f"PRESSE: {POEM}\n\nViele Grüße\nMax\n\nSTAND", POEM, 0, id="a greeting above an order"
        ),
        pytest.param(f"M9s BESEN\n\nPRESSE: {POEM}", POEM, 1, id="below a play"),
        pytest.param(f"PRESSE: {POEM}\n\nM9s BESEN", POEM, 1, id="above a play"),
        pytest.param(f"PRESSE: {POEM}\n\nMein Zug:\nM9s BESEN", POEM, 1, id="above a play led to"),
        pytest.param(f"PRESSE: {POEM}\n\nMein Zug:\n\nM9s BESEN", POEM, 1, id="led to from above"),
        pytest.param(f"PRESSE: {POEM}\n\nSTAND\n\nSonst nichts.", POEM, 0, id="up to an order"),
        pytest.param(
            f"PRESSE: {POEM}\n\nPRESSE: Und Schluss.\n\nWirklich wahr, ihr Leute.",
            f"{POEM}\n\nUnd Schluss.\n\nWirklich wahr, ihr Leute.",
            0,
            id="two texts",
        ),
        pytest.param(f"PRESSE: {POEM}\n\nPS: Bin im Urlaub.", POEM, 0, id="up to a postscript"),
    ],
)
def test_a_text_goes_on_over_empty_lines(mail: str, text: str, moves: int) -> None:
    reading = read(mail)

    assert reading.said[Command.PRESS] == text
    assert sum(len(entry.moves) for entry in reading.entries) == moves


def test_what_takes_back_a_move_is_no_text() -> None:
    reading = read("M9s BESEN\n\nPRESSE: Hallo Leute!\n\nDiesen Zug bitte streichen.")

    assert reading.said[Command.PRESS] == "Hallo Leute!"
    assert reading.entries[0].ambiguity is not None


def test_press_under_a_heading_is_that_games() -> None:
    reading = read("SB-Scrabble Leipzig\nH4-H8: BEINE\nPress:\nGrüße aus Torgau")

    assert (reading.said[Command.PRESS], reading.entries[0].said[Command.PRESS]) == (
        "",
        "Grüße aus Torgau",
    )
    assert reading.entries[0].commands == (Command.PRESS,)


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Hallo Erika,\n\nM9s BESEN\n\nViele Grüße\nMax Mustermann", False),
        ("M9s BESEN\n\nMfG\nMax", False),
        ("M9s BESEN\nMax", False),
        ("M9s BESEN\n\nmit freundlichen Grüßen, Max", False),
        ("Hallo Erika,\nwann kommt die Auswertung?\n\nM9s BESEN", True),
        ("M9s BESEN\n\nIch bin ab Montag im Urlaub.\nMax", True),
        ("", False),
    ],
)
def test_prose_is_what_remains_beside_greetings(text: str, *, prose: bool) -> None:
    """Contract 5: a mail with neither move nor command is passed on to the game master."""
    assert read(text).prose is prose


def test_a_command_in_prose_does_not_hide_the_move() -> None:
    """Example 385."""
    reading = read("Hilfe, was für Buchstaben! Der Stand der Dinge:\n\nM9s BESEN\n\nMichael")

    assert reading.commands == ()
    assert [len(entry.moves) for entry in reading.entries] == [1]
    assert reading.prose


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ANMELDEN Fred Fremd", "Fred Fremd"),
        ("Join as Fred", ""),
        ("JOIN as Fred", "Fred"),
        ("ANMELDEN bitte", ""),
        ("ANMELDEN Fred bitte", ""),
        ("ANMELDEN 3 Personen", ""),
        ("ANMELDEN A.", ""),
    ],
)
def test_the_name_of_who_wants_to_join_ends_in_a_word_with_a_capital(line: str, name: str) -> None:
    assert name_to_join(line) == name


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("Darf man bei euch noch einsteigen? Meine Oma hat mir davon erzählt.", True),
        ("Da spiel ich gern mit!", True),
        ("Ich möchte mich zu eurem Spiel anmelden.", True),
        ("Wie kann ich mich anmelden?", True),
        ("Habt ihr noch einen Platz frei?", True),
        ("Ich würde gern an der Runde teilnehmen.", True),
        ("Hi, I would like to join your Scrabble game please.", True),
        ("I'd love to take part.", True),
        ("How can I join?", True),
        ("Is there still a seat left?", True),
        ("Please sign me up.", True),
        ("Ich würde gern gegen O. O. spielen", True),
        ("Ich spiele gern Scrabble und habe Ihre Seite gefunden. Was muss ich tun?", True),
        ("I like Scrabble and found your page. What do I have to do?", True),
        ("J'aimerais jouer contre O. O.", True),
        ("Was muss ich tun?", False),
        ("Was muss ich tun, um gegen O. O. zu spielen?", True),
        ("Was muss ich machen, wenn ich hier spielen möchte?", True),
        ("Ich würde gerne einmal eine Partie gegen O. O. spielen.", True),
        ("Ich hätte Lust, gegen O. O. zu spielen", True),
        ("Kann ich gegen O. O. spielen?", True),
        ("What do I have to do to take part?", True),
        ("What do I need to do to play here?", True),
        ("Que dois-je faire pour jouer ici ?", True),
        ("Was muss ich tun, um einen Joker zu spielen?", False),
        ("What do I have to do to play a blank?", False),
        ("Kostet das etwas?", False),
        ("Jetzt zum Kurs anmelden und sparen!", False),
        ("Sie spielten gern mit Karten.", False),
        ("The place is near the station.", False),
        ("Join thousands who like to play bingo online.", False),
    ],
)
def test_a_stranger_asks_to_be_let_in_in_his_own_words(line: str, *, asks: bool) -> None:
    assert asks_to_join(line) is asks


def test_what_stands_above_a_message_stays_where_it_goes_on_below_an_empty_line() -> None:
    found = read("H8w RABEN\nNACHRICHT AN Ben: Hallo\n\nDas Wetter ist schön.", default=YERRES)

    assert [each.span.text for entry in found.entries for each in entry.moves] == ["H8w RABEN"]
    assert found.said[Command.MESSAGE] == "Ben:Hallo\n\nDas Wetter ist schön."


def press_of(reading: Reading) -> str:
    of_entries = (entry.said[Command.PRESS] for entry in reading.entries)
    return next(filter(None, of_entries), reading.said[Command.PRESS])


@pytest.mark.parametrize(
    "text",
    [
        "An alle: Frohe Weihnachten!",
        "Danke! An alle: Frohe Weihnachten!",
        "Danke, Erika. An alle Mitspieler: Frohe Weihnachten!",
        "Hallo Erika, an alle: Frohe Weihnachten!",
        "Danke.\nAn alle: Frohe Weihnachten!",
        "Super Zug von Jonas! An alle: Frohe Weihnachten!",
        "Moin! Presse: Frohe Weihnachten!",
        "Hi Erika, to everyone: Frohe Weihnachten!",
        "Merci. À tous : Frohe Weihnachten!",
    ],
)
@pytest.mark.parametrize("move", ["", "M9s BESEN\n"])
def test_a_text_for_all_is_press_behind_what_stands_before_it(text: str, move: str) -> None:
    reading = read(f"{move}{text}")
    assert press_of(reading) == "Frohe Weihnachten!"
    assert len(reading.entries) == bool(move)


@pytest.mark.parametrize("gap", [". ", " ", "! Danke! "])
def test_a_text_for_all_stands_behind_a_move_on_its_line(gap: str) -> None:
    reading = read(f"M9s BESEN{gap}An alle: Frohe Weihnachten!")
    assert press_of(reading) == "Frohe Weihnachten!"
    assert [each.ambiguity for each in reading.entries] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "Danke und Grüße an alle!",
        "Liebe Grüße an alle: bleibt gesund!",
        "An alle:\n\nM9s BESEN",
        "Viele Grüße an alle Mitspieler",
    ],
)
def test_a_greeting_to_all_is_no_press(text: str) -> None:
    assert not press_of(read(text))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Ich steige aus\nNur Spaß.", Command.LEAVE),
        ("ABMELDEN\n\nNur Spaß!", Command.LEAVE),
        ("Ich melde mich ab\nund zu", Command.LEAVE),
        ("I want to leave the game\nuntil Monday.", Command.LEAVE),
        ("Keine Erinnerungen\nkamen an", Command.REMINDER_OFF),
        ("No more reminders\nhave arrived here.", Command.REMINDER_OFF),
        ("ZURÜCKZIEHEN\nNein, doch nicht.", Command.WITHDRAW),
        ("Ich ziehe meinen Zug zurück\nNur Spaß.", Command.WITHDRAW),
        ("Ich ziehe meinen Zug zurück. Nur Spaß!", Command.WITHDRAW),
        ("Ich ziehe meinen Zug zurück.\n\nAch nein.", Command.WITHDRAW),
        ("I withdraw my move. Just kidding!", Command.WITHDRAW),
        ("Mein Name darf auf die Seite\nnicht.", Command.PAGE_ON),
        ("Bin wieder da\nam Montag", Command.AWAY_OFF),
    ],
)
def test_a_command_that_the_lines_below_take_away_is_in_doubt(text: str, command: Command) -> None:
    reading = read(text)
    assert reading.commands == (command,)
    assert reading.said[command] == UNCLEAR


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Ich steige aus.\nDanke für alles!", Command.LEAVE),
        ("Ich steige aus\nweil ich keine Zeit habe", Command.LEAVE),
        ("Ich melde mich ab\nund danke euch", Command.LEAVE),
        ("ABMELDEN\nich habe keine zeit mehr", Command.LEAVE),
        ("ABMELDEN\nviele grüße, max", Command.LEAVE),
        ("Bitte keine Erinnerungen\nmehr!", Command.REMINDER_OFF),
        ("ZURÜCKZIEHEN\n\nLiebe Grüße\nMax", Command.WITHDRAW),
        ("ZURÜCKZIEHEN\nDer war Quatsch.", Command.WITHDRAW),
        ("Ich ziehe meinen Zug zurück. War Quatsch.", Command.WITHDRAW),
        ("Ich ziehe meinen Zug zurück.\nViel Spaß noch!", Command.WITHDRAW),
    ],
)
def test_a_command_with_a_greeting_or_its_reason_below_is_none_in_doubt(
    text: str, command: Command
) -> None:
    reading = read(text)
    assert reading.commands == (command,)
    assert not reading.said[command]


@pytest.mark.parametrize(
    "text",
    [
        *("With kind regards,", "With best wishes from rainy Leeds,", "With love", "Ever yours,"),
        *("With apologies and kind regards,", "Beste Wünsche", "Herzlich", "In alter Frische"),
        "In vorzüglicher Hochachtung",
    ],
)
def test_a_closing_ends_what_its_writer_says(text: str) -> None:
    assert is_closing(text)


@pytest.mark.parametrize(
    "text", ["With love I play H8w RABEN", "Herzlich willkommen", "With regards to H8 RABEN"]
)
def test_a_sentence_that_begins_as_a_closing_is_none(text: str) -> None:
    assert not is_closing(text)


@pytest.mark.parametrize(
    "text",
    [
        "1-Zug-Scrabble Yerres ABMELDEN",
        "1-Zug-Scrabble Yerres: abmelden",
        "Ich möchte mich von 1-Zug-Scrabble Yerres abmelden.",
        "Ich möchte bei 1-Zug-Scrabble Yerres aussteigen",
        "Please sign me off from 1-Zug-Scrabble Yerres",
        "Unsubscribe me from 1-Zug-Scrabble Yerres",
        "LEAVE 1-Zug-Scrabble Yerres",
        "Je voudrais me désinscrire de 1-Zug-Scrabble Yerres",
    ],
)
def test_a_command_in_one_line_with_the_title_of_its_game_is_for_that_game(text: str) -> None:
    (entry,) = read(text, default=None).entries
    assert (entry.game, entry.commands) == ("yerres", (Command.LEAVE,))


@pytest.mark.parametrize(
    "text",
    [
        "Ich möchte mich nicht von 1-Zug-Scrabble Yerres abmelden.",
        "1-Zug-Scrabble Yerres ABMELDEN?",
        "Vielleicht möchte ich bei 1-Zug-Scrabble Yerres aussteigen",
        "1-Zug-Scrabble Yerres 5 ABMELDEN",
    ],
)
def test_what_denies_or_asks_beside_a_title_is_no_command(text: str) -> None:
    reading = read(text, default=None)
    assert Command.LEAVE not in [
        *reading.commands,
        *(c for e in reading.entries for c in e.commands),
    ]


def test_a_title_that_ends_with_a_number_is_named_in_one_line_with_a_command() -> None:
    games = (*GAMES, replace(YERRES, id="club-5", title="1-Zug-Scrabble 5"))
    (entry,) = read("Ich möchte mich von 1-Zug-Scrabble 5 abmelden.", games=games).entries
    assert (entry.game, entry.commands) == ("club-5", (Command.LEAVE,))
