"""What a mail proves about its sender: Authentication-Results (RFC 8601) of our server, or DKIM."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mailref.reading.headers import Header
from mailref.reading.incoming_mail import Proof, ReadPolicy
from mailref.reading.mime import parse_parameters

_COMMENT = re.compile(r"\([^()]*\)")
# `dkim=pass`, `dkim/1=pass`, then its properties: `header.d=example.org`
_METHOD = re.compile(r"^\s*([a-z][\w-]*)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r'([a-z]+)\s*\.\s*([a-z-]+)\s*=\s*("[^"]*"|[^\s;]+)', re.IGNORECASE)
# The mail server hands the mail on to its own store: no border lies there.
_LOCAL_DELIVERY = re.compile(
    r"\bby\s+\S+.*\bwith\s+(?:LMTPS?A?|local)\b", re.IGNORECASE | re.DOTALL
)
_WHICH_DOMAIN = {
    "dmarc": (("header", "from"),),
    "dkim": (("header", "d"), ("header", "i")),
    "spf": (("smtp", "mailfrom"),),
}


@dataclass(frozen=True, slots=True)
class _Result:
    """One method's result, and the domain it speaks of."""

    method: str
    result: str
    domain: str


def proof_of(data: bytes, header: Header, sender: str | None, policy: ReadPolicy) -> Proof:
    """Return what *header* proves about *sender*."""
    if sender is None:
        return Proof.NONE
    domain = sender.rpartition("@")[2]
    said = _by_server(header, domain, policy.authserv_id)
    if said is not Proof.NONE or policy.dkim_verify is None:
        return said
    # RFC 6376 6.1: a signature that fails is as none, so that nothing is proved either way.
    if _is_signed_by(header, domain) and policy.dkim_verify(data) is True:
        return Proof.PASSED
    return Proof.NONE


def _by_server(header: Header, domain: str, authserv_id: str | None) -> Proof:
    if not authserv_id:
        return Proof.NONE
    results = [
        result
        for value in _trusted(header)
        for result in _results(value, authserv_id)
        if _is_aligned(result.domain, domain)
    ]
    dmarc = {result.result for result in results if result.method == "dmarc"}
    if "fail" in dmarc:
        return Proof.FAILED
    if any(result.result == "pass" for result in results):
        return Proof.PASSED
    is_failed = any(result.result in {"fail", "hardfail", "permerror"} for result in results)
    return Proof.FAILED if is_failed else Proof.NONE


def _trusted(header: Header) -> Iterator[str]:
    """Yield the fields that our server wrote: the topmost run, above the first own Received.

    What stands further down may have come with the mail (RFC 8601 5).
    """
    has_begun = False
    for field in header.fields:
        if field.name == "authentication-results":
            has_begun = True
            yield field.value
        elif field.name == "received" and (has_begun or not _LOCAL_DELIVERY.search(field.value)):
            return


def _results(value: str, authserv_id: str) -> Iterator[_Result]:
    plain = value
    for _ in range(3):
        plain = _COMMENT.sub(" ", plain)
    identity, *statements = plain.split(";")
    # `mx.example.org 1`: a version may follow the name.
    if identity.split()[:1] != [authserv_id] and identity.strip().lower().split()[:1] != [
        authserv_id.lower()
    ]:
        return
    for statement in statements[:50]:
        found = _METHOD.match(statement)
        if found is None:
            continue
        properties = {
            (kind.lower(), name.lower()): text.strip('"').lower()
            for kind, name, text in _PROPERTY.findall(statement[found.end() :])
        }
        method = found[1].lower()
        wanted = _WHICH_DOMAIN.get(method, ())
        about = next((properties[key] for key in wanted if key in properties), "")
        yield _Result(method, found[2].lower(), about.rpartition("@")[2])


def _is_aligned(domain: str, sender_domain: str) -> bool:
    """Tell whether *domain* is the sender's or one above it.

    The other way round, as DMARC's relaxed alignment allows, would need the public suffix list.
    """
    return domain == sender_domain or ("." in domain and sender_domain.endswith(f".{domain}"))


def _is_signed_by(header: Header, domain: str) -> bool:
    """Tell whether the topmost signature is by the sender's domain and covers the whole body."""
    tags = dict(parse_parameters(";" + header.first("dkim-signature")))
    return _is_aligned(tags.get("d", "").strip().lower(), domain) and "l" not in tags
