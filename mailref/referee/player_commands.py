"""What players may ask for by mail beside moving: HILFE, REGELN, STAND ... (contract 3).

One answer for each game the commands concern, or one where all would say the same; for none, one about the mailbox.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.family import family_of
from mailref.games.game import Player
from mailref.games.kind import kind_of
from mailref.orders.commands import asks_to_join, name_to_join, only_asks_to_join
from mailref.orders.shapes import folded
from mailref.orders.table import (
    IS_BACK,
    OF_MESSAGES,
    OF_READERS,
    OF_SUBSCRIBERS,
    ROW_OF,
    TOLD_IN_HELP,
    UNCLEAR,
    Command,
    ListedOrder,
    NotDone,
    Value,
    Who,
)
from mailref.reading.incoming_mail import Proof
from mailref.referee import contents, identity, messages, my_games, player_names
from mailref.referee.mails import (
    Decision,
    Owed,
    addresses_of,
    after,
    is_held_out,
    owe_to_game_master,
    owe_to_player,
    owe_to_sender,
    owe_to_subscriber,
)
from mailref.referee.policy import (
    CommandsGiven,
    Consideration,
    Did,
    Office,
    PressPolicy,
    Reason,
    Request,
    RunningGame,
)
from mailref.referee.reports import is_from_himself
from mailref.referee.shown_names import as_pages_show


def answer_commands(
    mail: Consideration, office: Office, *, moved_in: Collection[str] = ()
) -> Decision:
    """Carry out a mail's commands and owe their answers.

    *moved_in*: the games in which a move of this mail comes into force; it replaces the earlier one
    anyway, so that ZURÜCKZIEHEN beside it withdraws nothing.
    """
    if Command.MY_GAMES in mail.commands:
        listed = Decision((), tuple(my_games.listed(mail, office)))
        rest = my_games.without(mail)
        if not rest.commands:
            return listed
        return listed.then(answer_commands(rest, office, moved_in=moved_in))
    requests = _without_what_a_move_answers(_requests(mail, office), moved_in)
    requests, in_several = messages.addressed_once(requests, office)
    told, in_hand = _games_in_hand(mail, office, requests)
    decision = Decision((), told)
    requests = tuple(each for each in requests if each.game not in in_hand)
    requests = _of_games_that_go_on(requests, office)
    answers: list[tuple[_Asking, tuple[Owed, ...]]] = []
    for request in requests:
        asking = _Asking(
            request,
            mail,
            office,
            office.games[request.game],
            is_one_of_several=in_several,
            moves=request.game in moved_in,
        )
        was = asking.running
        events, refused = _effects_of(asking)
        done = Decision(tuple((request.game, event) for event in events), ())
        office = after(office, done)
        asking = _Asking(request, mail, office, office.games[request.game], events, refused)
        answers.append((asking, (*_mails(asking), *_told_to_all(asking, was))))
        decision = decision.then(done)
    decision = decision.then(Decision((), tuple(_told_once(answers))))
    if mail.requests or requests or not mail.commands:
        return decision
    return _without_game(mail, office)


_SAME_EVERYWHERE = frozenset({
    Command.HELP, Command.AWAY, Command.AWAY_OFF, Command.REMINDER_ON, Command.REMINDER_OFF, Command.LANGUAGE,
    Command.PAGE_ON, Command.PAGE_OFF,
})  # fmt: skip
"""Orders that say and do the same in all games of a player, so that one answer is enough."""


def _are_for_all(requests: Sequence[Request]) -> bool:
    """Tell whether a mail asks the same of several games, and their answers would be the same."""
    asked = {(each.commands, each.named, each.said) for each in requests}
    same = (_SAME_EVERYWHERE.issuperset(each.commands) for each in requests)
    return len(requests) > 1 and len(asked) == 1 and all(same)


def _of_games_that_go_on(requests: tuple[Request, ...], office: Office) -> tuple[Request, ...]:
    """Return what is asked of all games without that of those that are over, where one goes on."""
    going_on = tuple(each for each in requests if not office.games[each.game].game.is_over)
    return going_on if going_on and _are_for_all(requests) else requests


def _told_to_all(asking: "_Asking", was: RunningGame) -> Iterator[Owed]:
    """Tell all others of an absence, or that one is over, where a game tells of it at once."""
    if not asking.events or _ABSENCES.isdisjoint(asking.request.commands):
        return
    receipt, besides = asking.mail.receipt, [asking.player() or ""]
    if asking.mail.from_game_master:
        besides.append("")
    did = Did(was, receipt.received, asking.events)
    key = f"command:{receipt.key}:{asking.running.policy.id}"
    yield from family_of(asking.running).spread(did, asking.office, key, besides)


_ABSENCES = frozenset({Command.AWAY, Command.AWAY_OFF})


def _told_once(answers: Sequence[tuple["_Asking", tuple[Owed, ...]]]) -> Iterator[Owed]:
    """Yield the mails of orders; what was done in several games alike is told once, with their titles."""
    is_for_all = _are_for_all([each.request for each, _ in answers])
    alike: dict[object, list[tuple[_Asking, tuple[Owed, ...]]]] = {}
    for number, (asking, mails) in enumerate(answers):
        is_help = asking.request.commands == (Command.HELP,)
        before, why = NotDone.AWAY_BEFORE in asking.refused, {*asking.refused}
        is_done = bool(asking.events) or before
        outcome = frozenset(why - {NotDone.AWAY_BEFORE}), is_done, asking.player() is not None
        key = (is_help or outcome) if is_for_all and not asking.mail.from_game_master else number
        alike.setdefault(key, []).append((asking, mails))
    for (_, mails), *others in alike.values():
        titles = tuple(asking.running.policy.title for asking, _ in others)
        yield from (replace(e, elsewhere=titles) if e.answers else e for e in mails)
        for _, more in others:
            yield from (each for each in more if each.answers is None)


def _games_in_hand(
    mail: Consideration, office: Office, requests: Sequence[Request]
) -> tuple[tuple[Owed, ...], tuple[str, ...]]:
    """Answer STAND alone in one mail where it concerns several games in turns; and say which those are."""
    found: list[tuple[RunningGame, str]] = []
    for request in requests:
        running = office.games[request.game]
        player = _Asking(request, mail, office, running).player()
        is_plain = request.commands == (Command.STATUS,)
        is_seated = kind_of(running.game).is_seated
        if is_seated and player is not None and is_plain:
            sees = running.game.players[player], mail.mail.sender or "", mail.receipt.received
            found += [] if is_held_out(*sees) else [(running, player)]
    if len(found) < _SEVERAL or mail.from_game_master:
        return (), ()
    first, name = found[0]
    key = f"command:{mail.receipt.key}:games"
    content = kind_of(first.game).in_one_mail(found)
    owed = owe_to_sender(mail, first, first.game.players[name], content, key)
    kept = tuple(
        (order, f"{running.policy.title}: {text}")
        for running, name in found
        for order, text in running.game.players[name].kept.value
    )
    mails = tuple(replace(each, game=None, tag=None, kept=kept) for each in owed)
    return mails, tuple(running.policy.id for running, _ in found)


_SEVERAL = 2


def _requests(mail: Consideration, office: Office) -> tuple[Request, ...]:
    """Return the requests; ANMELDEN without a game's name is for the only one that is open."""
    if mail.requests or Command.JOIN not in mail.commands:
        return mail.requests
    games = identity.open_games(office)
    is_for_another = any(each.reason is Reason.UNKNOWN_GAME for each in mail.entries)
    if len(games) != 1 or is_for_another:
        return ()
    asked = mail.outside or Request("", ())
    return (replace(asked, game=games[0], commands=mail.commands, named=mail.named),)


