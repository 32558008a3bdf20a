#!/bin/sh
# scim2-models 0.12.3 with email-validator 2.4.0 (PyPI), scimmy 1.3.5 (npm) and com.unboundid.product.scim2:scim2-sdk-common
# 3.2.0 (Maven Central), seen on 2026-11-30 with Python 3.11, Node 20 and Java 17.
#
# Guess before it was run: three libraries take each user that RFC 7643 allows and write all of it; names of attributes have
# no case; one that is unknown is dropped by scimmy.
# Seen: names and the unknown one are as guessed, but the two others refuse the user for it. scim2-models refuses addresses at
# names that are kept for tests (`ann@acme.test`, `ann@localhost`), which are as valid as others by form (RFC 7643, 4.1.2). The
# types of an address are suggestions (7, `canonicalValues`): scimmy refuses a user with `billing` or `WORK`, and scim2-models
# writes the latter in lower case. scimmy refuses `"True"` for a flag, and two take it. Two cut times to milliseconds, and
# scimmy writes them in UTC.
# Whom it meets: tests of provisioning with addresses that nobody has. With a mock: seed users of `example.com`, and one of
# another type.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > parts <<'JSON'
{"displayName": "Ann"}
{"DISPLAYNAME": "Ann"}
{"emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}
{"emails": [{"value": "ann@acme.test"}]}
{"emails": [{"value": "ann@localhost"}]}
{"emails": [{"value": "ann@example.com", "type": "billing"}]}
{"emails": [{"value": "ann@example.com", "type": "WORK"}]}
{"active": "True"}
{"nickName": null}
{"badge": 7}
{"meta": {"resourceType": "User", "version": "W/\"1\"", "created": "2026-01-02T03:04:05.123456+02:00"}}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check scim2-models==0.12.3 email-validator==2.4.0 pydantic==2.14.4
cat > read.py <<'PY'
import json

from pydantic import ValidationError
from scim2_models import Context, User

with open("parts", encoding="utf-8") as file:
    for part in file.read().splitlines():
        user = {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "id": "1", "userName": "ann", **json.loads(part)}
        try:
            written = User.model_validate(user, scim_ctx=Context.RESOURCE_QUERY_RESPONSE).model_dump()
            answer = json.dumps({name: value for name, value in written.items() if name not in ("schemas", "id", "userName")})
        except ValidationError as error:
            answer = f"refused, {error.errors()[0]['type']}"
        print(f"{part} by scim2-models: {answer}")
PY
npm install --silent --no-audit --no-fund scimmy@1.3.5
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import SCIMMY from 'scimmy';

for (const part of readFileSync('parts', 'utf8').trim().split('\n')) {
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  let answer;
  try {
    const user = new SCIMMY.Schemas.User({ schemas, id: '1', userName: 'ann', ...JSON.parse(part) }, 'out');
    const written = Object.entries(user).filter(([name]) => !['schemas', 'id', 'userName'].includes(name));
    answer = JSON.stringify(Object.fromEntries(written));
  } catch (error) {
    answer = `refused, ${error.message}`;
  }
  console.log(`${part} by scimmy: ${answer}`);
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>users</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.unboundid.product.scim2</groupId><artifactId>scim2-sdk-common</artifactId><version>3.2.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.unboundid.scim2.common.types.UserResource;
import com.unboundid.scim2.common.utils.JsonUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class Read {
    public static void main(String[] arguments) throws Exception {
        for (String part : Files.readAllLines(Path.of("parts"))) {
            var user = (ObjectNode) JsonUtils.getObjectReader().readTree(part);
            user.putArray("schemas").add("urn:ietf:params:scim:schemas:core:2.0:User");
            user.put("id", "1").put("userName", "ann");
            String answer;
            try {
                var read = JsonUtils.getObjectReader().forType(UserResource.class).<UserResource>readValue(user);
                ObjectNode written = JsonUtils.valueToNode(read);
                answer = written.remove(List.of("schemas", "id", "userName")).toString();
            } catch (JsonProcessingException error) {
                answer = "refused, " + error.getOriginalMessage().split("\n")[0];
            }
            System.out.println(part + " by scim2-sdk-common: " + answer);
        }
    }
}
JAVA
{ venv/bin/python read.py; node read.mjs; java -cp 'classes/*' Read.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"DISPLAYNAME": "Ann"} by scim2-models: {"displayName": "Ann"}
{"DISPLAYNAME": "Ann"} by scim2-sdk-common: {"displayName":"Ann"}
{"DISPLAYNAME": "Ann"} by scimmy: {"meta":{"resourceType":"User"},"displayName":"Ann"}
{"active": "True"} by scim2-models: {"active": true}
{"active": "True"} by scim2-sdk-common: {"active":true}
{"active": "True"} by scimmy: refused, Attribute 'active' expected value type 'boolean' but found type 'string'
{"badge": 7} by scim2-models: refused, extra_forbidden
{"badge": 7} by scim2-sdk-common: refused, Core attribute badge is undefined for schema urn:ietf:params:scim:schemas:core:2.0:User
{"badge": 7} by scimmy: {"meta":{"resourceType":"User"}}
{"displayName": "Ann"} by scim2-models: {"displayName": "Ann"}
{"displayName": "Ann"} by scim2-sdk-common: {"displayName":"Ann"}
{"displayName": "Ann"} by scimmy: {"meta":{"resourceType":"User"},"displayName":"Ann"}
{"emails": [{"value": "ann@acme.test"}]} by scim2-models: refused, value_error
{"emails": [{"value": "ann@acme.test"}]} by scim2-sdk-common: {"emails":[{"value":"ann@acme.test"}]}
{"emails": [{"value": "ann@acme.test"}]} by scimmy: {"meta":{"resourceType":"User"},"emails":[{"value":"ann@acme.test"}]}
{"emails": [{"value": "ann@example.com", "type": "WORK"}]} by scim2-models: {"emails": [{"value": "ann@example.com", "type": "work"}]}
{"emails": [{"value": "ann@example.com", "type": "WORK"}]} by scim2-sdk-common: {"emails":[{"value":"ann@example.com","type":"WORK"}]}
{"emails": [{"value": "ann@example.com", "type": "WORK"}]} by scimmy: refused, Attribute 'type' contains non-canonical value from complex attribute 'emails'
{"emails": [{"value": "ann@example.com", "type": "billing"}]} by scim2-models: {"emails": [{"value": "ann@example.com", "type": "billing"}]}
{"emails": [{"value": "ann@example.com", "type": "billing"}]} by scim2-sdk-common: {"emails":[{"value":"ann@example.com","type":"billing"}]}
{"emails": [{"value": "ann@example.com", "type": "billing"}]} by scimmy: refused, Attribute 'type' contains non-canonical value from complex attribute 'emails'
{"emails": [{"value": "ann@example.com", "type": "work", "primary": true}]} by scim2-models: {"emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}
{"emails": [{"value": "ann@example.com", "type": "work", "primary": true}]} by scim2-sdk-common: {"emails":[{"value":"ann@example.com","type":"work","primary":true}]}
{"emails": [{"value": "ann@example.com", "type": "work", "primary": true}]} by scimmy: {"meta":{"resourceType":"User"},"emails":[{"value":"ann@example.com","type":"work","primary":true}]}
{"emails": [{"value": "ann@localhost"}]} by scim2-models: refused, value_error
{"emails": [{"value": "ann@localhost"}]} by scim2-sdk-common: {"emails":[{"value":"ann@localhost"}]}
{"emails": [{"value": "ann@localhost"}]} by scimmy: {"meta":{"resourceType":"User"},"emails":[{"value":"ann@localhost"}]}
{"meta": {"resourceType": "User", "version": "W/\"1\"", "created": "2026-01-02T03:04:05.123456+02:00"}} by scim2-models: {"meta": {"resourceType": "User", "created": "2026-01-02T03:04:05.123456+02:00", "version": "W/\"1\""}}
{"meta": {"resourceType": "User", "version": "W/\"1\"", "created": "2026-01-02T03:04:05.123456+02:00"}} by scim2-sdk-common: {"meta":{"resourceType":"User","created":"2026-01-02T03:04:05.123+02:00","version":"W/\"1\""}}
{"meta": {"resourceType": "User", "version": "W/\"1\"", "created": "2026-01-02T03:04:05.123456+02:00"}} by scimmy: {"meta":{"resourceType":"User","created":"2026-01-02T01:04:05.123Z","version":"W/\"1\""}}
{"nickName": null} by scim2-models: {}
{"nickName": null} by scim2-sdk-common: {}
{"nickName": null} by scimmy: {"meta":{"resourceType":"User"}}
EXPECTED
diff expected seen
echo "users of SCIM behave as they were seen"
