"""Mails of a league of soloists as it sends them: played move by move, each mail taken where it is sent."""

from collections.abc import Callable
from datetime import timedelta

from msgspec.structs import replace

from mailref.games.by_turns.contents import TurnCommandAnswer
from mailref.orders.table import Command
from mailref.referee.gm_orders import ExtendDeadline
from mailref.referee.mails import Owed
from tests.games.by_turns.at_table import AtTable, at_table, kiel, mail_to
from tests.tiles.builders import WordList

_WORDS = WordList(frozenset({"ENGE", "GENRE", "REGEN", "SEGEN"}))
_ZAT = timedelta(days=62)
_LONG = '[game.rules]\nstart = "F6-J10"\nswap = true\nnames = true\nexchange_min = 1\nbonus = { 7 = 50, 6 = 20 }\n'


def played(
    *moves: tuple[str, str], keys: str = "", inner: str = "", variant: str = "solitaire"
) -> AtTable:
    """Return a league after some mails."""
    text = kiel(f'deadline = "31.01.2027 20:00"\n{keys}', inner, variant=variant, id="patience")
    table = at_table(text, words=_WORDS, seed=bytes(32))
    for player, line in moves:
        table.receives(player, line)
    return table


def _answer(*moves: tuple[str, str], variant: str = "solitaire", inner: str = "") -> Owed:
    table = played(*moves[:-1], variant=variant, inner=inner)
    return mail_to(table.receives(*moves[-1]), moves[-1][0])


def _opening(who: str, variant: str = "solitaire") -> Owed:
    return mail_to([mail for mail in played(variant=variant).mails if mail.game == "patience"], who)


def _ended(who: str) -> Owed:
    table = played(("anna", "H8 ENGE"), ("ben", "PRESSE: Schön war es."), ("ben", "8H GENRE"))
    return mail_to(table.waits(_ZAT, "patience"), who)


def _status_of_game_master(later: timedelta) -> Owed:
    table = played(("anna", "H8 ENGE"))
    table.waits(later, "patience")
    return mail_to(table.receives("gm@example.org", "STAND", subject="patience"), "gm")


def _reminder(variant: str = "solitaire") -> Owed:
    table = played(keys='reminder = "2d"', variant=variant)
    return mail_to(table.waits(timedelta(days=60), "patience"), "anna")


def _moved() -> Owed:
    table = played()
    running = table.office.games["patience"]
    later = running.game.due
    assert later is not None
    order = ExtendDeadline(later + timedelta(days=7))
    return mail_to(table.take(table.refuses(order, "Ferien", "patience")), "anna")


def _chosen(*moves: tuple[str, str], inner: str = "") -> Owed:
    return _answer(*moves, variant="solitaire-choice", inner=inner)


def _withdrawn() -> Owed:
    mail = _chosen(("anna", _ENGE), ("anna", "NEU"), ("anna", "STAND"))
    assert isinstance(mail.content, TurnCommandAnswer)
    told = replace(mail.content, commands=(Command.WITHDRAW,), withdrawn=True)
    return replace(mail, content=told)


def _chosen_ended() -> Owed:
    table = played(("anna", "WÄHLE ENGE\nH8 ENGE"), ("anna", "NEU"), variant="solitaire-choice")
    return mail_to(table.waits(_ZAT, "patience"), "anna")


_ENGE = "WÄHLE ENGERSX\nH8 ENGE"
CHOICES: dict[str, Callable[[], Owed]] = {
    "choice_opening": lambda: _opening("anna", "solitaire-choice"),
    "choice_opening_game_master": lambda: _opening("gm", "solitaire-choice"),
    "choice_letters": lambda: _chosen(("anna", "WÄHLE ENGE??")),
    "choice_report": lambda: _chosen(("anna", _ENGE)),
    "choice_several": lambda: _chosen(
        ("anna", "1. WÄHLE ENGERSX\n2. H8 ENGE\n3. WÄHLE XE\n4. WÄHLE GEN\n5. 8H GEGEN\n6. ZURÜCK")
    ),
    "choice_taken_back": lambda: _chosen(("anna", _ENGE), ("anna", "ZURÜCK")),
    "choice_withdrawn": _withdrawn,
    "choice_letters_back": lambda: _chosen(("anna", "WÄHLE ENGE"), ("anna", "ZURÜCK")),
    "choice_anew": lambda: _chosen(("anna", _ENGE), ("anna", "NEU\nWÄHLE REGEN\nH8 REGEN")),
    "choice_refused": lambda: _chosen(("anna", _ENGE), ("anna", "wähle aeinr\nPASSE")),
    "choice_too_many": lambda: _chosen(("anna", _ENGE), ("anna", "WÄHLE AEINRST")),
    "choice_passed": lambda: _chosen(("anna", "PASSE")),
    "choice_nothing_done": lambda: _chosen(("anna", "ZURÜCK")),
    "choice_resigned": lambda: _chosen(("anna", _ENGE), ("anna", "NEU"), ("anna", "AUFGABE")),
    "choice_status": lambda: _chosen(("anna", _ENGE), ("anna", "NEU"), ("anna", "STAND")),
    "choice_tiles": lambda: _chosen(("anna", _ENGE), ("anna", "STEINE")),
    "choice_help": lambda: _chosen(("anna", "HILFE")),
    "choice_rules": lambda: _chosen(("anna", "REGELN"), inner="[game.rules]\nswap = true\n"),
    "choice_table": _chosen_ended,
    "choice_reminder": lambda: _reminder("solitaire-choice"),
}

SOLOS: dict[str, Callable[[], Owed]] = {
    "solo_opening": lambda: _opening("anna"),
    "solo_opening_two": lambda: _opening("anna", "solitaire-two"),
    "solo_opening_game_master": lambda: _opening("gm"),
    "solo_report": lambda: _answer(("anna", "H8 ENGE")),
    "solo_report_two": lambda: _answer(("anna", "H8 ENGE"), variant="solitaire-two"),
    "solo_exchange": lambda: _answer(("anna", "TAUSCHE E E R")),
    "solo_refused": lambda: _answer(("anna", "H8 GNE")),
    "solo_trial": lambda: _answer(("anna", "PROBE H8 REGEN")),
    "solo_finished": lambda: _answer(("anna", "PASSE"), ("anna", "PASSE")),
    "solo_resigned": lambda: _answer(("anna", "H8 ENGE"), ("anna", "AUFGABE")),
    "solo_too_late": lambda: _answer(("anna", "PASSE"), ("anna", "PASSE"), ("anna", "H8 ENGE")),
    "solo_status": lambda: _answer(("anna", "H8 ENGE"), ("anna", "STAND")),
    "solo_status_under_anothers_name": lambda: _answer(
        ("anna", "H8 ENGE"), ("ben", "Spieler=Anna\nSTAND")
    ),
    "solo_status_game_master": lambda: _status_of_game_master(timedelta(0)),
    "solo_status_over": lambda: _status_of_game_master(_ZAT),
    "solo_history": lambda: _answer(("anna", "H8 ENGE"), ("anna", "VERLAUF")),
    "solo_help": lambda: _answer(("anna", "HILFE")),
    "solo_rules": lambda: _answer(("anna", "REGELN"), variant="solitaire-two", inner=_LONG),
    "solo_table": lambda: _ended("anna"),
    "solo_table_public": lambda: _ended("gm"),
    "solo_reminder": _reminder,
    "solo_zat_moved": _moved,
    **CHOICES,
}
