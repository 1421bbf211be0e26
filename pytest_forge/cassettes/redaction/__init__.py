"""What of an exchange never reaches the disk."""
