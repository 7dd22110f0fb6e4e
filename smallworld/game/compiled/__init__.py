"""What of a game is compiled with the engine: the dealer, rollouts, masked states."""
