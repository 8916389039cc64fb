"""Plays, orders and questions in a game in turns, as people say them (classic 11)."""

from datetime import date

import pytest
from msgspec.structs import replace

from mailref import assets
from mailref.orders import entries
from mailref.orders.entries import GameFace, Reading, orders_in
from mailref.orders.order_lines import absence_in, absence_in_words
from mailref.orders.read_entries import OneMail
from mailref.orders.shapes import read_days
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Direction, place_name
from tests.games.classic.examples import STANDARD
from tests.reading.reading import READER, lines_of, read_lines
from tests.writing.builders import mail

OAK = GameFace("oak", "Oak Classic", STANDARD)


def read(text: str) -> Reading:
    return read_lines(lines_of(text), "", (OAK,), OAK)


def orders(text: str) -> entries.WrittenOrders:
    """Return what the one entry of a mail asks for, beyond doubt."""
    (entry,) = read(text).entries
    assert entry.ambiguity is None
    found = orders_in(entry)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "square", "direction", "word"),
    [
        ("held going down from G9", "G9", Direction.DOWN, "HELD"),
        ("G9 down held", "G9", Direction.DOWN, "HELD"),
        ("Put bota at A12", "A12", Direction.ACROSS, "BOTA"),
        ("please put bota at a12", "A12", Direction.ACROSS, "BOTA"),
        ("Leg rucken ab H4", "H4", Direction.ACROSS, "RUCKEN"),
        ("Mettez trous en L4 horizontalement", "L4", Direction.ACROSS, "TROUS"),
        ("o12 gyre\nnice move eve!", "O12", Direction.ACROSS, "GYRE"),
        ("o12-o15 gyre. nice move eve!", "O12", Direction.ACROSS, "GYRE"),
        ("TROUS L4 horizontalement. A toi Hugo ;-)", "L4", Direction.ACROSS, "TROUS"),
        ("my next move:\nf1 bortz", "F1", Direction.ACROSS, "BORTZ"),
        ("Mein nächster Zug:\nH4 RUCKEN", "H4", Direction.ACROSS, "RUCKEN"),
        ("Mon prochain coup :\nL4 TROUS", "L4", Direction.ACROSS, "TROUS"),
        ("H4 RUCKEN! Ich fass es nicht!", "H4", Direction.ACROSS, "RUCKEN"),
        ("I play RUCKEN down from G9. How are you?", "G9", Direction.DOWN, "RUCKEN"),
        ("RUCKEN waagerecht ab G9. Schneit es bei euch auch?", "G9", Direction.ACROSS, "RUCKEN"),
        ("H4 RUCKEN, 88 Punkte! Nicht zu fassen!", "H4", Direction.ACROSS, "RUCKEN"),
    ],
)
def test_a_play(text: str, square: str, direction: Direction, word: str) -> None:
    (group,) = orders(text).groups
    (order,) = group.orders
    assert isinstance(order, entries.PlayOrder)
    assert order.written.move is not None
    (play,) = order.written.move.plays
    axes = STANDARD.axes
    assert (place_name(play.square, Direction.ACROSS, axes), play.direction, play.word) == (
        square,
        direction,
        word,
    )


@pytest.mark.parametrize(
    "text",
    [
        "Eve would put bota at A12",
        "Don't put bota at A12",
        "012 gyre",
        "My next move will be held down from G9, I think",
        "I resign, or do I?",
        "Vielleicht gebe ich auf.",
        *("Beim nächsten Mal gebe ich auf.", "Morgen gebe ich auf.", "Nie gebe ich auf!"),
        *("So schnell gebe ich nicht auf.", "Wenn du noch einmal tauschst, gebe ich auf."),
    ],
)
def test_what_leaves_a_doubt_is_not_done(text: str) -> None:
    for entry in read(text).entries:
        found = orders_in(entry)
        assert entry.ambiguity is not None or found is None or not (found.groups or found.acts)


@pytest.mark.parametrize(
    "text",
    [
        *("I resign. Well played Frank!", "C'est trop dur, j'abandonne"),
        *("J'abandonne la partie, bravo Hugo !", "Ich gebe auf. Glückwunsch, Eva!"),
        *("Ich gebe auf, gut gespielt!", "Da gebe ich auf.", "Dann gebe ich die Partie auf"),
        "Hallo Ben,\n\nda gebe ich auf, du hast verdient gewonnen.\n\nViele Grüße\nAnna",
    ],
)
def test_who_resigns_in_a_sentence_is_asked_first(text: str) -> None:
    (act,) = orders(text).acts

    assert act == entries.ResignAct(is_in_sentence=True)


def test_resign_alone_is_no_sentence() -> None:
    assert orders("RESIGN").acts == (entries.ResignAct(),)


@pytest.mark.parametrize(
    "text",
    [
        *("Ich gebe Bonn auf", "Ich gebe die Partie Bonn auf", "I resign the game Bonn"),
        *("J'abandonne Lyon", "I'm afraid I must resign now."),
        *("Leider muss ich jetzt aufgeben.", "Malheureusement je dois abandonner maintenant."),
    ],
)
def test_who_resigns_a_game_by_name_or_now_is_asked_first(text: str) -> None:
    assert orders(text).acts == (entries.ResignAct(is_in_sentence=True),)


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("Den Zug von Erika akzeptiere ich", "Erika"),
        ("Ich nehme den Zug von Erika an", "Erika"),
        ("I accept Tom's move", "Tom"),
        ("I accept the move of Tom", "Tom"),
        ("J'accepte le coup de Luc", "Luc"),
    ],
)
def test_a_play_is_accepted_by_whom_it_is(text: str, whose: str) -> None:
    (act,) = orders(text).acts
    assert isinstance(act, entries.AcceptAct)
    assert act.whose == whose


@pytest.mark.parametrize(
    "text", ["J'accepte d'avance", "I accept in advance", "Ich nehme im Voraus an"]
)
def test_who_accepts_in_advance_accepts_all(text: str) -> None:
    assert orders(text).acts == (entries.AcceptsAllAct(wanted=True),)


