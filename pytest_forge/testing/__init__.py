"""Testing: assertions, context managers and state machines for tests written by hand."""
