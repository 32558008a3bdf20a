import { parse } from 'yaml';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { readText } from '../../command/read-text.ts';
import { editionNamed } from '../../editions/editions.ts';
import { isObject, textOrNone, valueAt } from '../../json.ts';
import { openApiTexts } from '../../openapi/document.ts';
import { countOf } from '../../schema/counted-noun.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { machinePauses } from '../compare/service-command.ts';
import { reasonOf, Target, TargetRefusal } from '../compare/target.ts';
import { DocumentRefusal, readApiDocument } from './api-document.ts';
import { compareDocuments, type Drift, type DriftKind } from './compare-documents.ts';

/** A difference that was accepted, with the reason. */
interface AcceptedDrift {
  /** A difference as it is printed; with `*` at its end, all that begin so. */
  readonly difference: string;
  readonly reason: string;
}

/**
 * Reads a list of accepted differences, each with its reason.
 * @throws DocumentRefusal with the first that is wrong
 */
export const readAcceptedDrifts = (text: string, file: string): readonly AcceptedDrift[] => {
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'silent' });
  } catch (error) {
    throw new DocumentRefusal(`${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const list = isObject(value) ? value.accepted : value;
  if (!Array.isArray(list)) throw new DocumentRefusal(`${file}: it must be a list of accepted differences`);
  return list.map((each: unknown, at) => {
    const [difference, reason] = ['difference', 'reason'].map((name) => textOrNone(valueAt(each, name)).trim());
    if (!difference) throw new DocumentRefusal(`${file}: [${at}]: difference is missing`);
    if (!reason) throw new DocumentRefusal(`${file}: [${at}]: reason must say why`);
    return { difference, reason };
  });
};

const driftText = ({ place, what }: Drift): string => `${place}: ${what}`;

const accepts = ({ difference }: AcceptedDrift, drift: Drift): boolean => {
  const text = driftText(drift);
  return difference.endsWith('*') ? text.startsWith(difference.slice(0, -1)) : text === difference;
};

interface DriftReport {
  /** The number of operations that both documents have. */
  readonly compared: number;
  /** The findings that nobody has accepted. */
  readonly drifts: readonly Drift[];
  readonly accepted: readonly Drift[];
  /** Accepted differences that were not found. */
  readonly excuseNothing: readonly AcceptedDrift[];
}

/**
 * Compares the text of a service's document with the document of the mock.
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

/** True if the documents differ in more than words, or an accepted difference was not found. */
export const hasDrifted = ({ drifts, excuseNothing }: DriftReport): boolean =>
  excuseNothing.length > 0 || drifts.some(({ kind }) => kind !== 'words');

export interface DriftFlags {
  readonly document: string;
  readonly api: string;
  readonly profile: ProfileName;
  readonly accept?: string;
  readonly json?: boolean;
}

const SUCCESS = 200;

/** The text at a URL. @throws FlagRefusal if there is none */
const textAt = async (url: string): Promise<string> => {
  const { origin, pathname, search } = new URL(url);
  const target = new Target({ url: origin, token: '', rps: 0 }, machinePauses);
  try {
    const headers = { accept: 'application/yaml, application/json' };
    const call = { method: 'GET', target: `${pathname}${search}`, headers, auth: 'none' } as const;
    const { failure, status, body } = await target.send(call);
    if (failure !== undefined) throw new FlagRefusal(`${url}: ${reasonOf(failure)}`);
    if (status !== SUCCESS) throw new FlagRefusal(`${url}: it answered ${status}`);
    return body.toString();
  } catch (error) {
    if (error instanceof TargetRefusal) throw new FlagRefusal(`${url}: ${error.message}`);
    throw error;
  } finally {
    target.close();
  }
};

const textOf = (named: string): Promise<string> =>
  /^https?:\/\//i.test(named) && URL.canParse(named)
    ? textAt(named)
    : readText(named, (reason) => new FlagRefusal(`${named}: ${reason}`));

/** Prints how the OpenAPI document of a service differs from the mock's. Returns `Exit.gate` if it has drifted. */
export const driftOfDocument = async (flags: DriftFlags, { out, version }: Surroundings): Promise<number> => {
  const { document, api, accept, json } = flags;
  const profile = profileNamed(flags.profile);
  const accepted = accept === undefined ? [] : readAcceptedDrifts(await textOf(accept), accept);
  const own = openApiTexts(editionNamed(api), { version, profile }).json();
  const report = findDrift(own, await textOf(document), document, accepted);
  if (json) out(`${JSON.stringify(report, null, 2)}\n`);
  else for (const line of driftLines(report)) out(`${line}\n`);
  return hasDrifted(report) ? Exit.gate : Exit.ok;
};
