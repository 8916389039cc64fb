"""The outbox, against a real aiosmtpd: what is sent, refused and put off."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from mailref.errors import UnreachableError
from mailref.post.ports import Deferred, Outcome, RefusedForGood, Sent, SmtpAccount, SmtpMode
from mailref.post.smtp import SmtpOutbox
from tests.post.builders import DATA, letter, outcomes
from tests.servers import sink
from tests.servers.authority import Authority
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment
from tests.servers.sink import SmtpSink


@pytest.mark.parametrize("mode", list(SmtpMode))
def test_a_letter_arrives_byte_by_byte_from_the_bounce_address(
    mode: SmtpMode, authority: Authority
) -> None:
    """Mail 3: the stored bytes are sent; the envelope's sender is the bounce address."""
    with sink.running(mode, authority.context()) as server:
        account = replace(server.account(), ca_file=str(authority.ca_file))

        assert outcomes(account, letter()) == [Sent()]

    assert [(each.sender, each.recipient, each.data) for each in server.taken] == [
        ("bounce@example.org", "anna@example.org", DATA)
    ]


def test_a_batch_goes_over_one_connection_one_recipient_a_letter(smtp_sink: SmtpSink) -> None:
    """Mail 2.3: kept open; mail 3: one row per recipient."""
    batch = [letter(number, f"p{number}@example.org") for number in range(50)]

    assert outcomes(smtp_sink.account(), *batch) == [Sent()] * 50
    assert len(smtp_sink.hellos) == 1
    assert [each.recipient for each in smtp_sink.taken] == [f"p{n}@example.org" for n in range(50)]


def test_nothing_to_send_needs_no_server() -> None:
    assert outcomes(SmtpAccount("127.0.0.1", 1, SmtpMode.PLAIN)) == []


def test_each_outcome_is_known_before_the_next_letter_is_tried(smtp_sink: SmtpSink) -> None:
    """A crash in mid-batch may repeat one letter, not the whole batch."""
    sending = SmtpOutbox(smtp_sink.account()).send([letter(1), letter(2)])

    assert next(sending).letter.id == 1
    assert len(smtp_sink.taken) == 1
    assert next(sending).letter.id == 2


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("550 5.1.1 no such user", RefusedForGood(550, "5.1.1 no such user")),
        ("553 5.1.3 bad address", RefusedForGood(553, "5.1.3 bad address")),
        ("450 4.2.0 greylisted", Deferred(450, "4.2.0 greylisted")),
        ("452 4.2.2 mailbox full", Deferred(452, "4.2.2 mailbox full")),
        ("421 4.7.0 too many", Deferred(421, "4.7.0 too many")),
    ],
)
def test_a_refused_recipient_does_not_hold_up_the_others(
    smtp_sink: SmtpSink, reply: str, outcome: Outcome
) -> None:
    """Mail 3: 4xx is tried again, 5xx at RCPT is for the game master."""
    smtp_sink.refuse["gone@example.org"] = reply

    found = outcomes(smtp_sink.account(), letter(1), letter(2, "gone@example.org"), letter(3))

    assert found == [Sent(), outcome, Sent()]
    assert len(smtp_sink.taken) == 2


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("554 5.7.1 spam", RefusedForGood(554, "5.7.1 spam")),
        ("451 4.3.0 try later", Deferred(451, "4.3.0 try later")),
    ],
)
def test_what_is_said_after_the_last_dot_counts(
    smtp_sink: SmtpSink, reply: str, outcome: Outcome
) -> None:
    smtp_sink.at_end = reply

    assert outcomes(smtp_sink.account(), letter()) == [outcome]


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("553 5.7.1 not your address", Deferred(553, "5.7.1 not your address")),
        ("530 5.7.0 log in first", Deferred(530, "5.7.0 log in first")),
        ("452 4.3.1 no room", Deferred(452, "4.3.1 no room")),
        ("552 5.3.4 too large", RefusedForGood(552, "5.3.4 too large")),
    ],
)
def test_a_refused_sender_is_our_fault_and_no_letter_is_given_up_for_it(
    smtp_sink: SmtpSink, reply: str, outcome: Outcome
) -> None:
    """A wrong `bounce` or login refuses all mail alike: it waits until the operator mends it."""
    smtp_sink.at_mail = reply

    assert outcomes(smtp_sink.account(), letter()) == [outcome]


def test_a_connection_lost_before_the_250_defers_and_the_retry_sends_the_same_bytes(
    smtp_sink: SmtpSink,
) -> None:
    """Mail 3: at least once, with one Message-ID; the rest goes over a new connection."""
    smtp_sink.drop_before_250 = 1
    first = letter(1)

    found = outcomes(smtp_sink.account(), first, letter(2, "ben@example.org"))
    again = outcomes(smtp_sink.account(), first)

    assert isinstance(found[0], Deferred)
    assert found[0].code is None
    assert (found[1:], again) == ([Sent()], [Sent()])
    assert smtp_sink.by_recipient() == {"anna@example.org": [DATA, DATA], "ben@example.org": [DATA]}


