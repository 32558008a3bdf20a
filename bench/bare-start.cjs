// The base of every measured start: a server of node:http alone that listens, prints a line and answers. It is
// CommonJS, which Node starts sooner than modules.
const { createServer } = require('node:http');

const BODY = '{}';
const server = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length });
    outgoing.end(BODY);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, token: '' })}\n`);
});
