"""Who is asked back, and why: what his mail asks for waits until he says yes (contract 5).

The question goes to the registered address and carries a one-time token in its Message-ID. What is
answered yes is the mail as it came, so that nobody who learns the token can put another in its place.

Decide about a mail that was considered: what is recorded, and which answers are owed.

One answer for each entry (contract 5). A robot or a stranger is owed none. Commands are answered
in `player_commands.py`, the game master's orders in `gm_order_lines.py`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import Event, Noted, PlayerJoined
from mailref.games.family import Awaited, family_of
from mailref.games.game import is_in_time, unread_note
from mailref.games.kind import kind_of
from mailref.orders.commands import is_greeting, is_prose
from mailref.orders.entries import AwayAct, ChallengeAct, ResignAct, orders_in
from mailref.orders.kind_words import is_only_kind
from mailref.orders.roles import words_of
from mailref.orders.sections import sentences_of
from mailref.orders.shapes import folded, holds_play, says_his_name, subject_tag, tagged_game
from mailref.orders.table import FINAL, HARMLESS, Command, NotDone
from mailref.orders.whether_to_play import agrees_to_play
from mailref.orders.yes_and_no import (
    Joined,
    Reply,
    agrees_whatever_follows,
    in_sentences,
    is_plain_yes,
    joined_to_answer,
    reply,
    resigns_not,
    said,
)
from mailref.reading.incoming_mail import IncomingMail, Line, Proof
from mailref.reading.robots import is_note, may_speak_of_mail
from mailref.referee import contents, gm_orders, identity
from mailref.referee.asked_beside import AskedBeside, asked_beside, sentences_in
from mailref.referee.gm_order_lines import (
    Adopt,
    Ordered,
    OrderLine,
    Unclear,
    game_of,
    owe_him_notice,
)
from mailref.referee.mails import (
    AskBack,
    Decision,
    Owed,
    addresses_of,
    after,
    in_full,
    is_held_out,
    owe_to_deputy,
    owe_to_game_master,
    owe_to_player,
    owe_to_sender,
    owe_to_subscriber,
)
from mailref.referee.player_commands import (
    SHUT_OUT,
    answer_commands,
    stranger_asks_to_join,
    welcome,
)
from mailref.referee.policy import (
    STORED,
    Consideration,
    Considered,
    Did,
    MailToGameMaster,
    Office,
    Outcome,
    PressPolicy,
    Reason,
    Request,
    RunningGame,
    Trust,
    is_ahead,
    is_far_ahead,
)
from mailref.tiles.moves import COMMENT_MARK, worded
from mailref.tiles.when_used import regex


def _reply_of(mail: IncomingMail, meant: Collection[str] = ()) -> Reply | None:
    """Tell what a mail says to a question of yes and no; None: neither."""
    names = _parts_of_his_name(mail).union(meant)
    blocks = (mail.lines, *mail.below)
    found = {reply([line.text for line in block], names) for block in blocks}
    return next((each for each in (Reply.NO, Reply.OPEN, Reply.YES) if each in found), None)


def said_yes(
    mail: IncomingMail, meant: Collection[str] = (), *, resigns: bool = False
) -> bool | None:
    """Tell whether a mail says yes, or no, and nothing that takes some of it back; None: neither.

    *meant*: the words it was asked about, in small letters; it may say them, too. *resigns*: whether it was asked
    whether its writer resigns; that he does not is a no then.
    """
    if resigns and says_he_plays_on(mail):
        return False
    found = _reply_of(mail, meant)
    return None if found in {None, Reply.OPEN} else found is Reply.YES


def says_he_plays_on(mail: IncomingMail) -> bool:
    """Tell whether a mail says that its writer does not resign."""
    texts = (line.text[:_LONGEST] for line in mail.lines[:_MOST_LINES])
    return any(resigns_not(each) for text in texts for each in in_sentences(text))


_MOST_LINES, _LONGEST = 200, 400
"""So much of a mail is looked at for that: who means it says so above."""


def says_he_wrote(mail: IncomingMail) -> bool | None:
    """Tell whether a newcomer says that it was he, or not, whatever he asks or wishes besides; None: neither.

    Nothing is known of him, and what answers by itself may begin with `OK`: only a line that is nothing but
    a yes is one, beside which nothing speaks of mail, or one that says that it was he.
    """
    if said_yes(mail) is False:
        return False
    names, blocks = _parts_of_his_name(mail), (mail.lines, *mail.below)
    texts = [[each.text for each in block if not says_his_name(each.text)] for block in blocks]
    if any(agrees_whatever_follows(each, names) or agrees_to_play(each) for each in texts):
        return None if any(map(is_note, texts)) else True
    is_plain = any(is_plain_yes(each, names) for each in texts)
    return True if is_plain and not may_be_programs(mail) else None


def may_be_programs(mail: IncomingMail) -> bool:
    """Tell whether what stands beside a yes may be what a program says of the mail that it got."""
    names, blocks = _parts_of_his_name(mail), (mail.lines, *mail.below)
    lines = (line.text for block in blocks for line in block)
    return may_speak_of_mail([text for text in lines if said(text, names) is None])


def said_more(mail: IncomingMail) -> bool:
    """Tell whether a mail begins with yes or no and goes on with what may take some of that back."""
    return _reply_of(mail) is Reply.OPEN


def line_said(mail: IncomingMail) -> str:
    """Return the line of a mail that says yes or no."""
    lines = (line.text for block in (mail.lines, *mail.below) for line in block)
    names = _parts_of_his_name(mail)
    return next((text for text in lines if said(text, names) is not None), "")


def once_more(asked: Decision, token: str) -> Decision:
    """Return a question that is put once more, with a word on the answer that was no plain yes or no."""
    mails = (
        replace(each, ahead=("answer_open",)) if each.one_time else each for each in asked.mails
    )
    # What the mail records it recorded when it was asked about first.
    return replace(asked, events=(), mails=tuple(mails), settled=token)


def beside_answer(mail: IncomingMail, meant: Collection[str] = ()) -> IncomingMail:
    """Return the mail without what says yes or no in it: a bare JA lays a word at a table (table 7)."""
    names = _parts_of_his_name(mail).union(meant)

    def rest(block: tuple[Line, ...]) -> tuple[Line, ...]:
        lines = (line for line in block if said(line.text, names) is None)
        return tuple(replace(line, text=_beside(line.text, names)) for line in lines)

    return replace(mail, lines=rest(mail.lines), below=tuple(rest(each) for each in mail.below))


def _beside(text: str, names: Collection[str]) -> str:
    """Return a line without a sentence that says yes or no; as it is where it has none."""
    sentences = in_sentences(text)
    others = [each for each in sentences if said(each, names) is None]
    return text if len(others) == len(sentences) else " ".join(others)


def answer_joined(mail: IncomingMail) -> tuple[Joined, IncomingMail] | None:
    """Return the yes or no with which the first line of a mail begins, and the mail with what follows it alone."""
    for at, line in enumerate(mail.lines):
        joined = joined_to_answer(line.text, [each.text for each in mail.lines[at + 1 :]])
        if joined is not None:
            own = replace(line, text=joined.more)
            return joined, replace(mail, lines=(*mail.lines[:at], own, *mail.lines[at + 1 :]))
        if line.text.strip() and not is_greeting(line.text):
            return None
    return None


def with_asked_beside(done: Decision, beside: Consideration, office: Office) -> Decision:
    """Return what an answer led to, and what is asked of a person beside it put before the game master."""
    mail, key = beside.mail, beside.receipt.key
    sender = mail.sender or ""
    his = [each for each in done.mails if each.recipient.lower() == sender and each.player]
    running = office.games.get(his[0].game or "") if his else None
    answered = [text for each in beside.requests for _, text in each.said.values]
    asked = asked_beside(mail, answered)
    if running is None or beside.from_game_master or not asked.sentences:
        return done
    quoted = "\n".join(asked.sentences)
    is_hidden = bool(_hiding(running, sender, office, quoted))
    name = his[0].player or ""
    passed = () if is_hidden else _passed_on_beside(beside, name, asked, key, running, office)
    also = (*his[0].also, _of_asked(asked, is_hidden=is_hidden))
    told = (replace(each, also=also) if each is his[0] else each for each in done.mails)
    return replace(done, mails=(*told, *passed))


def _parts_of_his_name(mail: IncomingMail) -> frozenset[str]:
    return frozenset(mail.sender_name.lower().split())


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


def is_about_a_word(line: OrderLine) -> bool:
    """Tell whether a line rules on a word, or begins with a verdict that is not clear."""
    if isinstance(line, Ordered):
        return isinstance(line.order, gm_orders.RuleWord)
    return isinstance(line, Unclear) and line.lack is gm_orders.Lack.VERDICT


def why_orders_wait(
    considered: Consideration, lines: Sequence[OrderLine], office: Office, now: datetime
) -> contents.WhyAsked | None:
    """Return why the game master is asked before his orders are carried out; None: he is not."""
    if not considered.receipt.proves_game_master(game_of(considered, office)):
        return contents.WhyAsked.OLD_MAIL
    if office.house.asks_for_proof and considered.mail.proof is Proof.NONE:
        return contents.WhyAsked.NO_PROOF
    if any(
        isinstance(line, Ordered) and isinstance(line.order, gm_orders.WEIGHTY) for line in lines
    ):
        return contents.WhyAsked.WEIGHTY
    return contents.WhyAsked.ODD if doubts_about(considered, lines, office, now) else None


def doubts_about(
    considered: Consideration, lines: Sequence[OrderLine], office: Office, now: datetime
) -> tuple[gm_orders.Doubt, ...]:
    """Return what is odd about orders: a ZAT far ahead, a word that nobody has used, half a sentence."""
    running = office.games.get(game_of(considered, office) or "")
    if running is None:
        return ()
    family = family_of(running)
    found: list[gm_orders.Doubt] = []
    for line in lines:
        match line:
            case Ordered(order=gm_orders.RuleWord(word, bool() as accepted), is_doubtful=True):
                found.append(gm_orders.RulingMeant(word, accepted))
            case Ordered(order=gm_orders.ExtendDeadline(zat), is_doubtful=True):
                found.append(gm_orders.ZatMeant(zat.astimezone(running.policy.zone)))
                found += _earlier(line.order, running)
            case Ordered(written, is_doubtful=True):
                found.append(gm_orders.MaybeProse(written))
            case Ordered(
                order=gm_orders.ExtendDeadline(zat)
                | gm_orders.ReopenRound(zat)
                | gm_orders.ResumeGame(zat)
            ):
                if zat is not None and is_far_ahead(zat, now):
                    found.append(gm_orders.FarZat(zat.astimezone(running.policy.zone)))
                found += _earlier(line.order, running)
            case Ordered(order=gm_orders.RuleWord(word)):
                if word not in family.words_asked and not family.has_word(word, office):
                    found.append(gm_orders.UnusedWord(word))
            case Ordered(order=gm_orders.UndoTurn()):
                found += (
                    [gm_orders.TurnGoesBack(*before)]
                    if (before := running.game.turn_before)
                    else []
                )
            case _:
                continue
    return tuple(dict.fromkeys(found))


def _earlier(order: gm_orders.GmOrder, running: RunningGame) -> Iterator[gm_orders.EarlierZat]:
    """Yield the doubt whether a new ZAT is to lie before the one that holds."""
    family, zone = family_of(running), running.policy.zone
    open_now = (family.awaited(name) for name in running.game.players)
    before = next((each.deadline for each in open_now if each is not None), None)
    zat = order.deadline if isinstance(order, gm_orders.ExtendDeadline) else None
    if before is not None and zat is not None and is_ahead(before, zat):
        yield gm_orders.EarlierZat(zat.astimezone(zone), before.astimezone(zone))


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
    return isinstance(order, gm_orders.OF_THE_MOMENT)


def why_sender_is_asked(considered: Consideration, office: Office) -> contents.WhyAsked | None:
    """Return why a player, a reader or the game master is asked whether a mail is his; None: he is not."""
    mail = considered.mail
    if mail.proof is Proof.NONE and _enters_unproven(considered):
        is_old = considered.receipt.to_game_master and not considered.receipt.answers_game_master
        return contents.WhyAsked.OLD_MAIL if is_old else contents.WhyAsked.NO_PROOF
    if lacks_demanded_proof(considered, office):
        return contents.WhyAsked.NO_PROOF
    changes = considered.holds_move or not HARMLESS.issuperset(considered.commands)
    if mail.robot is not None or mail.proof is Proof.CONFIRMED or not changes:
        return None
    his = _his_games(considered, office)
    if not his:
        return None
    if mail.proof is Proof.FAILED:
        return contents.WhyAsked.FAILED_PROOF
    at = considered.receipt.received
    if any(_resigns_in_doubt(entry, mail, office, at) for entry in considered.entries):
        return contents.WhyAsked.RESIGNS
    is_in_doubt = identity.is_in_doubt(mail, considered.commands, office, at)
    if is_in_doubt and not considered.holds_move:
        return contents.WhyAsked.WHO_WROTE
    leaves = not FINAL.isdisjoint(considered.commands)
    if any(_is_too_old(considered, running, office, leaves=leaves) for running in his):
        return contents.WhyAsked.OLD_MAIL
    return None


def lacks_demanded_proof(considered: Consideration, office: Office) -> bool:
    """Tell whether a player's mail is nobody's for his game wants a proof such as our server gives, and it has none.

    Whatever it holds: who hears nothing at all takes his move for one that counts.
    """
    mail = considered.mail
    is_nobodys = any(each.reason is Reason.UNKNOWN_SENDER for each in considered.entries)
    is_doubted = mail.robot is None and mail.proof is Proof.NONE and is_nobodys
    return is_doubted and not considered.from_game_master and any(
        running.policy.trust.believes_servers
        and identity.players_at(running, mail.sender or "")
        for running in _his_games(considered, office)
    )  # fmt: skip


def _resigns_in_doubt(entry: Considered, mail: IncomingMail, office: Office, at: datetime) -> bool:
    """Tell whether a seat is given up for good in a sentence, or by a mail that answers none of ours.

    Among other words it may only ask what would happen if somebody wrote that one. Where our server says what mails
    prove, and in a club, nobody's seat is given up by a mail that nothing proves to be his.
    """
    running = office.games.get(entry.game or "")
    orders = orders_in(entry.entry)
    if running is None or orders is None or not any(act.is_final for act in orders.acts):
        return False
    players = identity.players_at(running, mail.sender or "")
    is_proven = identity.holds_token(mail, running, office.house, players)
    is_said = any(isinstance(act, ResignAct) and act.is_in_sentence for act in orders.acts)
    house = office.house
    is_forgeable = house.asks_who_wrote and not identity.proves_sender(mail, (running,), house, at)
    in_doubt = is_said or is_forgeable or (not is_proven and _says_more(mail, running))
    return entry.outcome is Outcome.ACCEPTED and in_doubt


def _says_more(mail: IncomingMail, running: RunningGame) -> bool:
    """Tell whether a mail says more than one sentence, hello, who signs, and what heads an entry.

    `Ich gebe auf. Gut gespielt!` says more: it may be about anything else that is over.
    """
    heads = {folded(running.policy.title), folded(running.policy.id)}
    texts = [line.text for line in mail.lines if line.text.strip() and "=" not in line.text]
    lines = [text for text in texts if folded(text.strip()) not in heads]
    said = [each for text in lines for each in sentences_of(text) if any(map(str.isalnum, each))]
    rest = [said[:at] + said[at + 1 :] for at in range(len(said))]
    return all(is_prose(each) or not all(map(_only_greets, each)) for each in rest)


def _only_greets(text: str) -> bool:
    return not is_greeting(text) or _HELLO_OR_SIGNED.fullmatch(text) is not None


_HELLO_OR_SIGNED = worded(
    r"(?:\W*(?:{hello}|{signs_off}){end})+(?:\W{1,3}(?-i:[^\W\d_a-z])[\w.-]*){0,3}\W*"
)


def _enters_unproven(considered: Consideration) -> bool:
    """Tell whether the game master enters something for a player, and nothing proves that it is he."""
    is_doubted = any(each.reason is Reason.UNKNOWN_SENDER for each in considered.entries)
    is_his = considered.from_game_master and considered.mail.robot is None
    return is_his and is_doubted


def _his_games(considered: Consideration, office: Office) -> tuple[RunningGame, ...]:
    """Return the games of the sender: those of his mail first, then what wants a proof, then what waits for him."""
    sender = considered.mail.sender or ""
    # What nothing proves to be his is of no game as an entry, and is about one all the same.
    about = considered.about or tuple(each.game for each in considered.requests)
    named = {entry.game for entry in considered.entries} | set(about)
    his = [
        running
        for running in (office.games[id_] for id_ in office.games_at(sender))
        if any(not player.has_left for player in identity.players_at(running, sender))
        or identity.is_subscriber(running, sender)
    ]

    def how_far(running: RunningGame) -> tuple[bool, bool, bool]:
        policy, there = running.policy, identity.players_at(running, sender)
        waits = any(family_of(running).awaited(each.name) is not None for each in there)
        return policy.id not in named, not policy.trust.believes_servers, not waits

    return tuple(sorted(his, key=how_far))


def _is_too_old(
    considered: Consideration, running: RunningGame, office: Office, *, leaves: bool
) -> bool:
    """Tell whether a mail leans on one of ours whose time is over.

    ABMELDEN is asked about wherever that is so; anything else where the game demands a token.
    """
    mail, id_ = considered.mail, running.policy.id
    cited = [number for game, number in considered.receipt.answers if game == id_]
    players = identity.players_at(running, mail.sender or "")
    if running.policy.trust is Trust.TOKEN and players:
        is_unproven = not identity.is_proven(mail, running, office.house, players)
        return is_unproven and (leaves or bool(cited))
    rounds = [number for number in cited if number is not None]
    tag = subject_tag(mail.subject)
    if not rounds and tag is not None and tag[1] is not None and tagged_game(mail.subject, (id_,)):
        rounds = [tag[1]]
    return leaves and bool(rounds) and max(rounds) < family_of(running).number - 1


def ask_game_master(
    considered: Consideration,
    why: contents.WhyAsked,
    lines: Sequence[OrderLine],
    office: Office,
    now: datetime,
    *,
    tried: Decision,
    times: int = 0,
) -> Decision:
    """Ask the game master whether his orders are his; *times*: how often that was done before.

    *tried*: what a yes leads to.
    """
    shown = tuple(line.line for line in lines if isinstance(line, (Ordered, Adopt)))
    doubts = doubts_about(considered, lines, office, now)
    about = contents.OrdersAsked(why, shown, doubts, prospect_of(considered, tried, office))
    owed = _to_game_master(considered, about, office, now, f":{times}")
    return _asked(considered, why, owed, office)


def prospect_of(
    considered: Consideration, tried: Decision, office: Office
) -> contents.Prospect | None:
    """Return what he is told of orders that he has yet to confirm; no move or rack follows from it."""
    running = office.games.get(game_of(considered, office) or "")
    if running is None or not tried.orders:
        return None
    family = family_of(running)
    done = [owed.content.about for owed in tried.mails if isinstance(owed.content, contents.Notice)]
    fates = [fate for each in done if isinstance(each, contents.OrdersDone) for fate in each.fates]
    return contents.Prospect(
        family.number,
        is_turn=kind_of(running.game).is_at_table,
        missing=family.missing(office),
        totals=tuple(each.result for each in fates if isinstance(each.result, gm_orders.TotalNow)),
        told=tuple(dict.fromkeys(name for each in fates for name in each.told)),
    )


def refuse_orders(considered: Consideration, office: Office, now: datetime) -> Decision:
    """Tell the game master that orders came which are not his."""
    return Decision((), (_to_game_master(considered, contents.OrdersRefused(), office, now),))


def ask_sender(
    considered: Consideration,
    why: contents.WhyAsked,
    office: Office,
    now: datetime,
    *,
    times: int = 0,
) -> Decision:
    """Ask a player, a reader or the game master at his registered address whether a mail is his."""
    sender = considered.mail.sender or ""
    is_alone = lacks_demanded_proof(considered, office)
    about = contents.SenderAsked(sender, why, is_alone=is_alone)
    his = _his_games(considered, office)
    if not his:
        owed = _to_game_master(considered, about, office, now, f":{times}")
        return _asked(considered, why, owed, office)
    (owed,) = _to_sender(considered, his[0], about, office, now, f":{times}")
    return _asked(considered, why, owed, office)


def _to_sender(  # noqa: PLR0917  his mail, of which game, and what he is told of it
    considered: Consideration,
    running: RunningGame,
    about: contents.Matter,
    office: Office,
    now: datetime,
    again: str = "",
) -> Iterator[Owed]:
    """Yield what a player or reader is told of his mail; where he is asked whose it is, it is quoted.

    A mail that says all in its subject, as what a mail program's button sends, is told by that.
    """
    reference = considered.reference
    sender, key = considered.mail.sender or "", f"{about.code}:{considered.receipt.key}{again}"
    is_asked = isinstance(about, contents.SenderAsked)
    quoted = (reference.quoted or considered.mail.subject) if is_asked else ""
    content = contents.Notice(about, running.policy, quoted=quoted)
    owner = identity.owner_of(office, running, sender)
    return owe_to_player(running, owner, content, key, now, address=sender, answers=reference)


def lets_unknown_in(considered: Consideration, decision: Decision) -> bool:
    """Tell whether a decision lets somebody in of whom nothing is known but a From field."""
    is_known = considered.mail.proof in {Proof.PASSED, Proof.CONFIRMED}
    return considered.is_stranger and not is_known and _game_joined(decision) is not None


def _game_joined(decision: Decision) -> str | None:
    """Return which game a decision lets somebody into, or would under another name; None: no game."""
    joined = (id_ for id_, event in decision.events if isinstance(event, PlayerJoined))
    told = (each.game for each in decision.mails if _tells_of_name(each))
    return next(joined, None) or next(told, None)


def _tells_of_name(owed: Owed) -> bool:
    content = owed.content
    if not isinstance(content, contents.AnswerToCommands):
        return False
    return not SHUT_OUT.isdisjoint(content.refused)


def is_told_in_club(owed: Owed, office: Office) -> bool:
    """Tell whether a club answers who plays in no game: a member, and who may come in by another name.

    The latter only where something proves him; else he is asked first whether he wants in.
    """
    if office.club is None:
        return False
    return _tells_of_name(owed) or owed.recipient.lower() in office.club.members()


def ask_newcomer(
    considered: Consideration, decision: Decision, office: Office, now: datetime
) -> Decision:
    """Ask at an unknown address whether somebody there wants in; *decision* is what a yes does.

    Nothing of the mail is quoted: it may be somebody else's, who wants us to send it there.
    """
    sender = considered.mail.sender or ""
    running = office.games[_game_joined(decision) or ""]
    about = contents.NewcomerAsked(running.game.commitment)
    owed = owe_to_subscriber(
        running,
        sender,
        contents.Notice(about, running.policy),
        f"{about.code}:{considered.receipt.key}",
        now,
        answers=considered.reference,
    )
    return _asked(considered, contents.WhyAsked.NEWCOMER, owed, office)


def plays_again(considered: Consideration, office: Office) -> Decision | None:
    """Take a yes for the wish for a rematch that others have, where its mail is about their game; None: it is not."""
    received, sender = considered.receipt.received, considered.mail.sender or ""
    asked = [
        Request(running.policy.id, (Command.REMATCH,))
        for running in _his_games_named(considered, office)
        for player in identity.players_at(running, sender)
        if family_of(running).is_asked_to_play_again(player.name, received)
    ]
    if len(asked) != 1:
        return None
    wants = replace(considered, commands=(Command.REMATCH,), requests=tuple(asked))
    return answer_commands(wants, office)


def _his_games_named(considered: Consideration, office: Office) -> Iterator[RunningGame]:
    named = dict.fromkeys(entry.game for entry in considered.entries if entry.game in office.games)
    return (office.games[each] for each in named if each)


def say(
    considered: Consideration,
    about: contents.Dropped
    | contents.AnsweredBefore
    | contents.WhichQuestion
    | contents.NoToNone
    | contents.YesToNone,
    office: Office,
    now: datetime,
) -> Decision:
    """Tell who answered a question what became of it."""
    if considered.from_game_master:
        return Decision((), (_to_game_master(considered, about, office, now),))
    sender = considered.mail.sender or ""
    # Also who has left since, which may be what he said yes to.
    there = (office.games[id_] for id_ in office.games_at(sender))
    known = (each for each in there if identity.players_at(each, sender))
    running = next(iter((*_his_games(considered, office), *known)), None)
    if running is None:
        return Decision((), ())
    return Decision((), tuple(_to_sender(considered, running, about, office, now)))


def _to_game_master(
    considered: Consideration,
    about: contents.Matter,
    office: Office,
    now: datetime,
    again: str = "",
) -> Owed:
    return owe_him_notice(considered, about, game_of(considered, office), office, now, again)


def with_question(considered: Consideration, decision: Decision, office: Office) -> Decision:
    """Let what asks what was meant, or whether a text goes out, be answered by yes and no."""
    if decision.question is not None or considered.mail.robot is not None:
        return decision
    for number, owed in enumerate(decision.mails):
        why = _why_it_asks(owed)
        asked = owed.recipient.lower()
        if why is not None and (why is contents.WhyAsked.PRESS or asked == considered.mail.sender):
            token = identity.one_time_token(office.house, owed.key)
            mails = list(decision.mails)
            mails[number] = replace(owed, one_time=token)
            about = considered.mail.fingerprint
            if why is contents.WhyAsked.PRESS:
                about = considered.receipt.key  # by which the text is known
            question = AskBack(token, about, asked, why, owed.at)
            return replace(decision, mails=tuple(mails), question=question)
    return decision


def _why_it_asks(owed: Owed) -> contents.WhyAsked | None:
    content = owed.content
    if isinstance(content, contents.Notice) and isinstance(content.about, contents.PressToRelease):
        return contents.WhyAsked.PRESS
    if isinstance(content, contents.Notice) and isinstance(content.about, contents.OrdersDone):
        refusals = [fate.refusal for fate in content.about.fates]
        if content.about.asks_who:
            return contents.WhyAsked.MEANT
        return (
            contents.WhyAsked.VERDICT
            if gm_orders.Incomplete(gm_orders.Lack.VERDICT) in refusals
            else None
        )
    return contents.WhyAsked.MEANT if contents.meant_by(content) is not None else None


def _asked(
    considered: Consideration, why: contents.WhyAsked, owed: Owed, office: Office
) -> Decision:
    token = identity.one_time_token(office.house, owed.key)
    mail = considered.mail
    question = AskBack(token, mail.fingerprint, mail.sender or "", why, owed.at)
    return Decision((), (replace(owed, one_time=token),), question=question)


def answer(
    considered: Consideration,
    office: Office,
    *,
    orders: Collection[str] = (),
    is_adopted: bool = False,
    wrote_from: str = "",
) -> Decision:
    """Return what a mail changes and which answers it is owed; ignored mails are owed none.

    *orders*: the lines in which the game master orders something; where there are some, that the
    mail holds no move is no fault, nor is any of them a move that cannot be read. What was *adopted*
    is a player's own mail, written from elsewhere, which the game master lets count: whatever it is
    worth, he is told.
    """
    if (at_once := _answered_at_once(considered, office, is_ordering=bool(orders))) is not None:
        return at_once
    considered, rematch = _without_rematch(_beside_orders(considered, orders), office)
    so_far = _Answering(considered, office, is_adopted, wrote_from)
    if considered.commands:
        moved_in = {
            each.game for each in considered.entries if each.outcome in STORED and each.game
        }
        # Before the moves: ZURÜCKZIEHEN means what was sent before, ANMELDEN lets the move count.
        so_far.take(answer_commands(considered, office, moved_in=moved_in))
    for number, entry in enumerate(considered.entries):
        if orders and not _holds_more(entry, orders):
            continue
        is_order = entry.outcome is Outcome.COMMAND and entry.found is not None
        if is_order or entry.outcome not in (Outcome.IGNORED, Outcome.COMMAND):
            is_beside = bool(orders) or bool(considered.commands) or rematch is not None
            so_far.answer(entry, f"answer:{considered.receipt.key}:{number}", is_beside=is_beside)
    if rematch is not None and not so_far.asks_what_is_meant():
        so_far.take(answer_commands(rematch, so_far.office))
    # Contract 5: answers go to registered addresses only. Whatever was decided above, here it ends.
    owed = tuple(
        mail
        for mail in so_far.decision.mails
        if identity.is_registered(so_far.office, mail.recipient.lower())
        or any(mail.recipient == running.policy.deputy for running in office.games.values())
        or (not is_adopted and is_told_in_club(mail, so_far.office))
    )
    owed = _with_asked_of_commands(considered, owed, so_far.office)
    answers = _in_one_answer(considered, owed, office)
    answers = _telling_who_reads(considered, answers, so_far.office)
    return Decision(so_far.decision.events, tuple(answers))


def _without_rematch(
    considered: Consideration, office: Office
) -> tuple[Consideration, Consideration | None]:
    """Return a mail without its wish for a rematch of a game that its own move may end, and that wish.

    `PASSE` and `REVANCHE` below it: there is none before the game is over.
    """
    moved_in = {each.game for each in considered.entries if each.game is not None}
    ends = {
        game for game in moved_in if game in office.games and not office.games[game].game.is_over
    }
    wished = [e for e in considered.requests if e.game in ends and Command.REMATCH in e.commands]
    if not wished:
        return considered, None
    requests = [
        replace(each, commands=tuple(it for it in each.commands if it is not Command.REMATCH))
        if each in wished
        else each
        for each in considered.requests
    ]
    left = tuple(each for each in requests if each.commands)
    commands = tuple(dict.fromkeys(it for each in left for it in each.commands))
    later = tuple(replace(each, commands=(Command.REMATCH,)) for each in wished)
    return (
        replace(considered, requests=left, commands=commands),
        replace(considered, requests=later, commands=(Command.REMATCH,), entries=()),
    )


def _with_asked_of_commands(
    considered: Consideration, owed: tuple[Owed, ...], office: Office
) -> tuple[Owed, ...]:
    """Return the answers to commands without a move, and what is asked of a person beside them passed on."""
    is_move = any(
        each.outcome in STORED or each.reason is not Reason.NO_MOVE
        for each in considered.entries
        if each.outcome is not Outcome.COMMAND
    )
    is_passed_on = any(
        isinstance(each.content, contents.Notice)
        and isinstance(each.content.about, contents.PassedOn)
        for each in owed
    )
    asks = bool(considered.commands) or any(
        each.outcome is Outcome.COMMAND for each in considered.entries
    )
    if is_move or is_passed_on or not asks or HARMLESS.issuperset(considered.commands):
        return owed
    return with_asked_beside(Decision((), owed), considered, office).mails


def _answered_at_once(
    considered: Consideration, office: Office, *, is_ordering: bool
) -> Decision | None:
    """Return what a mail leads to in which no entry or order need be looked at; None of any other."""
    if _was_meant_for(considered, office, is_ordering=is_ordering):
        wrote = considered.receipt.wrote
        about = contents.WrittenToUs(wrote, identity.registered_name(office, wrote) or wrote)
        return Decision(
            (), (_to_game_master(considered, about, office, considered.receipt.received),)
        )
    if all(entry.outcome is Outcome.IGNORED for entry in considered.entries):
        is_order = considered.may_be_lost and not considered.holds_move
        if considered.mail.is_robot_by_words or is_order:
            return _taken_for_robot(considered, office)
        if (wants := _member_wants_in(considered, office)) is not None:
            return answer_commands(wants, office)
        return stranger_asks_to_join(considered, office)
    if (running := _message_answered(considered, office)) is not None:
        return _reaches_nobody(considered, running, office)
    if not is_ordering and is_kindness(considered, office):
        return Decision((), tuple(_kindly(considered, office)))
    return None


def _member_wants_in(considered: Consideration, office: Office) -> Consideration | None:
    """Return the wish of a member of the club, who plays in no game, to be let into games that he names."""
    mail, join = considered.mail, (Command.JOIN,)
    is_member = office.club is not None and mail.sender in office.club.members()
    if not is_member or mail.robot is not None or mail.proof is Proof.FAILED:
        return None
    asked = (each for each in considered.requests if Command.JOIN in each.commands)
    wishes = tuple(replace(each, commands=join) for each in asked)
    return replace(considered, commands=join, requests=wishes) if wishes else None


def without_done(mended: Consideration, asked: Consideration) -> Consideration:
    """Return a mail that is carried out after a yes, without the commands carried out when it was *asked* about.

    A text for the press or a message to others would go out twice. The wish for a rematch waited for the move.
    """
    done = {
        (each.game, each.named, each.said, command)
        for each in asked.requests
        for command in each.commands
        if command is not Command.REMATCH
    }
    requests = (
        replace(
            each,
            commands=tuple(
                it for it in each.commands if (each.game, each.named, each.said, it) not in done
            ),
        )
        for each in mended.requests
    )
    left = tuple(each for each in requests if each.commands)
    said = {each.game for each in left if Command.REMATCH in each.commands}
    left += tuple(
        replace(each, commands=(Command.REMATCH,))
        for each in asked.requests
        if Command.REMATCH in each.commands and each.game not in said
    )
    new = {*mended.commands} - {*asked.commands} | {it for each in left for it in each.commands}
    commands = dict.fromkeys((*mended.commands, Command.REMATCH))
    return replace(mended, requests=left, commands=tuple(it for it in commands if it in new))


def _beside_orders(considered: Consideration, orders: Collection[str]) -> Consideration:
    """Return a mail without what a line of the game master's orders seems to ask for himself.

    `URLAUB FÜR Anna 1.8. - 14.8.` is no absence of his own.
    """
    lines = [" ".join(line.split()) for line in orders]
    asked = (*considered.requests, *([considered.outside] if considered.outside else []))
    gone = {
        command
        for request in asked
        for command in request.commands
        if (said := " ".join(request.said[command].split()))
        and any(said in line for line in lines)  # which goes on: a full stop, `bitte`
    }
    if not gone:
        return considered
    requests = (
        replace(each, commands=tuple(it for it in each.commands if it not in gone))
        for each in considered.requests
    )
    return replace(
        considered,
        commands=tuple(it for it in considered.commands if it not in gone),
        requests=tuple(each for each in requests if each.commands),
    )


def _in_one_answer(mail: Consideration, owed: Sequence[Owed], office: Office) -> Iterator[Owed]:
    """Yield the answers; what became of a text for the press, or of days away, is said in that to the move beside it.

    Of such days only why they are not noted: else they have an answer of their own.
    """
    said: dict[str, tuple[str, ...] | None] = {}
    kept: dict[str, tuple[tuple[str, str], ...]] = {}
    for request in mail.requests if not mail.from_game_master else ():
        if request.commands not in {(Command.PRESS,), (Command.AWAY,), (Command.AWAY_OFF,)}:
            continue
        is_press = request.commands == (Command.PRESS,)
        key = f"command:{mail.receipt.key}:{request.game}:"
        about = next(
            (o for o in owed if o.key.startswith(key) and _is_refused(o) is not is_press), None
        )
        move = next(
            (each for each in owed if about is not None and _is_of_a_move(each, about, mail)), None
        )
        if about is not None and move is not None and not is_press:
            said |= {about.key: None, move.key: _refused_in(about)}
            kept[move.key] = about.kept
        elif about is not None and move is not None:
            is_read = move.content.shows_press  # the report of a turn: all read it now
            said |= {about.key: None, move.key: () if is_read else _of_press(about, office)}
            kept[move.key] = about.kept
    for each in owed:
        if each.key not in said:
            yield each
        elif (sentences := said[each.key]) is not None:
            also = (*each.also, *sentences)
            yield replace(each, also=also, kept=(*each.kept, *kept[each.key]))


def _is_refused(owed: Owed) -> bool:
    return bool(_refused_in(owed))


def _refused_in(owed: Owed) -> tuple[NotDone, ...]:
    return owed.content.refused if isinstance(owed.content, contents.AnswerToCommands) else ()


def _is_of_a_move(answer: Owed, about: Owed, mail: Consideration) -> bool:
    """Tell whether an answer is that to a move of the mail, in the game of what is told *about*, and to him."""
    is_same = (answer.game, answer.recipient) == (about.game, about.recipient)
    return is_same and answer.key.startswith(f"answer:{mail.receipt.key}:")


def _of_press(about: Owed, office: Office) -> tuple[str, ...]:
    """Return the names of the sentences that say what became of a text."""
    policy = office.games[about.game or ""].policy
    noted = "also_press" if policy.press is PressPolicy.OPEN else "also_press_waits"
    return (noted, "also_on_web") if office.house.site_url else (noted,)


def _telling_who_reads(mail: Consideration, owed: Iterable[Owed], office: Office) -> Iterator[Owed]:
    """Yield the answers; who greets another player beside what was done is told once that nobody hears of it."""
    has_written = {Command.PRESS, Command.MESSAGE} & {*mail.commands}
    is_told = mail.from_game_master or bool(has_written)
    for each in owed:
        running = office.games.get(each.game or "")
        content = each.content
        considered = getattr(content, "considered", None)
        is_stored = considered is not None and considered.outcome in STORED
        is_done = is_stored or content.is_report or isinstance(content, contents.AnswerToCommands)
        is_his = each.answers is not None and each.recipient.lower() == mail.mail.sender
        if is_told or running is None or not (is_done and is_his):
            yield each
        elif _greets_others(mail.mail, running, each.player or ""):
            is_told = True
            yield replace(each, also=(*each.also, "also_read_by_nobody"))
        else:
            yield each


_TURNS_OF_LEARNING = 3
"""In the first three turns of each player; after them he knows."""


def _greets_others(mail: IncomingMail, running: RunningGame, player: str) -> bool:
    """Tell whether words of a mail are for another player of a game at a table who has not found PRESSE yet."""
    game, number = running.game, family_of(running).number
    is_new = number <= _TURNS_OF_LEARNING * len(game.players) + 1
    has_found = any(text.player == player for text in game.press)
    if not (kind_of(game).is_seated and is_new) or has_found or game.is_over:
        return False
    own = {*player.split(), *mail.sender_name.split()}
    others = {part for name in game.players for part in name.split() if len(part) > 1} - own
    texts = (line.text for line in mail.lines)
    return any(others & {*words_of(text)} for text in texts if not holds_play(text))


def _was_meant_for(considered: Consideration, office: Office, *, is_ordering: bool) -> bool:
    """Tell whether the game master answers the person whose mail we had put before him, and orders nothing."""
    wrote = considered.receipt.wrote.lower()
    if not considered.from_game_master or wrote in {"", office.house.gamemaster_address.lower()}:
        return False
    asks_nothing = not (considered.holds_move or considered.commands or is_ordering)
    reasons = {entry.reason for entry in considered.entries}
    return asks_nothing and considered.mail.robot is None and reasons == {Reason.NO_MOVE}


def _message_answered(considered: Consideration, office: Office) -> RunningGame | None:
    """Return the game of a message that a mail answers which asks for nothing; None of any other mail."""
    running = office.games.get(considered.receipt.message_in or "")
    is_mere = all(entry.reason is Reason.NO_MOVE for entry in considered.entries)
    asks = considered.commands or considered.holds_move or considered.from_game_master
    return None if asks or not is_mere else running


def _reaches_nobody(considered: Consideration, running: RunningGame, office: Office) -> Decision:
    """Tell who answers a message, and does not say for whom, that nobody gets it; it is not passed on either."""
    owner = identity.owner_of(office, running, considered.mail.sender or "")
    content, key = contents.MessageNotSent(policy=running.policy), considered.receipt.key
    owed = owe_to_sender(considered, running, owner, content, f"message_not_sent:{key}")
    return Decision((), tuple(owed))


def _only_asks(considered: Consideration, office: Office) -> bool:
    """Tell whether a mail asks something, and says nothing else that could be meant as a move."""
    said = [each for each in sentences_in(considered.mail) if each]
    asked = [each for each in said if each.endswith("?") and not holds_play(each)]
    names = {*office.directory.people(office.games), considered.mail.sender_name}
    beside = [each for each in said if each not in asked and not is_greeting(each)]
    return bool(asked) and (not beside or is_only_kind(beside, names))


def is_kindness(considered: Consideration, office: Office) -> bool:
    """Tell whether a mail only thanks, praises, wishes or parts: no fault of anybody's, and no question."""
    mail = considered.mail
    asks = considered.commands or considered.holds_move or considered.is_stranger
    if asks or any(entry.reason is not Reason.NO_MOVE for entry in considered.entries):
        return False
    texts = [line.text for block in (mail.lines, *mail.below) for line in block]
    names = {*office.directory.people(office.games), office.house.gamemaster_name, mail.sender_name}
    return is_only_kind(texts, names)


