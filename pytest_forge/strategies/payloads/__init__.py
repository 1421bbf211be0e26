"""Payloads of hostile calls, by the interpreter that they target."""
