"""How well mails are read: right, asked back, wrong, by client style.

Right: the answer is the one expected. Asked back: nothing counts where something should, and the
player is told. Wrong: something else counts, or nothing comes back.

Run: python bench/reading_quality.py [POSITIONS]
"""

import random
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.judge.agreement import Json, differences
from tests.judge.cases import cases, judged
from tests.judge.clients import WRAPS
from tests.judge.test_round_trip import GAMES, as_typed, rounds
from tests.reading.mails import CORPUS, expected, names, read_mail, shown

RIGHT, ASKED, WRONG = "right", "asked back", "wrong"
POSITIONS = 6
STYLES = (
    "thunderbird", "outlook", "gmail", "apple", "iphone", "mobile", "k9", "gmx", "webde", "yahoo",
    "proton", "t-online", "flowed", "html", "cp1252", "utf8", "bottom", "inside", "quote", "signature",
    "nested", "forwarded", "signed", "mojibake", "nfd",
)  # fmt: skip
Table = dict[str, Counter[str]]


def style_of(name: str) -> str:
    """Return the client or manner that a mail's name tells."""
    return next((style for style in STYLES if style in name), "other")


def verdict(want: list[Json], got: list[Json]) -> str:
    if len(want) == len(got) and not [
        d for pair in zip(want, got, strict=True) for d in differences(*pair)
    ]:
        return RIGHT
    counting = [each for each in got if isinstance(each, dict) and each["counts"] is not None]
    return WRONG if counting or not got else ASKED


def by_case() -> Table:
    clients: Table = defaultdict(Counter)
    for case in cases():
        clients[style_of(case.name)][verdict(case.expect, judged(case))] += 1
    return clients


def by_corpus() -> Table:
    table: Table = defaultdict(Counter)
    for name in names():
        mail = read_mail((CORPUS / f"{name}.eml").read_bytes())
        fields = expected(name).fields
        is_right = all(shown(getattr(mail, field)) == value for field, value in fields.items())
        table[style_of(name)][RIGHT if is_right else WRONG] += 1
    return table


def by_random_move(positions: int) -> Table:
    """Judge random legal moves of seven games in random notations, wrapped by each client."""
    table: Table = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            rng = random.Random(f"quality {game}")
            for at, chosen in rounds(game, Path(folder), rng, positions):
                tag = f"{game} R{at.running.game.round_number}"
                for name, wrap in WRAPS.items():
                    data = wrap(at.writer, as_typed(chosen, at, rng), at.face.title, tag)
                    table[name][_of_move(at.answer(data), chosen.points)] += 1
    return table


def _of_move(answers: list[dict[str, object]], points: int) -> str:
    if [(each["outcome"], each["points"]) for each in answers] == [("accepted", points)]:
        return RIGHT
    return WRONG if any(each["counts"] is not None for each in answers) else ASKED


def show(title: str, table: Table) -> None:
    print(f"\n{title:28} {RIGHT:>6} {ASKED:>11} {WRONG:>6}")
    for name, row in sorted(table.items()):
        print(f"{name:28} {row[RIGHT]:6} {row[ASKED]:11} {row[WRONG]:6}")
    total = sum(table.values(), Counter[str]())
    print(f"{'all':28} {total[RIGHT]:6} {total[ASKED]:11} {total[WRONG]:6}")


def main() -> None:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    show("tests/judge, by client", by_case())
    show("tests/corpus", by_corpus())
    show("random legal moves", by_random_move(positions))


if __name__ == "__main__":
    main()
