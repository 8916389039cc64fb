"""The record is tested on both kinds of database (tests/databases.py)."""

from tests.databases import kind

__all__ = ["kind"]
