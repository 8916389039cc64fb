"""`mailref login`: agree once, in a browser, that the referee reads and sends mail by OAuth 2."""

import time
from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.commands.sources import mail_at, mailbox_option, settings_option
from mailref.errors import LoginRefusedError, MailrefError
from mailref.post.oauth import DeviceCode, ask_consent, begin_device, is_granted, redeem
from mailref.post.ports import OAuth
from mailref.terminal import say


@click.command()
@mailbox_option
@settings_option
def command(box: str, config: str) -> None:
    """Log in once in a browser, where the settings say auth = "oauth2"."""
    mail = mail_at(Path(config), box)
    oauth = mail.smtp.oauth
    if oauth is None:
        raise MailrefError(
            f'{config}: {mail.label} auth: is not "oauth2"; there is nothing to log in to'
        )
    if oauth.device_url:
        code = begin_device(oauth)
        say(f"Open {code.address} in a browser, on any device, and type: {code.user_code}")
        _wait(oauth, code)
    else:
        consent = ask_consent(oauth)
        say(f"Open this page in a browser and agree:\n{consent.address}")
        say("It leads to an address on 127.0.0.1 that does not open.")
        redeem(oauth, consent, click.prompt("Paste that address"), datetime.now(UTC))
    say(f"{oauth.token_file} is written; 'mailref check --online' tries it")


def _wait(oauth: OAuth, code: DeviceCode) -> None:
    end = time.monotonic() + code.expires.total_seconds()
    while time.monotonic() < end:
        if is_granted(oauth, code, datetime.now(UTC)):
            return
        time.sleep(code.interval.total_seconds())
    raise LoginRefusedError("nobody agreed in time; run 'mailref login' once more")
