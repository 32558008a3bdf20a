import { localFetch } from '../connection/local-fetch.ts';
import { type ConnectOptions, connectBy } from './connect.ts';
import type { Mock } from './mock.ts';

export type { ConnectOptions } from './connect.ts';
export * from './exported.ts';

/**
 * Connects to a mock that runs elsewhere, such as in a container, once it is ready.
 * @throws Error if no URL is known, the mock is not ready in time, or is too old or too new; MockError if the control
 * plane refuses
 * @example
 * ```ts
 * import { connectMock } from 'platform-mock/client';
 *
 * const mock = await connectMock({ url: 'http://127.0.0.1:8484' });
 * const world = await mock.world();
 * console.log((await world.fetch('/registry/v2/repos')).status);
 * await world.end();
 * ```
 */
export const connectMock = (options: ConnectOptions = {}): Promise<Mock> => connectBy(localFetch, options);
