"""Words on the board and the title of the game, named inside a sentence, leave a play as it is (rules 8)."""

import pytest

from mailref.orders.commands import People
from mailref.orders.entries import Entry, GameFace, Insight, PassOrder, orders_in
from mailref.orders.known_words import (
    game_among_words,
    with_turn_aside,
    without_board_words,
    without_title,
)
from mailref.orders.read_entries import OneMail
from mailref.orders.shapes import GameNames
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention, Line
from mailref.tiles.board import Board
from tests.games.classic.examples import STANDARD
from tests.orders.test_free_words import plays_in
from tests.orders.test_senses import PLAY
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail

FULDA = GameFace("fulda", "Klassisches Scrabble Fulda", STANDARD)
BOARD = Board.from_rows(
    (
        *(["." * 15] * 3),
        *(f"{'.' * 10}{letter}{'.' * 4}" for letter in "KORB"),
        "." * 15,
        *(["." * 15] * 3),
        "..........TISCH",
        "." * 15,
        "CANDLE.........",
        "." * 15,
    )
)
"""`KORB` goes down to K7, so that a play in the row below it makes `KORBE` with its tile on K8."""
LAID = frozenset({"TISCH", "CANDLE", "KORB"})


def entry_of(text: str, face: GameFace) -> Entry:
    one = OneMail(READER, (face,), face, Attention(), insight=Insight(BOARD))
    (entry,) = one.read_mail(mail(text)).entries
    return entry


def is_booked(entry: Entry) -> bool:
    """Tell whether nothing of an entry is asked: no play is in doubt, and no further word is named beside one."""
    return entry.ambiguity is None and not entry.named


def booked(text: str, face: GameFace) -> list[str]:
    """Return the words of the plays that a mail asks for beyond doubt; none where it is asked back."""
    one = OneMail(READER, (face,), face, Attention(), insight=Insight(BOARD))
    entries = filter(is_booked, one.read_mail(mail(text)).entries)
    return [play.word for entry in entries for play in plays_in(entry)]


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN, durch das H von TISCH",
        "H8w RABEN, über das C von TISCH",
        "RABEN, H8 waagerecht, mit dem C aus TISCH. 20.",
        "On the 9th I'm away.\n\nRABEN, H8 across.\n\nWith kind regards,\nTom\nFlat 4B, 17 Harbour View",
        "Round 7, please: RABEN, H8 across, through the C of CANDLE.",
        "Very pleased with this one: RABEN, H8 across, straight through the D of CANDLE.",
        "RABEN, waagerecht ab H8. Damit wird der KORB zum KORBE :)",
        "H8w RABEN, KORBE",
        "H8w RABEN (KORBE), 20 Punkte",
        "RABEN, waagerecht ab H8. Das E kommt unter KORB.",
        "H8w RABEN, macht KORBE",
        "RABEN ab H8 nach rechts. Macht zugleich KORBE.",
        "H8 across RABEN, which makes KORBE",
        "H8 horizontalement RABEN, ce qui fait KORBE",
        "RABEN, waagerecht ab H8. Das C ist der Joker von CANDLE.",
        "H8w RABEN. Das zweite E macht den KORB zum KORBE.",
        "RABEN ab H8 waagerecht, 20 Punkte, dann steht da auch KORBE. Schönen Abend!",
        "H8 across RABEN. It puts an E on KORB.",
        "H8 horizontalement RABEN. Cela met un E à KORB.",
    ],
)
def test_a_word_on_the_board_is_no_second_word(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H7w SILBER (das b von korb benutzen)",
        "H7w SILBER, das B von KORB mitbenutzt.",
        "H7w SILBER, dafür nutze ich das B vom KORB.",
        "H7w SILBER, b liegt da schon!",
        "H7w SILBER (the B of KORB stays on the board)",
        "H7w SILBER. Das B ist das des KORBs.",
        "H7w SILBER, ich häng mich an das B vom KORB",
        "H7w SILBER, le B est déjà sur la grille",
    ],
)
def test_a_letter_of_the_play_that_lies_there_is_no_other_word(text: str) -> None:
    assert booked(text, YERRES) == ["SILBER"]


