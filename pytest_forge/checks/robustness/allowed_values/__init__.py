"""The judges of `crashes`: values that the schema allows and the code cannot take."""
