// Calls hosts that are written into it, in the ways that a program on Node has.
import { once } from 'node:events';
import { createServer, get as getPlain } from 'node:http';
import { Agent, get } from 'node:https';
import { Client, credentials } from '@grpc/grpc-js';

const API = 'https://api.example.com';
const ISSUER = 'https://issuer.example.com';
const OTHER = 'other.example.com';

const reasonOf = (error) => (error.cause ? reasonOf(error.cause) : (error.details ?? error.message));

const byFetch = async (url, options) => (await fetch(url, options)).json();

const agent = new Agent({ keepAlive: true });

const byHttps = (url) =>
  new Promise((resolve, reject) => {
    const read = (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(JSON.parse(text)));
    };
    const request = url.startsWith('https:') ? get(url, { agent }, read) : getPlain(url, read);
    request.on('error', reject);
  });

const byGrpc = (url) =>
  new Promise((resolve, reject) => {
    const client = new Client(`${new URL(url).hostname}:443`, credentials.createSsl());
    const bytes = (message) => message;
    client.makeUnaryRequest('/grpc.health.v1.Health/Check', bytes, bytes, Buffer.alloc(0), (error, answer) => {
      client.close();
      if (error) reject(error);
      // The one field of the answer is SERVING.
      else resolve({ response: answer.equals(Buffer.from([8, 1])) ? 'pong' : answer.toString('hex') });
    });
  });

for (const [name, call] of Object.entries({ byFetch, byHttps, byGrpc })) {
  const { response } = await call(`${API}/ping/v2/ping`);
  const refused = await call(`https://${OTHER}/ping/v2/ping`).then(() => 'answered', reasonOf);
  console.log(JSON.stringify([name, response, refused]));
}

// A server on this machine is called without the proxy.
const own = createServer((_, answer) => answer.end('{"response":"own"}')).listen(0, 'localhost');
await once(own, 'listening');
const ownUrl = `http://localhost:${own.address().port}/`;
console.log(JSON.stringify(['own', (await byFetch(ownUrl)).response, (await byHttps(ownUrl)).response]));
own.close();
own.closeAllConnections();
agent.destroy();

// As a workflow logs in: it asks the CI for a token, and exchanges it.
const { PLATFORM_TOKEN, PLATFORM_ORG_ID, ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN } = process.env;
const match = { issuer: 'https://token.actions.githubusercontent.com', subjectPattern: 'repo:acme/.*', audience: 'ci' };
await byFetch(`${API}/iam/v2/identities/${PLATFORM_ORG_ID}`, {
  method: 'POST',
  headers: { authorization: `Bearer ${PLATFORM_TOKEN}` },
  body: JSON.stringify({ name: 'deployer', claimMatch: match }),
});
const { value } = await byFetch(`${ACTIONS_ID_TOKEN_REQUEST_URL}&audience=ci`, {
  headers: { authorization: `bearer ${ACTIONS_ID_TOKEN_REQUEST_TOKEN}` },
});
const { token } = await byFetch(`${ISSUER}/sts/exchange?aud=${API}`, {
  method: 'POST',
  headers: { authorization: `Bearer ${value}` },
});
const { issuer, audience } = await byFetch(`${API}/auth/v1/ok`, { headers: { authorization: `Bearer ${token}` } });
console.log(JSON.stringify(['login', issuer, audience]));
