"""The quick policy, compiled with the engine."""
