"""Debian's Chromium without a window, driven over a pipe by its DevTools protocol."""

import fcntl
import json
import os
import select
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from tests.effort import PATIENCE

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
_TALLEST = 16_000
"""Pixels: a taller page is too much for one picture."""

# A message of the protocol: JSON, whose shape each method has of its own.
Message = dict[str, object]


class BrowserError(Exception):
    """Chromium did not do what it was asked."""


@dataclass
class Browser:
    """One page of a running Chromium; `look` shows a file in it."""

    process: subprocess.Popen[bytes]
    orders: int
    answers: int
    session: str = ""
    requested: list[str] = field(default_factory=list)
    """Every address that the page shown last asked for."""
    _number: int = 0
    _rest: bytes = b""
    _happened: list[Message] = field(default_factory=list)

    def look(self, page: Path, width: int, *, dark: bool) -> None:
        """Show *page* in a window so wide, light or dark, and wait until all of it is there."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self._size(width, 900)
        self.show(page.as_uri())

    def show(self, url: str) -> None:
        """Go to an address, and wait until all of it is there."""
        self.requested.clear()
        self._happened.clear()
        self.call("Page.navigate", url=url)
        self._wait_for("Page.loadEventFired")

    def measure(self, script: str) -> object:
        """Return what *script*, an expression, is worth in the page."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        result = done["result"]
        if "exceptionDetails" in done or not isinstance(result, dict):
            raise BrowserError(f"the script failed: {done}")
        found: object = result.get("value")
        return found

    def screenshot(self, width: int) -> bytes:
        """Return the whole page shown as PNG."""
        height = self.measure("document.documentElement.scrollHeight")
        assert isinstance(height, int)
        self._size(width, min(height, _TALLEST))
        data = self.call("Page.captureScreenshot", format="png")["data"]
        assert isinstance(data, str)
        return b64decode(data)

    def call(self, method: str, **params: object) -> Message:
        """Give an order and return its result."""
        self._number += 1
        order: Message = {"id": self._number, "method": method, "params": params}
        if self.session:
            order["sessionId"] = self.session
        os.write(self.orders, json.dumps(order).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._number:
                break
        if "error" in message:
            raise BrowserError(f"{method}: {message['error']}")
        result = message["result"]
        assert isinstance(result, dict)
        return result

    def _size(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def _wait_for(self, event: str) -> None:
        while not any(message.get("method") == event for message in self._happened):
            self._next()

    def _next(self) -> Message:
        """Return the next message; events are kept, requests of the page noted."""
        until = monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self.answers], [], [], max(0.0, until - monotonic()))
            more = os.read(self.answers, 1 << 16) if ready else b""
            if not more:
                raise BrowserError("Chromium says nothing")
            self._rest += more
        data, _, self._rest = self._rest.partition(b"\0")
        message: Message = json.loads(data)
        if "method" in message:
            self._happened.append(message)
            self._note_request(message)
        return message

    def _note_request(self, message: Message) -> None:
        params = message["params"]
        if message["method"] == "Network.requestWillBeSent" and isinstance(params, dict):
            self.requested.append(params["request"]["url"])


def _pipe() -> tuple[int, int]:
    """Return both ends of a pipe, with numbers that are in nobody's way in the child."""
    ends = os.pipe()
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in ends)
    for end in ends:
        os.close(end)
    return high[0], high[1]


@contextmanager
def running(program: str, profile: Path) -> Iterator[Browser]:
    """Start Chromium with a fresh profile; it has ended when the block has."""
    order_end, orders = _pipe()
    answers, answer_end = _pipe()
    # The protocol is spoken on the descriptors 3 and 4.
    script = f'exec "$@" 3<&{order_end} 4>&{answer_end}'
    command = ["bash", "-c", script, "bash", program, *FLAGS, f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        [*command, "about:blank"],
        pass_fds=(order_end, answer_end),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(order_end)
    os.close(answer_end)
    browser = Browser(process, orders, answers)
    try:
        _attach(browser)
        yield browser
    finally:
        os.close(orders)
        os.close(answers)
        process.kill()
        process.wait(timeout=PATIENCE)


def _attach(browser: Browser) -> None:
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    assert isinstance(session, str)
    browser.session = session
    browser.call("Page.enable")
    browser.call("Network.enable")
