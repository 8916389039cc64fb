"""The demo's game: simulated players, a stranger, a robot and a game master, from opening to end."""

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from itertools import islice
from random import Random

from mailref.demo.other_turns import play_at_table, play_taking_down
from mailref.demo.players import (
    NAMES,
    Draft,
    Habit,
    SimulatedPlayer,
    Writer,
    cast,
    choose_moves,
    entry_text,
    miscounted,
    misplaced,
    misspelt,
    thunderbird,
    webmail,
)
from mailref.demo.server.embedded import EmbeddedServer
from mailref.demo.stage import (
    DAY,
    GAME_MASTER,
    MINUTE,
    REFEREE,
    Plan,
    RunningDemo,
    begin_demo,
    is_at_table,
    is_bingo,
    is_in_turns,
    is_solo,
    is_taken_down,
    prepare_folder,
)
from mailref.demo.turns import play_turns
from mailref.demo.zat_games import play_bingo, play_league
from mailref.games.family import family_of
from mailref.games.rounds.in_force import in_force_now, undecided_words
from mailref.orders.entries import GameFace
from mailref.tiles.moves import Move
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for


def rule(demo: RunningDemo, at: datetime) -> None:
    """Answer the question about undecided words: no such word."""
    office = demo.machine.office()
    words = undecided_words(demo.game, in_force_now(office, demo.game))
    if words:
        demo.order("".join(f"{word} nein: steht nicht im Duden\n" for word in words), at)


def correct(demo: RunningDemo, player: str, at: datetime) -> None:
    """Correct the points of a player in the round that was closed last, and say yes when asked back."""
    demo.order(f"KORREKTUR {player} +3: verrechnet\n", at)
    demo.order("JA\n", at + 2 * MINUTE)


def approve(demo: RunningDemo, at: datetime) -> None:
    """Release the report that waits, if one does."""
    game = demo.game
    if game.round is None and game.last is not None and not game.is_over:
        demo.order("FREIGEBEN\n", at)


Progress = Callable[[str], None]
_RANKED = 300
"""So many of the best moves the players look through."""
_STRANGER = Writer("Bodo Fremdling", "bodo@elsewhere.example")
_PRESS = {
    NAMES[0]: "\nPRESSE: Schöne Steine! Wer von euch hat eigentlich das Q?\n",
    NAMES[1]: "\nPRESSE: Viel Glück euch allen, und fröhliche Weihnachten.\n",
}
"""What players write for the first report."""
_WHISPER = timedelta(minutes=7)


def play(plan: Plan, progress: Progress) -> RunningDemo:
    """Play the game and return the demo as it is after its end; the server is stopped."""
    prepare_folder(plan.out)
    players = cast(plan.players)
    writers = tuple(player.writer for player in players)
    accounts = dict.fromkeys((REFEREE, GAME_MASTER.address, *(w.address for w in writers)), "demo")
    with EmbeddedServer(accounts) as server:
        demo = begin_demo(plan, server, writers)
        rng = Random(plan.seed)  # noqa: S311  the players' whims, no secret
        progress("the game begins: everybody gets the opening")
        demo.tick(demo.now)
        if is_in_turns(plan.variant):
            in_turns = play_at_table if is_at_table(plan.variant) else play_turns
            if is_taken_down(plan.variant):
                in_turns = play_taking_down
            in_turns(demo, players, rng, progress)
        elif is_bingo(plan.variant):
            play_bingo(demo, players, rng, progress)
        elif is_solo(plan.variant):
            play_league(demo, players, rng, progress)
        else:
            _play_rounds(demo, players, rng, progress)
        demo.end_game(demo.now + DAY / 12)
        demo.machine.disconnect()
        demo.parcels = server.parcels
    return demo


def _play_rounds(
    demo: RunningDemo, players: tuple[SimulatedPlayer, ...], rng: Random, progress: Progress
) -> None:
    for _ in range(demo.plan.rounds):
        if demo.game.is_over or demo.game.round is None:
            break
        _play_round(demo, players, rng, progress)
    progress("the game master ends the game")


