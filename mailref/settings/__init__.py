"""The settings file: TOML in, checked values out, every fault with its key (contract 2).

```text
load         a file to Settings, or to all its faults
model        what comes out; faults and warnings
places       [mail] and [storage]
games        [[game]]
game_tables  the tables within it: start, players, words
values       durations, sizes, addresses, zones, schedules
watch        the file of a running machine, read again when it changes
exposure     secrets that others can read
first_file   a first settings file from a few answers
```
"""
