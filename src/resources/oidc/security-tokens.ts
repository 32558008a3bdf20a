import { customOperation } from '../../kernel/custom-operation.ts';
import { defineResource, tokenMethod } from '../../kernel/resource.ts';
import type { Exchange, Narrowing } from '../../kernel/token-service.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { ALWAYS, message, of, optional, plain } from '../../schema/message.ts';

const JWT = 'eyJhbGciOiJSUzI1NiIsImtpZCI6';

const RawToken = message('chainguard.platform.oidc.RawToken', 'A token with its expiry.', {
  token: plain(1, string(), 'The bearer token.', { ...ALWAYS, secret: true, example: JWT }),
  refreshToken: plain(2, string(), 'A token to exchange for a new pair before it expires.', {
    secret: true,
    example: 'eyJleHAiOjE3Njk2OTExNjEsInRva2VuIjoiZXlK',
  }),
  expiry: plain(3, timestamp(), 'When the token expires.'),
});

const TokenPair = message('chainguard.platform.oidc.TokenPair', 'A new access token and a new refresh token.', {
  token: plain(1, of(RawToken), 'The access token.'),
  refreshToken: plain(2, of(RawToken), 'The refresh token.'),
});

const aud = (number: number) =>
  optional(number, repeated(string()), 'The audiences of the token; the service itself by default.', {
    example: ['http://127.0.0.1:8484'],
  });
const scope = (number: number) =>
  optional(number, uid(), 'One group to restrict the token to. Use `scopes`.', { deprecated: true });
const cap = (number: number) =>
  optional(number, repeated(string()), 'The capabilities to restrict the token to, by name, such as `repo.list`.', {
    example: ['repo.list'],
  });
const scopes = (number: number) =>
  optional(number, repeated(uid()), 'The groups to restrict the token to: it is not valid outside of them.');

const ExchangeRequest = message(
  'chainguard.platform.oidc.ExchangeRequest',
  'What the token allows. The upstream token is the bearer token of the call.',
  {
    aud: aud(1),
    scope: scope(2),
    identity: optional(4, uid(), 'The identity to act as; by default the one whose claim match fits.'),
    cap: cap(5),
    identityProvider: optional(7, uid(), 'The identity provider that must have issued the upstream token.'),
    scopes: scopes(8),
  },
);

const ExchangeRefreshTokenRequest = message(
  'chainguard.platform.oidc.ExchangeRefreshTokenRequest',
  'What the token allows. The refresh token is the bearer token of the call.',
  { aud: aud(1), scope: scope(2), cap: cap(3), scopes: scopes(4) },
);

const METHOD = {
  domain: 'oidc',
  service: 'chainguard.platform.oidc.SecurityTokenService',
  capabilities: [],
  auth: 'bearer',
} as const;

/** The exchange of tokens: methods without rows of their own (behaviour §10.1). */
export const securityTokens = defineResource({
  domain: 'oidc',
  singular: 'securityToken',
  plural: 'securityTokens',
  words: { singular: 'token', plural: 'tokens' },
  description: 'Access tokens in exchange for the tokens of third parties, and for refresh tokens.',
  message: message('mock.SecurityToken', 'Nothing is stored.', {}),
  served: false,
  methods: {
    exchange: tokenMethod(
      customOperation({
        ...METHOD,
        id: 'Exchange',
        summary: 'Exchange an upstream token',
        description:
          'Issues an access token, valid for an hour, to a caller who presents a token of a trusted issuer that matches an identity.',
        http: { method: 'POST', path: '/sts/exchange' },
        additionalHttp: [{ method: 'GET', path: '/sts/exchange' }],
        request: ExchangeRequest,
        response: RawToken,
        fails: ['PERMISSION_DENIED', 'NOT_FOUND', 'FAILED_PRECONDITION'],
      }),
      ({ request, ...presented }, tokens) => tokens.exchange({ ...presented, request: () => request() as Exchange }),
    ),
    exchangeRefreshToken: tokenMethod(
      customOperation({
        ...METHOD,
        id: 'ExchangeRefreshToken',
        summary: 'Exchange a refresh token',
        description: 'Issues a new access token and a new refresh token. Neither allows more than the previous ones.',
        http: { method: 'POST', path: '/sts/exchange_refresh_token' },
        request: ExchangeRefreshTokenRequest,
        response: TokenPair,
        fails: ['PERMISSION_DENIED', 'NOT_FOUND'],
      }),
      ({ request, ...presented }, tokens) => tokens.refresh({ ...presented, request: () => request() as Narrowing }),
    ),
  },
});
