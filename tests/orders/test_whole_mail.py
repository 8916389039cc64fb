"""What a mail as a whole says of the move in it (rules 8)."""

import pytest

from mailref.orders.commands import People
from mailref.orders.entries import ExchangeOrder, GameFace, ResignAct, orders_in
from mailref.orders.read_entries import OneMail
from mailref.orders.shapes import GameNames
from mailref.orders.whole_mail import names_other_game
from mailref.reading.incoming_mail import Attention
from mailref.referee.policy import Outcome, Reason
from tests.orders.test_free_words import OAK
from tests.orders.test_known_words import FULDA, booked
from tests.reading.reading import READER, YERRES
from tests.referee.rehearsal import game, only, rehearse
from tests.writing.builders import mail

PLAYERS = {"Hildegard von Trotha": "h@example.org", "Eva zu Berg": "eva@example.org"}
SENDER = "H. Trotha <h@example.org>"


def outcome(text: str, subject: str = "Zug") -> Outcome:
    rehearsal = rehearse(game(players=PLAYERS))
    return only(rehearsal.considers(text, SENDER, subject=subject)).outcome


@pytest.mark.parametrize(
    "signed",
    [
        *("i. A. für Eva", "pp Eva", "signed: Eva", "gez. Eva", "Love from Eva xx"),
        *("Viele Grüße aus Husum, deine Eva", "Love, Eva (using Hilde's computer)", "--\nEva"),
        *("Spielerin: Eva zu Berg", "Player: Eva"),
        *("Hildegard i. V. für Eva", "Hildegard (for Eva)"),
    ],
)
def test_who_signs_for_another_or_amid_a_greeting_is_seen(signed: str) -> None:
    assert outcome(f"H8w RABEN\n\n{signed}") is not Outcome.ACCEPTED


@pytest.mark.parametrize("signed", ["gez. Eva", "Signed: Eva"])
def test_who_signs_above_the_move_is_seen_where_words_say_that_it_is_a_signature(
    signed: str,
) -> None:
    assert outcome(f"{signed}\nH8w RABEN") is not Outcome.ACCEPTED


@pytest.mark.parametrize("signed", ["Hildegard von Trotha", "Grüße an Eva"])
def test_a_name_with_a_word_for_somebody_in_it_is_his_who_writes(signed: str) -> None:
    assert outcome(f"H8w RABEN\n\n{signed}") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "signed",
    [
        "Grüße aus Husum, Hildegard",
        "--\nHildegard",
        "Danke, Eva",
        "Spielerin: Hildegard von Trotha",
    ],
)
def test_who_signs_as_himself_or_thanks_somebody_is_not(signed: str) -> None:
    assert outcome(f"H8w RABEN\n\n{signed}") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Liebe Hildegard,\n\nH8w RABEN\n\nDanke fürs Weiterschicken!",
            "Hallo Hildegard, hier mein Zug: H8w RABEN",
        )
    ],
)
def test_a_letter_to_who_sends_it_was_written_by_another(text: str) -> None:
    assert outcome(text) is not Outcome.ACCEPTED
    assert outcome(text.replace("Hildegard", "Ruth")) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Hallo Ruth, ich lege H8w RABEN. Liebe Grüße Hildegard",
            "Hallo Ruth, hier Hildegard: H8w RABEN",
        ),
        "Hallo, hier ist Hildegard.\nH8w RABEN",
    ],
)
def test_who_signs_or_names_himself_in_the_line_of_a_greeting_is_not_greeted(text: str) -> None:
    assert outcome(text) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "subject", ["Zug Eva", "Evas Zug", "WG: Zug von Eva", "Fw: Eva's move", "Für Eva"]
)
def test_a_subject_that_names_another_player_says_whose_it_is(subject: str) -> None:
    assert outcome("H8w RABEN", subject) is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "subject",
    [
        *("Elbe, Runde 1", "Partie Elbe", "[Donau] Zug", "game Thames"),
        *("Zug für die Elbe-Partie", "Mein Zug für die Elbe-Runde", "My move for the Thames game"),
    ],
)
def test_a_subject_that_is_the_name_of_another_game_is_asked_about(subject: str) -> None:
    assert outcome("H8w RABEN", subject) is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("below", "is_booked"),
    [
        ("Please wait, I must think again.", False),
        ("Hmm, looking at that again, make it one letter longer?", False),
        ("Lovely evening, that was.", True),
    ],
)
def test_what_takes_a_move_back_below_a_quote_is_asked_about(
    below: str, *, is_booked: bool
) -> None:
    found = outcome(f"H8w RABEN\n\n> Only Ben is left to come.\n\n{below}\n")

    assert (found is Outcome.ACCEPTED) is is_booked


