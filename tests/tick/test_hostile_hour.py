"""Somebody hostile has a copy of every mail we ever sent, and tries to order or to move as another.

Each row is a header; under it come some moves and orders of the tables in another's name (in a soak all under
every header), in answer to all our mails at once. Nothing may change, and what the right person writes
next still counts.
"""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.classic.game import TurnGame
from mailref.games.game import Game
from mailref.orders.table import ROWS, Command
from mailref.referee.gm_orders import GM_ROWS, GmKinds
from mailref.referee.identity import loop_id
from mailref.writing.mail_bytes import message_id_of
from tests.effort import fewer, sample
from tests.games.by_turns.at_table import kiel
from tests.orders.test_table import ACTS, line_ordering
from tests.referee.rehearsal import MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun

pytestmark = pytest.mark.slow
SERVER = 'authserv_id = "mx.example.org"'
FORGED = "From: WHO\n"
NOW = ZAT + timedelta(hours=2)
HOP = "Received: from evil.example by mx.example.org with ESMTPS id 1; Fri, 11 Dec 2026\n"
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"
PASSED = PASS + HOP
STARTER = '[game.rules]\nstarter = "Anna"'
MOVE = "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\nH8s RETTER"
MOST_ATTACKS = fewer(3, 1)
"""So many of nine come under each of many headers."""
AS = {
    "the game master": "gm@example.org",
    "Max": "max@example.org",
    "Ben": "ben@example.org",
    "Anna": "anna@example.org",
}


@dataclass(slots=True)
class World:
    """A game in rounds and one in turns, in which all kinds of mail went out."""

    post: Post
    leaked: tuple[tuple[str, str], ...] = ()
    """Recipient and id of every mail of ours before the hour began, the newest last."""
    number: int = 0

    def games(self) -> Mapping[str, Game]:
        return dict(self.post.machine.journal.games.load_all(("yerres", "kiel")))

    def rack(self, name: str) -> str:
        found = self.games()["kiel"]
        assert isinstance(found, TurnGame)
        return found.hands[name].rack.value

    def ids(self, *, but_to: str = "") -> str:
        return " ".join(id_ for recipient, id_ in self.leaked if recipient != but_to)

    def comes(self, header: str, subject: str, body: str, ids: str) -> None:
        self.number += 1
        kind = "" if "Content-Type:" in header else "Content-Type: text/plain; charset=utf-8\n"
        head = f"{header}Subject: {subject}\nMessage-ID: <{self.number}@evil.example>\n"
        data = f"{head}References: {ids}\nIn-Reply-To: {ids}\n{kind}\n{body}\n"
        self.post.mailbox.deliver(data.encode("utf-8", "surrogateescape"), NOW)
        self.post.tick(NOW + self.number * timedelta(seconds=1))

    def attacks(self) -> Iterable[tuple[str, str, str]]:
        """Yield whose mail it would have to be, and subject and body that would change something."""
        yerres, kiel_ = "Re: [yerres R2] Auswertung", "Re: [kiel Z2] Du bist am Zug"
        yield "the game master", yerres, "PAUSE"
        yield "the game master", yerres, "ADRESSE Max Mustermann = thief@evil.example\nJA"
        yield "the game master", kiel_, f"Spieler=Ben\nTAUSCHE {self.rack('Ben')[0]}"
        yield "Max", yerres, MOVE
        yield "Max", yerres, "ABMELDEN\nJA"
        yield "Ben", kiel_, f"TAUSCHE {self.rack('Ben')[0]}"
        yield "Ben", kiel_, "ANFECHTEN"
        yield "Ben", kiel_, "AUFGABE\nJA"
        yield "Anna", kiel_, f"TAUSCHE {self.rack('Anna')[0]}"

    def table(self) -> Iterable[tuple[str, str, str]]:
        """Yield every order there is, of the game master and of players, each in a mail of its own."""
        for game_, name, kinds in (
            ("yerres R2", "Max Mustermann", {GmKinds.ALL, GmKinds.ROUNDS}),
            ("kiel Z2", "Ben", {GmKinds.ALL, GmKinds.TURNS}),
        ):
            subject = f"Re: [{game_}] Auswertung"
            for row in GM_ROWS:
                if row.kinds in kinds:
                    line = row.examples["de"].replace("Anna Beispiel", name)
                    yield "the game master", subject, line
            for order in ROWS:
                if order.command is not Command.JOIN:  # anybody may ask to be let in
                    yield name.partition(" ")[0], subject, line_ordering(order)
        for act in ACTS:
            yield "Ben", subject, line_ordering(act)

    def stands(self, headers: Iterable[str], *, knows_all: bool = True) -> None:
        """Let each header come with some attacks and orders, all with one of them; nothing changes."""
        before = self.games()
        every = [*headers]
        most = MOST_ATTACKS if len(every) > MOST_ATTACKS else sys.maxsize
        for header in every:
            attacks = sample([*self.attacks()], most, header)
            for who, subject, body in (*attacks, *sample([*self.table()], fewer(2, 1), header)):
                ids = self.ids(but_to="" if knows_all else AS[who])
                name, _, domain = AS[who].partition("@")
                filled = header.replace("WHO", AS[who]).replace("NAME", name)
                self.comes(filled.replace("DOMAIN", domain), subject, body, ids)
                assert self.games() == before, (filled, subject, body)

    def right_people_count(self, proof: str = "") -> None:
        """Let the same orders and moves come from those who may give them."""
        for who, subject, body in self.attacks():
            if body.endswith("JA") or "Spieler=Ben" in body or body == "ANFECHTEN":
                continue
            before = self.games()
            self.comes(f"{proof}From: {AS[who]}\n", subject, body, self.ids())
            assert self.games() != before, (who, body)
            if body == "PAUSE":
                self.comes(f"{proof}From: {AS[who]}\n", subject, "WEITER", self.ids())


