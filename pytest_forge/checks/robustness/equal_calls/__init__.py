"""The judges of `repetition`: what makes equal calls differ."""
