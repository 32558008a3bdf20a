#!/bin/sh
# com.nimbusds:oauth2-oidc-sdk 11.26 (Maven Central), github.com/coreos/go-oidc/v3 v3.21.0 and github.com/zitadel/oidc/v3
# v3.52.0 and oauth4webapi 3.8.8 (npm), seen on 2026-11-30 with Java 17, Go 1.26 and Node 20.
#
# Guess before it was run: four clients of OpenID Connect read each valid discovery document; nimbus refuses a new subject
# type.
# Seen: nimbus refuses the whole document for it, and also for a new claim type, display or prompt, for a locale such as
# `i-klingon`, which BCP 47 has, and for a page of documentation whose URL is not one of the web. Lists of what a provider
# supports may grow, and a client need not use any of it (OpenID Connect Discovery 1.0, 3). A new algorithm, response mode,
# code challenge or way to authenticate is read. The three others read all.
# Whom it meets: clients in Java on the day on which their provider supports something new. With a mock: let its document name
# a prompt that nobody knows.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
required members only|{}
a new subject type|{"subject_types_supported":["public","x_new"]}
a new prompt|{"prompt_values_supported":["login","x_new"]}
a new display|{"display_values_supported":["page","x_new"]}
a new claim type|{"claim_types_supported":["normal","x_new"]}
a new algorithm|{"id_token_signing_alg_values_supported":["RS256","ML-DSA-44"]}
a new way to authenticate|{"token_endpoint_auth_methods_supported":["x_new"]}
a new response mode|{"response_modes_supported":["query","x_new"]}
a new code challenge|{"code_challenge_methods_supported":["S256","x_new"]}
a locale of a script|{"ui_locales_supported":["de","zh-Hant-TW","i-klingon"]}
a page that is not a URL of the web|{"service_documentation":"urn:example:docs"}
TEXT
cat > base.json <<'JSON'
{
  "issuer": "ISSUER",
  "authorization_endpoint": "https://op.test/authorize",
  "token_endpoint": "https://op.test/token",
  "jwks_uri": "https://op.test/keys",
  "response_types_supported": ["code"],
  "subject_types_supported": ["public"],
  "id_token_signing_alg_values_supported": ["RS256"]
}
JSON
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>discovery</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>oauth2-oidc-sdk</artifactId><version>11.26</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Discovery.java <<'JAVA'
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.nio.file.Files;
import java.nio.file.Path;

class Discovery {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split("\\|");
            var document = JSONObjectUtils.parse(Files.readString(Path.of("base.json")).replace("ISSUER", "https://op.test"));
            document.putAll(JSONObjectUtils.parse(parts[1]));
            String answer = "read";
            try {
                OIDCProviderMetadata.parse(document);
            } catch (Exception error) {
                answer = "refused: " + error.getMessage();
            }
            System.out.println(parts[0] + ": nimbus, " + answer);
        }
    }
}
JAVA
npm install --silent --no-audit --no-fund oauth4webapi@3.8.8
cat > discovery.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { processDiscoveryResponse } from 'oauth4webapi';

const base = JSON.parse(readFileSync('base.json', 'utf8').replace('ISSUER', 'https://op.test'));
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [name, members] = line.split('|');
  const document = { ...base, ...JSON.parse(members) };
  const answer = await processDiscoveryResponse(new URL('https://op.test'), Response.json(document)).then(
    () => 'read',
    (error) => `refused: ${error.message}`,
  );
  console.log(`${name}: oauth4webapi, ${answer}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	coreos "github.com/coreos/go-oidc/v3/oidc"
	"github.com/zitadel/oidc/v3/pkg/client"
)

func main() {
	base, _ := os.ReadFile("base.json")
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, members, _ := strings.Cut(line, "|")
		var server *httptest.Server
		server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			document := map[string]any{}
			json.Unmarshal([]byte(strings.Replace(string(base), "ISSUER", server.URL, 1)), &document)
			json.Unmarshal([]byte(members), &document)
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(document)
		}))
		_, err := coreos.NewProvider(context.Background(), server.URL)
		show(name, "go-oidc", err)
		_, err = client.Discover(context.Background(), server.URL, http.DefaultClient)
		show(name, "zitadel", err)
		server.Close()
	}
}

func show(name, library string, err error) {
	answer := "read"
	if err != nil {
		answer = "refused: " + err.Error()
	}
	fmt.Printf("%s: %s, %s\n", name, library, answer)
}
GO
{
  go mod init finding.test/discovery
  go get github.com/coreos/go-oidc/v3@v3.21.0 github.com/zitadel/oidc/v3@v3.52.0
  go mod tidy
} 2> /dev/null
{ java -cp 'classes/*' Discovery.java 2> /dev/null; node discovery.mjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a locale of a script: go-oidc, read
a locale of a script: nimbus, refused: Invalid ui_locales_supported field: Either the primary language or the extended language subtags, or both must be defined
a locale of a script: oauth4webapi, read
a locale of a script: zitadel, read
a new algorithm: go-oidc, read
a new algorithm: nimbus, read
a new algorithm: oauth4webapi, read
a new algorithm: zitadel, read
a new claim type: go-oidc, read
a new claim type: nimbus, refused: Unknow claim type: x_new
a new claim type: oauth4webapi, read
a new claim type: zitadel, read
a new code challenge: go-oidc, read
a new code challenge: nimbus, read
a new code challenge: oauth4webapi, read
a new code challenge: zitadel, read
a new display: go-oidc, read
a new display: nimbus, refused: Unknown display type
a new display: oauth4webapi, read
a new display: zitadel, read
a new prompt: go-oidc, read
a new prompt: nimbus, refused: Unknown prompt type: x_new
a new prompt: oauth4webapi, read
a new prompt: zitadel, read
a new response mode: go-oidc, read
a new response mode: nimbus, read
a new response mode: oauth4webapi, read
a new response mode: zitadel, read
a new subject type: go-oidc, read
a new subject type: nimbus, refused: Unknown subject type: x_new
a new subject type: oauth4webapi, read
a new subject type: zitadel, read
a new way to authenticate: go-oidc, read
a new way to authenticate: nimbus, read
a new way to authenticate: oauth4webapi, read
a new way to authenticate: zitadel, read
a page that is not a URL of the web: go-oidc, read
a page that is not a URL of the web: nimbus, refused: Illegal service_documentation parameter: The URI scheme must be https or http
a page that is not a URL of the web: oauth4webapi, read
a page that is not a URL of the web: zitadel, read
required members only: go-oidc, read
required members only: nimbus, read
required members only: oauth4webapi, read
required members only: zitadel, read
EXPECTED
diff expected seen
echo "readers of discovery documents behave as they were seen"
