"""The table of what players order by mail beside moves: a new order is a row here (contract 3).

A row says what stands behind an order, who may give it, whether its mail must prove who wrote it, and
whether it is asked back; how it is called `player_orders.toml` of each language says. From it follow how
mails are read, what our own lines must not begin with, and the tables of the contract. What it does is one
function for each row (`referee/player_commands.py`). What is ordered in games in turns alone are the classes
of `Act` (`orders/entries.py`); what a kind of game adds to it reads the lines of its own games
(`orders/order_lines.py`).
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from mailref.languages import FORMATS, table
from mailref.tiles.moves import any_of

Forms = tuple[str, ...]
"""Ways to write one thing; the first is the one that we write ourselves."""


class Command(StrEnum):
    """What a player orders beside moves, in a line of its own, or as the whole subject (contract 3)."""

    HELP = "help"
    RULES = "rules"
    STATUS = "status"
    MY_GAMES = "my_games"
    REPORT = "report"
    WITHDRAW = "withdraw"
    JOIN = "join"
    LEAVE = "leave"
    REMINDER_ON = "reminder_on"
    REMINDER_OFF = "reminder_off"
    LANGUAGE = "language"
    PAGE_ON = "page_on"
    PAGE_OFF = "page_off"
    PRESS = "press"
    MESSAGE = "message"
    MUTE = "mute"
    UNMUTE = "unmute"
    LOT_WORD = "lot_word"
    NOTE = "note"
    OBJECT = "object"
    REMATCH = "rematch"
    AWAY_OFF = "away_off"
    HISTORY = "history"
    """From here on: in games in turns, read among their orders."""
    TILES = "tiles"
    ACCEPT_ON = "accept_on"
    ACCEPT_OFF = "accept_off"
    AWAY = "away"
    FIRST_RACK = "first_rack"
    """`ZIEHE 4V 3K` without a move, before the first racks are drawn (turns 8.4)."""


_IN_TURNS = frozenset({
    Command.HISTORY, Command.TILES, Command.ACCEPT_ON, Command.ACCEPT_OFF, Command.AWAY, Command.FIRST_RACK,
})  # fmt: skip
"""Their words are among those of orders in turns."""


class Value(StrEnum):
    """What stands behind an order."""

    NOTHING = ""
    WORD = "word"
    """One word, with or without a colon: `LOSWORT Pflaume`; of several the last one counts."""
    TEXT = "text"
    """Behind a colon, `PRESSE: Grüße aus Kiel`; over empty lines it goes on up to what asks for something,
    speaks of the move, or closes the mail; of several all count."""
    LINES = "lines"
    """In capitals, behind a colon, up to the next line that is empty, asks for something or closes: a
    text that a player keeps to himself; the last one counts, and an empty one clears it."""

    LANGUAGE = "language"
    """The name of a language that there is; of several the last one counts."""
    NAME = "player"
    """The name of a player, or the word for all: `STUMM Max`; of several each counts."""
    ADDRESSED = "name and text"
    """The name of a player, or the word for all or for the game master, then a text behind a colon.

    It goes on over empty lines up to what asks for something or closes the mail; of several each counts.
    """


class Who(StrEnum):
    """Who may give an order; whoever else does is told why not."""

    ANYONE = "anyone"
    """Who is registered anywhere here, also who only reads along."""
    PLAYER = "player"
    """A player of the game that it is for."""
    WRITER = "player or game master"
    """A player of the game that it is for, or its game master."""


class Addressed(StrEnum):
    """Whom a message can name beside a player."""

    ALL = "to_all"
    GAME_MASTER = "to_game_master"
    AND = "to_both"
    """What stands between two names."""


_WORDS = table(
    "player_orders.toml",
    (
        *(each.value for each in Command if each not in _IN_TURNS),
        *(each.value for each in Addressed),
    ),
    Forms,
)


class ListedOrder(Struct, frozen=True):
    """One order of players."""

    command: Command
    value: Value = Value.NOTHING
    who: Who = Who.PLAYER
    needs_proof: bool = True
    """Whether its mail must prove who wrote it; the answer to any other goes to the registered address."""
    is_final: bool = False
    """Whether a place is given up by it: asked back where its mail answers one of ours whose time is over."""
    is_asked_in_doubt: bool = False
    """Whether its sender is asked first where nothing proves who wrote: what it does he may learn too late."""
    most: int = 0
    """So many characters may stand behind it; 0: as many as a mail may have."""

    @property
    def words(self) -> Mapping[str, Forms]:
        """Return how it is written in each language; the first is the one that we write ourselves."""
        return {language: said[self.command] for language, said in _WORDS.items()}


ROWS = (
    ListedOrder(Command.HELP, who=Who.ANYONE, needs_proof=False),
    ListedOrder(Command.RULES, who=Who.ANYONE, needs_proof=False),
    ListedOrder(Command.STATUS, who=Who.ANYONE, needs_proof=False),
    ListedOrder(Command.MY_GAMES, who=Who.ANYONE, needs_proof=False),
    ListedOrder(Command.REPORT, who=Who.ANYONE),
    ListedOrder(Command.WITHDRAW),
    ListedOrder(Command.JOIN, who=Who.ANYONE),
    ListedOrder(Command.LEAVE, who=Who.ANYONE, is_final=True, is_asked_in_doubt=True),
    ListedOrder(Command.REMINDER_ON),
    ListedOrder(Command.REMINDER_OFF),
    ListedOrder(Command.LANGUAGE, Value.LANGUAGE, who=Who.ANYONE),
    ListedOrder(Command.PAGE_ON, is_asked_in_doubt=True),
    ListedOrder(Command.PAGE_OFF),
    ListedOrder(Command.PRESS, Value.TEXT, who=Who.WRITER),
    ListedOrder(Command.MESSAGE, Value.ADDRESSED, who=Who.WRITER, most=3000),
    ListedOrder(Command.UNMUTE, Value.NAME),
    ListedOrder(Command.MUTE, Value.NAME),
    ListedOrder(Command.LOT_WORD, Value.WORD),
    ListedOrder(Command.NOTE, Value.LINES, most=500),
    ListedOrder(Command.OBJECT),
    ListedOrder(Command.REMATCH, is_asked_in_doubt=True),
    ListedOrder(Command.AWAY_OFF),
)
"""Every order of players that is read in games of all kinds."""

ROW_OF: Mapping[Command, ListedOrder] = MappingProxyType({row.command: row for row in ROWS})


def value_of(command: Command) -> Value:
    """Return what stands behind an order; of one that only games in turns list a text of its own line."""
    row = ROW_OF.get(command)
    return Value.WORD if row is None else row.value


TOLD_IN_HELP = (
    Command.HELP, Command.RULES, Command.STATUS, Command.MY_GAMES, Command.REPORT, Command.HISTORY, Command.TILES,
    Command.WITHDRAW, Command.JOIN, Command.ACCEPT_ON, Command.AWAY, Command.LEAVE, Command.REMINDER_ON,
    Command.LOT_WORD, Command.LANGUAGE, Command.PAGE_ON, Command.NOTE, Command.REMATCH, Command.OBJECT, Command.PRESS,
    Command.MESSAGE, Command.MUTE,
)  # fmt: skip
"""In this order HILFE has a line for each, where the game knows it; what turns one off stands in the same line."""
NEEDS_OTHERS = frozenset({
    Command.WITHDRAW, Command.ACCEPT_ON, Command.AWAY, Command.REMATCH, Command.PRESS,
})  # fmt: skip
"""Orders of which HILFE says nothing to who plays alone."""
NEEDS_CHALLENGES = frozenset({Command.ACCEPT_ON})
"""Those of which it says nothing where plays are not challenged."""
OF_MESSAGES = frozenset({Command.MESSAGE, Command.MUTE})
"""Orders of which HILFE says nothing where players cannot write to each other."""
OF_READERS = frozenset({
    Command.HELP, Command.RULES, Command.STATUS, Command.MY_GAMES, Command.REPORT, Command.HISTORY, Command.TILES,
})  # fmt: skip
"""Orders of which HILFE tells a game master who does not play: his own stand in a list above them."""
OF_SUBSCRIBERS = OF_READERS | {Command.JOIN, Command.LEAVE, Command.LANGUAGE}
"""Orders of which HILFE tells who reads along."""
SEVERAL = frozenset(row.command for row in ROWS if row.value in {Value.NAME, Value.ADDRESSED})
"""Orders of which each counts where a mail has several."""
KEPT = frozenset(row.command for row in ROWS if row.value is Value.LINES)
"""Orders whose text a player keeps to himself: he is shown it with STAND and in reports."""
HARMLESS = frozenset(row.command for row in ROWS if not row.needs_proof)
"""Orders that need no proof."""
ASKED_IN_DOUBT = frozenset(row.command for row in ROWS if row.is_asked_in_doubt)
FINAL = frozenset(row.command for row in ROWS if row.is_final)
"""Orders by which a place is given up."""


def forms(rows: Iterable[ListedOrder] = ROWS) -> Iterator[str]:
    """Yield every way in which *rows* are written, in all languages."""
    for row in rows:
        for form in (form for words in row.words.values() for form in words):
            if row.value is Value.LANGUAGE:
                yield from (f"{form} {name}" for each in FORMATS.values() for name in each.names)
            else:
                yield form


def words_for(addressed: Addressed) -> Iterator[str]:
    """Yield every word for all, or for the game master, in all languages."""
    return (form for said in _WORDS.values() for form in said[addressed])


def written(command: Command, language: str) -> str:
    """Return how we write an order ourselves in a language."""
    return ROW_OF[command].words[language][0]


_OF_COMMON_WORDS = (Command.MY_GAMES,)
"""Orders that stand alone in a line and begin with a word of any sentence: that word alone orders nothing."""
ORDER_START = any_of(
    form.split()[0] for form in forms(row for row in ROWS if row.command not in _OF_COMMON_WORDS)
)
"""The pattern that finds how a line with an order begins."""
ORDER_ALONE = any_of(forms(row for row in ROWS if row.value is Value.NOTHING))
"""The pattern that finds an order that stands alone in a line, all its words."""


class Behind(Struct, frozen=True):
    """The values that stand behind the orders of a mail, or of a part of one."""

    values: tuple[tuple[Command, str], ...] = ()
    """Each order at most once, but those of which several count."""

    def every(self, command: Command) -> tuple[str, ...]:
        """Return all that stands behind an order of which several count."""
        return tuple(value for each, value in self.values if each is command)

    def __getitem__(self, command: Command) -> str:
        """Return what stands behind an order; "" where nothing does."""
        return dict(self.values).get(command, "")

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return the orders behind which something stands."""
        said = (command for command, value in self.values if value or command in KEPT)
        return tuple(dict.fromkeys(said))

    def without(self, command: Command) -> "Behind":
        """Return what stands behind the others."""
        return Behind(tuple(pair for pair in self.values if pair[0] is not command))

    def then(self, later: "Behind") -> "Behind":
        """Return both together: texts one below the other, each once; of words the last one."""
        found = {command: value for command, value in self.values if command not in SEVERAL}
        both = (*self.values, *later.values)
        each_counts = dict.fromkeys(pair for pair in both if pair[0] in SEVERAL)
        for command, value in later.values:
            if command in SEVERAL:
                continue
            if value_of(command) is Value.TEXT:
                texts = (found.get(command, ""), value)
                found[command] = "\n\n".join(dict.fromkeys(text for text in texts if text))
            elif value or command in KEPT:
                found[command] = value
        return Behind((*found.items(), *each_counts))


