"""Whatever the referee says by a code has a sentence in both languages, and for the terminal."""

import re
from pathlib import Path

import pytest

import mailref
from mailref import assets
from mailref.commands.decide import _REFUSALS

# As installed: the suite also runs against the wheel, which lies elsewhere.
PACKAGE = Path(mailref.__file__).parent
REFEREE = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("referee", "tick")
    for path in sorted((PACKAGE / folder).glob("*.py"))
)
ASKED = (PACKAGE / "referee" / "player_commands.py").read_text(encoding="utf-8")
REFUSALS = sorted(set(re.findall(r'Refusal\(\s*"(\w+)"', REFEREE)))
NOTICES = sorted(
    set(
        re.findall(
            r'(?:(?<![a-z])Notice|_notice|_for_the_game_master|_waiting)\([^()]*"(\w+)"', REFEREE
        )
    )
)
COMMANDS = sorted(set(re.findall(r'(?:return|else|yield) "(\w+)"', ASKED)))


def sentences(language: str, template: str) -> str:
    environment = assets.template_environment(language)
    assert environment.loader is not None
    return environment.loader.get_source(environment, template)[0]


def test_the_codes_are_found() -> None:
    assert {"settings_win", "own_address", "no_such_round"} <= set(REFUSALS)
    assert {"late_but_in_time", "join_request", "tie", "quarantine"} <= set(NOTICES)
    assert {"closed", "which_player", "nothing_to_withdraw"} <= set(COMMANDS)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_sentence(code: str, language: str) -> None:
    assert f'"{code}"' in sentences(language, "desk.j2")


@pytest.mark.parametrize("code", [code for code in REFUSALS if code != "which_game"])
def test_every_refusal_has_words_for_the_terminal(code: str) -> None:
    """A command names its game, so that only a mail can leave open which one is meant."""
    assert code in _REFUSALS


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("code", NOTICES)
def test_every_notice_has_a_paragraph(code: str, language: str) -> None:
    assert f'"{code}"' in sentences(language, "notice.j2")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("code", COMMANDS)
def test_every_command_that_cannot_be_carried_out_has_a_sentence(code: str, language: str) -> None:
    assert f'"{code}"' in sentences(language, "command_done.j2")