def _kindly(considered: Consideration, office: Office) -> Iterator[Owed]:
    """Say in a line which games wait for a move of his; nothing where none does (rules 8)."""
    sender, receipt = considered.mail.sender or "", considered.receipt
    named = {entry.game for entry in considered.entries if entry.game}
    waiting = [
        (running, player, awaited.deadline)
        for running in map(office.games.__getitem__, identity.games_of(office, sender))
        if not named or running.policy.id in named
        for player in identity.players_at(running, sender)
        if not player.has_left and not is_held_out(player, sender, receipt.received)
        if not family_of(running).has_move(player.name, office)
        if (awaited := _awaited_in_time(running, player.name, receipt.received)) is not None
    ]
    if not waiting:
        return
    running, player, _ = waiting[0]
    content = contents.KindWords(
        waiting=tuple(contents.Waiting(each.policy, until) for each, _, until in waiting)
    )
    yield from owe_to_sender(considered, running, player, content, f"kind_words:{receipt.key}")


_UNREAD = (Reason.TOO_LARGE, Reason.UNREADABLE, Reason.SET_ASIDE)


def hides_moves_of(sender: str, office: Office) -> bool:
    """Tell whether what *sender* writes may hold moves that the game master must not see."""
    return any(family_of(each).hides_moves(office) for each in _games_of_sender(sender, office))


