"""Files of any recorder, read without running any code."""
