from api import Platform
from pages import list_repos


def test_a_short_page_is_not_the_last_one(world):
    world.faults.once("ListRepos", {"preset": "short_page"})
    assert len(list_repos(Platform.of(world.env))) == 12


def test_a_walk_that_begins_again_has_each_repo_once(world):
    world.faults.once("ListRepos", {"preset": "expired_cursor"})
    assert len(list_repos(Platform.of(world.env))) == 12
