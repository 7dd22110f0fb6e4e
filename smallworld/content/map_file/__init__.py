"""Map files: how they are read, what is checked, and how their regions lie in the plane."""
