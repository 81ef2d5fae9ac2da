"""A made-up season of 2005 for whoever has no data yet: rating lists, reports, a Grand Prix, a blitz championship."""

from normbook.sample.season import write_sample_season

__all__ = ["write_sample_season"]
