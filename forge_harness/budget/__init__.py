"""What fits a model: windows, tokens, and a conversation made shorter."""
