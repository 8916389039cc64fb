"""The pictures of the README, made by the program itself: `make pictures` calls this module.

A confirmation is that of the README's exchange, a report one of the demo's; both as Chromium shows
their HTML, cut below what is worth seeing.
"""

import sys
import tempfile
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

from PIL import Image

from mailref.commands.preview import files_of
from tests.looks.chromium import Browser, running
from tests.looks.played import played_in
from tests.needs import need_program
from tests.test_readme import answered

WIDTH = 680
TALLEST = 1160
COLOURS = 96


def make_pictures(out: Path) -> None:
    """Write `confirmation.png` and `report.png` into *out*."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in ("exchange", "demo", "profile"):
            (folder / each).mkdir()
        played = played_in(folder / "demo")
        report = next(each.mail for each in played.reports(3) if "max" in each.recipient)
        with running(need_program("chromium", "chromium"), folder / "profile") as browser:
            confirmation = answered(folder / "exchange")
            for title, mail in (("confirmation", confirmation), ("report", report)):
                picture = _picture(browser, mail, folder / title)
                (out / f"{title}.png").write_bytes(picture)


def _picture(browser: Browser, mail: EmailMessage, folder: Path) -> bytes:
    folder.mkdir()
    for name, data in files_of(mail.as_bytes()):
        (folder / name).write_bytes(data)
    browser.look(folder / "report.html", WIDTH, dark=False)
    shot = Image.open(BytesIO(browser.screenshot(WIDTH))).convert("RGB")
    cut = shot.crop((0, 0, WIDTH, min(TALLEST, shot.height)))
    target = BytesIO()
    cut.quantize(COLOURS).save(target, "PNG", optimize=True)
    return target.getvalue()


if __name__ == "__main__":
    make_pictures(Path(sys.argv[1]))
