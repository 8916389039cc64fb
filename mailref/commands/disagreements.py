"""Where settings and record disagree: what `check` warns of though the file itself is right."""

from collections.abc import Iterator
from dataclasses import dataclass

from mailref.commands.sources import has_record
from mailref.journal.journal import Journal
from mailref.referee.policy import GamePolicy
from mailref.rules.events import WordRuled
from mailref.rules.game import Game
from mailref.rules.tiles import in_order
from mailref.settings.model import Settings


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A line about a key, and whether it is a fault rather than a warning."""

    line: str
    is_fault: bool = False


def disagreements(settings: Settings) -> Iterator[Disagreement]:
    """Yield what the record makes of the settings; nothing before the first run."""
    if not has_record(settings):
        return
    with Journal.open(settings.database) as journal:
        for policy in settings.games:
            game = journal.game(policy.id)
            if game is None:
                continue
            label = f'[[game]] "{policy.id}": '
            for line in (*_deadline(policy, game), *_rulings(policy, journal)):
                yield Disagreement(label + line)
            for line in _unchangeable(policy, game):
                yield Disagreement(label + line, is_fault=True)


def _unchangeable(policy: GamePolicy, game: Game) -> Iterator[str]:
    """Contract 2: what cannot change after the first event, and letters that have been mailed."""
    if policy.variant != game.variant:
        yield f'variant: must stay "{game.variant}", with which the game began'
    if (policy.taken_over is not None) is not game.is_taken_over:
        yield "[game.start]: cannot be added or taken away after the game has begun"
    given = policy.letters
    if given is None or game.round is None or in_order(given) == game.rack:
        return
    if all((key, value) != ("letters", given) for _, key, value in game.spent):
        yield f"letters: {game.rack} have been mailed for round {game.round.number}"


def _deadline(policy: GamePolicy, game: Game) -> Iterator[str]:
    """Contract 2: a deadline belongs to the round in which it was first read and is then spent."""
    wanted = policy.deadline
    if wanted is None or game.is_over:
        return
    rounds = [n for n, key, value in game.spent if (key, value) == ("deadline", wanted.isoformat())]
    if rounds and max(rounds) < game.round_number:
        yield f"deadline: was that of round {max(rounds)} and is ignored"
    elif not rounds and game.last is not None and wanted <= game.last.closed:
        closed = game.last.closed.astimezone(policy.zone).isoformat(timespec="seconds")
        yield f"deadline: is not after the last close ({closed}) and is ignored"


def _rulings(policy: GamePolicy, journal: Journal) -> Iterator[str]:
    """Contract 2: where the file and `mailref rule` disagree the file wins."""
    file = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    ruled = {
        event.word: event
        for event in journal.events(policy.id)
        if isinstance(event, WordRuled) and event.by in ("command", "mail")
    }
    for word, event in ruled.items():
        if word in file and event.accepted not in (None, file[word]):
            key, other = ("accept", "refused") if file[word] else ("refuse", "accepted")
            yield f"[game.words] {key}: {word} was {other} by {event.by}; the file wins"
