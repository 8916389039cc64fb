"""`python -m mailref` is `mailref`."""

from mailref.cli import main

main()
