import { Connection } from '../connection/connection.ts';
import { localFetch } from '../connection/local-fetch.ts';
import { isObject, parseJson } from '../json.ts';
import { version } from '../version.ts';
import { describeMismatch } from './compatible.ts';

/** Why a test run does not begin, in one line: runners would show where in this package it was thrown, which helps nobody. */
export class SetupRefusal extends Error {
  override readonly name = 'SetupRefusal';

  constructor(reason: string) {
    super(`platform-mock/setup: ${reason}`);
    this.stack = `${this.name}: ${this.message}`;
  }
}

const INFO = '/_mock/v1/info';
/** The time that an answer may take, in milliseconds. */
const MAX_WAIT_MS = 10_000;

/** A mock's information about itself. */
export interface MockInfo {
  readonly version: string;
  /** The world that its URL names; `default` if that names none. */
  readonly world: string;
  readonly fixtures: readonly string[];
  readonly seed: string;
  readonly profile: string;
  readonly serviceDomain: string;
}

/** A mock that was found: its information, and a connection to its control plane. */
export interface FoundMock {
  readonly info: MockInfo;
  readonly connection: Connection;
}

const isInfo = (body: unknown): body is MockInfo =>
  isObject(body) &&
  ['version', 'world', 'seed', 'profile', 'serviceDomain'].every((name) => typeof body[name] === 'string') &&
  Array.isArray(body.fixtures);

/** The message with which a control plane refuses a request; undefined for the answer of anything else. */
const refusalIn = (body: unknown): string | undefined => {
  if (!isObject(body) || typeof body.message !== 'string' || !Array.isArray(body.details)) return undefined;
  const isControlPlane = body.details.some(
    (detail) =>
      isObject(detail) &&
      String(detail['@type']).endsWith('/google.rpc.ErrorInfo') &&
      String(detail.domain).startsWith('mock.'),
  );
  return isControlPlane ? body.message.replace(/\s+/g, ' ').slice(0, 300) : undefined;
};

/** The reason of a request without an answer: the code of the system, such as ECONNREFUSED, if there is one. */
const reasonOf = (error: unknown): string => {
  const { cause = error } = error as Error;
  const { code, message } = cause as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : message;
};

/**
 * The URL without a slash at its end, to which paths are added.
 * @throws SetupRefusal for a text that is not the URL of a server, without a word of the password that it may have
 */
const baseOf = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const remedy = 'set it to the URL of a mock, or unset it, and one is started';
  if (url && (url.username !== '' || url.password !== '')) {
    throw new SetupRefusal(`PLATFORM_API_URL must have no user name and no password: ${remedy}`);
  }
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new SetupRefusal(`PLATFORM_API_URL is ${JSON.stringify(given)}, which is no http or https URL: ${remedy}`);
  }
  return given.replace(/\/+$/, '');
};

/**
 * Asks the server at PLATFORM_API_URL to describe itself, and asks again with the control token if it is a mock that
 * wants it. Another server receives this one request and nothing else (behaviour Y2, Y3). `timeoutMs` is the time that an
 * answer may take, 10 seconds unless given.
 * @throws SetupRefusal if nothing answers, something else does, or the control plane refuses
 */
export const findMock = async (
  given: string,
  {
    controlToken,
    timeoutMs = MAX_WAIT_MS,
  }: { readonly controlToken?: string | undefined; readonly timeoutMs?: number } = {},
): Promise<FoundMock> => {
  const url = baseOf(given);
  const ask = async (headers: Readonly<Record<string, string>>) => {
    try {
      // Redirects are not followed: they lead to another server.
      const init = { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
      const answer = await localFetch(new Request(`${url}${INFO}`, init));
      return { status: answer.status, body: parseJson(await answer.text()) };
    } catch (error) {
      throw new SetupRefusal(
        `nothing answers at PLATFORM_API_URL, ${given} (${reasonOf(error)}): ` +
          'start a mock there, or unset PLATFORM_API_URL, and one is started',
      );
    }
  };
  const recognizeMock = ({ status, body }: Awaited<ReturnType<typeof ask>>, token?: string): FoundMock | undefined => {
    if (status !== 200 || !isInfo(body)) return undefined;
    const mismatch = describeMismatch(body.version, version);
    if (mismatch !== undefined) throw new SetupRefusal(`the mock of PLATFORM_API_URL, ${given}, ${mismatch}`);
    return { info: body, connection: new Connection({ url, controlToken: token, fetch: localFetch }) };
  };
  const first = await ask({});
  const open = recognizeMock(first);
  if (open) return open;
  const refusal = refusalIn(first.body);
  if (refusal === undefined) {
    throw new SetupRefusal(
      `what answers at PLATFORM_API_URL, ${given}, is not a platform-mock that is ready ` +
        `(GET ${INFO} is ${first.status}), and nothing else was sent to it: ` +
        'set PLATFORM_API_URL to the URL of a mock, or unset it, and one is started',
    );
  }
  if (first.status !== 401) throw new SetupRefusal(`the mock of PLATFORM_API_URL, ${given}, refuses: ${refusal}`);
  if (controlToken === undefined) {
    throw new SetupRefusal(
      `the mock of PLATFORM_API_URL, ${given}, wants its control token: set PLATFORM_MOCK_CONTROL_TOKEN to it`,
    );
  }
  const steered = recognizeMock(await ask({ authorization: `Bearer ${controlToken}` }), controlToken);
  if (steered) return steered;
  throw new SetupRefusal(
    `the mock of PLATFORM_API_URL, ${given}, has another control token: set PLATFORM_MOCK_CONTROL_TOKEN to it`,
  );
};
