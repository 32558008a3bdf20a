import { countOf } from '../../schema/counted-noun.ts';
import { type AcceptedDrift, accepts, driftText } from './accepted-drifts.ts';
import { DocumentRefusal, readApiDocument } from './api-document.ts';
import { compareDocuments } from './compare-documents.ts';
import type { Drift, DriftKind } from './compare-schemas.ts';

/** What differs between the document of a service and that of the mock. */
export interface DriftReport {
  /** How many operations both have. */
  readonly compared: number;
  /** What nobody has accepted. */
  readonly drifts: readonly Drift[];
  readonly accepted: readonly Drift[];
  /** Accepted differences that there are not. */
  readonly excuseNothing: readonly AcceptedDrift[];
}

/**
 * Compares the text of the document of a service with that of the mock.
 * @throws DocumentRefusal for a text that is no document, or is one of another interface
 */
export const findDrift = (
  own: string,
  given: string,
  name: string,
  accepted: readonly AcceptedDrift[],
): DriftReport => {
  const { drifts, compared } = compareDocuments(
    readApiDocument(own, 'the document of the mock'),
    readApiDocument(given, name),
  );
  if (compared === 0) throw new DocumentRefusal(`${name}: it has no operation of this interface`);
  return {
    compared,
    drifts: drifts.filter((drift) => !accepted.some((each) => accepts(each, drift))),
    accepted: drifts.filter((drift) => accepted.some((each) => accepts(each, drift))),
    excuseNothing: accepted.filter((each) => !drifts.some((drift) => accepts(each, drift))),
  };
};

const ORDER: readonly DriftKind[] = ['breaking', 'additive', 'words'];
const WIDTH = 'breaking'.length + 2;

/** A report as lines for people, what breaks clients first. */
export const driftLines = ({ compared, drifts, accepted, excuseNothing }: DriftReport): readonly string[] => {
  const counts = ORDER.map((kind) => `${drifts.filter((each) => each.kind === kind).length} ${kind}`);
  return [
    ...ORDER.flatMap((kind) =>
      drifts.filter((each) => each.kind === kind).map((each) => `${kind.padEnd(WIDTH)}${driftText(each)}`),
    ),
    ...excuseNothing.map(({ difference }) => `excuses nothing: ${difference}`),
    `compared ${countOf(compared, 'operation')}: ${counts.join(', ')}${accepted.length > 0 ? `, ${accepted.length} accepted` : ''}`,
  ];
};

/** True if a client by the mock may fail, or lacks something: words alone change nothing. */
export const hasDrifted = ({ drifts, excuseNothing }: DriftReport): boolean =>
  excuseNothing.length > 0 || drifts.some(({ kind }) => kind !== 'words');
