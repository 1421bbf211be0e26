"""Whole calls: plausible, at the edges, broken, hostile, and with typical mistakes of models."""
