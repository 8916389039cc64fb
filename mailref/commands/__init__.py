"""The commands, a module each; cli.py imports only the one that is called."""
