"""Consider a mail, entry by entry: which game, round and player it is for, and whether it counts.

Nothing is decided yet. The order of the tests is the contract's (section 3): robots first, then the
sender, then what can be read, then for each entry its game, its round, its player, its moves.

Whether the words around a move name another player: then it may be his, and is asked about.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.family import as_meant, family_of
from mailref.games.kind import kind_of
from mailref.orders.commands import (
    People,
    command_in,
    greeting_to,
    is_closing,
    is_greeting,
    is_polite,
    without_greeting,
)
from mailref.orders.entries import (
    Ambiguity,
    ConditionUnread,
    Entry,
    GiveWayAct,
    Reading,
    UnknownHeading,
    WrittenOrders,
    asked_at,
    orders_in,
)
from mailref.orders.explained import without_asides
from mailref.orders.order_lines import TakesBack, taken_back
from mailref.orders.order_words import forms
from mailref.orders.read_entries import habits_of
from mailref.orders.remarks import IS_TALK, IS_TALK_ALL_THE_SAME
from mailref.orders.said_of_word import gives_way
from mailref.orders.sections import (
    asks_for_it,
    clause_before,
    ends_sentence,
    is_all_talk,
    is_on_condition,
    only_praises,
    says_who,
    sentences_of,
    speaks_of_it,
)
from mailref.orders.shapes import SENTENCE, GameNames, tagged_game
from mailref.orders.table import IS_BACK, UNCLEAR, Command
from mailref.reading.incoming_mail import Attention, IncomingMail, Line, Proof, Robot, Trouble
from mailref.reading.robots import persons_subject
from mailref.referee import identity
from mailref.referee.policy import (
    Consideration,
    Considered,
    Office,
    Outcome,
    Reason,
    Receipt,
    Request,
    RunningGame,
    Trust,
    parts_of_names,
)
from mailref.tiles.moves import TextSpan, worded
from mailref.tiles.when_used import regex

if TYPE_CHECKING:
    from mailref.orders.read_entries import EntryReader


_PART = regex(r"[^\W\d_][\w'’-]*")
_BY = worded(r"\W{0,4}(?:{play}\s{1,3})?{by_player}\s{1,3}")
_FOR = worded(r"\W{0,4}{writes_for}\s{1,3}")
_REFERS = worded(r"[\s,(;–-]{0,6}{refers}{end}")
_TELLS_WHOSE = worded(r"\W{0,4}{refers}\s{1,3}(?:{letter}{1,6}\s{1,3})?(?-i:[A-ZÄÖÜ])")
"""`So hat Karin gezogen, sie hat es stolz erzählt.`: talk, but of the play."""
_FOR_A_NAME = worded(r"{begin}(?:{meant_for}|{of_another})\s{1,3}(?-i:[A-ZÄÖÜ])")
"""`I'm typing for Tom.`, `Message from Tom.`"""
_SENTENCE_END = regex(r"[.!?\n]")
_GOES_ON = regex(r"\s{1,3}[^\W\d_]")
_TOLD = 3
"""So many words may tell something of somebody; more hardly ever say whose the next sentence is."""
_NEAR = 4
"""Lines above a move in which its writer may say for whom he writes."""
_ENDED = (".", "!", "?", ",", ";")


def of_another(entry: Entry, lines: Sequence[Line], names: Collection[str]) -> TextSpan | None:
    """Return the line of the first move beside which one of *names*, others', stands, or the line that says so.

    `Zug von Jonas: L3s KOHLEN`, `L3s KOHLEN (Zug von Jonas)`, or a congratulation to him above it. Whom a
    sentence of its own greets or speaks of is nobody's move.
    """
    if not names:
        return None
    is_first = True
    for span in _spans_of(entry):
        at = next((at for at, line in enumerate(lines) if _holds(line, span)), None)
        if at is None:
            continue
        before, _, behind = lines[at].text.partition(span.text)
        above = lines[at - 1].text.strip() if at else ""
        below = next((line for line in lines[at + 1 : at + 3] if line.text.strip()), None)
        by = _BY.match(behind)
        next_word = _PART.match(behind, by.end()) if by is not None else None
        if (
            (_is_named(names, clause_before(before)) and _may_lead(before, span.text))
            or (next_word is not None and _is_named(names, next_word[0]))
            or _is_named(names, _said_of_it(behind))
        ):
            return lines[at].whole
        if _is_led(before, above) and _is_named(names, above) and not only_praises(above):
            return lines[at - 1].whole
        if below is not None and any(
            _is_named(names, each) and _may_be_of_it(each) for each in sentences_of(below.text)
        ):
            return below.whole
        if _is_sent_for(before, names):
            return lines[at].whole
        near = lines[max(0, at - _NEAR) : at]
        if (line := next((it for it in near if _is_sent_for(it.text, names)), None)) is not None:
            return line.whole
        if is_first and (signed := _signed(lines[at + 1 :], names)):
            return signed
        is_first = False
    return None


def _may_lead(before: str, order: str) -> bool:
    """Tell whether what names another before an *order* may say whose it is.

    A condition does not, nor talk that is over before it: `Bodo hat gewonnen. Ich passe.`, `Thank you, Tom. L12 EH`.
    A name alone may (`Bodo. Ich lege ...` is read by what follows).
    """
    said = clause_before(before)
    words = _PART.findall(said)
    is_told = any(map(str.islower, words)) and _FOR_A_NAME.search(said) is None
    is_told &= len(words) >= _TOLD  # not `Eva zieht.`
    least = IS_TALK if is_told and len(words) > _TOLD else IS_TALK_ALL_THE_SAME
    is_apart = ends_sentence(before) and is_all_talk(said, least)
    is_over = is_apart and (says_who(order) or is_told)
    return not (is_on_condition(before) or is_over)


def _may_be_of_it(below: str) -> bool:
    is_told = _TELLS_WHOSE.match(below) is not None and asks_for_it(below)
    return is_told or ((speaks_of_it(below) or asks_for_it(below)) and not is_all_talk(below))


def _said_of_it(behind: str) -> str:
    """Return what is said of a play behind it: `- so hat Karin gezogen`; "" where nothing is."""
    found = _REFERS.match(behind)
    return _SENTENCE_END.split(behind[found.end() :], maxsplit=1)[0] if found else ""


def _is_sent_for(text: str, names: Collection[str]) -> bool:
    """Tell whether a sentence says that one of *names* makes the move: `I'm writing for Anna.`, `Hier ist Anna.`"""
    for sentence in sentences_of(text):
        said = without_greeting(sentence)
        found = _FOR.match(said)
        parts = [*_PART.finditer(said, found.end())] if found is not None else []
        named = [*takewhile(lambda part: part[0] in names, parts)]
        if named and not _GOES_ON.match(said, named[-1].end()):
            return True
    return False


def _signed(lines: Sequence[Line], names: Collection[str]) -> TextSpan | None:
    """Return the line in which one of *names* signs a mail: alone, below `Viele Grüße`."""
    greeted = False
    for line in lines:
        words = _PART.findall(line.text)
        if greeted and words and all(word in names for word in words):
            return line.whole
        greeted = is_closing(line.text) or (greeted and not words)
    return None


def _is_named(names: Collection[str], text: str) -> bool:
    """Tell whether one of *names* stands in a text, alone or as whose something is: `Gerdas`, `Eva's`.

    `von` is part of many names, and of `Zug von mir`.
    """
    words = (each for each in _PART.findall(text) if not each[0].islower())
    return any(each in names or each.removesuffix("s").rstrip("'’") in names for each in words)


def _is_led(before: str, above: str) -> bool:
    """Tell whether the line above a play goes on in it, and says no condition: `Falls Ben passt:`."""
    is_open = bool(above) and not above.endswith(_ENDED)
    goes_on = above.endswith(":") or not before.strip()
    is_talk = is_polite(above) or is_on_condition(above)
    return is_open and goes_on and not is_talk


def _spans_of(entry: Entry) -> Iterable[TextSpan]:
    said = entry.said_at
    return (span for span, _ in asked_at(entry)) if said is None else (said,)


def _holds(line: Line, span: TextSpan) -> bool:
    """Tell whether words stand in a line, or begin there and go on below."""
    begun = line.text[span.column - 1 :].rstrip()
    begins = bool(begun) and span.text.startswith(begun)
    return line.number == span.line and (span.text in line.text or begins)


def consider(
    mail: IncomingMail,
    receipt: Receipt,
    office: Office,
    reader: "EntryReader",
    *,
    adopted_for: str | None = None,
    written_by: str | None = None,
    in_game: str | None = None,
) -> Consideration:
    """Return what the referee makes of *mail*: at least one entry, each with its outcome.

    *adopted_for*: the game master takes a stranger's mail over for this player; *written_by*: for
    this one, if the mail names nobody; *in_game*: in this game, whatever it names.
    """
    if mail.robot is not None:
        return _of_robot(mail, mail.robot, receipt, office, reader)
    mail = replace(mail, subject=persons_subject(mail.subject))
    if mail.sender is None:
        return _ignored(mail, receipt, Reason.UNKNOWN_SENDER)
    sender = identity.sender_of(mail.sender, office)
    default = in_game or identity.game_meant(mail, receipt, office, sender, _names(office))
    fits = None if default else _only_one_that_fits(mail, receipt, office, reader, sender)
    default, reading = fits or (default, _read(mail, office, reader, default, sender))
    reading = replace(reading, entries=as_meant(reading.entries, default, office.games))
    reading = _giving_way(reading, mail, default, office, sender)
    is_unclear = reading.said[Command.AWAY_OFF] in (UNCLEAR, IS_BACK)
    if is_unclear and not _has_absence(office, sender, receipt):
        reading = _without_perhaps_back(reading)
    if _only_asks(mail, reading) and not _has_a_move(office, sender):
        reading = replace(reading, entries=())
    holds_move = any(entry.holds_move for entry in reading.entries)
    tag = tagged_game(mail.subject, office.games)
    requests = _requests_of(reading, tag, default, _concerning(mail, receipt, office))
    base = Consideration(
        mail=mail,
        receipt=receipt,
        entries=(),
        commands=_commands_of(reading),
        from_game_master=sender.is_game_master,
        is_stranger=not sender.is_registered,
        holds_move=holds_move,
        named=reading.player.text if reading.player else None,
        requests=requests,
        outside=_asked_outside(reading),
        perhaps=reading.perhaps,
        about=_games_about(reading, default),
    )
    case = _Case(base, office, sender, default, adopted_for, written_by)
    return replace(base, entries=_entries(case, reading))


def _games_about(reading: Reading, default: str | None) -> tuple[str, ...]:
    """Return the games that the headings of a mail name, else *default*."""
    named = dict.fromkeys(each.game for each in reading.entries if isinstance(each.game, str))
    return tuple(named) or ((default,) if default is not None else ())


def _only_one_that_fits(
    mail: IncomingMail,
    receipt: Receipt,
    office: Office,
    reader: "EntryReader",
    sender: identity.Sender,
) -> tuple[str, Reading] | None:
    """Return that of a sender's games which alone can read what a mail asks for, as its kind alone does, and how.

    None where another of them would have to ask about it, and where the mail says more of its game (contract).
    """
    his = identity.games_left_open(mail, receipt, office, sender)
    kinds = {kind_of(office.games[each].game).name for each in his}
    if len(kinds) < len(his) or len(his) > _MOST_GAMES_TRIED:
        return None
    fits: list[tuple[str, Reading]] = []
    for each in his:
        reading = _read(mail, office, reader, each, sender)
        if reading.is_over_budget or any(entry.game is not None for entry in reading.entries):
            return None
        if any(entry.asks for entry in reading.entries):
            fits.append((each, reading))
            is_clear = all(entry.holds_move and not entry.ambiguity for entry in reading.entries)
            if len(fits) > 1 or not is_clear:
                return None
    return fits[0] if fits else None


_MOST_GAMES_TRIED = 6


def _giving_way(
    reading: Reading,
    mail: IncomingMail,
    default: str | None,
    office: Office,
    sender: identity.Sender,
) -> Reading:
    """Return ZURÜCK as an order of the game that waits for a ruling on what its writer may take back (turns 5.6).

    A move of his that is kept goes first; what he says of the challenge or of his word is no such move.
    """
    if default is None:
        return reading
    running = office.games[default]
    family = family_of(running)
    names = [each.name for each in identity.players_at(running, sender.address)]
    if reading.player is not None:
        names.append(reading.player.text)
    names = [each for each in names if family.may_give_way(each)]
    if not names:
        return reading
    is_ordered = Command.WITHDRAW in reading.commands and not any(
        family.has_move(each, office) for each in names
    )
    is_said = not reading.asks_for_something and gives_way([line.text for line in mail.lines])
    if not (is_ordered or is_said):
        return reading
    commands = tuple(each for each in reading.commands if each is not Command.WITHDRAW)
    given = Entry(None, None, reading.player, WrittenOrders(acts=(GiveWayAct(),)))
    return replace(reading, commands=commands, entries=(given, *reading.entries))


_HAS_PLACE_OR_TILES = regex(r"\d|(?<![\w'’])[B-HJ-ZÄÖÜ](?![\w'’])")
"""A digit of a square, or a single letter of an exchange."""
_PLEASE = worded(r"\b{please}\b")
_SIGNED_IN_WORDS = 3


def _only_asks(mail: IncomingMail, reading: Reading) -> bool:
    """Tell whether a mail holds questions alone, none of which names what a move would.

    Where a word in it may say a move (`May I use a name like DERBY?`) it is nothing to ask back about: whoever
    runs the game answers it.
    """
    if reading.commands or not reading.entries:
        return False
    if not all(map(_is_merely_unread, reading.entries)):
        return False
    own = takewhile(lambda line: not is_closing(line.text), mail.lines)
    text = " ".join(line.text.strip() for line in own if not is_greeting(line.text))
    if _HAS_PLACE_OR_TILES.search(text) or _PLEASE.search(text):
        return False
    sentences = [each.strip() for each in SENTENCE.findall(text) if each.strip()]
    if sentences and not sentences[-1].endswith("?"):
        signed = sentences.pop().split()
        if len(signed) > _SIGNED_IN_WORDS or not all(each[0].isupper() for each in signed):
            return False
    return bool(sentences) and all(each.endswith("?") for each in sentences)


def _has_a_move(office: Office, sender: identity.Sender) -> bool:
    """Tell whether a move of his is kept or in force, which a question may be about to take back."""
    running = (office.games[id_] for id_ in sender.games)
    return any(
        family_of(each).has_move(player.name, office)
        for each in running
        for player in identity.players_at(each, sender.address)
    )


def _has_absence(office: Office, sender: identity.Sender, receipt: Receipt) -> bool:
    """Tell whether an absence of his is noted that URLAUB AUS would end."""
    running = (office.games[id_] for id_ in sender.games)
    return any(
        isinstance(family_of(each).back(player.name, receipt.received), tuple)
        for each in running
        for player in identity.players_at(each, sender.address)
    )


def _without_perhaps_back(reading: Reading) -> Reading:
    """Return what was read without `I'm back`, which asks for nothing of who is not away."""
    commands = tuple(each for each in reading.commands if each is not Command.AWAY_OFF)
    return replace(reading, commands=commands, said=reading.said.without(Command.AWAY_OFF))


def _is_merely_unread(entry: Entry) -> bool:
    """Tell whether an entry is only a line that may say a play, though not which, or a condition that nothing hangs on.

    `Should I pass?` begins as `Should he pass: ...` does.
    """
    written = entry.written
    if entry.game is not None:
        return False
    if isinstance(written, WrittenOrders) and (written.groups or written.acts):
        return False
    faults = written.faults if isinstance(written, WrittenOrders) else ()
    if faults:
        return all(isinstance(fault, ConditionUnread) for fault in faults)
    is_unread = entry.ambiguity is Ambiguity.UNREAD_PLAY
    return is_unread and (written is None or isinstance(written, WrittenOrders))


_STRANGER = Considered(Outcome.IGNORED, Reason.UNKNOWN_SENDER)
"""No answer is owed: the sender is unknown, or does not prove who he is."""


class _Case(Struct, frozen=True):
    """What is known of a mail when its entries are looked at."""

    base: Consideration
    office: Office
    sender: identity.Sender
    default: str | None
    """The game of lines without a heading."""
    adopted_for: str | None = None
    """The player for whom the game master takes the mail over, whomever it names."""
    written_by: str | None = None
    """Who wrote it, if the game master takes over a mail that names nobody."""

    def find(
        self, running: RunningGame, named: str | None, *, needs_proof: bool = True
    ) -> identity.Known | identity.NotKnown:
        """Find whom something in this mail is for."""
        return identity.find_player(
            self.base.mail,
            running,
            self.office,
            self.adopted_for or named or self.written_by,
            is_answer_to_game_master=self.base.receipt.proves_game_master(running.policy.id),
            needs_proof=needs_proof,
        )


_BY_FIELDS_OF_MANY = {Robot.MAILING_LIST, Robot.AUTO_REPLY}


def _of_robot(
    mail: IncomingMail, robot: Robot, receipt: Receipt, office: Office, reader: "EntryReader"
) -> Consideration:
    """Return a mail that is ignored, and what of it somebody registered would miss whose server writes such fields.

    One of his of which only the subject shows a program is his all the same where what he wrote settles it.
    """
    ignored = _ignored(mail, receipt, Reason(robot.value))
    may_be_his = robot in _BY_FIELDS_OF_MANY and (
        mail.has_programs_subject or not mail.is_robot_by_words
    )
    if not may_be_his or mail.sender is None or not identity.is_registered(office, mail.sender):
        return ignored
    if mail.proof is Proof.FAILED or _is_program_unproved(mail, robot, office):
        return ignored
    as_his = replace(mail, robot=None, is_robot_by_words=False, has_programs_subject=False)
    found = consider(as_his, receipt, office, reader)
    if mail.has_programs_subject:
        return found if _is_a_persons(found, office) else ignored
    return replace(ignored, holds_move=found.holds_move, may_be_lost=_asks_for_more(found))


def _is_program_unproved(mail: IncomingMail, robot: Robot, office: Office) -> bool:
    """Tell whether a program answers, and our server, which says what mails prove, says nothing of this one."""
    return robot is Robot.AUTO_REPLY and office.house.asks_for_proof and mail.proof is Proof.NONE


def _asks_for_more(found: Consideration) -> bool:
    """Tell whether a mail asks for more than days of absence, of which programs tell, too."""
    return found.holds_move or not _OF_ABSENCE.issuperset(found.commands)


_OF_ABSENCE = {Command.AWAY, Command.AWAY_OFF}
_SAID_BY_PROGRAMS = {None, Command.HELP, *_OF_ABSENCE}
_ONES_OWN = worded(r"(?<![\w/]){ones_own}{end}")
_AWAY_WORDS = frozenset(form for form in forms("away") if form.isupper())


def _is_a_persons(found: Consideration, office: Office) -> bool:
    """Tell whether what stands under a program's subject is a person's: an order, a move, a question or a letter.

    A program tells of days of absence in words, asks nothing of itself, and knows the name of him who wrote to it,
    not the game master's.
    """
    is_sure = all(each.reason is not Reason.AMBIGUOUS for each in found.entries)
    if _asks_for_more(found) and is_sure:
        return True
    texts = [line.text for line in found.mail.lines]
    if any(text.strip().partition(" ")[0].rstrip(":") in _AWAY_WORDS for text in texts):
        return True
    sentences = [each for text in texts for each in sentences_of(text)]
    if any(command_in(each) not in _SAID_BY_PROGRAMS for each in sentences):
        return True
    if any(taken_back(each, is_in_turns=False) is TakesBack.SURELY for each in sentences):
        return True
    if any(each.rstrip().endswith("?") and _ONES_OWN.search(each) for each in sentences):
        return True
    names = {office.house.gamemaster_name}.difference({office.house.display_name})
    return bool(greeting_to(names, texts))


def _ignored(mail: IncomingMail, receipt: Receipt, reason: Reason) -> Consideration:
    return Consideration(mail, receipt, (Considered(Outcome.IGNORED, reason),))


def _read(
    mail: IncomingMail,
    office: Office,
    reader: "EntryReader",
    default: str | None,
    sender: identity.Sender,
) -> Reading:
    """Read what the person wrote; where that holds nothing, what stands below or inside a quote.

    Where no game is clear, an order that only games in turns know (`TAUSCHE E`) is not passed over:
    it is asked for which of the sender's games it is.
    """
    names, attention = _names(office), Attention()
    people = _who_may_sign(mail, office, sender)
    if default is not None:
        family = family_of(office.games[default])
        players = identity.players_at(family.running, sender.address)
        insight = family.insight(players[0].name if len(players) == 1 else None, office)
        return reader.read_mail(mail, names, family.face(), people=people, insight=insight)
    reading = reader.read_mail(mail, names, None, attention, people=people)
    if reading.asks_for_something or reading.is_over_budget:
        return reading
    own = [office.games[id_] for id_ in sender.games]
    faces = [family_of(each).face() for each in own if kind_of(each.game).is_seated]
    ways = {habits_of(face.rules): face for face in faces}
    others = (
        reader.read_mail(mail, names, face, attention, people=people) for face in ways.values()
    )
    return next((e for e in others if e.asks_for_something or e.is_over_budget), reading)


def _who_may_sign(mail: IncomingMail, office: Office, sender: identity.Sender) -> People:
    """Return the names that stand alone in a line as a signature: the sender's, the others', the game master's."""
    running = [office.games[id_] for id_ in sender.games]
    players = [each.book.people(each.game.players) for each in running]
    own = [each.name for game in running for each in identity.players_at(game, sender.address)]
    writers = () if sender.is_game_master else own
    return People((mail.sender_name, office.house.gamemaster_name), players, writers=writers)