@pytest.mark.parametrize(
    "text",
    [
        "H7w SILBER, aber das B von KORB nicht",
        "H7w SILBER, das B von KORB liegt da gar nicht",
        "H7w SILBER, statt B das K von KORB",
        "L3s KOHLEN, soll L8s sein",
        "L3s KOHLEN\nSoll L8s sein.",
    ],
)
def test_what_amends_a_letter_or_the_place_of_the_play_is_asked_about(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        *("H8w RABEN, durch das H von HIRSE", "H8w RABEN, KORBES", "G8w RABEN, KORBE"),
        *("H8w RABEN, dann steht da KORBES", "H8w RABEN, oder KORBE macht keinen Sinn"),
    ],
)
def test_a_word_that_does_not_lie_there_is_asked_about(text: str) -> None:
    assert not is_booked(entry_of(text, YERRES))


@pytest.mark.parametrize(
    "text",
    [
        "in Fulda lege ich 14H INSERAT.",
        "Mein Zug in Fulda ist INSERAT, ab 14H senkrecht.",
        "mein Zug in Fulda ist INSERAT, ab 14H senkrecht, durch das H von TISCH durch.",
        "In der Partie Fulda lege ich 14H INSERAT.",
        "14H INSERAT in der Partie Fulda",
        "14H INSERAT für das Spiel „Fulda“.",
        "FULDA\n14H INSERAT",
        "ZUG FULDA\n14H INSERAT",
    ],
)
def test_the_place_in_a_games_title_may_stand_in_a_sentence(text: str) -> None:
    assert booked(text, FULDA) == ["INSERAT"]


@pytest.mark.parametrize(
    "text",
    [
        "in Fulda passe ich diese Runde.",
        "Hiermit passe ich in der Partie Fulda.",
        "Ich passe in Zug 4",
        "Ich passe im 4. Zug.",
        "In Zug 4 passe ich",
        "Diese Runde passe ich. Heike darf.",
        "This turn I pass",
        "À ce tour je passe",
        "I pass in turn 4",
        "In turn 4 I pass",
        "In turn 4: PASS",
        "Je passe au coup 4",
        "Turn 4: I pass.",
        "Turn four: pass",
        "Zug 4: Ich passe.",
        "Im vierten Zug passe ich.",
        "Coup 4 : je passe",
        "I'll have to miss a go.",
    ],
)
def test_who_passes_in_the_game_passes(text: str) -> None:
    orders = orders_in(entry_of(text, FULDA))

    assert orders is not None
    (order,) = (order for group in orders.groups for order in group.orders)
    assert isinstance(order, PassOrder)


@pytest.mark.parametrize("text", ["Turn 4: I pass. {}", "{} I pass in turn 4"])
def test_a_line_too_long_to_be_looked_at_keeps_all_its_words(text: str) -> None:
    line = Line(1, text.format("Nothing fits. " * 80))

    assert with_turn_aside([line]) == [line]


@pytest.mark.parametrize(
    "text", ["Mein Zug für Fulda: 14H INSERAT", "in Kassel lege ich 14H INSERAT"]
)
def test_a_heading_and_another_place_stay(text: str) -> None:
    assert without_title(Line(1, text), {"fulda"}).text == text


def test_what_is_left_remembers_where_it_stood() -> None:
    line = without_board_words(Line(3, "H8w RABEN, durch das H von TISCH. Gruß"), LAID, {"RABEN"})

    assert line.text == "H8w RABEN,. Gruß"
    assert line.span(12, 16).column == 35


def test_a_word_made_of_one_on_the_board_is_no_second_word_beside_a_play() -> None:
    line = Line(1, "Damit wird der KORB zum KORBE, nicht zum KASTEN")

    said = without_board_words(line, LAID, {"RABEN"}).text
    assert said == "Damit wird der korb zum korbe, nicht zum KASTEN"
    assert without_board_words(line, LAID, {"KORBE"}).text.count("KORBE") == 1
    assert without_board_words(line, LAID, ()).text.count("KORBE") == 1


