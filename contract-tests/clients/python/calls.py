"""A walk, an association with a map of messages, and an error, through a client generated from openapi.yaml."""

import os
import sys
from typing import TypeVar

from platform_api import AuthenticatedClient
from platform_api.api.account_associations import create_account_association, get_account_association
from platform_api.api.groups import create_group, delete_group, get_group, list_groups
from platform_api.models.error import Error
from platform_api.models.iam_v2_account_association_git_hub_app_installations_input import (
    IamV2AccountAssociationGitHubAppInstallationsInput,
)
from platform_api.models.iam_v2_account_association_git_hub_app_installations_input_map import (
    IamV2AccountAssociationGitHubAppInstallationsInputMap,
)
from platform_api.models.iam_v2_account_association_git_hub_input import IamV2AccountAssociationGitHubInput
from platform_api.models.iam_v2_account_association_input import IamV2AccountAssociationInput
from platform_api.models.iam_v2_group_input import IamV2GroupInput
from platform_api.types import Unset

Model = TypeVar("Model")


def data_of(answer: Model | Error | None) -> Model:
    """What a call answered; an error ends the program."""
    if answer is None or isinstance(answer, Error):
        sys.exit(f"a call failed: {answer}")
    return answer


def names_in(client: AuthenticatedClient, group: str, order_by: str) -> list[str]:
    """The names of the groups in a group. Page 2 leaves the order to the cursor, and sends every default."""
    page = data_of(list_groups.sync(client=client, uidp_children_of=group, order_by=order_by, page_size=2))
    names = [each.name for each in page.groups]
    while not isinstance(page.next_page_token, Unset) and page.next_page_token:
        page = data_of(list_groups.sync(client=client, uidp_children_of=group, page_token=page.next_page_token))
        names += [each.name for each in page.groups]
    return names


def main() -> None:
    client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
    group = data_of(create_group.sync(os.environ["ORG_ID"], client=client, body=IamV2GroupInput(name="python"))).uid
    children = [
        data_of(create_group.sync(group, client=client, body=IamV2GroupInput(name=name))).uid for name in ("a", "c", "b")
    ]
    assert names_in(client, group, "name desc") == ["c", "b", "a"]

    installations = IamV2AccountAssociationGitHubAppInstallationsInputMap()
    installations["7"] = IamV2AccountAssociationGitHubAppInstallationsInput(installations=[])
    github = IamV2AccountAssociationGitHubInput(app_installations=installations)
    body = IamV2AccountAssociationInput(name="accounts", github=github)
    data_of(create_account_association.sync(group, client=client, body=body))
    made = data_of(get_account_association.sync(group, client=client))
    assert not isinstance(made.github, Unset) and not isinstance(made.github.app_installations, Unset)
    assert made.github.app_installations.additional_keys == ["7"]

    for uid in [*children, group]:
        assert delete_group.sync_detailed(uid, client=client).status_code == 200
    missing = get_group.sync(group, client=client)
    assert isinstance(missing, Error) and missing.code == 5
    print("the generated client works")


main()