def _concerning(mail: IncomingMail, receipt: Receipt, office: Office) -> Sequence[str]:
    """Return the one of its sender's games that a subject names by its whole title or its id, or that the mail answers.

    Else all of them.
    """
    games = identity.related_games(office, mail.sender or "")
    named = _names(office).named_in(mail.subject) if len(games) > 1 else ()
    if len(named) == 1 and named[0] in games:
        return tuple(named)
    answered = identity.game_answered(receipt, office)
    return (answered,) if answered in games else games


def _names(office: Office) -> GameNames:
    return office.directory.names(office.games, lambda running: family_of(running).face())


def _entries(case: _Case, reading: Reading) -> tuple[Considered, ...]:
    if refusal := _whole_mail(case, reading):
        return (refusal,)
    base = case.base
    found: list[Considered] = []
    for entry in reading.entries:
        under_heading = next((r for r in base.requests if r.game == entry.game), None)
        if entry.asks or isinstance(entry.game, UnknownHeading):
            found.append(_consider_entry(entry, case))
        elif under_heading is not None:
            found.append(_consider_request(case, under_heading))
        elif entry.game is not None and not base.commands:
            found.append(_consider_entry(entry, case))
    if found:
        return _ask_back_twins(tuple(found))
    if base.commands:
        return (_commands_alone(case),)
    if not case.sender.is_registered:
        return (_STRANGER,)
    return (_consider_nothing(case, case.default, Reason.NO_MOVE),)


