import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { imageOf, type Release } from '../../scripts/release-texts.ts';
import { expect, test } from '../package/user-folder.ts';
import { plainEnvironment } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { mustRun, run } from './programs.ts';

const LIMIT_MS = 300_000;

/** A container that is a process: the sample's own code runs without an engine. */
const STUB = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export const Wait = { forHttp: (path, port) => ({ path, port }) };

export class GenericContainer {
  constructor(image) { this.image = image; }
  withEnvironment(env) { return Object.assign(this, { env }); }
  withExposedPorts(...ports) { return Object.assign(this, { ports }); }
  withWaitStrategy(wait) { return Object.assign(this, { wait }); }
  async start() {
    console.log(JSON.stringify({ image: this.image, ports: this.ports, wait: this.wait }));
    const args = [process.env.ENTRY, 'serve', '--port', '0', '--json', '--until-eof'];
    const mock = spawn(process.execPath, args, { env: { ...process.env, ...this.env }, stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: mock.stdout }), 'line');
    const { hostname, port } = new URL(JSON.parse(line).url);
    const stop = async () => {
      mock.stdin.end();
      await once(mock, 'exit');
    };
    return { getHost: () => hostname, getMappedPort: (wanted) => (wanted === 8484 ? Number(port) : 0), stop };
  }
}
`;

test('the sample of Testcontainers for Node passes beside a mock in the place of its container @mock', async ({
  user,
}) => {
  const folder = join(user, 'testcontainers-node');
  cpSync('samples/testcontainers-node', folder, { recursive: true });
  const stub = join(folder, 'node_modules', 'testcontainers');
  mkdirSync(stub, { recursive: true });
  writeFileSync(
    join(stub, 'package.json'),
    JSON.stringify({ name: 'testcontainers', type: 'module', main: 'index.js' }),
  );
  writeFileSync(join(stub, 'index.js'), STUB);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const release = JSON.parse(readFileSync('release.json', 'utf8')) as Release;
  const env = plainEnvironment({ ENTRY: resolve(user, 'node_modules/platform-mock/dist/main.cjs') });
  const printed = await mustRun(process.execPath, ['repos.test.js'], { cwd: folder, env });
  expect(printed).toMatch(/^# pass 2$/m);
  expect(printed).toContain(`"image":"${imageOf(release)}:${version}","ports":[8484]`);
});

test('the sample of Testcontainers for Java compiles @whole', async ({ user }) => {
  test.setTimeout(LIMIT_MS);
  const maven = (...args: readonly string[]) => run('mvn', ['-q', '-B', ...args], { cwd: folder, limit: LIMIT_MS });
  const folder = join(user, 'testcontainers-java');
  cpSync('samples/testcontainers-java', folder, { recursive: true });
  const { code } = await run('mvn', ['--version']);
  skipAloud('the sample for Java was not compiled', code === 0 ? undefined : 'there is no Maven here');
  const { code: found, stdout } = await maven('dependency:go-offline');
  skipAloud('the sample for Java was not compiled', found === 0 ? undefined : `its packages cannot be had: ${stdout}`);
  const compiled = await maven('test-compile');
  expect(compiled.code, compiled.stdout).toBe(0);
});