def played(folder: Path, trust: str, keys: str = "") -> World:
    """Begin both games and let a round and a turn pass; questions, orders and reports went out."""
    demand = f'trust = "{trust}"'
    post = begun(folder, game(keys=demand), kiel(demand, STARTER), keys=keys)
    world = World(post)
    for who, body, kind in (
        ("max@example.org", "1-Zug-Scrabble Yerres\nH8w RABEN", "Opening"),
        ("anna@example.org", "Classic Kiel\nH8w REIME", "TurnsOpening"),
        ("gm@example.org", "AUSSCHLIESSEN Eva Muster", "Opening"),
    ):
        answers = f"{PASSED}In-Reply-To: {post.ids(kind, who)}\n"
        post.arrives(body, who, MONDAY, "Re: [yerres R1]" if "Eva" in body else "Zug", answers)
    post.tick(MONDAY + MINUTE)
    asked = next(owed for owed in post.letters.ever if owed.one_time)
    house = post.machine.office().house
    answers = f"{PASSED}In-Reply-To: {message_id_of(asked, house)}\n"
    post.arrives("JA", "gm@example.org", MONDAY + 2 * MINUTE, header=answers)
    post.tick(MONDAY + 2 * MINUTE)
    post.tick(ZAT + 3 * MINUTE)
    assert post.game().round_number == 2
    assert "Eva Muster" not in {player.name for player in post.game().active}
    found = world.games()["kiel"]
    assert isinstance(found, TurnGame)
    assert found.turn is not None
    assert found.turn.player == "Ben"
    world.leaked = tuple((o.recipient, message_id_of(o, house)) for o in post.letters.ever)
    return world


NOT_HIS_ADDRESS = (
    "From: thief@evil.example\nReply-To: WHO\n",
    "From: thief@evil.example\nSender: WHO\n",
    "From: thief@evil.example\nResent-From: WHO\nResent-Sender: WHO\n",
    "Sender: WHO\n",
    "Reply-To: WHO\n",
    "X-From: WHO\nX-Original-From: WHO\nReturn-Path: <WHO>\n",
    'From: "WHO" <thief@evil.example>\n',
    "From: WHO <thief@evil.example>\n",
    "From: <WHO> <thief@evil.example>\n",
    "From: <thief@evil.example> <WHO>\n",
    "From: WHO, thief@evil.example\n",
    "From: thief@evil.example, WHO\n",
    "From: WHO\nFrom: thief@evil.example\n",
    "From: thief@evil.example\nFrom: WHO\n",
    "From : thief@evil.example\nfrom: WHO\n",
    "From: team: WHO, thief@evil.example;\n",
    "From: team: , WHO\n",
    "From: WHO: thief@evil.example;\n",
    "From: thief@evil.example (WHO)\n",
    "From: (<WHO>) thief@evil.example\n",
    "From: =?utf-8?q?WHO?= <thief@evil.example>\n",
    "From: =?utf-8?q?=3CWHO=3E?= thief@evil.example\n",
    "From: =?utf-8?q?NAME=40DOMAIN?=\n",
    "From: =?utf-8?b?PG1heEBleGFtcGxlLm9yZz4=?= <thief@evil.example>\n",
    'From: "=?utf-8?q?WHO=00?=" <thief@evil.example>\n',
    'From: "WHO\\" <thief@evil.example>\n',
    'From: "WHO"@evil.example\n',
    "From: WHO@evil.example\n",
    "From: <@evil.example:WHO>\n",
    "From: WHO.evil.example\n",
    "From: NAME%DOMAIN@evil.example\n",
    "From: NAME+x@DOMAIN\n",
    "From: NAME@sub.DOMAIN\n",
    "From: NAME@DOMAIN@evil.example\n",
    "From: thief@evil.example\r From: WHO\n",
    "From: NAME@ex\u0430mple.org\n",  # a Cyrillic a
    "From: N\u0430ME@DOMAIN\n",
    "From: \u200bNAME@DOMAIN\n",
    "From: NAME\u200b@DOMAIN\n",
    "From: \uff27NAME@DOMAIN\n",
    "From: NAME@DOMAIN\u3002evil.example\n",
    "From: NAME@exam\u00adple\u2024org\n",
)  # fmt: skip


