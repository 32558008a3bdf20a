#!/bin/sh
# scim-patch 0.8.3 and scimmy 1.3.5 (npm) and com.unboundid.product.scim2:scim2-sdk-common 3.2.0 (Maven Central), seen on
# 2026-11-29 with Node 20 and Java 17.
#
# Guess before it was run: three libraries make the same user of a patch of RFC 7644; the order of values may differ.
# Seen: they agree on a plain filter, and that two addresses are primary afterwards, though the old one is to stop being so
# (3.5.2). scim-patch loses the family name if a given name is added, makes an attribute `DISPLAYNAME` beside `displayName`
# (names have no case), and adds an address if a filter finds none, which is to be an error (3.5.2.3). scimmy adds a value
# that is there once more (3.5.2.1). A name with its schema in front is the same name (3.10): scimmy refuses it, and
# scim2-sdk-common stores it beside the old one.
# Whom it meets: provisioning from directories that write names in full or in capitals. With a mock: read the user back
# after each patch.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > user.json <<'JSON'
{"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "id": "1", "userName": "ann", "displayName": "Ann",
  "name": {"givenName": "Ann", "familyName": "Ames"},
  "emails": [{"type": "work", "value": "a@x.test", "primary": true}, {"type": "home", "value": "h@x.test"}]}
JSON
cat > patches.json <<'JSON'
{
  "sub-attribute": {"op": "add", "value": {"name": {"givenName": "Bea"}}},
  "capitals": {"op": "replace", "path": "DISPLAYNAME", "value": "Bea"},
  "whole name": {"op": "replace", "path": "urn:ietf:params:scim:schemas:core:2.0:User:displayName", "value": "Bea"},
  "value twice": {"op": "add", "path": "emails", "value": [{"type": "home", "value": "h@x.test"}]},
  "no target": {"op": "replace", "path": "emails[type eq \"other\"].value", "value": "o@x.test"},
  "two primary": {"op": "add", "path": "emails", "value": [{"type": "other", "value": "p@x.test", "primary": true}]},
  "filter": {"op": "remove", "path": "emails[type eq \"home\"]"}
}
JSON
npm install --silent --no-audit --no-fund scim-patch@0.8.3 scimmy@1.3.5
cat > patch.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { scimPatch } from 'scim-patch';
import SCIMMY from 'scimmy';

const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const libraries = {
  'scim-patch': (operation) => scimPatch(read('user.json'), [operation]),
  scimmy: (operation) => {
    const patch = new SCIMMY.Messages.PatchOp({ schemas, Operations: [operation] });
    return patch.apply(new SCIMMY.Schemas.User(read('user.json'), 'both'), (user) => user);
  },
};
const before = read('user.json');
for (const [title, operation] of Object.entries(read('patches.json'))) {
  for (const [library, patch] of Object.entries(libraries)) {
    let answer;
    try {
      const after = JSON.parse(JSON.stringify(await patch(structuredClone(operation))));
      const emails = after.emails.map(({ type, primary }) => (primary ? `${type} (primary)` : type));
      const more = Object.keys(after).filter((name) => !(name in before) && name !== 'meta');
      const name = `${after.name.givenName} ${after.name.familyName}`;
      answer = [after.displayName, name, emails.join(' and '), ...more].join(', ');
    } catch (error) {
      answer = `refused, ${error.constructor.name}`;
    }
    console.log(`${title}: ${library}, ${answer}`);
  }
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>patch</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.unboundid.product.scim2</groupId><artifactId>scim2-sdk-common</artifactId><version>3.2.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Patch.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.unboundid.scim2.common.messages.PatchOperation;
import com.unboundid.scim2.common.utils.JsonUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

class Patch {
    static JsonNode read(String name) throws Exception {
        return JsonUtils.getObjectReader().readTree(Files.readString(Path.of(name)));
    }

    static String patched(JsonNode operation) throws Exception {
        var before = read("user.json");
        var after = (ObjectNode) read("user.json");
        JsonUtils.nodeToValue(operation, PatchOperation.class).apply(after);
        var emails = new StringJoiner(" and ");
        for (var email : after.path("emails")) {
            emails.add(email.path("type").asText() + (email.path("primary").asBoolean() ? " (primary)" : ""));
        }
        var name = after.path("name");
        var parts = new StringJoiner(", ").add(after.path("displayName").asText());
        parts.add(name.path("givenName").asText() + " " + name.path("familyName").asText()).add(emails.toString());
        after.fieldNames().forEachRemaining(field -> {
            if (!before.has(field)) {
                parts.add(field);
            }
        });
        return parts.toString();
    }

    public static void main(String[] arguments) throws Exception {
        var patches = read("patches.json").fields();
        while (patches.hasNext()) {
            var patch = patches.next();
            String answer;
            try {
                answer = patched(patch.getValue());
            } catch (Exception error) {
                answer = "refused, " + error.getClass().getSimpleName();
            }
            System.out.println(patch.getKey() + ": scim2-sdk-common, " + answer);
        }
    }
}
JAVA
{ node patch.mjs; java -cp 'classes/*' Patch.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
capitals: scim-patch, Ann, Ann Ames, work (primary) and home, DISPLAYNAME
capitals: scim2-sdk-common, Bea, Ann Ames, work (primary) and home
capitals: scimmy, refused, SCIMError
filter: scim-patch, Ann, Ann Ames, work (primary)
filter: scim2-sdk-common, Ann, Ann Ames, work (primary)
filter: scimmy, Ann, Ann Ames, work (primary)
no target: scim-patch, Ann, Ann Ames, work (primary) and home and other
no target: scim2-sdk-common, refused, BadRequestException
no target: scimmy, refused, SCIMError
sub-attribute: scim-patch, Ann, Bea undefined, work (primary) and home
sub-attribute: scim2-sdk-common, Ann, Bea Ames, work (primary) and home
sub-attribute: scimmy, Ann, Bea Ames, work (primary) and home
two primary: scim-patch, Ann, Ann Ames, work (primary) and home and other (primary)
two primary: scim2-sdk-common, Ann, Ann Ames, work (primary) and home and other (primary)
two primary: scimmy, Ann, Ann Ames, work (primary) and home and other (primary)
value twice: scim-patch, Ann, Ann Ames, work (primary) and home
value twice: scim2-sdk-common, Ann, Ann Ames, work (primary) and home
value twice: scimmy, Ann, Ann Ames, work (primary) and home and home
whole name: scim-patch, Bea, Ann Ames, work (primary) and home
whole name: scim2-sdk-common, Ann, Ann Ames, work (primary) and home, urn:ietf:params:scim:schemas:core:2.0:User
whole name: scimmy, refused, SCIMError
EXPECTED
diff expected seen
echo "patches of SCIM behave as they were seen"
