import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';

/** A control call whose body is optional, or empty in the sense that `{}` is; the status of it without a body. */
const CALLS: readonly (readonly [method: string, path: string, status: number])[] = [
  ['POST', 'reset', 200],
  ['POST', 'worlds', 200],
  ['POST', 'keys:rotate', 200],
  ['PUT', 'snapshots/empty?overwrite=true', 200],
  ['PUT', 'events:plan', 200],
  ['POST', 'clock:advance', 400],
  ['POST', 'events:trigger', 400],
  ['POST', 'fixtures', 400],
  ['POST', 'snapshots:restore', 400],
  ['POST', 'nothing', 404],
  ['DELETE', 'journal', 200],
];

const TYPES = [undefined, 'application/json', 'text/plain'];

/** How a body of no bytes is announced over HTTP/1.1, with what follows the headers. */
const FRAMINGS: readonly (readonly [what: string, header: string, rest: string])[] = [
  ['nothing', '', ''],
  ['Content-Length: 0', 'Content-Length: 0\r\n', ''],
  ['an empty chunked body', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
];

/** What differs from call to call: ids, tokens, keys and times. */
const steady = (body: string): string =>
  body
    .replace(/[\w.-]{20,}|\bw-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|https?:[^"]*/g, '~')
    .replace(/"id":"[^"]*"/g, '~');

test.describe('1.7: no body is an empty message on the control plane @mock', () => {
  for (const [method, path, status] of CALLS) {
    test(`${method} ${path}`, async ({ ownServer }) => {
      const { ready } = await ownServer();
      const { host } = new URL(ready.url);
      const target = `/_mock/v1/${path}`;
      const token = ready.controlToken ? `Authorization: Bearer ${ready.controlToken}\r\n` : '';
      const answers = new Map<string, string>();
      for (const type of TYPES) {
        for (const version of ['1.0', '1.1']) {
          for (const [what, header, rest] of FRAMINGS) {
            if (version === '1.0' && rest !== '') continue;
            const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`;
            const head = `${method} ${target} HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n`;
            const got = await sendRaw(ready.url, `${head}${token}${typed}${header}\r\n${rest}`);
            const [line = '', body = ''] = [got.slice(9, 12), got.slice(got.indexOf('\r\n\r\n') + 4)];
            answers.set(`HTTP/${version}, ${what}, ${type}`, `${line} ${steady(body)}`);
          }
        }
        const headers = { ...(type !== undefined && { 'content-type': type }) };
        await overHttp2(ready.url, async (session) => {
          for (const body of [undefined, '']) {
            const got = await exchangeOn(session, { method, path: target, headers, ...(body === '' && { body }) });
            answers.set(
              `HTTP/2, ${body === '' ? 'an empty frame' : 'nothing'}, ${type}`,
              `${got.status} ${steady(got.text)}`,
            );
          }
        });
      }
      const [first = ''] = answers.values();
      expect(first.slice(0, 3)).toBe(String(status));
      expect([...answers].filter(([, answer]) => answer !== first)).toEqual([]);
    });
  }
});
