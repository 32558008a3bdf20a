#!/usr/bin/env node
import { nodeRefusal } from './cli/node-version.ts';

// Nothing else may be imported here: an older Node fails at the first thing in it that it does not know.
const refusal = nodeRefusal(process.versions.node);
if (refusal === undefined) {
  void import('./compiled-main.ts').then(({ runCommandLine }) => runCommandLine());
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
