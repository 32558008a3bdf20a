#!/bin/sh
# argon2-cffi 25.1.0 and PyNaCl 1.6.2 (PyPI), argon2 0.45.1, @node-rs/argon2 2.2.1 and hash-wasm 4.13.0 (npm),
# github.com/alexedwards/argon2id v1.0.0 and github.com/matthewhartstonge/argon2 v1.1.1, spring-security-crypto 7.0.0 with
# bcprov 1.81 and password4j 1.8.4 (Maven Central), and argon2 0.6.0 and rust-argon2 3.0.0 (crates.io), seen on 2026-11-30
# with Python 3.11, Node 20, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: eight libraries verify each valid text of Argon2 that the reference verifies; a text without `v=`
# (version 16) is refused by some. Three more were added after.
# Seen: argon2 (npm), @node-rs/argon2, argon2-cffi and rust-argon2 verify all. The reference takes a text without a version
# for one of version 16, which was written so. Six refuse it or say that the password is wrong; version 16 in full is verified
# by Spring, password4j and the argon2 of Rust, and not by PyNaCl, hash-wasm and both of Go. A salt and a hash may have 2^32 -
# 1 bytes (RFC 9106, 3.1), but not above 48 and 64 for the argon2 of Rust, and PyNaCl has no text above 127 bytes. Lanes are
# counted in one byte by both of Go: 300 are an error in one, and a wrong password in the other, which says the same of each
# Argon2d. Spring and password4j find an empty password wrong always, and hash-wasm refuses it. alexedwards is given Argon2id
# only, as its name says.
# Whom it meets: who moves users with their hashes from one service to another. With a mock: seed a user by each form of hash.
# Output seen: the lines that EXPECTED has below: each text that a library does not verify, and the number of texts that it
# does.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check argon2-cffi==25.1.0 pynacl==1.6.2
# The texts are made by the reference, which argon2-cffi has inside.
cat > texts.py <<'PY'
from argon2.low_level import Type, hash_secret


def show(title, kind=Type.ID, version=19, memory=64, lanes=1, length=32, salt=b"salt" * 4, password=b"correct horse"):
    text = hash_secret(password, salt, 1, memory, lanes, length, kind, version).decode()
    if title.endswith("no version"):
        text = text.replace("$v=16", "")
    print(title, password.decode(), text, sep="|")


show("argon2id")
show("argon2i", Type.I)
show("argon2d", Type.D)
show("argon2id, version 16", version=16)
show("argon2i, version 16", Type.I, 16)
show("argon2i, no version", Type.I, 16)
show("8 KiB", memory=8)
show("65 KiB", memory=65)
show("4 lanes", lanes=4)
show("300 lanes", lanes=300, memory=2400)
show("salt of 8 bytes", salt=b"saltsalt")
show("salt of 64 bytes", salt=b"salt" * 16)
show("hash of 16 bytes", length=16)
show("hash of 64 bytes", length=64)
show("hash of 100 bytes", length=100)
show("empty password", password=b"")
PY
venv/bin/python texts.py > texts
cat > verify.py <<'PY'
import argon2
import nacl.exceptions
import nacl.pwhash

for line in open("texts", encoding="utf-8").read().splitlines():
    title, password, text = line.split("|")
    for name, verify in {
        "argon2-cffi": lambda: argon2.PasswordHasher().verify(text, password),
        "PyNaCl": lambda: nacl.pwhash.verify(text.encode(), password.encode()),
    }.items():
        try:
            answer = "yes" if verify() else "no"
        except (argon2.exceptions.VerifyMismatchError, nacl.exceptions.InvalidkeyError):
            answer = "no"
        except Exception:
            answer = "refused"
        print(f"{name}: {title}, {answer}")
PY
npm install --silent --no-audit --no-fund argon2@0.45.1 @node-rs/argon2@2.2.1 hash-wasm@4.13.0
cat > verify.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { verify } from '@node-rs/argon2';
import argon2 from 'argon2';
import { argon2Verify } from 'hash-wasm';

const libraries = {
  'argon2 (npm)': (text, password) => argon2.verify(text, password),
  '@node-rs/argon2': (text, password) => verify(text, password),
  'hash-wasm': (hash, password) => argon2Verify({ hash, password }),
};
for (const line of readFileSync('texts', 'utf8').trim().split('\n')) {
  const [title, password, text] = line.split('|');
  for (const [name, check] of Object.entries(libraries)) {
    let answer = 'refused';
    try {
      answer = (await check(text, password)) ? 'yes' : 'no';
    } catch {}
    console.log(`${name}: ${title}, ${answer}`);
  }
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alexedwards/argon2id"
	"github.com/matthewhartstonge/argon2"
)

func show(name, title string, valid bool, err error) {
	answer := map[bool]string{true: "yes", false: "no"}[valid]
	if err != nil {
		answer = "refused"
	}
	fmt.Printf("%s: %s, %s\n", name, title, answer)
}