@pytest.mark.parametrize("field", ["Spiel: Donau", "Game: Thames", "Partie: Elbe"])
def test_a_field_with_the_name_of_another_game_is_asked_about(field: str) -> None:
    assert outcome(f"H8w RABEN\n\n{field}") is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "subject",
    [
        "Zug Runde 1",
        "Mein Zug",
        "Hildegard, Runde 1",
        "Zug für Runde 1",
        "Mein Zug für die Runde 1",
        "Scrabble, Runde 1",
        "Schönes Spiel",
        "Zug",
        "Gruß an Eva",
    ],
)
def test_a_subject_that_names_none_is_not(subject: str) -> None:
    assert outcome("H8w RABEN", subject) is Outcome.ACCEPTED


@pytest.mark.parametrize("subject", ["Zug Hildegard", "Hildegards Zug"])
def test_a_subject_that_names_its_writer_does_not(subject: str) -> None:
    assert outcome("H8w RABEN", subject) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "below",
    [
        *(
            "PS: doch M7s BASEN",
            "Edit: M7s BASEN",
            "PS Should be J8 of course.",
            "Is RABEN in Collins?",
        ),
        *("no, down!", "Nein, senkrecht!", "Klingt das gut?", "Mein Favorit im Moment."),
        *("My best so far.", "Have a look and tell me what you think.", "Was würdest du tun?"),
        *("Not a chance.", "Over my dead body.", "Ha, I wish.", "Oh dear, I don't have an R."),
        *("Da liegt ja schon was!", "Es bleibt bei meinem Zug von gestern.", "Aprilscherz!"),
        *("Eva hat Grippe, daher von mir geschickt.", "Eva has flu, so it's coming from me."),
    ],
)
def test_what_a_mail_says_of_its_move_below_it_is_asked_about(below: str) -> None:
    assert booked(f"H8w RABEN\n\nGruß\nMax\n\n{below}", YERRES) == []


@pytest.mark.parametrize(
    "below",
    ["PS: H8 ist es wirklich!", "PS: Grüße an Eva", "Is it raining?", "I don't have a car."],
)
def test_what_says_nothing_of_it_leaves_it(below: str) -> None:
    assert booked(f"H8w RABEN\n\nGruß\nMax\n\n{below}", YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    ("below", "is_asked"),
    [
        ("These letters are dreadful. Move to follow.", True),
        ("No, of course not!", True),
        ("if Tom gets another bingo.", True),
        ("Thanks for the game!", False),
        ("", False),
    ],
)
def test_who_resigns_and_goes_on_is_asked_first(below: str, *, is_asked: bool) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())

    (entry,) = one.read_mail(mail(f"I resign!\n\n{below}")).entries

    orders = orders_in(entry)
    assert orders is not None
    assert [act.is_in_sentence for act in orders.acts if isinstance(act, ResignAct)] == [is_asked]


@pytest.mark.parametrize(
    "text",
    ["I resign\nmyself to losing.", "Ich gebe auf\nmich zu ärgern.", "I resign\nmyself to it"],
)
def test_a_sentence_that_goes_on_to_something_else_resigns_nothing(text: str) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())
    (entry,) = one.read_mail(mail(text)).entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text", ["I resign\nand wish you luck", "Ich gebe auf\nweil ich krank bin", "AUFGABE\nmfg Anna"]
)
def test_who_resigns_and_says_why_resigns(text: str) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())
    (entry,) = one.read_mail(mail(text)).entries

    assert entry.ambiguity is None


@pytest.mark.parametrize("order", ["exchange ADE", "pass"])
@pytest.mark.parametrize(
    "below",
    [
        *("but not till next turn", "next time", "(from Tom, by phone)", "No, rather not."),
        "unless Tom leaves me the 8 row",
    ],
)
def test_what_goes_on_below_a_pass_or_exchange_is_of_it(order: str, below: str) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())

    (entry,) = one.read_mail(mail(f"{order}\n\n{below}")).entries
    (plain,) = one.read_mail(mail(f"{order}\n\nsorry, nothing fits")).entries

    assert entry.ambiguity is not None
    assert plain.ambiguity is None