_ANSWERED_BY_A_MOVE = frozenset({Command.WITHDRAW, Command.STATUS})
"""It replaces what is withdrawn, and its answer says how the game stands, the new move included."""


def _without_what_a_move_answers(
    requests: tuple[Request, ...], moved_in: Collection[str]
) -> tuple[Request, ...]:
    kept = tuple(
        replace(each, commands=tuple(c for c in each.commands if c not in _ANSWERED_BY_A_MOVE))
        if each.game in moved_in
        else each
        for each in requests
    )
    return tuple(each for each in kept if each.commands)


class _Asking(Struct, frozen=True):
    """A request with the mail it stands in and the game it is about."""

    request: Request
    mail: Consideration
    office: Office
    running: RunningGame
    events: tuple[happened.Event, ...] = ()
    """What its commands have changed, once they are carried out."""
    refused: tuple[NotDone, ...] = ()
    is_one_of_several: bool = False
    """Whether a message of the mail is for one of several games, and it does not say for which."""
    moves: bool = False
    """Whether a move of the mail comes into force in this game."""

    @property
    def sender(self) -> str:
        return self.mail.mail.sender or ""

    @property
    def name(self) -> str:
        """Return the name that the mail gives the player, else the sender's own."""
        return self.request.named or self.mail.mail.sender_name

    def find(self) -> identity.Known | identity.NotKnown:
        """Find who asks."""
        return identity.find_player(
            self.mail.mail,
            self.running,
            self.office,
            self.request.named,
            is_answer_to_game_master=self.mail.receipt.proves_game_master(self.running.policy.id),
            needs_proof=identity.needs_a_proof(self.request.commands, self.running),
        )

    def office_shown(self) -> Office:
        """Return the office as who asks may see it: of a game that is none of his by the names on its pages."""
        readers = (*self.running.policy.subscribers, self.running.policy.deputy or "")
        is_his = self.mail.from_game_master or self.sender in map(str.lower, readers)
        if is_his or identity.players_at(self.running, self.sender):
            return self.office
        return as_pages_show(self.running.policy.id, self.office)

    def player(self) -> str | None:
        """Return the player of this game who asks; None where nobody is known."""
        found = self.find()
        return found.name if isinstance(found, identity.Known) and found.newcomer is None else None


