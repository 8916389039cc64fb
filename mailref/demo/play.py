"""The demo's game: simulated players, a stranger, a robot and a game master who rules; what is left to see.

Every mail stays as .eml and as a page, with an index in order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from itertools import islice
from pathlib import Path
from random import Random

from jinja2 import Environment

from mailref import assets
from mailref.demo.players import (
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
from mailref.demo.server.embedded import EmbeddedServer, Parcel
from mailref.demo.stage import (
    DAY,
    GAME_MASTER,
    REFEREE,
    Plan,
    RunningDemo,
    begin_demo,
    prepare_folder,
)
from mailref.reading.entries import GameFace
from mailref.referee.family import family_of
from mailref.rules.moves import Move
from mailref.rules.rounds.in_force import undecided_words
from mailref.rules.top.all_moves import FoundMove
from mailref.tops import search_for

Progress = Callable[[str], None]
_RANKED = 300
"""So many of the best moves the players look through."""
_STRANGER = Writer("Bodo Fremdling", "bodo@elsewhere.example")
_WHISPER = timedelta(minutes=7)


def play(plan: Plan, progress: Progress) -> RunningDemo:
    """Play the game and return the demo as it is after the last round; the server is stopped."""
    prepare_folder(plan.out)
    players = cast(plan.players)
    writers = tuple(player.writer for player in players)
    accounts = dict.fromkeys((REFEREE, GAME_MASTER.address, *(w.address for w in writers)), "demo")
    with EmbeddedServer(accounts) as server:
        demo = begin_demo(plan, server, writers)
        rng = Random(plan.seed)  # noqa: S311  the players' whims, no secret
        progress("the game begins: everybody gets the opening")
        demo.tick(demo.now)
        for _ in range(plan.rounds):
            if demo.game.is_over or demo.game.round is None:
                break
            _play_round(demo, players, rng, progress)
        demo.machine.mailbox.close()
        demo.parcels = server.parcels
    return demo


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
    late: list[tuple[SimulatedPlayer, list[Move]]] = []
    for player in players:
        moves = choose_moves(player, ranked, rng)
        if moves and player.habit(playing.number) is Habit.LATE:
            late.append((player, moves))
        elif moves:
            at = _act(demo, player, face, moves, at)
    _strangers(demo, playing.number, at + _WHISPER)
    _rule(demo, playing.deadline - DAY / 2)
    for player, moves in late:
        text = entry_text(player, face, moves[:1])
        _write(demo, player, text, playing.deadline + timedelta(seconds=30))
    progress(f"round {playing.number}: the ZAT has passed, the referee closes it")
    demo.tick(playing.deadline + timedelta(minutes=3))
    if demo.game.round is not None and demo.game.round.number == playing.number:
        _rule(demo, playing.deadline + DAY / 4)
        demo.tick(playing.deadline + DAY / 3)


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


def _newest_to(demo: RunningDemo, address: str) -> EmailMessage | None:
    """Return the last mail with a round's letters that somebody got: he answers it."""
    for parcel in reversed(demo.server.parcels):
        if parcel.recipient == address:
            mail = message_from_bytes(parcel.data, policy=default_policy)
            if mail["Auto-Submitted"] == "auto-generated":
                return mail
    return None


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


def _rule(demo: RunningDemo, at: datetime) -> None:
    """Let the game master answer the question about undecided words: no such word."""
    office = demo.machine.office()
    words = undecided_words(demo.game, office.moves_in_force(demo.game))
    question = _newest_question(demo)
    if not words or question is None:
        return
    text = "".join(f"{word} nein: steht nicht im Duden\n" for word in words)
    draft = Draft(GAME_MASTER, REFEREE, text, at, demo.next_number(), question)
    demo.send(thunderbird(draft), GAME_MASTER.address, at)
    demo.tick(at + timedelta(minutes=1))


def _newest_question(demo: RunningDemo) -> EmailMessage | None:
    for parcel in reversed(demo.server.parcels):
        if parcel.recipient == GAME_MASTER.address:
            return message_from_bytes(parcel.data, policy=default_policy)
    return None


REFEREE_LOCAL = "referee@"


@dataclass(frozen=True, slots=True)
class Shown:
    """A mail as the index lists it."""

    number: int
    eml: str
    page: str
    sender: str
    recipient: str
    subject: str
    when: str
    to_referee: bool
    has_html: bool


def write_gallery(out: Path, parcels: tuple[Parcel, ...], title: str) -> Path:
    """Write all mails and `index.html` into *out*; return the index."""
    folder = out / "mails"
    folder.mkdir(exist_ok=True)
    environment = assets.template_environment("en")
    shown = [_show(number, parcel, folder, environment) for number, parcel in enumerate(parcels, 1)]
    index = out / "index.html"
    page = environment.get_template("demo/index.html.j2").render(title=title, mails=shown)
    index.write_text(page, encoding="utf-8")
    return index


def _show(number: int, parcel: Parcel, folder: Path, environment: Environment) -> Shown:
    name = f"{number:04d}"
    (folder / f"{name}.eml").write_bytes(parcel.data)
    mail = message_from_bytes(parcel.data, policy=default_policy)
    html = _html_of(mail, name, folder)
    page = environment.get_template("demo/mail.html.j2").render(
        number=number,
        mail=mail,
        recipient=parcel.recipient,
        when=f"{parcel.received:%a %d %b %Y %H:%M} UTC",
        text=_text_of(mail),
        html=f"{name}.body.html" if html else None,
        attachments=[part.get_filename() for part in mail.iter_attachments()],
    )
    (folder / f"{name}.html").write_text(page, encoding="utf-8")
    if html:
        (folder / f"{name}.body.html").write_text(html, encoding="utf-8")
    return Shown(
        number=number,
        eml=f"mails/{name}.eml",
        page=f"mails/{name}.html",
        sender=str(mail["From"]),
        recipient=parcel.recipient,
        subject=str(mail["Subject"]),
        when=f"{parcel.received:%d %b %H:%M}",
        to_referee=parcel.recipient.startswith(REFEREE_LOCAL),
        has_html=bool(html),
    )


def _text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def _html_of(mail: EmailMessage, name: str, folder: Path) -> str:
    """Return the HTML part with its inline pictures as files beside it; "" if there is none."""
    part = mail.get_body(("html",))
    if part is None:
        return ""
    html = str(part.get_content())
    for index, picture in enumerate(mail.walk()):
        content_id = str(picture["Content-ID"] or "").strip("<>")
        if content_id and picture.get_content_maintype() == "image":
            file = f"{name}-{index}.{picture.get_content_subtype()}"
            (folder / file).write_bytes(picture.get_content())
            html = html.replace(f"cid:{content_id}", file)
    return html
