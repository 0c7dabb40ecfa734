"""What the page on Neptune says is held to the service model of AWS, and to kgrdf."""

from __future__ import annotations

import json
import re
from pathlib import Path

import botocore.session
import pytest

from kgrdf.store.profiles import PROFILES


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "neptune.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_every_option_of_an_aws_command_is_one_of_its_service(page: str) -> None:
    session = botocore.session.get_session()
    commands = re.findall(r"^aws (\w+) ([\w-]+) (.*)$", "\n".join(blocks(page, "sh")).replace("\\\n", " "), re.MULTILINE)
    assert len(commands) == 5
    for service, command, rest in commands:
        model = session.get_service_model(service)
        name = "".join(part.title() for part in command.split("-")).replace("Db", "DB")
        members = {member.lower() for member in model.operation_model(name).input_shape.members}
        options = {option.replace("-", "") for option in re.findall(r"--([\w-]+)", rest)}
        # The command line of EC2 has short forms of one rule's fields, which its service takes in a list.
        short = {"protocol", "port", "sourcegroup"} if service == "ec2" else set()
        assert options - short <= members, command


def test_the_role_names_actions_in_the_form_of_the_service(page: str) -> None:
    [policy] = blocks(page, "json")
    [statement] = json.loads(policy)["Statement"]
    assert all(re.fullmatch(r"neptune-db:[A-Z]\w+", action) for action in statement["Action"])
    assert statement["Resource"].startswith("arn:aws:neptune-db:")


def test_every_profile_but_neptunes_own_has_a_row_among_the_other_servers(page: str) -> None:
    rows = page.split("## Other servers")[1]
    assert {name for name in PROFILES if f"`{name}`" in rows} == set(PROFILES) - {"neptune"}


def test_what_one_request_takes_is_what_the_profile_says(page: str) -> None:
    neptune = PROFILES["neptune"]
    assert f"at most {neptune.batch_bytes // 1_000_000} MB at once" in page
    assert neptune.request_bytes == 150 * 1024 * 1024
