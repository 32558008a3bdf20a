import { asking } from './asking.ts';
import { coverage } from './coverage.ts';
import { data } from './data.ts';
import { documents } from './documents.ts';
import { events } from './events.ts';
import type { Family } from './family.ts';
import { journal } from './journal.ts';
import { probing } from './probing.ts';
import { serving } from './serving.ts';
import { snapshot } from './snapshot.ts';
import { trace } from './trace.ts';
import { validating } from './validating.ts';
import { world } from './world.ts';

/** The families of commands, in the order in which help lists them. */
export const FAMILIES: readonly Family[] = [
  serving,
  probing,
  asking,
  validating,
  snapshot,
  journal,
  trace,
  world,
  coverage,
  events,
  data,
  documents,
];
