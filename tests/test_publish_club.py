"""What the pages tell of several games together: ratings, tournaments, best words; and by which names."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, timedelta
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from mailref.assembly import archive_means
from mailref.games.events import Event, GameEnded, NameShown, PlayerRenamed
from mailref.games.kind import replay
from mailref.games.statistics import PlayerFigures
from mailref.games.tournament.published import VerifiedTournament, verify_tournament
from mailref.games.tournament.standings import Final
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    RoundPaired,
    System,
    TournamentPlan,
    apply_tournament,
    begins,
    next_step,
    opened,
    rated,
)
from mailref.journal.journal import Journal
from mailref.journal.recorded_tournaments import begun, happened
from mailref.publish import LIST
from mailref.record.renaming import Person, Rewriting
from mailref.site_of_club import ratings_on_site, winners
from mailref.writing.site import (
    MOST_OVER,
    MOST_RATED,
    MOST_RUNNING,
    Club,
    GameOnSite,
    GamesInOrder,
    PlayerOnSite,
    RatingOnSite,
    RatingsOnSite,
    club_pages,
    pages_to_make,
)
from tests.commands.games import recorded
from tests.games.at_random import KINDS
from tests.games.classic.test_random import Game as ClassicGame
from tests.test_publish import NOW, SECRET, published, site, texts

BERLIN = archive_means("de", NOW.astimezone(UTC).tzinfo)  # type: ignore[arg-type]  # any zone


def game(
    id_: str, *players: PlayerOnSite, results: tuple[int, ...] = (), day: int = 0, **more: object
) -> GameOnSite:
    values: dict[str, object] = {
        "in_turns": True,
        "ended": NOW + timedelta(days=day) if results else None,
        "results": tuple((points, False) for points in results),
        "due": None,
        "number": 1,
    }
    return GameOnSite(id_, id_, players, bool(results), **(values | more))  # type: ignore[arg-type]  # any of its fields


def initials(name: str) -> PlayerOnSite:
    return PlayerOnSite(name, "")


ANNA = PlayerOnSite("Anna Berg", "player-a.html")


def test_ratings_follow_from_all_games_in_the_order_in_which_they_ended() -> None:
    """By hand: 1500 + 40/2 = 1520 against 1480; then 1520 loses to 1500: 1520 - 40 * 0.5288 = 1499."""
    names = {"2": ("Anna Berg", "Ben Bo"), "1": ("Anna Berg", "Cora Zu")}
    games = (
        game("1", ANNA, initials("C. Z."), results=(100, 200), day=2),
        game("2", ANNA, initials("B. B."), results=(200, 100), day=1),
    )

    (rated,) = ratings_on_site(games, names)

    assert rated.what == "ratings"
    assert [(row.player.name, row.value, row.games) for row in rated.rows] == [
        ("C. Z.", 1521, 1),
        ("Anna Berg", 1499, 2),
        ("B. B.", 1480, 1),
    ]


def test_who_has_agreed_in_one_game_is_named_and_equal_initials_are_numbered() -> None:
    names = {"1": ("Anna Berg", "Ben Bo"), "2": ("Anna Berg", "Bodo Busch")}
    games = (
        game("1", initials("A. B."), initials("B. B."), results=(2, 1)),
        game("2", ANNA, initials("B. B."), results=(2, 1), day=1),
    )

    (rated,) = ratings_on_site(games, names)

    assert rated.rows[0].player == ANNA
    assert sorted(row.player.name for row in rated.rows[1:]) == ["B. B.", "B. B. 2"]


def test_games_in_rounds_are_rated_apart_and_what_goes_on_is_not() -> None:
    names = dict.fromkeys("123", ("Anna Berg", "Ben Bo"))
    pair = (ANNA, initials("B. B."))
    games = (
        game("1", *pair, results=(2, 1), in_turns=False),
        game("2", *pair, results=(1, 2)),
        game("3", *pair),
    )

    found = ratings_on_site(games, names)

    assert [(each.what, each.rows[0].player.name) for each in found] == [
        ("ratings", "B. B."), ("ratings_in_rounds", "Anna Berg"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("finals", "won"),
    [
        ((Final("a", 3), Final("b", 2)), ("a",)),
        ((Final("a", 3), Final("b", 3)), ("a", "b")),
        ((Final("a", 9, is_out=True), Final("b", 2)), ("b",)),
        ((Final("a", 3),), ()),
        ((), ()),
    ],
)
def test_who_has_won(finals: tuple[Final, ...], won: tuple[str, ...]) -> None:
    assert winners(finals) == won


def pages(club: Club) -> Mapping[str, str]:
    return pages_by(club, GamesInOrder(club.games))


def pages_by(club: Club, in_order: GamesInOrder) -> Mapping[str, str]:
    made = (each.made(BERLIN) for each in pages_to_make(club, in_order))
    return {name: data.decode() for name, data in (*made, *club_pages(club, BERLIN, in_order))}


def test_of_games_that_are_over_the_front_page_shows_the_last_first() -> None:
    pair = (ANNA, initials("B. B."))
    games = (game("early", *pair, results=(2, 1)), game("aster", *pair, results=(1, 2), day=1))

    front = pages(Club("Kiel", "", games, ()))["index.html"]

    assert front.index("game-aster") < front.index("game-early")


def test_a_long_list_stands_on_a_page_of_its_own() -> None:
    """The front page stays small, however long a club has played."""
    many = tuple(game(f"g{at}", initials("B. B."), results=(1,), day=at) for at in range(1000))
    rows = tuple(RatingOnSite(initials(f"B. B. {at}"), 1500 - at, 1) for at in range(500))

    found = pages(Club("Klub", "", many, (), None, (), (RatingsOnSite("ratings", rows),)))

    front = found["index.html"]
    assert len(front.encode()) < 30_000
    assert front.count("game-g") == MOST_OVER
    assert front.count(">B. B. ") == MOST_RATED
    assert 'href="over.html"' in front
    assert "running.html" not in found
    assert 'href="ratings.html"' in front
    assert found["over.html"].count("game-g") == 1000
    assert found["ratings.html"].count(">B. B. ") == 500
    assert front.index("game-g999") < front.index("game-g998")


def test_the_front_page_is_not_made_anew_for_a_game_that_is_not_on_it() -> None:
    """In a large club most reports are about such a game."""
    many = tuple(game(f"g{at:02}", initials("B. B."), day=1) for at in range(MOST_RUNNING + 1))

    first, elsewhere, there = (
        next(
            page.follows_from()
            for page in pages_to_make(club, GamesInOrder(club.games))
            if page.file == "index.html"
        )
        for club in (
            Club("Klub", "", many, ()),
            Club("Klub", "", (*many[:-1], replace(many[-1], number=9)), ()),
            Club("Klub", "", (replace(many[0], number=9), *many[1:]), ()),
        )
    )

    assert first == elsewhere
    assert first != there


@pytest.mark.parametrize("seed", range(4))
def test_after_any_turn_the_pages_are_those_of_a_club_never_seen_before(seed: int) -> None:
    """A game is played on, ends, loses or gains a name on the pages, is gone, or another one begins."""
    rng = Random(seed)
    ben = PlayerOnSite("Ben Bo", "player-b.html")
    pairs = ((ANNA, ben), (ANNA, initials("B. B.")), (initials("A. B."), ben))
    games = [game(f"g{at}", *rng.choice(pairs)) for at in range(MOST_RUNNING)]
    in_order = GamesInOrder()
    for number in range(60):
        at, due = rng.randrange(len(games)), NOW + timedelta(hours=rng.randrange(99))
        match rng.randrange(9):
            case 0:
                games[at] = game(games[at].id, *rng.choice(pairs), results=(2, 1), day=number)
            case 1:
                games[at] = replace(games[at], players=rng.choice(pairs))
            case 2:
                games.append(game(f"h{number}", *rng.choice(pairs), due=due))
            case 3:
                del games[at]
            case _:
                games[at] = replace(games[at], number=number, due=due)
        club = Club("Klub", "https://club.example.org/", tuple(games), ())

        in_order.look(club.games)

        assert pages_by(club, in_order) == pages(club)


def test_many_games_that_are_played_stand_on_a_page_of_their_own() -> None:
    many = tuple(game(f"g{at}", initials("B. B.")) for at in range(MOST_RUNNING + 1))

    found = pages(Club("Klub", "", many, ()))

    assert found["index.html"].count("game-g") == MOST_RUNNING
    assert 'href="running.html"' in found["index.html"]
    assert found["running.html"].count("game-g") == MOST_RUNNING + 1
    assert "over.html" not in found


def test_a_player_has_a_page_with_his_figures_and_best_words() -> None:
    figures = (
        PlayerFigures(ANNA.page, moves=4, points=100, best_word="QUARZ", best_points=48, due=5, in_time=4),
        PlayerFigures(ANNA.page, moves=2, points=50, best_word="ZEUGE", best_points=60, accepted=1),
    )  # fmt: skip
    games = tuple(
        game(f"g{at}", ANNA, initials("B. B."), results=(2, 1), figures=(each,), won_by=(ANNA.page,))
        for at, each in enumerate(figures)
    )  # fmt: skip
    rated = RatingsOnSite("ratings", (RatingOnSite(ANNA, 1539, 2),))

    page = pages(Club("Klub", "", games, (), None, (), (rated,)))[ANNA.page]

    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Wertungszahl 1539 (2 Partien)" in text
    assert "2, davon 2 zu Ende, 2 gewonnen" in text
    assert "6 gewertete Züge, 150 Punkte, im Schnitt 25,0 je Zug" in text
    assert "Pünktlich 4 von 5 Mal" in text
    assert "1 anerkannt, 0 abgelehnt" in text
    assert re.search(r"ZEUGE 60 .* QUARZ 48 ", text)


@pytest.mark.parametrize("kind", ["turns", "table", "unscrabble", "rounds"])
def test_figures_are_those_of_the_game_and_only_of_who_agreed(tmp_path: Path, kind: str) -> None:
    """What somebody laid that brought the most, looked for in the moves as CSV has them."""
    log = KINDS[kind](4)
    name = next(iter(replay(log.events).players))
    settings = site(tmp_path, [*log.events[:-1], NameShown(name, is_shown=True)], log.seed)

    published(settings)

    listed = json.loads((tmp_path / "public" / "game-yerres" / LIST).read_text("utf-8"))
    shown = listed["game"]["shown"]
    (page,) = {each["page"] for each in shown["players"] if each["page"]}
    (own,) = shown["figures"]
    assert own["player"] == page
    csv = (tmp_path / "public" / "game-yerres" / "game.csv").read_text("utf-8")
    mine = [line for line in csv.splitlines() if name in line]
    word = own["best_word"].lower()
    assert word, mine
    assert any(word in line.lower() for line in mine), (word, mine)


def test_a_game_that_is_over_says_which_of_those_named_has_won(tmp_path: Path) -> None:
    """Whoever has the most points; who is not named there is no winner's page."""
    game = ClassicGame("classic", 3, has_house_rules=False)
    while not game.game.is_over:
        game.play_on()
    finals = sorted(rated(game.game), key=lambda each: -each.points)
    assert finals[0].points > finals[1].points
    log = [game.opened, *game.course.events]
    seen: dict[int, list[str]] = {}
    for named in [(finals[0],), (finals[1],), finals]:
        folder = tmp_path / str(len(seen))
        folder.mkdir()
        shown = [NameShown(each.player, is_shown=True) for each in named]
        published(site(folder, [*log[:-1], *shown, log[-1]], (3).to_bytes(32)))
        listed = json.loads((folder / "public" / "game-yerres" / LIST).read_text("utf-8"))
        seen[len(seen)] = listed["game"]["shown"]["won_by"]

    (winner,) = seen[0]
    assert winner.startswith("player-")
    assert seen == {0: [winner], 1: [], 2: [winner]}


