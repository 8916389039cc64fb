"""A game of Scrabble-Bingo that plays itself: words are sent and tiles are called until somebody has BINGO.

What players send stands in a table, by their place among the players; the index tells it round by round.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from mailref.demo.players import SimulatedPlayer
from mailref.demo.shows import TO_THE_END, Chapter, DemoScript, ListedMail, between, has_ended
from mailref.demo.stage import DAY, GAME_MASTER, MINUTE, RunningDemo, listed_words
from mailref.errors import MailrefError
from mailref.games.bingo.course import left_after, rows_of
from mailref.games.bingo.game import BingoGame
from mailref.games.by_rounds.demo import ByRounds
from mailref.games.events import Event
from mailref.games.kind import replay_as
from mailref.tiles.board import Laying
from mailref.tiles.tile_set import TileSet
from mailref.writing.archive import ArchiveMeans

_LENGTH = 7
_RARE = 6
"""Who takes tiles of such a value waits longest: a player who thinks leaves them out."""
_PAUSE = timedelta(hours=2)
_ASKED = re.compile(r"\w{7}")
WordPair = tuple[str, str]
_SENT: Mapping[int, Sequence[str]] = {
    0: ("BINGO: {one} {other}\n{press}: {bet}\n",),
    1: ("1. {one}\n2. {back}\n",),  # a word in no list: the game master is asked
    2: ("{my_words}: {one}, {short}\n", "{my_words}: {one}, {other}\n"),
    3: ("BINGO: {one} {other}\n", "BINGO: {again[0]} {again[1]}\n"),
    4: ("{rules}\n", "1. {one}\n2. {other}\n"),
}
"""By their place among the players what they send, mail by mail, others just their words."""


def _listed(rules: Laying) -> Sequence[str]:
    """Return the words of seven letters of which the tiles are enough, in order."""
    fitting = (word for word in listed_words(rules) if len(word) == _LENGTH)
    return sorted(word for word in fitting if _is_in_set(word, rules.tiles))


def _is_in_set(letters: str, tiles: TileSet) -> bool:
    return all(count <= tiles.counts.get(tile, 0) for tile, count in Counter(letters).items())


def _pairs(rng: Random, rules: Laying) -> Iterator[WordPair]:
    """Yield words that two players might choose, without rare letters."""
    words, tiles = _listed(rules), rules.tiles
    while True:
        one, other = rng.choice(words), rng.choice(words)
        is_easy = all(tiles.value(letter) < _RARE for letter in one + other)
        if is_easy and _is_in_set(one + other, tiles):
            yield one, other


class BingoChapter(Chapter, frozen=True, kw_only=True):
    """What belongs to a round: the tiles called at its ZAT, and the mails before."""

    number: int
    tiles: str


class BingoShow(ByRounds):
    """All send their words, then tiles are called until somebody has won."""

    rounds = TO_THE_END
    template = "demo/bingo.html.j2"
    script = DemoScript.beside(__file__)

    def play(self, demo: RunningDemo) -> None:
        demo.progress(f"{len(demo.players)} players send their words")
        game = demo.game(BingoGame)
        zat = game.due
        if zat is None:
            raise MailrefError("the demo's game has no deadline")
        at = demo.now + _PAUSE
        pairs = _pairs(demo.rng, game.rules)
        for place, player in enumerate(demo.players):
            for text in _texts(demo, place, pairs):
                _write(demo, player, text, at)
                at += timedelta(minutes=20)
            if _rule(demo, at):
                at += _PAUSE
                _write(demo, player, "1. {}\n2. {}\n".format(*next(pairs)), at)
        demo.tick(zat - DAY)
        for number in range(1, demo.plan.rounds + 1):
            due = demo.game(BingoGame).due
            if due is None:
                return
            demo.progress(f"round {number}: tiles are called")
            demo.tick(due + 5 * MINUTE)
            if number == 1:
                late = "BINGO: {} {}\n".format(*next(pairs))
                _write(demo, demo.players[-1], late, demo.now + DAY)
                status = f"{demo.speech.orders.status}\n"
                _write(demo, demo.players[0], status, demo.now + DAY)
        demo.progress("the game master ends the game")

    def tell(
        self, events: Sequence[Event], mails: Sequence[ListedMail], _means: ArchiveMeans
    ) -> Mapping[str, object]:
        game = replay_as(BingoGame, events)
        ends = [zat.closed for zat in game.zats]
        begins = [datetime.min.replace(tzinfo=UTC), *ends]
        chapters = tuple(
            BingoChapter(
                number=zat.number, tiles=zat.tiles, mails=tuple(between(mails, begin, zat.closed))
            )
            for zat, begin in zip(game.zats, begins, strict=False)
        )
        return {
            "chapters": chapters,
            "end": tuple(between(mails, begins[-1], None)),
            "wanted": [
                (name, [dict(left_after(game, zat.number)).get(name, "–") for zat in game.zats])
                for name in game.fixed
            ],
            "places": sorted(rows_of(game), key=lambda each: (each.left, each.tile or 0)),
            "winners": game.outcome.players if game.outcome is not None else (),
            "last": next((m for m in reversed(mails) if has_ended(m.subject)), None),
        }


SHOW = BingoShow()


def _texts(demo: RunningDemo, place: int, pairs: Iterator[WordPair]) -> Iterator[str]:
    """Yield what a player sends before the first ZAT, one mail after the other."""
    (one, other), again = next(pairs), next(pairs)
    said = {
        "one": one,
        "other": other,
        "back": other[::-1],  # of which there are tiles enough, beside the one
        "short": one[:-1],
        "again": again,
        "press": demo.speech.orders.press,
        "rules": demo.speech.orders.rules,
        "bet": demo.speech.bet,
        "my_words": demo.speech.my_words,
    }
    return (text.format_map(said) for text in _SENT.get(place, ("{one}\n{other}\n",)))


def _write(demo: RunningDemo, player: SimulatedPlayer, text: str, at: datetime) -> None:
    """Let a player answer the newest mail of the game that he got, and the referee read it."""
    mails = demo.mails_to(player.writer.address)
    answers = next((mail for mail in mails if "[demo " in str(mail["Subject"])), None)
    demo.write(player, text, at, answers)
    demo.tick(at + MINUTE)


def _rule(demo: RunningDemo, at: datetime) -> bool:
    """Let the game master answer a question about words: no such word; tell whether there was one."""
    newest = demo.newest_to(GAME_MASTER)
    subject = str(newest["Subject"]) if newest is not None else ""
    question = demo.speech.asked.search(subject)
    asked = _ASKED.findall(question["words"]) if question else []
    if asked:
        demo.refuse(asked, at)
    return bool(asked)
