from api import Platform
from late_reads import create_listed


def test_a_list_that_lags_is_read_again(world):
    world.clock.freeze()
    world.consistency.set(lists={"lag": "2s"})
    waited = []

    def pause(seconds):
        waited.append(seconds)
        world.clock.advance(f"{seconds}s")

    assert create_listed(Platform.of(world.env), "checkout", pause)["name"] == "checkout"
    assert waited == [1, 1]
