import { testCreates } from './create-tests.ts';
import { createRepo } from './fixed-client.ts';

testCreates(createRepo);
