"""Whole calls: plausible, at the edges, broken, hostile, and as models send them by mistake."""
