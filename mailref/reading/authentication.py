"""What a mail proves about its sender: Authentication-Results (RFC 8601) of our server, or DKIM."""

import re
from collections.abc import Iterator

from mailref.reading.authentication_results import (
    Results,
    Statement,
    read_hop,
    read_results,
)
from mailref.reading.headers import Header, domain_of
from mailref.reading.incoming_mail import Proof, ReadPolicy
from mailref.reading.mime import parse_parameters

# The mail server hands the mail on to its own store: no border lies there (RFC 3848).
_TO_THE_STORE = frozenset({"lmtp", "lmtps", "lmtpa", "lmtpsa"})
_WHICH_DOMAIN = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom",),
}
_FAILS = frozenset({"fail", "hardfail", "permerror"})
_DMARC_FAIL = re.compile(r"\bdmarc\s*=\s*fail\b", re.IGNORECASE)


def proof_of(data: bytes, header: Header, sender: str | None, policy: ReadPolicy) -> Proof:
    """Return what *header* proves about *sender*."""
    if sender is None:
        return Proof.NONE
    domain = sender.rpartition("@")[2]
    said = _by_server(header, domain, policy.authserv_id)
    if said is not Proof.NONE or policy.dkim_verify is None or not policy.may_prove(sender):
        return said
    # RFC 6376 6.1: a signature that fails is as none, so that nothing is proved either way.
    if _is_signed_by(header, domain) and policy.dkim_verify(data) is True:
        return Proof.PASSED
    return Proof.NONE


def _by_server(header: Header, domain: str, authserv_id: str | None) -> Proof:
    """Return what our own server says; that a proof failed is believed even if it is in doubt."""
    if not authserv_id:
        return Proof.NONE
    server = authserv_id.lower()
    fields = tuple(_topmost(header))
    if any(_says_dmarc_failed(value, server) for value in fields):
        return Proof.FAILED
    found = [each for value in fields for each in _of_server(read_results(value), server)]
    results = [each.result for each in found if _speaks_of(each, domain)]
    if "pass" in results:
        return Proof.PASSED if _is_at_the_border(header, server) else Proof.NONE
    return Proof.FAILED if _FAILS.intersection(results) else Proof.NONE


def _topmost(header: Header) -> Iterator[str]:
    """Yield the fields above the first Received, a hand-over to the server's own store aside.

    What stands further down may have come with the mail (RFC 8601 5).
    """
    has_begun = False
    for field in header.fields:
        if field.name == "authentication-results":
            has_begun = True
            yield field.value
        elif field.name == "received" and (
            has_begun or read_hop(field.value).protocol not in _TO_THE_STORE
        ):
            return


def _is_at_the_border(header: Header, server: str) -> bool:
    """Tell whether the first Received that is no hand-over to the store is *server*'s own.

    Without one nobody but the sender may have written what stands above it.
    """
    hops = (read_hop(value) for value in header.every("received"))
    border = next((hop for hop in hops if hop.protocol not in _TO_THE_STORE), None)
    return border is not None and _is_of_one_house(border.by, server)


def _is_of_one_house(host: str, server: str) -> bool:
    """Tell whether a host's name fits the authserv-id: `mx1.example.org` and `example.org`."""
    above = server.partition(".")[2]
    return host == server or any(
        "." in name and (host == name or host.endswith(f".{name}")) for name in (server, above)
    )


def _of_server(results: Results | None, server: str) -> tuple[Statement, ...]:
    return results.statements if results is not None and results.server == server else ()


def _says_dmarc_failed(value: str, server: str) -> bool:
    """Tell whether DMARC failed; where a field cannot be read, that the words stand in it is enough."""
    results = read_results(value)
    if results is None:
        return server in value.lower() and _DMARC_FAIL.search(value) is not None
    return any(
        (each.method, each.result) == ("dmarc", "fail") for each in _of_server(results, server)
    )


def _speaks_of(statement: Statement, domain: str) -> bool:
    wanted = _WHICH_DOMAIN.get(statement.method, ())
    about = next((statement.properties[key] for key in wanted if key in statement.properties), "")
    return _is_aligned(domain_of(about), domain)


def _is_aligned(domain: str, sender_domain: str) -> bool:
    """Tell whether *domain* is the sender's or one above it.

    The other way round, as DMARC's relaxed alignment allows, would need the public suffix list.
    """
    return domain == sender_domain or ("." in domain and sender_domain.endswith(f".{domain}"))


def _is_signed_by(header: Header, domain: str) -> bool:
    """Tell whether the topmost signature is by the sender's domain and covers the whole body."""
    tags = dict(parse_parameters(";" + header.first("dkim-signature")))
    return _is_aligned(tags.get("d", "").strip().lower(), domain) and "l" not in tags
