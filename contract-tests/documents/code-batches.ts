import { CONFIG_NAMES, type CodeBlock, isConfig, placeOf, type Runner } from './documented-code.ts';

/** Tests of a runner that share a configuration, and so one run, whichever page they are of. */
export interface Batch {
  readonly runner: Runner;
  /** The blocks that show the configuration: the same text. */
  readonly configs: readonly CodeBlock[];
  readonly tests: readonly CodeBlock[];
  /** The packages that configuration and tests may import. */
  readonly files: readonly CodeBlock[];
}

interface OpenBatch extends Batch {
  readonly configs: CodeBlock[];
  readonly tests: CodeBlock[];
}

const nameOf = ({ way }: CodeBlock): string | undefined => (way.kind === 'file' ? way.name : undefined);

/**
 * The files of some pages that are no configuration.
 * @throws Error for two of one name that differ
 */
export const filesOf = (code: readonly CodeBlock[], pages: ReadonlySet<string>): readonly CodeBlock[] => {
  const files = new Map<string, CodeBlock>();
  for (const block of code.filter(({ file }) => pages.has(file))) {
    const name = nameOf(block);
    if (name === undefined || isConfig(name)) continue;
    const before = files.get(name);
    if (before && before.text !== block.text) {
      throw new Error(`${placeOf(block)}: ${placeOf(before)} is another ${name}: give it another name`);
    }
    files.set(name, block);
  }
  return [...files.values()];
};

/**
 * Sorts the tests of the pages into the runs of a runner: a test has the configuration that is above it on its page, or
 * else the first that any page shows.
 * @throws Error for a test where no page has a configuration
 */
export const batchesOf = (code: readonly CodeBlock[], runner: Runner): readonly Batch[] => {
  const first = code.find((block) => nameOf(block) === CONFIG_NAMES[runner]);
  const batches = new Map<string, OpenBatch>();
  const batchOf = ({ text }: CodeBlock): OpenBatch => {
    const batch = batches.get(text) ?? { runner, configs: [], tests: [], files: [] };
    batches.set(text, batch);
    return batch;
  };
  let [page, config]: [string | undefined, CodeBlock | undefined] = [undefined, first];
  for (const block of code) {
    if (block.file !== page) [page, config] = [block.file, first];
    const { way } = block;
    if (nameOf(block) === CONFIG_NAMES[runner]) {
      config = block;
      batchOf(block).configs.push(block);
    } else if (way.kind === 'test' && way.runner === runner) {
      if (!config) throw new Error(`${placeOf(block)}: no page shows a ${CONFIG_NAMES[runner]} for it`);
      batchOf(config).tests.push(block);
    }
  }
  return [...batches.values()].map((batch) => ({
    ...batch,
    files: filesOf(code, new Set([...batch.configs, ...batch.tests].map(({ file }) => file))),
  }));
};
