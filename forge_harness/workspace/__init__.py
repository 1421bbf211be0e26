"""Workspace, and its parts: refusals, paths as text, descriptors, folders."""
