"""The judges of `concurrency`: what calls at the same time do to each other."""
