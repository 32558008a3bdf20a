import { readdirSync } from 'node:fs';
import { type Described, plain, type Sample } from './described-metric.ts';

const MICROS = 1e6;

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROS;
};

/** When the process began, in seconds since the epoch. */
const STARTED = Math.round(performance.timeOrigin) / 1_000;

const openFiles = (): readonly Sample[] => {
  try {
    return plain(readdirSync('/proc/self/fd').length);
  } catch {
    // Only Linux has it.
    return [];
  }
};

/** The resources of the process, by the names that clients of Prometheus give them. */
export const aboutProcess: readonly Described[] = [
  {
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, in seconds.',
    read: () => plain(processorSeconds()),
  },
  {
    name: 'process_start_time_seconds',
    help: 'When the process began, in seconds since the epoch.',
    isGauge: true,
    read: () => plain(STARTED),
  },
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process has.',
    isGauge: true,
    read: () => plain(process.memoryUsage.rss()),
  },
  { name: 'process_open_fds', help: 'Files and sockets that are open.', isGauge: true, read: openFiles },
  {
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory of objects in the heap.',
    isGauge: true,
    read: () => plain(process.memoryUsage().heapUsed),
  },
  {
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'Time in which the event loop was at work: its rate is near 1 where it is the bound.',
    read: () => plain(performance.eventLoopUtilization().active / 1_000),
  },
];
