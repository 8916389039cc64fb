"""The bytes of our mails: structure, headers, sizes, what is shared, what stays the same."""

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.post.ports import Letter
from mailref.reading.incoming_mail import ReadPolicy, Robot
from mailref.reading.read_mail import read
from mailref.referee.identity import loop_id, token_of
from mailref.referee.mails import Owed
from mailref.referee.policy import Answered
from mailref.writing.compose import Composed, compose_all
from mailref.writing.mail_bytes import (
    LETTER,
    Attached,
    Body,
    Shared,
    Skeleton,
    TextPart,
    message_id_of,
    own_headers,
    shared_base64,
)
from tests.effort import examples
from tests.writing.builders import ARRIVED, HOUSE, means, playing, policy
from tests.writing.composed import LANGUAGES, composed, message, read_back
from tests.writing.rounds import entered, reported
from tests.writing.samples import ALL, answer_to

REPORTS = ("report", "report_second_round", "opening")


def structure(part: EmailMessage) -> object:
    if not part.is_multipart():
        return part.get_content_type()
    kind = part.get_content_subtype()
    return (kind, *(structure(each) for each in part.iter_parts()))  # type: ignore[arg-type]  # parts are messages


@pytest.mark.sampled(40)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_every_mail_can_be_handed_to_smtp(name: str, language: str) -> None:
    """Every line ends in CRLF and is ASCII of at most 998 characters (RFC 5322)."""
    data = composed(name, language).data

    Letter(1, "bounce@example.org", "max@example.org", data)

    assert data.isascii()
    assert max(map(len, data.split(b"\r\n"))) <= 998
    subject = str(read_back(data)["Subject"])
    assert subject == " ".join(subject.split())


def test_a_report_is_related_inside_alternative_inside_mixed() -> None:
    """What mail programs expect, so that each shows the part it can."""
    found = structure(message("report_second_round"))

    assert found == (
        "mixed",
        ("alternative", "text/plain", ("related", "text/html", "image/png", "image/png")),
        "application/pdf",
        "text/csv",
    )


def test_a_confirmation_is_related_inside_alternative() -> None:
    assert structure(message("accepted")) == (
        "alternative",
        "text/plain",
        ("related", "text/html", "image/png"),
    )


NAMES = (
    "a.csv",
    "Prüfung der Züge.csv",
    'mit "Zeichen" und \\ Strich.csv',
    f"{'sehr-lang-' * 12}.csv",
    f"{'Länge ' * 20}.csv",
)


@pytest.mark.parametrize("name", NAMES)
def test_the_frame_of_a_mail_is_the_one_that_the_standard_library_writes(name: str) -> None:
    """Any file name is told as RFC 2231 wants, and each part is found again."""
    mark = "0123456789abcdef01234567"
    parameters = (("charset", "utf-8"), ("header", "present"))
    table = Attached("text/csv", shared_base64(b"a;b"), name, parameters=parameters)
    picture = Attached("image/png", shared_base64(b"dots"), "Brett.png", f"board.{mark}@x.org")
    texts = (TextPart("plain", ("Hallo\n",)), TextPart("html", ("<p>Hallo\n",)))
    body = Body(*texts, (picture,), (table,))

    frame = Skeleton((("Subject", "[yerres R4] Größe"),), body, mark)
    segments = frame.mail((("To", "Jörg Müller <jörg@example.org>"),), body)

    root = EmailMessage(policy=LETTER)
    root["To"], root["Subject"] = "Jörg Müller <jörg@example.org>", "[yerres R4] Größe"
    root.set_content("Hallo\n", cte="quoted-printable")
    root.add_alternative("<p>Hallo\n", subtype="html", cte="quoted-printable")
    html = next(part for part in root.walk() if part.get_content_type() == "text/html")
    cid, inline = f"<board.{mark}@x.org>", "inline"
    html.add_related(b"dots", "image", "png", cid=cid, disposition=inline, filename="Brett.png")
    root.add_attachment(b"a;b", "text", "csv", filename=name, params=dict(parameters))
    for part in root.walk():
        if part.is_multipart():
            part.set_boundary(f"{part.get_content_subtype()}-{mark}")
    data = b"".join(each.data if isinstance(each, Shared) else each for each in segments)
    assert set(data.splitlines()) == set(root.as_bytes().splitlines())
    found = message_from_bytes(data, policy=LETTER)
    names = [part.get_filename() for part in found.walk() if not part.is_multipart()]
    assert names == [None, None, "Brett.png", name]
    assert not any(part.defects for part in found.walk())