def _whole_mail(case: _Case, reading: Reading) -> Considered | None:
    """Return what settles the mail before any entry is looked at, or None."""
    base, mail = case.base, case.base.mail
    if not case.sender.is_registered and not _may_join(base, case.office):
        return _STRANGER
    if mail.trouble is Trouble.SET_ASIDE:
        return _consider_nothing(case, case.default, Reason.SET_ASIDE)
    if reading.is_over_budget:
        return _consider_nothing(case, case.default, Reason.TOO_LARGE)
    if mail.trouble is None or base.holds_move or base.commands:
        return None
    if mail.trouble is Trouble.TOO_LARGE:
        return _consider_nothing(case, case.default, Reason.TOO_LARGE)
    is_empty = mail.trouble is Trouble.EMPTY
    if is_empty and reading.asks_for_something:
        return None  # all of it in the subject
    reason = Reason.NO_MOVE if is_empty else Reason.UNREADABLE
    return _consider_nothing(case, case.default, reason)


def _commands_alone(case: _Case) -> Considered:
    """Return what is made of a mail of commands: one line, for one game or for all."""
    asked = [_consider_request(case, request) for request in case.base.requests]
    if len(asked) == 1:
        return asked[0]
    if asked and all(each == _STRANGER for each in asked):
        return _STRANGER
    return Considered(Outcome.COMMAND)


