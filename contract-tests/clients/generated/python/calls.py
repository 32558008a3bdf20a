"""The calls that every generated client must be able to make, through a client of openapi-generator."""

import os

from api import ApiClient, Configuration
from api.api import GroupsApi, ReposApi, RolesApi
from api.exceptions import ApiException
from api.models import Error, IamV2GroupInput, IamV2GroupPatch

configuration = Configuration(host=os.environ["BASE_URL"], access_token=os.environ["TOKEN"])
client = ApiClient(configuration)
groups = GroupsApi(client)


def refused(call, **arguments):
    """The status of a call that is refused, and its error."""
    try:
        call(**arguments)
    except ApiException as thrown:
        assert isinstance(thrown.data, Error)
        return thrown.status, thrown.data
    raise AssertionError("a call was not refused")


def kinds(error):
    return {type(detail.actual_instance).__name__: detail.actual_instance for detail in error.details}


group = groups.create_group(os.environ["ORG_ID"], IamV2GroupInput(name="generated")).uid
children = [groups.create_group(group, IamV2GroupInput(name=name)).uid for name in "abc"]
names, cursor = [], None
while cursor != "":
    page = groups.list_groups(uidp_children_of=group, page_size=2, page_token=cursor)
    assert len(page.groups) <= 2
    names += [each.name for each in page.groups]
    cursor = page.next_page_token or ""
assert sorted(names) == ["a", "b", "c"]

assert groups.update_group(group, iam_v2_group_patch=IamV2GroupPatch(description="one")).description == "one"
changes = IamV2GroupPatch(description="two", name="kept")
assert groups.update_group(group, update_mask="description", iam_v2_group_patch=changes).name == "generated"
assert groups.get_group(group).description == "two"
assert groups.lookup_group().group.uid == os.environ["ORG_ID"]

status, error = refused(groups.list_groups, page_token="nope")
assert (status, error.code) == (400, 3)
assert kinds(error)["GoogleRpcBadRequest"].field_violations[0].description == "page_token is invalid"
status, error = refused(groups.get_group, uid=f"{group}/0123456789abcdef")
assert (status, error.code) == (404, 5)
assert kinds(error)["GoogleRpcErrorInfo"].reason == "NOT_FOUND"

assert RolesApi(client).get_role(os.environ["ROLE_ID"]).uid == os.environ["ROLE_ID"], "an unknown field"
assert ReposApi(client).get_repo(os.environ["REPO_ID"]).uid == os.environ["REPO_ID"], "an unknown word"

for uid in [*children, group]:
    groups.delete_group(uid)
assert refused(groups.get_group, uid=group)[0] == 404
print("the generated client works")
