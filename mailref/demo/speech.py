"""What the people of the demo write in each language, and how they read our mails: `templates/xx/demo.toml`."""

import re
from functools import cached_property

from msgspec import Struct

from mailref.languages import words


class Orders(
    Struct, frozen=True, forbid_unknown_fields=True, rename={"pass_": "pass", "from_": "from"}
):
    """How orders are written; a test holds that they are read."""

    help: str
    rules: str
    status: str
    history: str
    press: str
    yes: str
    exchange: str
    exchange_all: str
    pass_: str
    if_pass: str
    challenge: str
    doubt: str
    accept: str
    trial: str
    lay: str
    from_: str
    take: str
    wish: str
    choose: str
    back: str
    anew: str
    tiles: str
    publish: str
    correct: str
    end: str


class Programs(Struct, frozen=True, forbid_unknown_fields=True):
    """What mail programs add."""

    reply: str
    head: tuple[str, str, str, str]
    wrote: str
    date: str
    phone: str
    android: str


class Reads(Struct, frozen=True, forbid_unknown_fields=True):
    """By what a player knows what a mail says: regular expressions."""

    asked: str
    mine: str
    open_word: str
    only_accepts: str
    rack: str
    bag: str
    erratum: str
    trial: str
    league: str
    need: str
    stack: str
    bespoken: str


class Phrasebook(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All that is said in one language; what each row is, `templates/en/demo.toml` says."""

    game_master: str
    stranger: str
    names: tuple[str, ...]
    dictionary: str
    comment: str
    subject: str
    refused: str
    miscounted: str
    enough: str
    press: tuple[str, ...]
    bet: str
    my_words: str
    no_letters: str
    away: tuple[str, str]
    absent: tuple[str, str]
    offer: tuple[str, str]
    points_in_brackets: str
    blank_is: str
    orders: Orders
    programs: Programs
    reads: Reads

    def order(self, name: str) -> str:
        """Return how an order is written; "" for none of that name."""
        found: str = getattr(self.orders, name, "") or getattr(self.orders, f"{name}_", "")
        return found

    def begun(self, key: str) -> str:
        """Return how a mail begins: with an order, with what else has a name here, or as it is said."""
        return self.order(key) or str(getattr(self, key, key))

    @cached_property
    def asked(self) -> re.Pattern[str]:
        """Return what finds the words that are to be ruled on, in a subject."""
        return re.compile(f"{self.reads.asked}(?P<words>.+)")


PHRASEBOOKS = words("demo.toml", Phrasebook)
