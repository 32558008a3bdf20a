import { namesOf, rowsOf, uidsOf } from '../support/answer.ts';
import { expectInvalid, expectMissing } from '../support/errors.ts';
import { inOrder } from '../support/sorting.ts';
import { expect, test } from '../support/test.ts';
import { walk } from '../support/walk.ts';

const PATH = '/libraries/v2/artifacts';
const JAVA = [
  'ch.qos.logback:logback-classic',
  'com.fasterxml.jackson.core:jackson-databind',
  'org.springframework:spring-core',
];
const PYTHON = ['flask', 'numpy', 'requests', 'torch'];

test.describe('artifacts of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['ecosystems=ECOSYSTEM_JAVA', JAVA],
    ['ecosystems=2', PYTHON],
    [
      'ecosystems=ECOSYSTEM_PYTHON&ecosystems=ECOSYSTEM_JAVA',
      [...JAVA.slice(0, 2), 'flask', 'numpy', JAVA[2], 'requests', 'torch'],
    ],
    ['ecosystems=ECOSYSTEM_JAVA&query=SPRING', [JAVA[2]]],
    ['ecosystems=ECOSYSTEM_PYTHON&query=r', ['requests', 'torch']],
    ['ecosystems=ECOSYSTEM_PYTHON&query=nothing', []],
    ['ecosystems=ECOSYSTEM_PYTHON&remediated=true', ['requests']],
    ['ecosystems=ECOSYSTEM_JAVA&remediated=1', [JAVA[1], JAVA[2]]],
    ['ecosystems=ECOSYSTEM_PYTHON&cuda_version=12.6', ['torch']],
    ['ecosystems=ECOSYSTEM_PYTHON&cudaVersion=11.8', []],
    ['ecosystems=ECOSYSTEM_PYTHON&order_by=name+desc', PYTHON.toReversed()],
    ['ecosystems=ECOSYSTEM_JAVA&order_by=versionCount+desc,name', [JAVA[2], JAVA[0], JAVA[1]]],
    ['ecosystems=ECOSYSTEM_PYTHON&order_by=version_count,name', ['flask', 'numpy', 'requests', 'torch']],
    ['ecosystems=1&ecosystems=2&order_by=ecosystem,name+desc', [...JAVA.toReversed(), ...PYTHON.toReversed()]],
  ] as const) {
    test(`5.14: "${query}" returns ${expected.length}`, async ({ api }) => {
      const page = await api.read(`${PATH}?${query}`);
      expect(namesOf(rowsOf(page, 'artifacts'))).toEqual(expected);
      expect(page.totalCount).toBe(String(expected.length));
      expect(await walk(api, `${PATH}?${query}&page_size=2`, 'artifacts')).toEqual(page.artifacts);
    });
  }

  for (const field of ['uid', 'createTime', 'updateTime']) {
    test(`4.3: artifacts can be sorted by ${field}`, async ({ api }) => {
      const list = `${PATH}?ecosystems=1&ecosystems=2`;
      const rows = rowsOf(await api.read(list), 'artifacts');
      for (const orderBy of [field, `${field} desc`]) {
        const sorted = await walk(api, `${list}&page_size=3&order_by=${encodeURIComponent(orderBy)}`, 'artifacts');
        expect(uidsOf(sorted), orderBy).toEqual(uidsOf(inOrder(rows, orderBy)));
      }
    });
  }

  test('5.14: an artifact has its ecosystem, its latest version and how many there are', async ({ api }) => {
    const [row] = rowsOf(await api.read(`${PATH}?ecosystems=ECOSYSTEM_JAVA&query=spring`), 'artifacts');
    expect(row).toMatchObject({ ecosystem: 'ECOSYSTEM_JAVA', latestVersion: '6.2.0', versionCount: 4 });
    expect(row?.uid).not.toContain('/');
  });

  test('5.14: versions come newest first, compared as versions', async ({ api }) => {
    const [row] = rowsOf(await api.read(`${PATH}?ecosystems=ECOSYSTEM_JAVA&query=spring`), 'artifacts');
    const target = `${PATH}/${encodeURIComponent(row?.uid ?? '')}/versions`;
    const versions = async (query: string): Promise<readonly unknown[]> =>
      (await walk(api, `${target}?page_size=3${query}`, 'artifactVersions')).map(({ version }) => version);
    expect(await versions('')).toEqual(['6.2.0', '6.2.0-RC1', '6.1.10', '6.1.9']);
    expect(await versions('&order_by=version')).toEqual(['6.1.9', '6.1.10', '6.2.0-RC1', '6.2.0']);
    expect(await versions('&order_by=sizeBytes+desc')).toEqual(['6.2.0', '6.2.0-RC1', '6.1.10', '6.1.9']);
    for (const orderBy of ['name', 'createTime', 'update_time'])
      expect(await versions(`&order_by=${orderBy}`)).toHaveLength(4);
    const page = await api.read(target);
    expect(page).toMatchObject({ totalCount: '4', skipped: 0 });
    expect(rowsOf(page, 'artifactVersions')[0]).toMatchObject({ sizeBytes: '1934567', version: '6.2.0' });
  });

  for (const [query, counts] of [
    ['ecosystems=ECOSYSTEM_JAVA', [['ECOSYSTEM_JAVA', '3']]],
    [
      'ecosystems=ECOSYSTEM_PYTHON&ecosystems=ECOSYSTEM_JAVA',
      [
        ['ECOSYSTEM_PYTHON', '4'],
        ['ECOSYSTEM_JAVA', '3'],
      ],
    ],
  ] as const) {
    test(`5.14: "${query}" is counted`, async ({ api }) => {
      const body = await api.read(`${PATH}/count?${query}`);
      const expected = counts.map(([ecosystem, totalCount]) => ({ ecosystem, totalCount }));
      expect(body).toEqual({ counts: expect.arrayContaining(expected) });
      expect(body.counts).toHaveLength(expected.length);
    });
  }
});

test('5.14: an ecosystem without artifacts has a count of zero @mock', async ({ ownWorld }) => {
  const api = await ownWorld('fixture:empty');
  const body = await api.read(`${PATH}/count?ecosystems=ECOSYSTEM_JAVA`);
  expect(body).toEqual({ counts: [{ ecosystem: 'ECOSYSTEM_JAVA', totalCount: '0' }] });
});

for (const target of [PATH, `${PATH}/count`, `${PATH}?query=x`]) {
  test(`5.14: ${target} needs ecosystems`, async ({ api }) => {
    expectInvalid(await api.get(target), { ecosystems: 'ecosystems is required' });
  });
}

for (const id of ['none', 'a'.repeat(40), '..', 'a:b']) {
  test(`5.14: the versions of "${id}" are 404`, async ({ api }) => {
    const answer = await api.get(`${PATH}/${encodeURIComponent(id)}/versions`);
    expectMissing(answer, 'libraries/Artifact', id);
  });
}

test('5.14: artifacts have no uidp filter', async ({ api, org }) => {
  const list = `${PATH}?ecosystems=ECOSYSTEM_JAVA`;
  const filtered = await api.read(`${list}&uidp.descendants_of=${org.uid}`);
  expect(filtered.totalCount).toBe((await api.read(list)).totalCount);
});

for (const [query, field] of [
  ['remediated=yes', 'remediated'],
  ['order_by=description', 'order_by'],
  ['page_size=-1', 'page_size'],
] as const) {
  test(`5.14: ${query} is refused`, async ({ api }) => {
    expectInvalid(await api.get(`${PATH}?ecosystems=1&${query}`), { [field]: /./ });
  });
}