def test_a_word_that_is_played_is_left_though_it_lies_there_too() -> None:
    assert without_board_words(Line(1, "H8w TISCH"), LAID, {"TISCH"}).text == "H8w TISCH"


@pytest.mark.parametrize(
    "lead",
    [
        "Here's Tom's move: ",
        "Here's Mr Ogden's turn: ",
        "My neighbour's turn: ",
        "Karls Zug: ",
        "Hans' Zug: ",
        "My move for Bath: ",
        "My move for Bath:\n",
        "Mein Zug für Oldenburg: ",
        "Mein Zug für Frau Ellerbrock: ",
        "Mon coup pour Lyon : ",
    ],
)
def test_a_play_for_another_person_or_game_is_asked_about(lead: str) -> None:
    entry = entry_of(f"{lead}{PLAY}", YERRES)

    assert not is_booked(entry)


@pytest.mark.parametrize(
    "lead",
    [
        "Today's move: ",
        "Tonight's play: ",
        "Here's my move: ",
        "Let's play ",
        "Mein Zug für Yerres: ",
        "Mein Zug für heute: ",
        "Mein Beitrag für Sonntag: ",
        "My turn for this week: ",
    ],
)
def test_a_play_for_this_game_or_a_time_counts(lead: str) -> None:
    entry = entry_of(f"{lead}{PLAY}", YERRES)

    assert is_booked(entry)


def test_a_name_within_a_word_of_the_title_is_none_of_its_words() -> None:
    hannover = GameFace("hannover", "1-Zug-Scrabble Hannover", YERRES.rules)

    assert booked(f"Mein Zug für Hannover: {PLAY}", hannover)
    assert not booked(f"Mein Zug für Ann: {PLAY}", hannover)


@pytest.mark.parametrize("behind", [" für Oldenburg", " for Bath", " (für Oldenburg)"])
def test_whom_a_play_is_for_may_stand_behind_it(behind: str) -> None:
    assert not is_booked(entry_of(f"{PLAY}{behind}", YERRES))


@pytest.mark.parametrize(
    "text",
    [
        "14H INSERAT, senkrecht. 57 wenn ich das richtig sehe.",
        "14H INSERAT, senkrecht. 40 points plus the bonus if there is one, I never know.",
    ],
)
def test_whether_points_are_right_is_no_condition(text: str) -> None:
    entry = entry_of(text, FULDA)
    orders = orders_in(entry)

    assert is_booked(entry)
    assert orders is not None
    assert not orders.faults


@pytest.mark.parametrize(
    "text", ["14H INSERAT if Tom doesn't take that square.", "14H INSERAT if nobody minds."]
)
def test_a_condition_that_nobody_can_read_stays_one(text: str) -> None:
    entry = entry_of(text, FULDA)
    orders = orders_in(entry)

    assert entry.ambiguity is not None or orders is None or orders.faults


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN\n\nIch hatte auch ANLEST im Auge, aber das N heb ich mir auf.",
        "H8w RABEN\nStraßenbauer kennen auch AUSKOFFERN, mein Vater war einer und hat es mir als Kind erzählt.",
        "H8 across RABEN. I had a long look at GARDEN as well, but the dog wanted his walk.",
    ],
)
def test_a_word_that_was_looked_at_too_is_no_second_word(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN\n\nOder lieber ANLEST, was meinst du?",
        "H8w RABEN. Nein, doch lieber ANLEST.",
        "H8w RABEN\n\nDas Wort soll ANLEST heißen.",
    ],
)
def test_a_second_idea_is_asked_about_as_before(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "§ (Zug von Tante Hedwig)",
        "§ (from Alan)",
        "In my match with Stan: §",
        "Against Joyce I'm going §. Ours I still have to think about.",
        "In der Partie gegen Wolfram: §",
    ],
)
def test_a_play_of_or_against_somebody_who_is_not_in_the_game_is_asked_about(text: str) -> None:
    assert booked(text.replace("§", PLAY), YERRES) == []


