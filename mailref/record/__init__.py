"""A whole game for others, and the proof from that file alone that it was refereed by the rules.

```text
export     the whole game as one object: its events in their public form, what they tell; exports of the first form
verify     the check: what is recorded is decided again, and what it tells is compared
script     the recorded events, gone through while they are decided again; two exports value by value
proving    events decided again, each from what had happened before it; what an order needs
renaming   a person in events under another name
addresses  mail addresses in what somebody wrote, whosever they are
texts      which fields of classes from other packages may name a player
codec      events and games as they are written, and read again
as_json    what all exports and `judge --json` say alike; canonical JSON and its hash
```

What a kind of game says of its own record stands in its folder, module `published`.
"""