@pytest.mark.parametrize(
    "text",
    [
        *("Pass for me this time, thanks.", "Diesmal Passe für mich."),
        *("Je passe pour moi cette fois.", "Kein Zug möglich.", "Bitte Pass eintragen."),
        *("Ich gebe weiter.", "No move possible.", "Skip me please."),
        "A pass from me.",
    ],
)
def test_a_pass_in_more_words(text: str) -> None:
    ((order,),) = (group.orders for group in orders(text).groups)
    assert isinstance(order, entries.PassOrder)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("I'm swapping three: G, I, N please. Keeping A E R S.", "GIN"),
        ("I'd like to swap two tiles please, the G and the I. Rest I'm keeping.", "GI"),
        ("I'd like to swap two tiles, the G and the I.", "GI"),
        ("I pass this turn and swap G and I.", "GI"),
        ("Ich setze aus und tausche 4 Steine: L, N, S, U.", "LNSU"),
        ("Ich setze aus und tausche: L, M und R bitte gegen drei neue.", "LMR"),
        ("Ich tausche zwei Steine um: N und T. Jürgen, du bist dran.", "NT"),
        ("Ich möchte bitte A, I und S zurückgeben und drei neue ziehen.", "AIS"),
        ("Je passe et j'échange V et U.", "VU"),
        ("Steintausch: E und G. Mehr will ich nicht riskieren.", "EG"),
        ("E, G bitte gegen neue", "EG"),
        ("Ich tausche E und G gegen zwei neue Steine aus dem Beutel.", "EG"),
        ("TAUSCHE G gegen einen neuen Stein", "G"),
        ("Zwei neue für E und G bitte", "EG"),
        ("Ich gebe E und G zurück", "EG"),
        ("Ich werfe E und G in den Beutel", "EG"),
        ("Bitte E und G in den Beutel, ich ziehe zwei neue.", "EG"),
        ("E und G bitte zurück in den Beutel", "EG"),
        ("Ich lege E und G zurück in den Beutel.", "EG"),
        ("E und G wandern in den Beutel", "EG"),
        ("H and L in the bag please, two new ones for me", "HL"),
        ("I'll chuck H and L back", "HL"),
        ("Put H and L in the bag please", "HL"),
        ("Swap H and L for new ones", "HL"),
        ("V et U dans le sac", "VU"),
        ("J'échange V et U contre de nouvelles", "VU"),
        ("swap D and R for two new ones thx", "DR"),
        ("two new ones for H and O please", "HO"),
        ("I'll put H, O and L back", "HOL"),
        ("I throw H and O back in the bag", "HO"),
        ("Je mets V et U de côté", "VU"),
        ("Ich geb E, G und R zurück in den Sack und hätte gern drei neue.", "EGR"),
        ("Ich gebe E und G zurück in den Sack und nehme zwei neue", "EG"),
        ("bitte B G R weg und neue her", "BGR"),
        ("E G raus, neue rein", "EG"),
        ("Heute nur Tausch: E G", "EG"),
        ("A, O, H out, new ones in", "AOH"),
        ("New letters for A O H please", "AOH"),
        ("A O H for the bag", "AOH"),
        ("Ich tausche B und H gegen was Freundlicheres.", "BH"),
        ("Ich tausche B, G und H gegen Vokale.", "BGH"),
        ("I'll swap A, H and L for some vowels, please.", "AHL"),
        ("back to the bag with A O H", "AOH"),
        ("Ich tausche nur H und R.", "HR"),
        ("Ich tausche H und R.\n\nDas H und das R passen nirgends.", "HR"),
        ("Ich gebe K, S und U zurück und hätte gern drei freundlichere Steine.", "KSU"),
        ("Ich tausche K und S gegen zwei bessere Steine", "KS"),
        ("Exchanging K, S and U, and I'd like three kinder tiles in return.", "KSU"),
        ("A und E bitte einmal austauschen!", "AE"),
        ("Ich tausche vier Stück: A, H, I, R.", "AHIR"),
        ("Austausch von E und H bitte.", "EH"),
        ("I wish to exchange my A and O.", "AO"),
        ("Kindly exchange the following: H, L, R.", "HLR"),
        ("J'échange V et U et je voudrais d'autres lettres", "VU"),
        ("Tausch: B H G weg, E I N R bleiben.", "BHG"),
        ("exchange A, E, O (too many vowels for my liking), keeping D H R L", "AEO"),
    ],
)
def test_an_exchange_in_more_words(text: str, letters: str) -> None:
    """To sit a turn out and exchange is an exchange: it takes the turn."""
    ((order,),) = (group.orders for group in orders(text).groups)
    assert isinstance(order, entries.ExchangeOrder)
    assert order.letters == letters


@pytest.mark.parametrize(
    "text",
    [
        "Ich tausche alle Steine, E behalte ich.",
        "Ich tausche alle. Das E behalte ich.",
        "Alle Steine zurück, nur E behalte ich.",
        "Alle tauschen, E ausgenommen.",
        "TAUSCHE ALLE\n(außer E)",
        *("Alle Steine zurück, bis auf die Vokale.", "I exchange all but the vowels."),
        *("Ich tausche E und G.\n\nG bleibt doch hier.", "Tausche E und G. Das A auch."),
        *("Ich tausche E und G.\n\nNein, A und G.", "Exchange E G\n\nSorry, E R."),
        "I exchange all, keeping the E.",
        *("Ich tausche alle, also A E H I R S.", "I exchange all: A E H I R S T, keeping the E."),
        "I'll swap all my tiles. I'm keeping E.",
        "J'échange tout. Je garde le E.",
    ],
)
def test_a_tile_that_may_be_kept_beside_all_is_asked_about(text: str) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())

    (entry,) = one.read_mail(mail(text)).entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Alle sieben zurück, bis auf E.", "E"),
        ("All seven back except E", "E"),
        ("All seven back, please.", None),
        ("I'll hang on to A and E and swap the other five.", "AE"),
        *(
            (each, None)
            for each in (
                "Ich tausche komplett.",
                "Ich tausche meine gesamte Bank.",
                "Ich tausche sie alle.",
                "Tausch aller Steine",
                "Einmal alles tauschen, bitte.",
                "I exchange my full rack.",
                "Swap them all.",
                "I'm trading every last one.",
            )
        ),
        ("Ich möchte alle sieben Steine tauschen, also A E H I R S T. Danke!", None),
        ("Changing the whole lot please, all seven: A D E H O R L.", None),
        ("Ich tausche alle. Gruß M. Olsen", None),
        ("Exchange all. I am off to Leeds. A nice day!", None),
    ],
)
def test_all_tiles_are_exchanged_but_those_that_are_kept(text: str, kept: str | None) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())

    (entry,) = one.read_mail(mail(text)).entries

    assert entry.ambiguity is None
    found = orders_in(entry)
    assert found is not None
    (order,) = found.orders
    assert isinstance(order, entries.ExchangeOrder)
    assert (order.letters, order.kept or None) == (None, kept)


@pytest.mark.parametrize(
    "text",
    [
        *("Ich muß passen.", "Für diesen Zug passe ich.", "Zähneknirschend passe ich."),
        *("Ich würde diesmal gerne passen.", "Karg ist die Bank, also passe ich heute."),
        *("I pass this go.", "This go I'm passing.", "My move is a pass.", "Please enter a pass."),
        *("I pass again.", "PASS AGAIN", "I'll pass again, sorry.", "I pass again. Shall we stop?"),
        *("Ich passe nochmal.", "Ich passe schon wieder."),
        *("Please record a pass for me.", "Ich passe\nund freue mich auf neue Steine"),
        *("Ich passe\nliebe Grüße", "I pass\nthanks, all"),
    ],
)
def test_a_pass_amid_what_is_said_around_it(text: str) -> None:
    (entry,) = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text)).entries

    assert entry.ambiguity is None
    found = orders_in(entry)
    assert found is not None
    (order,) = found.orders
    assert isinstance(order, entries.PassOrder)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Ich passe\nauf den Hund auf, solange Inge in Kur ist.",
            "Ich passe.\n\nPS: War gelogen, H6 STEINE.",
            "Ich lege TISCHE und passe.",
            "I pass\nthe time with crosswords",
        ),
        *("Ich tausche alle\npaar Jahre den Teppich aus", "I'll pass\nthe board to Jim later."),
        *('"Ich passe", hat sie gesagt.', '"I\'ll pass this time", he wrote.'),
        *(
            "Ich passe.\nHalt! Ich habe doch was gefunden.",
            "Swap E and G.\nNo, wait, I need the G.",
        ),
        "Fast passe ich heute",
    ],
)
def test_a_turn_given_up_in_half_a_sentence_a_quote_or_broken_off_is_not_booked(text: str) -> None:
    for entry in OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text)).entries:
        assert entry.ambiguity is not None or orders_in(entry) is None


