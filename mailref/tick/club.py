"""Orders of members of a club in a mail: read before all else, carried out, or their sender asked first.

What begins a game or concerns others needs a proof of who wrote: one that the mail brings, an answer to a
mail of ours, or a yes to a question. Whoever is unknown is asked once, if the settings let him in at all.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.club.club import (
    HOLDS,
    ONCE_IN,
    ClubOffer,
    ClubState,
    GameAgreed,
    Member,
    Members,
    PlayedIn,
)
from mailref.games.club.contents import (
    ClubFace,
    ClubMail,
    ClubSaid,
    ClubSays,
    Greeting,
    NotOffered,
    OfferAsked,
)
from mailref.games.club.desk import ClubDesk, ClubPerson, ClubRules, Done, member_of
from mailref.games.events import LanguageSet, PlayerJoined
from mailref.games.game import Player
from mailref.journal.prepared import Statement
from mailref.journal.recorded_club import happened_in_club
from mailref.journal.recorded_mails import AskedBack, asked, settled
from mailref.office import entry_reader
from mailref.orders.club_lines import (
    ClubAsk,
    ClubLines,
    Invite,
    ListOffers,
    NeverAgain,
    NewGame,
    NewRound,
    OfferAnswer,
    SaidFreely,
    as_written,
    asks_what_there_is,
    club_lines,
    is_mere_list,
    is_unsure,
    names_no_offer,
    needs_proof,
    plain_orders,
    wants_to_play,
    wished_people,
)
from mailref.orders.commands import (
    asks_to_join,
    command_in,
    greeting_to,
    is_closing,
    speaks_of_club,
    speaks_of_no_game,
    without_greeting,
)
from mailref.orders.kind_words import is_only_kind
from mailref.orders.shapes import (
    OF_PLAYER,
    bare_subject,
    folded,
    holds_play,
    is_reply,
    says_his_name,
    tagged_game,
)
from mailref.orders.spoken import language_of, language_told
from mailref.orders.table import ROW_OF, ClubWord, Command, forms, written
from mailref.orders.turn_said import may_give_turn_up, turn_said
from mailref.orders.whether_to_play import (
    reply_whether_to_play,
    said_of_playing,
    says_he_does_not,
    says_he_plays,
    without_names_called,
)
from mailref.orders.yes_and_no import Reply, in_sentences
from mailref.reading.incoming_mail import IncomingMail, Line, Proof, Trouble
from mailref.referee import identity, player_names, policy
from mailref.referee.asking import beside_answer, may_be_programs, said_yes, says_he_wrote
from mailref.referee.contents import (
    AnswerToCommands,
    AnswerToEntry,
    ClubAsked,
    ClubConfirm,
    GamesInHand,
    InvitedAsked,
    KindTold,
    LooksForGame,
    MailAnswer,
    Notice,
    WhyAsked,
)
from mailref.referee.mails import Decision, Owed, chosen_language, is_held_out
from mailref.settings.begun import around
from mailref.settings.club import CannotBeginError, agreed_game, is_in_rounds, titles, told
from mailref.settings.values import ClubSettings
from mailref.tick.machine import Machine, asked_lately, is_asked_enough, tell_if_questions_wait

_DAY = timedelta(days=1)
_MOST_ASKED = 3
"""So many questions to one member wait for his yes; what more comes without a proof is not asked about."""
OF_CLUB = {
    WhyAsked.CLUB.value,
    WhyAsked.OFFER.value,
    WhyAsked.INVITED.value,
    WhyAsked.NEWCOMER.value,
}
"""Why somebody is asked by a club, which reads the answers itself; a newcomer's games read, too."""
_ASKS_TO_PLAY = {WhyAsked.OFFER.value, WhyAsked.INVITED.value}
_HELP, _JOIN = (
    frozenset(form.casefold() for form in forms((ROW_OF[command],)))
    for command in (Command.HELP, Command.JOIN)
)
_FOLDED_JOIN = frozenset(map(folded, _JOIN))
_AROUND = " .!*"

Waiting = Callable[[AskedBack], policy.Consideration | None]
"""Finds the mail that a question is about."""


class Clubbed(Struct, frozen=True):
    """What the orders of a club in a mail come to, and the mail without them."""

    mail: IncomingMail
    mails: tuple[Owed, ...] = ()
    also: tuple[Statement, ...] = ()
    """What is recorded of the club with the decision about the mail."""
    has_any: bool = False
    orders: tuple[ClubAsk, ...] = ()
    """What it plainly orders, whatever comes of that."""
    is_asked: bool = False
    """Whether its sender is asked first: the mail is kept for his yes."""
    is_at_loss: bool = False
    """Whether it only says that nothing was understood: untrue where the rest of the mail says something."""
    is_mere_word: bool = False
    """Whether a word alone orders it, which the mail keeps: where it is a move, it is no order."""
    is_of_invited: bool = False
    """Whether somebody asks to come in who is invited: he gets no second question, and the game master hears of him."""
    instead: "Clubbed | None" = None
    """What it comes to where the rest of the mail brings its sender no answer."""

    def beside(self, mail: IncomingMail, *, says_more: bool, holds_move: bool) -> "Clubbed":
        """Return it without what is untrue where the rest of *mail* says something."""
        gives_way = (self.is_at_loss and says_more) or (self.is_mere_word and holds_move)
        return Clubbed(mail, instead=self if self.is_at_loss else None) if gives_way else self

    def unless_answered(self, decision: Decision) -> "Clubbed":
        """Return it as it is to be where all else that its mail leads to is *decision*."""
        told = {each.recipient.lower() for each in decision.mails}
        is_silent = self.instead is not None and self.mail.sender not in told
        return self.instead if self.instead is not None and is_silent else self


def take_club_orders(
    machine: Machine,
    mail: IncomingMail,
    receipt: policy.Receipt,
    office: policy.Office,
    waiting: Waiting,
) -> Clubbed:
    """Carry out what a mail orders in the club, where there is one."""
    club = machine.watch.settings.club
    if club is None or mail.robot is not None or not mail.sender:
        return Clubbed(mail)
    mail = with_joins(machine, mail, office)
    rules = rules_of(machine, club)
    desk = ClubDesk(machine.club(), office, rules, receipt.received, receipt.key)
    taking = _Taking(machine, club, desk, mail, receipt, ClubLines((), mail), waiting)
    question = taking.question()
    lines = _orders_in(mail, rules, taking.means_offer, taking.offer_meant(question))
    taking = replace(taking, lines=lines)
    is_told = question is not None and all(map(names_no_offer, lines.asks))
    if is_unsure(lines.asks) and (is_told or not taking.may_mean(lines.asks)):
        is_known = taking.who() is not None
        of_member = tuple(each for each in lines.asks if not is_unsure((each,)))
        sure = () if is_told else of_member if is_known else _sure_of_stranger(lines.asks)
        taking = replace(taking, lines=ClubLines(sure, lines.mail if sure else mail))
    if taking.lines.asks:
        return replace(taking.ordered(question), orders=plain_orders(taking.lines.asks))
    if question is not None:
        plain = taking.without_names_called(question)
        if (is_yes := plain.plain_answer(question)) is not None:
            return plain.said(question, is_yes=is_yes)
    if question is None and (passed := taking.passes_in_no_game()) is not None:
        return passed
    if question is None and (answer := taking.answer_in_words()) is not None:
        return replace(taking, lines=answer).ordered(None)
    if question is None and (rest := taking.beside_wish_to_come_in()) is not None:
        return replace(taking, lines=ClubLines((), rest)).of_stranger(None)
    return taking.asked_nothing(question)


def invitation_open_to(machine: Machine, address: str | None, now: datetime) -> AskedBack | None:
    """Return the question that waits for somebody who is invited and no member yet, if there is one."""
    if machine.watch.settings.club is None or not address:
        return None
    waiting, why = machine.journal.questions.waiting(now - HOLDS), WhyAsked.INVITED
    return next((each for each in waiting if (each.sender, each.why) == (address, why)), None)


