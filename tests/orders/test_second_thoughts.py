"""What people write around a move that changes what it means: never booked against them (rules 8)."""

import pytest

from mailref.orders.entries import GameFace
from mailref.orders.sections import leaves_play
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import AEGYPTEN, LEIPZIG, READER, YERRES, read, short, shown


def booked(text: str, game: GameFace = YERRES) -> list[list[str]]:
    """Return the moves of a mail that asks for them beyond doubt; none where it is asked back."""
    entries = read(f"{game.title}\n{text}").entries
    assert len(entries) == 1, entries
    (entry,) = entries
    if entry.ambiguity is not None or any(written.faults for written in entry.moves):
        return []
    return [
        [short(play, game) for play in written.move.plays]
        for written in entry.moves
        if written.move
    ]


RABEN = [["H8 across RABEN"]]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("M7s BASEN ersetzt H8w RABEN", id="the first replaces the second"),
        pytest.param("H8w RABEN, nein M7s", id="a square instead"),
        pytest.param("H8w RABEN\n*BASEN", id="a star"),
        pytest.param("H8w RABEN\nsoll BASEN heißen", id="should be"),
        pytest.param("H8w RABEN bitte als Ersatz, erste Wahl M7s BASEN", id="itself the alternate"),
        pytest.param("H8w RABEN ist mein Ersatzzug, mein Zug ist M7s BASEN", id="called alternate"),
        pytest.param("H8w RABEN\nStopp, BASEN statt RABEN", id="in place of"),
        pytest.param("H8w RABEN\nPS: nicht RABEN, BASEN!", id="not this one"),
        pytest.param("H8w RABEN\n\nPS: Damit es klar ist, M7s RABEN.", id="made clear"),
        pytest.param("H8w RABEN\n\nPS: To be clear, M7s BASEN.", id="made clear, in English"),
        pytest.param("H8w RABEN\n\nDiesen Zug bitte streichen", id="withdrawn in a paragraph"),
        pytest.param("H8w RABEN\n\nDoch nicht, ich passe.", id="passed"),
        pytest.param("H8w RABEN\n\nAch, lass mal.", id="dropped"),
        pytest.param("Den Zug\nH8w RABEN\nziehe ich zurück.", id="taken back"),
        pytest.param("Diesen hier habe ich verworfen: H8w RABEN", id="discarded"),
        pytest.param("H8w RABEN ;-) Scherz!", id="a joke"),
        pytest.param("H8w RABEN (nur als Beispiel)", id="an example"),
        pytest.param("Warum ging das nicht?\nH8w RABEN", id="asked why"),
        pytest.param("Im Bericht steht:\nH8w RABEN", id="quoted"),
        pytest.param("Karin schreibt:\nH8w RABEN", id="said by another"),
        pytest.param("Mein alter Zug H8w RABEN", id="an old one"),
        pytest.param("Bitte prüfe H8w RABEN", id="to be looked at"),
        pytest.param("Mein Mann legt H8w RABEN", id="somebody else's"),
        pytest.param("Siegerzug: H8w RABEN", id="the winner's"),
        pytest.param("H8w RABEN\n\nWar nur ein Entwurf.", id="a draft"),
        pytest.param("H8w RABEN\nLies BASEN statt RABEN", id="read the other"),
        pytest.param(
            "H8w RABEN\nFor RABEN read BASEN, my key sticks.", id="read the other, in English"
        ),
        pytest.param("H8w RABEN\nRABEN muss BASEN heißen", id="must be the other"),
        pytest.param("H8w RABEN\n\nit should be BASEN", id="should be the other"),
        pytest.param("H8w RABEN, soll M7s sein", id="should be another square"),
        pytest.param("H8w RABEN\nSoll M7s sein.", id="should be another square, below"),
        pytest.param("H8w RABEN\n\nBut I won't.", id="denied"),
        pytest.param("H8w RABEN. Not!", id="denied by a word alone"),
        pytest.param("H8w RABEN\nNicht.", id="denied by a word alone, in German"),
        pytest.param("H8w RABEN. Pas.", id="denied by a word alone, in French"),
        pytest.param("H8w RABEN. Mache ich aber nicht.", id="denied amid its sentence"),
        pytest.param("H8w RABEN\nAber lege ich nicht.", id="denied in German"),
        pytest.param("Bitte vom Brett nehmen: H8w RABEN", id="to be taken off"),
        pytest.param("Please take off the board H8 across RABEN", id="to be taken off, in English"),
        pytest.param("H8w RABEN\n\nZug zurück!", id="back"),
        pytest.param("Wenn Karin passt, nehme ich:\nH8w RABEN", id="on a condition"),
    ],
)
def test_what_is_taken_back_or_told_is_not_booked(text: str) -> None:
    assert booked(text) == []


