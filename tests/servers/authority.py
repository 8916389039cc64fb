"""A certificate authority of our own, made for each run: no key lies in the repository."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import trustme


@dataclass(frozen=True)
class Authority:
    """Certificates for 127.0.0.1, but for no other name, and who signed them."""

    ca_file: Path
    """Whom a client should trust."""
    stranger: Path
    """Somebody else's certificate: with it a client must refuse."""
    chain: Path
    """The server's certificate and key in one file."""

    @classmethod
    def made(cls, folder: Path) -> Self:
        ours = trustme.CA()
        made = cls(folder / "ca.pem", folder / "stranger.pem", folder / "server.pem")
        ours.cert_pem.write_to_path(made.ca_file)
        trustme.CA().cert_pem.write_to_path(made.stranger)
        ours.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(made.chain)
        return made

    def context(self) -> ssl.SSLContext:
        """Return what a server needs."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.chain)
        return context
