"""Grammars, patterns, our own sentences and templates made ready: worked out once, when the wheel is built.

What lies in the package stands under the key of all that it was made from. So in a checkout
nothing stale is used: what was changed since is worked out in memory when it is first needed, until
`python -m mailref.made_ready`, which `make` runs, writes it again.
"""

import gc
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec import json

from mailref import assets
from mailref.games.kind import kind_named, names
from mailref.languages import LANGUAGES, word_files, words_as_json
from mailref.orders.grammar import (
    STARTS,
    grammar_key,
    key_of,
    nothing,
    parser_of,
    patterns_of,
    tables_of,
)
from mailref.orders.order_lines import ORDERS
from mailref.orders.order_words import filled_turns, order_words_as_json
from mailref.orders.roles import roles_as_json
from mailref.reading.quotes import OurSentences
from mailref.tiles.moves import filled, pieces_as_json
from mailref.tiles.ready_patterns import name_of, ready_pattern
from mailref.tiles.when_used import WhenUsed, wider

_BEHIND_SENTENCES = ("reading/quotes", "reading/our_runs", "template_words", "tiles/moves")
"""The code that tells which words of our templates count, by the words of the languages."""


def our_sentences() -> OurSentences:
    """Return the words of our templates; which of what is ready is theirs was told once, and kept.

    With templates of a kind from another package it is not ready: it is worked out once, and kept, too.
    """
    key = _kept(
        f"sentences-{assets.stamp(*_BEHIND_SENTENCES)}",
        "key",
        lambda: _sentences_key(assets.mail_templates().values()).encode(),
    ).decode()
    found = assets.ready(key)
    if found is None:
        found = _kept(
            f"sentences-{key}", "json", lambda: _encoded(sentences_in(assets.mail_templates()))
        )
    return json.decode(found, type=OurSentences)


def _kept(name: str, form: str, make: Callable[[], bytes]) -> bytes:
    """Return what *make* returns, or has returned once under that name."""
    found = assets.kept(name, form, assets.cache_folder(), lambda: (make(),))
    return found[0][:] if found else make()


def _encoded(sentences: OurSentences) -> bytes:
    return json.encode(sentences, order="deterministic")


def _sentences_key(templates: Iterable[str]) -> str:
    return key_of(assets.source_of(*_BEHIND_SENTENCES), *sorted(word_files()), *sorted(templates))


def sentences_in(templates: Mapping[str, str]) -> OurSentences:
    """Return what *templates* say, sources by language and name."""
    from mailref.template_words import sentences_of  # noqa: PLC0415  who reads what is ready parses nothing

    return sentences_of(
        assets.template_environment(name.partition("/")[0]).parse(source)
        for name, source in templates.items()
    )


Known = Callable[[str], bytes | None]
"""What was made ready under the name of a file; None where that was not done."""


def made(known: Known = nothing) -> Mapping[str, bytes]:
    """Return all that can be made ready, by the name of its file; what is *known* is not worked out again."""
    texts, templates = assets.grammars(), assets.mail_templates()
    kinds = (kind_named(name).reading() for name in names())
    own = (each for kind in kinds for each in getattr(kind, "GRAMMARS", ()))
    others: Sequence[tuple[str, Sequence[str]]] = (ORDERS, *own)
    grammars: list[tuple[str, Sequence[str]]] = [
        (filled(texts["rounds.lark"]), STARTS),
        *((filled_turns(texts[name]), starts) for name, starts in others),
    ]
    # Games with other tiles than the German ones are read by letters of any language.
    grammars += [(wider(text), starts) for text, starts in grammars]
    tables = {
        key: known(f"{key}.json") or tables_of(*each)
        for each in grammars
        for key in (grammar_key(*each),)
    }
    scanned = {row for each in grammars for row in patterns_of(parser_of(*each, tables.get))}
    key = _sentences_key(templates.values())
    sentences = known(f"{key}.json")
    if sentences is None:
        sentences = _encoded(sentences_in(templates))
    plain = {**tables, key: sentences}
    return {
        **{f"{key}.json": text for key, text in plain.items()},
        **words_as_json(),
        **pieces_as_json(),
        **order_words_as_json(),
        **roles_as_json(),
        **{
            name: text for each in (*LANGUAGES, "html") for name, text in _code(each, known).items()
        },
        **{
            name: known(name) or ready_pattern(*row)
            for row in (*_patterns(), *scanned)
            for name in (name_of(*row),)
        },
    }


_READERS = ("mailref.orders", "mailref.reading", "mailref.referee")
"""Whatever is looked for in a mail is named there, and by the kinds, whose grammars are made here."""


def _patterns() -> Iterator[tuple[Any, int]]:
    """Yield the regular expressions of all that reads mails."""
    for package in map(import_module, _READERS):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for each in ("mailref.settings.values", "mailref.settings.toml_text"):
        import_module(each)
    import_module("mailref.template_words")  # or its own would be made only with our sentences
    yield from patterns()


def patterns() -> Iterator[tuple[Any, int]]:
    """Yield every pattern that the modules loaded until now have named, with its flags."""
    gc.unfreeze()  # what has come to stay is looked at, too
    for each in gc.get_objects():
        if isinstance(each, WhenUsed):
            yield each.whole(), each.asked


def _code(folder: str, known: Known) -> Mapping[str, bytes]:
    """Return the code of the templates of a language, or of HTML, by the names of its files."""
    from mailref.compiled import compiled  # noqa: PLC0415  who reads what is ready writes no mail
    from mailref.writing.scene import with_filters  # noqa: PLC0415  as above

    environment = assets.template_environment(folder)
    if folder in LANGUAGES:
        environment = with_filters(environment, folder)
    return compiled(environment, assets.template_sources(folder), known)


_MADE_BY = "made_by.txt"
_MAKERS = (
    *(
        "made_ready",
        "assets",
        "compiled",
        "writing/scene",
        "orders/grammar",
        "tiles/ready_patterns",
    ),
    *_BEHIND_SENTENCES,
)


def _maker() -> bytes:
    """Return what says by which code, whose libraries included, something was made ready."""
    libraries = (f"{name} {version(name)}" for name in ("jinja2", "lark", "msgspec"))
    return key_of(assets.source_of(*_MAKERS), sys.version, *libraries).encode()


def known_in(folder: Path) -> Known:
    """Return what was made ready in *folder* by the code of today."""
    try:
        is_of_today = (folder / _MADE_BY).read_bytes() == _maker()
    except OSError:
        is_of_today = False
    if not is_of_today:
        return nothing

    def known(name: str) -> bytes | None:
        file = folder / name
        return file.read_bytes() if file.is_file() else None

    return known


def write(folder: Path, known: Known = nothing) -> None:
    """Make everything ready in *folder*; what was made of something else is deleted."""
    files = {**made(known), _MADE_BY: _maker()}
    wanted = {folder / name: text for name, text in files.items()}
    folder.mkdir(exist_ok=True)
    for file in set(folder.iterdir()) - set(wanted):
        file.unlink()
    for file, text in wanted.items():
        part = file.with_name(f"{file.name}.part")
        part.write_bytes(text)
        part.replace(file)


if __name__ == "__main__":
    write(assets.ready_folder(), known_in(assets.ready_folder()))
