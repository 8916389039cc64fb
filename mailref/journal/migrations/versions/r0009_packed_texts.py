"""Events may be packed on SQLite: an earlier version, which could not read them, stays away."""

revision = "r0009"
down_revision = "r0008"


def upgrade() -> None:
    """Leave what is stored as it is: whoever reads it tells by what it is how it lies."""
