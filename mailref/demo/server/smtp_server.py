"""The SMTP server: mail for the users goes into their inboxes, all other mail is kept."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from mailref.demo.server.mail_store import Store
from mailref.demo.server.misbehaviour import FaultPlan, Moment

# At each login aiosmtpd warns of what it does itself (Session.login_data).
logging.getLogger("mail.log").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail that was taken over for one recipient."""

    sender: str
    recipient: str
    data: bytes
    received: datetime


class PostOffice:
    """What aiosmtpd asks about each command; it stalls where the plan of faults has it."""

    def __init__(self, store: Store, plan: FaultPlan, stalled: asyncio.Event) -> None:
        self.parcels: list[Parcel] = []
        self._store = store
        self._plan = plan
        self._stalled = stalled

    def protocol(self) -> SMTP:
        """Return the protocol for one connection."""
        return SMTP(
            self,
            hostname="localhost",  # else aiosmtpd asks DNS
            ident="mailref",
            authenticator=self._authenticate,
            auth_require_tls=False,  # loopback only
            enable_SMTPUTF8=True,
        )

    async def handle_MAIL(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        await self._stall_at("MAIL", Moment.BEFORE)
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        await self._stall_at("RCPT", Moment.BEFORE)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        for recipient in envelope.rcpt_tos:
            self._take(envelope.mail_from or "", recipient, envelope.content)
        await self._stall_at("DATA", Moment.AFTER)
        return "250 OK"

    def _take(self, sender: str, recipient: str, data: bytes) -> None:
        received = self._store.clock().replace(microsecond=0)
        self.parcels.append(Parcel(sender, recipient, data, received))
        user, _, _ = recipient.lower().partition("@")
        account = self._store.accounts.get(recipient.lower()) or self._store.accounts.get(user)
        if account is not None:
            account.folders["INBOX"].add(
                f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode() + data,
                received,
            )

    async def _stall_at(self, command: str, moment: Moment) -> None:
        """Never answer, if that is planned."""
        if self._plan.due(command, moment) is not None:
            self._stalled.set()
            await asyncio.Event().wait()

    def _authenticate(
        self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any
    ) -> AuthResult:
        is_right = isinstance(given, LoginPassword) and (
            self._store.log_in(given.login.decode(), given.password.decode()) is not None
        )
        return AuthResult(success=is_right, handled=False)  # aiosmtpd says so to the client