@pytest.mark.slow
def test_a_server_that_never_says_250_is_not_waited_for_without_end(embedded: FaultyServer) -> None:
    embedded.fail(Faults(at=(Misstep("DATA", Moment.AFTER, Effect.STALL),)))
    account = replace(embedded.smtp("bot"), timeout=timedelta(seconds=5), user="")

    assert outcomes(account, letter()) == [
        Deferred(None, "Connection unexpectedly closed: timed out")
    ]
    embedded.wait_until_stalled()
    assert [each.data for each in embedded.parcels] == [DATA]


def test_a_server_that_goes_away_in_mid_batch_stops_the_batch() -> None:
    """What was not yielded has not been tried."""
    with sink.running() as server:
        sending = SmtpOutbox(server.account()).send([letter(n) for n in range(4)])
        assert next(sending).outcome == Sent()

    assert isinstance(next(sending).outcome, Deferred)
    with pytest.raises(UnreachableError):
        next(sending)


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(UnreachableError, match=r"^smtp://127\.0\.0\.1:1: .*refused"):
        outcomes(SmtpAccount("127.0.0.1", 1, SmtpMode.PLAIN), letter())


def test_an_international_domain_is_spelled_in_ascii(smtp_sink: SmtpSink) -> None:
    """Mail 3: IDN by A-label."""
    assert outcomes(smtp_sink.account(), letter(to="anna@bücher.example")) == [Sent()]
    assert smtp_sink.taken[0].recipient == "anna@xn--bcher-kva.example"


def test_a_domain_that_cannot_be_spelled_is_refused(smtp_sink: SmtpSink) -> None:
    found = outcomes(smtp_sink.account(), letter(to=f"anna@{'ü' * 80}.example"), letter(2))

    assert isinstance(found[0], RefusedForGood)
    assert found[1] == Sent()


def test_an_international_name_needs_smtputf8(smtp_sink: SmtpSink) -> None:
    """Mail 3: send only if EHLO has SMTPUTF8 (RFC 6531)."""
    name = letter(to="jörg@bücher.example")

    (refused,) = outcomes(smtp_sink.account(), name)
    with sink.running(utf8=True) as server:
        assert outcomes(server.account(), name) == [Sent()]

    assert isinstance(refused, RefusedForGood)
    assert "SMTPUTF8" in refused.text
    assert server.taken[0].recipient == "jörg@bücher.example"


def test_one_letter_that_no_server_may_see_does_not_hold_up_the_others(smtp_sink: SmtpSink) -> None:
    """An open registration takes addresses from mails: `"a b"@example.org` is one."""
    found = outcomes(
        smtp_sink.account(), letter(1, '"a b"@example.org'), letter(2, data=b"x\n.\n"), letter(3)
    )

    assert [type(outcome) for outcome in found] == [RefusedForGood, RefusedForGood, Sent]
    assert len(smtp_sink.taken) == 1


def test_eight_bit_text_is_announced(smtp_sink: SmtpSink) -> None:
    data = "Subject: x\r\n\r\nEUBÖA\r\n".encode()

    assert outcomes(smtp_sink.account(), letter(data=data)) == [Sent()]
    assert smtp_sink.taken[0].data == data
    assert "BODY=8BITMIME" in smtp_sink.taken[0].options


def test_we_say_hello_by_the_name_we_are_given(smtp_sink: SmtpSink) -> None:
    """Asking DNS for our own name may hang for seconds."""
    outcomes(replace(smtp_sink.account(), hello="mail.example.org"), letter())

    assert smtp_sink.hellos == ["mail.example.org"]


def test_what_lies_ready_is_handed_over_as_it_lies(smtp_sink: SmtpSink) -> None:
    """Its dots are doubled already; the next mail is another."""
    ready = replace(letter(1, data=b"x\r\n.y\r\n"), dotted=b"x\r\n..y\r\n")

    assert outcomes(smtp_sink.account(), ready, letter(2, data=b".z\r\n")) == [Sent(), Sent()]

    assert [each.data for each in smtp_sink.taken] == [b"x\r\n.y\r\n", b".z\r\n"]


@pytest.mark.parametrize(
    "data",
    [
        b".begins\r\n.\r\n..\r\nmid.dle .\r\n.ends\r\n",
        b"Subject: x\r\n\r\n\r\n.\r\n\r\n",
        b"no end.",
    ],
)
def test_lines_that_begin_with_a_dot_arrive_as_they_are(smtp_sink: SmtpSink, data: bytes) -> None:
    """RFC 5321 4.5.2; the last line is ended where it was not."""
    assert outcomes(smtp_sink.account(), letter(1, data=data)) == [Sent()]

    assert smtp_sink.taken[0].data == (data if data.endswith(b"\r\n") else data + b"\r\n")
