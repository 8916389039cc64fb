"""A club that runs itself: games that its members begin by mail, within what the settings allow.

```text
club      what happens in it, and how it stands
desk      what becomes of an order of a member
contents  what members are told
mails     what the templates of that are given
```
"""
