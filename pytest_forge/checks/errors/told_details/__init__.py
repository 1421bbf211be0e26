"""The judges of `answers`: details that a message or a result tells."""
