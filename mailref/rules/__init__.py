"""The rules of the game; no I/O, no clock, no chance but from a seed that is given."""
