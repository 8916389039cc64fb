"""How mails are read that were written without sight of the program: booked, asked, booked wrongly.

Run by `python -m bench.blind [SET...]`, sets by their names (`v21`), all without one; `--show` prints each mail
that is not read as its writer meant it. A set that the weights of remarks have learned from (`make remarks`)
says nothing new: figures of a set count before that (docs/reading.md). Writers follow `WRITE.md`.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NOW = "2026-12-03T19:30:00+01:00"
_PLAY = re.compile(r"([A-O]\d{1,2}|\d{1,2}[A-O])([swda]?) ([\w*]+)")
_WAYS = {"s": "down", "d": "down", "w": "across", "a": "across"}
Case = Mapping[str, Any]


def games() -> dict[str, tuple[Path, Case]]:
    """Return the games of the sets by their ids, each with its settings file."""
    return {
        game["id"]: (path, game)
        for path in sorted((HERE / "games").glob("*.toml"))
        for game in tomllib.loads(path.read_text("utf-8"))["game"]
    }


def mail_of(case: Case, game: Case) -> EmailMessage:
    """Return a case as the mail that its player sends."""
    player = next(each for each in game["player"] if each["name"] == case["who"])
    start = game.get("start", {})
    mark = f" R{start['round']}" if "round" in start else " Z1" if _is_at_table(case) else ""
    mail = EmailMessage()
    mail["From"] = f'"{player["name"]}" <{player["addresses"][0]}>'
    mail["To"] = "Zugpost <runde@zugpost.example>"
    mail["Subject"] = case["subject"] or f"Re: [{game['id']}{mark}] {game['title']}"
    mail["Date"], mail["Message-ID"] = (
        "Thu, 03 Dec 2026 19:28:31 +0100",
        f"<{case['id']}@x.example>",
    )
    mail.set_content(case["text"])
    return mail


def judged(cases: Sequence[Case], settings: Path) -> Iterator[tuple[str, Case]]:
    """Yield what `judge` says of the mails of games of one settings file, by the case's id."""
    known = games()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        shutil.copy(settings, folder / "config.toml")
        for case in cases:
            (folder / f"{case['id']}.eml").write_bytes(bytes(mail_of(case, known[case["game"]][1])))
        names = [f"{case['id']}.eml" for case in cases]
        command = [sys.executable, "-m", "mailref", "judge", "--json", "--received", NOW, *names]
        said = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    for line in said.stdout.splitlines():
        found = json.loads(line)
        yield str(found["file"]).removesuffix(".eml"), found


def asked_for(case: Case) -> object:
    """Return the move that a case is meant to be, comparable with `booked`."""
    first = case["move"][0].lower() if case["move"] else ""
    if first.startswith("pass"):
        return "pass"
    if first.startswith("exchange"):
        return "exchange", _exchanged(case["move"][0].split(" ", 1)[1].upper())
    plays = [found.groups() for move in case["move"] for found in _PLAY.finditer(move)]
    return [(at, _WAYS.get(way), word.upper().replace("*", "")) for at, way, word in plays]


def _is_at_table(case: Case) -> bool:
    return case["game"] in _at_tables()


@cache
def _at_tables() -> frozenset[str]:
    return frozenset(id_ for id_, (path, _) in games().items() if path.stem == "tisch")


def _steps(found: Case) -> list[str]:
    """Return what was understood of a mail for a game at a table, each step as the sets write it."""
    if words := found.get("words"):
        return [" ".join(["words", *sorted(words)])]
    return [_step(each) for each in found.get("moves") or []] or [
        each for each in found["commands"] if each in ("new", "back")
    ]


def _step(move: Case) -> str:
    match move:
        case {"plays": [{"square": at, "direction": way, "word": word}]}:
            return f"{at}{'w' if way == 'across' else 's'} {word}"
        case {"kind": "play", "plays": [], "faults": [{"text": text}, *_]}:
            return f"{_REFUSED}{text}"
        case {"kind": "take", "squares": squares}:
            return " ".join(["remove", *squares])
        case {"kind": "take", "stack": stack, "tile": tile}:
            return f"take {stack}/{tile}"
        case {"kind": "lay", "word": word}:
            return f"lay {word}"
        case {"kind": "choose", "letters": letters}:
            return f"choose {''.join(sorted(letters))}"
        case {"kind": kind}:
            return {"anew": "new"}.get(kind, str(kind))
    return ""


_REFUSED = "refused "
"""Before a play that the rules refuse, as it was written: it was understood."""


