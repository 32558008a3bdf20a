/** A small client with some of the usual mistakes, each of which its first argument asks for. */
export const PROBED_CLIENT = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { PLATFORM_API_URL, PLATFORM_TOKEN: token, PLATFORM_ORG_ID: org, CACHE_DIR: cache } = process.env;
const mode = process.argv[2];
let url = PLATFORM_API_URL;
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

const call = async (method, path, body, bearer = token) => {
  const headers = { authorization: \`Bearer \${bearer}\` };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, ok: answer.ok, body: JSON.parse((await answer.text()) || '{}') };
};
const demand = (answer) => {
  if (!answer.ok) throw new Error(answer.body.message);
  return answer.body;
};
const create = (name, more = {}) => call('POST', \`/registry/v2/repos/\${org}\`, { name, description: 'probed', ...more });
const list = (query) => call('GET', \`/registry/v2/repos?uidp.children_of=\${org}&\${query}\`);
/** Tries again, after a pause, what was not available. */
const patient = async (make, tries = 4) => {
  for (let tried = 1; ; tried += 1) {
    const answer = await make(tried);
    if (answer.status !== 503 || tried === tries) return answer;
    await pause(30);
  }
};
const run = () => {
  const file = join(process.cwd(), 'runs');
  appendFileSync(file, 'x');
  return readFileSync(file, 'utf8').length;
};

const modes = {
  create: async () => demand(await create('probe-a')),
  'create-patiently': async () => demand(await patient(() => create('probe-a'))),
  'create-renamed': async () => demand(await patient((tried) => create(tried === 1 ? 'probe-a' : \`probe-a-\${tried}\`))),
  'list-and-create-renamed': async () => {
    for (let token = ''; token !== undefined; ) {
      token = demand(await list(\`page_size=5&page_token=\${token}\`)).nextPageToken || undefined;
    }
    await modes['create-renamed']();
  },
  'create-by-chance': async () =>
    demand(await patient(() => create(\`probe-\${Math.random().toString(36).slice(2, 10)}1\`, { description: String(Math.random()) }))),
  // At a host that is written into it, or where the environment says, which must be over TLS.
  'create-renamed-at': async () => {
    const at = process.argv[3];
    if (at === 'tls' && !url.startsWith('https:')) throw new Error('not over TLS');
    if (at.startsWith('https:')) url = at;
    await modes['create-renamed']();
  },
  'create-renamed-in-a-workflow': async () => {
    const { ACTIONS_ID_TOKEN_REQUEST_URL: asked, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = process.env;
    const answer = await fetch(\`\${asked}&audience=ci\`, { headers: { authorization: \`Bearer \${bearer}\` } });
    const { value } = await answer.json();
    const { sub } = JSON.parse(Buffer.from(value.split('.')[1], 'base64url'));
    if (sub !== 'repo:acme/app:environment:prod') throw new Error(sub);
    await modes['create-renamed']();
  },
  'create-or-adopt': async () => {
    const answer = await create('probe-a');
    if (answer.status !== 409) demand(answer);
  },
  'create-hastily': async () => {
    for (let tried = 1; tried < 4; tried += 1) {
      const answer = await create('probe-a');
      if (answer.status !== 429) return demand(answer);
    }
    throw new Error('too many tries');
  },
  'create-without-pauses': async () => {
    for (let tried = 1; tried < 7; tried += 1) {
      const answer = await create('probe-a');
      if (answer.status !== 503) return demand(answer);
    }
    throw new Error('too many tries');
  },
  'create-for-ever': async () => demand(await patient(() => create('probe-a'), 13)),
  // Sends the same create again, or creates of something else, whatever the first was answered with.
  'create-twice': async () => {
    const made = await create('probe-a');
    await create('probe-a');
    demand(made);
  },
  'create-in-four-ways': async () => {
    const made = await create('probe-a');
    for (const description of ['b', 'c', 'd']) await create('probe-a', { description });
    demand(made);
  },
  'ignore-refusals': async () => void (await create('probe-a')),
  'list-first-page': async () => {
    for (const { name } of demand(await list('page_size=4&order_by=name')).repos) console.log(name);
  },
  // Prints a line but in some runs, as runners do of what was slow.
  'print-but-in': async () => {
    demand(await list('page_size=1'));
    if (!JSON.parse(process.argv[3]).includes(run())) console.log('that took 312 ms');
  },
  'list-strictly': async () => {
    const known = ['repos', 'nextPageToken', 'totalCount', 'skipped'];
    const odd = Object.keys(demand(await list('page_size=4'))).filter((key) => !known.includes(key));
    if (odd.length > 0) throw new Error(\`unknown \${odd}\`);
  },
  'list-often': async () => {
    for (let at = 0; at < 6; at += 1) demand(await list('page_size=4'));
  },
  rewrite: async () => {
    const { uid } = demand(await create('probe-a'));
    const repo = demand(await call('GET', \`/registry/v2/repos/\${uid}\`));
    demand(await call('PATCH', \`/registry/v2/repos/\${uid}\`, { description: repo.description, bundles: ['base'] }));
  },
  'list-in-two-runs': async () => {
    demand(await list('page_size=1'));
    if (run() < 3) demand(await list('page_size=2'));
  },
  'list-once-more-at-first': async () => {
    demand(await list('page_size=1'));
    if (run() === 1) demand(await list('page_size=2'));
  },
  'leave-all-behind': async () => {
    const { spawn } = await import('node:child_process');
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
    left.unref();
    appendFileSync(join(process.cwd(), 'left'), \`\${left.pid}\\n\`);
    demand(await create('probe-a'));
    const fault = { match: { operation: 'CreateRepo' }, do: { code: 'INTERNAL' } };
    const headers = { 'content-type': 'application/json' };
    await fetch(\`\${url}/_mock/v1/faults\`, { method: 'PUT', headers, body: JSON.stringify([fault]) });
  },
  'fail-later': async () => {
    demand(await list('page_size=1'));
    if (run() > 1) throw new Error('flaky');
  },
  alone: async () => {
    const file = join(process.cwd(), 'lock');
    if (existsSync(file)) throw new Error('not alone');
    mkdirSync(file);
    try {
      demand(await list('page_size=1'));
      // Long enough for another run to begin, however busy the machine is.
      await pause(2_000);
    } finally {
      (await import('node:fs')).rmdirSync(file);
    }
  },
  worlds: async () => {
    const steer = async (method, path, body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(\`\${url}/_mock/v1\${path}\`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return JSON.parse((await answer.text()) || '{}');
    };
    for (const title of ['first', 'second']) {
      const world = await steer('POST', '/worlds', { labels: { title } });
      demand(await patient((tried) => call('POST', \`/registry/v2/repos/\${org}\`, { name: \`probe-\${title}\${tried > 1 ? tried : ''}\` }, world.token)));
      await steer('DELETE', \`/worlds/\${world.id}\`);
    }
  },
  resets: async () => {
    const reset = () => fetch(\`\${url}/_mock/v1/reset\`, { method: 'POST' });
    demand(await patient((tried) => create(\`probe-a\${tried > 1 ? tried : ''}\`)));
    await reset();
    demand(await create('probe-b'));
    await reset();
  },
  cached: async () => {
    const file = join(cache, 'token');
    console.log(existsSync(file) ? 'warm' : 'cold');
    writeFileSync(file, 'x');
    demand(await list('page_size=1'));
  },
  slowly: async () => {
    for (let at = 0; at < 3; at += 1) demand(await list(\`page_size=\${at + 1}\`));
    await pause(400);
  },
  // One that must be killed with what it has started, in which nothing ends by itself or by SIGTERM.
  'hang-with-a-child': async () => {
    demand(await list('page_size=1'));
    if (run() < 3) return;
    const { spawn } = await import('node:child_process');
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000);";
    const left = spawn(process.execPath, ['-e', deaf], { stdio: 'inherit' });
    appendFileSync(join(process.cwd(), 'left'), \`\${process.pid}\n\${left.pid}\n\`);
    process.on('SIGTERM', () => {});
    await new Promise(() => setInterval(() => {}, 1_000));
  },
  // Waits in its fourth run, and says so by a file.
  'create-renamed-and-wait': async () => {
    await modes['create-renamed']();
    if (run() < 4) return;
    writeFileSync(join(process.cwd(), 'waiting'), '');
    await pause(120_000);
  },
  signal: async () => process.kill(process.pid, 'SIGKILL'),
  nothing: async () => console.log('nothing is called'),
};

await modes[mode]().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;
