import pytest
from api import Platform, Refused
from retries import create_repo


def test_a_create_whose_answer_is_lost_makes_one_repo(world):
    world.faults.once("CreateRepo", {"code": "UNAVAILABLE", "retryAfter": 2}, phase="after_commit")
    waited = []
    create_repo(Platform.of(world.env), "checkout", "Takes the money.", pause=waited.append)
    assert waited == [2]
    assert [row.get("name") for row in world.diff()["added"]] == ["checkout"]


def test_a_name_that_another_caller_has_taken_is_refused(world):
    platform = Platform.of(world.env)
    create_repo(platform, "checkout", "Of another team.")
    world.faults.once("CreateRepo", {"code": "UNAVAILABLE"})
    with pytest.raises(Refused, match="already exists"):
        create_repo(platform, "checkout", "Takes the money.", pause=lambda _: None)
