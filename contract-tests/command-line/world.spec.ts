import type { Body } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { runHere } from '../support/command-here.ts';
import { runCommand } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

const namesIn = ({ body }: { readonly body: Body }): unknown => (body.repos as readonly Body[]).map(({ name }) => name);

test.describe('platform-mock world @mock', () => {
  test('behaviour X5: a world from a call has the state before it, and what is printed leads into it', async ({
    ownServer,
  }) => {
    const { ready, api } = await ownServer();
    const { id, token } = await makeWorld(api, { from: 'fixture:default' });
    const there = new Api({ ...api.connection, world: id }, token);
    const created = await there.post(`/registry/v2/repos/${ready.orgId}`, { name: 'checkout' });
    expect(created.status).toBe(200);
    const args = ['world', 'from-call', '1', '--port', new URL(ready.url).port, '--world', id];
    const find = async (at: { readonly id: string; readonly token: string }): Promise<unknown> =>
      namesIn(await new Api({ ...api.connection, world: at.id }, at.token).get('/registry/v2/repos?name=checkout'));

    const { code, stdout } = await runCommand([...args, '--name', 'then']);
    expect(code).toBe(0);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toBe(
      '# world then, as it was before call 1; curl -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_API_URL/iam/v2/groups"',
    );
    const env = new Map(lines.map((line) => /^export (\w+)='(.*)'$/.exec(line)?.slice(1) as [string, string]));
    expect([env.get('PLATFORM_API_URL'), env.get('PLATFORM_MOCK_WORLD')]).toEqual([ready.url, 'then']);
    expect(await find({ id: 'then', token: env.get('PLATFORM_TOKEN') ?? '' })).toEqual([]);

    const asJson = await runHere([...args, '--json']);
    const again = JSON.parse(asJson.stdout) as { id: string; token: string };
    expect([again.id === 'then', await find(again)]).toEqual([false, []]);
    expect(await find({ id, token })).toEqual(['checkout']);
  });

  test('behaviour X5: a world that cannot be made is refused in one line', async ({ ownServer }) => {
    const { port } = new URL((await ownServer()).ready.url);
    for (const [args, status, line] of [
      [['999999'], 1, /^platform-mock: Not found: the journal has no entry "999999"; .*\n$/],
      [['1', '--world', 'gone'], 1, /^platform-mock: .*"gone".*\n$/],
      [['1', '--name', 'No Name'], 1, /^platform-mock: .*name.*\n$/],
      [['1', '--at', 'after'], 2, /^platform-mock: there is no option "--at".*\n$/],
      [[], 2, /^platform-mock: missing required argument "id"\n$/],
    ] as const) {
      const { code, stdout, stderr } = await runHere(['world', 'from-call', ...args, '--port', port]);
      expect([code, stdout], args.join(' ')).toEqual([status, '']);
      expect(stderr).toMatch(line);
    }
  });
});