@pytest.mark.parametrize(
    ("below", "number"),
    [
        ("Er gehört noch zu Runde 6.", 6),
        ("It belongs to round six, which I could not send.", 6),
        ("Das ist der Zug für Runde 6, Runde 5 schicke ich noch.", 6),
        ("Gruß\nMax\n\nPS: Ist für Runde 6 gedacht.", 6),
        ("Cheers\nMax\n\nPS Round 6!", 6),
        ("It is for round 6.", 6),
        ("Danke für Runde 4!", None),
        ("Die Buchstaben für Runde 4 waren besser.", None),
    ],
)
def test_a_round_that_is_said_of_the_move_below_it_is_its_round(
    below: str, number: int | None
) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention())

    (entry,) = one.read_mail(mail(f"H8w RABEN\n\n{below}")).entries

    named = entry.round_named
    assert (None if named is None else named.number) == number


@pytest.mark.parametrize(
    ("subject", "is_other"), [("W-Eich R5", False), ("Karl-Heinz R5", False), ("Elbe R5", True)]
)
def test_the_first_letter_and_the_rest_of_his_name_are_no_other_game(
    subject: str, is_other: bool
) -> None:
    people = People(writers=["Wolfgang Eich", "Karl-Heinz Berg"])

    assert names_other_game(subject, [], GameNames.of((YERRES,)), people) is is_other


WRITER_AND_EVA = People(["Max"], [People(["Max", "Eva Berg"])], writers=["Max"])
IN_ROUNDS_AND_TURNS = pytest.mark.parametrize("face", [YERRES, FULDA])


@pytest.mark.parametrize(
    "text",
    [
        *("M7s BASEN als Ersatz für H8w RABEN", "M7s BASEN, Ersatzzug zu H8w RABEN"),
        *("M7s BASEN as backup for H8w RABEN", "M7s BASEN (backup for H8w RABEN)"),
        *("Als Ersatz für H8w RABEN: M7s BASEN", "M7s BASEN\nErsatz für H8w RABEN"),
        *(
            "M7s BASEN would be my fallback; H8w RABEN is my move",
            "M7s BASEN wäre mein Ersatz, H8w RABEN mein Zug",
        ),
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_move_that_is_called_the_alternate_of_another_is_not_laid_before_it(
    text: str, face: GameFace
) -> None:
    assert booked(text, face) == []


@pytest.mark.parametrize(
    "text", ["M7s BASEN, in case H8w RABEN fails", "M7s BASEN, falls H8w RABEN nicht gilt"]
)
def test_nor_is_one_that_waits_for_the_other_to_fail(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        *("H8w RABEN, als Ersatz M7s BASEN", "H8w RABEN und M7s BASEN als Ersatz"),
        *("H8w RABEN with M7s BASEN as a backup", "H8w RABEN, if that fails M7s BASEN"),
        "H8w RABEN. If that's ruled out, please put down M7s BASEN instead.",
        "H8w RABEN\nNur falls die Kommission das Wort ablehnt: M7s BASEN",
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_an_alternate_behind_its_move_is_one(text: str, face: GameFace) -> None:
    assert booked(text, face) == ["RABEN", "BASEN"]


@pytest.mark.parametrize(
    "text", ["H8w RABEN*", "RABEN* H8w", "Ich lege H8w RABEN*.", "H8w RABEN* 12"]
)
@IN_ROUNDS_AND_TURNS
def test_a_star_behind_a_word_leaves_open_which_letter_is_the_blank(
    text: str, face: GameFace
) -> None:
    assert booked(text, face) == []


@pytest.mark.parametrize("text", ["H8w *RABEN*", "*H8w RABEN*", "Ich lege *H8w RABEN* und grüße"])
@IN_ROUNDS_AND_TURNS
def test_stars_before_and_behind_a_play_are_bold_letters(text: str, face: GameFace) -> None:
    assert booked(text, face) == ["RABEN"]


@pytest.mark.parametrize(
    "said",
    [
        *(" ohne Joker", "\nDen Joker hebe ich mir auf.", ", Joker bleibt auf der Bank"),
        *("\nJoker: nein", " und behalte den Joker", ", keeping the blank", ", das R ist echt"),
    ],
)
@pytest.mark.parametrize(
    ("letters", "comes_to"), [("ABENTT?", Outcome.REJECTED), ("ABENRT?", Outcome.ACCEPTED)]
)
def test_who_keeps_the_blank_is_asked_where_his_word_needs_it(
    said: str, letters: str, comes_to: Outcome
) -> None:
    rehearsal = rehearse(game(letters=letters))

    considered = only(rehearsal.considers(f"Ich lege H8w RABEN{said}", "max@example.org"))

    assert considered.outcome is comes_to
    assert (considered.reason is Reason.AMBIGUOUS) is (comes_to is Outcome.REJECTED)


@pytest.mark.parametrize(
    "said", ["", "\nOhne Joker wären es mehr Punkte.", ", ging nicht ohne Joker"]
)
def test_who_does_not_say_so_lays_the_blank(said: str) -> None:
    rehearsal = rehearse(game(letters="ABENTT?"))

    considered = only(rehearsal.considers(f"H8w RABEN{said}", "max@example.org"))

    assert considered.outcome is Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("pass/swap", True),
        ("pass / swap A E", True),
        ("swap/pass", True),
        ("swap A E / pass", False),
        ("Pass and Eva wins.", True),
        ("Passen und Eva gewinnt.", True),
        ("I pass and Eva wins.", False),
        ("Pass and good luck, Eva!", False),
        ("Passe und Grüße.", False),
        ("Passe und verliere?", True),
        ("Pass if you like", True),
        ("Ich passe, wenn es recht ist", False),
        ("Weiter, Eva!", True),
        ("Weiter!", False),
        ("Passe, Eva!", False),
        ("I pass... the time knitting", True),
        ("Ich passe... gut auf den Hund auf.", True),
        ("I pass...\nby your house every day.", True),
        ("Ich passe... leider.", False),
        ("I pass... nothing fits.", False),
        ("exchange A E\nNo love, that'd be a shame.", True),
    ],
)
def test_a_pass_beside_another_order_or_one_that_is_supposed_is_asked_about(
    text: str, *, is_asked: bool
) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention(), people=WRITER_AND_EVA)

    (entry,) = one.read_mail(mail(text)).entries

    assert (entry.ambiguity is not None) is is_asked


