"""Mails of Scrabble-Bingo as a game sends them: played mail by mail, each mail taken where it is sent."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from mailref.games.bingo.course import is_complete
from mailref.games.bingo.family import FIRST_ROUND, BingoFamily
from mailref.games.by_rounds.contents import AnswerByRounds, OpeningByRounds
from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.events import Noted
from mailref.games.game import unread_note
from mailref.referee import gm_orders as orders
from mailref.referee.mails import Decision, Owed
from mailref.referee.policy import Unread
from tests.games.bingo.rehearsal import (
    ANNAS,
    BENS,
    CLEOS,
    LISTED,
    begun,
    herbst,
    state,
    till_zat,
    words_seen_late,
)
from tests.games.by_turns.at_table import AtTable, at_table, mail_to
from tests.tiles.builders import WordList

_PLAYER = '[game.rules]\ncall = "player"'
_HOUSE = '[game.rules]\ncall = "player"\nblanks = false\nper_round = 12\nbase_form = "required"'
_MINUTE = timedelta(minutes=1)
_LATER = datetime(2026, 12, 30, 19, 0, tzinfo=UTC)


def _with_words(keys: str = "", inner: str = "", words: WordList = LISTED) -> AtTable:
    """Return a game in which all have sent words."""
    table = begun(keys, inner, words)
    for name, line in (("anna", ANNAS), ("ben", BENS), ("cleo", CLEOS)):
        table.receives(name, line)
    return table


def _drawn(rounds: int, keys: str = "", inner: str = "") -> tuple[AtTable, Sequence[Owed]]:
    """Return a game after so many ZATs, with the mails of the last one."""
    table = _with_words(keys, inner)
    mails: Sequence[Owed] = ()
    for _ in range(rounds):
        mails = table.waits(till_zat(table), "herbst")
    return table, mails


def _until_complete(inner: str = _PLAYER) -> tuple[AtTable, str, Sequence[Owed]]:
    """Return a game in which somebody is complete and has not called, who, and the mails of that ZAT."""
    table = _with_words(inner=inner)
    while not (done := _complete(table)):
        mails = table.waits(till_zat(table), "herbst")
    return table, done[0].lower(), mails


def _complete(table: AtTable) -> list[str]:
    game = state(table)
    return [name for name in game.playing if is_complete(game, name)]


def _opening(who: str, keys: str = "", inner: str = "") -> Owed:
    return mail_to([mail for mail in begun(keys, inner).mails if mail.game == "herbst"], who)


def _of_trial() -> Owed:
    mail = _opening("anna")
    assert isinstance(mail.content, OpeningByRounds)
    return replace(mail, content=replace(mail.content, is_trial=True))


def _preview() -> Owed:
    """Return the report as the game master may look at it before the first ZAT."""
    running = begun().office.games["herbst"]
    assert isinstance(running, RunningByRounds)
    return replace(_opening("gm"), content=BingoFamily(running).preview())


def _answer(who: str, *texts: str, inner: str = "", words: WordList = LISTED) -> Owed:
    table = begun(inner=inner, words=words)
    for text in texts[:-1]:
        table.receives(who, text)
    return mail_to(table.receives(who, texts[-1]), who)


def _read_after_zat(text: str) -> Owed:
    """Return the answer to words that were in time by two seconds, and read four minutes after the ZAT."""
    table = begun()
    zat = state(table).due
    assert zat is not None
    table.now = zat - timedelta(seconds=62)
    read = table.now + timedelta(minutes=5)
    return mail_to(
        table.receives("anna", text, receipt=lambda it: replace(it, read_at=read)), "anna"
    )


def _not_of_a_player(who: str, text: str) -> Owed:
    """Return what somebody is told whose words are nobody's."""
    return mail_to(begun().receives(who, text), who)


def _of_another_game() -> Owed:
    """Return what somebody is told who plays in another game alone."""
    table = at_table(herbst(), herbst(id="winter", players=("Otto",)), words=LISTED)
    return mail_to(table.receives("otto", f"Herbst-Bingo\n{ANNAS}"), "otto")


def _late_words() -> Owed:
    table, _ = _drawn(1)
    return mail_to(table.receives("anna", "1. KUCHENS\n2. GARTENS"), "anna")


def _words_in_time() -> Owed:
    table, _ = _drawn(1)
    return mail_to(words_seen_late(table, "anna"), "anna")


def _call(*, is_true: bool) -> Owed:
    table, who, _ = _until_complete()
    if not is_true:
        table, _ = _drawn(1, inner=_PLAYER)
    return mail_to(table.receives(who, "BINGO"), who)


def _after_the_end() -> Owed:
    table, _ = _finished()
    mails = table.receives("anna", BENS, subject="Re: [herbst R1] Zug")
    return mail_to(mails, "anna")


def _finished() -> tuple[AtTable, Sequence[Owed]]:
    table = _with_words()
    mails: Sequence[Owed] = ()
    while not state(table).is_over:
        mails = table.waits(till_zat(table), "herbst")
    return table, mails


