/** The library as its tests use it, however it was imported. */
export type Library = Pick<typeof import('platform-mock'), 'startMock' | 'MockError'> &
  Pick<typeof import('platform-mock/client'), 'connectMock'> &
  Pick<typeof import('platform-mock/setup'), 'setup'>;
