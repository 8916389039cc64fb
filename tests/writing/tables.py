"""Mails of WORT-Rummikub as a game sends them: played move by move, each mail taken where it is sent."""

from collections.abc import Callable
from datetime import timedelta

from msgspec.structs import replace

from mailref.games.by_turns.contents import Finished, OrderAnswer, TurnReport
from mailref.games.rummikub import rules as faults
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.history import ToldTile, TookTile
from mailref.referee.mails import Owed
from mailref.tiles.moves import Fault, NotOnRack, TextSpan
from tests.games.by_turns.at_table import AtTable, at_table, kiel, mail_to
from tests.tiles.builders import WordList

SPAN = TextSpan(2, 1, "LIST: LI aus LIEBEN")
MOVES = (
    ("anna", "LEGE AUFFORDERE"),
    ("ben", "WERKNAME"),
    ("anna", "HIS"),
    ("ben", "PHIS aus HIS"),
    ("anna", "NIMM 1"),
    ("ben", "JEEP: P aus PHIS"),
)
"""With the racks that the seed of zeros gives, Anna has the S and begins."""
_WORDS = WordList(frozenset({"AUFFORDERE", "WERKNAME", "HIS"}))
_LATER = timedelta(days=6)

TABLE_FAULTS: tuple[Fault, ...] = (
    faults.MustLayFirst(span=SPAN, least=6),
    faults.TooShort(span=SPAN, word="SEH", least=4),
    faults.WordRepeated(span=SPAN, word="LIST"),
    faults.NothingOfHisOwn(span=SPAN),
    faults.WordDissolved(span=SPAN, word="UND"),
    faults.RestTooShort(span=SPAN, word="LIEBEN", left="EN"),
    faults.RobbedNotUsed(span=SPAN, letters="BL"),
    faults.LetterNotThere(span=SPAN, letters="LX", word="LIEBEN"),
    faults.NoSuchWord(span=SPAN, word="LIEBE"),
    faults.NotAnExtension(span=SPAN, word="NEBLIG", extends="LIEBEN"),
    faults.WhichLetter(span=SPAN, word="LIEBEN", rests=("LIBEN", "LIEBN")),
    faults.LeftDiffers(span=SPAN, left="LIBN"),
    faults.NoSuchTile(span=SPAN, what="Q"),
    faults.NoSuchTile(span=SPAN, what="E", stack="3"),
    faults.NoSuchTile(span=SPAN, what="5", stacks=4, tops=("1 (E)", "2 (N)", "4 (Q)")),
    faults.WhichStack(span=SPAN, tops=("1 (E)", "2 (N)", "4 (Q)")),
    faults.StacksEmpty(span=SPAN),
    faults.MustTake(span=SPAN),
    NotOnRack(span=SPAN, missing="TT", available="AEGISTT"),
)


def played(moves: int, keys: str = "", inner: str = "") -> AtTable:
    """Return a game after so many moves."""
    game = kiel(keys, inner, variant="rummikub", id="tisch")
    table = at_table(game, words=_WORDS, seed=bytes(32))
    for player, text in MOVES[:moves]:
        table.receives(player, text)
    return table


def _answer(moves: int, who: str, *texts: str, keys: str = "", inner: str = "") -> Owed:
    table = played(moves, keys, inner)
    for text in texts[:-1]:
        table.receives(who, text)
    return mail_to(table.receives(who, texts[-1]), who)


def _report(who: str, moves: int) -> Owed:
    table = played(moves - 1)
    player, text = MOVES[moves - 1]
    return mail_to(table.receives(player, text), who)


def _faulty() -> Owed:
    mail = _answer(6, "anna", "UND")
    assert isinstance(mail.content, OrderAnswer)
    return replace(mail, content=replace(mail.content, faults=TABLE_FAULTS))


def _refilled() -> Owed:
    """Return a report as after a word that has emptied a rack."""
    mail = _report("anna", 6)
    assert isinstance(mail.content, TurnReport)
    tiles = tuple(ToldTile(stack, tile, TakenWhy.REFILL) for stack, tile in ((1, "E"), (3, "N")))
    happened = (*mail.content.happened, TookTile("Anna", tiles))
    return replace(mail, content=replace(mail.content, happened=happened))


