"""A line that can be spoilt: stands between a client and a server on loopback."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from mailref.demo.server.embedded import LoopThread


@dataclass
class Proxy:
    """A running proxy; the fields may be changed at any time from the test."""

    target: int
    port: int = 0
    piece: int = 0
    """What the server says comes in pieces of so many octets, 2 ms apart; 0: as it is."""
    is_silent: bool = False
    """Swallow everything, in both directions, and keep the connection: a peer that is gone."""

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect one client to the server until either hangs up."""
        to_server = await asyncio.open_connection("127.0.0.1", self.target)
        ways = [
            asyncio.ensure_future(self._carry(reader, to_server[1], piece=False)),
            asyncio.ensure_future(self._carry(to_server[0], writer, piece=True)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            pass  # asyncio would log a connection that ends by it
        finally:
            for way in ways:
                way.cancel()
            writer.close()
            to_server[1].close()

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, piece: bool
    ) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65_536):
                if not self.is_silent:
                    await self._write(target, data, self.piece if piece else 0)

    @staticmethod
    async def _write(target: asyncio.StreamWriter, data: bytes, piece: int) -> None:
        for start in range(0, len(data), piece or len(data)):
            target.write(data[start : start + (piece or len(data))])
            await target.drain()
            if piece:
                await asyncio.sleep(0.002)


@contextmanager
def running(target: int) -> Iterator[Proxy]:
    """Start a proxy before the server on port *target*, and stop it."""
    proxy = Proxy(target)
    with LoopThread() as thread:
        server = thread.run(asyncio.start_server(proxy.pass_on, "127.0.0.1", 0))
        proxy.port = server.sockets[0].getsockname()[1]
        try:
            yield proxy
        finally:
            thread.call(server.close)
