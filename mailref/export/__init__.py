"""Checking a game from its export alone: scores, ranks, draws, lots; the first difference is named."""
