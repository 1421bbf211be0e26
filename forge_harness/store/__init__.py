"""What stages keep between runs: records by namespace and key, and the backends that keep them."""