@pytest.mark.parametrize(
    "below",
    [
        *("Lies TRAUER statt DAUERT", "DAUERT muss TRAUER heißen", "Muss TRAUER heißen"),
        *("it should be TRAUER", "For DAUERT read TRAUER, my key sticks."),
        *("TRAUER muss es heißen, sorry", "Lies bitte TRAUER", "TRAUER it should be, sorry"),
        *("Please read TRAUER", "Lire TRAUER, s'il te plaît"),
    ],
)
def test_a_word_that_a_move_should_have_is_no_talk(below: str) -> None:
    """Of these weights alone say that nothing is taken back."""
    assert booked(f"H8w DAUERT\n\n{below}") == []
    assert booked("H8w DAUERT\n\nHURRA, das muss es sein") == [["H8 across DAUERT"]]


@pytest.mark.parametrize(
    "word",
    [
        " also BASEN",
        " äh BASEN",
        ", Mist, BASEN",
        ", nein BASEN!",
        ", ich meine BASEN",
        ", Korrektur: BASEN",
        " bzw. besser BASEN",
        "(BASEN)",
    ],
)
def test_another_word_behind_a_play_is_one_that_it_should_form(word: str) -> None:
    """The referee asks where the play does not form it."""
    (entry,) = read(f"{YERRES.title}\nH8w RABEN{word}").entries

    assert [span.text for span in entry.named] == ["BASEN"]


@pytest.mark.parametrize(
    "sign", [" ", "_", "#", ".", ",", "/", "&", "|", "~", "<{}>", "{{{}}}", '"{}"', "`{}`"]
)
@pytest.mark.parametrize("game", [YERRES, LEIPZIG], ids=lambda game: game.id)
def test_a_letter_cut_off_from_its_word_is_not_dropped(sign: str, game: GameFace) -> None:
    rest = sign.format("T") if "{" in sign else f"{sign}T"

    assert booked(f"H8w EIL{rest}", game) == []


@pytest.mark.parametrize(
    "below",
    [
        "Wenn das Wort ungültig ist, bitte kurz melden.",
        "Mein Flug nach Rom ist leider gestrichen, so ein Pech aber auch.",
        "Viel Spaß beim Auswerten!",
        "N von BODEN mitbenutzt",
        "You choose the wine.",
        "Wann treffen wir uns? Entscheide du den Tag.",
        "Den Wein für Freitag überlasse ich dir.",
        "Red or white wine on Friday, your choice!",
        "Coffee on Friday? Or another time?",
    ],
)
def test_what_takes_nothing_back_leaves_the_move(below: str) -> None:
    assert booked(f"H8w RABEN\n\n{below}") == RABEN


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1. D1s KORSE\n2. statt C5w TRAB lieber A1w BREK", id="in one line"),
        pytest.param("1. D1s KORSE\n2. C5w TRAB\n2. lieber A1w BREK", id="in a line of its own"),
        pytest.param("1. D1s KORSE / 2. A1w BREK", id="parted by a slash"),
    ],
)
def test_a_teilzug_that_is_replaced_leaves_the_others(text: str) -> None:
    assert booked(text, AEGYPTEN) == [["D1 down KORSE", "A1 across BREK"]]