func main() {
	file, _ := os.ReadFile("texts")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, "|")
		valid, err := argon2id.ComparePasswordAndHash(parts[1], parts[2])
		if !strings.HasPrefix(parts[2], "$argon2id$") {
			continue
		}
		show("alexedwards", parts[0], valid, err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, "|")
		valid, err := argon2.VerifyEncoded([]byte(parts[1]), []byte(parts[2]))
		show("matthewhartstonge", parts[0], valid, err)
	}
}
GO
{
  go mod init finding.test/verify
  go get github.com/alexedwards/argon2id@v1.0.0 github.com/matthewhartstonge/argon2@v1.1.1
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>verify</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.springframework.security</groupId><artifactId>spring-security-crypto</artifactId><version>7.0.0</version>
    </dependency>
    <dependency><groupId>org.bouncycastle</groupId><artifactId>bcprov-jdk18on</artifactId><version>1.81</version></dependency>
    <dependency><groupId>com.password4j</groupId><artifactId>password4j</artifactId><version>1.8.4</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
    <dependency><groupId>commons-logging</groupId><artifactId>commons-logging</artifactId><version>1.3.5</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Verify.java <<'JAVA'
import com.password4j.Argon2Function;
import com.password4j.Password;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;

class Verify {
    static void show(String name, String title, Callable<Boolean> verify) {
        String answer;
        try {
            answer = verify.call() ? "yes" : "no";
        } catch (Exception error) {
            answer = "refused";
        }
        System.out.println(name + ": " + title + ", " + answer);
    }

    public static void main(String[] arguments) throws Exception {
        var spring = Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8();
        for (var line : Files.readAllLines(Path.of("texts"))) {
            var parts = line.split("\\|");
            show("Spring", parts[0], () -> spring.matches(parts[1], parts[2]));
            show("password4j", parts[0],
                    () -> Password.check(parts[1], parts[2]).with(Argon2Function.getInstanceFromHash(parts[2])));
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
argon2 = "=0.6.0"
rust_argon2 = { package = "rust-argon2", version = "=3.0.0" }

[profile.dev.package."*"]
opt-level = 2
TOML
cat > src/main.rs <<'RUST'
use argon2::password_hash::{phc::PasswordHash, Error};
use argon2::{Argon2, PasswordVerifier};

fn main() {
    for line in include_str!("../texts").lines() {
        let parts: Vec<&str> = line.split('|').collect();
        let found = PasswordHash::new(parts[2]).map(|hash| Argon2::default().verify_password(parts[1].as_bytes(), &hash));
        let answer = match found {
            Ok(Ok(())) => "yes",
            Ok(Err(Error::PasswordInvalid)) => "no",
            _ => "refused",
        };
        println!("argon2 (Rust): {}, {answer}", parts[0]);
        let answer = match rust_argon2::verify_encoded(parts[2], parts[1].as_bytes()) {
            Ok(true) => "yes",
            Ok(false) => "no",
            Err(_) => "refused",
        };
        println!("rust-argon2: {}, {answer}", parts[0]);
    }
}
RUST
{
  venv/bin/python verify.py
  node verify.mjs
  go run .
  java -cp 'classes/*' Verify.java
  CARGO_TARGET_DIR=target cargo run --quiet
} > answers
{
  grep -v ', yes$' answers
  sed -n 's/: .*, yes$/ verifies/p' answers | LC_ALL=C sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2 \1/'
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
@node-rs/argon2 verifies 16
PyNaCl verifies 9
PyNaCl: argon2d, no
PyNaCl: argon2i, no version, no
PyNaCl: argon2i, version 16, no
PyNaCl: argon2id, version 16, no
PyNaCl: hash of 100 bytes, refused
PyNaCl: hash of 64 bytes, refused
PyNaCl: salt of 64 bytes, refused
Spring verifies 14
Spring: argon2i, no version, no
Spring: empty password, no
alexedwards verifies 10
alexedwards: 300 lanes, refused
alexedwards: argon2id, version 16, refused
argon2 (Rust) verifies 13
argon2 (Rust): argon2i, no version, no
argon2 (Rust): hash of 100 bytes, refused
argon2 (Rust): salt of 64 bytes, refused
argon2 (npm) verifies 16
argon2-cffi verifies 16
hash-wasm verifies 12
hash-wasm: argon2i, no version, refused
hash-wasm: argon2i, version 16, refused
hash-wasm: argon2id, version 16, refused
hash-wasm: empty password, refused
matthewhartstonge verifies 11
matthewhartstonge: 300 lanes, no
matthewhartstonge: argon2d, no
matthewhartstonge: argon2i, no version, refused
matthewhartstonge: argon2i, version 16, no
matthewhartstonge: argon2id, version 16, no
password4j verifies 14
password4j: argon2i, no version, refused
password4j: empty password, no
rust-argon2 verifies 16
EXPECTED
diff expected seen
echo "texts of Argon2 are verified as they were seen"
