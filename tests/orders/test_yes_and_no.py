"""What people answer to a question, in words of their own, and what is no plain yes or no."""

import pytest

from mailref.orders.yes_and_no import (
    Reply,
    agrees_whatever_follows,
    reply,
    resigns_not,
    said,
    said_with_words,
)

YES = [
    "ja, genau so habe ich es gemeint.", "Ja bitte!", "Ja, gerne aufnehmen!", "jep, passt", "stimmt so", "Genau so!",
    "Ja, das ist richtig so. Viele Grüße, Hildegard", "Ja, danke für die Nachfrage!", "Hallo Lotte, ja gern!",
    "Ja, Entschuldigung, ich hatte mich vertippt", "Ja genau 😊", "Ja, so meinte ich das", "Ja, tut mir leid!",
    "Jawohl, so wollte ich es", "ja, nimm sie auf", "j", "yes i mean it", "y", "Y.", "correct", "Yep, that's it",
    "Yes please, that's what I meant. Cheers, Max", "Yes, let him in", "Hi, yes, exactly!", "yes that is right",
    "Yes, I meant just that - sorry about the typo", "Oui, c'est bien ce que je voulais dire.", "oui c'est ça",
    "Oui, très volontiers, merci !", "Bonjour, oui, exactement", "Ja, genau so! Und grüß mir die Kegelbrüder.",
    "Yes please. My love to Ann and the children.", "yes, off you go",
]  # fmt: skip
NO = [
    "nein, lieber nicht", "Nein, das war ein Irrtum", "Nein, so habe ich es nicht gemeint.", "n", "Nö, bitte nicht",
    "no, that's not what I meant", "No, sorry, my mistake", "nope, forget it",
    "Non merci", "non, ce n'est pas ce que je voulais dire", "Non, c'est une erreur",
]  # fmt: skip
OPEN = [
    "ja, aber auf H5", "Ja, aber erst morgen", "Ja, lieber VIDEO", "Ja, wenn Ben passt", "Ja, nur nicht auf H5",
    "Ja, gestern war ich bei Anna", "ja, doch lieber nicht", "Ja, das will ich ändern", "Ja?", "Richtig wäre H5",
    "Nein, H5", "Ja, auf H5 bitte", "Ja, leg sie drei Felder tiefer", "yes but across", "yes, if Ben passes",
    "yes, down instead", "Yes, I did that yesterday with Ben", "No idea", "Yes, VIDEOS", "yes, 8D", "oui, mais en H5",
    "Oui, si Ben passe", "Oui, demain", "Ja, und grüß mir Anna, aber nur auf H5", "yes, PAINS it is",
]  # fmt: skip
NEITHER = [
    "Ich bin bis zum 3. nicht da.", "Danke!", "Thank you for your message. I am out of the office.", "Jahrgang 1954",
    "Ich gebe nicht auf", "I don't resign!", "I'm not giving up.", "Je n'abandonne pas",
    "H8w RABEN", "Weiß ich noch nicht", "Yesterday I was out", "Jasmin lässt grüßen", "Nonsens", "Notiert",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("Wait, I did not want to resign!!", True),
        ("Halt, ich wollte gar nicht aufgeben!", True),
        ("Je ne voulais pas abandonner !", True),
        ("Ich gebe nicht auf", True),
        ("Nein, ich gebe noch nicht auf!", True),
        ("No, I’m not giving up yet.", True),
        ("So schnell gebe ich nicht auf.", True),
        ("I won't resign", True),
        ("Ich gebe auf", False),
        ("Ich gebe nicht auf, bis Ben gewinnt", False),
        ("Ben gibt nicht auf", False),
        ("I don't give up sweets", False),
    ],
)
def test_who_does_not_resign_says_so(text: str, *, is_so: bool) -> None:
    assert resigns_not(text) is is_so


@pytest.mark.parametrize("text", YES)
def test_yes_is_said_as_people_say_it(text: str) -> None:
    assert reply([text]) is Reply.YES


@pytest.mark.parametrize("text", NO)
def test_no_is_said_as_people_say_it(text: str) -> None:
    assert reply([text]) is Reply.NO


@pytest.mark.parametrize("text", OPEN)
def test_a_yes_or_no_with_a_wish_a_condition_or_a_story_is_none(text: str) -> None:
    assert reply([text]) is Reply.OPEN


