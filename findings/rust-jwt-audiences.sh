#!/bin/sh
# jsonwebtoken 10.4.0, jwt 0.16.0, jwt-compact 0.8.0 and jwt-simple 0.12.13 (crates.io), seen on 2026-11-30 with Rust 1.95 and
# Python 3.11, which makes the tokens.
#
# Guess before it was run: four readers of JWT in Rust take each valid token with the right audience; one or two refuse a time
# with a fraction.
# Seen: jwt does, and with an exponent. Its registered claims also have one text as audience, though `aud` is a list as a rule
# (RFC 7519, 4.1.3), so a token for two services, and one for a single service in a list, is refused. As type it knows `JWT`
# only: `jwt`, which has no case as a media type, `at+jwt` of RFC 9068 and any content type end it. `application/jwt` is the
# same type as `JWT` (RFC 7515, 4.1.9); jwt-simple refuses it, too. jsonwebtoken wants an end unless it is told otherwise.
# Other headers are ignored by all.
# Whom it meets: services in Rust that change their issuer. With a mock: mint a token for two audiences, and one of the type
# `at+jwt`. Cure for jwt: claims of one's own.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.py <<'PY'
import base64
import hashlib
import hmac

HEADER = '{"alg":"HS256"}'
CASES = [
    ("plain", HEADER, '{"aud":"api","exp":4102444800}'),
    ("audience in a list", HEADER, '{"aud":["api"],"exp":4102444800}'),
    ("two audiences", HEADER, '{"aud":["other","api"],"exp":4102444800}'),
    ("end with a fraction", HEADER, '{"aud":"api","exp":4102444800.5}'),
    ("end with an exponent", HEADER, '{"aud":"api","exp":4.1024448e9}'),
    ("start with a fraction", HEADER, '{"aud":"api","exp":4102444800,"nbf":1700000000.25}'),
    ("no end", HEADER, '{"aud":"api"}'),
    ("type jwt", '{"alg":"HS256","typ":"jwt"}', '{"aud":"api","exp":4102444800}'),
    ("type at+jwt", '{"alg":"HS256","typ":"at+jwt"}', '{"aud":"api","exp":4102444800}'),
    ("type application/jwt", '{"alg":"HS256","typ":"application/jwt"}', '{"aud":"api","exp":4102444800}'),
    ("content type", '{"alg":"HS256","cty":"json"}', '{"aud":"api","exp":4102444800}'),
    ("unknown header", '{"alg":"HS256","origin":"test"}', '{"aud":"api","exp":4102444800}'),
]


