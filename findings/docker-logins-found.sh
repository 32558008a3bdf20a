#!/bin/sh
# docker 7.2.0 and oras 0.2.43 (PyPI), com.google.cloud.tools:jib-core 0.27.3 (Maven Central), and
# github.com/google/go-containerregistry v0.22.1, oras.land/oras-go/v2 v2.7.0 and github.com/docker/cli v29.9.3, seen on
# 2026-11-30 with Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: docker (PyPI), go-containerregistry, oras-go and jib find the same user and password for a registry,
# however its key is written; http:// before the host may be missed. As before, also identitytoken and a password with a colon
# or without padding.
# Seen: jib misses a key with http://, as guessed. An entry may have `username` and `password`, or `identitytoken` or
# `registrytoken` alone, and docker's own client reads them: docker of PyPI finds nothing for the first and the last, and jib
# nothing for a token; of a user with an identity token it has the user and an empty password. oras of PyPI reads `auth` under
# the bare host and nothing else, so it misses the key with https:// under which docker login stores a login of Docker Hub. jib
# and docker of PyPI take other keys of Docker Hub, which docker's own client does not. Ports and colons are read alike; Go and
# docker of PyPI refuse a text without padding, as they may, so none is here.
# Whom it meets: tests that write a config.json for a registry. With a mock: write `auth` under the bare host with its port.
# Output seen: the lines that EXPECTED has below: user, password, identity token and registry token.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check docker==7.2.0 oras==0.2.43
cat > write.py <<'PY'
import base64
import json
import pathlib

login = {"auth": base64.b64encode(b"ann:pw").decode()}
hub = "https://index.docker.io/v1/"
CASES = {
    "1-host": ("r.test", "r.test", login),
    "2-https": ("r.test", "https://r.test", login),
    "3-https-v1": ("r.test", "https://r.test/v1/", login),
    "4-http": ("r.test", "http://r.test", login),
    "5-port": ("r.test:5000", "r.test:5000", login),
    "6-colon": ("r.test", "r.test", {"auth": base64.b64encode(b"ann:p:w").decode()}),
    "7-members": ("r.test", "r.test", {"username": "ann", "password": "pw"}),
    "8-identity": ("r.test", "r.test", {"auth": base64.b64encode(b"ann:").decode(), "identitytoken": "I"}),
    "9-identity-alone": ("r.test", "r.test", {"identitytoken": "I"}),
    "a-registry-token": ("r.test", "r.test", {"registrytoken": "R"}),
    "b-hub": ("docker.io", hub, login),
    "c-hub-without-path": ("docker.io", "index.docker.io", login),
}
for name, (host, key, entry) in CASES.items():
    folder = pathlib.Path("cases", name)
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"auths": {key: entry}}))
    (folder / "host").write_text(host)
PY
python3 write.py
cat > find.py <<'PY'
import base64
import pathlib

import docker.auth
import oras.provider

for folder in sorted(pathlib.Path("cases").iterdir()):
    host = (folder / "host").read_text()
    config = docker.auth.load_config(str(folder / "config.json"))
    found = config.resolve_authconfig(None if host == "docker.io" else host) or {}
    parts = [found.get(part) or found.get(part.capitalize()) for part in ("username", "password")]
    parts += [found.get("IdentityToken") or found.get("identitytoken"), found.get("registrytoken")]
    print(f"{folder.name} docker of PyPI:", *(f"[{part or ''}]" for part in parts))
    host = "index.docker.io" if host == "docker.io" else host
    provider = oras.provider.Registry(hostname=host)
    provider.auth.load_configs(provider.get_container(f"{host}/team/app:v1"), configs=[str(folder / "config.json")])
    user, _, password = base64.b64decode(getattr(provider.auth, "_basic_auth", None) or "").decode().partition(":")
    print(f"{folder.name} oras of PyPI: [{user}] [{password}] [] []")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>logins</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.google.cloud.tools</groupId><artifactId>jib-core</artifactId><version>0.27.3</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Find.java <<'JAVA'
