"""The demo's game: rounds of simulated players, a stranger, a robot and a game master who rules."""

from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from itertools import islice
from random import Random

from mailref.demo.clients import Draft, Writer, thunderbird, webmail
from mailref.demo.players import (
    Habit,
    SimulatedPlayer,
    cast,
    choose_moves,
    entry_text,
    miscounted,
    misplaced,
    misspelt,
)
from mailref.demo.server.embedded import EmbeddedServer
from mailref.demo.stage import DAY, GAME_MASTER, REFEREE, Plan, Scene, prepare_folder, set_scene
from mailref.reading.entries import GameFace
from mailref.referee.consider import face_of
from mailref.rules.moves import Move
from mailref.rules.rounds.in_force import undecided_words
from mailref.rules.top.all_moves import FoundMove
from mailref.tops import search_for

Progress = Callable[[str], None]
_RANKED = 300
"""So many of the best moves the players look through."""
_STRANGER = Writer("Bodo Fremdling", "bodo@elsewhere.example")
_WHISPER = timedelta(minutes=7)


def play(plan: Plan, progress: Progress) -> Scene:
    """Play the game and return the scene as it is after the last round; the server is stopped."""
    prepare_folder(plan.out)
    players = cast(plan.players)
    writers = tuple(player.writer for player in players)
    accounts = dict.fromkeys((REFEREE, GAME_MASTER.address, *(w.address for w in writers)), "demo")
    with EmbeddedServer(accounts) as server:
        scene = set_scene(plan, server, writers)
        rng = Random(plan.seed)  # noqa: S311  the players' whims, no secret
        progress("the game begins: everybody gets the opening")
        scene.tick(scene.now)
        for _ in range(plan.rounds):
            if scene.game.is_over or scene.game.round is None:
                break
            _play_round(scene, players, rng, progress)
        scene.machine.mailbox.close()
        scene.parcels = server.parcels
    return scene


def _play_round(
    scene: Scene, players: tuple[SimulatedPlayer, ...], rng: Random, progress: Progress
) -> None:
    game = scene.game
    playing = game.round
    if playing is None or playing.deadline is None:
        return
    progress(f"round {playing.number}: {len(players)} players write")
    face = face_of(scene.machine.office().games[game.id])
    ranked = tuple(_ranked(scene))
    at = max(scene.now, playing.opened) + _WHISPER
    late: list[tuple[SimulatedPlayer, list[Move]]] = []
    for player in players:
        moves = choose_moves(player, ranked, rng)
        if moves and player.habit(playing.number) is Habit.LATE:
            late.append((player, moves))
        elif moves:
            at = _act(scene, player, face, moves, at)
    _strangers(scene, playing.number, at + _WHISPER)
    _rule(scene, playing.deadline - DAY / 2)
    for player, moves in late:
        text = entry_text(player, face, moves[:1])
        _write(scene, player, text, playing.deadline + timedelta(seconds=30))
    progress(f"round {playing.number}: the ZAT has passed, the referee closes it")
    scene.tick(playing.deadline + timedelta(minutes=3))
    if scene.game.round is not None and scene.game.round.number == playing.number:
        _rule(scene, playing.deadline + DAY / 4)
        scene.tick(playing.deadline + DAY / 3)


def _ranked(scene: Scene) -> list[FoundMove]:
    game = scene.game
    found = search_for(game.rules, game.rulings).all_moves(game.board, game.rack)
    return list(islice(found, _RANKED))


def _act(
    scene: Scene, player: SimulatedPlayer, face: GameFace, moves: list[Move], at: datetime
) -> datetime:
    """Let one player do what he does in this round; return when he was done."""
    first = moves[0]
    match player.habit(scene.game.round_number):
        case Habit.MISSING:
            return at
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
    for text in texts:
        mail = _write(scene, player, text, at)
        if player.habit(scene.game.round_number) is Habit.DUPLICATE:
            scene.send(mail, player.writer.address, at)
        scene.tick(at + timedelta(minutes=1))
        at += _WHISPER
    return at


def _write(scene: Scene, player: SimulatedPlayer, text: str, at: datetime) -> EmailMessage:
    answers = _newest_to(scene, player.writer.address) if player.answers_report else None
    draft = Draft(player.writer, REFEREE, text, at, scene.next_number(), answers)
    mail = player.client(draft)
    scene.send(mail, player.writer.address, at)
    return mail


def _newest_to(scene: Scene, address: str) -> EmailMessage | None:
    """Return the last mail with a round's letters that somebody got: he answers it."""
    for parcel in reversed(scene.server.parcels):
        if parcel.recipient == address:
            mail = message_from_bytes(parcel.data, policy=default_policy)
            if mail["Auto-Submitted"] == "auto-generated":
                return mail
    return None


def _strangers(scene: Scene, round_number: int, at: datetime) -> None:
    """A vacation reply in round 1, advertising in round 2: neither is answered."""
    if round_number == 1:
        text = "Ich bin bis zum 20. Dezember im Urlaub.\n"
        mail = thunderbird(
            Draft(_STRANGER, REFEREE, text, at, scene.next_number(), None, "Abwesend")
        )
        mail["Auto-Submitted"] = "auto-replied"
    elif round_number == 2:
        text = "Guten Tag,\n\nkennen Sie schon unsere neuen Drucker? A4 und A3!\n"
        mail = webmail(Draft(_STRANGER, REFEREE, text, at, scene.next_number(), None, "Angebot"))
    else:
        return
    scene.send(mail, _STRANGER.address, at)
    scene.tick(at + timedelta(minutes=1))


def _rule(scene: Scene, at: datetime) -> None:
    """Let the game master answer the question about undecided words: no such word."""
    office = scene.machine.office()
    words = undecided_words(scene.game, office.moves_in_force(scene.game))
    question = _newest_question(scene)
    if not words or question is None:
        return
    text = "".join(f"{word} nein: steht nicht im Duden\n" for word in words)
    draft = Draft(GAME_MASTER, REFEREE, text, at, scene.next_number(), question)
    scene.send(thunderbird(draft), GAME_MASTER.address, at)
    scene.tick(at + timedelta(minutes=1))


def _newest_question(scene: Scene) -> EmailMessage | None:
    for parcel in reversed(scene.server.parcels):
        if parcel.recipient == GAME_MASTER.address:
            return message_from_bytes(parcel.data, policy=default_policy)
    return None