_NAME = st.from_regex(r"[A-Za-z]{1,30}", fullmatch=True)
_WORD = st.from_regex(r"[A-Za-z0-9_.ß-]{1,20}", fullmatch=True)


@settings(max_examples=examples(300))
@given(st.lists(_NAME, max_size=6), st.lists(_WORD, min_size=2, max_size=2))
@example(["Max"], ["max", "example.org"])
@example(["M"] * 4, ["m" * 31, "e" * 28 + ".org"])  # 78 characters, as many as a line may have
@example(["M"] * 4, ["m" * 31, "e" * 29 + ".org"])
@example([], ["max.", "example.org"])
def test_a_header_that_is_written_as_it_stands_is_as_the_standard_library_folds_it(
    names: list[str], words: list[str]
) -> None:
    to = ("To", f"{' '.join(names)} <{'@'.join(words)}>".strip())
    file = ("Content-Disposition", f'attachment; filename="{quote("".join((*names, *words)))}"')

    body = Body(TextPart("plain", ()), TextPart("html", ()))
    frame = Skeleton((), body, "0" * 24)

    for name, value in (to, file):
        mail, *_ = frame.mail(((name, value),), body)
        assert isinstance(mail, bytes)
        assert mail.startswith(LETTER.fold_binary(*LETTER.header_store_parse(name, value)))


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", ALL)
def test_the_html_names_the_pictures_that_are_there_and_nothing_else(name: str) -> None:
    """A picture that nothing names is shown by many a client as an attachment."""
    mail = message(name)
    html = mail.get_body(("html",))
    assert html is not None
    ids = {str(part["Content-ID"]).strip("<>") for part in mail.walk() if part["Content-ID"]}

    sources = re.findall(r'(?:src|background)="([^"]*)"', html.get_content())

    assert sorted(sources) == sorted(f"cid:{each}" for each in ids)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", ALL)
def test_html_and_mail_are_small(name: str) -> None:
    """HTML at most 90 kB, the mail at most 300 kB without the PDF."""
    mail = message(name)
    html = mail.get_body(("html",))
    assert html is not None
    pdfs = [part for part in mail.walk() if part.get_content_type() == "application/pdf"]
    pdf_bytes = sum(len(part.as_bytes()) for part in pdfs)

    assert len(html.get_content().encode()) <= 90_000
    assert len(composed(name).data) - pdf_bytes <= 300_000


def test_an_answer_threads_under_the_mail_it_answers() -> None:
    mail = message("accepted")

    assert mail["In-Reply-To"] == "<zug-17@example.org>"
    assert str(mail["References"]).split() == [
        "<yerres.4.abc.token@example.org>",
        "<zug-17@example.org>",
    ]
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["Subject"].startswith("[yerres R4] ")
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Content-Language"] == "de"
    assert mail["Date"] == "Wed, 09 Dec 2026 17:42:07 +0000"


def test_a_long_chain_keeps_its_first_and_last_twenty() -> None:
    """Mail 3, threading."""
    chain = tuple(f"<{number}@example.org>" for number in range(50))
    owed = replace(
        answer_to("M10s EUBÖA"), answers=Answered("<last@example.org>", chain, "", ARRIVED, "")
    )

    (mail,) = compose_all((owed,), means())

    ids = str(read_back(mail.data)["References"]).split()
    assert ids == [*chain[:20], *chain[-19:], "<last@example.org>"]


def test_a_mail_without_an_id_is_answered_without_one() -> None:
    owed = replace(
        answer_to("M10s EUBÖA"), answers=Answered(None, ("no id", "<a b>"), "", ARRIVED, "")
    )

    (mail,) = compose_all((owed,), means())

    assert read_back(mail.data)["In-Reply-To"] is None
    assert read_back(mail.data)["References"] is None


@pytest.mark.parametrize(
    "name",
    [
        "opening",
        "turns_opening",
        "turn_report_other",
        "bingo_opening",
        "bingo_report",
        "solo_table",
    ],
)
def test_whatever_goes_to_all_as_to_a_list_says_so(name: str) -> None:
    """Contract 5: in every kind of game, the first mail too."""
    mail = message(name)

    assert mail["List-Id"] is not None
    assert "ABMELDEN" in " ".join(str(mail["List-Unsubscribe"]).split())


def test_a_report_can_be_answered_and_unsubscribed_from() -> None:
    """Contract 5: Reply-To and List-Unsubscribe (mailto, ABMELDEN)."""
    mail = message("report")

    assert mail["Reply-To"] == "Scrabble <referee@example.org>"
    assert mail["List-Id"] == "<yerres.example.org>"
    unsubscribe = " ".join(str(mail["List-Unsubscribe"]).split())
    assert unsubscribe == "<mailto:referee@example.org?subject=%5Byerres%20R5%5D%20ABMELDEN>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["To"] == "Max Mustermann <max@example.org>"
    assert mail["Cc"] is None
    assert mail["Bcc"] is None


