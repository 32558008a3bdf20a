#!/bin/sh
# ldif 0.5.1 (npm), ldif 4.3.0 (PyPI), com.unboundid:unboundid-ldapsdk 7.0.5, org.apache.directory.api:api-ldap-model 2.1.7 and
# org.springframework.ldap:spring-ldap-ldif-core 4.1.2 (Maven Central) and github.com/go-ldap/ldif of 2025-09-10, seen on
# 2026-11-30 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: six readers of LDIF in four languages read records that add, delete and modify; `sn:` is an empty
# value; `DN:` is like `dn:`; continued lines and comments are read alike.
# Seen: Spring gives nothing for each record that changes, without an error, as for `DN:`. For ldif of PyPI such a record is an
# entry with attributes such as `changetype`, and one that modifies is refused. Words of the grammar have no case (RFC 2849,
# formal syntax; RFC 5234, 2.3): three refuse `DN:`, and for four `ChangeType: Delete` is an attribute of an entry, so an import
# adds what was to be deleted. A value may be empty: two refuse it, and two make null of it; an empty name, the root, is
# refused by three. go-ldap refuses a rename, and ldif of npm a comment on two lines. Spring loses the option of
# `cn;lang-de`, and apache writes `CN` for the name of both `cn` and `CN`.
# Whom it meets: services that import people from a directory. With a mock: compare what each made of one export.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > records <<'TEXT'
=== entry
version: 1
dn: cn=Ann,dc=test
cn: Ann
sn: Low
=== empty value
dn: cn=Ann,dc=test
cn: Ann
sn:
=== DN in capitals
DN: cn=Ann,dc=test
cn: Ann
=== empty name
dn:
cn: root
=== continued line
dn: cn=Ann,dc
 =test
cn: An
 n
=== continued note
# a note that
 goes: on
dn: cn=Ann,dc=test
# another
cn: Ann
=== Base64
dn:: Y249QW5uLGRjPXRlc3Q=
cn:: QW5u
=== no blank
dn:cn=Ann,dc=test
cn:Ann
=== name in two cases
dn: cn=Ann,dc=test
cn: Ann
CN: Anna
=== option
dn: cn=Ann,dc=test
cn: Ann
cn;lang-de: Anna
=== object identifier
dn: cn=Ann,dc=test
2.5.4.3: Ann
=== comma in a name
dn: cn=Low\, Ann,dc=test
cn: Low, Ann
=== add
dn: cn=Ann,dc=test
changetype: add
cn: Ann
sn: Low
=== delete
dn: cn=Ann,dc=test
changetype: delete
=== delete in capitals
dn: cn=Ann,dc=test
ChangeType: Delete
=== modify
dn: cn=Ann,dc=test
changetype: modify
replace: sn
sn: Low
-
delete: mail
-
add: mail
mail: a
mail: b
-
=== modify with a note
dn: cn=Ann,dc=test
changetype: modify
replace: sn
# the name of before
sn: Low
-
=== modify to an empty value
dn: cn=Ann,dc=test
changetype: modify
replace: sn
sn:
-
=== rename
dn: cn=Ann,dc=test
changetype: modrdn
newrdn: cn=Bea
deleteoldrdn: 1
newsuperior: dc=up
=== control
dn: cn=Ann,dc=test
control: 1.2.840.113556.1.4.805 true
changetype: delete
=== two records
dn: cn=Ann,dc=test
cn: Ann


dn: cn=Bea,dc=test
cn: Bea
TEXT
npm install --silent --no-audit --no-fund ldif@0.5.1
cat > read.cjs <<'JS'
const ldif = require('ldif');

const valueOf = ({ value }) => value?.value ?? '';
const nameOf = ({ attribute, options }) => [attribute, ...options].join(';');
const pair = (found) => `[${nameOf(found.attribute)} ${valueOf(found)}]`;
const change = ({ type, attribute, values }) =>
  `[${[type, nameOf(attribute), ...values.map(({ value }) => value)].join(' ')}]`;