def _taken_back() -> Owed:
    table = played(4, inner='[game.rules]\nunlisted = "refuse"')
    return mail_to(table.receives("anna", "ZWEIFLE AN: PHIS"), "ben")


def _won() -> Owed:
    table = played(1, inner="[game.rules]\ngoal = 10")
    return mail_to(table.receives("ben", "ANNEHMEN"), "anna")


def _going_out() -> Owed:
    table = played(0, inner="[game.rules]\ngoal = 10")
    return mail_to(table.receives(*MOVES[0]), "ben")


def _ended(why: str) -> Owed:
    mail = _won()
    assert isinstance(mail.content, TurnReport)
    told = (
        replace(each, why=why) if isinstance(each, Finished) else each
        for each in mail.content.happened
    )
    return replace(mail, content=replace(mail.content, happened=tuple(told)))


def _timed_out() -> Owed:
    table = played(2)
    return mail_to(table.waits(_LATER, "tisch"), "ben")


def _challenged(*, is_valid: bool) -> Owed:
    table = played(6)
    word = "JEEP" if is_valid else "HIS"
    return mail_to(table.receives("anna", f"ZWEIFLE AN: {word}"), "anna")


def _asked() -> Owed:
    table = played(6)
    table.receives("anna", "ZWEIFLE AN: JEEP, Fremdwort")
    return mail_to(table.waits(timedelta(minutes=1), "tisch"), "gm")


def _resigned() -> Owed:
    table = played(6)
    return mail_to(table.receives("ben", "AUFGABE"), "anna")


def _opening(who: str) -> Owed:
    return mail_to([mail for mail in played(0).mails if mail.game == "tisch"], who)


def _reminder() -> Owed:
    table = played(6, 'reminder = "1d"')
    return mail_to(table.waits(timedelta(days=4, hours=12), "tisch"), "anna")


TABLES: dict[str, Callable[[], Owed]] = {
    "table_opening": lambda: _opening("anna"),
    "table_opening_game_master": lambda: _opening("gm"),
    "table_report_robbed": lambda: _report("anna", 6),
    "table_report_extended": lambda: _report("anna", 4),
    "table_report_taken": lambda: _report("ben", 5),
    "table_report_public": lambda: _report("gm", 6),
    "table_refilled": _refilled,
    "table_taken_back": _taken_back,
    "table_going_out": _going_out,
    "table_finished": _won,
    "table_finished_all_laid": lambda: _ended("all_laid"),
    "table_finished_passes": lambda: _ended("passes"),
    "table_finished_by_hand": lambda: _ended("game_master"),
    "table_timed_out": _timed_out,
    "table_in_vain": lambda: _challenged(is_valid=True),
    "table_asked": _asked,
    "table_resigned": _resigned,
    "table_faults": _faulty,
    "table_meant": lambda: _answer(3, "ben", "PHIS"),
    "table_perhaps": lambda: _answer(2, "anna", "Vielleicht wird es STREBE"),
    "table_meant_robbed": lambda: _answer(5, "ben", "JEEP aus HIS"),
    "table_condition": lambda: _answer(5, "anna", "FALLS LIST:\nHIS"),
    "table_kept": lambda: _answer(1, "anna", "HIS"),
    "table_kept_take": lambda: _answer(5, "anna", "NIMM 2"),
    "table_trial": lambda: _answer(2, "anna", "PROBE HIS"),
    "table_wished": lambda: _answer(6, "anna", "WUNSCH: E N R S"),
    "table_status": lambda: _answer(6, "anna", "WUNSCH: E N R S", "STAND"),
    "table_tiles": lambda: _answer(6, "anna", "STEINE"),
    "table_help": lambda: _answer(6, "anna", "HILFE"),
    "table_rules": lambda: _answer(
        6,
        "anna",
        "REGELN",
        inner='[game.rules]\nchallenge = "none"\nrepeat = "lying"\ninsert = "ends"\nunlisted = "refuse"',
    ),
    "table_history": lambda: _answer(6, "anna", "VERLAUF"),
    "table_reminder": _reminder,
}
