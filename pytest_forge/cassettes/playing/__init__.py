"""A test with its cassette: recording, replaying, and faults on request."""
