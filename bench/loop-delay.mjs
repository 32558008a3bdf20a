// Loaded into a server under measurement: reports the longest block of its event loop, when it is asked to.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send?.(delay.max / 1e6);
  delay.reset();
});
// Being asked must not keep the server from ending.
process.channel?.unref();
