"""What takes a mail from its writer, or the move from it, in sentences that need not speak of it (rules 8)."""

import pytest

from mailref.orders.disowned import disowned_at
from mailref.orders.whether_to_play import reply_whether_to_play
from mailref.orders.yes_and_no import Reply, reply
from mailref.reading.incoming_mail import Line
from mailref.referee.policy import Outcome
from mailref.tiles.moves import TextSpan
from tests.orders.test_whole_mail import outcome

PLAY = "H8w RABEN"
ANOTHERS = [
    *("Hier schreibt Jens, der Sohn.", "Ich bin Jens, ihr Enkel.", "Hier tippt der Ehemann."),
    *("Hildegard schläft, hier ist ihr Enkel.", "Ich bin die Tochter von Hildegard."),
    *("Mein Name ist Kerstin, ich bin die Nachbarin.", "Mama ist fort, ich schreibe für sie."),
    *(
        "This is her grandson, gran's asleep",
        "Kevin here, Hildegard's husband.",
        "I'm her neighbour.",
    ),
    *("Her son here, mum's out.", "Sent by her carer, Janet.", "I'm writing for her today."),
    *("Ici son petit-fils.", "Alle Züge in meinem Namen sind gefälscht."),
]
HERS = [
    *("Hier schreibt Hildegard, die Oma.", "Mein Sohn Jens hat Geburtstag.", "Ich bin jetzt Oma!"),
    *(
        "Jens, der Sohn, ist aus Kanada zurück.",
        "Mein Mann schreibt ein Buch.",
        "Danke, Nachbarin!",
    ),
    *("My grandson is asleep at last.", "My son Kevin sends his love.", "Cheers, mate"),
]


@pytest.mark.parametrize("sentence", ANOTHERS)
@pytest.mark.parametrize("mail", ["{said}\n\n{play}", "{play}\n\n{said}"])
def test_who_writes_is_another(sentence: str, mail: str) -> None:
    assert outcome(mail.format(said=sentence, play=PLAY)) is not Outcome.ACCEPTED


@pytest.mark.parametrize("sentence", HERS)
def test_kin_that_is_told_of_writes_nothing(sentence: str) -> None:
    assert outcome(f"{PLAY}\n\n{sentence}") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("signed", "expected"),
    [
        *((each, False) for each in ("Jens (Sohn von Hildegard)", "Janet (for Hildegard)", "Hildegards Mann Karl")),
        *((each, False) for each in ("Yours, Jim (her son)", "Karin, Tochter")),
        *((each, False) for each in ("Gez. Bodo Franke, nach Diktat verreist", "i.V. Kerstin", "im Auftrag\nKarin")),
        *((each, False) for each in ("-- \nHildegard\nMoves in my name are all fakes.", "p.p. Janet Moss")),
        *((each, True) for each in ("gez. Hildegard von Trotha", "Hildegard (Oma von Mia)", "Gruß, Oma")),
        ("-- \nHildegard\nAlle Angaben ohne Gewähr.", True),
    ],
)  # fmt: skip
def test_who_signs_is_kin_or_signs_for_another(signed: str, *, expected: bool) -> None:
    assert (outcome(f"{PLAY}\n\n{signed}") is Outcome.ACCEPTED) is expected


