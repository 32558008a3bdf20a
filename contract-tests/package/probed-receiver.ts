/**
 * A program that runs a receiver of events, subscribes it, makes a repo, and prints what the receiver prints of that. A
 * receiver calls no operation, so that a probe meets the calls of this program; the receiver takes what comes of them.
 */
export const PROBED_RECEIVER = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const { PLATFORM_API_URL: url, PLATFORM_TOKEN: token, PLATFORM_ORG_ID: group } = process.env;
const [program, ...args] = process.argv.slice(2);
const TRIES = 4;

const call = async (method, path, row) => {
  const headers = { authorization: \`Bearer \${token}\` };
  const sent = { method, headers, signal: AbortSignal.timeout(5_000), ...(row && { body: JSON.stringify(row) }) };
  try {
    const answer = await fetch(\`\${url}\${path}\`, sent);
    return { status: answer.status, after: answer.headers.get('retry-after'), body: await answer.text() };
  } catch (error) {
    return { status: 0, after: null, body: String(error) };
  }
};

/** Makes a row, unless a try whose answer was lost has made it. */
const create = async (path, row, field) => {
  for (let tried = 1; ; tried += 1) {
    const { status, after, body } = await call('POST', \`\${path}/\${group}\`, row);
    if (status === 200) return;
    if (tried === TRIES) throw new Error(body);
    await pause(after === null ? 2 ** tried * 100 : Number(after) * 1_000);
    const list = await call('GET', \`\${path}?uidp.children_of=\${group}&page_size=100\`);
    const rows = list.status === 200 ? Object.values(JSON.parse(list.body)).find(Array.isArray) : [];
    if (rows.some((made) => made[field] === row[field])) return;
  }
};

const env = { ...process.env, WEBHOOK_GROUP: group, PORT: '0' };
const receiver = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  const { value: first = '' } = await lines.next();
  await create('/events/v2/subscriptions', { sink: first.replace('listening on ', '') }, 'sink');
  await create('/registry/v2/repos', { name: 'nginx-fips', description: 'Received.' }, 'name');
  for await (const line of lines) {
    console.log(line);
    if (line.endsWith(' nginx-fips')) break;
  }
} finally {
  receiver.kill();
  if (receiver.exitCode === null) await once(receiver, 'exit');
}
`;
