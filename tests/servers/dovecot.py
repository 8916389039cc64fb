"""A Dovecot of our own on loopback, as root or as anybody; any user logs in with "pw"."""

import grp
import mailbox
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from imapclient import IMAPClient

from mailref.post.ports import ImapAccount
from tests.effort import PATIENCE
from tests.needs import absent, need_program

PASSWORD = "pw"

CONFIG = """
base_dir = {home}/run
state_dir = {home}/run/state
log_path = {home}/dovecot.log
listen = 127.0.0.1
protocols = imap {lmtp_protocol}
ssl = {ssl}
{certificate}
disable_plaintext_auth = no
default_internal_user = {internal}
default_login_user = {login}
default_internal_group = {group}
mail_location = maildir:{home}/mail/%n
first_valid_uid = 1
mail_max_userip_connections = 200
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/mail/%n allow_all_users=yes
}}
auth_failure_delay = 0 secs
mail_fsync = never
service anvil {{
  chroot =
  # No penalty for all that come from an address with a wrong password.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
# A process serves many sessions, one after the other: to start one for each takes longer than what it does.
service auth {{
  client_limit = 4096
}}
service imap {{
  service_count = 1000
}}
service imap-login {{
  chroot =
  service_count = 0
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {imaps}
  }}
}}
{lmtp_service}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
}}
{more}
"""

LMTP_SERVICE = """
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
"""


