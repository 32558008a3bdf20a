/** The ways in which a minted token can be wrong on purpose. */
export const TOKEN_FLAWS = [
  'expired',
  'not_yet_valid',
  'wrong_audience',
  'wrong_issuer',
  'bad_signature',
  'unknown_key',
  'alg_none',
  'missing_subject',
] as const;

/** One of these ways. */
export type TokenFlaw = (typeof TOKEN_FLAWS)[number];

/** The checks that can refuse a token, in about the order in which they are made. */
export const TOKEN_CHECKS = [
  'missing',
  'malformed',
  'world',
  'named_token',
  'form',
  'subject',
  'type',
  'algorithm',
  'key',
  'retired_key',
  'issuer',
  'issuer_keys',
  'unreadable_keys',
  'signature',
  'audience',
  'claims',
  'not_yet_valid',
  'expired',
  'revoked',
  'identity',
  'no_match',
  'several_match',
] as const;

/** One of these checks. */
export type TokenCheck = (typeof TOKEN_CHECKS)[number];

/** The name of an issuer that the mock imitates: one segment of a path. */
export const ISSUER_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,62}$/;

/** The subject of a workflow: its repository, by names and perhaps ids, and its trigger. `%3A` is a colon there. */
export const CI_SUBJECT_FORM =
  /^repo:([\w.-]{1,100})(?:@(\d{1,20}))?\/([\w.-]{1,100})(?:@(\d{1,20}))?:(?:ref:(refs\/(heads|tags)\/\S{1,500})|environment:([^:\t\r\n]{1,255})|pull_request)$/;