def _may_join(base: Consideration, office: Office) -> bool:
    """Tell whether a stranger asks an open game to let him in: by a move or by ANMELDEN."""
    if base.mail.proof is Proof.FAILED or not identity.open_games(office):
        return False
    return base.holds_move or Command.JOIN in base.commands


def _consider_nothing(case: _Case, game: str | None, reason: Reason) -> Considered:
    """Return a rejection without moves, for the game the mail seems to be about."""
    running = case.office.games.get(game) if game else None
    if running is None:
        return Considered(Outcome.REJECTED, reason)
    # Nothing is booked, and what is passed on to the game master needs no more than an address.
    found = case.find(running, None, needs_proof=running.policy.trust is not Trust.ADDRESS)
    if _is_unproven(found):
        return _STRANGER
    player = found.name if isinstance(found, identity.Known) and found.newcomer is None else None
    return Considered(
        Outcome.REJECTED, reason, game=game, round=family_of(running).number, player=player
    )


def _consider_request(case: _Case, request: Request) -> Considered:
    """Return what is made of commands for one game."""
    running = case.office.games[request.game]
    needs_proof = identity.needs_a_proof(request.commands, running)
    found = case.find(running, request.named, needs_proof=needs_proof)
    if _is_unproven(found):
        return _STRANGER
    newcomer = found.newcomer if isinstance(found, identity.Known) else None
    if not case.sender.is_registered and _is_shut_out(found):
        return _STRANGER
    may_be_named = isinstance(found, identity.Known) and (
        newcomer is None or Command.JOIN in request.commands
    )
    return Considered(
        Outcome.COMMAND,
        game=request.game,
        round=family_of(running).number,
        player=found.name if isinstance(found, identity.Known) and may_be_named else None,
        newcomer=newcomer if may_be_named else None,
    )


