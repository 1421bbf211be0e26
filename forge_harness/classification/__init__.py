"""What a provider failed with, as a typed error."""
