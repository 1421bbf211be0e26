"""The judges of `files`: what happens to files that a call does not name."""
