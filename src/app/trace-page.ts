import { tracePage as pageOf } from '../console/trace-page.ts';
import { allResources } from '../editions/editions.ts';

export { traceInPage } from '../console/trace-page.ts';

/** The page of a trace in one file; `name` says what it is of. */
export const tracePage = (
  trace: AsyncIterable<string>,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<string> => {
  const fields = allResources.map(({ type, message }) => [
    type,
    [...message.fields.values()].map((field) => field.name),
  ]);
  return pageOf(trace, { name, version, fields: Object.fromEntries(fields) });
};
