#!/bin/sh
# com.google.cloud.tools:jib-core 0.27.3 (Maven Central), github.com/opencontainers/image-spec v1.1.1 and
# github.com/google/go-containerregistry v0.22.1, and oci-spec 0.10.0 (crates.io), seen on 2026-11-30 with Java 17, Go 1.26 and
# Rust 1.95; Node 20 compares.
#
# Guess before it was run: four libraries read manifests and configurations of OCI and write all that they read; members of
# nobody's specification are lost.
# Seen: they are, and not those alone. image-spec and oci-spec lose the health check, the shell and the triggers that a
# configuration made by Docker has, and go-containerregistry one setting of the check. jib loses shell, triggers, stop signal,
# variant and features, and refuses that setting. go-containerregistry adds a time of the year 1 if a configuration has none.
# Of a manifest jib loses `subject` and `artifactType`, and it refuses a descriptor with `data` or `artifactType`, though who
# reads a manifest must not fail at members that he does not know (image-spec, extensibility), and a digest of sha512.
# Manifests stay whole in the others.
# Whom it meets: tests that change labels of an image and push it again. With a mock: compare the configuration before and
# after.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
manifest|plain|{}
manifest|artifactType|{"artifactType":"application/vnd.acme"}
manifest|subject|{"subject":{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"SHA","size":2}}
manifest|data|{"config":{"mediaType":"application/vnd.oci.empty.v1+json","digest":"SHA","size":2,"data":"e30="}}
manifest|artifactType of a layer|{"layers":[{"mediaType":"text/plain","digest":"SHA","size":2,"artifactType":"text/plain"}]}
manifest|digest of sha512|{"layers":[{"mediaType":"text/plain","digest":"LONG","size":0}]}
manifest|own member|{"x-acme":1}
config|plain|{}
config|variant and features|{"variant":"v8","os.version":"10","os.features":["a"]}
config|time in an offset|{"created":"2024-01-01T00:00:00.5+01:00"}
config|health check|{"config":{"Healthcheck":{"Test":["CMD","true"],"StartInterval":5000000000}}}
config|shell and triggers|{"config":{"Shell":["/bin/ash","-c"],"OnBuild":["RUN true"]}}
config|labels and ports|{"config":{"Labels":{"a":""},"ExposedPorts":{"80/tcp":{}},"Volumes":{"/v":{}},"StopSignal":"SIGINT"}}
config|history|{"history":[{"created_by":"RUN true","empty_layer":true}]}
config|own member|{"x-acme":1}
TEXT
cat > expand.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const sha = `sha256:${'4'.repeat(64)}`;
const manifest = {
  schemaVersion: 2,
  mediaType: 'application/vnd.oci.image.manifest.v1+json',
  config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: sha, size: 2 },
  layers: [],
};
const config = { architecture: 'arm64', os: 'linux', rootfs: { type: 'layers', diff_ids: [] } };
mkdirSync('documents');
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [kind, name, members] = line.replace(/SHA/g, sha).replace('LONG', `sha512:${'4'.repeat(128)}`).split('|');
  const document = { ...(kind === 'manifest' ? manifest : config), ...JSON.parse(members) };
  writeFileSync(`documents/${kind}, ${name}`, JSON.stringify(document));
}
JS
node expand.mjs
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>images</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.google.cloud.tools</groupId><artifactId>jib-core</artifactId><version>0.27.3</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Images.java <<'JAVA'
import com.google.cloud.tools.jib.image.json.ContainerConfigurationTemplate;
import com.google.cloud.tools.jib.image.json.OciManifestTemplate;
import com.google.cloud.tools.jib.json.JsonTemplate;
import com.google.cloud.tools.jib.json.JsonTemplateMapper;
import java.io.File;
import java.nio.charset.StandardCharsets;

