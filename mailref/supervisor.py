"""What systemd is told of the daemon over its socket: ready, alive, how it stands (sd_notify(3))."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Supervisor:
    """Who started us and wants to know; where nobody does, nothing is said."""

    address: str = ""
    """A path, or a name that begins with @."""

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ) -> "Supervisor":
        """Return the supervisor that the environment names."""
        return cls(environ.get("NOTIFY_SOCKET", ""))

    def ready(self) -> None:
        """Say that the daemon works."""
        self._tell("READY=1")

    def alive(self) -> None:
        """Give a sign of life; without one for long enough we are killed and started again."""
        self._tell("WATCHDOG=1")

    def stands(self, status: str) -> None:
        """Say in a line how the daemon stands, for `systemctl status`."""
        self._tell(f"STATUS={' '.join(status.split())}")

    def stopping(self) -> None:
        """Say that the daemon ends."""
        self._tell("STOPPING=1")

    def _tell(self, what: str) -> None:
        if not self.address:
            return
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        # Whoever wanted to know may be gone, or read too slowly: that must not hold us up.
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)
            line.sendto(what.encode(), address)
