from api import Platform
from probe import add_to_bundle


def test_a_repo_is_put_into_a_bundle(world):
    platform = Platform.of(world.env)
    add_to_bundle(platform, "curl", "fips")
    [repo] = platform.call("GET", "/registry/v2/repos?name=curl")["repos"]
    assert "fips" in repo["bundles"]
