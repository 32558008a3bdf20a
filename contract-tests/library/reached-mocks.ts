import type { Mock } from 'platform-mock';
import type { Library } from './library.ts';

/** A mock, and what stops it. */
type Reach = () => Promise<readonly [mock: Mock, stop: () => Promise<void>]>;

/** The ways in which a program reaches a mock. */
export const reachedMocks = ({ connectMock, setup, startMock }: Library): readonly (readonly [string, Reach])[] => {
  const logLevel = 'silent';
  const started = async (options: Parameters<typeof startMock>[0]): ReturnType<Reach> => {
    const mock = await startMock({ ...options, logLevel });
    return [mock, mock.close];
  };
  return [
    ['by its handler, without a port', () => started({ port: false })],
    ['in this process, on a port', () => started({})],
    [
      'by its URL',
      async () => {
        const [mock, stop] = await started({ controlToken: 'steer' });
        return [await connectMock({ url: `${mock.url}/`, controlToken: 'steer' }), stop];
      },
    ],
    [
      'by the setup of a test run',
      async () => {
        const stop = await setup({ logLevel });
        return [await connectMock(), stop];
      },
    ],
  ];
};
