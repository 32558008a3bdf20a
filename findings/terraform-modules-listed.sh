#!/bin/sh
# parse-hcl 1.0.0 and python-hcl2 8.1.4 (PyPI), @cdktf/hcl2json 0.21.0 and @evops/hcl-terraform-parser 1.0.0 (npm), and
# github.com/hashicorp/terraform-config-inspect of 2026-09-04, seen on 2026-12-01 with Python 3.11, Node 20 and Go 1.26.
#
# Expected: five readers of Terraform find the same modules, sources and versions in a file.
# Seen: python-hcl2 keeps quotes. For parse-hcl a value with a comment behind it in its line is an expression without a value,
# and so is a heredoc, so such modules have no source (HCL native syntax, comments and whitespace: comments separate tokens, no
# more). It takes escapes as they are written, `\u0065` for `e`, as does python-hcl2, leaves out a module whose label has no
# quotes (blocks: a label is a text or an identifier), and has required providers in its raw text only. hcl2json has the
# expression for a source in parentheses, and all the rest is right; the two that are made of HashiCorp's own reader agree.
# Whom it meets: who lists which modules of a registry are in use. With a mock: serve modules, and write a comment behind a
# version.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir files
cat > files/main.tf <<'HCL'
terraform {
  required_providers {
    acme = {
      source  = "acme/acme"
      version = "~> 5.0" # pinned
    }
    random = "~> 3.0"
  }
}
module "plain" {
  source  = "acme/plain/aws"
  version = "~> 5.0"
}
module "comment" {
  source  = "acme/comment/aws" # why
  version = "1.0.0" // here
}
module "inner" {
  source  = "acme/inner/aws" /* why */
  version = "1.0.0"
}
module "repository" {
  source = "git::https://git.test/mod.git//sub?ref=v1.2.0"
}
module "heredoc" {
  source  = <<EOT
./local
EOT
}
module "brace" {
  source = "acme/brace/aws"
  text   = "a } b"
}
/*
module "none" {
  source = "acme/none/aws"
}
*/
module "escaped" {
  source = "acme/\u0065scaped/aws"
}
module identifier {
  source = "acme/identifier/aws"
}
module "parentheses" {
  source = ("acme/parentheses/aws")
}
HCL
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check parse-hcl==1.0.0 python-hcl2==8.1.4
venv/bin/parse-hcl --file files/main.tf --out parsed.json > /dev/null 2>&1
cat > list.py <<'PY'
import json
from pathlib import Path

import hcl2

parsed = json.loads(Path("parsed.json").read_text())
for module in parsed["module"]:
    values = {name: value.get("value") for name, value in module["properties"].items()}
    print(f"{module['name']}: parse-hcl, {values.get('source')!r} {values.get('version')!r}")
providers = [block for block in parsed["terraform"] if block.get("blocks") or "required_providers" in block.get("properties", {})]
print(f"providers: parse-hcl, {providers}")
with open("files/main.tf", encoding="utf-8") as file:
    read = hcl2.load(file)
for block in read["module"]:
    for name, values in block.items():
        print(f"{name.strip(chr(34))}: python-hcl2, {values.get('source')!r} {values.get('version')!r}")
providers = {name: value for name, value in read["terraform"][0]["required_providers"][0].items() if not name.startswith("__")}
print(f"providers: python-hcl2, {providers}")
PY
npm install --silent --no-audit --no-fund @cdktf/hcl2json@0.21.0 @evops/hcl-terraform-parser@1.0.0
cat > list.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parse } = require('@cdktf/hcl2json');
const evops = require('@evops/hcl-terraform-parser');

const say = (name, reader, ...values) => console.log(`${name}: ${reader}, ${values.map((one) => JSON.stringify(one)).join(' ')}`);
const read = evops.parse(readFileSync('files/main.tf'));
for (const { name, source, version } of Object.values(read.module_calls)) {
  say(name, 'hcl-terraform-parser', source, version);
}
say('providers', 'hcl-terraform-parser', read.required_providers);
(async () => {
  const found = await parse('main.tf', readFileSync('files/main.tf', 'utf8'));
  for (const [name, [{ source, version }]] of Object.entries(found.module)) {
    say(name, 'hcl2json', source, version);
  }
  say('providers', 'hcl2json', found.terraform[0].required_providers[0]);
})();
JS
cat > main.go <<'GO'
package main

import (
	"fmt"

	"github.com/hashicorp/terraform-config-inspect/tfconfig"
)

