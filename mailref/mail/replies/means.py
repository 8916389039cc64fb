"""What composing needs beside what is owed: templates, the painter of boards, the house."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import css_inline
from jinja2 import Environment

from mailref.mail.replies.phrasing import with_filters
from mailref.referee.policy import House
from mailref.report.picture import BoardPainter

LANGUAGES = ("de", "en")


@dataclass(slots=True)
class ReplyMeans:
    """What composing needs; made once a process, since templates and tiles are kept ready."""

    templates: Mapping[str, Environment]
    """By language, ready to write documents."""
    page: Environment
    """The templates of HTML."""
    painter: BoardPainter
    house: House
    inliner: css_inline.CSSInliner = field(repr=False)


def reply_means(
    environment: Callable[[str], Environment], painter: BoardPainter, house: House
) -> ReplyMeans:
    """Return the means; *environment* gives the templates of a folder (`de`, `en`, `html`)."""
    return ReplyMeans(
        templates={
            language: with_filters(environment(language), language) for language in LANGUAGES
        },
        page=environment("html"),
        painter=painter,
        house=house,
        inliner=css_inline.CSSInliner(
            keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False
        ),
    )
