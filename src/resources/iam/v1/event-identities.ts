import { type CustomMethod, customOperation } from '../../../kernel/custom-operation.ts';
import { typeOf } from '../../../kernel/directory.ts';
import { ApiError, alreadyExists, denied, invalid } from '../../../kernel/errors.ts';
import { type Method, type WriteContext, writeMethod } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { TOP } from '../../../kernel/uid.ts';
import { createRow } from '../../../kernel/write-verbs.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { bool, repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { respellViolation } from '../../../schema/field-violation.ts';
import { ALWAYS, message, of, optional, output, required, type Static } from '../../../schema/message.ts';
import type { Operation } from '../../../schema/operation.ts';
import { V1 } from '../../../v1/edition.ts';
import { type IdentityRow, identities, toPlainName } from '../identities.ts';
import { getOwnMetadata, IdentityMetadata, type MetadataRow, putMetadata } from '../identity-metadata.ts';
import { issuerAndSubject } from '../identity-relationships.ts';

const PACKAGE = 'chainguard.platform.events';

const EventIdentity = message(`${PACKAGE}.Identity`, 'An identity above every organization, by the tokens it has.', {
  id: output(1, uid(), 'The identifier of the identity.', ALWAYS),
  subject: required(2, string(), 'The exact subject of the tokens.', { ...ALWAYS, example: 'viewer' }),
  issuer: required(3, string(), 'The exact issuer of the tokens, an http or https URL.', {
    ...ALWAYS,
    example: 'https://issuer.example.com',
  }),
  issuerKeys: optional(4, string(), 'The public keys of an issuer that publishes none: a JSON Web Key Set as text.', {
    example: '{"keys":[{"kty":"RSA","kid":"1","n":"AQAB","e":"AQAB"}]}',
  }),
  expiration: optional(
    5,
    timestamp(),
    'When these keys stop being accepted: in the future, at most 365 days ahead; it has no effect without keys.',
  ),
});

const OnboardingQuestions = message(`${PACKAGE}.IdentityMetadata.OnboardingQuestions`, 'What a person was asked.', {
  companyName: optional(1, string(), 'The company that the person works for.', { example: 'Example Inc.' }),
  providers: optional(2, repeated(string()), 'The clouds that the person uses.', { example: ['google'] }),
  product: optional(3, string(), 'The product that the person is interested in.'),
  jobTitle: optional(4, string(), 'The job title of the person.', { example: 'Platform engineer' }),
  utmCampaign: optional(7, string(), 'The campaign that the person came through.'),
  utmContent: optional(8, string(), 'The content that the person came through.'),
  utmMedium: optional(9, string(), 'The medium that the person came through.'),
  utmSource: optional(10, string(), 'The source that the person came through.'),
  utmTerm: optional(11, string(), 'The search term that the person came through.'),
  latestFormSubmitUrl: optional(12, string(), 'The page of the last form that the person sent.', {
    example: 'https://example.com/sign-up',
  }),
  latestInternalReferringUrl: optional(13, string(), 'The page that last led the person here.', {
    example: 'https://example.com/pricing',
  }),
  hubspotUtk: optional(14, string(), 'The marketing cookie of the person.'),
  selfServe: optional(15, bool(), 'Whether the person signed up on their own.'),
});

const EventIdentityMetadata = message(`${PACKAGE}.IdentityMetadata`, 'What a person has entered about themselves.', {
  onboardingQuestions: optional(1, of(OnboardingQuestions), 'The answers; those that are stored stay without them.'),
  name: output(2, string(), 'The full name according to the identity provider.'),
  // Its name is camelCase in the published proto, too.
  updatesOptIn: optional(3, bool(), 'Whether the person wants to receive news.', { ...ALWAYS, proto: 'updatesOptIn' }),
  givenName: output(4, string(), 'The given name according to the identity provider.'),
  familyName: output(5, string(), 'The family name according to the identity provider.'),
});

type Described = Omit<CustomMethod, 'domain' | 'service' | 'id' | 'method' | 'edition'>;

const eventOperation = (method: string, described: Described): Operation =>
  customOperation({
    domain: 'iam',
    service: `${PACKAGE}.Identities`,
    // `v1.Identities` is the service of the package for identities.
    id: `v1.EventIdentities.${method}`,
    method,
    edition: V1,
    ...described,
  });