@pytest.mark.parametrize(
    "below",
    [
        "Kommando zurück, Anna. Ich habe unten was gesehen.",
        "PS: Bitte nicht werten!",
        "Tom\n\nPS Bin that. Round 2 was my best.",
    ],
)
@pytest.mark.parametrize("order", ["TAUSCHE E G", "Ich passe.", "15H TROUS"])
def test_what_takes_a_move_back_below_it_is_seen_whatever_it_is(order: str, below: str) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())

    (entry,) = one.read_mail(mail(f"{order}\n\n{below}")).entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text",
    [
        "I'm swapping four: G, I, N please",
        "I might swap two tiles, the G and the I.",
        "Ich setze aus und tausche 4 Steine: L, N, S.",
        "Ich setze aus oder tausche L, M und R.",
        "Ich passe und tausche nächstes Mal L und M.",
        "Ich setze aus, oder soll ich tauschen: L, N, S, U?",
        "Ich tausche L und M. Ich passe.",
        "L und M nicht in den Beutel",
        "Sind L und M schon in den Beutel zurück?",
        "Are H and L back in the bag",
        "H and L in the bag would be silly",
        "I could put H and L in the bag",
        "Nie im Leben alle sieben zurück",
        "Alle sieben zurück wäre auch eine Idee",
        "Weg mit H, I, R nächstes Mal",
        "H, I, R raus?",
        "Bodo will H I R weg und neue her",
        "Ich tausche K, S und zwei andere Steine",
        "Tausche K und einen Stein",
    ],
)
def test_an_exchange_of_which_something_is_open_is_not_done(text: str) -> None:
    for entry in read(text).entries:
        found = orders_in(entry)
        done = [each for group in found.groups for each in group.orders] if found else []
        assert entry.ambiguity is not None or not any(
            isinstance(each, entries.ExchangeOrder | entries.PassOrder) for each in done
        )


@pytest.mark.parametrize(
    "text",
    [
        "Ich muss diesmal leider aussetzen, also: PASSE. Jürgen kann weitermachen.",
        "Keine Idee, kein Wort: ich passe heute.",
    ],
)
def test_who_says_behind_a_colon_that_he_passes_passes(text: str) -> None:
    ((order,),) = (group.orders for group in orders(text).groups)

    assert isinstance(order, entries.PassOrder)


@pytest.mark.parametrize("text", ["Held is fine with me, accept.", "Ok, accepted!", "J'accepte."])
def test_a_play_is_accepted(text: str) -> None:
    assert orders(text).acts == (entries.AcceptAct(),)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "whose turn is it?",
            "What tiles do I have?",
            "is it my turn yet?",
            "Hi Jane, what's the score?",
        ),
        *(
            "Wer ist dran?",
            "Was hab ich denn noch auf der Bank?",
            "Wie viele Steine sind noch im Beutel?",
            "Wie viele Punkte habe ich bisher?",
            "Welche Steine habe ich denn noch?",
            "Bin ich schon dran?",
            "Wie steht's?",
            "Wie steht es eigentlich",
        ),
        *(
            "Bonjour, quelles sont mes lettres svp ?",
            "À qui de jouer ?",
            "A qui le tour ?",
            "Mes lettres ?",
        ),
        "Est-ce à moi de jouer ?",
        *("could you send me the state of play?", "Please send me the board.", "How do we stand?"),
        *("Könntest du mir bitte den Stand schicken?", "Wie steht die Partie?"),
        *("Pourrais-tu m'envoyer l'état de la partie ?", "Où en sommes-nous ?"),
        *("Buchstaben?", "Hallo, welche Buchstaben sind es diesmal?", "Wie lauten die Buchstaben?"),
        *(
            "Wann ist denn der nächste ZAT?",
            "Bis wann habe ich Zeit?",
            "Wie lange haben wir noch Zeit?",
        ),
        *("Ist mein Zug gut angekommen?", "Hast du meinen Zug bekommen?"),
        *("My tiles?", "Which letters are we playing with?", "What letters do we have?"),
        *("When is the deadline?", "How long have I got?", "How much time do we have left?"),
        *("Has my move arrived?", "Did you get my last move?"),
        *("Lettres ?", "Quelles sont les lettres ?", "C'est quand la date limite ?"),
        *("Mon coup est-il bien arrivé ?", "As-tu reçu mon coup ?"),
        *("Wie ist der aktuelle Stand?", "Bitte den Stand.", "Spielstand?", "Standings please"),
    ],
)
def test_a_question_that_the_status_answers(text: str) -> None:
    assert read(text).commands == (Command.STATUS,)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        *(
            (Command.RULES, each)
            for each in ("Schick mir bitte die Regeln.", "What are the rules?")
        ),
        *(
            (Command.RULES, each)
            for each in ("Welche Regeln gelten hier?", "Envoie-moi les règles")
        ),
        (Command.REPORT, "Schick mir bitte den letzten Bericht noch mal."),
        (Command.REPORT, "Ich habe den letzten Bericht nicht bekommen."),
        (Command.REPORT, "Could you send me the last report again?"),
        (Command.REPORT, "Je n'ai pas reçu le dernier rapport."),
        (Command.REMINDER_OFF, "Bitte keine Erinnerungen mehr."),
        (Command.REMINDER_OFF, "No more reminders please."),
        (Command.REMINDER_OFF, "Plus de rappels, merci"),
        (Command.REMINDER_OFF, "No more reminders, thanks"),
        (Command.REMINDER_OFF, "Could you stop the reminder mails?"),
        (Command.REMINDER_OFF, "Stop sending me reminders please"),
        (Command.REMINDER_OFF, "Kannst du mir bitte keine Erinnerungsmails mehr schicken?"),
        (Command.REMINDER_OFF, "Keine Erinnerungen mehr, vielen Dank!"),
        (Command.RULES, "Where can I find the rules?"),
        (Command.RULES, "Wo finde ich die Regeln?"),
        (Command.RULES, "Où puis-je trouver les règles ?"),
    ],
)
def test_a_sentence_may_ask_for_a_command(command: Command, text: str) -> None:
    assert read(text).commands == (command,)


