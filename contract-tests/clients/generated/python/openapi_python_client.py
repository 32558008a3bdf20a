"""The calls that every generated client must be able to make, through a client of openapi-python-client."""

import os
import sys
from typing import TypeVar

from api import AuthenticatedClient
from api.api.groups import create_group, delete_group, get_group, list_groups, lookup_group, update_group
from api.api.repos import get_repo
from api.api.roles import get_role
from api.models.error import Error
from api.models.google_rpc_bad_request import GoogleRpcBadRequest
from api.models.google_rpc_error_info import GoogleRpcErrorInfo
from api.models.iam_v2_group_input import IamV2GroupInput
from api.models.iam_v2_group_patch import IamV2GroupPatch
from api.types import UNSET, Response, Unset

Model = TypeVar("Model")
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])


def data_of(answer: Model | Error | None) -> Model:
    """What a call answered; an error ends the program."""
    if answer is None or isinstance(answer, Error):
        sys.exit(f"a call failed: {answer}")
    return answer


def refused(answer: Response[Model | Error]) -> tuple[int, Error]:
    """The status of a call that is refused, and its error."""
    assert isinstance(answer.parsed, Error), answer
    return answer.status_code.value, answer.parsed


def create(parent: str, name: str) -> str:
    return data_of(create_group.sync(parent, client=client, body=IamV2GroupInput(name=name))).uid


group = create(os.environ["ORG_ID"], "generated")
children = [create(group, name) for name in "abc"]
names: list[str] = []
cursor: str | Unset = UNSET
while cursor != "":
    page = data_of(list_groups.sync(client=client, uidp_children_of=group, page_size=2, page_token=cursor))
    assert len(page.groups) <= 2
    names += [each.name for each in page.groups]
    cursor = page.next_page_token or ""
assert sorted(names) == ["a", "b", "c"]

assert data_of(update_group.sync(group, client=client, body=IamV2GroupPatch(description="one"))).description == "one"
changes = IamV2GroupPatch(description="two", name="kept")
changed = data_of(update_group.sync(group, client=client, body=changes, update_mask="description"))
assert changed.name == "generated"
assert data_of(get_group.sync(group, client=client)).description == "two"
found = data_of(lookup_group.sync(client=client)).group
assert not isinstance(found, Unset) and found.uid == os.environ["ORG_ID"]

status, error = refused(list_groups.sync_detailed(client=client, page_token="nope"))
assert (status, error.code) == (400, 3)
requests = [detail for detail in error.details if isinstance(detail, GoogleRpcBadRequest)]
assert [each.description for detail in requests for each in detail.field_violations] == ["page_token is invalid"]
status, error = refused(get_group.sync_detailed(f"{group}/0123456789abcdef", client=client))
assert (status, error.code) == (404, 5)
assert [detail.reason for detail in error.details if isinstance(detail, GoogleRpcErrorInfo)] == ["NOT_FOUND"]

role, repo = os.environ["ROLE_ID"], os.environ["REPO_ID"]
assert data_of(get_role.sync(role, client=client)).uid == role, "an unknown field"
assert data_of(get_repo.sync(repo, client=client)).uid == repo

for uid in [*children, group]:
    assert delete_group.sync_detailed(uid, client=client).status_code == 200
assert refused(get_group.sync_detailed(group, client=client))[0] == 404
print("the generated client works")
