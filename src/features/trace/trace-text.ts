import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanBeginning, cleanEntry } from './clean-entry.ts';
import { compareBegun, type Run, SLICE, TRACE_FORMAT } from './run.ts';
import type { SecretText } from './secret-text.ts';

/** The sources of a trace. */
export interface TraceParts {
  readonly runs: readonly Run[];
  /** The number of ended worlds that are not among the runs any more. */
  readonly lostWorlds?: number;
  /** Calls that named no world since the traced ones began; missing if `default` is traced itself. */
  readonly slipped?: readonly { readonly call: string; readonly operation?: string | undefined }[];
  /** The known secrets, asked for once all runs have been read. */
  readonly secretsOf: () => SecretText;
  /** The version of the mock, and its options. */
  readonly version: string;
  readonly mock: object;
}

/** A run with its name in the trace, which no other has. */
interface NamedRun {
  readonly run: Run;
  readonly name: string;
}

/**
 * Runs in the order in which their worlds were made, by world id. If an earlier world had the same id, a blank and a
 * number follow it: no id has a blank.
 */
const namedRuns = (runs: readonly Run[]): readonly NamedRun[] => {
  const counts = new Map<string, number>();
  const inOrder = [...runs].sort((one, other) => one.createdMillis - other.createdMillis);
  return inOrder.map((run) => {
    const count = (counts.get(run.id) ?? 0) + 1;
    counts.set(run.id, count);
    return { run, name: count === 1 ? run.id : `${run.id} (${count})` };
  });
};

/** The runs of worlds as a HAR 1.2, a line for each call, in pieces. */
export async function* traceText(parts: TraceParts): AsyncGenerator<string> {
  const { runs, lostWorlds = 0, slipped = [], version, mock } = parts;
  // A secret may be seen before it is known to be one: all are met before the first line is written.
  for (const run of runs) await run.meet();
  const secrets = parts.secretsOf();
  const named = namedRuns(runs);
  const write = (value: unknown): string => JSON.stringify(secrets.replaceAllIn(value));
  async function* list<T>(name: string, items: Iterable<T>, textOf: (item: T) => string): AsyncGenerator<string> {
    yield `,\n"${name}":[`;
    let count = 0;
    for (const item of items) {
      yield `${count === 0 ? '\n' : ',\n'}${textOf(item)}`;
      count += 1;
      if (count % SLICE === 0) await nextTurn();
    }
    yield '\n]';
  }
  function* steps(): Iterable<object> {
    for (const { run, name } of named) for (const step of run.steps()) yield { ...step, world: name };
  }
  function* cuts(): Iterable<object> {
    if (lostWorlds > 0) yield { worlds: lostWorlds };
    for (const { run, name } of named) {
      if (Object.values(run.cut).some((count) => count > 0)) yield { world: name, ...run.cut };
    }
  }
  const beganOf = ({ run, name }: NamedRun): object => ({ ...cleanBeginning(run.began(), secrets), world: name });
  const calls = named.flatMap(({ run, name }) => run.calls.map((call, at) => ({ run, name, call, at })));
  const creator = { name: 'platform-mock', version };
  yield `{"log":{"version":"1.2","creator":${write(creator)},"_format":${TRACE_FORMAT},\n"_mock":${write(mock)}`;
  yield* list('pages', named, ({ run, name }) => write({ ...run.page(), id: name }));
  yield* list('_began', named, (each) => JSON.stringify(beganOf(each)));
  const inOrder = calls.sort((one, other) => compareBegun(one.call, other.call));
  yield* list('entries', inOrder, ({ run, name, at }) =>
    JSON.stringify({ ...cleanEntry(run.call(at), secrets), pageref: name }),
  );
  yield* list('_steps', steps(), write);
  yield* list('_end', named, ({ run, name }) => write({ ...run.end(), world: name }));
  yield* list('_slipped', slipped, write);
  yield* list('_cut', cuts(), write);
  yield '}}\n';
}
