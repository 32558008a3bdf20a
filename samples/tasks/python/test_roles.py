from api import Platform
from roles import release


def test_a_release_needs_no_more_than_its_role_has(world):
    world.authz.set_mode("report")
    release(Platform.of({**world.env, "PLATFORM_TOKEN": world.token("ci-bot")}), "checkout")
    denied = world.authz.denied()["denied"]
    assert [f"{call['operation']} needs {call['capability']}" for call in denied] == []
    # What a role of its own would have to have.
    [least] = world.authz.used("ci-bot")["roles"]
    assert least["capabilities"] == ["repo.create", "repo.list"]
