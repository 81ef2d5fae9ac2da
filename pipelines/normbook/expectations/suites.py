"""What every published table means. Types, emptiness and keys are the contracts' duty and are not repeated here.

Critical is what the program itself promises; what sources may get wrong (a rating of 9999, a federation of two letters)
is a warning, because one odd report must not hold back a season.
"""

from __future__ import annotations

from normbook.expectations.suites_blitz import BLITZ
from normbook.expectations.suites_core import CORE
from normbook.expectations.suites_explanations import EXPLANATIONS
from normbook.expectations.suites_mart import MART
from normbook.expectations.suites_quality import QUALITY
from normbook.expectations.suites_ref import REF
from normbook.expectations.suites_series import SERIES
from normbook.expectations.suites_tie_breaks import TIE_BREAKS
from normbook.expectations.suites_titles import TITLES

SUITES = BLITZ | CORE | EXPLANATIONS | MART | QUALITY | REF | SERIES | TIE_BREAKS | TITLES
