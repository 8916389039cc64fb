"""A settings file as a whole: what comes out, and every fault with file, table and key."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref import assets
from mailref.games.game import Weekly
from mailref.games.rounds.policy import RoundPolicy
from mailref.post.ports import ImapAccount, SmtpAccount, SmtpMode, Spool
from mailref.referee.policy import ConfiguredPlayer, Registration
from mailref.settings.load import _switches as switches
from mailref.settings.load import load_settings
from mailref.settings.values import GameMaster
from tests.needs import need_shared
from tests.settings.written import (
    DATABASES,
    GAME,
    GAMEMASTER,
    MAIL,
    PLAYER,
    file,
    lines,
    load,
    settings,
    warnings,
)

pytestmark = pytest.mark.each


def start(rows: dict[int, str], more: str = "") -> str:
    """Return a [game.start] whose board has *rows*, counted from 1."""
    board = "\n".join(rows.get(number, "...............") for number in range(1, 16))
    return f'[game.start]\nround = 4\nboard = """\n{board}\n"""\n{more}\n{PLAYER}'


HAUS = {8: ".......HAUS...."}


def test_no_more_is_opened_than_a_file_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 80 variants and 600 zones; each command reads the settings."""
    opened: list[str] = []
    text_of = assets.variant_text

    def text(name: str) -> str:
        opened.append(name)
        return text_of(name)

    monkeypatch.setattr(assets, "variant_text", text)
    monkeypatch.setattr("mailref.settings.values.available_timezones", opened.clear)
    switches.cache_clear()

    settings(file())
    assert opened == ["dottendorf-1zug"]


def test_a_small_file_says_enough() -> None:
    found = settings(file())

    assert found.gamemaster == GameMaster("Erika Musterfrau", "gm@example.org")
    assert found.database == "sqlite:////srv/mailref/mailref.db"
    assert found.mail.address == "referee@example.org"
    assert found.mail.display_name == "Scrabble"
    assert found.mail.bounce == "referee@example.org"
    assert found.mail.poll == timedelta(seconds=60)
    assert (found.mail.per_address_day, found.mail.per_hour) == (20, 200)
    assert found.mail.joins_per_day == 200
    assert found.mail.divert is None
    assert found.mail.inbox == ImapAccount(
        host="mail.example.org", port=993, tls=True, user="referee@example.org", password="geheim"
    )
    assert found.mail.smtp == SmtpAccount(
        host="mail.example.org",
        port=465,
        mode=SmtpMode.TLS,
        user="referee@example.org",
        password="geheim",
        hello="example.org",
    )


@pytest.mark.parametrize(
    ("key", "found"),
    [
        pytest.param("", Registration.OPEN, id="its default"),
        pytest.param('registration = "closed"', Registration.CLOSED, id="overridden"),
    ],
)
def test_sb_is_open_to_all(key: str, found: Registration) -> None:
    """Rules 8: seed 001, "Die Teilnahme am Spiel ist jederzeit möglich"."""
    text = file(game=key, inner=f'[game.rules]\nstart = "F6-J10"\n{PLAYER}')

    (game,) = settings(text.replace("dottendorf-1zug", "sb")).games

    assert game.registration is found


def test_a_game_has_the_defaults_of_the_contract() -> None:
    """Contract 2: the value named first is the default."""
    (game,) = settings(file()).games

    assert isinstance(game, RoundPolicy)
    assert game.players == (ConfiguredPlayer("Max Mustermann", ("max@example.org",)),)
    assert game.deadline is not None
    assert game.deadline.isoformat() == "2026-12-11T20:00:00+01:00"
    assert game.registration is Registration.CLOSED
    assert game.reminder == timedelta(hours=24)
    assert game.ruling_grace == game.min_round == timedelta(days=7)
    assert game.close_delay == timedelta(minutes=2)
    assert [str(each) for each in (game.undecided, game.publish, game.draw)] == [
        "wait",
        "auto",
        "referee",
    ]
    assert [str(each) for each in (game.confirm, game.press, game.trust)] == [
        "full",
        "open",
        "address",
    ]
    assert (game.language, game.top, game.columns, game.solo_bonus) == ("de", True, (), 0)
    assert (game.schedule, game.letters, game.taken_over) == (None, None, None)


