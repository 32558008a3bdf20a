/** The share of each family of generated tests that is run. */
export type TestSize = 'small' | 'usual' | 'whole';

const SIZES: readonly TestSize[] = ['small', 'usual', 'whole'];

const readSize = (text = 'usual'): TestSize => {
  const size = SIZES.find((known) => known === text);
  if (!size) throw new Error(`a size of tests is ${JSON.stringify(text)}, and can be ${SIZES.join(', ')}`);
  return size;
};

/** The size of this run: `small` in `npm run check`, `whole` in `npm run test:all`, `usual` in `npm test` and by hand. */
export const TEST_SIZE: TestSize = readSize(process.env.TEST_SIZE);

/** The size of families of generated cases: CASES sets another one, for a run that has each test with fewer cases. */
const CASES: TestSize = readSize(process.env.CASES ?? TEST_SIZE);

/** Chooses how many cases are generated. */
export const casesBySize = <T>(sizes: Readonly<Record<TestSize, T>>): T => sizes[CASES];

/** Chooses the number of cases, seconds or bytes of a test by the size of this run. */
export const bySize = <T>(sizes: Readonly<Record<TestSize, T>>): T => sizes[TEST_SIZE];
