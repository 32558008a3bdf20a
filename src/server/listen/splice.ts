import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { OwnerAnswer, Peering, Route } from '../mock/port.ts';
import type { Connections } from './connections.ts';
import type { Protocol } from './first-bytes.ts';
import { greet, type Owner, type Purpose, purposeOf, SILENT } from './peer-port.ts';

/** The time to wait for a process that answers, and the time after which one that did not is tried again. */
const HOLD_MILLIS = 5_000;
const RETRY_MILLIS = 250;
/** The time after which an owner that has not answered a greeting counts as silent. */
const SILENT_MILLIS = 400;

const isOfSilence = (reason: unknown): boolean => reason instanceof Error && reason.message.endsWith(SILENT);

/**
 * Passes on what each of two connections sends to the other, and the way in which it ends: its end, or a reset. Bytes that
 * came before are passed on first.
 */
export const join = (client: Socket, owner: Socket): void => {
  for (const [from, to] of [
    [client, owner],
    [owner, client],
  ] as const) {
    from.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNRESET' && !from.readableEnded) to.resetAndDestroy();
    });
    from.on('close', () => (from.readableEnded ? to.destroySoon() : to.destroy()));
    from.pipe(to);
  }
};

/** The dependencies for passing connections on. */
export interface SpliceParts {
  readonly peering: Peering;
  readonly connections: Pick<Connections, 'hand' | 'handOnce' | 'take'>;
  /** Lets the process end if only connections keep it alive. */
  readonly background: boolean;
  readonly keepAliveInitialDelay: number;
}

/** The connections of a port that go to the process that owns the worlds. */
export class Splices {
  readonly #parts: SpliceParts;
  /** The connections that are passed on, with the term of the process that answers them. */
  readonly #joined = new Map<Socket, string>();
  #route: Route = { at: 'nowhere' };
  /** The attempts to find a process that answers a connection: a new route aborts them. */
  readonly #attempts = new Set<AbortController>();
  #isEnded = false;
  /** Aborts the questions to the owner. */
  readonly #over = new AbortController();
  #heard: () => void = () => {};

  constructor(parts: SpliceParts) {
    this.#parts = parts;
  }

  get isHere(): boolean {
    return this.#route.at === 'here';
  }

  get count(): number {
    return this.#joined.size;
  }

  /** Sends new and waiting connections there from now on. Connections to the owner of another term are closed. */
  route(route: Route): void {
    this.#route = route;
    for (const attempt of this.#attempts) attempt.abort();
    if (route.at === 'nowhere') return;
    for (const [client, term] of this.#joined) if (route.at === 'here' || route.term !== term) client.destroy();
  }

  /** Lets the process that owns the worlds answer a connection. If none can be reached in time, this process does. */
  async pass(client: Socket, protocol: Protocol): Promise<void> {
    this.#parts.connections.take(client);
    let attempt = new AbortController();
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      attempt.abort();
    };
    const timer = setTimeout(giveUp, HOLD_MILLIS).unref();
    client.once('close', giveUp).on('error', () => {});
    // The owner decides when its side of the connection ends.
    client.allowHalfOpen = true;
    const purpose = purposeOf(protocol, client instanceof TLSSocket);
    while (!isLate && !this.#isEnded && !this.#joined.has(client) && !this.isHere) {
      const route = this.#route;
      attempt = new AbortController();
      this.#attempts.add(attempt);
      const owner = await this.#greet(purpose, attempt.signal, client);
      if (owner && route.at === 'peer' && !client.destroyed) this.#join(client, owner, route.term);
      else if (owner) owner.destroy();
      else await pause(RETRY_MILLIS, undefined, { ref: false, signal: attempt.signal }).catch(() => {});
      this.#attempts.delete(attempt);
    }
    clearTimeout(timer);
    if (client.destroyed || this.#joined.has(client)) return;
    if (this.isHere) this.#parts.connections.hand(client, protocol);
    else this.#parts.connections.handOnce(client, protocol);
  }

  /**
   * Lets the owner ask the clients of this process to go elsewhere; `heard` is called for each connection since then.
   */
  leave(heard: () => void): Promise<void> {
    this.#heard = heard;
    return this.#say('leave');
  }

  /**
   * Lets the owner close the connections of this process that have no calls, and each other one after its calls.
   * Connections that wait are refused.
   */
  end(): Promise<void> {
    this.#isEnded = true;
    for (const attempt of this.#attempts) attempt.abort();
    return this.#say('end');
  }

  /** Stops waiting for the owner: one that hangs would keep this process alive. */
  close(): void {
    this.#over.abort();
  }

  /** Asks the owner for a path, as a client of this port does. @throws Error if it cannot be reached */
  async ask(path: string, headers: Readonly<Record<string, string>>, isSecure: boolean): Promise<OwnerAnswer> {
    const signal = this.#asking();
    const owner = await this.#greet(purposeOf('http1', isSecure), signal);
    if (!owner) throw new Error('no process that owns the worlds can be reached');
    try {
      const asked = request({
        createConnection: () => owner,
        path,
        headers: { ...headers, connection: 'close' },
      }).end();
      // It fails once more when it is given up.
      asked.on('error', () => {});
      const [answer] = (await once(asked, 'response', { signal })) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, body: await text(answer) };
    } finally {
      owner.destroy();
    }
  }

  /** True if an owner takes a connection and does not answer. */
  async isSilent(owner: Owner): Promise<boolean> {
    const { peering, keepAliveInitialDelay } = this.#parts;
    const signal = AbortSignal.timeout(SILENT_MILLIS);
    const asked = greet(owner, peering, 'http1', { signal, keepAliveInitialDelay });
    return asked.then((socket) => !socket.destroy(), isOfSilence);
  }

  async #say(purpose: 'leave' | 'end'): Promise<void> {
    const owner = await this.#greet(purpose, this.#asking());
    owner?.on('error', () => {}).destroy();
  }

  #asking(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(HOLD_MILLIS), this.#over.signal]);
  }

  #join(client: Socket, owner: Socket, term: string): void {
    this.#joined.set(client, term);
    client.once('close', () => this.#joined.delete(client));
    if (this.#parts.background) owner.unref();
    this.#heard();
    join(client, owner);
  }

  /** A connection to the owner; undefined if there is none, or it cannot be reached, which is reported. */
  async #greet(purpose: Purpose, signal: AbortSignal, client?: Socket): Promise<Socket | undefined> {
    const { peering, keepAliveInitialDelay } = this.#parts;
    const route = this.#route;
    if (route.at !== 'peer') return undefined;
    try {
      return await greet(route, peering, purpose, { signal, keepAliveInitialDelay });
    } catch (error) {
      // An owner that is busy or has been replaced meanwhile is no news, nor is a client that has gone.
      if (route === this.#route && !client?.destroyed && !isOfSilence(error)) peering.unreachable(error as Error);
      return undefined;
    }
  }
}
