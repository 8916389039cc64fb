"""What a mail looks like: measured in Debian's Chromium, at both widths, light and dark (issue 6)."""

import base64
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.mail.replies.letters import LANGUAGES, body, message
from tests.mail.replies.show import shown
from tests.needs import need_program

SHOWN = ("accepted", "no_valid_move", "report_second_round", "report_long", "opening", "help")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--dump-dom", "--window-size=1300,1000",
)  # fmt: skip
SCHEMES = {"light": 1, "dark": 0}
"""Blink's preferredColorScheme."""

# Measures the page at both widths, and each piece of text against what lies behind it (WCAG 2).
MEASURE = r"""
<script>
addEventListener('load', () => {
  const parts = c => (c.match(/[\d.]+/g) || []).map(Number);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255;
    return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) {
    const c = parts(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  let least = 99, where = '';
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, e = node.parentElement;
    if (!node.data.trim() || e.tagName === 'SCRIPT') continue;
    const a = light(parts(getComputedStyle(e).color)), b = light(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least) { least = ratio; where = node.data.trim().slice(0, 60); }
  }
  const widths = {};
  for (const width of [320, 1200]) {
    document.body.style.width = width + 'px';
    widths[width] = Math.max(...[...document.querySelectorAll('table, p, img, pre, td, h1')]
      .map(e => Math.ceil(e.getBoundingClientRect().right)));
  }
  const images = [...document.images].map(i => [i.complete && i.naturalWidth, i.alt.length]);
  const out = document.createElement('pre');
  out.id = 'measured';
  out.textContent = btoa(unescape(encodeURIComponent(
    JSON.stringify({least, where, widths, images}))));
  document.body.append(out);
});
</script>
"""


def page(name: str) -> str:
    """Return the HTML with its pictures in it, and the script that measures it."""
    return shown(name, "de").replace("</body>", f"{MEASURE}</body>")


def measured(name: str, scheme: str, folder: Path) -> dict[str, object]:
    chromium = need_program("chromium", "chromium")
    file = folder / "mail.html"
    file.write_text(page(name), encoding="utf-8")
    done = subprocess.run(
        [
            chromium,
            *FLAGS,
            f"--user-data-dir={folder / 'profile'}",
            f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
            file.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'<pre id="measured">([^<]+)</pre>', done.stdout)
    assert found is not None, done.stderr[-2000:]
    values = json.loads(base64.b64decode(found[1]))
    assert isinstance(values, dict)
    return values


@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", SHOWN)
def test_a_mail_can_be_read_at_both_widths_in_light_and_dark(
    name: str, scheme: str, tmp_path: Path
) -> None:
    """No scrolling sideways, contrast at least 4.5, pictures there and described."""
    found = measured(name, scheme, tmp_path)

    widths, images = found["widths"], found["images"]
    assert isinstance(widths, dict)
    assert isinstance(images, list)
    assert widths["320"] <= 320
    assert widths["1200"] <= 1200
    assert isinstance(found["least"], float)
    assert found["least"] >= 4.5, found["where"]
    assert all(width and described > 20 for width, described in images)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHOWN)
def test_the_html_is_valid(name: str, language: str) -> None:
    tidy = need_program("tidy", "tidy")

    done = subprocess.run(
        [tidy, "-q", "-e"],
        input=body(message(name, language), "html").encode(),
        capture_output=True,
        check=False,
    )

    assert done.stderr.decode() == ""
