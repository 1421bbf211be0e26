"""Approval of calls: the decisions, the handlers, and the calls that wait."""
