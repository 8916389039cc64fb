"""One entry of a mail to what the referee makes of it: its game, its round, its player, its moves."""

from collections import Counter
from dataclasses import dataclass, replace

from mailref.mail.entries.model import Ambiguity, Command, Entry, UnknownHeading
from mailref.referee.belonging import game_of_round, round_meant
from mailref.referee.identity import Known, NotKnown, find_player
from mailref.referee.model import Consideration, Considered, Desk, Outcome, Reason, Request, Table
from mailref.rules.legality import Judge
from mailref.rules.standing import Choice, choose_move

STRANGER = Considered(Outcome.IGNORED, Reason.UNKNOWN_SENDER)
"""No answer is owed: the sender is unknown, or does not prove who he is."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who the mail is from, as far as that is known before any entry is read."""

    address: str
    games: tuple[str, ...]
    is_game_master: bool
    is_registered: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A mail on the desk: what is known when its entries are looked at."""

    base: Consideration
    desk: Desk
    sender: Sender
    default: str | None
    """The game of lines without a heading."""
    adopted_for: str | None = None
    """The player for whom the game master takes the mail over, whomever it names."""
    written_by: str | None = None
    """Who wrote it, if the game master takes over a mail that names nobody."""

    def find(self, table: Table, named: str | None) -> Known | NotKnown:
        """Find whom something in this mail is for."""
        return find_player(
            self.base.mail,
            self.sender.address,
            table,
            self.desk.house,
            self.adopted_for or named or self.written_by,
            is_answer_to_game_master=self.base.delivery.answers_game_master,
        )


def consider_nothing(case: Case, game: str | None, reason: Reason) -> Considered:
    """Return a rejection without moves, for the game the mail seems to be about."""
    table = case.desk.tables.get(game) if game else None
    if table is None:
        return Considered(Outcome.REJECTED, reason)
    found = case.find(table, None)
    if _is_unproven(found):
        return STRANGER
    player = found.name if isinstance(found, Known) and found.newcomer is None else None
    return Considered(
        Outcome.REJECTED, reason, game=game, round=table.game.round_number, player=player
    )


def consider_request(case: Case, request: Request) -> Considered:
    """Return what is made of commands for one game."""
    table = case.desk.tables[request.game]
    found = case.find(table, request.named)
    if _is_unproven(found):
        return STRANGER
    newcomer = found.newcomer if isinstance(found, Known) else None
    if not case.sender.is_registered and _is_shut_out(found):
        return STRANGER
    may_be_named = isinstance(found, Known) and (
        newcomer is None or Command.JOIN in request.commands
    )
    return Considered(
        Outcome.COMMAND,
        game=request.game,
        round=table.game.round_number,
        player=found.name if isinstance(found, Known) and may_be_named else None,
        newcomer=newcomer if may_be_named else None,
    )


def _is_unproven(found: Known | NotKnown) -> bool:
    return isinstance(found, NotKnown) and found.reason is Reason.UNKNOWN_SENDER


def _is_shut_out(found: Known | NotKnown) -> bool:
    """Tell whether a stranger has no way in; one whose name is taken is asked about (contract 2)."""
    return isinstance(found, NotKnown) and found.reason is not Reason.SENDER_MISMATCH


def consider_entry(entry: Entry, case: Case) -> Considered:
    """Return what is made of an entry with its moves, or of a heading that stands alone."""
    game = entry.game if entry.game is not None else case.default
    if isinstance(game, UnknownHeading):
        titles = tuple(case.desk.tables[id_].policy.title for id_ in game.suggestions)
        return _unknown_game(entry, game.text, titles, case.sender)
    if game is None:
        titles = tuple(case.desk.tables[id_].policy.title for id_ in case.sender.games)
        return _unknown_game(entry, None, titles, case.sender)
    table = case.desk.tables[game]
    found = case.find(table, entry.player.text if entry.player else None)
    return _of_game(entry, case, table, found)


def _unknown_game(
    entry: Entry, named: str | None, suggestions: tuple[str, ...], sender: Sender
) -> Considered:
    if not sender.is_registered:
        return STRANGER
    return Considered(
        Outcome.REJECTED, Reason.UNKNOWN_GAME, entry=entry, named=named, suggestions=suggestions
    )


def _of_game(entry: Entry, case: Case, table: Table, found: Known | NotKnown) -> Considered:
    meant, is_late = round_meant(case.base.mail, case.base.delivery, table)
    game = game_of_round(table.game, meant)
    judge = Judge(game.position, case.desk.lexicon, game.rulings)
    moves = tuple(judge.judge(written) for written in entry.moves)
    choice = choose_move(moves, game.rules)
    considered = Considered(
        Outcome.REJECTED,
        game=table.policy.id,
        round=meant,
        player=found.name if isinstance(found, Known) else None,
        choice=choice,
        entry=entry,
        newcomer=found.newcomer if isinstance(found, Known) else None,
    )
    if isinstance(found, NotKnown):
        return _not_known(considered, found, case.sender)
    if found.newcomer is not None and not any(written.move for written in entry.moves):
        return STRANGER
    if not moves:
        return replace(considered, reason=Reason.NO_MOVE, choice=None)
    if entry.ambiguity is not None:
        return replace(considered, reason=Reason.AMBIGUOUS)
    if is_late:
        return replace(considered, reason=Reason.LATE)
    return _judged(considered, choice)


def _not_known(considered: Considered, found: NotKnown, sender: Sender) -> Considered:
    """Contract 2: a stranger is not answered; but a name he shares with a player is asked about."""
    if _is_unproven(found) or (not sender.is_registered and _is_shut_out(found)):
        return STRANGER
    return replace(
        considered, reason=found.reason, named=found.named, suggestions=found.suggestions
    )


def _judged(considered: Considered, choice: Choice) -> Considered:
    if choice.undecided:
        return replace(considered, outcome=Outcome.PENDING)
    if choice.counts is not None:
        return replace(considered, outcome=Outcome.ACCEPTED)
    return replace(considered, reason=Reason.NO_VALID_MOVE)


def ask_back_twins(found: tuple[Considered, ...]) -> tuple[Considered, ...]:
    """Contract 3: two different entries for one game and player in a mail are ambiguous.

    Those that the names show have been found while reading; here the addresses have told more.
    """
    owners = Counter(_owner(each) for each in found if each.choice and each.player)
    return tuple(_as_twin(each) if owners[_owner(each)] > 1 else each for each in found)


def _owner(considered: Considered) -> tuple[str | None, str | None]:
    return considered.game, considered.player


def _as_twin(considered: Considered) -> Considered:
    entry = considered.entry
    if entry is None or considered.reason in (Reason.LATE, Reason.AMBIGUOUS):
        return considered
    at = entry.heading or (entry.moves[0].span if entry.moves else None)
    marked = replace(entry, ambiguity=Ambiguity.TWO_ENTRIES, ambiguous_at=at)
    return replace(considered, outcome=Outcome.REJECTED, reason=Reason.AMBIGUOUS, entry=marked)