def _effects_of(asking: _Asking) -> tuple[tuple[happened.Event, ...], tuple[NotDone, ...]]:
    """Return what the commands for one game change, in the order in which they stand; and what is refused."""
    events: list[happened.Event] = []
    refused: list[NotDone] = []
    for command in asking.request.commands:
        joined = (
            e.name for e in events if isinstance(e, happened.PlayerJoined | happened.PlayerReturned)
        )
        for outcome in _outcomes(asking, command, next(joined, None)):
            if isinstance(outcome, NotDone):
                refused.append(outcome)
            else:
                events.append(outcome)
    return tuple(events), tuple(dict.fromkeys(refused))


def leave_with_one_click(
    office: Office, running: RunningGame, address: str, key: str, now: datetime
) -> Decision:
    """End the reports of a game to an address, as ABMELDEN from there does; nothing if that was done before."""
    decision = Decision((), ())
    for player in identity.players_at(running, address):
        family = family_of(office.games[running.policy.id])
        left = NotDone.ALREADY_LEFT if family.is_leaving(player.name) else family.leave(player.name)
        if left is not NotDone.ALREADY_LEFT:
            done = _left(office, running, player, left, address, f"{key}:{player.name}", now)
            decision, office = decision.then(done), after(office, done)
    is_reader = identity.is_subscriber(running, address)
    if is_reader and address not in running.game.left_subscribers:
        left = happened.SubscriberLeft(address)
        decision = decision.then(_left(office, running, None, left, address, key, now))
    return decision


def _left(  # noqa: PLR0917  of which game, who, and how he is told
    office: Office,
    running: RunningGame,
    player: Player | None,
    outcome: happened.Event | NotDone,
    address: str,
    key: str,
    now: datetime,
) -> Decision:
    """Record that somebody has left, or why he cannot, and tell him."""
    refused = (outcome,) if isinstance(outcome, NotDone) else ()
    events = () if isinstance(outcome, NotDone) else (outcome,)
    done = Decision(tuple((running.policy.id, event) for event in events), ())
    office = after(office, done)
    running = office.games[running.policy.id]
    given = CommandsGiven((Command.LEAVE,), player.name if player else None, events, refused)
    content = family_of(running).answer_commands(given, office)
    if player is None:
        return replace(done, mails=(owe_to_subscriber(running, address, content, key, now),))
    mails = tuple(owe_to_player(running, player, content, key, now, address=address))
    if isinstance(outcome, happened.PlayerLeft):
        notice = contents.Notice(contents.SignedOff(address, player.name), running.policy)
        said = owe_to_game_master(office.house, notice, f"left:{key}", now, running=running)
        mails = (*mails, said)
    return replace(done, mails=mails)


_Outcomes = Iterator[happened.Event | NotDone]
_Decides = Callable[[_Asking, Any], _Outcomes]


def _outcomes(asking: _Asking, command: Command, joined: str | None) -> _Outcomes:
    """Yield what one order does; *joined* is who has come in by this very mail."""
    is_his_own = command is Command.MESSAGE and asking.mail.from_game_master
    player = None if is_his_own and asking.request.named else asking.player() or joined
    row = ROW_OF.get(command)
    if player is None and (row is None or row.who is not Who.ANYONE):
        yield from _of_game_master(asking, row)
    elif identity.is_in_doubt(
        asking.mail.mail, {command}, asking.office, asking.mail.receipt.received
    ):
        yield NotDone.WHO_WROTE
    elif _is_in_doubt(asking.request, command):
        yield NotDone.MEANT_OR_NOT
    elif decide := DECIDES.get(command):
        yield from decide(asking, player)


_SAYS_NO_MORE = frozenset(
    command
    for command, row in ROW_OF.items()
    if row.value is Value.NOTHING and command not in (Command.PAGE_ON, Command.AWAY_OFF)
)
"""Behind these nothing stands but that they are in doubt; the two others ask in words of their own."""


def _is_in_doubt(request: Request, command: Command) -> bool:
    """Tell whether what stands below an order may take it back."""
    return request.said[command] == UNCLEAR and command in _SAYS_NO_MORE


