import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { digestOf } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

const FIXTURE = {
  groups: [
    {
      name: 'facts',
      repos: [
        {
          name: 'node',
          tags: [
            { name: '18', digest: digestOf('a'), deprecated: true },
            { name: '20', digest: digestOf('b'), endOfLife: { mainPackageVersion: { version: '20', exists: true } } },
          ],
        },
      ],
    },
  ],
};

/** The answers for a tag of an unknown version, and for one of a known version. */
const ITEMS = {
  published: [
    {
      mainPackageName: '',
      graceStatus: 'GRACE_NOT_ELIGIBLE',
      gracePeriodExpiryDate: null,
      mainPackageVersion: null,
      tagStatus: 'TAG_INACTIVE',
    },
    {
      mainPackageName: '',
      graceStatus: 'GRACE_NOT_ELIGIBLE',
      gracePeriodExpiryDate: null,
      mainPackageVersion: {
        eolDate: '',
        exists: true,
        fips: false,
        legacyLts: '',
        releaseDate: '',
        version: '20',
        eolBroken: false,
        latestVersion: '',
        lts: false,
        versionSource: null,
      },
      tagStatus: 'TAG_ACTIVE',
    },
  ],
  specification: [
    { main_package_name: '', grace_status: 'GRACE_NOT_ELIGIBLE', tag_status: 'TAG_INACTIVE' },
    {
      main_package_name: '',
      grace_status: 'GRACE_NOT_ELIGIBLE',
      main_package_version: { exists: true, version: '20' },
      tag_status: 'TAG_ACTIVE',
    },
  ],
} as const;

for (const profile of ['published', 'specification'] as const) {
  test(`C37: facts about the end of life of a tag that have no value are written, or left out: ${profile} @mock`, async ({
    api,
  }) => {
    const world = await makeWorld(api, { from: 'empty', profile });
    ok(await steer(new Api({ ...api.connection, world: world.id }, api.token), 'POST', 'fixtures', FIXTURE));
    // By `fetch`: the client of the suite checks answers against the documents of the profile of the run.
    const headers = { authorization: `Bearer ${world.token}`, 'x-mock-world': world.id };
    const answer = await fetch(`${api.connection.baseUrl}/registry/v1/eoltags`, { headers });
    const { items } = (await answer.json()) as { readonly items: readonly Readonly<Record<string, unknown>>[] };
    const found = items.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
    expect(found.map(({ id: _, name: __, ...facts }) => facts)).toEqual(ITEMS[profile]);
  });
}
