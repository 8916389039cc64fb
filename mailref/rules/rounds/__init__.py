"""Games in rounds: everybody has the same letters, the best move is laid."""