def _of_game_master(asking: _Asking, row: ListedOrder | None) -> _Outcomes:
    """Yield what an order of players does that the game master gives in his own name, if he may.

    A message is always his own, whoever the line `Spieler=` above it names.
    """
    named, own_name = asking.request.named, asking.office.house.gamemaster_name
    is_in_his_name = named is None or folded(named) == folded(own_name)
    is_his = row is not None and row.who is Who.WRITER
    is_his = is_his and (is_in_his_name or (row is not None and row.command is Command.MESSAGE))
    if row is None or not is_his or not asking.mail.from_game_master:
        yield _nobody(asking)
        return
    house, proof = asking.office.house, asking.mail.mail.proof
    lacking = {Proof.FAILED, Proof.NONE} if house.asks_for_proof else {Proof.FAILED}
    if proof in lacking or not asking.mail.receipt.proves_game_master(asking.running.policy.id):
        yield NotDone.NOT_THE_GAME_MASTER
    else:
        yield from DECIDES[row.command](asking, None)


def _misnamed(asking: _Asking, player: str | None) -> _Outcomes:
    """Say so where STAND is asked for under the name of another: its answer shows a stranger's part."""
    if player is None and _nobody(asking) is NotDone.NOT_HIS_NAME:
        yield NotDone.NOT_HIS_NAME


def _withdraw(asking: _Asking, player: str) -> _Outcomes:
    yield family_of(asking.running).withdraw(player, asking.mail.receipt.received)


def _remind(_asking: _Asking, player: str) -> _Outcomes:
    yield happened.ReminderSet(player, wanted=True)


def _do_not_remind(_asking: _Asking, player: str) -> _Outcomes:
    yield happened.ReminderSet(player, wanted=False)


def _show_name(asking: _Asking, player: str) -> _Outcomes:
    """SEITE JA: pages for all show a player by his name, no longer by his initials."""
    if asking.request.said[Command.PAGE_ON] == UNCLEAR:
        yield NotDone.NAME_OR_NOT
        return
    yield happened.NameShown(player, is_shown=True)


def _hide_name(_asking: _Asking, player: str) -> _Outcomes:
    yield happened.NameShown(player, is_shown=False)


def _rematch(asking: _Asking, player: str) -> _Outcomes:
    noted = family_of(asking.running).rematch(player, asking.mail.receipt.received, asking.office)
    yield from noted if isinstance(noted, tuple) else (noted,)


def _first_rack(asking: _Asking, player: str) -> _Outcomes:
    """ZIEHE 4V 3K: from which bag the first rack is wanted."""
    if asking.request.wish is not None:
        yield family_of(asking.running).first_rack(player, asking.request.wish)


def _nobody(asking: _Asking) -> NotDone:
    """Say why nobody is known: several players share the address, or it is not his who is named."""
    found = asking.find()
    why = found.reason if isinstance(found, identity.NotKnown) else None
    if why is Reason.SENDER_MISMATCH and identity.players_at(asking.running, asking.sender):
        return NotDone.NOT_HIS_NAME
    return NotDone.WHICH_PLAYER if why is Reason.AMBIGUOUS else NotDone.NOT_A_PLAYER


def _join_or_ask(asking: _Asking, player: str | None) -> _Outcomes:
    """Register the sender; where the game master decides, note that he asked."""
    joined = _join(asking, player)
    yield joined
    if joined is NotDone.CLOSED and _former_player(asking) is None:
        yield from _join_asked(asking.office, asking.running, asking.mail, asking.name)


def _join(asking: _Asking, player: str | None) -> happened.Event | NotDone:
    """ANMELDEN: an open game registers the sender; a closed one puts it before the game master."""
    running = asking.running
    if player is not None:
        is_leaving = family_of(running).is_leaving(player)
        return _back(running.game.players[player]) if is_leaving else NotDone.ALREADY_IN
    if running.game.is_over:
        return NotDone.GAME_IS_OVER
    if (former := _former_player(asking)) is not None:
        return _back(former)
    found = asking.find()
    if isinstance(found, identity.Known) and (newcomer := found.newcomer) is not None:
        return family_of(running).join(newcomer.name, newcomer.address)
    is_shared = isinstance(found, identity.NotKnown) and found.reason is Reason.AMBIGUOUS
    is_open = identity.is_open_to(running, asking.sender, asking.office)
    mine = identity.players_at(running, asking.sender)
    if is_shared or (is_open and not all(each.has_left for each in mine)):
        return NotDone.ALREADY_IN
    return _why_not_called(found, asking) if is_open else NotDone.CLOSED


