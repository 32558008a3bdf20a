import os
import subprocess
import sys


def repos(env, *arguments):
    return subprocess.run(
        [sys.executable, "cli.py", *arguments],
        cwd=os.path.dirname(__file__),
        env={**os.environ, **env},
        capture_output=True,
        text=True,
    )


def test_stdout_is_the_answer(world):
    repos(world.env, "create", "checkout")
    assert [row.get("name") for row in world.diff()["added"]] == ["checkout"]
    assert "checkout" in repos(world.env, "list").stdout.splitlines()


def test_a_refusal_is_said_on_stderr_and_is_the_exit_status(world):
    ended = repos({**world.env, "PLATFORM_TOKEN": world.token("viewer")}, "create", "checkout")
    assert 'missing capability "repo.create"' in ended.stderr
    assert (ended.returncode, ended.stdout) == (1, "")
