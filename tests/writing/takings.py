"""Mails of Un-Scrabble as a game sends them: played move by move, each mail taken where it is sent."""

from collections.abc import Callable
from datetime import timedelta

from msgspec.structs import replace

from mailref.games.by_turns.contents import Finished, OrderAnswer, TurnReport
from mailref.games.unscrabble import rules
from mailref.referee.mails import Owed
from mailref.tiles.board import Square
from mailref.tiles.moves import Fault, NotConnected, OffBoard, TextSpan, TooManyTiles, WordUnknown
from tests.games.by_turns.at_table import AtTable, at_table, kiel, mail_to
from tests.tiles.builders import WordList

SPAN = TextSpan(2, 1, "NIMM H5")
MOVES = (("anna", "NIMM H5"), ("ben", "NIMM T O R aus AUSTOR"), ("anna", "NIMM H6-H7"))
"""Of HAUSTOR across and SAND down from its S, whose S is a blank; then SAND alone is left."""
START = """[game.start]
board = '''
...............
...............
...............
...............
...............
...............
...............
....HAUsTOR....
.......A.......
.......N.......
.......D.......
...............
...............
...............
...............
'''
"""
_WORDS = WordList(frozenset({"AUS", "AUSTOR", "SAND"}))
ALLOWED = '[game.rules]\nchallenge = "allowed"\nunlisted = "refuse"\nseats = "lot"\n'

TAKING_FAULTS: tuple[Fault, ...] = (
    rules.NoTile(span=SPAN, square=Square(0, 0)),
    rules.NoTile(span=SPAN, square=None, word="RUCKEN"),
    rules.NoTile(span=SPAN, square=None, letters="XY", word="RUCKEN"),
    rules.NoTile(span=SPAN, square=None, letters="Q"),
    rules.NoTile(span=SPAN, square=None, letters="R", is_elsewhere=True),
    rules.NoTile(span=SPAN, square=None),
    rules.NotOneWord(span=SPAN),
    rules.SingleLetter(span=SPAN, square=Square(7, 4)),
    rules.WhichTiles(span=SPAN, letters="A", squares=(Square(7, 5), Square(8, 7))),
    rules.WhichTiles(span=SPAN, letters="AS", squares=(Square(7, 5), Square(8, 7))),
    rules.NoPass(span=SPAN),
    NotConnected(span=SPAN, word=""),
    TooManyTiles(span=SPAN, laid=7, allowed=6),
    OffBoard(span=SPAN, square=None, direction=None, word="", overhang=0),
    WordUnknown(span=SPAN, word="AU"),
)


def played(moves: int, keys: str = "", inner: str = "") -> AtTable:
    """Return a game after so many moves."""
    text = kiel(keys, inner + START, variant="unscrabble", id="abbau")
    table = at_table(text, words=_WORDS, seed=bytes(32))
    for player, line in MOVES[:moves]:
        table.receives(player, line)
    return table


def _answer(moves: int, who: str, *texts: str, keys: str = "", inner: str = "") -> Owed:
    table = played(moves, keys, inner)
    for text in texts[:-1]:
        table.receives(who, text)
    return mail_to(table.receives(who, texts[-1]), who)


def _report(who: str, moves: int, inner: str = "") -> Owed:
    table = played(moves - 1, inner=inner)
    player, text = MOVES[moves - 1]
    return mail_to(table.receives(player, text), who)


def _faulty() -> Owed:
    mail = _answer(1, "ben", "PASSE")
    assert isinstance(mail.content, OrderAnswer)
    return replace(mail, content=replace(mail.content, faults=TAKING_FAULTS))


def _finished() -> Owed:
    return _answer(3, "ben", "NIMM SAND")


def _ended() -> Owed:
    mail = _finished()
    assert isinstance(mail.content, TurnReport)
    told = (
        replace(each, why="game_master") if isinstance(each, Finished) else each
        for each in mail.content.happened
    )
    return replace(mail, content=replace(mail.content, happened=tuple(told)))