def _play_round(
    demo: RunningDemo, players: tuple[SimulatedPlayer, ...], rng: Random, progress: Progress
) -> None:
    game = demo.game
    playing = game.round
    if playing is None or playing.deadline is None:
        return
    progress(f"round {playing.number}: {len(players)} players write")
    face = family_of(demo.machine.office().games[game.id]).face()
    ranked = tuple(_ranked(demo))
    at = max(demo.now, playing.opened) + _WHISPER
    if playing.number == 2:
        correct(demo, players[0].writer.name, at)
        at += 2 * _WHISPER
    late: list[tuple[SimulatedPlayer, list[Move]]] = []
    for player in players:
        moves = choose_moves(player, ranked, rng)
        if moves and player.habit(playing.number) is Habit.LATE:
            late.append((player, moves))
        elif moves:
            at = _act(demo, player, face, moves, at)
    _strangers(demo, playing.number, at + _WHISPER)
    rule(demo, playing.deadline - DAY / 2)
    for player, moves in late:
        text = entry_text(player, face, moves[:1])
        _write(demo, player, text, playing.deadline + timedelta(seconds=30))
    progress(f"round {playing.number}: the ZAT has passed, the referee closes it")
    demo.tick(playing.deadline + timedelta(minutes=3))
    if demo.game.round is not None and demo.game.round.number == playing.number:
        rule(demo, playing.deadline + DAY / 4)
        demo.tick(playing.deadline + DAY / 3)
    progress(f"round {playing.number}: the game master approves the report")
    approve(demo, playing.deadline + DAY / 2)


def _ranked(demo: RunningDemo) -> list[FoundMove]:
    game = demo.game
    found = search_for(game.rules, game.rulings).all_moves(game.board, game.rack)
    return list(islice(found, _RANKED))


def _act(
    demo: RunningDemo, player: SimulatedPlayer, face: GameFace, moves: list[Move], at: datetime
) -> datetime:
    """Let one player do what he does in this round; return when he was done."""
    first = moves[0]
    match player.habit(demo.game.round_number):
        case Habit.MISSING:
            return _is_away(demo, player, at)
        case Habit.GOOD | Habit.LATE:
            texts = [entry_text(player, face, [first])]
        case Habit.ALTERNATE:
            texts = [entry_text(player, face, [misspelt(first), first])]
        case Habit.WRONG:
            texts = [entry_text(player, face, [misplaced(first)])]
        case Habit.REPLACES:
            texts = [entry_text(player, face, [moves[-1]]), entry_text(player, face, [first])]
        case Habit.MISCOUNTS:
            texts = [entry_text(player, face, [miscounted(first)])]
        case Habit.STATUS:
            texts = ["STAND\n", entry_text(player, face, [first])]
        case Habit.DUPLICATE:
            texts = [entry_text(player, face, [first])]
    if demo.game.round_number == 1 and first.plays:
        texts[-1] += _PRESS.get(player.writer.name, "")
    for text in texts:
        mail = _write(demo, player, text, at)
        if player.habit(demo.game.round_number) is Habit.DUPLICATE:
            demo.send(mail, player.writer.address, at)
        demo.tick(at + timedelta(minutes=1))
        at += _WHISPER
    return at


def _write(demo: RunningDemo, player: SimulatedPlayer, text: str, at: datetime) -> EmailMessage:
    answers = _newest_to(demo, player.writer.address) if player.answers_report else None
    draft = Draft(player.writer, REFEREE, text, at, demo.next_number(), answers)
    mail = player.client(draft)
    demo.send(mail, player.writer.address, at)
    return mail


def _is_away(demo: RunningDemo, player: SimulatedPlayer, at: datetime) -> datetime:
    """Let the mail program of somebody on holiday answer the report; nobody answers that."""
    newest = _newest_to(demo, player.writer.address)
    text = "Ich bin bis zum 20. Dezember verreist und lese keine Mails.\n"
    number = demo.next_number()
    mail = thunderbird(Draft(player.writer, REFEREE, text, at, number, newest, "Abwesenheit"))
    mail["Auto-Submitted"] = "auto-replied"
    demo.send(mail, player.writer.address, at)
    demo.tick(at + timedelta(minutes=1))
    return at + _WHISPER


def _newest_to(demo: RunningDemo, address: str) -> EmailMessage | None:
    """Return the last mail with a round's letters that somebody got: he answers it."""
    mails = demo.mails_to(address)
    return next((mail for mail in mails if mail["Auto-Submitted"] == "auto-generated"), None)


def _strangers(demo: RunningDemo, round_number: int, at: datetime) -> None:
    """A vacation reply in round 1, advertising in round 2: neither is answered."""
    if round_number == 1:
        text = "Ich bin bis zum 20. Dezember im Urlaub.\n"
        mail = thunderbird(
            Draft(_STRANGER, REFEREE, text, at, demo.next_number(), None, "Abwesend")
        )
        mail["Auto-Submitted"] = "auto-replied"
    elif round_number == 2:
        text = "Guten Tag,\n\nkennen Sie schon unsere neuen Drucker? A4 und A3!\n"
        mail = webmail(Draft(_STRANGER, REFEREE, text, at, demo.next_number(), None, "Angebot"))
    else:
        return
    demo.send(mail, _STRANGER.address, at)
    demo.tick(at + timedelta(minutes=1))
