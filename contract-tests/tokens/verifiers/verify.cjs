// Verifies each token by the keys of an issuer: ISSUER TOKEN ... Prints the subject of each, or why it is refused.
const jwt = require('jsonwebtoken');
const { JwksClient } = require('jwks-rsa');

const [issuer, ...tokens] = process.argv.slice(2);
const client = new JwksClient({ jwksUri: `${issuer}/.well-known/jwks.json` });
const keyOf = ({ kid }, use) => client.getSigningKey(kid, (error, key) => use(error, key?.getPublicKey()));
const verify = (token) =>
  new Promise((resolve) => {
    jwt.verify(token, keyOf, { algorithms: ['RS256'], issuer, audience: issuer }, (error, claims) =>
      resolve(error ? `refused: ${error.name}` : claims.sub),
    );
  });

const main = async () => {
  for (const token of tokens) process.stdout.write(`${await verify(token)}\n`);
};
main();