def _consider_entry(entry: Entry, case: _Case) -> Considered:
    """Return what is made of an entry with its moves, or of a heading that stands alone."""
    game = entry.game if entry.game is not None else case.default
    if isinstance(game, UnknownHeading):
        titles = tuple(case.office.games[id_].policy.title for id_ in game.suggestions)
        return _unknown_game(entry, game.text, titles, case.sender)
    if game is None:
        titles = tuple(case.office.games[id_].policy.title for id_ in case.sender.games)
        return _unknown_game(entry, None, titles, case.sender)
    running = case.office.games[game]
    found = case.find(running, entry.player.text if entry.player else None)
    return _of_game(entry, case, running, found)


def _unknown_game(
    entry: Entry, named: str | None, suggestions: tuple[str, ...], sender: identity.Sender
) -> Considered:
    if not sender.is_registered:
        return _STRANGER
    return Considered(
        Outcome.REJECTED, Reason.UNKNOWN_GAME, entry=entry, named=named, suggestions=suggestions
    )


def _of_game(
    entry: Entry, case: _Case, running: RunningGame, found: identity.Known | identity.NotKnown
) -> Considered:
    if isinstance(found, identity.Known):
        running = family_of(running).seen_by(found.name)
    player = found.name if isinstance(found, identity.Known) else None
    entry = family_of(running).completed(entry, player, case.office)
    judged = family_of(running).judge(entry, case.base, case.office, player)
    considered = Considered(
        Outcome.REJECTED,
        game=running.policy.id,
        round=judged.number,
        player=player,
        found=judged.found,
        entry=entry,
        newcomer=found.newcomer if isinstance(found, identity.Known) else None,
    )
    if isinstance(found, identity.NotKnown):
        return _not_known(considered, found, case.sender)
    kind = kind_of(running.game)
    by_move = entry.holds_move and not (kind.is_at_table or kind.plays_alone)
    if found.newcomer is not None and not by_move:
        unasked = replace(considered, player=None, newcomer=None)
        return _not_known(unasked, identity.NotKnown(Reason.NOT_A_PLAYER), case.sender)
    if not entry.asks:
        return replace(considered, reason=Reason.NO_MOVE, found=None)
    if entry.ambiguity is not None:
        return _asked_back(considered)
    if judged.asked is not None:
        return _asked_about(considered, entry, *judged.asked)
    is_unsure = entry.said_at is not None and not entry.is_known
    if is_unsure and judged.outcome is Outcome.REJECTED:
        return _asked_about(considered, entry, Ambiguity.UNREAD_PLAY, entry.said_at)
    if entry.slip_at is not None and judged.outcome is Outcome.PENDING:
        return _asked_about(considered, entry, Ambiguity.UNREAD_PLAY, entry.slip_at)
    if entry.without_blank_at is not None and judged.found is not None and judged.found.lays_blank:
        return _asked_about(considered, entry, Ambiguity.UNREAD_PLAY, entry.without_blank_at)
    may_count = judged.outcome is not Outcome.REJECTED and found.newcomer is None
    beside = _of_another(entry, case, found.name) if may_count else None
    if beside is not None:
        return _asked_about(considered, entry, Ambiguity.UNREAD_PLAY, beside)
    return replace(considered, outcome=judged.outcome, reason=judged.reason)