def _won_by_call(who: str) -> Owed:
    """Return the last report where a ZAT had passed without a call."""
    table, caller, _ = _until_complete()
    table.waits(till_zat(table), "herbst")
    table.receives(caller, "BINGO")
    return mail_to(table.waits(till_zat(table), "herbst"), caller if who == "caller" else who)


def _shared() -> Owed:
    table = begun(inner="[game.rules]\nper_round = 102")
    for name in ("anna", "ben"):
        table.receives(name, ANNAS)
    return mail_to(table.waits(till_zat(table), "herbst"), "anna")


def _with_press() -> Owed:
    table = _with_words('comment = "Viel Glück allen."')
    table.receives("ben", "PRESSE: Ich habe ein gutes Gefühl.")
    return mail_to(table.waits(till_zat(table), "herbst"), "anna")


def _ended(who: str) -> Owed:
    table, _ = _drawn(1)
    return mail_to(table.take(table.refuses(orders.EndGame(), "Zu wenige", "herbst")), who)


def _deserted() -> Owed:
    table = begun(inner='[game.rules]\nper_round = 102\ncall = "player"')
    table.receives("anna", ANNAS)
    table.waits(till_zat(table), "herbst")
    table.receives("anna", "ABMELDEN")
    return mail_to(table.waits(till_zat(table), "herbst"), "ben")


def _nobody(zats: str) -> Owed:
    table = begun(zats=zats)
    return mail_to(table.waits(till_zat(table), "herbst"), "anna")


def _notice(order: orders.GmOrder, *before: orders.GmOrder) -> Owed:
    table, _ = _drawn(1)
    for each in before:
        table.take(table.refuses(each, "", "herbst"))
    return mail_to(table.take(table.refuses(order, "Feiertage", "herbst")), "anna")


def _reminder(inner: str = "") -> Owed:
    if inner:
        table, who, _ = _until_complete(inner)
    else:
        table, who = begun(), "anna"
    return mail_to(table.waits(till_zat(table) - timedelta(hours=12), "herbst"), who)


def _digest(*, all_sent: bool) -> Owed:
    table = _with_words() if all_sent else begun('press = "moderated"')
    if not all_sent:
        table.receives("anna", ANNAS)
        table.receives("ben", "BINGO: ZZZZZZZ GARTENS")
        table.receives("ben", "PRESSE: Na?")
        table.waits(_MINUTE, "herbst")
    return mail_to(table.waits(till_zat(table) - timedelta(hours=12), "herbst"), "gm")


def _digest_unread() -> Owed:
    table = begun()
    later = table.now + _MINUTE
    aside = (Unread("U3", "anna@example.org", later), Unread("U4", "", later))
    table.office = replace(table.office, unread=lambda: aside)
    return mail_to(table.waits(till_zat(table) - timedelta(hours=12), "herbst"), "gm")


def _report_unread() -> Owed:
    """Ben's mail could not be read, Cleo sent none."""
    table = begun()
    table.receives("anna", ANNAS)
    game = state(table)
    noted = Noted(unread_note(game, FIRST_ROUND, "Ben"), table.now)
    table.take(Decision((("herbst", noted),), ()))
    return mail_to(table.waits(till_zat(table), "herbst"), "anna")


def _asked(*, is_reminder: bool) -> Owed:
    table = begun()
    table.receives("ben", "BINGO: SÜLZNER GARTENS")
    if not is_reminder:
        return mail_to(table.waits(_MINUTE, "herbst"), "gm")
    table.waits(_MINUTE, "herbst")
    table.receives("anna", "BINGO: SÜLZNER STERNEN")
    table.receives("anna", "BINGO: WÜLZNER SÜLZNER")
    table.waits(_MINUTE, "herbst")
    return mail_to(table.waits(till_zat(table), "herbst"), "gm")


def _ruled(accepted: bool | None, *, has_other: bool) -> Owed:
    table = begun()
    if has_other:
        table.receives("ben", BENS)
    table.receives("ben", "BINGO: SÜLZNER GARTENS")
    if accepted is None:
        table.take(table.refuses(orders.RuleWord("SÜLZNER", accepted=True), "", "herbst"))
    ruling = table.refuses(orders.RuleWord("SÜLZNER", accepted=accepted), "kein Wort", "herbst")
    return mail_to(table.take(ruling), "ben")


def _stand(who: str, text: str, rounds: int = 1, *, keys: str = "", inner: str = "") -> Owed:
    table, _ = _drawn(rounds, keys, inner)
    return mail_to(table.receives(who, text), who)


def _entered_for(text: str, who: str) -> Owed:
    """Return what the game master, or the player, is told of words entered for the player."""
    table = begun()
    return mail_to(table.receives("gm", f"Herbst-Bingo\nSpieler=Ben\n{text}"), who)


def _must_call() -> Owed:
    _, who, mails = _until_complete()
    return mail_to(mails, who)


def _third(mail: Owed) -> Owed:
    assert isinstance(mail.content, AnswerByRounds)
    return replace(mail, content=replace(mail.content, in_vain=2))