@pytest.mark.parametrize(
    "text",
    [
        *("Aprilscherz!\n\n§", "Ein Witz:\n§", "Hoax!\n§", "§\n-----\nMein Zug folgt gesondert."),
        *("§\n=====\nMy move will follow separately.", "§\nmy move is still open"),
        *("§\n*****\nMeinen Zug schicke ich heute Abend.", "§\n-----\nMein Zug ist noch offen."),
        *("§\nUnd zwar für Frau Simon", "§, und zwar für Frau Simon", "§\nThat is, for Mrs Baker"),
        *("§\nUnd zwar von Torben.", "§\nNamely for Tom Baker"),
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_jest_above_another_move_to_come_or_whose_it_is_below_is_asked_about(
    text: str, face: GameFace
) -> None:
    assert booked(text.replace("§", "H8w RABEN"), face) == []


@pytest.mark.parametrize(
    "text",
    [
        *("Kein Aprilscherz!\n\n§", "Spaß muss sein!\n\n§", "Mein Zug folgt:\n§"),
        *("§\n-----\nMein Zug nach Bremen kommt um acht.", "§\n-----\nAlle meine Entchen"),
        *("§\n-----\nMy moves are my own.", "§\nUnd zwar waagerecht", "§\nUnd zwar für mich."),
        *("§\nUnd zwar für 20 Punkte", "§\nFür Opa gab's heute Kuchen.", "§\nfor 28 points"),
    ],
)
@IN_ROUNDS_AND_TURNS
def test_what_only_sounds_like_it_leaves_the_play(text: str, face: GameFace) -> None:
    assert booked(text.replace("§", "H8w RABEN"), face) == ["RABEN"]


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        ("H8w RABEN. Away 5.12.-9.12. Correction. H8w RABEN read instead M7s BASEN", []),
        ("H8w RABEN. Urlaub 5.12. bis 9.12. Korrektur: M7s BASEN", ["BASEN"]),
        ("H8w RABEN. Away 5.12.-9.12. Thanks for running this!", ["RABEN"]),
        ("Urlaub 5. bis 12.12. H8w RABEN", ["RABEN"]),
    ],
)
def test_an_absence_amid_a_line_swallows_no_correction(text: str, laid: list[str]) -> None:
    assert booked(text, YERRES) == laid


