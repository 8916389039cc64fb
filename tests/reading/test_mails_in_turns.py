"""Mails in games in turns, and of both families at once, read as whole mails."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from mailref.assets import grammars
from mailref.games.rummikub.reading import TableReader
from mailref.games.rummikub.rules import Robbed
from mailref.office import entry_reader
from mailref.orders.entries import (
    AcceptAct,
    AcceptsAllAct,
    Ambiguity,
    ChallengeAct,
    Condition,
    ExchangeOrder,
    GameFace,
    HistoryAct,
    IfPass,
    IfTakenBack,
    Otherwise,
    PassOrder,
    PlayOrder,
    ResignAct,
    TilesAct,
    Wish,
    orders_in,
)
from mailref.orders.grammar import CountedLark, Grammars
from mailref.orders.order_lines import OrderReader, without_slip
from mailref.orders.table import Command
from mailref.tiles.board import Axes, Notation
from tests.games.classic.examples import STANDARD
from tests.reading.reading import GAMES, YERRES, lines_of, orders_of, read

KIEL = GameFace("kiel", "Classic Kiel", STANDARD)
ALL = (*GAMES, KIEL)
ORDERS = OrderReader(entry_reader().grammars)
TABLE_ORDERS = TableReader(entry_reader().grammars)
_CASES = json.loads((Path(__file__).parents[1] / "games/cases/forms.json").read_text("utf-8"))
FORMS = [case for case in _CASES["cases"] if case["game"] != "rummikub"]


def test_a_grammar_is_compiled_when_a_line_is_first_read_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[str] = []
    shared = Grammars(grammars())

    def compile_one(name: str, starts: Sequence[str]) -> CountedLark:
        compiled.append(name)
        return entry_reader().grammars.of(name, starts)

    monkeypatch.setattr(shared, "of", compile_one)
    orders = OrderReader(shared)
    at_once = list(compiled)
    for _ in range(2):
        orders.read(lines_of("PASSE"), KIEL.rules.notation)

    assert at_once == []
    assert compiled == ["turns.lark"]


@pytest.mark.parametrize("case", FORMS, ids=lambda case: case["name"])
def test_every_form_of_an_order_is_read_in_a_mail_as_by_itself(case: Mapping[str, Any]) -> None:
    text = "\n".join(case["lines"])
    alone = ORDERS.read(lines_of(text), KIEL.rules.notation)
    entries = read(text, games=ALL, default=KIEL).entries
    assert [orders_of(entry).asked for entry in entries if orders_in(entry)] == [alone.asked]


@pytest.mark.parametrize("swap", ["Jokertausch=A12", "blank swap: A12"])
@pytest.mark.parametrize("form", ["{swap}\nH4 RUCKEN", "H4 RUCKEN\n{swap}"], ids=["above", "below"])
def test_a_swap_in_a_line_of_its_own_belongs_to_the_play_beside_it(form: str, swap: str) -> None:
    """As in games in rounds: below a play it was dropped without a word."""
    (entry,) = read(form.format(swap=swap), games=ALL, default=KIEL).entries
    (group,) = orders_of(entry).groups
    (order,) = group.orders
    assert isinstance(order, PlayOrder)
    assert order.written.move is not None
    assert [each.span.text for each in order.written.move.swaps] == ["A12"]


def test_both_families_in_one_mail_by_their_titles() -> None:
    text = "1-Zug-Scrabble Yerres\nE4s KATZE\n\nClassic Kiel\nH4 RUCKEN\nGrüße, Anna"
    yerres, kiel = read(text, games=ALL).entries
    for entry, word in ((yerres, "KATZE"), (kiel, "RUCKEN")):
        ((order,),) = [group.orders for group in orders_of(entry).groups]
        assert isinstance(order, PlayOrder)
        assert order.written.move is not None
        assert order.written.move.plays[0].word == word


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Verlauf?", HistoryAct()),
        ("VERLAUF bitte", HistoryAct()),
        ("History, please?", HistoryAct()),
        ("Steine?", TilesAct()),
        ("bitte Steine!", TilesAct()),
        ("Tiles?", TilesAct()),
    ],
)
def test_a_command_may_be_asked_as_a_question(text: str, act: object) -> None:
    """As `Stand?` may."""
    assert ORDERS.read(lines_of(text), KIEL.rules.notation).acts == (act,)
    assert TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS)).acts == (act,)


@pytest.mark.parametrize(
    "text",
    [
        "Yerres: E4s KATZE\nClassic Kiel: PASSE",
        "Classic Kiel - PASSE\n\nFür Yerres: E4s KATZE",
        "Classic Kiel\nPASSE\n\n1-Zug-Scrabble Yerres: E4s KATZE",
    ],
)
def test_an_order_may_stand_behind_the_title_of_its_game(text: str) -> None:
    found = {each.game: each for each in read(text, games=ALL).entries}
    assert orders_in(found["kiel"]) is not None
    assert isinstance(orders_of(found["kiel"]).groups[0].orders[0], PassOrder)
    assert found["yerres"].moves[0].move is not None


def test_a_player_named_above_the_first_title_is_meant_in_every_game() -> None:
    text = "Hallo,\nSpieler=Anna\n\nYerres\nE4s KATZE\n\nClassic Kiel\nSpieler=Ben\nPASSE"
    names = [each.player and each.player.text for each in read(text, games=ALL).entries]
    assert names == ["Anna", "Ben"]


def test_commands_press_and_player_stand_beside_orders() -> None:
    text = "Spieler=Anna\nANFECHTEN GÖTZE\nTAUSCHE A E N\nSTAND\nPRESSE: Na warte!"
    reading = read(text, games=(YERRES, KIEL), default=KIEL)
    (entry,) = reading.entries
    assert entry.player is not None
    assert entry.player.text == "Anna"
    assert orders_in(entry) is not None
    assert [type(act) for act in orders_of(entry).acts] == [ChallengeAct]
    assert isinstance(orders_of(entry).groups[0].orders[0], ExchangeOrder)
    assert reading.commands == (Command.STATUS, Command.PRESS)
    assert reading.said[Command.PRESS] == "Na warte!"


def test_a_heading_is_none_where_a_condition_stands() -> None:
    text = "FALLS PASS:\nPASSE\nSONST:\nH4 RUCKEN"
    (entry,) = read(text, games=ALL, default=KIEL).entries
    assert orders_in(entry) is not None
    assert len(orders_of(entry).groups) == 2
    assert isinstance(orders_of(entry).groups[0].orders[0], PassOrder)


def test_prose_alone_asks_for_nothing() -> None:
    assert read("Hallo,\nwann geht es weiter?\nAnna", games=ALL, default=KIEL).entries == ()


@pytest.mark.parametrize(
    "text", ["In this game I pass on no messages.", "I pass on what Ben wrote."]
)
def test_who_passes_something_on_does_not_pass(text: str) -> None:
    assert read(text, games=ALL, default=KIEL).entries == ()


def test_two_sections_for_one_game_that_differ_are_asked_about() -> None:
    text = "Classic Kiel\nH4 RUCKEN\n\nYerres\nE4s KATZE\n\nClassic Kiel\nPASSE"
    found = [e for e in read(text, games=ALL).entries if e.game == "kiel"]
    assert [entry.ambiguity for entry in found] == [Ambiguity.TWO_ENTRIES] * 2
    again = "Classic Kiel\nPASSE\n\nYerres\nE4s KATZE\n\nClassic Kiel\nPasse."
    found = [e for e in read(again, games=ALL).entries if e.game == "kiel"]
    assert [entry.ambiguity for entry in found] == [None]


# Tiles in the order of their letters: the same ones in another order are the same exchange.
TWO_TILES = ("exchange", "AE")
CHALLENGED = ("challenge", ("RUCKEN",))


def _asked(text: str) -> list[object]:
    """Return what is asked for beyond doubt: moves, and what is done at once."""
    found = ORDERS.read(lines_of(text), KIEL.rules.notation)
    if found.faults or found.ambiguous_at or found.unread_at:
        return []
    orders = [order.asked for group in found.groups for order in group.orders]
    acts = [
        ("challenge", act.words) if isinstance(act, ChallengeAct) else type(act).__name__
        for act in found.acts
    ]
    return [*acts, *orders]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("passe 😢", "pass"),
        ("Ich passe diesmal. PASSE", "pass"),
        ("PASSE\nIch passe diesmal.", "pass"),
        ("Ok, PASSE", "pass"),
        ("Leider muss ich passen.", "pass"),
        ("Ich setze in dieser Runde aus.", "pass"),
        ("I'll pass this time.", "pass"),
        ("PASSE (0 Punkte)", "pass"),
        ("bitte TAUSCHE A E", TWO_TILES),
        ("tausche a, e bitte 🙏", TWO_TILES),
        ("I'd like to exchange A and E please.", TWO_TILES),
        ("Ich möchte A und E tauschen", TWO_TILES),
        ("TAUSCHE 2 Steine: A, E (0 Punkte)", TWO_TILES),
        ("Ich tausche zwei Buchstaben, und zwar A, E", TWO_TILES),
        ("Einspruch gegen das Wort RUCKEN.", CHALLENGED),
        ("Ich bezweifle RUCKEN", CHALLENGED),
        ("RUCKEN doesn't exist, challenge", CHALLENGED),
        ("Nehme ich an.", "AcceptAct"),
        ("Ich möchte RUCKEN anfechten", CHALLENGED),
        ("Ich fechte das mal an.", ("challenge", ())),
        ("TAUSCHE A, E", TWO_TILES),
        ("TAUSCHE Q und den Joker", ("exchange", "?Q")),
        ("ich tausche zwei Steine um: A und E.", TWO_TILES),
        ("Ich tausche um: A und E.", TWO_TILES),
        ("heute bitte tauschen: A und E zurück in den Beutel, zwei neue für mich.", TWO_TILES),
        ("Ich tausche: A und E bitte gegen zwei neue.", TWO_TILES),
        ("I should like to hand in the A and the E and keep the rest.", TWO_TILES),
        ("I'll exchange: A and E go back in the bag.", TWO_TILES),
        ("Ich tausche A und E", TWO_TILES),
        ("Bitte A und E zurück in den Beutel", TWO_TILES),
        ("Es werden getauscht: A, E", TWO_TILES),
        ("A und E gehen zurück.", TWO_TILES),
        ("Ich tausche zwei davon: A, E", TWO_TILES),
        ("A and E back in the bag please", TWO_TILES),
        ("I return the A and the E to the bag", TWO_TILES),
        ("I return the A and the E to the bag and take two fresh ones.", TWO_TILES),
        ("Bitte A und E gegen etwas Netteres tauschen.", TWO_TILES),
        ("Drei Vokale zu viel, ich möcht A und E tauschen. Danke dir!", TWO_TILES),
        ("I'll swap two of them, A and E, and keep the other five.", TWO_TILES),
        ("Exchange A E please. I'll keep the rest.", TWO_TILES),
        ("gonna pass this one", "pass"),
        ("I'd like to challenge RUCKEN please", CHALLENGED),
        ("ok, angenommen 👍", "AcceptAct"),
    ],
)
def test_words_that_say_nothing_may_stand_beside_an_order(text: str, wanted: object) -> None:
    assert _asked(text) == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Tausche bitte folgende Buchstaben: E, A", ("exchange", "AE")),
        ("alle Buchstaben tauschen", ("exchange", None)),
        ("TAUSCHE DIE", ("exchange", "DEI")),
        ("TAUSCHE DIE E N", ("exchange", "DEEIN")),
        ("Tausche die E und N", ("exchange", "EN")),
        ("EXCHANGE THE", ("exchange", "EHT")),
        ("Ich tausche meine sämtlichen 7 Steine um", ("exchange", None)),
        ("moin. nix auf der bank. ich tausch ma 3: q, v, y. gruß hein", ("exchange", "QVY")),
        ("Ich würde gerne die Buchstaben A und E gegen neue eintauschen. Ihr Max", TWO_TILES),
        ("Ich muss leider passen :-(", "pass"),
        ("Passe leider, nix zu machen", "pass"),
        ("ICH PASSE. DAS WIRD NICHTS MEHR MIT DIESEN STEINEN.", "pass"),
        ("Kann leider nicht legen, also passe ich diese Runde mal. LG", "pass"),
        ("Muss wohl passen... ist nicht mein Spiel heute", "pass"),
        ("Hallo Erika, ich passe leider.", "pass"),
        ("Ned bös sei, aber i pass", "pass"),
        ("pass i guess... nothing fits", "pass"),
        ("No move possible, so I pass.", "pass"),
        ("Ich fechte RUCKEN an, das gibt es doch nie im Leben!", CHALLENGED),
        ("Das Wort RUCKEN kenne ich nicht. Ich zweifle es jedenfalls an.", CHALLENGED),
        ("Das muss ich anfechten: RUCKEN!", CHALLENGED),
        ("RUCKEN kenne ich nicht, das zweifle ich an!", CHALLENGED),
        ("Challenge! RUCKEN is not a word.", CHALLENGED),
    ],
)
def test_an_order_inside_a_sentence_is_read(text: str, wanted: object) -> None:
    assert _asked(text) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "Ich passe auf die Kinder auf, melde mich später",
        "Beim Grillen am Samstag muss ich leider passen.",
        "Passt mir gut mit dem Termin am Samstag! Mein Zug folgt.",
        "Ich tausche mich gern mit dir über Wein aus. Bis bald",
        "Das Kleid passt nicht, ich tausche es um",
        "Ich wechsle den Anbieter, neue Adresse folgt.",
        "Darf man auch passen, wenn man noch tauschen könnte?",
        "Einverstanden, dann treffen wir uns im Mai.",
        "Angenommen, das Wort steht nicht im Duden.",
        "Ich nehme mal an, ihr seid alle gesund.",
        "Weiter so!",
        "Pass auf dich auf!",
        "Ich ziehe 2 Kinder groß.",
        "pass. A blank can be any letter",
        "I accept your invitation with pleasure.",
        "I change trains in Ulm, so I may be late.",
        "Passte leider nicht",
        "In der Gasse",
    ],
)
def test_prose_that_sounds_like_an_order_is_none(text: str) -> None:
    assert ORDERS.read(lines_of(text), KIEL.rules.notation).is_empty
    assert TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS)).is_empty


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to swap my Q and both Us please, thanks!",
        "Ich passe oder tausche, mal sehen.",
        "Vielleicht passe ich, ich passe aber ungern.",
        "Ich passe. Ach nein, doch nicht!",
        "Ich passe. H4 RUCKEN",
        "Ich tausche A E. H4 RUCKEN",
        "Ich tausche A, E, obwohl: ich passe.",
        "passe, nein doch nicht",
        "TAUSCHE A (nein, doch nicht)",
        "tausceh A E",
        "pase",
        "Ich apsse",
        "anfecthen rucken",
        "angenomen",
        "Hl RUCKEN",
        "AlO RUCKEN",
        "Entweder H4 RUCKEN oder 5E RHEUMAS",
        "Angenommen, du legst H4 RUCKEN",
        "Soll ich H4 RUCKEN legen?",
    ],
)
def test_a_sentence_that_leaves_its_order_in_doubt_is_asked_about(text: str) -> None:
    (entry,) = read(text, games=ALL, default=KIEL).entries
    assert entry.ambiguity is Ambiguity.UNREAD_PLAY


@pytest.mark.parametrize(
    ("text", "wish", "accepts"),
    [
        ("H4 RUCKEN und ich ziehe 2 Vokale und 5 Konsonanten", Wish(2, 5), []),
        ("H4 RUCKEN\nIch möchte 3 Vokale und 3 Konsonanten ziehen", Wish(3, 3), []),
        ("H4 RUCKEN\nUnd bitte ANNAHME AN", None, [AcceptsAllAct(wanted=True)]),
        ("That's fine with me, I accept. My move: H4 RUCKEN", None, [AcceptAct()]),
        ("Akzeptiert! Und jetzt ich: H4 RUCKEN", None, [AcceptAct()]),
        ("Kein Einspruch. H4 RUCKEN", None, [AcceptAct()]),
        ("Angenommen, h4 rucken, lg Anna", None, [AcceptAct()]),
        ("ok, H4 RUCKEN", None, []),
        ("H4 Rucken. Viele Grüße, Anna", None, []),
        ("h4 rucken danke", None, []),
        ("H4 RUCKEN\nIch nehme an, dass das reicht.", None, []),
    ],
)
def test_what_is_wished_beside_a_move_is_not_dropped(
    text: str, wish: Wish | None, accepts: list[object]
) -> None:
    found = ORDERS.read(lines_of(text), KIEL.rules.notation)
    ((order,),) = (group.orders for group in found.groups)
    assert isinstance(order, PlayOrder)
    assert (order.wish, list(found.acts), found.unread_at) == (wish, accepts, None)


@pytest.mark.parametrize(
    ("text", "words"), [("Einspruch! H4 RUCKEN", ()), ("ANFECHTEN GÖTZE, H4 RUCKEN", ("GÖTZE",))]
)
def test_a_challenge_before_a_move_in_its_line_is_one(text: str, words: tuple[str, ...]) -> None:
    found = ORDERS.read(lines_of(text), KIEL.rules.notation)
    (act,) = found.acts
    assert isinstance(act, ChallengeAct)
    assert act.words == words
    assert _asked(text) != []


@pytest.mark.parametrize("text", ["PASSE", "Wenn es passt, PASSE", "PASSE, wenn es passt"])
def test_words_that_only_sound_as_a_condition_are_none(text: str) -> None:
    found = ORDERS.read(lines_of(text), KIEL.rules.notation)
    assert [(group.condition, len(group.orders)) for group in found.groups] == [(None, 1)]
    assert not found.faults


def test_what_a_player_does_is_no_word_of_a_condition() -> None:
    found = ORDERS.read(
        lines_of("Sollte Ben H4 belegen, dann bitte 5E RHEUMAS"), KIEL.rules.notation
    )
    assert [fault.code for fault in found.faults] == ["condition"]


def test_another_case_in_words_is_read_behind_a_condition() -> None:
    text = "Falls Anna passt, lege ich H4 RUCKEN, ansonsten tausche ich E und N."
    found = ORDERS.read(lines_of(text), KIEL.rules.notation)
    assert [group.condition for group in found.groups] == [IfPass("Anna"), Otherwise()]


@pytest.mark.parametrize(
    "text",
    [
        "PASSE?",
        "ok weiter",
        "WIR TAUSCHEN",
        "lieber nicht tauschen",
        "ANFECHTEN nicht nötig",
        "nicht anfechten",
        "Ich möchte nichts anfechten",
        "mehr anfechten",
        "ANFECHTEN RUCKEN, sonst 5E RHEUMAS",
        "Tausche alles außer Haus",
        "H4 RUCKEN unless he plays there",
        "PS: PASSE",
    ],
)
def test_other_words_beside_an_order_leave_none(text: str) -> None:
    assert _asked(text) == []


@pytest.mark.parametrize(
    "text", ["Ich lege RUCKEN", "Ich lege das Wort RUCKEN.", "RUCKEN, sonst RUCK"]
)
def test_a_word_without_its_square_is_asked_where_it_lies(text: str) -> None:
    found = ORDERS.read(lines_of(text), KIEL.rules.notation)
    ((order,),) = (group.orders for group in found.groups)
    assert isinstance(order, PlayOrder)
    assert [fault.code for fault in order.written.faults] == ["missing_place"]


def test_tiles_are_counted_where_the_player_counts_them() -> None:
    assert _asked("TAUSCHE 2: A E") == [TWO_TILES]
    found = ORDERS.read(lines_of("TAUSCHE 3: A E"), KIEL.rules.notation)
    assert [order.asked for group in found.groups for order in group.orders] != [TWO_TILES]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("TAUSCHE A\nKorrektur: TAUSCHE A E", TWO_TILES),
        ("PASSE\nnein, ich tausche A, E", TWO_TILES),
        ("H4 RUCKEN\nnein, ich passe lieber", "pass"),
        ("H4 RUCKEN\n\nHalt, doch lieber PASSE", "pass"),
    ],
)
def test_a_correction_takes_the_place_of_the_order_above(text: str, wanted: object) -> None:
    assert _asked(text) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "PASSE\nHalt, doch nicht!",
        "TAUSCHE A\nBitte ignorieren.",
        "H4 RUCKEN\nVergiss es.",
        "ANFECHTEN RUCKEN\nnein, doch nicht",
        "PASSE\nVertippt, sorry",
        "H4 RUCKEN\n/PASSE\nnein, doch lieber TAUSCHE A",
        "PASSE\nTAUSCHE A",
    ],
)
def test_an_order_that_is_taken_back_below_is_asked_about(text: str) -> None:
    assert _asked(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "ANFECHTEN!! Götze gibt es nicht.\n\nH4 RUCKEN",
        "I think I'll challenge GÖTZE.\nPASS",
        "Vorauszug: H4 RUCKEN\nGilt nur, wenn Ben passt.",
        "H4 RUCKEN\n(aber nur, falls er Steine tauscht)",
        "PASSE\nAber nur, wenn das Wort zurückgeht!",
    ],
)
def test_a_challenge_or_a_condition_in_a_sentence_is_never_passed_over(text: str) -> None:
    assert _asked(text) == []


def test_a_challenge_in_a_whole_sentence_is_made_before_the_move_below_it() -> None:
    challenge, play = _asked("Das ist kein Wort, das fechte ich an.\nH4 RUCKEN")

    assert challenge == ("challenge", ())
    assert "RUCKEN" in str(play)


@pytest.mark.parametrize(
    "text",
    [
        "Einspruch erhebe ich keinen.\nPASSE",
        "Ohne Zweifel ein toller Zug!\nPASSE",
        "Das hätte ich fast angefochten.\nPASSE",
    ],
)
def test_what_only_sounds_like_a_challenge_is_prose(text: str) -> None:
    assert _asked(text) == ["pass"]


@pytest.mark.parametrize(
    "text",
    [
        "I doubt that anyone objects to RUCKEN.",
        "I doubt that anyone\nwill object to RUCKEN.",
        "I doubt, like everyone, that RUCKEN can be beaten",
        "I doubt that my mother would object to RUCKEN",
        "I challenge that anyone can beat RUCKEN",
        "I challenge that RUCKEN is the best word ever",
        "I challenge, with pleasure, anyone who doubts RUCKEN",
        "I challenge, politely, everyone to top RUCKEN",
        "I challenge, of course, nobody: RUCKEN is lovely",
        "Ich bezweifle, dass jemand RUCKEN anfechten wird",
        "Ich bezweifle, dass irgendwer gegen RUCKEN Einspruch erhebt.",
        "Ich bezweifle stark, dass man RUCKEN schlagen kann.",
        "Ich bezweifle: niemand legt etwas Besseres als RUCKEN",
        "Ich fechte jeden an, der RUCKEN anzweifelt",
        "Je doute que quelqu'un conteste RUCKEN.",
    ],
)
def test_praise_in_the_words_of_a_challenge_is_none(text: str) -> None:
    assert _asked(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I challenge RUCKEN",
        "I doubt that RUCKEN is a word, so I challenge it.",
        "I doubt anyone has heard of RUCKEN, so I challenge it.",
        "RUCKEN is no word, I challenge it",
        "Nobody knows RUCKEN. Challenge!",
        "I challenge that word: RUCKEN",
        "Ich fechte RUCKEN an, das kennt doch keiner!",
        "RUCKEN kennt keiner, ich fechte es an",
        "Je doute de RUCKEN, je conteste.",
    ],
)
def test_a_plain_challenge_is_one_whoever_is_spoken_of(text: str) -> None:
    assert _asked(text) == [("challenge", ("RUCKEN",))]


@pytest.mark.parametrize(
    "text",
    [
        "HUNDERT\nHalt, doch nicht!",
        "NIMM 3\nVertippt!",
        "NIMM 3 oder 4",
        "Nimm zwei",
        "NIMM 3\nGilt nur, wenn Ben passt.",
        "HUNDERT\noder HUND",
        "HUNDERT\nMein Wunsch wäre dann E, N",
        "Ich nehme Stapel 3 oder 4, egal.",
        "Ich nehme Stapel 3. Ach nein, lieber Stapel 4.",
        "Ich lege LIST. L und I nehme ich aus LIEBEN.",
        "Ich lege LIST, das E ist aus EBEN",
        "Ich lege HUNDERT, und wenn das nicht geht, HUND.",
        "Ich lege HUNDERT oder nehme Stapel 3.",
    ],
)
def test_an_order_at_the_table_that_is_taken_back_or_half_said_is_asked_about(text: str) -> None:
    found = TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS))
    assert found.unread_at or found.faults or not found.groups


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ich lege HUNDERT aus.", ("HUNDERT", None, ())),
        ("HUNDERT, 7 Punkte", ("HUNDERT", None, ())),
        ("I lay HUNDERT for 7 points.", ("HUNDERT", None, ())),
        ("HUNDER\nnein, HUNDERT", ("HUNDERT", None, ())),
        ("VERLIEBEN (aus LIEBEN)", ("VERLIEBEN", "LIEBEN", ())),
        ("LIEBEN => VERLIEBEN", ("VERLIEBEN", "LIEBEN", ())),
        ("Aus LIEBEN mache ich VERLIEBEN.", ("VERLIEBEN", "LIEBEN", ())),
        ("I extend LIEBEN to VERLIEBEN", ("VERLIEBEN", "LIEBEN", ())),
        ("LIST (L und I aus LIEBEN)", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("LIST, mit L und I aus LIEBEN", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("Vorauszug: NIMM 3", "3"),
        ("Ich nehme den obersten Stein vom 3. Stapel", "3"),
        ("take the top of pile 3", "3"),
        ("Stapel 3 bitte", "3"),
        ("Ich nehme Stapel drei", "3"),
        ("Ich nehme einen Stein von Stapel 2.", "2"),
        ("NIMM das E", "E"),
        ("NIMM E von Stapel 3", ("3", "E")),
        ("hi, ich nehm das e", "E"),
        ("Ich nehme den Buchstaben vom zweiten Stapel", "2"),
        ("Guten Abend, ich nehme bitte vom zweiten Stapel", "2"),
        ("Ich ziehe einen Stein vom Stapel mit dem E", "E"),
        ("Ich möchte einen Stein vom Stapel Nr. 2 ziehen.", "2"),
        ("Kann nicht legen, also nehme ich Stapel 4.", "4"),
        ("ich bediene mich an Stapel 1.", "1"),
        ("Ich ziehe aus dem dritten Stapel.", "3"),
        ("Hi, ich zieh einen aus Stapel 2, danke!", "2"),
        ("bitte einen Stein von Stapel 2", "2"),
        ("nehme den vom zweiten Haufen", "2"),
        ("ich greife zu Stapel 3", "3"),
        ("I'll take one off pile 3 please", "3"),
        ("Drawing from pile two", "2"),
        ("Super Wort, Ben! Ich nehme dann mal vom ersten Stapel.", "1"),
        ("I'll take the top tile from the second pile, please.", "2"),
        ("NIMM 3, wenn es passt", "3"),
        ("Ich lege das Wort HUNDERT aus meiner Hand", ("HUNDERT", None, ())),
        ("Hiermit lege ich folgendes Wort: HUNDERT (7 Punkte).", ("HUNDERT", None, ())),
        ("Let's see... I lay HUNDERT!", ("HUNDERT", None, ())),
        ("Zug: WORT", ("WORT", None, ())),
        ("Bitte HUNDERT legen", ("HUNDERT", None, ())),
        ("Ich nehm' das N", "N"),
        ("Ich erweitere Wort Nr. 3 zu VERLIEBEN", ("VERLIEBEN", "3", ())),
        ("I rob L and I from LIEBEN to make LIST", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("WORT aus ORT", ("WORT", "ORT", ())),
        ("Ich mache aus LIEBEN VERLIEBEN", ("VERLIEBEN", "LIEBEN", ())),
        ("Ich möchte das Wort LIEBEN zu VERLIEBEN verlängern", ("VERLIEBEN", "LIEBEN", ())),
        ("Ich verlängere LIEBEN um V, E und R zu VERLIEBEN.", ("VERLIEBEN", "LIEBEN", ())),
        ("I make VERLIEBEN from LIEBEN", ("VERLIEBEN", "LIEBEN", ())),
        ("Klau das L und I aus LIEBEN und lege LIST", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("I steal L and I from LIEBEN and lay LIST", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("Ich lege LIST und nehme L, I aus LIEBEN", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("lege list, l und i aus lieben", ("LIST", None, (Robbed("LI", "LIEBEN"),))),
        ("DIEB: DIE aus LIEBEN", ("DIEB", None, (Robbed("DIE", "LIEBEN"),))),
        ("STAPEL 6", ("STAPEL", None, ())),
        ("CIAO mit C aus CHILI, bleibt HILI", ("CIAO", None, (Robbed("C", "CHILI"),))),
        ("DANKE: N aus NEIN", ("DANKE", None, (Robbed("N", "NEIN"),))),
        ("LIEBER aus LIEBE", ("LIEBER", "LIEBE", ())),
    ],
)
def test_orders_at_the_table_are_read_as_people_write_them(text: str, wanted: object) -> None:
    found = TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS))
    assert found.unread_at is None
    assert [order.asked for group in found.groups for order in group.orders] == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "Aus Spaß mache ich Yoga",
        "Ich mache aus dem Keller ein Bad",
        "Ich nehme aus Liebe ab",
        "Ich mache Pause",
        "Ich warte",
        "Nimm das Leben leicht",
        "from stack 1.",
        "✓ Vorgemerkt",
        "Ich lege mich jetzt hin, gute Nacht",
        "Ich nehme zwei Aspirin und lege mich ins Bett.",
        "Ich nehme Urlaub und lege Karten.",
        "Ich nehme Eis aus Spanien und lege Geld bei.",
        "Ich mache Musik aus Spaß.",
        "Nimm 3 Eier, 200 g Mehl und rühr das ab",
        "Nimm du doch Stapel 3, der passt besser!",
        "Du hast mir das E vom Stapel 3 weggeschnappt :-(",
        "Aus LIEBEN wird HASSEN, so ist das Leben",
        "Vielleicht nehme ich Stapel 3.",
        "Ist auf Stapel 2 ein E?",
        "Nils nimmt bestimmt von Stapel 2",
        "Nächstes Mal einen Stein von Stapel 2",
        "Welchen Stapel soll ich nehmen?",
        "Ich ziehe am 3. nach Berlin.",
        "Ich nehme das E nicht.",
        "Gib mir Bescheid, wenn es weitergeht.",
        "Ich verlängere meinen Urlaub um 3 Tage zu Ostern.",
        "I lay in the sun all day. No move yet!",
        "Grüße aus KIEL, Hans",
        "GRUSS aus KIEL",
        "Ciao, Grüße aus ROM",
        "Morgen Eier legen",
        "TOLL. Das ist viel!",
    ],
)
def test_prose_at_the_table_is_no_order(text: str) -> None:
    assert TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS)).is_empty


def test_a_short_word_of_prose_makes_a_robbery_doubtful() -> None:
    """HAUS has an E no more than KARTEN an S; letters that are meant are written in capitals."""
    assert (
        TABLE_ORDERS.read(
            lines_of("Klau es aus HAUS und lege KARTEN"), Notation(Axes.ROWS)
        ).unread_at
        is not None
    )
    assert (
        TABLE_ORDERS.read(
            lines_of("Klau ES aus HAUS und lege KARTEN"), Notation(Axes.ROWS)
        ).unread_at
        is None
    )


def test_a_word_for_want_of_another_is_its_alternate() -> None:
    found = TABLE_ORDERS.read(lines_of("HUNDERT, sonst HUND"), Notation(Axes.ROWS))
    words = [order.span.text.strip(" /") for group in found.groups for order in group.orders]
    assert words == ["HUNDERT", "HUND"]
    assert found.ambiguous_at is None


def test_an_acceptance_and_a_move_inside_a_quote_are_one_mail() -> None:
    text = "> Anna hat RUCKEN gelegt\n\nAngenommen.\n\n> Antworte mit TAUSCHE ...\n\n5E RHEUMAS"
    (entry,) = read(text, games=ALL, default=KIEL).entries
    assert entry.ambiguity is None
    assert orders_in(entry) is not None
    assert len(orders_of(entry).acts) == len(orders_of(entry).groups) == 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("FALLS ZURÜCK:\nLEGE HUNDERT", [(IfTakenBack(), "LEGE HUNDERT")]),
        ("Falls er passt: NIMM 3", [(IfPass(), "NIMM 3")]),
        (
            "IF PASS:\nTAKE 3\nELSE: LAY HUNDERT",
            [(IfPass(), "TAKE 3"), (Otherwise(), "LAY HUNDERT")],
        ),
        ("NIMM 1\nFALLS PASS:\nNIMM 3", [(None, "NIMM 1"), (IfPass(), "NIMM 3")]),
        ("Falls du fragst, mir geht es gut.\nNIMM 3", [(None, "NIMM 3")]),
        (
            "FALLS PASS: NIMM 1, sonst LEGE HUNDERT",
            [(IfPass(), "NIMM 1"), (Otherwise(), "LEGE HUNDERT")],
        ),
        (
            "NIMM 3, falls er passt, sonst LEGE HUNDERT",
            [(IfPass(), "NIMM 3"), (Otherwise(), "LEGE HUNDERT")],
        ),
    ],
)
def test_orders_at_the_table_stand_under_their_conditions(
    text: str, wanted: list[tuple[Condition | None, str]]
) -> None:
    found = TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS))
    assert not found.faults
    assert [
        (group.condition, order.span.text) for group in found.groups for order in group.orders
    ] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "FALLS DIE SONNE SCHEINT:\nNIMM 3",
        "Falls Ben E nimmt, NIMM 3",
        "FALLS PASS:\nANZWEIFELN LIST",
        "NIMM 1\nFALLS ZURÜCK:",
    ],
)
def test_a_condition_at_the_table_that_cannot_be_read_is_never_passed_over(text: str) -> None:
    assert [
        fault.code for fault in TABLE_ORDERS.read(lines_of(text), Notation(Axes.ROWS)).faults
    ] == ["condition"]


@pytest.mark.parametrize("order", ["ANFECHTEN", "AKZEPTIERE", "AUFGABE"])
@pytest.mark.parametrize("condition", ["FALLS PASS:", "FALLS Ben 4A GRÄTE:"])
def test_what_is_done_at_once_hangs_on_no_condition(condition: str, order: str) -> None:
    """Classic 5: a challenge cannot wait; it is asked about, and nothing is challenged."""
    found = ORDERS.read(lines_of(f"{condition}\n{order}"), KIEL.rules.notation)

    assert found.acts == ()
    assert found.faults


def test_a_challenge_under_a_condition_at_a_table_is_asked_about() -> None:
    found = TABLE_ORDERS.read(lines_of("FALLS PASS: NIMM 3\nANFECHTEN"), Notation(Axes.ROWS))

    assert found.acts == ()
    assert found.faults


@pytest.mark.parametrize("text", ["Ich nehme mal an", "Ich nehme einfach an"])
def test_words_that_say_nothing_are_not_left_out_where_that_makes_another_order(text: str) -> None:
    """`Ich nehme mal an` supposes."""
    assert ORDERS.read(lines_of(text), KIEL.rules.notation).acts == ()


@pytest.mark.parametrize("text", ["Ich gebe mal auf", "Ich gebe jetzt auf", "Ich gebe auf ;-)"])
def test_who_gives_a_game_up_with_words_around_it_is_asked_first(text: str) -> None:
    (act,) = ORDERS.read(lines_of(text), KIEL.rules.notation).acts

    assert act == ResignAct(is_in_sentence=True)


@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["below", "apart"])
@pytest.mark.parametrize(
    "idea",
    [
        "Oder geht auch BESEN auf M9?",
        "Ginge auch BESEN ab M9?",
        "oder vielleicht DEVIER?",
        "oder DEVIER",
        "Oder auch M9?",
        "Or would BESEN at M9 work?",
        "or maybe DEVIER?",
        "BESEN M9 ginge wohl auch",
        "BESEN would work, too",
    ],
)
def test_a_second_idea_beside_a_move_is_asked_about(idea: str, gap: str) -> None:
    """What is laid in a game in turns cannot be taken back."""
    (entry,) = read(f"H4 VIEHE{gap}{idea}\n\nLG MAX", games=ALL, default=KIEL).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
    assert entry.ambiguous_at is not None
    assert entry.ambiguous_at.text.strip() == idea


@pytest.mark.parametrize("talk", ["Sonst alles OK"])
def test_talk_beside_a_move_in_turns_is_no_second_idea(talk: str) -> None:
    (entry,) = read(f"H4 VIEHE\n{talk}", games=ALL, default=KIEL).entries

    assert entry.ambiguity is None


@pytest.mark.parametrize("text", ["TAUSCHE E (M)", "ich passe E", "AKZEPTIERE", "agree"])
def test_a_word_of_an_order_is_no_slip_of_another(text: str) -> None:
    """`Meinst du TAUSCHEN E (M)?` would lead to the same question again."""
    assert without_slip(text) == text
