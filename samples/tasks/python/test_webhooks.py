from http.server import ThreadingHTTPServer
from threading import Thread

import pytest
from api import Platform
from webhooks import Receiver, handler_of


@pytest.fixture
def taken(world):
    """The names of the repos that a receiver takes which is subscribed to the events of the world."""
    platform, names = Platform.of(world.env), []
    receiver = Receiver(platform, lambda kind, body: names.append(body["name"]) if "repo.created" in kind else None)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler_of(receiver)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        sink = f"http://127.0.0.1:{server.server_port}/"
        platform.call("POST", f"/events/v2/subscriptions/{platform.org_id}", {"sink": sink})
        yield names
        server.shutdown()


def create(world, name):
    assert world.fetch(f"/registry/v2/repos/{world.org_id}", json={"name": name}).status == 200


def test_an_event_that_is_delivered_twice_is_taken_once(world, taken):
    world.events.set_plan(mode="sync", duplicate=1)
    create(world, "checkout")
    assert taken == ["checkout"]


def test_what_is_not_from_the_platform_is_refused(world, taken):
    for flaw in ("bad_signature", "wrong_digest", "wrong_audience", "expired"):
        world.events.set_plan(mode="sync", flaw=flaw)
        create(world, flaw.replace("_", "-"))
    assert taken == []
