"""normbook: the book of record for chess title norms and Grand Prix standings."""

__version__ = "0.1.0"
