import type { IncomingHttpHeaders } from 'node:http';
import { type Context, Hono } from 'hono';
import { ISSUER_NAME } from '../schema/token-words.ts';
import { type IssuerDocuments, PLAYED_ISSUERS } from './issuer-documents.ts';

const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'act', 'email', 'email_verified', 'scope', 'cap'];

/** OpenID Connect Discovery 1.0 §3, without the fields for a login page. */
const discovery = (issuer: string, algorithm: string, claims?: readonly string[]): object => ({
  issuer,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  scopes_supported: ['openid'],
  ...(claims === undefined ? {} : { claims_supported: claims }),
});

/**
 * The pages by which other programs verify tokens: those of the mock itself, and of each issuer that it imitates. Each
 * request gets those of the world that it names.
 */
export const issuerPages = (
  documentsAt: (headers: IncomingHttpHeaders) => IssuerDocuments | Promise<IssuerDocuments>,
): Hono => {
  const documentsOf = async ({ req }: Context): Promise<IssuerDocuments> =>
    documentsAt(Object.fromEntries(req.raw.headers));
  const issuer = async (context: Context): Promise<string> => {
    const { url, issuerAt = () => url } = await documentsOf(context);
    return issuerAt(new URL(context.req.url).origin);
  };
  const played = `${PLAYED_ISSUERS}/:name{${ISSUER_NAME.source.slice(1, -1)}}`;
  const show = (context: Context, document: object) => context.json(document);
  return new Hono()
    .get('/.well-known/openid-configuration', async (context) =>
      show(context, discovery(await issuer(context), 'RS256', CLAIMS)),
    )
    .get('/.well-known/jwks.json', async (context) =>
      show(context, { keys: await (await documentsOf(context)).ownKeys() }),
    )
    .get(`${played}/.well-known/openid-configuration`, async (context) => {
      const { url } = await documentsOf(context);
      return show(context, discovery(`${url}${PLAYED_ISSUERS}/${context.req.param('name')}`, 'ES256'));
    })
    .get(`${played}/.well-known/jwks.json`, async (context) =>
      show(context, { keys: (await documentsOf(context)).upstreamKeys() }),
    );
};
