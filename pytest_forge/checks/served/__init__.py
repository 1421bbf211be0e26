"""Checks as a server sees them: judged by what it sends, what becomes of files, and the time it takes."""

from . import arguments, confinement, effects, errors, injection, results, robustness

__all__ = ["arguments", "confinement", "effects", "errors", "injection", "results", "robustness"]
