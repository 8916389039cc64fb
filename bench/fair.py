"""The yardstick for the daemon: one mail after another by bare libraries, waiting by IDLE.

For each mail it does what any referee must: fetches it with imapclient, parses it with `email`, reads its
line with a Lark grammar (LALR), draws a board of the same size with Pillow, renders text and HTML with
Jinja 2, records mail and answer in one SQLite transaction, files the mail away, hands the answer over by
smtplib, and records in a second transaction that it is sent (WAL, full sync). Run by `bench.daemon` as a
process of its own: `python -m bench.fair IMAP SMTP FOLDER`.
"""

import smtplib
import sys
from dataclasses import dataclass
from pathlib import Path

from lark import Lark

from bench.baseline import DONE, USER, Yardstick

_GRAMMAR = r"""
start: square WORD reckoned?
square: /[A-O](1[0-5]|[1-9])/ /[sw]/
reckoned: /[0-9*+=() -]+/
WORD: /[A-Za-zÄÖÜäöüß+*]+/
%ignore " "
"""
_LINES = Lark(_GRAMMAR, parser="lalr")


@dataclass(slots=True)
class Fair:
    """The yardstick of `bench.baseline`, with a parser, and two transactions a mail."""

    yardstick: Yardstick

    def serve(self) -> None:
        """Wait for mail by IDLE, and answer it, until killed."""
        client = self.yardstick.client
        self.yardstick.work_off()
        while True:
            client.idle()
            client.idle_check(timeout=30)
            client.idle_done()
            self._work_off()

    def _work_off(self) -> None:
        mine = self.yardstick
        uids = [uid for uid in mine.client.search(f"UID {mine.uid_next}:*") if uid >= mine.uid_next]
        if not uids:
            return
        with smtplib.SMTP("127.0.0.1", mine.smtp_port, local_hostname="localhost") as smtp:
            for uid, data in mine.fetched(uids):
                self._answer(smtp, uid, data)
        mine.uid_next = uids[-1] + 1

    def _answer(self, smtp: smtplib.SMTP, uid: int, data: bytes) -> None:
        mine = self.yardstick
        to, answer = mine.answer(data)
        lines = data.decode().splitlines()
        _LINES.parse(next(line.strip() for line in lines if line.startswith(" ")))
        database = mine.database
        database.execute("BEGIN")
        database.execute("INSERT INTO seen VALUES (?, ?)", (uid, to))
        database.execute("INSERT INTO owed VALUES (?, ?, 0)", (uid, answer))
        database.execute("COMMIT")
        mine.client.move([uid], DONE)
        smtp.sendmail(USER, [to], answer)
        database.execute("UPDATE owed SET is_sent = 1 WHERE uid = ?", (uid,))


if __name__ == "__main__":
    Fair(Yardstick.connected(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))).serve()
