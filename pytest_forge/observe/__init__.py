"""Observe: one observation of a call, made in the tool's process or from outside a server."""