def _why_not_called(found: identity.Known | identity.NotKnown, asking: _Asking) -> NotDone:
    """Say why a newcomer of an open game cannot be called as he would be."""
    name = found.named if isinstance(found, identity.NotKnown) else None
    if not name:
        return NotDone.NO_NAME
    in_club = asking.office.club is not None
    fault = player_names.fault_of_name(name, asking.sender, asking.office) if in_club else None
    is_taken = fault is None or fault.why is player_names.NameWrong.TAKEN
    return NotDone.NAME_TAKEN if is_taken else NotDone.NAME_UNFIT


SHUT_OUT = frozenset({NotDone.NAME_TAKEN, NotDone.NAME_UNFIT, NotDone.NO_NAME})
"""Why a newcomer is not let in who may come in by another name."""


def _back(player: Player) -> happened.Event | NotDone:
    """Let a player back in who left by himself; only the game master undoes what he did."""
    return (
        happened.PlayerReturned(player.name)
        if player.left_because == happened.BY_MAIL
        else NotDone.CLOSED
    )


def _former_player(asking: _Asking) -> Player | None:
    """Return the player at the sender's address who has left; by his name, if there are several."""
    left = [each for each in identity.players_at(asking.running, asking.sender) if each.has_left]
    by_name = [each for each in left if folded(each.name) == folded(asking.name)]
    found = left if len(left) == 1 else by_name
    return found[0] if len(found) == 1 else None


def _leave(asking: _Asking, player: str | None) -> _Outcomes:
    """ABMELDEN: a player leaves after this round; a subscriber gets no more reports."""
    game = asking.running.game
    if player is not None:
        family = family_of(asking.running)
        yield NotDone.ALREADY_LEFT if family.is_leaving(player) else family.leave(player)
    elif identity.is_subscriber(asking.running, asking.sender):
        has_left = asking.sender in game.left_subscribers
        yield NotDone.ALREADY_LEFT if has_left else happened.SubscriberLeft(asking.sender)
    else:
        yield NotDone.ALREADY_LEFT if _former_player(asking) else _nobody(asking)


def _speak(asking: _Asking, player: str | None) -> _Outcomes:
    """SPRACHE EN: mails to a player, or reports to a subscriber, come in that language."""
    language = asking.request.said[Command.LANGUAGE]
    if player is not None:
        yield happened.LanguageSet(player, language)
    elif identity.is_subscriber(asking.running, asking.sender):
        yield happened.SubscriberLanguageSet(asking.sender, language)
    else:
        yield _nobody(asking)


def _object(asking: _Asking, player: str) -> _Outcomes:
    """EINSPRUCH: before the first move the game master hears, once, who is against the rules."""
    what = _objection(asking.running, player)
    if not family_of(family_of(asking.running).seen_by(player)).may_object():
        yield NotDone.TOO_LATE_TO_OBJECT
    elif what not in asking.running.game.noted:
        yield happened.Noted(what, asking.mail.receipt.received)


def _objection(running: RunningGame, player: str) -> str:
    """Return what is noted of an objection: by number, for a player may be renamed or forgotten."""
    return f"objection:{tuple(running.game.players).index(player)}"


def _lot_word(asking: _Asking, player: str) -> _Outcomes:
    """LOSWORT: a player's own word, from an address of his own, is mixed into draws."""
    word, received = asking.request.said[Command.LOT_WORD], asking.mail.receipt.received
    given = family_of(asking.running).lot_word(player, word, received)
    is_his = is_from_himself(asking.running, asking.office, player, asking.sender)
    yield given if isinstance(given, NotDone) or is_his else NotDone.NO_ADDRESS_OF_HIS_OWN


def _press(asking: _Asking, player: str | None) -> _Outcomes:
    """PRESSE: a text for the next report; that of the game master waits for nobody."""
    text = asking.request.said[Command.PRESS]
    if not text.strip():
        yield NotDone.NO_PRESS
        return
    if asking.running.game.is_over:
        yield NotDone.PRESS_TOO_LATE
        return
    is_released = player is None or asking.running.policy.press is PressPolicy.OPEN
    writer = asking.office.house.gamemaster_name if player is None else player
    yield happened.PressReceived(writer, text, asking.mail.receipt.key, is_released)


def _message(asking: _Asking, player: str | None) -> _Outcomes:
    """NACHRICHT AN Max: a text for others in the game, who get it in a mail of ours."""
    if asking.running.game.is_over:
        yield NotDone.GAME_IS_OVER
        return
    writer = messages.MessageWriter(
        asking.running,
        asking.office,
        player,
        asking.sender,
        asking.mail.receipt,
        asking.is_one_of_several,
    )
    yield from messages.messages_of(writer, asking.request.said.every(Command.MESSAGE))


def _mute(asking: _Asking, player: str) -> _Outcomes:
    said = asking.request.said.every(Command.MUTE)
    yield from messages.muting(asking.running, player, said, is_muted=True)