def _is_step(wanted: str, given: str) -> bool:
    kind, _, what = wanted.partition(" ")
    if kind[0].isalnum() and kind[-1] in "ws":
        what = what.upper()  # small letters lie on the board
    if given.startswith(_REFUSED):
        return given.split()[1:] == [kind.rstrip("ws"), what]
    if kind == "take":
        return what in given.removeprefix("take ").split("/")
    if kind in ("choose", "words"):
        what = " ".join(sorted(what.split())) if kind == "words" else "".join(sorted(what))
    return given == f"{kind} {what}".strip()


def outcome_at_table(case: Case, found: Sequence[Case]) -> str:
    """Return what became of a mail for a game at a table; a move that the rules refuse was understood, too."""
    said = [each for each in found if each["outcome"] in ("accepted", "pending", "command")]
    if not said:
        refused = [each for each in found if each["reason"] == "no_valid_move"]
        if case["cls"] != "ask" and any(_are_words(case, each) for each in refused):
            return "booked"
        kinds = [move["kind"] for each in refused for move in each.get("moves") or []]
        wanted = [each.partition(" ")[0].replace("remove", "take") for each in case["move"]]
        return "booked" if case["cls"] != "ask" and kinds == wanted != [] else "asked"
    wanted = [each for each in case["move"] if not each.startswith("wish")]
    given = _steps(said[0])
    is_same = len(wanted) == len(given) and all(map(_is_step, wanted, given))
    return "booked" if case["cls"] != "ask" and is_same else "wrong"


def _are_words(case: Case, found: Case) -> bool:
    """Tell whether the words of a Bingo were understood, though the list of words has one of them not."""
    return bool(found.get("words")) and [*map(sorted, map(str.split, case["move"]))] == [
        sorted(["words", *found["words"]])
    ]


def booked(found: Case) -> object:
    """Return the move that counts of what `judge` says."""
    moves = found.get("moves") or []
    at = found.get("counts")
    move = moves[at if isinstance(at, int) and at < len(moves) else 0] if moves else {}
    if move.get("plays"):
        return [(each["square"], each["direction"], each["word"]) for each in move["plays"]]
    if move.get("kind") == "exchange":
        return "exchange", _exchanged(move.get("letters") or _ALL)
    return move.get("kind")


_ALL = "ALL"


def _exchanged(letters: str) -> str:
    """Return letters in order; `judge` names none where all are meant."""
    return _ALL if len(letters) == _RACK else "".join(sorted(letters))


_RACK = 7


def is_same(wanted: object, given: object) -> bool:
    if not isinstance(wanted, list) or not isinstance(given, list):
        return wanted == given
    pairs = zip(wanted, given, strict=False)
    return len(wanted) == len(given) and all(
        (at, word) == (its, said) and way in (None, its_way)
        for (at, way, word), (its, its_way, said) in pairs
    )


def outcome(case: Case, found: Sequence[Case]) -> str:
    """Return what became of a case: booked, asked, wrong, or nothing at all."""
    taken = [each for each in found if each["outcome"] in ("accepted", "pending")]
    if not found:
        return "lost"
    if _is_at_table(case):
        return outcome_at_table(case, found)
    if not taken:
        return "asked"
    by_game = {each.get("game"): each for each in reversed(taken)}
    made = [booked(each) for each in by_game.values()][::-1]
    plays = [play for each in made if isinstance(each, list) for play in each]
    # Of a mail for two games a set names the move of the first, or one in each.
    wanted = asked_for(case)
    is_right = is_same(wanted, booked(taken[0])) or (
        isinstance(wanted, list)
        and is_same(sorted(wanted, key=str), sorted(plays, key=str))
        and len(made) > 1
    )
    is_right = is_right and case["cls"] != "ask"
    return "booked" if is_right else "wrong"


def main() -> int:
    is_shown = "--show" in sys.argv
    names = [each for each in sys.argv[1:] if each != "--show"]
    paths = [HERE / f"{name}.jsonl" for name in names] or sorted(HERE.glob("*.jsonl"))
    known = games()
    for path in paths:
        cases = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        said: dict[str, list[Case]] = {}
        for settings in {known[case["game"]][0] for case in cases}:
            of_file = [case for case in cases if known[case["game"]][0] == settings]
            for id_, found in judged(of_file, settings):
                said.setdefault(id_, []).append(found)
        counted: Counter[tuple[str, str]] = Counter()
        for case in cases:
            became = outcome(case, said.get(case["id"], []))
            counted[case["cls"], became] += 1
            is_meant = became == ("asked" if case["cls"] == "ask" else "booked")
            if is_shown and not is_meant and case["cls"] != "either":
                print(f"--- {case['id']} {case['cls']}: {became} ({case['why']})\n{case['text']}")
        figures = ", ".join(f"{cls} {became} {n}" for (cls, became), n in sorted(counted.items()))
        print(f"{path.stem}: {figures}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
