import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../clients/programs.ts';
import { test } from '../support/folder.ts';
import { type Finished, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

/** What is in the way of the fold, whoever runs the mock: what is moved aside, and the folder that is made then, if any. */
const OBSTACLES: Readonly<Record<string, (file: string) => readonly [moved: string, made?: string]>> = {
  'a folder is in its place': (file) => [file, join(file, 'not-empty')],
  'its folder has gone': (file) => [join(file, '..')],
};

/** Creates a repo, and puts the obstacle in the way. */
const CLIENT = `
import { mkdirSync, renameSync } from 'node:fs';
const { PLATFORM_API_URL, PLATFORM_ORG_ID, PLATFORM_TOKEN } = process.env;
const repo = { method: 'POST', body: '{"name":"kept"}', headers: { authorization: 'Bearer ' + PLATFORM_TOKEN } };
const { status } = await fetch(PLATFORM_API_URL + '/registry/v2/repos/' + PLATFORM_ORG_ID, repo);
if (status !== 200) process.exit(7);
const [moved, made] = process.argv.slice(1);
renameSync(moved, moved + '.aside');
if (made) mkdirSync(made, { recursive: true });
`;

test.describe('a data file that cannot be folded at the end @mock', () => {
  for (const [what, obstacleOf] of Object.entries(OBSTACLES)) {
    const share = what === 'its folder has gone' ? ' @whole' : '';
    for (const command of ['serve', 'exec']) {
      test(`D13: ${command} whose data file cannot be replaced, since ${what}, ends with 1 and one line, and keeps the writes${share}`, async ({
        folder,
        freshServer,
      }) => {
        const file = join(folder, 'data', 'state.json');
        mkdirSync(join(file, '..'));
        const [moved, made = ''] = obstacleOf(file);
        const client = ['--input-type=module', '-e', CLIENT, moved, made];

        const served = async (): Promise<Omit<Finished, 'stdout'>> => {
          const { ready, process: child, stop } = await freshServer('--data', file);
          let stderr = '';
          child.stderr?.on('data', (chunk: Buffer) => {
            stderr += chunk;
          });
          const closed = new Promise((resolve) => void child.once('close', resolve));
          const { url, orgId, token } = ready;
          const env = { PLATFORM_API_URL: url, PLATFORM_ORG_ID: orgId, PLATFORM_TOKEN: token };
          await mustRun(process.execPath, client, { env });
          const code = await stop();
          await closed;
          return { code, stderr };
        };
        const { code, stderr } =
          command === 'serve'
            ? await served()
            : await runCommand(['exec', '--data', file, '--', process.execPath, ...client]);
        expect(stderr).toMatch(/^platform-mock: \S+state\.json cannot be written: E[A-Z]+: [^\n]+\n$/);
        expect(code).toBe(1);

        rmSync(moved, { recursive: true, force: true });
        renameSync(`${moved}.aside`, moved);
        const { api, ready } = await freshServer('--data', file);
        const { repos } = await api.read(`/registry/v2/repos?uidp.children_of=${ready.orgId}&name=kept`);
        expect(repos).toMatchObject([{ name: 'kept' }]);
      });
    }
  }
});
