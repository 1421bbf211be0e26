"""Tests of servers of MCP as targets."""