@pytest.mark.parametrize(
    ("subject", "is_laid"),
    [
        ("H8w RABEN", True),
        ("Yerres: H8w RABEN", True),
        ("H8w RABENS", False),
        ("Yerres: H8w RABENS", False),
        ("Entwurf: H8w RABEN", False),
        ("H8w RABEN (nur ein Test)", False),
        ("Re: H8w RABENS", True),
    ],
)
def test_a_move_in_the_subject_is_the_one_below_it(subject: str, is_laid: bool) -> None:
    assert (outcome("H8w RABEN", subject) is Outcome.ACCEPTED) is is_laid


@pytest.mark.parametrize("text", ["H4 RUCKEN", "H4 RUCKEN. Gruß Gero", "PASSE", "TAUSCHE A E"])
@pytest.mark.parametrize(("subject", "is_asked"), [("H4 RUCKENS", True), ("Zug", False)])
def test_so_it_is_of_an_order_in_a_game_in_turns(text: str, subject: str, is_asked: bool) -> None:
    reading = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text, subject=subject))

    assert [entry.ambiguity is not None for entry in reading.entries] == [is_asked]


@pytest.mark.parametrize(
    ("title", "is_asked"),
    [
        *(("ENTWURF", True), ("DRAFT (not for the book yet)", True), ("TEST:", True)),
        *(("*** PRACTICE ONLY ***", True), ("CANCELLED\n", True), ("Cancelled", True)),
        *(("HALLO RUTH", False), ("ENDLICH", False), ("RABEN", False)),
    ],
)
def test_a_word_in_capitals_over_a_move_says_what_it_says_in_small_ones(
    title: str, is_asked: bool
) -> None:
    assert (outcome(f"{title}\nH8w RABEN") is not Outcome.ACCEPTED) is is_asked


@pytest.mark.parametrize(
    ("said", "is_asked"),
    [
        *((" - eins davon wird es.", True), (". Welches, schreibe ich noch.", True)),
        *((". One of these it is.", True), ("", False), (". Beide schön.", False)),
    ],
)
def test_one_of_several_plays_on_a_line_is_asked_for(said: str, is_asked: bool) -> None:
    reading = OneMail(READER, (OAK,), OAK, Attention()).read_mail(
        mail(f"H4 RUCKEN, L4 TROUS, M4 TROU{said}")
    )

    assert [entry.ambiguity is not None for entry in reading.entries] == [is_asked]


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        *(
            ("Tausche B, G und", True),
            ("Ich tausche B, G und ...", True),
            ("exchange B, G and", True),
            ("exchange B, G,", True),
        ),
        *(("Tausche B und G", False), ("Ich tausche B und G und bleibe dran.", False)),
    ],
)
def test_an_exchange_whose_list_breaks_off_is_asked_about(text: str, is_asked: bool) -> None:
    reading = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text))

    assert [entry.ambiguity is not None for entry in reading.entries] == [is_asked]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Exchange A, D and O. The L too.", None),
        ("Tausch von E und T. vg A.", "ET"),
        ("Exchange A, D, O; on reflection just A and D", None),
        ("Tausche A, E, H; bei Licht besehen nur A und E", None),
        ("Tausche A, E, H\nNein, lieber AE", None),
        ("Exchange just A and D.", "AD"),
        ("Zum vierten Zug tausche ich E, G, L, N, S. Beim dritten war alles zugebaut.", "EGLNS"),
        ("Exchange A, D and O. Only the A was any good.", "ADO"),
        ("Ich tausche meine Vokale: A, E und I.", "AEI"),
        ("For my fourth turn I exchange two vowels, A and O.", "AO"),
        ("Exchange A, D and O. And the L.", None),
        ("Exchange A, D and O. Regards, L.", "ADO"),
        ("Exchange A, D and O. I sing in choir C.", "ADO"),
        ("Tausche A, E. Vitamin C hilft.", "AE"),
        ("Tausche A, E. Den Stein H auch.", None),
        ("S, T, E, R bleiben, A, H und I werden getauscht.", "AHI"),
        ("Statt AEH tausche ich HI", "HI"),
        ("Instead of ADO I exchange HE", "EH"),
        ("Statt AEH tausche ich vielleicht HI", None),
        ("Zurück in den Sack: A, E, H", "AEH"),
        ("Back into the bag please: A D O", "ADO"),
        ("Nicht zurück in den Sack: A, E, H", None),
        ("Zurück in den Sack: A, E, H?", None),
    ],
)
def test_which_tiles_go_is_told_by_all_that_is_said(text: str, letters: str | None) -> None:
    one = OneMail(READER, (OAK,), OAK, Attention())

    found = [
        order.letters
        for entry in one.read_mail(mail(text)).entries
        if entry.ambiguity is None and (orders := orders_in(entry)) is not None
        for order in orders.orders
        if isinstance(order, ExchangeOrder)
    ]

    assert found == ([] if letters is None else [letters])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I shall exchange A and O. No: play H8 RABEN", ["RABEN"]),
        ("I'll pass. No: play H8 RABEN", ["RABEN"]),
        ("Ich tausche A und E. Nein: ich lege H8 RABEN", ["RABEN"]),
        ("Ich passe. Nein, Moment: H8 RABEN", ["RABEN"]),
        ("I shall exchange A and O. No: maybe play H8 RABEN", []),
        ("I shall exchange A and O. No doubt H8 RABEN is better", []),
        ("Ich tausche A und E. Nein, H8 RABEN wäre besser gewesen", []),
        ("H8 RABEN. Nein, ich tausche A und E.", []),
    ],
)
def test_a_play_that_takes_the_place_of_a_turn_given_up_counts(text: str, words: list[str]) -> None:
    assert booked(text, FULDA) == words


