"""The SMTP server: mail for the users goes into their inboxes, all other mail is kept."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from mailref.demo.server.mail_store import Store
from mailref.demo.server.misbehaviour import Effect, Fault, FaultPlan, Moment

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
    """What aiosmtpd asks about each command; answers as the plan of faults has it."""

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
        self, server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        refusal = await self._suffer(server, "MAIL", Moment.BEFORE)
        if refusal:
            return refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd calls it so
        self, server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        refusal = await self._suffer(server, "RCPT", Moment.BEFORE, address)
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 -- aiosmtpd calls it so
        self, server: Any, _session: Any, envelope: Any
    ) -> str:
        refusal = await self._suffer(server, "DATA", Moment.BEFORE)
        if refusal:
            return refusal
        for recipient in envelope.rcpt_tos:
            self._take(envelope.mail_from or "", recipient, envelope.content)
        return await self._suffer(server, "DATA", Moment.AFTER) or "250 OK"

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

    async def _suffer(
        self, server: Any, command: str, moment: Moment, recipient: str = ""
    ) -> str | None:
        """Let the fault happen that is planned; return the refusal, if that is what it is."""
        fault: Fault | None = self._plan.due(command, moment, recipient)
        match fault.effect if fault else None:
            case Effect.STALL:
                self._stalled.set()
                await asyncio.Event().wait()
            case Effect.DROP | Effect.BYE:
                server.transport.abort()
            case Effect.REPLY if fault:
                return fault.text
            case Effect.CALL if fault and fault.act:
                fault.act()
        return None

    def _authenticate(
        self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any
    ) -> AuthResult:
        is_right = isinstance(given, LoginPassword) and (
            self._store.log_in(given.login.decode(), given.password.decode()) is not None
        )
        return AuthResult(success=is_right, handled=False)  # aiosmtpd says so to the client
