import type { Info, WorldEnvironment } from '../../generated/nouns.ts';
import { Connection } from '../connection/connection.ts';
import { localFetch } from '../connection/local-fetch.ts';
import { version } from '../version.ts';
import { describeMismatch } from './compatible.ts';
import { type Mock, mockOver } from './mock.ts';

/** The options for a connection to a running mock. */
export interface ConnectOptions {
  /** Its URL; `PLATFORM_API_URL` unless given. */
  readonly url?: string;
  /** The token of its control plane; `PLATFORM_MOCK_CONTROL_TOKEN` unless given. */
  readonly controlToken?: string;
  /** The time to wait until it is ready, in milliseconds; 30 seconds unless given. */
  readonly timeoutMs?: number;
}

const PAUSE_MS = 50;

const isReady = async (url: string): Promise<boolean> => {
  try {
    const answer = await localFetch(new Request(`${url}/_mock/v1/ready`));
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

const waitUntilReady = async (url: string, timeoutMs: number): Promise<void> => {
  const end = Date.now() + timeoutMs;
  while (!(await isReady(url))) {
    if (Date.now() >= end) throw new Error(`no mock is ready at ${url} after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

/**
 * Connects to a mock that runs elsewhere, once it is ready; its requests are sent by `send`.
 * @throws Error if no URL is known, the mock is not ready in time, or is too old or too new; MockError if the control
 * plane refuses
 */
export const connectBy = async (
  send: (request: Request) => Promise<Response>,
  options: ConnectOptions = {},
): Promise<Mock> => {
  const {
    url: given = process.env.PLATFORM_API_URL,
    controlToken = process.env.PLATFORM_MOCK_CONTROL_TOKEN,
    timeoutMs = 30_000,
  } = options;
  if (!given) {
    throw new Error(
      "connectMock needs a url, or PLATFORM_API_URL in the environment, which globalSetup: 'platform-mock/setup' " +
        'in the configuration of Vitest, Playwright or Jest sets',
    );
  }
  if (typeof fetch === 'undefined') {
    throw new Error(
      "connectMock needs fetch, which this environment does not have: run tests that call a mock in Node's, " +
        'in Jest by the comment /** @jest-environment node */ at the top of their file',
    );
  }
  const url = given.replace(/\/+$/, '');
  await waitUntilReady(url, timeoutMs);
  const connection = new Connection({ url, controlToken, fetch: send });
  const info = await connection.control<Info>('/info');
  const mismatch = describeMismatch(info.version, version);
  if (mismatch !== undefined) throw new Error(`the mock at ${url} ${mismatch}`);
  const { env } = await connection.control<WorldEnvironment>('/worlds/default:variables');
  return mockOver(connection, env, async () => {});
};