About = (
    contents.AnswersItself
    | contents.AnswerUnclear
    | contents.JoinRequest
    | contents.LateButInTime
    | contents.PassedOn
    | contents.StrangersMoves
    | contents.TakenForRobot
    | contents.WrittenFromOutside
)
"""What is put before the game master in the words of whoever wrote."""


def put_before(
    office: Office,
    about: About,
    quoted: str,
    key: str,
    now: datetime,
    *,
    running: RunningGame | None = None,
    with_words: str = "",
    plays_nowhere: bool = False,
    is_open: bool = False,
) -> Iterator[Owed]:
    """Put before the game master what somebody wrote, about one game or about none.

    Where he must not see moves he is told who wrote, and *with_words* alone; a deputy gets all. *plays_nowhere*: it
    is of somebody unknown, whose mails about it hold no move; what he says of tiles may be a player's all the same.
    *is_open*: it `tells_no_secret`, each mail of it.
    """
    full = contents.Notice(about, running.policy if running else None, quoted=quoted)
    sender = "" if isinstance(about, contents.StrangersMoves) else about.sender
    is_outside = plays_nowhere and not identity.related_games(office, sender.lower())
    is_open |= is_outside and not _OF_TILES.search(quoted)
    hiding = () if is_open else _hiding(running, sender, office, quoted)
    his = replace(full, about=_without_words(about), quoted=with_words, is_hidden=True)
    yield owe_to_game_master(office.house, his if hiding else full, key, now, running=running)
    for deputy, each in {each.policy.deputy: each for each in hiding}.items():
        if _alone(running) or not identity.games_of(office, deputy or ""):
            yield from owe_to_deputy(each, replace(full, for_deputy=True), key, now)