def test_house_rules_are_the_switches_that_differ_from_the_variant() -> None:
    """dottendorf-1zug swaps blanks and decides by lot: the second line changes nothing."""
    rules = '[game.rules]\nswap = false\nties = ["lot"]\nmost_tiles = 7'
    (plain,) = settings(file()).games
    (game,) = settings(file(inner=f"{rules}\n{PLAYER}")).games

    assert isinstance(plain, RoundPolicy)
    assert plain.house_rules == ()
    assert isinstance(game, RoundPolicy)
    assert set(game.house_rules) == {"swap", "most_tiles"}


def test_a_password_is_never_shown() -> None:
    assert "geheim" not in repr(settings(file()))


@pytest.mark.parametrize(
    ("smtp", "more", "mode", "user"),
    [
        ("smtps://mail.example.org", "", SmtpMode.TLS, "referee@example.org"),
        ("smtp://mail.example.org", "", SmtpMode.STARTTLS, "referee@example.org"),
        ("smtp://127.0.0.1:25", "", SmtpMode.PLAIN, "referee@example.org"),
        ("smtp://mail.example.org", "insecure = true", SmtpMode.PLAIN, "referee@example.org"),
        ("smtp://localhost", 'smtp_user = ""', SmtpMode.PLAIN, ""),
        ("smtps://mail.example.org", 'smtp_user = "post"', SmtpMode.TLS, "post"),
    ],
)
def test_smtp_is_protected_except_to_this_machine(
    smtp: str, more: str, mode: SmtpMode, user: str
) -> None:
    """Contract 2: smtp:// means STARTTLS, which must succeed, except to loopback or insecure."""
    text = file(mail=more).replace("smtps://mail.example.org", smtp)

    found = settings(text).mail.smtp

    assert (found.mode, found.user) == (mode, user)


@pytest.mark.parametrize(
    ("imap", "more", "tls"),
    [
        ("imaps://mail.example.org", "", True),
        ("imap://127.0.0.1:11143", "", False),
        ("imap://localhost", "", False),
        ("imap://mail.example.org", "insecure = true", False),
    ],
)
def test_imap_is_protected_except_to_this_machine(imap: str, more: str, tls: bool) -> None:
    """Contract 2: imap:// only to loopback, unless insecure = true."""
    text = file(mail=more).replace("imaps://mail.example.org", imap)

    found = settings(text).mail.inbox
    assert isinstance(found, ImapAccount)
    assert found.tls is tls


def test_a_game_taken_over_keeps_board_scores_and_rulings() -> None:
    (game,) = settings(
        file(
            game='letters = "ABEENÖR?"\nschedule = "alle 3 Wochen freitags um 20:00"',
            inner=start(
                HAUS, 'scores = { "Max Mustermann" = 312 }\nmissed = { "Max Mustermann" = 2 }'
            )
            + '\n[game.words]\naccept = ["euböa", "Straße"]\nrefuse = ["NE"]',
        )
    ).games

    assert isinstance(game, RoundPolicy)
    assert game.taken_over is not None
    assert game.taken_over.round == 4
    assert game.taken_over.board.rows[7] == ".......HAUS...."
    assert game.taken_over.scores == (("Max Mustermann", 312),)
    assert game.taken_over.missed == (("Max Mustermann", 2),)
    assert game.letters == "ABEENÖR?"
    assert isinstance(game.schedule, Weekly)
    assert (game.accept, game.refuse) == (("EUBÖA", "STRASSE"), ("NE",))


def test_an_umlaut_of_two_code_points_is_the_same_name() -> None:
    text = file(
        inner=start(HAUS, 'scores = { "Jörg" = 1 }').replace("Max Mustermann", "Jo\u0308rg")
    )

    (game,) = settings(text).games

    assert game.players[0].name == "Jörg"
    assert warnings(text) == []


