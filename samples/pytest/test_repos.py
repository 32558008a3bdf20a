"""Tests over REST, each in a world of its own: `pytest`, or `platform-mock exec -- pytest`"""

import pytest

REPOS = "/registry/v2/repos"


def names_of(answer):
    assert answer.status == 200, answer.text
    return [repo["name"] for repo in answer.json()["repos"]]


# All of them create the same name, however many of them run at the same time: nothing collides.
@pytest.mark.parametrize("nth", range(20))
def test_names_are_taken_once(world, nth):
    def create():
        return world.fetch(f"{REPOS}/{world.org_id}", json={"name": "checkout"}).status

    assert create() == 200
    assert create() == 409


def test_a_page_token_expires(world):
    first = f"{REPOS}?page_size=2&order_by=name"
    page = world.fetch(first)
    second = f"{first}&page_token={page.json()['nextPageToken']}"
    on_first, on_second = names_of(page), names_of(world.fetch(second))
    world.clock.advance("71h")
    assert names_of(world.fetch(second)) == on_second != on_first
    world.clock.advance("1h0.5s")
    # The list starts again, without an error.
    assert names_of(world.fetch(second)) == on_first


def test_a_viewer_may_not_create(world):
    # A token of the fixture names no world, the headers do.
    for token in ("viewer-token", world.token("viewer")):
        refused = world.fetch(f"{REPOS}/{world.org_id}", json={"name": "checkout"}, token=token)
        assert (refused.status, refused.json()["code"]) == (403, 7)
        assert 'missing capability "repo.create"' in refused.json()["message"]
    assert world.fetch(f"{REPOS}/{world.org_id}", json={"name": "checkout"}).status == 200


@pytest.mark.world("empty")
def test_an_empty_world_has_no_repos(world):
    assert world.org_id == ""
    assert names_of(world.fetch(REPOS)) == []


ended = []


def test_a_world_is_there_for_one_test(world):
    ended.append(world)
    assert world.fetch(REPOS).status == 200


def test_and_has_ended_after_it():
    (before,) = ended
    refused = before.fetch(REPOS)
    assert refused.status == 404 and "has ended" in refused.json()["message"]
