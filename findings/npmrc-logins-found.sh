#!/bin/sh
# @npmcli/config 10.14.0 with npm-registry-fetch 18.0.2 (both are what npm uses), registry-auth-token 5.1.1 and
# @pnpm/network.auth-header 1001.0.0 with @pnpm/npm-conf 3.0.3 (npm), and deno_npmrc 0.21.0 and npmrc-config-rs 0.2.1
# (crates.io), seen on 2026-12-01 with Node 20 and Rust 1.95.
#
# Guess before it was run: five readers of .npmrc find the same token for a registry with path and port; a variable that is
# not set differs.
# Seen: a variable that is not set differs, and so do others. npm leaves `${MISSING}` as it is, and takes the empty text
# for `${MISSING?}` (npmrc, npm documentation): the token is then the name of the variable for npm and both crates, and for
# the second form for deno_npmrc only; pnpm and registry-auth-token have no token for both. `${EMPTY:-default}` is known to
# these two alone, though registry-auth-token is not part of pnpm; it also replaces `$GIVEN` and the escaped `\${GIVEN}`.
# With a path of the registry the slash before the colon may be missing for three readers, and for pnpm and npmrc-config-rs
# not. For a registry that is asked for as `…/api`, the token of `…/api/` is found by pnpm and registry-auth-token;
# npmrc-config-rs does not go up from the address of an archive to its registry. deno_npmrc compares hosts without regard
# to case. Ports, quotes, comments and `_auth` are alike; deno_npmrc gives passwords as they are written.
# Whom it meets: who has a login for a private registry in one file for several tools. With a mock: serve a registry below
# a path, and look which tools send the token.
# Output seen: the lines that EXPECTED has below; a line is the file, the address and the login.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIVEN=given EMPTY=
mkdir -p home project
cat > cases.json <<'JSON'
[
  [["//npm.test/:_authToken=t"], "https://npm.test/"],
  [["//npm.test/:_authToken=t"], "https://npm.test/a/-/a-1.0.0.tgz"],
  [["//npm.test:_authToken=t"], "https://npm.test/"],
  [["//npm.test:443/:_authToken=t"], "https://npm.test/"],
  [["//NPM.test/:_authToken=t"], "https://npm.test/"],
  [["//npm.test/api/:_authToken=t"], "https://npm.test/api/"],
  [["//npm.test/api:_authToken=t"], "https://npm.test/api/"],
  [["//npm.test/api/:_authToken=t"], "https://npm.test/api/a"],
  [["//npm.test/api/:_authToken=t"], "https://npm.test/api"],
  [["//npm.test/:_authToken=t", "//npm.test/api/:_authToken=u"], "https://npm.test/api/a"],
  [["//npm.test/:_auth=YTpi"], "https://npm.test/"],
  [["//npm.test/:username=a", "//npm.test/:_password=Yg=="], "https://npm.test/"],
  [["//npm.test/:username=a", "//npm.test/:_password=\"Yg==\""], "https://npm.test/"],
  [["//npm.test/:_auth=YTpi", "//npm.test/:_authToken=t"], "https://npm.test/"],
  [["//npm.test/:_authToken=${GIVEN}"], "https://npm.test/"],
  [["//npm.test/:_authToken=x-${GIVEN}-y"], "https://npm.test/"],
  [["//npm.test/:_authToken=$GIVEN"], "https://npm.test/"],
  [["//npm.test/:_authToken=${MISSING}"], "https://npm.test/"],
  [["//npm.test/:_authToken=${MISSING?}"], "https://npm.test/"],
  [["//npm.test/:_authToken=${MISSING-default}"], "https://npm.test/"],
  [["//npm.test/:_authToken=${EMPTY:-default}"], "https://npm.test/"],
  [["//npm.test/:_authToken=\\${GIVEN}"], "https://npm.test/"],
  [["//npm.test/:_authToken='t'"], "https://npm.test/"],
  [["//npm.test/:_authToken=t ; note"], "https://npm.test/"],
  [["//npm.test/:_authToken=t#1"], "https://npm.test/"]
]
JSON
npm install --silent --no-audit --no-fund @npmcli/config@10.14.0 npm-registry-fetch@18.0.2 registry-auth-token@5.1.1 \
  @pnpm/network.auth-header@1001.0.0 @pnpm/npm-conf@3.0.3
