from api import Platform
from conflicts import add_bundle


def test_after_a_conflict_the_change_is_made_to_what_is_there_now(world):
    platform = Platform.of(world.env)
    uid = platform.call("POST", f"/registry/v2/repos/{platform.org_id}", {"name": "checkout"})["uid"]
    world.faults.once("UpdateRepo", {"preset": "aborted_once"})
    # The caller that was first stores its change while the client waits.
    add_bundle(
        platform,
        uid,
        "fips",
        pause=lambda: platform.call("PATCH", f"/registry/v2/repos/{uid}", {"bundles": ["base"]}),
    )
    assert platform.call("GET", f"/registry/v2/repos/{uid}")["bundles"] == ["base", "fips"]
