import type { DeclaredOperations } from '../../console/declared-operations.ts';
import type { RowKind } from '../../console/row-kind.ts';
import { rowKindsOf } from '../../console/row-kinds.ts';
import { allResources, describedOperations } from '../../editions/editions.ts';
import { parseJson } from '../../json.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { profileNamed, SPECIFICATION } from '../../schema/profile.ts';
import { declaredOperationsIn } from '../coverage/create-coverage.ts';
import { type BegunParts, findBegunWorlds, profileOf, type TraceHead } from './begun-rows.ts';
import { pageText } from './page-text.ts';

/** Nothing can be done with a row of a trace but to read it. */
const READ_ONLY = { create: false, update: false, delete: false };

/** The kinds of rows that the page of a trace shows: the kinds of v2 whose lists need no group. */
export const readKinds = (): readonly RowKind[] =>
  rowKindsOf(operationsIn(SPECIFICATION, describedOperations()), () => ({}))
    .filter(({ isOlder, place }) => !isOlder && place !== 'path')
    .map(({ olderPath: _, can, ...kind }) => ({ ...kind, sample: {}, can: { ...can, ...READ_ONLY } }));

/** The line before the first call. */
const CALLS = '\n"entries":[';

/** The part of a trace before its calls; empty if it cannot be read. */
const headOf = (text: string): TraceHead => {
  const at = text.indexOf(CALLS);
  const head = parseJson(at < 0 ? text : `${text.slice(0, at)}${CALLS}]}}`);
  return (head as { readonly log?: TraceHead } | null | undefined)?.log ?? {};
};

/** The operations with their declared answers, of each profile that a trace is of. */
const declaredIn = ({ _mock: mock = {}, _began: began }: TraceHead): DeclaredOperations => {
  const names = [mock, ...(Array.isArray(began) ? began : [])].map((each: { profile?: unknown }) =>
    profileOf(each?.profile),
  );
  return Object.fromEntries(names.map((name) => [name, declaredOperationsIn(profileNamed(name))]));
};

/** The page of a trace, with its title, in one file: its calls, and the rows of its worlds as far as they are known. */
export const tracePage = async (
  trace: AsyncIterable<string>,
  parts: Omit<BegunParts, 'kinds'> & { readonly name: string; readonly version: string },
): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of trace) pieces.push(piece);
  const text = pieces.join('');
  const kinds = readKinds();
  const fields = allResources.map(({ type, message }) => [
    type,
    [...message.fields.values()].map((field) => field.name),
  ]);
  const { name, version } = parts;
  const head = headOf(text);
  const begun = await findBegunWorlds(head, { ...parts, kinds });
  const declared = declaredIn(head);
  return pageText(text, { name, version, fields: Object.fromEntries(fields), kinds, begun, declared });
};
