import { execFileSync } from 'node:child_process';
import { boundedLine } from './bounds.ts';

/** The maximum size of the package as npm downloads it, in bytes. */
const MAX_PACKED = 3_500_000;
/** Its maximum size once it is installed, without its pages, in bytes. */
const MAX_INSTALLED = 10_000_000;

/** The contents that npm would pack. */
interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Lines on the size of the package that is built. */
export const packageSize = (): readonly string[] => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ size, unpackedSize, entryCount, files }] = JSON.parse(said) as [Packed];
  const pages = files.filter(({ path }) => path.endsWith('.md')).reduce((sum, page) => sum + page.size, 0);
  const download = `the package: ${megabytes(size)} MB to download, ${entryCount} files`;
  const installed = `installed, without its pages: ${megabytes(unpackedSize - pages)} MB, and pages of ${megabytes(pages)} MB`;
  return [
    boundedLine(download, size <= MAX_PACKED, `${megabytes(MAX_PACKED)} MB to download`),
    boundedLine(installed, unpackedSize - pages <= MAX_INSTALLED, `${megabytes(MAX_INSTALLED)} MB without pages`),
  ];
};