@pytest.mark.parametrize(
    "text",
    [
        *("SPIELSTAND", "Die Regeln sind doof.", "Der letzte Bericht war lustig.", "SCORE"),
        *("Ich habe keine Erinnerung an die Regeln.", "What a report!", "The scores were close."),
        *("Wie steht Eva da?", "What tiles does Eve have?", "À qui as-tu écrit ?"),
        *("I need more reminders", "Don't forget the reminder", "Where can I find the party?"),
        *("Buchstaben", "Letters", "Hast du meinen Brief bekommen?", "When is the party?"),
    ],
)
def test_another_question_is_none_of_them(text: str) -> None:
    assert read(text).commands == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Ich möchte mich abmelden.",
            "Hallo Erika, ich melde mich hiermit ab.",
            "Melde mich bitte ab",
        ),
        *(
            "Nimm mich bitte aus dem Spiel",
            "I'd like to unsubscribe.",
            "Please take me off the list",
        ),
        "Ich möchte mich abmelden. Danke für alles und euch weiter viel Vergnügen!",
        *("Je voudrais me désinscrire", "Je me désinscris de la partie."),
        *("ich muss leider aufhören", "Leider kann ich nicht mehr mitspielen.", "Ich steige aus"),
        *("I'd like to drop out please", "I have to quit, sorry", "I can't play any longer."),
        *("Je dois arrêter de jouer.", "Je voudrais quitter la partie"),
    ],
)
def test_who_wants_to_leave_says_so_in_a_sentence(text: str) -> None:
    assert read(text).commands == (Command.LEAVE,)


@pytest.mark.parametrize(
    "text",
    [
        "Ich möchte mich abmelden, vielleicht komme ich wieder.",
        "Ich möchte mich nicht abmelden.",
        "Ich melde mich ab und zu.",
        "Soll ich mich abmelden?",
        *(
            "Ich muss für heute aufhören",
            "Ich will nicht aufhören",
            "Hör auf!",
            "Ben muss aufhören",
        ),
        *("I don't want to drop out", "I have to leave now", "Ben has dropped out", "I can't stop"),
    ],
)
def test_who_stays_does_not_leave(text: str) -> None:
    assert read(text).commands == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I'll be on holiday from 1 to 5 December.", "from 1 to 5 December"),
        ("From 1 to 5 December I'm on holiday.", "From 1 to 5 December"),
        ("Ich bin vom 1. bis 5. Dezember im Urlaub.", "vom 1. bis 5. Dezember"),
        (
            "Ich bin vom 1. bis 5. Dezember im Urlaub, danach bin ich wieder dabei.",
            "vom 1. bis 5. Dezember",
        ),
        ("URLAUB 1.12. - 5.12., danke", "1.12. - 5.12."),
        (
            "Hallo, ich bin vom 20.12. bis zum 3.1. in Urlaub und kann dann nicht ziehen.",
            "vom 20.12. bis zum 3.1.",
        ),
        ("I'm on holiday from 1 to 5 December, back after that.", "from 1 to 5 December"),
        ("Bin vom 1. bis 5.12. in Kur, bis dahin alles Gute!", "vom 1. bis 5.12."),
        ("Hallo zusammen, ich bin vom 1. bis 5.12. auf Reisen", "vom 1. bis 5.12."),
        ("Vom 1. bis 5. Dezember bin ich im Urlaub.", "Vom 1. bis 5. Dezember"),
        ("Du 1er au 5 décembre je suis en vacances.", "Du 1er au 5 décembre"),
        (
            "Absence : je suis en congés du 27 novembre au 3 décembre",
            "du 27 novembre au 3 décembre",
        ),
    ],
)
def test_an_absence(text: str, days: str) -> None:
    assert orders(text).acts == (entries.AwayAct(days),)


def test_letters_may_be_exchanged_behind_a_colon() -> None:
    (group,) = orders("Échange de lettres : B, D").groups

    assert [each.asked for each in group.orders] == [
        entries.ExchangeOrder("BD", group.orders[0].span).asked
    ]


@pytest.mark.parametrize("text", ["essai : 10E web", "trial G9 down held", "Test: H4 RUCKEN"])
def test_a_trial(text: str) -> None:
    (act,) = orders(text).acts

    assert isinstance(act, entries.TrialAct)


@pytest.mark.parametrize(
    "text",
    ["challenge both", "Challenge both words", "Ich fechte beide an", "je conteste les deux"],
)
def test_a_challenge_of_both_words_is_one_of_all(text: str) -> None:
    (act,) = orders(text).acts
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == ()


def test_a_word_in_capitals_that_says_both_is_the_word() -> None:
    (act,) = orders("CHALLENGE BOTH").acts
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == ("BOTH",)


