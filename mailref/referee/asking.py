"""Who is asked back, and why: what his mail asks for waits until he says yes (contract 5).

The question goes to the registered address and carries a one-time token in its Message-ID. What is
answered yes is the mail as it came, so that nobody who learns the token can put another in its place.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from mailref.games.events import PlayerJoined
from mailref.games.family import family_of
from mailref.orders.commands import is_prose
from mailref.orders.entries import orders_in
from mailref.orders.names import folded, subject_tag, tagged_game
from mailref.orders.table import HARMLESS, Command
from mailref.orders.written import ResignAct
from mailref.orders.yes_and_no import said
from mailref.reading.incoming_mail import IncomingMail, Line, Proof
from mailref.referee import gm_orders
from mailref.referee.contents import meant_by
from mailref.referee.deadline import is_far_ahead
from mailref.referee.findings import (
    Consideration,
    Considered,
    MailToGameMaster,
    Office,
    Outcome,
    Reason,
)
from mailref.referee.gm_order_lines import (
    OF_THE_MOMENT,
    WEIGHTY,
    Adopt,
    Ordered,
    OrderLine,
    game_of,
    owe_him_notice,
)
from mailref.referee.gm_orders import (
    Doubt,
    ExtendDeadline,
    FarZat,
    Incomplete,
    Lack,
    MaybeProse,
    ReopenRound,
    ResumeGame,
    RuleWord,
    TurnGoesBack,
    UndoTurn,
    UnknownPlayer,
    UnusedWord,
)
from mailref.referee.identity import (
    holds_token,
    is_proven,
    is_subscriber,
    one_time_token,
    owner_of,
    players_at,
)
from mailref.referee.mails import (
    AskBack,
    Decision,
    Owed,
    answered,
    owe_to_player,
    owe_to_subscriber,
)
from mailref.referee.notices import (
    AnsweredBefore,
    Dropped,
    Matter,
    NewcomerAsked,
    Notice,
    OrdersAsked,
    OrdersDone,
    OrdersRefused,
    PressToRelease,
    SenderAsked,
    WhyAsked,
)
from mailref.referee.policy import RunningGame, Trust


def said_yes(mail: IncomingMail) -> bool | None:
    """Tell whether a mail says yes, or no, on a line of its own; None: neither."""
    found = {said(line.text) for block in (mail.lines, *mail.below) for line in block}
    if False in found:
        return False
    return True if True in found else None


def line_said(mail: IncomingMail) -> str:
    """Return the line of a mail that says yes or no."""
    lines = (line.text for block in (mail.lines, *mail.below) for line in block)
    return next((text for text in lines if said(text) is not None), "")


def beside_answer(mail: IncomingMail) -> IncomingMail:
    """Return the mail without the lines that say yes or no: a bare JA lays a word at a table (table 7)."""

    def rest(block: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(line for line in block if said(line.text) is None)

    return replace(mail, lines=rest(mail.lines), below=tuple(rest(each) for each in mail.below))


def id_holds(sent: MailToGameMaster, office: Office) -> bool:
    """Tell whether the id of a mail of ours to the game master still proves him.

    It holds until the end of the round after its own; about no game, until two rounds have ended in
    any that goes on. After the end of a game none holds.
    """
    if sent.game is not None:
        running = office.games.get(sent.game)
        if running is None or running.game.is_over or sent.round is None:
            return False
        return sent.round >= family_of(running).number - 1
    going_on = [each for each in office.games.values() if not each.game.is_over]
    ends = (family_of(each).ended_before_last for each in going_on)
    return bool(going_on) and all(end is None or sent.sent >= end for end in ends)


def why_orders_wait(
    considered: Consideration, lines: Sequence[OrderLine], office: Office, now: datetime
) -> WhyAsked | None:
    """Return why the game master is asked before his orders are carried out; None: he is not."""
    if not considered.receipt.proves_game_master(game_of(considered, office)):
        return WhyAsked.OLD_MAIL
    if office.house.asks_for_proof and considered.mail.proof is Proof.NONE:
        return WhyAsked.NO_PROOF
    if any(isinstance(line, Ordered) and isinstance(line.order, WEIGHTY) for line in lines):
        return WhyAsked.WEIGHTY
    return WhyAsked.ODD if doubts_about(considered, lines, office, now) else None


def doubts_about(
    considered: Consideration, lines: Sequence[OrderLine], office: Office, now: datetime
) -> tuple[Doubt, ...]:
    """Return what is odd about orders: a ZAT far ahead, a word that nobody has used, half a sentence."""
    running = office.games.get(game_of(considered, office) or "")
    if running is None:
        return ()
    family = family_of(running)
    found: list[Doubt] = []
    for line in lines:
        match line:
            case Ordered(written, is_doubtful=True):
                found.append(MaybeProse(written))
            case Ordered(order=ExtendDeadline(zat) | ReopenRound(zat) | ResumeGame(zat)):
                if zat is not None and is_far_ahead(zat, now):
                    found.append(FarZat(zat.astimezone(running.policy.zone)))
            case Ordered(order=RuleWord(word)):
                if word not in family.words_asked and not family.has_word(word, office):
                    found.append(UnusedWord(word))
            case Ordered(order=UndoTurn()):
                found += [TurnGoesBack(*before)] if (before := running.game.turn_before) else []
            case _:
                continue
    return tuple(dict.fromkeys(found))


def is_of_the_moment(order: gm_orders.GmOrder, *, in_rounds: bool) -> bool:
    """Tell whether an order means the round or turn that is open, or the last one, without naming it.

    Once the game has gone on it would mean another.

    >>> is_of_the_moment(gm_orders.CorrectScore("Max", 5, None), in_rounds=True)
    True
    >>> is_of_the_moment(gm_orders.CorrectScore("Max", 5, 3), in_rounds=True)
    False
    """
    if isinstance(order, gm_orders.CorrectScore):
        return in_rounds and order.round is None
    return isinstance(order, OF_THE_MOMENT)


def why_sender_is_asked(considered: Consideration, office: Office) -> WhyAsked | None:
    """Return why a player, a reader or the game master is asked whether a mail is his; None: he is not."""
    mail = considered.mail
    if mail.proof is Proof.NONE and _enters_unproven(considered):
        is_old = considered.receipt.to_game_master and not considered.receipt.answers_game_master
        return WhyAsked.OLD_MAIL if is_old else WhyAsked.NO_PROOF
    if lacks_demanded_proof(considered, office):
        return WhyAsked.NO_PROOF
    changes = considered.holds_move or not HARMLESS.issuperset(considered.commands)
    if mail.robot is not None or mail.proof is Proof.CONFIRMED or not changes:
        return None
    his = _his_games(considered, office)
    if not his:
        return None
    if mail.proof is Proof.FAILED:
        return WhyAsked.FAILED_PROOF
    if any(_resigns_unproven(entry, mail, office) for entry in considered.entries):
        return WhyAsked.RESIGNS
    leaves = Command.LEAVE in considered.commands
    if any(_is_too_old(considered, running, office, leaves=leaves) for running in his):
        return WhyAsked.OLD_MAIL
    return None


def lacks_demanded_proof(considered: Consideration, office: Office) -> bool:
    """Tell whether a player's mail is nobody's for his game wants a proof from our server, and it has none.

    Whatever it holds: who hears nothing at all takes his move for one that counts.
    """
    mail = considered.mail
    is_nobodys = any(each.reason is Reason.UNKNOWN_SENDER for each in considered.entries)
    is_doubted = mail.robot is None and mail.proof is Proof.NONE and is_nobodys
    return is_doubted and not considered.from_game_master and any(
        running.policy.trust is Trust.AUTHENTICATED and players_at(running, mail.sender or "")
        for running in _his_games(considered, office)
    )  # fmt: skip


def _resigns_unproven(entry: Considered, mail: IncomingMail, office: Office) -> bool:
    """Tell whether a seat is given up for good by a mail that answers none of ours.

    Among other words it may only ask what would happen if somebody wrote that one.
    """
    running = office.games.get(entry.game or "")
    orders = orders_in(entry.entry)
    if running is None or orders is None or orders.act(ResignAct) is None:
        return False
    players = players_at(running, mail.sender or "")
    is_proven = holds_token(mail, running, office.house, players)
    return entry.outcome is Outcome.ACCEPTED and not is_proven and _says_more(mail, running)


def _says_more(mail: IncomingMail, running: RunningGame) -> bool:
    """Tell whether a mail says more than one line, a greeting, and what heads an entry."""
    heads = {folded(running.policy.title), folded(running.policy.id)}
    texts = [line.text for line in mail.lines if line.text.strip() and "=" not in line.text]
    said = [text for text in texts if folded(text.strip()) not in heads]
    return all(is_prose(said[:at] + said[at + 1 :]) for at in range(len(said)))


def _enters_unproven(considered: Consideration) -> bool:
    """Tell whether the game master enters a move, and nothing proves that it is he."""
    is_doubted = any(each.reason is Reason.UNKNOWN_SENDER for each in considered.entries)
    is_his = considered.from_game_master and considered.mail.robot is None
    return is_his and considered.holds_move and is_doubted


def _his_games(considered: Consideration, office: Office) -> tuple[RunningGame, ...]:
    """Return the games of the sender, those first that his mail is about."""
    sender = considered.mail.sender or ""
    named = {entry.game for entry in considered.entries} | {
        each.game for each in considered.requests
    }
    his = [
        running
        for running in (office.games[id_] for id_ in office.games_at(sender))
        if any(not player.has_left for player in players_at(running, sender))
        or is_subscriber(running, sender)
    ]
    return tuple(sorted(his, key=lambda running: running.policy.id not in named))


def _is_too_old(
    considered: Consideration, running: RunningGame, office: Office, *, leaves: bool
) -> bool:
    """Tell whether a mail leans on one of ours whose time is over.

    ABMELDEN is asked about wherever that is so; anything else where the game demands a token.
    """
    mail, id_ = considered.mail, running.policy.id
    cited = [number for game, number in considered.receipt.answers if game == id_]
    players = players_at(running, mail.sender or "")
    if running.policy.trust is Trust.TOKEN and players:
        is_unproven = not is_proven(mail, running, office.house, players)
        return is_unproven and (leaves or bool(cited))
    rounds = [number for number in cited if number is not None]
    tag = subject_tag(mail.subject)
    if not rounds and tag is not None and tag[1] is not None and tagged_game(mail.subject, (id_,)):
        rounds = [tag[1]]
    return leaves and bool(rounds) and max(rounds) < family_of(running).number - 1


def ask_game_master(
    considered: Consideration,
    why: WhyAsked,
    lines: Sequence[OrderLine],
    office: Office,
    now: datetime,
    *,
    times: int = 0,
) -> Decision:
    """Ask the game master whether his orders are his; *times*: how often that was done before."""
    shown = tuple(line.line for line in lines if isinstance(line, (Ordered, Adopt)))
    about = OrdersAsked(why, shown, doubts_about(considered, lines, office, now))
    owed = _to_game_master(considered, about, office, now, f":{times}")
    return _asked(considered, why, owed, office)


def refuse_orders(considered: Consideration, office: Office, now: datetime) -> Decision:
    """Tell the game master that orders came which are not his."""
    return Decision((), (_to_game_master(considered, OrdersRefused(), office, now),))


def ask_sender(
    considered: Consideration, why: WhyAsked, office: Office, now: datetime, *, times: int = 0
) -> Decision:
    """Ask a player, a reader or the game master at his registered address whether a mail is his."""
    sender = considered.mail.sender or ""
    about = SenderAsked(sender, why)
    his = _his_games(considered, office)
    if not his:
        owed = _to_game_master(considered, about, office, now, f":{times}")
        return _asked(considered, why, owed, office)
    (owed,) = _to_sender(considered, his[0], about, office, now, f":{times}")
    return _asked(considered, why, owed, office)


def _to_sender(  # noqa: PLR0917  his mail, of which game, and what he is told of it
    considered: Consideration,
    running: RunningGame,
    about: Matter,
    office: Office,
    now: datetime,
    again: str = "",
) -> Iterator[Owed]:
    """Yield what a player or reader is told of his mail; where he is asked whose it is, it is quoted."""
    reference = answered(considered.mail, considered.receipt)
    sender, key = considered.mail.sender or "", f"{about.code}:{considered.receipt.key}{again}"
    quoted = reference.quoted if isinstance(about, SenderAsked) else ""
    content = Notice(about, running.policy, quoted=quoted)
    owner = owner_of(office, running, sender)
    return owe_to_player(running, owner, content, key, now, address=sender, answers=reference)


def lets_unknown_in(considered: Consideration, decision: Decision) -> bool:
    """Tell whether a decision lets somebody in of whom nothing is known but a From field."""
    is_known = considered.mail.proof in {Proof.PASSED, Proof.CONFIRMED}
    joins = any(isinstance(event, PlayerJoined) for _, event in decision.events)
    return joins and considered.is_stranger and not is_known


def ask_newcomer(
    considered: Consideration, decision: Decision, office: Office, now: datetime
) -> Decision:
    """Ask at an unknown address whether somebody there wants in; *decision* is what a yes does.

    Nothing of the mail is quoted: it may be somebody else's, who wants us to send it there.
    """
    sender = considered.mail.sender or ""
    game = next(id_ for id_, event in decision.events if isinstance(event, PlayerJoined))
    running = office.games[game]
    about = NewcomerAsked(running.game.commitment)
    owed = owe_to_subscriber(
        running,
        sender,
        Notice(about, running.policy),
        f"{about.code}:{considered.receipt.key}",
        now,
    )
    reference = answered(considered.mail, considered.receipt)
    return _asked(considered, WhyAsked.NEWCOMER, replace(owed, answers=reference), office)


def say(
    considered: Consideration, about: Dropped | AnsweredBefore, office: Office, now: datetime
) -> Decision:
    """Tell who answered a question what became of it."""
    if considered.from_game_master:
        return Decision((), (_to_game_master(considered, about, office, now),))
    sender = considered.mail.sender or ""
    # Also who has left since, which may be what he said yes to.
    there = (office.games[id_] for id_ in office.games_at(sender))
    known = (each for each in there if players_at(each, sender))
    running = next(iter((*_his_games(considered, office), *known)), None)
    if running is None:
        return Decision((), ())
    return Decision((), tuple(_to_sender(considered, running, about, office, now)))


def _to_game_master(
    considered: Consideration, about: Matter, office: Office, now: datetime, again: str = ""
) -> Owed:
    return owe_him_notice(considered, about, game_of(considered, office), office, now, again)


def with_question(considered: Consideration, decision: Decision, office: Office) -> Decision:
    """Let what asks what was meant, or whether a text goes out, be answered by yes and no."""
    if decision.question is not None or considered.mail.robot is not None:
        return decision
    for number, owed in enumerate(decision.mails):
        why = _why_it_asks(owed)
        asked = owed.recipient.lower()
        if why is not None and (why is WhyAsked.PRESS or asked == considered.mail.sender):
            token = one_time_token(office.house, owed.key)
            mails = list(decision.mails)
            mails[number] = replace(owed, one_time=token)
            about = considered.mail.fingerprint
            if why is WhyAsked.PRESS:
                about = considered.receipt.key  # by which the text is known
            question = AskBack(token, about, asked, why, owed.at)
            return replace(decision, mails=tuple(mails), question=question)
    return decision


def _why_it_asks(owed: Owed) -> WhyAsked | None:
    content = owed.content
    if isinstance(content, Notice) and isinstance(content.about, PressToRelease):
        return WhyAsked.PRESS
    if isinstance(content, Notice) and isinstance(content.about, OrdersDone):
        refusals = [fate.refusal for fate in content.about.fates]
        if any(isinstance(each, UnknownPlayer) and len(each.alike) == 1 for each in refusals):
            return WhyAsked.MEANT
        return WhyAsked.VERDICT if Incomplete(Lack.VERDICT) in refusals else None
    return WhyAsked.MEANT if meant_by(content) is not None else None


def _asked(considered: Consideration, why: WhyAsked, owed: Owed, office: Office) -> Decision:
    token = one_time_token(office.house, owed.key)
    mail = considered.mail
    question = AskBack(token, mail.fingerprint, mail.sender or "", why, owed.at)
    return Decision((), (replace(owed, one_time=token),), question=question)
