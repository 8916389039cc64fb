"""A package that is broken, or takes a name of somebody else, is told by name and befalls no other game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mailref import assets
from mailref.games import kind
from mailref.languages import TEMPLATES
from tests.commands.invoke import mailref
from tests.e2e.worlds import World, on_embedded
from tests.outside import packages
from tests.servers.faulty import FaultyServer

_BROKEN = "raise ImportError('no such library')"


def _broken(folder: Path) -> None:
    packages.write(folder, "broken", kind=_BROKEN)


def _broken_at_once(folder: Path) -> None:
    (packages.write(folder, "broken") / "__init__.py").write_text(_BROKEN, encoding="utf-8")


def _takes_a_variant(folder: Path) -> None:
    package = packages.write(folder, "broken")
    (package / "variants" / "classic.toml").write_text('family = "broken"\n', encoding="utf-8")


def _shares_a_variant(folder: Path) -> None:
    packages.write(folder, "other")
    _broken(folder)
    for name in ("broken", "other"):
        (folder / name / "variants" / "mine.toml").write_text(f'family = "{name}"\n', "utf-8")


def _takes_a_folder(folder: Path) -> None:
    packages.write(folder, "broken")
    packages.tells(folder, "broken", "turns = broken.kind:KIND\nby_rounds = broken.kind:KIND")


def _shares_a_name(folder: Path) -> None:
    packages.write(folder, "broken")
    packages.write(folder, "other")
    packages.tells(folder, "other", "broken = other.kind:KIND")


def _is_called_otherwise(folder: Path) -> None:
    packages.write(folder, "broken")
    packages.tells(folder, "broken", "else = broken.kind:KIND")


_LIMITED = """
from typing import Annotated
from msgspec import Meta

class {event}(Event, frozen=True):
    code: Annotated[NoName, Meta(max_length=2)]
    by: str
    to: {text}

{{Name}}Kind.events = (*TASK_EVENTS, {event})
"""


def _has_short_names(folder: Path) -> None:
    text = "tuple[Annotated[str, Meta(max_length=12)], ...]"
    packages.write(
        folder, "broken", _LIMITED.format(text=text, event="Whispered").replace("{Name}", "Broken")
    )


def _has_names_of_a_form(folder: Path) -> None:
    text = 'Annotated[str, Meta(pattern="^[A-Z][a-z]+$")] | None'
    packages.write(
        folder, "broken", _LIMITED.format(text=text, event="Called").replace("{Name}", "Broken")
    )


def _hides_a_field(folder: Path) -> None:
    more = "class Purse({Name}Game, frozen=True, kw_only=True):\n    def spent(self):\n        return 0\n"
    packages.write(folder, "broken", more.replace("{Name}", "Broken"))


def _is_none(folder: Path) -> None:
    packages.write(folder, "broken", kind="KIND = 5\n")


_WHOSE = "the kind of game 'broken' of the package 'broken' is not taken: "


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (_broken, _WHOSE + "ImportError('no such library')"),
        (_broken_at_once, _WHOSE + "ImportError('no such library')"),
        (_takes_a_variant, _WHOSE + "mailref itself has a variant 'classic'"),
        (_shares_a_variant, _WHOSE + "the package 'other' has a variant 'mine', too"),
        (_takes_a_folder, "'turns' of the package 'broken' is not taken: mailref itself has"),
        (_takes_a_folder, "'by_rounds' of the package 'broken' is not taken: mailref itself has"),
        (_shares_a_name, _WHOSE + "the package 'other' brings one of that name, too"),
        (_is_called_otherwise, "'else' of the package 'broken' is not taken: broken.kind:KIND calls"),
        (_is_none, _WHOSE + "broken.kind:KIND is no kind of game"),
        (_hides_a_field, _WHOSE + "Purse.spent hides the field 'spent' of TaskGame"),
        (_has_short_names, _WHOSE + "the text Whispered.to cannot hold 'N.N. 1234.12...'"),
        (_has_names_of_a_form, _WHOSE + "the text Called.to cannot hold 'N.N. 1'"),
    ],
)  # fmt: skip
def test_it_is_refused_by_name_once_and_all_else_goes_on(
    tmp_path: Path, write: Callable[[Path], None], said: str
) -> None:
    folder = tmp_path / "packages"
    folder.mkdir()
    usual = str(assets.variants()["classic"])
    write(folder)
    packages.write(folder, "sound")
    with FaultyServer({"referee@example.org": "pw"}) as server, packages.installed(folder):
        world = on_embedded(tmp_path, server)

        assert sum(said in each for each in kind.brought().refused) == 1
        assert "broken" not in kind.names()
        assert kind.event_named("SoundOpened") is kind.kind_named("sound").opened
        assert kind.event_named("NobodyKnows") is None
        assert str(assets.variants()["classic"]) == usual
        _check_tells_once(world, said)


def _check_tells_once(world: World, said: str) -> None:
    config = str(world.config)
    fine = mailref("check", "-c", config)
    assert (fine.code, fine.err.count(said)) == (0, 1)
    schema = mailref("check", "--schema")
    assert (schema.code, schema.err.count(said)) == (0, 1)
    text = world.config.read_text(encoding="utf-8")
    world.config.write_text(text.replace("title =", "titel =", 1), encoding="utf-8")
    wrong = mailref("check", "-c", config)
    assert (wrong.code, wrong.err.count(said)) == (2, 1)
    assert "titel" in wrong.err


def test_no_folder_of_templates_can_be_taken() -> None:
    found = {
        each.name
        for language in TEMPLATES.iterdir()
        if language.is_dir()
        for each in language.iterdir()
        if each.is_dir()
    }

    assert found == kind.TEMPLATE_FOLDERS
