import { mergeTests, test as pages } from '@playwright/test';
import { test as suite } from '../support/test.ts';

/** The suite's test with the pages of a browser, which cost each test time, also one that opens none. */
export const test = mergeTests(pages, suite);

export { expect } from '../support/test.ts';
