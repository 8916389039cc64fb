"""How both servers must prove who they are."""

import ssl


def verifying_context(ca_file: str | None) -> ssl.SSLContext:
    """Return a context that checks certificate and host name, by *ca_file* or the system."""
    context = ssl.create_default_context(cafile=ca_file)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