def test_two_players_may_share_an_address() -> None:
    (game,) = settings(
        file(inner=PLAYER + PLAYER.replace("Max Mustermann", "Erna Mustermann"))
    ).games

    assert len(game.players) == 2


def test_a_player_may_have_no_address() -> None:
    """Contract 5: the game master submits for a player who may have no e-mail."""
    (game,) = settings(file(inner='[[game.player]]\nname = "Opa"')).games

    assert game.players == (ConfiguredPlayer("Opa", ()),)


YERRES = 'config.toml: [[game]] "yerres": '


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (file(mail='colour = "x"'), "config.toml: [mail]: colour: is no known key"),
        (file(mail='pol = "60s"'), 'config.toml: [mail]: pol: is no known key; did you mean "poll"?'),
        (file().replace("deadline = ", "ZAT = "), YERRES + 'ZAT: is no known key; did you mean "deadline"?'),
        (file().replace("zone = ", "timezone = "), YERRES + 'timezone: is no known key; did you mean "zone"?'),
        (file(mail='poll = "0s"'), 'config.toml: [mail]: poll: must be at least "1s", not "0s"'),
        (file(mail='divert = "Referee@example.org"'),
         "config.toml: [mail]: divert: must not be the referee's own address"),
        (file(mail='done = "inbox"'), "config.toml: [mail]: done: must be a folder beside the inbox"),
        (file(mail='done = "Quarantine"'), "config.toml: [mail]: quarantine: must be another folder than done"),
        (file(mail='ca = "absent.pem"'),
         "config.toml: [mail]: ca: must be a file, but there is none at /srv/mailref/absent.pem"),
        (file().replace("imaps://", "imap://"),
         'config.toml: [mail]: imap: must be "imaps://mail.example.org": a password would travel unprotected'),
        (file().replace('user = "referee@example.org"', ""),
         'config.toml: [mail]: user: is missing; write for instance user = "referee@example.org"'),
        (file().replace('"geheim"', '{ env = "NOT_SET" }'),
         ("config.toml: [mail]: password: is to come from the environment, but NOT_SET is not set there;"
          ' { file = "password.txt" } takes it from a file')),
        (file().replace("gm@example.org", "referee@example.org"),
         "config.toml: [gamemaster]: address: must not be the referee's own address"),
        (file().replace("[gamemaster]", "[gamemster]"),
         'config.toml: gamemster: is no known key; did you mean "gamemaster"?'),
        ("mail = 3" + file().replace(MAIL, ""), "config.toml: mail: must be a table, not 3"),
        (file() + '[storage]\nurl = "mysql://x"',
         f'config.toml: [storage]: url: must be such as {DATABASES}, not "mysql://x"'),
        (file(inner="").replace("[[game]]", "[game]"),
         "config.toml: game: needs double brackets: [[...]] for each of them"),
        (file(game="deadlin = 3"), YERRES + 'deadlin: is no known key; did you mean "deadline"?'),
        (file().replace("2026-12-11T20:00:00", "2026-12-11"),
         YERRES + "deadline: must be a date and hour such as 11.12.2026 20:00 or 2026-12-11T20:00:00, not 2026-12-11"),
        (file().replace("dottendorf-1zug", "dottendorf"),
         YERRES + 'variant: must be one of "bingo", "classic", "classic-booklet", "classic-open", "classic-super", '
         '"classic-wordsmog", "dottendorf-1zug", "dottendorf-2zug", "dottendorf-3zug", '
         '"dottendorf-4zug", "duplicate-7and8", "duplicate-7of8", "duplicate-super", "mono", '
         '"rummikub", "sb", "simultan", "solitaire", "solitaire-choice", '
         '"solitaire-two", "unscrabble", not "dottendorf"; '
         'did you mean "dottendorf-4zug"?'),
        (file().replace('zone = "Europe/Berlin"', ""),
         YERRES + 'zone: is missing; write for instance zone = "Europe/Berlin"'),
        (file().replace('id = "yerres"', ""),
         'config.toml: [[game]] number 1: id: is missing; write for instance id = "yerres"'),
        (file().replace('id = "yerres"', 'id = "R4]"'),
         "config.toml: [[game]] \"R4]\": id: must be at most 40 letters, digits, '-', '_' or '.', not \"R4]\""),
        (file().replace('id = "yerres"', 'id = "mailref"'),
         'config.toml: [[game]] "mailref": id: must not be "mailref", the tag of mails about no single game'),
        (file().replace('title = "1-Zug-Scrabble Yerres"', 'title = "M10s EUBÖA"'),
         YERRES + 'title: must not read as a move or a command, as "M10s EUBÖA" does'),
        (file().replace('name = "Max Mustermann"', 'name = "Stand"'),
         YERRES + '[[game.player]] number 1 name: must not read as a move or a command, as "Stand" does'),
        (file(game='language = "nl"'), YERRES + 'language: must be "de" or "en" or "fr", not "nl"'),
        (file(game='registration = "opn"'),
         YERRES + 'registration: must be "closed" or "open", not "opn"; did you mean "open"?'),
        (file(inner='[game.rules]\nlate_vowel = "either"\nmin_vowels = { 1 = 2, 16 = 1 }\n'
              'min_consonants = { 1 = 2, 16 = 1 }\n' + PLAYER),
         YERRES + '[game.rules] late_vowel: "either" cannot stand beside min_vowels or min_consonants, '
         "which say otherwise; one of them must go"),
        (file(game='subscribers = ["x"]'),
         YERRES + 'subscribers: entry 1 must be an address such as "max@example.org", not "x"'),
        (file(game='subscribers = ["referee@example.org"]'),
         YERRES + "subscribers: must not be the referee's own address"),
        (file(game='columns = ["solo", "best"]'),
         YERRES + 'columns: entry 2 must be "better" or "percent" or "solo", not "best"; did you mean "better"?'),
        (file(game='letters = "ABÉ"'), YERRES + "letters: 'É' is not a tile"),
        (file(game='letters = "QQABCDEF"'),
         YERRES + "letters: are more than the set less the board holds: Q"),
        (file(game='letters = "ABEEN???"'),
         YERRES + "letters: are more than the set less the board holds: ? (blank)"),
        (file(game='letters = "HABEENÖR"', inner=start({8: ".......HHHHS..."})),
         YERRES + "letters: are more than the set less the board holds: H"),
        (file(inner=start({8: ".......QUATSCHQ"})),
         YERRES + "[game.start] board: lays more than the set holds: Q"),
        (file(inner=start({8: ".......HAUS"})),
         YERRES + "[game.start] board: row 8 has 11 squares instead of 15: '.......HAUS'; 15 lines of 15: "
         "'.' free, capital a tile, small letter a joker"),
        (file(inner='[game.start]\nboard = ""'),
         YERRES + "[game.start] round: is missing; write for instance round = 4"),
        (file(inner=start(HAUS, 'scores = { "Max Mustermann" = "312" }')),
         YERRES + '[game.start] scores: "Max Mustermann" must be a whole number, not "312"'),
        (file(inner=start(HAUS, 'missed = { "Max Mustermann" = 1 }')),
         YERRES + '[game.start] missed: names "Max Mustermann", who has no score'),
        (file(inner='[game.rules]\nletter = 8'),
         YERRES + '[game.rules] letter: is no known key; did you mean "letters"?'),
        (file(inner="[game.rules]\nbonus = { 9 = 50 }"),
         YERRES + "[game.rules] bonus: 9 tiles can never be laid in one play; at most 8"),
        (file().replace("dottendorf-1zug", "sb"),
         YERRES + '[game.rules] start: must name the area of the first word, such as start = "F6-J10", or "centre"; '
         "only a game taken over with a board needs none"),
        (file(inner='[game.words]\naccept = ["NE"]\nrefuse = ["ne"]'),
         YERRES + "[game.words] refuse: holds NE, which accept holds too; one of them must go"),
        (file(inner='[game.words]\naccept = ["ABBÉ"]'),
         YERRES + '[game.words] accept: entry 1 must be one word of at most 15 letters, not "ABBÉ"'),
        (file(inner=PLAYER + PLAYER.replace("Max", "MAX")),
         YERRES + '[[game.player]] "MAX Mustermann" name: is that of another player, "Max Mustermann"'),
        (file(inner='[[game.player]]\naddresses = []'),
         YERRES + '[[game.player]] number 1 name: is missing; write for instance name = "Max Miller"'),
        (file(inner=PLAYER.replace('["max@', '["Max@example.org", "max@')),
         YERRES + '[[game.player]] "Max Mustermann" addresses: names max@example.org twice'),
        (file(inner=PLAYER.replace("addresses", "address")),
         YERRES + '[[game.player]] "Max Mustermann" address: is no known key; did you mean "addresses"?'),
        (file(inner=PLAYER.replace("max@", "referee@")),
         YERRES + '[[game.player]] "Max Mustermann" addresses: must not be the referee\'s own address'),
        (file(inner=GAME.replace("1-Zug", "2-Zug")), YERRES + "id: is that of another game"),
        (file(inner=GAME.replace("yerres", "zwei").replace("1-Zug-Scrabble Yerres", "1 zug scrabble YERRES")),
         'config.toml: [[game]] "zwei": title: reads like that of [[game]] "yerres"'),
        ("[mail\n", "config.toml: line 1, column 6: expected ']' at the end of a table declaration"),
        ("a = 1\nb = \n", "config.toml: line 2, column 5: invalid value"),
    ],
)  # fmt: skip
def test_a_fault_names_file_table_and_key(text: str, line: str) -> None:
    """Contract 1 and 2: one line each, in this form, saying what would be right."""
    assert line in lines(text)
    assert load(text).settings is None


