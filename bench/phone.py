"""How soon the pages of a club are there on a slow phone, and how much it loads for them.

Run by `python -m bench.phone FOLDER`, the folder of `[site]`: its front page and one page of each other kind, in
headless Chromium on a server on loopback, slowed down by its DevTools as Lighthouse slows a phone: 150 ms a round
trip, 1.6 Mbit/s, a quarter of this processor; nothing is remembered from one page to the next. Exits 1 where the
front page takes more than 100 kB, or 1 s until something, or most of it, is painted.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from tests.looks.chromium import Browser, running

MOST_BYTES, MOST_MS = 100_000, 1000.0
_ROUND_TRIP_MS, _BYTES_A_SECOND, _SLOWER = 150, 1_600_000 / 8, 4
_WATCHED = """
new PerformanceObserver(list => { for (const each of list.getEntries()) window.largest = each.startTime; })
    .observe({type: "largest-contentful-paint", buffered: true});
"""
_FOUND = """(() => {
    const first = performance.getEntriesByName("first-contentful-paint")[0];
    const loaded = performance.getEntriesByType("navigation")[0];
    const all = [loaded, ...performance.getEntriesByType("resource")];
    return {first: first ? first.startTime : 0, largest: window.largest || 0, loaded: loaded.loadEventEnd,
            bytes: all.reduce((sum, each) => sum + each.transferSize, 0)};
})()"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback; what is given is its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def slowed(browser: Browser) -> None:
    browser.call("Network.setCacheDisabled", cacheDisabled=True)
    browser.call("Emulation.setCPUThrottlingRate", rate=_SLOWER)
    screen = {"width": 412, "height": 823, "deviceScaleFactor": 1.75, "mobile": True}
    browser.call("Emulation.setDeviceMetricsOverride", **screen)
    browser.call("Network.emulateNetworkConditions", offline=False, latency=_ROUND_TRIP_MS,
                 downloadThroughput=_BYTES_A_SECOND, uploadThroughput=_BYTES_A_SECOND / 2)  # fmt: skip
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=_WATCHED)


def painted(browser: Browser) -> dict[str, float]:
    """Return what the page shown took, once something of it is painted."""
    until = time.monotonic() + 10
    while True:
        found = browser.measure(_FOUND)
        assert isinstance(found, dict)
        if found["largest"] or time.monotonic() > until:
            return found
        time.sleep(0.05)


def kinds(folder: Path) -> Iterator[str]:
    """Yield the front page, and the longest page of each other kind."""
    yield "index.html"
    found: dict[str, Path] = {}
    for page in folder.rglob("*.html"):
        name = str(page.relative_to(folder))
        kind = f"{name.partition('-')[0]} {page.name}" if "/" in name else name.partition("-")[0]
        if name != "index.html" and page.stat().st_size > (
            found[kind].stat().st_size if kind in found else 0
        ):
            found[kind] = page
    yield from sorted(str(page.relative_to(folder)) for page in found.values())


def main(folder: Path) -> int:
    is_kept = True
    with (
        TemporaryDirectory() as work,
        served(folder) as url,
        running("chromium", Path(work)) as browser,
    ):
        slowed(browser)
        for name in kinds(folder):
            browser.show(url + name)
            found = painted(browser)
            print(
                f"{name}: {found['bytes'] / 1000:.1f} kB; first painted after {found['first']:.0f} ms,"
                f" most of it after {found['largest']:.0f}, all there after {found['loaded']:.0f}",
                flush=True,
            )
            is_small = (
                found["bytes"] <= MOST_BYTES and max(found["first"], found["largest"]) <= MOST_MS
            )
            is_kept &= is_small or name != "index.html"
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
