from api import Platform
from masks import set_bundles

CHECKOUT = {"name": "checkout", "description": "Takes the money.", "bundles": ["base"]}


def test_an_update_leaves_alone_what_another_has_changed(world):
    platform = Platform.of(world.env)
    read = platform.call("POST", f"/registry/v2/repos/{platform.org_id}", CHECKOUT)
    platform.call("PATCH", f"/registry/v2/repos/{read['uid']}", {"description": "Takes cards."})
    set_bundles(platform, read, ["fips"])
    stored = platform.call("GET", f"/registry/v2/repos/{read['uid']}")
    assert (stored["description"], stored["bundles"]) == ("Takes cards.", ["fips"])


def test_an_update_to_nothing_clears_the_field(world):
    platform = Platform.of(world.env)
    read = platform.call("POST", f"/registry/v2/repos/{platform.org_id}", CHECKOUT)
    set_bundles(platform, read, [])
    stored = platform.call("GET", f"/registry/v2/repos/{read['uid']}")
    assert (stored["description"], stored.get("bundles", [])) == ("Takes the money.", [])
