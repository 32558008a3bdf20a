"""Tests over REST, each in a world of its own: `platform-mock exec -- pytest`"""

from datetime import timedelta

import pytest

REPOS = "/registry/v2/repos"


def names_of(answer):
    status, body = answer
    assert status == 200, body
    return [repo["name"] for repo in body["repos"]]


# All of them create the same name, however many of them run at the same time: nothing collides.
@pytest.mark.parametrize("nth", range(20))
def test_names_are_taken_once(world, nth):
    def create():
        return world.call("POST", f"{REPOS}/{world.org_uid}", {"name": "checkout"})[0]

    assert create() == 200
    assert create() == 409


def test_a_page_token_expires(world):
    first = f"{REPOS}?page_size=2&order_by=name"
    status, page = world.call("GET", first)
    second = f"{first}&page_token={page['nextPageToken']}"
    on_first, on_second = names_of((status, page)), names_of(world.call("GET", second))
    world.advance(timedelta(hours=71))
    assert names_of(world.call("GET", second)) == on_second != on_first
    world.advance(timedelta(hours=1, milliseconds=500))
    # The list starts again, without an error.
    assert names_of(world.call("GET", second)) == on_first


def test_a_viewer_may_not_create(world):
    # A token of the fixture names no world, the headers do.
    for token in ("viewer-token", world.token_of("viewer")):
        status, refused = world.call("POST", f"{REPOS}/{world.org_uid}", {"name": "checkout"}, token)
        assert (status, refused["code"]) == (403, 7)
        assert 'missing capability "repo.create"' in refused["message"]
    assert world.call("POST", f"{REPOS}/{world.org_uid}", {"name": "checkout"})[0] == 200


@pytest.mark.world("empty")
def test_an_empty_world_has_no_repos(world):
    assert world.org_uid == ""
    assert names_of(world.call("GET", REPOS)) == []


ended = []


def test_a_world_is_there_for_one_test(world):
    ended.append(world)
    assert world.call("GET", REPOS)[0] == 200


def test_and_has_ended_after_it():
    (before,) = ended
    status, refused = before.call("GET", REPOS)
    assert status == 404 and "has ended" in refused["message"]
