"""Schemas: from a model, as each provider takes them, and back."""