def test_of_a_league_of_soloists_nothing_is_told_before_its_zat(tmp_path: Path) -> None:
    log = KINDS["solo"](3)
    at = next(i for i, each in enumerate(log.events) if isinstance(each, GameEnded))
    name = next(iter(replay(log.events).players))
    events = [*log.events[:at], NameShown(name, is_shown=True)]
    settings = site(tmp_path, events, log.seed)

    published(settings)

    assert '"best_word"' not in (tmp_path / "public" / LIST).read_text("utf-8")


PLAN = TournamentPlan(
    "pokal", "Pokal <b>", System.ROUND_ROBIN, ("Anna Berg", "Ben Bo", "Bodo Busch"), 3
)


def recorded_tournament(folder: Path) -> None:
    """Record a tournament of three, in which who is named first wins by a point, and the first game of it."""
    at, seed = NOW, bytes(32)
    first = opened(PLAN, seed, at)
    now, events = apply_tournament(None, first), [first]
    while isinstance(step := next_step(now, seed, at), RoundPaired):
        one, other = step.meetings[0].players
        won = OutcomeTaken(step.meetings[0].games[0], (Final(one, 2), Final(other, 1)), at)
        events += [step, won]  # type: ignore[list-item]  # each is an event of it
        now = apply_tournament(apply_tournament(now, step), won)
    with Journal.open(f"sqlite:///{folder / 'mailref.db'}") as journal:
        for number, event in enumerate(events):
            cause = f"pokal {number}"
            also = [] if number else [begun("pokal", seed, at)]
            journal.record(cause, at=at, also=[*also, happened("pokal", event, cause, at)])


