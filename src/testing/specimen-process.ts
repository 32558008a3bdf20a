import { Command } from 'commander';
import { type ServeFlags, serveOptions } from '../cli/options.ts';
import { type TraceFolderFlags, traceFolderOptions } from '../cli/trace/trace-options.ts';
import type { Surroundings } from '../command/family.ts';
import { packageFiles, readNodePreload, shippedFixtures } from '../package-home.ts';

/** The flags that a command line sets. */
export const flagsOf = (...args: readonly string[]): ServeFlags & TraceFolderFlags => {
  const command = traceFolderOptions(serveOptions(new Command('serve').argument('[command...]')));
  command.parse(['--port', '0', '--log-level', 'silent', ...args], { from: 'user' });
  return command.opts();
};

/** A process that gets a signal as soon as it listens for one. It records its steps, in order. */
export const askedToStop = (
  signal: NodeJS.Signals = 'SIGTERM',
): { readonly around: Surroundings; readonly events: readonly string[] } => {
  const events: string[] = [];
  const around: Surroundings = {
    out: () => void events.push('ready'),
    err: () => {},
    terminal: false,
    pid: process.pid,
    version: '0.0.0',
    shippedFixtures,
    packageFiles,
    readNodePreload,
    stopped: () => {
      events.push('listening for signals');
      return Promise.resolve(undefined);
    },
    endWithReader: () => undefined,
    signalled: (heard) => {
      events.push('listening for signals');
      heard(signal);
    },
    inForeground: () => false,
    env: {},
  };
  return { around, events };
};
