import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GroupsApi;
import org.openapitools.client.api.ReposApi;
import org.openapitools.client.api.RolesApi;
import org.openapitools.client.model.IamV2Group;
import org.openapitools.client.model.IamV2GroupInput;
import org.openapitools.client.model.IamV2GroupPatch;
import org.openapitools.client.model.IamV2ListGroupsResponse;

/** The calls that every generated client must be able to make. */
public final class Calls {
  private static final ApiClient CLIENT = new ApiClient();

  private static void same(Object got, Object want) {
    if (!Objects.equals(got, want)) throw new AssertionError(got + " is not " + want);
  }

  private static ApiException refusal(Callable<?> call) throws Exception {
    try {
      call.call();
    } catch (ApiException thrown) {
      return thrown;
    }
    throw new AssertionError("a call was not refused");
  }

  // Not by its model: with values of enums that may be unknown, each type of detail is taken for every other.
  private static JsonNode errorOf(ApiException thrown) throws Exception {
    return CLIENT.getObjectMapper().readTree(thrown.getResponseBody());
  }

  public static void main(String[] arguments) throws Exception {
    CLIENT.updateBaseUri(System.getenv("BASE_URL"));
    CLIENT.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    GroupsApi groups = new GroupsApi(CLIENT);

    String group = groups.createGroup(System.getenv("ORG_ID"), new IamV2GroupInput().name("generated")).getUid();
    List<String> uids = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) uids.add(groups.createGroup(group, new IamV2GroupInput().name(name)).getUid());
    List<String> names = new ArrayList<>();
    for (String cursor = null; !"".equals(cursor); ) {
      IamV2ListGroupsResponse page = groups.listGroups(null, null, group, null, null, null, 2, cursor, null, null);
      for (IamV2Group each : page.getGroups()) names.add(each.getName());
      cursor = Objects.requireNonNullElse(page.getNextPageToken(), "");
    }
    same(names.stream().sorted().toList(), List.of("a", "b", "c"));

    same(groups.updateGroup(group, null, new IamV2GroupPatch().description("one")).getDescription(), "one");
    IamV2GroupPatch changes = new IamV2GroupPatch().description("two").name("kept");
    same(groups.updateGroup(group, "description", changes).getName(), "generated");
    same(groups.getGroup(group).getDescription(), "two");
    same(groups.lookupGroup().getGroup().getUid(), System.getenv("ORG_ID"));

    ApiException invalid = refusal(() -> groups.listGroups(null, null, null, null, null, null, null, "nope", null, null));
    same(invalid.getCode(), 400);
    JsonNode bad = errorOf(invalid).at("/details/1/fieldViolations/0/description");
    same(bad.asText(), "page_token is invalid");
    ApiException missing = refusal(() -> groups.getGroup(group + "/0123456789abcdef"));
    same(List.of(missing.getCode(), errorOf(missing).at("/code").asInt()), List.of(404, 5));
    same(errorOf(missing).at("/details/0/reason").asText(), "NOT_FOUND");

    // The answers have a field and a word that the client does not know.
    same(new RolesApi(CLIENT).getRole(System.getenv("ROLE_ID")).getUid(), System.getenv("ROLE_ID"));
    same(new ReposApi(CLIENT).getRepo(System.getenv("REPO_ID")).getUid(), System.getenv("REPO_ID"));

    uids.add(group);
    for (String uid : uids) groups.deleteGroup(uid);
    same(refusal(() -> groups.getGroup(group)).getCode(), 404);
    System.out.println("the generated client works");
  }
}
