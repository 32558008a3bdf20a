import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const MEGABYTE = 1024 * 1024;
const LIMIT = 16 * MEGABYTE;
const YAML = { 'content-type': 'application/yaml' };

const apply = (api: Api, body: string, headers: Readonly<Record<string, string>> = YAML): ReturnType<Api['send']> =>
  api.as(undefined).send('POST', '/_mock/v1/fixtures', { body, headers });

interface Violation {
  readonly field: string;
  readonly description: string;
}

const violationsOf = ({ text }: { readonly text: string }): readonly Violation[] => {
  const { details } = JSON.parse(text) as { readonly details: readonly { readonly fieldViolations?: Violation[] }[] };
  return details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
};

const CLAIM = '{ issuer: https://issuer.example.com, subject: x }';

test.describe('S9: all that is wrong with a fixture is reported at the same time @mock', () => {
  const body = `groups:
  - name: added
    kind: CUSTOMER
    repoes: []
    identities:
      - { name: bot, claimMatch: ${CLAIM} }
    roleBindings:
      - { identity: bto, role: viewer }
    repos:
      - { name: UPPER }
`;

  test('with one violation each, by path and place, in the order of the text', async ({ ownWorld }) => {
    const api = await ownWorld('fixture:empty');
    const before = ok(await api.get('/iam/v2/groups'));
    const answer = await apply(api, body);
    expectError(answer, 'INVALID_ARGUMENT', { service: 'mock' });
    expect(violationsOf(answer)).toEqual([
      {
        field: 'groups[0].kind',
        description: expect.stringMatching(
          /^fixture:3:5: unknown value "CUSTOMER" \(allowed: .*ORG_KIND_CUSTOMER.*\)$/,
        ),
      },
      {
        field: 'groups[0].repoes',
        description: expect.stringMatching(
          /^fixture:4:5: unknown key "repoes", did you mean "repos"\? \(known: name, .*repos.*\)$/,
        ),
      },
      {
        field: 'groups[0].roleBindings[0].identity',
        description: 'fixture:8:11: no identity is called "bto", did you mean "bot"?',
      },
      {
        field: 'groups[0].repos[0].name',
        description: expect.stringMatching(/^fixture:10:11: name must match /),
      },
    ]);
    expect(ok(await api.get('/iam/v2/groups'))).toEqual(before);
  });
});

const COMMENT = `#${'x'.repeat(998)}\n`;

/** A fixture of exactly so many bytes, most of them comments. */
const padded = (length: number): string => {
  const head = 'description: padded\n';
  return head + COMMENT.repeat(Math.ceil((length - head.length) / COMMENT.length)).slice(0, length - head.length);
};