ABSENCES = """\
bin ich vom 5. bis 12.12. weg
Übrigens bin ich vom 5. bis 12.12. weg.
Leider bin ich vom 5. bis 12.12. nicht da
Urlaub 5.-12.12.
5.-12.12. Kur
5.12. bis 12.12. Urlaub
Vom 5. bis 12.12. Urlaub!
Reha vom 5.12. bis 12.12.
Ich bin 5.-12.12. im Urlaub.
Wir sind vom 5. bis 12.12. verreist
Vom 5. bis 12.12. bin ich nicht zu Hause.
Ich habe vom 5. bis 12.12. Urlaub.
Vom 5. bis 12.12. mache ich Ferien
In der Zeit vom 5. bis 12.12. bin ich weg.
Ich bin ab 5.12. bis zum 12.12. verreist
Nicht da: 5.-12.12.
Abwesenheit: 5. bis 12.12.
Da ich vom 5. bis 12.12. im Urlaub bin, kann ich nicht ziehen
Ich kann vom 5. bis 12.12. nicht ziehen, Urlaub.
Kur vom 5. bis 12.12., danach wieder mit neuem Schwung!
Ich bin vom 5. bis 12. Dezember bei meiner Schwester in Celle und kann dann nicht ziehen.
übrigens bin ich vom 5. bis 12. dezember weg (exkursion yeah)
I'm at my sister's in Devon from 5 to 12 December and can't play then.
5-12 Dec holiday
I'm off from 5 to 12 December.
By the way, I'm away from 5 to 12 December.
We're away 5-12 December
I can't play from 5 to 12 December, I'm in hospital
Du 5 au 12 décembre : vacances
Je suis en cure du 5 au 12 décembre
Nous serons absents du 5 au 12 décembre
I'm away on holidays from the 5th to the 12th of December.
PS I'm away from 5 December to 12 December with school.
PS: bin vom 5. bis 12.12. verreist mit der Schule
P.S. Je suis absente du 5 au 12 décembre avec l'école.
Vom 5. bis zum 12. Dezember bin ich zur Kur in Bad Pyrmont.
leider muss ich schon früher fort: Ich bin vom 5. Dezember bis zum 12. Dezember verreist
I must leave you for a while: I'm away from the 5th until the 12th of December
Bin zwischen dem 5. und 12.12. nicht da.
Zwischen dem 5. und dem 12. Dezember bin ich verreist
I'm away between the 5th and the 12th of December
Je suis absente entre le 5 et le 12 décembre
Bin vom 5. bis 12. nicht da
I'm away between the 5th and the 12th.
""".splitlines()
THERE = """\
Vom 5. bis 12.12. bin ich nicht weg.
Bist du vom 5. bis 12.12. im Urlaub?
Mein Bruder ist vom 5. bis 12.12. im Urlaub.
Vielleicht bin ich vom 5. bis 12.12. weg.
Ich hatte vom 5. bis 12.12. Urlaub beantragt.
Anna: 5.-12.12. Kur
Mein Mann ist vom 5. bis 12.12. in Celle und kann dann nicht ziehen.
Vielleicht kann ich vom 5. bis 12.12. nicht ziehen, weil ich bei Otto bin.
Vom 5. bis 12.12. spielen wir zu Hause.
My sister is away from 5 to 12 December.
Ma sœur est absente du 5 au 12 décembre
Otto schreibt: Ich war vom 5. bis 12.12. in Celle bei ihm
PS My sister is away from 5 to 12 December with school.
""".splitlines()
IN_WORDS = """\
Bin ab Samstag bis Ende Januar in Spanien.
away from Friday till after Christmas
PS: away from Friday till after Christmas.
Nächste Woche bin ich im Urlaub.
Nächste Woche sind wir in Dänemark.
Ab Samstag sind wir eine Woche auf Sylt
Ich bin die nächsten zwei Wochen nicht da
Wir sind über Weihnachten verreist.
Leider bin ich von Montag bis zum Wochenende im Krankenhaus.
Bis nach Ostern bin ich auf Kreuzfahrt, liebe Grüße
I'll be in Spain from Saturday until the end of January
Next week we're in Denmark.
I'm off to my mum's from Friday till after New Year
Je suis absent de samedi à fin janvier
La semaine prochaine nous sommes en Espagne
De lundi à vendredi je suis en Espagne
""".splitlines()
THERE_IN_WORDS = """\
Bin ab Samstag bis Ende Januar wieder da
Bin von Montag bis Freitag zu Hause
Mein Bruder ist nächste Woche im Urlaub
Nächste Woche ist mein Bruder in Rom
Nächste Woche bin ich im Büro
Nächste Woche bin ich wieder in Husum
Vielleicht bin ich nächste Woche im Urlaub
Nächste Woche habe ich mehr Zeit
Bist du nächste Woche im Urlaub?
I'll be back next week
Schönes Wochenende, bis Montag!
See you next week
War von Samstag bis Mittwoch in Spanien
Wir sehen uns von Freitag bis Sonntag in Essen
""".splitlines()
DAYS = (date(2026, 12, 5), date(2026, 12, 12))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("No challenge from me.", ()),
        ("No challenges", ()),
        ("No challenge.", ()),
        ("No objection!", ()),
        ("I accept it with pleasure.", ()),
        ("That's fine by me", ()),
        ("I don't challenge RUCKEN", ("RUCKEN",)),
        ("I won't challenge RUCKEN.", ("RUCKEN",)),
        ("ich zweifle RUCKEN nicht an", ("RUCKEN",)),
        ("Ich fechte RUCKEN und SÄ nicht an.", ("RUCKEN", "SÄ")),
        ("Ich fechte das nicht an", ()),
        ("Von mir kein Einspruch!", ()),
        ("Das lasse ich gelten.", ()),
        ("Aucune contestation de ma part.", ()),
    ],
)
def test_who_denies_that_he_challenges_accepts(text: str, words: tuple[str, ...]) -> None:
    (act,) = orders(text).acts

    assert isinstance(act, entries.AcceptAct)
    assert act.words == words


@pytest.mark.parametrize(
    "text",
    [
        "Ich nehme RUCKEN nicht an",
        "Ich fechte RUCKEN nicht an, sondern SÄ.",
        "I don't challenge RUCKEN but SÄ",
        "I won't challenge, but RUCKEN looks odd",
    ],
)
def test_who_denies_half_of_it_accepts_nothing(text: str) -> None:
    assert [act for entry in read(text).entries for act in orders_of(entry)] == []


def orders_of(entry: entries.Entry) -> tuple[entries.Act, ...]:
    found = orders_in(entry)
    return found.acts if found is not None else ()


@pytest.mark.parametrize(
    ("tiles", "text", "words"),
    [
        ("polish", "I challenge ŁĄKA and ŻÓŁĆ", ("ŁĄKA", "ŻÓŁĆ")),
        ("turkish", "CHALLENGE İĞNE", ("İĞNE",)),
        ("greek", "ANFECHTEN: ΛΟΓΟΣ", ("ΛΟΓΟΣ",)),
        ("french", "Je conteste ÉLÈVE", ("ÉLÈVE",)),
        ("ukrainian", "challenge ДІМ", ("ДІМ",)),
    ],
)
def test_words_are_challenged_and_accepted_in_the_letters_of_the_tiles(
    tiles: str, text: str, words: tuple[str, ...]
) -> None:
    rules = replace(STANDARD, tile_set=assets.tile_file(tiles).tiles)
    game = GameFace("oak", "Oak Classic", rules)
    said = (text, f"I accept {' and '.join(words)}")

    found = [orders_of(read_lines(lines_of(each), "", (game,), game).entries[0]) for each in said]

    assert [type(act) for (act,) in found] == [entries.ChallengeAct, entries.AcceptAct]
    assert [
        act.words for (act,) in found if isinstance(act, entries.ChallengeAct | entries.AcceptAct)
    ] == [words, words]


@pytest.mark.parametrize("text", ABSENCES)
def test_an_absence_is_read_in_the_words_of_people(text: str) -> None:
    (act,) = orders(text).acts

    assert isinstance(act, entries.AwayAct)
    assert read_days(act.text, date(2026, 11, 26)) == DAYS


@pytest.mark.parametrize("text", IN_WORDS)
def test_an_absence_in_words_alone_is_one_whose_days_nobody_can_say(text: str) -> None:
    (act,) = orders(text).acts

    assert isinstance(act, entries.AwayAct)
    assert read_days(act.text, date(2026, 11, 26)) is None


