"""Below each question stand buttons: pressing one and sending what opens is the answer (contract 5)."""

import re
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import pytest

from mailref.orders.shapes import subject_tag
from mailref.orders.yes_and_no import said
from mailref.reading.read_mail import cited_in
from mailref.referee.contents import GamesInHand, WeeklyGames
from mailref.referee.gm_order_lines import read_orders
from tests.writing.composed import LANGUAGES, body, composed, message
from tests.writing.pressed import Pressed, buttons, links
from tests.writing.samples import ALL

ASKS = {
    "desk_asked": ["JA", "NEIN"],
    "sender_asked": ["JA", "NEIN"],
    "newcomer_asked": ["JA"],
    "address_asked": ["JA", "NEIN"],
    "press_to_release": ["ja", "nein"],
    "bingo_asked": ["ja", "nein"],
    "report_preview": ["FREIGEBEN"],
    "tie": ["GLEICHSTAND 1", "GLEICHSTAND 2"],
    "meant_elsewhere": ["JA"],
    "table_meant": ["JA", "ANNEHMEN", "ANFECHTEN HIS"],
    "ambiguous_shared_address": [],
    "objection": ["PAUSE", "SPIEL BEENDEN"],
    "opening_house_rules": ["EINSPRUCH"],
    "opening": [],
    "turns_opening_house_rules": ["EINSPRUCH"],
    "bingo_opening_house_rules": ["EINSPRUCH"],
}


@pytest.mark.parametrize("name", ASKS)
def test_a_question_has_a_button_for_each_answer(name: str) -> None:
    found = [each.body.strip() for each in buttons(message(name))]

    assert found == ASKS[name]


def test_a_button_writes_to_us_and_names_the_mail_it_stands_in() -> None:
    """New mails of Gmail and Outlook have no In-Reply-To: what is answered stands in the subject."""
    yes, _ = buttons(message("sender_asked"))

    id_ = composed("sender_asked").message_id
    assert yes == Pressed("referee@example.org", f"Re: [yerres R4] ({id_.strip('<>')})", "JA\r\n")
    assert cited_in(yes.subject) == (id_,)


@pytest.mark.parametrize("name", ["games_of_the_week", "games_in_hand"])
def test_in_a_list_of_games_each_that_waits_has_a_button_that_opens_a_mail_about_it(
    name: str,
) -> None:
    """The tag in its subject names the game, as in a mail that a player begins himself."""
    content = ALL[name]().content
    assert isinstance(content, GamesInHand | WeeklyGames)
    waiting = [each.tag for each in content.games if each.is_mine or each.may_challenge]

    found = [urlsplit(each) for each in links(body(message(name), "html"))]

    assert [unquote(each.path) for each in found] == ["referee@example.org"] * len(waiting)
    subjects = [unquote(each.query.removeprefix("subject=")) for each in found]
    assert subjects == [f"Re: [{tag}]" for tag in waiting]
    assert waiting
    assert {subject_tag(each) for each in subjects} == {
        (game, int(number[1:])) for game, number in map(str.split, waiting)
    }


@pytest.mark.sampled(40)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_who_sees_no_buttons_reads_what_to_write(name: str, language: str) -> None:
    """The text part says every word that a button writes, and no link: a quote of it proves nothing."""
    mail = message(name, language)
    text = body(mail, "plain")

    for each in buttons(mail):
        for word in each.body.split():
            assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text), each.body
        (cited,) = cited_in(each.subject)
        assert cited.strip("<>") not in text
        assert "mailto:" not in text


@pytest.mark.sampled(40)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_a_button_in_a_quote_is_no_answer(name: str, language: str) -> None:
    """Some programs quote without a sign: what stands on a button must answer nothing."""
    mail = message(name, language)
    asked = {word for each in buttons(mail) for word in each.body.split()}
    page = body(mail, "html")
    labels = re.findall(r'class="key"[^>]*>([^<]*)</a>', page)

    for line in [*labels, " ".join(labels)]:
        assert said(line) is None
        assert not read_orders([line], asked, ZoneInfo("UTC"), question=("XQ",))
