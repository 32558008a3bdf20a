//! The calls that every generated client must be able to make, through a client of openapi-generator.

use api::apis::configuration::Configuration;
use api::apis::{groups_api as groups, repos_api as repos, roles_api as roles, Error};
use api::models::{self, ErrorDetailsInner, IamV2GroupInput, IamV2GroupPatch};

fn variable(name: &str) -> String {
    std::env::var(name).expect(name)
}

/// The status of a call that was refused, and its error as the client has read it.
fn refusal<T, E>(result: Result<T, Error<E>>) -> (u16, Option<E>) {
    match result {
        Err(Error::ResponseError(content)) => (content.status.as_u16(), content.entity),
        _ => panic!("a call was not refused"),
    }
}

fn page(
    client: &Configuration,
    parent: &str,
    cursor: Option<&str>,
) -> Result<models::IamV2ListGroupsResponse, Error<groups::ListGroupsError>> {
    groups::list_groups(client, None, None, Some(parent), None, None, None, Some(2), cursor, None, None)
}

fn create(client: &Configuration, parent: &str, name: &str) -> String {
    groups::create_group(client, parent, IamV2GroupInput::new(name.into())).unwrap().uid
}

fn patch(description: &str, name: Option<&str>) -> Option<IamV2GroupPatch> {
    let (description, name) = (Some(description.into()), name.map(str::to_owned));
    Some(IamV2GroupPatch { description, name, ..IamV2GroupPatch::new() })
}

fn main() {
    let mut client = Configuration::new();
    client.base_path = variable("BASE_URL");
    client.bearer_access_token = Some(variable("TOKEN"));
    let client = &client;

    let group = create(client, &variable("ORG_ID"), "generated");
    let children = ["a", "b", "c"].map(|name| create(client, &group, name));
    let (mut names, mut cursor) = (vec![], None);
    loop {
        let page = page(client, &group, cursor.as_deref()).unwrap();
        assert!(page.groups.len() <= 2);
        names.extend(page.groups.into_iter().map(|each| each.name));
        cursor = page.next_page_token.filter(|token| !token.is_empty());
        if cursor.is_none() {
            break;
        }
    }
    names.sort();
    assert_eq!(names, ["a", "b", "c"]);

    let one = groups::update_group(client, &group, None, patch("one", None)).unwrap();
    assert_eq!(one.description, "one");
    let two = groups::update_group(client, &group, Some("description"), patch("two", Some("kept"))).unwrap();
    assert_eq!(two.name, "generated");
    assert_eq!(groups::get_group(client, &group).unwrap().description, "two");
    assert_eq!(groups::lookup_group(client).unwrap().group.unwrap().uid, variable("ORG_ID"));

    // Of the statuses that have the same error, the first one is its name.
    let (status, Some(groups::ListGroupsError::Status400(error))) = refusal(page(client, &group, Some("nope"))) else {
        panic!("the error was not read");
    };
    assert_eq!((status, error.code), (400, 3));
    assert!(error.details.iter().any(|detail| matches!(
        detail,
        ErrorDetailsInner::GoogleRpcBadRequest(bad) if bad.field_violations[0].description == "page_token is invalid"
    )));
    let nobody = format!("{group}/0123456789abcdef");
    let (status, Some(groups::GetGroupError::Status400(error))) = refusal(groups::get_group(client, &nobody)) else {
        panic!("the error was not read");
    };
    assert_eq!((status, error.code), (404, 5));
    assert!(error.details.iter().any(|detail| matches!(
        detail,
        ErrorDetailsInner::GoogleRpcErrorInfo(info) if info.reason == "NOT_FOUND"
    )));

    // The answers have a field and a word that the client does not know.
    let (role, repo) = (variable("ROLE_ID"), variable("REPO_ID"));
    assert_eq!(roles::get_role(client, &role).unwrap().uid, role);
    assert_eq!(repos::get_repo(client, &repo).unwrap().uid, repo);

    for uid in children.iter().chain([&group]) {
        groups::delete_group(client, uid).unwrap();
    }
    assert_eq!(refusal(groups::get_group(client, &group)).0, 404);
    println!("the generated client works");
}
