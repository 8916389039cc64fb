"""How much of a mail is looked at; what exceeds these is hostile or too large (MAIL.md 0.9 and 3)."""

MOST_DEPTH = 20
MOST_PARTS = 200
MOST_HEADER_BYTES = 64 * 1024
MOST_PART_HEADER_BYTES = 16 * 1024
MOST_FIELD_CHARACTERS = 8 * 1024
"""Of one field that is read at all; what follows is not looked at."""
MOST_BOUNDARY_CANDIDATES = 5_000
"""Lines that begin like a boundary, whether they are one or not."""
MOST_ADDRESSES = 50
MOST_REFERENCES = 100
MOST_HTML_BYTES = 512 * 1024
MOST_TAGS = 8_000
"""Lexbor's time grows with the square of the nesting; 8,000 open elements cost it 0.06 s."""
MOST_LINES = 5_000
MOST_LINE_CHARACTERS = 400
"""Of one line that is searched for quotes and signatures."""
MOST_JOINED_CHARACTERS = 2_000
"""Of a flowed paragraph that is made one line."""
MOST_TAG_CHARACTERS = 4_000
"""Of one HTML tag that is read; a picture inside its tag is longer."""
MOST_STYLE_CHARACTERS = 1_000
MOST_TEXT_CHARACTERS = 256 * 1024


class LimitExceededError(ValueError):
    """A mail goes beyond a bound; it is set aside as hostile."""
