"""Kinds of game from other packages, as they may be wrong, and what holds for all of them."""
