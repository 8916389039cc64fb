"""A whole game in rounds, and what an export tells of it (contract 4), without addresses.

The archive and the export tell a game from its closed rounds, and how it came to them. A round that was
reopened is told as it was closed the last time, a player under his present name.

Keys beyond the contract's are what `mailref verify` needs to replay the game from the export alone.
One is the hash that each report carries: what was told by then, so that no later export can tell
otherwise. A hash covers how the game began, the round reported with every move, time, word and
switch, who had come, all rulings and corrections made by then, and a hash of the reports before it.
Players stand in it by their places in the order of joining, so that a renaming changes nothing;
totals and ranks, which follow, are left out.

Moves and rounds of games in rounds as JSON (contract 3 and 4).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from operator import itemgetter
from types import MappingProxyType

from msgspec import UNSET, Struct, field
from msgspec.structs import asdict, replace

from mailref.games import events as happened
from mailref.games.events import DrawsMixed, Event
from mailref.games.game import plus
from mailref.games.ranking import ranking
from mailref.games.replay import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import first_players
from mailref.games.rounds.events import GameOpened, LettersDrawn
from mailref.games.rounds.game import RoundGame, open_rounds
from mailref.games.rounds.past_rounds import (
    Clock,
    ClosedRound,
    ClosedRounds,
    ClosedRow,
    Correction,
    Entrant,
    Reports,
    Told,
)
from mailref.games.rounds.results import Laid
from mailref.games.rounds.rules import SWITCHES, Rules
from mailref.games.switches import told_rules
from mailref.record.as_json import (
    Json,
    JsonObject,
    SealedReport,
    Telling,
    _play,
    _squares,
    move_to_json,
    opened_to_json,
    plain,
    ruling_to_json,
    sha256_of,
)
from mailref.structs import Memo
from mailref.tiles.board import TILES, Square, place_name, square_name
from mailref.tiles.moves import BlankOn, Play, play_name
from mailref.tiles.scoring import Judged, Status
from mailref.tiles.top.found import Top


class RankedPlayer(Struct, frozen=True):
    """A place in the table as it stands now."""

    rank: int
    player: str
    total: int


class GameRecord(Struct, frozen=True):
    """All that is told of a game."""

    opened: in_rounds.GameOpened
    game: RoundGame
    reports: Reports
    among: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Who took part when a late joiner came, late joiners left out: his base is the lowest of theirs."""

    @property
    def history(self) -> ClosedRounds:
        """Return the closed rounds with what has been corrected since."""
        return self.reports.history

    @property
    def rounds(self) -> tuple[ClosedRound, ...]:
        """Return the closed rounds as they stand now, oldest first."""
        return self.history.rounds

    def corrected_before(self, player: str) -> tuple[Correction, ...]:
        """Return a player's corrections that stand in no closed round yet.

        No round of his is closed, or the one that they are about is open again.
        """
        closed, is_new = self.history.open_round - 1, player in self.history.newcomers
        return tuple(
            each
            for each in self.history.corrections
            if each.player == player and not each.is_undone and (is_new or each.number > closed)
        )

    @property
    def places(self) -> tuple[RankedPlayer, ...]:
        """Return the table as it stands now, with those who have come since the last close."""
        totals = {name: player.total for name, player in self.game.players.items()}
        ranks = ranking(totals)
        ordered = sorted(totals, key=lambda name: (ranks[name], name))
        return tuple(RankedPlayer(ranks[name], name, totals[name]) for name in ordered)


def record_of(events: Iterable[Event]) -> GameRecord:
    """Return what *events* say of a game; ValueError if they begin none."""
    record: GameRecord | None = None
    for event in events:
        if isinstance(event, in_rounds.GameOpened):
            record = GameRecord(event, open_rounds(event), Reports().after((event,)))
        elif record is not None:
            record = _with(record, event)
    if record is None:
        raise ValueError("no events, no game")
    return record