const renamed = ({ newrdn, deleteoldrdn, newsuperior }) => `[${newrdn} ${deleteoldrdn} ${newsuperior}]`;
const textOf = ({ type, dn, attributes, changes, modrdn }) => {
  if (type === 'record') return `entry ${dn}${attributes.map(pair).join('')}`;
  if (modrdn) return `${type} ${dn}${renamed(modrdn)}`;
  return `${type} ${dn}${changes.map(type === 'modify' ? change : pair).join('')}`;
};
for (const block of require('node:fs').readFileSync('records', 'utf8').split('=== ').slice(1)) {
  const cut = block.indexOf('\n');
  let answer = 'refused';
  try {
    answer = ldif.parse(block.slice(cut + 1)).entries.map(textOf).join(' ');
  } catch {}
  console.log(`${block.slice(0, cut)} by ldif (npm): ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ldif==4.3.0
cat > read.py <<'PY'
from io import BytesIO

from ldif import LDIFParser


def text_of(name, entry):
    return f"entry {name}" + "".join(f"[{key} {value}]" for key, values in entry.items() for value in values)


with open("records", encoding="utf-8") as file:
    for block in file.read().split("=== ")[1:]:
        title, text = block.split("\n", 1)
        try:
            answer = " ".join(text_of(*found) for found in LDIFParser(BytesIO(text.encode())).parse())
        except Exception:
            answer = "refused"
        print(f"{title} by ldif (PyPI): {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.unboundid</groupId><artifactId>unboundid-ldapsdk</artifactId><version>7.0.5</version></dependency>
    <dependency><groupId>org.springframework.ldap</groupId><artifactId>spring-ldap-ldif-core</artifactId><version>4.1.2</version></dependency>
    <dependency><groupId>org.apache.directory.api</groupId><artifactId>api-ldap-model</artifactId><version>2.1.7</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.Modification;
import com.unboundid.ldif.LDIFAddChangeRecord;
import com.unboundid.ldif.LDIFChangeRecord;
import com.unboundid.ldif.LDIFModifyChangeRecord;
import com.unboundid.ldif.LDIFModifyDNChangeRecord;
import com.unboundid.ldif.LDIFReader;
import com.unboundid.ldif.LDIFRecord;
import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.directory.api.ldap.model.entry.Value;
import org.apache.directory.api.ldap.model.ldif.LdifEntry;
import org.apache.directory.api.ldap.model.ldif.LdifReader;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.ldap.ldif.parser.LdifParser;

class Read {
    static String pairs(Iterable<Attribute> attributes) {
        StringBuilder text = new StringBuilder();
        for (Attribute found : attributes)
            for (String value : found.getValues()) text.append("[" + found.getName() + " " + value + "]");
        return text.toString();
    }

    static String ofUnboundId(LDIFRecord found) {
        if (found instanceof Entry entry) return "entry " + entry.getDN() + pairs(entry.getAttributes());
        StringBuilder text = new StringBuilder(((LDIFChangeRecord) found).getChangeType().getName() + " " + found.getDN());
        if (found instanceof LDIFAddChangeRecord add) text.append(pairs(Arrays.asList(add.getAttributes())));
        if (found instanceof LDIFModifyDNChangeRecord moved)
            text.append("[" + moved.getNewRDN() + " " + (moved.deleteOldRDN() ? 1 : 0) + " " + moved.getNewSuperiorDN() + "]");
        if (found instanceof LDIFModifyChangeRecord modify)
            for (Modification change : modify.getModifications()) {
                String kind = change.getModificationType().getName().toLowerCase();
                String values = String.join(" ", change.getValues());
                text.append("[" + (kind + " " + change.getAttributeName() + " " + values).trim() + "]");
            }
        return text.toString();
    }

    static String text(Value value) {
        return value.isNull() ? "null" : new String(value.getBytes(), StandardCharsets.UTF_8);
    }

    static String ofApache(LdifEntry found) throws Exception {
        List<String> parts = new ArrayList<>();
        if (found.getEntry() != null)
            for (var attribute : found.getEntry())
                for (Value value : attribute) parts.add("[" + attribute.getUpId() + " " + text(value) + "]");
        Collections.sort(parts);
        for (var change : found.getModifications()) {
            StringBuilder text = new StringBuilder(change.getOperation().name().split("_")[0].toLowerCase());
            text.append(" " + change.getAttribute().getUpId());
            for (Value value : change.getAttribute()) text.append(" " + text(value));
            parts.add("[" + text + "]");
        }
        if (found.getNewRdn() != null)
            parts.add("[" + found.getNewRdn() + " " + (found.isDeleteOldRdn() ? 1 : 0) + " " + found.getNewSuperior() + "]");
        String kind = found.isLdifContent() ? "entry" : found.getChangeType().name().toLowerCase();
        return kind + " " + found.getDn() + String.join("", parts);
    }

    static String ofSpring(String text) throws Exception {
        LdifParser parser = new LdifParser(new ByteArrayResource(text.getBytes("UTF-8")));
        parser.open();
        List<String> all = new ArrayList<>();
        for (var found = parser.getRecord(); found != null; found = parser.getRecord()) {
            List<String> parts = new ArrayList<>();
            for (var attributes = found.getAll(); attributes.hasMore(); ) {
                var attribute = attributes.next();
                for (int place = 0; place < attribute.size(); place++) {
                    Object value = attribute.get(place);
                    if (value instanceof byte[] bytes) value = new String(bytes, StandardCharsets.UTF_8);
                    parts.add("[" + attribute.getID() + " " + value + "]");
                }
            }
            Collections.sort(parts);
            all.add("entry " + found.getName() + String.join("", parts));
        }
        return String.join(" ", all);
    }

    interface Reader {
        String read(String text) throws Exception;
    }

    static void show(String title, String name, String text, Reader reader) {
        String answer = "refused";
        try {
            answer = reader.read(text);
        } catch (Exception error) {
        }
        System.out.println(title + " by " + name + ": " + answer);
    }

    public static void main(String[] arguments) throws Exception {
        for (String block : Files.readString(Path.of("records")).substring(4).split("=== ")) {
            String title = block.split("\n", 2)[0];
            String text = block.split("\n", 2)[1];
            show(title, "unboundid", text, (given) -> {
                LDIFReader reader = new LDIFReader(new BufferedReader(new StringReader(given)));
                List<String> all = new ArrayList<>();
                for (var found = reader.readLDIFRecord(); found != null; found = reader.readLDIFRecord()) all.add(ofUnboundId(found));
                return String.join(" ", all);
            });
            show(title, "apache", text, (given) -> {
                List<String> all = new ArrayList<>();
                for (LdifEntry found : new LdifReader().parseLdif(given)) all.add(ofApache(found));
                return String.join(" ", all);
            });
            show(title, "spring", text, Read::ofSpring);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/go-ldap/ldif"
)

var kinds = []string{"add", "delete", "replace", "increment"}

func pairs(name string, values []string) (texts []string) {
	for _, value := range values {
		texts = append(texts, fmt.Sprintf("[%s %s]", name, value))
	}
	return texts
}

func textOf(found *ldif.Entry) (text string) {
	parts := []string{}
	switch {
	case found.Entry != nil:
		text = "entry " + found.Entry.DN
		for _, attribute := range found.Entry.Attributes {
			parts = append(parts, pairs(attribute.Name, attribute.Values)...)
		}
	case found.Add != nil:
		text = "add " + found.Add.DN
		for _, attribute := range found.Add.Attributes {
			parts = append(parts, pairs(attribute.Type, attribute.Vals)...)
		}
	case found.Del != nil:
		text = "delete " + found.Del.DN
	case found.Modify != nil:
		text = "modify " + found.Modify.DN
		for _, change := range found.Modify.Changes {
			words := append([]string{kinds[change.Operation], change.Modification.Type}, change.Modification.Vals...)
			text += "[" + strings.Join(words, " ") + "]"
		}
	}
	slices.Sort(parts)
	return text + strings.Join(parts, "")
}

func main() {
	file, _ := os.ReadFile("records")
	for _, block := range strings.Split(string(file), "=== ")[1:] {
		title, text, _ := strings.Cut(block, "\n")
		answer := "refused"
		if found, err := ldif.Parse(text); err == nil {
			parts := []string{}
			for _, entry := range found.Entries {
				parts = append(parts, textOf(entry))
			}
			answer = strings.Join(parts, " ")
		}
		fmt.Printf("%s by go-ldap: %s\n", title, answer)
	}
}
GO
{
  go mod init finding.test/read
  go get github.com/go-ldap/ldif@v0.0.0-20250910174327-aa3bc3095c92
  go mod tidy
} 2> /dev/null
{ node read.cjs; venv/bin/python read.py; java -cp 'classes/*' Read.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Base64 by apache: entry cn=Ann,dc=test[cn Ann]
Base64 by go-ldap: entry cn=Ann,dc=test[cn Ann]
Base64 by ldif (PyPI): entry cn=Ann,dc=test[cn Ann]
Base64 by ldif (npm): entry cn=Ann,dc=test[cn Ann]
Base64 by spring: entry cn=Ann,dc=test[cn Ann]
Base64 by unboundid: entry cn=Ann,dc=test[cn Ann]
DN in capitals by apache: entry cn=Ann,dc=test[cn Ann]
DN in capitals by go-ldap: refused
DN in capitals by ldif (PyPI): refused
DN in capitals by ldif (npm): refused
DN in capitals by spring: 
DN in capitals by unboundid: entry cn=Ann,dc=test[cn Ann]
add by apache: add cn=Ann,dc=test[cn Ann][sn Low]
add by go-ldap: add cn=Ann,dc=test[cn Ann][sn Low]
add by ldif (PyPI): entry cn=Ann,dc=test[changetype add][cn Ann][sn Low]
add by ldif (npm): add cn=Ann,dc=test[cn Ann][sn Low]
add by spring: 
add by unboundid: add cn=Ann,dc=test[cn Ann][sn Low]
comma in a name by apache: entry cn=Low\, Ann,dc=test[cn Low, Ann]
comma in a name by go-ldap: entry cn=Low\, Ann,dc=test[cn Low, Ann]
comma in a name by ldif (PyPI): entry cn=Low\, Ann,dc=test[cn Low, Ann]
comma in a name by ldif (npm): entry cn=Low\, Ann,dc=test[cn Low, Ann]
comma in a name by spring: entry cn=Low\, Ann,dc=test[cn Low, Ann]
comma in a name by unboundid: entry cn=Low\, Ann,dc=test[cn Low, Ann]
continued line by apache: entry cn=Ann,dc=test[cn Ann]
continued line by go-ldap: entry cn=Ann,dc=test[cn Ann]
continued line by ldif (PyPI): entry cn=Ann,dc=test[cn Ann]
continued line by ldif (npm): entry cn=Ann,dc=test[cn Ann]
continued line by spring: entry cn=Ann,dc=test[cn Ann]
continued line by unboundid: entry cn=Ann,dc=test[cn Ann]
continued note by apache: entry cn=Ann,dc=test[cn Ann]
continued note by go-ldap: entry cn=Ann,dc=test[cn Ann]
continued note by ldif (PyPI): entry cn=Ann,dc=test[cn Ann]
continued note by ldif (npm): refused
continued note by spring: entry cn=Ann,dc=test[cn Ann]
continued note by unboundid: entry cn=Ann,dc=test[cn Ann]
control by apache: delete cn=Ann,dc=test
control by go-ldap: delete cn=Ann,dc=test
control by ldif (PyPI): entry cn=Ann,dc=test[control 1.2.840.113556.1.4.805 true][changetype delete]
control by ldif (npm): delete cn=Ann,dc=test
control by spring: 
control by unboundid: delete cn=Ann,dc=test
delete by apache: delete cn=Ann,dc=test
delete by go-ldap: delete cn=Ann,dc=test
delete by ldif (PyPI): entry cn=Ann,dc=test[changetype delete]
delete by ldif (npm): delete cn=Ann,dc=test
delete by spring: 
delete by unboundid: delete cn=Ann,dc=test
delete in capitals by apache: delete cn=Ann,dc=test
delete in capitals by go-ldap: entry cn=Ann,dc=test[ChangeType Delete]
delete in capitals by ldif (PyPI): entry cn=Ann,dc=test[ChangeType Delete]
delete in capitals by ldif (npm): entry cn=Ann,dc=test[ChangeType Delete]
delete in capitals by spring: entry cn=Ann,dc=test[ChangeType Delete]
delete in capitals by unboundid: delete cn=Ann,dc=test
empty name by apache: entry [cn root]
empty name by go-ldap: refused
empty name by ldif (PyPI): entry [cn root]
empty name by ldif (npm): refused
empty name by spring: refused
empty name by unboundid: entry [cn root]
empty value by apache: entry cn=Ann,dc=test[cn Ann][sn null]
empty value by go-ldap: refused
empty value by ldif (PyPI): entry cn=Ann,dc=test[cn Ann][sn ]
empty value by ldif (npm): refused
empty value by spring: entry cn=Ann,dc=test[cn Ann][sn null]
empty value by unboundid: entry cn=Ann,dc=test[cn Ann][sn ]
entry by apache: entry cn=Ann,dc=test[cn Ann][sn Low]
entry by go-ldap: entry cn=Ann,dc=test[cn Ann][sn Low]
entry by ldif (PyPI): entry cn=Ann,dc=test[cn Ann][sn Low]
entry by ldif (npm): entry cn=Ann,dc=test[cn Ann][sn Low]
entry by spring: entry cn=Ann,dc=test[cn Ann][sn Low]
entry by unboundid: entry cn=Ann,dc=test[cn Ann][sn Low]
modify by apache: modify cn=Ann,dc=test[replace sn Low][remove mail][add mail a b]
modify by go-ldap: modify cn=Ann,dc=test[replace sn Low][delete mail][add mail a b]
modify by ldif (PyPI): refused
modify by ldif (npm): modify cn=Ann,dc=test[replace sn Low][delete mail][add mail a b]
modify by spring: 
modify by unboundid: modify cn=Ann,dc=test[replace sn Low][delete mail][add mail a b]
modify to an empty value by apache: modify cn=Ann,dc=test[replace sn null]
modify to an empty value by go-ldap: refused
modify to an empty value by ldif (PyPI): refused
modify to an empty value by ldif (npm): refused
modify to an empty value by spring: 
modify to an empty value by unboundid: modify cn=Ann,dc=test[replace sn]
modify with a note by apache: modify cn=Ann,dc=test[replace sn Low]
modify with a note by go-ldap: modify cn=Ann,dc=test[replace sn Low]
modify with a note by ldif (PyPI): refused
modify with a note by ldif (npm): modify cn=Ann,dc=test[replace sn Low]
modify with a note by spring: 
modify with a note by unboundid: modify cn=Ann,dc=test[replace sn Low]
name in two cases by apache: entry cn=Ann,dc=test[CN Ann][CN Anna]
name in two cases by go-ldap: entry cn=Ann,dc=test[CN Anna][cn Ann]
name in two cases by ldif (PyPI): entry cn=Ann,dc=test[cn Ann][CN Anna]
name in two cases by ldif (npm): entry cn=Ann,dc=test[cn Ann][CN Anna]
name in two cases by spring: entry cn=Ann,dc=test[cn Ann][cn Anna]
name in two cases by unboundid: entry cn=Ann,dc=test[cn Ann][cn Anna]
no blank by apache: entry cn=Ann,dc=test[cn Ann]
no blank by go-ldap: entry cn=Ann,dc=test[cn Ann]
no blank by ldif (PyPI): entry cn=Ann,dc=test[cn Ann]
no blank by ldif (npm): entry cn=Ann,dc=test[cn Ann]
no blank by spring: entry cn=Ann,dc=test[cn Ann]
no blank by unboundid: entry cn=Ann,dc=test[cn Ann]
object identifier by apache: entry cn=Ann,dc=test[2.5.4.3 Ann]
object identifier by go-ldap: entry cn=Ann,dc=test[2.5.4.3 Ann]
object identifier by ldif (PyPI): entry cn=Ann,dc=test[2.5.4.3 Ann]
object identifier by ldif (npm): entry cn=Ann,dc=test[2.5.4.3 Ann]
object identifier by spring: entry cn=Ann,dc=test[2.5.4.3 Ann]
object identifier by unboundid: entry cn=Ann,dc=test[2.5.4.3 Ann]
option by apache: entry cn=Ann,dc=test[cn Ann][cn;lang-de Anna]
option by go-ldap: entry cn=Ann,dc=test[cn Ann][cn;lang-de Anna]
option by ldif (PyPI): entry cn=Ann,dc=test[cn Ann][cn;lang-de Anna]
option by ldif (npm): entry cn=Ann,dc=test[cn Ann][cn;lang-de Anna]
option by spring: entry cn=Ann,dc=test[cn Ann][cn Anna]
option by unboundid: entry cn=Ann,dc=test[cn Ann][cn;lang-de Anna]
rename by apache: modrdn cn=Ann,dc=test[cn=Bea 1 dc=up]
rename by go-ldap: refused
rename by ldif (PyPI): entry cn=Ann,dc=test[changetype modrdn][newrdn cn=Bea][deleteoldrdn 1][newsuperior dc=up]
rename by ldif (npm): modrdn cn=Ann,dc=test[cn=Bea 1 dc=up]
rename by spring: 
rename by unboundid: moddn cn=Ann,dc=test[cn=Bea 1 dc=up]
two records by apache: entry cn=Ann,dc=test[cn Ann] entry cn=Bea,dc=test[cn Bea]
two records by go-ldap: entry cn=Ann,dc=test[cn Ann] entry cn=Bea,dc=test[cn Bea]
two records by ldif (PyPI): entry cn=Ann,dc=test[cn Ann] entry cn=Bea,dc=test[cn Bea]
two records by ldif (npm): entry cn=Ann,dc=test[cn Ann] entry cn=Bea,dc=test[cn Bea]
two records by spring: entry cn=Ann,dc=test[cn Ann] entry cn=Bea,dc=test[cn Bea]
two records by unboundid: entry cn=Ann,dc=test[cn Ann] entry cn=Bea,dc=test[cn Bea]
EXPECTED
diff expected seen
echo "records of LDIF are read as they were seen"