ACCEPTED = """\
HOURS is fine by me
HOURS is fine by me.
Fine by me, HOURS.
HOURS is OK with me.
HOURS looks fine to me.
HOURS is all right by me.
I'm happy with HOURS.
I have no problem with HOURS.
No objection to HOURS.
HOURS geht für mich in Ordnung.
HOURS ist für mich in Ordnung.
HOURS ist okay für mich.
HOURS passt.
Gegen HOURS habe ich nichts.
Mit HOURS bin ich einverstanden.
HOURS me va.
HOURS me convient.
Pas d'objection à HOURS.
Je n'ai rien contre HOURS.
D'accord pour HOURS.
""".splitlines()
CHALLENGED = """\
Na gut: Ich glaube PELZT nicht und möchte es anfechten.
Ich glaube PELZT nicht und möchte es anfechten.
Ich glaube PELZT nicht, ich möchte es anfechten.
I doubt that FOO is a word, so I challenge it.
I doubt FOO, challenge
I doubt FOO, challenge.
I doubt FOO. Challenge!
I don't believe FOO, so I challenge it.
I don't think FOO is a word, challenge.
das gibt es doch nicht, ich fechte an
Das gibt es doch nicht, ich fechte an.
PELZT? Das gibt es doch nicht, ich fechte an!
PELZT gibt es nicht, ich fechte an.
PELZT gibt es doch gar nicht. Ich fechte das an.
PELZT? Das kann nicht sein. Da muss ich leider Einspruch einlegen, das Wort gibt es nicht!
PELZT zweifle ich an.
PELZT kenne ich nicht, anfechten.
PELZT? Anfechten!
PELZT bezweifle ich.
Ich bezweifle PELZT und fechte es an.
FOO? Challenge!
FOO can't be right, I'm challenging it.
FOO isn't a word, so challenge.
Je ne crois pas à FOO et je conteste.
FOO n'existe pas, je conteste.
Je doute de FOO, je conteste.
FOO ? Je conteste !
Ça n'existe pas, je conteste.
I challenge every word of that!
I'd like to challenge all of them.
Ich fechte jedes Wort davon an.
Ich möchte alle Wörter anfechten.
Je conteste tous les mots.
""".splitlines()
NEITHER = """\
Hmm, FOO? I doubt that is a word.
I doubt that FOO is a word.
Ich bezweifle, dass PELZT ein Wort ist.
PELZT? Ich bezweifle, dass es das gibt.
Je doute que FOO existe.
I doubt FOO is worth a challenge.
Ich glaube PELZT nicht, fechte es aber nicht an.
I doubt FOO but won't challenge.
I won't challenge every word of that.
Ich bezweifle PELZT, lasse es aber gelten.
Je doute de FOO mais je ne conteste pas.
HOURS is fine by me, but not BITS.
Das gibt es doch nicht, du hast schon wieder gewonnen!
HOURS isn't fine by me.
HOURS ist für mich nicht in Ordnung.
""".splitlines()


@pytest.mark.parametrize("text", ACCEPTED)
def test_a_play_is_accepted_in_a_sentence(text: str) -> None:
    (act,) = orders(text).acts

    assert isinstance(act, entries.AcceptAct)
    assert act.words == ("HOURS",)


@pytest.mark.parametrize("text", CHALLENGED)
def test_a_play_is_challenged_in_a_sentence(text: str) -> None:
    """`Ich glaube PELZT nicht und möchte es anfechten`: without a word, the open play."""
    named = tuple(each for each in ("PELZT", "FOO") if each in text)

    (act,) = orders(text).acts

    assert isinstance(act, entries.ChallengeAct)
    assert act.words == named


@pytest.mark.parametrize("text", NEITHER)
def test_who_only_doubts_or_takes_it_back_challenges_and_accepts_nothing(text: str) -> None:
    """A challenge in vain costs points: where two things are said, their writer is asked."""
    found = read(text).entries

    assert not any(entry.ambiguity is None and orders_of(entry) for entry in found)


FOR_ANY_REASON = """\
Bin vom 5. bis 12.12. auf einer Fortbildung.
Vom 5. bis 12.12. bin ich auf Fortbildung.
Ich bin vom 5.12. bis 12.12. auf einem Lehrgang.
Ab dem 10.12. sind wir für drei Wochen in Rom
We'll be in Denmark from 5 to 12 December.
Bin vom 5. bis 12.12. auf Montage.
Nicht erreichbar bis 12.12.
Ab Montag bin ich bis zum 12. nicht erreichbar.
Bis 12.12. erreicht ihr mich nicht.
Ich bin vom 5.12. bis 12.12. bei meiner Tochter in Kassel.
Vom 5. bis 12. Dezember sind wir an der Nordsee.
Vom 5.12. bis 12.12. liege ich im Krankenhaus.
Bin 5.-12.12. auf Klassenfahrt.
Ich fahre vom 5.12. bis 12.12. zu meiner Schwester.
Vom 5. bis zum 12. Dezember habe ich kein Internet.
Vom 5.12. bis 12.12. habe ich Prüfungen und keine Zeit zum Spielen.
Ich bin vom 5.12. bis 12.12. auf einer Konferenz in Wien.
Bitte beachten: 5.12. bis 12.12. bin ich verhindert.
Vom 5.12. bis 12.12. kann ich leider nicht.
Ich komme erst am 12.12. wieder nach Hause.
Bin erst am 12.12. wieder da.
Bin ab 13.12. wieder da.
I'm at a conference from 5 to 12 December.
I am on a course from 5 Dec to 12 Dec.
From 5 to 12 December I'm at my sister's.
I'm not reachable until 12 December.
Can't be reached until 12 Dec.
I won't have internet from 5 to 12 December.
We're moving house from 5 to 12 December.
I'm off to Spain from 5 to 12 December.
From 5 to 12 December I'm on a training course.
I'm out of the office until 12 December.
Back on 12 December.
I'm back on 12 December.
No email from 5 to 12 December.
Je suis en formation du 5 au 12 décembre.
Du 5 au 12 décembre je suis en stage.
Je ne suis pas joignable jusqu'au 12 décembre.
Injoignable jusqu'au 12 décembre.
Du 5 au 12 décembre je suis chez ma fille.
Je pars à Rome du 5 au 12 décembre.
Pas d'internet du 5 au 12 décembre.
Je rentre le 12 décembre.
Je serai de retour le 12 décembre.
""".splitlines()
OF_OTHERS = """\
Vom 5. bis 12. Dezember läuft der Weihnachtsmarkt.
Die Ausstellung geht vom 5. bis 12. Dezember.
Vom 5. bis 12.12. ist mein Bruder in Rom.
Meine Mutter ist vom 5. bis 12.12. im Krankenhaus.
Ich war vom 5. bis 12.11. auf Kur.
Wir waren vom 5. bis 12.11. auf Fortbildung.
Vom 5. bis 12. Dezember bin ich da.
Vom 5. bis 12. bin ich zu Hause.
Ich lege vom H5 bis H12.
Bis 12.12. ist Zeit.
The fair is on from 5 to 12 December.
My son is in Spain from 5 to 12 December.
I was at a conference from 5 to 12 November.
From 5 to 12 December I'm at home.
Le marché est ouvert du 5 au 12 décembre.
Mon fils est à Rome du 5 au 12 décembre.
Du 5 au 12 décembre je suis à la maison.
Ich habe vom 5. bis 12. gezählt.
Der ZAT ist am 12.12.
Frau Dr. Brandt ist vom 7. bis 18. Dezember auf Fortbildung.
Away with H5.
""".splitlines()


@pytest.mark.parametrize("text", FOR_ANY_REASON)
def test_who_is_elsewhere_for_some_days_is_asked_whatever_keeps_him(text: str) -> None:
    """Reasons are endless: that somebody is not there, or goes somewhere, and the days are what counts."""
    act = absence_in_words(text)

    assert absence_in(text) is None
    assert act is not None
    assert read_days(act.text, date(2026, 11, 26)) is None


