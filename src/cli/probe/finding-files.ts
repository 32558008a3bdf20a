import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeTrace } from '../../features/trace/write-trace.ts';
import type { FindingTexts } from '../../probe/finding.ts';
import type { ProbeFiles } from '../../probe/report.ts';

/** The name of a trial as a folder. */
const folderOf = (id: string): string => id.replaceAll(/[^\w.-]+/g, '-');

/** Writes what shows a finding into a folder of its own below another. */
export const writeFinding = async (
  folder: string,
  id: string,
  { trace, vitest, playwright }: FindingTexts,
): Promise<ProbeFiles> => {
  const own = join(folder, folderOf(id));
  await mkdir(own, { recursive: true });
  const files = {
    trace: join(own, 'trace.har'),
    vitest: join(own, 'vitest.test.ts'),
    playwright: join(own, 'playwright.spec.ts'),
  };
  await writeTrace(files.trace, trace);
  await writeFile(files.vitest, vitest);
  await writeFile(files.playwright, playwright);
  return files;
};
