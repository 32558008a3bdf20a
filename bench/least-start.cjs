// The least that any server of a start, its first calls and its worlds does: it compares a token, keeps rows, calls with
// their targets and bodies, events and refused deliveries as plain objects, sorts lists and seals their cursors. It checks
// no request and no rights. It is CommonJS, which Node starts sooner than modules, and prints a line of JSON.
const { hash, randomBytes } = require('node:crypto');
const { createServer } = require('node:http');

const ROWS = 25;
const TOKEN_BYTES = 540;
const digest = (text, length) => hash('sha256', text).slice(0, length);
const orgId = digest('group', 40);
const worlds = new Map();

const rowOf = (at, parent, body) => {
  const uid = `${parent}/${digest(`${parent}${body.name}${at}`, 16)}`;
  const now = new Date().toISOString();
  return { uid, createTime: now, updateTime: now, ...body };
};
const shared = Array.from({ length: ROWS }, (_, at) => rowOf(at, orgId, { name: `repo-of-the-fixture-${at}` }));

const makeWorld = () => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const world = { token, rows: new Map(), calls: [], events: [], deliveries: [] };
  worlds.set(`Bearer ${token}`, world);
  return world;
};

const list = ({ rows }, size) => {
  const sorted = [...shared, ...rows.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
  const page = sorted.slice(0, size);
  const place = JSON.stringify({ at: size, uid: page.at(-1).uid, issued: Date.now() });
  const nextPageToken = digest(`the key${place}`, 22) + Buffer.from(place).toString('base64url');
  return { repos: page, ...(size < sorted.length && { nextPageToken }), totalCount: String(sorted.length), skipped: 0 };
};

const write = (world, method, uid, body) => {
  const before = world.rows.get(uid);
  const row = method === 'POST' ? rowOf(world.calls.length, uid, body) : { ...before, ...body };
  if (method === 'DELETE') world.rows.delete(uid);
  else world.rows.set(row.uid, row);
  const event = {
    type: `repo.${method}`,
    subject: row.uid,
    group: orgId,
    time: Date.now(),
    call: world.calls.length,
    row,
  };
  world.events.push(event);
  world.deliveries.push({ event, to: orgId, state: 'suppressed' });
  return method === 'DELETE' ? {} : row;
};

const BASE = '/registry/v2/repos';
const answer = ({ method, url, headers }, text) => {
  if (url === '/_mock/v1/worlds') return { token: makeWorld().token, env: { PLATFORM_ORG_ID: orgId } };
  const world = worlds.get(headers.authorization);
  const begun = performance.now();
  const call = { id: world.calls.length + 1, method, target: url, body: text, time: Date.now(), status: 200, took: 0 };
  world.calls.push(call);
  const [path, query] = url.split('?');
  const uid = path.slice(BASE.length + 1);
  if (method !== 'GET') call.answer = write(world, method, uid, text === '' ? {} : JSON.parse(text));
  else call.answer = query === undefined ? world.rows.get(uid) : list(world, Number(query.split('page_size=')[1]));
  call.took = performance.now() - begun;
  return call.answer;
};

const server = createServer((incoming, outgoing) => {
  let text = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk) => {
    text += chunk;
  });
  incoming.on('end', () => {
    const body = JSON.stringify(answer(incoming, text));
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    outgoing.end(body);
  });
});
const { token } = makeWorld();
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ url, localUrl: url, token, orgId })}\n`);
});
