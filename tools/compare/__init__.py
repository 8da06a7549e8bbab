"""Comparisons behind single decisions: libraries, settings and rivals, measured once and written down in docs/."""