def test_every_fault_is_found_at_once_and_none_twice() -> None:
    text = file(
        mail='poll = "often"',
        game='language = "nl"\nletters = "1"',
        inner='[game.rules]\nplays = 0\n[[game.player]]\nname = ""',
    ).replace('"Erika Musterfrau"', "7")

    found = [line.rpartition(": must")[0] or line for line in lines(text)]

    assert found == [
        "config.toml: [mail]: poll",
        "config.toml: [gamemaster]: name",
        YERRES + "[[game.player]] number 1 name",
        YERRES + "[game.rules] plays",
        YERRES + "language",
        YERRES + "letters: '1' is not a tile",
    ]


def test_an_empty_file_names_what_it_needs() -> None:
    keys = [(fault.table, fault.key) for fault in load("").faults]

    assert keys == [
        ("[mail]", "address"),
        ("[mail]", "imap"),
        ("[mail]", "user"),
        ("[mail]", "password"),
        ("[mail]", "smtp"),
        ("[gamemaster]", "name"),
        ("[gamemaster]", "address"),
    ]
    assert warnings("") == ["config.toml: [[game]]: there is none"]


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (file(mail="insecure = true"), "config.toml: [mail]: insecure: passwords and mail travel unprotected"),
        (file().replace("deadline = 2026-12-11T20:00:00", ""),
         YERRES + "deadline: without it and without a schedule no round has a deadline"),
        (file(inner=""), YERRES + 'player: there is none, and registration is "closed"'),
        (file(game="solo_bonus = 10"), YERRES + 'solo_bonus: is not shown without columns = ["solo"]'),
        (file(inner=start({7: ".......HAUS...."})),
         YERRES + "[game.start] board: no tile lies on the centre square"),
        (file(inner=start({8: ".......HAUS....", 10: "AB............."})),
         YERRES + "[game.start] board: the tiles are not all connected"),
        (file(inner=start(HAUS, 'scores = { "Max Musterman" = 3 }')),
         YERRES + '[game.start] scores: "Max Musterman" is no player of this game; did you mean "Max Mustermann"?'),
        (file(game='letters = "ABEENÖRU"'), YERRES + "letters: are 8; round 1 of this game has 7"),
    ],
)  # fmt: skip
def test_what_is_odd_is_a_warning_and_the_file_is_good(text: str, warning: str) -> None:
    """Contract 2: a board that is not connected or misses the centre is a warning."""
    assert warnings(text) == [warning]
    assert load(text).settings is not None


