"""Commands of `forge`, one file each."""
