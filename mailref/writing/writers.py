"""Who writes what a mail tells: a module beside it, loaded when there is such a mail."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from mailref.referee.contents import Content
from mailref.referee.mails import Owed
from mailref.writing.document import Figure
from mailref.writing.scene import MailScene, ReplyMeans, Words


class SceneWriter(Protocol):
    """The module `mails` of a kind of game: it writes what the module `contents` beside it tells."""

    def scene(self, content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
        """Return what the template of a mail is given."""

    def stand(self, content: Content, words: Words) -> tuple[str, Mapping[str, Figure]] | None:
        """Return what is in force for who gets an answer (`Answer.shows_stand`), and figures of its game."""


def scene_of(owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of *owed* is given."""
    return writer_of(owed.content).scene(owed.content, owed, words, means)


def writer_of(content: Content) -> SceneWriter:
    """Return who writes *content*; what is about any game, or none, is written here."""
    package = type(content).__module__.rpartition(".")[0]
    own = "mailref.writing" if package == "mailref.referee" else package
    return cast(SceneWriter, import_module(f"{own}.mails"))
