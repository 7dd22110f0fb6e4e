"""Home-made races and powers: read from data files, Python files and installed packages."""
