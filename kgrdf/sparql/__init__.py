"""The runtime's own queries: `.rq` files to read, and `segments`, which the generator makes of them, to run."""
