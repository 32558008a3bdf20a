import type { WorldRecord } from './registered-world.ts';

/** The kind of the note by which the other processes learn that a world has ended; its text has the labels of the world. */
export const WORLD_ENDED = 'world ended';

/** The labels in such a note; an older release has written none. */
export const labelsIn = (text: string): WorldRecord['labels'] | undefined =>
  text === '' ? undefined : JSON.parse(text);
