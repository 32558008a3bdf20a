from platform_mock import World

REPOS = "/registry/v2/repos"


# A client of repos; your own tests have the one that they test.
def create(world: World, name: str) -> int:
    return world.fetch(f"{REPOS}/{world.org_id}", json={"name": name}).status


def test_a_lost_answer_is_found_by_its_name(world: World) -> None:
    world.faults.once("CreateRepo", {"code": "UNAVAILABLE"}, phase="after_commit")
    assert [create(world, "checkout"), create(world, "checkout")] == [503, 409]
    assert [row.get("name") for row in world.diff()["added"]] == ["checkout"]
