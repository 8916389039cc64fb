"""Turns every word of the English folder into another: spelled backwards, with a letter that marks it."""

import re
import shutil
from pathlib import Path

from jinja2 import Environment

MARK = "ö"
LANGUAGE = "xx"
LOCALE = "fi"
"""Whose names of days and months it takes: neither German nor English."""
# What is no word in a regular expression: escapes, how groups begin, classes, names, counts.
_IN_PATTERN = re.compile(
    r"\\.|\(\?[A-Za-z-]*[:!=<>)]|\[(?:\\.|[^\]\\])*\]|\{[a-z_0-9,]+\}|(?P<word>[A-Za-zÄÖÜäöüß]{2,})|."
)
# What is no word in a sentence: what a mail is marked up with, addresses, squares and hashes.
_IN_SENTENCE = re.compile(
    r"@[a-z]+(?: [a-z_]+(?=\n))?|\S*(?:@|://)\S*|\w*\d\w*|&\w+;|(?P<word>[A-Za-zÄÖÜäöüß]{2,})|.",
    re.DOTALL,
)


def turned(word: str) -> str:
    """Return another word for *word*: capitals stay where they are in a word."""
    mirrored = word[::-1].lower() + MARK
    if word.isupper():
        return mirrored.upper()
    return mirrored.capitalize() if word[0].isupper() else mirrored


def sentence(text: str) -> str:
    """Return a text whose words are turned."""
    return _IN_SENTENCE.sub(lambda it: turned(it["word"]) if it["word"] else it[0], text)


def _pattern(text: str) -> str:
    return _IN_PATTERN.sub(lambda it: turned(it["word"]) if it["word"] else it[0], text)


# --- templates


def template(source: str) -> str:
    """Return a template whose sentences are turned: what stands outside of tags, and texts in them.

    A text in a tag is said, unless it is a code: compared, looked up, or the name of a field.
    """
    made: list[str] = []
    before: list[str] = []
    calls: list[str] = []
    for _, kind, value in Environment(keep_trailing_newline=True, autoescape=True).lex(source):
        match kind:
            case "data":
                made.append(sentence(value))
                continue
            case "string" if _is_said(before, calls) and not value[1:-1].endswith(".j2"):
                made.append(value[0] + sentence(value[1:-1]) + value[0])
            case _:
                made.append(value)
        if kind.endswith("_begin"):
            before, calls = [kind], []
        elif kind not in {"whitespace", "data", "comment"}:
            if value in ("(", "[", "{"):
                calls.append(before[-1])
            elif value in (")", "]", "}") and calls:
                calls.pop()
            before.append(value)
    return "".join(made)


def _is_said(before: list[str], calls: list[str]) -> bool:
    if before[1:2] == ["include"]:  # the name of a file
        return False
    last, call = before[-1], calls[-1] if calls else ""
    if call in {"listed", "plural"}:
        return True
    if call == "map":
        return last == ","
    if call == "=" and "set" in before[:2]:
        return last in {":", "["} or (last == "," and "{" not in before)
    if call:
        return last == "else" and call != "fault"
    return last in {"=", "else", "or", "~", "variable_begin"}


# --- the folder


_STRING = re.compile(r"'''.*?'''|'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"")


def words(text: str) -> str:
    """Return a file of words whose words are turned.

    Keys and comments stay, the letters beside a square, and whose calendar it is.
    """
    lines, stays = [], False
    for line in text.splitlines():
        stays = line.startswith("[letters]") if line.startswith("[") else stays
        is_said = not stays and not line.startswith(("#", "locale ="))
        lines.append(_STRING.sub(lambda it: _pattern(it[0]), line) if is_said else line)
    return "\n".join(lines).replace('locale = "en_GB"', f'locale = "{LOCALE}"') + "\n"


def make_folder(templates: Path) -> None:
    """Make the folder of the language beside that of English."""
    there = templates / LANGUAGE
    shutil.copytree(templates / "en", there)
    for file in there.rglob("*.j2"):
        file.write_text(template(file.read_text(encoding="utf-8")), encoding="utf-8")
    for file in there.rglob("*.toml"):
        file.write_text(words(file.read_text(encoding="utf-8")), encoding="utf-8")