def has_no_member_yet(machine: Machine, office: policy.Office) -> bool:
    """Tell whether a club lets in only whom a member invites, and has none yet but the game master."""
    club = machine.watch.settings.club
    if club is None or club.members is not Members.REGISTERED or machine.club().members:
        return False
    players = (each for it in office.games.values() for each in it.game.players.values())
    return not any(each.addresses for each in players)


def _is_bare_join(text: str) -> bool:
    return text.strip(_AROUND).casefold() in _JOIN


def _asks_in_prose(text: str) -> bool:
    """Tell whether a sentence, and no order with a name, asks to be let in."""
    first, *others = text.casefold().split() or [""]
    return first.strip(_AROUND) not in _JOIN and bool(others) and asks_to_join(text)


def _without_wish_across(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return lines without the first few that ask to be let in only where they are read together.

    Programs wrap a sentence, and `Was muss ich tun?` may stand on a line of its own below what it asks about.
    """
    said = [line for line in lines if line.text.strip()]
    for count in range(2, _MOST_ACROSS + 1):
        for at in range(len(said) - count + 1):
            run = said[at : at + count]
            if _asks_in_prose(" ".join(line.text.strip() for line in run)):
                return tuple(line for line in lines if not any(line is each for each in run))
    return lines


_MOST_ACROSS = 3
"""In so many lines a wish may stand; what stands farther apart belongs to other things."""


def _may_join(line: Line) -> bool:
    """Tell whether a line may say that somebody wants into a game."""
    text = line.text.casefold()
    return asks_to_join(line.text) or any(word in text for word in _JOIN)


def with_joins(machine: Machine, mail: IncomingMail, office: policy.Office) -> IncomingMail:
    """Return a mail in which who wants into rounds that he names says so as a club teaches it, where there is one.

    `Ich möchte bei Scrabble 5 mitspielen. Was muss ich tun?` is its title on one line and ANMELDEN on the next.
    """
    club = machine.watch.settings.club
    if club is None or mail.robot is not None or not any(map(_may_join, mail.lines)):
        return mail
    at_home = {*office.games_at(mail.sender or "")}
    titles = {
        folded(running.policy.title): running.policy.title
        for id_, running in office.games.items()
        if running.policy.registration is not policy.Registration.CLOSED
        and not running.game.is_over
        and id_ not in at_home
    }
    lines = tuple(part for line in mail.lines for part in _joins(line, titles, club.language))
    return mail if len(lines) == len(mail.lines) else replace(mail, lines=lines)


def _joins(line: Line, titles: Mapping[str, str], usual: str) -> tuple[Line, ...]:
    """Return a line as two, the title of a game and the order to join it, where it asks for that."""
    said = folded(line.text)
    named = _titles_in(titles.items(), said) or _kinds_of(titles, said)
    ordered = named and said.replace(named[0][0], "", 1) in _FOLDED_JOIN
    if len(named) != 1 or not (ordered or asks_to_join(line.text)):
        return (line,)
    word = line.text.split()[-1] if ordered else ""
    if folded(word) not in _FOLDED_JOIN:
        word = written(Command.JOIN, language_of([line.text], usual))
    return tuple(replace(line, text=each, places=()) for each in (named[0][1], word))


def _titles_in(names: Iterable[tuple[str, str]], said: str) -> list[tuple[str, str]]:
    """Return those folded names, each with the title it is for, that stand in a folded line."""
    return [(key, of) for key, of in names if re.search(rf"{re.escape(key)}(?!\d)", said)]


def _kinds_of(titles: Mapping[str, str], said: str) -> list[tuple[str, str]]:
    """Return the one game that a folded line names without its number: `1-Zug-Scrabble` is `1-Zug-Scrabble 5`."""
    numbered = {key: _NUMBER_BEHIND.sub("", title) for key, title in titles.items()}
    names = [
        (folded(name), titles[key])
        for key, name in numbered.items()
        if name != titles[key] and _SEVERAL_PARTS.search(name)  # not the club's `Scrabble`
    ]
    found = _titles_in(names, said)
    is_only = found and sum(key.startswith(found[0][0]) for key in titles) == 1
    return found if is_only else []


_WORD_OR_NUMBER = re.compile(r"[^\W_]+")
_NUMBER_BEHIND = re.compile(r"\s\d+$")
_SEVERAL_PARTS = re.compile(r"\w[\s-]\w")


def _going_on(office: policy.Office) -> Iterator[policy.GamePolicy]:
    return (running.policy for running in office.games.values() if not running.game.is_over)


def _names_one_of(office: policy.Office, texts: Iterable[str]) -> bool:
    """Tell whether texts name a game that goes on, in whole words: `kiel` is not named by `Kieler Scrabbleclub`."""
    words = [folded(word) for text in texts for word in _WORD_OR_NUMBER.findall(text)]
    ends = {0, *accumulate(map(len, words))}
    said = "".join(words)

    def holds(name: str) -> bool:
        found = re.finditer(f"(?={re.escape(name)})", said) if name in said else ()
        return any({at.start(), at.start() + len(name)} <= ends for at in found)

    return any(holds(folded(each.title)) or holds(folded(each.id)) for each in _going_on(office))


def _orders_in(
    mail: IncomingMail,
    rules: ClubRules,
    means_offer: Callable[[OfferAnswer], bool],
    offer: int | None = None,
) -> ClubLines:
    return club_lines(mail, rules.may_name, lambda: entry_reader().ours, offer, means_offer)


def rules_of(machine: Machine, club: ClubSettings) -> ClubRules:
    """Return what the desk of a club asks of its settings."""
    there = around(machine.watch.settings)
    names = dict(titles(club, there))
    kinds = tuple((variant, said[0]) for variant, said in names.items())
    in_rounds = tuple(each for each in kinds if is_in_rounds(each[0], there))
    page = machine.office().house.site_url

    def agreed(
        number: int, variant: str, players: tuple[Member, ...], days: str, at: datetime
    ) -> GameAgreed | NotOffered:
        name = _free_name(machine, club, number, names[variant][0])
        try:
            return agreed_game(
                club, there, number=number, name=name, variant=variant, players=players, days=days,
                at=at,
            )  # fmt: skip
        except CannotBeginError as wrong:
            is_days = "schedule" in wrong.keys
            return NotOffered.WHICH_DAYS if is_days else NotOffered.NOT_SO_MANY

    def counts(variant: str, at: datetime) -> tuple[int, ...]:
        """Return how many can play: at least, and at most where there is a limit."""
        people = [Member(f"Anna {chr(65 + n)}", (f"{n}@example.org",)) for n in range(_MOST_TRIED)]
        tried = {n: agreed(1, variant, (*people[:n],), "", at) for n in range(2, _MOST_TRIED + 1)}
        can = [n for n, found in tried.items() if isinstance(found, GameAgreed)]
        return (can[0], can[-1]) if can and can[-1] < _MOST_TRIED else tuple(can[:1])

    return ClubRules(
        face=ClubFace(
            club.title,
            club.zone,
            kinds,
            in_rounds,
            page,
            (*told(club, there),),
            club.played,
            machine.settings.mail.weekly,
        ),
        language=club.language,
        variants=names,
        most=club.most,
        agreed=agreed,
        counts=counts,
        is_in_rounds=lambda variant: is_in_rounds(variant, there),
        hashed=lambda address: _hashed(machine.secret, address),
    )


_MOST_TRIED = 12
"""So many are tried for how many can play; what as many can play has no limit that anybody meets."""


def _hashed(secret: bytes, address: str) -> str:
    said = f"club\0{address.lower()}".encode()
    return hmac.new(secret, said, hashlib.sha256).hexdigest()[:32]


def _free_name(machine: Machine, club: ClubSettings, number: int, title: str) -> tuple[str, str]:
    """Return id and title of a new game: made by us, and those of no other game."""
    named = machine.settings.games
    ids = {each.id.lower() for each in named} | {
        each.lower() for each in machine.journal.games.ids()
    }
    called = {folded(each.title) for each in named}
    id_, name = f"{club.tag}-{number}", f"{title} {number}"
    while id_.lower() in ids:
        id_ += "a"
    while folded(name) in called:
        name += " a"
    return id_, name


def with_club(
    machine: Machine,
    mail: IncomingMail,
    decision: Decision,
    office: policy.Office,
    receipt: policy.Receipt,
    *,
    now: datetime,
    has_any: bool,
) -> Decision:
    """Let the answers to HILFE, MEINE SPIELE and what says nothing tell how games are begun, in a club.

    Whoever has asked for no language is answered in that of his mail. *has_any*: whether it orders anything.
    """
    if machine.watch.settings.club is None:
        return decision.not_before(receipt.received)
    mails = (_with_club(machine, each, now) for each in decision.mails)
    asked = {(game, it.player) for game, it in decision.events if isinstance(it, LanguageSet)}
    club = machine.club()
    before = club.spoken.get(mail.sender or "", "")
    outside = _language_outside(mail, office, club, before)
    spoken = (
        each
        if (each.game, each.player) in asked
        else _as_he_speaks(each, mail, office, before, outside)
        for each in mails
    )
    decision = replace(decision, mails=tuple(spoken))
    decision = _joined_as_he_speaks(machine, mail, decision, office)
    is_followed = not asked and (has_any or bool(decision.events))
    if is_followed:
        decision = _goes_on_as_he_speaks(machine, mail, decision, office)
    return decision.not_before(receipt.received)


def _goes_on_as_he_speaks(
    machine: Machine, mail: IncomingMail, decision: Decision, office: policy.Office
) -> Decision:
    """Let what his games of the club write to somebody come in the language of his last clear mail."""
    language = language_told(_texts(mail))
    is_his = mail.robot is None and mail.proof is not Proof.FAILED and mail.sender
    if not language or not is_his or _chosen_by(mail, office):
        return decision
    his = [(id_, _writer(office.games[id_], mail)) for id_ in office.games_at(mail.sender or "")]
    of_club = {each.game for each in machine.club().games}
    said = tuple(
        (id_, LanguageSet(player.name, language, is_chosen=False))
        for id_, player in his
        if player is not None
        and id_ in of_club
        and not office.games[id_].game.is_over
        and (chosen_language(office.games[id_].policy, player) or office.games[id_].policy.language)
        != language
    )
    return replace(decision, events=(*decision.events, *said))


def _writer(running: policy.RunningGame, mail: IncomingMail) -> Player | None:
    """Return who of a game writes: the only one at his address, or who is called as he is."""
    there = identity.players_at(running, mail.sender or "")
    called = [each for each in there if folded(each.name) == folded(mail.sender_name)]
    found = called if len(there) > 1 else [*there]
    return found[0] if len(found) == 1 else None


def _joined_as_he_speaks(
    machine: Machine, mail: IncomingMail, decision: Decision, office: policy.Office
) -> Decision:
    """Let who joins a game be written to as he writes to the club, whatever the word for it that he has read there."""
    joined = {
        game: event.name
        for game, event in decision.events
        if isinstance(event, PlayerJoined) and mail.sender in event.addresses
    }
    if not joined:
        return decision
    before = machine.club().spoken.get(mail.sender or "", "")
    texts = [each for each in _texts(mail) if each.strip(_AROUND).casefold() not in _JOIN]
    events, mails = list(decision.events), list(decision.mails)
    for game, name in joined.items():
        usual = office.games[game].policy.language
        language = language_of(texts, usual, before=before)
        if language == usual:
            language = before or language_of(_texts(mail), usual)
        if language != usual:
            events.append((game, LanguageSet(name, language, is_chosen=False)))
        mails = [
            replace(each, language=language)
            if each.game == game and each.recipient.lower() == mail.sender
            else each
            for each in mails
        ]
    return replace(decision, events=tuple(events), mails=tuple(mails))


def _language_outside(
    mail: IncomingMail, office: policy.Office, club: ClubState, before: str
) -> str:
    """Return in which language a member is told of games in which he does not play: as he wrote, or gets his mails.

    "": nobody here knows him.
    """
    his = (
        (office.games[id_], _writer(office.games[id_], mail))
        for id_ in office.games_at(mail.sender or "")
    )
    told = [
        chosen_language(it.policy, player) or it.policy.language
        for it, player in his
        if player is not None
    ]
    member = club.member_at(mail.sender or "")
    return before or next(reversed(told), member.language if member is not None else "")


def _as_he_speaks(
    owed: Owed, mail: IncomingMail, office: policy.Office, before: str, outside: str
) -> Owed:
    is_his = owed.answers is not None and owed.recipient.lower() == mail.sender
    running = office.games.get(owed.game or "")
    player = running.game.players.get(owed.player or "") if running else None
    is_players = owed.player is not None  # who has joined by this mail is no player yet
    if not is_his or (running and not player and not is_players):
        return owed
    if chosen := _chosen_by(mail, office):
        return replace(owed, language=chosen)
    usual = owed.language if player is not None else outside or owed.language
    is_known = player is not None or bool(outside)
    told = language_of(_texts(mail), usual, before=before, talk=False, is_known=is_known)
    return replace(owed, language=told)


def _chosen_by(mail: IncomingMail, office: policy.Office) -> str:
    """Return which language who writes has asked for, in the newest of his games where he did; or ""."""
    his = (_writer(office.games[id_], mail) for id_ in office.games_at(mail.sender or ""))
    return next((each.language for each in reversed([*filter(None, his)]) if each.language), "")


def _texts(mail: IncomingMail) -> tuple[str, ...]:
    """Return what somebody has written himself, line by line."""
    subject = () if is_reply(mail.subject) else (bare_subject(mail.subject),)
    return (*subject, *(line.text for line in mail.lines))


def _with_club(machine: Machine, mail: Owed, now: datetime) -> Owed:
    match mail.content:
        case AnswerToCommands(commands=commands) if Command.HELP in commands:
            return replace(mail, also=(*mail.also, "also_club"))
        case AnswerToEntry(considered=entry) | MailAnswer(considered=entry) if (
            entry.reason is policy.Reason.NO_MOVE
        ):
            return replace(mail, also=(*mail.also, "also_club"))
        case GamesInHand():
            return replace(mail, content=replace(mail.content, looking=who_looks(machine, now)))
        case _:
            return mail


def lists_of_club(
    machine: Machine, now: datetime, morning: datetime, week: str, told: Collection[str]
) -> Iterator[Owed]:
    """Owe the list of a *week*, of its first *morning*, to the members.

    It goes to who has come in, and to who plays and is reminded in a game that goes on; not to who is *told* of
    his games, and of who looks for one.
    """
    club = machine.watch.settings.club
    if club is None:
        return
    desk = ClubDesk(machine.club(), machine.office(), rules_of(machine, club), now, "")
    playing: dict[str, bool] = {}
    for running in desk.office.games.values():
        for player in running.game.players.values():
            if player.has_left or running.game.is_over:
                continue
            for address in player.addresses:
                at, is_new = address.lower(), is_held_out(player, address, now)
                playing[at] = playing.get(at, False) or (player.wants_reminder and not is_new)

    def reads(member: Member) -> bool:
        has_come = desk.club.member_at(member.address) is not None
        return member.address not in told and playing.get(member.address, has_come)

    for owed in desk.weekly(reads, f"weekly:{week}:club", morning):
        yield that_proves(owed, desk)


_TOLD_WITHIN = timedelta(days=7)
"""So long after its time an offer is said to be over, where nothing ran before; no later."""


def expired_offers(machine: Machine, now: datetime) -> Iterator[Owed]:
    """Owe to each whose offer nobody has taken in its time that it is over, once."""
    club = machine.watch.settings.club
    offers = machine.club().offers.values() if club is not None else ()
    over = [
        each
        for each in offers
        if each.ended is None and timedelta(0) <= now - each.until < _TOLD_WITHIN
    ]
    numbers = {each.number for each in over}
    if club is None or numbers <= machine.told_over:
        return
    desk = ClubDesk(machine.club(), machine.office(), rules_of(machine, club), now, "")
    for owed in desk.expired(over):
        yield that_proves(owed, desk)
    machine.told_over |= numbers


def that_proves(owed: Owed, desk: ClubDesk) -> Owed:
    """Return a mail of the club an answer to which proves who wrote it: nobody else has got it."""
    if owed.game is not None or owed.one_time is not None:
        return owed
    says = owed.content.says if isinstance(owed.content, ClubMail) else ()
    about = {each.number for each in says if each.what is not ClubSays.EXPIRED} - {0}
    number = next(iter(about)) if len(about) == 1 else 0
    token = identity.club_token(desk.office.house, owed.recipient, desk.now, number)
    return replace(owed, one_time=token)


def who_looks(machine: Machine, now: datetime) -> tuple[LooksForGame, ...]:
    """Return who looks for a game in the club, if there is one."""
    club = machine.watch.settings.club
    if club is None:
        return ()
    rules = rules_of(machine, club)
    return tuple(
        LooksForGame(each.number, rules.title(each.made.variant), each.made.by.name)
        for each in machine.club().open_offers(now)
        if each.is_for_anyone
    )


_UNCLEAR = Done(says=(ClubSaid(NotOffered.UNCLEAR),))


def _sure_of_stranger(asks: tuple[ClubAsk, ...]) -> tuple[ClubAsk, ...]:
    """Return what somebody orders of whom nobody knows, who may sell something: what is written as we write it.

    Who seeks whoever plays a game that there is here sells nothing.
    """
    return tuple(
        each
        for each in asks
        if not isinstance(each, SaidFreely)
        or each.is_in_form
        or _seeks_anyone(each)
        or not is_unsure((each,))
    )


def _seeks_anyone(ask: ClubAsk) -> bool:
    """Tell whether somebody seeks whoever plays a game that there is here, and says no more."""
    return isinstance(ask, NewGame) and ask.seeks_anyone


def _wished_in(texts: Iterable[str]) -> tuple[str, ...]:
    return next(filter(None, map(wished_people, texts)), ())


def _begins_play(ask: ClubAsk) -> bool:
    """Tell whether an order, not a no or a look at what there is, says that its writer wants to play."""
    if isinstance(ask, OfferAnswer):
        return ask.said is ClubWord.ACCEPT
    return isinstance(ask, NewGame | NewRound | Invite)


def _only_passes(texts: Iterable[str]) -> bool:
    """Tell whether lines say no more than that somebody passes: to whether he plays that is a no."""
    said = [
        each for text in texts if (each := without_greeting(text).strip()) and not is_closing(each)
    ]
    turn = turn_said(said[0], _USUAL_RACK) if len(said) == 1 else None
    return turn is not None and turn.is_pass


_USUAL_RACK = 7
_UNSAID = PlayedIn("")


def _only_asks_which(done: Done) -> bool:
    """Tell whether nothing comes of orders but the question what is meant, or that there is none: it needs no yes."""
    which = {
        *(NotOffered.WHICH_GAME, NotOffered.WHICH_ROUND, NotOffered.WHICH_OFFER),
        *(NotOffered.OTHER_LANGUAGE, NotOffered.NO_SUCH_OFFER, NotOffered.OPEN_TO_ALL),
        *(
            NotOffered.WITH_WHOM,
            NotOffered.BY_ADDRESS,
            NotOffered.PLAYS_OR_NOT,
            NotOffered.UNCLEAR_OWN,
        ),
        NotOffered.UNCLEAR,
    }
    return not done.events and bool(done.says) and all(each.what in which for each in done.says)


def _names_of(offers: Iterable[ClubOffer]) -> frozenset[str]:
    """Return the parts of the names of those of offers, in small letters."""
    people = (person for each in offers for person in each.people)
    return frozenset(part for each in people for part in each.name.casefold().split())


_MOST_OF_GREETING = 600


def _with_greeting(done: Done, writer: str, mail: IncomingMail) -> Done:
    """Let those whom orders concern read what their mail says to one of them by name."""
    owed = (*(each for _, each in done.offered), *done.mails)
    contents = [each.content for each in owed]
    names = {
        name
        for it in contents
        if isinstance(it, OfferAsked | ClubMail)
        for name in (
            (it.offer.by, *it.offer.names)
            if isinstance(it, OfferAsked)
            else (name for said in it.says for name in said.names)
        )
    }
    text = greeting_to(names - {writer}, [line.text for line in mail.lines])
    if not text:
        return done
    said = Greeting(writer, text[:_MOST_OF_GREETING])

    def greeted(it: Owed) -> Owed:
        if not isinstance(it.content, OfferAsked | ClubMail):
            return it
        return replace(it, content=replace(it.content, greeting=said))

    return replace(
        done,
        mails=tuple(map(greeted, done.mails)),
        offered=tuple((number, greeted(it)) for number, it in done.offered),
    )


def _with_question(owed: Owed, mail: IncomingMail, done: Done) -> Owed:
    """Say in an answer that nobody answers what its mail asks beside its orders; what others read is theirs."""
    is_read = any(
        isinstance(each.content, OfferAsked | ClubMail) and each.content.greeting is not None
        for each in (*(it for _, it in done.offered), *done.mails)
    )
    asks = any(line.text.rstrip().endswith("?") for line in mail.lines)
    return owed if is_read or not asks else _with_also_question(owed)


def _with_also_question(owed: Owed) -> Owed:
    also = "also_question"
    return owed if also in owed.also else replace(owed, also=(*owed.also, also))


class _Taking(Struct, frozen=True):
    """A mail of somebody in a club, while it is dealt with."""

    machine: Machine
    club: ClubSettings
    desk: ClubDesk
    mail: IncomingMail
    receipt: policy.Receipt
    lines: ClubLines
    waiting: Waiting
    before: tuple[str, ...] = ()
    """What he wrote in the mail about which he was asked, where this one answers that."""

    @property
    def sender(self) -> str:
        return self.mail.sender or ""

    @property
    def reference(self) -> policy.Answered:
        return policy.answered(self.mail, self.receipt)

    def may_mean(self, asks: tuple[ClubAsk, ...]) -> bool:
        """Tell whether what may be no order is one: of a stranger, who may sell something, only as we write it."""
        who = self.who()
        if isinstance(who, ClubPerson):
            return all(self.desk.may_mean(each, who) for each in asks)
        return who is None and _sure_of_stranger(asks) == asks

    def question(self) -> AskedBack | None:
        """Return the question of ours that the mail answers, which was put to its very sender."""
        tokens = identity.one_time_tokens_in(self.mail.references)
        found = self.machine.journal.questions.find(tokens) if tokens else ()
        own = [each for each in found if each.sender == self.sender and each.why in OF_CLUB]
        own = own or self._open_to_newcomer() or self._open_in_thread()
        is_late = bool(own) and self.desk.now - own[-1].asked_at > HOLDS
        return own[-1] if own and not is_late else None

    def _thread(self) -> int | None:
        """Return about which offer the mail of the club is that this one answers; 0: none; None: it answers none."""
        return identity.club_thread(self.mail, self.desk.office.house, self.desk.now)

    def offer_meant(self, question: AskedBack | None) -> int | None:
        """Return about which offer a mail is that names none: 0, none that is known; None: it is about games.

        That is what a mail answers whose answer it is, unless it names a game.
        """
        if self._is_about_a_game():
            return None
        is_of_offer = question is not None and question.why == WhyAsked.OFFER
        return question.offer if question is not None and is_of_offer else self._thread()

    def _is_about_a_game(self) -> bool:
        """Tell whether it says that it is about a game that goes on."""
        office, texts = self.desk.office, [line.text for line in self.mail.lines]
        is_tagged = tagged_game(self.mail.subject, office.games) is not None
        return is_tagged or _names_one_of(office, texts)

    def means_offer(self, answer: OfferAnswer) -> bool:
        """Tell whether the number beside a yes or no, `ACCEPT 29`, is that of an offer, and of no turn or play.

        Who plays in a game means an offer that there is for him; who plays in none can mean nothing else, nor can
        who answers a mail of the club.
        """
        who = self.who()
        if self._is_about_a_game():
            return False
        if isinstance(who, ClubPerson):
            plays = identity.is_registered(self.desk.office, self.sender)
            is_free = not plays or self._thread() is not None
            return is_free or self.desk.waits_for_him(answer.number, who)
        offer = self.desk.club.offers.get(answer.number)
        return offer is not None and offer.is_for_anyone and offer.is_open(self.desk.now)

    def _open_in_thread(self) -> list[AskedBack]:
        """Return the question about the offer of which he was written last: `No thanks` to that answers it, too."""
        if not (number := self._thread()):
            return []
        waiting = self.machine.journal.questions.waiting(self.desk.now - HOLDS)
        why = WhyAsked.OFFER
        return [
            e for e in waiting if e.sender == self.sender and e.why == why and e.offer == number
        ]

    def _open_to_newcomer(self) -> list[AskedBack]:
        """Return the question that waits for somebody who is no member yet, where he answers another mail of ours.

        What we write to him is about that question alone.
        """
        if self._thread() is None or self.who() is not None:
            return []
        waiting = self.machine.journal.questions.waiting(self.desk.now - HOLDS)
        comes_in = {WhyAsked.INVITED.value, WhyAsked.NEWCOMER.value}
        return [each for each in waiting if each.sender == self.sender and each.why in comes_in]

    def answer_in_words(self) -> ClubLines | None:
        """Return what a mail of its own says in words to the one offer that waits for its sender; None: nothing.

        Of who plays in a game it may be about that, unless it calls one of the offer by name: he is asked.
        """
        who, mail = self.who(), self.mail
        if not isinstance(who, ClubPerson) or is_reply(mail.subject) or self._names_a_game():
            return None
        waiting = [
            each
            for each in self.desk.club.open_offers(self.desk.now)
            if any(map(who.is_one, each.waits_for))
        ]
        texts = [line.text for line in mail.lines if line.text.strip()]
        if not waiting or any(map(holds_play, texts)):
            return None
        names = _names_of(waiting)
        plain = [without_names_called(each, names) for each in texts]
        found = reply_whether_to_play(plain)
        is_said = any(
            says_he_plays(e) or says_he_does_not(e) for t in plain for e in in_sentences(t)
        )
        if found in {None, Reply.OPEN} or not is_said:
            return None
        plays = identity.is_registered(self.desk.office, self.sender)
        if plays and any(map(may_give_turn_up, texts)):
            return None
        number = waiting[0].number if len(waiting) == 1 else 0
        word = ClubWord.ACCEPT if found is Reply.YES else ClubWord.DECLINE
        answer = OfferAnswer(number, word, is_unsure=plays and plain == texts)
        rest = tuple(
            line
            for line in mail.lines
            if said_of_playing(without_names_called(line.text, names)) is None
        )
        return ClubLines((answer,), replace(mail, lines=rest))

    def beside_wish_to_come_in(self) -> IncomingMail | None:
        """Return the mail of a stranger without his wish to join the club, which names no game; None: he has none.

        Who asks which games there are, or how one joins, or would like to play, means the club, which tells him of
        all; so does who says so below the word for joining. Where no game takes newcomers, or several do, there is
        nothing else that he could mean by that word alone.
        """
        if self.who() is not None or self.club.members is Members.REGISTERED:
            return None
        mail, title = self.mail, self.club.title.casefold()
        names_no_game = not is_reply(mail.subject) and not self._names_a_game()
        is_all_there_is = names_no_game and not self._may_join_one_game()
        holds_no_play = not any(holds_play(line.text) for line in mail.lines)
        texts = (mail.subject, *(line.text for line in mail.lines))
        is_question = names_no_game and any("?" in text for text in texts)
        is_headed = names_no_game and any(map(_is_bare_join, texts))
        in_prose = is_headed and any(map(_asks_in_prose, texts))
        if speaks_of_no_game([line.text for line in mail.lines]):
            return None
        # Whom we asked for his name answers with it, and with no more.
        tells_name = is_reply(mail.subject) and not self._names_a_game() and holds_no_play
        tells_name = tells_name and not is_headed and said_yes(mail) is not False

        def wishes(text: str) -> bool:
            names_club = is_all_there_is or title in text.casefold() or speaks_of_club(text)
            is_order = (is_all_there_is or in_prose) and _is_bare_join(text)
            asks = asks_to_join(text) or asks_what_there_is(text)
            is_wish = names_no_game and holds_no_play and wants_to_play(text)
            is_prose = names_no_game and _asks_in_prose(text)
            is_meant = names_club or is_question or is_headed or is_prose
            is_named = tells_name and says_his_name(text)
            return is_order or is_wish or is_named or (asks and is_meant)

        rest = tuple(line for line in mail.lines if not wishes(line.text))
        if names_no_game and holds_no_play and len(rest) == len(mail.lines):
            rest = _without_wish_across(mail.lines)
        in_subject = not is_reply(mail.subject) and wishes(mail.subject)
        if len(rest) == len(mail.lines) and not in_subject:
            return None
        return replace(mail, lines=rest, subject="" if in_subject else mail.subject)

    def _names_a_game(self) -> bool:
        """Tell whether it names a game that goes on; the subject of a reply is ours, and only its tag counts."""
        subject = () if is_reply(self.mail.subject) else (self.mail.subject,)
        return self._is_about_a_game() or _names_one_of(self.desk.office, subject)

    def _may_join_one_game(self) -> bool:
        """Tell whether just one game takes newcomers: of several nobody knows which he means."""
        closed = policy.Registration.CLOSED
        return sum(it.registration is not closed for it in _going_on(self.desk.office)) == 1

    def ordered(self, question: AskedBack | None) -> Clubbed:
        """Carry out the orders of the mail, or ask its sender first."""
        who = self.who()
        if isinstance(who, NotOffered):
            return self._told(
                replace(self._stranger(), member=self._spoken_to(Member("", (self.sender,)))),
                Done(says=(ClubSaid(who),)),
            )
        if who is None:
            return self.of_stranger(question)
        asks = self.desk.meant(self.lines.asks, who)
        return replace(self, lines=replace(self.lines, asks=asks)).of_member(who, question)

    def of_member(self, who: ClubPerson, question: AskedBack | None) -> Clubbed:
        done = self.desk.carry_out(self.lines.asks, who)
        is_proven = self._is_proven(question) or _only_asks_which(done)
        if not is_proven and needs_proof(self.lines.asks):
            return self._ask(who) or Clubbed(self.lines.mail, has_any=True)
        if done.events and is_unsure(self.lines.asks):
            return self._ask(who) or self._told(who, _UNCLEAR)
        told = self._told(who, done)
        is_mere_word = is_mere_list(self.lines.asks)
        return replace(told, mail=self.mail, is_mere_word=True) if is_mere_word else told

    def without_names_called(self, question: AskedBack) -> "_Taking":
        """Return the mail without the names of those of an offer, by which its answer calls them."""
        offer = self.desk.club.offers.get(question.offer) if question.why in _ASKS_TO_PLAY else None
        names = _names_of([offer] if offer is not None else [])
        lines = tuple(
            line if text == line.text else replace(line, text=text, places=())
            for line in self.mail.lines
            for text in (without_names_called(line.text, names),)
        )
        return replace(self, mail=replace(self.mail, lines=lines)) if names else self

    def plain_answer(self, question: AskedBack) -> bool | None:
        """Tell whether the mail says yes or no; whether one plays, or wants in, may be said with more words."""
        answer = said_yes(self.mail)
        if question.why == WhyAsked.NEWCOMER:
            is_his = says_he_wrote(self.mail)
            # No program orders a game, or says yes and that it would like to play.
            is_wish = any(map(_begins_play, self.lines.asks)) or (
                answer is True and self._wishes_to_play()
            )
            # Nor does one write `Spieler=` and a name, which is what we ask for.
            is_wish = is_wish or (
                answer is not False and any(map(says_his_name, _texts(self.mail)))
            )
            return True if is_his is None and is_wish else is_his
        if question.why not in _ASKS_TO_PLAY:
            return answer
        texts = [line.text for line in self.mail.lines]
        if answer is None:
            found = reply_whether_to_play(texts)
            answer = None if found in {None, Reply.OPEN} else found is Reply.YES
        if answer is None and _only_passes(texts):
            return False
        if answer and question.why == WhyAsked.INVITED and says_he_wrote(self.mail) is None:
            return None if may_be_programs(self.mail) else answer
        return answer

    def asked_nothing(self, question: AskedBack | None) -> Clubbed:
        """Show a member who plays in no game what is offered, whatever he writes: nobody else answers him.

        Nor does anybody answer who was invited and says neither yes nor no plainly.
        """
        if (in_thread := self._left_open(question)) is not None:
            return in_thread
        who = self._beside_games()
        if identity.is_registered(self.desk.office, self.sender):
            return Clubbed(self.mail)
        is_understood = self._asks_for_help()
        is_yes = question is None and said_yes(self.mail) is True
        unclear = ClubSaid(NotOffered.NOTHING_ASKED) if is_yes else _UNCLEAR.says[0]
        if any(command_in(line.text) is not None for line in self.mail.lines):
            unclear = ClubSaid(NotOffered.PLAYS_NOWHERE)
        says = () if is_understood else (unclear,)
        if who is not None:
            shown = self._told(who, Done(says=says, lists=True, helps=is_understood))
            return replace(shown, mail=self.mail, has_any=False, is_at_loss=bool(says))
        if question is None or question.settled_at is not None:
            return Clubbed(self.mail)
        if is_understood and question.why in {WhyAsked.INVITED, WhyAsked.NEWCOMER}:
            shown = self._told(self._stranger(), Done(says=(ClubSaid(NotOffered.COMES_FIRST),)))
            return replace(shown, mail=replace(self.mail, lines=(), below=(), subject=""))
        if question.why != WhyAsked.INVITED:
            return Clubbed(self.mail)
        return self._told(self._stranger(), Done(says=(ClubSaid(NotOffered.COMES_OR_NOT),)))

    def passes_in_no_game(self) -> Clubbed | None:
        """Say that it is not understood who passes in answer to a mail of the club; None: he does not.

        A game would take it for its own, though he may mean what was offered.
        """
        is_pass = _only_passes(line.text for line in self.mail.lines)
        told = self._left_open(None) if is_pass and self.offer_meant(None) is not None else None
        read = replace(self.mail, lines=(), below=(), subject="")
        return told and replace(told, mail=read, has_any=True, is_at_loss=False)

    def _left_open(self, question: AskedBack | None) -> Clubbed | None:
        """Say that an answer to a mail of the club is not understood, and what can be said to its offer.

        None: it is none, names a game, only thanks, or cannot be read. A game would take it for a mail to itself.
        """
        is_offer = question is not None and question.why == WhyAsked.OFFER
        number = question.offer if question is not None and is_offer else self._thread()
        if number is None and (question is None or question.why != WhyAsked.CLUB):
            return None
        if question is None and said_yes(self.mail) is not None:
            return None  # it answers nothing that waits
        who, texts = self.who(), [line.text for line in self.mail.lines]
        is_empty = not any(map(str.strip, texts))
        is_talk = not is_empty and is_only_kind(texts, (self.mail.sender_name,))
        is_unread = is_empty and self.mail.trouble not in {None, Trouble.EMPTY}
        if not isinstance(who, ClubPerson) or is_talk or is_unread or self._names_a_game():
            return None
        done = self.desk.not_understood(number or 0, who)
        return replace(self._told(who, done), mail=self.mail, is_at_loss=True)

    def _asks_for_help(self) -> bool:
        """Tell whether a line, or the subject, is the word for help."""
        texts = (self.mail.subject, *(line.text for line in self.mail.lines))
        return any(text.strip(_AROUND).casefold() in _HELP for text in texts)

    def _is_proven(self, question: AskedBack | None) -> bool:
        """Tell whether the mail proves its sender: by what it brings, or since it answers a mail of ours."""
        if question is not None and self.mail.proof is not Proof.FAILED:
            return True
        office = self.desk.office
        his = [office.games[id_] for id_ in office.games_at(self.sender)]
        return identity.proves_sender(self.mail, his, office.house, self.desk.now)

    @property
    def language(self) -> str:
        """Return in which language he writes: his orders, a yes or a greeting tell, else what he wrote before."""
        return self._spoken(self.desk.club.spoken.get(self.sender, ""))

    def _spoken(self, before: str, *, is_known: bool = False) -> str:
        texts = (*self.before, *_texts(self.mail))
        return language_of(texts, self.club.language, before=before, is_known=is_known)

    def _spoken_to(self, member: Member) -> Member:
        """Return a member with the language in which he writes; without one where nothing tells it but the club's."""
        spoken = self._spoken(member.language, is_known=True)
        is_told = language_told((*self.before, *_texts(self.mail))) != ""
        is_usual = not (member.language or is_told) and spoken == self.club.language
        return member if is_usual else replace(member, language=spoken)

    def who(self) -> ClubPerson | NotOffered | None:
        """Return who writes; None: nobody knows him."""
        office, names = self.desk.office, dict[str, list[Member]]()
        chosen, spoken = dict[str, str](), self.desk.club.spoken
        for running in (office.games[id_] for id_ in office.games_at(self.sender)):
            for player in identity.players_at(running, self.sender):
                member = member_of(running, player, spoken)
                names.setdefault(player.name, []).append(member)
                chosen[player.name] = player.language or chosen.get(player.name, "")
        found = [*names]
        if len(names) > 1:
            called = folded(self._called)
            found = [name for name in names if folded(name) == called]
        if len(found) == 1:
            known = names[found[0]]
            addresses = frozenset(each for one in known for each in one.addresses)
            newest = next((each for each in reversed(known) if each.language), known[-1])
            language = chosen[found[0]] or self._spoken_to(newest).language
            return ClubPerson(replace(known[-1], language=language), addresses | {self.sender})
        if names:
            return NotOffered.WHICH_PLAYER
        return self._beside_games()

    def _beside_games(self) -> ClubPerson | None:
        """Return who writes and plays in no game: a member who has come in, the game master."""
        house = self.desk.office.house
        member = self.desk.club.member_at(self.sender)
        if self.sender == house.gamemaster_address.lower():
            member = Member(house.gamemaster_name, (self.sender,))
        if member is None:
            return None
        return ClubPerson(self._spoken_to(member), frozenset(member.addresses))

    def _told(
        self, who: ClubPerson, done: Done, *spent: Statement, written: IncomingMail | None = None
    ) -> Clubbed:
        """Return what is recorded and owed of orders that were carried out; *written*: the mail that gave them."""
        done = _with_greeting(done, who.member.name, written or self.lines.mail)
        after = replace(self.desk, club=self.desk.after(done))
        own = after.answer(done, who, self.reference)
        answers = (
            *(_with_question(each, written or self.lines.mail, done) for each in own),
            *done.mails,
        )
        mails = tuple(that_proves(each, self.desk) for each in answers)
        also = [
            *happened_in_club(done.events, self.desk.club.count, self._cause, self.desk.now),
            *spent,
        ]
        for number, owed in done.offered:
            mail, question = self._asking(owed, f"offer:{number}", WhyAsked.OFFER)
            mails, also = (*mails, mail), [*also, question]
        for address, by in done.asks:
            if self._was_asked_as_newcomer(address):
                continue
            mail, question = self._asking(
                self._invitation(address, by), "invited", WhyAsked.INVITED
            )
            mails, also = (*mails, mail), [*also, question]
        if any(isinstance(each, GameAgreed) for each in done.events):
            self.machine.has_more = True  # it is opened at once
        return Clubbed(self.lines.mail, mails, tuple(also), has_any=True)

    @property
    def _cause(self) -> str:
        return f"mail:{self.mail.fingerprint}"

    def _asking(self, owed: Owed, about: str, why: WhyAsked) -> tuple[Owed, Statement]:
        """Return a mail that can be answered by yes and no, and what is recorded of the question."""
        token = identity.one_time_token(self.desk.office.house, owed.key)
        put = AskedBack(token, about, owed.recipient.lower(), why.value, self.desk.now)
        return replace(owed, one_time=token), asked(put)

    def _kinds(self) -> tuple[KindTold, ...]:
        """Return what can be played, and what that is, in the language of the mail."""
        face = self.desk.rules.face
        said, played = face.told_in(self.language), face.played_by_title
        return tuple(
            KindTold(title, said.get(title, ""), it.language, it.words, it.time)
            for _, title in face.kinds
            for it in (played.get(title, _UNSAID),)
        )

    def _invitation(self, address: str, by: str) -> Owed:
        """Return the one question to somebody who was invited; a name that may say more is left out."""
        shown = by if player_names.may_be_shown(by) else ""
        page = self.desk.rules.face.page
        about = InvitedAsked(self.club.title, shown, self._kinds(), page)
        owed = self._notice(about, address, "", f"{about.code}:{self.receipt.key}")
        return replace(owed, language=self.language)  # that of who knows him

    def _notice(
        self, about: InvitedAsked | ClubAsked | ClubConfirm, address: str, name: str, key: str
    ) -> Owed:
        owed = self.desk.owed(Member(name, (address,)), ClubMail(self.desk.rules.face), key)
        return replace(owed, content=Notice(about))

    def _ask(self, who: ClubPerson) -> Clubbed | None:
        """Ask a member at his address whether it was he, or whether he means that; None: he is asked enough."""
        since, why = self.desk.now - _DAY, WhyAsked.CLUB
        waits = self.machine.journal.questions.waiting_since(since, why=why, sender=self.sender)
        if waits >= _MOST_ASKED:
            return None
        language = who.member.language or self.club.language
        about = ClubConfirm(self.club.title, is_unsure(self.lines.asks))
        owed = self._notice(about, self.sender, who.member.name, f"{about.code}:{self.receipt.key}")
        asks = (self.desk.numbered(each, who) for each in self.lines.asks)
        content = Notice(about, quoted="\n".join(as_written(each, language) for each in asks))
        owed = replace(owed, content=content, language=language)
        if waits == _MOST_ASKED - 1:
            owed = replace(owed, also=(*owed.also, "also_last_question"))
        return self._asked_first(_with_question(owed, self.lines.mail, Done()), why)

    def _asked_first(self, owed: Owed, why: WhyAsked) -> Clubbed:
        owed = replace(owed, answers=replace(self.reference, quoted=""))
        mail, question = self._asking(owed, self.mail.fingerprint, why)
        return Clubbed(self.lines.mail, (mail,), (question,), has_any=True, is_asked=True)

    def of_stranger(self, question: AskedBack | None) -> Clubbed:
        """Deal with orders from an unknown address: of one that was invited, or who may come in by a yes."""
        if question is not None and question.why == WhyAsked.INVITED:
            if self._wants_never():
                return self._never_again(question)
            return self._said_to_invitation(question, self.lines.asks, is_yes=True)
        if self._wants_never():
            # A sender is easily forged: only by himself he is kept from ever being asked.
            is_kept = self.mail.proof is Proof.PASSED and not self._is_never_asked()
            return self._never_again(None) if is_kept else Clubbed(self.lines.mail, has_any=True)
        if question is not None and question.why == WhyAsked.NEWCOMER:
            is_yes = self.plain_answer(question)
            if is_yes is not None:
                return self.said(question, is_yes=is_yes)
        may_come = self.club.members is not Members.REGISTERED
        if not may_come or self.mail.proof is Proof.FAILED or self._is_never_asked():
            return Clubbed(self.mail)
        if question is None and self._was_just_asked():
            return Clubbed(self.lines.mail, has_any=True)
        comes_at_once = self._comes_at_once()
        if not comes_at_once and self._invitation_open() is not None:
            return self._wish_of_invited()
        if self._is_asked_enough():
            return Clubbed(self.mail)
        if comes_at_once:
            return self._comes_in(self.lines.asks)
        tell_if_questions_wait(self.machine, self.desk.now, self.desk.office)
        about = ClubAsked(self.club.title, self._kinds())
        owed = self._notice(about, self.sender, "", f"{about.code}:{self.receipt.key}")
        return self._asked_first(replace(owed, language=self.language), WhyAsked.NEWCOMER)

    def _comes_at_once(self) -> bool:
        """Tell whether his mail proves him and is plain enough to let him in without a question."""
        is_open = self.club.members is Members.OPEN and self.mail.proof is Proof.PASSED
        return is_open and not any(map(_seeks_anyone, self.lines.asks))

    def _invitation_open(self) -> AskedBack | None:
        return invitation_open_to(self.machine, self.sender, self.desk.now)

    def _wish_of_invited(self) -> Clubbed:
        """Keep what is asked for from an address that has its question: the yes to that does it, too.

        What anybody may have written under the address is not kept: he reads of it in no question.
        """
        done = Clubbed(self.lines.mail, has_any=True, is_of_invited=True)
        if self.mail.proof is not Proof.PASSED or self._kept_wish() is not None:
            return done
        token = identity.one_time_token(self.desk.office.house, f"wish:{self.receipt.key}")
        why = WhyAsked.NEWCOMER.value
        put = AskedBack(token, self.mail.fingerprint, self.sender, why, self.desk.now)
        return replace(done, also=(asked(put),), is_asked=True)

    def _kept_wish(self) -> AskedBack | None:
        """Return what waits of somebody who has asked to come in, if anything does."""
        waiting, why = (
            self.machine.journal.questions.waiting(self.desk.now - HOLDS),
            WhyAsked.NEWCOMER,
        )
        return next((e for e in waiting if (e.sender, e.why) == (self.sender, why)), None)

    def _is_never_asked(self) -> bool:
        return self.desk.rules.hashed(self.sender) in self.desk.club.never

    def _was_just_asked(self) -> bool:
        """Tell whether the question about just the same has gone to him: his yes to that does all of it."""
        rules = self.desk.rules
        for question in asked_lately(self.sender, self.machine.journal, self.desk.now):
            found = self.waiting(question)
            if found is None:
                continue
            taking = replace(self, mail=found.mail)
            if _orders_in(found.mail, rules, taking.means_offer).asks != self.lines.asks:
                continue
            if taking._wished_people() == self._wished_people():  # noqa: SLF001  itself
                return True
        return False

    def _is_asked_enough(self) -> bool:
        """Tell whether a stranger is asked nothing now: of one question that waits for him a yes is enough."""
        journal, now = self.machine.journal, self.desk.now
        in_a_day = journal.questions.waiting_since(now - _DAY, why=WhyAsked.NEWCOMER.value)
        in_a_day += sum(now - each.at < _DAY for each in self.desk.club.joined)
        return is_asked_enough(self.sender, journal, now, most=1) or (
            in_a_day >= self.machine.settings.mail.joins_per_day
        )

    def _was_asked_as_newcomer(self, address: str) -> bool:
        """Tell whether an address was asked within thirty days whether somebody there wants in: once is enough."""
        last = self.machine.journal.questions.last_asked(WhyAsked.NEWCOMER.value, address)
        return last is not None and self.desk.now - last < ONCE_IN

    def _wants_never(self) -> bool:
        """Tell whether he plainly wants nothing of the club."""
        return any(
            isinstance(each, NeverAgain) and not is_unsure((each,)) for each in self.lines.asks
        )

    def _never_again(self, question: AskedBack | None) -> Clubbed:
        """Keep that somebody wants nothing of the club; he gets no answer to that."""
        done = self.desk.carry_out((NeverAgain(),), self._stranger())
        spent = () if question is None else (settled(question.token, self.desk.now),)
        return self._told(self._stranger(), replace(done, says=()), *spent)

    def _stranger(self) -> ClubPerson:
        member = Member(self._called, (self.sender,), self.language)
        return ClubPerson(member, frozenset({self.sender}))

    @property
    def _called(self) -> str:
        """Return by which name he writes: that of a line `Spieler=` in his mail, or else of its sender."""
        said = map(OF_PLAYER.fullmatch, (*_texts(self.mail), *self.before))
        named = (each["name"].strip() for each in said if each is not None)
        return next(
            named,
            self.mail.sender_name
            or player_names.name_signed(line.text for line in self.mail.lines),
        )

    def said(self, question: AskedBack, *, is_yes: bool) -> Clubbed:
        """Deal with a yes or no to a question of ours."""
        asks = self.lines.asks
        rest = beside_answer(self.lines.mail if asks else self.mail)
        if question.why in _ASKS_TO_PLAY:
            lines = tuple(each for each in rest.lines if said_of_playing(each.text) is None)
            is_pass = _only_passes(each.text for each in self.mail.lines)  # and in no game
            rest = replace(rest, lines=() if is_pass else lines)
        taking = replace(self, lines=ClubLines(asks, rest))
        match question.why:
            case WhyAsked.OFFER:
                return taking._said_to_offer(question, is_yes=is_yes)  # noqa: SLF001  itself
            case WhyAsked.INVITED:
                return taking._said_to_invitation(question, (), is_yes=is_yes)  # noqa: SLF001  itself
            case _:
                done = taking._confirmed(question, is_yes=is_yes) or Clubbed(self.mail)  # noqa: SLF001  itself
                if not done.has_any or said_yes(self.mail) is not None:
                    return done
                own = (each.recipient.lower() == self.sender for each in done.mails)
                told = zip(done.mails, own, strict=True)
                mails = (_with_also_question(each) if is_own else each for each, is_own in told)
                all_read = replace(done.mail, lines=(), below=())
                return replace(done, mail=all_read, mails=tuple(mails))

    def _said_to_offer(self, question: AskedBack, *, is_yes: bool) -> Clubbed:
        number = question.offer
        word = ClubWord.ACCEPT if is_yes else ClubWord.DECLINE
        who = self.who()
        if who is None or isinstance(who, NotOffered) or self.mail.proof is Proof.FAILED:
            return replace(
                self, lines=ClubLines((OfferAnswer(number, word),), self.lines.mail)
            ).ordered(None)
        return self._told(who, self.desk.carry_out((OfferAnswer(number, word),), who))

    def _said_to_invitation(
        self, question: AskedBack, asks: tuple[ClubAsk, ...], *, is_yes: bool
    ) -> Clubbed:
        spent = settled(question.token, self.desk.now)
        wish = self._kept_wish()
        if not is_yes or question.settled_at is not None:
            dropped = (settled(wish.token, wish.asked_at),) if wish is not None else ()
            return Clubbed(self.lines.mail, (), (spent, *dropped), has_any=True)
        if isinstance(self.who(), ClubPerson):
            return Clubbed(self.lines.mail, (), (spent,), has_any=True)
        if (
            wish is not None
            and not asks
            and (done := self._confirmed(wish, is_yes=True)) is not None
        ):
            return done
        return self._comes_in(asks, spent)

    def _comes_in(self, asks: tuple[ClubAsk, ...], *spent: Statement) -> Clubbed:
        """Let somebody in whose address is proved, and carry out what he orders."""
        who = self._stranger()
        if (why := self._why_not_called(who.member.name)) is not None:
            return self._told(who, Done(says=(why,)))
        # One yes is enough for all that he was asked, and for what he asked for meanwhile.
        open_still = (self._invitation_open(), self._kept_wish())
        answered = [settled(each.token, self.desk.now) for each in open_still if each is not None]
        by = self.desk.invited_by(self.desk.rules.hashed(self.sender), self.desk.now)
        done = self.desk.joined(who.member, by)
        desk = replace(self.desk, club=self.desk.after(done))
        sure = _sure_of_stranger(asks)
        ordered = tuple(each for each in sure if not isinstance(each, ListOffers))
        told = done.then(desk.carry_out(ordered, who))
        # Of a mail that orders something, the order is what he wishes for.
        texts = () if ordered and self.lines.asks else _texts(self.mail)
        if people := _wished_in((*(() if ordered else self.before), *texts)):
            told = told.then(Done(says=(ClubSaid(ClubSays.WISHED, names=people),)))
        return self._told(who, told, *spent, *answered)

    def _wished_people(self) -> tuple[str, ...]:
        """Return with whom a newcomer wrote that he would like to play, before he was let in or beside that."""
        return _wished_in((*self.before, *_texts(self.mail)))

    def _wishes_to_play(self) -> bool:
        """Tell whether he says that he would like to play, with somebody or at all, and no program speaks."""
        texts = _texts(self.mail)
        wishes = any(wished_people(each) or wants_to_play(each) for each in texts)
        return wishes and not may_be_programs(self.mail)

    def _why_not_called(self, name: str) -> ClubSaid | None:
        """Return why a new member cannot be called so; None: he can."""
        fault = player_names.fault_of_name(name, self.sender, self.desk.office)
        if fault is None:
            return None
        number = player_names.LONGEST_NAME if fault.why is player_names.NameWrong.TOO_LONG else 0
        signs = (fault.sign,) if fault.sign else ()
        return ClubSaid(NotOffered(fault.why.value), number, named=name, names=signs)

    def _wants_a_game(self, found: policy.Consideration) -> bool:
        """Tell whether a newcomer was asked whether he plays in a game, not in the club: that takes his yes."""
        asks = bool(found.commands) or found.holds_move
        return asks and replace(self, mail=found.mail).beside_wish_to_come_in() is None

    def _confirmed(self, question: AskedBack, *, is_yes: bool) -> Clubbed | None:
        """Carry out what waits for this yes; None: it is about something else."""
        found = self.waiting(question)
        if found is None:
            return None
        rules = self.desk.rules
        means_offer = replace(self, mail=found.mail).means_offer
        lines = _orders_in(found.mail, rules, means_offer)
        if not lines.asks:
            lines = replace(self, mail=found.mail).answer_in_words() or lines
        if not lines.asks and (question.why != WhyAsked.NEWCOMER or self._wants_a_game(found)):
            return None
        asks = (*dict.fromkeys((*lines.asks, *self.lines.asks)),)
        when = (question.settled_at or self.desk.now) if is_yes else question.asked_at
        spent = settled(question.token, when)
        taking = replace(self, before=_texts(found.mail))
        who = taking.who()
        person = who if isinstance(who, ClubPerson) else taking._stranger()  # noqa: SLF001  itself
        is_known = isinstance(who, ClubPerson)
        if not is_yes or (question.settled_at is not None and is_known):
            what = ClubSays.SAID_BEFORE if is_yes else ClubSays.DROPPED
            says = (ClubSaid(what),) if is_known else ()
            return self._told(person, Done(says=says), spent)
        if self.mail.proof is Proof.FAILED:
            return None
        if isinstance(who, ClubPerson):
            done = self.desk.carry_out(asks, person)
            return self._told(person, done, spent, written=lines.mail)
        return taking._comes_in(asks, spent)  # noqa: SLF001  itself