@dataclass(frozen=True)
class Dovecot:
    """A running server and its home; made by `running`."""

    home: Path
    imap: int
    imaps: int
    """0 without TLS."""
    lmtp: int
    """0 where Debian's package dovecot-lmtpd is missing."""
    process: subprocess.Popen[bytes]

    def account(self, user: str) -> ImapAccount:
        """Return the account of *user*; every name exists."""
        seconds = timedelta(seconds=60)
        return ImapAccount(
            "127.0.0.1", self.imap, tls=False, user=user, password=PASSWORD, timeout=seconds
        )

    def client(self, user: str) -> IMAPClient:
        """Return a second, independent client, logged in."""
        client = IMAPClient("127.0.0.1", self.imap, ssl=False, timeout=60)
        client.normalise_times = False
        client.login(user, PASSWORD)
        return client

    def deliver(
        self, user: str, data: bytes, when: datetime | None = None, folder: str = "INBOX"
    ) -> None:
        """Put a mail into a folder, arriving at *when* by the server's clock (default: now)."""
        with self.client(user) as client:
            client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.append(folder, data, (), when)

    def deliver_lmtp(self, user: str, data: bytes, sender: str = "a@example.org") -> None:
        """Hand a mail over as a mail server does: with Return-Path and Received fields."""
        if not self.lmtp:
            absent("Dovecot's LMTP server is not installed (Debian package dovecot-lmtpd)")
        with smtplib.LMTP("127.0.0.1", self.lmtp, local_hostname="localhost") as lmtp:
            lmtp.sendmail(sender, [f"{user}@example.org"], data)

    def mails(self, user: str, folder: str = "") -> list[bytes]:
        """Return the mails lying in a folder (default: the inbox), read from the disk."""
        path = self.maildir(user) / (f".{folder}" if folder else "")
        if not path.is_dir():
            return []
        return [message.as_bytes() for message in mailbox.Maildir(path, create=False)]

    def maildir(self, user: str) -> Path:
        return self.home / "mail" / user

    def forget_numbers(self, user: str) -> None:
        """Delete the index: the server numbers all mails anew, with another UIDVALIDITY."""
        for path in self.maildir(user).glob("dovecot*"):
            # Without this one, a new number of the same second would be the old one.
            if not path.name.startswith("dovecot-uidvalidity"):
                path.unlink()

    def kick(self, user: str) -> None:
        """Cut every session of *user*: they are known a moment after their login, and end a moment later."""
        self._until(lambda: self._is_there(user), f"{user} did not log in")
        self.doveadm("kick", user)
        self._until(lambda: not self._is_there(user), f"{user} is still there")

    def _is_there(self, user: str) -> bool:
        return any(line.split()[:1] == [user] for line in self.doveadm("who").splitlines())

    @staticmethod
    def _until(holds: Callable[[], bool], otherwise: str) -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, otherwise
            time.sleep(0.01)

    def doveadm(self, *args: str) -> str:
        done = subprocess.run(
            ["doveadm", "-c", str(self.home / "dovecot.conf"), *args],
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.stdout


@dataclass(frozen=True)
class Setup:
    """What may differ from one Dovecot to another."""

    certificate: Path | None = None
    """Chain and key in PEM: adds a port with TLS."""
    separator: str = "/"
    prefix: str = ""
    """Of the namespace of all folders, as "INBOX."."""
    more: str = ""
    """Further lines of configuration."""


@contextmanager
def running(setup: Setup | None = None) -> Iterator[Dovecot]:
    """Start a Dovecot, and stop it."""
    program = need_program("dovecot", "dovecot-imapd")
    setup = setup or Setup()
    # Not below pytest's directory: the sockets' paths must be short, and nobody must reach them.
    home = Path(tempfile.mkdtemp(prefix="dovecot-"))
    try:
        server = _started(program, home, setup)
        try:
            yield server
        finally:
            _stop(server)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _started(program: str, home: Path, setup: Setup) -> Dovecot:
    """Start it on ports that are free; again on others where somebody took one meanwhile."""
    for _ in range(5):
        ports = _free_ports(3)
        if not _has_lmtp():
            ports[2] = 0
        _write(home, ports, setup)
        process = subprocess.Popen([program, "-F", "-c", str(home / "dovecot.conf")])
        imaps = ports[1] if setup.certificate else 0
        server = Dovecot(home, ports[0], imaps, ports[2], process)
        if _says_hello(server):
            return server
        _stop(server)
    log = home / "dovecot.log"
    raise RuntimeError(f"dovecot does not start: {log.read_text() if log.exists() else ''}")


def _stop(server: Dovecot) -> None:
    server.process.terminate()
    server.process.wait(timeout=PATIENCE)


def _has_lmtp() -> bool:
    """Tell whether this Dovecot has the part that takes mail from a mail server."""
    program = need_program("doveconf", "dovecot-core")
    asked = [program, "-d", "-h", "libexec_dir"]
    folder = subprocess.run(asked, check=True, capture_output=True, text=True, timeout=60).stdout
    return Path(folder.strip(), "lmtp").exists()


def _write(home: Path, ports: list[int], setup: Setup) -> None:
    is_root = os.geteuid() == 0
    me = pwd.getpwnam("nobody") if is_root else pwd.getpwuid(os.geteuid())
    home.chmod(0o755)
    (home / "run").mkdir(exist_ok=True)
    mail = home / "mail"
    mail.mkdir(exist_ok=True)
    if is_root:
        os.chown(mail, me.pw_uid, me.pw_gid)
    pem = setup.certificate
    config = CONFIG.format(
        home=home,
        ssl="yes" if pem else "no",
        certificate=f"ssl_cert = <{pem}\nssl_key = <{pem}" if pem else "",
        internal="dovecot" if is_root else me.pw_name,
        login="dovenull" if is_root else me.pw_name,
        group="dovecot" if is_root else grp.getgrgid(me.pw_gid).gr_name,
        password=PASSWORD,
        uid=me.pw_uid,
        gid=me.pw_gid,
        imap=ports[0],
        imaps=ports[1] if pem else 0,
        lmtp_protocol="lmtp" if ports[2] else "",
        lmtp_service=LMTP_SERVICE.format(lmtp=ports[2]) if ports[2] else "",
        separator=setup.separator,
        prefix=setup.prefix,
        more=setup.more,
    )
    (home / "dovecot.conf").write_text(config)


def _free_ports(count: int) -> list[int]:
    """Return *count* different ports that nothing listened on a moment ago."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def _says_hello(server: Dovecot) -> bool:
    """Tell whether it is there in the end; it is not where it has ended."""
    until = time.monotonic() + PATIENCE
    while server.process.poll() is None and time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", server.imap), timeout=60) as probe:
                if probe.recv(4) == b"* OK":
                    return server.process.poll() is None
        except ConnectionRefusedError:
            time.sleep(0.01)
    return False
