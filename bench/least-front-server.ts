import { connect, createServer } from 'node:net';

/**
 * The least that a process in front of the owner could be: it passes on the bytes of each connection, and reads none of
 * them. Takes the owner's port on stdin in JSON. Prints its own.
 */
process.stdin.setEncoding('utf8');
let given = '';
for await (const chunk of process.stdin) given += chunk;
const { port } = JSON.parse(given) as { readonly port: number };

const server = createServer({ noDelay: true }, (client) => {
  const owner = connect({ port, host: '127.0.0.1', noDelay: true });
  client.on('error', () => {}).on('close', () => owner.destroy());
  owner.on('error', () => {}).on('close', () => client.destroy());
  client.pipe(owner).pipe(client);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
