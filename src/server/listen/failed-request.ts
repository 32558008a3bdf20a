import type { ServerHttp2Stream } from 'node:http2';
import type { AnyResponse } from '../../faces/wire/break-off.ts';
import { breakOff, breakOffStream } from '../../faces/wire/break-off.ts';
import type { Report } from '../../kernel/caller-error.ts';
import { internal } from '../../kernel/errors.ts';
import type { Listener } from './cors.ts';
import type { Dispatch } from './dispatch.ts';
import { refuseRequest, refuseStream, type ServiceDomain } from './refusals.ts';

/** The dependencies of what ends requests that have failed. */
interface Parts {
  readonly report: Report;
  readonly domain: ServiceDomain;
}

const pathOf = (target: string | undefined): string => target?.split('?', 1)[0] ?? '';

/** Answers, or breaks off if that is too late or fails. */
const answerOr = (isLate: boolean, answer: () => unknown, leave: () => void): void => {
  try {
    if (!isLate) {
      answer();
      return;
    }
  } catch {
    // The answer is no better than the one that failed.
  }
  leave();
};

/** Calls a function whose failure, at once or later, goes to `fail`, and returns what that makes of it. */
const guard = <T, F>(call: () => T, fail: (error: unknown) => F): T | F | Promise<Awaited<T> | F> => {
  try {
    const called = call();
    return called instanceof Promise ? called.catch(fail) : called;
  } catch (error) {
    return fail(error);
  }
};

const guardListener =
  (listener: Listener, { report, domain }: Parts): Listener =>
  (incoming, outgoing) => {
    const fail = (error: unknown): void => {
      report(error, `${incoming.method} ${pathOf(incoming.url)}`);
      const refuse = () => refuseRequest(internal(), incoming, outgoing, domain);
      answerOr(outgoing.headersSent, refuse, () => breakOff(outgoing as AnyResponse, 'reset'));
    };
    return guard(() => listener(incoming, outgoing), fail);
  };

/**
 * The same dispatch, of which no exception leaves: a request that fails is reported and answered with an internal error, or
 * its stream ends if the answer has begun. Other requests, also those on its connection, go on.
 */
export const guardDispatch = ({ request, grpc }: Dispatch, parts: Parts): Dispatch => {
  if (!grpc) return { request: guardListener(request, parts) };
  const endStream = (stream: ServerHttp2Stream, path: string | undefined, error: unknown): true => {
    parts.report(error, pathOf(path));
    const refuse = (): void => refuseStream(stream, internal());
    answerOr(stream.headersSent, refuse, () => breakOffStream(stream, 'reset'));
    return true;
  };
  return {
    request: guardListener(request, parts),
    grpc: {
      stream: (stream, headers) => {
        try {
          return grpc.stream(stream, headers);
        } catch (error) {
          return endStream(stream, headers[':path'], error);
        }
      },
      request: guardListener(grpc.request, parts),
    },
  };
};
