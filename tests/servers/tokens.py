"""A provider of OAuth 2 on loopback: codes for devices, tokens, and what a mail server asks of a token."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

from mailref.post.ports import OAuth

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


@dataclass
class Provider:
    """A running provider; the fields may be changed at any time from the test."""

    port: int = 0
    user: str = "bot"
    has_agreed: bool = False
    is_down: bool = False
    refresh_tokens: set[str] = field(default_factory=lambda: {"refresh-0"})
    access_tokens: set[str] = field(default_factory=set)
    asked: list[dict[str, str]] = field(default_factory=list)
    lasts: int = 3600

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def access(self, folder: Path) -> OAuth:
        """Return the access of a program that knows this provider."""
        return OAuth(
            client_id="mailref",
            client_secret="",
            token_url=self.url("token"),
            device_url=self.url("device"),
            consent_url=self.url("consent").replace("http:", "https:"),
            scope="mail",
            token_file=str(folder / "token.json"),
        )

    def answer(self, path: str, given: dict[str, str]) -> tuple[int, dict[str, object]]:
        self.asked.append(given)
        if self.is_down:
            return 503, {}
        match path:
            case "/device":
                return 200, {
                    "device_code": "device-1", "user_code": "ABCD-EFGH", "interval": 0,
                    "verification_uri": "https://login.example.org/device", "expires_in": 60,
                }  # fmt: skip
            case "/introspect":
                is_good = given.get("token") in self.access_tokens
                return 200, {"active": is_good, "username": self.user}
            case _:
                return self._token(given)

    def _token(self, given: dict[str, str]) -> tuple[int, dict[str, object]]:
        match given.get("grant_type"):
            case "refresh_token" if given.get("refresh_token") in self.refresh_tokens:
                return 200, self._issued()
            case grant if grant == DEVICE and self.has_agreed:
                return 200, {**self._issued(), "refresh_token": "refresh-0"}
            case grant if grant == DEVICE:
                return 400, {"error": "authorization_pending"}
            case "authorization_code" if given.get("code") == "code-1" and given["code_verifier"]:
                return 200, {**self._issued(), "refresh_token": "refresh-0"}
            case _:
                return 400, {"error": "invalid_grant", "error_description": "it was revoked"}

    def _issued(self) -> dict[str, object]:
        token = f"access-{len(self.asked)}"
        self.access_tokens.add(token)
        return {"access_token": token, "token_type": "Bearer", "expires_in": self.lasts}


@contextmanager
def running() -> Iterator[Provider]:
    """Run a provider."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            given = {key: values[0] for key, values in parse_qs(body).items()}
            code, said = provider.answer(self.path, given)
            data = json.dumps(said).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  http.server's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()
