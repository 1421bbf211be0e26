"""Startup: the folder that is put before the import path of a Python server."""