SIGNED_ABOVE = "{}\nBerg IT · Geb. H4 · Raum 12B\n____________________\n\n§\n38"


@pytest.mark.parametrize(
    ("text", "is_his"),
    [
        ("Der Anna legt heute § ab. 35 Punkte.", True),
        ("Helau! Die Anna legt §.", True),
        ("Anna plays § for 20.", True),
        ("Stan plays § for 20.", False),
        ("Helau! Der Stan legt §.", False),
        (SIGNED_ABOVE.format("Anna Berg"), True),
        ("Anna Berg | Berg IT | Geb. H4\n--------------------\n§", True),
        (SIGNED_ABOVE.format("Stan Miller"), False),
        ("Stan Miller\n____________________\n\n§ 38", False),
        ("Anna Berg:\n\n§", True),
        *(
            (text, False)
            for text in (
                "Stan Miller:\n\n§",
                "Miller:\n\n§",
                "Stan Miller's move:\n\n§",
                "Zug von Stan Miller:\n\n§",
                "§\n\nMove by Stan Miller",
                "Stan Millers Zug:\n\n§",
            )
        ),
        ("Hello Stan:\n\n§", True),
    ],
)
def test_who_names_himself_above_or_beside_his_play_means_it(text: str, is_his: bool) -> None:
    people = People(["Anna Berg"], [People(["Anna Berg", "Stan Miller"])], writers=["Anna Berg"])
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=people)
    (entry,) = one.read_mail(mail(text.replace("§", PLAY))).entries

    assert is_booked(entry) is is_his


@pytest.mark.parametrize("text", ["Against Stan I'm going §.", "§ (Zug von Anna)"])
def test_a_play_against_who_is_in_the_game_or_of_its_sender_is_no_doubt(text: str) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=("Anna Berg", "Stan Miller"))
    (entry,) = one.read_mail(mail(text.replace("§", PLAY))).entries

    assert is_booked(entry)


@pytest.mark.parametrize(
    "text",
    [
        "mein Mann meint, ich solle\n§\nlegen. Ich bleibe aber bei meinem.",
        "§\nwäre auch schön gewesen, aber ich bleibe bei URBANERE.",
        "§\nhabe ich auch gesehen, aber das bringt ja nur 8.",
        "beim letzten Turnier in Bad Hersfeld, Runde 4, legte meine Gegnerin\n§\nund ich habe haushoch verloren.",
        "§\nhätt ich, aber ich spar mir das e",
        "mein kumpel sagt\n§",
        "Never in my life would I\n§\nwith a rack like this.",
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_a_play_on_its_line_amid_a_sentence_that_denies_it_is_asked_about(
    text: str, face: GameFace
) -> None:
    assert booked(text.replace("§", PLAY), face) == []


@pytest.mark.parametrize(
    "text",
    [
        "heute lege ich\n§\nund hoffe das Beste.",
        "§\nmacht 36 punkte\nlg anna",
        "§\nliebe grüße\nanna",
        "My move this week is\n§\nand I hope it counts.",
        "§\nsry war im stau\nanna",
    ],
)
def test_a_play_on_its_line_amid_a_sentence_that_means_it_is_booked(text: str) -> None:
    assert booked(text.replace("§", PLAY), YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A14w (CANDLE)D", "CANDLED"),
        ("A14 waagerecht: (CANDLE)STICK, 20 Punkte", "CANDLESTICK"),
        ("K4s [KORB]ES", "KORBES"),
    ],
)
def test_brackets_around_a_word_that_lies_there_are_no_blanks(text: str, word: str) -> None:
    assert booked(text, YERRES) == [word]


@pytest.mark.parametrize(
    "text",
    [
        "Mein Wort heißt RABEN.\nEs liegt auf H8.",
        "H8 RABEN, quer übers halbe Brett",
        "Ich komme mit den RABEN, und zwar auf H8, I8, J8, K8 und L8.",
        "Hello dear Ruth, I have found RABEN and it goes on H8, giving KORBE.",
        "RABEN in the H column, row 8, if you please, which gives KORBE",
    ],
)
def test_what_a_mail_leaves_open_follows_from_the_board(text: str) -> None:
    """Down from H8 the word would touch nothing: `RABEN` goes across, and `KORBE` is what it makes."""
    assert read_or_offered(text) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Mein Wort heißt RABEN oder LABEN.\nEs liegt auf H8.",
        "Mein Wort heißt RABEN.\nEs liegt auf C2.",
        "Mein Wort heißt RABEN, auf H8 oder auf I8, das weiß ich noch nicht.",
    ],
)
def test_of_two_plays_that_fit_and_of_one_that_does_not_none_is_offered(text: str) -> None:
    assert read_or_offered(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Mein Wort heißt RABEN.\nEs käme auf H8, aber das überlege ich mir noch.",
        "Ginge RABEN eigentlich? Es läge auf H8.",
        "My aunt swears by RABEN. She would put it on H8, giving KORBE.",
    ],
)
def test_what_follows_from_the_board_is_weighed_as_any_other_play(text: str) -> None:
    assert booked(text, YERRES) == []


