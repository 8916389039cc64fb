"""Bytes to a mail value: sender, ids, what the person wrote, whether a robot wrote it."""