def test_the_last_letters_may_be_fewer() -> None:
    """Rules 8: the final round's rack is what the bag still held."""
    rows = {
        number: "".join(letters)
        for number, letters in zip(
            range(1, 8),
            [
                "AAAAAÄBBCCDDDDE", "EEEEEEEEEEEEEEF", "FGGGHHHHIIIIIIJ", "KKLLLMMMMNNNNNN",
                "NNNOOOÖPQRRRRRR", "SSSSSSSTTTTTTUU", "UUUUÜVWXY......",
            ],
            strict=True,
        )
    }  # fmt: skip

    found = warnings(file(game='letters = "Z??"', inner=start(rows)))

    assert YERRES + "[game.start] board: no tile lies on the centre square" in found
    assert not [line for line in found if "letters" in line]


def test_a_file_that_is_not_there_is_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"

    found = load_settings(path, {})

    said = f"{path}: there is no such file; `mailref init` writes a first one"
    assert [fault.line for fault in found.faults] == [said]


def test_a_file_that_is_no_text_is_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes("address = 'für'".encode("latin-1"))

    assert load_settings(path, {}).faults[0].line == f"{path}: cannot be read: it is not UTF-8"
    assert (
        load_settings(tmp_path, {}).faults[0].line == f"{tmp_path}: cannot be read: is a directory"
    )


