import { createServer } from 'node:http';
import { Client } from 'pg';

/**
 * The least that an owner could be: node:http that answers each POST once a row of its size is committed, those that come
 * meanwhile by the next statement; without a URL, which it takes on stdin in JSON, it answers at once. Prints its port.
 */
process.stdin.setEncoding('utf8');
let given = '';
for await (const chunk of process.stdin) given += chunk;
const { url } = JSON.parse(given) as { readonly url?: string };

const ANSWER = Buffer.from(`{"text":"${'y'.repeat(190)}"}`);
const ROW = JSON.stringify([['things', { uid: 'x'.repeat(40), name: 'a row', text: 'y'.repeat(300) }]]);

const client = url === undefined ? undefined : new Client({ connectionString: url });
await client?.connect();
await client?.query('CREATE TABLE least (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
await client?.query('SET plan_cache_mode = force_generic_plan');
let waiting: (() => void)[] = [];
let isBusy = false;

const work = async (): Promise<void> => {
  if (isBusy) return;
  isBusy = true;
  while (waiting.length > 0) {
    const answers = waiting;
    waiting = [];
    const text = 'INSERT INTO least (text) SELECT unnest($1::text[])';
    await client?.query({ name: 'insert', text, values: [answers.map(() => ROW)] });
    for (const answer of answers) answer();
  }
  isBusy = false;
};

const server = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => {
    const answer = (): void => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length });
      outgoing.end(ANSWER);
    };
    if (client) waiting.push(answer);
    else answer();
    void work();
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
