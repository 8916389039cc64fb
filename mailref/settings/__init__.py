"""The settings file: TOML in, checked values out, every fault with its key (contract 2).

```text
load         a file to Settings, or to all its faults, with [gamemaster] and [report]; read again when it changes
toml_text    the text of the file: dates as people write them, the line of each key
places       [mail] and [storage]
games        [[game]] and the tables within it: rules, words, dates, a game under way
people       players and subscribers
values       what comes out, faults and warnings; durations, addresses, zones, schedules
for_editors  a JSON schema of the file, for editors
first_file   a first settings file from a few answers
```
"""