def tells_no_secret(mail: IncomingMail, answered: Collection[str], office: Office) -> bool:
    """Tell whether a mail is about one game that goes on, whose moves the game master may read, and about no other.

    *answered*: the games of our mails that it answers. What its subject and these leave open, is none.
    """
    tagged = tagged_game(mail.subject, office.games)
    if tagged is None and subject_tag(mail.subject) is not None:
        return False
    named = {*answered, *([tagged] if tagged is not None else [])}
    running = office.games.get(named.pop()) if len(named) == 1 else None
    if running is None or running.game.is_over:
        return False
    return not _hiding(running, mail.sender or "", office, f"{mail.subject}\n{in_full(mail)}")


def _alone(running: RunningGame | None) -> Sequence[RunningGame]:
    """Return the game of a mail where only that one may be meant; one that is over was answered by mistake."""
    return () if running is None or running.game.is_over else (running,)


def _hiding(
    running: RunningGame | None, sender: str, office: Office, text: str
) -> Sequence[RunningGame]:
    """Return the games of whose secrets a text may tell that the game master must not see.

    It is part of a mail about *running*, or none; in one about another game somebody may speak of his
    tiles, too.
    """
    about = _alone(running) or _games_of_sender(sender, office)
    others = [each for each in _games_of_sender(sender, office) if each not in about]
    return [
        each
        for each in (*about, *(other for other in others if _speaks_of(other, about, text)))
        if family_of(each).hides_moves(office)
    ]