def _of_another(entry: Entry, case: _Case, player: str) -> TextSpan | None:
    """Return the line of a move that may be another player's; of whom the mail itself names it is his."""
    mail = case.base.mail
    if case.base.from_game_master or entry.player is not None or not entry.holds_move:
        return None
    office, address = case.office, mail.sender or ""
    own = (office.games[id_] for id_ in office.games_at(address))
    here = {each.name for running in own for each in identity.players_at(running, address)}
    names = office.directory.people(office.games) - parts_of_names(here | {player})
    lines = [line for block in (mail.lines, *mail.below) for line in block]
    return of_another(entry, without_asides(lines), names)


def _asked_about(
    considered: Considered, entry: Entry, ambiguity: Ambiguity, at: TextSpan | None
) -> Considered:
    marked = replace(entry, ambiguity=ambiguity, ambiguous_at=at)
    return _asked_back(replace(considered, entry=marked))


def _asked_back(considered: Considered) -> Considered:
    return replace(considered, reason=Reason.AMBIGUOUS, found=considered.found_when_asked)


def _not_known(
    considered: Considered, found: identity.NotKnown, sender: identity.Sender
) -> Considered:
    """Contract 2: a stranger is not answered; but a name he shares with a player is asked about."""
    if _is_unproven(found) or (not sender.is_registered and _is_shut_out(found)):
        return _STRANGER
    return replace(
        considered,
        reason=found.reason,
        named=found.named,
        suggestions=found.suggestions,
        another=found.another,
    )


