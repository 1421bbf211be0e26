"""The command line: `forge COMMAND`."""
