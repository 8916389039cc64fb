"""What stands beside a move in turns, and says that it is not meant, or more than it (turns 3 to 6, classic 11)."""

import pytest

from mailref.games.by_turns.contents import TurnEffect
from mailref.games.by_turns.course import FromMail
from mailref.orders import entries
from mailref.orders.commands import People
from mailref.orders.entries import Entry, GameFace, Insight, orders_in
from mailref.orders.requests import is_request
from mailref.reading.incoming_mail import Attention
from mailref.referee.policy import Outcome, Reason
from tests.games.by_turns.test_free_challenge import after_rucken
from tests.games.classic.examples import READER as LINES
from tests.games.classic.examples import STANDARD, START, Given, lines_of
from tests.reading.reading import READER
from tests.writing.builders import mail

OAK = GameFace("oak", "Oak Classic", STANDARD)
PEOPLE = People(
    ["Erika Jansen"], [People(["Erika Jansen", "Detlef Marx"])], writers=["Erika Jansen"]
)


def read(text: str, in_doubt: tuple[str, ...] = ("RIEFEL",)) -> Entry:
    """Return the one entry of a mail, while words *in_doubt* lie in the open play of another."""
    insight = Insight(in_doubt=in_doubt)
    (entry,) = READER.read_mail(
        mail(text), (OAK,), OAK, Attention(), people=PEOPLE, insight=insight
    ).entries
    return entry


def acts(entry: Entry) -> list[entries.Act]:
    orders = orders_in(entry)
    return [] if orders is None or entry.ambiguity is not None else [*orders.acts]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Das Wort RIEFEL zweifle ich an.", ("RIEFEL",)),
        ("Das Wort RIEFEL fechte ich an.", ("RIEFEL",)),
        ("Den Zug von Detlef zweifle ich an.", ()),
        ("Detlefs Zug fechte ich leider an.", ()),
        ("Einspruch gegen das Wort RIEFEL!", ("RIEFEL",)),
        ("I challenge Detlef's last word.", ()),
        ("Je conteste le mot de Detlef.", ()),
        ("Das Wort RIEFEL zweifle ich an. Ich passe.", ("RIEFEL",)),
        ("Das Wort RIEFEL fechte ich an. TAUSCHE K H", ("RIEFEL",)),
        ("Ich passe.\nDas Wort RIEFEL zweifle ich an.", ("RIEFEL",)),
    ],
)
def test_a_word_or_a_play_is_challenged(text: str, words: tuple[str, ...]) -> None:
    (act,) = acts(read(text))
    assert isinstance(act, entries.ChallengeAct)
    assert act.words == words


@pytest.mark.parametrize(
    "text",
    [
        "I do not believe RIEFEL is a word. I pass.",
        "PASSE\nRIEFEL gibt es nicht!",
        "TAUSCHE K H\n\nIch glaube, Riefel steht in keinem Wörterbuch.",
        "Ich passe. Was soll RIEFEL denn sein?",
        "Gegen RIEFEL habe ich Bedenken. PASSE",
        "Detlef, das Wort ist falsch! Ich passe.",
        "Je ne crois pas que RIEFEL soit un mot. Je passe.",
        "H4 HALM\nRIEFEL? Nie gehört.",
        "H4 HALM\nDie ROSE fechte ich nachträglich an.",
    ],
)
def test_a_move_that_would_accept_what_is_doubted_is_asked_about(text: str) -> None:
    entry = read(text)
    assert entry.holds_move
    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text",
    [
        *("Tolles Wort, RIEFEL! Ich passe.", "RIEFEL fechte ich nicht an. Ich passe."),
        *("Kein Einspruch gegen RIEFEL. Ich passe.", "PASSE\n\nPS: Guter Zug, Detlef."),
    ],
)
def test_a_move_beside_what_doubts_nothing_is_made(text: str) -> None:
    entry = read(text)
    assert entry.holds_move
    assert entry.ambiguity is None


def test_without_an_open_play_nothing_is_doubted() -> None:
    assert read("PASSE\nRIEFEL gibt es nicht!", in_doubt=()).ambiguity is None


