"""Cassettes: recorded sessions of any client, read without running any code."""