@pytest.mark.parametrize(
    "first",
    [
        "Ersatz: M7s BASEN\nZug: H8w RABEN",
        "/M7s BASEN\nH8w RABEN",
        "1. Wahl: H8w RABEN\n2. Wahl: M7s BASEN",
    ],
)
def test_an_alternate_stands_behind_its_move_wherever_it_is_written(first: str) -> None:
    assert booked(first) == [["H8 across RABEN"], ["M7 down BASEN"]]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Heute bin ich kurz angebunden: H8w RABEN", id="in the first person"),
        pytest.param("Und zwar: H8w RABEN", id="namely"),
        pytest.param("Nach langem Grübeln: H8w RABEN", id="after long thought"),
        pytest.param("mehr war nicht drin:\nH8w RABEN", id="above, with a not"),
        pytest.param("Ich bin nicht sicher, aber ich nehme:\nH8w RABEN", id="the last clause"),
        pytest.param("da mir nichts Besseres einfällt, lege ich:\n\nH8w RABEN", id="the same"),
        pytest.param("Ich habe mich für H8w RABEN entschieden.", id="decided"),
        pytest.param("Dann eben H8w RABEN", id="so be it"),
        pytest.param("H8 wagerecht RABEN", id="a common slip"),
        pytest.param("H8 rechts RABEN", id="to the right"),
        pytest.param("H8w R-A-B-E-N", id="letters with hyphens"),
        pytest.param("H8 waagerecht R - A - B - E - N", id="letters far apart"),
        pytest.param("H8 waagerecht: R,A,B,E,N", id="letters with commas"),
        pytest.param("Ich lege auf H8 waagerecht das Wort Raben", id="called a word"),
        pytest.param("Das Wort Raben auf H8 waagerecht", id="called a word, first"),
        pytest.param("Statt BASEN bitte H8w RABEN", id="for a word"),
        pytest.param("M7s BASEN\nstatt BASEN H8w RABEN", id="for a word above"),
        pytest.param("H8w RABEN statt BASEN", id="for a word behind it"),
        pytest.param("RABEN waagerecht ab H8, GERN geschehen", id="a word behind a comma"),
        pytest.param(
            "ich nehme den RABEN, von H8 waagerecht. Die MILCH liegt da!", id="a word behind a stop"
        ),
        pytest.param("Bitte auf H8 waagerecht. RABEN soll es sein.", id="the word behind a stop"),
        pytest.param("ICH LEGE RABEN WAAGERECHT AB H8, MACHT 18 PUNKTE.", id="in capitals"),
        pytest.param("ICH LEGE RABEN WAAGERECHT AB H8 UND DAS MACHT 18", id="in capitals, and"),
        pytest.param("LEGE H8w, RABEN", id="a verb in capitals before"),
        pytest.param("Ich möchte gern RABEN legen, waagerecht ab H8.", id="the verb between"),
        pytest.param("RABEN lege ich waagerecht ab H8", id="the word first, then the verb"),
        pytest.param("Statt BASEN lege ich H8w, RABEN", id="the verb behind another word"),
        pytest.param("Im Voraus: H8w RABEN", id="in advance"),
        pytest.param("I would like to play H8w RABEN", id="as an invitation begins"),
        pytest.param("Correction: H8w RABEN", id="as a heading of ours begins"),
        pytest.param("H8w RABEN für diese Runde", id="as a sentence of ours ends"),
    ],
)
def test_what_says_that_a_move_is_meant(text: str) -> None:
    assert booked(text) == RABEN


@pytest.mark.parametrize("text", ["Ich lege RABEN H8w, BEINE", "RABEN H8w, BEINE"])
def test_a_square_between_two_words_is_asked_about(text: str) -> None:
    assert booked(text) == []


def test_words_stand_before_all_squares_of_a_line_or_before_none() -> None:
    text = "1. KORSE senkrecht ab D1, 2. BREK waagerecht ab A1, MACHT 56"

    assert booked(text, AEGYPTEN) == [["D1 down KORSE", "A1 across BREK"]]


TWO_PARTS = [["D1 down KORSE", "A1 across BREK"]]


