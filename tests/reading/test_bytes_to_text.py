"""Charsets and transfer encodings beyond those of the corpus."""

import pytest

from mailref.reading.mime import decode, decode_transfer, decode_words, is_unreadable, repair


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        pytest.param("Äpfel".encode("utf-16-le"), "utf-16", "Äpfel", id="utf-16 without mark"),
        pytest.param("Äpfel".encode("utf-16-be"), "utf-16", "Äpfel", id="the other way round"),
        pytest.param("Apfel".encode("utf-16-le"), None, "Apfel", id="utf-16 undeclared"),
        pytest.param("Äpfel".encode("utf-16-le"), "utf-16-le", "Äpfel", id="utf-16-le"),
        pytest.param("Äpfel".encode("utf-32-le"), "utf-32", "Äpfel", id="utf-32 without mark"),
        pytest.param("Äpfel".encode(), "utf-16", "Äpfel", id="utf-8 that calls itself utf-16"),
        pytest.param("Äpfel Ölß".encode(), "gb2312", "Äpfel Ölß", id="utf-8 that calls itself gb2312"),
        pytest.param("文字".encode("gb2312"), "gb2312", "文字", id="gb2312"),
        pytest.param("文字".encode("iso-2022-jp"), "iso-2022-jp", "文字", id="iso-2022-jp"),
        pytest.param("Äpfel".encode("cp850"), "cp850", "Äpfel", id="dos"),
        pytest.param(b"A\xd6B", "punycode", "AÖB", id="no charset of mail"),
        pytest.param(b"A\xd6B", "zip", "AÖB", id="no charset at all"),
        pytest.param(b"A\xd6B", "utf-8\x00; x", "AÖB", id="a name that is none"),
        pytest.param(b"\x81\x96", "iso-8859-1", "\x81–", id="a gap of windows-1252"),
    ],
)  # fmt: skip
def test_bytes_are_read_whatever_they_call_themselves(
    data: bytes, label: str | None, text: str
) -> None:
    """Mail 3: charset lies."""
    assert decode(data, label) == text


@pytest.mark.parametrize(
    ("shown", "meant"),
    [
        pytest.param("KÃ¤SE Ã–L â€“ â€žxâ€œ", "KäSE ÖL – „x“", id="letters, dashes, quotes"),
        pytest.param("M9sÂ\u00a0BESEN", "M9s\u00a0BESEN", id="no-break space"),
        pytest.param("„Ä“ und Â allein, Ã auch", "„Ä“ und Â allein, Ã auch", id="true text stays"),
        pytest.param("Ã¤Ã", "äÃ", id="an end cut off"),
    ],
)
def test_one_round_of_mojibake_is_undone(shown: str, meant: str) -> None:
    assert repair(shown) == meant


@pytest.mark.parametrize(
    ("body", "encoding", "data"),
    [
        pytest.param(b"TTlz", " Base64 ", b"M9s", id="case and blanks"),
        pytest.param(b"TT\r\nl!z IA", "base64", b"M9s ", id="foreign letters, no padding"),
        pytest.param(b"TTlzI", "base64", b"M9s", id="a letter too many"),
        pytest.param(b"a=3Db=\r\nc=Z", "quoted-printable", b"a=bc=Z", id="soft break, no code"),
        pytest.param(b"a=3D", "8bit", b"a=3D", id="8bit"),
        pytest.param(b"a=3D", "x-own", b"a=3D", id="unknown"),
        pytest.param(b"begin 644 x\n#33ES\n`\nend\n", "uuencode", b"M9s", id="uuencode"),
        pytest.param(b"begin 644 x\n#33ESXXXX\nend\n", "x-uue", b"M9s", id="uuencode, line too long"),
        pytest.param(b"begin 644 x\n\xff\xff\nend\n", "x-uue", b"", id="uuencode, no line of it"),
        pytest.param(b"no beginning", "x-uuencode", b"no beginning", id="no uuencode"),
    ],
)  # fmt: skip
def test_transfer_encodings_give_what_is_there(body: bytes, encoding: str, data: bytes) -> None:
    assert decode_transfer(body, encoding) == data


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param("=?utf-8?q?K=C3=A4se?= und =?iso-8859-1?b?1mw=?=", "Käse und Öl", id="two"),
        pytest.param("=?utf-8?q?a?= =?utf-8?q?b?=", "ab", id="blanks between words go"),
        pytest.param("=?utf-8*de?q?=C3=96l?=", "Öl", id="with a language"),
        pytest.param("=?utf-8?q?a?= =?iso-8859-1?q?=D6?=", "aÖ", id="two charsets"),
        pytest.param("=?x?= =?utf-8?z?a?=", "=?x?= =?utf-8?z?a?=", id="none of them a word"),
        pytest.param('=?utf-8?q?a_b?="x"', 'a b"x"', id="no blank behind"),
    ],
)
def test_encoded_words_are_read(value: str, text: str) -> None:
    """RFC 2047."""
    assert decode_words(value) == text


def test_a_fifth_of_control_characters_is_no_text() -> None:
    assert is_unreadable("ab\x01\ufffd")
    assert not is_unreadable("M9s BESEN\x01 // Ersatz\n")
    assert not is_unreadable("")
