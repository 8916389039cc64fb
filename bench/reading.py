"""How long reading takes: against the standard library on real mails, and on hostile ones.

Run: python bench/reading.py
"""

import email
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.reading.hostile import HOSTILE
from tests.reading.mails import CORPUS, foreign_mails, read_mail

AIM_RATIO = 2.0
AIM_CORPUS_MS = 100.0
AIM_HOSTILE_MS = 250.0
AIM_HOSTILE_MB = 64.0


def library(data: bytes) -> None:
    """Do what the standard library offers, as far as it gets."""
    mail = email.message_from_bytes(data, _class=EmailMessage, policy=policy.default)
    try:
        body = mail.get_body(preferencelist=("plain", "html"))
        if body is not None:
            body.get_content()
    except Exception:  # noqa: BLE001, S110 - it fails on some of them; its time counts all the same
        pass


def milliseconds(run: Callable[[bytes], object], data: bytes, times: int) -> float:
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        run(data)
        best = min(best, time.perf_counter() - began)
    return best * 1_000


def compare(name: str, mails: list[bytes]) -> None:
    if not mails:
        print(f"{name:28} not there")
        return
    ours = [milliseconds(read_mail, data, 5) for data in mails]
    theirs = [milliseconds(library, data, 5) for data in mails]
    ratio = statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
    print(
        f"{name:28} {len(mails):4} mails   median ratio {ratio:.2f} (aim <= {AIM_RATIO})"
        f"   median {statistics.median(ours):.3f} ms   longest {max(ours):.1f} ms (aim < {AIM_CORPUS_MS})"
    )


def megabytes(data: bytes) -> float:
    tracemalloc.start()
    read_mail(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    compare("tests/corpus", [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))])
    compare("../shared", foreign_mails())
    print(f"\nhostile mails (aim < {AIM_HOSTILE_MS:.0f} ms and {AIM_HOSTILE_MB:.0f} MB each)")
    for name, data, trouble, _ in HOSTILE:
        took = milliseconds(read_mail, data, 2)
        size = megabytes(data)
        over = " OVER" if took > AIM_HOSTILE_MS or size > AIM_HOSTILE_MB else ""
        print(f"{name:42} {len(data):8} B {took:7.1f} ms {size:6.1f} MB  {trouble}{over}")


if __name__ == "__main__":
    main()
