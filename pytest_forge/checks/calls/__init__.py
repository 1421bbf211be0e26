"""Calls of a check: plausible, at edges, in volume, with a fake sleep, in copies, and with file names."""
