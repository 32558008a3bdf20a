import { createServer } from 'node:http2';

/**
 * The baseline of all gRPC measurements: node:http2 writing prepared bytes, with trailers. Takes on stdin, as JSON, the answers in
 * base64 by the path of their method, and prints its port.
 */
let text = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) text += chunk;
const PREFIX = 5;
const answers = new Map(
  Object.entries(JSON.parse(text) as Record<string, string>).map(([path, base64]) => {
    const message = Buffer.from(base64, 'base64');
    const framed = Buffer.alloc(PREFIX + message.length);
    framed.writeUInt32BE(message.length, 1);
    framed.set(message, PREFIX);
    return [path, framed];
  }),
);

const server = createServer();
server.on('stream', (stream, headers) => {
  // Like the mock, it reads what a call sends before it answers.
  stream.resume();
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(answers.get(headers[':path'] ?? ''));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
