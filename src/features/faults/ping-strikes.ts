import type { ServerHttp2Session } from 'node:http2';
import type { Closing } from '../../kernel/hooks.ts';

/** How many pings without a call between them are too many, as servers of grpc-go count them. */
const MAX_STRIKES = 2;
const REASON = Buffer.from('too_many_pings');
/** The code of HTTP/2 for a peer that causes too much load (RFC 9113 §7). */
const ENHANCE_YOUR_CALM = 11;

const policed = new WeakSet<ServerHttp2Session>();

const isStream = (awaited: Closing): awaited is Closing & { readonly session: ServerHttp2Session } =>
  'session' in awaited && typeof awaited.session === 'object' && awaited.session !== null;

/**
 * Refuses pings of the connection of a call from now on: the third one that comes without a call between ends it, with
 * GOAWAY, ENHANCE_YOUR_CALM and the text `too_many_pings`. False for a call that is not over HTTP/2.
 */
export const refusePings = (awaited: Closing | undefined): boolean => {
  if (!awaited || !isStream(awaited)) return false;
  const { session } = awaited;
  if (policed.has(session)) return true;
  policed.add(session);
  let strikes = 0;
  session.on('stream', () => {
    strikes = 0;
  });
  session.on('ping', () => {
    strikes += 1;
    if (strikes <= MAX_STRIKES || session.destroyed) return;
    session.goaway(ENHANCE_YOUR_CALM, 0, REASON);
    // The frame is written before the connection ends.
    setImmediate(() => session.destroy());
  });
  return true;
};
