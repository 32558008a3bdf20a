import { runHere } from '../support/command-here.ts';
import { runCommand } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';

/** The variables that Kubernetes sets for services named platform-mock and platform-mock-grpc, and Docker for a link. */
const LINKS = {
  PLATFORM_MOCK_SERVICE_HOST: '10.96.7.1',
  PLATFORM_MOCK_SERVICE_PORT: '8484',
  PLATFORM_MOCK_SERVICE_PORT_HTTP: '8484',
  PLATFORM_MOCK_PORT: 'tcp://10.96.7.1:8484',
  PLATFORM_MOCK_PORT_8484_TCP: 'tcp://10.96.7.1:8484',
  PLATFORM_MOCK_PORT_8484_TCP_PROTO: 'tcp',
  PLATFORM_MOCK_PORT_8484_TCP_PORT: '8484',
  PLATFORM_MOCK_PORT_8484_TCP_ADDR: '10.96.7.1',
  PLATFORM_MOCK_NAME: '/tests/platform-mock',
  PLATFORM_MOCK_ENV_NODE_ENV: 'production',
  PLATFORM_MOCK_GRPC_SERVICE_HOST: '10.96.7.2',
  PLATFORM_MOCK_GRPC_PORT: 'tcp://10.96.7.2:8484',
  PLATFORM_MOCK_GRPC_PORT_8484_TCP_ADDR: '10.96.7.2',
};

/** Prints the variables of this program that it is given. */
const OWN = 'console.log(JSON.stringify(process.env, Object.keys(process.env).filter((name) => /_MOCK_/.test(name))))';

test.describe('M9: variables of the environment @mock', () => {
  const SERVE = ['serve', '--port', '0'];
  const EXEC = ['exec', '--', 'true'];
  for (const [args, name, says] of [
    [SERVE, 'PLATFORM_MOCK_PROT', 'did you mean "PLATFORM_MOCK_PORT"?'],
    [EXEC, 'PLATFORM_MOCK_PROT', 'did you mean "PLATFORM_MOCK_PORT"?'],
    [SERVE, 'PLATFORM_MOCK_FIXTURES', 'did you mean "PLATFORM_MOCK_FIXTURE"?'],
    [EXEC, 'PLATFORM_MOCK_CONTROLTOKEN', 'did you mean "PLATFORM_MOCK_CONTROL_TOKEN"?'],
    [SERVE, 'PLATFORM_MOCK_GITHUB_ACTION', 'did you mean "PLATFORM_MOCK_GITHUB_ACTIONS"?'],
    [EXEC, 'PLATFORM_MOCK_KANGAROO', '--help lists those there are'],
    [SERVE, 'PLATFORM_MOCK_', '--help lists those there are'],
    [EXEC, 'PLATFORM_MOCK_GRPC_PORT', '--help lists those there are'],
    [SERVE, 'PLATFORM_MOCK_URL', '--help lists those there are'],
    [SERVE, 'PLATFORM_MOCK_API_URL', 'did you mean "PLATFORM_API_URL"?'],
  ] as const) {
    test(`M9: ${name}, which is unknown, makes ${args[0]} exit with 2 and one line`, async () => {
      const { code, stdout, stderr } = await runHere(args, { [name]: 'a secret' });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe(`platform-mock: there is no variable "${name}", ${says}\n`);
    });
  }

  test('M9: each that is unknown has a line', async () => {
    const { stderr } = await runCommand(['exec', '--', 'true'], { PLATFORM_MOCK_SEEED: 'a', PLATFORM_MOCK_HOTS: 'b' });
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      'platform-mock: there is no variable "PLATFORM_MOCK_HOTS", did you mean "PLATFORM_MOCK_HOST"?',
      'platform-mock: there is no variable "PLATFORM_MOCK_SEEED", did you mean "PLATFORM_MOCK_SEED"?',
    ]);
  });

  const CALL =
    'curl -s -o /dev/null -w "%{http_code}" "$PLATFORM_API_URL/registry/v2/repos" -H "Authorization: Bearer admin-token"';
  for (const [word, seen] of [
    ['0', [0, '200', '']],
    ['off', [0, '200', '']],
    ['true', [0, '400', '']],
    ['maybe', [2, '', 'platform-mock: PLATFORM_MOCK_REQUIRE_WORLD must be true or false\n']],
  ] as const) {
    test(`M9: the variable of a flag without a value is read as true or false: ${word}`, async () => {
      const env = { PLATFORM_MOCK_REQUIRE_WORLD: word };
      const { code, stdout, stderr } = await runCommand(['exec', '--', 'sh', '-c', CALL], env);
      expect([code, stdout, stderr]).toEqual(seen);
    });
  }

  test('M9: a variable of another command, or of a client, is known', async () => {
    const others = { PLATFORM_MOCK_AS: '', PLATFORM_MOCK_CONTROL_TOKEN: 'steer', PLATFORM_MOCK_BINARY: 'bin/mock' };
    const env = { PLATFORM_MOCK_WORLD: 'default', ...others };
    const { code, stderr } = await runHere(['serve', '--fixture', 'nope'], env);
    expect([code, stderr]).toEqual([4, expect.stringContaining('nope')]);
  });

  test('M27: variables that Kubernetes and Docker set for a service of this name are ignored, and passed on', async () => {
    const command = [process.execPath, '-e', OWN];
    const { code, stdout, stderr } = await runCommand(['exec', '--', ...command], LINKS);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject(LINKS);
    // The start gets as far as its fixtures, which are refused.
    expect((await runHere(['serve', '--fixture', 'nope'], LINKS)).code).toBe(4);
  });

  test('M27: the commands that only ask ignore them, too', async ({ ownServer }) => {
    const { port } = new URL((await ownServer()).ready.url);
    const { code, stdout } = await runCommand(['health', '--port', port], { ...LINKS, PLATFORM_MOCK_KANGAROO: '1' });
    expect([code, stdout]).toEqual([0, 'ready\n']);
  });
});