def read_or_offered(text: str) -> list[str]:
    """Return the words of the plays that are asked for, or asked about."""
    one = OneMail(READER, (YERRES,), YERRES, Attention(), insight=Insight(BOARD))
    return [play.word for entry in one.read_mail(mail(text)).entries for play in plays_in(entry)]


@pytest.mark.parametrize(
    "text",
    [
        "Yo, my turn innit: H8a RABEN",
        "Please enter H8a RABEN on my behalf. Thank you ever so much.",
        "It's gone midnight and I've finally cracked it: H8a RABEN",
    ],
)
def test_an_english_letter_behind_a_square_says_its_direction_in_any_sentence(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Mit letzter Tinte: H8w RABEN",
        "With Brenda coming for tea, quickly: H8a RABEN",
        "Mit freundlicher Unterstützung meiner Katze: H8w RABEN",
    ],
)
def test_with_whom_or_what_a_sentence_begins_is_no_opponent(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Righto skipper, H8a RABEN",
        "huhu vera, h8 quer RABEN 35 pkt",
        "Von mir kommt RABEN auf H8w. Sind 12.",
        "§ kommt aufs Brett, für 39. Rosie",
        "H8a RABEN for 39. Rosie",
        "RABEN goes across, and it starts on H8. Yours truly, 2nd soprano",
        "H8a RABEN\nxoxo rosie",
    ],
)
def test_words_of_which_nothing_is_known_leave_a_move_that_nothing_speaks_against(
    text: str,
) -> None:
    one = OneMail(
        READER, (YERRES,), YERRES, Attention(), people=("Rosie Berg",), insight=Insight(BOARD)
    )
    (entry,) = one.read_mail(mail(text.replace("§", "H8w RABEN"))).entries

    assert [play.word for play in plays_in(entry)] == ["RABEN"]
    assert is_booked(entry)


@pytest.mark.parametrize(
    "text", ["My round 3 move: H8a RABEN", "Just checking my third round move: H8a RABEN"]
)
def test_the_round_of_a_move_may_stand_before_it(text: str) -> None:
    named = entry_of(text, YERRES).round_named

    assert named is not None
    assert (named.number, named.is_by_the_way) == (3, False)


