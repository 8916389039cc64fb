"""Lines to entries: the Lark grammar of moves, headings, commands, and faults with their place."""
