"""What kinds of game share in which all move at once until a ZAT."""
