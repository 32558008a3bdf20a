from api import Platform
from terraform import RepoResource

CHECKOUT = {"name": "checkout", "description": "Takes the money.", "bundles": ["base"]}


def test_a_repo_that_is_gone_is_no_error(world):
    platform = Platform.of(world.env)
    resource = RepoResource(platform)
    uid = resource.create(CHECKOUT)["uid"]
    platform.call("DELETE", f"/registry/v2/repos/{uid}")
    assert resource.read(uid) is None
    resource.delete(uid)


def test_an_update_leaves_what_another_caller_has_changed(world):
    platform = Platform.of(world.env)
    resource = RepoResource(platform)
    uid = resource.create(CHECKOUT)["uid"]
    platform.call("PATCH", f"/registry/v2/repos/{uid}", {"description": "Edited by hand."})
    resource.update(uid, CHECKOUT, {**CHECKOUT, "bundles": ["base", "fips"]})
    row = resource.read(uid)
    assert row is not None
    assert row["description"] == "Edited by hand."
