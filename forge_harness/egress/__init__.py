"""Where tools may send requests: an operator's policy, and an HTTP client that cannot be led around it."""
