import { execFileSync } from 'node:child_process';
import { boundedLine } from './bounds.ts';

/** How many bytes the package may have as npm downloads it. */
const MAX_PACKED = 5_000_000;

/** What npm says that it would pack. */
interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** A line on the size of the package that is built. */
export const packageSize = (): string => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ size, unpackedSize, entryCount }] = JSON.parse(said) as [Packed];
  const text = `the package: ${megabytes(size)} MB to download, ${megabytes(unpackedSize)} MB in ${entryCount} files installed`;
  return boundedLine(text, size <= MAX_PACKED, `${megabytes(MAX_PACKED)} MB to download`);
};
