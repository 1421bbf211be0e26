"""What stands between a client and its network: one module a family of clients."""
