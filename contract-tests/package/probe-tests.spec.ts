import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../clients/programs.ts';
import { PROBED_CLIENT } from '../command-line/probed-client.ts';
import { plainEnvironment, runCommand } from '../support/own-server.ts';
import { runnerEnvironment } from './driven-setup.ts';
import { expect, test } from './user-folder.ts';

const LIMIT_MS = 300_000;

const RUNNERS = [
  { runner: 'vitest', args: ['run'], config: 'vitest.config.mjs', file: 'vitest.test.ts' },
  {
    runner: 'playwright',
    args: ['test', '--reporter=line'],
    config: 'playwright.config.mjs',
    file: 'playwright.spec.ts',
  },
] as const;

/** A client without the mistake, which looks at what its first try has left. */
const ADOPTS = `
  const create = () => world.fetch('/registry/v2/repos/' + world.orgId, { method: 'POST', body: '{"name":"probe-a"}' });
  expect([(await create()).status, (await create()).status]).toEqual([503, 409]);
`;
/** One that tries again. */
const REPEATS = ADOPTS.replace('[503, 409]', '[500, 200]');

/** A client with a mistake, a trial that finds it, what its test does not expect, and what passes in its place. */
const CASES = [
  { mode: 'create-renamed', trial: 'CreateRepo#1/lost_answer', red: /probe-a-2/, right: ADOPTS },
  { mode: 'ignore-refusals', trial: 'CreateRepo#1/internal_once', red: /probe-a/, right: REPEATS },
  { mode: 'list-and-create-renamed', trial: 'CreateRepo#1/lost_answer', red: /probe-a-2/, right: ADOPTS },
] as const;

test.describe('O9: the tests of a finding @mock', () => {
  for (const { mode, trial, red, right } of CASES) {
    test(`O9: those of ${mode} fail with the calls of the client, and pass with a right one in their place @whole`, async ({
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
          expect(asFound.text).toContain('changes.added');
          const head = code.indexOf('\n', code.indexOf('world.faults.once'));
          const tail = code.indexOf('  const changes = await');
          const mended = await judge('mended', code.slice(0, head) + right + code.slice(tail));
          expect([mended.code, mended.text]).toEqual([0, expect.stringMatching(/1 passed/)]);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
