// Loaded into a server under measurement, with --expose-gc: reports the bytes that it holds, when it is asked to.
import { memoryUsage } from 'node:process';

process.on('message', () => {
  // Objects that a first pass frees may refer to others that only the next one finds.
  for (let pass = 0; pass < 3; pass += 1) globalThis.gc();
  const { heapUsed, arrayBuffers } = memoryUsage();
  process.send?.(heapUsed + arrayBuffers);
});
// Being asked must not keep the server from ending.
process.channel?.unref();