def _is_unproven(found: identity.Known | identity.NotKnown) -> bool:
    return isinstance(found, identity.NotKnown) and found.reason is Reason.UNKNOWN_SENDER


def _is_shut_out(found: identity.Known | identity.NotKnown) -> bool:
    """Tell whether a stranger has no way in; one whose name is taken is asked about (contract 2)."""
    return isinstance(found, identity.NotKnown) and found.reason is not Reason.SENDER_MISMATCH


def _ask_back_twins(found: tuple[Considered, ...]) -> tuple[Considered, ...]:
    """Contract 3: two different entries for one game and player in a mail are ambiguous.

    Those that the names show have been found while reading; here the addresses have told more.
    """
    owners = Counter(_owner(each) for each in found if each.player and _is_meant(each))
    return tuple(_as_twin(each) if owners[_owner(each)] > 1 else each for each in found)


def _is_meant(considered: Considered) -> bool:
    """Tell whether an entry asks for a move of its player's own, or names words of his; a trial is nothing yet."""
    orders = orders_in(considered.entry)
    if orders is not None and orders.moves_nothing:
        return False
    written = considered.entry.written if considered.entry is not None else None
    return considered.found is not None or (written is not None and written.is_words)


def _owner(considered: Considered) -> tuple[str | None, str | None]:
    return considered.game, considered.player