@pytest.mark.parametrize(
    "text",
    [
        *("Den Zug von Detlef nehme ich an.", "Einverstanden mit Detlefs Zug."),
        *("Ich bin mit Detlefs Zug einverstanden.", "D'accord avec le coup de Detlef."),
    ],
)
def test_the_play_of_somebody_is_accepted(text: str) -> None:
    (act,) = acts(read(text))
    assert isinstance(act, entries.AcceptAct)
    assert act.whose == "Detlef"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Bens Zug fechte ich an.", Reason.NOTHING_TO_CHALLENGE),
        ("Den Zug von Ben nehme ich an.", Reason.NOTHING_TO_ACCEPT),
    ],
)
def test_a_play_of_somebody_else_is_not_the_open_one(said: str, reason: Reason) -> None:
    course = after_rucken(Given(["AEI"]))
    orders = LINES.read(lines_of([said]), course.game.rules.notation)

    answer = course.respond(FromMail("Ben", START, "2"), orders)

    assert (answer.outcome, answer.reason) == (Outcome.REJECTED, reason)


def test_the_open_play_may_be_called_its_players() -> None:
    course = after_rucken(Given(["AEI"]))
    orders = LINES.read(lines_of(["Annas Zug nehme ich an."]), course.game.rules.notation)

    answer = course.respond(FromMail("Ben", START, "2"), orders)

    assert answer.effect is TurnEffect.ACCEPTED_PLAY


@pytest.mark.parametrize(
    "text",
    [
        "Danke für die Einladung, aber ich passe.",
        "Vielen Dank für das Angebot, aber ich passe.",
        "Kegelabend? Ich passe!",
        "Ich passe! Auf die Enkel nämlich, das ganze Wochenende.",
        "Ich passe! Und zwar auf die Kinder.",
        "I pass. The salt, that is.",
        "Ich gebe auf! Das Rauchen nämlich, seit Sonntag.",
        "Ich gebe auf. Und zwar das Rauchen.",
        "I resign! From the choir committee, I mean.",
        "Ich tausche B und H, und zwar gegen ein Bier und eine Brezel.",
        "I swap A and O. For a pint and a pie!",
        "Skat am Freitag: ich passe.",
        "Zur Feier am Samstag: leider passe ich.",
        "No cake for me, I pass.",
        "About the pub quiz on Friday: I pass.",
        "As for the jumble sale, I pass.",
        "Concert vendredi ? Je passe.",
        "As Grandpa used to say: I pass!",
        "In bridge I'd say: I pass.",
        "Fingers crossed I pass!",
        "Sammelbilder? Ich tausche B und H.",
        "Football stickers: I swap A and O.",
        "Wette? Nehme ich an!",
        "Schachpartie am Montag? Einverstanden!",
        "Deine Entschuldigung: akzeptiert!",
        "Dinner on Sunday: accepted!",
    ],
)
def test_what_answers_another_matter_is_asked_about(text: str) -> None:
    entry = read(text, in_doubt=())
    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text",
    [
        "Mein Zug: ich passe.",
        "Ich passe, und zwar zum dritten Mal.",
        "Ich passe. Schweren Herzens nämlich.",
        "Ich passe, und zwar wegen der Buchstaben.",
        "Ich tausche A und E, gegen zwei andere natürlich.",
        "I swap A and O. For a change!",
        "Nach langem Grübeln: ich passe.",
        "Mein Bauch sagt: ich passe.",
        "Mit knirschenden Zähnen: ich passe.",
        "Danke fürs Warten, aber ich passe.",
        "Wie viele Steine sind noch im Beutel? Ich passe.",
        "Nichts als Vokale: ich tausche A, E und I.",
        "Has Eleanor gone yet? I pass.",
        "What a rack: I exchange A and O.",
        "Das Wort? Akzeptiert!",
        "Detlefs Zug: akzeptiert!",
    ],
)
def test_what_leads_to_an_order_of_the_game_leaves_it(text: str) -> None:
    entry = read(text, in_doubt=())
    assert entry.holds_move
    assert entry.ambiguity is None


