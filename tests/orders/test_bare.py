"""A mail that says its moves and nothing else is read as any other, without the rules for what stands beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.orders.commands import People
from mailref.orders.entries import GameFace, Reading
from mailref.orders.read_entries import OneMail
from mailref.orders.shapes import GameNames
from mailref.reading.incoming_mail import Attention, Line
from tests.orders.test_free_words import OAK
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail

PEOPLE = People(
    ["Tom Berg", "Erika Kant"], [People(["Tom Berg", "Eva Falk"])], writers=["Tom Berg"]
)
ABOVE = ["{title}", "{title}:", "Spieler=Tom Berg", "Player: Tom", "Hallo Erika,", "Hi", "Moin!"]
BELOW = ["Viele Grüße", "Danke!", "Best regards,", "Tom Berg", "Tom", "LG Tom", "Cheers, Tom"]
BESIDE = [
    "",
    "Hallo Eva,",
    "Player: Eva Falk",
    "vielleicht",
    "Nicht das:",
    "Gruß von Eva",
    "next round",
]
MOVES = [
    "H8w RABEN",
    "L3s KOHLEN 40",
    "14J MENSA",
    "A1 senkrecht HAUS",
    "h8W Raben",
    "K2 down (TISCH)",
]
SIGNED = ["", "Das Leben ist ein Spiel.", "Zählt nicht!", "i. A. Eva Falk", "Tom Berg", "H8w RABEN"]
SUBJECTS = [
    "Re: [yerres R4] Auswertung",
    "",
    "{title}",
    "Entwurf",
    "Fwd: Zug von Eva",
    "tausche AEI",
]


def read(face: GameFace, text: str, subject: str, signed: str, *, is_bare: bool) -> Reading | None:
    """Return what is read, in the shorter way alone or in the longer alone."""
    sent = mail(text, subject=subject)
    if signed:
        sent = replace(sent, signed=(Line(90, signed),))
    one = OneMail(READER, GameNames.of((face,)), face, Attention(), people=PEOPLE)
    if is_bare:
        return one._read_bare(sent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OneMail, "_read_bare", lambda *_: None)
        return one.read_mail(sent)


@st.composite
def mails(draw: st.DrawFn) -> tuple[str, str, str]:
    """Return text, subject and signature of a mail; in place of a title its sign."""
    above = draw(st.lists(st.sampled_from(["", *ABOVE, *BESIDE]), max_size=3))
    move, *others = draw(st.lists(st.sampled_from(MOVES), min_size=1, max_size=3))
    below = draw(st.lists(st.sampled_from(["", *BELOW, *BESIDE]), max_size=3))
    text = "\n".join([*above, move, *(f"/{each}" for each in others), *below])
    return text, draw(st.sampled_from(SUBJECTS)), draw(st.sampled_from(SIGNED))


@given(st.sampled_from([OAK, YERRES]), mails())
def test_what_a_bare_mail_says_is_read_as_the_longer_way_reads_it(
    face: GameFace, sent: tuple[str, str, str]
) -> None:
    text, subject, signed = (each.replace("{title}", face.title) for each in sent)

    found = read(face, text, subject, signed, is_bare=True)

    assert found in (None, read(face, text, subject, signed, is_bare=False))


@pytest.mark.parametrize("above", ["", *ABOVE])
@pytest.mark.parametrize("below", ["", *BELOW])
@pytest.mark.parametrize("face", [OAK, YERRES])
def test_a_mail_of_titles_names_greetings_and_a_move_is_bare(
    face: GameFace, above: str, below: str
) -> None:
    text = f"{above}\n\nL3s KOHLEN\n\n{below}".replace("{title}", face.title)

    assert read(face, text, "", "", is_bare=True) is not None


@pytest.mark.parametrize(
    ("text", "subject", "signed"),
    [
        ("L3s KOHLEN\n\nvielleicht", "", ""),
        ("L3s KOHLEN\n\nEva Falk", "", ""),
        ("Hallo Tom,\nL3s KOHLEN", "", ""),
        ("Hallo Eva,\nL3s KOHLEN", "", ""),
        ("L3s KOHLEN\nH8w RABEN", "", ""),
        ("L3s KOHLEN\n\n/H8w RABEN", "Entwurf", ""),
        ("L3s KOHLEN", "Fwd: Zug", ""),
        ("L3s KOHLEN", "Zug von Eva", ""),
        ("L3s KOHLEN", "", "Zählt nicht!"),
        ("L3s KOHLEN", "", "i. A. Eva Falk"),
        ("L3 statt KOHLEN", "", ""),
        ("L3s KOHLEN?", "", ""),
        ("L3s KOHLEN\n" + "Tom\n" * 40, "", ""),
        ("L3s KOHLEN\n" + "Danke! " * 40, "", ""),
        ("Viele Grüße\nTom", "", ""),
    ],
)
def test_what_says_more_or_otherwise_is_not_bare(text: str, subject: str, signed: str) -> None:
    assert read(OAK, text, subject, signed, is_bare=True) is None


def test_a_mail_with_something_below_its_quote_or_of_another_is_not_bare() -> None:
    plain = mail("L3s KOHLEN", subject="")
    one = OneMail(READER, (OAK,), OAK, Attention(), people=PEOPLE)

    assert one._read_bare(plain) is not None
    for other in (
        replace(plain, below=((Line(9, "Doch nicht."),),)),
        replace(plain, attributed="Eva Falk"),
    ):
        assert one._read_bare(other) is None
    assert OneMail(READER, (OAK,), None, Attention())._read_bare(plain) is None
