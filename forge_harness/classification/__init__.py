"""Failures of providers as typed errors."""
