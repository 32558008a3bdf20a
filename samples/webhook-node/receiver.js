// Verifies the events of the platform: node receiver.js, with PLATFORM_ISSUER and WEBHOOK_GROUP in the environment.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { HTTP } from 'cloudevents';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { PLATFORM_ISSUER: issuer, WEBHOOK_GROUP: group, PORT = '0' } = process.env;

const discovered = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
if (discovered.issuer !== issuer) throw new Error(`discovery names the issuer ${discovered.issuer}`);
const keys = createRemoteJWKSet(new URL(discovered.jwks_uri));

// An event may arrive more than once: its id says which one it is.
const seen = new Set();

const verify = async ({ authorization = '' }, body) => {
  const token = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
  const expected = { issuer, audience: 'customer', subject: `webhook:${group}`, algorithms: ['RS256'] };
  const { payload } = await jwtVerify(token, keys, expected);
  // The digest is over the bytes as they came: verify before parsing.
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  if (payload.webhook?.digest !== digest) throw new Error('the digest is of another body');
};

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  try {
    await verify(request.headers, body);
  } catch (error) {
    console.log(`refused: ${error.message}`);
    response.writeHead(403).end();
    return;
  }
  const event = HTTP.toEvent({ headers: request.headers, body: body.toString() });
  if (!seen.has(event.id)) console.log(`${event.type} ${event.data.body?.name ?? event.subject}`);
  seen.add(event.id);
  response.writeHead(204).end();
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
