"""Bytes to a mail value: sender, ids, what the person wrote, whether a robot wrote it.

```text
reader      read(data, policy) -> IncomingMail: the way in, and the border for hostile mail
policy      what the installation tells the reader
model       what comes out
mime        the tree of parts          fields     headers, encoded words
bodies      which parts are text       bodytext   plain or HTML, and what is wrong
charset, transfer                      bytes to characters
clean, plain                           characters as meant, lines with their places
markup, html, page                     HTML to lines
phrases, quotes, own_words             what the person wrote
reply_text                             a reply as a reader wants to see it
addresses, robots, bounces, proof      who wrote, whether a program did, what it proves
bounds                                 how much is looked at
```
"""