@pytest.mark.parametrize(
    ("text", "name"), [("RABEN", "Ben Berg"), ("Mein Wort: RABEN", "Ben Berg")]
)
def test_a_name_with_which_a_word_ends_is_no_signature(text: str, name: str) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=(name,), insight=Insight(BOARD))

    read = one.read_mail(mail(f"H8w\n{text}")).entries

    assert [play.word for entry in read for play in plays_in(entry)] == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege RABEN. Das A liegt auf H8, waagerecht.",
        "RABEN lege ich, quer. Es endet auf H8.",
        "RABEN, waagerecht, ein Feld neben H8.",
        "I play RABEN across. The second letter goes on H8.",
        "RABEN across, just below H8",
        "I play RABEN, up from H8.",
        "RABEN across, somewhere around H8",
    ],
)
def test_a_square_on_which_a_word_does_not_begin_places_nothing(text: str) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention(), insight=Insight(BOARD))
    entries = one.read_mail(mail(text)).entries

    assert all(each.is_declined or not plays_in(each) for each in entries)
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege RABEN. Stau auf der H8, deshalb so spät.",
        "I'll have RABEN. My new flat is H8, do come.",
        "Mein Wort ist RABEN. Der Arzt sagt: Wirbel H8.",
    ],
)
def test_a_square_in_a_sentence_about_something_else_is_asked_about(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "ANNA! H8w RABEN. 22 Punkte!",
        "H8w RABEN. Damit war ich gestern in der Klasse 8b.",
        "H8w RABEN - 50 P.",
        "H8w RABEN. Ohne Blanko.",
    ],
)
def test_a_name_called_out_or_a_number_of_something_else_is_no_second_play(text: str) -> None:
    people = ("Berta Dorn", "Anna Berg")  # the game master
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=people)
    (entry,) = one.read_mail(mail(text)).entries

    assert is_booked(entry)


@pytest.mark.parametrize("text", ["H8w RABEN. Oder B8?", "h8w raben. oder b8?", "H8w RABEN. ROSE!"])
def test_another_square_or_word_leaves_open_which_is_meant(text: str) -> None:
    people = ("Berta Dorn", "Anna Berg")
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=people)
    (entry,) = one.read_mail(mail(text)).entries

    assert not is_booked(entry)


@pytest.mark.parametrize("text", ["§\nZug entfällt.", "§\nZug: nein", "§. Zug entfällt."])
def test_a_move_that_is_said_to_fall_away_is_asked_about(text: str) -> None:
    """Only of a second one it says that there is none."""
    assert booked(text.replace("§", PLAY), YERRES) == []


@pytest.mark.parametrize(
    "subject",
    ["Fulda, endlich", "Na endlich: Fulda!", "mein Wort in der fulda-Partie", "Fulda, second mail"],
)
def test_a_word_of_a_subject_names_its_game(subject: str) -> None:
    """Contract 5: whatever else the subject says."""
    assert game_among_words(subject, GameNames((FULDA, YERRES))) == "fulda"


@pytest.mark.parametrize(
    ("subject", "game"),
    [
        ("Fulda Scrabble", "fulda"),
        ("Klassisches Fulda, mein Wort", "fulda"),
        ("1-Zug-Scrabble, mein Wort", "yerres"),
        *((each, None) for each in ("Mein Scrabble", "Klassisches Yerres", "1-Zug-Scrabble Fulda")),
        *((each, None) for each in ("Klassisches Scrabble: nur zum Spaß", "kein 1-Zug-Scrabble")),
    ],
)
def test_it_may_say_the_kind_of_a_game_and_more_words_of_its_title(
    subject: str, game: str | None
) -> None:
    both = (FULDA, YERRES)

    assert game_among_words(subject, GameNames(both), mine=both) == game


@pytest.mark.parametrize(
    "subject", ["Nachtrag Fulda", "Fulda: Tausch", "Fulda, for later", "Fulda / Vorratszug Oda"]
)
def test_what_kind_of_move_it_is_says_nothing_of_the_game(subject: str) -> None:
    assert game_among_words(subject, GameNames((FULDA, YERRES)), ["Oda Kremer"]) == "fulda"


@pytest.mark.parametrize(
    "subject",
    [
        *("Fulda / Vorratszug Nils", "Kein Nachtrag zu Fulda", "Fulda - bitte löschen"),
        "Fulda und Yerres",
        "Grüße aus Fulda",
        "Greetings from Fulda",
        "Viele Grüße aus der Fulda",
        "nicht Fulda",
        "statt Fulda",
        "Fuldaer Dom",
        "endlich",
        "Fulda Test",
        "Fulda, nur zum Spaß",
        "Fulda: geht das?",
        "Fulda: Rückzieher",
        "Fulda: Frage",
        "Fulda: draft",
    ],
)
def test_a_subject_that_names_no_one_game_is_asked_about(subject: str) -> None:
    assert game_among_words(subject, GameNames((FULDA, YERRES))) is None


