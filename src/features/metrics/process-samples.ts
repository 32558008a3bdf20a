import { readdirSync } from 'node:fs';

/** A value with the labels that it has. */
export type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number];

/** The description of a metric, and a function that reads it: a number if it has no labels, or several samples. */
export type Described = readonly [
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  read: () => number | readonly Sample[],
  labels?: readonly string[],
];

const MICROS = 1e6;

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROS;
};

/** When the process began, in seconds since the epoch. */
const STARTED = Math.round(performance.timeOrigin) / 1_000;

const openFiles = (): number | readonly Sample[] => {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Only Linux has it.
    return [];
  }
};

/** The resources of the process, by the names that clients of Prometheus give them. */
export const aboutProcess: readonly Described[] = [
  ['counter', 'process_cpu_seconds_total', 'Processor time of the process, in seconds.', processorSeconds],
  ['gauge', 'process_start_time_seconds', 'When the process began, in seconds since the epoch.', () => STARTED],
  ['gauge', 'process_resident_memory_bytes', 'Memory that the process has.', () => process.memoryUsage.rss()],
  ['gauge', 'process_open_fds', 'Files and sockets that are open.', openFiles],
  ['gauge', 'nodejs_heap_size_used_bytes', 'Memory of objects in the heap.', () => process.memoryUsage().heapUsed],
  [
    'counter',
    'nodejs_eventloop_active_seconds_total',
    'Time in which the event loop was at work: its rate is near 1 if it is the bottleneck.',
    () => performance.eventLoopUtilization().active / 1_000,
  ],
];
