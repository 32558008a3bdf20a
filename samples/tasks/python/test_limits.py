from api import Platform
from limits import read_repos
from pages import list_repos


def test_a_client_that_is_over_its_limit_waits_as_long_as_it_is_told(world):
    platform = Platform.of(world.env)
    uids = [repo["uid"] for repo in list_repos(platform)]
    world.clock.freeze()
    world.quota.set({"requests": 5, "per": "1m", "by": "caller", "match": {"operation": "GetRepo"}})
    waited = []

    def pause(seconds):
        waited.append(seconds)
        world.clock.advance(f"{seconds:.0f}s")

    assert len(read_repos(platform, uids, pause)) == 12
    assert waited == [60, 60]
