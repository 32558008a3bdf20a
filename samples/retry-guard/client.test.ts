import { createRepo } from './client.ts';
import { testCreates } from './create-tests.ts';

// One of these fails: it finds the bug.
testCreates(createRepo);
