from api import Platform
from tokens import Session

WORKFLOW = {
    "issuer": "https://token.actions.example.com",
    "subject": "repo:example@1001/app@2002:ref:refs/heads/main",
}


def test_a_session_outlives_its_tokens(world):
    session = Session(Platform.of(world.env), lambda: world.tokens.upstream(**WORKFLOW)["token"])
    # The access token has ended after an hour, the refresh token after a day.
    for later in ("0s", "61m", "25h"):
        world.clock.advance(later)
        assert session.call("GET", "/registry/v2/repos")["totalCount"] == "12"
    world.journal.expect({"operation": "ExchangeRefreshToken", "status": 200}, count=1)
