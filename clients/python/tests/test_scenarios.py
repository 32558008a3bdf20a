"""The scenarios that each client of the control plane runs, by which every control operation is called."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from platform_mock import Mock, MockError, Snapshot, World

TABLE = json.loads((Path(__file__).parents[2] / "scenarios.json").read_text(encoding="utf-8"))


def filled(value: Any, known: dict[str, Any]) -> Any:
    """The value with a stored value in the place of each ${name}: a text that is only a name becomes that value."""
    if isinstance(value, list):
        return [filled(item, known) for item in value]
    if isinstance(value, dict):
        return {key: filled(item, known) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    whole = re.fullmatch(r"\$\{(\w+)\}", value)
    return known[whole[1]] if whole else re.sub(r"\$\{(\w+)\}", lambda found: str(known[found[1]]), value)


def difference(seen: Any, wanted: Any, place: str = "") -> str | None:
    """The place at which a value is not the expected one; None if there is none."""
    if isinstance(wanted, dict):
        if "any" in wanted:
            return f"{place} is missing" if seen is None else None
        if isinstance(wanted.get("match"), str):
            return None if re.search(wanted["match"], str(seen)) else f"{place} is {seen}, not {wanted['match']}"
        if "has" in wanted:
            there = isinstance(seen, list) and any(difference(each, wanted["has"]) is None for each in seen)
            return None if there else f"{place} has no {wanted['has']}: {str(seen)[:300]}"
        parts = ((seen.get(key) if isinstance(seen, dict) else None, each, f"{place}.{key}") for key, each in wanted.items())
        return next((found for part in parts if (found := difference(*part))), None)
    if isinstance(wanted, list):
        if not isinstance(seen, list) or len(seen) != len(wanted):
            return f"{place} is {str(seen)[:300]}, and not {len(wanted)} items"
        items = ((seen[at], each, f"{place}[{at}]") for at, each in enumerate(wanted))
        return next((found for item in items if (found := difference(*item))), None)
    same = seen == wanted and type(seen) is type(wanted)
    return None if same else f"{place} is {str(seen)[:300]}, and not {wanted}"


def part_at(value: Any, path: str) -> Any:
    for key in path.split(".") if path else []:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def snapshot_of(world: World, given: dict[str, Any]) -> Snapshot:
    return next(each for each in world.snapshots() if each.name == given["name"])


def taken(items: Iterator[Any], given: dict[str, Any]) -> list[Any]:
    return list(islice(items, given["items"]))


def others(given: dict[str, Any], *names: str) -> dict[str, Any]:
    """The other members, by the names of Python."""
    renamed = {("timeout" if name == "timeoutMs" else name): value for name, value in given.items() if name not in names}
    return {**renamed, **({"timeout": renamed["timeout"] / 1000} if "timeout" in renamed else {})}


#: The method of this client for each operation of the control plane, and some conveniences.
METHODS: dict[str, Callable[[Mock, World, dict[str, Any]], Any]] = {
    "mock.live": lambda mock, world, given: mock.live(),
    "mock.ready": lambda mock, world, given: mock.ready(),
    "mock.metrics": lambda mock, world, given: mock.metrics(),
    "mock.world": lambda mock, world, given: mock.world(**given["options"]),
    "mock.worlds": lambda mock, world, given: mock.worlds(**given["labels"]),
    "mock.endWorlds": lambda mock, world, given: mock.end_worlds(**given["labels"]),
    "world.info": lambda mock, world, given: world.info(),
    "world.inspect": lambda mock, world, given: world.inspect(),
    "world.variables": lambda mock, world, given: world.variables(),
    "world.label": lambda mock, world, given: world.label(**given["labels"]),
    "world.diff": lambda mock, world, given: world.diff(),
    "world.evidence": lambda mock, world, given: world.evidence(),
    "world.trace": lambda mock, world, given: world.trace(),
    "world.coverage": lambda mock, world, given: world.coverage(),
    "world.clearCoverage": lambda mock, world, given: world.clear_coverage(),
    "world.reset": lambda mock, world, given: world.reset(),
    "world.apply": lambda mock, world, given: world.apply(given["fixture"], given["mode"]),
    "world.token": lambda mock, world, given: world.token(given["identity"], **given.get("options", {})),
    "world.end": lambda mock, world, given: world.end(),
    "world.at": lambda mock, world, given: world.at(given["id"]),
    "world.snapshot": lambda mock, world, given: world.snapshot(given["name"], note=given.get("note")).record,
    "world.snapshots": lambda mock, world, given: [each.record for each in world.snapshots()],
    "world.restore": lambda mock, world, given: world.restore(given["file"]),
    "snapshot.restore": lambda mock, world, given: snapshot_of(world, given).restore(),
    "snapshot.fork": lambda mock, world, given: snapshot_of(world, given).fork(),
    "snapshot.diff": lambda mock, world, given: snapshot_of(world, given).diff(given.get("to")),
    "snapshot.export": lambda mock, world, given: snapshot_of(world, given).export(),
    "snapshot.file": lambda mock, world, given: snapshot_of(world, given).file(),
    "snapshot.delete": lambda mock, world, given: snapshot_of(world, given).delete(),
    "clock.read": lambda mock, world, given: world.clock.read(),
    "clock.set": lambda mock, world, given: world.clock.set(**given["clock"]),
    "clock.advance": lambda mock, world, given: world.clock.advance(given["by"]),
    "clock.timers": lambda mock, world, given: world.clock.timers(),
    "faults.set": lambda mock, world, given: world.faults.set(*given["faults"]),
    "faults.add": lambda mock, world, given: world.faults.add(*given["faults"]),
    "faults.once": lambda mock, world, given: world.faults.once(
        given["operation"], given["effect"], phase=given["phase"]
    ),
    "faults.delete": lambda mock, world, given: world.faults.delete(given["id"]),
    "faults.list": lambda mock, world, given: world.faults.list(),
    "faults.report": lambda mock, world, given: world.faults.report(),
    "faults.clear": lambda mock, world, given: world.faults.clear(),
    "authz.check": lambda mock, world, given: world.authz.check(**given["question"]),
    "authz.matrix": lambda mock, world, given: world.authz.matrix(given["group"]),
    "authz.mode": lambda mock, world, given: world.authz.mode(),
    "authz.setMode": lambda mock, world, given: world.authz.set_mode(given["mode"]),
    "authz.denied": lambda mock, world, given: world.authz.denied(),
    "authz.used": lambda mock, world, given: world.authz.used(given["caller"]),
    "journal.list": lambda mock, world, given: world.journal.list(**given["query"]),
    "journal.entry": lambda mock, world, given: world.journal.entry(given["id"]),
    "journal.expect": lambda mock, world, given: world.journal.expect(given["match"], **others(given, "match")),
    "journal.explain": lambda mock, world, given: world.journal.explain(given["id"]),
    "journal.follow": lambda mock, world, given: taken(world.journal.follow(since=given["since"]), given),
    "journal.clear": lambda mock, world, given: world.journal.clear(),
    "events.list": lambda mock, world, given: world.events.list(**given["query"]),
    "events.event": lambda mock, world, given: world.events.event(given["id"]),
    "events.types": lambda mock, world, given: world.events.types(),
    "events.emit": lambda mock, world, given: world.events.emit(**given["event"]),
    "events.trigger": lambda mock, world, given: world.events.trigger(given["preset"], given["overrides"]),
    "events.expect": lambda mock, world, given: world.events.expect(given["match"], **others(given, "match")),
    "events.follow": lambda mock, world, given: taken(world.events.follow(since=given["since"]), given),
    "events.plan": lambda mock, world, given: world.events.plan(),
    "events.setPlan": lambda mock, world, given: world.events.set_plan(**given["plan"]),
    "events.verify": lambda mock, world, given: world.events.verify(given["headers"], given["body"]),
    "events.deliveries": lambda mock, world, given: world.events.deliveries(given["id"]),
    "events.latestDeliveries": lambda mock, world, given: world.events.latest_deliveries(**given),
    "events.redeliver": lambda mock, world, given: world.events.redeliver(given["id"], **given["to"]),
    "quota.set": lambda mock, world, given: world.quota.set(*given["quotas"]),
    "quota.list": lambda mock, world, given: world.quota.list(),
    "quota.clear": lambda mock, world, given: world.quota.clear(),
    "consistency.set": lambda mock, world, given: world.consistency.set(**given["lag"]),
    "consistency.read": lambda mock, world, given: world.consistency.read(),
    "consistency.clear": lambda mock, world, given: world.consistency.clear(),
    "tokens.explain": lambda mock, world, given: world.tokens.explain(given["token"]),
    "tokens.upstream": lambda mock, world, given: world.tokens.upstream(**given["token"]),
    "tokens.githubActions": lambda mock, world, given: world.tokens.github_actions(audience=given["audience"]),
    "tokens.rotateKeys": lambda mock, world, given: world.tokens.rotate_keys(given["overlap"]),
    "sink.answer": lambda mock, world, given: world.sink(given["name"]).answer(*given["answers"]),
    "sink.received": lambda mock, world, given: world.sink(given["name"]).received(),
    "sink.deliver": lambda mock, world, given: world.sink(given["name"]).deliver(given["headers"], given["body"]),
    "sink.clear": lambda mock, world, given: world.sink(given["name"]).clear(),
}


def send(world: World, step: dict[str, Any]) -> Any:
    method, path = step["send"].split(" ")
    answer = world.fetch(path, method=method, json=step.get("body"), token=step.get("token"))
    assert answer.status == step["status"], f"{step['send']}: {answer.text}"
    return answer.json()


def run(mock: Mock, scenario: dict[str, Any]) -> None:
    known: dict[str, Any] = {"chance": secrets.token_hex(4)}
    first = mock.world(**filled(scenario.get("world", {}), known))
    worlds = {"world": first}
    known.update(world=first.id, org=first.org_id)
    for at, each in enumerate(scenario["steps"]):
        step = filled(each, known)
        where = f"{scenario['name']}, step {at + 1}, {step.get('do', step.get('send'))}"
        world = worlds[step.get("in", "world")]
        method = METHODS[step["do"]] if "do" in step else lambda mock, world, given: send(world, step)
        if "refused" in step:
            with pytest.raises(MockError) as refused:
                method(mock, world, step.get("with", {}))
            assert step["refused"] in str(refused.value), where
            continue
        seen = method(mock, world, step.get("with", {}))
        if isinstance(seen, World):
            worlds[step["as"]], known[step["as"]] = seen, seen.id
            seen = {"id": seen.id, "orgId": seen.org_id}
        if "see" in step:
            found = difference(seen, step["see"])
            assert found is None, f"{where}: {found}"
        known.update({key: part_at(seen, path) for key, path in step.get("keep", {}).items()})
    for world in worlds.values():
        world.end()


def test_the_client_does_what_the_scenarios_have_and_calls_each_operation(platform_mock: Mock) -> None:
    before = platform_mock.default.info()["controlCalls"]
    for scenario in TABLE["scenarios"]:
        run(platform_mock, scenario)
    document = platform_mock.connection.control_text("GET", "/openapi.yaml")
    operations = re.findall(r"^ +operationId: (\S+)$", document, re.MULTILINE)
    after = platform_mock.default.info()["controlCalls"]
    assert operations and [each for each in operations if after.get(each, 0) == before.get(each, 0)] == []
