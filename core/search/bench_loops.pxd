# Marks bench_loops.py as a module to compile; Python alone calls it.