NOTHING_BEHIND = Behind()
UNCLEAR = "?"
"""What stands behind an order of which it cannot be told whether it is given."""
IS_BACK = "!"
"""What stands behind URLAUB AUS where somebody says that he is back: whoever moves beside it is."""


def all_said(parts: Iterable[Behind]) -> Behind:
    """Return what stands in several parts of a mail, from first to last."""
    found = NOTHING_BEHIND
    for part in parts:
        found = found.then(part)
    return found


class NotDone(StrEnum):
    """Why a player's command cannot be carried out."""

    NOT_A_PLAYER = "not_a_player"
    WHICH_PLAYER = "which_player"
    NOT_HIS_NAME = "not_his_name"
    """`Spieler=` names somebody who does not play under the sender's address."""
    ALREADY_IN = "already_in"
    ALREADY_LEFT = "already_left"
    CLOSED = "closed"
    """Only the game master lets anybody in."""
    NAME_TAKEN = "name_taken"
    NAME_UNFIT = "name_unfit"
    """Nobody comes into a club under it, whoever else is there."""
    NO_NAME = "no_name"
    """He is new, and his mail does not say what he is called."""
    GAME_IS_OVER = "over"
    NOTHING_TO_WITHDRAW = "nothing_to_withdraw"
    TOO_LATE = "too_late"
    TOO_LATE_TO_OBJECT = "too_late_to_object"
    """The rules hold once somebody has moved."""
    REMATCH_AGREED = "rematch_agreed"
    """All have said that they want one: it begins, or has begun."""
    NO_REMATCH = "no_rematch"
    """The game goes on, is agreed on once more, or is one of a tournament or in rounds."""
    NO_PRESS = "no_press"
    PRESS_TOO_LATE = "press_too_late"
    """No mail to everybody follows the end of a game."""
    NOTE_TOO_LONG = "note_too_long"
    WHO_WROTE = "who_wrote"
    """Nothing proves who wrote, and a move beside it does not wait for a yes."""
    NAME_OR_NOT = "name_or_not"
    """It cannot be told whether pages may show his name."""
    NO_MESSAGES = "no_messages"
    """Nobody writes to others in this game."""
    NO_MESSAGE = "no_message"
    MESSAGE_TOO_LONG = "message_too_long"
    TO_WHOM = "to_whom"
    """Nobody, or more than one, is called as the message says."""
    TO_HIMSELF = "to_himself"
    IN_WHICH_GAME = "in_which_game"
    """A message for all, or for the game master, from who plays several games and names none."""
    TOO_MANY_MESSAGES = "too_many_messages"
    IS_MUTED = "is_muted"
    """Who should get it wants no messages from its writer."""
    HAS_NO_ADDRESS = "has_no_address"
    """Who should get it plays without e-mail."""
    TO_NOBODY = "to_nobody"
    """Nobody else wants messages, or has e-mail."""
    WHOM_TO_MUTE = "whom_to_mute"
    NOT_THE_GAME_MASTER = "not_the_game_master"
    """Nothing proves that the game master wrote it."""
    ONE_BAG = "one_bag"
    """Nobody says from which bag he draws where there are not two."""
    WISH_ALONE = "wish_alone"
    """Once the racks are drawn, ZIEHE stands beside a move."""
    NO_LOTS = "no_lots"
    """No words are mixed into the draws of this game."""
    TOO_LATE_FOR_WORDS = "too_late_for_words"
    """All words had to be there before, or the letters are drawn."""
    NO_ADDRESS_OF_HIS_OWN = "no_address_of_his_own"
    """A word for draws came from an address that is not the player's alone."""
    RESIGN_INSTEAD = "resign_instead"
    """Who plays in a game in turns resigns: AUFGABE."""
    NO_ABSENCE = "no_absence"
    """Nobody can be away in this game, or an absence cannot be taken back."""
    NO_ABSENCE_OF_HIS = "no_absence_of_his"
    MEANT_OR_NOT = "meant_or_not"
    """What stands below an order may take it back."""
    BACK_OR_NOT = "back_or_not"
    """He says that he is there, and an absence of his is noted."""
    DAYS_ARE_OVER = "days_are_over"
    """The last day of an absence has passed."""
    WHICH_DAYS = "which_days"
    """An absence without first and last day."""
    FROM_TOMORROW = "from_tomorrow"
    """An absence that begins before tomorrow."""
    AWAY_BEFORE = "away_before"
    """Those days are noted already."""
    TOO_LONG_AWAY = "too_long_away"
    """More days than are left."""


