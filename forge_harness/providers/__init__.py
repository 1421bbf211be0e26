"""Providers: the wire formats of model providers, and their transport."""
