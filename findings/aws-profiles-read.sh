#!/bin/sh
# botocore 1.44.8 (PyPI), @smithy/shared-ini-file-loader 4.7.2 (npm) and github.com/aws/aws-sdk-go-v2/config v1.33.18, seen
# on 2026-11-30 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: AWS config and credentials: botocore (PyPI), @smithy/shared-ini-file-loader (npm) and
# aws-sdk-go-v2/config read the same region and keys for a profile; comments behind a value and quoted names may differ.
# Seen: both do: a comment is a part of the value for botocore alone, and Go finds no profile with a quoted name. Other things
# differ as well. Only Go takes quotes off a value and blanks around a profile. Node does not know `:` or a key in capitals, and
# drops the second line of a value; it alone reads a file behind a byte order mark. For botocore a key or a profile that is
# there twice makes the whole file invalid; the others take the last. An empty region is none for Node and Go, and an empty
# text for botocore. Which file has precedence, nested settings and lines of Windows are alike.
# Whom it meets: tests that write a profile for a server of their own. With a mock: write `region = x` without quotes, and
# comments on lines of their own.
# Output seen: the lines that EXPECTED has below: region, key and secret.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import pathlib

KEYS = "aws_access_key_id = A\naws_secret_access_key = S\n"
CASES = {
    "plain": "[profile p]\nregion = r\n",
    "comment behind": "[profile p]\nregion = r # c\n",
    "comment behind the profile": "[profile p] # c\nregion = r\n",
    "quotes of a name": '[profile "p"]\nregion = r\n',
    "quotes of a value": '[profile p]\nregion = "r"\n',
    "blanks in brackets": "[ profile p ]\nregion = r\n",
    "colon": "[profile p]\nregion : r\n",
    "capitals": "[profile p]\nREGION = r\n",
    "key twice": "[profile p]\nregion = q\nregion = r\n",
    "profile twice": "[profile p]\nregion = q\n[profile p]\nregion = r\n",
    "second line": "[profile p]\nregion = r\n  s\n",
    "nested": "[profile p]\ns3 =\n  region = q\nregion = r\n",
    "empty": "[profile p]\nregion =\n",
    "windows": "[profile p]\r\nregion = r\r\n",
    "byte order mark": "\ufeff[profile p]\nregion = r\n",
    "keys in both": f"[profile p]\nregion = r\n{KEYS.replace('= ', '= old')}",
}
for name, text in CASES.items():
    folder = pathlib.Path("cases", name)
    folder.mkdir(parents=True)
    (folder / "config").write_bytes(text.encode())
    (folder / "credentials").write_text(f"[p]\n{KEYS}")
PY
python3 write.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check botocore==1.44.8
cat > read.py <<'PY'
import json
import os
import pathlib

import botocore.exceptions
import botocore.session

for folder in sorted(pathlib.Path("cases").iterdir()):
    os.environ["AWS_CONFIG_FILE"] = str(folder / "config")
    os.environ["AWS_SHARED_CREDENTIALS_FILE"] = str(folder / "credentials")
    try:
        session = botocore.session.Session(profile="p")
        keys = session.get_credentials()
        answer = json.dumps([session.get_config_variable("region"), keys.access_key, keys.secret_key])
    except botocore.exceptions.BotoCoreError as error:
        answer = f"refused, {type(error).__name__}"
    print(f"{folder.name}: botocore {answer}")
PY
npm install --silent --no-audit --no-fund @smithy/shared-ini-file-loader@4.7.2
cat > read.cjs <<'JS'
const { readdirSync } = require('node:fs');
const { loadSharedConfigFiles } = require('@smithy/shared-ini-file-loader');

