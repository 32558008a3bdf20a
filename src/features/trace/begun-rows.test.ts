import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_SIZE } from '../../../scripts/test-size.ts';
import { shippedFixtures } from '../../package-home.ts';
import { digestOfFixture } from '../../seed/load.ts';
import { findBegunWorlds, type TraceHead } from './begun-rows.ts';
import type { BegunFixture } from './run.ts';
import { readKinds } from './trace-page.ts';

const parts = { kinds: readKinds(), shippedFixtures };

const shipped = (name: string): BegunFixture => ({ name, sha256: digestOfFixture(name, shippedFixtures) ?? '' });

const worldOf = (fixtures: readonly BegunFixture[] | undefined, begun = '2026-03-01T10:00:00.000Z', world = 'w') => ({
  world,
  seed: 'platform-mock',
  profile: 'specification',
  clock: { begun },
  ...(fixtures && { fixtures }),
});

const find = (head: TraceHead, kinds = parts.kinds) => findBegunWorlds(head, { ...parts, kinds });

test('R15: the rows of a beginning are those of its fixture, read once for all worlds that began with it', async () => {
  const fixtures = [shipped('lifecycle')];
  const { states, of } = await find({
    _began: [
      worldOf(fixtures),
      worldOf(fixtures, '2026-05-01T10:00:00.000Z', 'later'),
      worldOf([shipped('empty')], '', 'e'),
    ],
  });
  assert.deepEqual(of, { w: 0, later: 0, e: 1 });
  const [state = {}, empty = {}] = states;
  const invites = (state.groupInvites ?? []) as readonly { readonly email?: string; readonly createTime?: unknown }[];
  const expired = invites.find(({ email }) => email === 'expired@example.com');
  // Each world has the times that count from its own beginning.
  assert.deepEqual(expired?.createTime, { '~': -30 * 24 * 3_600_000 });
  assert.equal(empty.repos, undefined);
});

test('R15: a beginning with several fixtures has the rows of all', async () => {
  const { states } = await find({
    _began: [worldOf([{ yaml: 'groups: [{ name: one.example }]\n' }, { yaml: 'groups: [{ name: two.example }]\n' }])],
  });
  const names = ((states[0]?.groups ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ['one.example', 'two.example']);
});

test('R15: no secret of a beginning is in the page', async () => {
  const secret = 'a-secret-of-the-provider';
  const oidc = { issuer: 'https://idp.example', clientId: 'shop', clientSecret: secret, additionalScopes: [] };
  const identityProviders = [{ name: 'idp', defaultRole: 'viewer', oidc }];
  const description = 'signed eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.';
  const yaml = JSON.stringify({ groups: [{ name: 'one.example', description, identityProviders }] });
  const { states, of } = await find({ _began: [worldOf([{ yaml }])] });
  assert.deepEqual(of, { w: 0 });
  const text = JSON.stringify(states);
  assert.match(text, /one\.example.*"clientId":"shop"/);
  assert.doesNotMatch(text, /a-secret-of-the-provider|eyJhbGciOi/);
});

for (const [what, began, reason] of [
  ['is not said', worldOf(undefined), 'the trace does not say with what it began'],
  [
    'is of another version',
    worldOf([{ name: 'default', sha256: 'f00' }]),
    'its fixture default is not the one of this version',
  ],
  [
    'is a fixture that is none',
    worldOf([{ yaml: 'groups: [{ nam: x }]' }]),
    /^its fixture is refused: Invalid argument: .*nam/,
  ],
  [
    'has very many rows',
    worldOf([{ yaml: 'groups: [{ name: one.example, generate: { repos: { count: 5000 } } }]' }]),
    /^it began with 5,0\d\d rows, and a page has at most 5,000$/,
  ],
] as const) {
  test(`R15: if the beginning of a world ${what}, the page says so in the place of its rows`, async () => {
    const { states, of } = await find({ _began: [began] });
    assert.deepEqual(states, []);
    if (typeof reason === 'string') assert.equal(of.w, reason);
    else assert.match(String(of.w), reason);
  });
}

// Each beginning is made twice.
if (TEST_SIZE !== 'small') {
  test('R25: a page has at most 50 beginnings, and says so of the others', async () => {
    const _began = Array.from({ length: 51 }, (_, nth) => ({
      ...worldOf([shipped('empty')], '', `w${nth}`),
      seed: `s${nth}`,
    }));
    const { states, of } = await find({ _began }, []);
    assert.deepEqual([states.length, of.w49, of.w50], [50, 49, 'a page has at most 50 beginnings']);
  });
}

test('R15: no beginning is found in a file with other data in its place', async () => {
  for (const _began of [undefined, 'none', [null, 7], [{}]]) {
    const { states } = await find({ _began } as unknown as TraceHead);
    assert.deepEqual(states, [], JSON.stringify(_began));
  }
});
