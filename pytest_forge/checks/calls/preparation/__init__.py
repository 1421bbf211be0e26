"""Preparation: calls of other tools that make what the calls of a tool need."""
