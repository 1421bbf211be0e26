"""A project: its `forge.yaml`, and the settings of its tools."""
