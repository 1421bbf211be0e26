"""What the stages of a pipeline share: their scratchpad, and the critic and its rules, which need no model."""
