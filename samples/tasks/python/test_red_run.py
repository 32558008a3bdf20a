from api import Platform
from pages import list_repos
from red_run import ship


def test_what_was_shipped_is_there(world):
    platform = Platform.of(world.env)
    ship(platform, "checkout")
    names = [repo["name"] for repo in list_repos(platform)]
    assert [name for name in names if name.startswith("checkout")] == ["checkout"]