def test_a_file_written_by_a_windows_editor_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbf" + file().replace("\n", "\r\n").encode())

    assert load_settings(path, {}).settings is not None


def test_passwords_may_be_absent_where_nobody_logs_in(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(file().replace('"geheim"', '{ env = "NOT_SET" }'), encoding="utf-8")

    assert load_settings(path, {}).settings is None
    assert load_settings(path, {}, needs_secrets=False).settings is not None
    assert load_settings(path, {"NOT_SET": "x"}).settings is not None


@pytest.mark.parametrize(
    "name", ["aegypten", "dreifach", "dresden", "genf", "leipzig", "sb_zwei", "yerres"]
)
def test_the_clients_games_load(name: str) -> None:
    """Settings that name later variants load."""
    path = need_shared("examples", "judge", "games", f"{name}.toml")

    found = load_settings(path, {})

    assert [fault.line for fault in found.faults] == []
    assert found.settings is not None
    assert found.settings.games


def test_the_parts_of_a_file_are_all_used() -> None:
    """The tests' own builder: a part left out is a fault, so that no test passes by accident."""
    assert lines(GAMEMASTER + GAME + PLAYER) != []
    assert lines(MAIL + GAME + PLAYER) != []
    assert lines(MAIL + GAMEMASTER) == []


def test_without_imap_nobody_needs_a_user() -> None:
    text = file().replace('imap = "imaps://mail.example.org"', 'spool = "mail"')
    text = text.replace('user = "referee@example.org"\npassword = "geheim"\n', "")

    found = settings(text).mail

    assert found.inbox == Spool("/srv/mailref/mail")
    assert (found.smtp.user, found.smtp.password) == ("", "")


def test_mail_is_read_from_one_place() -> None:
    text = file(mail='spool = "mail"')

    assert lines(text) == [
        "config.toml: [mail]: spool: must not stand beside imap: mail is read from one place"
    ]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ('lookup = "http://www.duden.de/{word}"', "lookup: must be such as"),
        ('lookup = "https://www.duden.de/"', "lookup: must be such as"),
        ('lookup = "https://{word}"', "lookup: must be such as"),
        ('deputy = "Max@example.org"', "deputy: plays in this game"),
        ('digest = "bald"', "digest: must be a duration"),
    ],
)
def test_a_key_for_the_game_masters_desk_is_checked(game: str, said: str) -> None:
    (fault,) = lines(file(game=game))

    assert said in fault