test.describe('S4: the size of a fixture is bounded @mock', () => {
  for (const headers of [YAML, { ...YAML, 'transfer-encoding': 'chunked' }]) {
    const share = headers === YAML ? '' : ' @whole';
    test(`one of 16 MiB is taken, one byte more is 413: ${JSON.stringify(headers)}${share}`, async ({ ownServer }) => {
      const { api } = await ownServer();
      expect(ok(await apply(api, padded(LIMIT), headers))).toMatchObject({ rows: 0 });
      for (const length of [LIMIT + 1, 60 * MEGABYTE]) {
        const answer = await apply(api, padded(length), headers);
        expectError(answer, 'RESOURCE_EXHAUSTED', {
          status: 413,
          service: 'mock',
          says: `body is larger than ${LIMIT} bytes`,
        });
      }
    });
  }

  test('another call of the control plane takes no more', async ({ ownServer }) => {
    const { api } = await ownServer();
    const body = `{"mode":"frozen","now":"${'x'.repeat(LIMIT)}"}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await api.as(undefined).send('PUT', '/_mock/v1/clock', { body, headers });
    expectError(answer, 'RESOURCE_EXHAUSTED', { status: 413, service: 'mock' });
  });
});

const groups = (count: number): string => Array.from({ length: count }, (_, nth) => `- name: g${nth}\n`).join('');

test.describe('S4: the shape of a fixture is bounded @mock', () => {
  const deep: readonly (readonly [what: string, body: string])[] = [
    ['opening brackets', '['.repeat(3_000)],
    ['opening objects', '{"a":'.repeat(2_000)],
    ['lists in lists', '- '.repeat(2_000)],
    ['brackets by the million', '['.repeat(10 * MEGABYTE)],
    ['keys in keys', Array.from({ length: 3_000 }, (_, nth) => `${' '.repeat(nth)}a:\n`).join('')],
  ];

  test('fixtures that are nested too deeply are refused, eight at a time, and the server goes on', async ({
    ownServer,
  }) => {
    test.setTimeout(60_000);
    const { api } = await ownServer();
    for (const [what, body] of deep) {
      for (const answer of await Promise.all(Array.from({ length: 8 }, () => apply(api, body)))) {
        expectError(answer, 'INVALID_ARGUMENT', { service: 'mock', says: /is nested too deeply$/ });
        expect(answer.text.length, what).toBeLessThan(1_000);
      }
    }
    expect((await api.get('/iam/v2/groups')).status).toBe(200);
  });

  test('S1: of a hundred thousand unknown keys the first are reported, up to 128 KiB @whole', async ({ ownServer }) => {
    const { api } = await ownServer();
    const body = Array.from({ length: 100_000 }, (_, nth) => `k${nth}: 1\n`).join('');
    const answer = await apply(api, body);
    expectError(answer, 'INVALID_ARGUMENT', { service: 'mock', says: /unknown key "k0" \(known: groups, / });
    const violations = violationsOf(answer);
    expect(violations.slice(0, 300).map(({ field }) => field)).toEqual(violations.slice(0, 300).map((_, n) => `k${n}`));
    expect(violations.length).toBeGreaterThan(300);
    expect(violations.length).toBeLessThanOrEqual(1_000);
    expect(answer.text.length).toBeLessThan(512 * 1024);
  });

  for (const [length, says] of [
    [900_000, /unknown key "k+…/],
    [2_000_000, /has more than 1000000 characters in a row/],
  ] as const) {
    test(`an unknown key of ${length} characters is repeated in part, if at all`, async ({ ownServer }) => {
      const { api } = await ownServer();
      const answer = await apply(api, `{"${'k'.repeat(length)}": 1}`);
      expectError(answer, 'INVALID_ARGUMENT', { service: 'mock', says });
      expect(answer.text.length).toBeLessThan(10_000);
    });
  }

  test('an unknown name among many is refused @whole', async ({ ownServer }) => {
    const { api } = await ownServer();
    const body = `groups:\n${groups(20_000)}- name: last\n  roleBindings:\n    - { identity: nobody-at-all, role: viewer }\n`;
    expectError(await apply(api, body), 'INVALID_ARGUMENT', { service: 'mock', says: /"nobody-at-all"/ });
  });
});

test.describe('S18: a body of the control plane that is not UTF-8 is refused @mock', () => {
  const latin1 = Buffer.from('groups:\n  - { name: Z\xfcrich }\n', 'latin1');
  const json = Buffer.from('{"name":"Z\xfcrich"}', 'latin1');
  for (const [what, path, body, type, says] of [
    ['a fixture in Latin-1', 'fixtures', latin1, 'application/yaml', 'is not UTF-8 (line 2, column 14)'],
    ['JSON in Latin-1', 'worlds', json, 'application/json', 'is not UTF-8 (line 1, column 11)'],
    [
      'UTF-16',
      'fixtures',
      Buffer.from('\ufeffgroups: []', 'utf16le'),
      'application/yaml',
      'is UTF-16: write it as UTF-8',
    ],
    ['another charset', 'worlds', Buffer.from('{}'), 'application/json; charset=iso-8859-1', 'not in "iso-8859-1"'],
  ] as const) {
    test(`S18: ${what} gets an error that says so`, async ({ api }) => {
      const headers = { 'content-type': type };
      const answer = await api.as(undefined).send('POST', `/_mock/v1/${path}`, { body, headers });
      expectError(answer, 'INVALID_ARGUMENT', { service: 'mock' });
      expect(answer.text).toContain(JSON.stringify(says).slice(1, -1));
    });
  }

  test('S18: UTF-8 by any of its names is taken', async ({ ownWorld }) => {
    const api = await ownWorld('fixture:empty');
    for (const charset of ['utf-8', 'UTF8', '"utf-8"']) {
      const headers = { 'content-type': `application/yaml; charset=${charset}` };
      expect((await apply(api, 'groups: []', headers)).status).toBe(200);
    }
  });
});