class ClubOrder(StrEnum):
    """What members of a club order in a line of its own, or as the whole subject; read where there is a club."""

    NEW_GAME = "new_game"
    NEW_ROUND = "new_round"
    OFFER = "offer"
    OFFERS = "offers"
    INVITE = "invite"
    NEVER_AGAIN = "never_again"


class ClubWord(StrEnum):
    """What stands behind an order of a club."""

    WITH = "with"
    ANYONE = "anyone"
    ACCEPT = "accept"
    DECLINE = "decline"
    TAKE_BACK = "take_back"
    ZAT = "zat"
    """Before the days of the rounds."""


CLUB_WORDS = table(
    "club_orders.toml",
    (*(each.value for each in ClubOrder), *(each.value for each in ClubWord)),
    Forms,
)


class ClubRow(Struct, frozen=True):
    """One order of members of a club."""

    order: ClubOrder
    needs_proof: bool = True
    """Whether who writes is asked first, where nothing proves that it is he."""
    needs_member: bool = True
    """Whether it is for members, and for who may become one by it."""

    @property
    def words(self) -> Mapping[str, Forms]:
        """Return how it is written in each language; the first is the one that we write ourselves."""
        return {language: said[self.order] for language, said in CLUB_WORDS.items()}


CLUB_ROWS = (
    ClubRow(ClubOrder.NEW_GAME),
    ClubRow(ClubOrder.NEW_ROUND),
    ClubRow(ClubOrder.OFFER),
    ClubRow(ClubOrder.OFFERS, needs_proof=False),
    ClubRow(ClubOrder.INVITE),
    ClubRow(ClubOrder.NEVER_AGAIN, needs_member=False),
)
"""Every order of members of a club."""

CLUB_ROW_OF: Mapping[ClubOrder, ClubRow] = MappingProxyType({row.order: row for row in CLUB_ROWS})


def club_forms(word: ClubOrder | ClubWord) -> tuple[str, ...]:
    """Return every way in which an order of a club, or a word behind one, is written in all languages."""
    return tuple(dict.fromkeys(form for said in CLUB_WORDS.values() for form in said[word]))