def _as_twin(considered: Considered) -> Considered:
    entry = considered.entry
    if entry is None or considered.reason in (Reason.LATE, Reason.AMBIGUOUS):
        return considered
    at = entry.heading or entry.span
    twin = replace(considered, outcome=Outcome.REJECTED)
    return _asked_about(twin, entry, Ambiguity.TWO_ENTRIES, at)


def _requests_of(
    reading: Reading, tag: str | None, default: str | None, games: Sequence[str]
) -> tuple[Request, ...]:
    """Return what is asked, game by game; *games* are all that the sender has to do with, or that his mail concerns.

    Contract 3: commands concern the game of tag or heading, of a title in the subject, or of the mail that is
    answered, else all games of the sender. One under a heading concerns that game alone, and one under a heading that
    names no game concerns none.
    """
    asked: dict[str, Request] = {}
    for request in (*_outside(reading, tag, default, games), *_under_headings(reading)):
        known = asked.get(request.game, request)
        asked[request.game] = Request(
            request.game,
            tuple(dict.fromkeys((*known.commands, *request.commands))),
            known.named or request.named,
            known.said.then(request.said),
            known.wish or request.wish,
        )
    return tuple(asked.values())


def _under_headings(reading: Reading) -> Iterator[Request]:
    for entry in reading.entries:
        if isinstance(entry.game, str) and entry.commands:
            yield Request(entry.game, entry.commands, _name(entry), entry.said, entry.wish)


def _outside(
    reading: Reading, tag: str | None, default: str | None, games: Sequence[str]
) -> Iterator[Request]:
    if not reading.commands:
        return
    names = {
        entry.game or default: _name(entry)
        for entry in reading.entries
        if not isinstance(entry.game, UnknownHeading)
    }
    outside = reading.player.text if reading.player else None
    for game in _concerned(reading, tag, default, games):
        named = names.get(game) or outside
        yield replace(_asked_outside(reading), game=game, named=named)


def _asked_outside(reading: Reading) -> Request:
    """Return what a mail asks for outside all entries, whatever the game."""
    return Request("", reading.commands, None, reading.said, reading.wish)


def _concerned(
    reading: Reading, tag: str | None, default: str | None, games: Sequence[str]
) -> Sequence[str]:
    if tag is not None:
        return (tag,)
    headings = [entry.game for entry in reading.entries if entry.game is not None]
    named = [game for game in headings if isinstance(game, str)]
    if headings:
        return tuple(dict.fromkeys(named))
    if default is not None and any(entry.asks for entry in reading.entries):
        return (default,)
    return games


def _name(entry: Entry) -> str | None:
    return entry.player.text if entry.player else None


def _commands_of(reading: Reading) -> tuple[Command, ...]:
    """Return every command read in a mail, each once."""
    found = [*reading.commands, *(c for entry in reading.entries for c in entry.commands)]
    return tuple(dict.fromkeys(found))