def test_a_page_to_look_words_up_is_taken_as_written() -> None:
    (found,) = settings(file(game='lookup = "https://www.dwds.de/wb/{word}?x=1"')).games

    assert found.lookup == "https://www.dwds.de/wb/{word}?x=1"


def with_oauth(table: str) -> str:
    text = file().replace('password = "geheim"', f'auth = "oauth2"\noauth2 = {{ {table} }}')
    assert "oauth2" in text
    return text


def test_a_known_provider_needs_no_addresses() -> None:
    found = settings(with_oauth('provider = "microsoft", client_id = "abc"')).mail

    assert isinstance(found.inbox, ImapAccount)
    oauth = found.inbox.oauth
    assert oauth is not None
    assert oauth == found.smtp.oauth
    assert oauth.device_url == "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode"
    assert oauth.token_file == "/srv/mailref/token.json"
    assert found.inbox.password == ""


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('provider = "google"', "oauth2.client_id: is missing"),
        ('client_id = "a"', "oauth2.provider: is missing"),
        (
            'client_id = "a", token_url = "http://login.example.org", device_url = "https://x"',
            'oauth2.token_url: must be such as "https://login.example.org/token"',
        ),
        ('provider = "google", client_id = "a", secret = "x"', "oauth2.secret: "),
    ],
)
def test_a_token_is_asked_for_where_nobody_listens(table: str, said: str) -> None:
    line = lines(with_oauth(table))[0]

    assert line.startswith(f"config.toml: [mail]: {said}")


SERVER = '[storage]\nurl = "postgresql+psycopg://ref@db.example.org:5433/club?sslmode=require"\n'


@pytest.mark.parametrize(
    ("password", "place"),
    [
        ("", "ref@db.example.org:5433"),
        ('password = { file = "db.txt" }', "ref:s%2F3%40cret@db.example.org:5433"),
        ('password = { env = "DB_PASSWORD" }', "ref:fromenv@db.example.org:5433"),
    ],
)
def test_a_record_on_a_server_takes_its_password_from_a_file_or_the_environment(
    tmp_path: Path, password: str, place: str
) -> None:
    """Contract 2; commands that send no mail log in to the database all the same."""
    (tmp_path / "config.toml").write_text(f"{file()}\n{SERVER}{password}\n", encoding="utf-8")
    (tmp_path / "db.txt").write_text("s/3@cret\n", encoding="utf-8")

    loaded = load_settings(
        tmp_path / "config.toml", {"DB_PASSWORD": "fromenv"}, needs_secrets=False
    )

    assert loaded.settings is not None
    assert loaded.settings.database == (f"postgresql+psycopg://{place}/club?sslmode=require")


def test_a_password_is_for_a_server(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        f'{file()}\n[storage]\npassword = "x"\n', encoding="utf-8"
    )

    (fault,) = load_settings(tmp_path / "config.toml", {}).faults

    assert fault.line.startswith(
        f"{tmp_path}/config.toml: [storage]: password: needs a url with a user, such as {DATABASES}"
    )


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://ref@db/mailref", "url: must be such as"),
        ("postgresql+psycopg://ref:y@db/mailref", "password: is not the one in url"),
        ("postgresql+psycopg://ref:x%2F@db/mailref", ""),
    ],
)
def test_a_url_and_its_password_have_one_fault_at_most(url: str, says: str, tmp_path: Path) -> None:
    storage = f'[storage]\nurl = "{url}"\npassword = "x/"\n'
    (tmp_path / "config.toml").write_text(f"{file()}\n{storage}", encoding="utf-8")

    faults = [fault.line for fault in load_settings(tmp_path / "config.toml", {}).faults]

    assert len(faults) == bool(says), faults
    assert all(f"[storage]: {says}" in line for line in faults), faults
