"""Passes and exchanges that mails say in words of their own (turns 4, 5)."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.orders.entries import GameFace, ResignAct, UnreadOrder, orders_in
from mailref.orders.read_entries import OneMail
from mailref.orders.remarks import PLAY
from mailref.orders.turn_said import (
    TurnSaid,
    is_at_odds_with,
    masked,
    said_in_mail,
    sentences_in,
    turn_said,
)
from mailref.reading.incoming_mail import Attention
from tests.games.classic.examples import STANDARD
from tests.reading.reading import READER
from tests.writing.builders import mail

RACK = 7
KIEL = GameFace("kiel", "Classic Kiel", STANDARD)


def all_but(kept: str) -> TurnSaid:
    return TurnSaid("", kept, is_all=True)


ALL = TurnSaid(is_all=True)
PASS = TurnSaid()


@pytest.mark.parametrize(
    ("sentence", "turn"),
    [
        ("Mein H und mein R sind für den Beutel.", TurnSaid("HR")),
        ("AHS bitte tauschen", TurnSaid("AHS")),
        ("Ich tausche einen einzigen Stein, nämlich das A", TurnSaid("A")),
        ('Hiermit tausche ich "H" und "T".', TurnSaid("HT")),
        ("Ich möchte A und I umtauschen, den Rest behalte ich.", TurnSaid("AI")),
        ("H, R und den Joker gegen drei neue Steine", TurnSaid("?HR")),
        ("tausche h und r", TurnSaid("HR")),
        ("i change a and i", TurnSaid("AI")),
        ("I'd like new tiles for A and L, please.", TurnSaid("AL")),
        ("Four going back: D, H, L, O.", TurnSaid("DHLO")),
        ("I swap both E's", TurnSaid("EE")),
        ("Trading in M and two of the Ts", TurnSaid("MTT")),
        ("Das T behalte ich, alle anderen tausche ich.", all_but("T")),
        ("Ich behalte A und E, die restlichen fünf tausche ich aus", all_but("AE")),
        ("Alle bis aufs R tausche ich.", all_but("R")),
        ("I keep E and R and exchange the other five.", all_but("ER")),
        ("The L stays, everything else I'm swapping.", all_but("L")),
        ("All but E go back.", all_but("E")),
        ("Everything except A to be replaced.", all_but("A")),
        ("Bitte R, S, T abgeben und drei andere ziehen.", TurnSaid("RST")),
        ("Nur das U soll weg, den Rest brauche ich noch.", TurnSaid("U")),
        (
            "Mit I und T komm ich nicht weiter, drum werf ich sie in den Beutel zurück.",
            TurnSaid("IT"),
        ),
        ("I wanted BROAD but there's no spot, so B, D and R get exchanged.", TurnSaid("BDR")),
        ("Mad I know, but the U is the one I'm changing.", TurnSaid("U")),
        ("G und K müssen weg, und zwar tausche ich G und K.", TurnSaid("GK")),
        ("RST raus!", TurnSaid("RST")),
        ("Kein Q-Wort weit und breit, daher Q und N gegen Neues.", TurnSaid("NQ")),
        ("All but the R goes back, the R I'm keeping.", all_but("R")),
        ("A und B behalten! Alles andere: Tausch!", all_but("AB")),
        ("Ich tausche 7 Steine, also alle.", ALL),
        ("Blank mind, blank look, pass.", PASS),
        ("Zu viel T, zu wenig Zeit, ich setze die Runde aus.", PASS),
        ("Komplettaustausch, bitte: alles weg!", ALL),
        ("Full exchange for me this turn", ALL),
        ("Ich passe nicht, sondern tausche alles.", ALL),
        ("Ich verzichte diesmal.", PASS),
        ("Skip me this turn, I've nothing to play.", PASS),
        ("Es hilft alles nichts, diesmal wird gepasst.", PASS),
        (
            "Ich behalte A, E und S und tausche die übrigen vier, also B, C, D und F.",
            TurnSaid("BCDF"),
        ),
    ],
)
def test_a_sentence_tells_which_tiles_go_and_which_stay(sentence: str, turn: TurnSaid) -> None:
    assert turn_said(sentence, RACK) == turn


@pytest.mark.parametrize(
    "sentence",
    [
        "Draußen regnet es.",
        "Mein T nervt mich.",
        "Ich tausche H, den Rest auch.",  # the rest, and one that goes with it
        "Ich tausche zwei Steine, nämlich H, R und S.",  # which two?
        "I exchange E, X (one E only).",  # named twice
        "Ich tausche das E, das E behalte ich.",
        "I swap the Ts.",  # nobody knows how many
        "Exchange all that aren't A.",
        "Exchange all 5.",
        "Ich tausche 5 Steine.",
        "Tausche alle Vokale",
        "Tausche drei Steine und drei andere auch.",
        "All three get exchanged.",
        "Ich tausche H, R behalte ich.",  # which of the two is R said to be?
        "Ich tausche das H nicht.",
        "H.I.T. - exchange, please",
        "Von mir kommt DRUCKEN.",  # a word that is laid
        "Karin meinte B, ich tausche aber O und R.",
        "Ich behalte A, E und S und tausche die übrigen vier, also B, C und D.",  # and the fourth?
    ],
)
def test_what_does_not_agree_is_left_to_a_question(sentence: str) -> None:
    assert turn_said(sentence, RACK) is None


@pytest.mark.parametrize(
    ("sentence", "weighed"),
    [
        ("Ich tausche H, R und das S, lg Uschi", f"Ich tausche {PLAY}, lg Uschi"),
        ("PASSE diesmal", "PASSE diesmal"),
        ("I keep E and swap R", f"I keep {PLAY} and swap {PLAY}"),
    ],
)
def test_a_list_of_tiles_is_one_sign(sentence: str, weighed: str) -> None:
    assert masked(sentence) == weighed


@pytest.mark.parametrize(
    ("texts", "turn"),
    [
        (["Das Q und das X nerven.", "Die tausche ich."], TurnSaid("QX")),
        (["Ich tausche", "H und R", "gegen zwei neue."], TurnSaid("HR")),
        (["Ich tausche E und T. Bis bald!", "Otto"], TurnSaid("ET")),
        (["Alle Steine bis auf A und ? tausche ich."], all_but("?A")),
        (["Wollen wir? Ich tausche H und R."], TurnSaid("HR")),
        (["Letzte Runde war schlimm.", "Ich passe."], PASS),
        (["Ich tausche H.", "Ich tausche R."], None),
        (["Ich passe.", "Ich tausche H."], None),
        (["H wie Heinrich und I wie Ida bitte tauschen."], None),  # two lists
        (["Ich tausche H und R.", "Den Tausch von S überlege ich mir."], None),
        (["Das Wort REISE passt nirgends hin."], None),
        (["Tausche A, B, C, D, E, F und G.", "Ich tausche alle sieben."], TurnSaid("ABCDEFG")),
        (["Nichts zu sehen hier?"], PASS),  # whether it is meant is weighed
    ],
)
def test_a_mail_says_one_turn_or_none(texts: Sequence[str], turn: TurnSaid | None) -> None:
    said = said_in_mail(texts, RACK)

    assert (said.turn if said else None) == turn


@pytest.mark.parametrize(
    ("texts", "is_meant"),
    [
        (["Mein H und mein R sind für den Beutel."], True),
        (["Mein H und mein R sind für den Beutel.", "Schöne Grüße an Ilse!"], True),
        (["i wechsle H und R"], True),
        (["Für diesen Zug setze ich aus."], True),
        (["Mir fällt nichts ein und ich tausche drei Steine: H, R und S gehen zurück."], True),
        (
            [
                "Tausche H und R bitte.",
                "Neulich hab ich fünf auf einmal hergegeben und prompt bereut.",
            ],
            True,
        ),
        (["Tausche H und R bitte.", "Woher kommt eigentlich der Name Scrabble?"], True),
        (["Would you be so kind as to exchange H and R?"], True),
        (["Würdest du so nett sein und H und R tauschen?"], True),
        (["Could you pass for me this time?"], True),
        (["Would you exchange H and R?"], False),
        (["Würdest du H und R tauschen?"], False),
        (["Wie viele Steine sind noch im Beutel?", "Tausche H und R bitte."], False),
        (["Tausche H und R bitte.", "Oder erst nächste Runde?"], False),
        (["Dois-je passer ?"], False),
        (["Nächste Runde tausche ich alles."], False),
        (["Letztes Mal habe ich gepasst und es bereut."], False),
        (["Ted's move: exchange all."], False),
        (["IF IT RAINS:", "PASS"], False),
        (["Ich passe und tausche H."], False),
        (["Should I exchange E?"], False),
        (["Wenn nichts geht, tausche ich H und R."], False),
        (["My move for this turn is not a pass."], False),
        (["my brother said: I pass"], False),
        (["Soll ich H und R tauschen oder nicht"], False),
        (["Nichts zu sehen hier?"], False),
        (["I exchange H and R.", "Only joking, I'll think about it."], False),
    ],
)
def test_what_is_meant_is_told_from_what_is_not(texts: Sequence[str], is_meant: bool) -> None:
    said = said_in_mail(texts, RACK)

    assert said is not None
    assert said.is_meant is is_meant


@given(st.sets(st.sampled_from("BCDFGHJKLMNPQRTVWXYZ"), min_size=1, max_size=6), st.randoms())
def test_the_same_tiles_go_in_whatever_order_they_are_named(
    letters: set[str], chance: random.Random
) -> None:
    named = sorted(letters)
    chance.shuffle(named)
    *first, last = named
    said = f"{', '.join(first)} und {last}" if first else last

    assert turn_said(f"Ich tausche {said}.", RACK) == TurnSaid("".join(sorted(letters)))
    assert turn_said(f"Alles außer {said} tausche ich.", RACK) == all_but("".join(sorted(letters)))


@given(
    st.lists(
        st.sampled_from(
            [
                "Ich tausche H und R.",
                "Schön hier",
                "bis bald",
                "H.",
                "R, S und T",
                "alles",
                "passe",
                "I keep E",
                "the rest goes",
                "?",
                "und",
                "OTTO",
                "M. Olsen",
            ]
        ),
        max_size=6,
    )
)
def test_no_mail_is_too_odd_and_no_tile_goes_that_is_not_named(texts: list[str]) -> None:
    said = said_in_mail(texts, RACK)

    assert all(map(str.strip, sentences_in(texts)))
    if said is not None:
        assert set(said.turn.letters + said.turn.kept) <= set("".join(texts).upper())
        assert not set(said.turn.letters) & set(said.turn.kept)


def test_an_order_is_written_as_the_grammar_reads_it() -> None:
    assert TurnSaid("HR").written == "TAUSCHE H R"
    assert all_but("AE").written == "TAUSCHE ALLE außer A E"
    assert PASS.written == "PASSE"


@pytest.mark.parametrize(
    ("texts", "letters", "kept", "is_at_odds"),
    [
        (["I und S weg."], "S", "", True),
        (["i und h raus bitte"], "H", "", True),
        (["H und I raus bitte."], "HI", "", False),
        (["Keep the E. Swap the E and the H."], "EH", "", True),
        (["TAUSCHE E H", "", "Das E brauche ich noch."], "EH", "", True),
        (["Tausche H und R, ich brauche Vokale."], "HR", "", False),
        (["Ich behalte A, E und S und tausche die anderen drei."], "", "AES", True),
        (["Ich behalte A, E und S und tausche die anderen vier."], "", "AES", False),
        (["Tausche H und R. Den Rest behalte ich."], "HR", "", False),
    ],
)
def test_what_a_mail_says_of_its_tiles_agrees_with_the_exchange_that_is_read(
    texts: Sequence[str], letters: str, kept: str, is_at_odds: bool
) -> None:
    assert is_at_odds_with(texts, letters, kept, RACK) is is_at_odds


@pytest.mark.parametrize(
    "text",
    [
        "ich gebe mich geschlagen", "Well played, you win!", "Ich werfe das Handtuch.\nLG Anke", "I surrender.",
        "Ok, ich geb dann jetzt auf, du bist zu gut für mich.", "Tu as gagné !",
    ],
)  # fmt: skip
def test_who_says_that_he_has_lost_may_mean_to_resign(text: str) -> None:
    """It was answered as a mail without a move; he is asked, and nothing ends before his yes."""
    (entry,) = OneMail(READER, (KIEL,), KIEL, Attention()).read_mail(mail(text)).entries
    orders = orders_in(entry)
    assert orders is not None
    assert orders.acts == (ResignAct(is_in_sentence=True),)


@pytest.mark.parametrize(
    "text",
    ["Noch gebe ich mich nicht geschlagen!", "Hast du gewonnen?", "8F RABEN\nDu hast gewonnen."],
)
def test_who_has_not_lost_or_moves_does_not(text: str) -> None:
    reading = OneMail(READER, (KIEL,), KIEL, Attention()).read_mail(mail(text))
    acts = [act for it in map(orders_in, reading.entries) if it is not None for act in it.acts]
    assert acts == []


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Ich tausche heute nur: bitte nimm mir A, I, R ab", "AIR"),
        ("I'll just swap today: please take A, I, R off me", "AIR"),
        ("Ich tausche.\nUnd zwar die Steine A und I.", "AI"),
    ],
)
def test_the_tiles_of_an_exchange_may_stand_apart_from_its_word(text: str, letters: str) -> None:
    (entry,) = OneMail(READER, (KIEL,), KIEL, Attention()).read_mail(mail(text)).entries
    orders = orders_in(entry)
    assert orders is not None
    assert [each.asked for each in orders.orders] == [("exchange", letters)]


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("Ich lege nichts, sondern tausche das H und das I. Die anderen fünf bleiben hier.", False),
        ("Tausche H und I.\nGestern im Chor traf keiner das hohe C.", False),
        ("Ich tausche alle. Mehr fällt mir nicht ein. A.", False),
        ("Ich tausche alle. Das A bleibt hier.", True),
        ("Tausche H und I.\nDas C auch.", True),
        ("Diesmal passe ich, ohne zu tauschen. Die Steine sind ja gut.", False),
    ],
)
def test_what_is_said_beside_tiles_that_go_keeps_none_unless_it_says_so(
    text: str, is_asked: bool
) -> None:
    reader = OneMail(READER, (KIEL,), KIEL, Attention(), people=("Anna",))
    (entry,) = reader.read_mail(mail(text)).entries
    orders = orders_in(entry)
    assert orders is not None
    assert (entry.ambiguity is not None or not orders.orders[0].asked) is is_asked


@pytest.mark.parametrize(
    ("text", "given", "is_asked"),
    [
        ("Das H und das I müssen weg, ich tausche diese beiden und setze damit aus.", ("exchange", "HI"), False),
        ("I swap H and I, and so miss my turn.", ("exchange", "HI"), False),
        ("Tauschen lohnt nicht mehr, weder H noch I, somit passe ich.", "pass", False),
        ("Das H und das I müssen weg, ich tausche diese beiden und setze aus.", "pass", True),
        ("Letztes Mal habe ich H und I getauscht, heute passe ich.", "pass", False),
        ("Ich würde gern H, I u. A loswerden, bitte tauschen.", ("exchange", "AHI"), False),
        ("Ich verzichte auf einen Zug, also passen.", "pass", False),
        ("ich würd gern H, I u. A loswerden, bitte tauschen, danke", ("exchange", "AHI"), False),
        ("Ich möchte H und I loswerden, bitte tauschen.", ("exchange", "HI"), False),
        ("Mir bleibt nur passen.", "pass", False),
        ("Mir bleibt nichts anderes übrig, als zu passen.", "pass", False),
        ("Da kann ich nur passen, schade.", "pass", False),
        ("All I can do is pass.", "pass", False),
        ("There's nothing for it but to pass.", "pass", False),
        ("I have no choice but to pass.", "pass", False),
        ("Il ne me reste qu'à passer.", "pass", False),
    ],
)  # fmt: skip
def test_an_exchange_costs_the_turn_which_is_no_pass_besides(
    text: str, given: str | tuple[str, str], is_asked: bool
) -> None:
    reader = OneMail(READER, (KIEL,), KIEL, Attention(), people=("Anna",))
    (entry,) = reader.read_mail(mail(text)).entries
    orders = orders_in(entry)
    assert orders is not None
    assert orders.orders[0].asked == given
    assert (entry.ambiguity is not None) is is_asked


def test_an_exchange_whose_tiles_nobody_names_is_asked_about() -> None:
    text = "Ich tausche. Bodo hat wohl nur A und I gehabt."
    (entry,) = OneMail(READER, (KIEL,), KIEL, Attention()).read_mail(mail(text)).entries
    orders = orders_in(entry)
    assert orders is not None
    assert isinstance(orders.orders[0], UnreadOrder)
