import { ok, rowsOf } from '../support/answer.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { build, GENERATORS, STEP_MS } from './generators.ts';

/** Additions that no client can know: a field in one answer, and an enum value in another. */
const ADDED_FIELD = { phase: 'after_commit', match: { operation: 'GetRole' }, do: { add: 'field' } };
const ADDED_WORD = { phase: 'after_commit', match: { operation: 'GetRepo' }, do: { add: 'enum_value' } };

for (const generator of GENERATORS) {
  const { name, install, call, refusesWords } = generator;
  const additions = refusesWords ? [ADDED_FIELD] : [ADDED_FIELD, ADDED_WORD];

  test.describe(`a client that ${name} generates`, () => {
    test.beforeAll(async () => {
      test.setTimeout(STEP_MS);
      skipAloud(`${name} generated no client`, await install());
    });

    for (const document of ['openapi-v1', 'openapi-control'] as const) {
      test(`clients §7.4: of ${document}.yaml compiles @whole`, async ({ folder }) => {
        test.setTimeout(2 * STEP_MS);
        await build(generator, document, folder);
      });
    }

    test('clients §7.4, §7.5: of openapi.yaml compiles, and calls, also if answers have more than it knows @mock @whole', async ({
      folder,
      ownServer,
    }) => {
      test.setTimeout(3 * STEP_MS);
      await build(generator, 'openapi', folder);
      const { api, ready } = await ownServer();
      ok(await steer(api, 'PUT', 'faults', additions));
      const [role] = rowsOf(ok(await api.get('/iam/v2/roles?page_size=1')), 'roles');
      const [repo] = rowsOf(ok(await api.get('/registry/v2/repos?page_size=1')), 'repos');
      const printed = await call(folder, {
        BASE_URL: ready.url,
        TOKEN: 'owner-token',
        ORG_ID: ready.orgId,
        ROLE_ID: role?.uid,
        REPO_ID: repo?.uid,
      });
      expect(printed).toBe('the generated client works\n');
      const { faults } = ok(await steer(api, 'GET', 'faults')) as unknown as {
        readonly faults: readonly { readonly hits: number }[];
      };
      expect(faults.map(({ hits }) => hits)).toEqual(additions.map(() => 1));
    });
  });
}