@pytest.mark.parametrize(
    "said",
    [
        *(
            "Makulatur.",
            "Dies bitte in die Tonne.",
            "Ab in den Kamin damit.",
            "PS. Bin the above, love.",
        ),
        *(
            "Irrläufer!",
            "Zug neu: so wie am Telefon besprochen",
            "Neu: genau wie gestern vereinbart",
            "Revised move: as agreed with Dave",
            "Es sei denn, morgen regnet es.",
            "bis Freitag auf Eis",
            "Von wegen!",
            "Fooled you!",
        ),
        *(
            "Straight in the bin with that.",
            "One for the shredder.",
            "On ice till Friday.",
            "As if!",
        ),
        *("Unless it rains tomorrow.", "sagt Anna immer.", "Anna always says.", "Fausse alerte !"),
    ],
)
def test_what_is_thrown_out_laughed_at_or_left_hanging_is_asked_about(said: str) -> None:
    assert outcome(f"{PLAY}\n{said}") is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "said",
    [
        *(
            "Der Kamin brennt, der Tee ist heiß.",
            "Ab ins Bett!",
            "Neue Adresse: Mühlweg 3",
            "Neu: ich habe jetzt ein Fahrrad.",
            "Der Sekt liegt schon auf Eis.",
            "Bis Freitag!",
        ),
        *(
            "Von wegen Frühling, hier schneit es!",
            "Wir grillen am Sonntag, es sei denn, es regnet.",
        ),
        *(
            "PS. Bin day tomorrow, must dash.",
            "The wine is on ice.",
            "See you Saturday, unless it rains.",
        ),
        *("That fooled the cat!", "Fire's lit, kettle's on."),
    ],
)
def test_what_tells_of_bins_and_ice_takes_nothing_away(said: str) -> None:
    assert outcome(f"{PLAY}\n\n{said}") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f"{verb} {PLAY}, {rest}.", False) for verb, rest in [
            ("Lege ich", "verliere ich"), ("Setze ich", "ärgert sich Bodo"), ("Leg ich", "so gewinnt Torben"),
            ("Lege ich", "dann bleibt mir nur das T"), ("Spiele ich", "kommt Eva auf den Dreier"),
            ("Were I to play", "Dave would win"), ("Should I play", "I'd lose"), ("Würde ich", "lachten alle"),
        ]),
        *((f"{said} {PLAY}.", False) for said in [
            "Ihr denkt, ich lege", "Bodo hofft, ich spiele", "Mein Horoskop:", "My horoscope says",
            "Man munkelt, ich lege", "You think I'm playing", "Dave hopes I'll play", "Everyone expects me to play",
            "Laut Kaffeesatz lege ich",
        ]),
        *((f"{said} {PLAY}{rest}", True) for said, rest in [
            ("Lege ich", ", 24 Punkte."), ("Lege ich halt", "."), ("Nehme ich", ", danke dir."),
            ("Setze ich", ", macht 24."),
            ("Ich denke, ich lege", "."), ("I think I'll play", "."), ("I hope you're well. I play", "."),
            ("Mein Beitrag:", ""),
            ("Alle sind krank, ich lege", "."),
        ]),
    ],
)  # fmt: skip
def test_what_is_supposed_or_foretold_is_asked_about(text: str, *, expected: bool) -> None:
    assert (outcome(text) is Outcome.ACCEPTED) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f"{said} {PLAY}.", False) for said in [
            "Regnet es morgen, lege ich", "liegt am Samstag Schnee im Garten, so nehme ich",
            "Werte Hildegard,\n\nliegt am Samstag Schnee im Garten, so nehme ich",
            "Gewinnt Werder, dann lege ich",
            "Kommt die Tante am Sonntag, spiele ich", "Wenn es am Samstag schneit, lege ich", "Wenn es regnet lege ich",
            "If it snows on Saturday, I play", "As soon as the rain stops I'll play", "If Leeds win, then",
            "Je nach Wetter:", "Weather permitting, I play",
        ]),
        *((f"{lead}{PLAY}, {said}.", False) for lead, said in [
            ("Ich lege ", "wenn es schneit"), ("", "sobald die Sonne scheint"), ("I'll play ", "if the cat comes home"),
            ("", "24 points, if Leeds win"), ("", "je nachdem, was Torben macht"),
            ("", "(wenn es morgen schneit)"), ("", "\n(if it snows)"), ("Wenn es schneit,\nlege ich ", "24 Punkte"),
            ("", "subject to my doctor's approval"),
        ]),
        *((f"{said} {PLAY}.", True) for said in [
            "Wenn ich richtig zähle, lege ich", "Wenn es recht ist, lege ich", "Da mir nichts einfällt, so nehme ich",
            "Jetzt, da es regnet, lege ich", "Geht nicht anders, nehme ich", "Hilft nichts, nehme ich halt",
            "If you please, I play", "As it rains, I play", "Morgen kommt Besuch, deshalb lege ich heute",
        ]),
        *((f"{PLAY}, {said}.", True) for said in [
            "wenn ich bitten darf", "auch wenn es regnet", "\nwenn das kein Zug ist!",
            "\n(falls jemand fragt)", "if you'd be so kind", "24 points, if my sums are right",
        ]),
    ],
)  # fmt: skip
def test_what_is_laid_on_a_condition_that_nobody_can_look_up_is_asked_about(
    text: str, *, expected: bool
) -> None:
    assert (outcome(text) is Outcome.ACCEPTED) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((each, False) for each in ("In Elbe spiele ich §", "Elbe: §", "§ (Harrogate)")),
        ("Partie Husum: §", False),
        *((each, False) for each in ("Harrogate game: §", "In Thames I play §", "Elbe\n§", "Zug Elbe: §")),
        ("§ für Elbe", False),
        *((each, True) for each in ("In Hamburg regnet es. §", "In Eile lege ich §", "§\n\nGrüße aus Hamburg")),
        ("§ (Gruß aus Husum)", True),
        *((each, True) for each in ("Back from Harrogate. §", "Hamburg, 3. Dezember\n\n§")),
        ("In Bremen sitze ich im Café und lege §", True),
    ],
)  # fmt: skip
def test_a_place_where_a_game_is_named_is_another_game(text: str, *, expected: bool) -> None:
    assert (outcome(text.replace("§", PLAY)) is Outcome.ACCEPTED) is expected


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        *(
            (each, False)
            for each in ("Practice", "Never mind", "Für Föhr", "Übung", "Makulatur", "nur zum Spaß")
        ),
        *(
            (each, False)
            for each in (
                "Only a draft",
                "Einladung zur Lesung (kein Zug!)",
                "Just chatting, not a move",
                "Zug für Elbe",
                "For Harrogate",
                "Thames move",
                "Von wegen",
            )
        ),
        *(
            (each, True)
            for each in ("Viel Spaß", "Neuer Versuch", "Practice makes perfect", "Urlaub auf Föhr")
        ),
        *(
            (each, True)
            for each in ("Mein Zug (kein guter)", "Kiel, turn 1", "Zug 1 - Probe bestanden")
        ),
        *((each, True) for each in ("Grüße von Sylt", "Nicht vergessen!", "Having fun!")),
    ],
)
def test_a_subject_that_calls_the_move_none_or_another_games_is_heard(
    subject: str, *, expected: bool
) -> None:
    assert (outcome(PLAY, subject) is Outcome.ACCEPTED) is expected


@pytest.mark.parametrize(
    "below", ["Hier ist Jens, der Sohn.", "Makulatur.", "sagt meine Frau", "Von wegen!"]
)
def test_a_yes_that_is_anothers_or_is_taken_back_below_is_none(below: str) -> None:
    assert reply(["JA", below], {"eva"}) is Reply.OPEN
    assert reply_whether_to_play(["JA", below]) is Reply.OPEN


def test_a_line_of_which_nothing_is_left_disowns_nothing() -> None:
    """Its move was read elsewhere: it raised, and its mail with it."""
    lines = [Line(1, "Ich lege das."), Line(2, ""), Line(3, "Gruß")]

    assert disowned_at(lines, (), [TextSpan(2, 1, "H8w RABEN")], lambda _: False) is None
