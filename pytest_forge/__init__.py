"""The pytest plugin of Forge Harness."""
