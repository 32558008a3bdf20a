import { Connection, type ControlCall } from '../connection/connection.ts';
import type { SentEvent } from '../connection/follow.ts';
import { localFetch } from '../connection/local-fetch.ts';
import { WORLD_HEADER } from '../kernel/call-scope.ts';
import { CONTROL_PREFIX } from '../plane/prefix.ts';
import type { Surroundings } from './family.ts';
import { followFrom, sendTo } from './send-control.ts';
import type { Target } from './target.ts';

/** A running server that a command steers, and the world that it is for. */
export interface Steered {
  readonly here: Surroundings;
  readonly url: string;
  readonly connection: Connection;
  /** The id of the world that is meant, which may not exist. */
  readonly world: string;
  /** True if all worlds are meant. */
  readonly isEveryWorld: boolean;
  /** Follows a stream of the control plane. */
  readonly follow: (path: string, stop?: AbortSignal) => AsyncGenerator<SentEvent, void>;
}

/** The longest silence of a server that makes or sends a state or a file, or waits for receivers. */
const TIMEOUT_MILLIS = 120_000;

/** The server that a command steers, and its world. Nothing is sent before the command asks for it. */
export const steer = (target: Target, here: Surroundings, timeoutMillis: number = TIMEOUT_MILLIS): Steered => {
  const { url, controlToken, world: named } = target;
  const connection = new Connection({
    url,
    controlToken,
    fetch: localFetch,
    send: sendTo(target, { version: here.version, timeoutMillis }),
  });
  const isEveryWorld = named === '*';
  const [, ofHost = 'default'] = /^([a-z0-9-]+)\.localhost$/.exec(new URL(url).hostname) ?? [];
  const id = named === undefined || isEveryWorld ? ofHost : named;
  const follow: Steered['follow'] = (path, stop) => {
    const headers = { ...connection.controlHeaders(), ...(!isEveryWorld && { [WORLD_HEADER]: id }) };
    const call: ControlCall = { url: `${url}${CONTROL_PREFIX}${path}`, method: 'GET', headers };
    return followFrom(target, call, stop);
  };
  return { here, url, connection, isEveryWorld, follow, world: id };
};