def _with(record: GameRecord, event: Event) -> GameRecord:
    before = record.game
    record = replace(record, game=apply(before, event), reports=record.reports.after((event,)))
    match event:
        case happened.PlayerJoined():
            firsts = _firsts(before, is_of_staying=event.is_of_staying) if event.is_late else ()
            return replace(record, among=plus(record.among, event.name, firsts))
        case in_rounds.BaseFixed(name):
            firsts = _firsts(before, is_of_staying=event.change is None)
            return replace(record, among=plus(record.among, name, firsts))
        case happened.PlayerRenamed(old, new, _):
            among = {
                new if name == old else name: tuple(new if each == old else each for each in firsts)
                for name, firsts in record.among.items()
            }
            return replace(record, among=MappingProxyType(among))
        case _:
            return record


def _firsts(game: RoundGame, *, is_of_staying: bool) -> tuple[str, ...]:
    """Return whose lowest total the base is; in old records who left with the open round was one of them."""
    players = game.staying if is_of_staying else game.active
    return tuple(player.name for player in first_players(players))


def moves_to_json(
    moves: Sequence[Judged],
    counts: int | None,
    rules: Rules,
    *,
    may_be_unused: bool = True,
    shows_asked: bool = False,
) -> list[Json]:
    """Return the moves in the order written; a valid one that does not count is `unused`.

    With *shows_asked* the plays of an invalid move are all shown as they were asked for, those that
    fit nowhere without points: what was understood.
    """
    shown: list[Json] = []
    for index, judged in enumerate(moves):
        is_unused = may_be_unused and judged.status is Status.VALID and index != counts
        move = move_to_json(judged, rules, is_unused=is_unused)
        if shows_asked and judged.status is Status.INVALID:
            move["plays"] = _asked(judged, rules)
        shown.append(move)
    return shown


def _asked(judged: Judged, rules: Rules) -> list[Json]:
    """Return every play of a move as it was asked for; those that fit the board with their words."""
    laid = {
        (play.scored.square, play.scored.direction, play.scored.word): play for play in judged.plays
    }
    asked: list[Json] = []
    for play in judged.written.move.plays if judged.written.move else ():
        fits = laid.get((play.square, play.direction, play.word))
        asked.append(_play(fits, rules) if fits else _unlaid(play, rules))
    return asked


def _unlaid(play: Play, rules: Rules) -> Json:
    marked = [play.squares[index] for index in sorted(play.starred)]
    named = [blank.square for blank in play.blanks if isinstance(blank, BlankOn)]
    blanks = [square for square in dict.fromkeys((*marked, *named)) if square.is_on_board]
    return {
        "square": place_name(play.square, play.direction, rules.axes),
        "direction": play.direction.value,
        "word": play.word,
        "blanks": _squares(blanks, rules),
        "points": None,
        "words": [],
    }


_ROUND = """
    number letters deadline deadlines paused closed final=is_final early=is_early reopened rules
    rulings entries former laid top drawn draw bag cleared=is_cleared undecided
    policy=undecided_policy board
"""
_NOT_YET: Mapping[str, object] = MappingProxyType(
    {
        **dict.fromkeys(("closed", "laid", "top", "draw", "policy")),
        **dict.fromkeys(("entries", "former", "undecided"), ()),
        "early": False,
        "cleared": False,
        "drawn": "",
    }
)
"""What is told of a round that is open."""
_ENTRY = """
    player received status square direction word formula points base deduction adjustments total
    rank move faults moves counts
"""
_DRAW = """
    mix round=number drawn=draw.drawn by_hand=draw.by_hand returned redraws=draw.redraws anew
    relaxed=draw.is_relaxed corrected
"""
_ENTRANT = "player=name round base missed late=is_late corrections reopened fixed"
_PLAIN = Telling(zone=UTC, is_open=True)