def _unmute(asking: _Asking, player: str) -> _Outcomes:
    said = asking.request.said.every(Command.UNMUTE)
    yield from messages.muting(asking.running, player, said, is_muted=False)


def _note(asking: _Asking, player: str) -> _Outcomes:
    """NOTIZ: a text that a player keeps to himself; only from an address of his own."""
    text = " ".join(asking.request.said[Command.NOTE].split())
    if asking.sender not in addresses_of(asking.running.game.players[player]):
        yield NotDone.NOT_HIS_NAME
    elif len(text) > ROW_OF[Command.NOTE].most:
        yield NotDone.NOTE_TOO_LONG
    else:
        yield happened.TextKept(player, Command.NOTE, Secret(text))


def _away(asking: _Asking, player: str) -> _Outcomes:
    """URLAUB 1.12. - 10.1.: on which days a player is away."""
    days, received = asking.request.said[Command.AWAY], asking.mail.receipt.received
    noted = family_of(asking.running).away(player, days, received)
    yield from noted if isinstance(noted, tuple) else (noted,)


def _is_back(asking: _Asking, player: str) -> _Outcomes:
    """URLAUB AUS: he is there again; so is who says so and makes a move, if he is away now, and not later once more."""
    family, received = family_of(asking.running), asking.mail.receipt.received
    noted, said = family.back(player, received), asking.request.said[Command.AWAY_OFF]
    is_back = said == IS_BACK and asking.moves and family.is_away_once(player, received)
    if isinstance(noted, tuple) and said in (UNCLEAR, IS_BACK) and not is_back:
        noted = NotDone.BACK_OR_NOT
    yield from noted if isinstance(noted, tuple) else (noted,)


DECIDES: Mapping[Command, _Decides] = {
    Command.STATUS: _misnamed,
    Command.WITHDRAW: _withdraw,
    Command.REMINDER_ON: _remind,
    Command.REMINDER_OFF: _do_not_remind,
    Command.PAGE_ON: _show_name,
    Command.PAGE_OFF: _hide_name,
    Command.REMATCH: _rematch,
    Command.FIRST_RACK: _first_rack,
    Command.JOIN: _join_or_ask,
    Command.LEAVE: _leave,
    Command.LANGUAGE: _speak,
    Command.OBJECT: _object,
    Command.LOT_WORD: _lot_word,
    Command.NOTE: _note,
    Command.AWAY: _away,
    Command.AWAY_OFF: _is_back,
    Command.PRESS: _press,
    Command.MESSAGE: _message,
    Command.MUTE: _mute,
    Command.UNMUTE: _unmute,
}
"""What each order does in a game; those that are not here only show something."""


def _mails(asking: _Asking) -> Iterator[Owed]:
    """Yield the answer, what newcomers get, and what the game master must know."""
    events, refused = asking.events, asking.refused
    commands = tuple(e for e in asking.request.commands if not _is_in_doubt(asking.request, e))
    given = CommandsGiven(commands, asking.player(), events, refused, _of_no_use(asking))
    office = asking.office_shown()
    content = family_of(office.games[asking.running.policy.id]).answer_commands(given, office)
    if asking.mail.from_game_master and Command.STATUS in asking.request.commands:
        desk = family_of(asking.running).desk(asking.office, asking.mail.receipt.received)
        content = content if desk is None else content.with_desk(desk)
    ends = _end_of_text(events)
    for answer in _answers(asking, content):
        yield replace(answer, kept=(*answer.kept, *ends)) if answer.answers else answer
    for event in events:
        if isinstance(event, happened.PlayerJoined | happened.PlayerReturned):
            yield from welcome(asking.office, asking.running, event.name, asking.mail)
    wrote = [each for each in events if isinstance(each, happened.MessageSent)]
    for number, message in enumerate(wrote):
        yield from messages.mails_of(message, asking.running, asking.mail, asking.office, number)
    waits = any(isinstance(e, happened.PressReceived) and not e.is_released for e in events)
    if waits:
        author = asking.player() or asking.name
        yield _for_the_game_master(asking, contents.PressToRelease(asking.sender, author))
    for event in events:
        if isinstance(event, happened.PlayerLeft) and not asking.mail.from_game_master:
            yield _for_the_game_master(asking, contents.SignedOff(asking.sender, event.name), "")
    if (player := asking.player()) is not None:
        yield from _of_what_is_noted(asking, player, content)
    is_stranger = not identity.is_registered(asking.office, asking.sender)
    is_told = asking.office.club is not None  # there he reads it himself
    is_shut_out = is_stranger and not is_told and not SHUT_OUT.isdisjoint(refused)
    if NotDone.CLOSED in refused or is_shut_out:
        yield _asks_to_join(asking, [asking.running.policy.id])


