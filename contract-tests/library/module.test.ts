import { MockError, startMock } from 'platform-mock';
import { connectMock } from 'platform-mock/client';
import { setup } from 'platform-mock/setup';
import { libraryTests } from './library-tests.ts';

libraryTests({ MockError, connectMock, setup, startMock });
