import { libraryTests } from './library-tests.ts';

// Compiled to CommonJS, in which the library can be had by import() only.
void Promise.all([import('platform-mock'), import('platform-mock/client'), import('platform-mock/setup')]).then(
  ([{ MockError, startMock }, { connectMock }, { setup }]) =>
    libraryTests({ MockError, connectMock, setup, startMock }),
);
