import { readTree } from './proto/file-tree.ts';
import { withBuf } from './proto/workspace.ts';

/** The checks of buf that proto/ must pass as it is committed. */
const CHECKS = [['format', '--diff', '--exit-code'], ['lint'], ['build']] as const;

withBuf(readTree('proto'), (buf) => {
  for (const [command, ...args] of CHECKS) {
    const { ok, said } = buf(command, ...args);
    process.stdout.write(`buf ${command}: ${ok ? 'ok' : `failed\n${said}`}\n`);
    if (!ok) process.exitCode = 1;
  }
});