@pytest.mark.parametrize(
    "text",
    [
        "D1s KORSE und A1w BREK",
        "D1s KORSE sowie A1w BREK",
        "D1s KORSE und danach A1w BREK",
        "D1s KORSE, gefolgt von A1w BREK",
        "D1d KORSE followed by A1a BREK",
        "D1s KORSE + A1w BREK",
        "ich melde D1 senkrecht KORSE sowie A1 waagerecht BREK.",
        "D1 down KORSE and A1 across BREK",
        "Meine beiden Züge:\nD1s KORSE\nA1w BREK",
        "bitte nimm stattdessen diese zwei:\nD1s KORSE\nA1w BREK",
        "nimm stattdessen diese zwei:\nD1s KORSE und A1w BREK",
        "My two moves:\nD1s KORSE\nA1w BREK",
    ],
)
def test_parts_of_a_move_need_no_numbers_where_words_join_them(text: str) -> None:
    """`nimm stattdessen diese zwei:` made the second take the place of the first, without a word about it."""
    assert booked(text, AEGYPTEN) == TWO_PARTS


@pytest.mark.parametrize(
    "text",
    [
        "D1s KORSE und A1w BREK\nErsatz: F13w MULIS und N8s DEKRET",
        "D1s KORSE + A1w BREK\nFalls einer davon nicht gilt: F13w MULIS + N8s DEKRET",
        "D1s KORSE + A1w BREK\nFalls davon was nicht gilt, dann stattdessen F13w MULIS + N8s DEKRET",
        "D1s KORSE + A1w BREK\nIf one of them is not valid: F13w MULIS + N8s DEKRET",
    ],
)
def test_parts_of_an_alternate_are_joined_too(text: str) -> None:
    assert booked(text, AEGYPTEN) == [*TWO_PARTS, ["F13 across MULIS", "N8 down DEKRET"]]


@pytest.mark.parametrize("text", ["D1s KORSE oder A1w BREK", "D1s KORSE, A1w BREK"])
def test_an_or_and_a_comma_join_nothing(text: str) -> None:
    assert booked(text, AEGYPTEN) != TWO_PARTS


def test_two_joined_plays_are_two_where_a_move_has_one() -> None:
    assert booked("H8w RABEN und M7s BASEN") == []


def test_lines_of_a_quoted_template_part_no_move_that_fills_them_in() -> None:
    text = f"> {AEGYPTEN.title}\n>  1. __ __\n 1. D1s KORSE\n>  2. __ __\n 2. A1w BREK"

    (entry,) = READER.read_mail(read_mail(mail_of(text)), (AEGYPTEN,), AEGYPTEN).entries

    assert entry.ambiguity is None
    assert shown(entry.moves, AEGYPTEN) == [["D1 down KORSE", "A1 across BREK"]]


@pytest.mark.parametrize(
    "heading",
    [
        "Spiel Yerres",
        "Spiel 1-Zug-Scrabble Yerres:",
        "Mein Zug für Yerres:",
        "Und für Yerres:",
        "1) Yerres",
        "[yerres R7]",
    ],
)
def test_a_game_named_in_words_is_a_heading(heading: str) -> None:
    (entry,) = read(f"{heading}\nH8w RABEN").entries

    assert entry.game == "yerres"
    assert entry.ambiguity is None
    assert len(entry.moves) == 1


@pytest.mark.parametrize("mark", ["A)", "a)"])
def test_a_letter_before_a_line_of_two_teilzuege_is_read(mark: str) -> None:
    """It was no number, and nothing of the mail was answered."""
    text = f"{mark} 1. D1s KORSE 2. A1w BREK"

    assert booked(text, AEGYPTEN) == [["D1 down KORSE", "A1 across BREK"]]


def test_a_play_that_a_line_takes_back_counts_for_nothing_beside_another() -> None:
    assert booked("H8w RABEN (ungültig), M7s BASEN", LEIPZIG) == []


def test_a_move_behind_what_a_line_tells_of_another_is_asked_about() -> None:
    """`... L4s BASEN geschickt, vergiss das. Ich nehme H8w RABEN`: the mail is not without a move."""
    text = "ich hatte dir gestern M7s BASEN geschickt, bitte vergiss das wieder 🙈 ich nehm jetzt H8w RABEN."
    (entry,) = read(text, default=YERRES).entries

    assert entry.ambiguity is not None
    assert [short(x, YERRES) for m in entry.moves if m.move for x in m.move.plays] == RABEN[0]


