"""The lines that a walk over HTML writes, with breaks put off until the next text asks for them."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Page:
    """The lines so far, and the break that the next text will be preceded by."""

    lines: list[tuple[str, int, bool]] = field(default_factory=list)
    text: str = ""
    depth: int = 0
    begins_quote: bool = False
    wants_line: bool = False
    wants_gap: bool = False
    wants_blank_line: bool = False
    is_fresh_cell: bool = False
    list_numbers: dict[int, int] = field(default_factory=dict)
    """The last number given in each numbered list."""
    paragraph_at: int = 0
    """The line with which the paragraph began: one of several lines stands apart from the next."""

    def end_line(self) -> None:
        self.lines.append((self.text, self.depth, self.begins_quote))
        self.text, self.begins_quote = "", False
        self.wants_line = self.wants_gap = False

    def write(self, text: str, depth: int) -> None:
        """Write a piece of a line, after the break that is due."""
        if self.text and (self.wants_line or depth != self.depth):
            self.end_line()
        if not self.text and self.wants_blank_line and self.lines and self.lines[-1][0]:
            self.lines.append(("", depth, False))
        if self.wants_gap and self.text and not self.text.endswith(" "):
            self.text += " "
        self.wants_line = self.wants_gap = self.wants_blank_line = False
        self.is_fresh_cell = False
        self.depth = depth
        self.text += text

    def break_line(self) -> None:
        """Write a <br>: the line ends, also an empty one."""
        if self.wants_line and self.text:
            self.end_line()
        self.end_line()
