import pytest
from api import Platform
from scenario import repo_of


@pytest.mark.world("fixture:../scenarios/two-teams")
def test_each_team_has_its_own_checkout(world):
    platform = Platform.of(world.env)
    assert repo_of(platform, "red", "checkout")["description"] == "Takes the money."
    assert repo_of(platform, "blue", "checkout")["description"] == "Counts the visitors."
