"""Word lists, variants and layouts that are shipped with the program."""