@pytest.mark.parametrize(
    ("below", "is_asked"),
    [
        ("If Eva agrees.", True),
        ("If Eva wants the recipe for the damson jam she has only to ask.", False),
        ("If Eva has not already played the same word by the time this arrives.", True),
        ("Falls Eva einverstanden ist", True),
        ("Should Eva agree!", True),
        ("If I may.", False),
    ],
)
@pytest.mark.parametrize("between", ["\n", ". "])
def test_a_condition_that_names_another_player_is_one_for_the_move(
    below: str, between: str, *, is_asked: bool
) -> None:
    assert (outcome(f"H8w RABEN{between}{below}") is not Outcome.ACCEPTED) is is_asked


@pytest.mark.parametrize(
    "text",
    [
        "Es wird wohl H8w RABEN werden.",
        "I suppose it'll have to be H8 across RABEN.",
        "H8w: RABE wird RABEN",
    ],
)
def test_other_ways_to_lay_a_play_are_read(text: str) -> None:
    assert outcome(text) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("below", "is_asked"),
    [
        ("Der zweite ist mein Zug.", True),
        ("The second is the one I want.", True),
        ("The latter counts, please.", True),
        ("In reverse order, please.", True),
        ("Der zweite ist nur Ersatz.", False),
        ("The second is just a reserve.", False),
        ("Second helping of pudding now.", False),
    ],
)
def test_a_second_play_that_is_called_the_move_is_not_taken_for_an_alternate(
    below: str, *, is_asked: bool
) -> None:
    assert booked(f"H8w RABEN\n/ M7s BASEN\n{below}", YERRES) == (
        [] if is_asked else ["RABEN", "BASEN"]
    )


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        ("H8w RABEN\nIst auf H8 noch Platz?", False),
        ("Ist auf H8 noch Platz? Dann H8w RABEN.", False),
        ("H8w RABEN. Is H8 still free, by the way?", False),
        ("Zählt raben auf H8 mit? Also H8w RABEN", False),
        ("H8w RABEN\nWohnst du noch in Zimmer B7?", True),
        ("H8w RABEN. How is the weather?", True),
    ],
)
def test_a_question_of_the_square_of_a_move_leaves_it_in_doubt(text: str, is_meant: bool) -> None:
    assert (outcome(text) is Outcome.ACCEPTED) is is_meant


@pytest.mark.parametrize("face", [YERRES, FULDA])
@pytest.mark.parametrize(
    ("said", "is_meant"),
    [
        (", sofern das mehr als 25 Punkte sind.", False),
        (", vorausgesetzt, es bringt mindestens 20.", False),
        (". Gilt aber nur ab 25 Punkten!", False),
        (", provided it comes to more than 45. I make it 43.", False),
        (", so long as that beats 40", False),
        (" if it scores 40 or better.", False),
        (", pourvu que ça fasse plus de 25.", False),
        (", das sind mehr als 20 Punkte!", True),
        (". If that's more than 40, I'll eat my hat.", True),
        (". Wenn es über 5 cm schneit, fällt der Kegelabend aus.", True),
        (", 24 Punkte. Nur 24 Punkte, aber immerhin.", True),
    ],
)
def test_a_move_that_counts_only_for_its_points_is_asked_about(
    said: str, is_meant: bool, face: GameFace
) -> None:
    play = "H8w RABEN" if face is YERRES else "H8 RABEN"
    assert booked(f"{play}{said}", face) == (["RABEN"] if is_meant else [])
