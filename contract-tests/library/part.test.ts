import { MockError, startMock } from 'platform-mock';
import { connectMock } from 'platform-mock/client';
import { setup } from 'platform-mock/setup';
import { brokenConnectionTests } from './broken-connection.ts';
import { lateModuleTests } from './late-modules.ts';

// Cases of the package and of a mock without a port that the tests of the source cannot have.
const library = { MockError, connectMock, setup, startMock };
brokenConnectionTests(library);
lateModuleTests(library);
