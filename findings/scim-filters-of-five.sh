#!/bin/sh
# scim2-parse-filter 0.2.10, scim2-filter 0.2.0, scim-query-filter-parser 2.0.4 and scimmy 1.3.5 (npm) and
# com.unboundid.product.scim2:scim2-sdk-common 3.2.0 (Maven Central), seen on 2026-11-29 with Node 20 and Java 17.
#
# Guess before it was run: five libraries choose the same users by filters such as RFC 7644 has, escapes in texts aside.
# Seen: no two do. Of `(A or B) and (C)` scimmy drops C, without a word, and it ends in a TypeError at a user who lacks the
# attribute that a filter asks for. Of a `not` with `or` inside, it and scim2-filter choose everybody, and the latter nobody
# for two parts joined by `or` and `and`. scim-query-filter-parser has no `not`. A filter in brackets holds if one value has
# all of it (3.4.2.2): scim2-parse-filter takes a user whose work address ends otherwise. Texts are JSON: it and scimmy do not
# decode `\\` and `\u00e9`, and two refuse a quoted quote. Letters of userName count for two (it has `caseExact` false).
# Whom it meets: provisioning that asks for one user and gets another. With a mock: seed two users, one of whom only half
# fits.
# Output seen: the lines that EXPECTED has below, each with the numbers of the users.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > users.json <<'JSON'
[
  {"id": "1", "userName": "ann", "displayName": "Ann \"A\"", "title": "head", "active": true,
   "emails": [{"type": "work", "value": "ann@x.test"}, {"type": "home", "value": "ann@y.test"}]},
  {"id": "2", "userName": "Ann", "displayName": "a\\b", "title": "lead", "active": false,
   "emails": [{"type": "work", "value": "bea@y.test"}, {"type": "home", "value": "bea@x.test"}]},
  {"id": "3", "userName": "bob", "displayName": "café", "active": true}
]
JSON
cat > filters <<'TEXT'
userName eq "ann"
(active eq true or active eq false) and (title eq "lead")
not (title eq "head" or title eq "lead")
title eq "lead" or active eq true and userName eq "bob"
displayName co "\"A\""
displayName eq "a\\b"
displayName eq "caf\u00e9"
emails[type eq "work" and value ew "@x.test"]
TEXT
npm install --silent --no-audit --no-fund \
  scim2-parse-filter@0.2.10 scim2-filter@0.2.0 scim-query-filter-parser@2.0.4 scimmy@1.3.5
cat > choose.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { compileFilter } from 'scim-query-filter-parser';
import * as old from 'scim2-filter';
import { filter, parse } from 'scim2-parse-filter';
import SCIMMY from 'scimmy';

const users = JSON.parse(readFileSync('users.json', 'utf8'));
const libraries = {
  'scim2-parse-filter': (text) => users.filter(filter(parse(text))),
  'scim2-filter': (text) => users.filter(old.filter(old.parse(text))),
  'scim-query-filter-parser': (text) => users.filter(compileFilter(text)),
  scimmy: (text) => new SCIMMY.Types.Filter(text).match(structuredClone(users)),
};
for (const text of readFileSync('filters', 'utf8').trim().split('\n')) {
  for (const [name, choose] of Object.entries(libraries)) {
    let answer;
    try {
      answer = choose(text).map(({ id }) => id).join(' ') || 'nobody';
    } catch (error) {
      answer = `refused, ${error.constructor.name}`;
    }
    console.log(`${text}: ${name}, ${answer}`);
  }
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>filters</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.unboundid.product.scim2</groupId><artifactId>scim2-sdk-common</artifactId><version>3.2.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Choose.java <<'JAVA'
import com.unboundid.scim2.common.filters.Filter;
import com.unboundid.scim2.common.utils.FilterEvaluator;
import com.unboundid.scim2.common.utils.JsonUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

class Choose {
    public static void main(String[] arguments) throws Exception {
        var users = JsonUtils.getObjectReader().readTree(Files.readString(Path.of("users.json")));
        for (String text : Files.readAllLines(Path.of("filters"))) {
            var chosen = new StringJoiner(" ").setEmptyValue("nobody");
            for (var user : users) {
                if (FilterEvaluator.evaluate(Filter.fromString(text), user)) {
                    chosen.add(user.get("id").asText());
                }
            }
            System.out.println(text + ": scim2-sdk-common, " + chosen);
        }
    }
}
JAVA
{ node choose.mjs; java -cp 'classes/*' Choose.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
(active eq true or active eq false) and (title eq "lead"): scim-query-filter-parser, 2
(active eq true or active eq false) and (title eq "lead"): scim2-filter, nobody
(active eq true or active eq false) and (title eq "lead"): scim2-parse-filter, 2
(active eq true or active eq false) and (title eq "lead"): scim2-sdk-common, 2
(active eq true or active eq false) and (title eq "lead"): scimmy, 1 2 3
displayName co "\"A\"": scim-query-filter-parser, 1
displayName co "\"A\"": scim2-filter, refused, Error
displayName co "\"A\"": scim2-parse-filter, 1
displayName co "\"A\"": scim2-sdk-common, 1
displayName co "\"A\"": scimmy, refused, SCIMError
displayName eq "a\\b": scim-query-filter-parser, 2
displayName eq "a\\b": scim2-filter, 2
displayName eq "a\\b": scim2-parse-filter, nobody
displayName eq "a\\b": scim2-sdk-common, 2
displayName eq "a\\b": scimmy, nobody
displayName eq "caf\u00e9": scim-query-filter-parser, 3
displayName eq "caf\u00e9": scim2-filter, 3
displayName eq "caf\u00e9": scim2-parse-filter, nobody
displayName eq "caf\u00e9": scim2-sdk-common, 3
displayName eq "caf\u00e9": scimmy, nobody
emails[type eq "work" and value ew "@x.test"]: scim-query-filter-parser, 1
emails[type eq "work" and value ew "@x.test"]: scim2-filter, nobody
emails[type eq "work" and value ew "@x.test"]: scim2-parse-filter, 1 2
emails[type eq "work" and value ew "@x.test"]: scim2-sdk-common, 1
emails[type eq "work" and value ew "@x.test"]: scimmy, refused, TypeError
not (title eq "head" or title eq "lead"): scim-query-filter-parser, refused, Error
not (title eq "head" or title eq "lead"): scim2-filter, 1 2 3
not (title eq "head" or title eq "lead"): scim2-parse-filter, 3
not (title eq "head" or title eq "lead"): scim2-sdk-common, 3
not (title eq "head" or title eq "lead"): scimmy, 1 2 3
title eq "lead" or active eq true and userName eq "bob": scim-query-filter-parser, 2 3
title eq "lead" or active eq true and userName eq "bob": scim2-filter, nobody
title eq "lead" or active eq true and userName eq "bob": scim2-parse-filter, 2 3
title eq "lead" or active eq true and userName eq "bob": scim2-sdk-common, 2 3
title eq "lead" or active eq true and userName eq "bob": scimmy, 2 3
userName eq "ann": scim-query-filter-parser, 1 2
userName eq "ann": scim2-filter, 1
userName eq "ann": scim2-parse-filter, 1
userName eq "ann": scim2-sdk-common, 1 2
userName eq "ann": scimmy, 1
EXPECTED
diff expected seen
echo "filters of SCIM behave as they were seen"