class Images {
    public static void main(String[] arguments) throws Exception {
        for (File file : new File("documents").listFiles()) {
            Class<? extends JsonTemplate> kind = file.getName().startsWith("manifest")
                    ? OciManifestTemplate.class : ContainerConfigurationTemplate.class;
            String text;
            try {
                byte[] written = JsonTemplateMapper.toByteArray(JsonTemplateMapper.readJsonFromFile(file.toPath(), kind));
                text = new String(written, StandardCharsets.UTF_8);
            } catch (Exception error) {
                text = error.getMessage().split("[\n(]|: sha512")[0].strip();
            }
            System.out.println("jib|" + file.getName() + "|" + text);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	ggcr "github.com/google/go-containerregistry/pkg/v1"
	spec "github.com/opencontainers/image-spec/specs-go/v1"
)

func main() {
	files, _ := os.ReadDir("documents")
	for _, file := range files {
		if strings.HasPrefix(file.Name(), "manifest") {
			show("image-spec", file.Name(), &spec.Manifest{})
			show("go-containerregistry", file.Name(), &ggcr.Manifest{})
			continue
		}
		show("image-spec", file.Name(), &spec.Image{})
		show("go-containerregistry", file.Name(), &ggcr.ConfigFile{})
	}
}

func show(library, name string, document any) {
	text, _ := os.ReadFile("documents/" + name)
	written := []byte(nil)
	err := json.Unmarshal(text, document)
	if err == nil {
		written, err = json.Marshal(document)
	}
	if err != nil {
		written = []byte(err.Error())
	}
	fmt.Printf("%s|%s|%s\n", library, name, written)
}
GO
{
  go mod init finding.test/images
  go get github.com/google/go-containerregistry/pkg/v1@v0.22.1 github.com/opencontainers/image-spec/specs-go/v1@v1.1.1
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
oci-spec = { version = "=0.10.0", default-features = false, features = ["image"] }
serde = "=1.0.229"
serde_json = "=1.0.154"
TOML
cat > src/main.rs <<'RUST'
use oci_spec::image::{ImageConfiguration, ImageManifest};
use serde::{de::DeserializeOwned, Serialize};

fn rewrite<T: DeserializeOwned + Serialize>(text: &str) -> String {
    match serde_json::from_str::<T>(text) {
        Ok(document) => serde_json::to_string(&document).expect("JSON"),
        Err(error) => error.to_string(),
    }
}

fn main() {
    for file in std::fs::read_dir("documents").expect("a folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        let rewritten = if name.starts_with("manifest") {
            rewrite::<ImageManifest>(&text)
        } else {
            rewrite::<ImageConfiguration>(&text)
        };
        println!("oci-spec|{name}|{rewritten}");
    }
}
RUST
cat > compare.mjs <<'JS'
import { readFileSync } from 'node:fs';

const parts = (name, value) =>
  value !== null && typeof value === 'object' && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, member]) => parts(`${name}/${key}`, member))
    : [`${name}: ${JSON.stringify(value)}`].filter((part) => !/ [[{]/.test(part));

for (const line of readFileSync('written', 'utf8').trim().split('\n')) {
  const [library, name, text] = line.split('|');
  if (!text.startsWith('{')) {
    console.log(`${name}: ${library} refuses it, ${text}`);
    continue;
  }
  const before = parts('', JSON.parse(readFileSync(`documents/${name}`, 'utf8')));
  const after = parts('', JSON.parse(text));
  for (const part of before.filter((part) => !after.includes(part))) console.log(`${name}: ${library} loses ${part}`);
  for (const part of after.filter((part) => !before.includes(part))) console.log(`${name}: ${library} adds ${part}`);
}
JS
{ java -cp 'classes/*' Images.java; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } > written
node compare.mjs | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
config, health check: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, health check: go-containerregistry loses /config/Healthcheck/StartInterval: 5000000000
config, health check: image-spec loses /config/Healthcheck/StartInterval: 5000000000
config, health check: image-spec loses /config/Healthcheck/Test/0: "CMD"
config, health check: image-spec loses /config/Healthcheck/Test/1: "true"
config, health check: jib refuses it, Unrecognized field "StartInterval"
config, health check: oci-spec loses /config/Healthcheck/StartInterval: 5000000000
config, health check: oci-spec loses /config/Healthcheck/Test/0: "CMD"
config, health check: oci-spec loses /config/Healthcheck/Test/1: "true"
config, history: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, history: go-containerregistry adds /history/0/created: "0001-01-01T00:00:00Z"
config, labels and ports: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, labels and ports: jib loses /config/StopSignal: "SIGINT"
config, own member: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, own member: go-containerregistry loses /x-acme: 1
config, own member: image-spec loses /x-acme: 1
config, own member: jib loses /x-acme: 1
config, own member: oci-spec loses /x-acme: 1
config, plain: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, shell and triggers: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, shell and triggers: image-spec loses /config/OnBuild/0: "RUN true"
config, shell and triggers: image-spec loses /config/Shell/0: "/bin/ash"
config, shell and triggers: image-spec loses /config/Shell/1: "-c"
config, shell and triggers: jib loses /config/OnBuild/0: "RUN true"
config, shell and triggers: jib loses /config/Shell/0: "/bin/ash"
config, shell and triggers: jib loses /config/Shell/1: "-c"
config, shell and triggers: oci-spec loses /config/OnBuild/0: "RUN true"
config, shell and triggers: oci-spec loses /config/Shell/0: "/bin/ash"
config, shell and triggers: oci-spec loses /config/Shell/1: "-c"
config, variant and features: go-containerregistry adds /created: "0001-01-01T00:00:00Z"
config, variant and features: jib loses /os.features/0: "a"
config, variant and features: jib loses /os.version: "10"
config, variant and features: jib loses /variant: "v8"
manifest, artifactType of a layer: jib refuses it, Unrecognized field "artifactType"
manifest, artifactType: jib loses /artifactType: "application/vnd.acme"
manifest, data: jib refuses it, Unrecognized field "data"
manifest, digest of sha512: jib refuses it, java.security.DigestException: Invalid digest
manifest, own member: go-containerregistry loses /x-acme: 1
manifest, own member: image-spec loses /x-acme: 1
manifest, own member: jib loses /x-acme: 1
manifest, own member: oci-spec loses /x-acme: 1
manifest, subject: jib loses /subject/digest: "sha256:4444444444444444444444444444444444444444444444444444444444444444"
manifest, subject: jib loses /subject/mediaType: "application/vnd.oci.image.manifest.v1+json"
manifest, subject: jib loses /subject/size: 2
EXPECTED
diff expected seen
echo "documents of OCI behave as they were seen after reading and writing"