def test_who_has_another_address_is_nobody(tmp_path: Path) -> None:
    """Wherever else in the header a registered address stands, and whatever looks like one."""
    world = played(tmp_path, "address")

    world.stands(NOT_HIS_ADDRESS)

    world.right_people_count()


PROVES_NOTHING = (
    FORGED,
    f"From: Erika Musterfrau <WHO>\n{HOP}",
    f"{HOP}{PASS}{FORGED}",
    f"{PASS}{FORGED}",
    f"{HOP}{PASSED}{FORGED}",
    f"ARC-Authentication-Results: i=1; {PASS.partition(': ')[2]}{HOP}{FORGED}",
    f"ARC-Seal: i=1; cv=pass; d=example.org; b=xx\nARC-Message-Signature: i=1; d=example.org; b=x\n{HOP}{FORGED}",
    f"X-{PASSED}{FORGED}",
    f"{PASSED.replace('Results:', 'Results-Original:')}{FORGED}",
    f"Received-SPF: pass (mx.example.org: domain of WHO designates 192.0.2.1)\n{HOP}{FORGED}",
    f"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s; h=from; bh=x; b=x\n{HOP}{FORGED}",
    f"{PASSED.replace('mx.example.org; ', 'mx.example.org.evil.example; ')}{FORGED}",
    f"{PASSED.replace('mx.example.org; ', 'evil.example; mx.example.org; ')}{FORGED}",
    f"{PASSED.replace('header.from=example.org', 'header.from=evil.example')}{FORGED}",
    f"{PASSED.replace('dmarc=pass', 'spf=pass smtp.mailfrom=thief@evil.example')}{FORGED}",
    f"{PASSED.replace('dmarc=pass header.from', 'spf=pass smtp.helo')}{FORGED}",
    f"{PASSED.replace('dmarc=pass header.from=', 'dkim=pass header.d=evil.example header.i=@')}{FORGED}",
    f"{PASSED.replace('dmarc=pass', 'arc=pass')}{FORGED}",
    f"{PASSED.replace('dmarc=pass', 'dmarc=fail (x; dmarc=pass)')}{FORGED}",
    f"{PASSED.replace('dmarc=pass', 'dmarc=fail')}{PASSED}{FORGED}",
    f"{PASS.replace('pass', 'fail')}{PASSED}{FORGED}",
    f"{PASS}{PASSED.replace('pass', 'fail')}{FORGED}",
    f"{PASSED}{FORGED}From: thief@evil.example\n",
    f"{PASSED}From: thief@evil.example\nSender: WHO\n",
    f"{PASSED.replace('from=example.org', 'from=evil.example')}From: thief@evil.example\nReply-To: WHO\n",
    # A mail that he signed is sent again, with a field put on top that the signature does not cover.
    f"{PASSED}{FORGED}Subject: Gruß\n",
    f"{PASSED}{FORGED}Message-ID: <old@example.org>\n",
    f"{PASSED}{FORGED}In-Reply-To: <old@example.org>\n",
    f"{PASSED}{FORGED}References: <old@example.org>\n",
    f"{PASSED}{FORGED}Content-Type: text/plain\nContent-Type: text/plain; charset=utf-8\n",
    f"{PASSED}{FORGED}Date: Mon, 7 Dec 2026 12:00:00 +0000\nDate: Sat, 12 Dec 2026 12:00:00 +0000\n",
)  # fmt: skip


