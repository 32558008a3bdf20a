import { createHmac, hash } from 'node:crypto';
import type { Settings } from './context.ts';
import type { Directory } from './resource.ts';
import { collection, type Row, type Tx } from './rows.ts';
import { TOP } from './uid.ts';

/** The counters of names used more than once; the uid of one consists of parent, kind and name. */
export const counters = collection<Row & { readonly next: number }>('counters');

/** The uids of rows that were deleted. */
export const tombstones = collection<Row>('tombstones');

/**
 * Makes a function that derives the uids of a kind under a parent. A uid depends on nothing else, so that parallel calls
 * cannot change it. A root has 40 hex digits, every child adds `/` and 16.
 */
export const uidsFor = (seed: string, parent: string, kind: string): ((name: string, nth?: number) => string) => {
  // Joined, so that it is one text and not a tree of texts, which each digest would walk.
  const beginning = [seed, parent, kind, ''].join('\n');
  const above = parent === TOP ? '' : `${parent}/`;
  const digits = parent === TOP ? 40 : 16;
  return (name, nth = 0) => {
    // A plain hash is fast, since a fixture may need a hundred thousand; a uid is not a secret.
    const digest = hash('sha256', `${beginning}${name}\n${nth}`);
    return above + digest.slice(0, digits);
  };
};

/** Derives the uid of the nth row of a kind and name under a parent, as `uidsFor` does. */
export const uidFor = (seed: string, parent: string, kind: string, name: string, nth = 0): string =>
  uidsFor(seed, parent, kind)(name, nth);

/** Derives hex digits from the seed and the words, for tokens, codes and keys. */
export const secretFor = (seed: string, ...words: readonly string[]): string =>
  createHmac('sha256', seed)
    .update(`secret\n${words.join('\n')}`)
    .digest('hex');

/** A uid that no row has and no deleted row had, nor anything else that `isTaken` knows. The counters save the search for it. */
export const makeFreshUid = (
  {
    tx,
    settings: { seed },
    directory,
  }: {
    readonly tx: Tx;
    readonly settings: Pick<Settings, 'seed'>;
    readonly directory: Pick<Directory, 'find'>;
  },
  parent: string,
  kind: string,
  name: string,
  isTaken?: (uid: string) => boolean,
): string => {
  const key = `${parent}\n${kind}\n${name}`;
  let nth = tx.get(counters, key)?.next ?? 0;
  const uids = uidsFor(seed, parent, kind);
  let uid = uids(name, nth);
  while (tx.get(tombstones, uid) || directory.find(tx, uid) || isTaken?.(uid)) {
    nth += 1;
    uid = uids(name, nth);
  }
  if (nth > 0) tx.put(counters, { uid: key, next: nth + 1 });
  return uid;
};

/** Records a deleted uid, so that no later row gets it and references to it stay without a target. */
export const buryUid = (tx: Tx, uid: string): void => tx.put(tombstones, { uid });