cat > ask.cjs <<'JS'
const { readFileSync, writeFileSync } = require('node:fs');
const Config = require('@npmcli/config');
const { definitions, flatten, shorthands } = require('@npmcli/config/lib/definitions');
const { createGetAuthHeaderByURI } = require('@pnpm/network.auth-header');
const npmConf = require('@pnpm/npm-conf');
const getAuth = require('npm-registry-fetch/lib/auth.js');
const registryAuthToken = require('registry-auth-token');

const basic = (text) => `Basic ${Buffer.from(text, 'base64')}`;
const askers = {
  npm: async (url) => {
    const config = new Config({ npmPath: process.cwd(), definitions, shorthands, flatten, argv: [], warn: false });
    await config.load();
    const auth = getAuth(url, config.flat);
    return auth.token ? `Bearer ${auth.token}` : auth.auth ? basic(auth.auth) : 'none';
  },
  'registry-auth-token': (url) => {
    const auth = registryAuthToken(url, { recursive: true });
    return auth?.type === 'Basic' ? basic(auth.token) : auth?.token ? `Bearer ${auth.token}` : 'none';
  },
  pnpm: (url) => {
    const { config } = npmConf();
    const allSettings = Object.assign({}, ...config.list.toReversed());
    const header = createGetAuthHeaderByURI({ allSettings, userSettings: {} })(url);
    return header?.startsWith('Basic ') ? basic(header.slice(6)) : (header ?? 'none');
  },
};

(async () => {
  const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
  process.chdir('project');
  writeFileSync('package.json', '{}');
  for (const [lines, url] of cases) {
    writeFileSync('.npmrc', `${lines.join('\n')}\n`);
    for (const [name, ask] of Object.entries(askers)) {
      let answer = 'refused';
      try {
        answer = await ask(url);
      } catch {}
      console.log(`${lines.join('; ')}, ${url}: ${name}, ${answer}`);
    }
  }
})();
JS
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
deno_npmrc = "=0.21.0"
npmrc-config-rs = "=0.2.1"
serde_json = "1"
sys_traits = { version = "0.1.28", features = ["real"] }
TOML
cat > src/main.rs <<'RUST'
use deno_npmrc::{NpmRc, NpmRegistryUrl};
use npmrc_config_rs::{Credentials, NpmrcConfig};
use sys_traits::impls::RealSys;

fn of_deno(text: &str, url: &str) -> Option<String> {
    let read = NpmRc::parse(&RealSys, text).ok()?;
    let registry = NpmRegistryUrl { url: "https://other.test/".parse().unwrap(), from_env: false };
    let resolved = read.as_resolved(&registry).ok()?;
    let Some(found) = resolved.tarball_config(&url.parse().unwrap()) else { return Some("none".to_string()) };
    Some(match (&found.auth_token, &found.auth, &found.username, &found.password) {
        (Some(token), ..) => format!("Bearer {token}"),
        (_, Some(auth), ..) => format!("Basic base64 of {auth}"),
        (_, _, Some(user), Some(password)) => format!("Basic {user} and base64 of {password}"),
        _ => "none".to_string(),
    })
}

fn of_npmrc_config(text: &str, url: &str) -> Option<String> {
    std::fs::write("one.npmrc", text).unwrap();
    let read = NpmrcConfig::load_from_file("one.npmrc".as_ref()).ok()?;
    Some(match read.credentials_for(&url.parse().unwrap()) {
        Some(Credentials::Token { token, .. }) => format!("Bearer {token}"),
        Some(Credentials::BasicAuth { username, password, .. }) => format!("Basic {username}:{password}"),
        Some(Credentials::LegacyAuth { username, password, .. }) => format!("Basic {username}:{password}"),
        _ => "none".to_string(),
    })
}

