"""Write every sample mail into a folder, to look at: `python -m tests.writing.show DIR`."""

import base64
import sys
from pathlib import Path

from tests.writing.composed import LANGUAGES, body, composed, message
from tests.writing.samples import ALL


def shown(name: str, language: str) -> str:
    """Return the HTML of a sample with its pictures in it."""
    mail = message(name, language)
    html = body(mail, "html")
    for part in mail.walk():
        if part["Content-ID"]:
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            picture = f"data:image/png;base64,{base64.b64encode(data).decode()}"
            html = html.replace(f"cid:{str(part['Content-ID']).strip('<>')}", picture)
    return html


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        for name in ALL:
            stem = folder / f"{name}.{language}"
            stem.with_name(stem.name + ".eml").write_bytes(composed(name, language).data)
            stem.with_name(stem.name + ".html").write_text(shown(name, language), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
