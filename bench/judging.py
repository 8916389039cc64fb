"""What reading a mail costs, from its bytes to its entries, against the standard library's parser.

Run: python bench/judging.py     (aim: median ratio at most 2, no mail over 100 ms)
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.reading import AIM_CORPUS_MS, AIM_RATIO, library
from mailref.games.rounds.family import face_of
from mailref.games.rounds.shown import in_rounds
from mailref.office import entry_reader
from mailref.orders.shapes import subject_tag
from mailref.reading.read_mail import read
from tests.judge.cases import cases, opened
from tests.reading.mails import CORPUS, POLICY, foreign_mails

TIMES = 5


def best_of(run: Callable[[bytes], object], data: bytes) -> float:
    """Return the milliseconds of the quickest of a few runs."""
    took = float("inf")
    for _ in range(TIMES):
        began = time.perf_counter()
        run(data)
        took = min(took, time.perf_counter() - began)
    return took * 1_000


def compare(name: str, mails: list[bytes]) -> None:
    _, office = opened(cases()[0].settings, cases()[0].received)
    faces = tuple(face_of(in_rounds(running)) for running in office.games.values())
    reader = entry_reader()

    def ours(data: bytes) -> None:
        mail = read(data, POLICY)
        subject_tag(mail.subject)
        reader.read_mail(mail, faces, faces[0])

    pairs = [(best_of(ours, data), best_of(library, data)) for data in mails]
    ratio = statistics.median(mine / other for mine, other in pairs)
    longest = max(mine for mine, _ in pairs)
    middle = statistics.median(mine for mine, _ in pairs)
    print(
        f"{name:24} {len(mails):4} mails   bytes to entries: median ratio {ratio:.2f} (aim <= {AIM_RATIO})"
        f"   median {middle:.3f} ms   longest {longest:.1f} ms (aim < {AIM_CORPUS_MS})"
    )


def main() -> None:
    compare("tests/judge", [case.data for case in cases()])
    compare("tests/corpus", [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))])
    if foreign := foreign_mails():
        compare("../shared", foreign)


if __name__ == "__main__":
    main()