def _speaks_of(game: RunningGame, about: Sequence[RunningGame], text: str) -> bool:
    """Tell whether a text names a game by a word of its title that those it is *about* have not, or tells of tiles."""
    if _OF_TILES.search(text):
        return True
    named = _words_of_title(game).difference(*map(_words_of_title, about))
    return not named.isdisjoint(map(folded, _LETTERS.findall(text)))


def _words_of_title(game: RunningGame) -> frozenset[str]:
    words = (folded(each) for each in _LETTERS.findall(f"{game.policy.title} {game.policy.id}"))
    return frozenset(each for each in words if len(each) > _SHORT)


_SHORT = 3
_OF_TILES = worded(
    r"{begin}{of_my_tiles}{end}|(?-i:(?<!\w)[A-ZÄÖÜ](?:[\s,;/+-]{1,3}[A-ZÄÖÜ?*](?!\w)){2})"
)
"""`in der Rhön habe ich Ä C D L L`"""


def _games_of_sender(sender: str, office: Office) -> Sequence[RunningGame]:
    named = identity.related_games(office, sender.lower()) or tuple(office.games)
    return [office.games[id_] for id_ in named]


def _without_words(about: About) -> About:
    if isinstance(about, contents.PassedOn):
        return replace(about, subject="", words=())
    if isinstance(
        about, contents.TakenForRobot | contents.AnswersItself | contents.WrittenFromOutside
    ):
        return replace(about, subject="")
    return about