def start_to_json(opened: GameOpened) -> Json:
    """Return what a game taken over began with, else null."""
    if not opened.is_taken_over:
        return None
    return {"round": opened.first_round, "board": list(opened.board.rows)}


def entrant_to_json(entrant: Entrant) -> dict[str, Json]:
    """Return when a player came, and with what."""
    told: dict[str, Json] = _PLAIN.row(entrant, _ENTRANT, fixed=entrant.fixed or UNSET)
    return told


def round_to_json(
    closed: ClosedRound,
    clock: Clock,
    rulings: int,
    mixes: Mapping[int, DrawsMixed],
    *,
    switches: Mapping[str, object],
    zone: tzinfo,
) -> dict[str, Json]:
    """Return a closed round; its rules are told as far as they differ from the game's *switches*.

    *rulings* says how many had been made when it was closed.
    """
    drawn, of = closed.drawn, Telling(zone=zone, is_open=True)
    told: dict[str, Json] = of.row(
        closed,
        _ROUND,
        deadlines=clock.deadlines,
        paused=clock.was_paused,
        rules=_other_rules(closed.rules, switches),
        rulings=rulings,
        entries=[_entry(row, closed.rules, of) for row in closed.rows],
        former=[
            of.row(row, "player adjustments total rank", adjustments=adjustments(row.corrections))
            for row in closed.former
        ],
        laid=_laid(closed.laid, closed.rules),
        top=top_to_json(closed.top, closed.rules),
        drawn=drawn.draw.drawn if drawn else "",
        draw=draw_to_json(drawn, closed.kept, mixes, is_redrawn=closed.is_redrawn),
        bag=len(drawn.draw.bag) if drawn else _bag_after(closed),
        board=closed.board.rows,
    )
    return told


def _other_rules(rules: Rules, switches: Mapping[str, object]) -> Json:
    """Return the switches that were otherwise in this round."""
    own = SWITCHES.table(rules)
    return plain({key: value for key, value in own.items() if value != switches[key]})


def draw_to_json(
    drawn: LettersDrawn | None, kept: str, mixes: Mapping[int, DrawsMixed], *, is_redrawn: bool
) -> Json:
    """Return how the letters were drawn, so that anybody can check it."""
    if drawn is None:
        return None
    mix = mixes.get(drawn.number)
    words = UNSET if mix is None else [{"player": name, "word": word} for name, word in mix.words]
    returned = kept if is_redrawn else drawn.draw.returned
    own = {"returned": returned, "anew": drawn.anew or UNSET, "corrected": is_redrawn}
    told: Json = _PLAIN.row(drawn, _DRAW, mix=words, **own)
    return told


def _bag_after(closed: ClosedRound) -> int:
    """Return how many tiles are neither on the board nor among the letters kept."""
    if closed.is_cleared:
        return len(TILES.all_tiles)
    on_board = sum(1 for _ in closed.board.tiles)
    return len(TILES.all_tiles) - on_board - len(closed.kept)


def open_round_to_json(game: RoundGame, clock: Clock, rulings: int, zone: tzinfo) -> Json:
    """Return the open round of *game*; null where none is open."""
    told: Json = Telling(zone=zone, is_open=True).row(
        game.round,
        _ROUND,
        **_NOT_YET,
        letters=game.rack,
        deadlines=clock.deadlines,
        paused=clock.was_paused,
        reopened=game.reopened,
        rulings=rulings,
        rules={},
        bag=len(game.bag),
        board=game.board.rows,
    )
    return told


def _entry(row: ClosedRow, rules: Rules, of: Telling) -> Json:
    shown = row.counted or (row.moves[0] if row.moves else None)
    moves = moves_to_json(row.moves, row.counts, rules)
    move = None if row.counts is None else moves[row.counts]
    if not isinstance(move, dict):  # none counts
        move = move_to_json(shown, rules) if shown else None
    first = shown.plays[0].scored if shown and shown.plays else None
    told: Json = of.row(
        row,
        _ENTRY,
        square=place_name(first.square, first.direction, rules.axes) if first else None,
        direction=first.direction if first else None,
        word=first.word if first else None,
        formula=row.counted.formula if row.counted else None,
        adjustments=adjustments(row.corrections),
        move=move,
        faults=move["faults"] if move else [],
        moves=moves,
    )
    return told