def test_the_message_id_proves_the_player_and_follows_from_the_key() -> None:
    owed = ALL["report"]()
    token = token_of(HOUSE, "yerres", "Max Mustermann", "5")

    id_ = message_id_of(owed, HOUSE)

    assert re.fullmatch(rf"<yerres\.5\.[0-9a-f]{{24}}\.{token}@example\.org>", id_)
    assert message_id_of(replace(owed, key="other"), HOUSE) != id_
    assert message_id_of(replace(owed, at=ARRIVED), HOUSE) == id_


def test_the_same_mail_composed_twice_is_the_same_bytes() -> None:
    owed = ALL["report_by_lot"]()

    one, other = (compose_all((owed,), means())[0].data for _ in range(2))

    assert one == other


def test_our_own_mail_is_known_as_ours() -> None:
    """Contract 3: own_mail is never answered."""
    rules = ReadPolicy(own_addresses=frozenset(), loop_id=loop_id(HOUSE.secret))

    mail = read(composed("report").data, rules)

    assert mail.robot is Robot.OWN_MAIL


def shared_parts(mails: Sequence[Composed]) -> set[int]:
    return {id(part) for mail in mails for part in mail.segments if isinstance(part, Shared)}


def stored(mails: Sequence[Composed]) -> int:
    """Return the octets of what is stored once."""
    return sum(len(p) for p in {p.data for m in mails for p in m.segments if isinstance(p, Shared)})


def test_all_who_get_a_report_share_its_large_parts() -> None:
    """What many mails share is stored once."""
    mails = compose_all(many_reports(110), means())

    shared = shared_parts(mails)
    more = compose_all(many_reports(140), means())
    own = [sum(len(p) for p in mail.segments if isinstance(p, bytes)) for mail in mails]

    assert len(shared) == len(shared_parts(more)) < 25
    assert max(own) < 32_000
    assert own[100] < 12_000
    assert max(len(mail.segments) for mail in mails) < 15
    assert stored(mails) < 2 * len(mails[100].data)
    assert len({mail.message_id for mail in mails}) == len(mails)


def test_each_reader_of_a_long_table_finds_his_own_row() -> None:
    """Above 100 players: the first 50, the reader's own row and his neighbours."""
    mails = compose_all(many_reports(130), means())
    mail = next(mail for mail in mails if mail.owed.name == "Spielerin 110")
    read_mail = read_back(mail.data)

    for kind in ("plain", "html"):
        part = read_mail.get_body((kind,))
        assert part is not None
        names = set(re.findall(r"Spielerin\W(\d{3})", part.get_content()))
        assert {"000", "049", "108", "109", "110", "111", "112"} <= names
        assert "080" not in names


def test_a_report_read_alone_is_the_report_read_among_many() -> None:
    """What is shared must not leak from one recipient to the next."""
    owed = many_reports(25)

    together = compose_all(owed, means())[17]
    (alone,) = compose_all((owed[17],), means())

    assert visible(together.data) == visible(alone.data)


def visible(data: bytes) -> list[str]:
    mail = read_back(data)
    return [re.sub(r"\b[0-9a-f]{24}\b", "", each) for each in texts(mail)]


def texts(mail: EmailMessage) -> Iterator[str]:
    for part in mail.walk():
        if part.get_content_maintype() == "text":
            yield part.get_content()


def many_reports(players: int) -> tuple[Owed, ...]:
    names = [f"Spielerin {n:03}" for n in range(players)]
    game = playing(players=names)
    for at, name in enumerate(names[: players // 2]):
        game = entered(game, name, "M10s EUBÖA", minutes=-at)
    return reported(game, policy())


def test_a_one_time_token_is_in_the_id_of_the_mail_that_asks_and_in_no_later_one() -> None:
    """Contract 5: in that mail alone; the chain of what answers its answer leaves it out."""
    question = replace(ALL["desk_asked"](), one_time="0123456789abcdef01234567")
    id_ = message_id_of(question, HOUSE)
    assert id_.endswith(".once0123456789abcdef01234567@example.org>")

    reference = Answered("<his@example.org>", ("<first@example.org>", id_), "Re", question.at, "JA")
    headers = dict(own_headers(replace(ALL["desk_done"](), answers=reference), HOUSE))

    assert headers["References"] == "<first@example.org> <his@example.org>"
    assert headers["In-Reply-To"] == "<his@example.org>"