@pytest.mark.parametrize("text", NEITHER)
def test_what_says_neither_yes_nor_no_is_no_reply(text: str) -> None:
    assert reply([text]) is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Hallo Lotte,", "", "ja, genau so.", "", "Es grüßt Sie freundlich", "Hildegard"], "yes"),
        (["Dear referee,", "yes, exactly", "I had mistyped the word yesterday."], "yes"),
        (["Ja.", "", "Ich war nicht recht bei der Sache, es war spät."], "yes"),
        (["Ja.", "Aber bitte auf H5."], "open"),
        (["Ja! Lieber doch das andere."], "open"),
        (["yes", "only put it on H5"], "open"),
        (["ja", "", "Oder geht auch B4?"], "open"),
        (["ja", "", "Oder geht auch U17?"], "open"),
        (["yes", "if 21R is free"], "open"),
        (["Ja.", "", "Hab es 2 x gelesen, 30 s lang."], "yes"),
        (["Ja", "Nein, doch nicht"], "no"),
        (["Gestern waren wir mit Anna im Kino, und sie sagte dazu", "ja", "und ging."], None),
        (["Ich habe das Wort lange gesucht, und dann fand ich", "ok", "im Wörterbuch."], None),
    ],
)
def test_what_stands_around_a_yes_counts(lines: list[str], expected: str | None) -> None:
    assert reply(lines) == (None if expected is None else Reply(expected))


def test_the_writers_own_name_takes_nothing_back() -> None:
    text = "Ja, gern. Hildegard von Trotha"
    assert said(text) is None

    assert said(text, frozenset({"hildegard", "von", "trotha"})) is True


@pytest.mark.parametrize(
    "text",
    [
        *("ja, genau so habe ich es gemeint.", "Ja, so wollte ich es legen", "Ja, ich will!"),
        *("yes i mean it", "y", "Yes, that's what I meant.", "That's what I meant"),
        *("Oui, c'est ce que je voulais", "c’est bien ce que je voulais dire"),
    ],
)
def test_a_yes_in_more_words(text: str) -> None:
    assert said(text) is True


@pytest.mark.parametrize(
    "text",
    [
        *("Ja, so wollte ich es nicht", "Ja, aber das U liegt schon", "Soll ich?", "Ich will"),
        *("Ok, what is this", "Yes, what did you mean", "That's not what I meant", "why"),
        "Ce n'est pas ce que je voulais",
    ],
)
def test_what_leaves_it_open_is_no_yes(text: str) -> None:
    assert said(text) is None


@pytest.mark.parametrize(
    "text", ["yes i mean it, PAINS it is, off you go.", "Ja, Pains ist richtig."]
)
def test_beside_yes_may_stand_the_word_that_was_asked_about(text: str) -> None:
    assert reply([text], {"pains"}) is Reply.YES
    assert reply([text]) is Reply.OPEN


@pytest.mark.parametrize(
    "text", ["Ja, genau so, liebe Erika! Und grüß mir den Karl.", "Ja, lieber Erika, so ist es"]
)
def test_beside_yes_may_stand_whom_it_is_said_to(text: str) -> None:
    assert reply([text], {"erika"}) is Reply.YES
    assert reply(["Ja, lieber VIDEO"], {"erika"}) is Reply.OPEN


@pytest.mark.parametrize(
    "text",
    [
        "Ja, das war ich, ich möchte gern mitspielen.",
        "Oh yes please, count me in!",
        "Oh ja, sehr gerne!",
        "Yes, let's have a rematch.",
    ],
)
def test_who_says_yes_and_that_he_wants_to_play_says_yes(text: str) -> None:
    """A newcomer who said so got silence."""
    assert reply([text]) is Reply.YES


@pytest.mark.parametrize("text", ["ja, so war's gemeint", "Ja so ist's", "Ja, so war’s"])
def test_a_yes_may_be_said_with_a_contraction(text: str) -> None:
    assert reply([text]) is Reply.YES


@pytest.mark.parametrize(
    "text",
    [
        *("Ja, ich war das nicht", "Ja, das bin ich nicht gewesen", "Ja, ich bin das nie gewesen"),
        *("Yes, that wasn't me", "Yes, I did not write that"),
    ],
)
def test_who_denies_behind_a_yes_agrees_to_nothing(text: str) -> None:
    """A stranger who wrote so became a member."""
    assert reply([text]) is Reply.OPEN
    assert not agrees_whatever_follows([text])
    assert not said_with_words(text)


@pytest.mark.parametrize(
    "text",
    ["Ja, ich möchte gern wissen, was das kostet.", "Oh yes? Count on my brother, he might."],
)
def test_who_wants_to_know_more_leaves_it_open(text: str) -> None:
    assert reply([text]) is not Reply.YES