def adjustments(corrections: Sequence[Correction]) -> list[Json]:
    """Return what the game master added or took away."""
    return _PLAIN.rows(corrections, "points because order")


def _laid(laid: Laid | None, rules: Rules) -> Json:
    move = move_to_json(laid.judged, rules) if laid else None
    told: Json = _PLAIN.row(laid, "players move tie lot", move=move)
    return told


def top_to_json(top: Top | None, rules: Rules) -> Json:
    """Return the top with its moves in words (`M9s BEHAUE`), or null where it is not known."""
    if top is None:
        return None
    moves: list[Json] = []
    for move in top.moves:
        plays = [
            f"{play_name(square, direction, word, rules.axes)}{_blanks(blanks, rules)}"
            for square, direction, word, blanks in move.plays
        ]
        swaps = "".join(f" <> {square_name(square, rules.axes)}" for square in move.swaps)
        moves.append("; ".join(plays) + swaps)
    return {"points": top.points, "exact": top.is_exact, "moves": moves}


def _blanks(blanks: Sequence[Square], rules: Rules) -> str:
    return "".join(f" {square_name(square, rules.axes)}=?" for square in blanks)


_BEGINNING = ("game", "title", "variant", "tiles", "start", "commitment", "lexicon")
_OF_A_PLAYER = ("round", "missed", "late", "corrections", "reopened")
_FOLLOWS = ("adjustments", "total", "rank")
"""What changes with later corrections, or follows from what is covered."""


def sealed(reports: Reports) -> tuple[SealedReport, ...]:
    """Return every report with its hash, in the order in which they were owed."""
    return _sealed(reports, reports.told, _seal)


_Basis = tuple[ClosedRound, Clock, int, DrawsMixed | None]
"""Of what the JSON of a closed round is made: the round, its clock, how many rulings there were, words mixed in."""
_AsItStands = Mapping[int, tuple[_Basis, JsonObject]]
"""Closed rounds as they stand at the end, each with its JSON: a hash covers this where a report said the same."""
_NONE: _AsItStands = MappingProxyType({})


def _basis(
    closed: ClosedRound, clock: Clock, rulings: int, mixes: Mapping[int, DrawsMixed]
) -> _Basis:
    return closed, clock, rulings, mixes.get(closed.drawn.number) if closed.drawn else None


_Seal = Callable[[GameOpened, Told, str], SealedReport]
"""What seals one report of a game that began so, after those with that hash."""


def _sealed(reports: Reports, owed: Iterable[Told], seal: _Seal) -> tuple[SealedReport, ...]:
    """Return the reports *owed*, each with its hash."""
    found: list[SealedReport] = []
    before = reports.sealed
    for told in owed:
        assert reports.opened is not None  # noqa: S101  a round was closed
        found.append(seal(reports.opened, told, before))
        before = chained(before, found[-1])
    return tuple(found)


def _seal(
    opened: GameOpened, told: Told, before: str, standing: _AsItStands = _NONE
) -> SealedReport:
    """Return a report with its hash; a round that still stands so need not be told again."""
    report = SealedReport(
        round=told.closed.number,
        players=len(told.entrants),
        rulings=len(told.rulings),
        corrections=len(told.corrections),
        sha256="",
    )
    basis = _basis(told.closed, told.clock, told.rulings_at_close, told.mixes)
    stands = standing.get(report.round)
    same = stands[1] if stands is not None and stands[0] == basis else None
    digest = Covering.of(_as_exported(opened, told, same)).hash_of(report, before)
    assert digest is not None  # noqa: S101  the round is closed
    return replace(report, sha256=digest)


