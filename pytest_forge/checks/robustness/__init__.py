"""Checks of robustness: what valid arguments may not do to a tool. Break it, hang it, or make it answer differently."""

from . import concurrency, crashes, event_loop, growth, memory, repetition, sequences, shapes

__all__ = ["concurrency", "crashes", "event_loop", "growth", "memory", "repetition", "sequences", "shapes"]
