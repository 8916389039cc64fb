"""The archive: pages that need nothing else and nobody's eyes, mouse or script."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from mailref import assets
from mailref.assembly import painter
from mailref.games.by_turns.mails import remembered_rows
from mailref.games.events import Event, PlayerLeft
from mailref.games.recollection import Pieces, Recollection
from mailref.games.rounds.files import archive_files
from mailref.games.rounds.told import record_of
from mailref.report.picture import Band, BoardPainter, BoardView, Fonts
from mailref.tiles.board import LaidTile, Square
from mailref.writing.archive import ArchiveMeans, BoardDrawing, drawn
from mailref.writing.scene import Words, with_filters
from tests.needs import need_program
from tests.record.by_hand import Told, yerres
from tests.report.views import yerres as view_of_yerres

PAGES = ("index.html", "round-1.html", "round-2.html", "round-3.html")


def means(language: str) -> ArchiveMeans:
    words = Words(with_filters(assets.template_environment(language), language))
    pages = assets.template_environment("html")
    return ArchiveMeans(words, pages, painter(), language, ZoneInfo("Europe/Berlin"))


def written(events: list[Event], language: str = "de") -> Mapping[str, bytes]:
    return dict(map(drawn, archive_files(record_of(events), means(language))))


@pytest.fixture(scope="module", params=["de", "en"])
def site(request: pytest.FixtureRequest) -> Mapping[str, bytes]:
    return written(yerres(), str(request.param))


def page(site: Mapping[str, bytes], name: str) -> LexborHTMLParser:
    return LexborHTMLParser(site[name].decode())


def text(site: Mapping[str, bytes], name: str, selector: str) -> list[str]:
    return [" ".join(node.text(separator=" ").split()) for node in page(site, name).css(selector)]


def test_every_round_has_a_page_a_board_and_from_the_second_on_a_chart(
    site: Mapping[str, bytes],
) -> None:
    boards = {f"board-{number}.png" for number in (1, 2, 3)}

    assert set(site) == {*PAGES, *boards, "chart-2.png", "chart-3.png", "style.css"}
    assert all(site[name].startswith(b"\x89PNG") for name in boards)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_and_picture_lies_in_the_folder(site: Mapping[str, bytes], name: str) -> None:
    """Self-contained; no request to anywhere."""
    found = page(site, name)
    targets = [node.attributes["href"] for node in found.css("[href]")]
    targets += [node.attributes["src"] for node in found.css("[src]")]
    anchors = {f"#{node.attributes['id']}" for node in found.css("[id]")}

    assert set(targets) - set(site) - anchors <= {"game.json", "game.csv"}
    assert b"://" not in site[name]
    assert not re.search(rb"url\(|@import", site["style.css"])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_used_without_eyes_or_mouse(site: Mapping[str, bytes], name: str) -> None:
    """Keyboard and screen reader usable, no script needed."""
    found = page(site, name)

    assert len(found.css("main")) == len(found.css("h1")) == len(found.css("title")) == 1
    assert found.css_first("body > a.skip") is not None
    assert all(node.attributes.get("alt") for node in found.css("img"))
    assert all(node.attributes.get("scope") for node in found.css("th"))
    assert len(found.css("caption")) == len(found.css("table")) == 1
    labelled = [node.attributes["aria-labelledby"] for node in found.css("[aria-labelledby]")]
    assert set(labelled) <= {node.attributes["id"] for node in found.css("[id]")}
    assert found.css("script") == []


def test_a_board_is_described_in_words() -> None:
    picture = page(written(yerres()), "round-2.html").css("img")[0]

    assert picture.attributes["alt"] == (
        "Das Brett nach Runde 2. Auf dem Brett liegen: RUND (waagerecht ab G8). Neu: RUND."
    )


def test_rounds_lead_to_each_other(site: Mapping[str, bytes]) -> None:
    def ways(name: str) -> list[str | None]:
        return [node.attributes["href"] for node in page(site, name).css("nav a")]

    assert ways("round-1.html") == ["index.html", "round-2.html"]
    assert ways("round-2.html") == ["round-1.html", "index.html", "round-3.html"]
    assert ways("round-3.html") == ["round-2.html", "index.html"]


def test_the_index_names_the_newest_round_first_and_the_standings() -> None:
    site = written(yerres())

    assert text(site, "index.html", "ol.rounds li") == [
        "Runde 3 Niemand hatte einen gültigen Zug, es wurde nichts gelegt.",
        "Runde 2 RUND (waagerecht ab G8), 4 Punkte, von Anna",
        "Runde 1 UND (waagerecht ab H8), 6 Punkte (3×2=6), von Anna",
    ]
    assert text(site, "index.html", "tbody tr") == [
        "1 Anna 5",
        "2 Bertram −4",
        "3 Dora −7",
        "4 Cora −10",
    ]


def test_a_round_shows_every_player_with_corrections_and_reasons() -> None:
    """Formulas, missing and rejected moves with reasons, ties explained."""
    site = written(yerres())

    assert text(site, "round-1.html", "tbody th") == ["Anna (gelegt)", "Bertram", "Cora"]
    assert text(site, "round-1.html", "tbody td:last-child") == ["11", "6", "0"]
    assert "Gelost wurde zwischen" in text(site, "round-1.html", "dl")[0]
    (bert, cora) = (text(site, "round-2.html", "tbody tr")[i] for i in (1, 3))
    assert bert == "2 Bertram kein Zug 0 6"
    assert cora == "4 (−1) Cora Zug kam zu spät (18.12., 20:01:00 Uhr) 0 0"


def test_who_plays_no_more_keeps_his_row() -> None:
    """Contract 2: his row stays."""
    told = Told()
    for name in ("Anna", "Bert"):
        told.join(name)
    told.open("BDHNRSU")
    told.send("Bert", "H8w UND")
    told.close()
    told.happen(PlayerLeft("Bert", "asked"))
    told.open("EEE")
    told.close()

    site = written(told.events)

    assert text(site, "round-2.html", "tbody tr") == [
        "1 Bert spielt nicht mehr mit 0 6",
        "2 Anna kein Zug 0 0",
    ]


def test_an_open_round_shows_its_letters_and_its_zat_and_no_seed() -> None:
    told = Told()
    told.join("Anna")
    told.open("BDHNRSU")
    told.send("Anna", "H8w UND")

    site = written(told.events)

    assert text(site, "index.html", ".tile") == [
        "B 3", "D 1", "H 2", "N 1", "R 1", "S 1", "U 1",
    ]  # fmt: skip
    assert "Runde 1 läuft. ZAT: Freitag, 11. Dezember 2026, 20:00 Uhr (MEZ)." in text(
        site, "index.html", "main p"
    )
    assert b"UND" not in site["index.html"]
    assert set(site) == {"index.html", "style.css"}


def test_names_cannot_write_html() -> None:
    told = Told()
    told.join("<script>alert(1)</script>")
    told.open("BDHNRSU")
    told.close()

    site = written(told.events)

    assert page(site, "round-1.html").css("script") == []
    assert text(site, "round-1.html", "tbody th") == ["<script>alert(1)</script>"]


def test_no_address_and_no_other_language_gets_in(site: Mapping[str, bytes]) -> None:
    """Contract 4: addresses are never exported."""
    everything = b"".join(site[name] for name in PAGES)

    assert b"@" not in everything
    assert (b"Runde" in everything) is not (b"Round" in everything)


def test_the_same_game_gives_the_same_bytes(site: Mapping[str, bytes]) -> None:
    again = written(yerres(), "de" if b'lang="de"' in site["index.html"] else "en")

    assert {name: again[name] == data for name, data in site.items()} == dict.fromkeys(site, True)


@pytest.mark.parametrize("name", PAGES)
def test_tidy_finds_nothing_to_complain_about(
    site: Mapping[str, bytes], name: str, tmp_path: Path
) -> None:
    """The HTML is valid by Debian's tidy."""
    tidy = need_program("tidy", "tidy")
    (tmp_path / name).write_bytes(site[name])

    said = subprocess.run(
        [tidy, "-quiet", "-errors", str(tmp_path / name)],
        check=False,
        capture_output=True,
        text=True,
    )

    assert said.stderr == ""


def test_of_a_board_of_which_rows_lie_there_the_others_alone_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The picture has the same bytes as one of which nothing was remembered."""
    packed, pack = list[Image.Image](), Band.of

    def noted(picture: Image.Image) -> Band:
        packed.append(picture)
        return pack(picture)

    monkeypatch.setattr(Band, "of", noted)
    of_one, fonts = Recollection(Pieces("0.2.0", {})), Fonts.of(assets.fonts())

    def drawn_by(recollection: Recollection, view: BoardView) -> bytes:
        of_another_process = replace(means("de"), painter=BoardPainter(fonts))
        drawing = of_another_process.board(view)
        assert isinstance(drawing, BoardDrawing)
        return drawing.by(remembered_rows(recollection)).draw()

    drawn_by(of_one, view_of_yerres())
    packed.clear()
    more = replace(view_of_yerres(), marked=frozenset({Square(9, 3), Square(12, 3)}))
    tile = LaidTile(Square(12, 3), "E", is_blank=False)
    more = replace(more, board=more.board.lay((tile,)))
    found = drawn_by(Recollection(Pieces("0.2.0", of_one.as_pieces())), more)

    assert len(packed) == 2
    assert found == BoardPainter(fonts).draw(more)
