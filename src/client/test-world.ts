import { randomBytes } from 'node:crypto';
import { relative } from 'node:path';
import type { NamedTest, WorldOptions } from '../world/world-options.client.ts';

/** The bound of a world's name, and of a label (behaviour W12). */
const MAX_LENGTH = 63;
/** The number of random bytes in a world's name: a test that is run again gets another. */
const CHANCE_BYTES = 4;
const MAX_NAME = MAX_LENGTH - 2 * CHANCE_BYTES - 1;

const trimEnds = (text: string): string => text.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');

/** The text as a label, with a dash in the place of characters that a label may not have. */
const labelled = (text: string): string => trimEnds(text.replace(/[^A-Za-z0-9._]+/g, '-'));

/** The titles as one text within a bound: without the outermost blocks if it is too long. */
const fitTitles = (titles: readonly string[], max: number): string => {
  const text = labelled(titles.join(' '));
  return text.length <= max || titles.length < 2 ? trimEnds(text.slice(0, max)) : fitTitles(titles.slice(1), max);
};

/** The labels by which the world of a test is found, without empty ones. */
const labelsOf = ({
  titles,
  file = '',
  project = '',
  retry = 0,
  worker = '',
}: NamedTest): Readonly<Record<string, string>> => {
  const labels = {
    title: fitTitles(titles, MAX_LENGTH),
    // The end of a path says more than its beginning.
    file: trimEnds(labelled(relative('', file)).slice(-MAX_LENGTH)),
    project: trimEnds(labelled(project).slice(0, MAX_LENGTH)),
    retry: String(retry),
    worker,
  };
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
};

const nameOf = (titles: readonly string[]): string => {
  const title = fitTitles([titles.at(-1) ?? ''], MAX_NAME)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `${title || 'test'}-${randomBytes(CHANCE_BYTES).toString('hex')}`;
};

/** The options of the world of a test, which has its name and its labels unless it is given others (behaviour Y7). */
export const optionsOfTest = (test: NamedTest, options: WorldOptions): WorldOptions => ({
  name: nameOf(test.titles),
  ...options,
  labels: { ...labelsOf(test), ...options.labels },
});