def _of_no_use(asking: _Asking) -> frozenset[Command]:
    """Return the orders that do nothing for who asks: HILFE says nothing about them."""
    running, player = asking.running, asking.player()
    if player is None and all(
        each.has_left for each in identity.players_at(running, asking.sender)
    ):
        known = OF_READERS if asking.mail.from_game_master else OF_SUBSCRIBERS
        return frozenset(TOLD_IN_HELP) - known
    policy, family = running.policy, family_of(running)
    of_no_use = {
        Command.LOT_WORD: not policy.lots,
        **dict.fromkeys(OF_MESSAGES, not policy.messages),
    }
    if player is not None:
        is_late = family.withdraw(player, asking.mail.receipt.received) is NotDone.TOO_LATE
        may_object = family_of(family.seen_by(player)).may_object()
        of_no_use |= {Command.WITHDRAW: is_late, Command.OBJECT: not may_object}
        of_no_use[Command.JOIN] = not family.is_leaving(player)
    return frozenset(command for command, is_so in of_no_use.items() if is_so)


def _end_of_text(events: Sequence[happened.Event]) -> tuple[tuple[str, str], ...]:
    """Return with which line a text of several ends, for its writer: what stood below it is not in it."""
    texts = (event.text for event in events if isinstance(event, happened.PressReceived))
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    return ((Command.PRESS, lines[-1][:_MOST_OF_LINE]),) if len(lines) > 1 else ()


_MOST_OF_LINE = 100


def _of_what_is_noted(
    asking: _Asking, player: str, content: contents.AnswerToCommands
) -> Iterator[Owed]:
    """Tell the game master of an objection, and the others of somebody who wants a rematch."""
    noted = {event.what for event in asking.events if isinstance(event, happened.Noted)}
    running, receipt = asking.running, asking.mail.receipt
    if _objection(running, player) in noted:
        is_hidden = family_of(running).hides_moves(asking.office)
        said = "" if is_hidden else asking.mail.reference.quoted
        about = contents.Objection(asking.sender, player, kind_of(running.game).plays_alone)
        yield _for_the_game_master(asking, about, said)
    if not noted:
        return
    for name, asked in family_of(running).told_to_others(content, player):
        key = f"rematch:{receipt.key}:{running.policy.id}:{name}"
        yield from owe_to_player(running, running.game.players[name], asked, key, receipt.received)


def welcome(office: Office, running: RunningGame, name: str, mail: Consideration) -> Iterator[Owed]:
    """Send a newcomer what every player got at the start."""
    content = family_of(running).welcome(name, office)
    key = f"opening:{running.policy.id}:{name}:{mail.receipt.key}"
    player = running.game.players[name]
    yield from owe_to_player(running, player, content, key, mail.receipt.received)


def _answers(asking: _Asking, content: contents.AnswerToCommands) -> Iterator[Owed]:
    """Answer the sender; what the game master does for a player is told to both (contract 5)."""
    running, sender = asking.running, asking.sender
    key = f"command:{asking.mail.receipt.key}:{running.policy.id}"
    now = asking.mail.receipt.received
    player = running.game.players.get(content.player or "")
    is_his_own = player is not None and sender in addresses_of(player)
    if asking.mail.from_game_master and not is_his_own:
        copy = content.copy_for_game_master() if player else content
        hides_moves = player is not None and family_of(running).hides_moves(asking.office)
        copy = copy.without_moves() if hides_moves else copy
        copy = family_of(running).without_table(copy, None)
        yield owe_to_game_master(
            asking.office.house, copy, key, now, running=running, answers=asking.mail.reference
        )
        if player is not None and content.concerns_player:
            yield from owe_to_player(running, player, content.entered_by_game_master(), key, now)
    elif player is None and identity.is_subscriber(running, sender):
        yield owe_to_subscriber(running, sender, content, key, now, answers=asking.mail.reference)
    elif (
        player is not None
        or identity.is_registered(asking.office, sender)
        or _is_told_in_club(asking)
    ):
        addressee = player or identity.owner_of(asking.office, running, sender)
        yield from owe_to_sender(asking.mail, running, addressee, content, key)


def _is_told_in_club(asking: _Asking) -> bool:
    """Tell whether a club answers who plays in no game: a member, and who may come in by another name."""
    club = asking.office.club
    is_shut_out = not SHUT_OUT.isdisjoint(asking.refused)
    return club is not None and (is_shut_out or asking.sender in club.members())