@pytest.mark.parametrize(
    "below",
    [
        "gestrichen",
        "[gestrichen]",
        "(cancelled)",
        "-- ungültig --",
        "[bitte nicht werten]",
        "[struck out - please don't take this one, more after supper]",
        "Oder was mit S? Ich kann mich nicht entscheiden, sag du.",
        "Entscheide du.",
        "Or something with an S?",
        "Can't choose, you tell me which.",
        "Ou autre chose ? À toi de choisir.",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_few_words_below_a_move_that_take_it_back_are_no_talk(gap: str, below: str) -> None:
    """Whatever else may be cancelled or struck out."""
    assert booked(f"H8w RABEN{gap}{below}") == []


@pytest.mark.parametrize("below", ["[cid:image001.png@01D]", "Gruß\n[M. Muster]"])
def test_what_a_mail_program_puts_in_brackets_leaves_the_move(below: str) -> None:
    assert booked(f"H8w RABEN\n{below}") == RABEN


@pytest.mark.parametrize(
    "lead",
    [
        "Aus der letzten Runde:",
        "Mein Sohn meint:",
        "My son says:",
        "Zum Vergleich:",
        "Rätsel von vorhin, nicht gelegt:",
        "Rejected:",
        "Example:",
        "Mon fils dit :",
    ],
)
def test_a_line_over_a_move_may_say_that_it_is_none(lead: str) -> None:
    assert booked(f"{lead}\nH8w RABEN") == []


@pytest.mark.parametrize(
    "lead",
    [
        "Nach langem Grübeln:",
        "Trommelwirbel:",
        "The best I can do:",
        "Without further ado:",
        "From your humble servant:",
        "Mon coup, après mûre réflexion :",
    ],
)
def test_a_line_over_a_move_may_be_talk(lead: str) -> None:
    assert booked(f"{lead}\nH8w RABEN") == RABEN


@pytest.mark.parametrize(
    "text",
    [
        "No way am I playing H8w RABEN.",
        "Auf keinen Fall lege ich H8w RABEN",
        "As if I'd play H8w RABEN",
        "Pas question : H8w RABEN",
    ],
)
def test_what_somebody_would_never_do_is_asked_about(text: str) -> None:
    assert booked(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "RABEN H8 waagerecht. Vielen Dank auch für die schnelle Auswertung letztes Mal.",
        "I put RABEN at H8, across. Ingrid",
        "RABEN H8 waag. bitte",
    ],
)
def test_the_stop_behind_a_direction_may_end_a_sentence(text: str) -> None:
    assert booked(text) == RABEN


def test_the_stop_of_a_shortened_direction_ends_none() -> None:
    assert booked("RABEN H8 waag. nein doch nicht") == []


@pytest.mark.parametrize(
    "text",
    [
        "meine beiden Züge: F13 waagerecht MULIS, N8 senkrecht DEKRET.",
        "1. f13w mulis 2. n8s dekret 🔥",
        "ich lege MULIS von F13 nach rechts und DEKRET von N8 nach unten. Danke für letztes Mal.",
    ],
)
def test_two_plays_of_a_line_are_one_move_where_it_says_so(text: str) -> None:
    assert booked(text, AEGYPTEN) == [["F13 across MULIS", "N8 down DEKRET"]]


def test_a_round_in_words_that_leads_to_a_play_is_told_the_referee() -> None:
    (entry,) = read("in der elften Runde lege ich H8w RABEN.", default=YERRES).entries

    assert entry.ambiguity is None
    assert entry.round_named is not None
    assert entry.round_named.number == 11


def test_an_alternate_between_quoted_lines_goes_on_with_the_move_above_it() -> None:
    """Who answers line by line puts it below `> Ersatzzug:`; it is no second entry."""
    text = "> 1-Zug-Scrabble Yerres\n> Dein Zug:\nH8w RABEN\n> Ersatzzug:\n/M7s BASEN\n\nGruß, T."

    (entry,) = READER.read_mail(read_mail(mail_of(text)), (YERRES,), YERRES).entries

    assert entry.ambiguity is None
    assert [[short(p, YERRES) for p in m.move.plays] for m in entry.moves if m.move] == [
        ["H8 across RABEN"],
        ["M7 down BASEN"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege nie H8w RABEN",
        "Ich lege nie RABEN ab H8 waagerecht.",
        "Niemals\nH8w RABEN\n!",
        "Weg mit\nH8w RABEN\n!",
        "RABEN ab H8 waagerecht. Denkste!",
        "No RABEN at H8 across.",
        "Jamais H8w RABEN",
        "❌ H8w RABEN",
        "~~h8w raben~~",
        "/H8w RABEN",
        "Ersatz: H8w RABEN",
        "Mein Zug bleibt, aber als Ersatz bitte H8w RABEN dazu.",
        "Bitte den ADEL, vom A von RABEN nach unten.\nUnd wenn der nicht geht: RABEN, H8 nach rechts.",
    ],
)
def test_a_move_denied_crossed_out_or_for_want_of_another_is_asked_about(text: str) -> None:
    """Where only an alternate was read, the move before it was not, or stands in an earlier mail."""
    entries = READER.read_mail(read_mail(mail_of(text)), (YERRES,), YERRES).entries

    assert not any(e.ambiguity is None and e.moves for e in entries)


@pytest.mark.parametrize(
    "text",
    [
        "Ich nehme H8w RABEN oder M7s BASEN.",
        "Entweder H8w RABEN oder M7s BASEN",
        "Ich schwanke zwischen H8w RABEN und M7s BASEN.",
        "I play H8w RABEN or maybe M7s BASEN",
        "H8w RABEN or M7s BASEN, whichever scores more",
        "Je joue H8w RABEN ou M7s BASEN",
    ],
)
def test_of_two_choices_in_a_sentence_both_are_asked_about(text: str) -> None:
    (entry,) = read(f"{YERRES.title}\n{text}").entries

    asked = [play.word for it in entry.moves if it.move for play in it.move.plays]
    assert (asked, booked(text)) == (["RABEN", "BASEN"], [])


@pytest.mark.parametrize(
    "text",
    [
        "Ich will H8w RABEN legen\nund kann es nicht",
        "Ich möchte H8w RABEN legen,\ndarf aber nicht.",
        "I want to play H8 across RABEN\nbut won't",
        "I'd like to play H8 across RABEN\nbut can't",
    ],
)
def test_a_sentence_that_goes_on_below_its_play_is_weighed_as_a_whole(text: str) -> None:
    (entry,) = READER.read_mail(read_mail(mail_of(text)), (YERRES,), YERRES).entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text",
    [
        "Ich will H8w RABEN legen\nund freue mich schon",
        "Ich lege heute H8w RABEN\nliebe Grüße",
        "I'd like to play H8 across RABEN.\nbut can't stop looking at the snow",
    ],
)
def test_a_sentence_that_goes_on_with_talk_leaves_its_play(text: str) -> None:
    (entry,) = READER.read_mail(read_mail(mail_of(text)), (YERRES,), YERRES).entries

    assert entry.ambiguity is None
    assert [
        short(each, YERRES) for move in entry.moves if move.move for each in move.move.plays
    ] == RABEN[0]


@pytest.mark.parametrize(
    "sentence",
    [
        "§ looms",
        "§ glimmert",
        "Jetzt kwabbelt knörzt glimmert §!",
        "§ quoth squire wibbled thrice please",
    ],
)
def test_a_sentence_of_words_that_nobody_has_told_books_no_play(sentence: str) -> None:
    assert not leaves_play(sentence, 0)
    assert leaves_play("§ bitte", 0)


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN, 24 Punkte, sagt meine Frau.",
        "H8w RABEN, 24 Punkte, hab i letzts Mal gmeint.",
        "H8w RABEN, 24 Punkte, erscheint mir zulässig; ich erbitte Ihr Urteil, ehe ich mich festlege.",
    ],
)
def test_points_claimed_of_a_play_make_no_move_of_it(text: str) -> None:
    assert booked(text) == []
    assert not leaves_play(text.replace("H8w RABEN", "§"), 0)
    assert booked("H8w RABEN, 24 Punkte, wenn ich richtig gezählt habe.") == RABEN
