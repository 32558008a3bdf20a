import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../clients/programs.ts';
import { PROBED_CLIENT } from '../command-line/probed-client.ts';
import { plainEnvironment, runCommand } from '../support/own-server.ts';
import { runnerEnvironment } from './driven-setup.ts';
import { expect, test } from './user-folder.ts';

const LIMIT_MS = 300_000;

/** The verdicts that are findings. */
const FINDINGS = ['corrupted', 'misled', 'hung', 'stormed', 'broken'];

const RUNNERS = [
  { runner: 'vitest', args: ['run'], config: 'vitest.config.mjs', file: 'vitest.test.ts' },
  {
    runner: 'playwright',
    args: ['test', '--reporter=line'],
    config: 'playwright.config.mjs',
    file: 'playwright.spec.ts',
  },
] as const;

const REPOS = '/registry/v2/repos';

/** A client without the mistake, which checks for the row of its first try. */
const ADOPTS = `
  const create = () => world.fetch('${REPOS}/' + world.orgId, { method: 'POST', body: '{"name":"probe-a"}' });
  expect([(await create()).status, (await create()).status]).toEqual([503, 409]);
`;
/** One that tries again. */
const REPEATS = ADOPTS.replace('[503, 409]', '[500, 200]');
/** One that gives up after a few tries, with pauses between them. */
const PATIENT = `
  const create = () => world.fetch('${REPOS}/' + world.orgId, { method: 'POST', body: '{"name":"probe-a"}' });
  for (let tried = 1; tried < 4 && (await create()).status !== 200; tried += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
`;

interface Case {
  readonly mode: string;
  readonly trial: string;
  readonly verdict: string;
  /** The message of the failed test. */
  readonly red: RegExp;
  /** The body of a client without the mistake. */
  readonly right: string;
}

/** A client with a mistake, a trial that finds it, what its test does not expect, and what passes in its place. */
const CASES: readonly Case[] = [
  { mode: 'create-renamed', trial: 'CreateRepo#1/lost_answer', verdict: 'corrupted', red: /probe-a-2/, right: ADOPTS },
  {
    mode: 'ignore-refusals',
    trial: 'CreateRepo#1/internal_once',
    verdict: 'corrupted',
    red: /changes\.added/,
    right: REPEATS,
  },
  {
    mode: 'list-and-create-renamed',
    trial: 'CreateRepo#1/lost_answer',
    verdict: 'corrupted',
    red: /probe-a-2/,
    right: ADOPTS,
  },
  {
    mode: 'rewrite',
    trial: 'UpdateRepo#1/changed_between',
    verdict: 'corrupted',
    red: /probed \(changed\)/,
    right: `
  const body = '{"name":"probe-a","description":"probed"}';
  const { uid } = await (await world.fetch('${REPOS}/' + world.orgId, { method: 'POST', body })).json();
  await world.fetch('${REPOS}/' + uid, { method: 'PATCH', body: '{"bundles":["base"]}' });
`,
  },
  {
    mode: 'list-first-page',
    trial: 'ListRepos#1/short_page',
    verdict: 'misled',
    red: /curl/,
    right: `
  const names: string[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = 'uidp.children_of=' + world.orgId + '&page_size=4&order_by=name&page_token=' + token;
    const page: any = await (await world.fetch('${REPOS}?' + query)).json();
    names.push(...page.repos.map(({ name }: { name: string }) => name));
    token = page.nextPageToken || undefined;
  }
  return names.join('\\n');
`,
  },
  {
    mode: 'create',
    trial: 'CreateRepo#1/never',
    verdict: 'hung',
    red: /the client has ended/,
    right: `
  const create = () =>
    world.fetch('${REPOS}/' + world.orgId, { method: 'POST', body: '{"name":"probe-a"}', signal: AbortSignal.timeout(1_000) });
  await create().catch(create);
`,
  },
  {
    mode: 'create-hastily',
    trial: 'CreateRepo#1/rate_limited',
    verdict: 'stormed',
    red: /toBeGreaterThanOrEqual|greater than or equal/,
    right: PATIENT,
  },
  {
    mode: 'create-without-pauses',
    trial: 'CreateRepo#1/down',
    verdict: 'stormed',
    red: /toBeLessThan|less than/,
    right: PATIENT,
  },
  {
    mode: 'create-for-ever',
    trial: 'CreateRepo#1/down',
    verdict: 'stormed',
    red: /toBeLessThan|less than/,
    right: PATIENT,
  },
  {
    mode: 'list-strictly',
    trial: 'ListRepos#1/unknown_field',
    verdict: 'broken',
    red: /exit status 1/,
    right: `
  await world.fetch('${REPOS}?page_size=4');
`,
  },
];

test('O9: there is a case for each verdict that is a finding @whole', () => {
  expect([...new Set(CASES.map(({ verdict }) => verdict))].toSorted()).toEqual([...FINDINGS].toSorted());
});

test.describe('O9: the tests of a finding @mock', () => {
  for (const { mode, trial, verdict, red, right } of CASES) {
    test(`O9: the tests of ${mode}, which is ${verdict}, fail with the client as it was recorded, and pass with a right one @whole`, async ({
      user,
    }) => {
      test.setTimeout(LIMIT_MS);
      const folder = await mkdtemp(join(user, 'probe-tests-'));
      try {
        await writeFile(join(folder, 'client.mjs'), PROBED_CLIENT);
        const command = ['sh', '-c', `cd '${folder}' && exec '${process.execPath}' client.mjs ${mode}`];
        const flags = ['--jobs', '1', '--only', trial, '--out', join(folder, 'found')];
        const probed = await runCommand(['probe', ...flags, '--', ...command], {}, LIMIT_MS);
        expect(probed.code, probed.stdout + probed.stderr).toBe(3);
        expect(probed.stdout).toContain(`1 ${verdict}`);
        for (const { runner, args, config, file } of RUNNERS) {
          const code = await readFile(join(folder, 'found', trial.replaceAll(/[#/]/g, '-'), file), 'utf8');
          const setup = "globalSetup: 'platform-mock/setup'";
          const judge = async (name: string, text: string) => {
            const own = join(folder, `${runner}-${name}`);
            await mkdir(own);
            await writeFile(join(own, config), `export default { ${setup}, test: { ${setup} } };`);
            await writeFile(join(own, file), text);
            const env = plainEnvironment(runnerEnvironment);
            const { code, stdout, stderr } = await run(resolve('node_modules/.bin', runner), args, { cwd: own, env });
            return { code, text: stripVTControlCharacters(stdout + stderr) };
          };
          const asFound = await judge('found', code);
          expect([asFound.code, asFound.text]).toEqual([1, expect.stringMatching(red)]);
          const body = /(?<=^const client = async \(world: World\): Promise<string> => \{\n)[\s\S]*?(?=^\};$)/m;
          expect(code).toMatch(body);
          const mended = code
            .replace(body, () => `${right}  return '';\n`)
            // The tests for Vitest import `test` from the package, and not `expect`.
            .replace(/^(?=import \{ test \} from 'platform-mock\/vitest')/m, "import { expect } from 'vitest';\n");
          const asMended = await judge('mended', mended);
          expect([asMended.code, asMended.text]).toEqual([0, expect.stringMatching(/1 passed/)]);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
