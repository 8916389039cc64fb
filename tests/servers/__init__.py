"""Real mail servers for tests: see fixtures.py for what to ask for."""
