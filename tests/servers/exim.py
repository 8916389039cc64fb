"""An Exim of our own on loopback that hands every mail to a program; as root or as anybody."""

import grp
import os
import pwd
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.effort import PATIENCE
from tests.needs import absent, need_program

CONFIG = """
primary_hostname = mail.example.org
exim_user = {user}
exim_group = {group}
spool_directory = {home}/spool
log_file_path = {home}/log/%s
pid_file_path = {home}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = {port}
acl_smtp_rcpt = take_all
deliver_drop_privilege = true
keep_environment =
add_environment = PATH=/usr/bin:/bin
message_size_limit = 20M

begin acl
take_all:
  accept

begin routers
referee:
  driver = accept
  transport = mailref

begin transports
mailref:
  driver = pipe
  command = {command} --received $received_time
  environment = <; PYTHONPATH={path}
  user = {user}
  group = {group}
  home_directory = {home}
  current_directory = {home}
  message_prefix =
  return_path_add

begin retry
* * F,1h,1s
"""


@dataclass(frozen=True, slots=True)
class Exim:
    """A running Exim; what it gives to programs, it gives as *user*."""

    home: Path
    port: int
    process: subprocess.Popen[bytes]

    def send(self, data: bytes, sender: str = "max@example.org") -> None:
        """Hand a mail over as another server would."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as client:
            client.sendmail(sender, ["referee@example.org"], data)

    def waiting(self) -> int:
        """Return how many mails it keeps for another try."""
        asked = self._run("-bpc")
        return int(asked.stdout)

    def try_again(self) -> None:
        """Try to deliver what waits, and wait for the end of it."""
        self._run("-qff")

    def log(self) -> str:
        return "".join(each.read_text() for each in sorted((self.home / "log").glob("*")))

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [need_program("exim4", "exim4-daemon-light"), *_config(self.home), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)


def open_folder() -> Path:
    """Return a new folder in which also the user may work to whom Exim hands mail."""
    home = Path(tempfile.mkdtemp(prefix="mailref-exim-"))
    _give(home)
    return home


@contextmanager
def running(home: Path, arguments: Sequence[str]) -> Iterator[Exim]:
    """Run an Exim that gives each mail to `mailref` with *arguments*, with its files in *home*."""
    program = need_program("exim4", "exim4-daemon-light")
    me = _user()
    command = [_python(), "-m", "mailref", *arguments]
    for name in ("spool", "log"):
        (home / name).mkdir()
        _give(home / name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (home / "exim.conf").write_text(
        CONFIG.format(
            home=home,
            port=port,
            user=me.pw_name,
            group=grp.getgrgid(me.pw_gid).gr_name,
            command=" ".join(command),
            path=_path(),
        )
    )
    process = subprocess.Popen(
        [program, *_config(home), "-bdf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    server = Exim(home, port, process)
    try:
        _wait_for_banner(server)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _config(home: Path) -> tuple[str, str]:
    return ("-C", str(home / "exim.conf"))


def _user() -> pwd.struct_passwd:
    """Return who is handed mail: Exim runs nothing as root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def _give(folder: Path) -> None:
    folder.chmod(0o755)
    if os.geteuid() == 0:
        os.chown(folder, _user().pw_uid, _user().pw_gid)


def _path() -> str:
    return ":".join(each for each in sys.path if each)


def _python() -> str:
    """Return a Python that the user can run to whom Exim hands mail: ours may lie where root lives."""
    there = (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}")
    found = next(filter(_can_run, there), None)
    if found is None:
        absent(f"no Python here can run mailref as {_user().pw_name}, as whom Exim would run it")
    return found


def _can_run(python: str) -> bool:
    user = _user().pw_uid if os.geteuid() == 0 else None
    command = [python, "-m", "mailref", "--version"]
    try:
        tried = subprocess.run(
            command, user=user, cwd="/", env={"PYTHONPATH": _path()},
            capture_output=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
    except OSError:
        return False
    return tried.returncode == 0


def _wait_for_banner(server: Exim) -> None:
    until = time.monotonic() + PATIENCE
    while server.process.poll() is None and time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as probe:
                if probe.recv(3) == b"220":
                    return
        except ConnectionRefusedError:
            time.sleep(0.01)
    raise AssertionError(f"exim did not start: {server.log()}")
