"""What this generator can do, beside other generators: `python -m benchmarks.capabilities` writes `docs/capabilities.md`."""
