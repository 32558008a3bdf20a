import { MockError, startMock } from 'platform-mock';
import { connectMock } from 'platform-mock/client';
import { setup } from 'platform-mock/setup';
import { brokenConnectionTests } from './broken-connection.ts';
import { lateModuleTests } from './late-modules.ts';

// What only the package can get wrong, and only a mock without a port has.
const library = { MockError, connectMock, setup, startMock };
brokenConnectionTests(library);
lateModuleTests(library);
