import type { OpenPort } from './port.ts';

/** For a mock that is called by its handler only. */
export const openNoPort: OpenPort = async () => ({
  url: 'http://localhost',
  handle: () => {},
  close: async () => {},
});
