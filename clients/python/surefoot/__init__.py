"""Modules for programs that work with the simulator Surefoot. They need only Python's standard library."""