@pytest.mark.parametrize(
    "text",
    [
        "Hat Heike schon getauscht? Dann tausche ich B und H.",
        "Is the bag empty? Then I pass.",
        "Ist Bodo noch krank? Dann H4 HEIRAT.",
        "Est-ce que le sac est vide ? Alors je passe.",
    ],
)
def test_what_is_for_an_answer_is_asked_about(text: str) -> None:
    assert read(text, in_doubt=()).ambiguity is not None


def asked_of(text: str, writer: str = "Klara Weiter") -> list[object]:
    """Return what a mail of a *writer* asks for, beyond doubt."""
    people = People([writer], [People([writer, "Detlef Marx"])], writers=[writer])
    reading = READER.read_mail(mail(text), (OAK,), OAK, Attention(), people=people)
    read = [orders_in(each) for each in reading.entries if each.ambiguity is None]
    return [order for each in read if each is not None for order in (*each.orders, *each.acts)]


@pytest.mark.parametrize(
    "text",
    [
        *("Mein Zug kommt morgen.\nGruß\nWeiter", "Danke!\n\nWeiter", "Klara\nWeiter"),
        *("Mit freundlichen Grüßen\nWeiter", "Viele Grüße, Weiter"),
    ],
)
def test_the_name_of_its_writer_that_ends_a_mail_is_no_pass(text: str) -> None:
    assert asked_of(text) == []


@pytest.mark.parametrize(
    ("text", "writer"),
    [
        ("Weiter", "Klara Weiter"),
        ("Danke!\nWEITER", "Klara Weiter"),
        ("Danke!\nWeiter", "Ilona Barth"),
    ],
)
def test_the_word_alone_in_capitals_or_of_another_is_one(text: str, writer: str) -> None:
    (order,) = asked_of(text, writer)
    assert isinstance(order, entries.PassOrder)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Wenn ich dran bin, passe ich.",
            "Sobald ich dran bin: PASSE",
            "PASSE, wenn ich dran bin.",
        ),
        *("When it's my turn I pass.", "Quand ce sera mon tour, je passe."),
    ],
)
def test_a_pass_for_ones_own_turn_is_one(text: str) -> None:
    (order,) = asked_of(text)
    assert isinstance(order, entries.PassOrder)


@pytest.mark.parametrize(
    "text",
    [
        *("Ich würde gern drei Steine tauschen: H, S und T.", "Ich möchte gern drei Buchstaben tauschen: H, S, T"),
        "I'd like to exchange three tiles: H, S and T.",
    ],
)  # fmt: skip
def test_tiles_may_stand_behind_their_number_and_its_verb(text: str) -> None:
    (order,) = asked_of(text)
    assert isinstance(order, entries.ExchangeOrder)
    assert sorted(order.letters or "") == ["H", "S", "T"]


@pytest.mark.parametrize(
    "text",
    [
        "Hallo zusammen, nach reiflicher Überlegung gebe ich diese Partie auf.",
        "Nach reiflicher Überlegung gebe ich auf.",
        "Schweren Herzens gebe ich das Spiel auf.",
        "After careful thought I resign this game.",
    ],
)
def test_who_gives_the_game_up_in_a_sentence_is_asked_first(text: str) -> None:
    (act,) = asked_of(text)
    assert act == entries.ResignAct(is_in_sentence=True)


def test_who_loses_heart_resigns_nothing() -> None:
    assert not any(
        isinstance(it, entries.ResignAct) for it in asked_of("I resign myself to losing.")
    )


@pytest.mark.parametrize(
    "beside",
    [
        "Bitte nachrechnen, mein letzter Zug war mehr wert.",
        "Please check my last score, it should have been more.",
        "Merci de vérifier, mon dernier coup valait plus.",
    ],
)
def test_that_an_earlier_move_was_not_scored_right_leaves_the_move(beside: str) -> None:
    (order,) = asked_of(f"PASSE\n{beside}")
    assert isinstance(order, entries.PassOrder)
    assert is_request(beside)


def test_who_is_away_the_week_after_next_is_asked_for_the_days() -> None:
    order, act = asked_of("H4 HALM\nI'll be on holiday the week after next, no computer.")
    assert isinstance(order, entries.PlayOrder)
    assert act == entries.AwayAct("the week after next")