def _one_word(word: str, valid: str) -> AtTable:
    """Return a game in which nothing but *word* lies, from the fourth square of the middle row on."""
    start = START
    for row in ("....HAUsTOR....", ".......A.......", ".......N.......", ".......D......."):
        start = start.replace(row, f"...{word}".ljust(15, ".") if "H" in row else "." * 15)
    text = kiel("", start, variant="unscrabble", id="abbau")
    return at_table(text, words=WordList(frozenset({valid})), seed=bytes(32))


def _no_turn() -> Owed:
    """Of a word of seven, one letter would be left alone, whatever is taken."""
    return mail_to(_one_word("SRAUSTEN", "RAUSTEN").receives("anna", "NIMM H4"), "ben")


def _open(who: str, *more: tuple[str, str]) -> Owed:
    """Return a mail of a game with challenges, in which A was taken off AUSTOR."""
    table = played(0, inner=ALLOWED)
    first, second = table.running("abbau").game.seats
    mails = table.receives(first.lower(), "NIMM H5-H6")
    for each, text in more:
        mails = table.receives({"first": first, "second": second}[each].lower(), text)
    return mail_to(mails, {"first": first, "second": second, "gm": "gm"}[who].lower())


def _opening(who: str, inner: str = "") -> Owed:
    return mail_to([mail for mail in played(0, inner=inner).mails if mail.game == "abbau"], who)


def _over_at_once() -> Owed:
    return mail_to(_one_word("RAUSTEN", "XY").mails, "anna")


def _timed_out() -> Owed:
    return mail_to(played(1).waits(timedelta(days=6), "abbau"), "anna")


def _reminder() -> Owed:
    table = played(1, 'reminder = "1d"')
    return mail_to(table.waits(timedelta(days=4, hours=12), "abbau"), "ben")


def _asked() -> Owed:
    table = played(1)
    table.receives("ben", "NIMM H6")
    return mail_to(table.waits(timedelta(minutes=1), "abbau"), "gm")


TAKINGS: dict[str, Callable[[], Owed]] = {
    "taking_opening": lambda: _opening("anna"),
    "taking_opening_game_master": lambda: _opening("gm", ALLOWED),
    "taking_over_at_once": _over_at_once,
    "taking_report": lambda: _report("ben", 1),
    "taking_report_own": lambda: _report("ben", 2),
    "taking_report_public": lambda: _report("gm", 3),
    "taking_open": lambda: _open("second"),
    "taking_taken_back": lambda: _open("first", ("second", "ANFECHTEN")),
    "taking_finished": _finished,
    "taking_finished_by_hand": _ended,
    "taking_no_turn": _no_turn,
    "taking_timed_out": _timed_out,
    "taking_asked": _asked,
    "taking_waits": lambda: _answer(1, "ben", "NIMM H6"),
    "taking_faults": _faulty,
    "taking_kept": lambda: _answer(1, "anna", "NIMM H6-H7"),
    "taking_trial": lambda: _answer(1, "ben", "PROBE NIMM H9-H11"),
    "taking_trial_wrong": lambda: _answer(1, "ben", "PROBE NIMM A1"),
    "taking_status": lambda: _answer(1, "anna", "NIMM H6-H7", "STAND"),
    "taking_tiles": lambda: _answer(1, "ben", "STEINE"),
    "taking_help": lambda: _answer(1, "ben", "HILFE"),
    "taking_rules": lambda: _answer(
        1,
        "ben",
        "REGELN",
        inner=f'{ALLOWED}most = 4\nchallenge_per = "word"\nchallenge_forfeit = true\n'
        'challenge_time = "1d"\nnames = true\naccents = "refuse"\naxes = "rows"\n',
    ),
    "taking_history": lambda: _answer(2, "anna", "VERLAUF"),
    "taking_reminder": _reminder,
}
