"""`python -m kgrdf.cli`: the same as `kgrdf`."""

from kgrdf.cli import main

main(prog_name="kgrdf")