BINGOS: dict[str, Callable[[], Owed]] = {
    "bingo_opening": lambda: _opening("anna"),
    "bingo_opening_trial": _of_trial,
    "bingo_opening_house_rules": lambda: _opening("anna", 'comment = "Los!"', _HOUSE),
    "bingo_opening_game_master": lambda: _opening("gm"),
    "bingo_words": lambda: _answer("anna", ANNAS),
    "bingo_words_after_zat": lambda: _read_after_zat(ANNAS),
    "bingo_words_again": lambda: _answer("anna", ANNAS, BENS),
    "bingo_words_asked": lambda: _answer("anna", "WORDS: SÜLZNER, GARTENS"),
    "bingo_faults": lambda: _answer("anna", "1. CCCHHHHHH\n2. GARTENS"),
    "bingo_faults_kept": lambda: _answer("anna", ANNAS, "1. CCCHHHN\n2. GARTENS"),
    "bingo_ambiguous": lambda: _answer(
        "anna", "Ich nehme wohl STERNEN und GARTENS, oder was meinst du?"
    ),
    "bingo_nothing": lambda: _answer("anna", "Ich freue mich auf das Spiel."),
    "bingo_nothing_third": lambda: _third(_answer("anna", "Ich freue mich auf das Spiel.")),
    "bingo_whose": lambda: _not_of_a_player("anna", f"Spieler=Otto\n{ANNAS}"),
    "bingo_stranger": _of_another_game,
    "bingo_no_order": lambda: _not_of_a_player("gm", "Ich freue mich auf das Spiel."),
    "bingo_call_too_soon": lambda: _answer("anna", "BINGO", inner=_PLAYER),
    "bingo_call_not_needed": lambda: mail_to(_drawn(1)[0].receives("anna", "BINGO"), "anna"),
    "bingo_call_false": lambda: _call(is_true=False),
    "bingo_call": lambda: _call(is_true=True),
    "bingo_words_fixed": _late_words,
    "bingo_words_in_time": _words_in_time,
    "bingo_after_the_end": _after_the_end,
    "bingo_report": lambda: mail_to(_drawn(1)[1], "anna"),
    "bingo_report_preview": _preview,
    "bingo_report_public": lambda: mail_to(_drawn(2)[1], "gm"),
    "bingo_report_public_call": lambda: mail_to(_drawn(2, inner=_PLAYER)[1], "gm"),
    "bingo_help_game_master": lambda: mail_to(
        begun().receives("gm", "HILFE", subject="herbst"), "gm"
    ),
    "bingo_report_must_call": _must_call,
    "bingo_report_press": _with_press,
    "bingo_report_won": lambda: mail_to(_finished()[1], "ben"),
    "bingo_report_lost": lambda: mail_to(_finished()[1], "anna"),
    "bingo_report_shared": _shared,
    "bingo_report_first_call": lambda: _won_by_call("caller"),
    "bingo_report_ended": lambda: _ended("anna"),
    "bingo_report_deserted": _deserted,
    "bingo_notice_nobody": lambda: _nobody('schedule = "every week on monday at 20:00"'),
    "bingo_notice_no_zat": lambda: _nobody('deadline = "2026-12-14T20:00:00"'),
    "bingo_notice_moved": lambda: _notice(orders.ExtendDeadline(_LATER)),
    "bingo_notice_paused": lambda: _notice(orders.PauseGame()),
    "bingo_notice_resumed": lambda: _notice(orders.ResumeGame(_LATER), orders.PauseGame()),
    "bingo_reminder": _reminder,
    "bingo_reminder_call": lambda: _reminder(_PLAYER),
    "bingo_digest": lambda: _digest(all_sent=False),
    "bingo_digest_all": lambda: _digest(all_sent=True),
    "bingo_digest_unread": _digest_unread,
    "bingo_report_unread": _report_unread,
    "bingo_asked": lambda: _asked(is_reminder=False),
    "bingo_asked_again": lambda: _asked(is_reminder=True),
    "bingo_ruled_accepted": lambda: _ruled(accepted=True, has_other=False),
    "bingo_ruled_refused": lambda: _ruled(accepted=False, has_other=False),
    "bingo_ruled_other": lambda: _ruled(accepted=False, has_other=True),
    "bingo_ruled_back": lambda: _ruled(None, has_other=False),
    "bingo_status": lambda: _stand("anna", "STAND", inner=_PLAYER),
    "bingo_help": lambda: _stand("anna", "HILFE\nREGELN\nPRESSE: Hallo"),
    "bingo_help_before": lambda: _stand("anna", "HILFE", 0),
    "bingo_withdrawn": lambda: _stand("anna", "ZURÜCKZIEHEN\nERINNERUNG AUS\nEINSPRUCH", 0),
    "bingo_too_late": lambda: _stand("anna", "ZURÜCKZIEHEN\nEINSPRUCH\nERINNERUNG AN"),
    "bingo_left": lambda: _stand("cleo", "ABMELDEN\nSPRACHE DE"),
    "bingo_entered_for": lambda: _entered_for(BENS, "gm"),
    "bingo_entered_asked": lambda: _entered_for("WORDS: SÜLZNER, GARTENS", "gm"),
}
