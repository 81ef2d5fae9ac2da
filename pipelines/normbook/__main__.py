"""`python -m normbook` is `normbook`."""

from normbook.cli import main

main()
