"""What many mails share may be packed: an earlier version, which would send it as it lies, stays away."""

revision = "r0006"
down_revision = "r0005"


def upgrade() -> None:
    """Leave what is stored as it is: whoever reads it tells by its beginning how it lies."""
