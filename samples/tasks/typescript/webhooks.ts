import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Platform } from './api.ts';
import { mistaken } from './mistakes.ts';

/** Does something with an event that is verified, and new. */
export type Take = (type: string, body: { readonly name?: string }) => void;

/** A receiver of the events of one organization. */
export const createReceiver = ({ issuer, orgId }: Platform, take: Take): Server => {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const taken = new Set<string>();

  const verify = async ({ authorization = '' }: IncomingHttpHeaders, body: Buffer): Promise<void> => {
    const token = authorization.replace(/^Bearer /, '');
    const expected = { issuer, audience: 'customer', subject: `webhook:${orgId}`, algorithms: ['RS256'] };
    const { payload } = await jwtVerify<{ webhook?: { digest: string } }>(token, keys, expected);
    // Of the bytes as they came, before they are parsed.
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    if (payload.webhook?.digest !== digest) throw new Error('the digest is of another body');
  };

  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    try {
      await verify(request.headers, body);
    } catch {
      response.writeHead(403).end();
      return;
    }
    const id = String(request.headers['ce-id']);
    // The mistake takes each delivery for another event.
    if (!taken.has(id) || mistaken('webhooks')) take(String(request.headers['ce-type']), JSON.parse(`${body}`).body);
    taken.add(id);
    response.writeHead(204).end();
  });
};