@pytest.mark.parametrize("text", ["H8w RABEN / TALES", "H8w RABEN/TALES"])
def test_a_word_behind_a_slash_is_one_that_the_play_must_form(text: str) -> None:
    """It was dropped without a word."""
    assert [span.text for span in entry_of(text, YERRES).named] == ["TALES"]


def test_a_second_play_written_with_the_small_letters_that_lie_is_no_word_formed_by_the_first() -> (
    None
):
    """It was left out, and the first booked, though it replaces that."""
    text = (
        "Ich nehme G5s BASEN. Ach, was soll der Geiz: H8w RaBEN nehm ich, der andere ist abgelegt."
    )

    assert booked(text, YERRES) != ["BASEN"]


@pytest.mark.parametrize(
    "text", ["H8w RABEN (KORBE?)", "H8w RABEN. Gibt es KORBE?", "H8w RABEN, KORBE?"]
)
def test_who_asks_about_a_word_that_is_formed_is_asked_back(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("H8w RABEN oder M7s BASEN?", ["RABEN", "BASEN"]),
        ("H8w RABEN or M7s BASEN???", ["RABEN", "BASEN"]),
        ("Hm, H8w RABEN ou M7s BASEN ?", ["RABEN", "BASEN"]),
        ("H8w RABEN, dann H8w RABEN?", []),
    ],
)
def test_two_plays_with_a_question_mark_are_offered_both(text: str, words: list[str]) -> None:
    """The sign was read as a blank's, and the line answered as one that has no play."""
    one = OneMail(READER, (YERRES,), YERRES, Attention(), insight=Insight(BOARD))

    (entry,) = one.read_mail(mail(text)).entries

    assert [play.word for play in plays_in(entry)] == words
    assert booked(text, YERRES) == []
    assert (entry.ambiguity is not None) == bool(words)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("ROUND: 5\nPLAYER: Anna\nSQUARE: H8\nDIRECTION: across\nWORD: RABEN\nSCORE: 20", "RABEN"),
        ("RUNDE: 5\nH8w RABEN", "RABEN"),
        ("Spalte, Reihe: H8 waagerecht\nWort: RABEN", "RABEN"),
        ("hi, ich nehm raben, h8 waagrecht, 20p.", "RABEN"),
        ("Wort: RABEN\nSpalte:     H\nZeile:      8\nRichtung: waagerecht", "RABEN"),
        ("RABEN ab H8 waagerecht, macht 20, oder habe ich mich verzählt?", "RABEN"),
        ("RABEN ab M7 hinab", "RABEN"),
        ("H8w RABEN, 20 points, or have I miscounted?", "RABEN"),
        ("H8w RABEN, 20 points, ou ai-je mal compté ?", "RABEN"),
    ],
)
def test_fields_and_doubts_of_points_take_nothing_away(text: str, word: str) -> None:
    """`ROUND: 5` was a word with its points, many spaces behind a label hid its square."""
    assert booked(text, YERRES) == [word]