/** The fields of the request, by the fields of the identity that is made of it. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['claimMatch.issuer', 'issuer'],
  ['claimMatch.subject', 'subject'],
  ['staticKeys.issuer', 'issuer'],
  ['staticKeys.subject', 'subject'],
  ['staticKeys.issuerKeys', 'issuerKeys'],
  ['staticKeys.expirationTime', 'expiration'],
]);

const createEventIdentity = (draft: Readonly<Record<string, unknown>>, context: WriteContext): Row => {
  try {
    return createRow(identities, TOP, draft, context);
  } catch (error) {
    const found = error instanceof ApiError ? error.detail.fieldViolations : undefined;
    throw found ? invalid(found.map((each) => respellViolation(each, (path) => FIELDS.get(path) ?? path))) : error;
  }
};

const viewOfIdentity = (row: IdentityRow): Static<typeof EventIdentity> => {
  const { issuerKeys, expirationTime: expiration } = row.staticKeys ?? {};
  return { id: row.uid, ...issuerAndSubject(row), ...omitUndefined({ issuerKeys, expiration }) };
};

const create = (request: Static<typeof EventIdentity>, context: WriteContext): Static<typeof EventIdentity> => {
  const { issuer = '', subject = '', issuerKeys = '', expiration } = request;
  if (context.caller.limits) throw denied('the token is confined, and the identity lies outside of that');
  const before = context.tx.childrenOf(identities, TOP).find((identity) => {
    const fixed = issuerAndSubject(identity);
    return fixed.issuer === issuer && fixed.subject === subject;
  });
  if (before) {
    throw alreadyExists({ type: typeOf(identities), name: before.uid }, identities.words.singular, subject);
  }
  const tokens = { issuer, subject };
  const relationship =
    issuerKeys === ''
      ? { claimMatch: tokens }
      : { staticKeys: { ...tokens, issuerKeys, ...omitUndefined({ expirationTime: expiration }) } };
  return viewOfIdentity(
    createEventIdentity({ name: toPlainName(subject), description: '', ...relationship }, context) as IdentityRow,
  );
};

const metadataInV1 = (row: MetadataRow) => {
  const { company, product, providers, name, givenName, familyName, updatesOptIn = false } = row;
  const answers = omitUndefined({ companyName: company, providers, product, ...laterAnswersOf(row) });
  const onboardingQuestions = Object.keys(answers).length > 0 ? answers : undefined;
  return { updatesOptIn, ...omitUndefined({ name, givenName, familyName, onboardingQuestions }) };
};

/** The answers that earlier clients do not know. */
const laterAnswersOf = (source: Omit<Static<typeof OnboardingQuestions>, 'companyName' | 'providers' | 'product'>) => {
  const { jobTitle, utmCampaign, utmContent, utmMedium, utmSource, utmTerm } = source;
  const { latestFormSubmitUrl, latestInternalReferringUrl, hubspotUtk, selfServe } = source;
  const came = { utmCampaign, utmContent, utmMedium, utmSource, utmTerm };
  return { jobTitle, ...came, latestFormSubmitUrl, latestInternalReferringUrl, hubspotUtk, selfServe };
};

const update = (
  { onboardingQuestions: answers, updatesOptIn = false }: Static<typeof EventIdentityMetadata>,
  context: WriteContext,
): Static<typeof EventIdentityMetadata> => {
  const previous = getOwnMetadata(context);
  const { companyName: company = '', providers = [], product = '' } = answers ?? {};
  // A client that does not know the later ones leaves them as they are.
  const later = Object.entries(laterAnswersOf(answers ?? {})).filter(([, given]) => given);
  const next = {
    ...previous,
    ...(answers && { company, providers, product }),
    ...Object.fromEntries(later),
    updatesOptIn,
  };
  return metadataInV1(putMetadata(next, context));
};

/** The identities of v1 that are in no organization, and the entries of people about themselves. */
export const eventIdentities: readonly Method[] = [
  writeMethod(
    eventOperation('Create', {
      summary: 'Create an identity above every organization',
      description:
        'Creates an identity that tokens with exactly this issuer and subject act as. It is in no organization, and ' +
        'holds no role anywhere.',
      http: { method: 'POST', path: '/iam/v1/identities', body: '*' },
      request: EventIdentity,
      response: EventIdentity,
      capabilities: ['identity.create'],
      fails: ['ALREADY_EXISTS'],
    }),
    create,
  ),
  writeMethod(
    eventOperation('UpdateMetadata', {
      replacedBy: 'UpdateIdentityMetadata',
      summary: 'Update the metadata of the caller',
      description:
        'Changes what is stored about the person behind the calling identity: `updatesOptIn` always, and the answers ' +
        'if there are any. `companyName`, `providers` and `product` are replaced together; any other answer stays ' +
        'if it is omitted.',
      http: { method: 'PATCH', path: '/iam/v1/identities/metadata', body: '*' },
      request: EventIdentityMetadata,
      response: EventIdentityMetadata,
      capabilities: [],
      event: {
        type: 'iam.identity.metadata.updated.v1',
        audience: 'internal',
        group: () => '',
        subject: ({ caller }) => caller,
        body: { message: IdentityMetadata, value: ({ caller, read }) => read('identityMetadata', caller) },
      },
      fails: ['NOT_FOUND'],
    }),
    update,
  ),
];
