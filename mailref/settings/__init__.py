"""The settings file: TOML in, checked values out, every fault with its key (contract 2).

```text
load         a file to Settings, or to all its faults, read again when it changes; a JSON schema of it, for editors
toml_text    the text of the file: dates as people write them, the line of each key; a first file from a few answers
places       [mail] and [[mailbox]]
game_parts   what every [[game]] has, players and subscribers included, and the readers of what stands in it
values       what comes out, faults and warnings; durations, addresses, zones, schedules
kinds        what the settings ask of a kind of game, with default answers
games        [[game]], which its kind reads; [[tournament]]
```
"""
