import { createHash, timingSafeEqual } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Peering, Route } from '../mock/port.ts';
import { onFirstBytes, type Protocol } from './first-bytes.ts';

/** The purpose of a connection to a peer port: to be passed on, by its protocol and scheme, or a message to all. */
const PURPOSES = ['http1', 'http2', 'https1', 'https2', 'leave', 'end'] as const;

/** A purpose: `leave` asks the clients behind a process to go elsewhere, `end` closes idle connections. */
export type Purpose = (typeof PURPOSES)[number];

/** The purpose of a connection that is passed on. */
export const purposeOf = (protocol: Protocol, isSecure: boolean): Purpose =>
  `http${isSecure ? 's' : ''}${protocol === 'http1' ? '1' : '2'}`;

/** A process and what it wants. */
export interface Greeting {
  readonly id: string;
  readonly purpose: Purpose;
}

/** The answer to a greeting that is accepted, of one byte: what follows belongs to the connection that is passed on. */
const TAKEN = '+';
const MAX_GREETING = 512;
const FORM = /^MOCK (\S+) (\d+) ([\w-]+) (\w+)\n$/;

/** Compares texts of any length in a time that does not tell how much of them is equal. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
};

const greetingIn = (line: string, { secret, term }: Peering): Greeting | undefined => {
  const [, ownSecret = '', ownTerm, id = '', word] = FORM.exec(line) ?? [];
  const purpose = PURPOSES.find((known) => known === word);
  const isPeer = isSame(ownSecret, secret()) && ownTerm === term();
  return isPeer && purpose ? { id, purpose } : undefined;
};

/** The length of the first line in bytes; 0 if it is too long for a greeting, undefined while it may become one. */
const lineEnd = (bytes: Buffer): number | undefined => {
  const length = bytes.indexOf('\n') + 1;
  if (length > MAX_GREETING || (length === 0 && bytes.length >= MAX_GREETING)) return 0;
  return length || undefined;
};

/** Reads the greeting of a socket at the peer port; one without it, in time, is destroyed and not reported. */
export const onGreeting = (
  socket: Socket,
  deadlineMillis: number,
  peering: Peering,
  report: (greeting: Greeting) => void,
): void => {
  onFirstBytes(socket, deadlineMillis, lineEnd, (length) => {
    const greeting = length > 0 && greetingIn(String(socket.read(length)), peering);
    if (!greeting) {
      socket.destroy();
      return;
    }
    socket.write(TAKEN);
    report(greeting);
  });
};

/** A process that owns the worlds. */
export type Owner = Extract<Route, { at: 'peer' }>;

/** The reason if an owner takes the connection and does not answer: it is busy, is stopped or hangs. */
export const SILENT = 'it does not answer';

/**
 * Opens a connection to the peer port of an owner and greets it.
 * @throws when it cannot be reached, does not know this process or its own term, or the signal comes first
 */
export const greet = (
  { host, port, term }: Owner,
  { id, secret }: Pick<Peering, 'id' | 'secret'>,
  purpose: Purpose,
  { signal, ...socketOptions }: { readonly signal: AbortSignal; readonly keepAliveInitialDelay: number },
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true, keepAlive: true, ...socketOptions });
    const fail = (error?: unknown): void => {
      leave();
      socket.on('error', () => {}).destroy();
      const why = error instanceof Error ? error.message : 'it has closed the connection';
      reject(new Error(`the peer port ${host}:${port} of the owner cannot be used: ${why}`));
    };
    const late = (): void => fail(new Error(socket.connecting ? 'it cannot be reached' : SILENT));
    const read = (): void => {
      // The bytes behind the answer are the client's.
      const answer = socket.read(1) as Buffer | null;
      if (answer === null) return;
      if (answer.toString() === TAKEN) {
        leave();
        resolve(socket);
      } else fail(new Error('no mock answers there'));
    };
    const leave = (): void => {
      signal.removeEventListener('abort', late);
      socket.off('readable', read).off('end', fail).off('error', fail).off('close', fail);
    };
    signal.addEventListener('abort', late);
    socket.on('readable', read).on('end', fail).on('error', fail).on('close', fail);
    socket.write(`MOCK ${secret()} ${term} ${id} ${purpose}\n`);
  });
