import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../clients/programs.ts';
import { test } from '../support/folder.ts';
import { type Finished, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

/** Obstacles to the fold, whoever runs the mock: the file to move aside, and the folder that is made then, if any. */
const OBSTACLES: Readonly<Record<string, (file: string) => readonly [moved: string, made?: string]>> = {
  'a folder is in its place': (file) => [file, join(file, 'not-empty')],
  'its folder has gone': (file) => [join(file, '..')],
};

/** The command that runs the mock, with its status, and the status by which it is to end. */
const ENDS = [
  ['serve', 0, 1],
  ['exec', 0, 1],
  ['exec of a command that fails', 7, 7],
] as const;

/** Creates a repo, puts the obstacle in the way, and ends with a status. */
const CLIENT = `
import { mkdirSync, renameSync } from 'node:fs';
const { PLATFORM_API_URL, PLATFORM_ORG_ID, PLATFORM_TOKEN } = process.env;
const repo = { method: 'POST', body: '{"name":"kept"}', headers: { authorization: 'Bearer ' + PLATFORM_TOKEN } };
const { status } = await fetch(PLATFORM_API_URL + '/registry/v2/repos/' + PLATFORM_ORG_ID, repo);
if (status !== 200) process.exit(8);
const [moved, made, ending] = process.argv.slice(1);
renameSync(moved, moved + '.aside');
if (made) mkdirSync(made, { recursive: true });
process.exitCode = Number(ending);
`;

test.describe('a data file that cannot be folded at the end @mock', () => {
  for (const [what, obstacleOf] of Object.entries(OBSTACLES)) {
    const share = what === 'its folder has gone' ? ' @whole' : '';
    for (const [command, ending, status] of ENDS) {
      test(`D13, M6: ${command}, if ${what}, ends with ${status} and one line, and keeps the writes${share}`, async ({
        folder,
        freshServer,
      }) => {
        const file = join(folder, 'data', 'state.json');
        mkdirSync(join(file, '..'));
        const [moved, made = ''] = obstacleOf(file);
        const client = ['--input-type=module', '-e', CLIENT, moved, made, String(ending)];

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
        expect(code).toBe(status);

        rmSync(moved, { recursive: true, force: true });
        renameSync(`${moved}.aside`, moved);
        const { api, ready } = await freshServer('--data', file);
        const { repos } = await api.read(`/registry/v2/repos?uidp.children_of=${ready.orgId}&name=kept`);
        expect(repos).toMatchObject([{ name: 'kept' }]);
      });
    }
  }
});
