import { expect } from '../support/test.ts';

/** The calls of a test whose evidence is checked; after them the test fails, or is strict. */
const BODY = `
  await world.faults.set({ match: { operation: 'UpdateRepo' }, do: { code: 'NOT_FOUND' } });
  await world.faults.once('CreateRepo', { code: 'UNAVAILABLE' }, { phase: 'after_commit' });
  const body = JSON.stringify({ name: 'from-a-test', colour: 'red' });
  const create = (headers = {}) => world.fetch('/registry/v2/repos/' + world.orgId, { method: 'POST', body, headers });
  await create();
  await create();
  await create({ authorization: 'Bearer ' + (await world.token('viewer')) });
  await world.fetch('/nowhere');
  await mock.default.fetch('/ping/v2/ping');
`;

/** The tests of which evidence is wanted, as a runner has them: each is named by what becomes of it. */
export const testsOf = (concurrently: string, strict: (what: string) => string, failsIn: string): string => `
test${concurrently}('Fails, with evidence!', async ({ world, mock }) => {
  ${BODY}
  expect('this').toBe('that');
});
test${concurrently}('changes nothing', async ({ world }) => {
  const { labels } = await (await world.fetch('/_mock/v1/worlds/' + world.id)).json();
  console.log(JSON.stringify(labels));
  await world.fetch('/ping/v2/ping');
  expect('one').toBe('other');
});
${failsIn}
test('lets all pass', async ({ world, mock }) => {${BODY}});
describe('strict', () => {
  ${strict('true')}
  test('lets nothing pass', async ({ world, mock }) => {${BODY}});
  test('finds nothing', async ({ world }) => { await world.fetch('/iam/v2/groups'); });
});
describe('strict in one', () => {
  ${strict('{ unusedFaults: true }')}
  test('lets no fault pass', async ({ world, mock }) => {${BODY}});
});`;

/** The evidence of the first test, in this order. */
export const EVIDENCE = [
  /what happened in world fails-with-evidence-[0-9a-f]{8}$/,
  /Refused and failed calls, 4 of 4:$/,
  /#1 rest CreateRepo by admin 503 UNAVAILABLE \(stored; the answer was lost\) /,
  /a fault of this test: UNAVAILABLE, after the call was carried out$/,
  /#2 rest CreateRepo by admin 409 ALREADY_EXISTS Already exists: repo "from-a-test" already exists /,
  /#3 rest CreateRepo by viewer 403 PERMISSION_DENIED /,
  /^ *viewer lacks repo\.create on the group [a-z.]+$/,
  /#4 rest GET \/nowhere 404 NOT_FOUND /,
  /Changes:$/,
  /\+ repos [0-9a-f]+\/[0-9a-f]+ "from-a-test"$/,
  /Fields that were sent and not read:$/,
  /#1 CreateRepo: colour$/,
  /Faults that never fired:$/,
  /UpdateRepo: NOT_FOUND$/,
  /Calls to the world default while the test ran:$/,
  /rest Ping by admin 200 OK /,
  /Calls that match no operation:$/,
];

/** Looks for lines in their order; fails with the first that is not there. */
export const expectLines = (text: string, lines: readonly RegExp[]): void => {
  let rest = text.split(/\n|%0A/);
  for (const line of lines) {
    const at = rest.findIndex((one) => line.test(one.trimEnd()));
    expect(at, `${line} in ${text}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + 1);
  }
};

/** The failures of a strict world, one of each kind. */
export const STRICT = [
  /does not let pass$/,
  /Fields that were sent/,
  /Faults that never/,
  /Calls to the world/,
  /Calls that match no/,
];
