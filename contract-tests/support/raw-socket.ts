import { once } from 'node:events';
import { connect } from 'node:net';

const DEADLINE_MS = 15_000;

/**
 * Writes bytes to the target and returns all that comes back until it closes the connection.
 * @throws Error when it keeps the connection open for too long
 */
export const sendRaw = async (baseUrl: string, bytes: string | Buffer): Promise<string> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  // A reset is a way to close, too.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error('the connection stayed open')));
  let late = false;
  socket.on('timeout', () => {
    late = true;
  });
  socket.write(bytes);
  await once(socket, 'close');
  if (late) throw new Error(`no end after ${DEADLINE_MS} ms: ${received.slice(0, 200)}`);
  return received;
};
