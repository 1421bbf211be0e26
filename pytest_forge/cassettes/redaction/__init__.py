"""Secrets of an exchange, found and replaced before it is written."""
