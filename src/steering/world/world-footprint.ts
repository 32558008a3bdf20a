import { getHeapStatistics } from 'node:v8';
import type { World } from './world.ts';

const MAX_BYTES = 512 * 1024 * 1024;
/** The bytes of a world without rows, calls and events, and of an event: about as much as was measured. */
const WORLD_BYTES = 80 * 1024;
const EVENT_BYTES = 2 * 1024;

/** How many bytes the worlds of a process take that can be opened again: half of its heap, 512 MiB at most. */
export const chooseWorldMemory = (): number => Math.min(MAX_BYTES, Math.floor(getHeapStatistics().heap_size_limit / 2));

/** About how many bytes a world takes: its rows, what its journal holds, its events, and what else has happened in it. */
export const bytesOfWorld = ({ scope: { store }, journal, eventLog, notes }: World): number =>
  WORLD_BYTES +
  (store.footprint?.bytes ?? 0) +
  (journal?.bytes ?? 0) +
  eventLog.size * EVENT_BYTES +
  (notes?.footprint?.bytes ?? 0);

/**
 * True for a world in which something goes on without a call: something is being written, somebody waits for what happens
 * or follows it, or this process has events of it to deliver.
 */
export const isWorldBusy = ({ scope: { store }, notes, timers }: World): boolean =>
  store.footprint?.isBusy !== false || notes?.footprint?.isBusy !== false || timers.hasOwn;
