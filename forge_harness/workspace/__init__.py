"""Workspace, and what it is made of: refusals, names, descriptors, folders."""