def test_his_address_without_a_proof_changes_nothing(tmp_path: Path) -> None:
    """Where games demand that the sender is authenticated, and our server says whether he is."""
    world = played(tmp_path, "authenticated", SERVER)

    world.stands(PROVES_NOTHING)

    world.right_people_count(PASSED)


def test_ids_of_mails_to_others_prove_nobody(tmp_path: Path) -> None:
    """With tokens: who knows all mails but those to the man himself is not taken for him."""
    world = played(tmp_path, "token")

    world.stands([FORGED, "From: Erika Musterfrau <WHO>\nSender: WHO\n"], knows_all=False)

    world.right_people_count()


PLAIN = "Content-Type: text/plain; charset=utf-8\n"
MIXED = "Content-Type: multipart/mixed; boundary=b\n"
FIRST = "--b\nContent-Type: text/plain\n\nZur Kenntnis.\n--b\n"
THEIRS = "From: gm@example.org\nSubject: [yerres R2]\n\nPAUSE\n--b--"
PAUSE_WITHIN = (
    (PLAIN, "Soll ich das tun?\n\n> PAUSE\n> ADRESSE Max Mustermann = thief@evil.example"),
    (
        PLAIN,
        (
            "Zur Kenntnis.\n\n-----Ursprüngliche Nachricht-----\nVon: Dieb <thief@evil.example>\n"
            "Gesendet: Freitag, 11. Dezember 2026 20:00\nAn: Erika\nBetreff: Bitte\n\nPAUSE"
        ),
    ),
    (
        PLAIN,
        (
            "Zur Kenntnis.\n\nAnfang der weitergeleiteten Nachricht:\n\n"
            "> Von: Dieb <thief@evil.example>\n> Betreff: Bitte\n>\n> PAUSE"
        ),
    ),
    (PLAIN, "Da!\n\nAm 11.12.26 um 20:00 schrieb Dieb <thief@evil.example>:\n> PAUSE"),
    (PLAIN, "Danke.\n\n-- \nPAUSE"),
    (
        "Content-Type: text/html; charset=utf-8\n",
        "<p>Da!</p><div style='display:none'>PAUSE</div><blockquote><p>PAUSE</p></blockquote>",
    ),
    (MIXED, f"{FIRST}Content-Type: message/rfc822\n\n{THEIRS}"),
    ("Content-Type: multipart/digest; boundary=b\n", f"--b\n\n{THEIRS}"),
    (
        MIXED,
        (
            f"{FIRST}Content-Type: text/plain\n"
            "Content-Disposition: attachment; filename=a.txt\n\nPAUSE\n--b--"
        ),
    ),
    (f"Auto-Submitted: auto-replied\n{PLAIN}", "PAUSE"),
    (f"Precedence: bulk\n{PLAIN}", "PAUSE"),
    (f"List-Id: <zine.example.org>\n{PLAIN}", "PAUSE"),
)


def test_what_the_game_master_passes_on_is_no_order_of_his(tmp_path: Path) -> None:
    """His own mail, proven, in answer to ours: but the order in it is quoted, attached or a robot's."""
    world = played(tmp_path, "address", SERVER)
    before = world.games()

    for header, body in PAUSE_WITHIN:
        head = f"{PASSED}From: gm@example.org\n{header}"
        world.comes(head, "Re: [yerres R2] Auswertung", body, world.ids())
        assert world.games() == before, (header, body)

    world.right_people_count(PASSED)


def test_a_mail_of_ours_sent_back_orders_nothing(tmp_path: Path) -> None:
    """Bounced, redirected, or answered by a robot that repeats all of it."""
    world = played(tmp_path, "address")
    before = world.games()
    house = world.post.machine.office().house
    ours = f"X-Mailref-Loop: {loop_id(house.secret)}\n"
    for header in (
        ours,
        "Return-Path: <>\n",
        "X-Autoreply: yes\n",
        "Auto-Submitted: auto-generated\n",
    ):
        for who, subject, body in world.attacks():
            world.comes(f"{header}From: {AS[who]}\n", subject, body, world.ids())
    for who, subject, body in world.attacks():
        world.comes(f"From: {house.address}\nReply-To: {AS[who]}\n", subject, body, world.ids())

    assert world.games() == before
