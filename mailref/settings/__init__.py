"""The settings file: TOML in, checked values out, every fault with its key (contract 2).

```text
load         a file to Settings, or to all its faults, with [gamemaster] and [report]; read again when it changes
toml_text    the text of the file: dates as people write them, the line of each key; a first file from a few answers
places       [mail] and [[mailbox]]
game_parts   what every [[game]] has, players and subscribers included, and the readers of what stands in it
values       what comes out, faults and warnings; durations, addresses, zones, schedules
for_editors  a JSON schema of the file, for editors
kinds        what the settings ask of a kind of game, with default answers
schema       of which kind values are, as a JSON schema says it
games        [[game]], which its kind reads; [[tournament]]
```
"""
