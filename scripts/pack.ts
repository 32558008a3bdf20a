import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

const [folder = 'test-results/package'] = process.argv.slice(2);

// Clears the targets: `npm pack` builds the package anew.
for (const old of ['dist', folder]) rmSync(old, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], { stdio: 'inherit' });
process.exitCode = status ?? 1;
