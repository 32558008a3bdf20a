import type { IncomingHttpHeaders } from 'node:http';
import { type Context, Hono } from 'hono';
import { ISSUER_NAME } from '../schema/token-words.ts';
import { type IssuerDocuments, PLAYED_ISSUERS } from './issuer-documents.ts';

const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'act', 'email', 'email_verified', 'scope', 'cap'];

/** The path of the login for browsers; there is no page, but OpenID Connect Discovery 1.0 §3 requires its URL. */
const AUTHORIZE = '/_mock/authorize';

const NO_LOGIN = {
  error: 'unsupported_response_type',
  error_description: 'there is no login page here: POST /_mock/v1/tokens and /_mock/v1/upstream-tokens make tokens',
};

/** The members that OpenID Connect Discovery 1.0 §3 requires, with some that verifiers read. */
const discovery = (issuer: string, algorithms: readonly string[], claims?: readonly string[]): object => ({
  issuer,
  authorization_endpoint: `${issuer}${AUTHORIZE}`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['id_token'],
  grant_types_supported: ['implicit'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: algorithms,
  scopes_supported: ['openid'],
  ...(claims === undefined ? {} : { claims_supported: claims }),
});

/** The algorithms of the issuers that the mock imitates; the standard has every issuer list RS256, too. */
const PLAYED_ALGORITHMS = ['ES256', 'RS256'];

/**
 * The pages by which other programs verify tokens: of the mock itself, and of each issuer that it imitates. Each request
 * gets the pages of the world that it names, by the address that it has asked.
 */
export const issuerPages = (
  documentsAt: (headers: IncomingHttpHeaders) => IssuerDocuments | Promise<IssuerDocuments>,
): Hono => {
  const documentsOf = async ({ req }: Context): Promise<IssuerDocuments> =>
    documentsAt(Object.fromEntries(req.raw.headers));
  const urlOf = async (context: Context): Promise<string> =>
    (await documentsOf(context)).urlAt(new URL(context.req.url).host);
  const played = `${PLAYED_ISSUERS}/:name{${ISSUER_NAME.source.slice(1, -1)}}`;
  const refuse = (context: Context) => context.json(NO_LOGIN, 400);
  return new Hono()
    .get('/.well-known/openid-configuration', async (context) =>
      context.json(discovery(await urlOf(context), ['RS256'], CLAIMS)),
    )
    .get('/.well-known/jwks.json', async (context) =>
      context.json({ keys: await (await documentsOf(context)).ownKeys() }),
    )
    .all(AUTHORIZE, refuse)
    .get(`${played}/.well-known/openid-configuration`, async (context) => {
      const url = `${await urlOf(context)}${PLAYED_ISSUERS}/${context.req.param('name')}`;
      return context.json(discovery(url, PLAYED_ALGORITHMS));
    })
    .get(`${played}/.well-known/jwks.json`, async (context) =>
      context.json({ keys: (await documentsOf(context)).upstreamKeys() }),
    )
    .all(`${played}${AUTHORIZE}`, refuse);
};
