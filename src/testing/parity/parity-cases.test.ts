import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { TOP } from '../../kernel/uid.ts';
import { type Comparison, compareFaces, demandSame, type Question } from './comparison.ts';
import { INHERENT } from './inherent-differences.ts';
import { Spelled } from './spelled.ts';
import { openTwins, type Twins } from './twins.ts';

let twins: Twins;
let comparison: Comparison;

before(async () => {
  twins = await openTwins();
  comparison = compareFaces(twins);
});

beforeEach(() => twins.restart());

after(async () => {
  comparison.close();
  await twins.close();
});

/** The uid of the first row of a kind. */
const uidOf = (kind: string): string => {
  const [row] = twins.rest.world.store.rows.listWithin(twins.kernel.directory.getResource(kind), TOP);
  if (!row) throw new Error(`there is no ${kind}`);
  return row.uid;
};

const mask = (...paths: readonly string[]): Spelled => new Spelled(paths.join(','), { paths });

/** Differences that generated calls found, and that are fixed. */
const FIXED: readonly (readonly [what: string, question: () => Question])[] = [
  [
    'an unknown number of an enum in a list',
    () => ({ operation: 'ListArtifacts', request: { ecosystems: [new Spelled(99, 99)] } }),
  ],
  [
    'an unknown number of an enum, in a field of two words',
    () => ({ operation: 'ListIdentities', request: { relationshipType: new Spelled(99, 99) } }),
  ],
  [
    'a message with characters beyond the first 65,536',
    () => ({ operation: 'LookupIdentity', request: { issuer: 'https://a.test', subject: '😀 é %41' } }),
  ],
  [
    'a mask that reaches an empty list inside a message that is not set',
    () => ({
      operation: 'UpdateRepo',
      request: {
        repo: { uid: uidOf('repo'), customOverlay: { accounts: { groups: [] } } },
        updateMask: mask('custom_overlay.accounts.groups'),
      },
    }),
  ],
  [
    'a mask that reaches an empty text inside a message that is not set',
    () => ({
      operation: 'UpdateRepo',
      request: {
        repo: { uid: uidOf('repo'), customOverlay: { accounts: { runAs: '' } } },
        updateMask: mask('customOverlay.accounts.runAs'),
      },
    }),
  ],
  [
    'an answer in which a member of a oneof is zero',
    () => ({
      operation: 'UpdateIdentity',
      request: {
        identity: { uid: uidOf('identity'), claimMatch: { issuer: 'https://a.test', subject: 'b', audience: '' } },
      },
    }),
  ],
];

for (const [what, question] of FIXED) {
  test(`REST and gRPC agree on ${what}`, async () => {
    demandSame(await comparison.ask(question()));
    assert.deepEqual(twins.dump(twins.grpc.world), twins.dump(twins.rest.world));
  });
}

interface Outcome {
  readonly what: string;
  readonly question: () => Question;
  /** The outcome over each face, as JSON. */
  readonly rest: RegExp;
  readonly grpc: RegExp;
}

const provider = (): string => uidOf('identityProvider');

/** Inherent differences, shown by calls that are never generated. */
const OUTCOMES: readonly Outcome[] = [
  {
    what: 'a zero in a PATCH without a mask',
    question: () => ({ operation: 'UpdateRepo', request: { repo: { uid: uidOf('repo'), description: '' } } }),
    rest: /^(?!.*"description")/,
    grpc: /"description":"./,
  },
  {
    what: 'a required boolean that is missing',
    question: () => ({ operation: 'SetScimEnabled', request: { identityProviderUid: provider(), etag: 'a' } }),
    rest: /enabled is required/,
    grpc: /etag mismatch/,
  },
  {
    what: 'two members of a oneof',
    question: () => ({
      operation: 'UpdateIdentity',
      request: { identity: { uid: uidOf('identity'), claimMatch: { issuer: 'https://a.test', subject: 'b' } } },
      body: '{"claimMatch":{"issuer":"https://a.test","issuerPattern":"a","subject":"b"}}',
    }),
    rest: /cannot be set together with/,
    grpc: /"code":0/,
  },
  {
    what: 'null, unknown names, names given twice',
    question: () => ({
      operation: 'UpdateRepo',
      request: { repo: { uid: uidOf('repo'), catalogTier: 'CATALOG_TIER_BASE' } },
      body: '{"catalogTier":"CATALOG_TIER_BASE","unheardOf":1}',
    }),
    rest: /could not find field/,
    grpc: /"code":0/,
  },
  {
    what: 'a token without its scheme',
    question: () => ({
      operation: 'ListGroups',
      request: {},
      authorization: { rest: 'admin-token', grpc: 'admin-token' },
    }),
    rest: /malformed authorization header/,
    grpc: /"code":0/,
  },
  {
    what: 'messages and details of several thousand bytes',
    question: () => ({
      operation: 'AcceptTerms',
      request: {
        group: uidOf('group'),
        documentIds: Array.from({ length: 20 }, (_, nth) => `${nth}${'x'.repeat(500)}`),
      },
    }),
    rest: /19x{500}/,
    grpc: /^(?!.*19x{500})/,
  },
];

for (const { what, question, rest, grpc } of OUTCOMES) {
  test(`REST and gRPC differ by nature in ${what}`, async () => {
    assert.ok(INHERENT.some((difference) => difference.what === what));
    const made = await comparison.ask(question());
    assert.match(JSON.stringify({ ...made.rest, details: [] }), rest);
    assert.match(JSON.stringify({ ...made.grpc, details: [] }), grpc);
  });
}

test('every inherent difference is listed once', () => {
  const reasons = INHERENT.map(({ what, reason }) => `${what}: ${reason}`);
  assert.equal(new Set(reasons).size, INHERENT.length);
});
