"""Programs that work with the simulator Surefoot. Needs nothing but Python's standard library."""
