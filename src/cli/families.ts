import type { Family } from '../command/family.ts';
import { explain } from '../features/access/explain.command.ts';
import { clock } from '../features/clock/clock.command.ts';
import { coverage } from '../features/coverage/coverage.command.ts';
import { event } from '../features/delivery/event.command.ts';
import { drift } from '../features/drift/drift.command.ts';
import { fault } from '../features/faults/fault.command.ts';
import { importing } from '../features/import/import.command.ts';
import { journal } from '../features/journal/journal.command.ts';
import { snapshot } from '../features/snapshots/snapshot.command.ts';
import { token } from '../features/tokens/token.command.ts';
import { verify } from '../features/verify/verify.command.ts';
import { fixture } from '../world/fixture.command.ts';
import { health } from '../world/health.command.ts';
import { world } from '../world/world.command.ts';
import { completion } from './completion.ts';
import { data } from './data.ts';
import { documents } from './documents.ts';
import { probing } from './probe/probing.ts';
import { serving } from './serving.ts';
import { trace } from './trace/trace.ts';

/** The families of commands, in the order in which help lists them. */
export const FAMILIES: readonly Family[] = [
  serving,
  probing,
  verify,
  drift,
  importing,
  health,
  token,
  explain,
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
