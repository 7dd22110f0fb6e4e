"""Tools for developers of the engine: soak, perft, invariants, benchmarks."""