def _for_the_game_master(
    asking: _Asking,
    about: contents.SignedOff | contents.JoinRequest | contents.PressToRelease | contents.Objection,
    quoted: str | None = None,
) -> Owed:
    """Put a request to join, press to release, or an objection before the game master."""
    mail, running = asking.mail, asking.running
    said = asking.request.said[Command.PRESS] if quoted is None else quoted
    return owe_to_game_master(
        asking.office.house,
        contents.Notice(about, running.policy, quoted=said),
        f"{about.code}:{mail.receipt.key}:{running.policy.id}",
        mail.receipt.received,
        running=running,
    )


def _asks_to_join(asking: _Asking, games: Sequence[str]) -> Owed:
    why = identity.why_not_in(asking.office, games, asking.sender)
    is_full = not any(identity.may_be_admitted(asking.office.games[id_]) for id_ in games)
    request = contents.JoinRequest(asking.sender, asking.name, why, is_full=is_full)
    return _for_the_game_master(asking, request)


_MOST_LINES = 50
_MOST_SAID = 300


def _join_asked(
    office: Office, running: RunningGame, mail: Consideration, name: str
) -> Iterator[happened.JoinAsked]:
    """Note who asks to be let in, so that the game master can admit him by one line; each once."""
    sender = mail.mail.sender or ""
    if not identity.may_be_admitted(running) or _has_asked(running, sender):
        return
    by_address = sender.partition("@")[0] if office.club is None else ""
    fit = player_names.fit_name(name) or player_names.fit_name(by_address)
    said = _said(mail, is_hidden=family_of(running).hides_moves(office))
    yield happened.JoinAsked(fit, sender, said[:_MOST_SAID], mail.receipt.received)


def _has_asked(running: RunningGame, sender: str) -> bool:
    game = running.game
    is_waiting = any(wish.address == sender for wish in game.waiting_to_join)
    return is_waiting or _join_noted(sender) in game.noted


def _join_noted(sender: str) -> str:
    return f"join_request:{sender}"


def _said(mail: Consideration, *, is_hidden: bool) -> str:
    """Return what somebody wrote; where moves are hidden only the lines that hold none."""
    if not is_hidden:
        return mail.reference.quoted
    lines = (line.text for line in mail.mail.lines[:_MOST_LINES])
    return "\n".join(line for line in lines if only_asks_to_join(line))


def stranger_asks_to_join(mail: Consideration, office: Office) -> Decision:
    """Put before the game master that a stranger wants to play, once for each address (contract 2)."""
    sender = mail.mail.sender
    lines = [line.text for line in mail.mail.lines[:_MOST_LINES]]
    says_so = any(map(asks_to_join, lines))
    is_asked = mail.mail.robot is None and (Command.JOIN in mail.commands or says_so)
    if sender is None or not is_asked or mail.mail.proof is Proof.FAILED:
        return Decision((), ())
    named = [request.game for request in mail.requests]
    going_on = [id_ for id_ in named or office.games if not office.games[id_].game.is_over]
    if not going_on or any(_has_asked(office.games[id_], sender) for id_ in going_on):
        return Decision((), ())
    by_name = (
        name for line in lines if (name := name_to_join(line)) and not _is_game(name, office)
    )
    request = Request(going_on[0], mail.commands, mail.named or next(by_name, None))
    asking = _Asking(request, mail, office, office.games[going_on[0]])
    wishes = tuple(
        (id_, event)
        for id_ in going_on
        for event in _join_asked(office, office.games[id_], mail, asking.name)
    )
    noted = ((going_on[0], happened.Noted(_join_noted(sender), mail.receipt.received)),)
    owed = _asks_to_join(asking, going_on)
    hides = any(family_of(office.games[id_]).hides_moves(office) for id_ in going_on)
    if isinstance(owed.content, contents.Notice):
        words = _said(mail, is_hidden=hides)
        owed = replace(owed, content=replace(owed.content, quoted=words))
    return Decision(wishes or noted, (owed,))


def _is_game(name: str, office: Office) -> bool:
    """Tell whether what stands behind ANMELDEN is a game's name and not the sender's."""
    named = {
        folded(each)
        for id_, running in office.games.items()
        for each in (id_, running.policy.title)
    }
    return folded(name) in named


def _without_game(mail: Consideration, office: Office) -> Decision:
    """Answer a command of somebody registered that concerns no game; a stranger's is passed on."""
    if not identity.is_registered(office, mail.mail.sender or ""):
        return stranger_asks_to_join(mail, office)
    if not mail.from_game_master:
        return Decision((), ())
    content = contents.AnswerToCommands(
        commands=mail.commands,
        games=tuple(running.policy for running in office.games.values()),
        no_use=frozenset(TOLD_IN_HELP) - OF_READERS,
    )
    key = f"command:{mail.receipt.key}"
    now = mail.receipt.received
    owed = owe_to_game_master(office.house, content, key, now, answers=mail.reference)
    return Decision((), (owed,))