def _taken_for_robot(considered: Consideration, office: Office) -> Decision:
    """List a player's mail that looks like a program's: it is not answered, but not lost either."""
    mail = considered.mail
    if mail.sender is None or not identity.is_registered(office, mail.sender):
        return Decision((), ())
    name = identity.registered_name(office, mail.sender) or mail.sender_name
    about = contents.TakenForRobot(mail.sender, name, mail.subject)
    quoted = considered.reference.quoted
    key = f"{about.code}:{considered.receipt.key}"
    owed = put_before(office, about, quoted, key, considered.receipt.received)
    return Decision((), tuple(owed))


class _Answering(Struct):
    """The decision about a mail as it grows, entry by entry; later entries see what earlier ones changed."""

    mail: Consideration
    office: Office
    is_adopted: bool
    wrote_from: str
    """From where the mail came that is adopted."""
    decision: Decision = Decision((), ())

    @property
    def _sender(self) -> str:
        return self.mail.mail.sender or ""

    @property
    def _now(self) -> datetime:
        return self.mail.receipt.received

    def take(self, decision: Decision) -> None:
        """Go on after *decision*."""
        self.office = after(self.office, decision)
        self.decision = self.decision.then(decision)

    def asks_what_is_meant(self) -> bool:
        """Tell whether what is owed so far asks whether a move is meant."""
        whys = map(_why_it_asks, self.decision.mails)
        return contents.WhyAsked.MEANT in whys

    def _happen(self, game: str, *events: Event) -> None:
        self.take(Decision(tuple((game, event) for event in events), ()))

    def _owe(self, mails: Iterator[Owed]) -> None:
        self.decision = self.decision.then(Decision((), tuple(mails)))

    def answer(self, entry: Considered, key: str, *, is_beside: bool = False) -> None:
        """Record what an entry changes, and owe its answer and what others are told of it.

        *is_beside*: the mail asks for something else, too, which is answered elsewhere.
        """
        mail = self.mail
        lines = _lines_of_moves(entry) if is_beside and mail.from_game_master else ()
        if lines and entry.reason in _IN_VAIN and entry.game is not None:
            self._owe(self._named_not_used(lines, entry.game, key))
            return
        if entry.game is None or entry.reason in _UNREAD:
            self._owe(self._about_the_mail(entry, key))
            return
        is_new = self._register(entry)
        told = self._as_told(entry)
        before = family_of(family_of(self.office.games[entry.game]).seen_by(told.player))
        was = before.running
        had_move = before.has_move(told.player, self.office)
        entry, events = before.take(entry, mail, self.office)
        game = was.policy.id
        self._happen(game, *events)
        told = self._as_told(entry)
        running = family_of(self.office.games[game]).seen_by(told.player)
        did = Did(was, self._now, events, had_move, is_new)
        content = family_of(running).answer(told, self.office, did)
        if entry.reason is Reason.NO_MOVE:
            content = content.with_perhaps(self.mail.perhaps)
            content = content.with_text_hidden() if self._hides(was) else content
        if explained := self._explained_beside(entry, content, was):
            content = content.with_explained(explained)
            self._owe(self._passed_on(entry, key, explained))
        self._owe(self._for_the_game_master(entry, key, content.explains))
        asked = self._asked_beside(entry)
        is_hidden = bool(_hiding(was, self._sender, self.office, "\n".join(asked.sentences)))
        if asked.sentences and not is_hidden and not explained:  # the whole mail has gone to him
            self._owe(self._asked_passed_on(entry, key, asked))
        also = (_of_asked(asked, is_hidden=is_hidden),) if asked.sentences else ()
        also = (*also, *before.beside(entry, mail.receipt.received))
        his = self._to_the_player(entry, content, key)
        self._owe(replace(each, also=(*each.also, *also)) if each.player else each for each in his)
        besides = [entry.player or ""] if content.tells_all else []
        if besides and mail.from_game_master:
            besides.append("")
        self._owe(family_of(running).spread(did, self.office, f"turn:{key}", besides))
        if is_new and entry.player is not None:
            self._owe(welcome(self.office, running, entry.player, mail))

    def _hides(self, running: RunningGame | None) -> bool:
        """Tell whether the mail, about *running* or none, may hold what the game master must not see."""
        return bool(_hiding(running, self._sender, self.office, in_full(self.mail.mail)))

    def _named_not_used(self, lines: Sequence[str], game: str, key: str) -> Iterator[Owed]:
        """Name to the game master the lines of his mail that read as a play and are none."""
        running = self.office.games[game]
        about = contents.LinesNotUsed(tuple(each.rstrip(",;") for each in lines))
        yield owe_to_game_master(
            self.office.house,
            contents.Notice(about, running.policy),
            key,
            self._now,
            running=running,
            answers=self.mail.reference,
        )

    def _asked_beside(self, entry: Considered) -> AskedBeside:
        """Return what is asked of a person beside a move: what is said of that is no answer to it.

        Who resigns says that he stops, and who challenges doubts a word: that is carried out.
        """
        is_move = entry.outcome in STORED or entry.reason in _OF_A_MOVE
        orders = orders_in(entry.entry)
        acts = orders.acts if orders is not None else ()
        was_asked = bool(self.mail.mail.around)  # when its move was asked about, it was passed on
        if (
            not is_move
            or was_asked
            or self.mail.from_game_master
            or any(act.is_final for act in acts)
        ):
            return AskedBeside()
        answered = [text for each in self.mail.requests for _, text in each.said.values]
        done = [act.text for act in acts if isinstance(act, AwayAct)]
        if orders is not None:
            done += [each.span.text for group in orders.groups for each in group.orders]
        found = asked_beside(self.mail.mail, answered, self._elsewhere(), done)
        challenges = not found.is_request and any(isinstance(act, ChallengeAct) for act in acts)
        is_answered = challenges and all(map(_DOUBTS_A_WORD.search, found.sentences))
        return AskedBeside() if is_answered else found

    def _elsewhere(self) -> frozenset[str]:
        """Return how those games of the sender are called in which his mail asks for nothing."""
        games = self.office.games
        done = {each.game for each in self.mail.entries}.union(it.game for it in self.mail.requests)
        others = [
            games[it] for it in identity.games_of(self.office, self._sender) if it not in done
        ]
        own = [_words_of_title(each) for id_, each in games.items() if id_ in done]
        return frozenset().union(*map(_words_of_title, others)).difference(*own)

    def _asked_passed_on(self, entry: Considered, key: str, asked: AskedBeside) -> Iterator[Owed]:
        """Put what is asked beside a move before the game master, without the move."""
        running = self.office.games[entry.game or ""]
        name = entry.player or identity.registered_name(self.office, self._sender)
        yield from _passed_on_beside(self.mail, name or "", asked, key, running, self.office)

    def _explained_beside(
        self, entry: Considered, content: contents.Answer, running: RunningGame
    ) -> tuple[str, ...]:
        """Return the words of a move that wait for a ruling and of which the mail says more, in another line."""
        waiting = content.may_explain
        if not waiting or self.mail.from_game_master or self._hides(running):
            return ()
        moves = entry.entry.moves if entry.entry is not None else ()
        plays = {play.span.line for each in moves if each.move for play in each.move.plays}
        mail = self.mail.mail
        texts = [line.text for line in mail.lines if line.number not in plays]
        if mail.around:
            texts = [each for each in sentences_in(mail) if not _PLAY_OR_COMMENT.search(each)]
        named = {folded(each) for text in texts for each in _LETTERS.findall(text)}
        if any(_THE_WORD.search(text) for text in texts):
            return waiting
        return tuple(each for each in waiting if folded(each) in named)

    def _as_told(self, entry: Considered) -> Considered:
        """Return an entry for a name that is not the sender's as his own, whose move goes on to count."""
        if entry.reason is not Reason.SENDER_MISMATCH or self.mail.from_game_master:
            return entry
        mine = identity.players_at(self.office.games[entry.game or ""], self._sender)
        playing = [player for player in mine if not player.has_left]
        if len(playing) != 1 or is_held_out(playing[0], self._sender, self._now):
            return entry
        return replace(entry, player=playing[0].name)

    def _register(self, entry: Considered) -> bool:
        """Register a newcomer to an open game, with what late joiners start with (rules 8)."""
        newcomer = entry.newcomer
        if newcomer is None or newcomer.name in self.office.games[newcomer.game].game.players:
            return False
        family = family_of(self.office.games[newcomer.game])
        self._happen(newcomer.game, family.join(newcomer.name, newcomer.address))
        return True

    def _to_the_player(
        self, entry: Considered, content: contents.Answer, key: str
    ) -> Iterator[Owed]:
        """Answer the sender; what the game master enters for a player is confirmed to both."""
        running, now = self.office.games[entry.game or ""], self._now
        player = running.game.players.get(entry.player or "")
        is_his_own = player is not None and self._sender in addresses_of(player)
        if not self.mail.from_game_master or is_his_own:
            addressee = player or identity.owner_of(self.office, running, self._sender)
            yield from owe_to_sender(self.mail, running, addressee, content, key)
            return
        hides_moves = family_of(running).hides_moves(self.office)
        copy = content.copy_for_game_master()
        copy = copy.without_moves() if hides_moves else copy
        copy = family_of(running).without_table(copy, entry)
        is_hidden = self.is_adopted and hides_moves
        taken = contents.MailAdopted(entry.player or "", entry.outcome in STORED)
        yield owe_to_game_master(
            self.office.house,
            contents.Notice(taken, running.policy) if is_hidden else copy,
            key,
            now,
            running=running,
            answers=replace(self.mail.reference, quoted="") if is_hidden else self.mail.reference,
        )
        if is_hidden:
            yield from owe_to_deputy(running, copy, key, now)
        if player is not None and (self.is_adopted or _is_his_to_know(entry)):
            if self.is_adopted and self.wrote_from:
                his = content.let_count(self.wrote_from)
            else:
                his = content.entered_by_game_master()
            yield from owe_to_player(running, player, his, key, now)

    def _for_the_game_master(
        self, entry: Considered, key: str, explained: tuple[str, ...]
    ) -> Iterator[Owed]:
        """Tell the game master what he alone can settle; *explained*: words that the mail is about."""
        mail, running = self.mail, self.office.games[entry.game or ""]
        if entry.reason is Reason.NO_MOVE and not mail.commands:
            yield from self._passed_on(entry, key, explained)
        if mail.is_stranger and entry.reason is Reason.SENDER_MISMATCH:
            why = identity.why_not_in(self.office, [running.policy.id], self._sender)
            name = entry.named or entry.player or ""
            yield from self._notice(running, contents.JoinRequest(self._sender, name, why), key)
        missed = family_of(running).seen_too_late(entry, self._now)
        if missed is not None:
            written = entry.entry.written if entry.entry is not None else None
            is_words = written is not None and written.is_words
            is_seated = kind_of(running.game).is_seated
            late = (
                contents.LateTurn
                if is_seated
                else contents.LateWords
                if is_words
                else contents.LateMove
            )
            about = late(self._sender, entry.player or "", missed, self._now)
            yield from self._notice(running, about, key)

    def _notice(
        self, running: RunningGame, about: contents.JoinRequest | contents.LateButInTime, key: str
    ) -> Iterator[Owed]:
        key, quoted = f"{about.code}:{key}", self.mail.reference.quoted
        return put_before(self.office, about, quoted, key, self._now, running=running)

    def _about_the_mail(self, entry: Considered, key: str) -> Iterator[Owed]:
        """Answer a mail that is about no known game, or that cannot be read at all."""
        office, sender = self.office, self._sender
        is_passed_on = entry.reason in (Reason.NO_MOVE, Reason.UNREADABLE, Reason.TOO_LARGE)
        if is_passed_on:
            yield from self._passed_on(entry, key)
        mine = tuple(
            running
            for running in office.games.values()
            if identity.players_at(running, sender) or identity.is_subscriber(running, sender)
        )
        shown = tuple(office.games.values()) if self.mail.from_game_master else mine
        going_on = tuple(running for running in shown if not running.game.is_over)
        content = contents.MailAnswer(
            entry,
            tuple(running.policy for running in going_on or shown),
            passed_on=is_passed_on,
            stands=tuple(self._stands(entry)),
        )
        if self.mail.from_game_master:
            yield owe_to_game_master(
                office.house, content, key, self._now, answers=self.mail.reference
            )
            return
        hidden = self._hides(office.games.get(entry.game or ""))
        content = replace(content, text_hidden=hidden)
        running = office.games.get(entry.game or "") or next(iter(mine), None)
        if running is None:
            return
        owner = identity.owner_of(office, running, sender)
        for owed in owe_to_sender(self.mail, running, owner, content, key):
            yield owed if entry.game else replace(owed, game=None, tag=None)

    def _stands(self, entry: Considered) -> Iterator[contents.Answer]:
        """Yield how the games stand in which the sender plays, as an answer about each would show it."""
        for id_ in identity.games_of(self.office, self._sender):
            running = self.office.games[id_]
            here = identity.players_at(running, self._sender)
            playing = [player for player in here if not player.has_left]
            if running.game.is_over or entry.game not in (None, id_) or len(playing) != 1:
                continue
            if is_held_out(playing[0], self._sender, self._now):
                continue
            name = playing[0].name
            seen = family_of(running).seen_by(name)
            family = family_of(seen)
            about = replace(entry, game=id_, round=family.number, player=name)
            stand = family.answer(about, self.office, Did(seen, self._now))
            if stand.shows_stand:
                yield stand

    def _passed_on(
        self, entry: Considered, key: str, explained: tuple[str, ...] = ()
    ) -> Iterator[Owed]:
        """Put a mail with neither move nor command before the game master (contract 5)."""
        mail, office = self.mail.mail, self.office
        if not self.mail.from_game_master:
            name = (
                entry.player or identity.registered_name(office, self._sender) or mail.sender_name
            )
            about = contents.PassedOn(
                self._sender,
                name,
                mail.subject,
                explained,
                is_too_large=entry.reason is Reason.TOO_LARGE,
            )
            running = office.games.get(entry.game or "")
            key = f"passed:{key}"
            yield from put_before(office, about, in_full(mail), key, self._now, running=running)