fn main() {
    let cases: Vec<(Vec<String>, String)> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for (lines, url) in cases {
        let text = lines.join("\n") + "\n";
        for (name, answer) in [("deno_npmrc", of_deno(&text, &url)), ("npmrc-config-rs", of_npmrc_config(&text, &url))] {
            println!("{}, {url}: {name}, {}", lines.join("; "), answer.unwrap_or("refused".to_string()));
        }
    }
}
RUST
{
  HOME="$folder/home" node ask.cjs
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
//NPM.test/:_authToken=t, https://npm.test/: deno_npmrc, Bearer t
//NPM.test/:_authToken=t, https://npm.test/: npm, none
//NPM.test/:_authToken=t, https://npm.test/: npmrc-config-rs, none
//NPM.test/:_authToken=t, https://npm.test/: pnpm, none
//NPM.test/:_authToken=t, https://npm.test/: registry-auth-token, none
//npm.test/:_auth=YTpi, https://npm.test/: deno_npmrc, Basic base64 of YTpi
//npm.test/:_auth=YTpi, https://npm.test/: npm, Basic a:b
//npm.test/:_auth=YTpi, https://npm.test/: npmrc-config-rs, Basic a:b
//npm.test/:_auth=YTpi, https://npm.test/: pnpm, Basic a:b
//npm.test/:_auth=YTpi, https://npm.test/: registry-auth-token, Basic a:b
//npm.test/:_auth=YTpi; //npm.test/:_authToken=t, https://npm.test/: deno_npmrc, Bearer t
//npm.test/:_auth=YTpi; //npm.test/:_authToken=t, https://npm.test/: npm, Bearer t
//npm.test/:_auth=YTpi; //npm.test/:_authToken=t, https://npm.test/: npmrc-config-rs, Bearer t
//npm.test/:_auth=YTpi; //npm.test/:_authToken=t, https://npm.test/: pnpm, Bearer t
//npm.test/:_auth=YTpi; //npm.test/:_authToken=t, https://npm.test/: registry-auth-token, Bearer t
//npm.test/:_authToken=$GIVEN, https://npm.test/: deno_npmrc, Bearer $GIVEN
//npm.test/:_authToken=$GIVEN, https://npm.test/: npm, Bearer $GIVEN
//npm.test/:_authToken=$GIVEN, https://npm.test/: npmrc-config-rs, Bearer $GIVEN
//npm.test/:_authToken=$GIVEN, https://npm.test/: pnpm, Bearer $GIVEN
//npm.test/:_authToken=$GIVEN, https://npm.test/: registry-auth-token, Bearer given
//npm.test/:_authToken=${EMPTY:-default}, https://npm.test/: deno_npmrc, Bearer ${EMPTY:-default}
//npm.test/:_authToken=${EMPTY:-default}, https://npm.test/: npm, Bearer ${EMPTY:-default}
//npm.test/:_authToken=${EMPTY:-default}, https://npm.test/: npmrc-config-rs, Bearer ${EMPTY:-default}
//npm.test/:_authToken=${EMPTY:-default}, https://npm.test/: pnpm, Bearer default
//npm.test/:_authToken=${EMPTY:-default}, https://npm.test/: registry-auth-token, Bearer default
//npm.test/:_authToken=${GIVEN}, https://npm.test/: deno_npmrc, Bearer given
//npm.test/:_authToken=${GIVEN}, https://npm.test/: npm, Bearer given
//npm.test/:_authToken=${GIVEN}, https://npm.test/: npmrc-config-rs, Bearer given
//npm.test/:_authToken=${GIVEN}, https://npm.test/: pnpm, Bearer given
//npm.test/:_authToken=${GIVEN}, https://npm.test/: registry-auth-token, Bearer given
//npm.test/:_authToken=${MISSING-default}, https://npm.test/: deno_npmrc, Bearer ${MISSING-default}
//npm.test/:_authToken=${MISSING-default}, https://npm.test/: npm, Bearer ${MISSING-default}
//npm.test/:_authToken=${MISSING-default}, https://npm.test/: npmrc-config-rs, Bearer ${MISSING-default}
//npm.test/:_authToken=${MISSING-default}, https://npm.test/: pnpm, Bearer default
//npm.test/:_authToken=${MISSING-default}, https://npm.test/: registry-auth-token, Bearer default
//npm.test/:_authToken=${MISSING?}, https://npm.test/: deno_npmrc, Bearer ${MISSING?}
//npm.test/:_authToken=${MISSING?}, https://npm.test/: npm, none
//npm.test/:_authToken=${MISSING?}, https://npm.test/: npmrc-config-rs, Bearer 
//npm.test/:_authToken=${MISSING?}, https://npm.test/: pnpm, none
//npm.test/:_authToken=${MISSING?}, https://npm.test/: registry-auth-token, none
//npm.test/:_authToken=${MISSING}, https://npm.test/: deno_npmrc, Bearer ${MISSING}
//npm.test/:_authToken=${MISSING}, https://npm.test/: npm, Bearer ${MISSING}
//npm.test/:_authToken=${MISSING}, https://npm.test/: npmrc-config-rs, Bearer ${MISSING}
//npm.test/:_authToken=${MISSING}, https://npm.test/: pnpm, none
//npm.test/:_authToken=${MISSING}, https://npm.test/: registry-auth-token, none
//npm.test/:_authToken='t', https://npm.test/: deno_npmrc, Bearer t
//npm.test/:_authToken='t', https://npm.test/: npm, Bearer t
//npm.test/:_authToken='t', https://npm.test/: npmrc-config-rs, Bearer t
//npm.test/:_authToken='t', https://npm.test/: pnpm, Bearer t
//npm.test/:_authToken='t', https://npm.test/: registry-auth-token, Bearer t
//npm.test/:_authToken=\${GIVEN}, https://npm.test/: deno_npmrc, Bearer ${GIVEN}
//npm.test/:_authToken=\${GIVEN}, https://npm.test/: npm, Bearer ${GIVEN}
//npm.test/:_authToken=\${GIVEN}, https://npm.test/: npmrc-config-rs, Bearer ${GIVEN}
//npm.test/:_authToken=\${GIVEN}, https://npm.test/: pnpm, Bearer ${GIVEN}
//npm.test/:_authToken=\${GIVEN}, https://npm.test/: registry-auth-token, Bearer given
//npm.test/:_authToken=t ; note, https://npm.test/: deno_npmrc, Bearer t
//npm.test/:_authToken=t ; note, https://npm.test/: npm, Bearer t
//npm.test/:_authToken=t ; note, https://npm.test/: npmrc-config-rs, Bearer t
//npm.test/:_authToken=t ; note, https://npm.test/: pnpm, Bearer t
//npm.test/:_authToken=t ; note, https://npm.test/: registry-auth-token, Bearer t
//npm.test/:_authToken=t#1, https://npm.test/: deno_npmrc, Bearer t
//npm.test/:_authToken=t#1, https://npm.test/: npm, Bearer t
//npm.test/:_authToken=t#1, https://npm.test/: npmrc-config-rs, Bearer t
//npm.test/:_authToken=t#1, https://npm.test/: pnpm, Bearer t
//npm.test/:_authToken=t#1, https://npm.test/: registry-auth-token, Bearer t
//npm.test/:_authToken=t, https://npm.test/: deno_npmrc, Bearer t
//npm.test/:_authToken=t, https://npm.test/: npm, Bearer t
//npm.test/:_authToken=t, https://npm.test/: npmrc-config-rs, Bearer t
//npm.test/:_authToken=t, https://npm.test/: pnpm, Bearer t
//npm.test/:_authToken=t, https://npm.test/: registry-auth-token, Bearer t
//npm.test/:_authToken=t, https://npm.test/a/-/a-1.0.0.tgz: deno_npmrc, Bearer t
//npm.test/:_authToken=t, https://npm.test/a/-/a-1.0.0.tgz: npm, Bearer t
//npm.test/:_authToken=t, https://npm.test/a/-/a-1.0.0.tgz: npmrc-config-rs, none
//npm.test/:_authToken=t, https://npm.test/a/-/a-1.0.0.tgz: pnpm, Bearer t
//npm.test/:_authToken=t, https://npm.test/a/-/a-1.0.0.tgz: registry-auth-token, Bearer t
//npm.test/:_authToken=t; //npm.test/api/:_authToken=u, https://npm.test/api/a: deno_npmrc, Bearer u
//npm.test/:_authToken=t; //npm.test/api/:_authToken=u, https://npm.test/api/a: npm, Bearer u
//npm.test/:_authToken=t; //npm.test/api/:_authToken=u, https://npm.test/api/a: npmrc-config-rs, Bearer u
//npm.test/:_authToken=t; //npm.test/api/:_authToken=u, https://npm.test/api/a: pnpm, Bearer u
//npm.test/:_authToken=t; //npm.test/api/:_authToken=u, https://npm.test/api/a: registry-auth-token, Bearer u
//npm.test/:_authToken=x-${GIVEN}-y, https://npm.test/: deno_npmrc, Bearer x-given-y
//npm.test/:_authToken=x-${GIVEN}-y, https://npm.test/: npm, Bearer x-given-y
//npm.test/:_authToken=x-${GIVEN}-y, https://npm.test/: npmrc-config-rs, Bearer x-given-y
//npm.test/:_authToken=x-${GIVEN}-y, https://npm.test/: pnpm, Bearer x-given-y
//npm.test/:_authToken=x-${GIVEN}-y, https://npm.test/: registry-auth-token, Bearer x-given-y
//npm.test/:username=a; //npm.test/:_password="Yg==", https://npm.test/: deno_npmrc, Basic a and base64 of Yg==
//npm.test/:username=a; //npm.test/:_password="Yg==", https://npm.test/: npm, Basic a:b
//npm.test/:username=a; //npm.test/:_password="Yg==", https://npm.test/: npmrc-config-rs, Basic a:b
//npm.test/:username=a; //npm.test/:_password="Yg==", https://npm.test/: pnpm, Basic a:b
//npm.test/:username=a; //npm.test/:_password="Yg==", https://npm.test/: registry-auth-token, Basic a:b
//npm.test/:username=a; //npm.test/:_password=Yg==, https://npm.test/: deno_npmrc, Basic a and base64 of Yg==
//npm.test/:username=a; //npm.test/:_password=Yg==, https://npm.test/: npm, Basic a:b
//npm.test/:username=a; //npm.test/:_password=Yg==, https://npm.test/: npmrc-config-rs, Basic a:b
//npm.test/:username=a; //npm.test/:_password=Yg==, https://npm.test/: pnpm, Basic a:b
//npm.test/:username=a; //npm.test/:_password=Yg==, https://npm.test/: registry-auth-token, Basic a:b
//npm.test/api/:_authToken=t, https://npm.test/api/: deno_npmrc, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/: npm, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/: npmrc-config-rs, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/: pnpm, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/: registry-auth-token, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/a: deno_npmrc, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/a: npm, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/a: npmrc-config-rs, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/a: pnpm, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api/a: registry-auth-token, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api: deno_npmrc, none
//npm.test/api/:_authToken=t, https://npm.test/api: npm, none
//npm.test/api/:_authToken=t, https://npm.test/api: npmrc-config-rs, none
//npm.test/api/:_authToken=t, https://npm.test/api: pnpm, Bearer t
//npm.test/api/:_authToken=t, https://npm.test/api: registry-auth-token, Bearer t
//npm.test/api:_authToken=t, https://npm.test/api/: deno_npmrc, Bearer t
//npm.test/api:_authToken=t, https://npm.test/api/: npm, Bearer t
//npm.test/api:_authToken=t, https://npm.test/api/: npmrc-config-rs, none
//npm.test/api:_authToken=t, https://npm.test/api/: pnpm, none
//npm.test/api:_authToken=t, https://npm.test/api/: registry-auth-token, Bearer t
//npm.test:443/:_authToken=t, https://npm.test/: deno_npmrc, none
//npm.test:443/:_authToken=t, https://npm.test/: npm, none
//npm.test:443/:_authToken=t, https://npm.test/: npmrc-config-rs, none
//npm.test:443/:_authToken=t, https://npm.test/: pnpm, none
//npm.test:443/:_authToken=t, https://npm.test/: registry-auth-token, none
//npm.test:_authToken=t, https://npm.test/: deno_npmrc, Bearer t
//npm.test:_authToken=t, https://npm.test/: npm, Bearer t
//npm.test:_authToken=t, https://npm.test/: npmrc-config-rs, none
//npm.test:_authToken=t, https://npm.test/: pnpm, none
//npm.test:_authToken=t, https://npm.test/: registry-auth-token, Bearer t
EXPECTED
diff expected seen
echo "logins of .npmrc are found as they were seen"