@pytest.mark.parametrize("text", OF_OTHERS)
def test_days_of_others_and_days_gone_by_are_no_absence(text: str) -> None:
    assert (absence_in(text), absence_in_words(text)) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "Bin ab Samstag bis Ende Januar in Spanien, ich passe",
        "Bin vom 5. bis 12.12. weg, ich passe",
        "Ich passe. Bin ab Samstag bis Ende Januar in Spanien.",
        "I'm away next week, so I pass.",
        "H4 RUCKEN, bin nächste Woche weg",
        "Sorry about that. I pass. I'm away from Friday till after Christmas.",
        "Sorry about that. I pass. I'm away from 5 to 12 December.",
        "Tut mir leid. Bin nächste Woche weg. Ich passe.",
        "Bin nächste Woche weg, tausche K Q",
        "Bin vom 5. bis 12.12. auf einer Fortbildung, ich passe",
        "I'm at a conference from 5 to 12 December, so I pass.",
        "Ich lege RUCKEN von H4 nach rechts. Bin ab Samstag bis nach Neujahr in Spanien.",
    ],
)
def test_a_move_beside_an_absence_on_its_line_is_never_lost(text: str) -> None:
    found = orders(text)

    assert [type(act) for act in found.acts] == [entries.AwayAct]
    assert [len(group.orders) for group in found.groups] == [1]


@pytest.mark.parametrize("text", THERE + THERE_IN_WORDS)
def test_who_is_there_or_may_be_is_not_away(text: str) -> None:
    found = [orders_in(entry) for entry in read(text).entries]

    assert [act for each in found if each for act in each.acts] == []


@pytest.mark.parametrize(
    ("text", "words", "tiles"),
    [
        ("accept HOURS", ("HOURS",), None),
        ("I accept WHEE.", ("WHEE",), None),
        ("I accept WHEE. Please exchange V and Y.", ("WHEE",), "VY"),
        ("I accept HOURS and EH", ("HOURS", "EH"), None),
        ("Ich nehme HAUS an.", ("HAUS",), None),
        ("ANNEHMEN: HAUS", ("HAUS",), None),
        ("J'accepte WHEE", ("WHEE",), None),
    ],
)
def test_a_play_is_accepted_by_its_words(
    text: str, words: tuple[str, ...], tiles: str | None
) -> None:
    found = orders(text)

    (act,) = found.acts
    assert isinstance(act, entries.AcceptAct)
    assert act.words == words
    asked = [order for group in found.groups for order in group.orders]
    assert [each.letters for each in asked if isinstance(each, entries.ExchangeOrder)] == (
        [tiles] if tiles else []
    )


@pytest.mark.parametrize(
    "text",
    [
        "I challenge HANDIEST, sorry!",
        "Je conteste HANDIEST, désolé !",
        "Ich zweifle HANDIEST an, leider.",
        "CHALLENGE HANDIEST",
        "I'll have to challenge HANDIEST, I was always taught it has two Ks in Irish.",
        "I fear I must challenge HANDIEST, my dear Kayleigh.",
        "Ich fechte HANDIEST an, das kennt man nur in Bonn.",
        "Je conteste HANDIEST, ma chère Marie.",
    ],
)
def test_what_is_said_beside_a_challenge_is_not_challenged(text: str) -> None:
    (act,) = orders(text).acts
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == ("HANDIEST",)


@pytest.mark.parametrize(
    "text", ["I challenge HANDIEST, EH.", "I challenge HANDIEST, and also EH, my dear Kayleigh."]
)
def test_each_word_in_capitals_is_challenged(text: str) -> None:
    (act,) = orders(text).acts
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == ("HANDIEST", "EH")


@pytest.mark.parametrize(
    "text",
    [
        "14H TROUS, 35 Pkt.\n\nN. Quast\nQuast Bau GmbH · Betonwerk Halle 12C · Durchwahl -15",
        "14H TROUS\n\nNora Quast | Quast Bau GmbH | Halle 12C",
    ],
)
def test_what_stands_below_the_name_of_who_signs_is_no_play(text: str) -> None:
    reading = _signed(text)

    assert [entry.ambiguity for entry in reading.entries] == [None]


@pytest.mark.parametrize("end", ["pls. nora xx", ". Nora", "! nora"])
def test_the_name_of_who_writes_ends_a_line_and_says_nothing(end: str) -> None:
    (entry,) = _signed(f"8H TROUS{end if end[0] in '.!' else f' {end}'}").entries

    assert (entry.ambiguity, entry.holds_move) == (None, True)


def test_the_name_of_who_writes_hides_no_order_before_it() -> None:
    assert _signed("STAND. Nora").commands == (Command.STATUS,)


@pytest.mark.parametrize("text", ["8H. NORA", "8H down. Nora!"])
def test_who_lays_a_word_like_the_own_name_does_not_sign(text: str) -> None:
    (entry,) = _signed(text).entries

    assert "NORA" in str(entry)


def test_a_play_beside_a_name_before_a_bar_is_one() -> None:
    reading = _signed("Hallo,\nNora Quast | 15H TROUS")

    (entry,) = reading.entries
    assert entry.holds_move


def _signed(text: str) -> Reading:
    """Return what a mail of Nora Quast asks for."""
    return OneMail(READER, (OAK,), OAK, Attention(), people=("Nora Quast",)).read_mail(mail(text))


@pytest.mark.parametrize(
    "text",
    [
        *("TRIAL\n15H TROUS", "Probe\n15H TROUS", "15H TROUS 🚫", "Never 15H TROUS"),
        *("~15H TROUS~", "XXX 15H TROUS XXX", "<!-- 15H TROUS -->"),
    ],
)
def test_a_play_below_the_word_of_a_trial_or_crossed_out_is_asked_about(text: str) -> None:
    """In classic it cannot be taken back."""
    assert all(entry.ambiguity is not None for entry in _signed(text).entries)


@pytest.mark.parametrize(
    "above",
    [
        "Entschuldigung, noch einmal:",
        "Oops, so:\n",
        "Could I try this first?\n",
        "Erst mal nur zum Ausprobieren:",
        "Ich würde gern erst probieren:\n",
        "Pardon, je réessaie :",
        "Sorry, that was a typo.\n",
        "Vielleicht passt das:",
        "Ich hatte an 15H TROUS gedacht. Erst mal:",
    ],
)
def test_a_trial_is_done_whatever_stands_above_it(above: str) -> None:
    """Nothing comes of it, so that nothing need be asked."""
    (entry,) = _signed(f"Hallo Claire,\n\n{above}\nTRIAL 15H TROUS\n\nDanke! Nora").entries

    assert entry.ambiguity is None
    assert [type(act) for act in orders_of(entry)] == [entries.TrialAct]
    written = orders_in(entry)
    assert written is not None
    assert written.unread_at is None


@pytest.mark.parametrize("beside", ["sonst lege ich 10E WEB", "Ich tausche vielleicht A und E."])
def test_a_play_beside_a_trial_is_asked_about(beside: str) -> None:
    found = _signed(f"TRIAL 15H TROUS\n\n{beside}").entries

    assert any(
        entry.ambiguity is not None or (written := orders_in(entry)) is None or written.unread_at
        for entry in found
    )


