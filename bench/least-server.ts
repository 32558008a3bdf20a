import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LeastState } from './least.ts';
import type { BenchRepo } from './workloads.ts';

/**
 * The least that any server of these calls does: it looks at the token, finds the row or the place of the cursor, and
 * writes stored texts. It checks no request, no rights and no order, and keeps nothing of a call but its row.
 * Takes its rows on stdin and prints its port.
 */
let given = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) given += chunk;
const { token, pages, repos } = JSON.parse(given) as LeastState;

interface Entry {
  readonly repo: BenchRepo;
  readonly text: string;
}

const toEntry = (repo: BenchRepo): Entry => ({ repo, text: JSON.stringify(repo) });
const PAGE = 50;
const authorization = `Bearer ${token}`;
const inOrder = repos.map(toEntry);
const byUid = new Map(inOrder.map((row) => [row.repo.uid, row]));

const sealed = (text: string): string => hash('sha256', `the key${text}`, 'base64url').slice(0, 22);
const cursorIn = (query: string): string => query.split('page_token=')[1] ?? '';
/** The index of the first row of each page, by the digest of the cursor. */
const places = new Map(pages.map((path, nth) => [sealed(cursorIn(path)), nth * PAGE]));

const page = (query: string): string => {
  // A cursor is sealed and opened by one digest each.
  const from = places.get(sealed(cursorIn(query))) ?? 0;
  let texts = inOrder[from]?.text ?? '';
  for (let at = from + 1; at < from + PAGE; at += 1) texts += `,${inOrder[at]?.text}`;
  const place = JSON.stringify({ at: from + PAGE, uid: inOrder[from + PAGE - 1]?.repo.uid, issued: Date.now() });
  const next = sealed(place) + Buffer.from(place).toString('base64url');
  return `{"repos":[${texts}],"nextPageToken":"${next}","totalCount":"${inOrder.length}","skipped":0}`;
};

const put = (repo: BenchRepo): string => {
  const row = toEntry(repo);
  byUid.set(repo.uid, row);
  return row.text;
};

const write = (method: string, uid: string, text: string): string => {
  const body = JSON.parse(text) as Partial<BenchRepo>;
  const now = new Date().toISOString();
  if (method === 'POST') {
    const made = `${uid}/${hash('sha256', `${uid}${body.name}`).slice(0, 16)}`;
    return put({ uid: made, name: '', ...body, createTime: now, updateTime: now });
  }
  const { repo } = byUid.get(uid) as Entry;
  return put({ ...repo, ...body, updateTime: now });
};

const BASE = '/registry/v2/repos/'.length;

const send = (outgoing: ServerResponse, body: string): void => {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(body);
};

const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { method = '', url = '', headers } = incoming;
  if (headers.authorization !== authorization) throw new Error('another token');
  if (method !== 'GET') {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk) => {
      text += chunk;
    });
    incoming.on('end', () => send(outgoing, write(method, url.slice(BASE), text)));
    return;
  }
  const query = url.indexOf('?');
  send(outgoing, query < 0 ? (byUid.get(url.slice(BASE))?.text ?? '{}') : page(url.slice(query + 1)));
};

const server = createServer(answer);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
