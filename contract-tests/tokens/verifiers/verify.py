"""Verifies each token by the keys of an issuer: ISSUER TOKEN ... Prints the subject of each, or why it is refused."""

import sys

import jwt

issuer, *tokens = sys.argv[1:]
keys = jwt.PyJWKClient(f"{issuer}/.well-known/jwks.json")
for token in tokens:
    try:
        key = keys.get_signing_key_from_jwt(token).key
        print(jwt.decode(token, key, algorithms=["RS256"], issuer=issuer, audience=issuer)["sub"])
    except jwt.PyJWTError as error:
        print("refused:", type(error).__name__)
