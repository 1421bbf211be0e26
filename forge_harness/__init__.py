"""Typed tools for LLM agents: registry, approvals, confinement, scrubbed errors."""
