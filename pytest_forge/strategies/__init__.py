"""Strategies: arguments made from a schema."""
