import { createServer } from 'node:http';

/**
 * The baseline of all HTTP measurements: node:http writing prepared bytes. Takes the bodies on stdin, as JSON by method,
 * and prints its port.
 */
let text = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) text += chunk;
const bodies = new Map(
  Object.entries(JSON.parse(text) as Record<string, string>).map(([key, body]) => [key, Buffer.from(body)]),
);

const server = createServer((incoming, outgoing) => {
  // Like the mock, it reads what a writing call sends before it answers.
  incoming.resume();
  incoming.on('end', () => {
    const body = bodies.get(String(incoming.method)) ?? Buffer.from('{}');
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    outgoing.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
