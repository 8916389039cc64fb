"""Word lists, fonts and first settings that are shipped with the program."""