def test_a_tournament_stands_there_by_initials_and_can_be_verified(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    recorded_tournament(tmp_path)

    published(settings)

    found = texts(tmp_path / "public")
    assert not [n for n, text in found.items() if re.search("Anna Berg|Ben Bo|Busch", text)]
    front, page = found["index.html"], found["tournament-pokal/index.html"]
    assert "Pokal &lt;b&gt;" in front
    assert 'href="tournament-pokal/index.html"' in front
    for name in ("A. B.", "B. B.", "B. B. 2"):
        assert f"{name}</th>" in front
        assert f"{name}</th>" in page
    raw = json.loads(found["tournament-pokal/tournament.json"])
    assert isinstance(verify_tournament(raw, bytes(32)), VerifiedTournament)


@pytest.mark.parametrize("game", ["pokal-r1-t1", "pokal-r2-t1", "pokal-r3-t1"])
def test_who_was_renamed_in_a_game_of_a_tournament_is_called_so_in_it(
    tmp_path: Path, game: str
) -> None:
    """The next game has the names of the settings again, and the table had them, too."""
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    recorded_tournament(tmp_path)
    with Journal.open(settings.database) as journal:
        now = journal.tournaments.load_all()["pokal"]
    renamed = begins(next(each for each in now.meetings if game in each.games), game)[0]
    for meeting in now.meetings:
        (id_,) = meeting.games
        events = [*under_names(log.events, begins(meeting, id_))]
        if id_ == game:
            events.insert(-1, PlayerRenamed(renamed, "Xenia Quell", ""))
        recorded(tmp_path, id_, log.seed, events)

    published(settings)

    found = texts(tmp_path / "public")
    assert "X. Q.</th>" in found["index.html"]
    assert "X. Q.</th>" in found["tournament-pokal/index.html"]
    assert '"X. Q."' in found["tournament-pokal/tournament.json"]
    assert (
        len(re.findall(r"[A-Z]\. [A-Z]\.(?: 2)?</th>", found["tournament-pokal/index.html"])) == 3
    )


def under_names(events: Sequence[Event], names: Sequence[str]) -> Iterator[Event]:
    """Yield the events of a game whose players have other names."""
    players = replay(events).players
    other = [
        Person("", -1, (player,), frozenset(), (name,))
        for player, name in zip(players, names, strict=True)
    ]
    rewriting = Rewriting(other, frozenset(), keeps_texts=True)
    return (rewriting.rewritten(each, None) for each in events)


def test_who_has_agreed_in_a_game_of_a_tournament_is_named_in_it(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    recorded_tournament(tmp_path)
    shown = next(iter(replay(log.events).players))
    events = [*log.events[:-1], NameShown(shown, is_shown=True)]
    recorded(tmp_path, "pokal-r1-t1", log.seed, events)

    published(settings)

    found = texts(tmp_path / "public")
    assert f">{shown}</a></th>" in found["index.html"]
    assert shown in found["tournament-pokal/index.html"]
    assert (
        'href="../game-pokal-r1-t1/index.html">Spiel 1</a>' in found["tournament-pokal/index.html"]
    )

    with Journal.open(settings.database) as journal:
        hidden = NameShown(shown, is_shown=False)
        journal.record("no", at=NOW, game_events=[("pokal-r1-t1", hidden)])
    published(settings)

    found = texts(tmp_path / "public")
    assert not [n for n, text in found.items() if re.search(rf"\b{shown}\b", text)]
    assert SECRET
