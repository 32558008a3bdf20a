// The base of every measured start: a server of node:http alone that listens, prints a line and answers. It is
// CommonJS, which Node starts sooner than modules. With the folder of a build it also loads the code of the command
// line, as it was compiled, and runs nothing of it: a server with as much code cannot start sooner.
const { readdirSync, readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { Script } = require('node:vm');

const [folder] = process.argv.slice(2);
if (folder) {
  const compiled = readdirSync(folder).find((name) => name.endsWith(`-${process.versions.v8}-${process.arch}.bin`));
  const text = readFileSync(join(folder, 'command-line.cjs'), 'latin1');
  const script = new Script(text, { cachedData: readFileSync(join(folder, compiled)) });
  if (script.cachedDataRejected) throw new Error('the compiled code is for another Node');
  script.runInThisContext()(require, join(folder, 'command-line.cjs'));
}

const BODY = JSON.stringify({ uid: '0'.repeat(57), description: ' '.repeat(300 - 84) });
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
