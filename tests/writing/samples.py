"""One mail of every kind, by name: what the golden files and the guard against moves are made from."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from mailref.games.by_rounds.absences import who_is_away
from mailref.games.by_rounds.contents import NoDeadline, TieToDecide
from mailref.games.chance import Secret
from mailref.games.events import AbsenceNoted, DrawsMixed, MessageSent, PlayerJoined, PlayerMuted
from mailref.games.game import Press
from mailref.games.kind import follow
from mailref.games.rounds import contents as rounds_told
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.contents import (
    Change,
    CommandAnswer,
    DeadlineNotice,
    Desk,
    Digest,
    EntryAnswer,
    Erratum,
    JudgedAnew,
    MayOrder,
    MoveInForce,
    Opening,
    OpenWord,
    Reminder,
    Report,
    Ruled,
    RulingNotice,
    WhyAnew,
    WordQuestion,
    WordQuestions,
    opening_of,
    rounds_face,
)
from mailref.games.rounds.game import ClosedRound, Correction, RoundGame, choice_in
from mailref.games.rounds.policy import AheadReason, Publish, RoundPolicy
from mailref.games.rounds.rules import Lot
from mailref.games.rounds.switches import Rules
from mailref.games.statistics import PlayerFigures
from mailref.orders.entries import Ambiguity
from mailref.orders.table import OF_MESSAGES, OF_READERS, TOLD_IN_HELP, Command, NotDone
from mailref.referee import contents as told
from mailref.referee import gm_orders as gm
from mailref.referee.contents import (
    Announcement,
    AnswerToCommands,
    Content,
    KindWords,
    MailAnswer,
    Matter,
    MessageNotSent,
    Notice,
    PlayerChange,
    PlayerMessage,
    PlayerNotice,
    ShownLater,
    Summary,
    Waiting,
    ZatChange,
)
from mailref.referee.gm_orders import (
    AwayNow,
    Fate,
    KeptMissing,
    Lack,
    LettersKnown,
    MinimumNotMet,
    NoSuchDays,
    NotClaimed,
    NothingToUndo,
    NotInBag,
    NotToMove,
    OtherFamily,
    RulingTooLate,
    ThemeSettled,
    TurnNow,
    WrongCount,
    WrongRackSize,
)
from mailref.referee.mails import Owed
from mailref.referee.policy import (
    Answered,
    CommandsDone,
    Confirm,
    Considered,
    Outcome,
    Reason,
    RunningGame,
    Undecided,
    Unread,
    WhyNotIn,
)
from mailref.tiles.board import Board, ListUsed
from mailref.tiles.lexicon.evidence import Base, Evidence, WordPart, WordStanding
from mailref.tiles.lexicon.verdicts import Hint, Unknown
from tests.tiles.builders import after, move
from tests.tiles.variants import MONO, SB, SEVEN_AND_EIGHT, SIMULTAN, TWO, rules_of
from tests.writing import turns as of_turns
from tests.writing.begun_by_mail import BEGUN_BY_MAIL
from tests.writing.bingos import BINGOS
from tests.writing.builders import ARRIVED, BERLIN, DEADLINE, HOUSE, playing, policy, sent
from tests.writing.clubs import CLUBS
from tests.writing.rounds import changed, closed, entered, reported, round_four
from tests.writing.solos import SOLOS
from tests.writing.tables import TABLES
from tests.writing.takings import TAKINGS
from tests.writing.turns import TURNS

THREE_WEEKS = timedelta(days=21)
YERRES = "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\n"
WISH = YERRES + (
    " M10s EUBÖA+*verbüxendE   14*2+23=52 // griech. Insel\n"
    "/     Jokertausch=A12\n"
    "/M9s  BE*HAUE+*verbüxendE 10*2+23=43 // Ersatz"
)


def owed(
    content: Content, *, language: str = "de", player: str | None = None, **changes: object
) -> Owed:
    """Return a mail with this content, to the game master unless a player is named."""
    base = Owed(
        key="sample",
        recipient="max@example.org" if player else HOUSE.gamemaster_address,
        name=player or HOUSE.gamemaster_name,
        language=language,
        game="yerres",
        tag="R4",
        player=player,
        content=content,
        answers=None,
        at=ARRIVED,
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # names of Owed's fields


def answer_to(text: str, **changes: object) -> Owed:
    """Return the answer to a mail in the game of most samples."""
    return sent(text, settings=replace(policy(), **changes))[0]  # type: ignore[arg-type]  # names of its fields


def read_after_zat(mail: Owed) -> Owed:
    """Return an answer to a mail that was in time by two seconds, and read four minutes after the ZAT."""
    assert mail.answers is not None
    received, read = DEADLINE - timedelta(seconds=2), DEADLINE + timedelta(minutes=4)
    return replace(mail, answers=replace(mail.answers, received=received, read_at=read))


def with_entry(mail: Owed, **changes: object) -> Owed:
    assert isinstance(mail.content, EntryAnswer)
    return replace(mail, content=replace(mail.content, **changes))  # type: ignore[arg-type]  # names of its fields


def closed_early(mail: Owed) -> Owed:
    """Return the answer to a late move in a game whose round was closed before its ZAT."""
    assert isinstance(mail.content, EntryAnswer)
    game, number = mail.content.game, mail.content.considered.round
    _, first = closed(round_four(), policy())
    before = DEADLINE - timedelta(days=2)
    last = replace(first, number=number or 0, is_early=True, closed=before)
    return with_entry(mail, game=replace(game, last=last))


def with_considered(mail: Owed, **changes: object) -> Owed:
    assert isinstance(mail.content, EntryAnswer)
    considered = replace(mail.content.considered, **changes)  # type: ignore[arg-type]  # names of its fields
    return with_entry(mail, considered=considered)


def for_game_master(text: str) -> Owed:
    mail = with_entry(answer_to(text), for_game_master=True)
    return replace(
        mail, recipient=HOUSE.gamemaster_address, name=HOUSE.gamemaster_name, player=None
    )


def much_press() -> Owed:
    text = "Was für eine Runde!\n" * 55
    press = tuple(Press(f"Spielerin {n}", text, f"m{n}", is_released=True) for n in range(40))
    return changed(with_comment(), press=press)


def in_force(move: str = "M10s EUBÖA") -> Considered:
    mail = answer_to(move)
    assert isinstance(mail.content, EntryAnswer)
    return mail.content.considered


def with_comment() -> Owed:
    settings = policy(
        deadline=DEADLINE + THREE_WEEKS, comment="Schöne Runde!\nM10s EUBÖA war gut.\n/M9s BESEN"
    )
    return reported(round_four(), settings)[0]


def preview_with_press() -> Owed:
    """Return a preview while a text waits for its release."""
    owed = preview()
    assert isinstance(owed.content, Report)
    game = replace(owed.content.game, press_waiting=("Anna Beispiel",), round=None)
    return changed(owed, game=game)


def preview() -> Owed:
    """Return what the game master gets of a round whose report waits for him."""
    owed = with_comment()
    assert isinstance(owed.content, Report)
    waits = replace(owed.content.policy, publish=Publish.APPROVE)
    return changed(owed, is_preview=True, policy=waits)


def by_lot() -> Owed:
    mail = with_comment()
    assert isinstance(mail.content, Report)
    laid = mail.content.round.laid
    assert laid is not None
    lot = Lot("lot 4", ("M10 down EUBÖA", "A12<>; M9 down BEHAUE M11=?"), 0)
    result = replace(
        mail.content.round,
        laid=replace(laid, tie=("more_tiles", "lot"), lot=lot),
        undecided=("XENON",),
        undecided_policy="refuse",
        is_early=True,
    )
    press = (
        Press(
            "Jörg Ähnlich",
            "M9s BEHAUE\nHILFE\nWer hat meinen Joker gesehen?",
            "m",
            is_released=True,
        ),
    )
    return changed(mail, rounds=(result,), press=press)


def of_two_plays() -> Owed:
    """Return the report of a round in which a move of two plays was laid."""
    written = (move("M10s EUBÖA", "L14w NA"),)
    entry = in_rounds.MoveEntered("Max Mustermann", 4, ARRIVED, "max-1", written)
    game = after(playing(TWO, "ABEEENNÖRUNIOLUA"), entry)
    return reported(game, policy(TWO, deadline=DEADLINE + THREE_WEEKS))[0]


def empty_round() -> Owed:
    return reported(playing(), policy(deadline=DEADLINE + THREE_WEEKS))[0]


def ended() -> Owed:
    game = entered(playing(is_final=True), "Max Mustermann", "M10s EUBÖA")
    return reported(game)[0]


def final_next() -> Owed:
    mail = with_comment()
    assert isinstance(mail.content, Report)
    game = mail.content.game
    assert game.round is not None
    following = replace(game.round, is_final=True, deadline=None)
    return changed(mail, game=replace(game, round=following, bag=""))


def none_next(mail: Owed, **changes: object) -> Owed:
    """Return a report after which no round is open."""
    assert isinstance(mail.content, Report)
    return changed(mail, game=replace(mail.content.game, round=None), **changes)


def second_round() -> Owed:
    """Return a report with a history: chart, ranks that change, percent."""
    settings = policy(columns=("percent", "better", "solo"), solo_bonus=10)
    _, first = closed(round_four(), settings)
    mail = reported(round_four(), settings, (replace(first, number=3, top=None),))[1]
    return replace(mail, key="second")


def in_a_pause() -> Owed:
    """Return a report that goes out though the game master has let the game rest."""
    mail = with_comment()
    assert isinstance(mail.content, Report)
    return changed(mail, game=replace(mail.content.game, is_paused=True))


def long_report() -> Owed:
    names = ["Max Mustermann", *(f"Spielerin {n:03}" for n in range(1, 120))]
    game = playing(players=names)
    for at, name in enumerate(names[:70]):
        game = entered(game, name, "M10s EUBÖA", minutes=-at)
    return reported(game, policy(deadline=DEADLINE + THREE_WEEKS))[55]


def opening(recipient: str | None = "Max Mustermann") -> Owed:
    game = playing(number=1, lying=Board())
    content = opening_of(game, policy(), recipient, "Viel Vergnügen!")
    return owed(content, player=recipient, tag="R1")


def opening_again() -> Owed:
    mail = opening()
    assert isinstance(mail.content, Opening)
    return replace(mail, content=replace(mail.content, is_again=True))


def with_house_rules(mail: Owed) -> Owed:
    """Return an opening of a game whose settings change two switches of its variant."""
    assert isinstance(mail.content, Opening)
    settings = replace(policy(), house_rules=("swap", "ties"))
    return replace(mail, content=replace(mail.content, policy=settings))


OWN_LISTS: dict[str, Any] = {
    "listed": ListUsed("wfrench 1.2.7", "0" * 64),
    "short_listed": ListUsed("short.txt", "1" * 64),
    "anagrams": True,
}
"""Switches of a game with a word list and short words of its own, in which letters may lie in any order."""


def with_own_lists(mail: Owed) -> Owed:
    """Return an opening of a game whose words stand in another list."""
    assert isinstance(mail.content, Opening)
    settings = policy()
    rules = replace(settings.rules, **OWN_LISTS)
    told = replace(settings, house_rules=("anagrams",), rules=rules)
    return replace(mail, content=replace(mail.content, policy=told))


def announcement(*, lots: bool) -> Owed:
    """Return what is mailed before the first letters; with words to be mixed in or without."""
    game = replace(playing(number=1, lying=Board()), round=None, rack="")
    settings = replace(policy(), announce=timedelta(hours=24), lots=lots)
    opens = DEADLINE - THREE_WEEKS
    content = Announcement(game.commitment, settings, opens, opens - timedelta(hours=1))
    return owed(content, player="Max Mustermann", tag="R1")


def trial(mail: Owed) -> Owed:
    """Return an opening of a game that begins while all mail goes to one address."""
    assert isinstance(mail.content, Opening)
    game = replace(mail.content.game, is_trial=True)
    return replace(mail, content=replace(mail.content, game=game))


def with_lots(mail: Owed) -> Owed:
    """Return an opening with two words mixed into its draws."""
    assert isinstance(mail.content, Opening)
    game = mail.content.game
    assert game.round is not None
    mix = DrawsMixed(1, (("Max Mustermann", "Pflaume"), ("Otto", "x-7")))
    game = replace(game, round=replace(game.round, mix=mix))
    assert isinstance(mail.content.policy, RoundPolicy)
    settings = replace(mail.content.policy, lots=True)
    return replace(mail, content=replace(mail.content, game=game, policy=settings))


def opening_for_game_master(rack: str = "", vowels: str | None = None) -> Owed:
    playing_now = playing(number=1, lying=Board())
    game = after(playing_now, PlayerJoined("Paul Ohnemail", (), total=0))
    game = replace(game, rack=rack or game.rack)
    if vowels is not None:
        game = replace(game, rules=replace(game.rules, vowels=vowels))
    content = opening_of(game, policy(), None, "Viel Vergnügen!").for_the_desk()
    return replace(opening(None), content=content)


def reminder() -> Owed:
    game = playing()
    return owed(
        Reminder(rounds_face(game), policy(), "Max Mustermann", game.rack), player="Max Mustermann"
    )


def deadline(
    change: ZatChange, because: str = "Ich bin im Urlaub.", *, game: RoundGame | None = None
) -> Owed:
    own = in_force() if change is ZatChange.MOVED else None
    before = DEADLINE - timedelta(days=7)
    content = DeadlineNotice(change, rounds_face(game or playing()), policy(), before, because, own)
    return owed(content, player="Max Mustermann")


def to_reader(mail: Owed) -> Owed:
    """Return a notice as it goes to somebody who only reads the reports."""
    assert isinstance(mail.content, DeadlineNotice)
    content = replace(mail.content, own=None, is_to_reader=True)
    return replace(mail, content=content, player=None, name="", recipient="leser@example.org")


def ruling(*, accepted: bool) -> Owed:
    mail = answer_to("M10s EUBÖA" if accepted else "M10s EUBÖAX")
    assert isinstance(mail.content, EntryAnswer)
    answer = mail.content
    if not accepted:
        answer = replace(answer, considered=replace(answer.considered, reason=None))
    content = RulingNotice("EUBÖA", accepted, "steht im Duden" if accepted else "", answer)
    return owed(content, player="Max Mustermann")


def refused_with_alternate(*, late: timedelta = timedelta(0)) -> Owed:
    """Return what tells that a word is refused, and that the alternate counts."""
    mail = ruling(accepted=True)
    assert isinstance(mail.content, RulingNotice)
    content = replace(mail.content, word="EUBÖN", accepted=False)
    return replace(mail, content=content, at=mail.at + late)


def wishes(move: str = "M10s EUBÖN", player: str = "Jörg Ähnlich") -> MoveInForce:
    mail = answer_to(move)
    assert isinstance(mail.content, EntryAnswer)
    choice = choice_in(mail.content.considered.found)
    assert choice is not None
    return MoveInForce(player, choice.moves[0])


def full_desk() -> Desk:
    open_move = wishes()
    return Desk(
        moved=("Max Mustermann", "Jörg Ähnlich"),
        moves=(wishes("M10s EUBÖA", "Max Mustermann"), open_move),
        missing=("Liese Müller-Lüdenscheidt",),
        words=(OpenWord("EUBÖN", (open_move,)),),
        press=(Press("Max Mustermann", "Was für eine Runde!\nM10s EUBÖA", "m", is_released=False),),
        may_order=tuple(MayOrder),
        is_hidden=False,
    )


def hidden_desk() -> Desk:
    return replace(full_desk(), moves=(), words=(OpenWord("EUBÖN", ()),), press=(), is_hidden=True)


def digest(desk: Desk, *, for_deputy: bool = False) -> Owed:
    return owed(Digest(rounds_face(playing()), policy(), desk, for_deputy))


def question(*, is_hidden: bool = False, for_deputy: bool = False) -> Owed:
    """Return the question about a single word, with its move, or the word alone."""
    moves = () if is_hidden else (wishes(),)
    asked = WordQuestion(
        "EUBÖN",
        Unknown((Hint.NONE,)),
        None if is_hidden else "Jörg Ähnlich",
        None if is_hidden else "M10",
        None if is_hidden else "Mehrzahl von Euböa",
        Evidence(near=("EUBÖE",)),
        moves,
    )
    settings = policy(lookup="https://www.duden.de/suchen/dudenonline/{word}")
    content = WordQuestions(
        rounds_face(playing()), settings, (asked,), False, ("XQ",), for_deputy=for_deputy
    )
    return owed(content)


def with_ruling(*, accepted: bool | None) -> Owed:
    mail = ruling(accepted=True)
    assert isinstance(mail.content, RulingNotice)
    return replace(mail, content=replace(mail.content, accepted=accepted, because="", before=True))


def questions(*, is_reminder: bool = False) -> Owed:
    asked = (
        WordQuestion(
            "EUBÖA",
            Unknown((Hint.NAME_GEO, Hint.PROBABLE)),
            "Max Mustermann",
            "M10",
            "griech. Insel",
            Evidence(near=("EUBÖE",)),
        ),
        WordQuestion(
            "KATZES",
            Unknown((Hint.NONE,)),
            None,
            None,
            "Katze",
            Evidence(Base("KATZE", WordStanding.LISTED, True, ("KATZEN",), False), ("SATZES",)),
        ),
        WordQuestion(
            "SCHNEEKATZE",
            Unknown((Hint.NONE,)),
            None,
            None,
            None,
            Evidence(parts=(WordPart("SCHNEE", 239), WordPart("KATZE", 1))),
        ),
        WordQuestion("XQWZ", Unknown((Hint.NONE,)), None, None, None, Evidence()),
    )
    settings = policy(undecided=Undecided.REFUSE if is_reminder else Undecided.WAIT)
    desk = full_desk() if is_reminder else None
    return owed(WordQuestions(rounds_face(playing()), settings, asked, is_reminder, desk=desk))


def notice(about: Matter, *, quoted: str = "") -> Owed:
    return owed(Notice(about, policy(), quoted))


SHOWN_FROM = datetime(2026, 12, 10, 20, 0, tzinfo=BERLIN)


def about_addresses(about: Matter) -> Owed:
    return owed(Notice(about, policy()), player="Max Mustermann")


def without_game(about: Matter, *, quoted: str = "") -> Owed:
    return owed(Notice(about, quoted=quoted), game=None, tag=None)


def hindered(what: told.Hindrance, why: str, **more: Any) -> Owed:
    since = datetime(2026, 12, 9, 19, 40, tzinfo=BERLIN)
    return without_game(told.Hindered(what, why, since, **more))


def mail_answer(
    reason: Reason, *, named: str | None = None, suggestions: tuple[str, ...] = ()
) -> Owed:
    considered = Considered(Outcome.REJECTED, reason, named=named, suggestions=suggestions)
    is_passed_on = reason not in {Reason.UNKNOWN_GAME, Reason.SET_ASIDE}
    stands = EntryAnswer(
        considered=considered,
        game=rounds_face(playing()),
        policy=policy(),
        still_in_force=in_force(),
    )
    content = MailAnswer(considered, (policy(),), is_passed_on, stands=(stands,))
    answers = Answered(
        "<a@example.org>", (), "Hallo", ARRIVED, "Hallo Erika,\nM10s EUBÖA\nGruß, Max"
    )
    return owed(content, player="Max Mustermann", game=None, tag=None, answers=answers)


def in_two_games(mail: Owed) -> Owed:
    """Return an answer as it is where its recipient plays in another game, too."""
    if not isinstance(mail.content, MailAnswer):
        raise TypeError(f"no answer about a mail: {mail.content!r}")
    games = (*mail.content.games, replace(policy(), id="halle", title="Halle"))
    return replace(mail, content=replace(mail.content, games=games))


def third(mail: Owed) -> Owed:
    """Return an answer as it is where the two mails before were in vain, too."""
    if not isinstance(mail.content, EntryAnswer | MailAnswer):
        raise TypeError(f"no answer: {mail.content!r}")
    return replace(mail, content=replace(mail.content, in_vain=2))


def to_game_master(mail: Owed) -> Owed:
    """Return a mail as the game master gets it who wrote what it answers."""
    answers = Answered("<g@example.org>", (), "Re: Auswertung", ARRIVED, "Bitte alles anhalten.")
    return replace(
        mail,
        recipient=HOUSE.gamemaster_address,
        name=HOUSE.gamemaster_name,
        player=None,
        answers=answers,
    )


_NOT_HIS = frozenset(TOLD_IN_HELP) - OF_READERS
"""What HILFE does not tell a game master who does not play."""


def command(*commands: Command, **changes: object) -> Owed:
    game, last = closed(round_four())
    game = replace(playing(), last=last)
    base = CommandAnswer(
        commands=commands,
        game=rounds_face(game),
        policy=policy(),
        player="Max Mustermann",
        own=in_force(),
        last=last,
        games=(policy(),),
    )
    content = replace(base, **changes)  # type: ignore[arg-type]  # names of its fields
    return owed(content, player="Max Mustermann")


def asked_back(why: Ambiguity) -> Owed:
    mail = answer_to("M10s EUBÖA\nM10s EBEN")
    assert isinstance(mail.content, EntryAnswer)
    entry = mail.content.considered.entry
    assert entry is not None
    return with_considered(mail, entry=replace(entry, ambiguity=why))


def before_the_first_round() -> Owed:
    mail = sent("M10s EUBÖA", at=DEADLINE + timedelta(seconds=1))[0]
    return with_entry(mail, game=replace(playing(), round=None, last=None))


ENTRIES: dict[str, Callable[[], Owed]] = {
    "accepted": lambda: answer_to(WISH),
    "accepted_after_zat": lambda: read_after_zat(answer_to(WISH)),
    "accepted_press": lambda: replace(answer_to(WISH), also=("also_press",)),
    "accepted_asked": lambda: replace(answer_to(WISH), also=("also_asked",)),
    "accepted_told": lambda: replace(answer_to(WISH), also=("also_told",)),
    "accepted_tell_directly": lambda: replace(answer_to(WISH), also=("also_tell_directly",)),
    "accepted_ask_directly": lambda: replace(answer_to(WISH), also=("also_ask_directly",)),
    "accepted_press_on_web": lambda: replace(answer_to(WISH), also=("also_press", "also_on_web")),
    "accepted_press_waits": lambda: replace(answer_to(WISH), also=("also_press_waits",)),
    "accepted_swap": lambda: answer_to("Jokertausch=A12\nM9s BE*HAUE"),
    "accepted_replacing": lambda: with_entry(
        answer_to("M10s EUBÖA"),
        replaces=True,
        replaced=choice_in(in_force("Jokertausch=A12\nM9s BE*HAUE").found),
        is_registered_now=True,
    ),
    "accepted_with_unused": lambda: answer_to(
        "M10s EUBÖA\n\nMANIE 32\nSchade, letzte Runde war H8w RABEN noch frei."
    ),
    "accepted_for_game_master": lambda: for_game_master("M10s EUBÖA"),
    "pending_for_game_master": lambda: for_game_master("M10s EUBÖN"),
    "no_valid_move_for_game_master": lambda: for_game_master("M9s BEHAUEN"),
    "accepted_without_zat": lambda: sent("M10s EUBÖA", playing(deadline=None))[0],
    "accepted_score": lambda: answer_to(WISH, confirm=Confirm.SCORE),
    "accepted_syntax": lambda: answer_to(WISH, confirm=Confirm.SYNTAX),
    "pending": lambda: answer_to("M10s EUBÖN\n/M10s EUBÖA"),
    "pending_explained": lambda: with_entry(
        answer_to("M10s EUBÖN\n/M10s EUBÖA"), explained=("EUBÖN",)
    ),
    "pending_syntax": lambda: answer_to("M10s EUBÖN", confirm=Confirm.SYNTAX),
    "two_plays": lambda: sent("1. M10s EUBÖA\n2. N10w UNA", playing(TWO, "ABEEENNÖRUNIOLUA"))[0],
    "two_plays_counted": lambda: sent(
        "1. M10s EUBÖA\n2. L14w NA", playing(TWO, "ABEEENNÖRUNIOLUA")
    )[0],
    "sb_three_moves": lambda: sent("M10s EUBÖA\nM11s UBÖA\nM10 s EBEN", playing(SB))[0],
    "entered_by_game_master": lambda: replace(answer_to("M10s EUBÖA"), answers=None),
    "late": lambda: sent("M10s EUBÖA", at=DEADLINE + timedelta(seconds=1))[0],
    "late_closed_early": lambda: closed_early(
        sent("M10s EUBÖA", at=DEADLINE + timedelta(seconds=1))[0]
    ),
    "late_but_in_time_answer": lambda: with_entry(
        sent("M10s EUBÖA", at=DEADLINE + timedelta(seconds=1))[0], was_in_time=True
    ),
    "ambiguous_second_play": lambda: answer_to("M10s EUBÖA\nM10s EBEN"),
    "ambiguous_parts": lambda: sent("M10s EUBÖA\nL14w NA", playing(TWO, "ABEEENNÖRUNIOLUA"))[0],
    "ambiguous_parts_final": lambda: sent(
        "M10s EUBÖA\nL14w NA", playing(rack="ABEENÖRUNA", is_final=True)
    )[0],
    "ambiguous_parts_blank_line": lambda: sent(
        "M10s EUBÖA\n// Text\n\nL14w NA", playing(TWO, "ABEEENNÖRUNIOLUA")
    )[0],
    "ambiguous_blank_line": lambda: answer_to("M10s EUBÖA\n// Text\n\nM10s EBEN"),
    "ambiguous_other_round": lambda: answer_to("Mein Zug in Runde 9:\nM10s EUBÖA"),
    "ambiguous_two_entries": lambda: answer_to(YERRES + "M10s EUBÖA\n\n" + YERRES + "M10s EBEN"),
    "ambiguous_unread_play": lambda: answer_to("Vielleicht M10s EUBÖA"),
    "ambiguous_second_thought": lambda: asked_back(Ambiguity.SECOND_THOUGHT),
    "ambiguous_unformed_word": lambda: asked_back(Ambiguity.UNFORMED_WORD),
    "too_early": before_the_first_round,
    "accepted_beside_undecided": lambda: answer_to("M10s EUBÖA\n/M10s EUBÖN"),
    "ambiguous_shared_address": lambda: with_considered(
        answer_to("M10s EUBÖA\nM10s EBEN"),
        entry=None,
        suggestions=("Max Mustermann", "Moni Mustermann"),
    ),
    "sender_mismatch": lambda: answer_to("Yerres\nSpieler=Maks Mustermann\nM10s EUBÖA"),
    "sender_named_another": lambda: with_considered(
        answer_to("Yerres\nSpieler=Maks Mustermann\nM10s EUBÖA"),
        named="Eva",
        another="Eva Muster",
        suggestions=(),
    ),
    "sender_unknown_name": lambda: answer_to("Yerres\nSpieler=Niemand\nM10s EUBÖA"),
    "not_a_player": lambda: with_considered(
        answer_to("M10s EUBÖAX"), reason=Reason.NOT_A_PLAYER, player=None
    ),
    "no_move": lambda: sent("Hallo, wie geht es?")[1],
    "no_move_passes": lambda: sent("Ich passe diese Runde.")[1],
    "no_move_waiting": lambda: with_entry(
        sent("EUBÖN ist eine Insel.")[1], still_in_force=in_force("M10s EUBÖN")
    ),
    "no_move_third": lambda: third(sent("Hallo, wie geht es?")[1]),
    "unreadable_third": lambda: third(mail_answer(Reason.UNREADABLE)),
    "no_order": lambda: to_game_master(
        with_considered(
            sent("Hallo, wie geht es?")[1], reason=Reason.NOT_A_PLAYER, player=None, found=None
        )
    ),
    "no_valid_move": lambda: answer_to("M9s BEHAUEN\n/A1s ABE"),
    "no_valid_move_score": lambda: answer_to("M10s EUBÖAX", confirm=Confirm.SCORE),
    "no_valid_move_syntax": lambda: answer_to("M9s BEHAUEN", confirm=Confirm.SYNTAX),
    # M10, one square further up, is where EUBÖA fits (rules 5).
    "meant_elsewhere": lambda: answer_to("M11s EUBÖA 51"),
    "still_in_force": lambda: with_entry(answer_to("A1s ABE"), still_in_force=in_force()),
}

REPORTS: dict[str, Callable[[], Owed]] = {
    "report": with_comment,
    "report_by_lot": by_lot,
    "report_of_two_plays": of_two_plays,
    "report_nothing_laid": empty_round,
    "report_ended": ended,
    "report_final_next": final_next,
    "report_second_round": second_round,
    "report_long": long_report,
    "report_much_press": much_press,
    "report_in_a_pause": in_a_pause,
    "report_preview": lambda: none_next(preview()),
    "report_preview_of_what_goes_out_by_itself": lambda: none_next(with_comment(), is_preview=True),
    "report_preview_press": preview_with_press,
    "report_erratum": lambda: changed(
        with_comment(),
        erratum=Erratum(
            "EUBÖA war doppelt gezählt",
            4,
            (Change("Max Mustermann", 363, 351, rank_before=1, rank=2),),
            rulings=(
                Ruled("KATZES", None, before=True),
                Ruled("EUBÖA", accepted=True, before=False),
            ),
        ),
    ),
    "report_erratum_of_an_earlier_round": lambda: changed(
        with_comment(),
        erratum=Erratum(
            "verrechnet", 2, (Change("Max Mustermann", 351, 363, rank_before=2, rank=1),)
        ),
        corrected=(Correction(1, 2, "Max Mustermann", 12, "verrechnet"),),
    ),
    "report_corrected_before": lambda: changed(
        with_comment(),
        corrected=(
            Correction(1, 4, "Max Mustermann", -3, "verrechnet"),
            Correction(2, 2, "Otto", 1, ""),
        ),
    ),
    "report_erratum_without_reason": lambda: changed(
        with_comment(),
        erratum=Erratum(
            "",
            4,
            tuple(Change(f"Spieler {n}", 100, 90, n, n + 1) for n in range(1, 15)),
            is_laid_anew=True,
            is_drawn_anew=True,
        ),
    ),
    "opening": opening,
    "opening_again": opening_again,
    "opening_for_game_master": opening_for_game_master,
    "opening_without_vowel": lambda: opening_for_game_master("BJLNNRW"),
    "opening_newcomer": lambda: owed(opening_of(playing(), policy(), "Otto", ""), player="Otto"),
    "announcement": lambda: announcement(lots=False),
    "announcement_with_lots": lambda: announcement(lots=True),
    "opening_trial": lambda: trial(opening()),
    "opening_with_lots": lambda: with_lots(opening()),
    "reminder": reminder,
    "deadline_moved": lambda: deadline(ZatChange.MOVED),
    "deadline_paused": lambda: deadline(ZatChange.PAUSED),
    "deadline_paused_between": lambda: deadline(ZatChange.PAUSED, game=closed(round_four())[0]),
    "deadline_paused_before": lambda: deadline(
        ZatChange.PAUSED, game=replace(playing(), round=None)
    ),
    "deadline_resumed": lambda: deadline(ZatChange.RESUMED, ""),
    "deadline_closed_early": lambda: deadline(ZatChange.CLOSED_EARLY),
    "deadline_reopened": lambda: deadline(ZatChange.REOPENED),
    "deadline_ended": lambda: deadline(ZatChange.ENDED),
    "deadline_moved_to_reader": lambda: to_reader(deadline(ZatChange.MOVED)),
    "deadline_paused_to_reader": lambda: to_reader(deadline(ZatChange.PAUSED)),
    "deadline_reopened_to_reader": lambda: to_reader(deadline(ZatChange.REOPENED)),
    "report_ended_by_game_master": lambda: changed(
        ended(), ended="game_master", because="Wir hören auf"
    ),
    "report_ended_all_played": lambda: changed(ended(), ended="all_played"),
    "report_ended_by_lack": lambda: changed(ended(), ended="no_vowels_or_consonants"),
    "report_ended_nobody_moves": lambda: changed(ended(), ended="nobody_moves"),
    "player_excluded": lambda: about_player(PlayerChange.EXCLUDED),
    "player_readmitted": lambda: about_player(PlayerChange.READMITTED, ""),
    "player_renamed": lambda: about_player(PlayerChange.RENAMED),
    "player_replaced": lambda: about_player(PlayerChange.REPLACED),
}

FATES = (
    Fate("EUBÖA ja"),
    Fate("FREIGEBEN", gm.ChangedSincePreview()),
    Fate("AUFNEHMEN Max", gm.TakesPart("Max Mustermann")),
    Fate("AUFNEHMEN Otto", gm.NotInFile("Otto")),
    Fate("AUSSCHLIESSEN Otto", gm.HasLeft("Otto")),
    Fate("REGEL XYLOL ja", remarks=(RulingTooLate("XYLOL", (1, 3)),)),
    Fate("ÖFFNEN 18.12.2026 um 20:00", remarks=(LettersKnown(5, "ABEENÖRU"),)),
    Fate("REGEL QUARZE nein", remarks=(gm.LastRoundTied(4, ("M10 down EUBÖA", "M9 down BEHAUE")),)),
    Fate("NEUZIEHEN: bekannt", remarks=(gm.DrawnAtClose(5),)),
    Fate("QUARZE ja", None, (gm.LaidAnew(4, 5, "ABEENÖRU"),), gm.WordSettled("QUARZE", True)),
    Fate("NEUZIEHEN", gm.NeedsReason()),
    Fate("NEUZIEHEN: verlesen", gm.NothingToDraw()),
    Fate("KORREKTUR Max +0", gm.NothingToCorrect()),
    Fate("BUCHSTABEN RST", gm.LettersWrong(MinimumNotMet("BDGNRST", 2, 2))),
    Fate("EUBÖN nein", gm.SettingsWin("EUBÖN")),
    Fate("ABSCHLIESSEN", gm.BeforeZat(DEADLINE)),
    Fate("GLEICHSTAND 9", gm.EqualMoves(("M10 down EUBÖA", "M9 down BEHAUE"))),
    Fate("ABSCHLIESSEN VORZEITIG", gm.WordsUndecided(("XENON", "IXTE"))),
    Fate("BUCHSTABEN ABC", gm.NotWaitingForLetters()),
    Fate("BUCHSTABEN ABC", gm.LettersWrong(WrongCount(2, 3))),
    Fate("BUCHSTABEN QQ", gm.LettersWrong(KeptMissing("E"))),
    Fate("NEUZIEHEN QQ", gm.LettersWrong(WrongRackSize(8, 2))),
    Fate("FREIGEBEN", gm.NothingToPublish()),
    Fate("FREIGEBEN", gm.LettersFirst(4)),
    Fate("VERLÄNGERN 18.12.2026 20:00", gm.SameDeadline(datetime(2026, 12, 18, 20, tzinfo=BERLIN))),
    Fate("VERLÄNGERN 1.1.2020 20:00", gm.InThePast(datetime(2020, 1, 1, 20, tzinfo=BERLIN))),
    Fate("PAUSE", gm.AlreadyPaused()),
    Fate("WEITER", gm.NotPaused()),
    Fate("WEITER", gm.GameIsOver()),
    Fate("WEITER", gm.NeedsDeadline()),
    Fate("ÖFFNEN", gm.NothingToReopen()),
    Fate("ÖFFNEN", gm.TooLateToReopen()),
    Fate("AUSSCHLIESSEN Maks", gm.UnknownPlayer(("Max Mustermann",))),
    Fate("KORREKTUR Max +5", gm.NoClosedRound()),
    Fate("UMBENENNEN Max=Jörg", gm.NameTaken("Jörg")),
    Fate("UMBENENNEN Max=M10s EUBÖA", gm.UnfitName("M10s EUBÖA")),
    Fate("GLEICHSTAND 1", gm.NoTie()),
    Fate("ABSCHLIESSEN", gm.NoRound()),
    Fate("PRESSE ja", gm.NoPress()),
    Fate("VERLÄNGERN", gm.Incomplete(Lack.TIME)),
    Fate("URLAUB FÜR Anna", gm.Incomplete(Lack.DAYS)),
    Fate("BUCHSTABEN", gm.Incomplete(Lack.LETTERS)),
    Fate("KORREKTUR +5", gm.Incomplete(Lack.PLAYER)),
    Fate("KORREKTUR Max", gm.Incomplete(Lack.POINTS)),
    Fate("GLEICHSTAND x", gm.Incomplete(Lack.NUMBER)),
    Fate("ADRESSE Max", gm.Incomplete(Lack.ADDRESSES)),
    Fate("Nein, das geht schon.", gm.Incomplete(Lack.VERDICT)),
    Fate("PAUSE", gm.WhichGame(("yerres", "leipzig"))),
    Fate("U17 ja", gm.NoSuchMail()),
    Fate("Wir verlängern dann auch.", gm.Incomplete(Lack.ORDER)),
    Fate("U18 ja", gm.WhichPlayer("Niemand")),
    Fate("U19 Max", gm.WhichGameOfMail(("kiel", "yerres"))),
    Fate("U19 ja", gm.AdoptedBefore()),
)

_BOTH = ("Max Mustermann", "Jörg Ähnlich")
_ZAT_NOW = gm.ZatNow(
    4, DEADLINE + timedelta(7), (DEADLINE + timedelta(14), DEADLINE + timedelta(21))
)
DONE = (
    Fate(
        "EUBÖA ja",
        result=gm.WordSettled("EUBÖA", accepted=True),
        told=_BOTH[:1],
        moves=(gm.CountsNow("Max Mustermann", None, 51),),
    ),
    Fate(
        "KATZES nein",
        result=gm.WordSettled("KATZES", accepted=False),
        told=_BOTH,
        moves=(gm.CountsNow("Jörg Ähnlich", 24, None),),
        totals=(gm.CountsNow("Max Mustermann", 317, 299),),
    ),
    Fate("XQ nein", result=gm.WordSettled("XQ", accepted=False)),
    Fate("WIDERRUF", result=gm.WordSettled("XQ", accepted=None), told=_BOTH[:1]),
    Fate("VERLÄNGERN 18.12.2026 20:00", result=_ZAT_NOW, told=_BOTH),
    Fate("WIDERRUF", result=gm.GoesOn(4, DEADLINE)),
    Fate("PAUSE", result=gm.Rests(), told=tuple(f"Spielerin {n}" for n in range(13))),
    Fate("ABSCHLIESSEN VORZEITIG", result=gm.RoundIsClosed(4), told=_BOTH),
    Fate("NEUZIEHEN ABEENÖRU", result=gm.LettersNow(4, "ABEENÖRU"), told=_BOTH),
    Fate("FREIGEBEN", result=gm.ReportGoesOut(4)),
    Fate("PAUSE", result=gm.Rests(), told=_BOTH, readers=2),
    Fate("WEITER", result=gm.GoesOn(4, DEADLINE), readers=1),
    Fate("FREIGEBEN", result=gm.ReportAwaitsLetters(5)),
    Fate("KORREKTUR Max +5", result=gm.TotalNow("Max Mustermann", 317, 312), told=_BOTH),
    Fate(
        "ADRESSE Max = max@example.org",
        result=gm.PlayerNow(
            "Max Mustermann", ("max@example.org",), takes_part=True, shown_from=SHOWN_FROM
        ),
    ),
    Fate("AUSSCHLIESSEN Max", result=gm.PlayerNow("Max Mustermann", (), takes_part=False)),
    Fate("SPIEL BEENDEN", result=gm.GameIsEnded(), told=_BOTH),
    Fate("GLEICHSTAND 1", result=gm.MoveChosen("M10 down EUBÖA")),
    Fate("PRESSE ja", result=gm.PressSettled(is_released=True, waiting=0)),
    Fate("PRESSE Max nein", result=gm.PressSettled(is_released=False, waiting=2)),
    Fate("RÜCKNAHME", result=TurnNow(12, "Max Mustermann", DEADLINE), told=_BOTH),
    Fate("VERLÄNGERN 18.12.2026 20:00", result=TurnNow(12, "Max Mustermann", None)),
    Fate("BEET ja", result=ThemeSettled("BEET", fits=True), told=_BOTH),
    Fate("THEMA TOPF nein", result=ThemeSettled("TOPF", fits=False)),
    Fate("URLAUB FÜR Max", result=AwayNow("Max Mustermann", date(2026, 8, 1), date(2026, 8, 14))),
)
"""Every result that an order can have."""

MORE_FATES = (
    *FATES,
    Fate("PAUSE", gm.DoneBefore()),
    Fate("WIDERRUF", gm.NothingToRevoke()),
    Fate("ja", gm.Incomplete(Lack.WORD)),
    Fate("AUSSCHLIESSEN Zacharias", gm.UnknownPlayer((), ("Max Mustermann", "Jörg Ähnlich"))),
    Fate("KORREKTUR Max +5 R9", gm.NoSuchRound(9)),
    Fate("ÖFFNEN 18.12.2026 20:00 R2", gm.NotTheLastRound(2, 3)),
    Fate("ADRESSE Max = referee@example.org", gm.OwnAddress("referee@example.org")),
    Fate("ABSCHLIESSEN", OtherFamily("rounds")),
    Fate("RÜCKNAHME", OtherFamily("turns")),
    Fate("PAUSE", OtherFamily("all")),
    Fate("RÜCKNAHME", NothingToUndo()),
    Fate("THEMA BEET ja", NotClaimed("BEET")),
    Fate("PASSE FÜR BEN", NotToMove("Ben", "Anna")),
    Fate("URLAUB FÜR BEN: 14.8.-1.8.", NoSuchDays()),
)
"""All that can become of an order; the golden file has those of FATES."""

TO_GAME_MASTER: dict[str, Callable[[], Owed]] = {
    "ruling_accepted": lambda: ruling(accepted=True),
    "ruling_refused": lambda: ruling(accepted=False),
    "ruling_refused_alternate": refused_with_alternate,
    "ruling_refused_after_zat": lambda: refused_with_alternate(late=timedelta(days=30)),
    "judged_anew_letters": lambda: judged_anew(WhyAnew.LETTERS),
    "judged_anew_board": lambda: judged_anew(WhyAnew.BOARD),
    "judged_anew_late": lambda: judged_anew(WhyAnew.LATE),
    "judged_anew_refused": lambda: judged_anew(WhyAnew.BOARD, "M9s BEHAUEN", ""),
    "word_questions": questions,
    "word_question": question,
    "word_question_alone": lambda: question(is_hidden=True),
    "word_question_to_deputy": lambda: question(for_deputy=True),
    "digest": lambda: digest(full_desk()),
    "digest_of_a_player": lambda: digest(hidden_desk()),
    "digest_to_deputy": lambda: digest(full_desk(), for_deputy=True),
    "digest_of_nobody": lambda: digest(
        Desk((), (), ("Max Mustermann",), (), (), (MayOrder.EXTEND,), is_hidden=False)
    ),
    "status_for_game_master": lambda: to_game_master(
        command(Command.STATUS, player=None, desk=full_desk())
    ),
    "word_questions_reminder": lambda: questions(is_reminder=True),
    "passed_on": lambda: notice(
        told.PassedOn("max@example.org", "Max Mustermann", "Frage\r\nBcc: all@example.org"),
        quoted="Liebe Erika,\nM10s EUBÖA\nkommst du zum Treffen?",
    ),
    "passed_on_too_large": lambda: notice(
        told.PassedOn("max@example.org", "Max Mustermann", "Mein Zug", is_too_large=True)
    ),
    "passed_on_question": lambda: notice(
        told.PassedOn("max@example.org", "Max Mustermann", "Mein Zug", is_question=True),
        quoted="Gilt die Frist auch an Feiertagen?",
    ),
    "passed_on_request": lambda: notice(
        told.PassedOn("max@example.org", "Max Mustermann", "Mein Zug", is_request=True),
        quoted="Meine neue Adresse ist ab Montag max.m@example.net.",
    ),
    "passed_on_explanation": lambda: notice(
        told.PassedOn("max@example.org", "Max Mustermann", "Re: Zug wartet", ("EUBÖN", "XQ")),
        quoted="EUBÖN ist eine Insel.",
    ),
    "lines_not_used": lambda: notice(told.LinesNotUsed(("Ben legt jetzt H8w RABEN, sehr schön.",))),
    "written_to_us": lambda: notice(told.WrittenToUs("max@example.org", "Max Mustermann")),
    "passed_on_alone": lambda: owed(
        Notice(told.PassedOn("max@example.org", "Max Mustermann", ""), policy(), is_hidden=True)
    ),
    "passed_on_to_deputy": lambda: owed(
        Notice(
            told.PassedOn("max@example.org", "Max Mustermann", "Frage"),
            policy(),
            quoted="M10s EUBÖA",
            for_deputy=True,
        )
    ),
    "taken_for_robot": lambda: notice(
        told.TakenForRobot("max@example.org", "Max Mustermann", "Abwesenheitsnotiz bis 14.12."),
        quoted="Ich bin nicht da.",
    ),
    "letters": lambda: notice(rounds_told.LettersWanted(3, 4, "ABEENÖRU", 69)),
    "wrong_letters": lambda: notice(rounds_told.LettersRefused("QQ", NotInBag("Q"))),
    "objection": lambda: notice(told.Objection("max@example.org", "Max Mustermann")),
    "opening_house_rules": lambda: with_house_rules(opening()),
    "opening_own_lists": lambda: with_own_lists(opening()),
    **{
        f"join_request{'' if why is WhyNotIn.CLOSED else f'_{why}'}": partial(
            lambda why: notice(told.JoinRequest("otto@example.org", "Otto", why)), why
        )
        for why in WhyNotIn
    },
    "signed_off": lambda: notice(told.SignedOff("max@example.org", "Max Mustermann")),
    "join_request_full": lambda: notice(told.JoinRequest("otto@example.org", "Otto", is_full=True)),
    "waiting_to_join": lambda: without_game(
        told.MoreMail((), (told.WantsToJoin("Yerres", "Otto", "otto@example.org"),)),
        quoted="otto@example.org Kann ich noch mitspielen?",
    ),
    "joins_stopped": lambda: notice(told.JoinsStopped(200)),
    "press_to_release": lambda: notice(
        told.PressToRelease("max@example.org", "Max"), quoted="Gruß an alle\nM10s EUBÖA"
    ),
    "settings_fault": lambda: without_game(
        told.SettingsFaulty(('config.toml: [[game]] "yerres": deadline: ...', "x"))
    ),
    "in_doubt": lambda: without_game(
        told.InDoubt(
            "halle",
            "1-Zug Halle",
            "fred@example.net",
            "Re: [halle R1] Zug",
            is_filed=False,
            mailbox="",
        )
    ),
    "nobody_left": lambda: notice(told.NobodyLeft()),
    "many_away": lambda: notice(
        told.ManyAway(("Otto", "Anna B."), 5, DEADLINE, DEADLINE + timedelta(days=7))
    ),
    "failing_game": lambda: notice(told.GameStuck()),
    "clock_ahead": lambda: notice(told.ClockAhead(61)),
    "clock_unknown": lambda: notice(told.ClockUnknown()),
    "database_damaged": lambda: without_game(
        told.DatabaseDamaged("row 7 missing from index ix_events_game_kind_number")
    ),
    "answers_wait": lambda: notice(told.AnswersWait("max@example.org", "Max Mustermann", 20)),
    "questions_wait": lambda: without_game(told.QuestionsWait(20)),
    "newcomer_asked": lambda: notice(told.NewcomerAsked(playing().commitment)),
    "address_asked": lambda: about_addresses(told.AddressAsked("Max Mustermann", SHOWN_FROM)),
    "address_asked_of_a_place": lambda: about_addresses(
        told.AddressAsked("Max Mustermann", SHOWN_FROM, "Otto Beispiel", "krank")
    ),
    "address_is_new": lambda: about_addresses(told.AddressIsNew("Max Mustermann", SHOWN_FROM)),
    "address_of_another": lambda: about_addresses(told.AddressOfAnother("Eva Muster", SHOWN_FROM)),
    "address_agreed": lambda: about_addresses(told.AddressAgreed("Max Mustermann")),
    "address_refused": lambda: about_addresses(told.AddressRefused("Max Mustermann")),
    "address_waits": lambda: about_addresses(told.AddressWaits(SHOWN_FROM)),
    "shown_later": lambda: owed(ShownLater(policy(), SHOWN_FROM), player="Max Mustermann"),
    "newcomer_asked_to_a_table": lambda: owed(
        Notice(
            told.NewcomerAsked(of_turns.table(0).game.commitment),
            replace(of_turns.settings(), lots=True),
        )
    ),
    "hindered_mailbox": lambda: hindered(
        told.Hindrance.MAILBOX,
        "imaps://mail.example.org:993: timed out",
        rounds=(
            told.RoundWaits("1-Zug-Scrabble Yerres", datetime(2026, 12, 9, 20, 0, tzinfo=BERLIN)),
        ),
    ),
    "hindered_mailbox_over": lambda: hindered(
        told.Hindrance.MAILBOX,
        "imaps://mail.example.org:993: timed out",
        until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN),
    ),
    "hindered_one_mailbox": lambda: hindered(
        told.Hindrance.MAILBOX,
        '[[mailbox]] "north": imaps://mail.example.org:993: timed out',
        mailbox="north@example.org",
    ),
    "hindered_one_mailbox_over": lambda: hindered(
        told.Hindrance.MAILBOX,
        '[[mailbox]] "north": imaps://mail.example.org:993: timed out',
        until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN),
        mailbox="north@example.org",
    ),
    "hindered_sending_of_one": lambda: hindered(
        told.Hindrance.SENDING,
        '[[mailbox]] "north": smtps://mail.example.org:465: 535 5.7.8 refused',
        mails=3,
        oldest=datetime(2026, 12, 9, 18, 42, tzinfo=BERLIN),
        mailbox="north@example.org",
    ),
    "hindered_sending_over": lambda: hindered(
        told.Hindrance.SENDING,
        "smtps://mail.example.org:465: 535 5.7.8 refused",
        until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN),
    ),
    "hindered_lack": lambda: hindered(told.Hindrance.LACK, "MemoryError"),
    "hindered_lack_over": lambda: hindered(
        told.Hindrance.LACK, "MemoryError", until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN)
    ),
    "hindered_filing": lambda: hindered(
        told.Hindrance.FILING, "imaps://mail.example.org:993: [OVERQUOTA] full", mails=3
    ),
    "hindered_database": lambda: hindered(
        told.Hindrance.DATABASE,
        "sqlite:////var/lib/mailref/mailref.db: database or disk is full",
        mails=23,
        oldest=datetime(2026, 12, 9, 18, 42, tzinfo=BERLIN),
    ),
    "hindered_clock": lambda: hindered(told.Hindrance.CLOCK, "+3:00:00"),
    "hindered_clock_over": lambda: hindered(
        told.Hindrance.CLOCK, "+3:00:00", until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN)
    ),
    "hindered_pages": lambda: hindered(
        told.Hindrance.PAGES, "/srv/public/index.html is a link: nothing is written there"
    ),
    "hindered_pages_over": lambda: hindered(
        told.Hindrance.PAGES, "x", until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN)
    ),
    "hindered_filing_over": lambda: hindered(
        told.Hindrance.FILING, "x", until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN)
    ),
    "hindered_database_over": lambda: hindered(
        told.Hindrance.DATABASE, "x", until=datetime(2026, 12, 9, 22, 5, tzinfo=BERLIN)
    ),
    "database_restored": lambda: without_game(
        told.DatabaseRestored(
            ("1-Zug-Scrabble Yerres", "SB-Scrabble Halle"),
            ("yerres", "halle"),
            datetime(2026, 12, 9, 18, 42, tzinfo=BERLIN),
        )
    ),
    "quarantine": lambda: without_game(told.Quarantined(17, 4711)),
    "quarantine_known": lambda: without_game(
        told.Quarantined(
            17, 4711, "U3", "max@example.org", "Max Mustermann", "Zug", is_sender_told=True
        )
    ),
    "foreign_moves": lambda: without_game(
        told.StrangersMoves(
            (
                told.StrangersMail(
                    "U17", "max@work.example", datetime(2026, 12, 9, 18, 42, tzinfo=BERLIN)
                ),
                told.StrangersMail("U19", "?", None),
            )
        )
    ),
    "foreign_moves_alone": lambda: owed(
        Notice(
            told.StrangersMoves((told.StrangersMail("U17", "max@work.example", None),)),
            quoted="U17 Max M.",
            is_hidden=True,
        ),
        game=None,
        tag=None,
    ),
    "more_mail": lambda: without_game(
        told.MoreMail(
            (told.HeldBack("max@example.org", 61), told.HeldBack("", 1)),
            (told.WantsToJoin("Yerres", "", "fred@example.net"),),
            hidden=1,
        ),
        quoted="max@example.org Frage\nM10s EUBÖA\nfred@example.net HILFE",
    ),
    "refused_recipient": lambda: notice(
        told.Undeliverable("max@example.org", "550 5.1.1 no such user")
    ),
    "answers_itself": lambda: notice(
        told.AnswersItself("max@example.org", "Max Mustermann", "Danke für Ihre Mail"),
        quoted="Ich bin nicht da.",
    ),
    "answers_itself_order": lambda: notice(
        told.AnswersItself("max@example.org", "Max Mustermann", "Angebot", is_order=True),
        quoted="ANGEBOT 73 ANNEHMEN",
    ),
    "answer_unclear": lambda: notice(
        told.AnswerUnclear("fred@example.net", "Fred Fremd"),
        quoted="Did you get my mail? I had answered.",
    ),
    "invited_wrote": lambda: notice(
        told.InvitedWrote("fred@example.net", "Fred Fremd", "Frage"), quoted="HILFE"
    ),
    "stranger_wrote": lambda: notice(
        told.StrangerWrote("fred@example.net", "Fred Fremd", "Frage"),
        quoted="Spielt ihr auch sonntags?",
    ),
    "mail_stopped": lambda: notice(
        told.MailStopped("max@example.org", ("Max Mustermann",), "550 5.1.1 no such user")
    ),
    "mail_waits": lambda: notice(told.MailWaits("max@example.org", "552 5.2.2 mailbox full")),
    "tie": lambda: notice(TieToDecide(("M10 down EUBÖA", "M9 down BEHAUE M11=?"))),
    "no_deadline_reminder": lambda: notice(NoDeadline(4)),
    "report_ended_figures": lambda: changed(
        none_next(reported(round_four(), policy())[0], ended="bag_empty"),
        statistics=(
            PlayerFigures("Max Mustermann", 4, 187, "EUBÖA", 58, 187, 240, 1, 1, 5, 4, 1),
            PlayerFigures("Otto", due=4),
        ),
    ),
    "kept_ahead": lambda: with_considered(
        answer_to("M10s EUBÖA"), outcome=Outcome.ACCEPTED, reason=AheadReason.KEPT, round=6
    ),
    "missed_three": lambda: notice(told.MissedThree(("Otto", "Anna B."))),
    "late_but_in_time": lambda: notice(
        told.LateMove(
            "max@example.org",
            "Max Mustermann",
            3,
            datetime(2026, 12, 11, 19, 59, 58, tzinfo=BERLIN),
        )
    ),
    "late_turn_in_time": lambda: notice(
        told.LateTurn(
            "max@example.org",
            "Max Mustermann",
            3,
            datetime(2026, 12, 11, 19, 59, 58, tzinfo=BERLIN),
        )
    ),
    "late_words_in_time": lambda: notice(
        told.LateWords(
            "max@example.org",
            "Max Mustermann",
            1,
            datetime(2026, 12, 11, 19, 59, 58, tzinfo=BERLIN),
        )
    ),
    "mail_adopted": lambda: notice(told.MailAdopted("Max Mustermann", is_taken=True)),
    "mail_not_adopted": lambda: notice(told.MailAdopted("Max Mustermann", is_taken=False)),
    "test": lambda: without_game(told.PostWorks("mail.example.org", "mail.example.org")),
    "desk_done": lambda: notice(
        told.OrdersDone(
            DONE,
            (
                told.StillOpen("1-Zug-Scrabble Yerres", ("KATZES",)),
                told.StillOpen("Herbst-Bingo", ("EUBÖA", "XYLOL")),
            ),
        )
    ),
    "desk_asked_odd": lambda: notice(
        told.OrdersAsked(
            told.WhyAsked.ODD,
            ("VERLÄNGERN 18.12.2062 um 20:00", "REGEL XYLOL ja"),
            (
                gm.FarZat(datetime(2062, 12, 18, 20, 0, tzinfo=BERLIN)),
                gm.EarlierZat(DEADLINE - timedelta(days=1), DEADLINE),
                gm.UnusedWord("XYLOL"),
                gm.MaybeProse("Pause: bin krank"),
                gm.RulingMeant("XYLOLE", accepted=False),
                gm.RulingMeant("XYLIT", accepted=True),
                gm.ZatMeant(DEADLINE + timedelta(days=1)),
                gm.TurnGoesBack(4, "Anna Beispiel"),
            ),
        )
    ),
    "ruling_taken_back": lambda: with_ruling(accepted=None),
    "desk_refused": lambda: notice(told.OrdersDone(FATES)),
    "desk_unproven": lambda: notice(told.OrdersUnproven()),
    "desk_asked": lambda: notice(
        told.OrdersAsked(
            told.WhyAsked.WEIGHTY,
            ("KORREKTUR Max Mustermann +5", "PAUSE"),
            prospect=told.Prospect(
                4,
                is_turn=False,
                missing=("Jörg Ähnlich",),
                totals=(gm.TotalNow("Max Mustermann", 317, 312),),
                told=_BOTH,
            ),
        )
    ),
    "desk_asked_many": lambda: notice(
        told.OrdersAsked(told.WhyAsked.WEIGHTY, tuple(f"KORREKTUR Max +{n}" for n in range(1, 36)))
    ),
    "desk_asked_old": lambda: notice(told.OrdersAsked(told.WhyAsked.OLD_MAIL, ("PAUSE",))),
    "desk_asked_no_proof": lambda: notice(told.OrdersAsked(told.WhyAsked.NO_PROOF, ("PAUSE",))),
    "desk_asked_went_on": lambda: notice(
        told.OrdersAsked(
            told.WhyAsked.WENT_ON,
            ("RÜCKNAHME",),
            (gm.TurnGoesBack(5, "Ben Muster"),),
            told.Prospect(5, is_turn=True, missing=("Anna Beispiel",), totals=(), told=()),
        )
    ),
    "desk_forged": lambda: notice(told.OrdersRefused()),
    "sender_asked": lambda: notice(
        told.SenderAsked("max@example.org", told.WhyAsked.FAILED_PROOF), quoted="M10s EUBÖA"
    ),
    "sender_asked_old": lambda: notice(
        told.SenderAsked("max@example.org", told.WhyAsked.OLD_MAIL), quoted="ABMELDEN"
    ),
    "sender_asked_no_proof": lambda: notice(
        told.SenderAsked("gm@example.org", told.WhyAsked.NO_PROOF), quoted="Spieler=Max Mustermann"
    ),
    "sender_asked_no_proof_alone": lambda: notice(
        told.SenderAsked("max@example.org", told.WhyAsked.NO_PROOF, is_alone=True),
        quoted="H8w RABEN",
    ),
    "sender_asked_who_wrote": lambda: notice(
        told.SenderAsked("max@example.org", told.WhyAsked.WHO_WROTE), quoted="SEITE JA"
    ),
    "sender_asked_resigns": lambda: notice(
        told.SenderAsked("max@example.org", told.WhyAsked.RESIGNS), quoted="AUFGABE"
    ),
    "dropped": lambda: notice(told.Dropped()),
    "no_to_none": lambda: notice(told.NoToNone()),
    "yes_to_none": lambda: notice(told.YesToNone()),
    "which_question": lambda: notice(told.WhichQuestion(("UMBENENNEN Max Muster = Max Meier",))),
    "answered_before": lambda: notice(told.AnsweredBefore()),
}

VARIANTS = {
    "sb": SB,
    "simultan": SIMULTAN,
    "two": TWO,
    "mono": MONO,
    "both": SEVEN_AND_EIGHT,
    "area": rules_of("sb", 'start = "F6-J10"'),
    "to_the_letter": rules_of("simultan", 'late_vowel = "either"\nbase_form = "required"'),
}


def away_playing() -> RoundGame:
    """Return a game in which a player has said that he is away, twice."""
    midnight = datetime(2026, 12, 24, tzinfo=BERLIN)
    weeks = [AbsenceNoted("Max Mustermann", at, at + THREE_WEEKS / 3) for at in
             (midnight, midnight + 3 * THREE_WEEKS)]  # fmt: skip
    found = follow(playing(), weeks)
    assert isinstance(found, RoundGame)
    return found


def written_message(**changes: Any) -> Owed:
    """Return what another player has written, in words that look like moves and orders."""
    text = "M10s EUBÖA\n\nHILFE\nNACHRICHT AN Max: hallo\nGruß"
    found = PlayerMessage(policy=policy(), writer="Eva Muster", text=text, may_answer=True)
    return owed(replace(found, **changes), player="Max Mustermann")


MAILS: dict[str, Callable[[], Owed]] = {
    "unknown_game_named": lambda: mail_answer(
        Reason.UNKNOWN_GAME, named="1-Zug-Scrabble Yeres", suggestions=("1-Zug-Scrabble Yerres",)
    ),
    "unknown_game_unnamed": lambda: mail_answer(Reason.UNKNOWN_GAME),
    "unknown_game_of_several": lambda: in_two_games(mail_answer(Reason.UNKNOWN_GAME)),
    "mail_without_move": lambda: mail_answer(Reason.NO_MOVE),
    "mail_without_order": lambda: to_game_master(mail_answer(Reason.NO_MOVE)),
    "mail_unreadable": lambda: mail_answer(Reason.UNREADABLE),
    "digest_unread": lambda: digest(
        replace(full_desk(), unread=(Unread("U3", "max@example.org", None), Unread("U4", "", None)))
    ),
    "mail_set_aside": lambda: mail_answer(Reason.SET_ASIDE),
    "mail_too_large": lambda: mail_answer(Reason.TOO_LARGE),
    "summary": lambda: owed(
        Summary(((policy().title, "R4", "M10s EUBÖA"), ("", "", ""))),
        player="Max Mustermann",
        game=None,
        tag=None,
    ),
    "summary_of_many": lambda: owed(
        Summary(((policy().title, "R4", "M10s EUBÖA"),), more=1),
        player="Max Mustermann",
        game=None,
        tag=None,
    ),
    "help": lambda: command(Command.HELP, no_use=frozenset({Command.JOIN, *OF_MESSAGES})),
    "help_for_game_master": lambda: to_game_master(
        command(Command.HELP, player=None, no_use=_NOT_HIS)
    ),
    "help_without_game": lambda: to_game_master(
        owed(
            AnswerToCommands(
                commands=(Command.HELP,), games=(policy(), of_turns.settings()), no_use=_NOT_HIS
            )
        )
    ),
    "rules": lambda: command(Command.RULES),
    "status": lambda: command(Command.STATUS),
    "command_report": lambda: command(Command.REPORT),
    "withdraw": lambda: command(Command.WITHDRAW, withdrawn=True),
    "join": lambda: command(Command.JOIN, done=CommandsDone(joined=True)),
    "leave": lambda: command(Command.LEAVE, done=CommandsDone(left=True)),
    "reminder_on": lambda: command(Command.REMINDER_ON),
    "page_on": lambda: command(Command.PAGE_ON),
    "page_off": lambda: command(Command.PAGE_OFF),
    "reminder_off": lambda: command(Command.REMINDER_OFF),
    "in_german": lambda: command(Command.LANGUAGE, done=CommandsDone(language="de")),
    "in_english": lambda: command(Command.LANGUAGE, done=CommandsDone(language="en")),
    "press": lambda: command(Command.PRESS),
    "away_noted": lambda: command(
        Command.AWAY,
        Command.STATUS,
        game=rounds_face(away_playing(), who_is_away(away_playing(), BERLIN)),
    ),
    "away_taken_back": lambda: command(Command.AWAY_OFF),
    "away_refused": lambda: command(
        Command.AWAY, refused=(NotDone.NO_ABSENCE, NotDone.NO_ABSENCE_OF_HIS, NotDone.DAYS_ARE_OVER)
    ),
    "player_away": lambda: owed(
        replace(
            PlayerNotice.of(
                PlayerChange.AWAY,
                RunningGame(playing(), policy()),
                "Max Mustermann",
                "Max Mustermann",
                "",
            ),
            days=((date(2026, 12, 24), date(2027, 1, 2)),),
        ),
        player="Max Mustermann",
    ),
    "message_sent": lambda: command(
        Command.MESSAGE,
        Command.MUTE,
        done=CommandsDone(
            wrote=(
                MessageSent("Max Mustermann", ("Eva Muster", ""), Secret("x"), "", ARRIVED),
                MessageSent("Max Mustermann", ("Eva Muster",), Secret("x"), "", ARRIVED, True),
            ),
            muted=(
                PlayerMuted("Max Mustermann", "Eva Muster", is_muted=True),
                PlayerMuted("Max Mustermann", "", is_muted=True),
                PlayerMuted("Max Mustermann", "Eva Muster", is_muted=False),
            ),
        ),
    ),
    "messages_refused": lambda: command(
        Command.MESSAGE,
        refused=(
            NotDone.NO_MESSAGES,
            NotDone.NO_MESSAGE,
            NotDone.MESSAGE_TOO_LONG,
            NotDone.TO_WHOM,
            NotDone.TO_HIMSELF,
            NotDone.IN_WHICH_GAME,
            NotDone.TOO_MANY_MESSAGES,
            NotDone.IS_MUTED,
            NotDone.HAS_NO_ADDRESS,
            NotDone.TO_NOBODY,
            NotDone.WHOM_TO_MUTE,
            NotDone.NOT_THE_GAME_MASTER,
        ),
    ),
    "message": written_message,
    "message_to_all": lambda: written_message(is_to_all=True),
    "message_of_game_master": lambda: written_message(writer="", may_answer=False),
    "message_copy": lambda: to_game_master(
        written_message(may_answer=False, copied=("Eva Muster", ""))
    ),
    "kind_words": lambda: owed(
        KindWords(waiting=(Waiting(policy(), DEADLINE),)), player="Max Mustermann"
    ),
    "message_not_sent": lambda: owed(MessageNotSent(policy=policy()), player="Max Mustermann"),
    "object": lambda: command(Command.OBJECT),
    "object_too_late": lambda: command(Command.OBJECT, refused=(NotDone.TOO_LATE_TO_OBJECT,)),
    "lot_word": lambda: command(
        Command.LOT_WORD, done=CommandsDone(lot_word="Pflaume", mixed_from=5)
    ),
    "commands_refused": lambda: command(
        Command.WITHDRAW,
        refused=(
            NotDone.NOT_A_PLAYER,
            NotDone.NOT_HIS_NAME,
            NotDone.CLOSED,
            NotDone.NOTHING_TO_WITHDRAW,
            NotDone.NO_LOTS,
            NotDone.TOO_LATE_FOR_WORDS,
            NotDone.NO_ADDRESS_OF_HIS_OWN,
            NotDone.TOO_LATE,
            NotDone.NO_PRESS,
            NotDone.PRESS_TOO_LATE,
            NotDone.ALREADY_IN,
            NotDone.ALREADY_LEFT,
            NotDone.NAME_TAKEN,
            NotDone.NAME_UNFIT,
            NotDone.NO_NAME,
        ),
    ),
}

HOSTILE = "M10s EUBÖA"
"""A name that a stranger gave himself."""


def about_player(change: PlayerChange, because: str = "so gewollt") -> Owed:
    """Return what tells a player what became of him."""
    return owed(
        PlayerNotice.of(
            change, RunningGame(playing(), policy()), "Max Muster", "Max Mustermann", because
        )
    )


def judged_anew(why: WhyAnew, move: str = "M10s EUBÖA", because: str = "so ist es") -> Owed:
    """Return what tells a player that his move was judged anew."""
    mail = answer_to(move)
    assert isinstance(mail.content, EntryAnswer)
    return replace(mail, content=JudgedAnew(why, because, mail.content), answers=None)


def hostile_report() -> Owed:
    """Return a report in which names, press and comment look like moves and commands."""
    names = (HOSTILE, "HILFE", "/M9s BESEN 43", "Spieler=Max", "H4-H8: BEINE", "A4 = Blanko")
    game = playing(players=names)
    for at, name in enumerate(names[:3]):
        game = entered(game, name, "M10s EUBÖA", minutes=-at)
    mail = reported(game, policy(columns=("percent",)))[0]
    text = "M10s EUBÖA\n\n1-Zug-Scrabble Yerres\nSpieler=Max\n/M9s BESEN\nSTAND\n> M10s EBEN"
    press = tuple(Press(name, text, name, is_released=True) for name in names)
    wrong = Erratum(text, 4, tuple(Change(name, 1, 2, 3, 4) for name in names))
    corrected = tuple(Correction(at, 4, name, 5, text) for at, name in enumerate(names))
    return changed(mail, press=press, comment=text, erratum=wrong, corrected=corrected)


def hostile_ruling() -> Owed:
    mail = ruling(accepted=True)
    assert isinstance(mail.content, RulingNotice)
    return replace(mail, content=replace(mail.content, because=HOSTILE), name=HOSTILE)


def hostile_result() -> ClosedRound:
    mail = hostile_report()
    assert isinstance(mail.content, Report)
    return mail.content.round


def rules_of_game(rules: Rules) -> Owed:
    face = rounds_face(playing(rules))
    return command(Command.RULES, game=face, policy=policy(rules), last=None, own=None)


HOSTILES: dict[str, Callable[[], Owed]] = {
    "hostile_report": hostile_report,
    "hostile_ended": lambda: none_next(hostile_report(), ended="bag_empty"),
    "hostile_opening": lambda: opening(HOSTILE),
    "hostile_passed_on": lambda: notice(
        told.PassedOn("x@example.org", HOSTILE, HOSTILE), quoted=f"{HOSTILE}\n/{HOSTILE}"
    ),
    "hostile_waiting_to_join": lambda: without_game(
        told.MoreMail((), (told.WantsToJoin("Yerres", HOSTILE, "x@example.org"),)), quoted=HOSTILE
    ),
    "hostile_join_request": lambda: notice(told.JoinRequest("x@example.org", HOSTILE)),
    "hostile_press": lambda: notice(told.PressToRelease("x@example.org", HOSTILE), quoted=HOSTILE),
    "hostile_missed": lambda: notice(told.MissedThree((HOSTILE, "HILFE"))),
    "hostile_named": lambda: mail_answer(
        Reason.UNKNOWN_GAME, named=HOSTILE, suggestions=(HOSTILE,)
    ),
    "hostile_mismatch": lambda: with_considered(
        answer_to("Yerres\nSpieler=Niemand\nM10s EUBÖA"), named=HOSTILE, suggestions=(HOSTILE,)
    ),
    "hostile_status": lambda: command(
        Command.STATUS, Command.REPORT, player=HOSTILE, last=hostile_result()
    ),
    "hostile_ruling": hostile_ruling,
    "hostile_deadline": lambda: deadline(ZatChange.MOVED, HOSTILE),
}


RULES: dict[str, Callable[[], Owed]] = {
    f"rules_{name}": partial(rules_of_game, rules) for name, rules in VARIANTS.items()
}

_MAKERS = (
    ENTRIES
    | REPORTS
    | TO_GAME_MASTER
    | MAILS
    | RULES
    | HOSTILES
    | TURNS
    | TABLES
    | TAKINGS
    | SOLOS
    | CLUBS
    | BINGOS
    | BEGUN_BY_MAIL
)
ALL: Mapping[str, Callable[[], Owed]] = {name: cache(make) for name, make in _MAKERS.items()}
"""Each is made once in a process, for all tests: it takes as long to make as to compose."""