def _passed_on_beside(  # noqa: PLR0917  his mail, who he is, and what he asks of whom
    considered: Consideration,
    name: str,
    asked: AskedBeside,
    key: str,
    running: RunningGame,
    office: Office,
) -> Iterator[Owed]:
    """Put what is asked beside something else before the game master, without that."""
    mail = considered.mail
    about = contents.PassedOn(
        mail.sender or "",
        name or mail.sender_name,
        mail.subject,
        is_question=not asked.is_request,
        is_request=asked.is_request,
    )
    quoted, now = "\n".join(asked.sentences), considered.receipt.received
    yield from put_before(office, about, quoted, f"asked:{key}", now, running=running)


def _of_asked(asked: AskedBeside, *, is_hidden: bool) -> str:
    """Return the name of the sentence that says what becomes of what was asked beside a move."""
    if asked.is_request:
        return "also_tell_directly" if is_hidden else "also_told"
    return "also_ask_directly" if is_hidden else "also_asked"


_OF_A_MOVE = frozenset((Reason.LATE, Reason.NO_VALID_MOVE, Reason.AMBIGUOUS))
"""Why a mail that makes a move, or may, makes none: what it asks beside that is passed on all the same."""
_LETTERS = regex(r"[^\W\d_]+")
_DOUBTS_A_WORD = worded(r"\b{word_called}\b|(?-i:\b[^\W\d_a-zäöüß]{2,}\b)")
_PLAY_OR_COMMENT = worded(rf"(?<![{{letters}}\d]){{square}}|{COMMENT_MARK}")
_THE_WORD = worded(r"\b{article_of_word}\s+{word_called}\b")
"""`Das Wort sagt man bei uns in der Pfalz.`"""