func main() {
	module, faults := tfconfig.LoadModule("files")
	if faults.HasErrors() {
		panic(faults)
	}
	for name, call := range module.ModuleCalls {
		fmt.Printf("%s: config-inspect, %q %q\n", name, call.Source, call.Version)
	}
	for name, provider := range module.RequiredProviders {
		fmt.Printf("providers: config-inspect, %s %q %q\n", name, provider.Source, provider.VersionConstraints)
	}
}
GO
{
  go mod init finding.test/modules
  go get github.com/hashicorp/terraform-config-inspect@v0.0.0-20260904064934-75d64de68c31
  go mod tidy
} 2> /dev/null
{
  venv/bin/python list.py
  node list.cjs
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
brace: config-inspect, "acme/brace/aws" ""
brace: hcl-terraform-parser, "acme/brace/aws" 
brace: hcl2json, "acme/brace/aws" 
brace: parse-hcl, 'acme/brace/aws' None
brace: python-hcl2, '"acme/brace/aws"' None
comment: config-inspect, "acme/comment/aws" "1.0.0"
comment: hcl-terraform-parser, "acme/comment/aws" "1.0.0"
comment: hcl2json, "acme/comment/aws" "1.0.0"
comment: parse-hcl, None None
comment: python-hcl2, '"acme/comment/aws"' '"1.0.0"'
escaped: config-inspect, "acme/escaped/aws" ""
escaped: hcl-terraform-parser, "acme/escaped/aws" 
escaped: hcl2json, "acme/escaped/aws" 
escaped: parse-hcl, 'acme/\\u0065scaped/aws' None
escaped: python-hcl2, '"acme/\\u0065scaped/aws"' None
heredoc: config-inspect, "./local\n" ""
heredoc: hcl-terraform-parser, "./local\n" 
heredoc: hcl2json, "./local\n" 
heredoc: parse-hcl, None None
heredoc: python-hcl2, '"<<EOT\n./local\nEOT"' None
identifier: config-inspect, "acme/identifier/aws" ""
identifier: hcl-terraform-parser, "acme/identifier/aws" 
identifier: hcl2json, "acme/identifier/aws" 
identifier: python-hcl2, '"acme/identifier/aws"' None
inner: config-inspect, "acme/inner/aws" "1.0.0"
inner: hcl-terraform-parser, "acme/inner/aws" "1.0.0"
inner: hcl2json, "acme/inner/aws" "1.0.0"
inner: parse-hcl, None '1.0.0'
inner: python-hcl2, '"acme/inner/aws"' '"1.0.0"'
parentheses: config-inspect, "acme/parentheses/aws" ""
parentheses: hcl-terraform-parser, "acme/parentheses/aws" 
parentheses: hcl2json, "${(\"acme/parentheses/aws\")}" 
parentheses: parse-hcl, None None
parentheses: python-hcl2, '${("acme/parentheses/aws")}' None
plain: config-inspect, "acme/plain/aws" "~> 5.0"
plain: hcl-terraform-parser, "acme/plain/aws" "~> 5.0"
plain: hcl2json, "acme/plain/aws" "~> 5.0"
plain: parse-hcl, 'acme/plain/aws' '~> 5.0'
plain: python-hcl2, '"acme/plain/aws"' '"~> 5.0"'
providers: config-inspect, acme "acme/acme" ["~> 5.0"]
providers: config-inspect, random "" ["~> 3.0"]
providers: hcl-terraform-parser, {"acme":{"source":"acme/acme","version_constraints":["~> 5.0"]},"random":{"version_constraints":["~> 3.0"]}}
providers: hcl2json, {"acme":{"source":"acme/acme","version":"~> 5.0"},"random":"~> 3.0"}
providers: parse-hcl, []
providers: python-hcl2, {'acme': {'source': '"acme/acme"', 'version': '"~> 5.0"'}, 'random': '"~> 3.0"'}
repository: config-inspect, "git::https://git.test/mod.git//sub?ref=v1.2.0" ""
repository: hcl-terraform-parser, "git::https://git.test/mod.git//sub?ref=v1.2.0" 
repository: hcl2json, "git::https://git.test/mod.git//sub?ref=v1.2.0" 
repository: parse-hcl, 'git::https://git.test/mod.git//sub?ref=v1.2.0' None
repository: python-hcl2, '"git::https://git.test/mod.git//sub?ref=v1.2.0"' None
EXPECTED
diff expected seen
echo "modules of Terraform are listed as they were seen"