async function main() {
  for (const name of readdirSync('cases')) {
    const files = { configFilepath: `cases/${name}/config`, filepath: `cases/${name}/credentials`, ignoreCache: true };
    const { configFile, credentialsFile } = await loadSharedConfigFiles(files);
    const found = { ...configFile.p, ...credentialsFile.p };
    const parts = [found.region ?? null, found.aws_access_key_id ?? null, found.aws_secret_access_key ?? null];
    console.log(`${name}: smithy [${parts.map((part) => JSON.stringify(part)).join(', ')}]`);
  }
}
main();
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"
)

func text(value string) string {
	if value == "" {
		return "null"
	}
	return fmt.Sprintf("%q", value)
}

func main() {
	folders, _ := os.ReadDir("cases")
	for _, folder := range folders {
		read, err := config.LoadSharedConfigProfile(context.Background(), "p", func(options *config.LoadSharedConfigOptions) {
			options.ConfigFiles = []string{"cases/" + folder.Name() + "/config"}
			options.CredentialsFiles = []string{"cases/" + folder.Name() + "/credentials"}
		})
		if err != nil {
			fmt.Printf("%s: Go refused, %v\n", folder.Name(), err)
			continue
		}
		fmt.Printf("%s: Go [%s, %s, %s]\n", folder.Name(), text(read.Region), text(read.Credentials.AccessKeyID),
			text(read.Credentials.SecretAccessKey))
	}
}
GO
{
  go mod init finding.test/profiles
  go get github.com/aws/aws-sdk-go-v2/config@v1.33.18
  go mod tidy
} 2> /dev/null
unset AWS_PROFILE AWS_DEFAULT_PROFILE AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
{ venv/bin/python read.py; node read.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
blanks in brackets: Go ["r", "A", "S"]
blanks in brackets: botocore [null, "A", "S"]
blanks in brackets: smithy [null, "A", "S"]
byte order mark: Go [null, "A", "S"]
byte order mark: botocore refused, ConfigParseError
byte order mark: smithy ["r", "A", "S"]
capitals: Go ["r", "A", "S"]
capitals: botocore ["r", "A", "S"]
capitals: smithy [null, "A", "S"]
colon: Go ["r", "A", "S"]
colon: botocore ["r", "A", "S"]
colon: smithy [null, "A", "S"]
comment behind the profile: Go ["r", "A", "S"]
comment behind the profile: botocore ["r", "A", "S"]
comment behind the profile: smithy ["r", "A", "S"]
comment behind: Go ["r", "A", "S"]
comment behind: botocore ["r # c", "A", "S"]
comment behind: smithy ["r", "A", "S"]
empty: Go [null, "A", "S"]
empty: botocore ["", "A", "S"]
empty: smithy [null, "A", "S"]
key twice: Go ["r", "A", "S"]
key twice: botocore refused, ConfigParseError
key twice: smithy ["r", "A", "S"]
keys in both: Go ["r", "A", "S"]
keys in both: botocore ["r", "A", "S"]
keys in both: smithy ["r", "A", "S"]
nested: Go ["r", "A", "S"]
nested: botocore ["r", "A", "S"]
nested: smithy ["r", "A", "S"]
plain: Go ["r", "A", "S"]
plain: botocore ["r", "A", "S"]
plain: smithy ["r", "A", "S"]
profile twice: Go ["r", "A", "S"]
profile twice: botocore refused, ConfigParseError
profile twice: smithy ["r", "A", "S"]
quotes of a name: Go [null, "A", "S"]
quotes of a name: botocore ["r", "A", "S"]
quotes of a name: smithy ["r", "A", "S"]
quotes of a value: Go ["r", "A", "S"]
quotes of a value: botocore ["\"r\"", "A", "S"]
quotes of a value: smithy ["\"r\"", "A", "S"]
second line: Go ["r\ns", "A", "S"]
second line: botocore ["r\ns", "A", "S"]
second line: smithy ["r", "A", "S"]
windows: Go ["r", "A", "S"]
windows: botocore ["r", "A", "S"]
windows: smithy ["r", "A", "S"]
EXPECTED
diff expected seen
echo "profiles of AWS are read as it was seen"
