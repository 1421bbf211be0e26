"""The judges of `failures`: failures that an answer hides, a kind each."""