def part(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


for name, header, claims in CASES:
    text = f"{part(header.encode())}.{part(claims.encode())}"
    print(f"{name}|{text}.{part(hmac.digest(b'k' * 32, text.encode(), hashlib.sha256))}")
PY
python3 make.py > tokens
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "audiences"
version = "0.0.0"
edition = "2021"

[dependencies]
hmac = "=0.12.1"
jsonwebtoken = { version = "=10.4.0", features = ["rust_crypto"] }
jwt = "=0.16.0"
jwt-compact = "=0.8.0"
jwt-simple = { version = "=0.12.13", default-features = false, features = ["pure-rust"] }
serde = { version = "1", features = ["derive"] }
sha2 = "=0.10.9"
TOML
cat > src/main.rs <<'RUST'
use std::collections::HashSet;
use std::error::Error;

const KEY: [u8; 32] = [b'k'; 32];

#[derive(serde::Serialize, serde::Deserialize, Clone)]
struct Other {}

type Answer = Result<(), Box<dyn Error>>;

fn by_jsonwebtoken(token: &str) -> Answer {
    let mut rules = jsonwebtoken::Validation::new(jsonwebtoken::Algorithm::HS256);
    rules.set_audience(&["api"]);
    jsonwebtoken::decode::<Other>(token, &jsonwebtoken::DecodingKey::from_secret(&KEY), &rules)?;
    Ok(())
}

fn by_jwt(token: &str) -> Answer {
    use hmac::Mac;
    use jwt::VerifyWithKey;
    let key = hmac::Hmac::<sha2::Sha256>::new_from_slice(&KEY)?;
    let _: jwt::RegisteredClaims = token.verify_with_key(&key)?;
    Ok(())
}

fn by_jwt_compact(token: &str) -> Answer {
    use jwt_compact::alg::{Hs256, Hs256Key};
    use jwt_compact::prelude::*;
    let read = UntrustedToken::new(token)?;
    Hs256.validator::<Other>(&Hs256Key::new(KEY)).validate(&read)?;
    Ok(())
}

fn by_jwt_simple(token: &str) -> Answer {
    use jwt_simple::prelude::*;
    let mut rules = VerificationOptions::default();
    rules.allowed_audiences = Some(HashSet::from(["api".to_string()]));
    HS256Key::from_bytes(&KEY).verify_token::<NoCustomClaims>(token, Some(rules)).map_err(|error| error.to_string())?;
    Ok(())
}

fn main() {
    let readers: [(&str, fn(&str) -> Answer); 4] = [
        ("jsonwebtoken", by_jsonwebtoken),
        ("jwt", by_jwt),
        ("jwt-compact", by_jwt_compact),
        ("jwt-simple", by_jwt_simple),
    ];
    for line in std::fs::read_to_string("tokens").unwrap().lines() {
        let (name, token) = line.split_once('|').unwrap();
        for (title, read) in readers {
            match read(token) {
                Ok(()) => println!("{name} by {title}: taken"),
                Err(error) => println!("{name} by {title}: refused, {error}"),
            }
        }
    }
}
RUST
CARGO_TARGET_DIR="$folder/target" cargo run --quiet > seen 2> log || { cat log; exit 1; }
cat > expected <<'EXPECTED'
plain by jsonwebtoken: taken
plain by jwt: taken
plain by jwt-compact: taken
plain by jwt-simple: taken
audience in a list by jsonwebtoken: taken
audience in a list by jwt: refused, invalid type: sequence, expected a string at line 1 column 7
audience in a list by jwt-compact: taken
audience in a list by jwt-simple: taken
two audiences by jsonwebtoken: taken
two audiences by jwt: refused, invalid type: sequence, expected a string at line 1 column 7
two audiences by jwt-compact: taken
two audiences by jwt-simple: taken
end with a fraction by jsonwebtoken: taken
end with a fraction by jwt: refused, invalid type: floating point `4102444800.5`, expected u64 at line 1 column 31
end with a fraction by jwt-compact: taken
end with a fraction by jwt-simple: taken
end with an exponent by jsonwebtoken: taken
end with an exponent by jwt: refused, invalid type: floating point `4102444800.0`, expected u64 at line 1 column 30
end with an exponent by jwt-compact: taken
end with an exponent by jwt-simple: taken
start with a fraction by jsonwebtoken: taken
start with a fraction by jwt: refused, invalid type: floating point `1700000000.25`, expected u64 at line 1 column 49
start with a fraction by jwt-compact: taken
start with a fraction by jwt-simple: taken
no end by jsonwebtoken: refused, Missing required claim: exp
no end by jwt: taken
no end by jwt-compact: taken
no end by jwt-simple: taken
type jwt by jsonwebtoken: taken
type jwt by jwt: refused, unknown variant `jwt`, expected `JWT` at line 1 column 26
type jwt by jwt-compact: taken
type jwt by jwt-simple: taken
type at+jwt by jsonwebtoken: taken
type at+jwt by jwt: refused, unknown variant `at+jwt`, expected `JWT` at line 1 column 29
type at+jwt by jwt-compact: taken
type at+jwt by jwt-simple: taken
type application/jwt by jsonwebtoken: taken
type application/jwt by jwt: refused, unknown variant `application/jwt`, expected `JWT` at line 1 column 38
type application/jwt by jwt-compact: taken
type application/jwt by jwt-simple: refused, Not a JWT token
content type by jsonwebtoken: taken
content type by jwt: refused, unknown variant `json`, expected `JWT` at line 1 column 27
content type by jwt-compact: taken
content type by jwt-simple: taken
unknown header by jsonwebtoken: taken
unknown header by jwt: taken
unknown header by jwt-compact: taken
unknown header by jwt-simple: taken
EXPECTED
diff expected seen
echo "readers of JWT in Rust behave as they were seen"