@pytest.mark.parametrize(
    "text",
    [
        "[yerres] H8w RABEN",
        "Heute einmal etwas früher als sonst: H8w RABEN.",
        "wie sonst auch: H8w RABEN",
        "H-8 waagerecht RABEN, 20 Punkte",
        "H/8 waagerecht RABEN",
        "H8;w;RABEN;20",
        "Zeile 8 ab Spalte H: RABEN",
        "RABEN in row 8 from column H",
        "Zug: H8 waagerecht\nWort: RABEN",
        "Zug: H-8, waagerecht\nWort: RABEN\nPunkte: 20",
        "H8w RABEN 20. Nur ein Gedanke: der Winter wird lang.",
    ],
)
def test_a_play_is_read_beside_a_tag_a_comparison_and_points_that_end_a_sentence(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "[leipzig] H8w RABEN",
        "Sonst: H8w RABEN",
        "Zug: H8 waagerecht BASEN\nWort: RABEN",
        "Ich habe das Wort H8w RABEN aber stimmt denn das so",
        "H8 across RABEN but is that allowed",
        "Dear all, H8 across RABEN for 20 is what I may well end up playing.",
        "Mein Zug von eben war Quatsch, den ziehe ich zurück:\nH8w RABEN 20",
        "I'd like to withdraw my move, please cancel it:\nH8 across RABEN",
        "H8w RABEN\nMuss noch mal rechnen.",
        "ich würde h8w RAB*EN legen (20) wenn ich wüsste ob das joker-e so geht.",
        "RABEN ab H8 waagerecht, 20 Punkte, wird wohl die Anna legen.",
        "Hey! H8w RABEN 20 Punkte!! Hat die Anna mir gezeigt, das ist ihrs, nicht meins :-)\nMax",
        "H8w RABEN\n\nGruß, Max\n\nNB: Hängt davon ab, ob der Bus am Dienstag pünktlich kommt.",
        "H8 across RABEN. My move for it depends on whether Anna plays on.",
        "H8w RABEN\nTu ich aber nicht.",
    ],
)
def test_what_asks_doubts_or_takes_back_beside_a_play_is_asked_about(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN 20. If the referee says no, then G5s TALES please.",
        "H8w RABEN 20. Wenn die Spielleitung nein sagt, dann G5s TALES.",
    ],
)
def test_what_the_referee_says_no_to_is_replaced(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN", "TALES"]


def test_what_another_has_laid_is_no_case_for_an_alternate() -> None:
    text = "H8w RABEN 20 - falls Anna dasselbe hat, nehme ich lieber G5s TALES, sonst nicht."

    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN. Bitte den Zug eintragen.",
        "H8w RABEN. Bitte den Zug auf jeden Fall eintragen.",
        "H8w RABEN. Trag ihn bitte so ein.",
        "H8 across RABEN. Please enter it in any case.",
        "H8w RABEN, auch wenn Anna das nicht glaubt.",
        "H8w RABEN, selbst wenn ihr mich auslacht.",
        "H8 across RABEN, even if Anna objects.",
        "H8w RABEN. Ab Montag bin ich im Urlaub.",
        "H8w RABEN. Ab Montag bin ich verreist.",
        "H8w RABEN. Schick mir bitte den Stand.",
        "Hiermit melde ich als meinen Zug H8w RABEN.",
        "Ich lege mangels Alternativen H8w RABEN.",
        "My wife wants me to walk the dog, so in haste: H8 across RABEN for 20.",
    ],
)
def test_who_asks_that_it_be_entered_or_grants_something_takes_nothing_back(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN. Bitte den Zug nicht eintragen.",
        "H8w RABEN. Bitte den Zug erst morgen eintragen.",
        "H8w RABEN. Bitte den Zug für Anna eintragen.",
        "H8w RABEN, aber nur wenn Anna passt.",
        "H8w RABEN, auch wenn ich mir noch nicht sicher bin.",
        "H8w RABEN, auch wenn das erst für die nächste Runde ist.",
    ],
)
def test_what_is_denied_put_off_or_granted_in_doubt_is_asked_about(text: str) -> None:
    assert booked(text, YERRES) == []


def test_the_square_of_a_play_is_no_day_of_an_absence() -> None:
    said = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(
        mail("H8w RABEN. Nächste Woche bin ich im Urlaub.")
    )

    assert said.commands == (Command.AWAY,)
    assert [text for _, text in said.said.values] == ["Nächste Woche"]


@pytest.mark.parametrize("of_it", ["My wife wants me to play:", "Everyone thinks I'll play"])
def test_what_others_want_is_asked_about(of_it: str) -> None:
    assert booked(f"{of_it} H8 across RABEN", YERRES) == []


@pytest.mark.parametrize(
    "said",
    [
        *("So und nicht anders.", "Das ist meine endgültige Entscheidung.", "So machen wir's."),
        *("That is definitely my move.", "And that's that.", "Please check my arithmetic."),
    ],
)
def test_what_everybody_says_beside_a_move_leaves_it(said: str) -> None:
    assert booked(f"H8w RABEN\n{said}", YERRES) == ["RABEN"]
