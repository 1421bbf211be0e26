"""Which recorded request a live one is."""