class Seals(Memo):
    """The hashes of the last reports of some games: each is wanted again for those after it.

    What is remembered is what would be found anew, so nobody can tell.
    """

    _kept: dict[str, tuple[tuple[GameOpened, Told, str, SealedReport], ...]] = field(
        default_factory=dict
    )

    def seal(self, opened: GameOpened, told: Told, before: str) -> SealedReport:
        """Return a report of a game that began so with its hash, after those with the hash *before*."""
        kept = self._kept.pop(opened.id, ())
        found = next((each for each in kept if each[:3] == (opened, told, before)), None)
        if found is None:
            found = opened, told, before, _seal(opened, told, before)
            kept = (*kept, found)[-_REPORTS_KEPT:]
        self._kept[opened.id] = kept
        if len(self._kept) > _GAMES_KEPT:
            del self._kept[next(iter(self._kept))]
        return found[3]


_REPORTS_KEPT = 2
"""That on which the next hash is built, and the one before it, which is still in doubt."""


_GAMES_KEPT = 32


def newest_seal(reports: Reports, seals: Seals | None = None) -> str:
    """Return the hash of the report owed last; "" before one is, or without the game's beginning."""
    last = reports.history.last
    if last is None or not reports.owed or reports.owed[-1].closed != last:
        return ""
    told = replace(reports, owed=reports.owed[:-1]).told
    return _sealed(reports, told, (seals or Seals()).seal)[-1].sha256


def shortened(reports: Reports, seals: Seals | None = None) -> Reports:
    """Return what the next report needs of *reports*; its hash is what it would be with all of them."""
    before = reports.sealed
    if reports.history.shortened is reports.history:
        return reports
    for report in _sealed(reports, reports.owed[:-1], (seals or Seals()).seal):
        before = chained(before, report)
    return reports.shortened(before)


def _as_exported(opened: GameOpened, told: Told, same: JsonObject | None) -> JsonObject:
    """Return what an export of that moment holds of the round, as far as a hash covers it.

    *same* is its JSON where that was made before, by the switches that hold now.
    """
    switches = SWITCHES.table(told.closed.rules)
    closed = same or round_to_json(
        told.closed, told.clock, told.rulings_at_close, told.mixes, switches=switches, zone=UTC
    )
    return {
        **opened_to_json(opened),
        "start": start_to_json(opened),
        "rules": plain(switches),
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [{**entrant_to_json(each), "adjustments": []} for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": [
            closed,
            {
                "entries": [
                    {"player": each.player, "adjustments": adjustments([each])}
                    for each in told.corrections
                    if not each.is_undone
                ],
                "former": [],
            },
        ],
    }


def chained(before: str, report: SealedReport) -> str:
    """Return the hash of all reports up to *report*; *before* is that of those before it, "" for none.

    One hash in place of them all: what a report costs does not grow with those before it.
    """
    return sha256_of({"before": before, "report": asdict(report)})


class Covering(Struct, frozen=True):
    """An export in which all is looked up that the hashes of its reports cover."""

    export: JsonObject
    rounds: Mapping[int, JsonObject]
    seats: Mapping[str, int]
    corrections: Sequence[tuple[int, int, int, str]]
    """Each once, wherever they stand, in their order."""

    @classmethod
    def of(cls, export: JsonObject) -> "Covering":
        """Look up what stands in *export*, which was read or is being made."""
        seats = {each["player"]: seat for seat, each in enumerate(export["players"])}
        # The first one is meant where a number stands there twice.
        rounds = {each.get("number"): each for each in reversed(export["rounds"])}
        return cls(export, rounds, seats, sorted(_corrections(export, seats)))

    def hash_of(self, report: SealedReport, before: str) -> str | None:
        """Return the hash that *report* must carry after those *before*; None if its round is not closed."""
        export, shown = self.export, self.rounds.get(report.round)
        if shown is None or shown["closed"] is None:
            return None
        covered = {
            **{key: export[key] for key in _BEGINNING},
            "first_draw": export["first_draw"],
            "report": {key: value for key, value in asdict(report).items() if key != "sha256"},
            "before": before,
            "round": _covered(shown, export["rules"], self.seats),
            "players": [
                _beginning_of(each, report.round) for each in export["players"][: report.players]
            ],
            "rulings": export["rulings"][: report.rulings],
            "corrections": self.corrections[: self._made_by(report)],
        }
        return sha256_of(covered)

    def _made_by(self, report: SealedReport) -> int:
        return bisect_right(self.corrections, report.corrections, key=itemgetter(0))


