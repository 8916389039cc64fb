"""What any program that answers mail has to do: the yardstick of `bench.tick` and `bench.batch`.

For each mail: fetch it, parse it with `email`, commit that it is begun (SQLite, WAL, full sync), draw
a board of tiles with Pillow, render text and HTML by templates that are ready, commit the answer, send
it, commit that it is sent, and move the mail away. Run as a process of its own it waits for mail by
IDLE, as the referee does.
"""

import email
import random
import smtplib
import socket
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

from imapclient import IMAPClient
from jinja2 import Environment, Template
from PIL import Image, ImageDraw, ImageFont

from bench.house import PASSWORD
from mailref import assets

USER = "baseline@example.org"
DONE = "Done"
_SIDE, _RIM, _SQUARE = 960, 45, 58
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TEXT = """Hallo {{ name }},

dein Zug gilt: {{ move }}

{% for letter in letters %}{{ letter }}
{% endfor %}
"""
_PAGE = """<html><body><p>Hallo {{ name }},</p>
<p>dein Zug gilt: <b>{{ move }}</b></p>
<table>{% for letter in letters %}<tr><td>{{ letter }}</td></tr>{% endfor %}</table>
<img src="cid:board"></body></html>
"""


@dataclass(slots=True)
class Yardstick:
    """The baseline, connected to its mailbox."""

    client: IMAPClient
    smtp_port: int
    database: sqlite3.Connection
    text: Template
    page: Template
    board: Image.Image
    tiles: dict[str, Image.Image]
    uid_next: int = 1

    @classmethod
    def connected(cls, imap_port: int, smtp_port: int, folder: Path) -> "Yardstick":
        client = IMAPClient("127.0.0.1", imap_port, ssl=False, timeout=60)
        # Else each two writes in a row wait 40 ms for a delayed ACK: that would be no yardstick.
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.login(USER, PASSWORD)
        if not client.folder_exists(DONE):
            client.create_folder(DONE)
        client.select_folder("INBOX")
        database = sqlite3.connect(folder / "baseline.db", isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE IF NOT EXISTS seen (uid INTEGER PRIMARY KEY, subject TEXT)")
        database.execute(
            "CREATE TABLE IF NOT EXISTS owed (uid INTEGER PRIMARY KEY, data BLOB, is_sent INTEGER)"
        )
        environment = Environment(autoescape=True)
        text, page = environment.from_string(_TEXT), environment.from_string(_PAGE)
        board, tiles = _drawn()
        return cls(client, smtp_port, database, text, page, board, tiles)

    def work_off(self) -> int:
        """Answer all mail that has come, over one connection; return how many there were."""
        self.client.noop()  # SEARCH alone may not see what came since the last command
        uids = [uid for uid in self.client.search(f"UID {self.uid_next}:*") if uid >= self.uid_next]
        if not uids:
            return 0
        with smtplib.SMTP("127.0.0.1", self.smtp_port, local_hostname="localhost") as smtp:
            smtp.ehlo()
            if smtp.has_extn("auth"):
                smtp.login(USER, PASSWORD)
            for uid, data in self.fetched(uids):
                self.database.execute("INSERT INTO seen VALUES (?, ?)", (uid, None))
                to, answer = self.answer(data)
                self.database.execute("INSERT INTO owed VALUES (?, ?, 0)", (uid, answer))
                self.client.move([uid], DONE)
                smtp.sendmail(USER, [to], answer)
                self.database.execute("UPDATE owed SET is_sent = 1 WHERE uid = ?", (uid,))
        self.uid_next = uids[-1] + 1
        return len(uids)

    def serve(self) -> None:
        """Wait for mail by IDLE, and answer it, until killed."""
        while True:
            self.client.idle()
            self.client.idle_check(timeout=30)
            self.client.idle_done()
            self.work_off()

    def fetched(self, uids: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        for start in range(0, len(uids), 50):
            found = self.client.fetch(uids[start : start + 50], ["BODY.PEEK[]"])
            for uid, values in found.items():
                yield uid, values[b"BODY[]"]

    def answer(self, data: bytes) -> tuple[str, bytes]:
        """Return whom to answer, and the answer."""
        mail = email.message_from_bytes(data, policy=policy.default)
        part = mail.get_body(("plain",))
        said = {
            "name": str(mail["From"]),
            "move": part.get_content()[:200] if part else "",
            "letters": "ABEENÖRU",
        }
        answer = EmailMessage()
        answer["From"], answer["To"] = USER, str(mail["From"])
        answer["Subject"] = f"Re: {mail['Subject']}"
        answer["In-Reply-To"] = mail["Message-ID"]
        answer.set_content(self.text.render(said))
        answer.add_alternative(self.page.render(said), "html")
        _, html = answer.iter_parts()
        html.add_related(self._picture(), "image", "png", cid="<board>")
        return str(mail["From"]), answer.as_bytes(policy=policy.SMTP)

    def _picture(self) -> bytes:
        picture, target = self.board.copy(), BytesIO()
        for square in random.sample(range(225), 13):
            row, column = divmod(square, 15)
            tile = self.tiles[random.choice(_LETTERS)]
            picture.paste(tile, (_RIM + column * _SQUARE, _RIM + row * _SQUARE))
        picture.save(target, "PNG", compress_level=3)
        return target.getvalue()


def _drawn() -> tuple[Image.Image, dict[str, Image.Image]]:
    """Return a bare board and a tile of each letter, in one palette."""
    font = ImageFont.truetype(BytesIO(assets.fonts()["DejaVuSansCondensed-Bold.ttf"]), 40)
    board = Image.new("RGB", (_SIDE, _SIDE), "white")
    draw = ImageDraw.Draw(board)
    for square in range(225):
        row, column = divmod(square, 15)
        left, top = _RIM + column * _SQUARE, _RIM + row * _SQUARE
        draw.rectangle((left, top, left + _SQUARE, top + _SQUARE), "#dee6de", "#96a598")
        if square % 4 == 0:
            draw.text((left + 29, top + 40), "2W", "black", font.font_variant(size=24), "ms")
    for step in range(15):
        place = _RIM + step * _SQUARE + 29
        for along in (35, _SIDE - 10):
            draw.text((place, along), _LETTERS[step], "black", font.font_variant(size=30), "ms")
            draw.text((min(along, _SIDE - 23), place + 11), f"{step}", "black", font, "ms")
    palette = board.quantize(64)
    tiles = {}
    for letter in _LETTERS:
        tile = Image.new("RGB", (_SQUARE, _SQUARE), "#fff4d0")
        ImageDraw.Draw(tile).text((29, 42), letter, "black", font, "ms")
        tiles[letter] = tile.quantize(palette=palette, dither=Image.Dither.NONE)
    return palette, tiles


if __name__ == "__main__":
    Yardstick.connected(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])).serve()
