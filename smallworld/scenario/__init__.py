"""Rules as files that play: the scenario format and its runner."""
