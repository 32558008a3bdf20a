import { asking } from './asking.ts';
import { clock } from './clock.ts';
import { completion } from './completion.ts';
import { coverage } from './coverage.ts';
import { data } from './data.ts';
import { documents } from './documents.ts';
import { event } from './event.ts';
import type { Family } from './family.ts';
import { fault } from './fault.ts';
import { fixture } from './fixture.ts';
import { journal } from './journal.ts';
import { probing } from './probing.ts';
import { serving } from './serving.ts';
import { snapshot } from './snapshot.ts';
import { trace } from './trace.ts';
import { world } from './world.ts';

/** The families of commands, in the order in which help lists them. */
export const FAMILIES: readonly Family[] = [
  serving,
  probing,
  asking,
  world,
  fixture,
  clock,
  fault,
  event,
  journal,
  trace,
  snapshot,
  coverage,
  data,
  documents,
  completion,
];