def _is_his_to_know(entry: Considered) -> bool:
    """Tell whether a player hears of what the game master wrote for him.

    Of whatever was done; at a table also of what the answer to the game master leaves out: why a
    move cannot be played from his rack, and what his tiles are.
    """
    found = entry.found
    is_private = found is not None and found.is_of_a_rack and entry.reason in _OF_A_RACK
    return entry.outcome in STORED or (found is not None and found.is_done) or is_private


_OF_A_RACK = (Reason.NO_VALID_MOVE, Reason.OLDER_MAIL)
"""Why a move at a table is rejected that its player alone may know."""


def unread_of(mail: Consideration, office: Office) -> tuple[tuple[str, Event], ...]:
    """Note, for the report, where something was awaited of a player whose mail could not be read."""
    sender, received = mail.mail.sender or "", mail.receipt.received
    if _only_asks(mail, office):
        return ()
    named = {entry.game for entry in mail.entries if entry.game}
    found: list[tuple[str, Event]] = []
    for id_ in identity.games_of(office, sender):
        running = office.games[id_]
        if named and id_ not in named:
            continue
        for player in identity.players_at(running, sender):
            number = None if player.has_left else _awaited(running, player.name, received)
            if number is None:
                continue
            what = unread_note(running.game, number, player.name)
            if what not in running.game.noted:
                found.append((id_, Noted(what, received)))
    return tuple(found)


def _awaited_in_time(running: RunningGame, player: str, received: datetime) -> Awaited | None:
    """Return the round or turn for which a player is waited for; None: for none, or he was late."""
    awaited = family_of(running).awaited(player)
    return None if awaited is None or not is_in_time(received, awaited.deadline) else awaited


def _awaited(running: RunningGame, player: str, received: datetime) -> int | None:
    """Return for which round or turn a player is waited for; None: for none, or he was late."""
    awaited = _awaited_in_time(running, player, received)
    return awaited.number if awaited is not None else None


def _holds_more(entry: Considered, orders: Collection[str]) -> bool:
    """Tell whether there is anything in an entry beside the lines that are orders."""
    return any(line not in orders for line in _lines_of_moves(entry))


def _lines_of_moves(entry: Considered) -> tuple[str, ...]:
    orders = orders_in(entry.entry)
    lines = (each.span.text for each in orders.orders) if orders is not None else ()
    return tuple(" ".join(line.split()) for line in lines)


_IN_VAIN = frozenset((Reason.NOT_A_PLAYER, Reason.NO_MOVE))
"""Why nothing of a mail of the game master is a move."""