import com.google.cloud.tools.jib.api.Credential;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class Find {
    public static void main(String[] arguments) throws Exception {
        List<Path> folders;
        try (var all = Files.list(Path.of("cases"))) {
            folders = all.sorted().toList();
        }
        for (Path folder : folders) {
            ImageReference image = ImageReference.parse(Files.readString(folder.resolve("host")) + "/team/app");
            Credential found = CredentialRetrieverFactory.forImage(image, event -> {})
                .dockerConfig(folder.resolve("config.json")).retrieve().orElse(Credential.from("", ""));
            System.out.println(folder.getFileName() + " jib: " + (found.isOAuth2RefreshToken()
                ? "[] [] [" + found.getPassword() + "] []"
                : "[" + found.getUsername() + "] [" + found.getPassword() + "] [] []"));
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/docker/cli/cli/config"
	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"oras.land/oras-go/v2/registry/remote/credentials"
)

func main() {
	folders, _ := os.ReadDir("cases")
	for _, entry := range folders {
		folder := "cases/" + entry.Name()
		text, _ := os.ReadFile(folder + "/host")
		host := string(text)
		address := credentials.ServerAddressFromRegistry(host)
		file, _ := config.Load(folder)
		own, _ := file.GetAuthConfig(address)
		fmt.Printf("%s docker/cli: [%s] [%s] [%s] [%s]\n", entry.Name(), own.Username, own.Password, own.IdentityToken,
			own.RegistryToken)
		store, _ := credentials.NewFileStore(folder + "/config.json")
		found, _ := store.Get(context.Background(), address)
		fmt.Printf("%s oras-go: [%s] [%s] [%s] [%s]\n", entry.Name(), found.Username, found.Password, found.RefreshToken,
			found.AccessToken)
		os.Setenv("DOCKER_CONFIG", folder)
		registry, _ := name.NewRegistry(host)
		other, _ := authn.DefaultKeychain.Resolve(registry)
		parts, _ := other.Authorization()
		fmt.Printf("%s go-containerregistry: [%s] [%s] [%s] [%s]\n", entry.Name(), parts.Username, parts.Password,
			parts.IdentityToken, parts.RegistryToken)
	}
}
GO
{
  go mod init finding.test/logins
  go get github.com/google/go-containerregistry@v0.22.1 oras.land/oras-go/v2@v2.7.0 \
    github.com/docker/cli@v29.9.3+incompatible
  go mod tidy
} 2> /dev/null
{ venv/bin/python find.py; java -cp 'classes/*' Find.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1-host docker of PyPI: [ann] [pw] [] []
1-host docker/cli: [ann] [pw] [] []
1-host go-containerregistry: [ann] [pw] [] []
1-host jib: [ann] [pw] [] []
1-host oras of PyPI: [ann] [pw] [] []
1-host oras-go: [ann] [pw] [] []
2-https docker of PyPI: [ann] [pw] [] []
2-https docker/cli: [ann] [pw] [] []
2-https go-containerregistry: [ann] [pw] [] []
2-https jib: [ann] [pw] [] []
2-https oras of PyPI: [] [] [] []
2-https oras-go: [ann] [pw] [] []
3-https-v1 docker of PyPI: [ann] [pw] [] []
3-https-v1 docker/cli: [ann] [pw] [] []
3-https-v1 go-containerregistry: [ann] [pw] [] []
3-https-v1 jib: [ann] [pw] [] []
3-https-v1 oras of PyPI: [] [] [] []
3-https-v1 oras-go: [ann] [pw] [] []
4-http docker of PyPI: [ann] [pw] [] []
4-http docker/cli: [ann] [pw] [] []
4-http go-containerregistry: [ann] [pw] [] []
4-http jib: [] [] [] []
4-http oras of PyPI: [] [] [] []
4-http oras-go: [ann] [pw] [] []
5-port docker of PyPI: [ann] [pw] [] []
5-port docker/cli: [ann] [pw] [] []
5-port go-containerregistry: [ann] [pw] [] []
5-port jib: [ann] [pw] [] []
5-port oras of PyPI: [ann] [pw] [] []
5-port oras-go: [ann] [pw] [] []
6-colon docker of PyPI: [ann] [p:w] [] []
6-colon docker/cli: [ann] [p:w] [] []
6-colon go-containerregistry: [ann] [p:w] [] []
6-colon jib: [ann] [p:w] [] []
6-colon oras of PyPI: [ann] [p:w] [] []
6-colon oras-go: [ann] [p:w] [] []
7-members docker of PyPI: [] [] [] []
7-members docker/cli: [ann] [pw] [] []
7-members go-containerregistry: [ann] [pw] [] []
7-members jib: [ann] [pw] [] []
7-members oras of PyPI: [] [] [] []
7-members oras-go: [ann] [pw] [] []
8-identity docker of PyPI: [] [] [I] []
8-identity docker/cli: [ann] [] [I] []
8-identity go-containerregistry: [ann] [] [I] []
8-identity jib: [ann] [] [] []
8-identity oras of PyPI: [ann] [] [] []
8-identity oras-go: [ann] [] [I] []
9-identity-alone docker of PyPI: [] [] [I] []
9-identity-alone docker/cli: [] [] [I] []
9-identity-alone go-containerregistry: [] [] [I] []
9-identity-alone jib: [] [] [] []
9-identity-alone oras of PyPI: [] [] [] []
9-identity-alone oras-go: [] [] [I] []
a-registry-token docker of PyPI: [] [] [] []
a-registry-token docker/cli: [] [] [] [R]
a-registry-token go-containerregistry: [] [] [] [R]
a-registry-token jib: [] [] [] []
a-registry-token oras of PyPI: [] [] [] []
a-registry-token oras-go: [] [] [] [R]
b-hub docker of PyPI: [ann] [pw] [] []
b-hub docker/cli: [ann] [pw] [] []
b-hub go-containerregistry: [ann] [pw] [] []
b-hub jib: [ann] [pw] [] []
b-hub oras of PyPI: [] [] [] []
b-hub oras-go: [ann] [pw] [] []
c-hub-without-path docker of PyPI: [ann] [pw] [] []
c-hub-without-path docker/cli: [] [] [] []
c-hub-without-path go-containerregistry: [] [] [] []
c-hub-without-path jib: [ann] [pw] [] []
c-hub-without-path oras of PyPI: [ann] [pw] [] []
c-hub-without-path oras-go: [] [] [] []
EXPECTED
diff expected seen
echo "logins of config.json behave as they were seen"
