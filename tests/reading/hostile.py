"""Mails made to hurt a reader, each as large as is taken."""

FROM = b"From: Max <max@example.org>\nSubject: x\n"


def nested(depth: int, rest: bytes) -> bytes:
    """Return multiparts inside each other."""
    inner = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (at, at)
        for at in range(depth)
    )
    return FROM + inner + b"\n" + rest


def html(source: bytes) -> bytes:
    return FROM + b"Content-Type: text/html; charset=utf-8\n\n" + source


def text(body: bytes, fields: bytes = b"") -> bytes:
    return FROM + fields + b"\n" + body


def mixed(body: bytes) -> bytes:
    return FROM + b"Content-Type: multipart/mixed; boundary=b\n\n" + body


REOPENED = b"".join(b"<p><b a=%d>" % at for at in range(30_000))
ATTRIBUTES = b" ".join(b"a%d=1" % at for at in range(80_000))
UUENCODE = b"Content-Transfer-Encoding: x-uuencode\n"
FLOWED = b"Content-Type: text/plain; format=flowed\n"
RESULTS = b"Authentication-Results: mx.example.org; " + b"(" * 7_000 + b"\n"

# Name, mail, and what must come of it: the trouble, and whether the sender is known.
HOSTILE: tuple[tuple[str, bytes, str | None, bool], ...] = (
    ("a thousand nested parts", nested(1_000, b"M9s BESEN\n"), "hostile", True),
    ("nineteen nested parts, many lines", nested(19, b"x\n" * 400_000), None, True),
    (
        "one boundary nested in itself",
        FROM + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n' * 20_000,
        "hostile",
        True,
    ),
    ("twenty thousand parts", mixed(b"--b\n\nx\n" * 20_000), "hostile", True),
    ("lines that begin like a boundary", mixed(b"--bx\n" * 150_000), "hostile", True),
    (
        "a boundary of one dash",
        FROM + b"Content-Type: multipart/mixed; boundary=-\n\n" + b"-" * 900_000,
        None,
        True,
    ),
    ("open brackets in From", b"From: " + b"(" * 60_000 + b"\n\nx", None, False),
    ("a recipient list over the bound", text(b"x", b"To: " + b"a@b.example, " * 20_000 + b"\n"), "hostile", True),
    ("four thousand recipients", text(b"x", b"To: " + b"a@b.example, " * 4_000 + b"\n"), None, True),
    ("a field of a megabyte", b"X: " + b"a" * 990_000 + b"\n" + FROM, "hostile", False),
    ("a header of 200,000 fields", b"X:a\n" * 200_000 + FROM, "hostile", False),
    ("parameters of quotes", text(b"", b"Content-Type: text/plain; " + b';"' * 30_000 + b"\n"), "empty", True),
    (
        "continued parameters",
        text(b"", b"Content-Type: text/plain; " + b"".join(b"a*%d*=x;" % at for at in range(6_000)) + b"\n"),
        "empty",
        True,
    ),
    ("a subject of encoded words", text(b"x", b"Subject: " + b"=?utf-8?q?=41?= " * 3_000 + b"\n"), None, True),
    ("nothing but line ends", text(b"\n" * 900_000), "too_large", True),
    ("nothing but quote signs", text(b">\n" * 400_000), "too_large", True),
    ("nothing but Von:", text(b"Von: x\n" * 100_000), None, True),
    ("nothing but Am", text(b"Am 1.1. <\n" * 90_000), None, True),
    ("one line of a megabyte", text(b"a " * 450_000), None, True),
    ("rules of blanks", text((b"- " * 990 + b"x\n") * 400), None, True),
    ("blanks before a letter", text((b" " * 1_990 + b"x\n") * 400), None, True),
    ("signatures without end", text(b"--\nx\n" * 180_000), "too_large", True),
    ("unclosed paragraphs", html(b"<p>" * 300_000), "too_large", True),
    ("nested elements", html(b"<div>" * 100_000 + b"x"), "too_large", True),
    ("end tags of nothing", html(b"<span>" * 6_000 + b"</q>" * 6_000), "too_large", True),
    ("formatting reopened in every paragraph", html(REOPENED), "too_large", True),
    ("nothing but <", html(b"<" * 900_000), None, True),
    ("nothing but <style>", html(b"<style>" * 100_000), "too_large", True),
    ("nested tables", html(b"<table><tr><td>" * 60_000), "too_large", True),
    ("an element of 80,000 attributes", html(b"<p " + ATTRIBUTES + b">x"), "too_large", True),
    ("the same, closed", html(b"<p " + ATTRIBUTES[:480_000] + b">x"), None, True),
    ("attributes behind a comment", html(b'<!-- <p a=" --><p ' + ATTRIBUTES[:480_000] + b'> " -->x'), None, True),
    ("attributes with signs in quotes", html(b"<p " + b'a1="<>" a2=\'>\' ' * 25_000 + b">x"), None, True),
    ("unclosed comments", html(b"<!-- " * 100_000), "empty", True),
    ("tags that never end", html(b"<a " * 170_000), "empty", True),
    ("a style of half a megabyte", html(b'<p style="' + b"max-height:0;" * 35_000 + b'">x'), None, True),
    ("a list of 11,000", html(b"<ol>" + b"<li>x" * 11_000), None, True),
    ("base64 of padding", text(b"=" * 900_000, b"Content-Transfer-Encoding: base64\n"), "empty", True),
    ("uuencode of short lines", text(b"begin 644 x\n" + b"M\n" * 400_000, UUENCODE), "charset", True),
    ("punycode as charset", text(b"a" * 500_000, b"Content-Type: text/plain; charset=punycode\n"), None, True),
    ("a domain of 20,000 umlauts", b"From: a@" + "ü".encode() * 20_000 + b"\n\nx", None, False),
    ("nothing but zeros", text(b"\0" * 900_000), "charset", True),
    ("marks upon marks", text(("a" + "\u0308\u0323" * 200_000).encode()), None, True),
    ("mojibake all over", text("Ã¤".encode() * 150_000), None, True),
    ("soft breaks all over", text((b"a" * 70 + b" \n") * 12_000, FLOWED), None, True),
    ("brackets in Authentication-Results", text(b"x", RESULTS), None, True),
    ("a date of 50,000 digits", text(b"x", b"Date: " + b"1" * 50_000 + b"\n"), None, True),
)  # fmt: skip
