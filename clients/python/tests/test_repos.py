"""Example tests that use a world."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from test_first import REPOS, create

from platform_mock import World


def test_a_token_ends(world: World) -> None:
    token = world.token("ci-bot", ttl="1h")
    assert world.fetch(REPOS, token=token).status == 200
    world.clock.advance(timedelta(minutes=61))
    assert world.fetch(REPOS, token=token).status == 401


def test_the_client_creates_one_repo(world: World) -> None:
    assert create(world, "checkout") == 200
    [call] = world.journal.expect({"operation": "CreateRepo", "status": 200}, count=1)
    world.events.expect({"type": "repo.created"}, count=1)
    # A world as it was before the call: the name is free there.
    with world.at(call) as past:
        assert create(past, "checkout") == 200


@pytest.mark.world("empty")
def test_a_child_process_is_in_the_world(world: World) -> None:
    script = """
import os, urllib.request
url = os.environ["PLATFORM_API_URL"] + "/registry/v2/repos"
headers = {"Authorization": "Bearer " + os.environ["PLATFORM_TOKEN"]}
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
print(opener.open(urllib.request.Request(url, headers=headers)).read().decode())
"""
    env = {**os.environ, **world.env}
    printed = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True).stdout
    assert '"totalCount":"0"' in printed


@pytest.mark.parametrize("nth", range(10))
def test_names_are_taken_once_in_each_world(world: World, nth: int) -> None:
    assert [create(world, "checkout"), create(world, "checkout")] == [200, 409]
