import { defineResource, tokenMethod } from '../../kernel/resource.ts';
import { customOperation } from '../../kernel/standard-operations.ts';
import type { Exchange, Narrowing } from '../../kernel/token-service.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, of, optional, plain } from '../../schema/message.ts';

const ALWAYS = { always: true } as const;

const JWT = 'eyJhbGciOiJSUzI1NiIsImtpZCI6';

const RawToken = message('chainguard.platform.oidc.RawToken', 'A token, with when it ends.', {
  token: plain(1, string(), 'The bearer token.', { ...ALWAYS, example: JWT }),
  refreshToken: plain(2, string(), 'A token to exchange for another pair, before it ends itself.', {
    example: 'eyJleHAiOjE3Njk2OTExNjEsInRva2VuIjoiZXlK',
  }),
  expiry: plain(3, timestamp(), 'When the token ends.'),
});

const TokenPair = message('chainguard.platform.oidc.TokenPair', 'A new access token and a new refresh token.', {
  token: plain(1, of(RawToken), 'The access token.'),
  refreshToken: plain(2, of(RawToken), 'The refresh token.'),
});

const aud = (number: number) =>
  optional(number, repeated(string()), 'What the token is to be for; the service itself unless given.', {
    example: ['http://127.0.0.1:8484'],
  });
const scope = (number: number) =>
  optional(number, uid(), 'One group to confine the token to. Use `scopes`.', { deprecated: true });
const cap = (number: number) =>
  optional(number, repeated(string()), 'The capabilities to confine the token to, by name, such as `repo.list`.', {
    example: ['repo.list'],
  });
const scopes = (number: number) =>
  optional(number, repeated(uid()), 'The groups to confine the token to: it is good for nothing outside of them.');

const ExchangeRequest = message(
  'chainguard.platform.oidc.ExchangeRequest',
  'What the token is to be good for. The upstream token is the bearer token of the call.',
  {
    aud: aud(1),
    scope: scope(2),
    identity: optional(4, uid(), 'The identity to act as; found by its claim match unless given.'),
    cap: cap(5),
    identityProvider: optional(7, uid(), 'The identity provider that must have issued the upstream token.'),
    scopes: scopes(8),
  },
);

const ExchangeRefreshTokenRequest = message(
  'chainguard.platform.oidc.ExchangeRefreshTokenRequest',
  'What the token is to be good for. The refresh token is the bearer token of the call.',
  { aud: aud(1), scope: scope(2), cap: cap(3), scopes: scopes(4) },
);

const SERVICE = 'chainguard.platform.oidc.SecurityTokenService';
const PLACE = { domain: 'oidc', plural: 'securityTokens' } as const;

/** The exchange of tokens: methods without rows of their own (behaviour §10.1). */
export const securityTokens = defineResource({
  ...PLACE,
  type: 'SecurityToken',
  singular: 'securityToken',
  words: { singular: 'token', plural: 'tokens' },
  description: 'Access tokens in exchange for the tokens of third parties, and for refresh tokens.',
  message: message('mock.SecurityToken', 'Nothing is kept.', {}),
  served: false,
  methods: {
    exchange: tokenMethod(
      {
        ...customOperation(PLACE, {
          id: 'Exchange',
          summary: 'Exchange an upstream token',
          description:
            'Gives an access token, good for an hour, to whoever presents a token of a trusted issuer that an identity matches.',
          http: { method: 'POST', path: '/sts/exchange' },
          request: ExchangeRequest,
          response: RawToken,
          capabilities: [],
          auth: 'bearer',
          fails: ['PERMISSION_DENIED', 'NOT_FOUND', 'FAILED_PRECONDITION'],
        }),
        service: SERVICE,
        additionalHttp: [{ method: 'GET', path: '/sts/exchange' }],
      },
      ({ authorization, request }, tokens) => tokens.exchange({ authorization, request: () => request() as Exchange }),
    ),
    exchangeRefreshToken: tokenMethod(
      {
        ...customOperation(PLACE, {
          id: 'ExchangeRefreshToken',
          summary: 'Exchange a refresh token',
          description:
            'Gives a new access token and a new refresh token. Neither reaches further than the ones before.',
          http: { method: 'POST', path: '/sts/exchange_refresh_token' },
          request: ExchangeRefreshTokenRequest,
          response: TokenPair,
          capabilities: [],
          auth: 'bearer',
          fails: ['PERMISSION_DENIED', 'NOT_FOUND'],
        }),
        service: SERVICE,
      },
      ({ authorization, request }, tokens) => tokens.refresh({ authorization, request: () => request() as Narrowing }),
    ),
  },
});
