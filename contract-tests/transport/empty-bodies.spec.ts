import { bySize } from '../../scripts/test-size.ts';
import { type Sample, sampleOf, samples } from '../operations/samples.ts';
import { v1SampleOf, v1Samples } from '../operations/v1-samples.ts';
import { documents } from '../support/openapi.ts';
import type { Org } from '../support/org.ts';
import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

type ControlCall = readonly [method: string, path: string, status: number];

/** Each of its calls makes a key. */
const ROTATE: ControlCall = ['POST', 'keys:rotate', 200];

/** A control call whose body is optional, or empty in the sense that `{}` is; the status of it without a body. */
const CALLS: readonly ControlCall[] = [
  ['POST', 'reset', 200],
  ['POST', 'worlds', 200],
  ...bySize({ small: [], usual: [], whole: [ROTATE] }),
  ['PUT', 'snapshots/empty?overwrite=true', 200],
  ['PUT', 'events:plan', 200],
  ['POST', 'events:await', 200],
  ['POST', 'journal:await', 200],
  ['POST', 'events/e:redeliver', 404],
  ['POST', 'sink/s', 204],
  ['POST', 'clock:advance', 400],
  ['POST', 'events:trigger', 400],
  ['POST', 'fixtures', 400],
  ['POST', 'snapshots:restore', 400],
  ['POST', 'nothing', 404],
  ['DELETE', 'journal', 200],
];

const TYPES = [undefined, 'application/json', ...bySize({ small: [], usual: [], whole: ['text/plain'] })];
const VERSIONS = bySize({ small: ['1.1'], usual: ['1.1'], whole: ['1.0', '1.1'] });

/** The headers that announce an empty body over HTTP/1.1, with the bytes behind them. */
const FRAMINGS: readonly (readonly [what: string, header: string, rest: string])[] = [
  ['nothing', '', ''],
  ['Content-Length: 0', 'Content-Length: 0\r\n', ''],
  ['an empty chunked body', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
];

/** Values that differ by call: names, ids, tokens, keys and times. */
const steady = (body: string): string =>
  body
    .replace(/[\w.-]{20,}|\bw-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|https?:[^"]*/g, '~')
    .replace(/"(?:id|name|subject)":"[^"]*"|[0-9a-f]{16,}/g, '~');

const makeGroup = async ({ url, token }: { readonly url: string; readonly token: string | null }): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/iam/v2/groups`, { method: 'POST', headers, body: '{"name":"awaited"}' });
  return status;
};

/** The target of a call, and its caller. */
type Addressed = Pick<Sample, 'target' | 'token'>;

/** Sends a call without a body in each way, on a target of its own each time, and returns the answers by the way. */
const answersOf = async (
  baseUrl: string,
  method: string,
  make: () => Promise<Addressed>,
): Promise<ReadonlyMap<string, string>> => {
  const { host } = new URL(baseUrl);
  const answers = new Map<string, string>();
  for (const type of TYPES) {
    for (const version of VERSIONS) {
      for (const [what, header, rest] of FRAMINGS) {
        if (version === '1.0' && rest !== '') continue;
        const { target, token } = await make();
        const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`;
        const bearer = token ? `Authorization: Bearer ${token}\r\n` : '';
        const head = `${method} ${target} HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n`;
        const got = await sendRaw(baseUrl, `${head}${bearer}${typed}${header}\r\n${rest}`);
        const [line = '', body = ''] = [got.slice(9, 12), got.slice(got.indexOf('\r\n\r\n') + 4)];
        answers.set(`HTTP/${version}, ${what}, ${type}`, `${line} ${steady(body)}`);
      }
    }
    await overHttp2(baseUrl, async (session) => {
      for (const body of [undefined, '']) {
        const { target, token } = await make();
        const headers = {
          ...(type !== undefined && { 'content-type': type }),
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const got = await exchangeOn(session, { method, path: target, headers, ...(body === '' && { body }) });
        answers.set(
          `HTTP/2, ${body === '' ? 'an empty frame' : 'nothing'}, ${type}`,
          `${got.status} ${steady(got.text)}`,
        );
      }
    });
  }
  return answers;
};

test.describe('1.7: no body is an empty message on the control plane @mock', () => {
  for (const [method, path, status] of CALLS) {
    test(`${method} ${path}`, async ({ ownServer }) => {
      const { ready } = await ownServer();
      const sample = { target: `/_mock/v1/${path}`, token: ready.controlToken ?? undefined };
      // A wait without a body is for one event, or one call: a group that is made is both.
      if (path.endsWith(':await')) expect(await makeGroup(ready)).toBe(200);
      const answers = await answersOf(ready.url, method, async () => sample);
      const [first = ''] = answers.values();
      expect(first.slice(0, 3)).toBe(String(status));
      expect([...answers].filter(([, answer]) => answer !== first)).toEqual([]);
    });
  }
});

/** A call of an operation: of its sample if it has one; else one that nobody is known by. */
const sampled = (version: 'v1' | 'v2', id: string, path: string): ((org: Org) => Promise<Addressed>) => {
  const has = version === 'v2' ? samples.has(id) : v1Samples.has(id);
  if (!has) return async () => ({ target: path.replaceAll(/\{\w+\}/g, 'x') });
  return (org) => (version === 'v2' ? sampleOf(id, org) : v1SampleOf(id, org));
};

/** The operations whose document calls the body optional; those without a version are in both documents. */
const optional = (['v2', 'v1'] as const).flatMap((version) =>
  Object.entries(documents[version].paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { requestBody }]) => requestBody && !requestBody.required)
      .map(([method, { operationId: id }]) => ({ version, id, path, method: method.toUpperCase() })),
  ),
);

test.describe('1.7: no body is an empty message of each operation whose document calls it optional', () => {
  for (const { id, version, method, path } of optional) {
    test(`${version} ${id} @fixture`, async ({ org, api, shared }) => {
      const make = sampled(version, id, path);
      // A PATCH without a body changes nothing, so that all of them can be sent to one row.
      const made = method === 'PATCH' ? make(org) : undefined;
      const own = async (): Promise<Addressed> => ({ token: api.token, ...(await (made ?? make(org))) });
      const answers = await answersOf(shared.target.baseUrl, method, own);
      const { target, token } = await own();
      const whole = await api.as(token).send(method, target, { body: '{}' });
      const first = `${whole.status} ${steady(whole.text)}`;
      expect([...answers].filter(([, answer]) => answer !== first)).toEqual([]);
    });
  }
});