def _beginning_of(player: JsonObject, number: int) -> list[Json]:
    """Return how a player came; when his base was told anew, once his first round was closed for good."""
    came = [player[key] for key in _OF_A_PLAYER]
    fixed = player.get("fixed") if player["round"] <= number else None
    return came if fixed is None else [*came, fixed]


def _covered(shown: JsonObject, rules: JsonObject, seats: Mapping[str, int]) -> JsonObject:
    entries = [
        {
            **{key: value for key, value in entry.items() if key not in _FOLLOWS},
            "player": seats.get(entry["player"]),
            "received": _utc(entry["received"]),
        }
        for entry in shown["entries"]
    ]
    laid = shown["laid"]
    if laid is not None:
        laid = {**laid, "players": [seats.get(name) for name in laid["players"]]}
    return {
        **shown,
        "rules": told_rules({**rules, **shown["rules"]}),
        "deadline": _utc(shown["deadline"]),
        "deadlines": [_utc(each) for each in shown.get("deadlines") or ()],
        "closed": _utc(shown["closed"]),
        "entries": sorted(entries, key=lambda entry: entry["player"] or 0),
        "former": sorted(seats.get(row["player"], -1) for row in shown["former"]),
        "laid": laid,
    }


def _corrections(export: JsonObject, seats: Mapping[str, int]) -> set[tuple[int, int, int, str]]:
    rows = [row for each in export["rounds"] for row in (*each["entries"], *each["former"])]
    return {
        (each["order"], seats.get(row["player"], -1), each["points"], each["because"])
        for row in (*export["players"], *rows)
        for each in row["adjustments"]
    }


def _utc(time: str | None) -> str | None:
    return None if time is None else datetime.fromisoformat(time).astimezone(UTC).isoformat()


def record_to_json(record: GameRecord, zone: tzinfo) -> dict[str, Json]:
    """Return the whole game, as *record* tells of it, without its hash."""
    game, told = record.game, record.reports
    switches = SWITCHES.table(game.rules)
    standing = {}
    for closed in record.rounds:
        known = closed, told.clocks[closed.number], told.rulings_at[closed.number], told.mixes
        exported = round_to_json(*known, switches=switches, zone=zone)
        standing[closed.number] = _basis(*known), exported
    rounds: list[Json] = [exported for _, exported in standing.values()]
    if game.round is not None:
        clock = told.clocks[game.round.number]
        rounds.append(open_round_to_json(game, clock, len(told.rulings), zone))
    return {
        **opened_to_json(record.opened),
        "start": start_to_json(record.opened),
        "rules": plain(told_rules(switches)),
        "finished": game.is_over,
        "ended": game.ended if game.is_over else None,
        "seed": game.seed if game.is_over else None,
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [_player(each, record) for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": rounds,
        "reports": [
            asdict(each) for each in _sealed(told, told.told, partial(_seal, standing=standing))
        ],
        "standings": _PLAIN.rows(record.places, "rank player points=total"),
    }


def _player(entrant: Entrant, record: GameRecord) -> Json:
    """Return how a player came into the game: from what a late joiner's base can be recomputed."""
    return {
        **entrant_to_json(entrant),
        "among": list(record.among[entrant.name]),
        "adjustments": adjustments(record.corrected_before(entrant.name)),
    }