@pytest.mark.each_once
@pytest.mark.parametrize(
    "above", ["Entschuldigung, noch einmal:", "Noch mal, bitte:", "Sorry, again:", "Oops, so:",
              "Let me try that again:", "Zweiter Versuch:", "Pardon, encore une fois :"]
)  # fmt: skip
@pytest.mark.parametrize("order", ["15H TROUS", "TAUSCHE A E", "ANFECHTEN PELZT", "PASSE"])
def test_what_is_sent_once_more_counts(above: str, order: str) -> None:
    (entry,) = _signed(f"{above}\n\n{order}").entries

    assert entry.ambiguity is None
    assert orders_in(entry) == orders_in(_signed(f"\n\n{order}").entries[0])


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Ich möchte anfechten:", "ANFECHTEN PELZT"),
        ("I'd like to challenge it, please.", "CHALLENGE PELZT"),
        ("Je conteste ce mot.", "CONTESTER PELZT"),
        ("Ich möchte das anfechten:", "ANFECHTEN PELZT"),
        ("Ich würde das gern anfechten:", "ANFECHTEN PELZT"),
        ("I would like to challenge that:", "CHALLENGE PELZT"),
        ("J'aimerais contester cela :", "CONTESTER PELZT"),
        ("Ich würde gern tauschen:", "TAUSCHE A E"),
        ("I would like to exchange:", "EXCHANGE A E"),
        ("Ich würde gern passen:", "PASSE"),
    ],
)
def test_an_order_counts_under_the_sentence_that_announces_it(text: str, order: str) -> None:
    """Of `CHALLENGE PELZT` under `I'd like to challenge it` the word was lost."""
    (entry,) = _signed(f"{text}\n\n{order}\n\nDanke! Nora").entries

    assert entry.ambiguity is None
    (alone,) = _signed(f"\n\n{order}").entries
    found, wanted = orders_in(entry), orders_in(alone)
    assert found is not None
    assert wanted is not None
    assert found.unread_at is None
    assert found.acts == wanted.acts
    assert [[each.asked for each in group.orders] for group in found.groups] == [
        [each.asked for each in group.orders] for group in wanted.groups
    ]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Vielleicht fechte ich das an:", "ANFECHTEN PELZT"),
        ("Ich würde das gern anfechten, aber nicht jetzt:", "ANFECHTEN PELZT"),
        ("Tom würde das gern anfechten:", "ANFECHTEN PELZT"),
        ("I'd like to challenge it. But I won't.", "CHALLENGE PELZT"),
        ("Ich wollte eigentlich tauschen:", "TAUSCHE A E"),
        ("Vielleicht tausche ich:", "TAUSCHE A E"),
    ],
)
def test_one_that_is_perhaps_not_meant_is_asked_about(text: str, order: str) -> None:
    found = _signed(f"{text}\n\n{order}").entries

    assert any(
        entry.ambiguity is not None or (written := orders_in(entry)) is None or written.unread_at
        for entry in found
    )


@pytest.mark.parametrize(
    "text",
    [
        "Challenge! There is no such word as RUCKEN.",
        "I challenge! There's no word RUCKEN.",
        "I challenge. RUCKEN isn't in the dictionary.",
        "Challenge: no such word as RUCKEN!",
        "Ich fechte an: RUCKEN gibt es nicht.",
        "Anfechtung! Das Wort RUCKEN gibt es nicht.",
        "RUCKEN steht nicht im Duden, ich fechte an.",
        "Einspruch! Ein Wort RUCKEN gibt es nicht.",
    ],
)
def test_who_challenges_may_say_that_there_is_no_such_word(text: str) -> None:
    (act,) = orders(text).acts
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == ("RUCKEN",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Das gibt es doch nicht. ANGEFOCHTEN!", ()),
        ("RUCKEN? Niemals! ANGEFOCHTEN!", ("RUCKEN",)),
        ("Wer soll das glauben? ANGEFOCHTEN!", ()),
        ("I've never heard of it. CHALLENGE!", ()),
        ("RUCKEN? Never heard of it. CHALLENGE!", ("RUCKEN",)),
        ("Also bitte. RUCKEN ANGEFOCHTEN!", ("RUCKEN",)),
        ("Oh come on. RUCKEN CHALLENGED!", ("RUCKEN",)),
        ("Allons donc. RUCKEN CONTESTÉ !", ("RUCKEN",)),
    ],
)
def test_a_challenge_in_capitals_behind_a_sentence_is_no_word(
    text: str, words: tuple[str, ...]
) -> None:
    (act,) = orders(text).acts
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == words


@pytest.mark.parametrize(
    "text", ["Challenge! RUCKEN is a brilliant word.", "Einspruch! RUCKEN ist ein schönes Wort."]
)
def test_a_challenge_beside_praise_is_asked_about(text: str) -> None:
    (entry,) = read(text).entries
    assert entry.ambiguity is entries.Ambiguity.UNREAD_PLAY


@pytest.mark.parametrize(
    "text",
    [
        "No challenge. RUCKEN is a word.",
        "Keine Anfechtung. RUCKEN ist ein Wort.",
        "There is no such word as RUCKEN.",
        "What a challenge! There is no such word as RUCKEN on my rack.",
        "If there is no such word as RUCKEN, I challenge.",
    ],
)
def test_who_only_speaks_of_a_challenge_makes_none(text: str) -> None:
    found = [orders_in(each) for each in read(text).entries]
    assert not any(isinstance(act, entries.ChallengeAct) for it in found if it for act in it.acts)


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("Passe ich, verliere ich.", True),
        ("Passe ich, dann gewinnt Christa.", True),
        *((text, True) for text in ("passe 🚫", "✘ passe", "❌ Ich passe")),
        ("~~PASSE~~", True),
        ("// passe", True),
        ("weiter so!", True),
        ("Passe ich, danke.", False),
        ("weiter", False),
        ("Ich passe, nein wirklich.", False),
    ],
)
def test_a_pass_that_its_own_line_takes_away_is_asked_about(text: str, is_asked: bool) -> None:
    (entry,) = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text)).entries

    assert (entry.ambiguity is not None) is is_asked


@pytest.mark.parametrize("text", ["Ich gebe das Rauchen auf.", "Ich gebe die Hoffnung auf."])
def test_a_habit_that_is_given_up_is_no_seat(text: str) -> None:
    entries_found = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text)).entries

    assert not any(orders_in(entry) for entry in entries_found)


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("passe", "siehe Betreff."),
        ("Oak: passe", "Siehe Betreff.\n\nGruß"),
        ("Oak, Zug 4: passe", "Ich passe."),
        ("pass", "See subject"),
        ("Oak, turn 4", "I pass."),
    ],
)
def test_the_order_to_which_a_mail_points_stands_in_its_subject(subject: str, text: str) -> None:
    sent = mail(text, subject=subject)
    (entry,) = OneMail(READER, (OAK,), OAK, Attention()).read_mail(sent).entries

    assert entry.ambiguity is None
    assert orders_in(entry) is not None


@pytest.mark.parametrize(
    ("subject", "text"), [("passe?", "Siehe Betreff."), ("Oak: draft", "I pass.")]
)
def test_a_subject_that_asks_or_is_a_draft_orders_nothing(subject: str, text: str) -> None:
    found = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text, subject=subject))

    assert all(each.ambiguity is not None for each in found.entries)
