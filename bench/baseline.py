"""What any program that answers mail has to do: the yardstick of `bench.tick` and `bench.batch`.

For each mail: fetch it, parse it with `email`, commit two rows (SQLite, WAL, full sync), draw a
picture as large as a board by one call of Pillow, render a template that is ready, send the answer.
Run as a process of its own it waits for mail by IDLE, as the referee does.
"""

import email
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
from PIL import Image

from bench.house import PASSWORD

USER = "baseline@example.org"
_SIDE = 960
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
    page: Template
    uid_next: int = 1

    @classmethod
    def connected(cls, imap_port: int, smtp_port: int, folder: Path) -> "Yardstick":
        client = IMAPClient("127.0.0.1", imap_port, ssl=False, timeout=60)
        # Else each two writes in a row wait 40 ms for a delayed ACK: that would be no yardstick.
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.login(USER, PASSWORD)
        client.select_folder("INBOX")
        database = sqlite3.connect(folder / "baseline.db", isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE IF NOT EXISTS seen (uid INTEGER, subject TEXT)")
        database.execute("CREATE TABLE IF NOT EXISTS sent (uid INTEGER, data BLOB)")
        return cls(client, smtp_port, database, Environment(autoescape=True).from_string(_PAGE))

    def work_off(self) -> int:
        """Answer all mail that has come, over one connection; return how many there were."""
        self.client.noop()  # SEARCH alone may not see what came since the last command
        uids = [uid for uid in self.client.search(f"UID {self.uid_next}:*") if uid >= self.uid_next]
        if not uids:
            return 0
        with smtplib.SMTP("127.0.0.1", self.smtp_port, local_hostname="localhost") as smtp:
            smtp.login(USER, PASSWORD)
            for uid, data in self._fetched(uids):
                answer = self._answer(uid, data)
                smtp.sendmail(USER, [str(answer["To"])], answer.as_bytes(policy=policy.SMTP))
        self.uid_next = uids[-1] + 1
        return len(uids)

    def serve(self) -> None:
        """Wait for mail by IDLE, and answer it, until killed."""
        while True:
            self.client.idle()
            self.client.idle_check(timeout=30)
            self.client.idle_done()
            self.work_off()

    def _fetched(self, uids: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        for start in range(0, len(uids), 50):
            found = self.client.fetch(uids[start : start + 50], ["BODY.PEEK[]"])
            for uid, values in found.items():
                yield uid, values[b"BODY[]"]

    def _answer(self, uid: int, data: bytes) -> EmailMessage:
        mail = email.message_from_bytes(data, policy=policy.default)
        part = mail.get_body(("plain",))
        text = part.get_content() if part else ""
        picture = BytesIO()
        Image.new("RGB", (_SIDE, _SIDE), "green").save(picture, "PNG")
        answer = EmailMessage()
        answer["From"], answer["To"] = USER, str(mail["From"])
        answer["Subject"] = f"Re: {mail['Subject']}"
        answer.set_content(text)
        answer.add_alternative(
            self.page.render(name=mail["From"], move=text[:40], letters="ABEENÖRU"), "html"
        )
        answer.add_attachment(picture.getvalue(), "image", "png")
        self.database.execute("BEGIN IMMEDIATE")
        self.database.execute("INSERT INTO seen VALUES (?, ?)", (uid, str(mail["Subject"])))
        self.database.execute("INSERT INTO sent VALUES (?, ?)", (uid, picture.getvalue()))
        self.database.execute("COMMIT")
        return answer


if __name__ == "__main__":
    Yardstick.connected(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])).serve()
