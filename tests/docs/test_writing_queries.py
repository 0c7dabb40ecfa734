"""The guide to queries is run: its files are written, its commands are carried out, and they say what the page says.

`KGRDF_REGENERATE=1 pytest tests/docs/test_writing_queries.py` writes anew what the commands say.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"(?:^`(?P<file>[^`\n]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_guide_to_queries_is_what_happens(repository: Path, tmp_path: Path) -> None:
    page = repository / "docs" / "writing-queries.md"
    told = page.read_text(encoding="utf-8")

    happened = FENCE.sub(lambda block: carried_out(block, tmp_path, repository), told)

    if os.environ.get("KGRDF_REGENERATE"):
        page.write_text(happened, encoding="utf-8")
    assert happened == told


def carried_out(block: re.Match[str], folder: Path, repository: Path) -> str:
    """Write the file of a block that has a name, run the commands of another, and return the block as it should be."""
    if block["file"]:
        path = folder / block["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block["text"], encoding="utf-8")
        return block[0]
    assert block["language"] == "console", f"neither a file nor commands: {block[0]}"
    commands = re.findall(r"^\$ (.*(?:\\\n.*)*)", block["text"], re.MULTILINE)
    said = "".join(f"$ {command}\n{run(command, folder, repository)}" for command in commands)
    return block[0].replace(block["text"], said)


def run(command: str, folder: Path, repository: Path) -> str:
    """Run a command in the folder, with this environment's programs and this repository's code; return all it says."""
    env = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join(map(str, (repository, repository / "codegen"))),
        "COLUMNS": "120",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout
