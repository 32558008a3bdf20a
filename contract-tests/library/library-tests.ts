import { brokenConnectionTests } from './broken-connection.ts';
import { lateModuleTests } from './late-modules.ts';
import type { Library } from './library.ts';
import { scenarioTests } from './scenarios.ts';
import { startTests } from './starts.ts';
import { worldTests } from './worlds.ts';

/** Every test of the library: of one that a program has imported. */
export const libraryTests = (library: Library): void => {
  worldTests(library);
  startTests(library);
  brokenConnectionTests(library);
  lateModuleTests(library);
  scenarioTests(library);
};
